"""Copies of the big frozen values, which change a little with every event."""

from typing import TypeVar

T = TypeVar("T")


def changed(value: T, **fields: object) -> T:
    """A copy of a frozen dataclass without slots, some of its fields otherwise.

    `dataclasses.replace` sets every field one by one: fourteen times as long for a game, and most of an event's cost.
    """
    before = value.__dict__
    after = before | fields
    assert len(after) == len(before), f"{type(value).__name__} has no such field: {', '.join(fields)}"
    copy = object.__new__(type(value))
    object.__setattr__(copy, "__dict__", after)
    return copy
