"""Calls that a model wrote into its text, where its server did not make tool calls of them.

Known: JSON anywhere in the text (alone, fenced, in `<tool_call>`, in `[TOOL_REQUEST]`), and `<function=name>` with JSON
or `<parameter=key>` inside.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from narrator.exchange import Call
from narrator.wrapping import LAYERS, called, given, inner

_FUNCTION = re.compile(r"<function=([\w.-]+)>(.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([\w.-]+)>(.*?)</parameter>", re.DOTALL)
_DECODER = json.JSONDecoder(strict=False)
_TRIED_AT_MOST = 64


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


def _as_call(value: Mapping[str, Any], tools: Collection[str]) -> Call | None:
    for _ in range(LAYERS):
        inside = next((call for each in inner(value) if (call := _first(each))), None)
        if inside is None:
            return _call(value, tools)
        value = inside
    return None


def _first(calls: object) -> Mapping[str, Any] | None:
    """The call, of several the first one."""
    first = next(iter(cast("list[object]", calls)), None) if isinstance(calls, list) else calls
    return cast("Mapping[str, Any]", first) if isinstance(first, dict) else None


def _call(value: Mapping[str, Any], tools: Collection[str]) -> Call | None:
    key, name = next(called(value), ("", ""))
    arguments = list(given(value))[:1]
    if name and (arguments or name in tools):
        rest = {each: value[each] for each in value if each not in (key, "type", "id")}
        return Call(name, as_text(arguments[0] if arguments else rest))
    if len(value) == 1 and next(iter(value)) in tools:
        ((name, inside),) = value.items()
        return Call(name, as_text(inside))
    if len(tools) == 1 and value:
        return Call(next(iter(tools)), as_text(value))
    return None


def as_text(arguments: object) -> str:
    """Arguments as JSON text, however they came: as text, as an object, or not at all."""
    if isinstance(arguments, str):
        return arguments
    return "" if arguments is None else json.dumps(arguments, ensure_ascii=False)
