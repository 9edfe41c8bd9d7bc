"""What a game waits for, and whose it is to decide: decisions are states, never callbacks (the engine's side of every
chapter)."""

from dataclasses import dataclass

from engine.choice import Choice
from engine.core.check import Avoid
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AmendCheck,
    AskSafety,
    BringSetback,
    Command,
    DescribeBreakdown,
    DescribeWound,
    GrantInspiration,
    Interpose,
    LetLand,
    Reroll,
    RollCheck,
    RollContest,
    Strike,
    WithdrawCheck,
    Yield,
)
from engine.core.rules import adversaries, people, turns
from engine.core.sheet import Breakdown, CharacterId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


class Decision(Choice):
    """What has to be decided. The last five are the turn's own, and hold nothing else up."""

    ROLL = "roll"
    AVOID = "avoid"
    REROLL = "reroll"
    CONTEST = "contest"
    BREACH = "breach"
    INTERPOSE = "interpose"
    BREAKDOWN = "breakdown"
    AMBUSH = "ambush"
    ACT = "act"
    SETBACK = "setback"
    TURN = "turn"
    END = "end"


class Seat(Choice):
    """Whose decision it is."""

    PLAYER = "player"
    GM = "gm"


@dataclass(frozen=True, slots=True)
class Awaited:
    """One decision: what, whose, and the PCs whose players decide it (none for the GM)."""

    decision: Decision
    seat: Seat
    characters: tuple[CharacterId, ...] = ()


_ANYTIME = GrantInspiration | DescribeBreakdown | DescribeWound | AskSafety
_ABOUT_THE_CHECK = AddAdvantage | AmendCheck | WithdrawCheck | RollCheck | Reroll | AcceptOutcome


def awaited(game: Game) -> tuple[Awaited, ...]:
    """The decisions that the game waits for, the first before all others (the engine's side of every chapter).

    A Breakdown without a face may be told at any time, so it comes last and holds nothing up.
    """
    if game.progress.ending is not None:
        return ()
    first = _first(game)
    untold = (each.id for each in game.characters if each.breakdown is Breakdown.UNTOLD)
    faces = (Awaited(Decision.BREAKDOWN, Seat.PLAYER, (each,)) for each in untold)
    return (*(() if first is None else (first,)), *faces)


def _first(game: Game) -> Awaited | None:
    if game.contest is not None:
        two = (game.contest.acts.actor, game.contest.resists.actor)
        return Awaited(Decision.CONTEST, Seat.PLAYER, two)
    if game.pending is not None:
        check = game.pending.check
        if game.pending.roll is not None:
            return Awaited(Decision.REROLL, Seat.PLAYER, (check.actor,))
        what = Decision.AVOID if isinstance(check.aim, Avoid) else Decision.ROLL
        return Awaited(what, Seat.PLAYER, (check.actor,))
    if game.blow is not None:
        return Awaited(Decision.INTERPOSE, Seat.PLAYER, game.blow.in_contact)
    if game.breach is not None:
        return Awaited(Decision.BREACH, Seat.GM)
    return None if game.conflict is None else _of_the_turn(game)


def _of_the_turn(game: Game) -> Awaited:
    if not people.standing(game) or not any(each.held_by is None for each in adversaries.standing(game)):
        return Awaited(Decision.END, Seat.GM)
    if turns.ambushers(game):
        return Awaited(Decision.AMBUSH, Seat.GM)
    acting = tuple([each.id for each in turns.with_an_action(game)])
    if acting:
        return Awaited(Decision.ACT, Seat.PLAYER, acting)
    return Awaited(Decision.SETBACK if turns.is_standoff(game) else Decision.TURN, Seat.GM)


def held_up(game: Game, command: Command) -> Refused | None:
    """Why a command has to wait: something else is to be decided first (the engine's side of every chapter)."""
    # A breach may stand open when a clock ends the story: nobody answers it, and advances are not held up.
    if game.progress.ending is not None or isinstance(command, _ANYTIME):
        return None
    if game.contest is not None:
        ours = isinstance(command, RollContest | Yield)
        return None if ours else refuse(Code.CONTEST_IS_PENDING)
    if game.pending is not None:
        return None if isinstance(command, _ABOUT_THE_CHECK) else refuse(Code.CHECK_IS_PENDING)
    if isinstance(command, _ABOUT_THE_CHECK):
        return None
    if game.blow is not None:
        return None if isinstance(command, Interpose | LetLand) else refuse(Code.BLOW_IS_COMING)
    if game.breach is not None:
        return None if isinstance(command, Strike | BringSetback) else refuse(Code.BREACH_IS_OPEN)
    return None
