"""Resources that wear out, and the price of powers (CORE ch. 4), as far as checks need them."""

from engine.core.events import Cause, GearLost, ResourceChanged, ResourceRolled
from engine.core.rules import health, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import price_is_health, stress_of
from engine.core.state import Character, CharacterId, Item, ItemId, Wear
from engine.story import MarkingEvent

STEPS = (0, 4, 6, 8, 10, 12)
"""The dice of a Resource, from empty up (CORE ch. 4, Ressources)."""


def step(die: int, by: int, maximum: int) -> int:
    """A Resource die moved `by` steps, within empty and its maximum (CORE ch. 4, Ressources and Recharger)."""
    place = STEPS.index(die) + by
    return min(STEPS[max(0, min(len(STEPS) - 1, place))], maximum)


def is_empty(item: Item) -> bool:
    """Whether the item has a Resource and nothing is left of it: it works no more (CORE ch. 4, Épuisée)."""
    return item.resource is not None and item.resource.die == 0


def wearable(character: Character) -> tuple[ItemId, ...]:
    """The items that a complication can wear: those with a die left (GM's sheet, Complications)."""
    return tuple(each.id for each in character.items if each.resource is not None and each.resource.die > 0)


def roll_resource(unfolding: Unfolding, who: CharacterId, item: ItemId, cause: Cause) -> None:
    """Roll an item's Resource die, where one is left: one step down on 1 or 2 (CORE ch. 4, Ressources)."""
    held = unfolding.pc(who).item(item)
    if held is None or held.resource is None or held.resource.die == 0:
        return
    draw, sides = unfolding.game.draws, held.resource.die
    (face,) = unfolding.throw(1, sides)
    after = step(sides, -1, held.resource.maximum) if face <= 2 else sides
    unfolding.happen(ResourceRolled(who, item, draw, sides, face, after, cause, unfolding.dice.given))


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
