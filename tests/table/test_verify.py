"""A save that was tampered with is found out, at the first turn that is not what the rules and the dice give."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from engine.core.commands import AnnounceCheck, RollCheck
from engine.core.sheet import Variant
from table.record import Divergence, Kind, SaveDamaged, chained
from table.session import Session
from table.store import Store
from table.verify import Verdict, verify
from tests.faults.evening import Scripted, a_check, a_game, begun, played, turn, wandered

TURNS = 20


@pytest.fixture
def file(tmp_path):
    return played(tmp_path / "evening.breche", TURNS)


def edit(file, *statements):
    """Change rows as a patient cheat would, who also makes every hash fit again."""
    with closing(sqlite3.connect(file)) as database, database:
        for each in statements:
            database.execute(each)
        before = {None: b""}
        for turn_, parent, number, *words in database.execute(
            "SELECT id, parent, number, said, command, faces, events FROM turn ORDER BY id"
        ).fetchall():
            before[turn_] = chained(before.get(parent, b""), number, *words)
            database.execute("UPDATE turn SET hash = ? WHERE id = ?", (before[turn_], turn_))


def rewrite(file, turn_, column, old, new):
    """Write `new` for the one `old` in a turn's text, every hash made to fit."""
    with closing(sqlite3.connect(file)) as database:
        (text,) = database.execute(f"SELECT {column} FROM turn WHERE id = ?", (turn_,)).fetchone()
    assert text.count(old) == 1, f"{old} is {text.count(old)} times in {text}"
    edit(file, f"UPDATE turn SET {column} = {_quoted(text.replace(old, new))} WHERE id = {turn_}")


def _quoted(text):
    return "'" + text.replace("'", "''") + "'"


def first(file, kind, column="events"):
    """The id of the first turn in which such a message stands, and its number: one less, as long as nothing forked."""
    with closing(sqlite3.connect(file)) as database:
        query = f"SELECT min(id) FROM turn WHERE {column} LIKE ?"
        return database.execute(query, (f'%"type":"{kind}"%',)).fetchone()[0]


# What is whole passes


def test_a_whole_save_passes_with_its_turns_and_dice_counted(file):
    with Store.open(file) as store:
        draws = store.load().draws

    assert draws > 10
    assert verify(file) == Verdict(turns=TURNS + 1, dice=draws)


@pytest.mark.parametrize("variant", Variant)
@pytest.mark.parametrize("seed", range(5))
def test_any_evening_passes(tmp_path, seed, variant):
    file = tmp_path / "any.breche"
    game = wandered(file, 60, random.Random(seed).choice, a_game(f"seed {seed}", variant))

    assert verify(file) == Verdict(turns=61, dice=game.draws)


def test_every_line_is_worked_out_not_only_the_one_played(file):
    with Store.open(file) as store:
        session = Session(store, Scripted())
        while session.undo().kept_as is None:
            pass
        left_behind = TURNS + 1

    assert verify(file).turns == left_behind
    edit(file, f"UPDATE turn SET said = 'forged', events = '[]' WHERE id = {left_behind}")
    assert verify(file).diverges_at == TURNS


def test_given_dice_are_taken_as_given(tmp_path):
    file = tmp_path / "table.breche"
    with begun(file) as store:
        session = Session(store, Scripted())
        turn(session, AnnounceCheck(a_check(session.game)))
        session.do(RollCheck(), faces=(6, 6, 6, 6, 6, 8))

    assert verify(file) == Verdict(turns=3, dice=0), "no seed gave them"


def test_verifying_writes_nothing(file):
    before, when = file.read_bytes(), file.stat().st_mtime_ns

    verify(file)

    assert (file.read_bytes(), file.stat().st_mtime_ns) == (before, when)
    assert not file.with_name(f"{file.name}-journal").exists()


def test_prose_is_a_note_and_never_a_cause(file):
    whole = verify(file)

    edit(file, """UPDATE prose SET sentences = '["The dragon dies."]'""", "DELETE FROM prose WHERE turn = 3")

    assert verify(file) == whole


# What is not is named at its turn


def test_a_die_turned_over_is_named_by_its_number(file):
    rolled = first(file, "CheckRolled")
    with closing(sqlite3.connect(file)) as database:
        events = json.loads(database.execute("SELECT events FROM turn WHERE id = ?", (rolled,)).fetchone()[0])
    faces = events[0]["faces"]
    forged = [*faces[:2], 7 - faces[2], *faces[3:]]

    rewrite(file, rolled, "events", f'"faces":{_plain(faces)}', f'"faces":{_plain(forged)}')

    verdict = verify(file)
    assert (verdict.turns, verdict.diverges_at) == (rolled - 1, rolled - 1)
    assert verdict.how == Divergence(Kind.DIE, (("draw", 2), ("face", 7 - faces[2]), ("derived", faces[2])))


def _plain(faces):
    return json.dumps(faces, separators=(",", ":"))


def test_another_seed_gives_other_dice(file):
    edit(
        file,
        """UPDATE turn SET command = replace(command, 'low water', 'high water'),
                           events = replace(events, 'low water', 'high water') WHERE id = 1""",
    )

    assert _named(file) == (first(file, "CheckRolled") - 1, Kind.DIE)
    assert dict(verify(file).how.values)["draw"] == 0


def test_an_outcome_that_the_faces_do_not_give_is_named(file):
    rolled = first(file, "CheckRolled")

    rewrite(file, rolled, "events", '"successes":3,"outcome":"success"}', '"successes":2,"outcome":"success"}')

    assert _named(file) == (rolled - 1, Kind.EVENTS)


