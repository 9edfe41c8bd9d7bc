"""The one who looks ahead: every blow weighed, with exact odds, by what it takes and by what it lays open."""

from engine.core.commands import Command, Wait
from engine.core.rules.awaiting import Decision
from engine.core.rules.items import protection
from table.playtest.acts import Blow, blows, cares
from table.playtest.players.habits import habit, take_it
from table.playtest.seat import Seat

_BEARABLE = 3
_STRIKES_SPARED = 1.5
"""For how many more strikes an adversary is counted on who stays up."""
_OUT = 0
_TOO_MUCH = 3.0
"""How much worse it is to lose the Health that one has not got."""


def looking_ahead(seat: Seat) -> Command | None:
    """The blow whose worth, Health taken and strikes spared against Health laid open, is the greatest; somebody out of
    action is brought round before that, where nobody would be felled."""
    match seat.awaited.decision:
        case Decision.ACT:
            every = blows(seat)
            down = [announced for patient, announced in cares(seat) if patient.health == _OUT]
            if not every:
                return down[0] if down else Wait(seat.who)
            worths = {_worth(seat, each): each for each in reversed(every)}
            greatest = worths[max(worths)]
            return down[0] if down and greatest.fells < _SURE else greatest.announced()
        case Decision.INTERPOSE:
            return take_it(seat, _BEARABLE)
        case _:
            return habit(seat)


_SURE = 0.5


def _worth(seat: Seat, blow: Blow) -> float:
    """What a blow is worth in Health: dealt, and not lost again."""
    mine = seat.me
    harm = max(0, blow.target.weapon - protection(mine)[0])
    spared = blow.fells * harm * _STRIKES_SPARED
    strikes_back = blow.target.attacks > 0
    cost = float(blow.odds.breach) * harm if strikes_back else 0.0
    return blow.harm_to_come + spared - cost * (_TOO_MUCH if harm >= mine.health else 1.0)
