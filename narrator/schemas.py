"""JSON schemas of the small subset that every server takes: no `$ref`, closed objects, bounded strings, enums.

Optional means null, never left out. What would be an empty enum is no schema at all (None), and `closed` leaves it out.
"""

from collections.abc import Iterable, Mapping, Sequence

from narrator.exchange import Schema, Tool

NULL: Schema = {"type": "null"}


def text(most: int, about: str = "") -> Schema:
    """Words, `most` characters of them."""
    return _told({"type": "string", "maxLength": most}, about)


def choice(values: Iterable[str], about: str = "") -> Schema | None:
    """One of a closed set, each once."""
    every = list(dict.fromkeys(map(str, values)))
    return _told({"type": "string", "enum": every}, about) if every else None


def dice(about: str = "") -> Schema:
    """0 to 3: the one number that a model gives."""
    return _told({"type": "integer", "enum": [0, 1, 2, 3]}, about)


def yes_or_no(about: str = "") -> Schema:
    """A plain truth value."""
    return _told({"type": "boolean"}, about)


def or_null(schema: Schema | None, about: str = "") -> Schema | None:
    """The same, or null."""
    return None if schema is None else _told({"anyOf": [schema, NULL]}, about)


def several(items: Schema | None, most: int, about: str = "", least: int = 0) -> Schema | None:
    """A list of `least` to `most`."""
    if items is None:
        return None
    bounds = {"maxItems": most} if least == 0 else {"minItems": least, "maxItems": most}
    return _told({"type": "array", "items": items, **bounds}, about)


def closed(properties: Mapping[str, Schema | None], about: str = "") -> Schema:
    """An object of just these properties, all of them required."""
    known = {name: schema for name, schema in properties.items() if schema is not None}
    return _told({"type": "object", "properties": known, "required": list(known), "additionalProperties": False}, about)


def union(tools: Sequence[Tool]) -> Schema:
    """One schema for all the tools, {"proposal": {"tool": name, "arguments": …}}, where a server has no tools of its
    own: strict servers take no choice at the root."""
    calls = [closed({"tool": choice([each.name], each.purpose), "arguments": each.schema}) for each in tools]
    return closed({"proposal": {"anyOf": calls}})


def _told(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema
