"""A save keeps notes as it keeps prose: beside the turns, along the line that is played, and never in their way."""

import json
import sqlite3
from contextlib import closing

import pytest

from engine.core.commands import EnterScene, RollCheck
from engine.core.decide import new_game
from engine.core.events import SceneEntered
from engine.core.evolve import fold
from engine.ruling import Accepted
from narrator.memory import Note, NoteKind
from table.record import SaveError
from table.salvage import salvage
from table.session import Session
from table.store import Store
from table.turns import Turned, commit, turned
from table.verify import verify
from tests.faults.evening import HEADER, HOLD, QUAY, Scripted, a_game, begun, plainly, turn

PIN = Note(NoteKind.PIN, "La clef est d'argent.", 0)


def canon(text: str, turn: int, *tags: str, secret: bool = False) -> Note:
    return Note(NoteKind.CANON, text, turn, tags, secret)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "evening.breche"


@pytest.fixture
def session(file):
    with begun(file) as store:
        yield Session(store, Scripted())


def head(session):
    return next(session.store.back()).id


def change(file, statement, *values):
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(statement, values)


def test_notes_come_back_as_they_were_in_the_order_of_their_turns(session):
    noted = [
        canon("Joris limps.", 1, "Joris", "le passeur"),
        Note(NoteKind.FATE, "Joris is dead.", 1, secret=True),
        Note(NoteKind.RECAP, "The quay. Then the hold.", 2),
    ]
    first = turn(session, EnterScene(HOLD)).turn
    second = turn(session, EnterScene(QUAY)).turn
    session.store.add_note(second, noted[2])
    session.store.add_note(first, *noted[:2])
    session.store.add_note(1, PIN)
    assert session.store.notes() == (PIN, *noted)
    with session.store.copied_to(session.store.file.with_name("copy.breche")) as copy:
        assert copy.notes() == (PIN, *noted)


def test_a_turn_and_what_is_noted_of_it_stand_together_or_not_at_all(session, monkeypatch):
    went = turned(session.game, EnterScene(HOLD), None)
    assert isinstance(went, Turned)

    def full(database):
        raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr("table.store.seal", full)
        with pytest.raises(SaveError):
            commit(session.store, went, "down", (canon("The hold is dry.", 1),))
    assert session.store.notes() == ()
    commit(session.store, went, "down", (canon("The hold is dry.", 1),))
    assert session.store.notes() == (canon("The hold is dry.", 1),)


def test_undo_takes_the_notes_of_a_turn_back_with_it_and_leaves_the_pins(session):
    turn(session, EnterScene(HOLD))
    session.store.add_note(head(session), canon("The hold is dry.", 1))
    session.store.add_note(1, PIN)
    session.undo()
    assert session.store.notes() == (PIN,)
    turn(session, EnterScene(HOLD))
    assert session.store.notes() == (PIN,)


def test_a_line_does_not_know_the_notes_of_another(session):
    turn(session, plainly(session.game))
    session.store.add_note(head(session), canon("Common to both.", 1))
    turn(session, RollCheck())
    session.store.add_note(head(session), canon("Of the old line.", 2))
    assert session.undo().kept_as == "main"
    turn(session, RollCheck())
    session.store.add_note(head(session), canon("Of the new one.", 2))
    assert session.store.notes() == (canon("Common to both.", 1), canon("Of the new one.", 2))


def test_a_note_is_dropped_by_its_words(session):
    session.store.add_note(1, PIN, canon(PIN.text, 0), Note(NoteKind.PIN, "Another.", 0))
    session.store.drop_note(PIN)
    assert session.store.notes() == (canon(PIN.text, 0), Note(NoteKind.PIN, "Another.", 0))


