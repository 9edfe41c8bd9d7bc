"""The state of things in prose: who is dead, wounded, elsewhere, and how all ends; none of it but by events."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.core import events as happened
from engine.core.events import Event
from narrator.guard.patterns import ARTICLE, CLAUSE, any_of, forms
from narrator.guard.people import People
from narrator.guard.tables import guard_words
from narrator.guard.words import Said, plain
from narrator.scenario import Language
from narrator.telling.grammar import bare


@dataclass(frozen=True, slots=True)
class Stands:
    """What holds after a turn: who lives (PCs and others, as prose calls them), and the names of the other scenes.

    `dead` are PCs' names. `hurt`, `moved`, `ended`: a PC was hurt, play went elsewhere, the story ended; `texts` are
    those of the turn and of what is established.
    """

    living: tuple[str, ...]
    dead: tuple[str, ...]
    elsewhere: tuple[str, ...]
    hurt: bool
    moved: bool
    ended: bool
    texts: tuple[str, ...]

    @classmethod
    def of(
        cls,
        events: Sequence[Event],
        living: Iterable[str],
        dead: Iterable[str],
        elsewhere: Iterable[str],
        texts: Iterable[str],
    ) -> "Stands":
        """What holds after these events."""
        return cls(
            tuple(dict.fromkeys(living)),
            tuple(dead),
            tuple(elsewhere),
            any(map(_hurts, events)),
            any(isinstance(each, happened.SceneEntered | happened.SceneCut) for each in events),
            any(isinstance(each, happened.StoryEnded) for each in events),
            tuple(map(plain, texts)),
        )


def _hurts(event: Event) -> bool:
    match event:
        case happened.HealthChanged():
            return event.after < event.before
        case happened.WoundTaken() | happened.WoundDescribed() | happened.BlowLanded() | happened.CharacterDied():
            return True
        case _:
            return False


class State:
    """How one language tells of such things, for these PCs and for whoever lives."""

    def __init__(self, language: Language, people: People, stands: Stands) -> None:
        self._people = people
        self._words = words = guard_words(language)
        self._language: Language = language
        state, pc = words.state, words.pc
        others = any_of((people.name, *map(re.escape, sorted(stands.living, key=len, reverse=True)), *state.anyone))
        self._others = rf"(?:{ARTICLE})?{others}"
        self._gap = rf"(?: {any_of((*pc.before_verb, *pc.adverbs))})*"
        self._deaths = re.compile(rf"(?<![\w-]){any_of(self._dying())}(?!\w)(?! {any_of(state.not_dead)}(?!\w))")
        self._wounds = re.compile(rf"(?<!\w){any_of(map(people.filled, state.wounds))}")
        self._outcomes = re.compile(rf"(?<!\w){any_of(map(people.filled, state.outcomes))}")
        places = any_of(re.escape(plain(bare(each))) for each in stands.elsewhere)
        there = rf" (?:{any_of(state.at)} )?(?:{ARTICLE})?{places}(?!\w|' s)"
        self._places = re.compile(rf"(?<!\w){people.does(forms(state.arrives, language))}{self._gap}{there}")
        self._unsure = re.compile(rf"(?<!\w){any_of((*pc.perhaps, *state.hearsay))}(?!\w)")
        self._not_done = re.compile(rf"(?<!\w){any_of(pc.not_done)}(?!\w)")

    def _dying(self) -> Iterator[str]:
        state = self._words.state
        dies = forms(state.dies, self._language)
        yield self._people.does(dies)
        yield rf"{self._others}{self._gap} {dies.third}"
        if self._language == "en":
            yield rf"{self._others}' s {any_of(state.remains)}"
            yield rf"{any_of(state.kills)} (?:{self._others}|you|him|her|them)(?!' s)"
        else:
            yield rf"{any_of(state.remains)} (?:de |d' |du ){self._others}"
            yield rf"{any_of(state.kills)} {self._others}"
            yield rf"(?:vous|te|t'|le|la|l'|les) {any_of(state.kills)}"

    def untold(self, said: Said, stands: Stands) -> bool:
        """Whether a sentence tells of a death, a wound, a place or an outcome that nothing bears."""
        line = said.narration
        if stands.ended or line.endswith("?"):
            return False
        kinds = [self._deaths, self._outcomes]
        kinds += [] if stands.hurt else [self._wounds]
        kinds += [] if stands.moved or not stands.elsewhere else [self._places]
        return any(self._is_told(found, line, stands) for kind in kinds for found in kind.finditer(line))

    def _is_told(self, found: re.Match[str], line: str, stands: Stands) -> bool:
        clause = CLAUSE.split(line[: found.start()])[-1]
        sure = self._people.is_subject(line, found.start()) and not self._unsure.search(clause)
        if not sure or self._not_done.search(found[0]):
            return False
        if any(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", found[0]) for each in stands.dead):
            return False
        return not any(found[0] in each for each in stands.texts)
