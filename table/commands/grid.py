"""Rows and columns on any screen: a drawn table, or one line a row for those who listen to it; chances in them."""

import sys
from collections.abc import Sequence
from fractions import Fraction

from table.commands.parts import Desk
from table.lines import room, say
from table.words import Words

_ANY_WIDTH = 1000
_HANG = 2
_PADDINGS = ((0, 1), (0, 1, 0, 0))
"""Between columns: as wide as it reads well, then as narrow as it may be."""
_NBSP = "\N{NO-BREAK SPACE}"
_HELD = "\ue000"
"""A character that nobody writes, and that rich takes for a letter."""


def show_grid(desk: Desk, headings: Sequence[str], rows: Sequence[Sequence[str]], *, named: bool = False) -> None:
    """Print rows under headings. In accessible mode, and where a screen is too narrow for the longest words, each row
    is a line of `Label: value` pairs; of rows that are `named` by their first cell, its heading is said once."""
    if not desk.settings.accessible and _is_drawn(desk, headings, rows):
        return
    if named:
        say(headings[0])
    for row in rows:
        say(_listed(desk.words, headings, row, named), hang=_HANG)


def _listed(words: Words, headings: Sequence[str], row: Sequence[str], named: bool) -> str:
    pairs = [words("grid.pair", label=label, value=value) for label, value in zip(headings, row, strict=True)]
    if not named:
        return words("grid.between").join(pairs)
    said = row[1] if len(row) == 2 else words("grid.between").join(pairs[1:])
    return words("grid.pair", label=row[0], value=said)


def _is_drawn(desk: Desk, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Draw the table; False, and nothing printed, where its words would have to be cut."""
    from rich import box
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(
        file=sys.stdout,
        color_system="standard" if desk.settings.color else None,
        width=room(sys.stdout) or _ANY_WIDTH,  # What reads a pipe wants a row on one line.
    )
    table = Table(box=box.ASCII2 if desk.settings.ascii else box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(Text(_held(heading)))
    for row in rows:
        table.add_row(*map(Text, map(_held, row)))
    columns = [*zip(headings, *rows, strict=True)]
    least = [max(cell_len(word) for each in column for word in (*_held(each).split(), "")) for column in columns]
    most = [max(map(cell_len, column)) for column in columns]
    anywhere = console.options.update(max_width=_ANY_WIDTH)
    for table.padding in _PADDINGS:
        between = console.measure(table, options=anywhere).minimum - sum(least)
        widths = _widths(least, most, console.width - between)
        if widths is not None:
            break
    else:
        return False
    for column, width in zip(table.columns, widths, strict=True):
        column.width = width
    with console.capture() as drawn:
        console.print(table)
    print(drawn.get().replace(_HELD, _NBSP), end="")
    return True


def _widths(least: Sequence[int], most: Sequence[int], columns: int) -> list[int] | None:
    """How wide each column is, between its longest word and its longest cell: the widest give way first. None where
    there are not enough `columns` for the words."""
    if sum(least) > columns:
        return None
    widths = list(most)
    while sum(widths) > columns:
        widest = max((each for each in range(len(widths)) if widths[each] > least[each]), key=lambda each: widths[each])
        widths[widest] -= 1
    return widths


def _held(text: str) -> str:
    """A text whose no-break spaces hold: rich would break there."""
    return text.replace(_NBSP, _HELD)


def percent(words: Words, chance: Fraction) -> str:
    """A chance in whole per cent; only what is sure is 0 or 100."""
    whole = round(chance * 100)
    if whole == 0 and chance:
        return words("odds.under", percent=1)
    if whole == 100 and chance != 1:
        return words("odds.over", percent=99)
    return words("odds.percent", percent=whole)
