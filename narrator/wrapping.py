"""What stands around a tool call that a server did not take apart: under which keys its name, its arguments, and a call
inside a call are found."""

from collections.abc import Iterator, Mapping
from typing import Any

_NAMES = ("tool", "name", "tool_name", "function", "function_name")
_ARGUMENTS = ("arguments", "parameters", "args", "input")
_CALLS = ("tool_calls", "tool_call", "function", "proposal")

LAYERS = 5
"""How many calls inside one another are opened: a model in a loop writes any number."""


def called(value: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What may be the name of the tool, each with its key; an argument may have the same key, and is among them."""
    return ((each, value[each]) for each in _NAMES if isinstance(value.get(each), str) and value[each])


def given(value: Mapping[str, Any]) -> Iterator[object]:
    """What may be the arguments, in whatever shape."""
    return (value[each] for each in _ARGUMENTS if each in value)


def inner(value: Mapping[str, Any]) -> Iterator[object]:
    """What may be the call itself, or a list of calls."""
    return (value[each] for each in _CALLS if value.get(each))
