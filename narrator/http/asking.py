"""What is sent to a server: messages and tools in the shape that an endpoint takes, and what it was found not to take.

The words here are a model's and the wire's alone, the same in every language of play.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from narrator.endpoint import Endpoint, Mode
from narrator.exchange import Call, Message, Tool
from narrator.fitting import tokens, tokens_of
from narrator.http.spoken import whole_object
from narrator.schemas import union

Wire = dict[str, Any]
"""A part of a request, as JSON will say it."""

_ROUND_A_MESSAGE = 8
_LETTERS_A_TOKEN_AT_MOST = 5
_A_PIECE = 60
"""Characters by which a reply may be past its limit when that is seen."""

_SHOWN_OF_AN_ENUM = 24


@dataclass(slots=True)
class Terms:
    """How an endpoint is asked, with what was learnt of it since the program began: the mode, and the parameters that
    it refused."""

    endpoint: Endpoint
    mode: Mode
    refused: set[str] = field(default_factory=set[str])

    def body(self, messages: Sequence[Message], tools: Sequence[Tool], seed: int) -> Wire:
        """The whole request: a question with tools, or without any a telling."""
        endpoint, takes = self.endpoint, self.endpoint.takes
        body: Wire = {
            "model": endpoint.model,
            "messages": self._messages(messages, tools),
            "stream": True,
            self._limit: endpoint.most,
        }
        if takes.usage:
            body["stream_options"] = {"include_usage": True}
        if takes.temperature is not None:
            body["temperature"] = takes.temperature
        if takes.seed:
            body["seed"] = seed
        if tools and self.mode is Mode.TOOL:
            body |= self._tools(tools)
        elif tools and self.mode is Mode.SCHEMA:
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": self._strictly(
                    {
                        "name": "proposal",
                        "schema": union(tools),
                    }
                ),
            }
        kept_by_another_name = {"max_tokens", "tool_choice"}
        return {key: value for key, value in body.items() if key not in self.refused - kept_by_another_name}

    def drop(self, parameter: str) -> bool:
        """Do without a parameter, or a mode, from now on; False where that is not possible."""
        if parameter in ("tools", "response_format"):
            return self.mode is (Mode.TOOL if parameter == "tools" else Mode.SCHEMA) and self.fall()
        if parameter in self.refused:
            return False
        self.refused.add(parameter)
        return True

    def fall(self) -> bool:
        """Go down to the next mode; False where there is none."""
        modes = self.endpoint.takes.modes
        below = modes[modes.index(self.mode) + 1 :]
        self.mode = below[0] if below else self.mode
        return bool(below)

    @property
    def _limit(self) -> str:
        """What the longest reply is called there, or by its other name where that was refused."""
        refused = "max_tokens" in self.refused
        return "max_completion_tokens" if self.endpoint.takes.max_completion_tokens != refused else "max_tokens"

    def _tools(self, tools: Sequence[Tool]) -> Wire:
        named = [
            self._strictly({"name": each.name, "description": each.purpose, "parameters": each.schema})
            for each in tools
        ]
        forced = self.endpoint.takes.required and "tool_choice" not in self.refused
        body: Wire = {
            "tools": [{"type": "function", "function": each} for each in named],
            "tool_choice": "required" if forced else "auto",
        }
        if self.endpoint.takes.parallel:
            body["parallel_tool_calls"] = False
        return body

    def _strictly(self, schema: Wire) -> Wire:
        return {**schema, "strict": True} if self.endpoint.takes.strict and "strict" not in self.refused else schema

    def _messages(self, messages: Sequence[Message], tools: Sequence[Tool]) -> list[Wire]:
        if not tools or self.mode is Mode.TOOL:
            return list(_joined(_with_calls(each) for each in messages))
        sent = list(_joined(_in_words(each) for each in messages))
        # Last, so that the part that never changes stays the beginning of every prompt.
        sent[-1] = {**sent[-1], "content": f"{sent[-1]['content']}\n\n{gist(tools)}"}
        return sent


def gist(tools: Sequence[Tool]) -> str:
    """The tools in words, for a model that cannot be given any: each with an answer in its shape, what is wanted in
    the place of every value. What several tools have in common is shown once."""
    shown: list[object] = []
    lines = ['JSON: {"tool": …, "arguments": {…}}', ""]
    for each in tools:
        example = {"tool": each.name, "arguments": _example(each.schema, shown)}
        lines += [f"{each.name}: {each.purpose}", json.dumps(example, ensure_ascii=False)]
    return "\n".join(lines)


def estimate(body: Wire) -> int:
    """Tokens of a request's prompt, on the high side."""
    return tokens(_prompt(body)) + _ROUND_A_MESSAGE * len(body["messages"])


