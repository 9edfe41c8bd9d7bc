"""The catalogue as data: items, adversaries, dangers, calamities and allies of prompts/catalogue/*.toml.

Pydantic checks the shape, the engine's own rules the numbers; docs/catalogue.md is the description for authors.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from pydantic import Field

from engine.core.foes import (
    AdversaryId,
    Affliction,
    Ally,
    AllyId,
    Arrival,
    Calamity,
    CalamityId,
    Danger,
    DangerId,
    Flaw,
    FlawId,
    FlawKind,
    LeverId,
    Manifestation,
    ManifestationId,
    Pace,
    Profile,
    ProfileId,
    Scale,
    Standing,
)
from engine.core.rules import profiles
from engine.core.rules.dangers import DANGERS
from engine.core.sheet import Attribute
from engine.ruling import Fault
from engine.story import MarkingEvent, doubles
from narrator.scenario import Data, Id, ItemData, Language, Noun, Text

Universe = Literal["medieval_fantasy", "noir_twenties", "near_future", "space"]
ItemKind = Literal["tool", "weapon", "protection", "healing", "power", "focus", "resource"]

BOOKS_DANGERS = {each.id: each for each in DANGERS}
"""The book's ten dangers: an entry under one of these ids takes its numbers from there."""

_LISTS = re.compile(r"\b(flaw|manifestation|lever)s\b")


class Entry(Data):
    """What every entry says: where it belongs, how it looks in a line, and why it is rarer or stronger than usual."""

    id: Id
    name: Noun
    universes: tuple[Universe, ...] = Field(min_length=1)
    look: Text
    exceptional: Text | None = None


class ItemEntry(Entry, ItemData):
    """An item that a PC may come by; `kind` is the shelf that it stands on, and changes no rule."""

    kind: ItemKind


class FlawData(Data):
    """What makes an NPC vulnerable: `when` says what plays on it, `kind` and `value` what that does."""

    id: Id
    when: Text
    kind: FlawKind
    value: int = 0


class AdversaryEntry(Entry):
    """An NPC to be met; `members` is how many of a group one meets."""

    threat: int
    health: int = 0
    weapon: int
    protection: int = 0
    standing: Standing = Standing.SINGLE
    members: int = 1
    traits: tuple[Text, ...] = ()
    flaws: tuple[FlawData, ...] = Field(default=(), alias="flaw")
    first_sight: MarkingEvent | None = None

    def profile(self, language: Language) -> Profile:
        """The NPC in numbers, with its words in one language."""
        return Profile(
            id=ProfileId(self.id),
            name=self.name.to(language),
            threat=self.threat,
            health=self.health,
            weapon=self.weapon,
            protection=self.protection,
            standing=self.standing,
            traits=tuple(each.to(language) for each in self.traits),
            flaws=tuple(Flaw(FlawId(each.id), each.when.to(language), each.kind, each.value) for each in self.flaws),
            first_sight=self.first_sight,
        )

    def arrival(self, language: Language) -> Arrival:
        """The NPC as it comes in, a group in its usual number, under its own id."""
        return Arrival(AdversaryId(self.id), self.profile(language), self.members)


class DangerNumbers(Data):
    """What a danger of one's own does: how it is avoided, and what it does to whom does not."""

    attributes: tuple[Attribute, ...]
    difficulty: int
    damage: int
    marks: MarkingEvent | None = None
    pace: Pace = Pace.ONCE


class DangerEntry(Entry):
    """A danger: one of the book's by its id, without numbers, or one with its own."""

    numbers: DangerNumbers | None = None

    def danger(self) -> Danger:
        """What the engine needs of it. One without numbers is one of the book's."""
        if self.numbers is None:
            return BOOKS_DANGERS[DangerId(self.id)]
        own = self.numbers
        return Danger(DangerId(self.id), own.attributes, own.difficulty, own.damage, own.marks, own.pace)


class ManifestationData(Data):
    """What a calamity does when `trigger` comes."""

    id: Id
    name: Text
    trigger: Text
    attributes: tuple[Attribute, ...]
    difficulty: int
    harms: bool = True
    afflictions: tuple[Affliction, ...] = ()
    marks: MarkingEvent | None = None


class LeverData(Data):
    """One thing that brings a calamity's end nearer: the GM's secret, in their order."""

    id: Id
    text: Text


class CalamityEntry(Entry):
    """What cannot be fought; `useless` says what does not work on it."""

    scale: Scale
    goal: Text
    useless: Text | None = None
    manifestations: tuple[ManifestationData, ...] = Field(default=(), alias="manifestation")
    levers: tuple[LeverData, ...] = Field(default=(), alias="lever")

    def calamity(self, language: Language) -> Calamity:
        """The calamity for the engine, with its words in one language."""
        return Calamity(
            id=CalamityId(self.id),
            name=self.name.to(language),
            scale=self.scale,
            goal=self.goal.to(language),
            manifestations=tuple(
                Manifestation(
                    ManifestationId(each.id),
                    each.trigger.to(language),
                    each.attributes,
                    each.difficulty,
                    each.harms,
                    each.afflictions,
                    each.marks,
                )
                for each in self.manifestations
            ),
            levers=tuple(LeverId(each.id) for each in self.levers),
            useless=self.useless.to(language) if self.useless else "",
        )


