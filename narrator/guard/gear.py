"""Things in a PC's hands in prose: those on a sheet, those that the place or the turn has, and no others."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine.core.view import View
from narrator.catalogue import Catalogue
from narrator.guard.gains import Gains, Held
from narrator.guard.patterns import any_of, forms
from narrator.guard.people import People
from narrator.guard.tables import guard_words
from narrator.guard.words import Said, plain
from narrator.scenario import CharacterData, ItemData, Language
from narrator.telling.grammar import bare


class Gear:
    """How one language puts things into the hands of these PCs."""

    def __init__(self, language: Language, names: Sequence[str], people: People) -> None:
        self._gains = Gains(language, names, people)
        gear, pc = guard_words(language).gear, guard_words(language).pc
        takes = forms(gear.takes, language)
        name, gap = any_of(map(re.escape, names)), rf"(?: {any_of((*pc.before_verb, *pc.adverbs))})*"
        who = rf"(?:{any_of(pc.second)}{gap} (?:{takes.plural}|{takes.singular})|{name}{gap} {takes.third})"
        theirs = rf"{name}(?: [\w']+){{1,4}}? {any_of(gear.theirs)}"
        taken = rf"{who} (?:{any_of((*gear.any, *gear.yours, *gear.theirs))} )?"
        self._held = re.compile(
            rf"(?<!\w)(?:{any_of(gear.yours)} |{theirs} |{taken})(?P<thing>(?:[\w-]+(?:' )?[ ]?){{1,4}})"
        )
        self._stops = frozenset((*gear.stops, *pc.second, *pc.before_verb)) - {*gear.any}
        self._nouns = [tuple(group) for group in gear.nouns]

    def not_held(self, said: Said, held: Held, mine: Held, before: str) -> bool:
        """Whether a PC has something in hand that nobody holds, or comes by what is not theirs.

        `held` has all that one can name here, `mine` what PCs have been given; `before` is the narration just before.
        """
        if any(self._is_missing(found["thing"].strip(), held) for found in self._held.finditer(said.narration)):
            return True
        return self._gains.unearned(said, mine, before)

    def _is_missing(self, thing: str, held: Held) -> bool:
        # A word or two may stand between ("your trusty old rifle"), but no "of": your fear of the sword is no sword.
        words = [*takewhile(lambda each: each not in self._stops, thing.split()[:3])]
        for group in self._nouns:
            named = next((each for each in group if _begins_with(words, each)), None)
            if named is not None:
                return not held.has(group)
        return any(_begins_with(words, each) for each in held.lacking)


@dataclass(frozen=True, slots=True)
class _Item:
    name: str
    parts: frozenset[str]
    words: frozenset[str]
    innate: bool


class Kit:
    """Every item that a PC may have or lack, by its names in one language."""

    def __init__(self, characters: Iterable[CharacterData], catalogue: Catalogue, language: Language) -> None:
        items = (*catalogue.items, *(item for sheet in characters for item in sheet.items))
        self._known = {each.id: _item(each, language) for each in items}

    def held(self, view: View, there: Iterable[str]) -> Held:
        """What is in hand or at hand now; `there` are the texts of what else one can take."""
        mine = {str(item.id) for sheet in view.characters for item in sheet.items}
        items = set[str]()
        for each in mine:
            item = self._known.get(each)
            items |= item.words if item else set(each.split("_"))
        words = items.union(word for text in there for word in _words(text))
        others = (item for key, item in self._known.items() if key not in mine and not item.innate)
        lacking = (each.name for each in others if not each.parts <= words)
        return Held(frozenset(words), tuple(lacking), frozenset(each for each in items if len(each) > 3))


def _item(item: ItemData, language: Language) -> _Item:
    called = (item.name.to(language), *item.words.to(language))
    words = frozenset(word for each in called for word in _words(each))
    name = plain(bare(called[0]))
    return _Item(name, frozenset(_words(name)), words, item.innate)


def _words(text: str) -> Iterable[str]:
    line = plain(text)
    yield from re.findall(r"\w+", line)
    yield from re.findall(r"[\w-]+", line)
    yield line


def _begins_with(words: Sequence[str], name: str) -> bool:
    """Whether a thing is called so, a word or two before the name left out."""
    parts = name.split()
    return any(list(words[at : at + len(parts)]) == parts for at in range(len(words)))
