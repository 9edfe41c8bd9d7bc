"""A save keeps every turn, whatever happens to the program, the disk or the file."""

import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from engine.core.commands import AnnounceCheck, EnterScene, RollCheck
from engine.core.events import CheckRolled
from table import record
from table.record import (
    Divergence,
    Kind,
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveForeign,
    SaveLocked,
    SaveMissing,
    SaveTooNew,
    SaveUnreadable,
    SaveUnwritable,
)
from table.session import Session
from table.store import MAIN_LINE, SNAPSHOT_EVERY, Store
from table.verify import verify
from tests.faults.evening import HEADER, HOLD, QUAY, Scripted, a_check, a_game, begun, plainly, played, turn


@pytest.fixture
def file(tmp_path):
    return tmp_path / "evening.breche"


@pytest.fixture
def session(file):
    with begun(file) as store:
        yield Session(store, Scripted())


def rows(file, query):
    with closing(sqlite3.connect(file)) as database:
        return database.execute(query).fetchall()


def change(file, statement, *values):
    """What a stranger's tool, or a bad disk, would do to a save."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement, values)


# A campaign begins, and goes on


def test_a_new_save_holds_the_new_game_and_its_campaign(file):
    with begun(file) as store:
        assert store.header == HEADER
        assert store.line == MAIN_LINE
        assert [each.command for each in store.back()] == [a_game()]
        assert store.load().progress.scene == QUAY


def test_a_folder_that_is_not_there_is_made(tmp_path):
    with begun(tmp_path / "campaigns" / "winter" / "evening.breche") as store:
        assert store.load().progress.scene == QUAY


def test_play_resumes_where_it_was(file):
    with begun(file) as store:
        session = Session(store, Scripted(tells=("The lock gives.", "", "It is dark.")))
        happened = [turn(session, plainly(session.game), f"word {each}") for each in range(7)]
        left = session.game

    with Store.open(file) as store:
        again = Session(store, Scripted())
        assert again.game == left
        assert again.moment.turn == happened[-1].number == 7
        assert [each.said for each in store.back()] == [*(f"word {each}" for each in reversed(range(7))), ""]
        assert store.prose(happened[-1].turn) == ("The lock gives.", "", "It is dark.")
        assert again.moment.recent[-3:] == ("The lock gives.", "", "It is dark.")


def test_a_new_save_never_overwrites_a_file(file):
    played(file, 3)
    before = file.read_bytes()

    with pytest.raises(SaveExists):
        begun(file)
    assert file.read_bytes() == before


def test_a_save_that_could_not_be_made_is_not_there(file, monkeypatch):
    def breaks(database):
        raise sqlite3.OperationalError("the disk is gone")

    with monkeypatch.context() as patch:
        patch.setattr("table.store.seal", breaks)
        with pytest.raises(SaveError):
            begun(file)
    assert not file.exists()

    begun(file).close()
    assert verify(file).turns == 1


def test_a_new_save_has_nothing_to_do_with_what_a_deleted_one_left(file):
    played(file, 9)
    half_way = """
