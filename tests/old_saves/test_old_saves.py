"""Saves of every version open, prove themselves, and are the game that they were."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from narrator.memory import Note, NoteKind
from table.record import VERSION, SaveError
from table.session import Session
from table.store import Header, Store
from table.verify import Verdict, verify
from tests.faults.evening import JOREN, MARA, Scripted, plainly, turn
from tests.old_saves.make import NOTED, make

FOLDER = Path(__file__).parent
VERSIONS = range(1, VERSION + 1)


@pytest.fixture(params=VERSIONS, ids=lambda each: f"v{each}")
def old(request, tmp_path):
    """A copy of the save of a version."""
    return Path(shutil.copy(FOLDER / f"v{request.param}.breche", tmp_path))


def test_there_is_one_save_a_version():
    assert sorted(each.name for each in FOLDER.glob("*.breche")) == sorted(f"v{each}.breche" for each in VERSIONS)


def opened(version, folder):
    """A copy of the save of a version, and the game that stands in it."""
    file = Path(shutil.copy(FOLDER / f"v{version}.breche", folder))
    with Store.open(file) as store:
        assert store.header == Header("evening", '{"scenes": "un quai, une cale, une auberge"}', "fr")
        assert store.line == "fork-1"
        return file, store.load()


def version_of(file):
    return int.from_bytes(file.read_bytes()[60:64], "big")


@pytest.mark.parametrize(
    ("version", "verdict"),
    [(1, Verdict(turns=65, dice=43)), (2, Verdict(turns=60, dice=29)), (3, Verdict(turns=60, dice=29))],
)
def test_an_old_save_proves_itself(tmp_path, version, verdict):
    file, _ = opened(version, tmp_path)
    assert verify(file) == verdict


def test_the_save_of_version_1_is_the_game_that_it_was(tmp_path):
    _, game = opened(1, tmp_path)
    assert (game.seed, game.draws, game.in_conflict) == ("marée basse", 47, False)
    assert game.progress.scene == "inn"
    assert game.progress.facts == ("the hatch is open",)
    assert game.progress.clocks == (("tide", 6),)
    assert [(each.id, each.health, each.stress, len(each.wounds)) for each in game.characters] == [
        (MARA, 5, 0, 0),
        (JOREN, 3, 0, 1),
    ]
    assert game.pending.check.action == "tries it"
    assert game.characters[0].inspiration


@pytest.mark.parametrize("version", [2, 3])
def test_the_save_of_version_2_and_of_3_is_the_game_that_it_was(tmp_path, version):
    _, game = opened(version, tmp_path)
    assert (game.seed, game.draws, game.in_conflict, game.conflict) == ("marée basse", 47, False, None)
    assert game.progress.scene == "quay"
    assert game.progress.clocks == (("tide", 4),)
    assert [each.calamity.name for each in game.calamities] == ["la grande marée"]
    assert [each.name for each in game.allies] == ["la pilote"]
    assert [each.note for each in game.characters[1].wounds] == ["a broken rib"]
    assert game.characters[1].wounds[0].lasting
    assert game.adversaries == ()


@pytest.mark.parametrize(
    ("version", "last", "faces"),
    [
        (1, ["autre mot 3", "autre mot 2"], (5, 2, 1, 6, 3, 4)),
        (2, ["autre mot 1", "autre mot 0"], (1, 2, 3, 4)),
        (3, ["autre mot 1", "autre mot 0"], (1, 2, 3, 4)),
    ],
)
def test_what_was_said_and_told_in_an_old_save_is_still_there(tmp_path, version, last, faces):
    file, _ = opened(version, tmp_path)
    with Store.open(file) as store:
        turns = list(store.back())
        assert [each.said for each in turns[:2]] == last
        assert store.prose(turns[0].id) == ("La marée descend.", "", "« Qui va là ? »")
        assert faces in [each.faces for each in turns]
        assert turns[-1].number == 0


def test_what_was_noted_in_the_save_of_version_3_is_still_there_but_for_the_turn_taken_back(tmp_path):
    file, _ = opened(3, tmp_path)
    with Store.open(file) as store:
        assert store.notes() == NOTED[:-1]


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_save_has_no_notes_until_one_is_made(tmp_path, version):
    pin = Note(NoteKind.PIN, "la cloche rappelle le guet", 0)
    file, _ = opened(version, tmp_path)
    before = file.read_bytes()
    with Store.open(file) as store:
        assert store.notes() == ()
        assert file.read_bytes() == before
        store.add_note(1, pin)
    assert version_of(file) == VERSION
    assert verify(file).diverges_at is None
    with Store.open(file) as store:
        assert store.notes() == (pin,)


def test_an_old_save_that_is_only_read_stays_what_it_was(old):
    before = old.read_bytes()
    with Store.open(old) as store:
        session = Session(store, Scripted())
        session.undo()
        session.reload()
    assert version_of(old) == int(old.stem[1:])
    old.write_bytes(before)
    verify(old)
    with Store.open(old) as store:
        assert len(list(store.back())) > 50
        store.notes()
    assert old.read_bytes() == before


def test_an_old_save_is_played_on_and_becomes_one_of_this_version(old):
    turns = verify(old).turns
    with Store.open(old) as store:
        session = Session(store, Scripted())
        before = session.moment.turn
        turn(session, plainly(session.game))
        assert session.moment.turn == before + 1
    assert verify(old).turns == turns + 1
    assert version_of(old) == VERSION


def test_a_turn_that_does_not_come_to_stand_leaves_the_version_as_it_was(old, monkeypatch):
    def full(database):
        raise sqlite3.OperationalError("disk full")

    before = old.read_bytes()
    with Store.open(old) as store:
        session = Session(store, Scripted())
        monkeypatch.setattr("table.store.seal", full)
        with pytest.raises(SaveError):
            session.do(plainly(session.game))
    assert old.read_bytes() == before


def test_the_save_of_this_version_is_what_its_script_makes(tmp_path):
    """Where this fails once the version is out, the format has changed: a new version, and a new old save."""
    make(tmp_path / "made.breche")
    made, kept = tmp_path / "made.breche", Path(shutil.copy(FOLDER / f"v{VERSION}.breche", tmp_path))
    with Store.open(made) as one, Store.open(kept) as other:
        assert [each.hash.hex() for each in one.back()] == [each.hash.hex() for each in other.back()]
        assert one.load() == other.load()
        assert set(NOTED[:-1]) <= set(one.notes())
