"""The one who finishes what was begun."""

from engine.core.commands import Command
from engine.core.rules.awaiting import Decision
from table.playtest.players.habits import habit, standing, strike_at
from table.playtest.seat import Seat


def focused(seat: Seat) -> Command | None:
    """Strike at whoever has the least Health left: one adversary less strikes no more."""
    if seat.awaited.decision is not Decision.ACT:
        return habit(seat)
    foes = standing(seat)
    return strike_at(seat, min(foes, key=lambda each: (each.health, -each.threat)) if foes else None)
