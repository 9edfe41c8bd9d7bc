"""Where text goes: it only ever appends. The story on stdout; on a pipe, whatever speaks of the program on stderr."""

import json
import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from table.config import Settings
from table.words import nearest

_STYLES = {"title": "1", "faint": "2", "good": "32", "fair": "33", "bad": "31"}
WIDEST = 100


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a block: a label, and its value, or a figure that stands before its label."""

    label: str
    value: str = ""
    style: str = ""
    figure: str = ""


class Screen:
    """What a person sees. `interactive`: a terminal on both sides, so prompts, hints and colour make sense."""

    def __init__(self, settings: Settings, interactive: bool, as_json: bool = False) -> None:
        self.settings = settings
        self.interactive = interactive
        self.as_json = as_json
        self._column = 0
        self._gap = False
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # A name that the terminal cannot write must not end the game.
                stream.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue]

    @property
    def width(self) -> int:
        """Columns to write in."""
        return min(WIDEST, shutil.get_terminal_size().columns) if self.interactive else 0

    def story(self, text: str, style: str = "") -> None:
        """A line that belongs to the game: prose, checks, dice."""
        if not self.as_json:
            self._line(sys.stdout, text, style)

    def aside(self, text: str, style: str = "") -> None:
        """A line about the program: hints, refusals. On a pipe it stays out of the story."""
        self._line(sys.stdout if self.interactive else sys.stderr, text, style)

    def gap(self) -> None:
        """One empty line between blocks, never two."""
        if not self.as_json and not self._gap:
            self._write(sys.stdout, "\n")
            self._gap = True

    def block(self, rows: Sequence[Row], indent: str = "  ") -> None:
        """Rows under one another, a title at the margin; in accessible mode each is "Label: value" in full."""
        widest = max((len(row.label) for row in rows if row.value), default=0)
        for row in rows:
            self.story(self._row(row, widest, indent), row.style)

    def _row(self, row: Row, widest: int, indent: str) -> str:
        value = row.value or row.figure
        if self.settings.accessible:
            return f"{row.label}: {value}" if value else row.label
        if row.figure:
            return f"{indent}{row.figure.rjust(4)}  {row.label}"
        if row.value:
            return f"{indent}{row.label.ljust(widest)}  {row.value}"
        return row.label if row.style == "title" else f"{indent}{row.label}"

    def record(self, values: dict[str, Any]) -> None:
        """One JSON object on one line, in JSON mode alone."""
        if self.as_json:
            self._write(sys.stdout, json.dumps(values, ensure_ascii=False) + "\n")

    def tell(self, sentences: Iterable[str]) -> None:
        """Prose, sentence by sentence as it comes; an empty one opens a new paragraph."""
        for sentence in sentences:
            if self.as_json:
                continue
            if sentence:
                for word in sentence.split(" "):
                    self._word(word)
            elif self._column:
                self._write(sys.stdout, "\n\n")
                self._column = 0
        if self._column:
            self._write(sys.stdout, "\n")
            self._column = 0

    def _word(self, word: str) -> None:
        room = self.width
        if self._column and room and self._column + 1 + len(word) > room:
            self._write(sys.stdout, "\n")
            self._column = 0
        self._write(sys.stdout, f" {word}" if self._column else word)
        self._column += len(word) + (1 if self._column else 0)

    def _line(self, stream: TextIO, text: str, style: str) -> None:
        self._write(stream, self._styled("\n".join(self._wrapped(text)), style) + "\n")

    def _wrapped(self, text: str) -> list[str]:
        if not self.width:
            return [text]
        indent = " " * (len(text) - len(text.lstrip()))
        return textwrap.wrap(text, self.width, subsequent_indent=indent, break_on_hyphens=False) or [""]

    def _styled(self, text: str, style: str) -> str:
        if not style or not self.settings.color or not self.interactive:
            return text
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

    def _write(self, stream: TextIO, text: str) -> None:
        stream.write(nearest(text) if self.settings.ascii else text)
        stream.flush()
        self._gap = False
