"""What happened to the game as a whole: its scenes, facts, clocks, rests (CORE ch. 3 and 8)."""

from dataclasses import dataclass

from engine.core.sheet import Character, Variant
from engine.core.state import RestKind, SafetyKind
from engine.story import ClockId, EndingId, FactId, SceneId, Story


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game as it was set up; the first event of every game."""

    variant: Variant
    seed: str
    story: Story
    characters: tuple[Character, ...]


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
class StoryEnded:
    """The adventure has come to an ending."""

    ending: EndingId


@dataclass(frozen=True, slots=True)
class SceneCut:
    """Another scene begins in the same place: what may be done once a scene may be done again."""


@dataclass(frozen=True, slots=True)
class SafetyAsked:
    """Somebody asked for safety; a theme to avoid binds from now on."""

    kind: SafetyKind
    theme: str = ""
