"""Whatever goes wrong is one sentence and an exit code."""

import errno
import os
import re
import signal
import sqlite3
import subprocess
import sys

import pytest

from table.cli import complaint
from table.words import Words
from tests.faults.evening import played
from tests.table.shell import Shell


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def faulty(shell, body, **environ):
    """`breche odds`, when its module does this instead."""
    code = f"""
import sys
from table.commands import odds
def run(desk, **options):
    {body}
odds.run = run
from table.cli import main
main(["odds"])
"""
    return shell.python(code, **environ)


def test_a_bug_is_one_sentence_unless_one_wants_all(shell):
    done = faulty(shell, "raise ZeroDivisionError('secret')")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Something went wrong that never should (ZeroDivisionError); BRECHE_DEBUG=1 shows all.\n"
    assert "Traceback" in faulty(shell, "raise ZeroDivisionError", BRECHE_DEBUG="1").stderr
    assert "n'aurait jamais dû" in faulty(shell, "raise ZeroDivisionError", BRECHE_LANG="fr").stderr


def test_a_file_that_cannot_be_used_is_named(shell):
    done = faulty(shell, "open('/nowhere/at/all')")
    assert (done.returncode, done.stderr) == (1, "/nowhere/at/all is not there, or its folder is not.\n")


def test_ctrl_c_leaves_quietly(shell):
    done = faulty(shell, "raise KeyboardInterrupt")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_ctrl_c_from_the_keyboard_leaves_quietly(shell):
    body = f"import os, time; os.kill(os.getpid(), {int(signal.SIGINT)}); time.sleep(60)"
    assert faulty(shell, body).returncode == 130


@pytest.mark.parametrize("lines", [1, 100_000])
def test_a_reader_that_has_had_enough_hears_no_complaint(shell, lines):
    code = f"""
from table.commands import odds
odds.run = lambda desk, **options: print("line\\n" * {lines}) or 0
from table.cli import main
main(["odds"])
"""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        done = subprocess.run([sys.executable, "-c", code], env=shell.environ(), stdout=closed, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (1, b"")


FAULTY_FILES = [
    ('language = "de"', 'In {file}, the key language should be "fr" or "en".'),
    ("color = 1", "In {file}, the key color should be true or false."),
    ("saves = true", "In {file}, the key saves should be the path of a folder, in quotes."),
    (
        "a = 1",
        (
            "{file} has the key “a”, which means nothing here; expected: language, narration, accessible, color, "
            "saves, narrator, ceilings, provider."
        ),
    ),
    ("\n=", "{file} is not written as TOML is, from line 2 on."),
]


@pytest.mark.parametrize(("text", "sentence"), FAULTY_FILES)
def test_a_fault_in_the_users_file_names_file_key_and_what_was_expected(shell, text, sentence):
    file = shell.home / "config.toml"
    file.write_text(text, encoding="utf-8")
    done = shell.run("odds")
    assert (done.returncode, done.stdout, done.stderr) == (3, "", sentence.format(file=file) + "\n")
    french = shell.run("odds", BRECHE_LANG="fr")
    assert french.returncode == 3
    assert str(file) in french.stderr
    assert french.stderr != done.stderr
    assert shell.run("--help").returncode == 0


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        (
            {"BRECHE_SAVES": "~nobody-at-all/x"},
            "BRECHE_SAVES is “~nobody-at-all/x”, and there is no such home folder here.",
        ),
        (
            {"BRECHE_CONFIG": "~nobody-at-all/x"},
            "BRECHE_CONFIG is “~nobody-at-all/x”, and there is no such home folder here.",
        ),
        ({"BRECHE_CONFIG": "/dev/full"}, "/dev/full cannot be read; see whether it is a file, and yours."),
    ],
)
def test_a_place_that_cannot_be_is_one_sentence(shell, environ, sentence):
    done = shell.run("saves", **environ)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", sentence + "\n")


OUTPUT = "The output cannot be written; see whether there is room where it goes.\n"
COMMANDS = [["--help"], ["--version"], ["odds"], ["odds", "--json"], ["saves"], ["saves", "--json"], ["play", "--help"]]


@pytest.mark.parametrize("arguments", [*COMMANDS, ["play"], ["play", "--json"], ["verify", "evening"]])
def test_an_output_that_cannot_be_written_is_one_sentence(shell, arguments):
    played(shell.saves / "evening.breche", 1)
    with open("/dev/full", "w") as full:
        done = leaves(shell, arguments, stdout=full, stderr=subprocess.PIPE)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert said.endswith(OUTPUT)
    assert said.count(OUTPUT) == 1
    assert arguments[0] == "play" or said == OUTPUT


