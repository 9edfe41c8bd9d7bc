"""What servers really send: mended where it can mean one thing only, else refused in one sentence that helps."""

import json
from typing import Any

import pytest

from narrator import tools
from narrator.exchange import Call
from narrator.proposals import AskPlayer, GoTo, LeaveStory, ProposeCheck
from narrator.tools.offer import Proposed
from tests.narrator.hidden_yard import begun, situation
from tests.narrator.test_tools import CHECK

YARD = situation(begun("mara", "odile"))
OFFERED = tools.offered(YARD, tools.SOLO)
ASKED = {"question": "Vers quelle porte ?", "suggestions": ["la grille"]}
NOT_WHOLE = "The arguments are no whole JSON object: send it again, shorter, with every bracket closed."
QUESTION = AskPlayer(question="Vers quelle porte ?", suggestions=("la grille",))


def read(name: str, arguments: Any) -> tools.Read | tools.Misshapen:
    return tools.read(Call(name, arguments), OFFERED, YARD)


def proposal(name: str, arguments: Any) -> Proposed:
    found = read(name, arguments)
    assert isinstance(found, tools.Read), found
    return found.proposal


def check(**changed: Any) -> ProposeCheck:
    made = proposal("propose_check", json.dumps(CHECK | changed))
    assert isinstance(made, ProposeCheck)
    return made


def sentence(name: str, arguments: Any) -> str:
    found = read(name, arguments if isinstance(arguments, str) else json.dumps(arguments))
    assert isinstance(found, tools.Misshapen), found
    return found.sentence


@pytest.mark.parametrize("nothing", ["", None, "null", "{}", "  ", "[]", "None"])
def test_no_arguments_are_an_empty_object(nothing: Any) -> None:
    assert proposal("leave_story", nothing) == LeaveStory()


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("ask_player", ASKED),
        ("ask_player", json.dumps(json.dumps(ASKED))),
        ("ask_player", f"```json\n{json.dumps(ASKED)}\n```"),
        ("ask_player", f"Voici : {json.dumps(ASKED)} Voilà."),
        ("ask_player", f"<tool_call>{json.dumps(ASKED)}</tool_call>"),
        ("ask_player", json.dumps({"arguments": ASKED})),
        ("ask_player", json.dumps({"arguments": json.dumps(ASKED)})),
        ("ask_player", json.dumps({"tool": "ask_player", "arguments": ASKED})),
        ("ask_player", json.dumps({"name": "ask_player", "parameters": ASKED})),
        ("", json.dumps({"name": "ask_player", "parameters": ASKED})),
        ("json", json.dumps({"tool": "ask_player", "arguments": ASKED})),
        ("", json.dumps({"type": "function", "function": {"name": "ask_player", "arguments": json.dumps(ASKED)}})),
        ("", json.dumps({"ask_player": ASKED})),
        ("", json.dumps({"tool": "ask_player", **ASKED})),
        ("", json.dumps([{"name": "ask_player", "arguments": ASKED}, {"name": "go_to", "arguments": {}}])),
        ("", json.dumps({"tool_calls": [{"function": {"name": "ask_player", "arguments": ASKED}}]})),
        ("functions.ask_player", json.dumps(ASKED)),
        ("Ask Player", json.dumps(ASKED)),
        ("ask_player", json.dumps(ASKED) + json.dumps({"question": "encore ?", "suggestions": []})),
        ("ask_player", json.dumps(ASKED | {"mood": "gloomy", "suggestions": "la grille"})),
        ("ask_player", json.dumps({"Question": "Vers quelle\nporte ?", "Suggestions": '["la grille"]'})),
    ],
)
def test_one_proposal_is_found_whatever_stands_around_it(name: str, arguments: Any) -> None:
    assert proposal(name, arguments) == QUESTION


@pytest.mark.parametrize("nothing", ["null", "None", "NONE", "", "n/a", None])
def test_a_word_for_nothing_is_null_where_null_may_stand(nothing: str | None) -> None:
    assert check(specialty=nothing, disadvantage_reason=nothing, on_partial=nothing).specialty is None


