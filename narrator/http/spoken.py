"""Calls that a model wrote into its text, where its server did not make tool calls of them.

Known: JSON anywhere in the text (alone, fenced, in `<tool_call>`, in `[TOOL_REQUEST]`), and `<function=name>` with JSON
or `<parameter=key>` inside.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from narrator.exchange import Call

_FUNCTION = re.compile(r"<function=([\w.-]+)>(.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([\w.-]+)>(.*?)</parameter>", re.DOTALL)
_NAMES = ("tool", "name", "function", "tool_name")
_ARGUMENTS = ("arguments", "parameters", "args", "input")
_DECODER = json.JSONDecoder(strict=False)
_TRIED_AT_MOST = 64
_DEEPEST = 4


def call_in(text: str, tools: Collection[str]) -> Call | None:
    """The first call in the text, in any of the ways that are known; its tool need not be one of `tools`."""
    for found in _FUNCTION.finditer(text):
        arguments = _in_tags(found[2])
        if arguments is not None:
            return Call(found[1], arguments)
    for each in _objects(text):
        call = _as_call(each, tools)
        if call is not None:
            return call
    return None


def whole_object(text: str) -> Mapping[str, Any] | None:
    """The JSON object that the text is, control characters in its strings forgiven; None where it is none."""
    try:
        value = json.loads(text, strict=False, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    return cast("Mapping[str, Any]", value) if isinstance(value, dict) else None


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _in_tags(inside: str) -> str | None:
    """What stands in <function=…>, as JSON text; None where it is neither JSON nor parameters."""
    if whole_object(inside) is not None:
        return inside.strip()
    parameters = {each[1]: _value(each[2].strip()) for each in _PARAMETER.finditer(inside)}
    if not parameters and inside.strip():
        return None
    return json.dumps(parameters, ensure_ascii=False)


def _value(text: str) -> Any:
    """A parameter's value: JSON where it reads as JSON, else the words themselves."""
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return text


def _objects(text: str) -> Iterator[Mapping[str, Any]]:
    """The JSON objects in a text, outermost ones, in order."""
    at = text.find("{")
    for _ in range(_TRIED_AT_MOST):
        if at < 0:
            return
        try:
            value, end = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield value
        at = text.find("{", end)


def _as_call(value: Mapping[str, Any], tools: Collection[str], depth: int = 0) -> Call | None:
    inner = _wrapped(value)
    if inner is not None:
        return _as_call(inner, tools, depth + 1) if depth < _DEEPEST else None
    called = next((key for key in _NAMES if isinstance(value.get(key), str) and value[key]), None)
    given = next((key for key in _ARGUMENTS if key in value), None)
    if called is not None and (given is not None or value[called] in tools):
        rest = {key: each for key, each in value.items() if key not in (called, "type", "id")}
        return Call(value[called], as_text(value[given] if given is not None else rest))
    if len(value) == 1 and next(iter(value)) in tools:
        ((name, inside),) = value.items()
        return Call(name, as_text(inside))
    if len(tools) == 1 and value:
        return Call(next(iter(tools)), as_text(value))
    return None


def _wrapped(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The call inside `tool_calls`, `function` or `proposal`."""
    calls = value.get("tool_calls")
    alone = value.get("function", value.get("proposal"))
    first: Any = cast("list[Any]", calls)[0] if isinstance(calls, list) and calls else alone
    return cast("Mapping[str, Any]", first) if isinstance(first, dict) else None


def as_text(arguments: object) -> str:
    """Arguments as JSON text, however they came: as text, as an object, or not at all."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)
