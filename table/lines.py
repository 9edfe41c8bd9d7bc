"""Lines for people: on a terminal they break between words alone, on a pipe nowhere."""

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

import click

WIDEST = 100
"""The most columns that are written in: longer lines are hard to read."""
_HELP_WIDEST = 80
_NARROW = 60
"""Under so many columns what an option does stands below it."""


def room(stream: TextIO) -> int:
    """Columns to write in; 0 where lines are not broken."""
    if not stream.isatty():
        return 0
    fallback = (80, 24)
    with suppress(OSError, ValueError):
        fallback = os.get_terminal_size(stream.fileno())
    return min(WIDEST, shutil.get_terminal_size(fallback).columns)


def broken(text: str, columns: int, first: str = "", indent: str = "") -> list[str]:
    """A text in lines of so many columns, the first after `first`, the others after `indent`; a word that is longer
    than a line stays whole, so that an address can be copied."""
    return textwrap.wrap(
        text,
        max(columns, len(indent) + 1),
        initial_indent=first,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def fitted(text: str, columns: int, hang: int = 0) -> str:
    """A text whose lines are broken where they are longer than that; each goes on `hang` further in than it began."""
    if not columns:
        return text
    found: list[str] = []
    for line in text.split("\n"):
        indent = line[: len(line) - len(line.lstrip(" "))]
        found += [line] if len(line) <= columns else broken(line.strip(), columns, indent, indent + " " * hang)
    return "\n".join(found)


def say(text: str, stream: TextIO | None = None, hang: int = 0) -> None:
    """Print a text; on a terminal its lines break between words, and go on `hang` columns further in."""
    out = sys.stdout if stream is None else stream
    print(fitted(text, room(out), hang), file=out, flush=True)


class Help(click.HelpFormatter):
    """Help that breaks between words alone; on a narrow screen what an option does stands below it."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how a command is called."""
        first = f"{prefix or ''}{prog} "
        indent = " " * (len(first) if self.width >= len(first) + 20 else 4)
        self._write(broken(first + args, self.width, indent=indent))

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        indent = " " * self.current_indent
        self._write(broken(text, self.width, indent, indent))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write options or commands, and what each does."""
        rows = list(rows)
        margin = " " * self.current_indent
        first = min(max(len(name) for name, _ in rows), col_max) + col_spacing
        below = self.width < _NARROW
        indent = margin + " " * (4 if below else first)
        for name, does in rows:
            if below or len(name) > first - col_spacing:
                self._write([*broken(name, self.width, margin, indent), *broken(does, self.width, indent, indent)])
            else:
                self._write(broken(does, self.width, margin + name.ljust(first), indent))

    def _write(self, lines: Iterable[str]) -> None:
        self.write("".join(f"{each}\n" for each in lines))


class Telling(click.Context):
    """Where a command is told of: on a terminal its help is as wide as that is."""

    formatter_class = Help

    def make_formatter(self) -> click.HelpFormatter:
        """What the help is written with."""
        columns = room(sys.stdout) or room(sys.stderr)
        self.terminal_width = min(columns, _HELP_WIDEST) - 2 if columns else None
        return super().make_formatter()
