"""The tools of a very small model: fewer, shorter, and read as the whole ones are."""

import json

import pytest

from narrator.exchange import Call
from narrator.proposals import ProposeCheck, RuleWithoutRoll
from narrator.tools import SOLO, Read, offered, read
from narrator.tools.bare import LONGEST, bare
from tests.narrator.hidden_yard import begun, situation

CHECK = {
    "actor": "mara",
    "action": "pushes the gate",
    "about": "gate",
    "approach": "other",
    "attribute": "FOR",
    "difficulty": "hard",
    "risk": "Somebody may hear.",
    "on_failure": {"kind": "noise", "note": "The gate shrieks."},
}
RULING = {
    "actor": "mara",
    "action": "looks around",
    "approach": "other",
    "verdict": "succeeds",
    "why": "Nothing stirs.",
}


@pytest.fixture
def now():
    return situation(begun())


def by_name(tools):
    return {each.name: each for each in tools}


def texts(schema):
    """The bounds of every text of a schema."""
    if schema.get("type") == "object":
        for each in schema["properties"].values():
            yield from texts(each)
    elif "maxLength" in schema:
        yield schema["maxLength"]


def test_a_very_small_model_is_offered_rulings_and_ways_and_no_question_back(now):
    names = by_name(bare(offered(now, SOLO)))
    assert {"propose_check", "rule_without_roll"} <= names.keys()
    assert not {"ask_player", "record_fact", "propose_marking_event", "leave_story"} & names.keys()


@pytest.mark.parametrize(
    ("name", "answered", "kind"),
    [("propose_check", CHECK, ProposeCheck), ("rule_without_roll", RULING, RuleWithoutRoll)],
)
def test_just_what_has_to_be_answered_is_asked_and_read_as_a_whole_call(now, name, answered, kind):
    tools = offered(now, SOLO)
    assert list(by_name(bare(tools))[name].schema["properties"]) == list(answered)
    found = read(Call(name, json.dumps(answered)), tools, now)
    assert isinstance(found, Read), found
    assert isinstance(found.proposal, kind)
    assert found.canon == ()


def test_no_text_is_longer_than_can_be_finished(now):
    lengths = [length for each in bare(offered(now, SOLO)) for length in texts(each.schema)]
    assert lengths
    assert max(lengths) <= LONGEST
