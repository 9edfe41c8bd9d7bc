"""One game of a plan, whatever is played; one that breaks a law is told of, and the others go on.

Whoever plays it may be another machine: no file is written, and a save is made where it is wanted, by playing again.
"""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Protocol

from table.playtest.encounter import Encounter
from table.playtest.evenings import evening
from table.playtest.fights import fight
from table.playtest.narrators.in_fights import heckling
from table.playtest.plan import Plan
from table.playtest.summary import Count, Escape, Summary
from table.playtest.watching import LawBroken
from table.record import SaveExists

_MOST_SAID = 1_000
"""Characters of what happened in a game that broke a law: a whole game may stand in it, and the save has that."""


class Played(Protocol):
    """A game that is ready to be played, or was."""

    def results(self) -> Iterator[Count]:
        """Play it to its end; what it came to. Raises LawBroken."""
        ...

    def keep(self, file: Path) -> None:
        """Write what was played of it into a new save. Raises SaveError."""
        ...


def chunk_of(plan: Plan, games: range) -> Summary:
    """What some games of a plan come to."""
    summary = Summary()
    for number in games:
        play(plan, number, summary)
    return summary


def play(plan: Plan, number: int, summary: Summary) -> None:
    """Play one game and add it. Nothing that a game does is raised: it is an escape."""
    try:
        counted = list(_ready(plan, number).results())
    except Exception as error:  # A bug of ours in one game must not end a night of ten thousand.
        law, what = (error.law, error.what) if isinstance(error, LawBroken) else ("no exception", repr(error))
        summary.escape(Escape(number, law, what[:_MOST_SAID]))
        return
    summary.games += 1
    for subject, seen, times in counted:
        summary.count(subject, seen, times)


def kept(plan: Plan, number: int, folder: Path) -> str:
    """Play one game again and keep its save in a folder, under a name that is free; empty where it cannot be kept."""
    with suppress(Exception):
        one = _ready(plan, number)
        with suppress(Exception):  # What it did is known already: it is the save that is wanted.
            list(one.results())
        return _saved(one, folder, f"{plan.name}-{number}")
    return ""


def _ready(plan: Plan, number: int) -> Played:
    if not isinstance(plan.what, Encounter):
        return evening(plan, number)
    one = fight(plan, number)
    if plan.narrator.kind == "hostile":
        one.narrates = heckling(plan, number, one.counts)
    return one


def _saved(one: Played, folder: Path, name: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    for again in count(1):
        file = folder / (f"{name}.breche" if again == 1 else f"{name}-{again}.breche")
        with suppress(SaveExists):
            one.keep(file)
            return str(file)
    raise AssertionError
