"""What the events of the whole game make of it: scenes, facts, clocks, rests (CORE ch. 3 and 8)."""

from dataclasses import replace
from typing import assert_never

from engine.changing import changed
from engine.core.events import (
    ClockAdvanced,
    FactEstablished,
    GameStarted,
    Rested,
    SafetyAsked,
    SceneCut,
    SceneEntered,
    SceneEvent,
    StoryEnded,
)
from engine.core.state import Game, RestKind, SafetyKind
from engine.errors import BrokenLaw
from engine.story import ClockId, FactId, Progress


def after(game: Game, event: SceneEvent) -> Game:
    """The game after one event of the whole game."""
    match event:
        case FactEstablished():
            return _established(game, event.fact)
        case ClockAdvanced():
            return changed(game, progress=_clock_at(game.progress, event.clock, event.filled))
        case SceneEntered():
            return _entered(game, event)
        case SceneCut():
            return _another_scene(game)
        case Rested():
            if event.kind is RestKind.PAUSE:
                return changed(game, paused=True)
            return _another_scene(changed(game, tried=()))
        case SafetyAsked():
            binds = event.kind is SafetyKind.AVOID and event.theme not in game.avoided
            return changed(game, avoided=(*game.avoided, event.theme)) if binds else game
        case StoryEnded():
            return changed(
                game, progress=replace(game.progress, ending=event.ending), pending=None, waiting=(), contest=None
            )
        case GameStarted():
            raise BrokenLaw("a game starts once")
        case _:
            assert_never(event)


def _established(game: Game, fact: FactId) -> Game:
    # RULING check.one_stake: what is learnt changes the situation, so what was tried may be tried anew; but not the
    # very stake whose outcome brought it.
    still = () if game.settled is None else (game.settled.check.stake,)
    return changed(game, progress=replace(game.progress, facts=(*game.progress.facts, fact)), tried=still)


def _entered(game: Game, event: SceneEntered) -> Game:
    if event.first:
        game = _another_scene(changed(game, visited=(*game.visited, event.scene)))
    # Adversaries stay where they were; what looms and who comes along does not.
    return changed(
        game,
        progress=replace(game.progress, scene=event.scene),
        troubles=(),
        settled=None,
        adversaries=(),
        characters=tuple(changed(each, cover=0) if each.cover else each for each in game.characters),
    )


def _another_scene(game: Game) -> Game:
    # RULING recover.pause: a scene that is new, or an hour and more of rest, not a walk next door and back.
    return changed(
        game,
        paused=False,
        inspired=(),
        settled=None,
        treated=(),
        comforted=(),
        lit=(),
        # RULING danger.stress_once: a calamity stays the same danger from scene to scene, as long as it looms.
        struck=tuple(each for each in game.struck if _looms(game, each[0])),
        characters=tuple(changed(each, ward=0) if each.ward else each for each in game.characters),
    )


def _looms(game: Game, source: str) -> bool:
    return any(source.startswith(f"{each.calamity.id}/") for each in game.calamities)


def _clock_at(progress: Progress, clock: ClockId, filled: int) -> Progress:
    others = tuple(each for each in progress.clocks if each[0] != clock)
    return replace(progress, clocks=(*others, (clock, filled)))
