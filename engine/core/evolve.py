"""What an event makes of a game. Nothing is decided or rolled here: folding the same events gives the same game."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from engine.core.events import (
    AdvantageAdded,
    BreakdownBegan,
    BreakdownDescribed,
    BreakdownEnded,
    CharacterMarked,
    CheckAnnounced,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    CheckWithdrawn,
    ClockAdvanced,
    ComplicationHappened,
    ConflictEnded,
    ConflictStarted,
    CoupReady,
    Event,
    FactEstablished,
    GameStarted,
    GearLost,
    HealthChanged,
    InspirationGranted,
    InspirationSpent,
    ResistanceRolled,
    ResourceChanged,
    ResourceRolled,
    Rested,
    RuledWithoutRoll,
    SceneEntered,
    StoryEnded,
    StressChanged,
    WoundHealed,
    WoundTaken,
)
from engine.core.state import (
    Breakdown,
    Character,
    Complication,
    ComplicationKind,
    Game,
    ItemId,
    Pending,
    RestKind,
    Roll,
    Trouble,
)
from engine.errors import BrokenLaw
from engine.story import ClockId, FactId, Progress

_LASTING_TROUBLE = (
    ComplicationKind.NEW_THREAT,
    ComplicationKind.WORSE,
    ComplicationKind.NOISE,
    ComplicationKind.EXPOSED,
)


def begin(started: GameStarted) -> Game:
    """The game that its first event makes."""
    start = started.story.start
    return Game(
        variant=started.variant,
        seed=started.seed,
        story=started.story,
        progress=Progress(scene=start),
        characters=started.characters,
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
    match event:
        case GameStarted():
            raise BrokenLaw("a game starts once")
        case CheckAnnounced():
            return replace(game, pending=Pending(event.check), waiting=event.next_up, settled=None)
        case AdvantageAdded():
            pending = _pending(game)
            check = replace(pending.check, advantages=(*pending.check.advantages, event.advantage))
            return replace(game, pending=replace(pending, check=check))
        case CheckWithdrawn():
            _pending(game)
            return _next_check(game)
        case CheckRolled() | CheckRerolled():
            return _rolled(game, event)
        case CheckSettled():
            tried = game.tried if event.check.stake in game.tried else (*game.tried, event.check.stake)
            return _next_check(replace(game, tried=tried, settled=_pending(game)))
        case ComplicationHappened():
            return _complicated(game, event.complication)
        case FactEstablished():
            return _established(game, event.fact)
        case SceneEntered():
            return _entered(game, event)
        case ClockAdvanced():
            return replace(game, progress=_clock_at(game.progress, event.clock, event.filled))
        case Rested():
            return (
                replace(game, paused=True) if event.kind is RestKind.PAUSE else _another_scene(replace(game, tried=()))
            )
        case ConflictStarted() | ConflictEnded():
            return replace(game, in_conflict=isinstance(event, ConflictStarted))
        case StoryEnded():
            return replace(game, progress=replace(game.progress, ending=event.ending), pending=None, waiting=())
        case RuledWithoutRoll():
            return replace(game, settled=None)
        case CharacterMarked() | CoupReady():
            return game
        case _:
            return _on_a_sheet(game, event)


_SheetEvent = (
    ResourceRolled
    | ResourceChanged
    | GearLost
    | HealthChanged
    | WoundTaken
    | WoundHealed
    | StressChanged
    | ResistanceRolled
    | BreakdownBegan
    | BreakdownDescribed
    | BreakdownEnded
    | InspirationGranted
    | InspirationSpent
)


def _on_a_sheet(game: Game, event: _SheetEvent) -> Game:
    who = game.character(event.character)
    if who is None:
        raise BrokenLaw(f"nobody here is called {event.character}")
    game = _with(game, _sheet_after(who, event))
    match event:
        case InspirationGranted():
            return replace(game, inspired=(*game.inspired, event.character))
        case ResourceRolled():
            return replace(game, draws=game.draws + 1)
        case ResistanceRolled():
            return replace(game, draws=game.draws + len(event.faces))
        case WoundTaken():
            return replace(game, wounds_given=game.wounds_given + 1)
        case _:
            return game


def _sheet_after(who: Character, event: _SheetEvent) -> Character:
    match event:
        case ResourceRolled() | ResourceChanged():
            return _with_die(who, event.item, event.after)
        case GearLost():
            return replace(who, items=tuple(each for each in who.items if each.id != event.item))
        case HealthChanged():
            return replace(who, health=event.after)
        case WoundTaken():
            return replace(who, wounds=(*who.wounds, event.wound))
        case WoundHealed():
            return replace(who, wounds=tuple(each for each in who.wounds if each.id != event.wound))
        case StressChanged():
            return replace(who, stress=event.after)
        case BreakdownBegan():
            return replace(who, breakdown=Breakdown.UNTOLD)
        case BreakdownDescribed():
            return replace(who, breakdown=event.breakdown)
        case BreakdownEnded():
            return replace(who, breakdown=None)
        case InspirationGranted() | InspirationSpent():
            return replace(who, inspiration=isinstance(event, InspirationGranted))
        case ResistanceRolled():
            return who
        case _:
            assert_never(event)


def _with(game: Game, changed: Character) -> Game:
    return replace(game, characters=tuple(changed if each.id == changed.id else each for each in game.characters))


def _with_die(who: Character, item: ItemId, die: int) -> Character:
    return replace(
        who,
        items=tuple(
            replace(each, resource=replace(each.resource, die=die))
            if each.id == item and each.resource is not None
            else each
            for each in who.items
        ),
    )


def _pending(game: Game) -> Pending:
    if game.pending is None:
        raise BrokenLaw("no check is on the table")
    return game.pending


def _next_check(game: Game) -> Game:
    if not game.waiting:
        return replace(game, pending=None)
    return replace(game, pending=Pending(game.waiting[0]), waiting=game.waiting[1:])


def _rolled(game: Game, event: CheckRolled | CheckRerolled) -> Game:
    coup = isinstance(event, CheckRolled) and event.coup
    roll = Roll(event.faces, event.successes, event.outcome, coup)
    return replace(game, pending=replace(_pending(game), roll=roll), draws=game.draws + len(event.faces))


def _complicated(game: Game, complication: Complication) -> Game:
    if complication.kind not in _LASTING_TROUBLE:
        return game
    return replace(game, troubles=(*game.troubles, Trouble(complication.kind, complication.note)))


def _established(game: Game, fact: FactId) -> Game:
    # RULING check.one_stake: what is learnt changes the situation, so what was tried may be tried anew; but not the
    # very stake whose outcome brought it.
    still = () if game.settled is None else (game.settled.check.stake,)
    return replace(game, progress=replace(game.progress, facts=(*game.progress.facts, fact)), tried=still)


def _entered(game: Game, event: SceneEntered) -> Game:
    if event.first:
        game = _another_scene(replace(game, visited=(*game.visited, event.scene)))
    return replace(game, progress=replace(game.progress, scene=event.scene), troubles=(), settled=None)


def _another_scene(game: Game) -> Game:
    # RULING recover.pause: a scene that is new, or an hour and more of rest, not a walk next door and back.
    return replace(game, paused=False, inspired=(), settled=None)


def _clock_at(progress: Progress, clock: ClockId, filled: int) -> Progress:
    others = tuple(each for each in progress.clocks if each[0] != clock)
    return replace(progress, clocks=(*others, (clock, filled)))