@pytest.mark.parametrize("fault", ["full", "gone"])
def test_who_cannot_be_told_of_the_program_still_gets_the_story(shell, fault):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") if fault == "gone" else open("/dev/full", "w") as closed:
        whole = leaves(shell, ["play", "--seed", "7"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        done = leaves(shell, ["play", "--seed", "7"], stdout=subprocess.PIPE, stderr=closed)
        assert (done.returncode, done.stdout) == (0, whole.stdout)
        assert leaves(shell, ["odd"], stdout=subprocess.PIPE, stderr=closed).returncode == 2
        assert leaves(shell, [], stdout=subprocess.PIPE, stderr=closed).returncode == 2


def leaves(shell, arguments, **streams):
    """`breche ARGUMENTS` in a process of its own, with two lines to play."""
    command = [sys.executable, "-c", "from table.cli import main; main()", *arguments]
    return subprocess.run(command, env=shell.environ(), input=b"look\n/nothing\n", **streams)


def test_an_input_that_cannot_be_read_has_no_lines(shell):
    command = [sys.executable, "-c", "from table.cli import main; main()", "play"]
    with open(os.devnull, "w") as only_written:
        done = subprocess.run(command, env=shell.environ(), stdin=only_written, capture_output=True)
    assert done.returncode == 0
    assert b"went wrong" not in done.stderr


def test_a_fault_in_the_environment_is_named(shell):
    done = shell.run("odds", BRECHE_LANG="de")
    assert (done.returncode, done.stderr) == (3, "BRECHE_LANG is “de”; fr or en was expected.\n")


def test_a_screen_without_accents_still_gets_its_sentence(shell):
    done = shell.run("odd", BRECHE_LANG="fr", encoding="ascii")
    assert done.stderr == 'breche n\'a pas de commande " odd " ; vouliez-vous dire odds ?\n'


def test_every_fault_of_a_save_has_a_sentence_and_a_code(tmp_path):
    from table import record, shelf

    codes = {
        record.SaveMissing: 2,
        record.SaveExists: 2,
        shelf.NameRefused: 2,
        record.SaveLocked: 6,
        record.SaveForeign: 7,
        record.SaveTooNew: 7,
        record.SaveDamaged: 7,
        record.SaveWordless: 1,
        record.SaveReserved: 2,
        record.SaveShadowed: 2,
        record.SaveUnwritable: 1,
        record.SaveUnreadable: 1,
    }
    assert set(codes) == set(record.SaveError.__subclasses__())
    for kind, code in codes.items():
        for language in ("fr", "en"):
            sentence, given = complaint(Words(language, "cli"), kind(tmp_path / "a.breche"))
            assert given == code
            assert re.search(r"\ba\b", sentence), "it names the save"


def of_sqlite(code):
    error = sqlite3.OperationalError("whatever SQLite calls it")
    error.sqlite_errorcode = code
    return error


DISKS = [
    (OSError(errno.ENOSPC, "no matter"), "the disk is full."),
    (OSError(errno.EDQUOT, "no matter"), "the disk is full."),
    (of_sqlite(sqlite3.SQLITE_FULL), "the disk is full."),
    (OSError(errno.EACCES, "no matter"), "that folder is closed to you."),
    (OSError(errno.EROFS, "no matter"), "that folder is closed to you."),
    (of_sqlite(sqlite3.SQLITE_READONLY_DIRECTORY), "that folder is closed to you."),
    (OSError(errno.ENOTDIR, "no matter"), "a file stands where the folder should be."),
    (OSError(errno.EEXIST, "no matter"), "a file stands where the folder should be."),
    (OSError(errno.ENAMETOOLONG, "no matter"), "the disk takes no such name."),
    (UnicodeEncodeError("ascii", "é", 0, 1, "no matter"), "the disk takes no such name."),
    (OSError(errno.EIO, "disk full of permission errors"), "the disk refuses."),
    (of_sqlite(sqlite3.SQLITE_CANTOPEN), "the disk refuses."),
]


@pytest.mark.parametrize(("error", "said"), DISKS, ids=repr)
def test_why_a_disk_refuses_is_told_from_its_code_not_its_words(tmp_path, error, said):
    from table import record

    sentence, code = complaint(Words("en", "cli"), record.fault(tmp_path / "a.breche", error))
    assert code == 1
    assert f"cannot be written: {said}" in sentence
