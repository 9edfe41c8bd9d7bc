"""A person at a shell, away from the settings of whoever runs the tests."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from table.cli import main

OURS = ("BRECHE_", "LC_", "LANG", "NO_COLOR", "ACCESSIBLE", "TERM", "PYTHONIOENCODING", "FORCE_COLOR", "COLUMNS")


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it said."""

    returncode: int | str | None
    stdout: str
    stderr: str


class _Terminal(io.TextIOWrapper):
    """What says that somebody looks at it."""

    def isatty(self) -> bool:
        """It does."""
        return True


@dataclass(frozen=True)
class Shell:
    """A home with nothing in it."""

    home: Path

    @property
    def saves(self) -> Path:
        """Where this person's campaigns are."""
        return self.home / "saves"

    def run(self, *arguments: object, encoding: str = "utf-8", columns: int = 0, **environ: str) -> Done:
        """`breche ARGUMENTS` on a pipe of that encoding, or on a terminal of so many columns, with more in the
        environment."""
        paper = _Terminal if columns else io.TextIOWrapper
        out, err = (paper(io.BytesIO(), encoding, write_through=True) for _ in range(2))
        environ |= {"COLUMNS": str(columns), "NO_COLOR": "1"} if columns else {}
        with (
            mock.patch.dict(os.environ, self.environ(**environ), clear=True),
            mock.patch.object(sys, "stdin", io.StringIO()),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            try:
                main([str(each) for each in arguments])
            except SystemExit as left:
                code = left.code
        said = (each.buffer.getvalue().decode(encoding).replace(os.linesep, "\n") for each in (out, err))
        return Done(code, *said)

    def python(self, code: str, **environ: str) -> Done:
        """A program in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-c", code], env=self.environ(**environ), capture_output=True, encoding="utf-8"
        )
        return Done(done.returncode, done.stdout, done.stderr)

    def environ(self, **more: str) -> dict[str, str]:
        """The whole environment, with this person's own places."""
        kept = {
            key: value for key, value in os.environ.items() if not (key.startswith(OURS) or key.endswith("_API_KEY"))
        }
        own = {
            "BRECHE_SAVES": str(self.saves),
            "BRECHE_CONFIG": str(self.home / "config.toml"),
            "BRECHE_STATE": str(self.home / "state"),
        }
        house = {"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1"}
        return kept | house | own | more
