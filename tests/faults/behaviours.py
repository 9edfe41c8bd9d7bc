"""Servers that misbehave, each as it was reported: what it answers, and what becomes of a turn that is played with it.

One entry or more for each line of the design's list, by the report's name. Where a line has none, by a name of ours.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import formatdate

from narrator.chat import Patience
from tests.faults.replies import (
    PROSE,
    chosen,
    delta,
    halves,
    made,
    piece,
    plain,
    right,
    right_call,
    sse,
    stream,
    words,
)
from tests.faults.server import STALL, Answer, Asked, Respond

REFUSED = "I can't help with that."
SIGNATURE = {"google": {"thought_signature": "c2lnbmVk"}}
ENGLISH = ("The corridor stays empty. ", "A drop falls, far behind. ")
MEGABYTES = 10


@dataclass(frozen=True)
class Behaviour:
    """`line` is the design's (misbehaving.txt), empty for one of ours. `decides` and `tells`: it is still the model
    that does, at a table that plays a turn with this server; where it is not, the offline narrator does and a remark
    says why. `stalls`: patience alone ends it, and what came before that is told."""

    line: str
    respond: Respond
    decides: bool = True
    tells: bool = True
    stalls: bool = False

    @property
    def patience(self) -> Patience:
        """How long such a server is waited for: no verdict hangs on how busy this machine is."""
        return Patience(idle=0.2, total=600, wait=1) if self.stalls else Patience(idle=300, total=600, wait=1)


def calls(answer: Respond) -> Respond:
    """A server that is wrong where a proposal is asked for."""
    return lambda asked: right(asked) if asked.is_telling or asked.is_probe else answer(asked)


def tells(answer: Respond) -> Respond:
    """A server that is wrong where prose is asked for."""
    return lambda asked: answer(asked) if asked.is_telling else right(asked)


def both(answer: Respond) -> Respond:
    """A server that is wrong but for the dummy call."""
    return lambda asked: right(asked) if asked.is_probe else answer(asked)


def once(answer: Respond) -> Respond:
    """A server that is wrong the first time, and right from then on."""
    return lambda asked: right(asked) if asked.before else answer(asked)


# --- tool calls that come oddly


def _whole(**fields: object) -> Respond:
    """The whole call in one piece."""

    def answer(asked: Asked) -> Answer:
        name, arguments = chosen(asked)
        return stream(*made(piece(name, json.dumps(arguments), **fields)))

    return answer


def _without_index(asked: Asked) -> Answer:
    name, arguments = chosen(asked)
    text = json.dumps(arguments)
    return stream(*made(piece(name, text, id="call_a"), piece("second", '{"not": "this"}', id="call_b")))


def _all_at_index_0(asked: Asked) -> Answer:
    name, first, rest = halves(asked)
    return stream(
        *made(
            piece(name, first + rest, index=0, id="call_a"),
            piece("second", '{"not"', index=0, id="call_b"),
            piece(None, ': "this"}', index=0),
        )
    )


def _with_one_id(asked: Asked) -> Answer:
    name, first, rest = halves(asked)
    return stream(
        *made(
            piece(name, first, index=0, id="call_a"),
            piece(None, rest, index=0),
            piece(name, first, index=1, id="call_a"),
            piece(None, rest, index=1),
        )
    )


def _nothing(asked: Asked) -> Answer:
    return stream(delta(content=""), delta("stop"))


def _with_arguments(made_of: Callable[[str], object], finish: str = "tool_calls") -> Respond:
    def answer(asked: Asked) -> Answer:
        name, arguments = chosen(asked)
        sent = made_of(json.dumps(arguments))
        return stream(*made(piece(name, sent, index=0, id="call_1"), finish=finish))

    return answer


def _first_malformed_then_empty(asked: Asked) -> Answer:
    return _nothing(asked) if asked.before else _with_arguments(lambda text: text[:-4])(asked)


def _fails_over_malformed_history(asked: Asked) -> Answer:
    for message in asked.body["messages"]:
        for call in message.get("tool_calls", ()):
            try:
                json.loads(call["function"]["arguments"])
            except ValueError:
                return plain({"error": {"code": 500, "message": "Failed to parse tool call arguments as JSON"}}, 500)
    return right_call(asked) if asked.before else _with_arguments(lambda text: text[:-4])(asked)


def _knows_no_tools(asked: Asked) -> Answer:
    if asked.tools:
        error = {"code": 500, "message": "Unsupported param: tools", "type": "server_error"}
        return plain({"error": error}, 500)
    return right(asked)


def _finish(finish: str | None) -> Respond:
    def answer(asked: Asked) -> Answer:
        name, first, rest = halves(asked)
        return stream(*made(piece(name, first, index=0, id="call_1"), piece(None, rest, index=0), finish=finish))

    return answer


def _no_finish(asked: Asked) -> Answer:
    return stream(*words(*PROSE, finish=None)) if asked.is_telling else _finish(None)(asked)


def _in_xml(asked: Asked) -> Answer:
    name, arguments = chosen(asked)
    values = ((key, each if isinstance(each, str) else json.dumps(each)) for key, each in arguments.items())
    parameters = "".join(f"<parameter={key}>\n{each}\n</parameter>\n" for key, each in values)
    return stream(*words("<tool_call>\n", f"<function={name}>\n{parameters}</function>\n", "</tool_call>"))


def _empty_names(asked: Asked) -> Answer:
    name, first, rest = halves(asked)
    return stream(*made(piece(name, first, index=0, id="call_1"), piece("", rest, index=0, id="")))


def _repeated(asked: Asked) -> Answer:
    name, first, rest = halves(asked)
    return stream(
        *made(
            piece(name, first, index=0, id="call_1"),
            piece(None, rest, index=0),
            piece(None, "", index=0),
            piece(name, first + rest, index=0, id="call_1"),
            piece(None, None, index=0),
        )
    )


def _with_service_tier(asked: Asked) -> Answer:
    name, first, rest = halves(asked)
    chunks = made(piece(name, first + rest, index=0, id="call_1"))
    return stream(*({**each, "service_tier": "on_demand", "system_fingerprint": 7} for each in chunks))


def _mind_the_ids(asked: Asked) -> Answer:
    for message in asked.body["messages"]:
        ids = [call["id"] for call in message.get("tool_calls", ())]
        if any(len(each) != 9 or not each.isalnum() for each in ids):
            error = "Tool call id was wrong but must be a-z, A-Z, 0-9, with a length of 9."
            return plain({"object": "error", "message": error, "type": "invalid_request_error"}, 400)
    return _refusable(asked)


def _signed(asked: Asked) -> Answer:
    for message in asked.body["messages"]:
        if any(call.get("extra_content") != SIGNATURE for call in message.get("tool_calls", ())):
            error = "Function call is missing a thought_signature in functionCall parts."
            return plain([{"error": {"code": 400, "message": error, "status": "INVALID_ARGUMENT"}}], 400)
    return _refusable(asked, id="call_1", extra_content=SIGNATURE)


def _refusable(asked: Asked, **fields: object) -> Answer:
    """A call that a gate of sense turns down the first time: nobody has that name."""
    name, arguments = chosen(asked)
    if not asked.before:
        arguments = {key: "nobody-of-that-name" if key == "actor" else each for key, each in arguments.items()}
    return stream(*made(piece(name, json.dumps(arguments), index=0, **fields)))


def _unknown_tool(asked: Asked) -> Answer:
    return stream(*made(piece("roll_dice", '{"sides": 6}', index=0, id="call_1")))


def _no_choices(asked: Asked) -> Answer:
    good = right(asked)
    odd = sse({"choices": []}, {"choices": None}, {"choices": [{"index": 0, "finish_reason": None}]}, done=False)
    return Answer([*odd, *good.pieces])


def _ignores_what_it_is_told(asked: Asked) -> Answer:
    """Prose and a fenced object, whatever schema the reply had to meet."""
    name, arguments = chosen(asked)
    fenced = json.dumps({"tool": name, "arguments": arguments}, indent=2)
    return stream(*words("Here is my proposal:\n", f"```json\n{fenced}\n```\n", "Anything else?"))


def _tool_use_failed(*, in_stream: bool) -> Respond:
    def answer(asked: Asked) -> Answer:
        name, arguments = chosen(asked)
        generation = json.dumps({"tool_calls": [{"name": name, "parameters": arguments}]})
        error = {
            "message": "Failed to call a function. Please adjust your prompt. See 'failed_generation'.",
            "type": "invalid_request_error",
            "code": "tool_use_failed",
            "failed_generation": f"```\n{generation}\n```",
        }
        return stream(delta(content=""), {"error": error}) if in_stream else plain({"error": error}, 400)

    return answer


# --- prose that comes oddly


def _thinks(asked: Asked) -> Answer:
    thought = ("<th", "ink>Le joueur est à 3 réussites, ", "je dois le cacher.</thi", "nk>\n\n")
    if asked.is_telling:
        return stream(*words(*thought, *PROSE))
    name, arguments = chosen(asked)
    return stream(*words(*thought, json.dumps({"name": name, "arguments": arguments})))


def _answers_in_its_thoughts(asked: Asked) -> Answer:
    if asked.is_telling:
        return stream(*words("<think>", *PROSE))
    name, arguments = chosen(asked)
    said = json.dumps({"name": name, "arguments": arguments})
    return stream(delta(reasoning_content="Hm. "), delta(reasoning_content=said), delta("stop"))


def _cumulative(asked: Asked) -> Answer:
    if asked.is_telling:
        told = "".join(PROSE)
        return stream(*words(*(told[:end] for end in range(1, len(told) + 1))))
    name, first, rest = halves(asked)
    text = first + rest
    return stream(
        *made(
            *(piece(name, text[:end], index=0, id="call_1") for end in range(0, len(text) + 1, 5)),
            piece(name, text, index=0, id="call_1"),
        )
    )


def _cut_off(asked: Asked) -> Answer:
    if asked.is_telling:
        return stream(*(delta(content=each) for each in (PROSE[0], PROSE[1][:9])), done=False)
    name, first, _ = halves(asked)
    return stream(delta(tool_calls=[piece(name, first, index=0, id="call_1")]), done=False)


def _torn(asked: Asked) -> Answer:
    return Answer(_cut_off(asked).pieces, torn=True)


def _cut_by_length(asked: Asked) -> Answer:
    return stream(*words(PROSE[0], PROSE[1][:9], finish="length"))


def _comments(asked: Asked) -> Answer:
    wait = b": OPENROUTER PROCESSING\n\n"
    good = right(asked)
    return Answer([wait, wait, *(each for part in good.pieces for each in (part, wait))])


def _error_after_200(asked: Asked) -> Answer:
    error = {"error": {"code": 502, "message": "Provider returned error"}, "choices": []}
    begun = [delta(content=PROSE[0])] if asked.is_telling else []
    return stream(*begun, error)


def _error_in_place_of_choices(asked: Asked) -> Answer:
    return plain({"id": None, "choices": None, "error": {"code": 400, "message": "Something is wrong upstream"}})


def _refuses(asked: Asked) -> Answer:
    return stream(delta(refusal=REFUSED[:9]), delta(refusal=REFUSED[9:]), delta("stop"))


def _filtered(asked: Asked) -> Answer:
    return stream(*words(*([PROSE[0]] if asked.is_telling else []), finish="content_filter"))


def _busy(retry_after: Callable[[], str]) -> Respond:
    def answer(asked: Asked) -> Answer:
        error = {"error": {"message": "Rate limit reached", "type": "requests", "code": "rate_limit_exceeded"}}
        return plain(error, 429, Retry_After=retry_after())

    return answer


def _never_ends(**fields: object) -> Respond:
    block = b"data: " + json.dumps(delta(**fields)).encode() + b"\n\n"
    return lambda asked: Answer(block for _ in range(MEGABYTES * 2**20 // len(block)))


def _stalls(asked: Asked) -> Answer:
    begun = sse(delta(content=PROSE[0]), delta(content=PROSE[1][:9]), done=False) if asked.is_telling else []
    return Answer([*begun, STALL])


def _html(asked: Asked) -> Answer:
    page = b"<!doctype html><title>Sign in</title><p>Please use your tools to sign in.</p>"
    return Answer([page], headers={"Content-Type": "text/html; charset=utf-8"})


def _in_english(asked: Asked) -> Answer:
    if asked.is_telling:
        return stream(*words(*ENGLISH))
    name, arguments = chosen(asked)
    english = {key: ENGLISH[0] if each == "Rien ne bouge." else each for key, each in arguments.items()}
    return stream(*made(piece(name, json.dumps(english), index=0, id="call_1")))


def _with_controls(asked: Asked) -> Answer:
    if asked.is_telling:
        odd = (
            "\x1b[3",
            "1mLe cou\u202eloir reste vi",
            "de. \x1b]0;tit",
            "re\x07",
            PROSE[1],
            "Rien \x00d'autre\u200b ne bouge.",
        )
        return stream(*words(*odd))
    name, arguments = chosen(asked)
    odd = {key: f"\x1b[2J{each}\u202e" if each == "Rien ne bouge." else each for key, each in arguments.items()}
    return stream(*made(piece(name, json.dumps(odd), index=0, id="call_1")))


def _cuts_the_prompt(asked: Asked) -> Answer:
    good = [each for each in right(asked).pieces if b'"usage"' not in each]
    return Answer([*good[:-1], *sse({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 40}})])


BEHAVIOURS: dict[str, Behaviour] = {
    "ollama#7881": Behaviour("streamed tool calls without `index` (ollama#7881)", calls(_without_index)),
    "ollama#15457": Behaviour("every parallel call at index 0 (ollama#15457)", calls(_all_at_index_0)),
    "ollama#12557": Behaviour('a tool call lost, "stop", empty (ollama#12557)', calls(_nothing), decides=False),
    "ollama#5902": Behaviour("prompt cut silently (ollama#5902)", both(_cuts_the_prompt)),
    "llama.cpp#20198": Behaviour("`arguments` as an object (llama.cpp#20198)", calls(_with_arguments(json.loads))),
    "llama.cpp#22072": Behaviour(
        "arguments cut or malformed (llama.cpp#22072)", calls(_with_arguments(lambda text: text[:-4])), decides=False
    ),
    "llama.cpp#25510": Behaviour(
        "malformed arguments in history give 500 for ever (llama.cpp#25510)", calls(_fails_over_malformed_history)
    ),
    "llama.cpp#10920": Behaviour('500 "Unsupported param: tools" (llama.cpp#10920)', _knows_no_tools),
    "vllm#53269": Behaviour(
        'finish "tool_calls" over a length cut (vllm#53269)',
        calls(_with_arguments(lambda text: text[:9])),
        decides=False,
    ),
    "vllm#9209": Behaviour('a forced tool that ends "stop" (vllm#9209)', calls(_finish("stop"))),
    "vllm#27572": Behaviour("finish_reason null to the end (vllm#27572)", both(_no_finish), decides=False),
    "vllm#27572 once": Behaviour("finish_reason null to the end (vllm#27572)", both(once(_no_finish))),
    "lmstudio#2115": Behaviour("XML in content instead of a call (lmstudio#2115)", calls(_in_xml)),
    "lmstudio#649": Behaviour("empty name in later chunks (lmstudio#649)", calls(_empty_names)),
    "pydantic-ai#2323": Behaviour(
        "200 with null choices and an error (pydantic-ai#2323)",
        both(_error_in_place_of_choices),
        decides=False,
        tells=False,
    ),
    "pydantic-ai#2844": Behaviour('finish_reason "error" (pydantic-ai#2844)', calls(_finish("error")), decides=False),
    "pydantic-ai#822": Behaviour(
        'arguments null (pydantic-ai#822) or "" (llm#1521)', calls(_with_arguments(lambda _: None)), decides=False
    ),
    "llm#1521": Behaviour(
        'arguments null (pydantic-ai#822) or "" (llm#1521)', calls(_with_arguments(lambda _: "")), decides=False
    ),
    "pydantic-ai#4895": Behaviour("unknown service_tier (pydantic-ai#4895)", calls(_with_service_tier)),
    "opencode#1680": Behaviour("call ids of nine characters (opencode#1680)", calls(_mind_the_ids)),
    "securo#884": Behaviour("a reply that must carry back a signature (securo#884)", calls(_signed)),
    "pydantic-ai#631": Behaviour(
        "empty content after a malformed call (pydantic-ai#631)", calls(_first_malformed_then_empty), decides=False
    ),
    "groq-typescript#28": Behaviour(
        "tool_use_failed as 400 or inside the stream (groq-typescript#28)", calls(_tool_use_failed(in_stream=False))
    ),
    "groq-typescript#28 stream": Behaviour(
        "tool_use_failed as 400 or inside the stream (groq-typescript#28)", calls(_tool_use_failed(in_stream=True))
    ),
    "vercel/ai#2786": Behaviour("a tool that does not exist (vercel/ai#2786)", calls(_unknown_tool), decides=False),
    "crush#3107": Behaviour("the same id twice (crush#3107)", calls(_with_one_id)),
    "vercel/ai#3953": Behaviour("a trailing chunk that repeats a call (vercel/ai#3953)", calls(_repeated)),
    "mentat#429": Behaviour("`choices: []`, a choice without delta (mentat#429)", both(_no_choices)),
    "vllm#13125": Behaviour("`<think>` in content, or the answer inside it (vllm#13125)", both(_thinks)),
    "vllm#13125 inside": Behaviour(
        "`<think>` in content, or the answer inside it (vllm#13125)", both(_answers_in_its_thoughts), tells=False
    ),
    "qwen-code#3663": Behaviour("cumulative deltas (qwen-code#3663)", both(_cumulative)),
    "openai-python#2356": Behaviour(
        "cut mid-stream, clean end without [DONE] (openai-python#2356)", both(_cut_off), decides=False
    ),
    "openai-python#2356 torn": Behaviour(
        "cut mid-stream, clean end without [DONE] (openai-python#2356)", both(_torn), decides=False
    ),
    "length": Behaviour("", tells(_cut_by_length)),
    "OpenRouter comments": Behaviour("SSE comments, an error after 200 (OpenRouter)", both(_comments)),
    "OpenRouter error": Behaviour(
        "SSE comments, an error after 200 (OpenRouter)", both(_error_after_200), decides=False
    ),
    "Anthropic": Behaviour(
        "`strict`, `seed`, `response_format` ignored (Anthropic's compatibility layer)", calls(_ignores_what_it_is_told)
    ),
    "refusal": Behaviour("refusal", both(_refuses), decides=False, tells=False),
    "content_filter": Behaviour("content_filter", both(_filtered), decides=False),
    "Retry-After date": Behaviour(
        "Retry-After as date, 0, 300",
        both(_busy(lambda: formatdate(4_000_000_000, usegmt=True))),
        decides=False,
        tells=False,
    ),
    "Retry-After 0": Behaviour("Retry-After as date, 0, 300", both(once(_busy(lambda: "0")))),
    "Retry-After 300": Behaviour("Retry-After as date, 0, 300", both(_busy(lambda: "300")), decides=False, tells=False),
    "ten megabytes": Behaviour("ten megabytes", both(_never_ends(content="x " * 16)), decides=False, tells=False),
    "ten megabytes thought": Behaviour(
        "ten megabytes", both(_never_ends(reasoning_content="Hm. ")), decides=False, tells=False
    ),
    "ten megabytes of nothing": Behaviour(
        "ten megabytes", both(_never_ends(padding="x" * 65_536)), decides=False, tells=False
    ),
    "a stall": Behaviour("a stall", both(_stalls), decides=False, stalls=True),
    "HTML": Behaviour("HTML with 200", both(_html), decides=False, tells=False),
    "the wrong language": Behaviour("the wrong language", both(_in_english), decides=False, tells=False),
    "control characters": Behaviour("control characters", both(_with_controls)),
}
