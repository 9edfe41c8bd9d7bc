"""What is asked of the engine. A command may be refused; it never changes anything by itself."""

from dataclasses import dataclass

from engine.core.state import (
    Advantage,
    Breakdown,
    Character,
    CharacterId,
    Check,
    RestKind,
    Variant,
)
from engine.story import FactId, MarkingEvent, SceneId, Story


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin: one or more characters in a story, under one variant, with a seed (any text) for the dice."""

    variant: Variant
    seed: str
    story: Story
    characters: tuple[Character, ...]


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
class GrantInspiration:
    """Grant a PC the Inspiration, for a striking moment of play (CORE ch. 2, L'Inspiration)."""

    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class MarkCharacter:
    """A marking event strikes a PC (CORE ch. 3, Ce qui fait monter le Stress)."""

    character: CharacterId
    event: MarkingEvent
    reason: str


@dataclass(frozen=True, slots=True)
class Suffer:
    """A PC takes `damage`, 1 or more (CORE ch. 3, La Santé)."""

    character: CharacterId
    damage: int
    reason: str


@dataclass(frozen=True, slots=True)
class DescribeBreakdown:
    """The player says how their PC breaks down (CORE ch. 3, Rupture)."""

    character: CharacterId
    breakdown: Breakdown


@dataclass(frozen=True, slots=True)
class Rest:
    """Recover for a while; in the story's refuge for a night (CORE ch. 3, Récupérer)."""

    kind: RestKind


@dataclass(frozen=True, slots=True)
class EnterScene:
    """Go to another scene by a way that is open."""

    scene: SceneId


@dataclass(frozen=True, slots=True)
class StartConflict:
    """An adversary strikes back or is about to: from now on no roll is rolled again (CORE ch. 5)."""


@dataclass(frozen=True, slots=True)
class EndConflict:
    """No adversary can strike back any more; the variant says what recovers (CORE ch. 3, Fin de conflit)."""


@dataclass(frozen=True, slots=True)
class LeaveStory:
    """The players walk away from the adventure."""


Command = (
    AnnounceCheck
    | AnnounceEach
    | AddAdvantage
    | WithdrawCheck
    | RollCheck
    | Reroll
    | AcceptOutcome
    | RuleWithoutRoll
    | GrantInspiration
    | MarkCharacter
    | Suffer
    | DescribeBreakdown
    | Rest
    | EnterScene
    | StartConflict
    | EndConflict
    | LeaveStory
)
