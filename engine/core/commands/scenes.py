"""What is asked about the game as a whole: begin, move on, rest, leave, and what everybody may ask (CORE ch. 3, 8)."""

from dataclasses import dataclass

from engine.core.sheet import Character, CharacterId, Variant
from engine.core.state import RestKind, SafetyKind
from engine.story import SceneId, Story


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin: one or more characters in a story, under one variant, with a seed (any text) for the dice."""

    variant: Variant
    seed: str
    story: Story
    characters: tuple[Character, ...]


@dataclass(frozen=True, slots=True)
class Care:
    """Medical care for a patient: who heals, None for somebody who is no PC, and the supplies (CORE ch. 3)."""

    patient: CharacterId
    supplies: str
    healer: CharacterId | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """Recover for a while; in the story's refuge for a night (CORE ch. 3, Récupérer).

    A scene or a night may be `care` for some, instead of their rest.
    """

    kind: RestKind
    care: tuple[Care, ...] = ()


@dataclass(frozen=True, slots=True)
class EnterScene:
    """Go to another scene by a way that is open."""

    scene: SceneId


@dataclass(frozen=True, slots=True)
class CutScene:
    """The GM cuts: what follows, in the same place, is another scene (CORE ch. 8, Le rythme)."""


@dataclass(frozen=True, slots=True)
class LeaveStory:
    """The players walk away from the adventure."""


@dataclass(frozen=True, slots=True)
class AskSafety:
    """Anyone asks for a theme to be left out, or for a pause, an ellipsis, softer words (CORE ch. 8, Le rythme)."""

    kind: SafetyKind
    theme: str = ""
