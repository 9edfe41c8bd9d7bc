"""What a playable sheet is, as far as the dice depend on it (CORE ch. 7, Créer un personnage)."""

from collections.abc import Iterator
from dataclasses import replace

from engine.core.rules.items import STEPS
from engine.core.rules.variants import max_health
from engine.core.sheet import Attribute, Character, Item, Variant
from engine.ruling import Code, Refused, refuse
from engine.story import doubles


def ready(characters: tuple[Character, ...], variant: Variant) -> tuple[Character, ...] | Refused:
    """The characters as a game begins, whole, at Stress 0, without Inspiration (CORE ch. 7); refuses a faulty sheet."""
    twice = doubles(each.id for each in characters)
    for character in characters:
        fault = "another one has the same id" if character.id in twice else next(_faults(character), None)
        if fault is not None:
            return refuse(Code.BAD_CHARACTER, character=character.name or character.id, fault=fault)
    fresh = {"health": max_health(variant), "stress": 0, "wounds": (), "breakdown": None, "inspiration": False}
    return tuple(replace(each, **fresh) for each in characters)


def _faults(character: Character) -> Iterator[str]:
    for attribute in Attribute:
        if not 1 <= character.attributes.of(attribute) <= 4:
            yield f"{attribute} is not within 1 to 4"
    yield from (f"the specialty '{each}' stands twice" for each in doubles(it.id for it in character.specialties))
    yield from (f"the item '{each}' stands twice" for each in doubles(it.id for it in character.items))
    for item in character.items:
        yield from _item_faults(item)


def _item_faults(item: Item) -> Iterator[str]:
    if not 0 <= item.weapon <= 4 or not 0 <= item.protection <= 3:
        yield f"'{item.id}' is a weapon of 0 to 4 and a protection of 0 to 3"
    resource = item.resource
    if resource is not None and (resource.maximum not in STEPS[1:] or resource.die not in STEPS):
        yield f"the Resource of '{item.id}' is none of d4, d6, d8, d10, d12"
    elif resource is not None and resource.die > resource.maximum:
        yield f"the Resource of '{item.id}' is above its maximum"
