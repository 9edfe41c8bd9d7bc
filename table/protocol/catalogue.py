"""What this engine knows, by name: ops, commands, events, limits."""

from typing import Any, get_args

from engine.core.commands import Command
from engine.core.events import Event
from table.protocol import requests
from table.protocol.fitting import MAX_LIST, MAX_VALUES
from table.protocol.lines import MAX_LINE

VERSION = 1
"""Of the protocol. It goes up when what a client has learned stops being true; fields may be added under the same."""

COMMANDS: tuple[str, ...] = tuple(sorted(each.__name__ for each in get_args(Command)))
EVENTS: tuple[str, ...] = tuple(sorted(each.__name__ for each in get_args(Event)))
LIMITS = {
    "line": MAX_LINE,
    "list": MAX_LIST,
    "values": MAX_VALUES,
    "characters": requests.MAX_CHARACTERS,
    "dice": requests.MAX_DICE,
    "pool": requests.MAX_POOL,
    "number": requests.MAX_NUMBER,
}


def hello() -> dict[str, Any]:
    """The answer to `hello`."""
    from importlib.metadata import version

    return {
        "protocol": VERSION,
        "engine": version("breche"),
        "ops": list(requests.REQUESTS),
        "limits": LIMITS,
        "commands": list(COMMANDS),
        "events": list(EVENTS),
    }
