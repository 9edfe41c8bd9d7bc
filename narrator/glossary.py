"""The glossary of CORE in the reader's language: prompts/glossary.toml, and the words in <language>/glossary.toml."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter, ValidationError

from narrator import prompting
from narrator.content_error import ContentError, shape_faults
from narrator.reading.lexicon import tokens
from narrator.scenario import Data, Id, Language, Prose

LANGUAGES: tuple[Language, ...] = ("fr", "en")
CLOSE = 3
"""How many names are given, at the most, to whoever typed one that is not there."""
_FAR = 100  # More slips than any name is forgiven.
_SLIPS = ((7, 2), (5, 1))
"""How many slips of the finger a word of so many letters is forgiven; a shorter one is as near to any other word."""

_T = TypeVar("_T")


class Frame(Data):
    """What an entry is in every language: its chapter of the book, the ids of its rules in docs/rules/core.toml."""

    chapter: Annotated[int, Field(ge=1, le=8)]
    rules: Annotated[tuple[str, ...], Field(min_length=1)]
    see: tuple[Id, ...]


class Wording(Data):
    """An entry in one language: the term, what else may be typed for it, what it is, and its rule, a line at a time."""

    term: Prose
    aka: tuple[Prose, ...]
    short: Prose
    rule: Annotated[tuple[Prose, ...], Field(min_length=2, max_length=6)]


@dataclass(frozen=True, slots=True)
class Entry:
    """A term and its rule, as one reader has them. `elsewhere` is the term in the other language."""

    id: str
    frame: Frame
    wording: Wording
    elsewhere: Wording

    @property
    def term(self) -> str:
        """The word as the reader knows it."""
        return self.wording.term


@dataclass(frozen=True, slots=True)
class Glossary:
    """Every entry in one language, by its id, in the order of the alphabet."""

    entries: Mapping[str, Entry]

    def find(self, said: str) -> tuple[Entry, ...]:
        """The entry of that name; failing that those of which a word begins so. The reader's language comes first."""
        key = _key(said)
        searches: tuple[Callable[[str], bool], ...] = (
            lambda name: _key(name) == key,
            lambda name: any(each.startswith(key) for each in _tails(name)),
        )
        for fits in searches if key else ():
            for names in (_own_names, _other_names):
                found = tuple(each for each in self.entries.values() if any(map(fits, names(each))))
                if found:
                    return found
        return ()

    def close(self, said: str) -> tuple[str, ...]:
        """The few names that are a letter or two away from it, the nearest alone, and one for each entry."""
        key = _key(said)
        near: dict[str, tuple[int, str]] = {}
        for each in self.entries.values():
            names = (each.term, *each.wording.aka, *_other_names(each))
            near[each.id] = min(((_slips(key, _key(name)), name) for name in names), key=lambda found: found[0])
        least = min(away for away, _ in near.values())
        return tuple(name for away, name in near.values() if away == least < _FAR)[:CLOSE]


@cache
def glossary(language: Language) -> Glossary:
    """The glossary that comes with the game, read once. Raises ContentError."""
    return checked(
        language,
        prompting.common_table("glossary"),
        {each: prompting.table(each, "glossary") for each in LANGUAGES},
    )


def checked(language: Language, frames: dict[str, Any], wordings: Mapping[Language, dict[str, Any]]) -> Glossary:
    """The glossary that the tables of three files make. Raises ContentError."""
    common = _shaped("glossary.toml", frames, dict[Id, Frame])
    words = {each: _shaped(f"{each}/glossary.toml", wordings[each], dict[Id, Wording]) for each in LANGUAGES}
    _refuse("glossary.toml", _lost(common))
    for each in LANGUAGES:
        _refuse(f"{each}/glossary.toml", _unlike(common, words[each]))
    other = words["en" if language == "fr" else "fr"]
    every = [Entry(each, common[each], words[language][each], other[each]) for each in common]
    return Glossary({each.id: each for each in sorted(every, key=lambda entry: tokens(entry.term))})


def _lost(frames: Mapping[str, Frame]) -> Iterator[str]:
    """What leads nowhere."""
    for name, frame in frames.items():
        yield from (
            f"{name}.see: expected the id of another entry, found {each!r}"
            for each in frame.see
            if each == name or each not in frames
        )


def _unlike(frames: Mapping[str, Frame], words: Mapping[str, Wording]) -> Iterator[str]:
    """Entries that one file has and the other has not, and words that stand for two entries."""
    yield from (f"{each}: this entry of ../glossary.toml is missing" for each in frames if each not in words)
    yield from (f"{each}: ../glossary.toml has no such entry" for each in words if each not in frames)
    taken: dict[str, str] = {}
    for name, wording in words.items():
        for said in (name, wording.term, *wording.aka):
            owner = taken.setdefault(_key(said), name)
            if owner != name:
                yield f"{name}: {said!r} stands for {owner} already"


def _own_names(entry: Entry) -> tuple[str, ...]:
    return (entry.id, entry.wording.term, *entry.wording.aka)


def _other_names(entry: Entry) -> tuple[str, ...]:
    return (entry.elsewhere.term, *entry.elsewhere.aka)


def _key(text: str) -> str:
    """A name without what people type in ever other ways: case, accents, spaces, apostrophes and hyphens."""
    return "".join(tokens(text))


def _slips(said: str, meant: str) -> int:
    """How many letters are wrong, missing, too many or swapped with the next; _FAR where that is more than a slip."""
    most = next((slips for letters, slips in _SLIPS if len(said) >= letters), 0)
    # The first letter is seldom the wrong one, and another makes another word: range is not danger.
    if abs(len(said) - len(meant)) > most or said[:1] != meant[:1]:
        return _FAR
    above, row = list[int](), list(range(len(meant) + 1))
    for i, typed in enumerate(said, 1):
        beyond, above, row = above, row, [i]
        for j, letter in enumerate(meant, 1):
            fewest = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (typed != letter))
            if i > 1 and j > 1 and (typed, said[i - 2]) == (meant[j - 2], letter):
                fewest = min(fewest, beyond[j - 2] + 1)
            row.append(fewest)
    return row[-1] if row[-1] <= most else _FAR


def _tails(name: str) -> Iterator[str]:
    """What begins at each word of a name: "coupdeclat", "declat", "eclat"."""
    words = tokens(name)
    return ("".join(words[at:]) for at in range(len(words)))


def _shaped(file: str, read: dict[str, Any], shape: type[_T]) -> _T:
    try:
        return TypeAdapter(shape).validate_python(read)
    except ValidationError as error:
        raise ContentError(file, shape_faults(error, read)) from None


def _refuse(file: str, faults: Iterator[str]) -> None:
    found = tuple(faults)
    if found:
        raise ContentError(file, found)
