"""What happened to a roll (CORE ch. 2, Les jets; ch. 5, Opposition entre PJ)."""

from dataclasses import dataclass

from engine.core.check import Advantage, Check, Complication, Contest, Outcome
from engine.core.sheet import Attribute, CharacterId, SpecialtyId, WoundId


@dataclass(frozen=True, slots=True)
class CheckAnnounced:
    """A check stands on the table, its complications committed. `next_up` are further PCs' own checks."""

    check: Check
    next_up: tuple[Check, ...] = ()


@dataclass(frozen=True, slots=True)
class AdvantageAdded:
    """One more advantage counts for the announced check."""

    advantage: Advantage


@dataclass(frozen=True, slots=True)
class CheckWithdrawn:
    """The player stepped back: nothing happened."""

    actor: CharacterId


@dataclass(frozen=True, slots=True)
class CheckRolled:
    """The pool fell. `draw` is the number of its first die."""

    actor: CharacterId
    draw: int
    faces: tuple[int, ...]
    successes: int
    outcome: Outcome
    coup: bool = False
    given: bool = False


@dataclass(frozen=True, slots=True)
class CheckRerolled:
    """The same pool fell again; `successes` and `outcome` are read on both rolls together."""

    actor: CharacterId
    draw: int
    faces: tuple[int, ...]
    successes: int
    outcome: Outcome
    given: bool = False


@dataclass(frozen=True, slots=True)
class CheckSettled:
    """The outcome stands for good."""

    check: Check
    outcome: Outcome
    successes: int


@dataclass(frozen=True, slots=True)
class ComplicationHappened:
    """The complication that was committed before the roll takes place."""

    actor: CharacterId
    complication: Complication


@dataclass(frozen=True, slots=True)
class RuledWithoutRoll:
    """An action ended without a roll."""

    actor: CharacterId
    action: str
    succeeds: bool
    why: str
    would_need: str = ""


@dataclass(frozen=True, slots=True)
class CheckAmended:
    """The check that avoids what strikes is shaped: with what the PC avoids it, and what hinders."""

    attribute: Attribute
    specialty: SpecialtyId | None = None
    hindering: tuple[WoundId, ...] = ()
    disadvantage: int = 0
    disadvantage_reason: str = ""


@dataclass(frozen=True, slots=True)
class ContestAnnounced:
    """Two PCs' efforts stand against each other."""

    contest: Contest


@dataclass(frozen=True, slots=True)
class ContestRolled:
    """Both pools fell; `draw` is the number of the first die. `winner` is None at a tie, `coups` rolled in a Coup."""

    draw: int
    acts: tuple[int, ...]
    resists: tuple[int, ...]
    winner: CharacterId | None
    given: bool = False
    coups: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, slots=True)
class ContestYielded:
    """One of the two gave in, before the dice."""

    character: CharacterId
