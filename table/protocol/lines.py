"""Lines as they come: cut at a limit, held in bounded memory, read as strict JSON."""

import codecs
import json
from collections.abc import Iterator
from math import isfinite
from typing import Any, BinaryIO

from pydantic_core import from_json

from table.protocol.fitting import cut
from table.protocol.problems import Problem, Unanswerable

MAX_LINE = 1 << 20
"""The longest request, in bytes, its line feed not counted."""

_PIECE = 1 << 16


def lines(incoming: BinaryIO, limit: int = MAX_LINE) -> Iterator[bytes | None]:
    """Each line, without its end; None for one that is longer than the limit, whose rest is thrown away unread."""
    while line := _read(incoming, limit + 1):
        if line.endswith(b"\n"):
            yield line[:-1]
        elif len(line) <= limit:
            yield line  # The last one, which nothing ends.
        else:
            # Before its rest is waited for: whoever sends a line without an end is told so.
            yield None
            while (piece := _read(incoming, _PIECE)) and not piece.endswith(b"\n"):
                pass


def _read(incoming: BinaryIO, most: int) -> bytes:
    try:
        return incoming.readline(most)
    except OSError:
        return b""  # An input that cannot be read has no lines.


def read_object(line: bytes) -> dict[str, Any]:
    """The object that a line holds. Raises Unanswerable: strict JSON, no key twice, no number without an end."""
    try:
        text = line.removeprefix(codecs.BOM_UTF8).decode()
    except UnicodeDecodeError as error:
        raise Unanswerable(Problem.NOT_UTF8, at=error.start + 1) from error
    try:
        # First, since it refuses what json lets through: NaN, half a surrogate pair, nesting without end.
        from_json(text, allow_inf_nan=False)
        value = json.loads(text, object_pairs_hook=_once, parse_float=_finite)
    except ValueError as error:
        raise Unanswerable(Problem.NOT_JSON, why=str(error)) from error
    if not isinstance(value, dict):
        raise Unanswerable(Problem.NOT_AN_OBJECT)
    return value  # pyright: ignore[reportUnknownVariableType]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key '{cut(key)}' stands twice")
        found[key] = value
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is too large a number")
    return number
