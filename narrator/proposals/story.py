"""Proposals about the story: questions, ways, rests, what is told and held true, complications for a GM."""

from typing import Literal

from pydantic import Field

from engine.core import commands
from engine.core.check import ComplicationKind
from engine.core.sheet import CharacterId
from engine.core.state import RestKind
from engine.story import MarkingEvent, SceneId
from narrator.proposals.words import Line, Name, Shape


class AskPlayer(Shape):
    """A question back, with two or three things that one could do here, each as a line that could be typed."""

    question: Line
    suggestions: tuple[Line, ...] = Field(default=(), max_length=3)


class GoTo(Shape):
    """Go to another scene by a way that is open."""

    scene: Name

    def command(self) -> commands.EnterScene:
        """The command that the engine is asked."""
        return commands.EnterScene(SceneId(self.scene))


class CloseScene(Shape):
    """Recover: a pause of minutes, a scene of an hour or two, a long rest of a night."""

    rest: Literal["pause", "scene", "long"]

    def command(self) -> commands.Rest:
        """The command that the engine is asked."""
        return commands.Rest(RestKind(self.rest))


class LeaveStory(Shape):
    """The player wants to walk away from the adventure; the table asks whether they mean it."""

    def command(self) -> commands.LeaveStory:
        """The command that the engine is asked."""
        return commands.LeaveStory()


class GrantInspiration(Shape):
    """An Inspiration for a striking moment of play."""

    actor: Name
    reason: Line

    def command(self) -> commands.GrantInspiration:
        """The command that the engine is asked."""
        return commands.GrantInspiration(CharacterId(self.actor), self.reason)


class ProposeMarkingEvent(Shape):
    """Something that strikes a PC's mind, by one of the book's three degrees."""

    actor: Name
    event: MarkingEvent
    reason: Line

    def command(self) -> commands.MarkCharacter:
        """The command that the engine is asked."""
        return commands.MarkCharacter(CharacterId(self.actor), self.event, self.reason)


class RecordFact(Shape):
    """Something told that has to be held true from now on. A secret one is for the narrator alone."""

    text: Line
    tags: tuple[Name, ...] = Field(default=(), max_length=6)
    secret: bool = False


class Suggestion(Shape):
    """A complication that a GM could bring: of what kind, and how it would be told."""

    kind: ComplicationKind
    note: Line


class Suggest(Shape):
    """Three complications for a GM to choose from; nothing happens by it."""

    complications: tuple[Suggestion, ...] = Field(min_length=3, max_length=3)
