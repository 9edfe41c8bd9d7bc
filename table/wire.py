"""Commands, events and games as JSON text, and back: one object a message, its class under `type`."""

from functools import cache
from types import GenericAlias
from typing import Any, get_args

from pydantic import ConfigDict, TypeAdapter
from pydantic_core import from_json, to_json

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from engine.core.state import Game

# As strict as JSON allows: "3" is no number, true is no 1, and what a class does not name is refused at every depth.
_STRICT = ConfigDict(strict=True, extra="forbid")
_MESSAGES: dict[str, type[Any]] = {each.__name__: each for each in (NewGame, *get_args(Command), *get_args(Event))}


class Unreadable(ValueError):
    """The text is no message of this version."""


@cache
def _adapter(message: Any) -> TypeAdapter[Any]:
    # In a tuple: pydantic lends these settings to plain dataclasses inside another type, not to one that stands alone.
    alone: Any = GenericAlias(tuple, (message,))
    return TypeAdapter(alone, config=_STRICT)


def _plain(message: Any, kind: Any) -> Any:
    return _adapter(kind).dump_python((message,), mode="json", exclude_defaults=True)[0]


def _read(kind: Any, text: bytes) -> Any:
    try:
        return _adapter(kind).validate_json(b"[%b]" % text)[0]
    except ValueError as error:
        raise Unreadable(str(error)) from error


def plain(value: Any) -> Any:
    """Any frozen value of the engine as plain JSON values; fields that have their default are left out."""
    return _plain(value, type(value))


def dump(message: Any) -> dict[str, Any]:
    """A command or an event as plain JSON values."""
    kind = type(message)
    return {"type": kind.__name__, **_plain(message, kind)}


def load(values: Any) -> Any:
    """The command or event that `dump` made the values of. Raises Unreadable."""
    if not isinstance(values, dict):
        raise Unreadable("a message is an object")
    fields: dict[str, Any] = dict(values)  # pyright: ignore[reportUnknownArgumentType]
    kind = _MESSAGES.get(str(fields.pop("type", "")))
    if kind is None:
        raise Unreadable("a message names its type")
    return _read(kind, to_json(fields))


def command_text(command: Command | NewGame) -> str:
    """A command as one line of JSON."""
    return to_json(dump(command)).decode()


def events_text(events: tuple[Event, ...]) -> str:
    """Events as one line of JSON, a list."""
    return to_json([dump(each) for each in events]).decode()


def read_command(text: str) -> Command | NewGame:
    """The command of a line. Raises Unreadable."""
    return load(_parsed(text))


def read_events(text: str) -> tuple[Event, ...]:
    """The events of a line. Raises Unreadable."""
    values = _parsed(text)
    if not isinstance(values, list):
        raise Unreadable("events are a list")
    return tuple(load(each) for each in values)  # pyright: ignore[reportUnknownVariableType]


def game_text(game: Game) -> str:
    """A whole game as one line of JSON."""
    return to_json(_plain(game, Game)).decode()


def read_game(text: str) -> Game:
    """The game of a line. Raises Unreadable."""
    return _read(Game, text.encode())


def read_faces(text: str) -> tuple[int, ...]:
    """The given faces of a line. Raises Unreadable."""
    return _read(tuple[int, ...], text.encode())


def read_sentences(text: str) -> tuple[str, ...]:
    """The prose of a line. Raises Unreadable."""
    return _read(tuple[str, ...], text.encode())


def _parsed(text: str) -> Any:
    try:
        return from_json(text)
    except ValueError as error:
        raise Unreadable(str(error)) from error
