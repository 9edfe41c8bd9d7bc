"""The figures of a report as rows under headings: the same on a terminal and on a page."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from narrator.evaluation.figures import Share
from table.playtest.reports.figures import Figures, Moment, gathered
from table.playtest.reports.intervals import Mean
from table.playtest.reports.wording import Wording

Row = tuple[str, ...]
_Key = TypeVar("_Key")

ROLES = ("opened", "struck", "damage", "breakdown", "interposed")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that their first cell names; the first heading says what the table is of."""

    key: str
    headings: Row
    rows: tuple[Row, ...]


def tables(wording: Wording, found: Figures) -> Iterator[Table]:
    """Every table that has something to say, what matters most first."""
    every = (
        Table("figures", _headings(wording, "figure", "mean", "median", "middle"), (*_main(wording, found),)),
        _shares(wording, "ending", found.endings),
        _spread(wording, "down", found.down_spread),
        _spread(wording, "turns", found.turns_spread),
        Table("course", _headings(wording, "turn", "lasted", "health", "stress"), (*_course(wording, found),)),
        _roles(wording, found),
        Table("resource", _headings(wording, "resource", "dice"), (*_resources(wording, found),)),
        _shares(wording, "scene", found.scenes),
        Table("check", _headings(wording, "check", "of_checks"), (*_checks(wording, found),)),
        Table("narrator", _headings(wording, "narrator", "times"), (*_narrator(wording, found),)),
    )
    yield from (each for each in every if each.rows)


def _headings(wording: Wording, *names: str) -> Row:
    return tuple(wording(f"heading.{each}") for each in names)


def _main(wording: Wording, found: Figures) -> Iterator[Row]:
    none = wording("none")
    if found.won.of:
        yield wording("figure.won"), wording.share(found.won), none, none
    for name in ("down", "dead", "turns", "commands", "hurt"):
        mean: Mean | None = getattr(found, name)
        if mean is not None:
            low, high = mean.middle
            middle = wording("between", low=low, high=high)
            yield wording(f"figure.{name}"), wording.mean(mean), str(mean.median), middle


def _shares(wording: Wording, kind: str, shares: Mapping[str, Share]) -> Table:
    return _table(wording, kind, shares, lambda name: wording.named(kind, name))


def _spread(wording: Wording, kind: str, shares: Mapping[int, Share]) -> Table:
    return _table(wording, kind, gathered(shares), str)


def _table(wording: Wording, kind: str, shares: Mapping[_Key, Share], name: Callable[[_Key], str]) -> Table:
    rows = ((name(key), wording.count(share.hits), wording.share(share)) for key, share in shares.items())
    return Table(kind, _headings(wording, kind, "games", "share"), (*rows,))


def _course(wording: Wording, found: Figures) -> Iterator[Row]:
    stress = {each.turn: each for each in found.stress}
    for each in found.health:
        beside = stress.get(each.turn)
        said = wording("none") if beside is None else _moment(wording, beside)
        yield str(each.turn), wording.count(each.games), _moment(wording, each), said


def _moment(wording: Wording, moment: Moment) -> str:
    middle = wording("between", low=wording.number(moment.low), high=wording.number(moment.high))
    return wording("with", value=wording.number(moment.mean), interval=middle)


def _roles(wording: Wording, found: Figures) -> Table:
    """What each PC did and suffered; what none of them ever did has no column."""
    names = [name for name in ROLES if any(getattr(each, name) for each in found.roles)]
    rows = [(each.name, *(wording.number(getattr(each, name)) for name in names)) for each in found.roles]
    return Table("roles", _headings(wording, "pc", *names), (*rows,) if names else ())


def _resources(wording: Wording, found: Figures) -> Iterator[Row]:
    for item, dice in found.resources.items():
        told = [
            wording("die", die=die_name(wording, die), share=wording.share(share, sure=False))
            for die, share in dice.items()
        ]
        yield wording.named("item", item), wording.listed(told)


def die_name(wording: Wording, die: int) -> str:
    """A Resource's die by its faces; 0 is one that is used up."""
    return wording("faces", die=die) if die else wording("used_up")


def _checks(wording: Wording, found: Figures) -> Iterator[Row]:
    for outcome, share in found.checks.items():
        yield wording(f"outcome.{outcome}"), wording.share(share, sure=False)
    if found.coups.hits:
        yield wording("outcome.coup"), wording.share(found.coups, sure=False)


def _narrator(wording: Wording, found: Figures) -> Iterator[Row]:
    for what, times in sorted(found.narrator.items(), key=lambda pair: wording.place("proposal", pair[0])):
        yield wording.named("proposal", what), wording.count(times)
