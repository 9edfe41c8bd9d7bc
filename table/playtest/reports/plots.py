"""Plots of a report, each an SVG that stands in a page: colours, fonts and dark mode are the page's.

pygal lays them out; what it adds of its own (a style sheet, a script, ids by chance, the date) is taken out again, so
that the same figures give the same plot, byte for byte.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

import pygal
from pygal.etree import etree
from pygal.style import Style

from narrator.evaluation.figures import Share
from table.playtest.reports.figures import OUTCOMES, Figures, Moment, drawn, gathered
from table.playtest.reports.tables import die_name
from table.playtest.reports.wording import Wording

etree.to_etree()  # The same on a machine that happens to have lxml.
# Its finder of plugins would be asked for every module of the program that is not found, and is of a kind that Python
# has given up.
sys.meta_path[:] = [each for each in sys.meta_path if not isinstance(each, getattr(pygal, "PluginImportFixer", ()))]

_WIDTH, _HEIGHT, _BAR, _LEGEND = 360, 220, 30, 24
_STEPS, _MOST_STEPS = (0.2, 0.5, 1, 2, 5, 10, 20), 5
_HUNDRED = {"range": (0, 100), "y_labels": [0, 25, 50, 75, 100]}
_LONGEST, _MOST_LABELS, _MOST_LETTERS = 18, 12, 36
"""Letters of a name beside a bar, numbers below an axis, and letters there; the table beside a plot has all of them."""
_FONT = 13
"""Also in page.css: pygal leaves room for letters of that size."""

_STYLE = Style(
    label_font_size=_FONT, major_label_font_size=_FONT, legend_font_size=_FONT, value_font_size=_FONT, font_family="x"
)
_DROPPED = {"title", "desc", "style", "script", "defs"}
_CLASSES_DROPPED = {"background", "tooltip-overlay"}
_ROLES_DRAWN = ("opened", "struck", "damage")


@dataclass(frozen=True, slots=True)
class Plot:
    """A plot: of which figures (the key of their table), what it shows in words, and the SVG itself."""

    key: str
    table: str
    title: str
    says: str
    svg: str


def plots(wording: Wording, kind: str, found: Figures) -> Iterator[Plot]:
    """Every plot that has something to show, what an author wants to see first before the others."""
    if kind == "adventure" and found.won.of:
        lost = Share(found.won.of - found.won.hits, found.won.of)
        won = {wording("plot.game_won"): found.won, wording("plot.game_not_won"): lost}
        yield _shares(wording, "won", "figures", won, lying=True)
    endings = {wording.named("ending", name): share for name, share in found.endings.items()}
    yield from _if(endings, lambda: _shares(wording, "ending", "ending", endings, lying=True))
    for key, spread in (("down", found.down_spread), ("turns", found.turns_spread)):
        numbers = gathered(spread)
        yield from _if(numbers, lambda key=key, numbers=numbers: _shares(wording, key, key, numbers, lying=False))
    for key, course in (("health", drawn(found.health)), ("stress", drawn(found.stress))):
        yield from _if(course[1:], lambda key=key, course=course: _course(wording, key, course))
    if any(each.opened or each.struck or each.damage for each in found.roles):
        yield _roles(wording, found)
    yield from _if(found.resources, lambda: _resources(wording, found))
    scenes = {wording.named("scene", name): share for name, share in found.scenes.items()}
    yield from _if(scenes, lambda: _shares(wording, "scene", "scene", scenes, lying=True))
    checks = {wording(f"outcome.{each}"): found.checks[each] for each in OUTCOMES if each in found.checks}
    yield from _if(checks, lambda: _shares(wording, "check", "check", checks, lying=True, sure=False))


def _if(there: object, plot: Callable[[], Plot]) -> Iterator[Plot]:
    if there:
        yield plot()


def _shares(
    wording: Wording, key: str, table: str, shares: Mapping[str, Share], *, lying: bool, sure: bool = True
) -> Plot:
    """A bar a share, of a hundred, with its interval where one is `sure` of it."""
    if lying:
        chart = pygal.HorizontalBar(**_common(len(shares)), **_HUNDRED, show_legend=False)
        order = [*shares.items()][::-1]  # The first is drawn at the bottom.
    else:
        most = max(share.interval[1] for share in shares.values() if share.interval)
        chart = pygal.Bar(**_common(), **_scale(100 * most), show_legend=False)
        order = [*shares.items()]
    names = [_short(name) for name, _ in order]
    chart.x_labels = names if lying else _spaced(names)
    chart.add("", [_bar(share, sure) for _, share in order])
    said = [wording("labelled", label=name, value=wording.share(share, sure=sure)) for name, share in shares.items()]
    return _plot(wording, key, table, said, chart)


def _bar(share: Share, sure: bool) -> dict[str, Any]:
    value = 100 * (share.value or 0.0)
    if not sure or share.interval is None:
        return {"value": value}
    low, high = share.interval
    return {"value": value, "ci": {"low": 100 * low, "high": 100 * high}}


def _course(wording: Wording, key: str, course: Sequence[Moment]) -> Plot:
    """A line for the mean, on a band for the middle 80 %."""
    scale = _scale(max(max(each.high, each.mean) for each in course))
    chart = pygal.XY(**_common(), **scale, dots_size=3, legend_at_bottom=True)
    chart.x_labels = [each.turn for each in course[:: _every(len(course))]]
    forth = [(each.turn, each.low) for each in course]
    back = [(each.turn, each.high) for each in reversed(course)]
    chart.add(wording("plot.middle"), [*forth, *back, forth[0]], fill=True, show_dots=False)
    chart.add(wording("plot.mean"), [(each.turn, each.mean) for each in course])
    said = [
        wording("labelled", label=wording("plot.turn", turn=each.turn), value=wording.number(each.mean))
        for each in course
    ]
    return _plot(wording, key, "course", said, chart)


def _roles(wording: Wording, found: Figures) -> Plot:
    """Three bars a PC: what it opened, took and lost."""
    bars = len(found.roles) * 2
    chart = pygal.HorizontalBar(**_common(bars, legend=2), legend_at_bottom=True)
    chart.x_labels = [_short(each.name) for each in reversed(found.roles)]
    for name in _ROLES_DRAWN:
        chart.add(wording(f"heading.{name}"), [getattr(each, name) for each in reversed(found.roles)])
    said: list[str] = []
    for each in found.roles:
        numbers = [
            wording("labelled", label=wording(f"heading.{name}"), value=wording.number(getattr(each, name)))
            for name in _ROLES_DRAWN
        ]
        said.append(f"{each.name} ({wording.listed(numbers)})")
    return _plot(wording, "roles", "roles", said, chart)


def _resources(wording: Wording, found: Figures) -> Plot:
    """A bar an item, of parts for the dice that are left."""
    items = [*found.resources.items()][::-1]
    chart = pygal.HorizontalStackedBar(**_common(len(items), legend=2), **_HUNDRED, legend_at_bottom=True)
    chart.x_labels = [_short(wording.named("item", item)) for item, _ in items]
    for die in sorted({die for _, dice in items for die in dice}, reverse=True):
        of_it = [dice.get(die, Share(0, 1)).value or 0.0 for _, dice in items]
        chart.add(die_name(wording, die), [100 * each for each in of_it])
    said: list[str] = []
    for item, dice in found.resources.items():
        parts = [
            wording("die", die=die_name(wording, die), share=wording.share(share, sure=False))
            for die, share in dice.items()
        ]
        said.append(f"{wording.named('item', item)} ({wording.listed(parts)})")
    return _plot(wording, "resource", "resource", said, chart)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1].rstrip()}…"


def _every(count: int) -> int:
    """One in how many is said, where there are so many."""
    return ceil(count / _MOST_LABELS)


def _spaced(names: Sequence[str]) -> list[str]:
    """Those of the names below an axis that do not run into one another."""
    widest = max(map(len, names)) + 1
    every = max(_every(len(names)), ceil(widest * len(names) / _MOST_LETTERS))
    return [name if place % every == 0 else "" for place, name in enumerate(names)]


def _scale(most: float) -> dict[str, Any]:
    """From 0 to above the most that is drawn, in a few steps that are easy to read."""
    step = next((each for each in _STEPS if most <= each * _MOST_STEPS), _STEPS[-1])
    steps = max(1, ceil(most / step))
    return {"range": (0, step * steps), "y_labels": [step * each for each in range(steps + 1)]}


def _common(bars: int | None = None, *, legend: int = 0) -> dict[str, Any]:
    """What all plots have; the height follows the number of lying bars, and the lines of a legend below them."""
    height = _HEIGHT if bars is None else 60 + _BAR * bars + _LEGEND * legend
    return {
        "width": _WIDTH,
        "height": height,
        "style": _STYLE,
        "js": [],
        "margin": 8,
        "max_scale": 6,
        "truncate_label": -1,
        "truncate_legend": -1,
        "no_prefix": True,
    }


def _plot(wording: Wording, key: str, table: str, said: Sequence[str], chart: Any) -> Plot:
    title, says = wording(f"plot.{key}"), wording(f"plot.{key}_says")
    # Whoever listens to a long course hears it in steps.
    told = wording("plot.shows", says=says, values=wording("clauses").join(said[:: _every(len(said))]))
    chart.value_formatter = lambda value: wording.number(value, 0 if value == int(value) else 1)
    return Plot(key, table, title, says, _bare(chart.render_tree(), key, title, told))


def _bare(root: Element, key: str, title: str, told: str) -> str:
    """The SVG without what pygal adds of its own, with a name and a description for those who listen to it."""
    _prune(root)
    named, described = f"plot-{key}", f"plot-{key}-says"
    drawing = Element("svg", {"viewBox": root.attrib["viewBox"], "role": "img"})
    drawing.set("aria-labelledby", named)
    drawing.set("aria-describedby", described)
    SubElement(drawing, "title", {"id": named}).text = title
    SubElement(drawing, "desc", {"id": described}).text = told
    drawing.extend(list(root))
    return tostring(drawing, encoding="unicode")


def _prune(node: Element) -> None:
    """Take out comments, what only a script or pygal's own style sheet needs, and ids."""
    for each in list(node):
        classes = {*each.attrib.get("class", "").split()}
        if not isinstance(each.tag, str) or each.tag in _DROPPED or classes & _CLASSES_DROPPED:
            node.remove(each)
            continue
        each.attrib.pop("id", None)
        _prune(each)
