"""What is asked about one PC: hurt, helped, equipped, grown (CORE ch. 2, 3, 4 and 7)."""

from dataclasses import dataclass

from engine.core.sheet import (
    AdvanceKind,
    Attribute,
    Breakdown,
    CharacterId,
    Item,
    ItemId,
    Specialty,
    WoundId,
)
from engine.story import MarkingEvent


@dataclass(frozen=True, slots=True)
class GrantInspiration:
    """Grant a PC the Inspiration, for a striking moment of play (CORE ch. 2, L'Inspiration)."""

    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class MarkCharacter:
    """A marking event strikes a PC (CORE ch. 3, Ce qui fait monter le Stress).

    `cost`: gear or the fiction imposes it as a cost, so that in Raw it is not resisted.
    """

    character: CharacterId
    event: MarkingEvent
    reason: str
    cost: bool = False


@dataclass(frozen=True, slots=True)
class Suffer:
    """A PC takes `damage`, 1 or more (CORE ch. 3, La Santé)."""

    character: CharacterId
    damage: int
    reason: str


@dataclass(frozen=True, slots=True)
class DescribeWound:
    """The GM says what a wound is, and whether it lasts, or never heals (CORE ch. 3, Blessures)."""

    character: CharacterId
    wound: WoundId
    note: str
    lasting: bool = False
    forever: bool = False


@dataclass(frozen=True, slots=True)
class DescribeBreakdown:
    """The player says how their PC breaks down (CORE ch. 3, Rupture)."""

    character: CharacterId
    breakdown: Breakdown


@dataclass(frozen=True, slots=True)
class Comfort:
    """Raw: an ally spends an action to reassure a PC, without a roll (CORE ch. 3, Réconfort)."""

    helper: CharacterId
    character: CharacterId


@dataclass(frozen=True, slots=True)
class LetDie:
    """The GM, with the table, lets a PC die who is out of action and suffers further (CORE ch. 3, La Santé)."""

    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class UseItem:
    """Use an item without a roll: a potion, a power's ward, a Resource alone, a lamp for the scene (CORE ch. 4).

    `patient` is who drinks or is warded, where that is what the item does; None for what else it does.
    """

    character: CharacterId
    item: ItemId
    purpose: str
    patient: CharacterId | None = None


@dataclass(frozen=True, slots=True)
class GainItem:
    """A PC comes by an item: found, bought, given, picked up again (CORE ch. 4)."""

    character: CharacterId
    item: Item
    reason: str


@dataclass(frozen=True, slots=True)
class TakeCover:
    """A PC is in cover, Protection 1 to 3, or out of it, 0 (CORE ch. 5, Couvert)."""

    character: CharacterId
    protection: int


@dataclass(frozen=True, slots=True)
class TakeAdvance:
    """At the story's end a player takes their PC's one advance (CORE ch. 7, Progression).

    `specialty` or `attribute` go with their kind; with ITEM, `item` gains the precise `use` in words, or, where there
    is none, its Resource's maximum goes one step up.
    """

    character: CharacterId
    kind: AdvanceKind
    specialty: Specialty | None = None
    attribute: Attribute | None = None
    item: ItemId | None = None
    use: str = ""
