"""Whatever may be done, all alike likely: the player who finds what nobody thought of."""

from engine.core.commands import AcceptOutcome, Command, DescribeBreakdown, Interpose, Reroll, RollCheck, Wait
from engine.core.rules.awaiting import Decision
from engine.core.sheet import Breakdown
from table.playtest.acts import blows, cares, manoeuvres
from table.playtest.seat import Seat


def by_chance(seat: Seat) -> Command | None:
    """One of the things that can be done now."""
    match seat.awaited.decision:
        case Decision.ROLL | Decision.AVOID:
            return seat.chance.choice([each for each in seat.legal.commands if isinstance(each, RollCheck)])
        case Decision.REROLL:
            again = [each for each in seat.legal.commands if isinstance(each, Reroll)]
            return seat.chance.choice([AcceptOutcome(), *again])
        case Decision.INTERPOSE:
            return seat.chance.choice([Interpose(seat.who), None])
        case Decision.BREAKDOWN:
            told = [each for each in Breakdown if each is not Breakdown.UNTOLD]
            return DescribeBreakdown(seat.who, seat.chance.choice(told))
        case _:
            return seat.chance.choice(_acts(seat))


def _acts(seat: Seat) -> list[Command]:
    struck = [each.announced() for each in blows(seat)]
    return [*struck, *manoeuvres(seat), *(each for _, each in cares(seat)), Wait(seat.who)]