import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.executescript("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE turn SET said = printf('%.5000c', 'x')")
os._exit(1)
"""
    subprocess.run([sys.executable, "-c", half_way, file], check=False)
    journal = file.with_name(f"{file.name}-journal")
    assert journal.stat().st_size > 0
    file.unlink()

    with begun(file) as store:
        assert [each.number for each in store.back()] == [0]
    assert verify(file).turns == 1


@pytest.mark.parametrize("content", [b"a shopping list", b"\0" * 5000, b"SQLite format 3\0" + b"\0" * 200])
def test_a_new_save_never_overwrites_a_stranger_s_file(file, content):
    file.write_bytes(content)

    with pytest.raises(SaveError):
        begun(file)
    assert file.read_bytes() == content


def test_given_faces_are_kept_as_given(session):
    turn(session, AnnounceCheck(a_check(session.game)))
    session.do(RollCheck(), faces=(5, 5, 1, 1, 1, 8))

    assert next(session.store.back()).faces == (5, 5, 1, 1, 1, 8)
    assert session.store.load() == session.game


@pytest.mark.parametrize(
    "said", ["", "Je crochète la serrure", "'; DROP TABLE turn; --", "a\0b", "x" * 9_999, "\u202e"]
)
def test_words_are_kept_as_they_were_said(session, said):
    turn(session, plainly(session.game), said)

    assert next(session.store.back()).said == said


# One transaction a turn


def test_a_turn_that_fails_half_way_leaves_nothing(session, monkeypatch):
    turn(session, plainly(session.game))
    before, stood = session.store.file.read_bytes(), session.game

    def breaks(database):
        raise sqlite3.OperationalError("the disk is gone")

    monkeypatch.setattr("table.store.seal", breaks)
    with pytest.raises(SaveError):
        turn(session, plainly(session.game))

    assert session.store.file.read_bytes() == before
    assert session.store.load() == session.game == stood
    assert rows(session.store.file, "SELECT count(*) FROM turn") == [(2,)]


def test_a_full_disk_is_told_and_the_turn_can_be_played_again_later(session):
    turn(session, plainly(session.game))
    database = session.store._database
    pages = database.execute("PRAGMA page_count").fetchone()[0]
    database.execute(f"PRAGMA max_page_count = {pages}")
    before = session.game
    with pytest.raises(SaveUnwritable, match="full"):
        session.do(plainly(session.game), said="x" * 20_000)
    assert session.game == session.store.load() == before

    database.execute(f"PRAGMA max_page_count = {pages + 100}")
    turn(session, plainly(session.game), "x" * 20_000)

    assert session.store.load() == session.game
    assert verify(session.store.file).diverges_at is None


def test_a_disk_full_while_telling_loses_the_words_and_keeps_the_turn(session):
    happened = session.do(plainly(session.game))
    session.store._database.execute("PRAGMA max_page_count = 1")

    with pytest.raises(SaveUnwritable):
        session.store.add_prose(happened.turn, ("x" * 50_000,))
    assert session.store.prose(happened.turn) == ()
    assert session.store.load() == session.game


def test_a_disk_full_while_going_back_leaves_play_where_it_was(session, monkeypatch):
    turn(session, AnnounceCheck(a_check(session.game)))
    turn(session, RollCheck())
    before = session.game

    def breaks(database):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("table.store.seal", breaks)
    with pytest.raises(SaveError):
        session.undo()

    assert session.store.line == MAIN_LINE
    assert session.game == session.store.load() == before


def test_one_file_is_left_at_rest(file):
    played(file, 5)

    assert [each.name for each in file.parent.iterdir() if not each.name.endswith(".lock")] == [file.name]


def test_a_copy_at_rest_is_the_same_campaign(file, tmp_path):
    played(file, 12)
    copy = tmp_path / "copy.breche"
    shutil.copy(file, copy)

    assert verify(copy) == verify(file)
    with Store.open(file) as one, Store.open(copy) as other:
        assert list(one.back()) == list(other.back())


def test_a_copy_made_while_it_is_played_has_every_turn(session, tmp_path):
    for number in range(1, 9):
        turn(session, plainly(session.game))
        copy = tmp_path / f"copy {number}.breche"
        shutil.copy(session.store.file, copy)
        with Store.open(copy) as store:
            assert store.load() == session.game
        assert verify(copy).turns == number + 1


# Snapshots


def test_every_fiftieth_turn_has_a_snapshot_and_loading_starts_there(file):
    played(file, 2 * SNAPSHOT_EVERY + 3)

    assert rows(file, "SELECT turn FROM snapshot ORDER BY turn") == [(SNAPSHOT_EVERY,), (2 * SNAPSHOT_EVERY,)]
    # What lies before the snapshot is not read: verify is there for that.
    change(file, "UPDATE turn SET events = 'gone' WHERE id = 7")
    with Store.open(file) as store:
        assert len(store.load().visited) >= 1
    assert verify(file).diverges_at == 6


@pytest.mark.parametrize("turns", [SNAPSHOT_EVERY - 2, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1])
def test_loading_gives_the_same_game_on_either_side_of_a_snapshot(file, turns):
    with begun(file) as store:
        session = Session(store, Scripted())
        for _ in range(turns):
            turn(session, plainly(session.game))
        left = session.game

    with Store.open(file) as store:
        assert store.load() == left
    change(file, "DELETE FROM snapshot")
    with Store.open(file) as store:
        assert store.load() == left


def test_a_snapshot_that_is_not_whole_is_passed_over(file):
    played(file, SNAPSHOT_EVERY + 5)
    with Store.open(file) as store:
        left = store.load()
    change(file, """UPDATE snapshot SET game = replace(game, '"stress":', '"stress":1')""")
    change(file, """UPDATE snapshot SET game = replace(game, '"name":"Mara"', '"name":"Mora"')""")

    with Store.open(file) as store:
        assert store.load() == left
    verdict = verify(file)
    assert (verdict.diverges_at, verdict.how) == (SNAPSHOT_EVERY - 1, Divergence(Kind.SNAPSHOT))


# Another process


def test_a_second_process_is_told_that_the_save_is_open_elsewhere(file):
    tries = f"""
