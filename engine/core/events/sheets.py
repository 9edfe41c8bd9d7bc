"""What happened to a PC's sheet: Health, Stress, wounds, gear (CORE ch. 2, 3, 4 and 7)."""

from dataclasses import dataclass

from engine.choice import Choice
from engine.core.foes import Affliction, Peril
from engine.core.sheet import (
    AdvanceKind,
    Attribute,
    Breakdown,
    CharacterId,
    Item,
    ItemId,
    Specialty,
    Wound,
    WoundId,
)
from engine.story import MarkingEvent


class Cause(Choice):
    """Why Stress or Health moved, or a Resource wore down."""

    REROLL = "reroll"
    COUP = "coup"
    HEALTH_LOSS = "health_loss"
    MARKING_EVENT = "marking_event"
    PRICE = "price"
    REST = "rest"
    END_OF_CONFLICT = "end_of_conflict"
    DAMAGE = "damage"
    USE = "use"
    COMPLICATION = "complication"
    STRIKE = "strike"
    DANGER = "danger"
    PROTECTION = "protection"
    FIRST_AID = "first_aid"
    REMEDY = "remedy"
    MEDICAL_CARE = "medical_care"
    COMFORT = "comfort"
    BROUGHT_BACK = "brought_back"


@dataclass(frozen=True, slots=True)
class ResourceRolled:
    """A Resource die of `sides` fell; its die is now `after` (0 when empty)."""

    character: CharacterId
    item: ItemId
    draw: int
    sides: int
    face: int
    after: int
    cause: Cause
    given: bool = False


@dataclass(frozen=True, slots=True)
class ResourceChanged:
    """A Resource went from one die to another without a roll."""

    character: CharacterId
    item: ItemId
    before: int
    after: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class GearLost:
    """An item is gone from a sheet."""

    character: CharacterId
    item: ItemId


@dataclass(frozen=True, slots=True)
class HealthChanged:
    """Health moved between two values."""

    character: CharacterId
    before: int
    after: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class WoundTaken:
    """A wound is noted on the sheet."""

    character: CharacterId
    wound: Wound


@dataclass(frozen=True, slots=True)
class WoundHealed:
    """A wound is gone."""

    character: CharacterId
    wound: WoundId


@dataclass(frozen=True, slots=True)
class StressChanged:
    """Stress moved between two values of 0 to 6."""

    character: CharacterId
    before: int
    after: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class CharacterMarked:
    """A marking event struck a PC."""

    character: CharacterId
    event: MarkingEvent
    reason: str


@dataclass(frozen=True, slots=True)
class ResistanceRolled:
    """Raw: the PC stood against a marking event with CON."""

    character: CharacterId
    draw: int
    faces: tuple[int, ...]
    resisted: bool
    given: bool = False


@dataclass(frozen=True, slots=True)
class CoupReady:
    """Blockbuster: a Coup d'éclat is ready."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class BreakdownBegan:
    """Raw: the PC breaks down; the player says how."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class BreakdownDescribed:
    """The player has said how their PC breaks down."""

    character: CharacterId
    breakdown: Breakdown


@dataclass(frozen=True, slots=True)
class BreakdownEnded:
    """The PC is brought back."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class InspirationGranted:
    """A PC holds the Inspiration."""

    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class InspirationSpent:
    """The Inspiration paid for a reroll."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class WoundDescribed:
    """What a wound is, and whether it lasts; also a night slept towards its healing."""

    character: CharacterId
    wound: Wound


@dataclass(frozen=True, slots=True)
class BlowLanded:
    """A blow reached a PC: `damage` before `protection` took its part, and the `item` that gave it, if any."""

    character: CharacterId
    damage: int
    protection: int = 0
    item: ItemId | None = None


@dataclass(frozen=True, slots=True)
class Treated:
    """First aid was tried on a patient, with a healing item or without."""

    healer: CharacterId
    patient: CharacterId
    remedy: ItemId | None = None


@dataclass(frozen=True, slots=True)
class CaredFor:
    """A patient had medical care; `healer` is None where that is no PC."""

    patient: CharacterId
    healer: CharacterId | None = None


@dataclass(frozen=True, slots=True)
class Comforted:
    """An ally reassured a PC."""

    helper: CharacterId
    character: CharacterId


@dataclass(frozen=True, slots=True)
class CharacterDied:
    """The table has let a PC die."""

    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class ItemUsed:
    """An item was used without a roll; `till_scene_ends`: its die rolls when the scene is over."""

    character: CharacterId
    item: ItemId
    purpose: str
    patient: CharacterId | None = None
    till_scene_ends: bool = False


@dataclass(frozen=True, slots=True)
class ItemGained:
    """An item is on a sheet from now on."""

    character: CharacterId
    item: Item
    reason: str


@dataclass(frozen=True, slots=True)
class CoverTaken:
    """A PC stands in cover of that Protection; 0: in none."""

    character: CharacterId
    protection: int


@dataclass(frozen=True, slots=True)
class WardGiven:
    """A power lends a PC Protection for the scene."""

    character: CharacterId
    protection: int


@dataclass(frozen=True, slots=True)
class Afflicted:
    """A manifestation did this to a PC, in the fiction."""

    character: CharacterId
    affliction: Affliction


@dataclass(frozen=True, slots=True)
class PerilStruck:
    """What a PC did not avoid strikes them."""

    character: CharacterId
    peril: Peril


@dataclass(frozen=True, slots=True)
class AdvanceTaken:
    """A PC grew: a specialty, an attribute's point, or an item's use or Resource `maximum`."""

    character: CharacterId
    kind: AdvanceKind
    specialty: Specialty | None = None
    attribute: Attribute | None = None
    item: ItemId | None = None
    use: str = ""
