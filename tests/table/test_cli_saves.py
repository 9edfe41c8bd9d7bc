"""`breche saves` lists whatever lies in the folder, and leaves it as it was."""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import datetime

import pytest

from engine.core.commands import LeaveStory
from table.record import APPLICATION_ID, SUFFIX
from table.session import Session
from table.shelf import Condition, NameRefused, find, names_for, newest, shelf
from table.store import Header, Store
from tests.faults.evening import Scripted, begun, played, turn
from tests.table.shell import Shell

CONTENT = json.dumps({"scenario": {"title": {"fr": "Basse\u00a0mer", "en": "Low Water"}}})
KILLED_IN_A_TURN = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.executescript("PRAGMA cache_size = 1; BEGIN; UPDATE turn SET said = said || hex(zeroblob(20000))")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.fixture
def saves(shell):
    shell.saves.mkdir()
    return shell.saves


@pytest.fixture
def listed(shell):
    """The saves that `breche saves --json` lists, by name."""

    def listed(**environ):
        done = shell.run("saves", "--json", **environ)
        assert (done.returncode, done.stderr) == (0, "")
        return {each["name"]: each for each in json.loads(done.stdout)["saves"]}

    return listed


def change(file, statement):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement)


def age(file, seconds):
    os.utime(file, (seconds, seconds))


def everything(folder):
    return {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in folder.iterdir() if each.is_file()}


def test_without_saves_one_is_told_where_they_will_be(shell):
    assert shell.run("saves").stdout == f"There is no save in {shell.saves} yet; breche play makes one.\n"
    assert "Il n'y a pas encore de sauvegarde" in shell.run("saves", "--lang", "fr").stdout
    assert json.loads(shell.run("saves", "--json").stdout) == {"folder": str(shell.saves), "saves": []}
    assert not shell.saves.exists()


def test_a_save_is_listed_with_all_that_one_looks_for(saves, listed):
    begun(saves / "evening.breche", header=Header("evening", CONTENT, "fr")).close()
    age(saves / "evening.breche", 1_000_000_000)
    found = listed(TZ="UTC")["evening"]
    assert found.pop("played").startswith("2001-09-0")
    assert found == {
        "name": "evening",
        "file": str(saves / "evening.breche"),
        "state": "ready",
        "scenario": "evening",
        "title": "Low Water",
        "characters": ["Mara", "Joren"],
        "variant": "blockbuster",
        "turns": 0,
        "ended": False,
    }
    assert listed(BRECHE_LANG="fr")["evening"]["title"] == "Basse\u00a0mer"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", ("Your saves are in", "ready to play on")), ("fr", ("Vos sauvegardes sont dans", "à reprendre"))],
)
def test_people_read_a_table_or_listen_to_lines(shell, saves, language, told):
    played(saves / "evening.breche", 4)
    for how in ([], ["--accessible"]):
        said = shell.run("saves", "--lang", language, *how).stdout
        assert all(each in said for each in (*told, "evening", "Mara, Joren", "Blockbuster", "4"))
    assert "─" not in said


def test_the_last_played_comes_first(saves):
    for number, name in enumerate(("a", "b", "c")):
        age(played(saves / f"{name}.breche", 0), 1_000_000_000 + number)
    entries = shelf(saves)
    assert [each.name for each in entries] == ["c", "b", "a"]
    assert newest(entries) == entries[0]
    change(saves / "c.breche", "DROP TABLE line")
    age(saves / "c.breche", 1_000_000_005)
    assert newest(shelf(saves)).name == "b"
    assert newest([]) is None


