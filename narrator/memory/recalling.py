"""Finds texts by their words: SQLite's full-text search, in memory, over words folded for both languages alike."""

import re
import sqlite3
import weakref
from collections.abc import Iterable, Sequence
from functools import cache

from narrator import prompting
from narrator.reading.lexicon import normalise, singular

MOST_WORDS = 64
"""Words of a question that count: half of them its first, half its last, so that a long line hides no name after it."""

_WORD = re.compile(r"[^\W_]+")
_TABLE = "CREATE VIRTUAL TABLE entry USING fts5(words, content = '', tokenize = 'unicode61 remove_diacritics 2')"
_FIND = "SELECT rowid FROM entry WHERE entry MATCH ? ORDER BY bm25(entry), rowid DESC"


def words(text: str) -> list[str]:
    """The words that carry meaning, without case, accents and marks of a plural."""
    said = _WORD.findall(normalise(text))
    return [singular(each) for each in said if len(each) > 1 and each not in _without_meaning()]


@cache
def _without_meaning() -> frozenset[str]:
    lists: tuple[str, str] = prompting.table("fr", "memory")["stop"], prompting.table("en", "memory")["stop"]
    return frozenset(each for words in lists for each in words.split())


class Index:
    """Texts in the order in which they came, found by what they have in common with a question."""

    def __init__(self) -> None:
        self._size = 0
        self._plain: list[frozenset[str]] = []
        # It is thrown away by whatever thread collects it.
        self._database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._database.close)
        try:
            self._database.execute(_TABLE)
            self._has_search = True
        except sqlite3.OperationalError:
            self._has_search = False  # A Python whose SQLite was built without it: words are counted instead.

    def __len__(self) -> int:
        return self._size

    def add(self, texts: Iterable[str]) -> None:
        """Take in more texts."""
        folded = [words(each) for each in texts]
        if self._has_search:
            rows = ((at, " ".join(each)) for at, each in enumerate(folded, self._size))
            with self._database:
                self._database.execute("BEGIN")
                self._database.executemany("INSERT INTO entry (rowid, words) VALUES (?, ?)", rows)
        else:
            self._plain += map(frozenset, folded)
        self._size += len(folded)

    def find(self, about: str) -> list[int]:
        """Which texts have words of the question, the best first, the latest among equals."""
        asked = _most(list(dict.fromkeys(words(about))))
        if not asked:
            return []
        if not self._has_search:
            shared = {at: len(each.intersection(asked)) for at, each in enumerate(self._plain)}
            return sorted((at for at in shared if shared[at]), key=lambda at: (-shared[at], -at))
        # In quotes a word is a word, whatever it means to the search ("near", "or", "not").
        query = " OR ".join(f'"{each}"' for each in asked)
        return [at for (at,) in self._database.execute(_FIND, (query,))]


def _most(asked: Sequence[str]) -> Sequence[str]:
    half = MOST_WORDS // 2
    return asked if len(asked) <= MOST_WORDS else (*asked[:half], *asked[-half:])
