"""Finds an adversary's numbers for a target: how often the party should win, how many PCs may be down at the end.

Every set of numbers is tried with the same dice, a few games each; those that come nearest are then tried with other
dice and all games: whoever is chosen for few games was lucky in them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import inf

from engine.core.foes import AdversaryId, Arrival, Standing
from engine.core.rules.profiles import arrival_refusal
from narrator.evaluation.figures import Share
from table.config import ConfigError
from table.playtest.encounter import Encounter, with_numbers
from table.playtest.plan import Plan
from table.playtest.reports.intervals import Mean, mean_of
from table.playtest.summary import Summary

Plays = Callable[[Plan, range], Summary]
"""Plays some games of a plan."""

RANGES: Mapping[str, tuple[int, ...]] = {
    "threat": (1, 2, 3),
    "weapon": (1, 2, 3, 4),
    "protection": (0, 1, 2, 3),
    "health": (2, 3, 4, 5, 6, 8, 10, 12),
    "members": (2, 3, 4, 5, 6, 8, 10, 12),
}
"""The numbers that may be looked for, each with those that are tried (CORE ch. 6, Les adversaires)."""

_FIRST_LOOK = 100
_KEPT = 4


@dataclass(frozen=True, slots=True)
class Target:
    """What is wanted: the party wins `win` of its games, 0 to 1, with no more than `down` PCs out at the end, on
    average."""

    win: float
    down: float


@dataclass(frozen=True, slots=True)
class Tried:
    """Numbers that were tried, and what came of them."""

    numbers: tuple[tuple[str, int], ...]
    summary: Summary

    @property
    def won(self) -> Share:
        """The share of games that the party won."""
        return Share(self.summary.of("won")["yes"], self.summary.games)

    @property
    def down(self) -> Mean | None:
        """The PCs out at the end, on average; None where no game came to its end."""
        return mean_of(self.summary.numbers("down"))

    def misses(self, target: Target) -> float:
        """How far from the target: in shares of games, a PC too many down counted as much as all of them."""
        if self.won.value is None or self.down is None:
            return inf
        return abs(self.won.value - target.win) + max(0.0, self.down.value - target.down)


def boss_of(encounter: Encounter) -> Arrival:
    """Whose numbers are looked for: the boss, or the one adversary there is. Raises ConfigError."""
    bosses = [each for each in encounter.arrivals if each.profile.standing is Standing.BOSS] or [*encounter.arrivals]
    if len(bosses) > 1:
        raise ConfigError("tune.which", known=", ".join(each.id for each in bosses))
    return bosses[0]


def what_varies(arrival: Arrival) -> tuple[str, ...]:
    """The numbers that matter for such an adversary, where nobody says: a boss has the Health of its rank."""
    match arrival.profile.standing:
        case Standing.BOSS:
            return ("threat", "weapon")
        case Standing.GROUP:
            return ("weapon", "members")
        case Standing.SINGLE:
            return ("threat", "health", "weapon")


def tune(plan: Plan, who: AdversaryId, vary: tuple[str, ...], target: Target, games: int, plays: Plays) -> list[Tried]:
    """The sets of numbers that come nearest to the target, the nearest first, each played so many games."""
    few = min(games, _FIRST_LOOK)
    first = [Tried(numbers, plays(_with(plan, who, numbers), range(few))) for numbers in _every(plan, who, vary)]
    nearest = sorted(first, key=lambda each: (each.misses(target), each.numbers))[:_KEPT]
    if few < games:
        fresh = range(few, few + games)
        nearest = [Tried(each.numbers, plays(_with(plan, who, each.numbers), fresh)) for each in nearest]
    return sorted(nearest, key=lambda each: (each.misses(target), each.numbers))


def count(plan: Plan, who: AdversaryId, vary: tuple[str, ...], games: int) -> int:
    """How many games that takes."""
    tried = len(list(_every(plan, who, vary)))
    few = min(games, _FIRST_LOOK)
    return tried * few + (min(_KEPT, tried) * games if few < games else 0)


def _every(plan: Plan, who: AdversaryId, vary: tuple[str, ...]) -> Iterator[tuple[tuple[str, int], ...]]:
    """All sets of numbers that the rules allow."""
    for values in product(*(RANGES[each] for each in vary)):
        numbers = tuple(zip(vary, values, strict=True))
        changed = _with(plan, who, numbers)
        assert isinstance(changed.what, Encounter)
        if all(arrival_refusal(each) is None for each in changed.what.arrivals):
            yield numbers


def _with(plan: Plan, who: AdversaryId, numbers: tuple[tuple[str, int], ...]) -> Plan:
    assert isinstance(plan.what, Encounter)
    arrivals = tuple(with_numbers(each, dict(numbers)) if each.id == who else each for each in plan.what.arrivals)
    return replace(plan, what=replace(plan.what, arrivals=arrivals))
