"""Secrets in prose: a hidden text's names and odd words, its runs of words, or what one of its sentences comes to."""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, cast

from narrator import prompting
from narrator.guard.lore import Lore
from narrator.guard.tables import guard_words
from narrator.guard.words import Layered, Said, tokens
from narrator.reading.lexicon import lexicon, normalise, singular
from narrator.telling.sentences import sentences
from narrator.telling.voice import phrases

_RUN, _LONG_RUN = 5, 7
"""Words in a row that a hidden text and a sentence may not share: two of them of weight and one of them new, or more
of whatever weight."""
_WHOLE = 4
"""Words of a hidden sentence that is too short for a long run, and is one when it is told as it stands."""
_LONG, _STEM = 8, 5
"""Letters: of a word that is long, and of what its forms have in common."""
_LETTERS = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class _Read:
    """A text's words, one by one and in their order, the names among them, those written small, its runs, its short
    sentences, and the words of weight of each sentence."""

    words: frozenset[str]
    said: str
    names: frozenset[str]
    small: frozenset[str]
    runs: frozenset[tuple[str, ...]]
    whole: frozenset[tuple[str, ...]]
    contents: tuple[frozenset[str], ...]


@lru_cache(maxsize=8192)
def _read(text: str) -> _Read:
    found = tuple(tokens(text))
    words = tuple(each.folded for each in found)
    names = frozenset(each.folded for each in found if each.is_name and len(each.folded) > 2)
    parts = sentences(text)
    # A short text is one secret, however its sentences share it out.
    whole = [text] if 1 < len(parts) <= 3 else []
    contents = tuple(_content(each.folded for each in tokens(part)) for part in (*parts, *whole))
    small = frozenset(each.folded for each in found if each.raw.islower())
    said = (tuple(each.folded for each in tokens(part)) for part in parts)
    whole = frozenset(each for each in said if _WHOLE <= len(each) < _LONG_RUN)
    return _Read(frozenset(words), " ".join(words), names, small, _runs(words), whole, contents)


def _content(words: Iterable[str]) -> frozenset[str]:
    return frozenset(map(singular, words)) - _common()


