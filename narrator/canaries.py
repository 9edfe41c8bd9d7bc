"""Canaries: words that mean nothing, planted into all that players must not know yet, so that none is found elsewhere.

planted = plant(scenario)                       # play planted.scenario instead of the scenario
assert not planted.sung(everything_sent, view)  # no canary of what is still hidden, however it is written
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, cast

from engine.core.view import View
from narrator.scenario import Language, Scenario

_LETTERS = "bcdfghjklmnpqrtvwxz"


@dataclass(frozen=True, slots=True)
class Secret:
    """Where a canary sits, and what sets it free: a fact established, an ending reached, or a clock filled so far."""

    where: str
    language: Language | None = None
    fact: str | None = None
    ending: str | None = None
    step: int | None = None

    def is_hidden(self, view: View) -> bool:
        """Whether players must not know it yet; what only happens in play (a complication) is hidden for good."""
        if self.fact is not None:
            return self.fact not in view.facts
        if self.ending is not None:
            return self.ending != view.ending
        return self.step is None or all(each.filled <= self.step for each in view.clocks)


@dataclass(frozen=True, slots=True)
class Planted:
    """A scenario with its canaries."""

    scenario: Scenario
    canaries: Mapping[str, Secret]
    renamed: Mapping[str, str]
    """The ids of secrets, as the scenario had them, and as they are now."""

    def hidden(self, view: View, language: Language | None = None) -> tuple[str, ...]:
        """The canaries that must not be heard now; of one language, those that its texts have."""
        return tuple(
            canary
            for canary, secret in self.canaries.items()
            if secret.is_hidden(view) and (language is None or secret.language == language)
        )

    def sung(self, text: str, view: View) -> dict[str, str]:
        """The hidden canaries that a text has, in any case, spaced or split, with where each was planted."""
        letters = _letters(text)
        return {each: self.canaries[each].where for each in self.hidden(view) if _letters(each) in letters}


def canary(where: str) -> str:
    """The canary of a place: a capital and nine small letters that no language puts together."""
    digest = blake2b(where.encode(), digest_size=9).digest()
    return "Qz" + "".join(_LETTERS[each % len(_LETTERS)] for each in digest[:8])


def plant(scenario: Scenario) -> Planted:
    """A scenario with a canary in every text that is hidden when it begins, and in the ids of its secrets."""
    grown = _Garden(scenario.model_dump(by_alias=True), {}, {})
    grown.plant()
    return Planted(Scenario.model_validate(grown.scenario), grown.canaries, grown.renamed)


@dataclass(slots=True)
class _Garden:
    scenario: dict[str, Any]
    canaries: dict[str, Secret]
    renamed: dict[str, str]

    def plant(self) -> None:
        self._rename()
        for fact in self.scenario["fact"]:
            if fact["secret"]:
                self._text(fact["text"], Secret(f"fact {fact['id']}", fact=fact["id"]))
        for ending in self.scenario["ending"]:
            for key in ("title", "text"):
                self._text(ending[key], Secret(f"ending {ending['id']}, {key}", ending=ending["id"]))
        clock = self.scenario["clock"]
        for at, step in enumerate(clock["steps"] if clock else ()):
            self._text(step, Secret(f"clock step {at + 1}", step=at))
        for where, approach in self._approaches():
            self._approach(where, approach)

    def _approaches(self) -> Iterator[tuple[str, dict[str, Any]]]:
        for scene in self.scenario["scene"]:
            for feature in scene["feature"]:
                for approach in feature["approach"]:
                    yield f"{scene['id']}/{feature['id']}/{approach['id']}", approach

    def _approach(self, where: str, approach: dict[str, Any]) -> None:
        for key in ("partial", "failure"):
            for text in ("note", "told"):
                if approach[key]:
                    self._text(approach[key][text], Secret(f"{where}, {key}, {text}"))
        secrets = {each["id"] for each in self.scenario["fact"] if each["secret"]}
        learnt = approach["gain"] or approach["clue"]
        if learnt in secrets:
            for text in approach["success"]:
                self._text(text, Secret(f"{where}, success", fact=learnt))

    def _text(self, text: dict[str, str] | None, secret: Secret) -> None:
        if text is None:
            return
        for language in ("fr", "en"):
            bird = canary(f"{secret.where} {language} {text[language]}")
            text[language] = re.sub(r"(?=[.!?…»\")]*$)", f", {bird}", text[language], count=1)
            self.canaries[bird] = Secret(secret.where, language, secret.fact, secret.ending, secret.step)

    def _rename(self) -> None:
        """Every id of a secret anew, wherever it is referred to."""
        secret = [("fact", each["id"]) for each in self.scenario["fact"] if each["secret"]]
        for kind, old in (*secret, *(("ending", each["id"]) for each in self.scenario["ending"])):
            bird = canary(f"{kind} {old}")
            new = self.renamed[old] = f"{bird.lower()}_{old}"[:40]
            where = f"the id of {kind} {old}"
            self.canaries[bird] = Secret(where, fact=new) if kind == "fact" else Secret(where, ending=new)
            for each in self.scenario[kind]:
                each["id"] = new if each["id"] == old else each["id"]
        self.scenario = _renamed(self.scenario, self.renamed)


def _renamed(value: Any, ids: Mapping[str, str], key: str = "") -> Any:
    """A tree with ids renamed wherever they are referred to."""
    if isinstance(value, dict):
        table = cast(dict[str, Any], value)
        return {inner: _renamed(each, ids, inner) for inner, each in table.items()}
    if isinstance(value, list | tuple):
        return [_renamed(each, ids, key) for each in cast(list[Any], value)]
    return ids.get(value, value) if key in ("facts", "without", "gain", "clue") else value


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in folded if each.isalnum())
