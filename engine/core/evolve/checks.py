"""What the events of rolls make of a game (CORE ch. 2, Les jets)."""

from dataclasses import replace
from typing import assert_never

from engine.changing import changed
from engine.core.check import (
    Against,
    Avoid,
    BringBack,
    Check,
    Complication,
    ComplicationKind,
    Pending,
    Roll,
    Treat,
)
from engine.core.events import (
    AdvantageAdded,
    CheckAmended,
    CheckAnnounced,
    CheckEvent,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    CheckWithdrawn,
    ComplicationHappened,
    ContestAnnounced,
    ContestRolled,
    ContestYielded,
    RuledWithoutRoll,
)
from engine.core.evolve.turns import has_acted, turn_of
from engine.core.state import Game, Trouble
from engine.errors import BrokenLaw

_LASTING_TROUBLE = (
    ComplicationKind.NEW_THREAT,
    ComplicationKind.WORSE,
    ComplicationKind.NOISE,
    ComplicationKind.EXPOSED,
)


_TRIED_AGAIN = (Avoid, Treat, BringBack)


def after(game: Game, event: CheckEvent) -> Game:
    """The game after one event of a roll."""
    match event:
        case CheckAnnounced():
            return changed(game, pending=Pending(event.check), waiting=event.next_up, settled=None)
        case CheckRolled():
            return _fell(game, event)
        case CheckRerolled():
            return _fell_again(game, event)
        case CheckSettled():
            return _settled(game, event.check)
        case ComplicationHappened():
            return _complicated(game, event.complication)
        case AdvantageAdded():
            pending = _pending(game)
            check = replace(pending.check, advantages=(*pending.check.advantages, event.advantage))
            return changed(game, pending=Pending(check, pending.roll))
        case CheckAmended():
            return _amended(game, event)
        case CheckWithdrawn():
            _pending(game)
            return changed(game, **_next_check(game))
        case RuledWithoutRoll():
            return has_acted(changed(game, settled=None), event.actor)
        case ContestAnnounced():
            return changed(game, contest=event.contest, settled=None)
        case ContestRolled():
            if game.contest is None:
                raise BrokenLaw("nobody opposes anybody")
            actor = game.contest.acts.actor
            fell = len(event.acts) + len(event.resists)
            return has_acted(changed(game, contest=None, draws=game.draws + fell), actor)
        case ContestYielded():
            return _yielded(game, event)
        case _:
            assert_never(event)


def _yielded(game: Game, event: ContestYielded) -> Game:
    contest = game.contest
    if contest is None:
        raise BrokenLaw("nobody opposes anybody")
    game = changed(game, contest=None)
    # Who acts and gives in has not acted; what the other gives in to is done.
    return game if event.character == contest.acts.actor else has_acted(game, contest.acts.actor)


def _pending(game: Game) -> Pending:
    if game.pending is None:
        raise BrokenLaw("no check is on the table")
    return game.pending


def _next_check(game: Game) -> dict[str, object]:
    """What is on the table once the present check is done with."""
    if not game.waiting:
        return {"pending": None}
    return {"pending": Pending(game.waiting[0]), "waiting": game.waiting[1:]}


def _amended(game: Game, event: CheckAmended) -> Game:
    pending = _pending(game)
    check = replace(
        pending.check,
        attribute=event.attribute,
        specialty=event.specialty,
        hindering=event.hindering,
        disadvantage=event.disadvantage,
        disadvantage_reason=event.disadvantage_reason,
    )
    return changed(game, pending=Pending(check, pending.roll))


def _fell(game: Game, event: CheckRolled) -> Game:
    check, conflict = _pending(game).check, game.conflict
    # Avoiding is no action (CORE ch. 5, La brèche).
    if conflict is not None and not isinstance(check.aim, Avoid):
        conflict = turn_of(conflict, event.actor, fights=isinstance(check.aim, Against))
    roll = Roll(event.faces, event.successes, event.outcome, event.coup)
    return changed(game, pending=Pending(check, roll), conflict=conflict, draws=game.draws + len(event.faces))


def _fell_again(game: Game, event: CheckRerolled) -> Game:
    roll = Roll(event.faces, event.successes, event.outcome)
    return changed(game, pending=Pending(_pending(game).check, roll), draws=game.draws + len(event.faces))


def _settled(game: Game, check: Check) -> Game:
    tried = game.tried
    if _closes(game, check) and check.stake not in tried:
        tried = (*tried, check.stake)
    return changed(game, tried=tried, settled=_pending(game), **_next_check(game))


def _closes(game: Game, check: Check) -> bool:
    """Whether the stake is tried once and for all, as things stand (CORE ch. 2).

    A blow moves the fight on, what strikes again is avoided again, and a patient or a broken-down friend may be helped
    anew: those have limits of their own.
    """
    if isinstance(check.aim, _TRIED_AGAIN):
        return False
    return not (game.in_conflict and isinstance(check.aim, Against))


def _complicated(game: Game, complication: Complication) -> Game:
    if complication.kind not in _LASTING_TROUBLE:
        return game
    return changed(game, troubles=(*game.troubles, Trouble(complication.kind, complication.note)))
