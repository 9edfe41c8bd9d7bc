"""`breche verify` says whether a save tells the truth, and keeps what is whole of one that does not."""

import json
import os
import re
import sqlite3
from contextlib import closing

import pytest

from engine.core.evolve import fold
from engine.ruling import Code, refuse
from table.commands.verify import how
from table.record import Divergence, Kind, chained
from table.session import Session
from table.store import Store
from table.words import LANGUAGES, Words
from tests.faults.evening import Scripted, begun, plainly, played, turn
from tests.table.shell import Shell


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.fixture
def file(tmp_path):
    return played(tmp_path / "evening.breche", 20)


def change(file, statement, *values):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement, values)


def forge(file, number, **changed):
    """Change a turn of a straight line, and make its hash fit again."""
    names = ("said", "command", "faces", "events")
    before = rows(file, f"SELECT hash FROM turn WHERE number = {number - 1}")[0][0]
    (words,) = rows(file, f"SELECT {', '.join(names)} FROM turn WHERE number = {number}")
    digest = chained(before, number, *(changed.get(name, word) for name, word in zip(names, words, strict=True)))
    for name, value in {**changed, "hash": digest}.items():
        change(file, f"UPDATE turn SET {name} = ? WHERE number = ?", value, number)


def rows(file, query):
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", r"Whole: 21 turns, \d+ dice worked out again\."), ("fr", r"Intacte : 21 tours, \d+ dés, tout concorde\.")],
)
def test_a_whole_save_is_said_to_be_whole(shell, file, language, said):
    done = shell.run("verify", file, "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(said, done.stdout.strip().replace("\u00a0", " "))
    found = json.loads(shell.run("verify", file, "--json").stdout)
    assert (found["whole"], found["turns"], found["diverges_at"], found["how"]) == (True, 21, None, None)


def test_a_save_is_found_by_its_name(shell):
    played(shell.saves / "mine.breche", 0)
    assert shell.run("verify", "mine").stdout == "Whole: 1 turn, 0 dice worked out again.\n"


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Turn 7 does not hold: its hash does not fit its words.\n"),
        ("fr", "Le tour 7 ne tient pas\u00a0: son empreinte ne va pas avec ses mots.\n"),
    ],
)
def test_the_first_thing_that_does_not_agree_is_named(shell, file, language, said):
    change(file, "UPDATE turn SET said = 'I never said that' WHERE number = 7")
    before = file.read_bytes()
    done = shell.run("verify", file, "--lang", language)
    assert (done.returncode, done.stdout, done.stderr) == (7, said, "")
    found = json.loads(shell.run("verify", file, "--json").stdout)
    assert (found["whole"], found["turns"], found["diverges_at"]) == (False, 7, 7)
    assert (found["kind"], found["how"]) == ("chain", "its hash does not fit its words")
    assert file.read_bytes() == before


def test_what_cannot_be_verified_gets_a_sentence_and_its_code(shell, file):
    newer, letter, torn = (shell.home / f"{each}.breche" for each in ("newer", "letter", "torn"))
    newer.write_bytes(file.read_bytes())
    change(newer, "PRAGMA user_version = 99")
    letter.write_text("Dear Mara,", encoding="utf-8")
    torn.write_bytes(file.read_bytes()[:9000])
    for asked, code, said in (
        (shell.home / "nothing.breche", 2, "There is no save"),
        ("..", 2, "is not a Brèche save"),
        (newer, 7, "written by a newer Brèche"),
        (letter, 7, "is not a Brèche save"),
        (torn, 7, "is damaged"),
    ):
        done = shell.run("verify", asked)
        assert done.stdout == ""
        assert said in done.stderr
        assert done.stderr.count("\n") == 1
        if asked != "..":
            assert done.returncode == code


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", Kind)
def test_every_way_to_diverge_has_its_sentence(kind, language):
    values = {"number": 9, "expected": 8, "draw": 2, "face": 6, "derived": 1, "refusal": refuse(Code.NO_SHELTER)}
    said = how(Words(language, "cli"), Divergence(kind, tuple(values.items())))
    assert "{" not in said
    assert not said.endswith(".")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the rules refuse its command (“The check has not been rolled yet.”)."),
        ("fr", "les règles refusent sa commande («\u00a0Le jet n'a pas encore été lancé.\u00a0»)."),
    ],
)
def test_a_command_that_the_rules_refuse_is_told_with_the_refusal(shell, file, language, said):
    forge(file, 5, command='{"type":"AcceptOutcome"}')
    assert shell.run("verify", file, "--lang", language).stdout.endswith(f": {said}\n")
    found = json.loads(shell.run("verify", file, "--lang", language, "--json").stdout)
    assert found["kind"] == "refused"
    assert found["how"] == "the rules refuse its command (“The check has not been rolled yet.”)"


