"""docs/protocol.md says what the code does: it is made from it, and this holds it there (`--bless` writes it again)."""

import json
import re
from dataclasses import is_dataclass

import pytest

from table.protocol.requests import REQUESTS, AttackTerms, CheckTerms
from tests.client import Client, inside, pc
from tests.protocol_docs.games import GAMES, Examples, examples
from tests.protocol_docs.ops import exchanges
from tests.protocol_docs.page import MEANINGS, PAGE, meaning, page
from tests.protocol_docs.shapes import COMMANDS, EVENTS, request_rows, rows, values

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


def test_every_meaning_has_a_field() -> None:
    every = {each.__name__: {row.name for row in rows(each)} for each in TABLES}
    asked = [row.name for each in (*REQUESTS.values(), CheckTerms, AttackTerms) for row in request_rows(each)]
    answered = [field for each in exchanges().values() for field in each.fields]
    every |= {"any": set().union(*every.values()), "op": set(asked), "answer": set(answered)}
    every |= {f"answer to {op}": set(each.fields) for op, each in exchanges().items()}
    stale = [f"{table}.{name}" for table, said in MEANINGS.items() for name in said if name not in every.get(table, ())]
    assert stale == []


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
