"""The words that a save holds, found again in the other language: an author's texts, and the phrases of the tables."""

import re
from collections.abc import Iterator
from functools import cached_property

from pydantic import BaseModel

from narrator.scenario import CharacterData, Language, Noun, Scenario, Text
from narrator.telling.grammar import Word, bare, word
from narrator.telling.voice import Lately, Voice, mark, phrases

_KEPT_IN_THE_LOG = ("ruling.", "complication.")
"""The tables whose phrases a save holds: what was ruled, and what was set before a roll."""
# What French slots put before a name; with "du" and "aux" the article is gone too.
_BEFORE = re.compile(r"^(?:d['’]|(?:de|du|des|à|au|aux)\s+)")
_SLOT = re.compile(r"\{[^{}]*\}")


class Translator:
    """Says in the language of its voice what was said in the other one."""

    def __init__(self, scenario: Scenario, characters: tuple[CharacterData, ...], voice: Voice) -> None:
        self._characters = characters
        self._content = (scenario, *characters)
        self._voice = voice
        self._from: Language = "en" if voice.language == "fr" else "fr"

    def said(self, text: str, lately: Lately) -> str | None:
        """A text in this language; None where it is neither an author's nor a phrase's."""
        authored = self._authored.get(mark(text))
        return authored or self._phrase(text, lately)

    @cached_property
    def _authored(self) -> dict[str, str]:
        there = Voice(self._from, self._voice.seed)
        texts = [each for each in self._found(Text) if isinstance(each, Text)]
        return {mark(there.authored(each)): self._voice.authored(each) for each in texts}

    @cached_property
    def _nouns(self) -> list[Noun]:
        """The longest names first: "the gate of the customs house" before "the gate"."""
        found = [each for each in self._found(Noun) if isinstance(each, Noun)]
        return sorted(found, key=lambda each: -len(each.to(self._from)))

    def _found(self, kind: type[BaseModel]) -> Iterator[BaseModel]:
        for each in self._content:
            yield from _inside(each, kind)

    def _phrase(self, text: str, lately: Lately) -> str | None:
        """The phrase of the same table, with the names that were in it."""
        for path, templates in phrases(self._from).items():
            for template in templates if path.startswith(_KEPT_IN_THE_LOG) else ():
                held = _slots_of(template, text)
                words = None if held is None else {slot: self._word(said) for slot, said in held.items()}
                if words is not None and all(words.values()):
                    return self._voice.say(path, lately, {slot: each for slot, each in words.items() if each})
        return None

    def _word(self, said: str) -> Word | None:
        """What a slot held, a name or a list of them, with the names of this language; None where nothing is called
        so."""
        names = [self._name(name) for name in said.split(", ")]
        known = [each for each in names if each is not None]
        if len(known) < len(names):
            return None
        return known[0] if len(known) == 1 else Word(", ".join(each.text for each in known), plural=True)

    def _name(self, said: str) -> Word | None:
        """A whole name, with the article and the preposition that its slot gave it; nothing that only has one in it."""
        name = _bare(said)
        found = next((each for each in self._nouns if _bare(each.to(self._from)) == name), None)
        if found is not None:
            return word(found, self._voice.language)
        return Word(said) if any(said in (each.name, *each.name.split()) for each in self._characters) else None


def _bare(name: str) -> str:
    return bare(_BEFORE.sub("", name.casefold()))


def _slots_of(template: str, text: str) -> dict[str, str] | None:
    """What stands in the slots of a template that a text was made from; None where it was made from another."""
    names = [each[1:-1].partition("?")[0].split(" ")[-1].lower() for each in _SLOT.findall(template)]
    parts = _SLOT.split(" ".join(template.split()))
    found = re.fullmatch("(.*?)".join(map(re.escape, parts)), " ".join(text.split()))
    if found is None:
        return None
    # A name stands in full where it is not merely agreed with: the longest of what its slots took.
    taken: dict[str, str] = {}
    for name, said in zip(names, found.groups(), strict=True):
        taken[name] = max(taken.get(name, ""), said, key=len)
    return taken


def _inside(value: object, kind: type[BaseModel]) -> Iterator[BaseModel]:
    if isinstance(value, kind):
        yield value
    elif isinstance(value, BaseModel):
        for field in type(value).model_fields:
            yield from _inside(getattr(value, field), kind)
    elif isinstance(value, tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _inside(each, kind)  # pyright: ignore[reportUnknownArgumentType]
