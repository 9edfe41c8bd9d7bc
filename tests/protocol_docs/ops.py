"""One real request and answer for each op, from a short game; long lists are cut where the page shows them."""

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table.protocol.desk import Desk
from table.protocol.requests import REQUESTS
from table.protocol.serving import answered
from tests.client import Json, inside, npc, pc
from tests.protocol_docs.games import check

_SHOWN, _LONG = 4, 8
_FOLDER = "campaigns"


@dataclass(frozen=True)
class Exchange:
    """A request and its answer as lines, and the names of the answer's own fields."""

    request: str
    answer: str
    fields: tuple[str, ...]


def exchanges() -> dict[str, Exchange]:
    """One for each op, each of them accepted."""
    found: dict[str, Exchange] = {}
    with tempfile.TemporaryDirectory() as folder, Desk() as desk:
        for number, request in enumerate(_requests(), 1):
            found[request["op"]] = _exchange(desk, {"id": number, **request}, folder)
    return {op: found[op] for op in REQUESTS}


def _requests() -> list[Json]:
    ana = pc("ana", {"locks": "DEX"}, DEX=4)
    return [
        {"op": "hello"},
        {"op": "new", "characters": [ana], "seed": "seven"},
        {"op": "do", "command": {"type": "AnnounceCheck", "check": check("ana", "DEX", 2, specialty="locks")}},
        {"op": "odds", "check": {"dice": 6, "difficulty": 2}},
        {"op": "try", "command": {"type": "RollCheck"}, "dice": [6, 4, 3, 3, 2, 1]},
        {"op": "undo"},
        {"op": "view"},
        {"op": "state"},
        {"op": "legal"},
        {"op": "save", "path": f"{_FOLDER}/ana.breche"},
        {"op": "load", "path": f"{_FOLDER}/ana.breche"},
        {"op": "check", "adversary": npc("guard", 4, 20, 2)["profile"]},
        {"op": "quit"},
    ]


ODDS: dict[str, Json] = {
    "a check": {"check": {"dice": 6, "difficulty": 2}},
    "an attack": {"attack": {"dice": 4, "threat": 2, "weapon": 2, "health": 3}},
    "the announced check": {},
}
"""Requests for odds by what they are of; each brings an answer of a shape of its own, as full as it gets."""


def odds_answers() -> dict[str, set[str]]:
    """The fields of `odds` in each of its shapes, those inside others by their path."""
    with inside() as client:
        client.new(pc("ana", {"locks": "DEX"}, DEX=4))
        for _ in range(2):
            client.do("MarkCharacter", character="ana", event="shock", reason="a scream")
        client.announce("ana", "DEX", 2, specialty="locks")
        return {of: set(_paths(client.ask("odds", **terms)["odds"])) for of, terms in ODDS.items()}


def _paths(value: Json, before: str = "") -> Iterator[str]:
    for name, each in value.items():
        if isinstance(each, list):
            yield from _paths(each[0], f"{before}{name}[].")
        elif isinstance(each, dict) and name != "exact":
            yield from _paths(each, f"{before}{name}.")
        else:
            yield f"{before}{name}"


def _exchange(desk: Desk, request: Json, folder: str) -> Exchange:
    asked = {**request, "path": str(Path(folder) / "ana.breche")} if "path" in request else request
    answer: Json = json.loads(answered(desk, json.dumps(asked).encode())[0])
    assert answer["ok"], answer
    shown = {key: request["path"] if key in ("saved", "loaded") else value for key, value in answer.items()}
    fields = tuple(each for each in answer if each not in ("id", "ok"))
    return Exchange(_line(request), _line(_cut(shown)), fields)


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _cut(each) for key, each in value.items()}
    if isinstance(value, list):
        return [*map(_cut, value)] if len(value) <= _LONG else [*map(_cut, value[:_SHOWN]), "…"]
    return value


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
