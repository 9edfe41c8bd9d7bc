"""Items used without a roll, gained, and what burns down with a scene (CORE ch. 4, Équipement et Ressources)."""

from engine.core.commands import GainItem, TakeCover, UseItem
from engine.core.events import Cause, CoverTaken, ItemGained, ItemUsed, WardGiven
from engine.core.rules import healing, health, items, people, profiles, turns
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Character, CharacterId, Item
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def works_on(item: Item) -> bool:
    """Whether an item used without a roll works on somebody: a potion, a power's ward (CORE ch. 4, Créer un objet)."""
    return item.ward > 0 or (item.heals > 0 and item.unaided)


def works_alone(item: Item) -> bool:
    """Whether it may be used on nobody: a lamp, or one more spell of a focus (CORE ch. 4, Sorts et pouvoirs)."""
    return item.besides or not (item.ward or item.heals)


def usable(actor: Character) -> tuple[Item, ...]:
    """What a PC can use without a roll: not empty, and not only a healing that needs one (CORE ch. 4)."""
    return tuple(each for each in actor.items if not items.is_empty(each) and not _needs_a_roll(each))


def _needs_a_roll(item: Item) -> bool:
    return not works_on(item) and not works_alone(item)


def patients(game: Game, user: Character, item: Item) -> tuple[CharacterId, ...]:
    """On whom it may be used: a ward for somebody else, a potion for who is hurt (CORE ch. 4, Créer un objet)."""
    drinkers = healing.hurt(game) if item.unaided and item.heals else ()
    return tuple(each.id for each in game.characters if each.id in drinkers or _wards(item, user, each))


def _wards(item: Item, user: Character, whom: Character) -> bool:
    return item.ward > 0 and whom.id != user.id and whom.health > 0


def use(unfolding: Unfolding, command: UseItem) -> Refused | None:
    """Use an item without a roll (CORE ch. 4, Créer un objet; Ressources).

    A potion, a ward or a Resource alone rolls its die now, anything else when the scene ends; a price is paid at once.
    Used on somebody, an item does all that it does on them. In a conflict it is an action.
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
    now = command.patient is not None or item.lone
    later = not now and item.resource is not None
    unfolding.happen(ItemUsed(user.id, item.id, command.purpose, command.patient, later))
    if now:
        items.roll_resource(unfolding, user.id, item.id, Cause.USE)
    items.pay_price(unfolding, user.id, item.id)
    if command.patient is not None:
        _work(unfolding, user, item, unfolding.pc(command.patient))
    return None


def _work(unfolding: Unfolding, user: Character, item: Item, patient: Character) -> None:
    if _wards(item, user, patient):
        unfolding.happen(WardGiven(patient.id, item.ward))
    if item.unaided:
        health.gain_health(unfolding, patient.id, item.heals, Cause.REMEDY)


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
    if command.patient is None:
        return None if works_alone(item) else refuse(Code.NEEDS_A_PATIENT, *patients(game, user, item), item=item.id)
    return people.unknown(game, command.patient) or _patient_refusal(game, user, item, command.patient)


def _patient_refusal(game: Game, user: Character, item: Item, whom: CharacterId) -> Refused | None:
    if not works_on(item):
        return refuse(Code.NEEDS_A_ROLL if item.heals else Code.NO_PATIENT, item=item.id)
    on, patient = patients(game, user, item), game.character(whom)
    if patient is None or whom in on:
        return None
    if patient.dead:
        return refuse(Code.DEAD, *on, character=patient.name)
    if item.ward:
        return refuse(Code.NEEDS_A_PATIENT, *on, item=item.id)
    return refuse(Code.NOT_HURT, *on, character=patient.name)


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
