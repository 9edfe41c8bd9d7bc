"""Servers that misbehave, a test a line of the design's list: what reaches whoever asked, how often the server was
asked, and what the purse was told."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from narrator.chat import Patience
from narrator.endpoint import Mode
from narrator.exchange import Call, Ill, Reply, Usage
from tests.faults.behaviours import BEHAVIOURS, ENGLISH, SIGNATURE
from tests.faults.chatting import ARGUMENTS, Scene, refusal_of, scene
from tests.faults.replies import PROSE
from tests.faults.server import Answer, Asked

ALL = "".join(PROSE)
LISTED = (Path(__file__).parent / "misbehaving.txt").read_text(encoding="utf-8").splitlines()[1:]

TESTED: set[str] = set()
"""The behaviours that tests here are made for, noted as they are made."""


def of(*names: str) -> pytest.MarkDecorator:
    """The test is made for each of these behaviours, its `name`."""
    TESTED.update(names)
    return pytest.mark.parametrize("name", names)


def of_each(expected: str, behaviours: dict[str, object]) -> pytest.MarkDecorator:
    """The same, each with what is expected of it."""
    TESTED.update(behaviours)
    return pytest.mark.parametrize(("name", expected), behaviours.items())


def at(name: str, **changes: Any) -> AbstractContextManager[Scene]:
    return scene(BEHAVIOURS[name].respond, **changes)


def is_right(reply: Reply, name: str = "rule_without_roll") -> None:
    assert reply.call is not None
    assert reply.call.name == name
    assert json.loads(reply.call.arguments) == ARGUMENTS
    assert reply.text == ""


def asked_once(play: Scene, ill: str | None = None) -> None:
    assert len(play.server.asked) == 1
    assert play.purse.ills == [ill]


def test_every_line_of_the_list_has_a_behaviour_and_every_behaviour_a_test() -> None:
    assert {each.line for each in BEHAVIOURS.values() if each.line} == {*LISTED}
    assert {*BEHAVIOURS} == TESTED


# Each of these ends in the one call that was meant, after one request: a second call in the reply is dropped.
@of(
    "ollama#7881",
    "ollama#15457",
    "llama.cpp#20198",
    "vllm#9209",
    "lmstudio#2115",
    "lmstudio#649",
    "pydantic-ai#4895",
    "groq-typescript#28",
    "groq-typescript#28 stream",
    "crush#3107",
    "vercel/ai#3953",
    "mentat#429",
    "vllm#13125",
    "vllm#13125 inside",
    "qwen-code#3663",
    "OpenRouter comments",
)
def test_the_call_is_heard_all_the_same(name: str) -> None:
    with at(name) as play:
        is_right(play.ask())
        asked_once(play)


# Each of these is a sentence for the player, after one request.
@of_each(
    "ill",
    {
        "ollama#12557": Ill.EMPTY,
        "pydantic-ai#2323": Ill.REQUEST,
        "pydantic-ai#2844": Ill.SERVER,
        "refusal": Ill.DECLINED,
        "content_filter": Ill.FILTERED,
        "ten megabytes": Ill.CUT,
        "ten megabytes thought": Ill.CUT,
        "ten megabytes of nothing": Ill.TOO_LARGE,
        "HTML": Ill.FOREIGN,
    },
)
def test_no_call_is_made_of_it(name: str, ill: Ill) -> None:
    with at(name) as play:
        assert play.refused().ill is ill
        asked_once(play, ill.value)


# Each of these is a call that cannot be read: the gate of shape turns it down, and the model is told why.
@of_each(
    "arguments",
    {
        "llama.cpp#22072": json.dumps(ARGUMENTS)[:-4],
        "vllm#53269": json.dumps(ARGUMENTS)[:9],
        "pydantic-ai#822": "{}",
        "llm#1521": "{}",
    },
)
def test_a_cut_or_empty_call_comes_as_it_is(name: str, arguments: str) -> None:
    with at(name) as play:
        call = play.ask().call
        assert call is not None
        assert (call.name, call.arguments) == ("rule_without_roll", arguments)
        asked_once(play)


@of("ollama#5902")
def test_ollama_5902_a_prompt_cut_in_silence_is_noted(name: str) -> None:
    with at(name) as play:
        is_right(play.ask())
        assert play.chat.cut_silently
        assert play.purse.entries[0].usage == Usage(play.purse.held[0].prompt, 40, counted=False)
    with at("vllm#9209") as play:
        play.ask()
        assert not play.chat.cut_silently


@of("llama.cpp#25510")
def test_llama_cpp_25510_malformed_arguments_are_never_sent_back(name: str) -> None:
    with at(name) as play:
        broken = play.ask().call
        assert broken is not None
        is_right(play.ask(refusal_of(broken)))
        assert play.purse.ills == [None, None]
        (sent,) = play.server.asked[1].body["messages"][2]["tool_calls"]
        assert sent["function"]["arguments"] == "{}"


@of("llama.cpp#10920")
def test_llama_cpp_10920_a_server_without_tools_is_asked_for_json(name: str) -> None:
    with at(name, modes=(Mode.TOOL, Mode.SCHEMA, Mode.TEXT)) as play:
        is_right(play.ask())
        is_right(play.ask())
        assert play.chat.mode is Mode.SCHEMA
        assert ["tools" in each.body for each in play.server.asked] == [True, True, False, False, False]
        assert play.purse.ills == ["server", "server", None, None, None]
        assert len(play.waited) == 1, "to leave out what a server complains of twice is no retry"


@of("vllm#27572")
def test_vllm_27572_no_finish_reason_to_the_end_is_a_failure(name: str) -> None:
    with at(name) as play:
        assert play.refused().ill is Ill.CUT
        assert play.purse.ills == ["cut"] * 3
        assert play.tell() == (ALL, Ill.CUT)
        assert len(play.server.tellings) == 1, "not asked again once something was told"


@of("vllm#27572 once")
def test_vllm_27572_what_was_broken_off_may_come_whole_the_next_time(name: str) -> None:
    with at(name) as play:
        is_right(play.ask())
        assert play.purse.ills == ["cut", None]


@of("opencode#1680")
def test_opencode_1680_a_call_without_an_id_gets_nine_letters_and_digits(name: str) -> None:
    with at(name) as play:
        turned_down = play.ask().call
        assert turned_down is not None
        is_right(play.ask(refusal_of(turned_down)))
        assert play.purse.ills == [None, None]


@of("securo#884")
def test_securo_884_a_signature_goes_back_untouched(name: str) -> None:
    with at(name) as play:
        turned_down = play.ask().call
        assert turned_down is not None
        assert turned_down.extra == {"extra_content": SIGNATURE}
        is_right(play.ask(refusal_of(turned_down)))
        (sent,) = play.server.asked[1].body["messages"][2]["tool_calls"]
        assert sent["extra_content"] == SIGNATURE
        assert sent["id"] == play.server.asked[1].body["messages"][3]["tool_call_id"] == "call_1"


@of("pydantic-ai#631")
def test_pydantic_ai_631_empty_after_a_malformed_call(name: str) -> None:
    with at(name) as play:
        broken = play.ask().call
        assert broken is not None
        assert play.refused().ill is Ill.EMPTY
        assert play.purse.ills == [None, "empty"]


@of("vercel/ai#2786")
def test_vercel_ai_2786_a_tool_that_does_not_exist_is_left_to_the_gate(name: str) -> None:
    with at(name) as play:
        assert play.ask().call == Call("roll_dice", '{"sides": 6}', "call_1")
        asked_once(play)


@of("vllm#13125", "qwen-code#3663", "OpenRouter comments", "mentat#429")
def test_prose_is_heard_all_the_same(name: str) -> None:
    with at(name) as play:
        told, ill = play.tell()
        assert (told.strip(), ill) == (ALL, None)
        asked_once(play)


@of("vllm#13125 inside")
def test_vllm_13125_an_answer_that_is_all_thought_is_never_told(name: str) -> None:
    with at(name) as play:
        assert play.tell() == ("", Ill.EMPTY)
        asked_once(play, "empty")


@of("openai-python#2356", "openai-python#2356 torn")
def test_openai_python_2356_a_cut_is_no_end(name: str) -> None:
    with at(name) as play:
        assert play.refused().ill is Ill.CUT
        assert play.purse.ills == ["cut"] * 3
        assert play.tell() == (PROSE[0] + PROSE[1][:9], Ill.CUT)
        assert len(play.server.tellings) == 1
        cut = play.purse.entries[-1].usage
        assert not cut.counted
        assert cut.prompt > 0 < cut.reply


@of("length")
def test_prose_cut_by_max_tokens_is_a_cut(name: str) -> None:
    with at(name) as play:
        assert play.tell() == (PROSE[0] + PROSE[1][:9], Ill.CUT)
        asked_once(play, "cut")


@of("OpenRouter error")
def test_openrouter_an_error_after_200_is_tried_again_until_something_was_told(name: str) -> None:
    with at(name) as play:
        assert play.refused().ill is Ill.SERVER
        assert play.purse.ills == ["server"] * 3
        assert play.tell() == (PROSE[0], Ill.SERVER)
        assert len(play.server.tellings) == 1


@pytest.mark.parametrize("mode", Mode)
@of("Anthropic")
def test_anthropic_ignores_what_a_reply_has_to_meet(name: str, mode: Mode) -> None:
    with at(name, modes=(mode,)) as play:
        is_right(play.ask())
        asked_once(play)


@of_each("ill", {"refusal": Ill.DECLINED, "HTML": Ill.FOREIGN})
def test_no_prose_is_made_of_it(name: str, ill: Ill) -> None:
    with at(name) as play:
        assert play.tell() == ("", ill)
        asked_once(play, ill.value)


@of("content_filter")
def test_content_filter_stops_prose_after_what_came(name: str) -> None:
    with at(name) as play:
        assert play.tell() == (PROSE[0], Ill.FILTERED)
        asked_once(play, "filtered")


@of("Retry-After 300", "Retry-After date")
def test_retry_after_too_long_is_told_at_once(name: str) -> None:
    with at(name) as play:
        trouble = play.refused()
        assert trouble.ill is Ill.BUSY
        seconds = trouble.slots["seconds"]
        assert isinstance(seconds, int)
        assert seconds == 300 if name.endswith("300") else seconds > 300
        asked_once(play, "busy")
        assert play.waited == []
        assert play.purse.entries[0].usage.prompt == 0, "what a server turns away costs nothing"


@of("Retry-After 0")
def test_retry_after_0_is_tried_again_at_once(name: str) -> None:
    with at(name) as play:
        is_right(play.ask())
        assert play.purse.ills == ["busy", None]
        assert play.waited == [0]


@of_each(
    "ill",
    {
        "ten megabytes": Ill.CUT,
        "ten megabytes thought": Ill.CUT,
        "ten megabytes of nothing": Ill.TOO_LARGE,
    },
)
def test_ten_megabytes_are_not_listened_to_and_cost_no_more_than_was_set_aside(name: str, ill: Ill) -> None:
    with at(name) as play:
        told, met = play.tell()
        assert met is ill
        assert bool(told) == (name == "ten megabytes"), "what was shown stays"
        asked_once(play, ill.value)
        (held,), used = play.purse.held, play.purse.entries[0].usage
        assert used.prompt == held.prompt
        assert 900 < used.reply <= held.reply, "also what was never heard to its end"


@of("a stall")
def test_a_stall_ends_by_itself(name: str) -> None:
    with at(name, patience=Patience(idle=0.1, total=600)) as play:
        assert play.refused().ill is Ill.STALLED
        told, ill = play.tell()
        assert ill is Ill.STALLED
        assert (PROSE[0] + PROSE[1][:9]).startswith(told), "as much as came in time"
        assert play.purse.ills == ["stalled", "stalled"]


def test_what_came_before_a_stall_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the silence is made, not waited for: after all that a server sent there is no end."""
    whole = httpx2.Response.iter_raw

    def unending(response: httpx2.Response) -> Iterator[bytes]:
        yield from whole(response)
        raise httpx2.ReadTimeout("")

    monkeypatch.setattr(httpx2.Response, "iter_raw", unending)
    with at("openai-python#2356") as play:
        assert play.tell() == (PROSE[0] + PROSE[1][:9], Ill.STALLED)
        asked_once(play, "stalled")


