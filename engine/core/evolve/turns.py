"""Who has had their action of the turn (CORE ch. 5, Les conflits)."""

from dataclasses import replace

from engine.core.sheet import CharacterId
from engine.core.state import Game


def has_acted(game: Game, who: CharacterId, fights: bool = False) -> Game:
    """The game once a PC has acted; `fights`: against an adversary. Outside the turns of a conflict nothing changes."""
    conflict = game.conflict
    if conflict is None:
        return game
    acted = conflict.acted if who in conflict.acted else (*conflict.acted, who)
    fought = (*conflict.fought, who) if fights and who not in conflict.fought else conflict.fought
    return replace(game, conflict=replace(conflict, acted=acted, fought=fought))