def least(body: Wire) -> int:
    """Tokens of a request's prompt, on the low side: what does not fit then, never fits."""
    return len(_prompt(body)) // _LETTERS_A_TOKEN_AT_MOST


def most_letters(endpoint: Endpoint) -> int:
    """Characters of a reply, at the most: what goes on past them is no reply of as many tokens as were asked for."""
    return endpoint.most * _LETTERS_A_TOKEN_AT_MOST


def most_tokens(endpoint: Endpoint) -> int:
    """Tokens of a reply at the most, as they are counted where the server does not count: those that are set aside."""
    return tokens_of(most_letters(endpoint) + _A_PIECE)


def letters(body: Wire) -> int:
    """Characters of a request's messages; not of its tools, which some servers do not count."""
    return sum(len(each["content"] or "") for each in body["messages"])


def _prompt(body: Wire) -> str:
    return json.dumps([body["messages"], body.get("tools"), body.get("response_format")], ensure_ascii=False)


def _with_calls(message: Message) -> Wire:
    call = message.call
    if call is None or message.role not in ("assistant", "tool"):
        return {"role": message.role, "content": message.text}
    if message.role == "tool":
        return {"role": "tool", "tool_call_id": call.id, "content": message.text}
    # A server that cannot read arguments back fails for ever after (llama.cpp#25510).
    arguments = call.arguments if whole_object(call.arguments) is not None else "{}"
    function = {"name": call.name, "arguments": arguments}
    made = {**call.extra, "id": call.id, "type": "function", "function": function}
    return {"role": "assistant", "content": message.text or None, "tool_calls": [made]}


def _in_words(message: Message) -> Wire:
    call = message.call
    if message.role == "assistant" and call is not None:
        return {"role": "assistant", "content": message.text or _said(call)}
    return {"role": "user" if message.role == "tool" else message.role, "content": message.text}


def _said(call: Call) -> str:
    answer = {"tool": call.name, "arguments": whole_object(call.arguments) or {}}
    return json.dumps(answer, ensure_ascii=False)


def _joined(messages: Iterator[Wire]) -> Iterator[Wire]:
    """Two messages of a user in a row made one: some models' templates take none."""
    last: Wire | None = None
    for each in messages:
        if last is not None and last["role"] == each["role"] == "user":
            last = {**last, "content": f"{last['content']}\n\n{each['content']}"}
            continue
        if last is not None:
            yield last
        last = each
    if last is not None:
        yield last


def _example(schema: Mapping[str, Any], shown: list[object]) -> Any:
    """A value in the shape of a schema; choices stand side by side. Lists go into `shown`, and are empty from then
    on."""
    if "enum" in schema:
        return "|".join([str(each) for each in schema["enum"]][:_SHOWN_OF_AN_ENUM])
    for each in cast("list[Mapping[str, Any]]", schema.get("anyOf", ())):
        if each.get("type") != "null":
            return _example({**each, "description": schema.get("description", each.get("description"))}, shown)
    match schema["type"]:
        case "object":
            return {key: _example(each, shown) for key, each in schema["properties"].items()}
        case "array":
            if schema in shown:
                return []
            shown.append(schema)
            return [_example(schema["items"], shown)]
        case "boolean":
            return False
        case _:
            # In brackets: a model that copies it is known by them (narrator.http.hearing).
            return f"<{schema.get('description') or '…'}>"