@pytest.mark.parametrize(
    ("changed", "field", "meant"),
    [
        ({"attribute": "dex"}, "attribute", "DEX"),
        ({"actor": "Mara Kessel"}, "actor", "mara"),
        ({"actor": "odile"}, "actor", "odile"),
        ({"about": "la grille rouillée"}, "stake", "yard:gate:FOR"),
        ({"about": "Le Gardien"}, "stake", "yard:guard:FOR"),
        ({"attribute": "DEX", "specialty": "Serrures"}, "specialty", "locks"),
        ({"items": ["Les crochets", "picks"]}, "items", ("picks",)),
        ({"items": "lamp"}, "items", ("lamp",)),
        ({"together": "false"}, "together", False),
        ({"disadvantage": "2", "disadvantage_reason": "Il pleut."}, "disadvantage", 2),
        ({"disadvantage": 2.0, "disadvantage_reason": "Il pleut."}, "disadvantage", 2),
        ({"disadvantage": None}, "disadvantage", 0),
        ({"on_failure": json.dumps(CHECK["on_failure"])}, "risk", CHECK["risk"]),
        ({"action": "je pousse\x1b[31m la\u200b grille\u202e"}, "action", "je pousse la grille"),
    ],
)
def test_what_can_mean_one_thing_only_is_mended(changed: dict[str, Any], field: str, meant: object) -> None:
    assert getattr(check(**changed), field) == meant


def test_a_text_that_is_too_long_is_cut_at_a_word() -> None:
    made = check(action="pousser " * 60).action
    assert len(made) <= 200
    assert made.endswith("pousser…")


def test_what_is_left_out_is_filled_in_where_that_means_nothing() -> None:
    bare = {key: CHECK[key] for key in CHECK if key not in ("specialty", "advantages", "items", "canon", "on_partial")}
    assert proposal("propose_check", json.dumps(bare)) == check()


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        (
            "open_door",
            {},
            'There is no tool "open_door". The tools are: ' + ", ".join(each.name for each in OFFERED) + ".",
        ),
        ("go_to", {"scene": "cellar"}, '`scene` cannot be "cellar": it is one of inn.'),
        ("go_to", {}, "`scene` is missing: it is one of inn."),
        ("go_to", {"scene": ["inn"]}, "`scene` has another shape: it is one of inn."),
        ("ask_player", {"question": " … "}, '`question` cannot be "…": say it in words, 300 characters at the most.'),
        (
            "propose_check",
            CHECK | {"disadvantage": 4},
            '`disadvantage` cannot be "4": it is one of 0, 1, 2, 3.',
        ),
        (
            "propose_check",
            CHECK | {"advantages": [{"kind": "luck", "reason": "Une pièce.", "by": None}]},
            '`advantages.kind` cannot be "luck": it is one of preparation, tool, help, idea.',
        ),
        (
            "propose_check",
            CHECK | {"on_failure": "elle tombe"},
            '`on_failure` cannot be "elle tombe": it is an object with kind, note, item.',
        ),
        (
            "propose_check",
            CHECK | {"together": "perhaps"},
            '`together` cannot be "perhaps": it is true or false.',
        ),
        (
            "propose_check",
            json.dumps(CHECK)[:-40],
            NOT_WHOLE,
        ),
        (
            "propose_check",
            "I think she should roll.",
            NOT_WHOLE,
        ),
        (
            "propose_check",
            "7",
            NOT_WHOLE,
        ),
        (
            "propose_check",
            '"seven"',
            NOT_WHOLE,
        ),
    ],
)
def test_a_refusal_names_the_field_and_what_would_work(name: str, arguments: Any, said: str) -> None:
    assert sentence(name, arguments) == said


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_what_is_no_number_is_no_text_either(number: str) -> None:
    assert "question" in sentence("ask_player", f'{{"question": {number}}}')


def test_a_number_too_large_to_be_one_is_words_of_digits() -> None:
    asked = proposal("ask_player", f'{{"question": 1{"0" * 400}}}')
    assert isinstance(asked, AskPlayer)
    assert asked.question.startswith("1000")


def test_what_is_quoted_back_is_short_and_harmless() -> None:
    said = sentence("go_to", {"scene": "\x1b]0;x\x07" + "cave " * 4000})
    assert len(said) < 100
    assert said.isprintable()


def test_a_number_of_the_game_is_not_taken_whatever_it_is_called() -> None:
    made = check(difficulty_value=5, successes=3, threat=9, gain="gate_open", stake="yard:gate:other", harder="non")
    assert (made.difficulty, made.gain, made.stake, made.harder) == ("standard", None, "yard:gate:FOR", "")


def test_two_calls_are_one_proposal() -> None:
    two = json.dumps([{"tool": "go_to", "arguments": {"scene": "inn"}}, {"tool": "leave_story", "arguments": {}}])
    assert proposal("", two) == GoTo(scene="inn")
