"""What a fault server says: calls made from the tools that it is offered, prose, and the chunks that carry them."""

import json
from typing import Any

from tests.faults.server import Answer, Asked

PROSE = ("Le couloir reste vide. ", "Une goutte tombe, loin derrière. ", "Rien d'autre ne bouge.")
"""Sentences that hold in any scene; in French, as the played turns are."""

PREFERRED = ("rule_without_roll", "ask_player")
"""The tools that are called where they are offered: a value of their schema is a proposal that the engine takes."""

USAGE = {"prompt_tokens": 1_200, "completion_tokens": 40, "prompt_tokens_details": {"cached_tokens": 1_000}}


def sse(*chunks: object, done: bool = True) -> list[bytes]:
    """Chunks as server-sent events."""
    events = [f"data: {json.dumps(each)}\n\n".encode() for each in chunks]
    return [*events, *([b"data: [DONE]\n\n"] if done else [])]


def stream(*chunks: object, done: bool = True) -> Answer:
    """A whole streamed response."""
    return Answer(sse(*chunks, done=done))


def plain(body: object, status: int = 200, **headers: str) -> Answer:
    """A response that is no stream."""
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return Answer([json.dumps(body).encode()], status, {"Content-Type": "application/json", **named})


def delta(finish: str | None = None, usage: object = None, **fields: object) -> dict[str, Any]:
    """One chunk of a reply."""
    choice = {"index": 0, "delta": fields, "finish_reason": finish}
    return {"object": "chat.completion.chunk", "choices": [choice], **({"usage": usage} if usage else {})}


def counted() -> dict[str, Any]:
    """The chunk that a server sends last where it is asked to count."""
    return {"object": "chat.completion.chunk", "choices": [], "usage": USAGE}


def words(*pieces: str, finish: str | None = "stop") -> list[dict[str, Any]]:
    """Text in pieces, to its end."""
    return [*(delta(content=each) for each in pieces), delta(finish), counted()]


def piece(name: str | None = None, arguments: object = "", **fields: object) -> dict[str, Any]:
    """A part of a tool call; a name of None is left out."""
    function = {"arguments": arguments} if name is None else {"name": name, "arguments": arguments}
    return {"type": "function", "function": function, **fields}


def made(*pieces: dict[str, Any], finish: str | None = "tool_calls") -> list[dict[str, Any]]:
    """A tool call in pieces, to its end."""
    return [*(delta(tool_calls=[each]) for each in pieces), delta(finish), counted()]


def chosen(asked: Asked) -> tuple[str, dict[str, Any]]:
    """A proposal that the tools on offer allow: its name and arguments."""
    offered = _offered(asked)
    name = next((each for each in PREFERRED if each in offered), next(iter(offered)))
    return name, _value(offered[name])


def halves(asked: Asked) -> tuple[str, str, str]:
    """The same, its arguments as JSON in two parts."""
    name, arguments = chosen(asked)
    text = json.dumps(arguments)
    return name, text[: len(text) // 2], text[len(text) // 2 :]


def right_call(asked: Asked) -> Answer:
    """A call as it should be."""
    name, first, rest = halves(asked)
    return stream(*made(piece(name, first, index=0, id="call_1"), piece(None, rest, index=0)))


def right_prose(asked: Asked) -> Answer:
    """Prose as it should be."""
    return stream(*words(*PROSE))


def right(asked: Asked) -> Answer:
    """Whatever is asked, as it should be."""
    if asked.is_telling:
        return right_prose(asked)
    if asked.tools:
        return right_call(asked)
    name, arguments = chosen(asked)
    return stream(*words(json.dumps({"tool": name, "arguments": arguments})))


def _offered(asked: Asked) -> dict[str, Any]:
    """The schema of each tool, from the tools, from the union that the reply has to meet, or from the words."""
    if asked.tools:
        return {each["name"]: each["parameters"] for each in asked.tools}
    if "response_format" in asked.body:
        schema = asked.body["response_format"]["json_schema"]["schema"]
        properties = [each["properties"] for each in schema["properties"]["proposal"]["anyOf"]]
        return {each["tool"]["enum"][0]: each["arguments"] for each in properties}
    examples = [json.loads(line) for line in asked.said.splitlines() if line.startswith('{"tool": "')]
    return {each["tool"]: {"const": _picked(each["arguments"])} for each in examples}


def _picked(example: Any) -> Any:
    """An example with one of the choices where several stand side by side."""
    if isinstance(example, dict):
        return {key: _picked(each) for key, each in example.items()}
    if isinstance(example, list):
        return []
    if not isinstance(example, str):
        return example
    return "Rien ne bouge." if example.startswith("<") else example.split("|")[0]


def _value(schema: dict[str, Any]) -> Any:
    """The plainest value of a schema: null, the first choice, the empty list."""
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return None if {"type": "null"} in schema["anyOf"] else _value(schema["anyOf"][0])
    match schema["type"]:
        case "object":
            return {key: _value(each) for key, each in schema["properties"].items()}
        case "array":
            return [_value(schema["items"])] * schema.get("minItems", 0)
        case "boolean":
            return False
        case "integer":
            return schema.get("minimum", 0)
        case _:
            return "Rien ne bouge."
