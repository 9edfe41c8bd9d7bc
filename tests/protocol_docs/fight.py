"""A fight as a client plays it, line by line: real requests and their real answers, cut to what matters."""

import json
from typing import Any

from table.protocol.desk import Desk
from table.protocol.serving import answered
from tests.client import Json, npc, pc
from tests.protocol_docs.games import check

Pair = tuple[str, Json, Json]
"""What it shows, in words; the request; the whole answer."""

_AIM = {"target": "guard", "weapon": "sword"}
_BLOW = check("ana", "FOR", 2, stake="the guard", action="strikes", risk="his blade", aim=_AIM)


def _steps() -> list[tuple[str, Json]]:
    ana, ben = pc("ana", items=[{"id": "sword", "weapon": 3}], FOR=4), pc("ben")
    short = [6, 1, 1, 1]
    return [
        ("Two PCs.", {"op": "new", "characters": [ana, ben], "seed": "seven"}),
        ("A guard: Threat 2, Health 5, a weapon of 2.", _do("BringAdversary", arrival=npc("guard", 2, 5, 2))),
        ("Turn 1. Both may act, in any order.", _do("StartConflict")),
        (
            "Ana strikes. Against an adversary no complication is set: a breach answers instead.",
            _do("AnnounceCheck", check=_BLOW),
        ),
        ("What are her chances?", {"op": "odds"}),
        ("One die too few is refused, and nothing changes.", _do("RollCheck", dice=short[:3])),
        ("One success of two, a partial: she hits, and a breach opens.", _do("RollCheck", dice=short)),
        (
            "The GM answers it: the guard strikes back, and Ben is near enough to step in.",
            _do("Strike", adversary="guard", in_contact=["ben"]),
        ),
        ("Ben takes the blow. It is his action of the turn.", _do("Interpose", character="ben")),
        ("Both have acted.", _do("EndTurn")),
        ("Turn 2. Ana again.", _do("AnnounceCheck", check=_BLOW)),
        ("Two successes: no breach, and the guard is out.", _do("RollCheck", dice=[6, 5, 1, 1])),
        ("Nobody stands against them.", _do("EndConflict")),
    ]


def _do(type: str, dice: list[int] | None = None, **fields: Any) -> Json:
    made: Json = {"op": "do", "command": {"type": type, **fields}}
    return made if dice is None else {**made, "dice": dice}


def fight() -> list[Pair]:
    """The whole fight, played."""
    with Desk() as desk:
        return [_pair(desk, number, said, request) for number, (said, request) in enumerate(_steps(), 1)]


def _pair(desk: Desk, number: int, said: str, request: Json) -> Pair:
    asked = {"id": number, **request}
    return said, asked, json.loads(answered(desk, json.dumps(asked).encode())[0])


_LEAD = """
## A fight, line by line

Played by the engine itself. Answers are cut: `visible`, `turn` and `ending` are left out, and … stands for what a table
below tells.
"""


def told() -> str:
    """The section of the page."""
    lines = [*_LEAD.strip().splitlines(), ""]
    for said, request, answer in fight():
        lines += [said, "", "```text", _line(request), _line(_cut(answer)), "```", ""]
    return "\n".join(lines)


def _cut(answer: Json) -> Json:
    left = {key: each for key, each in answer.items() if key not in ("visible", "turn", "ending", "seed")}
    if "events" in left:
        left["events"] = [{key: _short(each) for key, each in event.items()} for event in left["events"]]
    if "odds" in left:
        left["odds"] = {key: left["odds"][key] for key in ("dice", "plain")}
    return left


def _short(value: Any) -> Any:
    nested = isinstance(value, dict) or (isinstance(value, list) and any(isinstance(each, dict) for each in value))
    return "…" if nested else value


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
