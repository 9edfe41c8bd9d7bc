"""Rows and columns on any screen: a drawn table, or one line a row for those who listen to it; chances in them."""

import sys
from collections.abc import Sequence
from fractions import Fraction

from table.commands.parts import Desk
from table.words import Words


def show_grid(desk: Desk, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows under headings; in accessible mode each row as `Label: value` pairs."""
    if desk.settings.accessible:
        for row in rows:
            pairs = zip(headings, row, strict=True)
            print(
                desk.words("grid.between").join(
                    desk.words("grid.pair", label=label, value=value) for label, value in pairs
                )
            )
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.ASCII2 if desk.settings.ascii else box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(Text(heading), overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    console = Console(
        file=sys.stdout,
        color_system="standard" if desk.settings.color else None,
        width=None if sys.stdout.isatty() else 1000,  # What reads a pipe wants a row on one line.
    )
    console.print(table)


def percent(words: Words, chance: Fraction) -> str:
    """A chance in whole per cent; only what is sure is 0 or 100."""
    whole = round(chance * 100)
    if whole == 0 and chance:
        return words("odds.under", percent=1)
    if whole == 100 and chance != 1:
        return words("odds.over", percent=99)
    return words("odds.percent", percent=whole)
