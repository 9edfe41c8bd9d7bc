"""Items used without a roll, gained, and what burns down with a scene (CORE ch. 4, Équipement et Ressources)."""

from engine.core.commands import GainItem, TakeCover, UseItem
from engine.core.events import Cause, CoverTaken, ItemGained, ItemUsed, WardGiven
from engine.core.rules import health, items, people, profiles, turns
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Character, CharacterId, Item
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def works_on(item: Item) -> bool:
    """Whether an item used without a roll works on somebody: a potion, a power's ward (CORE ch. 4, Créer un objet)."""
    return item.ward > 0 or (item.heals > 0 and item.unaided)


def usable(actor: Character) -> tuple[Item, ...]:
    """What a PC can use without a roll: not empty, and no healing that needs one (CORE ch. 4)."""
    return tuple(each for each in actor.items if not items.is_empty(each) and not _needs_a_roll(each))


def _needs_a_roll(item: Item) -> bool:
    return item.heals > 0 and not item.unaided


def patients(game: Game, user: Character, item: Item) -> tuple[CharacterId, ...]:
    """On whom it may be used: anybody alive, but a ward is lent to somebody else (CORE ch. 4, Sorts et pouvoirs)."""
    living = (each for each in game.characters if not each.dead)
    if item.ward > 0:
        return tuple(each.id for each in living if each.id != user.id and each.health > 0)
    return tuple(each.id for each in living) if works_on(item) else ()


def use(unfolding: Unfolding, command: UseItem) -> Refused | None:
    """Use an item without a roll (CORE ch. 4, Créer un objet; Ressources).

    A potion, a ward or a Resource alone rolls its die now, anything else when the scene ends; a price is paid at once.
    In a conflict it is an action.
    """
    game = unfolding.game
    refusal = people.unknown(game, command.character)
    if refusal is not None:
        return refusal
    user = unfolding.pc(command.character)
    refusal = people.cannot_act(user) or turns.action_refusal(game, user) or _use_refusal(game, user, command)
    if refusal is not None:
        return refusal
    item = user.item(command.item)
    assert item is not None
    now = works_on(item) or item.lone
    later = not now and item.resource is not None
    unfolding.happen(ItemUsed(user.id, item.id, command.purpose, command.patient, later))
    if now:
        items.roll_resource(unfolding, user.id, item.id, Cause.USE)
    items.pay_price(unfolding, user.id, item.id)
    if command.patient is not None and item.ward:
        unfolding.happen(WardGiven(command.patient, item.ward))
    elif command.patient is not None:
        health.gain_health(unfolding, command.patient, item.heals, Cause.REMEDY)
    return None


def _use_refusal(game: Game, user: Character, command: UseItem) -> Refused | None:
    ready = tuple(each.id for each in usable(user))
    item = user.item(command.item)
    if item is None:
        return refuse(Code.NO_SUCH_ITEM, *ready, character=user.name, item=command.item)
    if items.is_empty(item):
        return refuse(Code.ITEM_IS_EMPTY, *ready, item=item.id)
    if _needs_a_roll(item):
        return refuse(Code.NEEDS_A_ROLL, *ready, item=item.id)
    if not command.purpose.strip():
        return refuse(Code.REASON_MISSING, what="purpose")
    on = patients(game, user, item)
    if command.patient is None:
        return refuse(Code.NEEDS_A_PATIENT, *on, item=item.id) if works_on(item) else None
    if not works_on(item):
        return refuse(Code.NO_PATIENT, item=item.id)
    return None if command.patient in on else refuse(Code.NEEDS_A_PATIENT, *on, item=item.id)


def gain(unfolding: Unfolding, command: GainItem) -> Refused | None:
    """A PC comes by an item (CORE ch. 4, Équipement)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.dead:
        return refuse(Code.DEAD, character=who.name)
    if who.item(command.item.id) is not None:
        return refuse(Code.ALREADY_HELD, character=who.name, item=command.item.id)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    refusal = profiles.item_refusal(command.item)
    if refusal is None:
        unfolding.happen(ItemGained(who.id, command.item, command.reason))
    return refusal


def take_cover(unfolding: Unfolding, command: TakeCover) -> Refused | None:
    """Cover gives a PC Protection 1 to 3; the highest of all counts (CORE ch. 5, Couvert)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    refusal = people.is_down(unfolding.pc(command.character))
    if refusal is None and not 0 <= command.protection <= 3:
        refusal = refuse(Code.BAD_COVER, "0", "1", "2", "3")
    if refusal is None:
        unfolding.happen(CoverTaken(command.character, command.protection))
    return refusal