def test_salvage_keeps_the_turns_before_the_fault_and_leaves_the_original(shell, file):
    whole = rows(file, "SELECT * FROM turn ORDER BY id")
    change(file, "UPDATE turn SET said = 'I never said that' WHERE number = 7")
    before, copy = file.read_bytes(), shell.home / "copy.breche"
    done = shell.run("verify", file, "--salvage", copy)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"7 turns saved in {copy}; the original is as it was.\nIt ends before turn 7: ")
    assert file.read_bytes() == before
    assert rows(copy, "SELECT * FROM turn ORDER BY id") == whole[:7]
    assert rows(copy, "SELECT count(*) FROM prose") == [(6,)]
    assert shell.run("verify", copy).returncode == 0
    with Store.open(copy) as store:
        session = Session(store, Scripted())
        turn(session, plainly(session.game))
    assert shell.run("verify", copy).returncode == 0


def test_salvage_of_a_torn_file_keeps_what_can_be_read(shell, tmp_path):
    file = played(tmp_path / "long.breche", 120)
    torn, copy = tmp_path / "torn.breche", tmp_path / "copy.breche"
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    torn.write_bytes(content)
    assert shell.run("verify", torn).returncode == 7
    done = shell.run("verify", torn, "--salvage", copy)
    assert done.returncode == 0, done.stderr
    kept = rows(copy, "SELECT * FROM turn ORDER BY id")
    assert kept
    assert kept == rows(file, "SELECT * FROM turn ORDER BY id")[: len(kept)]
    assert shell.run("verify", copy).returncode == 0


def test_salvage_keeps_every_line_of_play(shell, tmp_path):
    file, copy = tmp_path / "forked.breche", tmp_path / "copy.breche"
    with begun(file) as store:
        session = Session(store, Scripted())
        for _ in range(3):
            turn(session, plainly(session.game))
            turn(session, plainly(session.game))
            session.undo()
        game = session.game
    assert len(rows(file, "SELECT name FROM line")) > 1
    done = shell.run("verify", file, "--salvage", copy)
    assert done.returncode == 0, done.stderr
    for table in ("turn", "line", "prose", "campaign"):
        assert rows(copy, f"SELECT * FROM {table} ORDER BY 1") == rows(file, f"SELECT * FROM {table} ORDER BY 1")
    with Store.open(copy) as store:
        assert store.load() == game
        assert fold(event for each in reversed(list(store.back())) for event in each.events) == game


def test_salvage_never_writes_over_a_file(shell, file, tmp_path):
    other = played(tmp_path / "other.breche", 1)
    for copy in (file, other):
        before = copy.read_bytes()
        done = shell.run("verify", file, "--salvage", copy)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == f"{copy} is there already, and was left as it is. Give another name.\n"
        assert copy.read_bytes() == before
        found = json.loads(shell.run("verify", file, "--salvage", copy, "--json", "--lang", "fr").stdout)
        assert (found["whole"], found["how"]) == (False, done.stderr.strip())


@pytest.mark.parametrize("there", ["a pipe", "a folder", "a link to nothing"])
def test_salvage_never_writes_into_what_is_no_save_either(shell, file, there):
    copy = shell.home / "copy.breche"
    {"a pipe": os.mkfifo, "a folder": os.mkdir, "a link to nothing": lambda at: at.symlink_to("nothing")}[there](copy)
    done = shell.run("verify", file, "--salvage", copy)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Give another name." in done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_program_is_told_in_one_object_what_a_person_is_told_in_a_sentence(shell, file, language):
    letter, unsealed = (shell.home / f"{each}.breche" for each in ("letter", "unsealed"))
    letter.write_text("Dear Mara,", encoding="utf-8")
    unsealed.write_bytes(file.read_bytes())
    change(unsealed, "UPDATE line SET head = 2")
    for asked, code, said in (
        (unsealed, 7, "“unsealed” is damaged"),
        (letter, 7, "“letter” is not a Brèche save"),
        (shell.home / "nothing.breche", 2, "There is no save “nothing”"),
        (".hidden", 2, "“.hidden” is no name for a save"),
    ):
        for more in ([], ["--salvage", shell.home / "copy.breche"] if code == 2 else []):
            done = shell.run("verify", asked, "--json", "--lang", language, *more)
            assert (done.returncode, done.stderr, done.stdout.count("\n")) == (code, "", 1)
            found = json.loads(done.stdout)
            assert found["whole"] is False
            assert found["file"] == str(asked)
            assert found["how"].startswith(said)
            assert found.keys() == json.loads(shell.run("verify", file, "--json").stdout).keys()


def test_where_not_even_the_new_game_is_whole_nothing_is_written(shell, file):
    change(file, "UPDATE turn SET said = 'Once upon a time' WHERE number = 0")
    done = shell.run("verify", file, "--salvage", shell.home / "copy.breche")
    assert (done.returncode, done.stdout) == (7, "")
    assert not (shell.home / "copy.breche").exists()


def test_salvage_reports_to_programs(shell, file):
    change(file, "UPDATE turn SET said = '' WHERE number = 7")
    found = json.loads(shell.run("verify", file, "--json", "--salvage", shell.home / "copy.breche").stdout)
    assert (found["copy"], found["turns"], found["diverges_at"]) == (str(shell.home / "copy.breche"), 7, 7)