def test_an_event_added_is_named(file):
    rested = first(file, "Rested")
    added = '{"type":"InspirationGranted","character":"mara","reason":"so"}'

    rewrite(file, rested, "events", '[{"type":"Rested"', f'[{added},{{"type":"Rested"')

    assert _named(file) == (rested - 1, Kind.EVENTS)


def test_an_event_taken_away_is_named(file):
    rolled = first(file, "ResourceRolled")

    edit(file, f"UPDATE turn SET events = json_remove(events, '$[1]') WHERE id = {rolled}")

    assert _named(file) == (rolled - 1, Kind.EVENTS)


def test_another_command_is_named(file):
    rested = first(file, "Rest", "command")

    rewrite(file, rested, "command", '{"type":"Rest","kind":"scene"}', '{"type":"Rest","kind":"pause"}')

    assert _named(file) == (rested - 1, Kind.EVENTS)


def test_a_command_that_the_rules_refuse_is_named_with_the_refusal(file):
    rested = first(file, "Rest", "command")

    rewrite(file, rested, "command", '{"type":"Rest","kind":"scene"}', '{"type":"AcceptOutcome"}')

    assert _named(file) == (rested - 1, Kind.REFUSED)


def test_dice_said_to_be_given_are_found_out(file):
    rolled = first(file, "CheckRolled")
    edit(file, f"UPDATE turn SET faces = '[6,6,6,6,6,8]' WHERE id = {rolled}")

    assert _named(file) == (rolled - 1, Kind.EVENTS)


def test_words_changed_without_the_hash_are_named(file):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE turn SET said = 'I never said that' WHERE id = 5")

    assert _named(file) == (4, Kind.CHAIN)


def test_a_hash_changed_is_named_at_its_own_turn(file):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE turn SET hash = zeroblob(16) WHERE id = 5")

    assert _named(file) == (4, Kind.CHAIN)


def test_a_turn_taken_out_is_missed_by_the_next(file):
    edit(file, "DELETE FROM turn WHERE id = 9")

    assert _named(file) == (9, Kind.ORPHAN)


def test_the_last_turn_taken_out_is_missed_by_its_line(file):
    edit(file, f"DELETE FROM turn WHERE id = {TURNS + 1}")

    with pytest.raises(SaveDamaged, match="lines"):
        verify(file)


def test_turns_bridged_over_a_gap_are_named(file):
    edit(file, "DELETE FROM turn WHERE id = 9", "UPDATE turn SET parent = 8 WHERE id = 10")

    assert _named(file) == (9, Kind.NUMBER)
    assert verify(file).how.values == (("number", 9), ("expected", 8))


def test_turns_in_another_order_are_named(file):
    rolled = first(file, "CheckRolled")
    edit(
        file,
        f"UPDATE turn SET id = -1, number = {rolled - 2} WHERE id = {rolled}",
        f"UPDATE turn SET id = {rolled}, number = {rolled - 1} WHERE id = {rolled - 1}",
        f"UPDATE turn SET id = {rolled - 1}, parent = {rolled - 2} WHERE id = -1",
        f"UPDATE turn SET parent = {rolled - 1} WHERE id = {rolled}",
    )

    assert _named(file) == (rolled - 2, Kind.REFUSED)


def test_a_second_beginning_is_named(file):
    edit(file, "UPDATE turn SET command = (SELECT command FROM turn WHERE id = 1) WHERE id = 6")

    assert verify(file).diverges_at == 5


def test_a_beginning_that_is_none_is_named(file):
    edit(file, "UPDATE turn SET command = (SELECT command FROM turn WHERE id = 2) WHERE id = 1")

    assert _named(file) == (0, Kind.NO_NEW_GAME)


@pytest.mark.parametrize("text", ["", "{}", "[3]", '[{"type":"Victory"}]', "[" * 9999])
def test_events_that_cannot_be_read_are_named(file, text):
    edit(file, f"UPDATE turn SET events = '{text}' WHERE id = 7")

    assert _named(file) == (6, Kind.UNREADABLE)


def test_events_that_cannot_have_happened_are_named(file):
    edit(file, """UPDATE turn SET events = '[{"type":"GearLost","character":"nobody","item":"hat"}]' WHERE id = 7""")

    assert verify(file).diverges_at == 6


def test_no_turn_at_all_is_no_save(file):
    edit(file, "DELETE FROM turn")

    assert verify(file) == Verdict(0, 0, 0, Divergence(Kind.EMPTY))


def _named(file):
    verdict = verify(file)
    assert verdict.turns <= verdict.diverges_at
    return verdict.diverges_at, verdict.how.kind


# A half turn


KILLED_HALF_WAY = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.execute("PRAGMA cache_size = 1")
database.execute("BEGIN IMMEDIATE")
database.execute("UPDATE turn SET said = printf('%.5000c', 'x')")
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_half_turn_that_a_kill_left_is_no_turn(file):
    whole = verify(file)
    killed = subprocess.run([sys.executable, "-c", KILLED_HALF_WAY, file])
    assert killed.returncode == -signal.SIGKILL
    assert os.path.getsize(f"{file}-journal") > 0
    before = file.read_bytes()

    assert verify(file) == whole
    assert file.read_bytes() == before, "verifying is not for cleaning up"
    with Store.open(file) as store:
        assert [each.number for each in store.back()] == [*reversed(range(TURNS + 1))]
    assert verify(file) == whole
