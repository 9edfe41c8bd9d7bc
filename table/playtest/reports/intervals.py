"""Means and differences with their intervals, from counts: how far so many games can be trusted."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

from narrator.evaluation.figures import Share, Z

Interval = tuple[float, float]

_INNER = 0.1, 0.9
"""Between these quantiles lies the middle 80 %."""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of what was seen `of` times, and how it spreads: `variance` of a sample, None of a single one; half lie
    at `median` or below; `middle` holds the middle 80 %. What is counted is never under 0."""

    of: int
    value: float
    variance: float | None
    median: int
    middle: tuple[int, int]

    @property
    def interval(self) -> Interval | None:
        """With 95 % confidence the true mean lies in it. None of a single one."""
        if self.variance is None:
            return None
        around = _student(self.of - 1) * sqrt(self.variance / self.of)
        return max(0.0, self.value - around), self.value + around


@dataclass(frozen=True, slots=True)
class Gap:
    """How much more the second of two is, and the 95 % interval of that."""

    first: float
    second: float
    interval: Interval

    @property
    def value(self) -> float:
        """The difference, below 0 where the second is less."""
        return self.second - self.first

    @property
    def is_shown(self) -> bool:
        """Whether the interval leaves out that there is none."""
        low, high = self.interval
        return low > 0 or high < 0


def mean_of(numbers: Mapping[int, int]) -> Mean | None:
    """The mean of numbers, each seen so often; None of nothing."""
    of = sum(numbers.values())
    if not of:
        return None
    value = sum(number * times for number, times in numbers.items()) / of
    squares = sum(times * (number - value) ** 2 for number, times in numbers.items())
    low, median, high = (quantile(numbers, each) for each in (_INNER[0], 0.5, _INNER[1]))
    return Mean(of, value, squares / (of - 1) if of > 1 else None, median, (low, high))


def quantile(numbers: Mapping[int, int], share: float) -> int:
    """The smallest number that such a share of all does not exceed. Raises ValueError of nothing."""
    wanted = share * sum(numbers.values())
    reached = 0
    for number in sorted(numbers):
        reached += numbers[number]
        if reached >= wanted:
            return number
    raise ValueError("nothing was counted")


def share_gap(first: Share, second: Share) -> Gap | None:
    """The difference of two shares, by Newcombe's interval from Wilson's two; None where one is of nothing."""
    one, two = first.value, second.value
    if one is None or two is None or first.interval is None or second.interval is None:
        return None
    (low_1, high_1), (low_2, high_2) = first.interval, second.interval
    down = sqrt((two - low_2) ** 2 + (high_1 - one) ** 2)
    up = sqrt((high_2 - two) ** 2 + (one - low_1) ** 2)
    return Gap(one, two, (two - one - down, two - one + up))


def mean_gap(first: Mean | None, second: Mean | None) -> Gap | None:
    """The difference of two means, by Welch's interval; None where one is of fewer than two."""
    if first is None or second is None or first.variance is None or second.variance is None:
        return None
    parts = [(each.variance or 0.0) / each.of for each in (first, second)]
    between = sum(parts)
    if not between:
        around = 0.0
    else:
        freedom = between**2 / (parts[0] ** 2 / (first.of - 1) + parts[1] ** 2 / (second.of - 1))
        around = _student(freedom) * sqrt(between)
    value = second.value - first.value
    return Gap(first.value, second.value, (value - around, value + around))


def _student(freedom: float) -> float:
    """Student's quantile of a confidence of 95 %, by the expansion around the normal one: within a hundredth from four
    degrees of freedom on."""
    return (
        Z
        + (Z**3 + Z) / (4 * freedom)
        + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)
        + (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / (384 * freedom**3)
    )
