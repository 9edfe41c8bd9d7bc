"""A sentence as the guard reads it."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from narrator.reading.lexicon import normalise

T = TypeVar("T")


class Layered(Set[T]):
    """Several sets looked at as one, and none copied: what one of them takes in later is in it too."""

    __slots__ = ("_layers",)

    def __init__(self, *layers: Set[T]) -> None:
        flat = (each._layers if isinstance(each, Layered) else (each,) for each in layers)
        self._layers: tuple[Set[T], ...] = tuple(chain.from_iterable(flat))

    def __contains__(self, each: object) -> bool:
        return any(each in layer for layer in self._layers)

    def __iter__(self) -> Iterator[T]:
        return iter(dict.fromkeys(chain.from_iterable(self._layers)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @classmethod
    def _from_iterable(cls, it: Iterable[T]) -> Set[T]:  # pyright: ignore[reportIncompatibleMethodOverride]
        return frozenset(it)


@dataclass(frozen=True, slots=True)
class Token:
    """A word as it is written, as it is compared, and whether a capital on it means nothing: a sentence begins."""

    raw: str
    folded: str
    begins: bool

    @property
    def is_name(self) -> bool:
        """Whether it has a capital that no beginning explains."""
        return self.raw[:1].isupper() and not self.begins


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence as the guard reads it.

    `line` is all of it in small letters, a space after each apostrophe; `narration` the same without what is quoted,
    `quoted` that alone. `dashed`: a line of dialogue after a dash.
    """

    text: str
    line: str
    narration: str
    quoted: str
    dashed: bool
    tokens: tuple[Token, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """Its words as they are compared."""
        return tuple(each.folded for each in self.tokens)


_WORD = re.compile(r"[^\W_]+")
_BEGINS = re.compile(r"(?:^|[.!?…:«»“”\"—–(\n])[\s\xa0'’\"«“*_—–-]*$")
_SHORT = {"ve": " have", "ll": " will", "re": " are", "d": " had"}
_SHORTENED = re.compile(r"'(ve|ll|re|d)\b")


def _composed(text: str) -> str:
    """A text whose signs are those that a keyboard has: a circled figure is a figure, a wide letter a letter."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).replace("...", "…")


def plain(text: str) -> str:
    """A text in small letters, on one line, a space after each apostrophe; English is spelled out ("do not")."""
    line = _composed(text).casefold().replace("’", "'").replace("n't", " not")
    line = _SHORTENED.sub(lambda found: _SHORT[found[1]], line)
    return " ".join(line.replace("'", "' ").split())


def read(text: str, quoting: bool = False) -> tuple[Said, bool]:
    """A sentence; `quoting` says that it begins inside a quotation. And whether it ends inside one."""
    outside, inside, quoting = _quotes(text, quoting)
    return Said(
        text, plain(text), plain(outside), plain(inside), text.lstrip()[:1] in "—–", tuple(tokens(_composed(text)))
    ), quoting


def tokens(text: str) -> Iterator[Token]:
    """The words of a text."""
    for found in _WORD.finditer(text):
        begins = _BEGINS.search(text[max(0, found.start() - 8) : found.start()]) is not None
        yield Token(found[0], normalise(found[0]), begins or found.start() == 0)


def _quotes(text: str, quoting: bool) -> tuple[str, str, bool]:
    """What is outside quotations, what is inside, and whether the last one stays open."""
    outside: list[str] = []
    inside: list[str] = []
    for each in text:
        if each in "«“" or (each == '"' and not quoting):
            quoting = True
            outside.append(" … ")
        elif each in '»”"':
            if not quoting and not inside:
                inside, outside = outside, []  # It began in a sentence that was not read.
            quoting = False
        else:
            (inside if quoting else outside).append(each)
    return "".join(outside), "".join(inside), quoting
