"""The line to a model: what is sent, what is tried again, what is let go, what is paid, and what never gets out."""

import gc
import json
import logging
import traceback
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from email.utils import formatdate
from typing import Any

import pytest
from pydantic import SecretStr

from narrator.chat import Chat, Patience
from narrator.endpoint import Mode
from narrator.exchange import Call, Ill, Message, Tool, Trouble
from narrator.http.asking import gist
from narrator.schemas import choice, closed, dice, or_null, several, text, yes_or_no
from tests.faults.chatting import (
    ARGUMENTS,
    ASK,
    KEY,
    RULE,
    SAID,
    TOOLS,
    Purse,
    endpoint,
    question,
    refusal_of,
    scene,
    troubled,
)
from tests.faults.replies import PROSE, USAGE, counted, delta, made, piece, plain, right, sse, stream, words
from tests.faults.server import STALL, Answer, Asked, Respond

EVERY_MODE = (Mode.TOOL, Mode.SCHEMA, Mode.TEXT)


def error(message: str, status: int = 400, **fields: Any) -> Answer:
    return plain({"error": {"message": message, **fields}}, status)


def first(*answers: Answer) -> Respond:
    """These answers one after the other, then the right one."""
    return lambda asked: answers[asked.before] if asked.before < len(answers) else right(asked)


# --- what is sent


def test_a_question_forces_one_tool_call_and_caps_the_reply() -> None:
    with scene(right) as play:
        play.ask()
        body = play.server.asked[0].body
        sent = {key: each for key, each in body.items() if key not in ("messages", "tools", "seed")}
        assert sent == {
            "model": "small",
            "stream": True,
            "stream_options": {"include_usage": True},
            "max_tokens": 900,
            "temperature": 0.7,
            "tool_choice": "required",
            "parallel_tool_calls": False,
        }
        function = {"name": "rule_without_roll", "description": RULE.purpose, "parameters": RULE.schema, "strict": True}
        assert body["tools"][0] == {"type": "function", "function": function}
        assert body["seed"] == play.purse.entries[0].seed


def test_what_an_endpoint_does_not_take_is_not_sent() -> None:
    unable = {"strict": False, "seed": False, "parallel": False, "usage": False, "required": False}
    with scene(right, **unable, temperature=None) as play:
        play.ask()
        body = play.server.asked[0].body
        assert body.keys() == {"model", "stream", "max_tokens", "messages", "tools", "tool_choice"}
        assert body["tool_choice"] == "auto"
        assert "strict" not in body["tools"][0]["function"]
        assert (play.purse.entries[0].seed, play.purse.entries[0].temperature) == (None, None)


def test_a_seed_of_the_players_own_is_sent_with_every_call() -> None:
    with scene(right) as play, closing(Chat(play.chat.endpoint, play.purse, seed=7)) as chat:
        chat.ask(question(), TOOLS)
        assert "".join(chat.tell(question())) == "".join(PROSE)
        assert [each.body["seed"] for each in play.server.asked] == [7, 7]


def test_a_schema_is_the_union_of_the_tools_and_the_words_say_what_they_are_for() -> None:
    with scene(right, modes=(Mode.SCHEMA,)) as play:
        reply = play.ask()
        body = play.server.asked[0].body
        assert body["response_format"]["json_schema"]["strict"] is True
        schemas = body["response_format"]["json_schema"]["schema"]["properties"]["proposal"]["anyOf"]
        assert [each["properties"]["arguments"] for each in schemas] == [RULE.schema, ASK.schema]
        assert body["messages"][-1]["content"] == f"{SAID}\n\n{gist(TOOLS)}"
        assert reply.call is not None
        assert reply.call.name == "rule_without_roll"
        assert "tools" not in body


def test_the_gist_shows_each_tool_by_an_example_and_what_they_share_once() -> None:
    canon = or_null(several(closed({"text": text(300, "one sentence"), "secret": yes_or_no()}), 3))
    waiting = closed({"hours": dice(), "why": or_null(text(9), "why"), "canon": canon})
    sleeping = closed({"canon": canon, "where": choice(["bed", "floor"])})
    tools = [Tool("wait", "Do nothing.", waiting), Tool("sleep", "Rest.", sleeping)]
    told = {"hours": "0|1|2|3", "why": "<why>", "canon": [{"text": "<one sentence>", "secret": False}]}
    assert gist(tools).splitlines() == [
        'JSON: {"tool": …, "arguments": {…}}',
        "",
        "wait: Do nothing.",
        json.dumps({"tool": "wait", "arguments": told}),
        "sleep: Rest.",
        json.dumps({"tool": "sleep", "arguments": {"canon": [], "where": "bed|floor"}}),
    ]


