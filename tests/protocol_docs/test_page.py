"""docs/protocol.md says what the code does: it is made from it, and this holds it there (`--bless` writes it again)."""

import json
import re
from dataclasses import is_dataclass
from typing import Any

import pytest

from engine.core.rules.awaiting import Decision
from engine.core.rules.checks import Source
from table.protocol.requests import REQUESTS, AttackTerms, CheckTerms
from tests.client import Client, Failed, inside, pc
from tests.protocol_docs.decisions import ANYTIME, DECISIONS
from tests.protocol_docs.fight import fight
from tests.protocol_docs.games import GAMES, Examples, examples
from tests.protocol_docs.ops import exchanges, odds_answers
from tests.protocol_docs.page import MEANINGS, PAGE, meaning, page
from tests.protocol_docs.shapes import COMMANDS, EVENTS, request_rows, rows, values

HELD_UP = {"CHECK_IS_PENDING", "CONTEST_IS_PENDING", "BLOW_IS_COMING", "BREACH_IS_OPEN"}
TABLES = (*COMMANDS, *EVENTS, *(each for each in values() if is_dataclass(each)))


@pytest.fixture(scope="module")
def kept() -> Examples:
    return examples()


def test_the_page_is_as_the_code_makes_it(request: pytest.FixtureRequest) -> None:
    made = page()
    there = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if made != there and request.config.getoption("--bless"):
        PAGE.write_text(made, encoding="utf-8")
    assert there == made, "the code says otherwise now: `make docs` writes the page again"


@pytest.mark.parametrize("message", COMMANDS, ids=lambda each: each.__name__)
def test_every_command_has_an_example_that_was_accepted(message: type, kept: Examples) -> None:
    assert kept.commands[message.__name__]["command"]["type"] == message.__name__


@pytest.mark.parametrize("message", EVENTS, ids=lambda each: each.__name__)
def test_every_event_has_an_example_that_happened(message: type, kept: Examples) -> None:
    assert kept.events[message.__name__]["type"] == message.__name__


@pytest.mark.parametrize("table", TABLES, ids=lambda each: each.__name__)
def test_every_field_has_a_meaning(table: type) -> None:
    said = {
        each.name: each.name in MEANINGS.get(table.__name__, {}) or each.name in MEANINGS["any"] for each in rows(table)
    }
    assert [name for name, there in said.items() if not there] == [], "say it in tests/protocol_docs/meanings.toml"
    assert all(meaning(each).endswith(".") for each in rows(table))


@pytest.mark.parametrize("table", TABLES, ids=lambda each: each.__name__)
def test_a_meaning_tells_of_null_where_there_may_be_one_and_nowhere_else(table: type) -> None:
    assert [each.name for each in rows(table) if ("or null" in each.kind) != ("null" in meaning(each).lower())] == []


def test_every_meaning_has_a_field() -> None:
    every = {each.__name__: {row.name for row in rows(each)} for each in TABLES}
    asked = [row.name for each in (*REQUESTS.values(), CheckTerms, AttackTerms) for row in request_rows(each)]
    answered = [field for each in exchanges().values() for field in each.fields]
    every |= {"any": set().union(*every.values()), "op": set(asked), "answer": set(answered)}
    every |= {f"op {op}": {row.name for row in request_rows(each)} for op, each in REQUESTS.items()}
    every |= {each.__name__: {row.name for row in request_rows(each)} for each in (CheckTerms, AttackTerms)}
    every |= {f"odds of {of}": fields for of, fields in odds_answers().items()}
    every |= {f"answer to {op}": set(each.fields) for op, each in exchanges().items()}
    stale = [f"{table}.{name}" for table, said in MEANINGS.items() for name in said if name not in every.get(table, ())]
    assert stale == []


@pytest.mark.parametrize(("of", "fields"), odds_answers().items(), ids=list(odds_answers()))
def test_every_field_of_the_odds_has_a_meaning(of: str, fields: set[str]) -> None:
    assert set(MEANINGS[f"odds of {of}"]) == fields


def test_every_source_of_dice_is_named() -> None:
    said = MEANINGS["odds of the announced check"]["pool[].source"]
    # The pool that is told is the one without a Coup d'éclat.
    assert [each for each in Source if each is not Source.COUP and each not in said] == []


def test_every_decision_is_told_and_whose_it_is() -> None:
    assert list(DECISIONS) == list(Decision)
    assert {command for each in DECISIONS.values() for command in each.commands} <= {each.__name__ for each in COMMANDS}


