"""What happened as rows of text, one fact each, with the engine's numbers."""

from collections.abc import Iterator

from engine.core.check import Check, Roll
from engine.core.events import (
    CheckEvent,
    ConflictEvent,
    Event,
    FactEstablished,
    FoeEvent,
    Rested,
    RuledWithoutRoll,
    SceneEntered,
    SceneEvent,
    StoryEnded,
)
from engine.core.state import Game
from table.terminal.facts import checks, conflicts, foes, scenes, sheets
from table.terminal.facts.saying import Cast, Saying
from table.terminal.names import Names
from table.terminal.screen import Row
from table.words import Words

_TOLD = (RuledWithoutRoll, FactEstablished, SceneEntered, Rested, StoryEnded)
"""What prose and titles tell by themselves where somebody plays; a turn that nobody told is shown with them."""


class Facts:
    """Rows of events, in the interface's language; `said`: for a screen reader, sentences in place of signs."""

    def __init__(self, names: Names, said: bool, sleep: str) -> None:
        self.names = names
        self.sleep = sleep
        """What one types to rest a night: in the narration's language, which may be another."""
        self.said = said
        self.words = Words(names.language, "facts")

    def events(self, before: Game | None, events: tuple[Event, ...], untold: bool = False) -> list[Row]:
        """What happened, in numbers; `before` is the game in which it did, None for a new one."""
        saying = self.saying(before, events)
        return [row for event in events if untold or not isinstance(event, _TOLD) for row in _rows(saying, event)]

    def saying(self, game: Game | None, events: tuple[Event, ...] = ()) -> Saying:
        """What rows are made with in a game."""
        return Saying(self.words, self.names, self.said, self.sleep, game, Cast.of(game, events))

    def roll(self, game: Game, check: Check, roll: Roll) -> Row:
        """The dice that lie on the table, and what they come to."""
        return checks.dice(self.saying(game), check, roll, self.words("dice_fell"))

    def ending(self, events: tuple[Event, ...]) -> str:
        """The title of the ending that has come; empty when none has."""
        came = next((each for each in events if isinstance(each, StoryEnded)), None)
        return "" if came is None else scenes.ending(self.saying(None), came.ending)

    def breakdown_question(self, who: str) -> str:
        """The question put to the player whose PC breaks down."""
        return sheets.breakdown_question(self.saying(None), who)


def _rows(saying: Saying, event: Event) -> Iterator[Row]:
    if isinstance(event, CheckEvent):
        return checks.rows(saying, event)
    if isinstance(event, SceneEvent):
        return scenes.rows(saying, event)
    if isinstance(event, ConflictEvent):
        return conflicts.rows(saying, event)
    if isinstance(event, FoeEvent):
        return foes.rows(saying, event)
    return sheets.rows(saying, event)
