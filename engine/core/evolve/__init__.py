"""What an event makes of a game. Nothing is decided or rolled here: folding the same events gives the same game."""

from collections.abc import Iterable

from engine.core.events import CheckEvent, ConflictEvent, Event, FoeEvent, GameStarted, SheetEvent
from engine.core.evolve import checks, conflicts, foes, scenes, sheets
from engine.core.state import Game
from engine.errors import BrokenLaw
from engine.story import Progress

__all__ = ["begin", "evolve", "evolve_all", "fold"]


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
    if isinstance(event, CheckEvent):
        return checks.after(game, event)
    if isinstance(event, SheetEvent):
        return sheets.after(game, event)
    if isinstance(event, ConflictEvent):
        return conflicts.after(game, event)
    if isinstance(event, FoeEvent):
        return foes.after(game, event)
    return scenes.after(game, event)