@pytest.mark.parametrize(
    "beside",
    [
        {"id": "\ud800call"},
        {"id": "z" * 20_000},
        {"id": "call_1", "extra_content": {"signature": "\udfff"}},
        {"id": "call_1", "extra_content": {"signature": float("nan")}},
        {"id": "call_1", "extra_content": {"signature": "z" * 200_000}},
    ],
    ids=["a surrogate", "an endless id", "a surrogate beside it", "NaN beside it", "pages beside it"],
)
def test_what_no_request_can_carry_is_not_sent_back_with_a_refusal(beside: dict[str, Any]) -> None:
    with scene(first(stream(*made(piece("rule_without_roll", json.dumps(ARGUMENTS), index=0, **beside))))) as play:
        turned_down = play.ask().call
        assert turned_down is not None
        again = play.ask(refusal_of(turned_down)).call
        assert again is not None
        messages = play.server.asked[1].body["messages"]
        (sent,) = messages[2]["tool_calls"]
        assert {*sent} == {"id", "type", "function"}
        assert sent["id"] == messages[3]["tool_call_id"]
        assert sent["id"].isascii()
        assert len(sent["id"]) < 20


@pytest.mark.parametrize("mode", [Mode.SCHEMA, Mode.TEXT])
def test_without_tools_a_refusal_is_told_in_plain_turns(mode: Mode) -> None:
    call = Call("rule_without_roll", '{"actor": "nobody"}', "call_1")
    with scene(right, modes=(mode,)) as play:
        play.ask(refusal_of(call))
        messages = play.server.asked[0].body["messages"]
        assert [each["role"] for each in messages] == ["system", "user", "assistant", "user"]
        assert messages[2]["content"] == '{"tool": "rule_without_roll", "arguments": {"actor": "nobody"}}'
        assert messages[3]["content"].startswith("Nobody has that name.\n\nJSON:")
        assert all("tool_calls" not in each for each in messages)


def test_two_messages_of_the_player_in_a_row_are_sent_as_one() -> None:
    with scene(right) as play:
        play.ask((*question(), Message("user", "No tool was called.")))
        assert [each["role"] for each in play.server.asked[0].body["messages"]] == ["system", "user"]


# --- the mode, and what a server does not take


def test_a_dummy_call_finds_that_tools_work_and_is_made_once() -> None:
    with scene(right, modes=EVERY_MODE) as play:
        assert play.chat.mode is None
        play.ask()
        play.ask()
        assert play.chat.mode is Mode.TOOL
        assert [each.purpose for each in play.purse.entries] == ["probe", "decide", "decide"]


def _drops_tools(asked: Asked) -> Answer:
    return stream(*words("I would open the left door.")) if asked.tools else right(asked)


def _only_text(asked: Asked) -> Answer:
    if "response_format" in asked.body:
        return error("This response_format type is unavailable now")
    return _drops_tools(asked)


def _never_json(asked: Asked) -> Answer:
    return stream(*words("I would open the left door."))


def _silent(asked: Asked) -> Answer:
    return stream(delta("stop"))


@pytest.mark.parametrize(
    ("respond", "mode", "probes"),
    [(_drops_tools, Mode.SCHEMA, 2), (_only_text, Mode.TEXT, 3), (_never_json, Mode.TEXT, 3), (_silent, Mode.TEXT, 3)],
)
def test_the_mode_falls_until_a_dummy_call_is_heard(respond: Respond, mode: Mode, probes: int) -> None:
    with scene(respond, modes=EVERY_MODE) as play:
        assert play.chat.probe() is play.chat.mode is mode
        assert [each.purpose for each in play.purse.entries] == ["probe"] * probes


def test_a_call_in_words_is_no_reason_to_go_on_with_tools() -> None:
    def writes_calls(asked: Asked) -> Answer:
        said = '<tool_call>{"name": "open_door", "arguments": {"side": "left"}}</tool_call>'
        return stream(*words(said)) if asked.tools else right(asked)

    with scene(writes_calls, modes=EVERY_MODE) as play:
        assert play.chat.probe() is Mode.SCHEMA


