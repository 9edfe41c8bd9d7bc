"""Golden playthroughs: a text that a referee can read, and the same game played again to compare with it.

A file begins with its options, one a line (`seed: 7`), then a blank line; `> ` starts what the player types, the rest
is the table's answer. Whatever goes to stderr on a pipe stands in it too, so that a referee sees every word.
"""

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core.state import Variant
from table.config import PlayOptions, Settings
from table.terminal.playing import Playing
from table.terminal.screen import Screen
from table.terminal.setting_up import Choosing

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Script:
    """What is played: the options of `breche play` and the lines that are typed."""

    options: dict[str, str]
    lines: tuple[str, ...]


def read(text: str) -> Script:
    """The script inside a golden text."""
    head, _, body = text.partition("\n\n")
    options = dict(line.split(": ", 1) for line in head.splitlines())
    return Script(options, tuple(line[2:] for line in body.splitlines() if line.startswith("> ")))


def played(script: Script, folder: Path) -> str:
    """The golden text that playing a script gives now."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        _play(script, folder, out)
    head = "".join(f"{key}: {value}\n" for key, value in script.options.items())
    return f"{head}\n{_tidy(out.getvalue())}"


def _play(script: Script, folder: Path, out: io.StringIO) -> None:
    language = "fr" if script.options["language"] == "fr" else "en"
    settings = Settings(language, language, accessible=False, color=False, ascii=False, saves=folder)
    options = PlayOptions(
        settings,
        language_given=True,
        variant=Variant(script.options["variant"]),
        scenario=script.options["scenario"],
        character=script.options["character"],
        seed=int(script.options["seed"]),
        save=None,
        new=True,
        json=False,
    )
    keyboard = _Script(iter(script.lines), out)
    screen = Screen(settings, interactive=False)
    opened = Choosing(options, screen, keyboard).open()
    with opened.campaign.session.store:
        Playing(opened, screen, keyboard).play()


class _Script:
    """A keyboard that types a script, and shows what it types."""

    def __init__(self, lines: Iterator[str], out: io.StringIO) -> None:
        self._lines = lines
        self._out = out

    def ask(self, prompt: str) -> str | None:
        line = next(self._lines, None)
        if line is not None:
            self._out.write(f"\n> {line}\n")
        return line


def _tidy(text: str) -> str:
    """One blank line at the most between blocks, none at the end of a line."""
    lines: list[str] = []
    for line in (each.rstrip() for each in text.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"
