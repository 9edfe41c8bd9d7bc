"""Nothing that lies beside a save is written to, taken away or taken for what it is not."""

import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.commands import RollCheck
from table.record import (
    Disk,
    SaveError,
    SaveExists,
    SaveReserved,
    SaveShadowed,
    SaveUnreadable,
    SaveUnwritable,
)
from table.salvage import salvage
from table.session import Session
from table.store import Store
from table.verify import verify
from tests.client import Failed, inside, pc
from tests.faults.evening import Scripted, begun, plainly, played, turn
from tests.table.shell import Shell

PRECIOUS = b"a letter that nobody has twice"


def lying(folder):
    """Every file and its bytes, locks aside."""
    return {each.name: each.read_bytes() for each in folder.rglob("*") if each.is_file() and each.suffix != ".lock"}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The folder that names without one are in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Names that SQLite reads as something else


@pytest.mark.parametrize("name", ["file:other.breche", "file:other.breche?mode=memory", ":memory:"])
def test_a_name_that_sqlite_would_read_as_another_file_is_its_own(here, name):
    other = played(Path("other.breche"), 2)
    before = other.read_bytes()

    with begun(Path(name)) as store:
        turn(Session(store, Scripted()), plainly(store.load()))

    assert other.read_bytes() == before
    assert verify(Path(name)).turns == 2
    with Store.open(Path(name)) as store:
        assert [each.number for each in store.back()] == [1, 0]
    assert (here / name).is_file()


def test_a_save_is_salvaged_under_the_name_that_was_given(here):
    other = played(Path("other.breche"), 2)
    before = other.read_bytes()

    salvage(played(Path("evening.breche"), 1), Path("file:other.breche"))

    assert other.read_bytes() == before
    assert verify(Path("file:other.breche")).turns == 2


# What others keep beside it


@pytest.mark.parametrize("suffix", ["-journal", "-wal"])
@pytest.mark.parametrize("whose", ["a letter", "a save", "a folder"])
def test_a_stranger_s_file_in_the_place_of_a_journal_is_left_and_the_save_refused(tmp_path, suffix, whose):
    file = tmp_path / "ana"
    beside = tmp_path / f"ana{suffix}"
    if whose == "a letter":
        beside.write_bytes(PRECIOUS)
    elif whose == "a save":
        played(tmp_path / "bea", 1).rename(beside)
    else:
        beside.mkdir()
    before = lying(tmp_path)

    with pytest.raises(SaveShadowed) as refused:
        begun(file)
    assert refused.value.file == beside
    assert lying(tmp_path) == before
    assert not (tmp_path / ".ana.lock").exists()


@pytest.mark.parametrize("suffix", ["-journal", "-wal"])
def test_a_save_beside_which_a_stranger_s_file_came_to_lie_is_not_opened(tmp_path, suffix):
    file = played(tmp_path / "ana", 2)
    link = tmp_path / "link"
    link.symlink_to(file)
    (tmp_path / f"ana{suffix}").write_bytes(PRECIOUS)
    before = lying(tmp_path)

    for name in (file, link):
        with pytest.raises(SaveShadowed):
            Store.open(name)
    assert lying(tmp_path) == before


def test_no_copy_is_salvaged_beside_a_stranger_s_file(tmp_path):
    file, copy = played(tmp_path / "evening.breche", 2), tmp_path / "copy.breche"
    (tmp_path / "copy.breche-journal").write_bytes(PRECIOUS)
    before = lying(tmp_path)

    with pytest.raises(SaveShadowed):
        salvage(file, copy)
    with pytest.raises(SaveReserved):
        salvage(file, tmp_path / "copy-journal")
    assert lying(tmp_path) == before


def test_what_a_maker_wrote_under_the_names_of_its_own_is_not_touched(tmp_path):
    for name in (".ana.new", ".ana.new-journal", "new", ".breche-", "ana.new", "ana-shm"):
        (tmp_path / name).write_bytes(PRECIOUS)
    before = lying(tmp_path)

    begun(tmp_path / "ana").close()

    after = lying(tmp_path)
    assert after.pop("ana").startswith(b"SQLite format 3")
    assert after == before


@pytest.mark.parametrize("name", ["ana-journal", "ana-WAL", "ana-shm", ".ana.lock"])
def test_a_name_that_belongs_to_another_save_s_files_is_refused(tmp_path, name):
    with pytest.raises(SaveReserved):
        begun(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


HALF_WAY = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.executescript("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE turn SET said = printf('%.5000c', 'x')")
os._exit(1)
"""


@pytest.mark.parametrize("at_work", [True, False])
def test_a_turn_cut_off_is_taken_back_whatever_the_journal_begins_with(tmp_path, at_work):
    file = played(tmp_path / "evening.breche", 9)
    subprocess.run([sys.executable, "-c", HALF_WAY, file], check=False)
    journal = tmp_path / "evening.breche-journal"
    whole = journal.read_bytes()
    assert whole.startswith(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")
    if not at_work:
        # As it lies there before its pages are on the disk: the file itself was not written to.
        file.unlink()
        played(file, 9)
        journal.write_bytes(bytes(12) + whole[12:])

    with Store.open(file) as store:
        assert next(store.back()).number == 9
        turn(Session(store, Scripted()), plainly(store.load()))
    assert verify(file).turns == 11
    assert not journal.exists()


def test_a_save_that_another_tool_left_with_a_log_is_played_on(tmp_path):
    file = played(tmp_path / "evening.breche", 3)
    left = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.executescript("PRAGMA journal_mode = WAL; INSERT OR REPLACE INTO prose VALUES (1, '[]')")
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", left, file], check=False)
    assert (tmp_path / "evening.breche-wal").stat().st_size

    with Store.open(file) as store:
        assert next(store.back()).number == 3
    assert list(lying(tmp_path)) == ["evening.breche"]


# Who is refused leaves nothing


def test_a_refused_save_leaves_no_file_and_no_lock(tmp_path, monkeypatch):
    (tmp_path / "letter").write_bytes(PRECIOUS)
    with pytest.raises(SaveExists):
        begun(tmp_path / "letter")

    def breaks(database):
        raise sqlite3.OperationalError("the disk is gone")

    monkeypatch.setattr("table.store.seal", breaks)
    with pytest.raises(SaveError):
        begun(tmp_path / "evening.breche")
    assert [each.name for each in tmp_path.iterdir()] == ["letter"]


def test_a_lock_that_was_there_is_there_after_a_refusal(tmp_path):
    file = played(tmp_path / "evening.breche", 0)
    lock = tmp_path / ".evening.breche.lock"
    with begun(tmp_path / "other.breche"):
        pass
    assert lock.exists()
    with Store.open(file):
        with pytest.raises(SaveError):
            begun(file)
        assert lock.exists()


# Places that cannot be


CLOSED = """
import os, sys
from pathlib import Path
from table.protocol.desk import _file
from table.protocol.problems import as_error, of_save
from table.record import SaveError
from table.store import Store
from tests.faults.evening import begun
begun(Path("warm")).close()  # Before the folder is closed: what is imported late is imported by now.
os.chmod("closed", 0)
if os.getuid() == 0:
    os.setuid(65534)  # Nothing is closed to root.
for act in (Store.open, begun):
    try:
        act(_file("closed/a.breche"))
    except SaveError as error:
        print(as_error(of_save(error))["sentence"])
"""


def test_a_folder_that_is_closed_is_told(tmp_path):
    (tmp_path / "closed").mkdir()
    shell = Shell(tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", CLOSED], env=shell.environ(), cwd=tmp_path, capture_output=True, encoding="utf-8"
    )
    (tmp_path / "closed").chmod(0o700)
    assert (done.stderr, done.stdout.splitlines()) == (
        "",
        [
            "closed/a.breche cannot be read: it, or its folder, is closed to this process.",
            "closed/a.breche cannot be written: that folder is closed to this process.",
        ],
    )


UNWRITTEN = """
from pathlib import Path
from table.protocol.desk import _file
from table.store import Store
from tests.faults.evening import begun
for act in (Store.open, begun):
    try:
        act(_file("\\u00e9.breche"))
    except Exception as error:
        print(type(error).__name__, error.disk)
"""


def test_a_name_that_this_machine_cannot_write_is_told(tmp_path):
    done = Shell(tmp_path).python(UNWRITTEN, LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (done.stderr, done.stdout.splitlines()) == ("", ["SaveUnreadable name", "SaveUnwritable name"])


def test_a_ring_of_folders_is_told(tmp_path):
    (tmp_path / "ring").symlink_to("ring")
    with pytest.raises(SaveUnreadable):
        Store.open(tmp_path / "ring" / "a.breche")
    with pytest.raises(SaveUnwritable):
        begun(tmp_path / "ring" / "a.breche")


def test_why_a_disk_does_not_show_a_file_is_no_matter_of_writing(tmp_path, monkeypatch):
    file = played(tmp_path / "evening.breche", 0)

    def closed(*_):
        raise PermissionError(13, "no matter")

    monkeypatch.setattr("table.verify.reading", closed)
    with pytest.raises(SaveUnreadable) as refused:
        verify(file)
    assert refused.value.disk is Disk.SHUT


@pytest.mark.parametrize(
    ("op", "path", "code"),
    [
        ("load", "x" * 300, "save_unreadable"),
        ("save", "x" * 300, "save_unwritable"),
        ("save", "x" * 252, "save_unwritable"),
        ("save", "new/folder/" + "x" * 252, "save_unwritable"),
        ("save", "new/" + "x" * 300 + "/a.breche", "save_unwritable"),
        ("load", "new/a.breche", "save_missing"),
        ("save", "ana-journal", "save_reserved"),
        ("save", "letter", "save_exists"),
        ("save", "shadowed", "save_shadowed"),
        ("load", "ring/a.breche", "save_unreadable"),
    ],
)
def test_a_program_is_told_what_is_wrong_with_a_path_and_finds_nothing_new(here, op, path, code):
    (here / "letter").write_bytes(PRECIOUS)
    (here / "shadowed-journal").write_bytes(PRECIOUS)
    (here / "ring").symlink_to("ring")
    before = sorted(each.name for each in here.iterdir())
    with inside() as client:
        client.new(pc("hero"))
        with pytest.raises(Failed) as failed:
            client.ask(op, path=path)
        assert failed.value.code == code
        assert client.ask("state")["game"]
    assert sorted(each.name for each in here.iterdir()) == before
    assert (here / "letter").read_bytes() == PRECIOUS


def test_two_programs_play_two_saves_whose_names_are_nearly_one(here):
    with inside() as first, inside() as second:
        first.new(pc("ana"))
        second.new(pc("bea"))
        first.ask("save", path="mine.breche")
        second.ask("save", path="file:mine.breche")
        first.do("GrantInspiration", character="ana", reason="a start")
        second.do("GrantInspiration", character="bea", reason="a start")
    for name in ("mine.breche", "file:mine.breche"):
        assert verify(Path(name)).turns == 2


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["play", "--save", "x" * 300], 1, "cannot be written: the disk takes no such name"),
        (["verify", "x" * 300], 1, "cannot be read: the disk takes no such name"),
        (["play", "--save", "shadowed"], 2, "shadowed.breche-journal lies where the save would keep a file of its own"),
        (["play", "--save", "link"], 2, "ana-journal has a name that belongs to another save's journal"),
        (["play", "--save", "/"], 2, "is no name for a save"),
    ],
)
def test_a_person_is_told_in_one_sentence(here, arguments, code, said):
    shell = Shell(here)
    shell.saves.mkdir()
    (shell.saves / "shadowed.breche-journal").write_bytes(PRECIOUS)
    (shell.saves / "link.breche").symlink_to(here / "ana-journal")

    done = shell.run(*arguments, "--lang", "en")

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (code, "", 1)
    assert said in done.stderr
    assert shell.run(*arguments, "--lang", "fr").stderr not in ("", done.stderr)
    assert lying(here) == {"shadowed.breche-journal": PRECIOUS}


# Lines


def past_of(turn, parents):
    """A turn and all before it."""
    return {turn, *(() if parents[turn] is None else past_of(parents[turn], parents))}


def test_a_line_that_keeps_a_turn_is_found_wherever_it_parted(tmp_path):
    chance = random.Random(3)
    with begun(tmp_path / "evening.breche") as store:
        session = Session(store, Scripted())
        for _ in range(80):
            session.undo() if chance.random() < 0.45 else turn(session, plainly(session.game))
        parents = dict(store._database.execute("SELECT id, parent FROM turn"))
        heads = dict(store._database.execute("SELECT name, head FROM line"))
        assert len(heads) > 5
        found = {each: store._other_line_with(each) for each in parents}
    del heads[store.line]
    keepers = {each: {name for name, head in heads.items() if each in past_of(head, parents)} for each in parents}
    assert all(found[each] in (names or {None}) for each, names in keepers.items())
    assert None in found.values()


def test_the_fortieth_fork_costs_no_walk_along_the_others(tmp_path):
    with begun(tmp_path / "evening.breche") as store:
        session = Session(store, Scripted())
        for _ in range(60):
            turn(session, plainly(session.game))
        while session.game.pending is None or session.game.pending.roll is not None:
            turn(session, plainly(session.game))
        steps = []
        for _ in range(40):
            turn(session, RollCheck())
            steps.append(0)

            def count():
                steps[-1] += 1

            store._database.set_progress_handler(count, 1)
            session.undo()
            store._database.set_progress_handler(None, 1)
    # The seal goes over the lines once; a walk along each of them would take a thousand steps a line.
    assert steps[-1] - steps[9] < 30 * 150
