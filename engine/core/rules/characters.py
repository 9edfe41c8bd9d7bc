"""What a playable sheet is, and what a new one is (CORE ch. 7, Créer un personnage).

The two differ: a PC who has taken advances is played, though no longer as the book has them begin.
"""

from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import count

from engine.core.rules.limits import OPEN_END, named, once_each, refused, within, worded
from engine.core.rules.profiles import item_faults
from engine.core.rules.variants import max_health
from engine.core.sheet import Attribute, Character, Identity, Variant, Wound, WoundId
from engine.ruling import Code, Fault, FaultCode, Refused, fault

ARRAY = (4, 3, 3, 2, 2, 1)
"""The values of a new PC's attributes, in any order (CORE ch. 7, Caractéristiques)."""
SPECIALTIES = 3
"""How many specialties a new PC has (CORE ch. 7, Spécialités)."""
ITEMS = 3
"""How many striking items a new PC has in general (CORE ch. 7, Équipement et Ressources)."""
LEAST_FOR_A_SPECIALTY = 2
"""The least attribute that a specialty goes on, new or later (CORE ch. 7, Spécialités and Progression)."""
MOST = 4
"""The most that an attribute is worth (CORE ch. 2, Caractéristiques et spécialités)."""
_STRONG, _ON_STRENGTHS = 3, 2


def ready(characters: tuple[Character, ...], variant: Variant) -> tuple[Character, ...] | Refused:
    """The characters as a game begins, whole, at Stress 0, without Inspiration (CORE ch. 7, Santé et Stress).

    Wounds that last come along, under new names. Refuses sheets that cannot be played, with all that is wrong in any.
    """
    sheets = tuple((f"characters[{place}].", each) for place, each in enumerate(characters))
    doubled = tuple(once_each((f"{at}id", sheet.id) for at, sheet in sheets))
    faults = (*doubled, *(each for at, sheet in sheets for each in character_faults(sheet, at)))
    names = (sheet.name for at, sheet in sheets if any(each.field.startswith(at) for each in faults))
    refusal = refused(Code.BAD_CHARACTER, faults, character=", ".join(each.strip() or "?" for each in names))
    if refusal is not None:
        return refusal
    numbers = count(1)
    return tuple(_fresh(each, variant, numbers) for each in characters)


def _fresh(character: Character, variant: Variant, numbers: Iterator[int]) -> Character:
    lasting = filter(_stays, character.wounds)
    return replace(
        character,
        health=max_health(variant),
        stress=0,
        inspiration=False,
        wounds=tuple(replace(each, id=WoundId(f"wound-{next(numbers)}"), lasting=True) for each in lasting),
        breakdown=None,
        cover=0,
        ward=0,
    )


def _stays(wound: Wound) -> bool:
    return wound.lasting or wound.forever


def character_faults(character: Character, at: str = "") -> tuple[Fault, ...]:
    """All that keeps a sheet from being played; `at` is the path to it (CORE ch. 2 and 7)."""
    return tuple(_of_a_sheet(character, at))


def _of_a_sheet(character: Character, at: str) -> Iterator[Fault]:
    yield from worded(f"{at}id", character.id)
    yield from worded(f"{at}name", character.name)
    for attribute in Attribute:
        yield from within(f"{at}attributes.{attribute}", character.attributes.of(attribute), 1, MOST)
    yield from named(f"{at}specialties", [each.id for each in character.specialties])
    for place, specialty in enumerate(character.specialties):
        score = character.attributes.of(specialty.attribute)
        if 1 <= score < LEAST_FOR_A_SPECIALTY:
            field = f"{at}specialties[{place}].attribute"
            yield fault(field, FaultCode.WEAK_SPECIALTY, value=specialty.attribute, score=score)
    yield from once_each((f"{at}items[{place}].id", each.id) for place, each in enumerate(character.items))
    for place, item in enumerate(character.items):
        yield from item_faults(item, f"{at}items[{place}].")
    for place, wound in enumerate(character.wounds):
        if _stays(wound):
            yield from within(f"{at}wounds[{place}].nights", wound.nights, 0, OPEN_END)
    if character.dead:
        yield fault(f"{at}dead", FaultCode.PC_IS_DEAD)


def creation_faults(character: Character) -> tuple[Fault, ...]:
    """All that keeps a sheet from being a new PC's: what keeps any from being played, and the book's array, three
    specialties and words of identity (CORE ch. 7, Créer un personnage)."""
    return (*character_faults(character), *_of_a_new_one(character))


def _of_a_new_one(character: Character) -> Iterator[Fault]:
    of = character.attributes.of
    values = [of(each) for each in Attribute]
    if sorted(values, reverse=True) != list(ARRAY):
        yield fault("attributes", FaultCode.NOT_THE_ARRAY, value=tuple(values), right=", ".join(map(str, ARRAY)))
    specialties = character.specialties
    if len(specialties) != SPECIALTIES:
        yield fault("specialties", FaultCode.HOW_MANY, count=len(specialties), right=SPECIALTIES)
    strong = sum(of(each.attribute) >= _STRONG for each in specialties)
    if strong < _ON_STRENGTHS:
        yield fault("specialties", FaultCode.FEW_STRENGTHS, count=strong)
    for each in fields(Identity):
        yield from worded(f"identity.{each.name}", getattr(character.identity, each.name))


def creation_advice(character: Character) -> tuple[Fault, ...]:
    """Where a new PC has more or fewer items than the three that one has in general (CORE ch. 7, Équipement)."""
    held = len(character.items)
    return () if held == ITEMS else (fault("items", FaultCode.HOW_MANY, count=held, right=ITEMS),)
