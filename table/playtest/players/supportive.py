"""The one who keeps the others going: heals, brings back, lends a hand, takes a blow."""

from engine.core.check import Advantage, AdvantageKind
from engine.core.commands import AddAdvantage, Command
from engine.core.rules.awaiting import Decision
from table.playtest.acts import blows, cares
from table.playtest.players.habits import best, habit, strike_at, take_it
from table.playtest.seat import Seat

_BEARABLE = 3
_HURT = 3


def supportive(seat: Seat) -> Command | None:
    """Treat whoever is down or badly hurt, else help whoever strikes better, else strike."""
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
    """One's own action, given for a die of somebody else's, where one's own blow would hardly land."""
    domain = seat.legal.advantages
    if domain is None or seat.who not in domain.helpers or seat.view.pending is None:
        return None
    own = [*blows(seat)]
    if own and best(own).odds.hit >= _WORTH_STRIKING:
        return None
    return AddAdvantage(Advantage(AdvantageKind.HELP, "lends a hand", helper=seat.who))


_WORTH_STRIKING = 0.5
