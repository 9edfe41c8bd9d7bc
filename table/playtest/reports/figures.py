"""What a person wants to know of a playtest, as values."""

from collections.abc import Mapping
from dataclasses import dataclass

from narrator.evaluation.figures import Share
from table.playtest.report import Report
from table.playtest.reports.intervals import Mean, mean_of
from table.playtest.summary import Escape, Summary

OUTCOMES = ("success", "partial", "failure")

MOST_BARS = 15
"""Numbers of a spread that are shown one by one."""
_WIDTHS = (2, 5, 10, 20, 50, 100, 200, 500, 1_000)
_FEW = 20
"""A turn that fewer than one game in so many lasts is left out of what is drawn: a few games are no course."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Health or Stress as a turn begins, of the games that lasted so long: the mean of a PC, and between which
    the middle 80 % of the parties lie, shared over their PCs."""

    turn: int
    games: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Role:
    """What one PC did and suffered, on the average of all games."""

    name: str
    opened: float
    struck: float
    damage: float
    breakdown: float
    interposed: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All of it; what was never counted is None or empty. `checks` are shares of all checks, `coups` too; `resources`
    has a share a die, by item. Of scenes, endings, narrator the most frequent come first."""

    games: int
    party: tuple[str, ...]
    won: Share
    down: Mean | None
    dead: Mean | None
    turns: Mean | None
    commands: Mean | None
    hurt: Mean | None
    down_spread: Mapping[int, Share]
    turns_spread: Mapping[int, Share]
    health: tuple[Moment, ...]
    stress: tuple[Moment, ...]
    roles: tuple[Role, ...]
    resources: Mapping[str, Mapping[int, Share]]
    scenes: Mapping[str, Share]
    endings: Mapping[str, Share]
    checks: Mapping[str, Share]
    coups: Share
    narrator: Mapping[str, int]
    escaped: int
    escapes: tuple[Escape, ...]


def figures(report: Report) -> Figures:
    """The figures of a report."""
    summary, party = report.summary, dict(report.settings["party"])
    won, check = summary.of("won"), summary.of("check")
    checks = sum(check[each] for each in OUTCOMES)
    return Figures(
        games=summary.games,
        party=tuple(party.values()),
        won=Share(won["yes"], won["yes"] + won["no"]),
        **{name: mean_of(summary.numbers(name)) for name in ("down", "dead", "turns", "commands", "hurt")},
        down_spread=_spread(summary, "down", range(len(party) + 1)),
        turns_spread=_spread(summary, "turns", ()),
        health=_course(summary, "health", len(party)),
        stress=_course(summary, "stress", len(party)),
        roles=tuple(_role(summary, who, name) for who, name in party.items()),
        resources=_resources(summary),
        scenes=_shares(summary, "scene"),
        endings=_shares(summary, "ending"),
        checks={each: Share(check[each], checks) for each in OUTCOMES} if checks else {},
        coups=Share(check["coup"], checks),
        narrator=dict(_most_first(summary.of("narrator"))),
        escaped=summary.escaped,
        escapes=summary.escapes,
    )


def drawn(course: tuple[Moment, ...]) -> tuple[Moment, ...]:
    """As much of a course as enough games lasted for."""
    most = max((each.games for each in course), default=0)
    return tuple(each for each in course if each.games * _FEW >= most)


def gathered(spread: Mapping[int, Share], most: int = MOST_BARS) -> dict[str, Share]:
    """A spread by its numbers; a long one by ranges of the same width, "20–29", so that it can be read."""
    if len(spread) <= most:
        return {str(number): share for number, share in spread.items()}
    width = next(each for each in _WIDTHS if max(spread) // each - min(spread) // each < most)
    hits: dict[int, int] = {}
    for number, share in spread.items():
        low = number - number % width
        hits[low] = hits.get(low, 0) + share.hits
    every = sum(hits.values())
    return {f"{low}–{low + width - 1}": Share(times, every) for low, times in hits.items()}


def _most_first(counted: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))


def _shares(summary: Summary, subject: str) -> dict[str, Share]:
    counted = summary.of(subject)
    every = sum(counted.values())
    return {name: Share(times, every) for name, times in _most_first(counted)}


def _spread(summary: Summary, subject: str, always: range | tuple[()]) -> dict[int, Share]:
    """The share of the games by number, without a hole between the lowest and the highest."""
    counted = summary.numbers(subject)
    if not counted:
        return {}
    every = sum(counted.values())
    numbers = [*counted, *always]
    return {each: Share(counted.get(each, 0), every) for each in range(min(numbers), max(numbers) + 1)}


def _course(summary: Summary, subject: str, pcs: int) -> tuple[Moment, ...]:
    found: list[Moment] = []
    for turn, numbers in summary.over_time(subject).items():
        mean = mean_of(numbers)
        if mean is not None:
            low, high = mean.middle
            found.append(Moment(turn, mean.of, mean.value / pcs, low / pcs, high / pcs))
    return tuple(found)


def _role(summary: Summary, who: str, name: str) -> Role:
    def each_game(subject: str) -> float:
        return summary.of(subject)[who] / summary.games if summary.games else 0.0

    return Role(name, *(each_game(each) for each in ("opened", "struck", "damage", "breakdown", "interposed")))


def _resources(summary: Summary) -> dict[str, dict[int, Share]]:
    counted: dict[str, dict[int, int]] = {}
    for key, times in sorted(summary.of("resource").items()):
        item, _, die = key.rpartition(":")
        counted.setdefault(item, {})[int(die)] = times
    return {
        item: {die: Share(dice[die], sum(dice.values())) for die in sorted(dice, reverse=True)}
        for item, dice in counted.items()
    }
