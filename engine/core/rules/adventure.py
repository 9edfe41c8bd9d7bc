"""What a game does to its story: facts come out, clocks move, endings come (the engine's side of a scenario)."""

from engine.core.events import ClockAdvanced, FactEstablished, SceneEntered, StoryEnded
from engine.core.rules import items, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game, RestKind
from engine.ruling import Code, Refused, refuse
from engine.story import Clock, ClockId, Fact, FactId, SceneId, clock, fact, holds, next_fact, reached


def enter(unfolding: Unfolding, scene: SceneId) -> None:
    """Play moves to a scene; what was lit for the last one has burnt (the engine's side of a scenario; CORE ch. 4)."""
    first = scene not in unfolding.game.visited
    if first:
        items.burn_down(unfolding)
    unfolding.happen(SceneEntered(scene, first))


def establish(unfolding: Unfolding, wanted: FactId) -> None:
    """A fact becomes true, once; a marking one strikes every PC there and awake (CORE ch. 3, Le Stress)."""
    found = fact(unfolding.game.story, wanted)
    if found is None or wanted in unfolding.game.progress.facts:
        return
    unfolding.happen(FactEstablished(wanted))
    if found.marks is not None:
        for character in unfolding.game.characters:
            if character.health > 0:
                stress.mark(unfolding, character.id, found.marks, found.id)


def advance(unfolding: Unfolding, wanted: ClockId, segments: int = 1) -> None:
    """Move a clock on, up to its last segment (the engine's side of a scenario)."""
    found = clock(unfolding.game.story, wanted)
    if found is None:
        return
    before = unfolding.game.progress.filled(wanted)
    after = min(found.size, before + segments)
    if after > before:
        unfolding.happen(ClockAdvanced(wanted, after, found.size))


def untold(game: Game, note: str, moves: ClockId | None, what: str) -> Refused | None:
    """Why something does not happen in the story: no words for it, or a clock of no story (the engine's side)."""
    if not note.strip():
        return refuse(Code.REASON_MISSING, what=what)
    if moves is not None and clock(game.story, moves) is None:
        return refuse(Code.NO_SUCH_CLOCK, *(each.id for each in game.story.clocks), clock=moves)
    return None


def note_failure(unfolding: Unfolding) -> None:
    """A failed check moves each clock that failures move (CORE ch. 1: a consequence, never a dead end)."""
    for each in unfolding.game.story.clocks:
        if each.on_failure:
            advance(unfolding, each.id)


def let_time_pass(unfolding: Unfolding, kind: RestKind) -> None:
    """An hour or a night of rest moves the clocks by what the story says, a pause none (the engine's side)."""
    for each in unfolding.game.story.clocks:
        advance(unfolding, each.id, _segments(each, kind))


def _segments(each: Clock, kind: RestKind) -> int:
    return {RestKind.PAUSE: 0, RestKind.SCENE: each.on_scene_of_rest, RestKind.LONG: each.on_long_rest}[kind]


def follow_up(unfolding: Unfolding) -> None:
    """Whatever has come of itself: facts whose trigger holds, in turn, then the ending (the engine's side)."""
    while (found := next_fact(unfolding.game.story, unfolding.game.progress)) is not None:
        establish(unfolding, found.id)
    if unfolding.game.progress.ending is None:
        ending = reached(unfolding.game.story, unfolding.game.progress)
        if ending is not None:
            unfolding.happen(StoryEnded(ending.id))


def attainable(game: Game) -> tuple[FactId, ...]:
    """The facts that somebody may establish now (the engine's side): not true, no trigger, their condition met."""
    return tuple(each.id for each in game.story.facts if each.when is None and _may_come_out(game, each))


def _may_come_out(game: Game, wanted: Fact) -> bool:
    here = not wanted.scenes or game.progress.scene in wanted.scenes
    return here and wanted.id not in game.progress.facts and holds(game.story, game.progress, wanted.only_when)
