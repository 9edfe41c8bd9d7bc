"""What games came to, in counts that add up: the same whatever was played where, by whom and in which order."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

Count = tuple[str, str, int]
"""A subject, what was seen of it, how often."""

MOST_ESCAPES = 20
"""Escapes that are kept whole, those of the lowest games; all of them are counted."""


@dataclass(frozen=True, slots=True, order=True)
class Escape:
    """A game that broke a law: its number, the law, what happened, and the save that was made of it, if any."""

    game: int
    law: str
    what: str
    save: str = ""


@dataclass(slots=True)
class Summary:
    """Any number of games together. `counts` has a table a subject, from what was seen to how often; a key of two
    parts has a colon between them.

    ending: how games ended. won: "yes" or "no". turns, commands: how long they were. down, dead: PCs so at the end.
    health, stress: "turn:sum over the PCs" as a turn began, the last one after the end. opened: breaches by PC.
    struck, damage: strikes taken and Health lost by PC. hurt: Health that the party lost in a game. resource:
    "item:die" at the end. scene: where games ended. check: outcomes, and "coup". breakdown, interposed: how often, by
    PC. narrator: what became of proposals.
    """

    games: int = 0
    counts: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    escaped: int = 0
    escapes: tuple[Escape, ...] = ()

    def count(self, subject: str, seen: str, times: int = 1) -> None:
        """Add to one count."""
        if times:
            self.counts.setdefault(subject, Counter())[seen] += times

    def escape(self, escape: Escape) -> None:
        """Add a game that broke a law."""
        self.escaped += 1
        self.escapes = tuple(sorted((*self.escapes, escape)))[:MOST_ESCAPES]

    def add(self, other: "Summary") -> None:
        """Add what other games came to."""
        self.games += other.games
        for subject, counted in other.counts.items():
            self.counts.setdefault(subject, Counter()).update(counted)
        self.escaped += other.escaped
        self.escapes = tuple(sorted((*self.escapes, *other.escapes)))[:MOST_ESCAPES]

    @classmethod
    def together(cls, every: Iterable["Summary"]) -> Self:
        """Several as one."""
        whole = cls()
        for each in every:
            whole.add(each)
        return whole

    def of(self, subject: str) -> Counter[str]:
        """One subject's counts, none where it was never seen."""
        return self.counts.get(subject, Counter())

    def numbers(self, subject: str) -> dict[int, int]:
        """A subject whose keys are numbers, lowest first: each number, and in how many games."""
        return dict(sorted((int(key), n) for key, n in self.of(subject).items()))

    def over_time(self, subject: str) -> dict[int, dict[int, int]]:
        """A subject of "turn:number": by turn, each number and in how many games."""
        found: dict[int, dict[int, int]] = {}
        for key, count in self.of(subject).items():
            turn, _, number = key.partition(":")
            found.setdefault(int(turn), {})[int(number)] = count
        return {turn: dict(sorted(found[turn].items())) for turn in sorted(found)}

    def as_data(self) -> dict[str, Any]:
        """The same for JSON, in one order whatever was added first."""
        counts = {
            subject: dict(sorted(self.counts[subject].items(), key=_by_number)) for subject in sorted(self.counts)
        }
        # Without their saves: those lie on one machine, and what is written here must be the same on all.
        escapes = [{"game": each.game, "law": each.law, "what": each.what} for each in self.escapes]
        return {"games": self.games, "counts": counts, "escaped": self.escaped, "escapes": escapes}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """What `as_data` made. Raises KeyError, TypeError and ValueError for anything else."""
        counts = {
            str(subject): Counter({_key(subject, key): _whole(count) for key, count in counted.items()})
            for subject, counted in data["counts"].items()
        }
        escapes = tuple(Escape(int(e["game"]), str(e["law"]), str(e["what"])) for e in data["escapes"])
        return cls(_whole(data["games"]), counts, _whole(data["escaped"]), escapes)


_NUMBER = r"\d{1,6}"
_KEYS = {
    **dict.fromkeys(("turns", "commands", "down", "dead", "hurt"), _NUMBER),
    **dict.fromkeys(("health", "stress"), f"{_NUMBER}:{_NUMBER}"),
    "resource": f".+:{_NUMBER}",
}
"""What the keys of some subjects look like. Six digits: spreads have a place for every number between two."""

_MOST = 10**15


def _key(subject: str, key: str) -> str:
    """A key as it is written. Raises ValueError for what is no key of that subject."""
    if not re.fullmatch(_KEYS.get(subject, ".*"), key, re.ASCII | re.DOTALL):
        raise ValueError(key)
    return key


def _whole(count: Any) -> int:
    """How often. Raises ValueError for what is no such number."""
    if not isinstance(count, int) or not 0 <= count <= _MOST:
        raise ValueError(count)
    return count


def _by_number(pair: tuple[str, int]) -> tuple[tuple[bool, int, str], ...]:
    """Numbers by their size, words by their letters, in each part of a key."""
    return tuple((not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in pair[0].split(":"))
