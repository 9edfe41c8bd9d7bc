"""What most players do alike, where their policy has no word on it."""

from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    Command,
    DescribeBreakdown,
    Interpose,
    Reroll,
    RollCheck,
    Wait,
)
from engine.core.rules.awaiting import Decision
from engine.core.rules.items import protection
from engine.core.rules.stress import coup_is_ready
from engine.core.sheet import Breakdown
from engine.core.view import AdversaryFace
from table.playtest.acts import Blow, blows
from table.playtest.seat import Seat

_HIGH = 4
"""Stress from which more of it is not taken on lightly."""


def habit(seat: Seat) -> Command | None:
    """Roll, with a Coup d'éclat as soon as one is ready; a failure is rolled again where that is possible; a strike is
    left to whom it is meant for, and an action let go by where there is nothing to do."""
    match seat.awaited.decision:
        case Decision.ROLL | Decision.AVOID:
            return RollCheck(coup=may_declare_coup(seat))
        case Decision.REROLL:
            return reroll_or_accept(seat)
        case Decision.INTERPOSE:
            return None
        case Decision.BREAKDOWN:
            return DescribeBreakdown(seat.who, Breakdown.COLLAPSE)
        case _:
            return Wait(seat.who)


def may_declare_coup(seat: Seat) -> bool:
    """Whether the roll on the table may be a Coup d'éclat."""
    return coup_is_ready(seat.variant, seat.me) and RollCheck(coup=True) in seat.legal.commands


def reroll_or_accept(seat: Seat) -> Command:
    """Roll again what fell short, if that costs no more than Stress that helps or can be borne."""
    again = Reroll(inspiration=False)
    return again if again in seat.legal.commands and seat.me.stress < _HIGH else AcceptOutcome()


def take_it(seat: Seat, bearable: int) -> Command | None:
    """Step between, where the strike would cost this PC that much Health at the most and leave some, and would put the
    other out, or cost them more."""
    blow = seat.view.conflict.blow if seat.view.conflict else None
    if blow is None or blow.ally is not None:
        return None
    meant_for = next(each for each in seat.view.characters if each.id == blow.character)
    mine, theirs = (max(0, blow.damage - protection(each)[0]) for each in (seat.me, meant_for))
    worse = theirs >= meant_for.health or theirs > mine
    return Interpose(seat.who) if worse and mine <= bearable and seat.me.health > mine else None


def strike_at(seat: Seat, wanted: AdversaryFace | None) -> AnnounceCheck | Wait:
    """The best blow at one of them; at anybody where it is None; nothing where nobody can be struck."""
    every = [each for each in blows(seat) if wanted is None or each.target.id == wanted.id]
    return best(every).announced() if every else Wait(seat.who)


def best(every: list[Blow]) -> Blow:
    """The one that deals most on average; of two alike the first."""
    return max(every, key=lambda each: each.harm_to_come)


def standing(seat: Seat) -> list[AdversaryFace]:
    """Who can be struck."""
    return [each for each in seat.foes if each.held_by is None]
