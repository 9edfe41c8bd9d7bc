"""What is: a game of CORE at one moment. Frozen all through; `evolve` makes the next one."""

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

from engine.choice import Choice
from engine.story import ClockId, FactId, Progress, SceneId, Story

CharacterId = NewType("CharacterId", str)
SpecialtyId = NewType("SpecialtyId", str)
ItemId = NewType("ItemId", str)
WoundId = NewType("WoundId", str)
StakeId = NewType("StakeId", str)
AdversaryId = NewType("AdversaryId", str)


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


class Difficulty(IntEnum):
    """Successes that a check needs (CORE ch. 2, Difficultés)."""

    STANDARD = 1
    HARD = 2
    FEAT = 3

    def __repr__(self) -> str:
        return f"Difficulty.{self.name}"


class Outcome(Choice):
    """How a check came out (CORE ch. 2, Trois résultats)."""

    SUCCESS = "success"
    PARTIAL = "partial"
    FAILURE = "failure"


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


class ComplicationKind(Choice):
    """What a partial or a failure may bring (CORE ch. 2 and the GM's sheet, Complications)."""

    WOUND = "wound"
    RESOURCE_WORN = "resource_worn"
    NEW_THREAT = "new_threat"
    GEAR_LOST = "gear_lost"
    WORSE = "worse"
    TIME = "time"
    NOISE = "noise"
    EXPOSED = "exposed"
    INCOMPLETE = "incomplete"
    BREACH = "breach"


class Wear(Choice):
    """How a complication wears a Resource: its die rolls once more, or goes one step down."""

    ROLL = "roll"
    STEP = "step"


class AdvantageKind(Choice):
    """What may count as an advantage (CORE ch. 2, Bonus et malus)."""

    PREPARATION = "preparation"
    TOOL = "tool"
    HELP = "help"
    IDEA = "idea"


class RestKind(Choice):
    """How long one recovers (CORE ch. 3, Récupérer): minutes in shelter, an hour or two, a night in safety."""

    PAUSE = "pause"
    SCENE = "scene"
    LONG = "long"


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
        return {
            Attribute.FOR: self.FOR,
            Attribute.DEX: self.DEX,
            Attribute.CON: self.CON,
            Attribute.INT: self.INT,
            Attribute.PER: self.PER,
            Attribute.CHA: self.CHA,
        }[attribute]


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


@dataclass(frozen=True, slots=True)
class Item:
    """A line of gear.

    `helps`: it may count as a TOOL advantage for its one use. `weapon` is its damage, `protection` what it takes off a
    blow, 0 where it is neither. `price`: each use costs 1 Health, or in Raw a Shock that cannot be resisted. `innate`:
    a gift that cannot be lost or taken.
    """

    id: ItemId
    helps: bool = False
    weapon: int = 0
    protection: int = 0
    resource: Resource | None = None
    price: bool = False
    innate: bool = False


@dataclass(frozen=True, slots=True)
class Wound:
    """A hurt; `note` says it, and is empty where nobody has. `tier` is the Health tier that it goes with, None when a
    complication gave it."""

    id: WoundId
    note: str
    tier: Tier | None = None


@dataclass(frozen=True, slots=True)
class Character:
    """A player character's sheet, as the engine needs it: numbers, and names for what they are numbers of."""

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

    def specialty(self, wanted: SpecialtyId | None) -> Specialty | None:
        """The specialty of that id on this sheet, or None."""
        return next((each for each in self.specialties if each.id == wanted), None)

    def item(self, wanted: ItemId | None) -> Item | None:
        """The item of that id that this character holds, or None."""
        return next((each for each in self.items if each.id == wanted), None)


@dataclass(frozen=True, slots=True)
class Advantage:
    """One real advantage, +1d6, with its reason in the fiction. A TOOL names its item, HELP from a PC its helper."""

    kind: AdvantageKind
    reason: str
    item: ItemId | None = None
    helper: CharacterId | None = None


@dataclass(frozen=True, slots=True)
class Complication:
    """What a partial or a failure will bring, set before the roll.

    `note` says it in the fiction. `item` is what is worn or lost, `wear` how; `clock` moves one segment besides.
    """

    kind: ComplicationKind
    note: str
    item: ItemId | None = None
    wear: Wear | None = None
    clock: ClockId | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """The terms of one check, as announced: all that the roll and its outcome depend on (CORE ch. 2).

    `stake` names what is tried: one stake, one roll. `harder` is the reason for which the difficulty stands one step
    higher, empty when it does not. `disadvantage` is 0 to 3 dice. `items` are used by the action: their Resource dice
    roll with the pool. `gain` is the fact that a success or a partial establishes; `clue` the one that comes out
    whatever the dice say, since the roll is only for its cost. `together`: the group tries one thing and this PC, the
    most able, rolls for all. `on_partial` and `on_failure` are None only where a player must not see them yet.
    """

    actor: CharacterId
    attribute: Attribute
    difficulty: Difficulty
    stake: StakeId
    action: str
    risk: str
    on_failure: Complication | None
    on_partial: Complication | None = None
    specialty: SpecialtyId | None = None
    requires: SpecialtyId | None = None
    harder: str = ""
    advantages: tuple[Advantage, ...] = ()
    disadvantage: int = 0
    disadvantage_reason: str = ""
    hindering: tuple[WoundId, ...] = ()
    items: tuple[ItemId, ...] = ()
    together: bool = False
    gain: FactId | None = None
    clue: FactId | None = None
    against: AdversaryId | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """What fell: the pool's faces, its successes, and the outcome as it stands."""

    faces: tuple[int, ...]
    successes: int
    outcome: Outcome
    coup: bool = False


@dataclass(frozen=True, slots=True)
class Pending:
    """The check on the table: announced, and, once `roll` is there, waiting for the player to reroll or accept."""

    check: Check
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """A consequence that lasts in the present scene: noise made, a position exposed, a threat, time lost."""

    kind: ComplicationKind
    note: str


@dataclass(frozen=True, slots=True)
class Game:
    """A whole game.

    `draws` is the number of the next die. `waiting` holds further checks of "each risks for oneself". `tried` are the
    stakes rolled for since the situation last changed. `paused` says that this scene has had its pause, `inspired` who
    was granted an Inspiration in it. `wounds_given` numbers wounds, so that no two share an id. `settled` is the check
    that came to stand last, while nothing else has happened: a reroll asked for too late is told why not, and what its
    outcome brings does not reopen its own stake.
    """

    variant: Variant
    seed: str
    story: Story
    progress: Progress
    characters: tuple[Character, ...]
    draws: int = 0
    pending: Pending | None = None
    waiting: tuple[Check, ...] = ()
    tried: tuple[StakeId, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    visited: tuple[SceneId, ...] = ()
    paused: bool = False
    inspired: tuple[CharacterId, ...] = ()
    in_conflict: bool = False
    wounds_given: int = 0
    settled: Pending | None = None

    def character(self, wanted: CharacterId) -> Character | None:
        """The PC of that id, or None."""
        return next((each for each in self.characters if each.id == wanted), None)
