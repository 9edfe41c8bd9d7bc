"""A short client of `breche engine`, as another program would write it: it knows JSON and nothing of the engine.

with engine() as client:
    client.new(pc("akiko", INT=4))
    client.announce("akiko", "INT", 2, stake="the network")
    client.do("RollCheck", dice=[6, 4, 1, 1])
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Any

from table.protocol.desk import Desk
from table.protocol.serving import answered

Json = dict[str, Any]


class Failed(Exception):
    """The engine did not do as asked; `error` is why."""

    def __init__(self, error: Json) -> None:
        super().__init__(error["sentence"])
        self.error = error
        self.code: str = error["code"]


class Client:
    """One end of the line; `send` takes a request's text and returns its answer's."""

    def __init__(self, send: Callable[[bytes], bytes]) -> None:
        self._send = send
        self._ids = count(1)

    def ask(self, op: str, **fields: Any) -> Json:
        """Ask and wait for the answer. Raises Failed."""
        request = {"id": next(self._ids), "op": op, **fields}
        answer: Json = json.loads(self._send(json.dumps(request).encode()))
        assert answer.pop("id") == request["id"]
        if not answer.pop("ok"):
            raise Failed(answer["error"])
        return answer

    def new(self, *characters: Json, variant: str = "blockbuster", seed: str = "a seed", **more: Any) -> Json:
        """Begin a game."""
        return self.ask("new", characters=characters, variant=variant, seed=seed, **more)

    def do(self, command: str, dice: Sequence[int] | None = (), **fields: Any) -> list[Json]:
        """Do a command with these faces, None for the seed's; what happened."""
        return self.ask("do", command={"type": command, **fields}, dice=dice)["events"]

    def announce(self, actor: str, attribute: str, difficulty: int, **terms: Any) -> list[Json]:
        """Put a check on the table; in a fight, where it has an aim, no complication is set."""
        check: Json = {
            "actor": actor,
            "attribute": attribute,
            "difficulty": difficulty,
            "stake": "what is tried",
            "action": "acts",
            "risk": "what may go wrong",
            "on_failure": None if "aim" in terms else {"kind": "worse", "note": "it gets worse"},
        }
        if difficulty > 1 and "aim" not in terms:
            check["on_partial"] = {"kind": "noise", "note": "it is heard"}
        return self.do("AnnounceCheck", check=check | terms)

    def pc(self, wanted: str) -> Json:
        """A PC's sheet as players see it; what has its default is left out."""
        return _named(self.ask("view")["view"]["characters"], wanted)

    def foe(self, wanted: str) -> Json:
        """An adversary as players see it."""
        return _named(self.ask("view")["view"]["adversaries"], wanted)


def _named(every: list[Json], wanted: str) -> Json:
    return next(each for each in every if each["id"] == wanted)


def pc(name: str, specialties: Json | None = None, items: Sequence[Json] = (), **attributes: int) -> Json:
    """A PC's sheet, every attribute 2 unless said."""
    return {
        "id": name,
        "name": name.capitalize(),
        "attributes": dict.fromkeys(("FOR", "DEX", "CON", "INT", "PER", "CHA"), 2) | attributes,
        "specialties": [{"id": each, "attribute": on} for each, on in (specialties or {}).items()],
        "items": list(items),
    }


def npc(name: str, threat: int, health: int, weapon: int, standing: str = "single", members: int = 1) -> Json:
    """An adversary who comes."""
    profile = {"id": name, "name": name, "threat": threat, "health": health, "weapon": weapon, "standing": standing}
    return {"id": name, "profile": profile, "members": members}


def kinds(events: list[Json]) -> list[str]:
    """The types of events, in order."""
    return [each["type"] for each in events]


def only(events: list[Json], kind: str) -> Json:
    """The one event of that type."""
    [found] = (each for each in events if each["type"] == kind)
    return found


@contextmanager
def inside() -> Iterator[Client]:
    """An engine in this process."""
    with Desk() as desk:
        yield Client(lambda line: answered(desk, line)[0])


@contextmanager
def engine(environ: dict[str, str] | None = None) -> Iterator[Client]:
    """`breche engine` in a process of its own, which leaves with 0 and says nothing on stderr."""
    started = [sys.executable, "-c", "from table.cli import main; main(['engine'])"]
    with subprocess.Popen(
        started, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None

        def send(line: bytes) -> bytes:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            return process.stdout.readline()

        yield Client(send)
        process.stdin.close()
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")
        assert process.wait() == 0
