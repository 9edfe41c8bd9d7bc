"""Leaving the terminal for a while or for good: it is given back as it was, and what was typed is kept if it can be."""

import os
import shutil
import signal

import pytest

from tests.terminal.person import Person, played, prepared

EVENING = ("--lang", "en", "--save", "evening")

JOBS = """
import os, signal, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
child = os.fork()
if not child:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    from table.cli import main
    main(["play", *sys.argv[1:]])
_, status = os.waitpid(child, os.WUNTRACED)
os.tcsetpgrp(0, os.getpgrp())
cooked = bool(termios.tcgetattr(0)[3] & termios.ICANON)
print("stopped:", os.WIFSTOPPED(status), "cooked:", cooked, flush=True)
input()
os.tcsetpgrp(0, child)
os.killpg(child, signal.SIGCONT)
_, status = os.waitpid(child, 0)
os._exit(os.waitstatus_to_exitcode(status))
"""
"""What a shell does with a job: it runs in front, may be stopped, and comes back."""


def test_ctrl_z_stops_play_at_the_prompt_and_the_draft_is_there_on_return(tmp_path):
    prepared(tmp_path)
    with Person(tmp_path, *EVENING, code=JOBS) as person:
        person.answered()
        person.type("look at").sees("look at").press("Ctrl-Z").sees(": True cooked: True")
        person.press("Enter").answered()
        assert "turn 1" in person.say(" the mural")
        assert "> look at the mural" in person.text
        person.press("Ctrl-D")
        assert person.leaves() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_who_is_told_to_end_gives_the_terminal_back(tmp_path, number, term):
    prepared(tmp_path)
    with Person(tmp_path, *EVENING, TERM=term) as person:
        person.sees("offline").type("half a li").sees("half a li")
        person.is_sent(number)
        assert person.leaves() == 128 + number
        assert person.cooked
    assert "Traceback" not in person.text
    assert played(tmp_path, "", *EVENING).code == 0


def a_folder(file):
    file.mkdir()


def a_pipe(file):
    os.mkfifo(file)


def a_device(file):
    file.symlink_to("/dev/full")


def closed(file):
    file.touch(0)


def no_folder(file):
    shutil.rmtree(file.parent)
    file.parent.write_text("in the way", encoding="utf-8")


@pytest.mark.parametrize("stands_there", [a_folder, a_pipe, a_device, closed, no_folder])
def test_what_was_typed_is_remembered_while_the_program_runs_where_it_cannot_be_kept(tmp_path, stands_there):
    prepared(tmp_path)
    folder = tmp_path / "state" / "breche"
    folder.mkdir(parents=True)
    stands_there(folder / "history")
    remembers(tmp_path)


def test_a_history_whose_folder_goes_away_is_remembered_all_the_same(tmp_path):
    prepared(tmp_path)
    remembers(tmp_path, lambda: shutil.rmtree(tmp_path / "state"))


def remembers(home, meanwhile=lambda: None):
    """A line comes back with Up; nothing is said of the file."""
    with Person(home, *EVENING) as person:
        person.answered()
        meanwhile()
        person.say("/why")
        person.press("Up").sees("/why").press("Ctrl-C")
        person.press("Ctrl-D")
        assert person.leaves() == 0
    assert "Traceback" not in person.text
    assert "Exception" not in person.text


def test_a_line_that_is_no_text_is_kept_without_a_fault(tmp_path):
    prepared(tmp_path)
    with Person(tmp_path, *EVENING) as person:
        person.answered()
        person.bytes(b"look at the mural\xff\xfe").press("Enter")
        assert "turn 1" in person.answered()
        person.press("Ctrl-D")
        assert person.leaves() == 0
    assert b"look at the mural" in (tmp_path / "state" / "breche" / "history").read_bytes()
