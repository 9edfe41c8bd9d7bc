"""A roll before and after its dice: the terms of a check, what it aims at, what it brings (CORE ch. 2 and 5)."""

from dataclasses import dataclass
from enum import IntEnum
from typing import NewType

from engine.choice import Choice
from engine.core.foes import AdversaryId, AllyId, CalamityId, FlawId, LeverId, Manoeuvred, Peril
from engine.core.sheet import Attribute, CharacterId, ItemId, SpecialtyId, WoundId
from engine.story import ClockId, FactId

StakeId = NewType("StakeId", str)


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


@dataclass(frozen=True, slots=True)
class Advantage:
    """One real advantage, +1d6, with its reason in the fiction.

    A TOOL names its item; HELP from a PC its `helper`, from an NPC its `ally`.
    """

    kind: AdvantageKind
    reason: str
    item: ItemId | None = None
    helper: CharacterId | None = None
    ally: AllyId | None = None


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
class Attack:
    """To hurt an adversary, with a weapon held or bare hands (None); `also` are further targets of an area weapon, a
    group's once a member; `flaw` is the flaw that the action plays on (CORE ch. 5, Attaquer et blesser)."""

    target: AdversaryId
    weapon: ItemId | None = None
    also: tuple[AdversaryId, ...] = ()
    flaw: FlawId | None = None


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """To do something else to an adversary than hurt it (CORE ch. 5, Manœuvres)."""

    target: AdversaryId
    effect: Manoeuvred
    flaw: FlawId | None = None


@dataclass(frozen=True, slots=True)
class Sway:
    """To act on an adversary otherwise: convince, intimidate, shake off, `way` says how (CORE ch. 5)."""

    target: AdversaryId
    way: str
    flaw: FlawId | None = None


@dataclass(frozen=True, slots=True)
class Avoid:
    """To avoid what strikes: no action, it takes no turn and opens no breach (CORE ch. 5, La brèche)."""

    peril: Peril


@dataclass(frozen=True, slots=True)
class Treat:
    """To give first aid, or with `remedy` a healing item's greater help (CORE ch. 3, Soins et repos; ch. 4)."""

    patient: CharacterId
    remedy: ItemId | None = None


@dataclass(frozen=True, slots=True)
class BringBack:
    """To bring a PC back from a Breakdown, in Raw (CORE ch. 3, Rupture)."""

    broken: CharacterId


@dataclass(frozen=True, slots=True)
class UseLever:
    """To use what sends a calamity back; levers go in their order (CORE ch. 6, Calamités)."""

    calamity: CalamityId
    lever: LeverId


@dataclass(frozen=True, slots=True)
class Delay:
    """To delay or divert a calamity: time gained, not an end (CORE ch. 6, Calamités)."""

    calamity: CalamityId


# A save tells aims apart by their fields alone: each has a set that no other has.
Against = Attack | Manoeuvre | Sway
Aim = Against | Avoid | Treat | BringBack | UseLever | Delay


@dataclass(frozen=True, slots=True)
class Check:
    """The terms of one check, as announced: all that the roll and its outcome depend on (CORE ch. 2).

    `stake` names what is tried: one stake, one roll. `harder` is the reason for which the difficulty stands one step
    higher, empty when it does not. `disadvantage` is 0 to 3 dice. `items` are used by the action: their Resource dice
    roll with the pool. `gain` is the fact that a success or a partial establishes; `clue` the one that comes out
    whatever the dice say, since the roll is only for its cost. `together`: the group tries one thing and this PC, the
    most able, rolls for all. `on_partial` and `on_failure` are None where the answer comes after the roll (a breach, a
    peril that strikes), or where a player must not see them yet. `aim` is what the action is for, where a rule turns on
    it: None for everything else that one may try.
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
    aim: Aim | None = None


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
class Effort:
    """One side of PC against PC: what they do, and all that makes their pool (CORE ch. 5, Opposition entre PJ).

    `strikes`: winning deals the weapon's damage, of `weapon` or of bare hands, to the other.
    """

    actor: CharacterId
    attribute: Attribute
    action: str
    specialty: SpecialtyId | None = None
    advantages: tuple[Advantage, ...] = ()
    disadvantage: int = 0
    disadvantage_reason: str = ""
    hindering: tuple[WoundId, ...] = ()
    items: tuple[ItemId, ...] = ()
    strikes: bool = False
    weapon: ItemId | None = None


@dataclass(frozen=True, slots=True)
class Contest:
    """PC against PC, announced: one acts, the other dodges, holds or contradicts; `worse` is what a tie brings."""

    acts: Effort
    resists: Effort
    worse: str