@of("a stall")
def test_a_stall_longer_than_all_patience_is_late(name: str) -> None:
    with at(name, patience=Patience(idle=20, total=0.1)) as play:
        assert play.refused().ill is Ill.LATE


@of("OpenRouter comments")
def test_comments_keep_no_line_open_past_the_deadline(name: str) -> None:
    now = [0.0]

    def slowly(asked: Asked) -> Answer:
        def pieces() -> Iterator[bytes | None]:
            for each in BEHAVIOURS[name].respond(asked).pieces:
                now[0] += 3
                yield each

        return Answer(pieces())

    with scene(slowly, patience=Patience(idle=20, total=8), clock=lambda: now[0]) as play:
        assert play.refused().ill is Ill.LATE
        asked_once(play, "late")


@of("the wrong language")
def test_the_wrong_language_is_left_to_the_guard(name: str) -> None:
    with at(name) as play:
        assert play.tell() == ("".join(ENGLISH), None)
        call = play.ask().call
        assert call is not None
        assert json.loads(call.arguments)["why"] == ENGLISH[0]


@of("control characters")
def test_control_characters_stay_at_the_door(name: str) -> None:
    with at(name) as play:
        is_right(play.ask())
        assert play.tell() == (PROSE[0] + PROSE[1] + "Rien d'autre ne bouge.", None)
        assert play.purse.ills == [None, None]
