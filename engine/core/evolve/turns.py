"""Who has had their action of the turn (CORE ch. 5, Les conflits)."""

from engine.changing import changed
from engine.core.sheet import CharacterId
from engine.core.state import Conflict, Game, Side


def has_acted(game: Game, who: CharacterId, fights: bool = False) -> Game:
    """The game once a PC has acted; `fights`: against an adversary, or in the way of its strike.

    Outside the turns of a conflict nothing changes.
    """
    conflict = game.conflict
    return game if conflict is None else changed(game, conflict=turn_of(conflict, who, fights))


def turn_of(conflict: Conflict, who: CharacterId, fights: bool = False) -> Conflict:
    """The turn once a PC has acted in it."""
    acted = conflict.acted if who in conflict.acted else (*conflict.acted, who)
    fought = (*conflict.fought, who) if fights and who not in conflict.fought else conflict.fought
    return changed(conflict, acted=acted, fought=fought)


def loses_an_action(game: Game, who: CharacterId) -> Game:
    """The game once a PC is frozen: this turn's action is lost, or the next one's where this turn has none left."""
    conflict = game.conflict
    if conflict is None or who in conflict.frozen:
        return game
    if who not in conflict.acted and conflict.ambush is not Side.NPCS:
        return has_acted(game, who)
    return changed(game, conflict=changed(conflict, frozen=(*conflict.frozen, who)))
