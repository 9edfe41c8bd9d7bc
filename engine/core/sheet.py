"""A player character's sheet: attributes, specialties, gear, wounds (CORE ch. 2, 3, 4 and 7)."""

from dataclasses import dataclass
from typing import NewType

from engine.choice import Choice
from engine.finding import with_id

CharacterId = NewType("CharacterId", str)
SpecialtyId = NewType("SpecialtyId", str)
ItemId = NewType("ItemId", str)
WoundId = NewType("WoundId", str)


class Variant(Choice):
    """The setting of the whole game, chosen before play (CORE ch. 1, Deux variantes)."""

    BLOCKBUSTER = "blockbuster"
    RAW = "raw"


class Attribute(Choice):
    """The six attributes: strength, dexterity, constitution, intelligence, perception, charisma (CORE ch. 2)."""

    FOR = "FOR"
    DEX = "DEX"
    CON = "CON"
    INT = "INT"
    PER = "PER"
    CHA = "CHA"


class Tier(Choice):
    """A band of Health (CORE ch. 3, La Santé), from whole to down."""

    FIT = "fit"
    WOUNDED = "wounded"
    BADLY_WOUNDED = "badly_wounded"
    OUT = "out"


class Breakdown(Choice):
    """How a PC who breaks down does so; UNTOLD until the player says (CORE ch. 3, Rupture)."""

    UNTOLD = "untold"
    FLIGHT = "flight"
    PARALYSIS = "paralysis"
    VIOLENCE = "violence"
    SCREAMS = "screams"
    COLLAPSE = "collapse"


class AdvanceKind(Choice):
    """What a PC may gain at a scenario's end (CORE ch. 7, Progression)."""

    SPECIALTY = "specialty"
    ATTRIBUTE = "attribute"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Attributes:
    """The six values, each 1 to 4; one d6 a point."""

    FOR: int
    DEX: int
    CON: int
    INT: int
    PER: int
    CHA: int

    def of(self, attribute: Attribute) -> int:
        """The value of one attribute."""
        value: int = getattr(self, attribute.value)
        return value


@dataclass(frozen=True, slots=True)
class Specialty:
    """A precise field, on the attribute that this sheet attaches it to; +2d6 when it applies."""

    id: SpecialtyId
    attribute: Attribute


@dataclass(frozen=True, slots=True)
class Resource:
    """A die that wears out: its sides now (12, 10, 8, 6, 4, or 0 when empty) and at the most."""

    die: int
    maximum: int


@dataclass(frozen=True)  # without slots: see engine.changing
class Item:
    """A line of gear: what it does, and the one Resource that all of it shares (CORE ch. 4, Créer un objet).

    `helps`: it may count as a TOOL advantage, for its precise use; `uses` are precise uses in words, for whoever rules.
    `weapon` is its damage, `protection` what it takes off a blow, `ward` the Protection that it lends somebody else for
    a scene, `heals` the Health that it gives back: 0 where it does none of it. A weapon may be `devastating`, or hit an
    `area` of `most_targets` at the most (0: as many as the dice give). `unaided`: it heals by itself, without a roll.
    `power`: a spell, an implant or a gift, used with INT unless `attribute` says otherwise; any item may ask for one.
    `lone`: a Resource alone, as Finances or Contacts. `price`: each use costs 1 Health, or in Raw a Shock that is not
    resisted. `innate`: a gift that cannot be lost or taken. `besides`: one that wards or heals is used for something
    else too, as a staff lights.
    """

    id: ItemId
    helps: bool = False
    weapon: int = 0
    protection: int = 0
    resource: Resource | None = None
    price: bool = False
    innate: bool = False
    devastating: bool = False
    area: bool = False
    most_targets: int = 0
    ward: int = 0
    heals: int = 0
    unaided: bool = False
    lone: bool = False
    attribute: Attribute | None = None
    uses: tuple[str, ...] = ()
    power: bool = False

    @property
    def used_with(self) -> Attribute | None:
        """The attribute that it asks for, None where any goes (CORE ch. 4, Sorts, implants et pouvoirs)."""
        return self.attribute or (Attribute.INT if self.power else None)

    besides: bool = False


@dataclass(frozen=True, slots=True)
class Wound:
    """A hurt; `note` says it, and is empty where nobody has.

    `tier` is the Health tier that it goes with, None when a complication gave it. A `lasting` one stays when Health
    rises: it goes after medical care (`cared`) and some nights of rest (`nights` slept since), or never (`forever`).
    """

    id: WoundId
    note: str
    tier: Tier | None = None
    lasting: bool = False
    forever: bool = False
    cared: bool = False
    nights: int = 0


@dataclass(frozen=True, slots=True)
class Identity:
    """Who a PC is beside the numbers: words alone, which change no roll (CORE ch. 7, Identité)."""

    concept: str = ""
    description: str = ""
    trait: str = ""
    weakness: str = ""
    motivation: str = ""


@dataclass(frozen=True)  # without slots: see engine.changing
class Character:
    """A player character's sheet: numbers, and names for what they are numbers of.

    `cover` and `ward` are Protections of the moment, 0 to 3: the shelter that one stands in, and what somebody's power
    lends for a scene. `last_advance` is the kind of the last advance taken.
    """

    id: CharacterId
    name: str
    attributes: Attributes
    specialties: tuple[Specialty, ...] = ()
    items: tuple[Item, ...] = ()
    health: int = 0
    stress: int = 0
    inspiration: bool = False
    wounds: tuple[Wound, ...] = ()
    breakdown: Breakdown | None = None
    cover: int = 0
    ward: int = 0
    dead: bool = False
    last_advance: AdvanceKind | None = None
    identity: Identity = Identity()

    def specialty(self, wanted: SpecialtyId | None) -> Specialty | None:
        """The specialty of that id on this sheet, or None."""
        return with_id(self.specialties, wanted)

    def item(self, wanted: ItemId | None) -> Item | None:
        """The item of that id that this character holds, or None."""
        return with_id(self.items, wanted)

    def wound(self, wanted: WoundId) -> Wound | None:
        """The wound of that id, or None."""
        return with_id(self.wounds, wanted)
