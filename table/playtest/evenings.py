"""One adventure from its opening to an ending: bots type, a narrator rules and tells, the real engine decides."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from table.playtest.plan import Plan
from table.playtest.summary import Count


@dataclass
class Evening:
    """An evening as it is played."""

    plan: Plan
    number: int

    def results(self) -> Iterator[Count]:
        """Play it to its end; what it came to. Raises LawBroken."""
        raise NotImplementedError

    def keep(self, file: Path) -> None:
        """Write what was played of it into a new save. Raises SaveError."""
        raise NotImplementedError


def evening(plan: Plan, number: int) -> Evening:
    """An evening of a plan, ready to be played."""
    return Evening(plan, number)
