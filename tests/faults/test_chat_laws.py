"""Laws of the line to a model: how bytes are parted means nothing, and junk ends in a Trouble or in a reply."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from narrator.chat import Patience
from narrator.exchange import Trouble
from tests.faults.behaviours import BEHAVIOURS
from tests.faults.chatting import Scene, scene
from tests.faults.replies import PROSE
from tests.faults.server import Answer, Asked

SPLIT = ["ollama#15457", "vllm#13125", "qwen-code#3663", "OpenRouter comments", "control characters", "mentat#429"]
ON_ONE_SERVER = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


class Says:
    """A server whose answer a law changes."""

    answer: Answer = Answer([])

    def __call__(self, asked: Asked) -> Answer:
        return self.answer


@pytest.fixture
def play() -> Iterator[Scene]:
    with scene(Says(), patience=Patience(idle=300, total=600, tries=1)) as play:
        yield play


def says(play: Scene, answer: Answer) -> None:
    respond = play.server.respond
    assert isinstance(respond, Says)
    respond.answer = answer


@pytest.mark.parametrize("name", SPLIT)
@ON_ONE_SERVER
@given(at=st.lists(st.integers(0, 2_000), max_size=30), returns=st.booleans())
def test_how_bytes_are_parted_means_nothing(play: Scene, name: str, at: list[int], returns: bool) -> None:
    whole = [b"".join(each for each in _answer(play, name, telling).pieces if each) for telling in (False, True)]
    for body, ask in zip(whole, (_asked, Scene.tell), strict=True):
        says(play, Answer([body]))
        expected = ask(play)
        changed = body.replace(b"\n", b"\r\n") if returns else body
        ends = sorted({min(each, len(changed)) for each in at} | {0, len(changed)})
        says(play, Answer([changed[first:end] for first, end in pairwise(ends)]))
        assert ask(play) == expected


def _answer(play: Scene, name: str, telling: bool) -> Answer:
    """What the server of that name answers."""
    tool = {
        "name": "ask_player",
        "parameters": {"type": "object", "properties": {"question": {"type": "string"}}},
    }
    body: dict[str, Any] = {"messages": [{"content": ""}]} | ({} if telling else {"tools": [{"function": tool}]})
    return BEHAVIOURS[name].respond(Asked(body, {}))


def _asked(play: Scene) -> tuple[str, str]:
    call = play.ask().call
    assert call is not None
    return call.name, call.arguments


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def _like(shape: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    """An object of that shape, some of its fields left out or of another kind."""
    return st.fixed_dictionaries({}, optional={key: each | json_values for key, each in shape.items()})


calls = _like(
    {
        "index": st.integers(0, 2),
        "id": st.sampled_from(["", "a", "b"]),
        "function": _like({"name": st.sampled_from(["", "ask_player"]), "arguments": st.text('{}"a:1 ', max_size=9)}),
    }
)
deltas = _like({"content": st.text(max_size=30), "tool_calls": st.lists(calls, max_size=3), "refusal": st.none()})
choices = _like({"index": st.just(0), "delta": deltas, "finish_reason": st.sampled_from([None, "stop", "length"])})
usages = _like({"prompt_tokens": st.integers(), "completion_tokens": st.integers()})
chunks = _like({"choices": st.lists(choices, max_size=2), "usage": usages, "error": st.none()})
events = st.lists((chunks | json_values).map(lambda each: b"data: %s\n\n" % json.dumps(each).encode()), max_size=6)
bodies = events.map(b"".join) | st.binary(max_size=200)
kinds = st.sampled_from(["text/event-stream", "application/json", "text/html", "text/plain", "", "\xe9"])


@settings(ON_ONE_SERVER, max_examples=100)
@given(body=bodies, kind=kinds, status=st.sampled_from([200, 200, 200, 204, 206, 302, 400, 401, 418, 429, 500, 599]))
def test_junk_ends_in_a_trouble_or_in_a_reply(play: Scene, body: bytes, kind: str, status: int) -> None:
    says(play, Answer([body], status, {"Content-Type": kind}))
    before = len(play.purse.entries)
    with suppress(Trouble):
        reply = play.ask()
        assert (reply.call is None) != (reply.text == "")
    told, ill = play.tell()
    assert told.strip() or ill is not None
    assert len(play.purse.entries) == len(play.server.asked) > before


@ON_ONE_SERVER
@given(prose=st.lists(st.sampled_from([*PROSE, "<think>", "</think>", "x" * 20, "\x1b[2J"]), max_size=9))
def test_an_entry_has_the_ill_that_whoever_listened_met(play: Scene, prose: list[str]) -> None:
    chunks = [{"choices": [{"delta": {"content": each}}]} for each in prose]
    body = b"".join(b"data: %s\n\n" % json.dumps(each).encode() for each in chunks)
    says(play, Answer([body + b'data: {"choices": [{"finish_reason": "stop"}]}\n\n']))
    _, ill = play.tell()
    assert play.purse.ills[-1] == (ill.value if ill else None)
