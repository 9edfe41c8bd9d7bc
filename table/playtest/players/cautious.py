"""The one who stays alive: no blow that will hardly land, and none at all when badly hurt."""

from engine.core.commands import AcceptOutcome, Command, Wait
from engine.core.rules.awaiting import Decision
from table.playtest.acts import blows
from table.playtest.players.habits import habit
from table.playtest.seat import Seat

_LEAST_CHANCE = 0.25
_BADLY_HURT = 2


def cautious(seat: Seat) -> Command | None:
    """Strike where a breach is least likely; keep out of it with little Health left, or little chance, as long as
    somebody else fights."""
    match seat.awaited.decision:
        case Decision.ACT:
            every = blows(seat)
            if not every:
                return Wait(seat.who)
            safest = min(every, key=lambda each: (each.odds.breach, -each.harm_to_come))
            others = any(each.health > _BADLY_HURT for each in seat.view.characters if each.id != seat.who)
            hurt = seat.me.health <= _BADLY_HURT
            return Wait(seat.who) if others and (hurt or safest.odds.hit < _LEAST_CHANCE) else safest.announced()
        case Decision.REROLL:
            return AcceptOutcome()
        case _:
            return habit(seat)
