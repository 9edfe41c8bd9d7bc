"""What was taken, in figures: shares with their confidence, means, and what may never happen, counted."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, quantiles
from typing import TypeVar

from narrator.evaluation.lines import SUCCESSES, About, Kind
from narrator.evaluation.taking import Taken
from narrator.proposals import ProposeCheck

_T = TypeVar("_T")

Z = 1.959964
"""The normal quantile of a confidence of 95 %."""


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        """The share, None of nothing."""
        return self.hits / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Wilson's interval: with 95 % confidence the true share lies in it. None of nothing."""
        if not self.of:
            return None
        share, weight = self.hits / self.of, Z * Z / self.of
        middle = share + weight / 2
        spread = Z * sqrt(share * (1 - share) / self.of + weight / (4 * self.of))
        low, high = (each / (1 + weight) for each in (middle - spread, middle + spread))
        return max(0.0, low), min(1.0, high)


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of some lines; what there is nothing to take of is None, or a share of nothing.

    `ruling` is agreement on all of kind, attribute and difficulty.
    `own` and `seconds` are those of a line, in the middle and under which 95 % stay.
    """

    lines: int
    valid_first: Share
    valid: Share
    kind: Share
    attribute: Share
    difficulty: Share
    ruling: Share
    leniency: float | None
    brought: Share
    replaced: Share
    refused: int
    lost: int
    yielded: int
    leaks: int
    calls: float | None
    prompt: float | None
    reply: float | None
    own: tuple[float, float] | None
    wall: float


def figures(taken: Sequence[Taken]) -> Figures:
    """The figures of what was taken. Agreement is of the lines that the narrator ruled itself."""
    ruled = [each for each in taken if each.valid]
    checks = [(each, check) for each in taken if (check := each.check) is not None]
    off = [
        SUCCESSES[check.difficulty] - SUCCESSES[each.line.reference] for each, check in checks if each.line.reference
    ]
    brought = [(each, check) for each, check in checks if _wanted(each, check)]
    return Figures(
        lines=len(taken),
        valid_first=_share(taken, lambda each: each.valid_first),
        valid=_share(taken, lambda each: each.valid),
        kind=_share(ruled, lambda each: each.kind in each.line.kinds),
        attribute=_share(checks, lambda each: each[1].attribute in each[0].line.attributes),
        difficulty=_share(checks, lambda each: each[1].difficulty in each[0].line.difficulties),
        ruling=_share(ruled, agrees),
        leniency=fmean(off) if off else None,
        brought=_share(brought, lambda each: _wanted(*each) <= _counted(each[1])),
        replaced=Share(sum(each.replaced for each in taken), sum(each.sentences for each in taken)),
        refused=sum(each.refused for each in taken),
        lost=sum(bool(each.lost) for each in taken),
        yielded=sum(each.yielded for each in taken),
        leaks=sum(len(each.leaks) for each in taken),
        calls=_mean(each.calls for each in taken),
        prompt=_mean(each.prompt for each in taken),
        reply=_mean(each.reply for each in taken),
        own=_middle_and_most([each.own for each in taken]),
        wall=sum(each.seconds for each in taken),
    )


def by_about(taken: Sequence[Taken]) -> dict[About, Share]:
    """Agreement on the whole ruling, by what a line tries a narrator on."""
    ruled = [each for each in taken if each.valid]
    groups = {about: [each for each in ruled if each.line.about is about] for about in About}
    return {about: _share(group, agrees) for about, group in groups.items() if group}


def agrees(taken: Taken) -> bool:
    """Whether the ruling is one that a game master would accept, in kind, attribute and difficulty."""
    check = taken.check
    if check is None or taken.kind is not Kind.CHECK:
        return taken.kind in taken.line.kinds
    return check.attribute in taken.line.attributes and check.difficulty in taken.line.difficulties


def _wanted(taken: Taken, check: ProposeCheck) -> set[str]:
    """What the line brings to that check; a specialty counts on its own attribute alone."""
    line = taken.line
    skills = (each for person in taken.setting.characters for each in person.specialties)
    fits = any(each.id == line.specialty and each.attribute is check.attribute for each in skills)
    named = (line.actor, line.specialty if fits else None, line.item, line.helper)
    return {each for each in named if each is not None}


def _counted(check: ProposeCheck) -> set[str]:
    gained = ((each.item, each.helper) for each in check.advantages)
    named = (check.actor, check.specialty, *check.items, *(each for pair in gained for each in pair))
    return {each for each in named if each is not None}


def _share(every: Sequence[_T], hits: Callable[[_T], bool]) -> Share:
    return Share(sum(map(hits, every)), len(every))


def _mean(values: Iterable[int]) -> float | None:
    every = [*values]
    return fmean(every) if every else None


def _middle_and_most(values: Sequence[float]) -> tuple[float, float] | None:
    if not values:
        return None
    if len(values) == 1:
        return values[0], values[0]
    cuts = quantiles(values, n=20, method="inclusive")
    return cuts[9], cuts[18]
