"""Saves of every version open, prove themselves, and are the game that they were."""

import shutil
from pathlib import Path

import pytest

from table.record import VERSION
from table.session import Session
from table.store import Header, Store
from table.verify import Verdict, verify
from tests.faults.evening import JOREN, MARA, Scripted, plainly, turn
from tests.old_saves.make import make

FOLDER = Path(__file__).parent
VERSIONS = range(1, VERSION + 1)


@pytest.fixture(params=VERSIONS, ids=lambda each: f"v{each}")
def old(request, tmp_path):
    """A copy of the save of a version."""
    return Path(shutil.copy(FOLDER / f"v{request.param}.breche", tmp_path))


def test_there_is_one_save_a_version():
    assert sorted(each.name for each in FOLDER.glob("*.breche")) == sorted(f"v{each}.breche" for each in VERSIONS)


def test_an_old_save_proves_itself(old):
    assert verify(old) == Verdict(turns=65, dice=43)


def test_an_old_save_is_the_game_that_it_was(old):
    with Store.open(old) as store:
        game, header, line = store.load(), store.header, store.line

    assert (header, line) == (Header("evening", '{"scenes": "un quai, une cale, une auberge"}', "fr"), "fork-1")
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


def test_what_was_said_and_told_in_an_old_save_is_still_there(old):
    with Store.open(old) as store:
        turns = list(store.back())
        assert [each.said for each in turns[:2]] == ["autre mot 3", "autre mot 2"]
        assert store.prose(turns[0].id) == ("La marée descend.", "", "« Qui va là ? »")
        assert turns[-3].faces == (5, 2, 1, 6, 3, 4)
        assert turns[-1].number == 0


def test_an_old_save_is_played_on(old):
    with Store.open(old) as store:
        session = Session(store, Scripted())
        before = session.moment.turn
        turn(session, plainly(session.game))
        assert session.moment.turn == before + 1
    assert verify(old).turns == 66


def test_the_save_of_this_version_is_what_its_script_makes(tmp_path):
    """Where this fails the format has changed: a new version, a migration, and a new old save."""
    make(tmp_path / "made.breche")
    made, kept = tmp_path / "made.breche", Path(shutil.copy(FOLDER / f"v{VERSION}.breche", tmp_path))
    with Store.open(made) as one, Store.open(kept) as other:
        assert [each.hash.hex() for each in one.back()] == [each.hash.hex() for each in other.back()]
        assert one.load() == other.load()
