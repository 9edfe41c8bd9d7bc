"""What servers really send, brought into the shape of the schema that was asked for, or refused in one sentence.

Mended is what can mean one thing only: JSON in a fence or in a string, a wrapper, "null", other letters, a name for an
id, a list of one. Anything else goes back with what would work; nothing that a server sends raises anything but Wrong.
"""

import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast

from narrator.exchange import Schema
from narrator.sanitise import one_line
from narrator.schemas import NULL
from narrator.telling.voice import line
from narrator.tools.offer import Names, Wrong, folded
from narrator.wrapping import LAYERS, called, given, inner

_NOTHING = frozenset({"", "null", "none", "nil", "n/a"})
_LISTED = 30
_LONGEST_NAME = 200
_MISSING: Any = object()
_TRUTHS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "": False, "null": False}


def opened(name: str, arguments: object, tools: Iterable[str]) -> tuple[str, dict[str, Any]]:
    """The tool that is called, one of these, and its arguments, whatever stands around them. Raises Wrong."""
    known = {folded(each): each for each in tools}
    meant = _known(name, known)
    value: Any = arguments
    for _ in range(LAYERS):
        value = _an_object(value)
        here = next((found for _, each in called(value) if (found := _known(each, known))), None)
        alone = _known(next(iter(value)), known) if len(value) == 1 else None
        meant = meant or here or alone
        inside = next((each for each in (*given(value), *inner(value)) if _holds_more(each)), None)
        if inside is None and alone is not None and alone == meant:
            inside = next(iter(value.values()))
        if inside is None:
            break
        value = inside
    else:
        value = _an_object(value)
    if meant is None:
        raise Wrong(f"There is no tool {_quoted(name)}. The tools are: {', '.join(known.values())}.")
    return meant, value


def mended(value: Any, schema: Schema, names: Names, path: str = "") -> Any:
    """The value in the shape of the schema; what it lacks is filled in where that means nothing. Raises Wrong."""
    if "anyOf" in schema:
        return _or_null(value, schema, names, path)
    if "enum" in schema:
        return _one_of(value, schema, names, path)
    match schema["type"]:
        case "object":
            return _object(value, schema, names, path)
        case "array":
            return _list(value, schema, names, path)
        case "boolean":
            return _truth(value, path)
        case _:
            return _text(value, schema, path)


# --- opening


def _an_object(value: object) -> dict[str, Any]:
    if isinstance(value, str):
        value = _parsed(value)
        value = _parsed(value) if isinstance(value, str) else value
    if isinstance(value, list):
        # Two calls in one: the second one is dropped.
        value = next(iter(cast(list[object], value)), None)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise Wrong("The arguments are not a JSON object: send one object with the tool's fields.")
    return cast(dict[str, Any], value)


def _parsed(text: str) -> Any:
    """The first JSON value in a text, whatever stands around it: a fence, a word, a tag, a second call."""
    text = text.strip()
    if folded(text[:10]) in _NOTHING:
        return None
    if text[:1] not in ("{", "[", '"'):
        text = text[text.find("{") :] if "{" in text else ""
    try:
        return json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        told = "The arguments are no whole JSON object: send it again, shorter, with every bracket closed."
        raise Wrong(told) from None


def _known(name: object, tools: Mapping[str, str]) -> str | None:
    """The tool of that name, also with a prefix that a server put before it."""
    if not isinstance(name, str):
        return None
    plain = folded(one_line(name[:_LONGEST_NAME]))
    return tools.get(plain) or tools.get(re.split(r"[.:/]", plain)[-1])


def _holds_more(value: object) -> bool:
    return isinstance(value, dict | list) or (isinstance(value, str) and value.lstrip()[:1] in ("{", "`"))


# --- mending


