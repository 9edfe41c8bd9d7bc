"""Tools for a model that is given little room: fewer of them, and of each only what has to be answered.

What is left out is what the gate of shape fills in: null, nothing, nought. So a call on lean tools is read as one on
the whole tools.
"""

from collections.abc import Sequence
from dataclasses import replace

from narrator.exchange import Schema, Tool
from narrator.schemas import NULL, closed

LONGEST = 120
"""Characters of each text: a small model goes on until it is stopped, and what is cut off is lost."""

_RARE = frozenset({"grant_inspiration", "propose_marking_event", "record_fact", "leave_story"})
"""What a turn seldom is: offered to a small model, it is what far too many turns become."""


def lean(tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """The tools that most turns need, each with what cannot be left out."""
    return tuple(replace(each, schema=_lean(each.schema)) for each in tools if each.name not in _RARE)


def _lean(schema: Schema) -> Schema:
    match schema.get("type"):
        case "object":
            kept = {key: _lean(each) for key, each in schema["properties"].items() if not _may_be_nothing(each)}
            return closed(kept)
        case "string" if "maxLength" in schema:
            return {**schema, "maxLength": min(LONGEST, schema["maxLength"])}
        case _:
            return schema


def _may_be_nothing(schema: Schema) -> bool:
    if NULL in schema.get("anyOf", ()) or schema.get("type") == "boolean" or 0 in schema.get("enum", ()):
        return True
    return schema.get("type") == "array" and not schema.get("minItems")
