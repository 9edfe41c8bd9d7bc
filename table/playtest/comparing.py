"""Two reports side by side: what differs between their settings, and what that changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any

from table.commands.grid import show_grid
from table.commands.parts import Desk
from table.lines import say
from table.playtest.report import Report
from table.playtest.reports.figures import figures
from table.playtest.reports.intervals import Gap, mean_gap, share_gap
from table.playtest.reports.wording import NUMBERS, Wording, narrator

_KEPT_APART = {"adversaries", "asked"}
"""Adversaries are walked one by one; how somebody typed it changes nothing."""

_PLAIN = ("variant", "language", "seed", "standing", "kind")


@dataclass(frozen=True, slots=True)
class Change:
    """A setting that differs. `who` is the adversary whose number it is, where there are several; None is what one of
    the reports has not."""

    what: str
    first: Any
    second: Any
    who: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs between two reports, and by how much: `gaps` by figure, the second less the first."""

    changes: tuple[Change, ...]
    games: tuple[int, int]
    gaps: Mapping[str, Gap]

    def as_data(self) -> dict[str, Any]:
        """The whole of it for a program; wins as shares."""
        return {
            "settings": [
                {"what": each.what, "who": each.who or None, "first": each.first, "second": each.second}
                for each in self.changes
            ],
            "games": list(self.games),
            "differences": {
                name: {
                    "first": gap.first,
                    "second": gap.second,
                    "difference": gap.value,
                    "low": gap.interval[0],
                    "high": gap.interval[1],
                    "shown": gap.is_shown,
                }
                for name, gap in self.gaps.items()
            },
        }

    def show(self, desk: Desk) -> None:
        """Print it: a plain sentence, then the figures."""
        wording = Wording(desk.settings.language)
        say(sentence(wording, self))
        headings = [wording(f"compare.{each}") for each in ("heading", "first", "second", "gap")]
        rows = [_row(wording, name, gap) for name, gap in self.gaps.items()]
        if rows:
            show_grid(desk, headings, rows, named=True)


def compare(first: Report, second: Report) -> Comparison:
    """The second report against the first."""
    one, two = figures(first), figures(second)
    gaps = {
        "won": share_gap(one.won, two.won),
        "down": mean_gap(one.down, two.down),
        "turns": mean_gap(one.turns, two.turns),
        "hurt": mean_gap(one.hurt, two.hurt),
    }
    return Comparison(
        tuple(_changes(first.settings, second.settings)),
        (one.games, two.games),
        {name: gap for name, gap in gaps.items() if gap is not None},
    )


def sentence(wording: Wording, compared: Comparison) -> str:
    """What the difference in settings costs or brings, as far as the games show it."""
    named = [each for each in compared.changes if each.what != "seed"] or [*compared.changes]
    first, second = map(wording.count, compared.games)
    if not compared.gaps:
        return wording("compare.no_games")
    what = _and(wording, [_changed(wording, each) for each in named])
    begin = wording("compare.with", changes=what) if named else wording("compare.same")
    shown = [_costs(wording, name, gap) for name, gap in compared.gaps.items() if gap.is_shown]
    others = [wording(f"compare.not_{name}") for name, gap in compared.gaps.items() if not gap.is_shown]
    if not shown:
        return wording("compare.nothing", **{"with": begin, "first": first, "second": second})
    said = {"with": begin, "what": _and(wording, shown)}
    if not others:
        return wording("compare.whole", **said)
    return wording("compare.also", **said, first=first, second=second, others=_and(wording, others))


def _and(wording: Wording, parts: Sequence[str]) -> str:
    return wording("compare.and").join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _costs(wording: Wording, name: str, gap: Gap) -> str:
    """A difference that is shown, in words: how much, and between which bounds, without a sign."""
    low, high = sorted(map(abs, gap.interval))
    by = abs(gap.value)
    way = "more" if gap.value > 0 else "fewer"
    if name == "won":
        count = round(100 * by)
        low, high, told = (wording.number(100 * each, 0) for each in (low, high, by))
    else:
        count = floor(by)
        low, high, told = (wording.number(each) for each in (low, high, by))
    return wording(f"compare.{name}_{way}", count=count, by=told, low=low, high=high)


def _row(wording: Wording, name: str, gap: Gap) -> tuple[str, ...]:
    scale = 100 if name == "won" else 1
    label = wording("compare.won" if name == "won" else f"figure.{name}")
    value, low, high = (_signed(wording, scale * each) for each in (gap.value, *gap.interval))
    interval = wording("between", low=low, high=high)
    numbers = (wording.number(scale * each) for each in (gap.first, gap.second))
    return label, *numbers, wording("with", value=value, interval=interval)


def _signed(wording: Wording, value: float) -> str:
    shown = wording.number(abs(value))
    if not float(f"{value:.1f}"):
        return shown
    return f"{'+' if value > 0 else '−'}{shown}"


def _changed(wording: Wording, change: Change) -> str:
    """A setting that differs, as it stands after "with"."""
    if change.what == "adversary" and None in (change.first, change.second):
        more = change.first is None
        return wording("compare.more" if more else "compare.less", name=change.second if more else change.first)
    label = wording(f"number.{change.what}" if change.what in NUMBERS else f"compare.{change.what}")
    first, second = (_value(wording, change.what, each) for each in (change.first, change.second))
    told = wording("compare.instead", what=label, first=first, second=second)
    return wording("compare.of", name=change.who, what=told) if change.who else told


def _value(wording: Wording, what: str, value: Any) -> str:
    match what:
        case "what":
            return str(value).replace("_", " ")
        case "party":
            return wording.listed([*value.values()])
        case "players":
            return wording.listed([wording.named("player", each) for each in value])
        case "narrator":
            return narrator(wording, value)
        case _ if what in _PLAIN:
            return wording.named(what, str(value))
        case _:
            return str(value)


def _changes(first: Mapping[str, Any], second: Mapping[str, Any]) -> Iterator[Change]:
    """Every setting that differs, in the order of the settings."""
    for name in dict.fromkeys((*first, *second)):
        if name not in _KEPT_APART and first.get(name) != second.get(name):
            yield Change(name, first.get(name), second.get(name))
        elif name == "adversaries":
            yield from _foes(first.get(name, ()), second.get(name, ()))


def _foes(first: Sequence[Mapping[str, Any]], second: Sequence[Mapping[str, Any]]) -> Iterator[Change]:
    """What differs between adversaries of the same id; two that are alone are held against each other."""
    alone = len(first) == len(second) == 1
    before = {"" if alone else str(each["id"]): each for each in first}
    after = {"" if alone else str(each["id"]): each for each in second}
    for who in dict.fromkeys((*before, *after)):
        one, two = before.get(who), after.get(who)
        if one is None or two is None:
            yield Change("adversary", one and one["name"], two and two["name"])
            continue
        if one["name"] != two["name"]:
            yield Change("adversary", one["name"], two["name"])
        for number in ("standing", *NUMBERS):
            if one[number] != two[number]:
                yield Change(number, one[number], two[number], "" if alone else str(two["name"]))
