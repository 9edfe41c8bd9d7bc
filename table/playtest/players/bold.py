"""The one who goes for the most dangerous of them, and steps in front of everybody."""

from engine.core.commands import Command
from engine.core.rules.awaiting import Decision
from table.playtest.players.habits import habit, standing, strike_at, take_it
from table.playtest.seat import Seat

_BEARABLE = 4


def bold(seat: Seat) -> Command | None:
    """Strike at whoever strikes hardest; take what others cannot bear."""
    match seat.awaited.decision:
        case Decision.ACT:
            foes = standing(seat)
            return strike_at(seat, max(foes, key=lambda each: (each.threat, each.weapon)) if foes else None)
        case Decision.INTERPOSE:
            return take_it(seat, _BEARABLE)
        case _:
            return habit(seat)