def test_a_server_that_takes_no_dummy_call_at_all_says_so() -> None:
    with scene(lambda asked: error("Nothing doing."), modes=EVERY_MODE) as play:
        assert play.refused().ill is Ill.REQUEST
        assert play.chat.mode is None
        assert len(play.server.asked) == 3


def test_a_server_that_is_not_there_is_probed_again_the_next_time() -> None:
    def wakes_up(asked: Asked) -> Answer:
        return error("No key.", 401) if asked.is_probe and not asked.before else right(asked)

    with scene(wakes_up, modes=EVERY_MODE) as play:
        assert play.refused().ill is Ill.WRONG_KEY
        assert play.chat.mode is None
        assert play.ask().call is not None
        assert play.chat.mode is Mode.TOOL


COMPLAINTS = [
    ("stream_options", "Unrecognized request argument supplied: stream_options"),
    ("parallel_tool_calls", "'parallel_tool_calls' is not supported with this model"),
    ("temperature", "Unsupported value: 'temperature' does not support 0.7 with this model."),
    ("seed", "property 'seed' is unsupported"),
    ("strict", "Invalid schema for function 'rule_without_roll': 'maxLength' is not permitted."),
    ("max_tokens", "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
    ("tool_choice", "tool_choice 'required' is not supported: only auto is"),
]


@pytest.mark.parametrize(("parameter", "complaint"), COMPLAINTS)
def test_exactly_what_a_server_complains_of_is_left_out_from_then_on(parameter: str, complaint: str) -> None:
    with scene(first(error(complaint))) as play:
        for _ in range(2):
            assert play.ask().call is not None
        refused, *taken = [each.body for each in play.server.asked]
        assert len(taken) == 2
        for body in taken:
            changed = {key for key in refused | body if refused.get(key) != body.get(key)} - {"seed"}
            expected = {
                "strict": {"tools"},
                "seed": set[str](),
                "max_tokens": {"max_tokens", "max_completion_tokens"},
            }
            assert changed == expected.get(parameter, {parameter})
            assert ("seed" in body) == (parameter != "seed")
            # The reply stays capped, and a call asked for, whatever is left out.
            assert body.get("max_tokens", body.get("max_completion_tokens")) == 900
            assert body["tool_choice"] == ("auto" if parameter == "tool_choice" else "required")
        assert play.waited == []


def test_a_server_that_complains_for_ever_is_told_of_in_one_sentence() -> None:
    with scene(lambda asked: error("Unsupported parameter: 'seed'")) as play:
        trouble = play.refused()
        assert trouble.ill is Ill.REQUEST
        assert trouble.slots == {"status": 400, "message": "Unsupported parameter: 'seed'"}
        assert len(play.server.asked) == 2


def test_tools_refused_in_the_middle_of_an_evening_lower_the_mode() -> None:
    with scene(first(error("small does not support tools")), modes=(Mode.TOOL, Mode.TEXT)) as play:
        play.chat.mode = Mode.TOOL
        assert play.ask().call is not None
        assert play.chat.mode is Mode.TEXT


@pytest.mark.parametrize(
    "complaint",
    [
        "Unsupported param: tools",
        "tools param requires --jinja flag",
        "small does not support tools",
        "No endpoints found that support tool use.",
        "Function calling is not enabled for this model",
        '[{"type": "extra_forbidden", "loc": ["body", "tools"], "msg": "Extra inputs are not permitted"}]',
    ],
)
def test_tools_are_given_up_where_a_server_will_not_have_them(complaint: str) -> None:
    with scene(first(error(complaint)), modes=(Mode.TOOL, Mode.TEXT)) as play:
        play.chat.mode = Mode.TOOL
        assert play.ask().call is not None
        assert play.chat.mode is Mode.TEXT


@pytest.mark.parametrize(
    ("status", "spoken"),
    [
        (500, "The server had an error while preparing your tools."),
        (500, "Internal error in tool executor"),
        (400, "The prompt could not be read, tools and all."),
        (400, "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'"),
        (400, "No room was left for a tool."),
    ],
)
def test_a_message_that_merely_speaks_of_tools_gives_none_up(status: int, spoken: str) -> None:
    with scene(lambda asked: error(spoken, status), modes=(Mode.TOOL, Mode.TEXT)) as play:
        play.chat.mode = Mode.TOOL
        assert play.refused().ill is (Ill.SERVER if status == 500 else Ill.REQUEST)
        assert play.chat.mode is Mode.TOOL
        assert all("tools" in each.body for each in play.server.asked)


def test_a_fault_of_the_server_s_own_is_asked_again_before_a_parameter_is_left_out() -> None:
    complains = error("tools param requires --jinja flag", 500)
    for answers, mode in (((complains,), Mode.TOOL), ((complains, complains), Mode.TEXT)):
        with scene(first(*answers), modes=(Mode.TOOL, Mode.TEXT)) as play:
            play.chat.mode = Mode.TOOL
            assert play.ask().call is not None
            assert play.chat.mode is mode
            assert len(play.waited) == 1


def test_where_the_reply_s_limit_has_the_newer_name_it_is_sent_by_that_and_the_older_is_a_way_out() -> None:
    with scene(first(error("Unknown parameter: 'max_completion_tokens'")), max_completion_tokens=True) as play:
        play.ask()
        play.ask()
        names = ("max_tokens", "max_completion_tokens")
        limits = [[each for each in names if each in asked.body] for asked in play.server.asked]
        assert limits == [["max_completion_tokens"], ["max_tokens"], ["max_tokens"]]


# --- what goes wrong


@pytest.mark.parametrize(
    ("answer", "ill"),
    [
        (error("Incorrect API key provided", 401), Ill.WRONG_KEY),
        (error("The model `small` does not exist", 404, code="model_not_found"), Ill.NO_MODEL),
        (plain("", 404), Ill.FOREIGN),
        (error("model 'tools-small' not found", 404), Ill.NO_MODEL),
        (error("This model's maximum context length is 4096 tokens", 400), Ill.TOO_LONG),
        (error("the request exceeds the available context size", 400, type="exceed_context_size_error"), Ill.TOO_LONG),
        (error("You exceeded your current quota", 429, code="insufficient_quota"), Ill.REQUEST),
        (error("Insufficient credits", 402), Ill.REQUEST),
        (Answer([], 302, {"Location": "http://127.0.0.1:9/v1/chat/completions"}), Ill.FOREIGN),
        (Answer([b"not json"], headers={"Content-Type": "application/json"}), Ill.FOREIGN),
        (Answer([b"data: {oh\n\n"]), Ill.FOREIGN),
        (Answer([b"hello"], headers={"Content-Type": "text/plain"}), Ill.FOREIGN),
        (Answer([b"\x1f\x8b"], headers={"Content-Type": "text/event-stream", "Content-Encoding": "gzip"}), Ill.FOREIGN),
    ],
)
def test_what_will_not_pass_is_not_tried_again(answer: Answer, ill: Ill) -> None:
    with scene(lambda asked: answer) as play:
        assert play.refused().ill is ill
        assert len(play.server.asked) == 1


def test_without_a_key_a_server_that_wants_one_says_so() -> None:
    with scene(lambda asked: error("Missing bearer", 401), key=None) as play:
        assert play.refused().ill is Ill.NO_KEY
        assert "authorization" not in play.server.asked[0].headers


@pytest.mark.parametrize("status", [408, 409, 429, 500, 503])
def test_what_may_pass_is_tried_again(status: int) -> None:
    with scene(first(error("Later.", status), error("Later.", status))) as play:
        assert play.ask().call is not None
        assert len(play.waited) == 2
        assert all(0 <= each <= 20 for each in play.waited)
    with scene(lambda asked: error("Later.", status)) as play:
        assert play.refused().ill is (Ill.BUSY if status == 429 else Ill.SERVER)
        assert len(play.server.asked) == 3


@pytest.mark.parametrize(("asked_for", "waited"), [("2", [2]), ("junk", None), ("-5", [0]), ("nan", None)])
def test_retry_after_is_kept(asked_for: str, waited: list[float] | None) -> None:
    with scene(first(plain({}, 503, Retry_After=asked_for))) as play:
        assert play.ask().call is not None
        assert len(play.waited) == 1
        assert waited is None or play.waited == waited


def test_retry_after_a_date_gone_by_is_at_once() -> None:
    with scene(first(plain({}, 429, Retry_After=formatdate(0, usegmt=True)))) as play:
        assert play.ask().call is not None
        assert play.waited == [0]


def test_a_wait_longer_than_the_patience_is_told_at_once() -> None:
    with scene(lambda asked: plain({}, 429, Retry_After="21"), patience=Patience(total=90, wait=20)) as play:
        trouble = play.refused()
        assert (trouble.ill, trouble.slots["seconds"]) == (Ill.BUSY, 21)
        assert play.waited == []


def test_no_try_begins_that_the_deadline_would_not_let_end() -> None:
    patience = Patience(total=200, wait=300)
    with scene(lambda asked: plain({}, 429, Retry_After="201"), patience=patience) as play:
        trouble = play.refused()
        assert (trouble.ill, trouble.slots["seconds"]) == (Ill.BUSY, 201)
        assert len(play.server.asked) == 1
        assert play.waited == []


def test_nobody_listens_at_the_address() -> None:
    purse, waited = Purse(), list[float]()
    with scene(right) as play:
        gone = play.chat.endpoint
    with closing(Chat(gone, purse, sleep=waited.append)) as chat:
        assert troubled(lambda: chat.ask(question(), TOOLS)).ill is Ill.UNREACHABLE
    assert [each.usage.prompt for each in purse.entries] == [0, 0, 0]
    assert len(waited) == 2


@pytest.mark.parametrize("url", ["127.0.0.1:11434/v1", "ftp://127.0.0.1/v1", "http://[::1/v1", ""])
def test_an_address_that_is_none_is_unreachable(url: str) -> None:
    with closing(Chat(endpoint(url), Purse())) as chat:
        assert troubled(lambda: chat.ask(question(), TOOLS)).ill is Ill.UNREACHABLE


def test_a_whole_completion_where_a_stream_was_asked_for_is_heard() -> None:
    message = {"role": "assistant", "content": None, "tool_calls": [piece("rule_without_roll", ARGUMENTS, id="a")]}
    body = {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}], "usage": USAGE}
    with scene(lambda asked: plain(body)) as play:
        reply = play.ask()
        assert reply.call is not None
        assert (reply.usage.prompt, reply.usage.reply, reply.usage.cached) == (1_200, 40, 1_000)