def test_every_kind_of_file_is_told_apart_and_left_alone(saves, listed):
    played(saves / "ready.breche", 3)
    with begun(saves / "ended.breche") as store:
        turn(Session(store, Scripted()), LeaveStory())
    for name in ("newer", "truncated", "tampered", "unsealed"):
        played(saves / f"{name}.breche", 30)
    change(saves / "newer.breche", "PRAGMA user_version = 99")
    change(saves / "tampered.breche", "DELETE FROM turn WHERE parent IS NULL")
    change(saves / "unsealed.breche", "UPDATE line SET head = 2")
    whole = (saves / "truncated.breche").read_bytes()
    (saves / "truncated.breche").write_bytes(whole[: len(whole) // 2])
    (saves / "letter.breche").write_text("Dear Mara,", encoding="utf-8")
    (saves / "head.breche").write_bytes(b"SQLite format 3\0".ljust(68, b"\0") + APPLICATION_ID.to_bytes(4, "big"))
    change(saves / "other.breche", "CREATE TABLE a (b)")
    (saves / "empty.breche").touch()
    (saves / "folder.breche").mkdir()
    (saves / "notes.txt").write_text("remember", encoding="utf-8")
    before = everything(saves)
    assert {name: each["state"] for name, each in listed().items()} == {
        "ready": "ready",
        "ended": "ended",
        "newer": "newer",
        "truncated": "damaged",
        "tampered": "damaged",
        "unsealed": "damaged",
        "letter": "foreign",
        "head": "damaged",
        "other": "foreign",
    }
    assert everything(saves) == before


@pytest.mark.parametrize("seed", range(20))
def test_no_file_at_all_stops_the_list(saves, listed, seed):
    import random

    chance = random.Random(seed)
    file = played(saves / "a.breche", 5)
    content = bytearray(file.read_bytes())
    for _ in range(40):
        content[chance.randrange(100, len(content))] = chance.randrange(256)
    file.write_bytes(content)
    assert listed()["a"]["state"] in tuple(Condition)


def test_a_save_that_is_played_is_open_until_it_is_closed(saves, listed):
    with begun(saves / "evening.breche"):
        assert listed()["evening"]["state"] == "open"
        assert listed()["evening"]["characters"] == ["Mara", "Joren"]
    assert listed()["evening"]["state"] == "ready"


def test_looking_at_a_save_does_not_keep_anybody_from_playing_it(saves):
    file = played(saves / "evening.breche", 1)
    shelf(saves)
    with Store.open(file):
        assert shelf(saves)[0].condition is Condition.OPEN


def test_a_save_whose_player_was_killed_in_a_turn_is_ready(saves, listed):
    file = played(saves / "evening.breche", 5)
    killed = subprocess.run([sys.executable, "-c", KILLED_IN_A_TURN, str(file)])
    assert killed.returncode == -signal.SIGKILL
    assert file.with_name("evening.breche-journal").stat().st_size
    before = everything(saves)
    assert listed()["evening"]["state"] == "ready"
    assert listed()["evening"]["turns"] == 5
    assert everything(saves) == before


def test_a_name_cannot_draw_on_the_screen(shell, saves):
    played(saves / "red\x1b[31m\nname.breche", 0)
    for how in ([], ["--accessible"], ["--json"]):
        said = shell.run("saves", *how)
        assert said.returncode == 0
        assert "\x1b" not in said.stdout
        assert "name" in said.stdout


def test_a_name_that_is_no_text_is_listed(shell, saves):
    shutil.copy(played(saves / "a.breche", 0), os.fsencode(saves) + b"/\xff.breche")
    for how in ([], ["--json"]):
        done = shell.run("saves", *how)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_new_save_gets_a_name_that_is_free(tmp_path):
    names = []
    for _ in range(3):
        names.append(next(names_for(tmp_path, "low_tide", "akiko")))
        names[-1].touch()
    assert [each.name for each in names] == [f"low_tide-akiko{each}{SUFFIX}" for each in ("", "-2", "-3")]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("evening", "saves/evening.breche"),
        ("evening.breche", "saves/evening.breche"),
        ("soirée d'hiver", "saves/soirée d'hiver.breche"),
        ("./evening", "evening.breche"),
        ("../evening.breche", "../evening.breche"),
    ],
)
def test_a_name_is_in_the_folder_and_a_path_is_where_it_says(tmp_path, said, meant):
    folder = tmp_path / "saves"
    expected = tmp_path / meant if meant.startswith("saves/") else type(tmp_path)(meant)
    assert find(folder, said) == expected


