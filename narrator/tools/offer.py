"""How a tool is made and read: its schema as things stand, and the program's part of what a model answered."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.core.rules.advantages import bare as unmarked
from narrator import prompting
from narrator.exchange import Schema
from narrator.proposals import Proposal, RuleOnAdvantage, Suggest
from narrator.reading.approaches import Match, open_approaches, present
from narrator.scenario import Language, Noun
from narrator.schemas import choice, closed, text, yes_or_no
from narrator.schemas import several as several_of
from narrator.situation import Situation
from narrator.telling.grammar import bare

Answers = Mapping[str, Any]
"""What a model answered, once it has the shape of the schema that it was given."""

Proposed = Proposal | RuleOnAdvantage | Suggest


class Wrong(Exception):
    """What a model answered cannot be taken: `sentence` says in English what is wrong and what would work."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Offer:
    """A tool before it is offered. `fields` are its schema's properties now, None where there is nothing that it could
    do; `complete` adds what is the program's to say. Raises Wrong."""

    name: str
    purpose: str
    fields: Callable[[Situation], Mapping[str, Schema | None] | None]
    complete: Callable[[Situation, Answers], Proposed]


# Without a word on its fields: it stands in every tool, and what it is for is said around it.
FACT = closed(
    {
        "text": text(300),
        "tags": several_of(text(60), 6),
        "secret": yes_or_no(),
    }
)

OTHER, PLACE = "other", "place"


def ways(situation: Situation) -> dict[str, Match]:
    """What the author foresaw here and is still open, by "feature:approach"."""
    return {
        f"{match.feature.id}:{match.approach.id}": match
        for match in open_approaches(situation.scene, situation.view)
        if not _is_secret(situation, match)
    }


def _is_secret(situation: Situation, match: Match) -> bool:
    """Whether the very name of an approach would tell a fact that is not known."""
    secrets = {each.id for each in situation.scenario.facts if each.secret and each.id not in situation.view.facts}
    return bool(secrets & {match.feature.id, match.approach.id})


def about(situation: Situation) -> Schema | None:
    """What in the scene something is about."""
    here = (each.id for each in present(situation.scene, situation.view))
    return choice((*here, PLACE), "what or whom it is done to")


def is_tried(situation: Situation, name: str) -> bool:
    """Whether a stake is closed: the same name in other letters is the same stake."""
    return unmarked(name) in map(unmarked, situation.view.tried)


Names = Mapping[str, frozenset[str]]
"""Ids, each with the names by which it is shown, folded."""


def folded(name: str) -> str:
    """A name without case and without what parts its words."""
    return "_".join(name.casefold().replace("-", " ").replace("_", " ").split())


def names(situation: Situation) -> Names:
    """The names of all that a tool may speak of; of an adventure what players may see."""
    found: dict[str, set[str]] = {}

    def add(id_: str, called: Iterable[str]) -> None:
        found.setdefault(id_, set()).update(folded(each) for each in called)

    view, language = situation.view, situation.language
    for each in (*view.characters, *view.adversaries, *view.allies, *view.calamities):
        add(each.id, (each.name, *each.name.split()[:1]))
    for character in situation.characters:
        for item in character.items:
            add(item.id, _called(item.name, language))
        for specialty in character.specialties:
            add(specialty.id, (specialty.name.to(language),))
    for feature in present(situation.scene, view):
        add(feature.id, _called(feature.name, language))
    for way in situation.scene.exits:
        there = (each.name for each in situation.scenario.scenes if each.id == way.to and each.id in view.ways)
        add(way.to, (each for name in (way.name, *there) for each in _called(name, language)))
    entries = _of_the_catalogue(language)
    return {**entries, **{id_: entries.get(id_, frozenset()) | called for id_, called in found.items()}}


@cache
def _of_the_catalogue(language: Language) -> Names:
    every = (*prompting.catalogue().adversaries, *prompting.catalogue().dangers)
    return {each.id: frozenset(map(folded, _called(each.name, language))) for each in every}


def _called(name: Noun, language: Language) -> tuple[str, str]:
    """A name as it is shown, and without its article."""
    said = name.to(language)
    return said, bare(said)