def test_a_prompt_that_can_never_fit_is_not_sent() -> None:
    with scene(right, context=50) as play:
        assert play.refused().ill is Ill.TOO_LONG
        assert play.server.asked == []


# --- broken off


def test_ctrl_c_closes_the_response_and_is_paid_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with scene(lambda asked: Answer([*right(asked).pieces, STALL])) as play:
        monkeypatch.setattr("narrator.http.hearing.Heard.feed", interrupted)
        with pytest.raises(KeyboardInterrupt):
            play.ask()
        assert play.purse.ills == ["cut"]
        assert play.purse.entries[0].usage.prompt > 0


def test_whoever_stops_listening_closes_the_response() -> None:
    with scene(lambda asked: Answer([*sse(*words(*PROSE[:2])[:2], done=False), STALL])) as play:
        told = play.chat.tell(question())
        assert next(told) == PROSE[0] + PROSE[1]
        told.close()
        assert play.purse.ills == ["cut"]
        assert not play.purse.entries[0].usage.counted
        gc.collect()  # An open socket would be a warning, and a warning an error.


# --- money


def test_the_purse_is_asked_before_every_try_and_has_the_last_word() -> None:
    purse = Purse(calls_allowed=2)
    with scene(lambda asked: error("Later.", 500), purse=purse) as play:
        assert play.refused().ill is Ill.SPENT
        assert len(play.server.asked) == 2
        assert len(play.purse.entries) == 2