class AllyEntry(Entry):
    """An NPC on the PCs' side: no numbers."""

    def ally(self, language: Language) -> Ally:
        """The ally for the engine, named in one language."""
        return Ally(AllyId(self.id), self.name.to(language))


_AnEntry = TypeVar("_AnEntry", bound=Entry)


class Catalogue(Data):
    """What one file holds, or all of them together; a file may hold entries of several kinds."""

    items: tuple[ItemEntry, ...] = Field(default=(), alias="item")
    adversaries: tuple[AdversaryEntry, ...] = Field(default=(), alias="adversary")
    dangers: tuple[DangerEntry, ...] = Field(default=(), alias="danger")
    calamities: tuple[CalamityEntry, ...] = Field(default=(), alias="calamity")
    allies: tuple[AllyEntry, ...] = Field(default=(), alias="ally")

    def of(self, universe: Universe) -> "Catalogue":
        """The entries that belong in one universe."""
        return Catalogue(
            item=_of(self.items, universe),
            adversary=_of(self.adversaries, universe),
            danger=_of(self.dangers, universe),
            calamity=_of(self.calamities, universe),
            ally=_of(self.allies, universe),
        )


def _of(entries: Iterable[_AnEntry], universe: Universe) -> tuple[_AnEntry, ...]:
    return tuple(each for each in entries if universe in each.universes)


def together(files: Sequence[Catalogue]) -> Catalogue:
    """Several files as one catalogue, in their order."""
    return Catalogue(
        item=tuple(each for file in files for each in file.items),
        adversary=tuple(each for file in files for each in file.adversaries),
        danger=tuple(each for file in files for each in file.dangers),
        calamity=tuple(each for file in files for each in file.calamities),
        ally=tuple(each for file in files for each in file.allies),
    )


def faults(catalogue: Catalogue, actions: Collection[str] | None = None) -> Iterator[str]:
    """Each fault of sense as a sentence: entry, key, what would be right; `actions` are those of the lexicon, None
    where they are not to be checked."""
    yield from _doubles(catalogue)
    for place, item in enumerate(catalogue.items):
        path = f"item[{place}] ({item.id})"
        yield from item_faults(path, item)
        yield from _of_a_kind(path, item)
        for index, each in enumerate(item.actions):
            if actions is not None and each not in actions:
                yield f"{path}.actions[{index}]: there is no action '{each}' that an item can help with"
    for place, adversary in enumerate(catalogue.adversaries):
        found = profiles.arrival_faults(adversary.arrival("en"))
        # The engine sees a profile and how many come; the file has the keys of both side by side.
        told = _told(f"adversary[{place}] ({adversary.id})", found)
        yield from (each.replace("profile.", "") for each in told)
    for place, danger in enumerate(catalogue.dangers):
        yield from _of_a_danger(f"danger[{place}] ({danger.id})", danger)
    for place, calamity in enumerate(catalogue.calamities):
        found = profiles.calamity_faults(calamity.calamity("en"))
        yield from _told(f"calamity[{place}] ({calamity.id})", found)


def item_faults(path: str, item: ItemData) -> Iterator[str]:
    """Each fault of an item, a character's or the catalogue's, as a sentence."""
    yield from _told(path, profiles.item_faults(item.item()))


def _told(path: str, found: Iterable[Fault]) -> Iterator[str]:
    """The engine's faults in a file's words: its lists are tables named in the singular there."""
    for each in found:
        in_the_file = replace(each, field=_LISTS.sub(r"\1", each.field))
        yield f"{path}.{in_the_file.sentence}"


def _doubles(catalogue: Catalogue) -> Iterator[str]:
    for table, entries in (
        ("item", catalogue.items),
        ("adversary", catalogue.adversaries),
        ("danger", catalogue.dangers),
        ("calamity", catalogue.calamities),
        ("ally", catalogue.allies),
    ):
        for each in doubles([entry.id for entry in entries]):
            yield f"{table}: '{each}' stands twice; each needs an id of its own"


def _of_a_kind(path: str, item: ItemEntry) -> Iterator[str]:
    needed = {
        "weapon": ("weapon or devastating", item.weapon or item.devastating),
        "protection": ("protection", item.protection),
        "healing": ("heals", item.heals),
        "resource": ("lone", item.lone),
    }
    key, has_it = needed.get(item.kind, ("", True))
    if not has_it:
        yield f"{path}.kind: '{item.kind}' needs {key}; set it, or choose another kind"


def _of_a_danger(path: str, danger: DangerEntry) -> Iterator[str]:
    is_the_books = danger.id in BOOKS_DANGERS
    if danger.numbers is None and not is_the_books:
        yield f"{path}.numbers is missing: only the book's need none, and they are {', '.join(BOOKS_DANGERS)}"
    elif danger.numbers is not None and is_the_books:
        yield f"{path}.numbers: '{danger.id}' has the book's; take them out, or give the danger an id of its own"
    else:
        yield from _told(f"{path}.numbers", profiles.danger_faults(danger.danger()))
