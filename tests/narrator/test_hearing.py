"""Replies put together from chunks: calls in every shape that servers give them, calls in words, prose, thoughts."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from narrator.exchange import Call, Ill, Usage
from narrator.http.hearing import Heard
from narrator.http.spoken import call_in, whole_object
from narrator.http.streamed import Deltas, Voice, without_thoughts

TOOLS = ("go_to", "ask_player")
GO = {"scene": "quay"}


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def call(name: str | None = None, arguments: Any = "", **fields: Any) -> dict[str, Any]:
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    return chunk(tool_calls=[{"function": function, **fields}])


def heard(*chunks: dict[str, Any], finish: str | None = "stop") -> Heard:
    reply = Heard()
    for each in (*chunks, chunk(finish)):
        reply.feed(each)
    return reply


def spoken(*pieces: str, aloud: bool = False) -> str:
    voice = Voice(aloud)
    return "".join(map(voice.feed, pieces)) + voice.close()


# --- tool calls


@pytest.mark.parametrize(
    "chunks",
    [
        [call("go_to", '{"sce', index=0, id="a"), call(None, 'ne": "quay"}', index=0)],
        [call("go_to", '{"sce', id="a"), call(None, 'ne": "quay"}')],
        [call("go_to", '{"sce', index=0, id="a"), call("", 'ne": "quay"}', index=0, id="")],
        [call("go_to", '{"sce', index=0, id="a"), call("go_to", 'ne": "quay"}', index=0, id="a")],
        [call("go_to", GO, index=0, id="a")],
        [call("go_to", "", index=0, id="a"), call(None, None, index=0), call(None, '{"scene": "quay"}', index=0)],
        [call("go_to", "{}", index=0, id="a"), call(None, '{"scene"', index=0), call(None, ': "quay"}', index=0)],
        [call("go_to", '{"sce', index=0, id="a"), call(None, '{"scene": "quay"}', index=0)],
        [call("go_to", '{"scene": "quay"}', index=0, id="a"), call("ask_player", "{}", index=0, id="b")],
        [call("go_to", '{"scene": "quay"}'), call("ask_player", '{"question": "?"}')],
        [call("go_to", '{"scene": "quay"}', index=0, id="a"), call("go_to", '{"scene": "quay"}', index=0, id="a")],
        [call("go_", "", index=0, id="a"), call("to", '{"scene": "quay"}', index=0)],
        [call("go_to", '{"sce', index=0), call(None, 'ne": "quay"}', index=0, id="a")],
    ],
)
def test_one_call_is_heard_whatever_its_pieces_are(chunks: list[dict[str, Any]]) -> None:
    found = heard(*chunks).call(TOOLS)
    assert found is not None
    assert (found.name, json.loads(found.arguments)) == ("go_to", GO)


def test_a_call_without_arguments_takes_none_of_the_next_one() -> None:
    reply = heard(call("leave_story", "", index=0, id="a"), call("go_to", GO, index=0, id="b"))
    assert reply.call(TOOLS) == Call("leave_story", "{}", "a")


def test_a_nameless_call_is_of_the_only_tool_there_is() -> None:
    reply = heard(call("", '{"scene": "quay"}', index=0, id="a"))
    assert reply.call(("go_to",)) == Call("go_to", '{"scene": "quay"}', "a")
    assert reply.call(TOOLS) is None


def test_unknown_fields_of_a_call_are_kept_and_an_id_is_made_where_there_is_none() -> None:
    found = heard(call("go_to", GO, index=0, extra_content={"signed": "yes"}, type="function")).call(TOOLS)
    assert found is not None
    assert found.extra == {"extra_content": {"signed": "yes"}}
    assert len(found.id) == 9
    assert found.id.isalnum()


@pytest.mark.parametrize(
    ("arguments", "cleaned"),
    [
        ('{"why": "\\u001b[2JNo\\u202e."}', {"why": "No."}),
        ('{"why": "a\x07b"}', {"why": "ab"}),
        ('{"why": ["\\ud83d"], "k\\u200b": 1}', {"why": [""], "k": 1}),
    ],
)
def test_no_control_character_comes_in_with_a_call(arguments: str, cleaned: object) -> None:
    found = heard(call("go_to", arguments, index=0)).call(TOOLS)
    assert found is not None
    assert json.loads(found.arguments) == cleaned


@pytest.mark.parametrize("copied", ["<one question, in the language of the story>", "…", "...", " <…> "])
def test_what_was_copied_from_an_example_is_nothing(copied: str) -> None:
    found = heard(call("ask_player", {"question": copied, "suggestions": ["<b> et <3", copied]}, index=0)).call(TOOLS)
    assert found is not None
    assert json.loads(found.arguments) == {"question": "", "suggestions": ["<b> et <3", ""]}


def test_arguments_that_are_fine_are_kept_to_the_letter() -> None:
    found = heard(call("go_to", '{ "scene":"quay" }', index=0)).call(TOOLS)
    assert found is not None
    assert found.arguments == '{ "scene":"quay" }'


def test_arguments_in_thousands_of_pieces_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()

    def counted(text: str) -> Any:
        read.append(text)
        return whole_object(text)

    monkeypatch.setattr("narrator.http.hearing.whole_object", counted)
    inner = ['"\\\\": {"a": "\\"}"}', *(f'"{each}": {{"}}": "{{"}}' for each in range(2_000))]
    pieces = ["{", *(f"{each}, " for each in inner), '"last": {}', "}", "}"]
    reply = heard(call("go_to", "", index=0, id="a"), *(call(None, each, index=0) for each in pieces))
    assert len(read) == 1
    made = reply.call(TOOLS)
    assert made is not None
    assert json.loads(made.arguments) == json.loads("".join(pieces[:-1]))


def test_what_closes_without_being_json_is_read_once_too(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()
    monkeypatch.setattr("narrator.http.hearing.whole_object", read.append)
    heard(call("go_to", "{oh}", index=0), *(call(None, " }{ }", index=0) for _ in range(2_000)))
    assert len(read) == 1


@pytest.mark.parametrize(
    "chunks",
    [
        [chunk(content="x" * 40)],
        [chunk(content="x" * 20), chunk(content="x" * 20 + "y" * 20)],
        [chunk(reasoning_content="x" * 40)],
        [chunk(reasoning="x" * 40, reasoning_content="x" * 40)],
        [chunk(content=[{"type": "thinking", "thinking": [{"type": "text", "text": "x" * 40}]}])],
        [chunk(refusal="x" * 40)],
        [call("go_to", "x" * 27, index=0)],
        [chunk(content="x" * 20)] * 40,
    ],
)
def test_all_that_a_model_wrote_is_counted_once(chunks: list[dict[str, Any]]) -> None:
    assert heard(*chunks).size == 40


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}, Usage(100, 20)),
        ({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 900}, Usage(100, 800)),
        ({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 3}, Usage(100, 20)),
        (
            {"prompt_tokens": 100, "completion_tokens": 20, "completion_tokens_details": {"reasoning_tokens": 15}},
            Usage(100, 20),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 20, "completion_tokens_details": {"reasoning_tokens": 300}},
            Usage(100, 320),
        ),
        (
            {"prompt_tokens": 100, "completion_tokens": 20, "prompt_tokens_details": {"cached_tokens": 1_000}},
            Usage(1_000, 20, 100),
        ),
        ({"prompt_tokens": 0, "completion_tokens": 20}, None),
    ],
)
def test_what_a_server_counted_has_all_in_it_that_is_paid_for(usage: dict[str, Any], counted: Usage | None) -> None:
    assert heard({"choices": [], "usage": usage}).usage == counted


# --- calls in words


@pytest.mark.parametrize(
    "words",
    [
        '{"tool": "go_to", "arguments": {"scene": "quay"}}',
        'Sure.\n```json\n{"name": "go_to", "parameters": {"scene": "quay"}}\n```',
        '<tool_call>\n{"name": "go_to", "arguments": {"scene": "quay"}}\n</tool_call>',
        '[TOOL_REQUEST]{"name": "go_to", "arguments": {"scene": "quay"}}[END_TOOL_REQUEST]',
        '<function=go_to>{"scene": "quay"}</function>',
        "<tool_call><function=go_to>\n<parameter=scene>\nquay\n</parameter>\n</function></tool_call>",
        '{"tool_calls": [{"function": {"name": "go_to", "arguments": "{\\"scene\\": \\"quay\\"}"}}]}',
        '{"function": "go_to", "arguments": {"scene": "quay"}}',
        '{"tool": "go_to", "scene": "quay"}',
        '{"go_to": {"scene": "quay"}}',
        '<think>{"tool": "ask_player", "arguments": {}}</think>{"tool": "go_to", "arguments": {"scene": "quay"}}',
        'I think {not} {"so": 1}: {"tool": "go_to", "arguments": {"scene": "quay"}} {"tool": "ask_player"}',
    ],
)
def test_a_call_that_stands_in_the_words_is_heard(words: str) -> None:
    found = heard(chunk(content=words)).call(TOOLS)
    assert found is not None
    assert (found.name, json.loads(found.arguments)) == ("go_to", GO)


@pytest.mark.parametrize(
    "words",
    ["Let us go.", '{"scene": "quay"}', '{"tool": "go_to", "argum', '{"name": "Akiko"}', "[1, 2]", "<function=go_to>?"],
)
def test_words_that_are_no_call_are_none(words: str) -> None:
    assert call_in(words, TOOLS) is None


def test_a_line_broken_inside_a_word_of_json_is_forgiven() -> None:
    found = call_in('{"tool": "ask_player", "arguments": {"question": "Où\nva-t-on ?"}}', TOOLS)
    assert found == Call("ask_player", '{"question": "Où\\nva-t-on ?"}')


def test_a_bare_object_is_a_call_of_the_only_tool() -> None:
    assert call_in('{"scene": "quay"}', ["go_to"]) == Call("go_to", '{"scene": "quay"}')


@pytest.mark.parametrize("text", ["[1]", "1", "", '{"a": NaN}', '{"a": Infinity}', "{" * 100_000, '{"a":' * 100_000])
def test_what_is_no_object_is_none(text: str) -> None:
    assert whole_object(text) is None


@given(st.text(alphabet='{}[]":,<>/=atoolnmefuci\\ ', max_size=300))
def test_nothing_that_a_model_writes_breaks_the_search(text: str) -> None:
    found = call_in(text, TOOLS)
    assert found is None or found.name


# --- how a reply ends


@pytest.mark.parametrize(
    ("reply", "ill"),
    [
        (heard(chunk(content="Rien.")), None),
        (heard(chunk(content="Rien."), finish=None), Ill.CUT),
        (heard(chunk(content="Rien."), finish=""), Ill.CUT),
        (heard(chunk(content="Rien."), finish="length"), Ill.CUT),
        (heard(chunk(content="Rien."), finish="STOP"), None),
        (heard(chunk(content="Rien."), finish="error"), Ill.SERVER),
        (heard(chunk(content="Rien."), finish="content_filter"), Ill.FILTERED),
        (heard(chunk(refusal="No.")), Ill.DECLINED),
        (heard(chunk(content="")), Ill.EMPTY),
        (heard(chunk(content=" \n\x00")), Ill.EMPTY),
        (heard(chunk(content="<think>Rien.")), Ill.EMPTY),
        (heard(call("go_to", GO, index=0)), Ill.EMPTY),
    ],
)
def test_how_a_telling_ended(reply: Heard, ill: Ill | None) -> None:
    assert reply.ill(()) is ill


def test_a_call_over_a_length_cut_is_left_to_the_gate() -> None:
    assert heard(call("go_to", '{"sce', index=0), finish="length").ill(TOOLS) is None
    assert heard(finish="length").ill(TOOLS) is Ill.EMPTY


@pytest.mark.parametrize(
    "odd",
    [
        {},
        {"choices": None},
        {"choices": [None, 3, {"delta": None}, {"delta": "x"}]},
        {"choices": [{"index": 1, "delta": {"content": "another"}}]},
        {"choices": [{"delta": {"content": 3, "tool_calls": [None, {"function": None}], "refusal": None}}]},
        {"usage": [], "choices": {}},
    ],
)
def test_an_odd_chunk_adds_nothing(odd: dict[str, Any]) -> None:
    reply = heard(chunk(content="La mer "), odd, chunk(content="monte."))
    assert reply.text == "La mer monte."
    assert reply.ill(()) is None


def test_content_in_parts_is_heard_without_its_thoughts() -> None:
    parts = [{"type": "thinking", "thinking": [{"text": "Hm."}]}, {"type": "text", "text": "La mer monte."}]
    assert heard(chunk(content=parts)).text == "La mer monte."


# --- prose

prose = st.text(alphabet="abcdé .\n", min_size=1, max_size=60)
cuts = st.lists(st.integers(0, 60), max_size=12)


def pieces(text: str, at: list[int]) -> list[str]:
    ends = sorted({min(each, len(text)) for each in at} | {0, len(text)})
    return [text[first:end] for first, end in pairwise(ends)]


@given(prose, cuts)
def test_deltas_are_told_as_they_come(text: str, at: list[int]) -> None:
    parts = pieces(text, at)
    # What looks like a server that repeats itself is taken for one.
    assume(not any(later.startswith(each) for each, later in pairwise(parts)))
    assume(not any(each.startswith(text[:16]) for each in parts[1:]))
    deltas = Deltas()
    assert "".join(map(deltas.feed, parts)) + deltas.close() == text


@given(prose, cuts)
def test_cumulative_deltas_are_told_once(text: str, at: list[int]) -> None:
    ends = sorted({min(each, len(text)) for each in at} | {len(text)} - {0})
    deltas = Deltas()
    assert "".join(deltas.feed(text[:end]) for end in ends) + deltas.close() == text


def test_a_last_chunk_that_says_all_of_it_again_is_not_told_twice() -> None:
    assert spoken("La mer ", "monte sur le quai. ", "La mer monte sur le quai. ") == "La mer monte sur le quai. "


@given(prose, prose, prose, cuts)
def test_no_thought_is_ever_told_however_it_is_cut(before: str, thought: str, after: str, at: list[int]) -> None:
    secret = "".join(chr(0x4E00 + ord(each) % 256) for each in thought)
    text = f"{before}<think>{secret}</think>{after}"
    told = spoken(*pieces(text, at))
    assert not any("\u4e00" <= each <= "\u4eff" for each in told)
    assert without_thoughts(text) == before + after


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("<thi", "nk>Je pense", "</th", "ink>Oui."), "Oui."),
        (("Oui. ", "<THINK>", "non"), "Oui. "),
        (("<", "b", "> et ", "<3"), "<b> et <3"),
        (("Oui <", "thin"), "Oui <thin"),
    ],
)
def test_thoughts_are_cut_out_of_a_stream(said: tuple[str, ...], told: str) -> None:
    assert spoken(*said) == told


def test_a_thought_that_was_never_opened_is_known_by_its_end() -> None:
    voice = Voice()
    assert "".join(map(voice.feed, ("Hm", "</think>", "Oui."))) + voice.close() == "HmOui."
    assert voice.shut_unopened, "and told only the first time"
    assert spoken("Hm", "</think>", "Oui.", aloud=True) == "Oui."
    assert spoken("Le quai ", "est vide.", aloud=True) == "Le quai est vide."
    assert without_thoughts("Hm</think>Oui.") == "Oui."