def test_the_games_answer_every_decision_as_it_is_told() -> None:
    seen: set[tuple[str, str]] = set()
    stands: list[dict] = []

    class Watched(Client):
        def ask(self, op: str, **fields: Any) -> dict:
            answer = super().ask(op, **fields)
            for first in stands[:1] if op == "do" else []:
                decision, command = Decision(first["decision"]), fields["command"]["type"]
                assert first["seat"] == DECISIONS[decision].seat
                seen.add((decision, command))
            if op in ("new", "do"):
                stands[:] = answer["awaits"]
            return answer

    with inside() as client:
        for play in GAMES:
            play(Examples(Watched(client._send)))
    told = {(decision, command) for decision, each in DECISIONS.items() for command in each.commands}
    assert told - seen == set()
    held = {(decision, command) for decision, command in seen if DECISIONS[Decision(decision)].holds}
    assert {(decision, command) for decision, command in held - told if command not in ANYTIME} == set()


@pytest.mark.parametrize(("decision", "holds"), [(each, said.holds) for each, said in DECISIONS.items()])
def test_what_holds_everything_up_does_and_nothing_else_does(decision: Decision, holds: bool) -> None:
    other = {"type": "GainItem", "character": "ana", "item": {"id": "coin"}, "reason": "found"}
    said: set[str] = set()

    class Watched(Client):
        def ask(self, op: str, **fields: Any) -> dict:
            answer = super().ask(op, **fields)
            if op == "do" and [each["decision"] for each in answer["awaits"][:1]] == [decision]:
                try:
                    said.add(super().ask("try", command=other)["events"][0]["type"])
                except Failed as failed:
                    said.add(failed.code)
            return answer

    with inside() as client:
        for play in GAMES:
            play(Examples(Watched(client._send)))
    assert said
    assert said <= (HELD_UP if holds else {"ItemGained"})


def test_the_fight_that_is_shown_goes_as_it_is_told() -> None:
    pairs = fight()
    assert 10 <= len(pairs) <= 14
    assert [answer["error"]["code"] for _, _, answer in pairs if not answer["ok"]] == ["FACES_MISSING"]
    waits = [each["decision"] for _, _, answer in pairs for each in answer.get("awaits", [])[:1]]
    assert waits == ["act", "roll", "breach", "interpose", "turn", "act", "roll", "end"]
    assert [each["type"] for each in pairs[-1][2]["events"]][-1] == "ConflictEnded"


def test_every_link_leads_somewhere_and_no_heading_stands_twice() -> None:
    text = page()
    headings = [each.lower().replace(" ", "-") for each in re.findall(r"^#+ (.+)$", text, re.MULTILINE)]
    assert sorted({each for each in headings if headings.count(each) > 1}) == []
    links = set(re.findall(r"\]\(#([^)]+)\)", text))
    assert len(links) > 50
    assert links <= set(headings)


def test_given_dice_are_consumed_in_the_order_of_the_events_that_hold_them() -> None:
    fell: list[tuple[list[int], list[int]]] = []

    class Watched(Client):
        def ask(self, op: str, **fields: object) -> dict:
            answer = super().ask(op, **fields)
            if op == "do":
                given = fields["dice"]
                assert isinstance(given, list)
                fell.append((given, [face for each in answer["events"] for face in _faces(each)]))
            return answer

    with inside() as client:
        watched = Watched(client._send)
        for play in GAMES:
            play(Examples(watched))
    assert all(given == thrown for given, thrown in fell)
    assert sum(len(given) > 2 for given, _ in fell) > 3


def _faces(event: dict) -> list[int]:
    if event["type"] == "ContestRolled":
        return event["acts"] + event["resists"]
    rolled = [event["face"]] if event["type"] == "ResourceRolled" else event.get("faces", [])
    return rolled if "draw" in event else []


def test_the_resource_die_falls_after_the_pool() -> None:
    bow = {"id": "bow", "weapon": 2, "resource": {"die": 8, "maximum": 8}}
    terms = {"stake": "the rope", "action": "shoots", "risk": "it breaks", "items": ["bow"]}
    worse = {"kind": "worse", "note": "it breaks"}
    with inside() as client:
        client.new(pc("ana", items=[bow]))
        client.announce("ana", "DEX", 1, on_failure=worse, **terms)
        pool, resource = client.do("RollCheck", dice=[5, 1, 8])[:2]
    assert (pool["faces"], resource["face"]) == ([5, 1], 8)


def test_examples_are_whole_lines_of_json() -> None:
    blocks = re.findall(r"^```json\n(.+)\n```$", page(), re.MULTILINE)
    assert len(blocks) == len(COMMANDS) + len(EVENTS)
    assert all(json.loads(each) for each in blocks)
