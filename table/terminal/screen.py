"""Where text goes: it only ever appends. The story on stdout; on a pipe, whatever speaks of the program on stderr."""

import json
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TextIO

from narrator.sanitise import clean
from table.config import Settings
from table.lines import WIDEST, broken
from table.words import Language, nearest

_STYLES = {"title": "1", "faint": "2", "good": "32", "fair": "33", "bad": "31"}
_COLONS = {"fr": "\u00a0: ", "en": ": "}
_INDENT = "  "


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
        self.language: Language = settings.language
        self._column = 0
        self._gap = False

    @property
    def width(self) -> int:
        """Columns to write in; 0 where lines are not broken."""
        return min(WIDEST, shutil.get_terminal_size().columns) if self.interactive else 0

    @property
    def colon(self) -> str:
        """What stands between a label and its value."""
        return _COLONS[self.language]

    def story(self, text: str, style: str = "", hang: int = 0) -> None:
        """A line that belongs to the game: prose, checks, dice. Where it is broken, it goes on `hang` columns in."""
        if not self.as_json:
            self._line(sys.stdout, text, style, hang)

    def aside(self, text: str, style: str = "") -> None:
        """A line about the program: hints, refusals. On a pipe it stays out of the story."""
        self._line(sys.stdout if self.interactive else sys.stderr, text, style)

    def fault(self, text: str) -> None:
        """The sentence about a fault that ends the program."""
        self._line(sys.stderr, text, "")

    def gap(self) -> None:
        """One empty line between blocks, never two."""
        if not self.as_json and not self._gap:
            self._write(sys.stdout, "\n")
            self._gap = True

    def block(self, rows: Sequence[Row]) -> None:
        """Rows under one another, a title at the margin; in accessible mode each is "Label: value" in full."""
        widest = max((len(row.label) for row in rows if row.value), default=0)
        if self.width and len(_INDENT) + widest > self.width // 2:
            widest = 0
        for row in rows:
            text, hang = self._row(row, widest)
            self.story(text, row.style, hang)

    def _row(self, row: Row, widest: int) -> tuple[str, int]:
        """A row as text, and where it goes on."""
        if self.settings.accessible:
            said = f"{row.figure}, {row.label}" if row.figure else row.label
            return f"{said}{self.colon}{row.value}" if row.value else said, 0
        if row.figure:
            return f"{_INDENT}{row.figure.rjust(4)}  {row.label}", len(_INDENT) + 6
        if row.value:
            return f"{_INDENT}{row.label.ljust(widest)}  {row.value}", len(_INDENT) + (widest + 2 if widest else 2)
        return (row.label, 0) if row.style == "title" else (f"{_INDENT}{row.label}", len(_INDENT))

    def record(self, values: dict[str, Any]) -> None:
        """One JSON object on one line, in JSON mode alone; in ASCII, so that no code page can spoil it."""
        if self.as_json:
            sys.stdout.write(json.dumps(values) + "\n")
            sys.stdout.flush()

    def tell(self, sentences: Iterable[str], speaker: str) -> None:
        """Prose, sentence by sentence as it comes; an empty one opens a new paragraph. Read aloud, it has a speaker."""
        lead = f"{speaker}{self.colon.rstrip()}" if self.settings.accessible else ""
        try:
            for sentence in sentences:
                if self.as_json:
                    continue
                if sentence:
                    for word in (*lead.split(" "), *self._plain(clean(sentence)).split(" ")):
                        self._word(word)
                    lead = ""
                elif self._column:
                    self._write(sys.stdout, "\n\n")
                    self._column = 0
        finally:
            if self._column:
                self._write(sys.stdout, "\n")
                self._column = 0

    def _word(self, word: str) -> None:
        if not word:
            return
        room = self.width
        if self._column and room and self._column + 1 + len(word) > room:
            self._write(sys.stdout, "\n")
            self._column = 0
        self._write(sys.stdout, f" {word}" if self._column else word)
        self._column += len(word) + (1 if self._column else 0)

    def _line(self, stream: TextIO, text: str, style: str, hang: int = 0) -> None:
        # A save may come from a stranger: whatever a terminal would obey stays here, but for our own colours.
        lines = (self._plain(each) for each in self._wrapped(clean(text), hang))
        self._write(stream, self._styled("\n".join(lines), style) + "\n")

    def _wrapped(self, text: str, hang: int) -> list[str]:
        if not self.width:
            return [text]
        # ASCII writes some signs longer: "..." for "…".
        room = self.width - (4 if self.settings.ascii else 0)
        return broken(text, room, indent=" " * hang)

    def _plain(self, text: str) -> str:
        return nearest(text) if self.settings.ascii else text

    def _styled(self, text: str, style: str) -> str:
        if not style or not self.settings.color or not self.interactive:
            return text
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

    def _write(self, stream: TextIO, text: str) -> None:
        try:
            stream.write(text)
            stream.flush()
        except OSError:
            if stream is sys.stdout:
                raise  # The story must be read; what is said beside it need not.
        self._gap = False
