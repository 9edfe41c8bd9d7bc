"""Golden playthroughs: a text that a referee can read, and the same game played again to compare with it.

A file begins with its options, one a line (`seed: 7`), then a blank line; `> ` starts what the player types, the rest
is the table's answer. Whatever goes to stderr on a pipe stands in it too, so that a referee sees every word. `ending:`
says which kind of ending the evening comes to.
"""

import contextlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core.sheet import Variant
from engine.core.state import Game
from table.config import ModelFlags, PlayOptions, Settings
from table.terminal.playing import Playing
from table.terminal.screen import Screen
from table.terminal.setting_up import Choosing, Opened

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Script:
    """What is played: the options of `breche play` and the lines that are typed."""

    options: dict[str, str]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Evening:
    """What playing a script gave. `text` is the golden text, `story` what a pipe gets on stdout, `game` the end."""

    text: str
    story: str
    game: Game
    save: Path


def read(text: str) -> Script:
    """The script inside a golden text."""
    head, _, body = text.partition("\n\n")
    options = dict(line.split(": ", 1) for line in head.splitlines())
    typed = (line for line in body.splitlines() if line == ">" or line.startswith("> "))
    return Script(options, tuple(line[2:] for line in typed))


def played(script: Script, folder: Path) -> Evening:
    """A script played now, its save in `folder`."""
    every = io.StringIO()
    story = _Copied(every)
    keyboard = _Script(iter(script.lines), every)
    with contextlib.redirect_stdout(story), contextlib.redirect_stderr(every):
        screen = Screen(_settings(script, folder), interactive=False)
        opened = Choosing(_options(script, folder), screen, keyboard).open()
        with opened.campaign.session.store as store:
            playing = Playing(opened, screen, keyboard)
            playing.play()
    head = "".join(f"{key}: {value}\n" for key, value in script.options.items())
    return Evening(f"{head}\n{_tidy(every.getvalue())}", story.getvalue(), playing.game, store.file)


@contextlib.contextmanager
def resumed(script: Script, evening: Evening) -> Iterator[Opened]:
    """The evening's save, opened again."""
    folder = evening.save.parent
    screen = Screen(_settings(script, folder), interactive=False)
    opened = Choosing(_options(script, folder, save=evening.save.stem), screen, _Script(iter(()), io.StringIO())).open()
    with opened.campaign.session.store:
        yield opened


def _settings(script: Script, folder: Path) -> Settings:
    language = "fr" if script.options["language"] == "fr" else "en"
    return Settings(language, language, accessible=False, color=False, ascii=False, saves=folder)


def _options(script: Script, folder: Path, save: str | None = None) -> PlayOptions:
    return PlayOptions(
        _settings(script, folder),
        language_given=True,
        variant=Variant(script.options["variant"]),
        scenario=script.options["scenario"],
        character=script.options["character"],
        seed=int(script.options["seed"]),
        save=save,
        new=save is None,
        json=False,
        models=ModelFlags(),
    )


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


class _Copied(io.StringIO):
    """Text that goes to another place too."""

    def __init__(self, other: io.StringIO) -> None:
        super().__init__()
        self._other = other

    def write(self, text: str) -> int:
        self._other.write(text)
        return super().write(text)


def _tidy(text: str) -> str:
    """One blank line at the most between blocks, none at the end of a line."""
    lines: list[str] = []
    for line in (each.rstrip() for each in text.splitlines()):
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"
