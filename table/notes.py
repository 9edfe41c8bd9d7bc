"""Notes in a save: pins, canon, fates, recaps. As prose they stand beside the turns: they cause nothing, no hash holds
them, and one that cannot be read is passed over."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from table import wire
from table.record import FAULTS

# The narrator only where there is a note: another program's game has none, and starts without it.
if TYPE_CHECKING:
    from narrator.memory import Note

# As bytes: SQLite would stop at the first text that is no text.
_TEXTS = "CAST(kind AS BLOB), CAST(text AS BLOB), CAST(tags AS BLOB), secret"
_ALONG = f"""
WITH RECURSIVE past (id, parent, number) AS (
    SELECT id, parent, number FROM turn WHERE id = ?
    UNION SELECT turn.id, turn.parent, turn.number FROM past JOIN turn ON turn.id = past.parent
) SELECT number, {_TEXTS} FROM past JOIN note ON note.turn = past.id ORDER BY number, note.id
"""


def add(database: sqlite3.Connection, turn: int, noted: "Iterable[Note]") -> None:
    """Add notes to a turn; the caller holds the transaction."""
    rows = [
        (turn, each.kind.value, _line(each.text), json.dumps([*map(_line, each.tags)], ensure_ascii=False), each.secret)
        for each in noted
    ]
    database.executemany("INSERT INTO note (turn, kind, text, tags, secret) VALUES (?, ?, ?, ?, ?)", rows)


def drop(database: sqlite3.Connection, note: "Note") -> None:
    """Delete the notes of that kind and text, of whatever turn; the caller holds the transaction."""
    database.execute("DELETE FROM note WHERE kind = ? AND text = ?", (note.kind.value, _line(note.text)))


def along(database: sqlite3.Connection, head: int) -> "Iterator[Note]":
    """The notes of a turn and of those before it, oldest first."""
    return (note for _, note in _read(database, _ALONG, head))


def whole(database: sqlite3.Connection) -> "Iterator[tuple[int, Note]]":
    """Every note that can be read, with the id of its turn, by which it is numbered."""
    return _read(database, f"SELECT turn, {_TEXTS} FROM note ORDER BY id")


def _line(text: str) -> str:
    from narrator.sanitise import one_line

    return one_line(text)


def _read(database: sqlite3.Connection, query: str, *values: int) -> "Iterator[tuple[int, Note]]":
    from narrator.memory import Note, NoteKind

    try:
        for turn, kind, text, tags, secret in database.execute(query, values):
            # ValueError: no UTF-8, no such kind, no list of tags; TypeError: a damaged cell may hold anything.
            with suppress(ValueError, TypeError):
                tagged = wire.read_sentences(str(tags, "utf-8"))
                yield turn, Note(NoteKind(str(kind, "utf-8")), str(text, "utf-8"), turn, tagged, bool(secret))
    except FAULTS:
        return  # An older save has no notes; and where they are damaged, the turns stand all the same.
