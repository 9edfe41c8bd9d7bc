"""What an event makes of a game. Nothing is decided or rolled here: folding the same events gives the same game."""

from collections.abc import Callable, Iterable
from typing import Any, get_args

from engine.core.events import CheckEvent, ConflictEvent, Event, FoeEvent, GameStarted, SceneEvent, SheetEvent
from engine.core.evolve import checks, conflicts, foes, scenes, sheets
from engine.core.state import Game
from engine.errors import BrokenLaw
from engine.story import Progress

__all__ = ["begin", "evolve", "evolve_all", "fold"]


# By the event's type at once: asking each chapter in turn costs more than most events do.
_CHAPTER: dict[type[Event], Callable[[Game, Any], Game]] = {
    kind: after
    for events, after in (
        (CheckEvent, checks.after),
        (SheetEvent, sheets.after),
        (ConflictEvent, conflicts.after),
        (FoeEvent, foes.after),
        (SceneEvent, scenes.after),
    )
    for kind in get_args(events)
}


def begin(started: GameStarted) -> Game:
    """The game that its first event makes."""
    start = started.story.start
    return Game(
        variant=started.variant,
        seed=started.seed,
        story=started.story,
        progress=Progress(scene=start),
        characters=started.characters,
        wounds_given=sum(len(each.wounds) for each in started.characters),
    )


def fold(events: Iterable[Event]) -> Game:
    """The game that a whole record of events makes; its first event is GameStarted. Raises BrokenLaw otherwise."""
    every = iter(events)
    started = next(every, None)
    if not isinstance(started, GameStarted):
        raise BrokenLaw("a game's first event is GameStarted")
    return evolve_all(begin(started), every)


def evolve_all(game: Game, events: Iterable[Event]) -> Game:
    """The game after several events, in order. Raises BrokenLaw as `evolve` does."""
    for event in events:
        game = evolve(game, event)
    return game


def evolve(game: Game, event: Event) -> Game:
    """The game after one event. Raises BrokenLaw when the event cannot have happened in it."""
    return _CHAPTER[type(event)](game, event)