@pytest.mark.parametrize(
    "said", ["", ".", "..", "/", "./", ".hidden", "-x", "~", "C:evening", "a\0b", "a\nb", "\x1b[31m"]
)
def test_a_name_that_is_no_plain_name_is_refused(shell, tmp_path, said):
    with pytest.raises(NameRefused):
        find(tmp_path, said)


@pytest.mark.parametrize("fault", [ValueError, OverflowError, OSError])
def test_a_date_that_no_calendar_has_comes_last_and_stops_nothing(shell, saves, listed, monkeypatch, fault):
    class Calendar(datetime):
        @classmethod
        def fromtimestamp(cls, moment, tz=None):
            if moment == 1_000_000_009:
                raise fault
            return datetime.fromtimestamp(moment, tz)

    monkeypatch.setattr("table.shelf.datetime", Calendar)
    for number, name in enumerate(("odd", "b")):
        age(played(saves / f"{name}.breche", 0), 1_000_000_009 - number)
    assert [each.name for each in shelf(saves)] == ["b", "odd"]
    assert newest(shelf(saves)).name == "b"
    assert listed()["odd"]["played"] is None
    assert listed()["odd"]["state"] == "ready"
    assert shell.run("saves").stdout.split().count("odd") == 1


def test_a_home_that_nobody_has_is_no_name(shell):
    for arguments in (["play", "--save"], ["verify"], ["verify", "--json"]):
        done = shell.run(*arguments, "~nobody-at-all/x")
        assert done.returncode == 2
        assert "“~nobody-at-all” is no name for a save." in (done.stderr or json.loads(done.stdout)["how"])


def a_pipe(file):
    os.mkfifo(file)


def a_device(file):
    file.symlink_to("/dev/zero")


def a_ring(file):
    file.symlink_to(file)


def a_folder(file):
    file.mkdir()


@pytest.mark.parametrize("thing", [a_pipe, a_device, a_ring, a_folder])
def test_what_is_no_plain_file_is_no_save(shell, saves, thing):
    thing(saves / "odd.breche")
    for arguments in (["play", "--save", "odd"], ["verify", "odd"], ["verify", saves / "odd.breche"]):
        done = shell.run(*arguments)
        assert (done.returncode, done.stdout) == (7, "")
        assert done.stderr == "“odd” is not a Brèche save. breche saves lists yours.\n"
    assert shell.run("saves").returncode == 0
    assert os.path.lexists(saves / "odd.breche")


def test_a_link_to_nothing_yet_is_followed(shell, saves):
    link, target = saves / "link.breche", shell.home / "elsewhere.breche"
    link.symlink_to(target)
    assert shell.run("play", "--save", "link").returncode == 0
    assert link.is_symlink()
    assert shell.run("verify", target).returncode == 0
    assert "at turn 0" in shell.run("play", "--save", "link", "--lang", "en").stderr


@pytest.mark.parametrize("lock", [a_pipe, a_folder])
def test_a_lock_that_is_no_file_locks_nothing(saves, listed, lock):
    played(saves / "evening.breche", 0)
    (saves / ".evening.breche.lock").unlink(missing_ok=True)
    lock(saves / ".evening.breche.lock")
    assert listed()["evening"]["state"] == "ready"


def test_ten_who_begin_at_once_and_chose_no_name_get_ten_saves(shell):
    begin = [sys.executable, "-c", "from table.cli import main; main(['play'])"]
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen(begin, env=shell.environ(), **quiet) for _ in range(10)]
    assert [each.wait() for each in started] == [0] * 10
    assert [each.condition for each in shelf(shell.saves)] == [Condition.READY] * 10


def test_a_name_that_somebody_holds_just_now_is_left_to_them(shell):
    shell.run("play")
    taken = next(shell.saves.glob("*.breche"))
    with Store.open(taken):
        taken.rename(taken.with_suffix(".gone"))
        assert shell.run("play").returncode == 0
    assert [each.name for each in shell.saves.glob("*.breche")] == [f"{taken.stem}-2.breche"]
