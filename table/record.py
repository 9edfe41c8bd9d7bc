"""What a save is made of: its tables, its turns and their chain of hashes, and what can be wrong with a file."""

import json
import sqlite3
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from table import wire

SUFFIX = ".breche"
APPLICATION_ID = 0x42524348  # "BRCH"
VERSION = 1

SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE campaign (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE turn (
    id INTEGER PRIMARY KEY,
    parent INTEGER REFERENCES turn (id),
    number INTEGER NOT NULL,
    said TEXT NOT NULL,
    command TEXT NOT NULL,
    faces TEXT,
    events TEXT NOT NULL,
    hash BLOB NOT NULL
) STRICT;
CREATE TABLE line (name TEXT PRIMARY KEY, head INTEGER NOT NULL REFERENCES turn (id)) STRICT;
CREATE TABLE prose (turn INTEGER PRIMARY KEY REFERENCES turn (id), sentences TEXT NOT NULL) STRICT;
CREATE TABLE snapshot (turn INTEGER PRIMARY KEY REFERENCES turn (id), game TEXT NOT NULL) STRICT;
"""


class SaveError(Exception):
    """A save that cannot be used as asked; `file` is which."""

    def __init__(self, file: Path, detail: str = "") -> None:
        super().__init__(f"{file}: {detail}" if detail else str(file))
        self.file = file
        self.detail = detail


class SaveMissing(SaveError):
    """There is no such file."""


class SaveExists(SaveError):
    """A new save would overwrite a file."""


class SaveLocked(SaveError):
    """Another process plays it."""


class SaveForeign(SaveError):
    """The file is no save of ours."""


class SaveTooNew(SaveError):
    """A newer version of the program wrote it."""


class SaveDamaged(SaveError):
    """It is a save, and it is not whole."""


class SaveUnwritable(SaveError):
    """The disk or the folder refuses."""


Row = tuple[int, int | None, int, str, str, str | None, str, bytes]
"""A turn as SQLite gives it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it is kept: `number` counts along its line from 0, the new game; `faces` were given by a person."""

    id: int
    parent: int | None
    number: int
    said: str
    command: Command | NewGame
    faces: tuple[int, ...] | None
    events: tuple[Event, ...]
    hash: bytes


def check(file: Path) -> None:
    """Read a file's first bytes as SQLite lays them out. Raises SaveForeign, SaveTooNew."""
    with file.open("rb") as opened:
        head = opened.read(100)
    version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
    if not head.startswith(b"SQLite format 3\0") or application != APPLICATION_ID:
        raise SaveForeign(file)
    if version > VERSION:
        raise SaveTooNew(file, str(version))


def read_turn(row: Row) -> Turn:
    """A turn from its row. Raises wire.Unreadable or ValueError."""
    turn, parent, number, said, command, faces, events, digest = row
    given = None if faces is None else tuple(json.loads(faces))
    return Turn(turn, parent, number, said, wire.read_command(command), given, wire.read_events(events), digest)


def chained(before: bytes, said: str, command: str, faces: str | None, events: str) -> bytes:
    """The hash of a turn: over the one before and every word of its own."""
    digest = blake2b(before, digest_size=16)
    for part in (said, command, faces or "", events):
        digest.update(len(part.encode()).to_bytes(8, "big") + part.encode())
    return digest.digest()


def insert(
    database: sqlite3.Connection,
    parent: int | None,
    said: str,
    command: Command | NewGame,
    faces: tuple[int, ...] | None,
    events: tuple[Event, ...],
) -> int:
    """Add a turn after `parent` and return its id; the caller holds the transaction."""
    row = database.execute("SELECT number, hash FROM turn WHERE id = ?", (parent,)).fetchone()
    number, before = (row[0] + 1, row[1]) if row else (0, b"")
    texts = (said, wire.command_text(command), None if faces is None else json.dumps(faces), wire.events_text(events))
    added = database.execute(
        "INSERT INTO turn (parent, number, said, command, faces, events, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (parent, number, *texts, chained(before, *texts)),
    )
    assert added.lastrowid is not None
    return added.lastrowid