def _runs(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    stop = _stop()
    short = (words[at : at + _RUN] for at in range(len(words) - _RUN + 1))
    weighty = (run for run in short if sum(len(each) > 3 and each not in stop for each in run) >= 2)
    return frozenset((*weighty, *(words[at : at + _LONG_RUN] for at in range(len(words) - _LONG_RUN + 1))))


def _short(words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every run of words that could be a short sentence."""
    return (words[at : at + size] for size in range(_WHOLE, _LONG_RUN) for at in range(len(words) - size + 1))


@cache
def _stop() -> frozenset[str]:
    return frozenset[str]().union(*(lexicon(each).function.stop for each in ("fr", "en")))


@cache
def _no_names() -> frozenset[str]:
    """The capitals that name nobody in particular."""
    return frozenset[str]().union(*(guard_words(each).language.capitals for each in ("fr", "en")))


@cache
def _common() -> frozenset[str]:
    """The words that say nothing of a secret: short ones, and those of every telling."""
    every = frozenset(
        singular(each.folded)
        for language in ("fr", "en")
        for table in phrases(language).values()
        for phrase in table
        for each in tokens(phrase)
    )
    return every | _stop()


@cache
def _vocabulary() -> frozenset[str]:
    """The words that the game itself has, whatever is played."""
    tables = [prompting.table(language, name) for language in ("fr", "en") for name in _TABLES]
    shown = prompting.catalogue().model_dump(include={"items", "adversaries", "dangers", "allies"})
    texts = _leaves([*tables, shown, [each.model_dump() for each in prompting.characters()]])
    return frozenset(word for text in texts for word in _LETTERS.findall(normalise(text)))


@cache
def _letter_groups() -> frozenset[str]:
    """Three letters in a row, as the languages of the game have them."""
    return frozenset(word[at : at + 3] for word in _vocabulary() for at in range(len(word) - 2))


@cache
def _stems() -> frozenset[str]:
    return frozenset(word[:_STEM] for word in _vocabulary())


_TABLES = ("phrases", "glossary", "lexicon", "terms", "guard")


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _leaves([*cast(dict[str, Any], value).values()])
    elif isinstance(value, list | tuple):
        for each in cast(list[Any], value):
            yield from _leaves(each)


@lru_cache(maxsize=8192)
def _is_odd(word: str) -> bool:
    """Whether a word is spelt as none of our languages spells: letters and digits mixed, or groups never seen."""
    if len(word) < 5:
        return False
    if not word.isalpha():
        return not word.isdigit()
    unseen = sum(word[at : at + 3] not in _letter_groups() for at in range(len(word) - 2))
    return unseen * 2 >= len(word) - 2 and unseen > 1


def _is_rare(word: str, stems: frozenset[str]) -> bool:
    """Whether a long word stands in no form anywhere else, in the game or in the adventure: these are their stems."""
    return len(word) >= _LONG and word[:_STEM] not in stems and word[:_STEM] not in _stems()


@dataclass(frozen=True, slots=True)
class Secrets:
    """What must not be said at a moment."""

    names: frozenset[str]
    odd: frozenset[str]
    runs: frozenset[tuple[str, ...]]
    whole: frozenset[tuple[str, ...]]
    deep: tuple[frozenset[str], ...]
    visible: frozenset[str]
    singular: frozenset[str]

    @classmethod
    def of(cls, lore: Lore) -> "Secrets":
        """The secrets that an adventure has at a moment, with all that is no secret."""
        seen = [_read(said) for text in lore.visible for said in (text.fr, text.en)]
        deep = [_read(said) for text in lore.deep for said in (text.fr, text.en)]
        hidden = [*deep, *(_read(said) for text in lore.shallow for said in (text.fr, text.en))]
        visible = frozenset[str]().union(*(each.words for each in seen))
        runs = frozenset[tuple[str, ...]]().union(*(each.runs for each in seen))
        whole = frozenset[tuple[str, ...]]().union(*(each.whole for each in deep))
        in_the_open = f" {' | '.join(each.said for each in seen)} "
        words = frozenset[str]().union(*(each.words for each in hidden)) - visible
        ahead = (_read(said).words for text in lore.ahead for said in (text.fr, text.en))
        stems = frozenset(each[:_STEM] for each in visible.union(*ahead))
        small = frozenset[str]().union(*(each.small for each in (*seen, *hidden)))
        names = frozenset[str]().union(*(each.names for each in hidden)) - visible - small - _common() - _no_names()
        return cls(
            names,
            frozenset(each for each in words if _is_odd(each) or _is_rare(each, stems)),
            frozenset[tuple[str, ...]]().union(*(each.runs for each in hidden)) - runs,
            frozenset(each for each in whole if f" {' '.join(each)} " not in in_the_open),
            tuple(content for each in deep for content in each.contents if len(content) >= 3),
            visible,
            frozenset(map(singular, visible)),
        )

    def told_in(self, said: Said, also: "Told") -> bool:
        """Whether a sentence tells one; `also` is what the turn and the table's talk have made known."""
        words = said.words
        capitals = {each.folded for each in said.tokens if each.raw[:1].isupper()}
        small = {each for each in words if len(each) > _STEM and each not in _vocabulary()}
        if ((capitals | small) & self.names) - also.words or self._spelt(said, also):
            return True
        shared = (_runs(words) & self.runs) - also.runs
        if any(len(run) == _LONG_RUN or any(self._is_new(each, also) for each in run) for run in shared):
            return True
        if self._stands_in(words, also):
            return True
        content = _content(words)
        novel = content - also.singular - self.singular
        return len(novel) >= 2 and any(
            _gives_away(len(novel & each), len(content & each), len(each)) for each in self.deep
        )

    def _stands_in(self, words: tuple[str, ...], also: "Told") -> bool:
        """Whether a short hidden sentence is told as it stands, alone or in a longer one."""
        return any(each in self.whole and each not in also.short for each in _short(words))

    def _is_new(self, word: str, also: "Told") -> bool:
        known = word in self.visible or word in also.words or singular(word) in _common()
        return len(word) > 3 and not known

    def _spelt(self, said: Said, also: "Told") -> bool:
        """An odd word, whole, in pieces, or letter by letter; a name letter by letter."""
        # A long word that is known stands between, whatever letters it has.
        squeezed = "".join(" " if len(each) > 4 and each in also.words else each for each in said.words)
        if any(each in squeezed and each not in also.words for each in self.odd):
            return True
        if not self.names or sum(len(each) == 1 for each in said.words) < 4:
            return False
        letters = "".join(each if len(each) == 1 else " " for each in said.words)
        return any(each in letters for each in self.names - also.words if len(each) > 3)


def _gives_away(new: int, shared: int, every: int) -> bool:
    """Whether so many words of weight in common are too many: two that are new, and another, or most of a short one."""
    return new >= 2 and (shared >= 3 or shared * 5 >= every * 2)


@dataclass(frozen=True, slots=True)
class Told:
    """What a turn's events and the table's own talk make known, whatever the adventure hides."""

    words: Set[str]
    singular: Set[str]
    runs: Set[tuple[str, ...]]
    short: Set[tuple[str, ...]]

    def __or__(self, other: "Told") -> "Told":
        return Told(
            Layered(self.words, other.words),
            Layered(self.singular, other.singular),
            Layered(self.runs, other.runs),
            Layered(self.short, other.short),
        )

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Told":
        """The words of these texts."""
        read = [_read(each) for each in texts]
        words = frozenset[str]().union(*(each.words for each in read))
        runs = frozenset[tuple[str, ...]]().union(*(each.runs for each in read))
        short = frozenset(run for each in read for run in _short(tuple(each.said.split())))
        return cls(words, frozenset(map(singular, words)), runs, short)
