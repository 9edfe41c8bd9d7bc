"""Every message can be written and read back, and nothing else is read."""

import json
from dataclasses import fields
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.check import Outcome
from engine.core.commands import AnnounceCheck, Command, NewGame, Rest, RollCheck, Suffer
from engine.core.events import CheckRolled, Event, Rested
from engine.core.sheet import CharacterId
from engine.core.state import Game, RestKind
from table import wire
from tests.faults.evening import MARA, a_check, a_game, begun

MESSAGES = (NewGame, *get_args(Command), *get_args(Event))


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each.__name__)
def test_every_message_comes_back_as_it_was(message):
    @settings(max_examples=15)
    @given(st.from_type(message))
    def comes_back(sent):
        assert wire.load(json.loads(json.dumps(wire.dump(sent)))) == sent

    comes_back()


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each.__name__)
def test_no_field_hides_the_type_of_its_message(message):
    assert "type" not in {each.name for each in fields(message)}


def test_a_rest_and_its_event_keep_their_kind():
    assert wire.dump(Rest(RestKind.LONG)) == {"type": "Rest", "kind": "long"}
    assert wire.read_events(wire.events_text((Rested(RestKind.PAUSE),))) == (Rested(RestKind.PAUSE),)


@settings(max_examples=10)
@given(st.from_type(Game))
def test_every_game_comes_back_as_it_was(game):
    assert wire.read_game(wire.game_text(game)) == game


@pytest.mark.parametrize("message", MESSAGES, ids=lambda each: each.__name__)
def test_a_field_that_a_message_does_not_have_is_refused(message):
    @settings(max_examples=1)
    @given(st.from_type(message))
    def refuses(sent):
        with pytest.raises(wire.Unreadable):
            wire.load({**wire.dump(sent), "hp": 99})

    refuses()


@pytest.fixture
def announced(tmp_path):
    """A check announced, as plain values, objects within objects."""
    with begun(tmp_path / "a.breche") as store:
        return wire.dump(AnnounceCheck(a_check(store.load())))


@pytest.mark.parametrize("where", [["check"], ["check", "on_failure"]], ids=".".join)
def test_a_field_too_many_is_refused_at_any_depth(announced, where):
    inner = announced
    for each in where:
        inner = inner[each]
    inner["bonus"] = 3

    with pytest.raises(wire.Unreadable, match="bonus"):
        wire.load(announced)


def test_a_field_too_many_in_a_story_is_refused():
    sent = wire.dump(a_game())
    sent["story"]["scenes"][0]["treasure"] = "gold"

    with pytest.raises(wire.Unreadable, match="treasure"):
        wire.load(sent)


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("damage", "3"),
        ("damage", 3.5),
        ("damage", True),
        ("damage", None),
        ("damage", [3]),
        ("character", 7),
        ("reason", None),
        ("reason", ["a fall"]),
    ],
)
def test_a_value_of_another_type_is_refused_not_converted(field, wrong):
    sent = wire.dump(Suffer(MARA, 3, "a fall"))

    with pytest.raises(wire.Unreadable, match=field):
        wire.load({**sent, field: wrong})


@pytest.mark.parametrize("wrong", ["6", [6, "5"], [6, 5.5], [[6]], {"0": 6}])
def test_faces_are_whole_numbers_in_a_list(wrong):
    sent = wire.dump(CheckRolled(MARA, 0, (6, 5), 2, Outcome.SUCCESS))

    with pytest.raises(wire.Unreadable):
        wire.load({**sent, "faces": wrong})
    with pytest.raises(wire.Unreadable):
        wire.read_faces(json.dumps(wrong))


def test_a_name_outside_a_closed_set_is_refused():
    with pytest.raises(wire.Unreadable, match="outcome"):
        wire.load({**wire.dump(CheckRolled(MARA, 0, (6,), 1, Outcome.SUCCESS)), "outcome": "triumph"})


def test_a_field_left_out_is_refused_unless_it_has_a_value_of_its_own():
    assert wire.load({"type": "RollCheck"}) == RollCheck()
    with pytest.raises(wire.Unreadable, match="damage"):
        wire.load({"type": "Suffer", "character": "mara", "reason": "a fall"})


@pytest.mark.parametrize(
    "text", ["", "{", "null", "3", '"RollCheck"', "[]", "{}", '{"type":"Win"}', '{"type":["Rest"]}']
)
def test_what_is_no_message_is_refused(text):
    with pytest.raises(wire.Unreadable):
        wire.read_command(text)


@pytest.mark.parametrize("text", ["", "null", "{}", '{"type":"RollCheck"}', "[3]", "[" * 100_000, '[{"type":"Win"}]'])
def test_what_is_no_list_of_events_is_refused(text):
    with pytest.raises(wire.Unreadable):
        wire.read_events(text)


@pytest.mark.parametrize("text", ["[]],[[]", "[1],[2]", "", "[1]]"])
def test_one_line_holds_one_value(text):
    with pytest.raises(wire.Unreadable):
        wire.read_faces(text)


def test_an_id_stays_the_text_that_it_was():
    odd = CharacterId('Zoë "the \N{SNOWMAN}"\n\0')

    assert wire.load(wire.dump(Suffer(odd, 1, ""))).character == odd