from pathlib import Path
from table.record import SaveLocked
from table.store import Store
try:
    Store.open(Path({str(file)!r}))
except SaveLocked as error:
    print("locked", error.file.name)
"""
    with begun(file):
        told = subprocess.run([sys.executable, "-c", tries], capture_output=True, text=True, check=True)
    assert told.stdout == f"locked {file.name}\n"

    alone = subprocess.run([sys.executable, "-c", tries], capture_output=True, text=True, check=True)
    assert alone.stdout == ""


def test_the_same_process_cannot_open_a_save_twice(file):
    with begun(file) as store:
        with pytest.raises(SaveLocked):
            Store.open(file)
        assert store.load().progress.scene == QUAY
    Store.open(file).close()


def test_a_save_being_played_can_be_verified(session):
    turn(session, plainly(session.game))

    assert verify(session.store.file).turns == 2


@pytest.mark.parametrize("content", [b"", b"not a save", b"SQLite format 3\0"])
def test_a_refused_file_is_let_go(file, content):
    file.write_bytes(content)
    with pytest.raises(SaveError):
        Store.open(file)
    file.unlink()

    begun(file).close()


# Prose is a note


def test_prose_is_replaced_and_the_turn_stands(session):
    happened = turn(session, plainly(session.game))
    game = session.game

    session.store.add_prose(happened.turn, ("Told again.",))

    assert session.store.prose(happened.turn) == ("Told again.",)
    assert session.store.load() == game
    assert verify(session.store.file).diverges_at is None


def test_prose_that_cannot_be_read_is_no_prose(file):
    played(file, 3)
    change(file, "UPDATE prose SET sentences = '[\"So it' WHERE turn = 3")

    with Store.open(file) as store:
        again = Session(store, Scripted())
        assert store.prose(3) == ()
        assert again.moment.recent == ("So it is.", "So it is.")


# Back, and elsewhere


def test_a_decision_taken_back_moves_the_line_and_is_forgotten_by_it(session):
    turn(session, EnterScene(HOLD))

    undone = session.undo()

    assert (undone.turn.command, undone.kept_as) == (EnterScene(HOLD), None)
    assert session.game.progress.scene == QUAY
    assert session.store.line == MAIN_LINE
    assert rows(session.store.file, "SELECT name FROM line") == [(MAIN_LINE,)]


def test_going_behind_a_roll_makes_a_line_and_the_old_one_keeps_what_fell(session):
    turn(session, AnnounceCheck(a_check(session.game)))
    turn(session, RollCheck())
    rolled = next(session.store.back())

    undone = session.undo()

    assert undone.kept_as == MAIN_LINE
    assert session.store.line == "fork-1"
    assert session.game.pending.roll is None
    kept = rows(session.store.file, "SELECT head FROM line WHERE name = 'main'")
    assert kept == [(rolled.id,)]
    assert verify(session.store.file).turns == 3


def test_further_back_on_a_fork_makes_no_more_forks(session):
    turn(session, AnnounceCheck(a_check(session.game)))
    for _ in range(10):
        turn(session, plainly(session.game))
    fallen = sum(any(isinstance(event, CheckRolled) for event in each.events) for each in session.store.back())
    assert fallen >= 2

    kept = [undone.kept_as for undone in iter(session.undo, None)]

    assert set(kept) == {MAIN_LINE, None}
    assert rows(session.store.file, "SELECT name FROM line ORDER BY name") == [("fork-1",), (MAIN_LINE,)]
    assert session.undo() is None


def test_other_dice_on_a_fork_are_kept_by_it(session):
    turn(session, AnnounceCheck(a_check(session.game)))
    turn(session, RollCheck())
    session.undo()
    turn(session, RollCheck())

    assert session.undo().kept_as == "fork-1"
    assert session.store.line == "fork-2"


def test_a_fork_is_where_play_resumes(file):
    with begun(file) as store:
        session = Session(store, Scripted())
        turn(session, AnnounceCheck(a_check(session.game)))
        turn(session, RollCheck())
        session.undo()
        left = session.game

    with Store.open(file) as store:
        assert store.line == "fork-1"
        assert store.load() == left


def test_a_die_that_fell_falls_the_same_after_going_back(session):
    turn(session, AnnounceCheck(a_check(session.game)))
    first = turn(session, RollCheck()).events[0]
    session.undo()
    session.undo()

    turn(session, EnterScene(HOLD))
    turn(session, EnterScene(QUAY))
    turn(session, AnnounceCheck(replace(a_check(session.game), action="picks it otherwise")))
    second = turn(session, RollCheck()).events[0]

    assert isinstance(second, CheckRolled)
    assert (second.draw, second.faces) == (first.draw, first.faces)


def test_going_back_across_a_snapshot_loads_the_game_before_it(session):
    games = [session.game]
    for _ in range(SNAPSHOT_EVERY + 1):
        turn(session, plainly(session.game))
        games.append(session.game)

    for before in reversed(games[:-1][-4:]):
        session.undo()
        assert session.game == before
    # Along the fork, ids and snapshots go on.
    for _ in range(SNAPSHOT_EVERY):
        turn(session, plainly(session.game))
    assert session.store.load() == session.game
    assert verify(session.store.file).diverges_at is None


# What is no save, or no whole one


def test_a_file_that_is_not_there_is_missing(file):
    for look in (Store.open, verify):
        with pytest.raises(SaveMissing):
            look(file)
    assert not file.exists()


def test_a_path_under_a_file_is_missing_and_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("no folder")
    file = tmp_path / "file" / "evening.breche"

    for look in (Store.open, verify):
        with pytest.raises(SaveMissing):
            look(file)
    with pytest.raises(SaveUnwritable):
        begun(file)


def test_a_name_that_the_disk_cannot_hold_is_told(tmp_path):
    file = tmp_path / ("x" * 300 + ".breche")

    for look in (Store.open, verify):
        with pytest.raises(SaveUnreadable):
            look(file)
    with pytest.raises(SaveUnwritable):
        begun(file)
    assert list(tmp_path.iterdir()) == []


def test_an_empty_file_holds_no_save_and_one_may_be_made_in_it(file):
    file.touch()
    for look in (Store.open, verify):
        with pytest.raises(SaveMissing):
            look(file)

    with begun(file) as store:
        assert store.load().progress.scene == QUAY


def test_a_folder_is_no_save(tmp_path):
    for look in (Store.open, verify):
        with pytest.raises(SaveForeign):
            look(tmp_path)
    with pytest.raises(SaveError):
        begun(tmp_path)


@pytest.mark.parametrize("content", [b"a shopping list", b"\xff" * 4096, b"SQLite format 3\0", b"PK\x03\x04" * 500])
def test_a_stranger_s_file_is_foreign_and_left_alone(file, content):
    file.write_bytes(content)

    for look in (Store.open, verify):
        with pytest.raises(SaveForeign):
            look(file)
    assert file.read_bytes() == content


def test_another_program_s_database_is_foreign(file):
    change(file, "CREATE TABLE turn (id INTEGER)")
    before = file.read_bytes()

    for look in (Store.open, verify):
        with pytest.raises(SaveForeign):
            look(file)
    assert file.read_bytes() == before


def test_a_newer_version_is_told_by_its_number_and_left_alone(file):
    played(file, 2)
    change(file, f"PRAGMA user_version = {record.VERSION + 1}")
    before = file.read_bytes()

    for look in (Store.open, verify):
        with pytest.raises(SaveTooNew, match=str(record.VERSION + 1)):
            look(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("tenths", range(1, 10))
def test_a_truncated_save_is_damaged_and_left_alone(file, tenths):
    played(file, 30)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) * tenths // 10])
    before = file.read_bytes()

    for look in (lambda each: Store.open(each).load(), verify):
        with pytest.raises(SaveDamaged):
            look(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE line SET head = head - 1",
        "UPDATE line SET head = 999",
        "DELETE FROM line",
        "DELETE FROM turn WHERE id = (SELECT max(id) FROM turn)",
        "UPDATE campaign SET value = 'raw' WHERE key = 'scenario'",
        "UPDATE campaign SET value = 'other' WHERE key = 'line'",
        "DELETE FROM campaign",
        "DROP TABLE line",
    ],
)
def test_settings_and_lines_that_nobody_wrote_are_damage(file, damage):
    played(file, 4)
    change(file, damage)

    for look in (Store.open, verify):
        with pytest.raises(SaveDamaged):
            look(file)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("said", "'something else'"),
        ("command", """'{"type":"AcceptOutcome"}'"""),
        ("events", "'[]'"),
        ("faces", "'[6]'"),
        ("number", "9"),
        ("parent", "1"),
        ("hash", "zeroblob(16)"),
    ],
)
def test_a_turn_that_is_not_as_it_was_written_does_not_load(file, column, value):
    played(file, 4)
    change(file, f"UPDATE turn SET {column} = {value} WHERE id = 3")

    with Store.open(file) as store, pytest.raises(SaveDamaged, match=r"turn [34]: "):
        store.load()


SAMPLED = 200


def everything(file):
    """All that a save says of its game, in one value."""
    with Store.open(file) as store:
        assert Session(store, Scripted()).game == store.load()
        return store.load(), store.line, store.header, list(store.back())


def flips(whole, chance):
    """The file with one byte changed, at each place of its header and at others by chance."""
    for position in [*range(100), *chance.sample(range(100, len(whole)), SAMPLED - 100)]:
        flipped = bytearray(whole)
        flipped[position] ^= chance.randrange(1, 256)
        yield position, bytes(flipped)


def test_a_flipped_byte_changes_no_game_in_silence(file, tmp_path):
    played(file, 55)
    with Store.open(file) as store:  # A fork, so that there are two lines to confuse.
        session = Session(store, Scripted())
        while session.undo().kept_as is None:
            pass
        turn(session, plainly(session.game))
    sound, expected = verify(file), everything(file)
    copy, noticed = tmp_path / "flipped.breche", 0
    for position, flipped in flips(file.read_bytes(), random.Random(20)):
        copy.write_bytes(flipped)
        try:
            verdict = verify(copy)
            assert verdict == sound or verdict.diverges_at is not None, f"byte {position}: {verdict}"
            noticed += verdict != sound
            assert everything(copy) == expected, f"byte {position} changed the game"
        except SaveError:
            noticed += 1
        assert copy.read_bytes() == flipped, f"byte {position}: opening the save wrote to it"
    assert noticed >= 10


def test_who_gets_round_the_lock_is_told_before_any_turn_is_lost(tmp_path):
    """By a hard link: another name, another lock, the same save."""
    file, link = tmp_path / "evening.breche", tmp_path / "link.breche"
    with begun(file) as store:
        session = Session(store, Scripted())
        link.hardlink_to(file)
        with Store.open(link) as second:
            intruder = Session(second, Scripted())
            turn(session, plainly(session.game))
            with pytest.raises(SaveLocked):
                turn(intruder, plainly(intruder.game))
        turn(session, plainly(session.game))
    assert verify(file).turns == 3


def test_a_link_to_a_save_has_the_lock_of_the_save(tmp_path):
    file, link = tmp_path / "evening.breche", tmp_path / "link.breche"
    with begun(file):
        link.symlink_to(file)
        with pytest.raises(SaveLocked):
            Store.open(link)


@pytest.mark.parametrize(
    "planted",
    [
        "CREATE TRIGGER t AFTER INSERT ON turn BEGIN DELETE FROM turn WHERE id < new.id - 1; END",
        "CREATE VIEW v AS SELECT 1",
    ],
)
def test_a_save_with_more_than_tables_in_it_is_not_played(tmp_path, planted):
    file = played(tmp_path / "evening.breche", 2)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(planted)
    with pytest.raises(SaveDamaged):
        Store.open(file)
    with pytest.raises(SaveDamaged):
        verify(file)


def test_a_line_that_stands_nowhere_is_damage(tmp_path):
    file = played(tmp_path / "evening.breche", 2)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE line SET head = 999")
        record.seal(database)
    with pytest.raises(SaveDamaged):
        verify(file)


def test_a_folder_that_takes_no_lock_is_told_as_such(tmp_path, monkeypatch):
    from filelock import FileLock, Timeout

    def refused(self):
        raise Timeout(self.lock_file)

    monkeypatch.setattr(FileLock, "acquire", refused)
    with pytest.raises(record.SaveUnwritable):
        begun(tmp_path / "evening.breche")
