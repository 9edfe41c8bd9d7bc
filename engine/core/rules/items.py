"""Gear in use: Resources that wear out, protections, prices, items used without a roll (CORE ch. 4)."""

from engine.core.check import Attack, Check, Effort, Treat, Wear
from engine.core.events import BlowLanded, Cause, GearLost, ResourceChanged, ResourceRolled
from engine.core.rules import health, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import price_is_health, stress_of
from engine.core.sheet import Character, CharacterId, Item, ItemId
from engine.story import MarkingEvent

BARE_HANDS = 1
"""Damage of a blow without a weapon (CORE ch. 5, Attaquer et blesser)."""
STEPS = (0, 4, 6, 8, 10, 12)
"""The dice of a Resource, from empty up (CORE ch. 4, Ressources)."""


def step(die: int, by: int, maximum: int) -> int:
    """A Resource die moved `by` steps, within empty and its maximum (CORE ch. 4, Ressources and Recharger)."""
    place = STEPS.index(die) + by
    return min(STEPS[max(0, min(len(STEPS) - 1, place))], maximum)


def is_empty(item: Item) -> bool:
    """Whether the item has a Resource and nothing is left of it: it works no more (CORE ch. 4, Épuisée)."""
    return item.resource is not None and item.resource.die == 0


def gives_a_die(item: Item) -> bool:
    """Whether it may count as a TOOL: for its precise use, or a Resource alone when it helps (CORE ch. 4)."""
    return item.helps or item.lone


def wearable(character: Character) -> tuple[ItemId, ...]:
    """The items that a complication can wear: those with a die left (GM's sheet, Complications)."""
    return tuple(each.id for each in character.items if each.resource is not None and each.resource.die > 0)


def used(terms: Check | Effort) -> tuple[ItemId, ...]:
    """The items of an action whose dice roll, each once: those used, the weapon, the remedy (CORE ch. 4, Ressources).

    RULING: a tool that counts as an advantage is used, so its Resource die rolls too.
    """
    tools = (each.item for each in terms.advantages if each.item is not None)
    if isinstance(terms, Effort):
        main = terms.weapon
    elif isinstance(terms.aim, Attack):
        main = terms.aim.weapon
    else:
        main = terms.aim.remedy if isinstance(terms.aim, Treat) else None
    return tuple(dict.fromkeys((*terms.items, *(() if main is None else (main,)), *tools)))


def damage(weapon: Item | None) -> int:
    """Damage of a blow before Protection: the weapon's, 1 with bare hands (CORE ch. 4 and 5).

    RULING pvp: what fells an NPC outright and has no damage of its own is worth bare hands against a PC.
    """
    return BARE_HANDS if weapon is None else max(BARE_HANDS, weapon.weapon)


def protection(character: Character) -> tuple[int, ItemId | None]:
    """The Protection that counts, and the item that gives it: the highest of all, cover included (CORE ch. 4 and 5).

    RULING resource.protection: of two alike, what does not wear out comes first.
    """
    best, giver, wears = max(character.cover, character.ward), None, False
    for item in character.items:
        better = item.protection > best or (item.protection == best and wears and item.resource is None)
        if item.protection and better and not is_empty(item):
            best, giver, wears = item.protection, item.id, item.resource is not None
    return best, giver


def land(unfolding: Unfolding, who: CharacterId, damage: int) -> None:
    """A blow reaches a PC: damage - Protection, floor 0; the protection kept rolls its Resource (CORE ch. 4 and 5).

    The blow that empties it is still reduced.
    """
    kept, giver = protection(unfolding.pc(who))
    unfolding.happen(BlowLanded(who, damage, kept, giver))
    if giver is not None and damage > 0:
        roll_resource(unfolding, who, giver, Cause.PROTECTION)
    if damage > kept:
        health.lose_health(unfolding, who, damage - kept, Cause.STRIKE, "")


def roll_resource(unfolding: Unfolding, who: CharacterId, item: ItemId, cause: Cause) -> None:
    """Roll an item's Resource die, where one is left: one step down on 1 or 2 (CORE ch. 4, Ressources)."""
    held = unfolding.pc(who).item(item)
    if held is None or held.resource is None or held.resource.die == 0:
        return
    draw, sides = unfolding.game.draws, held.resource.die
    (face,) = unfolding.throw(1, sides)
    after = step(sides, -1, held.resource.maximum) if face <= 2 else sides
    unfolding.happen(ResourceRolled(who, item, draw, sides, face, after, cause, unfolding.dice.given))


def burn_down(unfolding: Unfolding) -> None:
    """The scene ends: what was in use for it rolls its Resource die (CORE ch. 4, Ressources)."""
    for who, item in unfolding.game.lit:
        roll_resource(unfolding, who, item, Cause.USE)


def change_resource(unfolding: Unfolding, who: CharacterId, item: ItemId, by: int, cause: Cause) -> None:
    """Move a Resource some steps, without a roll (CORE ch. 4, Recharger)."""
    held = unfolding.pc(who).item(item)
    if held is None or held.resource is None:
        return
    before = held.resource.die
    after = step(before, by, held.resource.maximum)
    if after != before:
        unfolding.happen(ResourceChanged(who, item, before, after, cause))


def wear(unfolding: Unfolding, who: CharacterId, item: ItemId, how: Wear) -> None:
    """A Resource worn by a complication: its die once more, or one step down (GM's sheet, Complications)."""
    if how is Wear.ROLL:
        roll_resource(unfolding, who, item, Cause.COMPLICATION)
    else:
        change_resource(unfolding, who, item, -1, Cause.COMPLICATION)


def lose(unfolding: Unfolding, who: CharacterId, item: ItemId) -> None:
    """An item is gone, where it is still held (GM's sheet, Complications)."""
    if unfolding.pc(who).item(item) is not None:
        unfolding.happen(GearLost(who, item))


def pay_price(unfolding: Unfolding, who: CharacterId, item: ItemId) -> None:
    """A power's price, at each use: 1 Health, or in Raw a Shock that is not resisted (CORE ch. 4, Créer un objet)."""
    held = unfolding.pc(who).item(item)
    if held is None or not held.price:
        return
    variant = unfolding.game.variant
    if price_is_health(variant):
        health.lose_health(unfolding, who, 1, Cause.PRICE, "")
    else:
        stress.add(unfolding, who, stress_of(variant, MarkingEvent.SHOCK), Cause.PRICE)
