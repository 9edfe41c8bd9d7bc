"""The words of an adventure that players must not be told before their time, looked for in all that they are told.

The guard judges a model's prose by what it comes to; this is the plain law behind it: no sentence of a secret, as its
author wrote it, whoever told it.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from engine.core.view import View
from narrator.canaries import Secret
from narrator.scenario import Approach, Language, Scenario, Text
from narrator.telling.sentences import sentences

_LEAST_LETTERS = 24
"""Shorter sentences may be said of anything."""


_Known = tuple[object, ...]


@dataclass
class Secrets:
    """Each sentence of a secret, its letters alone, with whose it is: it is one until the first of them comes out. What
    stands in the open elsewhere is none."""

    sentences: Mapping[str, tuple[Secret, ...]]
    _hidden: dict[_Known, tuple[str, ...]] = field(default_factory=dict["_Known", tuple[str, ...]])

    @classmethod
    def of(cls, scenario: Scenario, language: Language) -> Self:
        """Those of an adventure, as they are told in one language."""
        found: dict[str, tuple[Secret, ...]] = {}
        for text, secret in _secrets(scenario):
            for letters in map(_letters, sentences(text.to(language))):
                if len(letters) >= _LEAST_LETTERS:
                    found[letters] = (*found.get(letters, ()), secret)
        hidden = {text.to(language) for text, _ in _secrets(scenario)}
        every = (each.to(language) for each in _texts(scenario))
        open_texts = _letters(" ".join(each for each in every if each not in hidden))
        return cls({letters: each for letters, each in found.items() if letters not in open_texts})

    def told_in(self, text: str, view: View) -> str | None:
        """Where the secret comes from that a text tells somebody who sees this; None where it tells none."""
        key = (view.facts, view.ending, view.clocks)
        if key not in self._hidden:
            if len(self._hidden) > _MOST_KEPT:
                self._hidden.clear()
            self._hidden[key] = tuple(
                each for each, whose in self.sentences.items() if all(one.is_hidden(view) for one in whose)
            )
        letters = _letters(text)
        found = next((each for each in self._hidden[key] if each in letters), None)
        return None if found is None else self.sentences[found][0].where


_MOST_KEPT = 2_000


def _secrets(scenario: Scenario) -> Iterator[tuple[Text, Secret]]:
    """Every text that is hidden when the adventure begins, and what sets it free."""
    hidden = {each.id for each in scenario.facts if each.secret}
    for fact in scenario.facts:
        if fact.secret and fact.text is not None:
            yield fact.text, Secret(f"fact {fact.id}", fact=fact.id)
    for ending in scenario.endings:
        yield ending.text, Secret(f"ending {ending.id}", ending=ending.id)
    for at, step in enumerate(scenario.clock.steps if scenario.clock else ()):
        yield step, Secret(f"clock step {at + 1}", step=at)
    for where, approach in _approaches(scenario):
        learnt = approach.gain or approach.clue
        if learnt in hidden:
            for text in approach.success:
                yield text, Secret(f"{where}, success", fact=learnt)


def _approaches(scenario: Scenario) -> Iterator[tuple[str, Approach]]:
    for scene in scenario.scenes:
        for feature in scene.features:
            for approach in feature.approaches:
                yield f"{scene.id}/{feature.id}/{approach.id}", approach


def _texts(value: object) -> Iterator[Text]:
    """Every text of an adventure, wherever it stands."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _texts(each)  # pyright: ignore[reportUnknownArgumentType]
    elif (fields := getattr(type(value), "model_fields", None)) is not None:
        for name in fields:
            yield from _texts(getattr(value, name))


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(filter(str.isalnum, folded))
