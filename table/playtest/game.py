"""One game of a plan, whatever is played; one that breaks a law leaves its save, and the others go on."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Protocol

from table.playtest.encounter import Encounter
from table.playtest.evenings import evening
from table.playtest.fights import fight
from table.playtest.plan import Plan
from table.playtest.summary import Count, Escape, Summary
from table.playtest.watching import LawBroken
from table.record import SaveError, SaveExists


class Played(Protocol):
    """A game that is ready to be played, or was."""

    def results(self) -> Iterator[Count]:
        """Play it to its end; what it came to. Raises LawBroken."""
        ...

    def keep(self, file: Path) -> None:
        """Write what was played of it into a new save. Raises SaveError."""
        ...


def chunk_of(plan: Plan, games: range, keep: str) -> Summary:
    """What some games of a plan come to; the saves of those that break a law are kept in the folder `keep`."""
    summary = Summary()
    for number in games:
        play(plan, number, Path(keep), summary)
    return summary


def play(plan: Plan, number: int, keep: Path, summary: Summary) -> None:
    """Play one game and add it. Nothing that a game does is raised: it is an escape, with its save."""
    one: Played = fight(plan, number) if isinstance(plan.what, Encounter) else evening(plan, number)
    try:
        counted = list(one.results())
    except Exception as error:  # A bug of ours in one game must not end a night of ten thousand.
        law, what = (error.law, error.what) if isinstance(error, LawBroken) else ("no exception", repr(error))
        summary.escape(Escape(number, law, what, _kept(one, keep, f"{plan.name}-{number}")))
        return
    summary.games += 1
    for subject, seen, times in counted:
        summary.count(subject, seen, times)


def _kept(one: Played, folder: Path, name: str) -> str:
    """The save of a game, under a name that is free; empty where it cannot be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number in count(1):
            file = folder / (f"{name}.breche" if number == 1 else f"{name}-{number}.breche")
            try:
                one.keep(file)
            except SaveExists:
                continue
            return str(file)
    except (SaveError, OSError):
        pass
    return ""