def test_what_is_asked_of_the_purse_is_never_less_than_what_was_used() -> None:
    def counts_letters(asked: Asked) -> Answer:
        said = sum(len(each["content"]) for each in asked.body["messages"]) // 4
        usage = {"prompt_tokens": said, "completion_tokens": 900}
        return stream(*made(piece("rule_without_roll", "{}"))[:-1], {"choices": [], "usage": usage})

    with scene(counts_letters) as play:
        used = play.ask().usage
        (held,) = play.purse.held
        assert held.prompt >= used.prompt
        assert held.reply >= used.reply


def test_an_entry_says_what_was_asked_of_whom() -> None:
    with scene(right) as play:
        play.ask()
        play.tell()
        decided, told = play.purse.entries
        assert (decided.provider, decided.model, decided.temperature) == ("here", "small", 0.7)
        assert (decided.purpose, decided.mode, told.purpose, told.mode) == ("decide", "tool", "tell", "")
        assert decided.usage.counted
        assert (decided.cost, decided.ill) == (None, None)


@pytest.mark.parametrize(
    "usage",
    [None, {}, {"prompt_tokens": 0, "completion_tokens": 0}, {"prompt_tokens": -1, "completion_tokens": 2},
     {"prompt_tokens": "9", "completion_tokens": True}, {"prompt_tokens": 10**30, "completion_tokens": 1}, "much"],
)  # fmt: skip
def test_a_count_that_cannot_be_is_estimated(usage: object) -> None:
    chunks = [*(delta(content=each) for each in PROSE), delta("stop"), {"choices": [], "usage": usage}]
    with scene(lambda asked: stream(*chunks)) as play:
        play.tell()
        (entry,) = play.purse.entries
        assert not entry.usage.counted
        assert entry.usage.prompt > len(SAID) // 4
        assert entry.usage.reply > len("".join(PROSE)) // 4


