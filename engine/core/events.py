"""What happened. An event holds faces and results, never a formula; folded, events are the game."""

from dataclasses import dataclass

from engine.choice import Choice
from engine.core.state import (
    Advantage,
    Breakdown,
    Character,
    CharacterId,
    Check,
    Complication,
    ItemId,
    Outcome,
    RestKind,
    Variant,
    Wound,
    WoundId,
)
from engine.story import ClockId, EndingId, FactId, MarkingEvent, SceneId, Story


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


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game as it was set up; the first event of every game."""

    variant: Variant
    seed: str
    story: Story
    characters: tuple[Character, ...]


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
class ComplicationHappened:
    """The complication that was committed before the roll takes place."""

    actor: CharacterId
    complication: Complication


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
class RuledWithoutRoll:
    """An action ended without a roll."""

    actor: CharacterId
    action: str
    succeeds: bool
    why: str
    would_need: str = ""


@dataclass(frozen=True, slots=True)
class FactEstablished:
    """Something of the story is true from now on, and known."""

    fact: FactId


@dataclass(frozen=True, slots=True)
class SceneEntered:
    """Play is in that scene, `first` when it was never there before."""

    scene: SceneId
    first: bool = False


@dataclass(frozen=True, slots=True)
class ClockAdvanced:
    """A clock moved; `filled` of `size` segments."""

    clock: ClockId
    filled: int
    size: int


@dataclass(frozen=True, slots=True)
class Rested:
    """The group recovered for a while."""

    kind: RestKind


@dataclass(frozen=True, slots=True)
class ConflictStarted:
    """A conflict is under way."""


@dataclass(frozen=True, slots=True)
class ConflictEnded:
    """The conflict is over."""


@dataclass(frozen=True, slots=True)
class StoryEnded:
    """The adventure has come to an ending."""

    ending: EndingId


Event = (
    GameStarted
    | CheckAnnounced
    | AdvantageAdded
    | CheckWithdrawn
    | CheckRolled
    | CheckRerolled
    | CheckSettled
    | ResourceRolled
    | ResourceChanged
    | ComplicationHappened
    | GearLost
    | HealthChanged
    | WoundTaken
    | WoundHealed
    | StressChanged
    | CharacterMarked
    | ResistanceRolled
    | CoupReady
    | BreakdownBegan
    | BreakdownDescribed
    | BreakdownEnded
    | InspirationGranted
    | InspirationSpent
    | RuledWithoutRoll
    | FactEstablished
    | SceneEntered
    | ClockAdvanced
    | Rested
    | ConflictStarted
    | ConflictEnded
    | StoryEnded
)
