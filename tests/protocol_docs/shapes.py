"""What the engine's values look like from outside: classes, their fields and types, as JSON has them."""

import json
import types
from collections.abc import Iterator
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Literal, NewType, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from engine.core.commands import Command
from engine.core.events import Event
from engine.core.legal import Options
from engine.core.state import Game
from engine.core.view import View
from engine.story import Story

COMMANDS: tuple[type, ...] = get_args(Command)
EVENTS: tuple[type, ...] = get_args(Event)
ROOTS: tuple[type, ...] = (*COMMANDS, *EVENTS, View, Options, Game, Story)


@dataclass(frozen=True)
class Row:
    """A field as it is documented; `default` is JSON text, None where the field has to be there."""

    owner: str
    name: str
    kind: str
    default: str | None


@cache
def hints(owner: type) -> dict[str, Any]:
    """A class's fields and their types."""
    return get_type_hints(owner)


def rows(owner: type) -> list[Row]:
    """The fields of a class, in order."""
    return [Row(owner.__name__, each.name, told(hints(owner)[each.name]), _default(each)) for each in fields(owner)]


def told(kind: Any) -> str:
    """A type in a reader's words, with a link where it has a place of its own on the page."""
    if isinstance(kind, NewType):
        return f"text ({kind.__name__})"
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return "text"
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(told(each) for each in inner))
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return f"list of {told(inner[0])}"
        return f"list of two: {', '.join(map(told, inner))}"
    if is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, Enum)):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    if origin is dict:
        return "object"
    if origin is Annotated or (isinstance(kind, type) and issubclass(kind, BaseModel)):
        return told(inner[0]) if inner else f"[{kind.__name__}](#{kind.__name__.lower()})"
    return {int: "whole number", str: "text", bool: "true or false", types.NoneType: "null"}[kind]


def request_rows(owner: type[BaseModel]) -> list[Row]:
    """The fields of a request, in order."""
    return [
        Row(owner.__name__, name, told(each.annotation), None if each.is_required() else _as_json(each.default))
        for name, each in owner.model_fields.items()
    ]


def _default(field: Field[Any]) -> str | None:
    return None if field.default is MISSING else _as_json(field.default)


def _as_json(value: Any) -> str:
    # A class whose fields all have their defaults is an empty object.
    return "{}" if is_dataclass(value) else json.dumps(value)


def values() -> list[type]:
    """Every class and closed set that messages and answers are made of, beside the messages, by name."""
    found = dict.fromkeys(each for root in ROOTS for each in _inside(root))
    return sorted((each for each in found if each not in {*COMMANDS, *EVENTS}), key=lambda each: each.__name__)


@cache
def _inside(owner: type) -> tuple[type, ...]:
    below = [each for kind in hints(owner).values() for each in _classes(kind)]
    nested = [each for kind in below if is_dataclass(kind) and kind is not owner for each in _inside(kind)]
    return tuple(dict.fromkeys((owner, *below, *nested)))


def _classes(kind: Any) -> Iterator[type]:
    if is_dataclass(kind) or (isinstance(kind, type) and issubclass(kind, Enum)):
        yield kind  # type: ignore[misc]
    for each in get_args(kind):
        yield from _classes(each)
