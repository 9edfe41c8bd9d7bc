"""A run that is ended from outside: it says what is done, and leaves nothing behind."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pexpect
import pytest

from table.words import Language

ROOT = Path(__file__).parents[3]
COMMAND = ["-m", "tests.table.playtest.long_run"]
HIDES, SHOWS = "\x1b[?25l", "\x1b[?25h"


def begun(cwd: Path = ROOT, command: Sequence[str] = COMMAND) -> "subprocess.Popen[str]":
    """A run in a group of its own, of which some games are done."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline().strip() == str(process.pid)
    return process


def wait_until_gone(group: int) -> None:
    """Return when no process of a group is left."""
    while True:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)


def test_ctrl_c_for_all_of_them_is_heard_by_one() -> None:
    process = begun()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    games, ended = out.split()
    assert int(games) == int(ended) > 0
    assert err == "", "no worker complains, and a pipe gets no bar"
    assert process.returncode == 0
    wait_until_gone(process.pid)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="where processes can be looked at")
@pytest.mark.parametrize("later", [0.0, 0.3])
def test_ctrl_c_before_the_first_game_leaves_no_complaint(later: float) -> None:
    typed = ["playtest", "champion", "--games", "5000", "--jobs", "2", "--lang", "en"]
    process = subprocess.Popen(
        [sys.executable, "-c", f"from table.cli import main; main({typed})"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not is_starting_workers(process.pid):
        time.sleep(0.01)
    time.sleep(later)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert "No game was played to its end." in out
    assert err == "Stopped; this is what was done until then.\n"
    assert process.returncode == 130
    wait_until_gone(process.pid)


def is_starting_workers(group: int) -> bool:
    """Whether a process of the group is the one of which workers are copies."""
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if os.getpgid(int(each.name)) == group and b"multiprocessing.forkserver" in (each / "cmdline").read_bytes():
                return True
        except (OSError, ProcessLookupError):
            pass
    return False


def test_workers_leave_when_whom_they_work_for_is_killed() -> None:
    process = begun()
    process.kill()
    process.communicate()
    wait_until_gone(process.pid)


def test_workers_are_the_same_program_whatever_lies_in_the_folder(tmp_path: Path) -> None:
    """Python looks first into the folder where one stands, for what it starts anew; what is there is not ours."""
    (tmp_path / "table").mkdir()
    script = tmp_path / "bin" / "breche.py"
    script.parent.mkdir()
    script.write_text("from tests.table.playtest.long_run import main\nif __name__ == '__main__': main('en', False)\n")
    for name in ("table/__init__.py", "random.py", "selectors.py"):
        (tmp_path / name).write_text("raise SystemExit('a stranger')\n")
    process = begun(tmp_path, [str(script)])
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert int(out.split()[0]) > 0
    assert err == "", "a forkserver that fell over says so here"


@pytest.mark.parametrize(("language", "label"), [("en", "Games"), ("fr", "Parties")])
def test_a_terminal_has_a_bar_and_is_left_as_it_was(language: Language, label: str) -> None:
    child = pexpect.spawn(sys.executable, [*COMMAND, language], cwd=str(ROOT), encoding="utf-8", timeout=None)
    child.expect(label)
    child.expect(r"\d+\r\n")
    child.sendintr()
    child.expect(pexpect.EOF)
    rest = child.before or ""
    assert re.search(r"(\d+) \1\r\n$", rest)
    assert "Traceback" not in rest
    assert rest.rindex(SHOWS) > rest.rfind(HIDES)


def test_a_screen_that_is_read_aloud_has_no_bar() -> None:
    child = pexpect.spawn(sys.executable, [*COMMAND, "--accessible"], cwd=str(ROOT), encoding="utf-8", timeout=None)
    child.expect(r"\d+\r\n")
    assert child.before == ""
    child.sendintr()
    child.expect(pexpect.EOF)
    assert re.search(r"(\d+) \1\r\n$", child.before or "")