# --- thoughts


def test_a_model_whose_template_opens_the_thought_is_known_after_the_first_call() -> None:
    thought = ("Le secret est la clef.", "</think>", *PROSE)

    def answer(asked: Asked) -> Answer:
        call = '{"tool": "ask_player", "arguments": {"question": "Où ?"}}'
        return stream(*words(*thought)) if asked.is_telling else stream(*words("Hm. {</think>", call))

    with scene(answer, modes=(Mode.TEXT,)) as play:
        reply = play.ask()
        assert reply.call is not None
        assert reply.call.name == "ask_player"
        assert play.tell() == ("".join(PROSE), None)


# --- what never gets out


def _echo(status: int) -> Respond:
    return lambda asked: error(f"Bad header: {asked.headers['authorization']}", status)


def _echo_in_stream(asked: Asked) -> Answer:
    return stream(delta(content=PROSE[0]), {"error": {"message": f"Sent: {asked.headers['authorization']}"}})


def _echo_as_page(asked: Asked) -> Answer:
    return Answer([asked.headers["authorization"].encode()], 500, {"Content-Type": "text/html"})


@pytest.mark.parametrize("respond", [*map(_echo, (302, 400, 401, 404, 429, 500)), _echo_in_stream, _echo_as_page])
def test_no_trouble_log_or_traceback_has_the_key_or_a_whole_body(
    respond: Respond, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with scene(respond) as play:

        def tell() -> None:
            list(play.chat.tell(question()))

        for act in (play.ask, tell):
            trouble = _with_traceback(act)
            seen: BaseException | None = trouble
            while seen is not None:
                assert KEY not in "".join(traceback.format_exception(seen))
                assert KEY not in repr((seen, vars(seen)))
                seen = seen.__cause__ or seen.__context__
        assert KEY not in repr(vars(play.chat))
        assert play.server.asked[0].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in caplog.text
    assert [each for each in caplog.records if each.name.startswith(("openai", "httpx", "httpcore"))] == []


def _with_traceback(act: Callable[[], object]) -> Trouble:
    with pytest.raises(Trouble) as caught:
        act()
    return caught.value


def test_a_servers_sentence_is_cleaned_and_cut_short() -> None:
    with scene(lambda asked: error("\x1b[2J" + "No. " * 100 + "\n\u202e", 400)) as play:
        message = play.refused().slots["message"]
        assert isinstance(message, str)
        assert len(message) == 200
        assert message.startswith("No. No.")


@pytest.mark.parametrize("key", ["sk-é", "sk-\r\nX-Other: 1"])
def test_a_key_that_no_header_can_carry_is_a_wrong_one(key: str) -> None:
    with scene(right) as play:
        purse = Purse()
        with closing(Chat(replace(play.chat.endpoint, key=SecretStr(key)), purse)) as chat:
            assert troubled(lambda: chat.ask(question(), TOOLS)).ill is Ill.WRONG_KEY
        assert play.server.asked == []


def test_nothing_of_the_environment_is_sent_or_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-environment")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-the-environment")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-the-environment")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Custom: of-the-environment\nAuthorization: of-the-environment")
    with scene(right) as play:
        play.ask()
        headers = play.server.asked[0].headers
        assert headers.keys() == {
            "host", "content-type", "content-length", "accept", "accept-encoding", "user-agent", "authorization",
        }  # fmt: skip
        assert headers["authorization"] == f"Bearer {KEY}"
        assert "of-the-environment" not in repr(headers)


def test_a_chat_that_was_closed_opens_again() -> None:
    with scene(right) as play:
        play.ask()
        play.chat.close()
        assert play.ask().call is not None
        assert counted()["usage"]["prompt_tokens"] == play.purse.entries[1].usage.prompt
