"""One thing held to the book, without a game: all that is wrong with it, and what the book would advise."""

from typing import Any

from engine.core.rules.characters import character_faults, creation_advice, creation_faults
from engine.core.rules.profiles import (
    advice,
    calamity_advice,
    calamity_faults,
    danger_faults,
    item_faults,
    profile_faults,
)
from engine.ruling import Code, Fault
from engine.story import Story, faults
from table.protocol.problems import told
from table.protocol.requests import Check


def checked(asked: Check) -> dict[str, Any]:
    """`faults` keep the thing from being played; `advice` does not."""
    if asked.story is not None:
        return {"faults": _of_a_story(asked.story), "advice": []}
    wrong, unusual = _held_to_the_book(asked)
    return {"faults": told(wrong), "advice": told(unusual)}


def _held_to_the_book(asked: Check) -> tuple[tuple[Fault, ...], tuple[Fault, ...]]:
    if asked.character is not None:
        return character_faults(asked.character), ()
    if asked.creation is not None:
        return creation_faults(asked.creation), creation_advice(asked.creation)
    if asked.item is not None:
        return item_faults(asked.item), ()
    if asked.adversary is not None:
        return profile_faults(asked.adversary), advice(asked.adversary, asked.pcs)
    if asked.danger is not None:
        return danger_faults(asked.danger), ()
    if asked.calamity is not None:
        return calamity_faults(asked.calamity), calamity_advice(asked.calamity)
    return (), ()


def _of_a_story(story: Story) -> list[dict[str, str]]:
    """A story's faults are phrases, of no one field."""
    return [{"field": "", "code": Code.BAD_STORY.name, "sentence": f"{each}."} for each in faults(story)]
