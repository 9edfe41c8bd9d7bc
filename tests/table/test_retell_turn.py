"""The last turn told again: by the same narrator, another one, in another language or tone; nothing else moves."""

from contextlib import closing

import pytest

from engine.core.commands import RollCheck
from narrator.exchange import Ill, Trouble
from narrator.scripted import ScriptedMind
from table.retelling import moment_after
from table.session import Happened, TellingLost
from tests.narrator.modelled import begun, ruling, seated

FIRST, SECOND = ["The bolt clicks home. ", "Cold air rises."], ["Metal gives way. ", "A draught comes up."]


@pytest.fixture
def session(tmp_path):
    """A turn that was told once, and a narrator that will tell it otherwise."""
    mind = ScriptedMind([ruling()] * 3, [FIRST, SECOND, SECOND[::-1]])
    session = begun(tmp_path / "yard.breche", seated((), [mind])).session
    with session.store:
        session.say("I pick the lock of the gate")
        happened = session.do(RollCheck(), faces=(6,) * session.pool.size)
        assert isinstance(happened, Happened)
        list(session.tell(happened))
        yield session


def told(session):
    turn = next(session.store.back())
    return session.store.prose(turn.id)


def everything_but_prose(session):
    return [(each.id, each.parent, each.said, each.command, each.events, each.hash) for each in session.store.back()]


def test_the_turn_is_told_anew_and_kept_so_and_no_number_moves(session):
    before, game = everything_but_prose(session), session.game
    assert list(session.retell(session.narrator)) == [
        "Metal gives way.",
        "A draught comes up.",
        "",
        "The gate is open.",
    ]
    assert told(session)[0] == "Metal gives way."
    assert everything_but_prose(session) == before
    assert session.game == game
    assert session.store.load() == game
    assert session.memory.lately[-1].told[0] == "Metal gives way."


def test_who_tells_it_again_does_not_know_how_it_was_told_nor_what_came_after(session):
    list(session.retell(session.narrator))
    (mind,) = session.narrator.telling.minds
    again = "".join(each.text for each in mind.asked[-1][0])
    assert "The bolt clicks home." not in again
    assert "I pick the lock" in again


def test_who_tells_a_roll_again_is_told_what_was_tried_not_the_key_that_rolled(session):
    turn = next(session.store.back())
    assert turn.said == ""
    assert moment_after(session.store, turn, "").said == "I pick the lock of the gate"


def test_a_wish_for_its_tone_goes_with_it(session):
    list(session.retell(session.narrator, "as a letter home"))
    (mind,) = session.narrator.telling.minds
    assert "as a letter home" in mind.asked[-1][0][-1].text


def test_a_telling_that_is_stopped_leaves_the_one_before(session):
    before = told(session)
    with closing(session.retell(session.narrator)) as telling:
        next(telling)
    assert told(session) == before


def test_a_telling_that_fails_leaves_the_one_before(session):
    class Lost(ScriptedMind):
        name = "lost"

        def narrate(self, events, moment):
            yield "The bolt "
            raise ValueError("a bug")

    before = told(session)
    with pytest.raises(TellingLost):
        list(session.retell(Lost()))
    assert told(session) == before


def test_a_model_that_cannot_be_reached_leaves_the_plain_words(session):
    (mind,) = session.narrator.telling.minds
    mind.tellings.clear()
    mind.tellings.append([Trouble(Ill.UNREACHABLE)])
    plain, *_ = session.retell(session.narrator)
    assert plain == "The bolt slides home without a word."


def test_a_model_that_fails_leaves_the_prose_that_was_there(session):
    before = told(session)
    (mind,) = session.narrator.telling.minds
    mind.tellings.clear()
    list(session.retell(session.narrator))
    assert told(session) == before


def test_a_turn_whose_telling_was_cut_short_is_told_for_the_first_time(session):
    session.undo()
    happened = session.do(RollCheck(), faces=(6,) * session.pool.size)
    session.tell(happened).close()
    assert told(session) == ()
    assert list(session.retell(session.narrator))[-1] == "The gate is open."
    assert told(session)[-1] == "The gate is open."


def test_a_turn_further_back_is_told_again_where_the_last_ones_have_no_words(session):
    session.say("I climb the gate")
    assert told(session) == ()
    first, *_ = session.retell(session.narrator)
    assert first == "Metal gives way."
