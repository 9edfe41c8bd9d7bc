"""What is asked about rolls (CORE ch. 2, Les jets; ch. 5, Opposition entre PJ)."""

from dataclasses import dataclass

from engine.core.check import Advantage, Check, Contest
from engine.core.sheet import Attribute, CharacterId, SpecialtyId, WoundId
from engine.story import FactId


@dataclass(frozen=True, slots=True)
class AnnounceCheck:
    """Put a check on the table with its difficulty, risk and complications, before any die (CORE ch. 2)."""

    check: Check


@dataclass(frozen=True, slots=True)
class AnnounceEach:
    """Each risks for oneself: a check a PC on one stake, rolled one after another (CORE ch. 2, Agir ensemble)."""

    checks: tuple[Check, ...]


@dataclass(frozen=True, slots=True)
class AddAdvantage:
    """Add an advantage, ruled real, to the check that is announced (CORE ch. 2, Bonus et malus)."""

    advantage: Advantage


@dataclass(frozen=True, slots=True)
class AmendCheck:
    """Say with what a PC avoids what strikes: one of its attributes, a specialty, and what hinders (CORE ch. 3).

    The check stands there by itself when something strikes; whoever plays and rules may shape it before its dice.
    """

    attribute: Attribute
    specialty: SpecialtyId | None = None
    hindering: tuple[WoundId, ...] = ()
    disadvantage: int = 0
    disadvantage_reason: str = ""


@dataclass(frozen=True, slots=True)
class WithdrawCheck:
    """Step back from the announced check, at no cost (CORE ch. 2, Quand demander un jet)."""


@dataclass(frozen=True, slots=True)
class RollCheck:
    """Roll the announced check, in a Coup d'éclat where one is ready and declared (CORE ch. 2 and 3)."""

    coup: bool = False


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll the same pool again, adding the successes, for Stress or the Inspiration (CORE ch. 2, La relance)."""

    inspiration: bool = False


@dataclass(frozen=True, slots=True)
class AcceptOutcome:
    """Let the roll stand: its complication happens."""


@dataclass(frozen=True, slots=True)
class RuleWithoutRoll:
    """Say how an action without uncertainty ends (CORE ch. 2, Quand demander un jet).

    `succeeds` establishes `gain`; an impossible action needs `would_need`, what would make it possible. A specialist
    with tools and time is this too.
    """

    actor: CharacterId
    action: str
    succeeds: bool
    why: str
    would_need: str = ""
    gain: FactId | None = None


@dataclass(frozen=True, slots=True)
class AnnounceContest:
    """Two PCs oppose each other, and neither yields: put both efforts on the table (CORE ch. 5)."""

    contest: Contest


@dataclass(frozen=True, slots=True)
class RollContest:
    """Both roll; most successes win (CORE ch. 5, Opposition entre PJ). `coups` are who declares a Coup d'éclat."""

    coups: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, slots=True)
class Yield:
    """One of the two gives in before the dice (CORE ch. 5, Opposition entre PJ)."""

    character: CharacterId