@pytest.mark.parametrize(
    "text", ["'; DROP TABLE note; --", '"', "a\0b", "\ud800x", "\x1b[2J\u202e!", "x" * 100_000, ""]
)
def test_hostile_text_is_kept_as_a_line_of_text(session, text):
    session.store.add_note(1, canon(text, 0, text))
    (kept,) = session.store.notes()
    assert kept.text == "".join(each for each in text if each.isprintable()).replace("[2J", "")
    assert kept.tags == (kept.text,)
    session.store.drop_note(canon(text, 0))
    assert session.store.notes() == ()


# Notes are notes


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("kind", "'rumour'"),
        ("tags", "'[\"half'"),
        ("tags", "'[1]'"),
        ("tags", "'{}'"),
        ("text", "CAST(X'ff' AS TEXT)"),
        ("kind", "CAST(X'ff' AS TEXT)"),
        ("tags", "CAST(X'5b22ff225d' AS TEXT)"),
    ],
)
def test_a_note_that_cannot_be_read_is_passed_over(session, column, value):
    session.store.add_note(1, canon("one", 0), canon("two", 0), canon("three", 0))
    session.store._database.execute(f"UPDATE note SET {column} = {value} WHERE text = 'two'")
    assert [each.text for each in session.store.notes()] == ["one", "three"]
    assert session.store.load() == session.game
    assert verify(session.store.file).diverges_at is None


def test_a_table_of_notes_that_holds_anything_is_passed_over(file):
    begun(file).close()
    change(file, "DROP TABLE note")
    change(file, "CREATE TABLE note (id, turn, kind, text, tags, secret)")
    change(
        file,
        "INSERT INTO note VALUES (1, 1, NULL, NULL, 7, 'x'), (2, 1, 'pin', 'whole', '[]', 0), (3, 'a', 1, 2, 3, 4)",
    )
    with Store.open(file) as store:
        assert store.notes() == (Note(NoteKind.PIN, "whole", 0),)
        assert store.load().progress.scene == QUAY


def test_a_save_without_its_table_of_notes_is_played_on(file):
    begun(file).close()
    change(file, "DROP TABLE note")
    with Store.open(file) as store:
        assert store.notes() == ()
        store.add_note(1, PIN)
        assert store.notes() == (PIN,)


def test_notes_change_nothing_of_the_proof(session):
    turn(session, plainly(session.game))
    proven = verify(session.store.file)
    session.store.add_note(head(session), canon("The lock is old.", 1))
    change(session.store.file, "UPDATE note SET text = 'The lock is new.'")
    assert verify(session.store.file) == proven


def test_what_is_salvaged_has_the_notes_of_the_turns_that_are_whole(file, tmp_path):
    with begun(file) as store:
        session = Session(store, Scripted())
        for number in range(1, 6):
            turn(session, plainly(session.game))
            store.add_note(head(session), canon(f"Turn {number}.", number, secret=number == 2))
        store.add_note(1, PIN, canon("Unreadable.", 0))
    change(file, "UPDATE note SET tags = ?  WHERE text = 'Unreadable.'", json.dumps([1]))
    change(file, "UPDATE turn SET said = 'changed' WHERE number = 4")
    salvage(file, tmp_path / "copy.breche")
    with Store.open(tmp_path / "copy.breche") as store:
        assert store.notes() == (PIN, *(canon(f"Turn {each}.", each, secret=each == 2) for each in (1, 2, 3)))


def test_a_save_of_2000_turns_finds_the_notes_of_its_line(tmp_path):
    """By one walk up the line, not by one query a turn."""
    command = a_game()
    begun_game = new_game(command)
    assert isinstance(begun_game, Accepted)
    store = Store.in_memory(HEADER, command, begun_game.events)
    game = fold(begun_game.events)
    for number in range(1, 2001):
        scene = HOLD if number % 2 else QUAY
        store.append(game, "", EnterScene(scene), None, (SceneEntered(scene),), (canon(f"{number}", number),))
    asked: list[str] = []
    store._database.set_trace_callback(asked.append)
    assert [each.turn for each in store.notes()] == list(range(1, 2001))
    assert len(asked) == 1
