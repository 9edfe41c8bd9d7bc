"""What a table has heard: the words, names and numbers that texts make known; each note is read once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from narrator.guard.rules import Known, Rules
from narrator.guard.secrets import Told
from narrator.guard.words import plain
from narrator.memory import Memory, Note, NoteKind

_RAW = re.compile(r"[^\W_]+")

_VOUCHING = frozenset(NoteKind) - {NoteKind.CANON}
"""The notes of players and of the program. What a model told it could have made up: it excuses nothing."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What some texts make known, for secrets and for the rules."""

    told: Told
    known: Known

    def __or__(self, other: "Heard") -> "Heard":
        return Heard(self.told | other.told, self.known | other.known)


class Ear:
    """Reads texts for what they make known."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._memory: Memory | None = None
        self._read = 0
        self._noted = _Noted()

    def of(self, texts: Sequence[str]) -> Heard:
        """What these texts make known."""
        raw = frozenset(word for text in texts for word in _RAW.findall(text))
        names = frozenset(each for each in raw if each[:1].isupper())
        return Heard(Told.of(texts), Known(self.digits(texts), names, frozenset(map(str.casefold, raw))))

    def notes(self, memory: Memory) -> Heard:
        """What the open notes of players and of the program make known; only those since the last time are read."""
        if memory is not self._memory or len(memory.notes) < self._read:
            self._memory, self._read, self._noted = memory, 0, _Noted()
        new = memory.notes[self._read :]
        self._read += len(new)
        self._noted.take(self.of([each.text for each in new if _vouches(each)]))
        return self._noted.heard

    def digits(self, texts: Iterable[str]) -> frozenset[str]:
        """The numbers of these texts, in digits, whether they are written in digits or in words."""
        return frozenset(each for text in texts for each in self._rules.numbers_in(plain(text)))


class _Noted:
    """Sets that grow with the notes; whoever holds what is heard of them sees them grow."""

    def __init__(self) -> None:
        words, singular, names, cased, digits = (set[str]() for _ in range(5))
        runs, short = set[tuple[str, ...]](), set[tuple[str, ...]]()
        self.heard = Heard(Told(words, singular, runs, short), Known(digits, names, cased))
        self._words = (words, singular, names, cased, digits)
        self._runs = runs
        self._short = short

    def take(self, new: Heard) -> None:
        told, known = new.told, new.known
        came = (told.words, told.singular, known.names, known.words, known.digits)
        for mine, theirs in zip(self._words, came, strict=True):
            mine.update(theirs)
        self._runs.update(told.runs)
        self._short.update(told.short)


def _vouches(note: Note) -> bool:
    return note.kind in _VOUCHING and not note.secret
