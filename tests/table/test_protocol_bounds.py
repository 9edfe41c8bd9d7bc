"""However large or odd a line of the engine's, its answer is short, and says what would do."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from table.protocol import fitting, requests, serving
from table.protocol.desk import Desk
from tests.client import Client, Failed, inside, npc, pc
from tests.table.shell import Shell

SHORT = 5000
"""Bytes that an answer which refuses may have here."""


def refused(line: bytes) -> dict[str, Any]:
    """Why one line is not answered, in few bytes."""
    with Desk() as desk:
        answer, _ = serving.answered(desk, line)
    assert len(answer) < SHORT
    return json.loads(answer)["error"]


def said(op: str, **fields: Any) -> bytes:
    """A request as a line."""
    return json.dumps({"id": 1, "op": op, **fields}).encode()


LONG = "k" * 900_000
KEYS = {f"k{each}": 1 for each in range(95_000)}
TOO_LARGE = [
    (said("new", characters=[{}] * 300_000), "The request does not fit: characters has to have 1000 or less."),
    (said("new", characters=[pc("a")] * 101), "The request does not fit: characters has to have 100 or less."),
    (said("hello", **KEYS), "The request does not fit: it has to have 50000 values or less."),
    (
        said("try", command={"type": "RollCheck", "a": [[{}] * 600] * 100}),
        "The request does not fit: it has to have 50000 values or less.",
    ),
    (
        said("do", command={"type": "RollCheck", "a": {"b": [0] * 1001}}),
        "The request does not fit: command.a.b has to have 1000 or less.",
    ),
    (said("hello", **{LONG: 1}), f"The request does not fit: {'k' * 60}… is no field here."),
    (
        said("new", characters=[{**pc("a"), LONG: 1}]),
        f"The request does not fit: characters[0].{'k' * 60}… is no field here.",
    ),
    (said("hello", **KEYS)[:-1] + b',"k94999":2}', "The line is not JSON: the key 'k94999' stands twice."),
    (
        said("hello")[:-1] + b',"%b":1,"%b":2}' % (LONG[:400_000].encode(), LONG[:400_000].encode()),
        f"The line is not JSON: the key '{'k' * 60}…' stands twice.",
    ),
    (said("try", command={}), "A command names its type; hello lists them."),
    (said("try", command={"type": None}), "A command names its type; hello lists them."),
]


@pytest.mark.parametrize(("line", "sentence"), TOO_LARGE, ids=range(len(TOO_LARGE)))
def test_what_is_too_large_is_told_in_one_sentence(line: bytes, sentence: str) -> None:
    assert refused(line)["sentence"] == sentence


def test_as_much_as_hello_allows_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with inside() as client:
        limits = client.ask("hello")["limits"]
        assert (limits["list"], limits["values"], limits["characters"]) == (1000, 50_000, 100)
        assert len(client.new(*(pc(f"pc{each}") for each in range(limits["characters"])))["events"]) > 0
    monkeypatch.setattr(fitting, "MAX_VALUES", 7)
    assert fitting.too_much({"op": "try", "command": {"a": [1, 2, [3]]}}) is None
    assert fitting.too_much({"op": "try", "command": {"a": [1, 2, [3, 4]]}}) is not None


def test_of_many_faults_the_first_are_told_and_the_rest_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[int] = []
    nearest = fitting._nearest_class
    monkeypatch.setattr(fitting, "_nearest_class", lambda group: weighed.append(len(group)) or nearest(group))
    found = refused(said("new", characters=[{}] * 90 + [{str(each): 1 for each in range(400)}] * 100))
    assert len(found["faults"]) <= fitting.MOST_FAULTS
    assert found["faults"][0]["field"] == "characters[0].id"
    assert sum(weighed) <= 1000


def test_an_id_without_end_is_not_told_again_whole() -> None:
    with inside() as client:
        client.new(pc("hero"))
        with pytest.raises(Failed) as failed:
            client.do("EnterScene", scene=LONG)
        assert (failed.value.code, failed.value.error["about"]) == ("NO_SUCH_EXIT", {"scene": "k" * 1000 + "…"})
        assert LONG[:1001] not in str(failed.value)
        with pytest.raises(Failed) as failed:
            client.do("EnterScene", scene="elsewhere")
        assert failed.value.error["about"] == {"scene": "elsewhere"}


def test_a_clock_that_nobody_could_fill_is_no_part_of_a_story() -> None:
    story = {"id": "a", "start": "x", "refuge": "x", "scenes": [{"id": "x"}], "clocks": [{"id": "c", "size": 10**9}]}
    left = [{"id": "left", "kind": "left", "when": {}}]
    with inside() as client:
        faults = client.ask("check", story={**story, "endings": left})["faults"]
    assert [each["sentence"] for each in faults] == ["clock 'c' needs 1 to 999 segments."]


def test_an_output_that_is_closed_from_the_start_leaves_with_1(tmp_path: Path) -> None:
    started = [sys.executable, "-c", "from table.cli import main; main(['engine'])"]
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *started], env=Shell(tmp_path).environ(), input=said("hello"), stderr=-1
    )
    assert (done.returncode, done.stderr) == (1, b"")


@contextmanager
def ended(shell: Shell) -> Any:
    """A save made by a program, whose story is over."""
    with inside() as client:
        client.new(pc("hero"))
        shell.saves.mkdir(exist_ok=True)
        client.ask("save", path=str(shell.saves / "hero.breche"))
        client.do("LeaveStory")
        yield client


@pytest.mark.parametrize(
    ("language", "words"), [("en", "another program's, ended"), ("fr", "d'un autre programme, terminée")]
)
def test_a_program_s_save_that_has_ended_is_still_the_program_s(tmp_path: Path, language: str, words: str) -> None:
    shell = Shell(tmp_path)
    with ended(shell) as client:
        client.new(pc("other"))
        [listed] = json.loads(shell.run("saves", "--json").stdout)["saves"]
        assert (listed["state"], listed["ended"]) == ("wordless", True)
        assert words in shell.run("saves", "--accessible", "--lang", language).stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_page_is_no_term_and_does_not_come_back(tmp_path: Path, language: str) -> None:
    done = Shell(tmp_path).run("rules", "x" * 100_000, "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert "x" * 60 + "…" in done.stderr
    assert len(done.stderr) < 300


def test_what_a_hundred_pcs_may_do_is_told_in_bounded_bytes() -> None:
    with Desk() as desk:
        client = Client(lambda line: serving.answered(desk, line)[0])
        client.new(*(pc(f"pc{each}") for each in range(requests.MAX_CHARACTERS)))
        client.do("BringAdversary", arrival=npc("guard", 2, 4, 2))
        assert len(json.dumps(client.ask("legal"))) < 2_000_000
