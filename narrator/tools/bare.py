"""Tools for a very small model: few of them, and of each only what has to be answered.

What is left out is what the gate of shape fills in: null, nothing, nought. So a call on bare tools is read as one on
the whole tools.
"""

from collections.abc import Sequence
from dataclasses import replace

from narrator.exchange import Schema, Tool
from narrator.schemas import NULL, closed

LONGEST = 120
"""Characters of each text: a very small model goes on until it is stopped, and what is cut off is lost."""

_RULINGS = frozenset({"propose_check", "rule_without_roll", "reveal", "go_to", "close_scene"})
"""What most turns are. Were it given the others, it would ask back at every line."""


def bare(tools: Sequence[Tool]) -> tuple[Tool, ...]:
    """The tools that most turns need, each with what cannot be left out."""
    return tuple(replace(each, schema=_bare(each.schema)) for each in tools if each.name in _RULINGS)


def _bare(schema: Schema) -> Schema:
    match schema.get("type"):
        case "object":
            kept = {key: _bare(each) for key, each in schema["properties"].items() if not _may_be_nothing(each)}
            return closed(kept)
        case "string" if "maxLength" in schema:
            return {**schema, "maxLength": min(LONGEST, schema["maxLength"])}
        case _:
            return schema


def _may_be_nothing(schema: Schema) -> bool:
    if NULL in schema.get("anyOf", ()) or schema.get("type") == "boolean" or 0 in schema.get("enum", ()):
        return True
    return schema.get("type") == "array" and not schema.get("minItems")
