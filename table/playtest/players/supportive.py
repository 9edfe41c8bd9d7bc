"""The one who keeps the others going: heals, brings back, lends a hand, takes a blow."""

from engine.core.check import Advantage, AdvantageKind
from engine.core.commands import AddAdvantage, Command
from engine.core.rules.awaiting import Decision
from table.playtest.acts import cares
from table.playtest.players.habits import habit, strike_at, take_it
from table.playtest.seat import Seat

_BEARABLE = 3
_HURT = 3


def supportive(seat: Seat) -> Command | None:
    """Treat whoever is down or badly hurt, else strike; lend a hand to whoever rolls before."""
    match seat.awaited.decision:
        case Decision.ACT:
            patients = [pair for pair in cares(seat) if pair[0].health <= _HURT or pair[0].breakdown is not None]
            if patients:
                return min(patients, key=lambda pair: pair[0].health)[1]
            return strike_at(seat, None)
        case Decision.ROLL if seat.who not in seat.awaited.characters:
            return _helps(seat)
        case Decision.INTERPOSE:
            return take_it(seat, _BEARABLE)
        case _:
            return habit(seat)


def _helps(seat: Seat) -> Command | None:
    """One's own action, given for a die of somebody else's."""
    domain = seat.legal.advantages
    if domain is None or seat.who not in domain.helpers:
        return None
    return AddAdvantage(Advantage(AdvantageKind.HELP, "lends a hand", helper=seat.who))
