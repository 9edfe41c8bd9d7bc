"""A person who plays: at a terminal (a pty and the screen that it paints), or through a pipe."""

import io
import os
import signal
import subprocess
import sys
import termios
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self
from unittest import mock

import pexpect
import pyte
import pytest

from engine.core.commands import Command
from engine.core.sheet import Variant
from narrator import prompting
from narrator.scenario import Language
from table.campaign import Content, Setup, begin
from table.cli import main
from table.session import Happened

BRECHE = Path(sys.executable).with_name("breche")
KEYS = {
    "Enter": "\r",
    "Tab": "\t",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Alt-Enter": "\x1b\r",
    "Ctrl-C": "\x03",
    "Ctrl-D": "\x04",
    "Ctrl-R": "\x12",
    "Ctrl-Z": "\x1a",
    "Backspace": "\x7f",
}
_ASKS = b"\x1b[?2004h"
"""What tells a terminal that a line is being edited, and that it may paste."""
_COOKED = termios.ICANON | termios.ECHO | termios.ISIG
_PATIENCE = 20
"""Seconds until a text that does not come is missed: only a failing scene waits so long."""


def away(home: Path, **more: str) -> dict[str, str]:
    """An environment of one's own: nothing of whoever runs the tests."""
    places = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "BRECHE_SAVES": str(home / "saves"),
    }
    return {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **places, **more}


class _Paper(pyte.HistoryScreen):
    """A screen that keeps what scrolls off, and says where the cursor is when it is asked."""

    def __init__(self, columns: int, rows: int, answer: pexpect.spawn) -> None:
        super().__init__(columns, rows, history=5000, ratio=0.5)
        self._answer = answer

    def write_process_input(self, data: str) -> None:
        self._answer.send(data)


class Person:
    """Somebody at `breche play ARGUMENTS`. `raw` is every byte that the program wrote; `cooked`, once it has left,
    whether the terminal edits lines and shows keys again."""

    def __init__(
        self, home: Path, *arguments: str, columns: int = 80, rows: int = 24, code: str = "", **environ: str
    ) -> None:
        """`code` runs in place of the program, which it may change first and then start itself."""
        command = [sys.executable, "-c", code] if code else [str(BRECHE), "play"]
        self._child = pexpect.spawn(
            command[0],
            [*command[1:], *arguments],
            env=away(home, **environ),  # type: ignore[arg-type]
            dimensions=(rows, columns),
        )
        # pexpect waits a moment before it sends, for programs that flush what is typed too early.
        self._child.delaybeforesend = None
        self._paper = _Paper(columns, rows, self._child)
        self._stream = pyte.ByteStream(self._paper)
        self._seen = 0
        self._prompts = 0
        self.raw = b""
        self.cooked = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._child.close(force=True)

    @property
    def text(self) -> str:
        """All that was ever shown, as it looks now: what scrolled off, then the screen."""
        columns = range(self._paper.columns)
        above = ("".join(line[at].data for at in columns) for line in self._paper.history.top)
        return "\n".join(line.rstrip() for line in (*above, *self._paper.display)).rstrip()

    def press(self, *keys: str) -> Self:
        """Press keys by their names."""
        for key in keys:
            self._child.send(KEYS[key])
        return self

    def type(self, text: str) -> Self:
        """Type without Enter."""
        self._child.send(text)
        return self

    def bytes(self, raw: bytes) -> Self:
        """Send what no key sends."""
        self._child.send(raw)
        return self

    def say(self, line: str) -> str:
        """Type a line and wait until the next is asked for, or the end; returns what came in between."""
        self.type(line).press("Enter")
        return self.answered()

    def answered(self) -> str:
        """Wait until a line is asked for, or the end; returns what came since that was last so."""
        self._prompts += 1
        while self.raw.count(_ASKS) < self._prompts and self._reads():
            pass
        shown = _flowing(self.text)
        new, self._seen = shown[self._seen :], len(shown)
        return new

    def sees(self, wanted: str) -> Self:
        """Wait until a text shows that was not there when a line was last asked for."""
        until = monotonic() + _PATIENCE
        while wanted not in _flowing(self.text)[self._seen :]:
            if not self._reads() or monotonic() > until:
                raise AssertionError(f"{wanted!r} did not come; the screen has\n{self.text}")
        return self

    def leaves(self) -> int:
        """Wait for the end of the program; its exit code."""
        while self._reads():
            pass
        self.cooked = termios.tcgetattr(self._child.child_fd)[3] & _COOKED == _COOKED
        self._child.close()
        assert self._child.exitstatus is not None, f"killed by signal {self._child.signalstatus}"
        return self._child.exitstatus

    def is_sent(self, number: signal.Signals) -> Self:
        """Somebody else sends the program a signal."""
        self._child.kill(number)
        return self

    def _reads(self) -> bool:
        try:
            chunk = self._child.read_nonblocking(65536, timeout=_PATIENCE)
        except pexpect.EOF:
            return False
        except pexpect.TIMEOUT:
            raise AssertionError(f"nothing more came; the screen has\n{self.text}") from None
        self.raw += chunk
        self._stream.feed(chunk)
        return True


def _flowing(text: str) -> str:
    """The text as if the window were endless: where a line was broken does not matter."""
    return " ".join(text.split())


@dataclass(frozen=True)
class Done:
    """How an evening on a pipe ended, and all that was written."""

    code: int | str | None
    out: str
    err: str


def piped(home: Path, lines: str | bytes, *arguments: str, **environ: str) -> Done:
    """`breche play ARGUMENTS` that reads these lines from a pipe, in a process of its own."""
    sent = lines.encode() if isinstance(lines, str) else lines
    done = subprocess.run([BRECHE, "play", *arguments], input=sent, env=away(home, **environ), capture_output=True)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def played(home: Path, lines: str | bytes, *arguments: str, **environ: str) -> Done:
    """The same within this process, which is quicker."""
    sent = lines.encode() if isinstance(lines, str) else lines
    read, out, err = (io.TextIOWrapper(io.BytesIO(each), "utf-8", write_through=True) for each in (sent, b"", b""))
    with (
        mock.patch.dict(os.environ, away(home, **environ), clear=True),
        mock.patch.multiple(sys, stdin=read, stdout=out, stderr=err),
        pytest.raises(SystemExit) as left,
    ):
        main(["play", *arguments])
    said = [stream.buffer.getvalue().decode() for stream in (out, err)]  # type: ignore[attr-defined]
    return Done(left.value.code, *said)


def prepared(
    home: Path,
    *commands: Command | tuple[Command, tuple[int, ...]],
    variant: str = "raw",
    narration: Language = "en",
    hero: str = "akiko",
    beside: tuple[str, ...] = (),
) -> Path:
    """A save of Low Water called "evening" after these commands; a roll comes with the faces that fell. `hero` is
    played, the PCs `beside` them are there too."""
    scenario = prompting.scenario("low_tide")
    everybody = {each.id: each for each in prompting.characters()}
    file = home / "saves" / "evening.breche"
    file.parent.mkdir(parents=True, exist_ok=True)
    content = Content(scenario=scenario, characters=tuple(everybody[each] for each in (hero, *beside)))
    campaign, _ = begin(file, Setup(content, Variant(variant), narration, 7))
    with campaign.session.store:
        for each in commands:
            command, faces = each if isinstance(each, tuple) else (each, None)
            done = campaign.session.do(command, said="", faces=faces)
            assert isinstance(done, Happened), done
    return file
