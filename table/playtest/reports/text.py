"""A report on the terminal: a sentence, what was played, the figures; last the games that broke a law."""

import shlex
from collections.abc import Mapping
from math import ceil
from typing import Any

from table.commands.grid import show_grid
from table.commands.parts import Desk
from table.lines import say
from table.playtest.report import Report
from table.playtest.reports.figures import Figures, figures
from table.playtest.reports.tables import tables
from table.playtest.reports.wording import Wording, headline, settings_lines

_MOST_ROWS = 15
"""What a screen has room for: a longer course is shown in steps, a longer spread is left to its mean and middle."""


def show(desk: Desk, report: Report) -> None:
    """Print it."""
    wording, found = Wording(desk.settings.language), figures(report)
    say(headline(wording, report.settings["kind"], found))
    for name, value in settings_lines(wording, report).items():
        say(wording("labelled", label=name, value=value), hang=2)
    for each in tables(wording, found):
        rows = each.rows
        if len(rows) > _MOST_ROWS:
            rows = rows[:: ceil(len(rows) / _MOST_ROWS)] if each.key == "course" else ()
        if rows:
            show_grid(desk, each.headings, rows, named=True)
    _show_escapes(wording, report.settings, found)


def _show_escapes(wording: Wording, settings: Mapping[str, Any], found: Figures) -> None:
    """The games that broke a law, each with its save and the one command that plays it again."""
    if not found.escaped:
        say(wording("escape.none"))
        return
    say(wording("escape.heading", count=found.escaped))
    for each in found.escapes:
        say(wording("escape.game", game=each.game, law=each.law, what=each.what), hang=2)
        say(wording("escape.save", save=each.save) if each.save else wording("escape.no_save"), hang=2)
        say(wording("escape.replay"))
        print(replay(settings, each.game))  # Whole on its line: it is there to be copied.
    if found.escaped > len(found.escapes):
        say(wording("escape.more", count=found.escaped - len(found.escapes)))


def replay(settings: Mapping[str, Any], game: int) -> str:
    """The command that plays one game of a report again, ready for a shell."""
    words = ["breche", "playtest", *settings["asked"], "--variant", settings["variant"]]
    words += ["--players", ",".join(settings["players"])]
    mock = settings["narrator"]
    if mock["kind"] == "model":
        words += [word for each in mock["file"].split() for word in ("--model", each)]
        words += ["--base-url", mock["url"]] if mock["url"] else []
    elif mock["kind"] != "steady":
        detail = mock["file"] if mock["kind"] == "scripted" else mock["rate"]
        words += ["--narrator", f"{mock['kind']}:{detail}"]
    words += ["--narration", settings["language"], "--seed", settings["seed"], "--game", str(game)]
    return shlex.join(map(str, words))
