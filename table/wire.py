"""Commands, events and games as JSON text, and back: one object a message, its class under `kind`."""

from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter
from pydantic_core import from_json, to_json

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from engine.core.state import Game

_MESSAGES: dict[str, type[Any]] = {each.__name__: each for each in (NewGame, *get_args(Command), *get_args(Event))}


class Unreadable(ValueError):
    """The text is no message of this version."""


@cache
def _adapter(message: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(message)


def dump(message: Any) -> dict[str, Any]:
    """A command or an event as plain JSON values."""
    kind = type(message)
    return {"kind": kind.__name__, **_adapter(kind).dump_python(message, mode="json", exclude_defaults=True)}


def load(values: Any) -> Any:
    """The command or event that `dump` made the values of. Raises Unreadable."""
    if not isinstance(values, dict):
        raise Unreadable("a message is an object")
    fields: dict[str, Any] = dict(values)  # pyright: ignore[reportUnknownArgumentType]
    kind = _MESSAGES.get(str(fields.pop("kind", "")))
    if kind is None:
        raise Unreadable("a message names its kind")
    try:
        return _adapter(kind).validate_json(to_json(fields))
    except ValueError as error:
        raise Unreadable(str(error)) from error


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
    return _adapter(Game).dump_json(game, exclude_defaults=True).decode()


def read_game(text: str) -> Game:
    """The game of a line. Raises Unreadable."""
    try:
        return _adapter(Game).validate_json(text)
    except ValueError as error:
        raise Unreadable(str(error)) from error


def _parsed(text: str) -> Any:
    try:
        return from_json(text)
    except ValueError as error:
        raise Unreadable(str(error)) from error
