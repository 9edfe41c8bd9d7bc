"""What does not fit in a request, told field by field in words instead of pydantic's report."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any, get_args

from pydantic import ValidationError

from engine.core.check import Aim

MOST_FAULTS = 20
"""Faults told at once; past them nobody reads on."""

MAX_LIST = 1000
"""The longest list of a request."""

MAX_VALUES = 50_000
"""All values of a request together, of lists and of objects, at every depth: each may have its own fault."""

_WEIGHED = 1000
"""Faults that are looked at, to tell the first."""

_QUOTED = 60

_PHRASES = {
    "missing": "is missing",
    "missing_argument": "is missing",
    "extra_forbidden": "is no field here",
    "unexpected_keyword_argument": "is no field here",
    "int_type": "has to be a whole number",
    "int_parsing": "has to be a whole number",
    "int_parsing_size": "is too large a number",
    "int_from_float": "has to be a whole number",
    "string_type": "has to be text",
    "string_too_short": "has to be {min_length} characters or more",
    "string_too_long": "has to be {max_length} characters or less",
    "string_pattern_mismatch": "has a character that it cannot have",
    "bool_type": "has to be true or false",
    "tuple_type": "has to be a list",
    "list_type": "has to be a list",
    "dict_type": "has to be an object",
    "dataclass_type": "has to be an object",
    "dataclass_exact_type": "has to be an object",
    "model_type": "has to be an object",
    "model_attributes_type": "has to be an object",
    "enum": "has to be one of {expected}",
    "literal_error": "has to be one of {expected}",
    "greater_than_equal": "has to be {ge} or more",
    "less_than_equal": "has to be {le} or less",
    "too_short": "has to have {min_length} or more",
    "too_long": "has to have {max_length} or less",
    "value_error": "{error}",
}
_OF_SHAPE = {"missing", "missing_argument", "unexpected_keyword_argument"}
# Where one of several classes may stand, pydantic tries them all and names each in the place of its errors.
_CLASSES = {each.__name__ for each in get_args(Aim)}

_Place = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Misfit:
    """A field that does not fit, and why: "check.actor is missing"."""

    field: str
    sentence: str


def cut(said: str, most: int = _QUOTED) -> str:
    """As much of what was said as is told again."""
    return said if len(said) <= most else said[:most] + "…"


def too_much(fields: dict[str, Any]) -> Misfit | None:
    """What is too large to be held to a form: faults are told one by one, and a line has room for a million."""
    left = MAX_VALUES
    waiting: list[tuple[_Place, Any]] = [((), fields)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, list) and len(value) > MAX_LIST:  # pyright: ignore[reportUnknownArgumentType]
            return _told("", place, f"has to have {MAX_LIST} or less")
        inside: list[tuple[int | str, Any]] = [*(value.items() if isinstance(value, dict) else enumerate(value))]
        left -= len(inside)
        if left < 0:
            return _told("", (), f"has to have {MAX_VALUES} values or less")
        waiting += (((*place, key), each) for key, each in inside if isinstance(each, dict | list))
    return None


def misfits(error: ValidationError, below: str = "") -> tuple[Misfit, ...]:
    """Each fault of a request; `below` is the field that its values stood in, read by `wire` in a list of one."""
    skipped = 1 if below else 0
    reported = error.errors(include_url=False, include_input=False)[:_WEIGHED]
    every = [(tuple(each["loc"][skipped:]), each) for each in reported]
    found: list[Misfit] = []
    for _, group in groupby(every, key=lambda each: _until_class(each[0])):
        found += [_misfit(below, place, fault) for place, fault in _nearest_class(list(group))]
    return tuple(dict.fromkeys(found))[:MOST_FAULTS]


def _until_class(place: _Place) -> _Place:
    cut = next((number for number, each in enumerate(place) if each in _CLASSES), None)
    return place if cut is None else place[:cut]


def _nearest_class(group: list[tuple[_Place, Any]]) -> list[tuple[_Place, Any]]:
    """Of the classes that were tried in one place, the one whose fields fit best was meant."""
    tried: dict[object, list[tuple[_Place, Any]]] = {}
    for place, fault in group:
        tried.setdefault(next((each for each in place if each in _CLASSES), None), []).append((place, fault))
    return min(tried.values(), key=lambda faults: (sum(fault["type"] in _OF_SHAPE for _, fault in faults), len(faults)))


def _misfit(below: str, place: _Place, fault: Any) -> Misfit:
    said = _PHRASES.get(fault["type"])
    return _told(
        below, place, f"does not fit ({fault['msg']})" if said is None else said.format(**fault.get("ctx", {}))
    )


def _told(below: str, place: _Place, phrase: str) -> Misfit:
    path = below
    for each in place:
        if isinstance(each, int):
            path += f"[{each}]"
        elif each not in _CLASSES:
            path += f".{cut(each)}" if path else cut(each)
    return Misfit(path, f"{path or 'it'} {phrase}")