def _or_null(value: Any, schema: Schema, names: Names, path: str) -> Any:
    inner = next(each for each in schema["anyOf"] if each != NULL)
    if value is _MISSING or value is None:
        return None
    if isinstance(value, str) and folded(value) in _NOTHING and value not in inner.get("enum", ()):
        return None
    return mended(value, inner, names, path)


def _one_of(value: Any, schema: Schema, names: Names, path: str) -> Any:
    values: list[Any] = schema["enum"]
    if schema["type"] == "integer":
        return _number(value, values, path)
    if isinstance(value, str) and value in values:
        return value
    if isinstance(value, str):
        said = folded(one_line(value[:_LONGEST_NAME]))
        meant = [each for each in values if said == folded(each) or said in names.get(each, ())]
        if len(meant) == 1:
            return meant[0]
    raise Wrong(f"{_at(path)} {_unfit(value)}: it is one of {_listed(values)}.")


def _number(value: Any, values: list[int], path: str) -> int:
    if value is _MISSING or value is None:
        value = 0
    said = value.strip() if isinstance(value, str) else value
    found = [each for each in values if not isinstance(said, bool) and said in (each, str(each))]
    if not found:
        raise Wrong(f"{_at(path)} {_unfit(value)}: it is one of {_listed(values)}.")
    return found[0]


def _object(value: Any, schema: Schema, names: Names, path: str) -> dict[str, Any]:
    properties: dict[str, Schema] = schema["properties"]
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "`"):
        value = _parsed(value)
    if not isinstance(value, dict):
        raise Wrong(f"{_at(path)} {_unfit(value)}: it is an object with {', '.join(properties)}.")
    given = {folded(key): each for key, each in cast(dict[str, Any], value).items()}
    prefix = f"{path}." if path else ""
    return {key: mended(given.get(key, _MISSING), each, names, prefix + key) for key, each in properties.items()}


def _list(value: Any, schema: Schema, names: Names, path: str) -> list[Any]:
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "`"):
        value = _parsed(value)
    if value is _MISSING or value is None or (isinstance(value, str) and folded(value) in _NOTHING):
        value = []
    every = cast(list[Any], value) if isinstance(value, list) else [value]
    found = [mended(each, schema["items"], names, path) for each in every[: schema["maxItems"]]]
    least = schema.get("minItems", 0)
    if len(found) < least:
        raise Wrong(f"{_at(path)} names too few: give {'one at least' if least == 1 else least}.")
    return found


def _truth(value: Any, path: str) -> bool:
    if value is _MISSING or value is None:
        return False
    found = _TRUTHS.get(folded(str(value))) if isinstance(value, bool | int | str) else None
    if found is None:
        raise Wrong(f"{_at(path)} {_unfit(value)}: it is true or false.")
    return found


def _text(value: Any, schema: Schema, path: str) -> str:
    most: int = schema["maxLength"]
    # NaN and the infinite are no words, whatever JSON a server makes of them.
    is_said = isinstance(value, str | int) or (isinstance(value, float) and math.isfinite(value))
    said = str(value) if is_said and not isinstance(value, bool) else ""
    # A model in a loop sends pages: what is far beyond the limit is not even looked at.
    said = one_line(said[: 4 * most])
    if not any(each.isalnum() for each in said):
        raise Wrong(f"{_at(path)} {_unfit(value)}: say it in words, {most} characters at the most.")
    return line(said, most)


# --- saying what is wrong


def _at(path: str) -> str:
    return f"`{path}`" if path else "What is sent"


def _unfit(value: Any) -> str:
    if value is _MISSING or value is None:
        return "is missing"
    return f"cannot be {_quoted(value)}" if isinstance(value, str | int | float) else "has another shape"


def _quoted(value: object) -> str:
    return f'"{line(one_line(str(value)[:_LONGEST_NAME]), 40)}"'


def _listed(values: list[Any]) -> str:
    more = f" (and {len(values) - _LISTED} more)" if len(values) > _LISTED else ""
    return ", ".join(map(str, values[:_LISTED])) + more
