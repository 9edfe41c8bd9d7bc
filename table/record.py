"""What a save is made of: its tables, its turns and their chain of hashes, and what can be wrong with a file."""

import errno
import json
import os
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from pathlib import Path

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from engine.ruling import Refused
from table import wire

SUFFIX = ".breche"
APPLICATION_ID = 0x42524348  # "BRCH"
VERSION = 3
"""2: conflicts with adversaries, dangers, calamities; 3: notes. All that an older save holds reads the same in 3."""

_NOTES = """
CREATE TABLE IF NOT EXISTS note (
    id INTEGER PRIMARY KEY,
    turn INTEGER NOT NULL REFERENCES turn (id),
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    tags TEXT NOT NULL,
    secret INTEGER NOT NULL
) STRICT;
"""

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
CREATE TABLE snapshot (
    turn INTEGER PRIMARY KEY REFERENCES turn (id), game TEXT NOT NULL, hash BLOB NOT NULL
) STRICT;
{_NOTES}"""


class Disk(StrEnum):
    """Why a disk refuses, as far as it says."""

    FULL = "full"
    CLOSED = "closed"
    SHUT = "shut"
    NO_FOLDER = "no_folder"
    NAME = "name"
    OTHER = "other"


class SaveError(Exception):
    """A save that cannot be used as asked; `file` is which, `detail` for whoever mends the program."""

    def __init__(self, file: Path, detail: str = "", disk: Disk = Disk.OTHER) -> None:
        super().__init__(f"{file}: {detail}" if detail else str(file))
        self.file = file
        self.disk = disk


class SaveMissing(SaveError):
    """There is no such file, or one in which nothing was ever saved."""


class SaveExists(SaveError):
    """A new save would overwrite a file."""


class SaveLocked(SaveError):
    """Another process plays it."""


class SaveForeign(SaveError):
    """What is there is no save of ours."""


class SaveTooNew(SaveError):
    """A newer version of the program wrote it."""


class SaveDamaged(SaveError):
    """It is a save, and it is not whole."""


class SaveWordless(SaveError):
    """It is whole, and another program plays it: it holds the rules of its adventure, and none of its words."""


class SaveReserved(SaveError):
    """Its name is one that SQLite gives a file of its own, or that a lock has."""


class SaveShadowed(SaveError):
    """`file` lies where SQLite keeps a file of the save that is meant, and is none: it would be deleted."""


class SaveUnwritable(SaveError):
    """The disk or the folder refuses; `disk` is why."""


class SaveUnreadable(SaveError):
    """The disk or the folder refuses to show it; `disk` is why."""


# A damaged file finds its way into SQLite's own messages, which Python then cannot decode.
FAULTS = (sqlite3.Error, UnicodeDecodeError, OSError)
"""What reading or writing a database may raise."""

_OF_THE_DISK = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}
# SQLITE_CANTOPEN does not say whether there is no folder, or one that is closed.
_OF_SQLITE = {
    sqlite3.SQLITE_FULL: Disk.FULL,
    sqlite3.SQLITE_PERM: Disk.CLOSED,
    sqlite3.SQLITE_READONLY: Disk.CLOSED,
}
_OF_THE_SYSTEM = {
    errno.ENOSPC: Disk.FULL,
    errno.EDQUOT: Disk.FULL,
    errno.EACCES: Disk.CLOSED,
    errno.EPERM: Disk.CLOSED,
    errno.EROFS: Disk.CLOSED,
    errno.ENOTDIR: Disk.NO_FOLDER,
    errno.EEXIST: Disk.NO_FOLDER,
    errno.ENAMETOOLONG: Disk.NAME,
}


def fault(file: Path, error: Exception) -> SaveError:
    """What an error says of a save: that the disk refuses and why, or that the file is not whole."""
    if isinstance(error, UnicodeEncodeError):
        return SaveUnwritable(file, str(error), Disk.NAME)
    if isinstance(error, OSError):
        return SaveUnwritable(file, str(error), _OF_THE_SYSTEM.get(error.errno or 0, Disk.OTHER))
    # The low byte of an SQLite code is its family.
    family = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if family in _OF_THE_DISK:
        return SaveUnwritable(file, str(error), _OF_SQLITE.get(family, Disk.OTHER))
    return SaveDamaged(file, str(error))


def fault_of_reading(file: Path, error: Exception) -> SaveError:
    """The same of a save that was only looked at."""
    found = fault(file, error)
    if not isinstance(found, SaveUnwritable):
        return found
    return SaveUnreadable(file, str(error), Disk.SHUT if found.disk is Disk.CLOSED else found.disk)


Row = tuple[int, int | None, int, str, str, str | None, str, bytes]
"""A turn as SQLite gives it."""

Place = tuple[int, bytes]
"""Where a turn stands in the chain: its number and its hash."""


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
    """Read the first bytes as SQLite lays them out. Raises SaveMissing, SaveForeign, SaveTooNew, SaveUnreadable."""
    try:
        with file.open("rb") as opened:
            head = opened.read(100)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise SaveMissing(file) from error
    except IsADirectoryError as error:
        raise SaveForeign(file) from error
    except (OSError, UnicodeEncodeError) as error:
        raise fault_of_reading(file, error) from error
    if not head:
        raise SaveMissing(file)
    version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
    if not head.startswith(b"SQLite format 3\0") or application != APPLICATION_ID:
        raise SaveForeign(file)
    if version > VERSION:
        raise SaveTooNew(file, str(version))


def read_turn(row: Row) -> Turn:
    """A turn from its row. Raises wire.Unreadable."""
    turn, parent, number, said, command, faces, events, digest = row
    given = None if faces is None else wire.read_faces(faces)
    return Turn(turn, parent, number, said, wire.read_command(command), given, wire.read_events(events), digest)


def chained(before: bytes, *parts: object) -> bytes:
    """A hash over another one and over every part, as text."""
    digest = blake2b(before, digest_size=16)
    for part in parts:
        text = str(part).encode()
        digest.update(len(text).to_bytes(8, "big") + text)
    return digest.digest()


_COLUMNS = (int, int | None, int, str, str, str | None, str, bytes)


class Kind(StrEnum):
    """How a turn may fail to hold; the messages have a sentence for each, at `verify.how`."""

    ROW = "row"
    NUMBER = "number"
    CHAIN = "chain"
    ORPHAN = "orphan"
    NO_NEW_GAME = "no_new_game"
    REFUSED = "refused"
    EVENTS = "events"
    DIE = "die"
    SNAPSHOT = "snapshot"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Divergence:
    """Why a turn does not hold, and the values that its sentence has slots for."""

    kind: Kind
    values: tuple[tuple[str, int | Refused], ...] = ()


def is_torn(row: Row) -> bool:
    """Whether a turn's row has a cell of another kind than its column: a damaged one may hold anything."""
    return not all(map(isinstance, row, _COLUMNS))


def misplaced(row: Row, before: Place | None) -> Divergence | None:
    """Why a turn does not follow the one before it, None where it does."""
    if is_torn(row):
        return Divergence(Kind.ROW)
    _, _, number, said, command, faces, events, digest = row
    expected, past = (0, b"") if before is None else (before[0] + 1, before[1])
    if number != expected:
        return Divergence(Kind.NUMBER, (("number", number), ("expected", expected)))
    whole = digest == chained(past, number, said, command, faces, events)
    return None if whole else Divergence(Kind.CHAIN)


_KEPT = """
SELECT key, value, '' FROM campaign WHERE key <> 'seal'
UNION ALL SELECT name, head, hex(hash) FROM line LEFT JOIN turn ON turn.id = head ORDER BY 1, 2
"""


def _seal(database: sqlite3.Connection) -> str:
    rows: Iterable[tuple[object, ...]] = database.execute(_KEPT)
    return chained(b"", *(cell for row in rows for cell in row)).hex()


def seal(database: sqlite3.Connection) -> None:
    """Note the hash of what changes in place: settings and lines. The caller holds the transaction."""
    database.execute("INSERT OR REPLACE INTO campaign VALUES ('seal', ?)", (_seal(database),))


def lock_of(file: Path) -> Path:
    """The lock of a save, the same by whatever link it is called."""
    real = Path(os.path.realpath(file))
    return real.with_name(f".{real.name}.lock")


_ASTRAY = """
SELECT 1 FROM sqlite_schema WHERE type IN ('trigger', 'view')
UNION ALL SELECT 1 FROM line LEFT JOIN turn ON turn.id = head WHERE turn.id IS NULL
"""


def is_sealed(database: sqlite3.Connection) -> bool:
    """Whether settings and lines are as they were last written, each line stands at a turn, and tables are all there
    is: a trigger or a view could make one turn into another."""
    sealed = database.execute("SELECT value FROM campaign WHERE key = 'seal'").fetchone() == (_seal(database),)
    return sealed and database.execute(_ASTRAY).fetchone() is None


def insert(
    database: sqlite3.Connection,
    parent: int | None,
    said: str,
    command: Command | NewGame,
    faces: tuple[int, ...] | None,
    events: tuple[Event, ...],
) -> int:
    """Add a turn after `parent` and return its id; the caller holds the transaction."""
    row = database.execute("SELECT number + 1, hash FROM turn WHERE id = ?", (parent,)).fetchone()
    number, before = row or (0, b"")
    texts = (said, wire.command_text(command), None if faces is None else json.dumps(faces), wire.events_text(events))
    added = database.execute(
        "INSERT INTO turn (parent, number, said, command, faces, events, hash) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (parent, number, *texts, chained(before, number, *texts)),
    )
    assert added.lastrowid is not None
    make_present(database)
    return added.lastrowid


def make_present(database: sqlite3.Connection) -> None:
    """Make an older save one of this version; the caller holds the transaction."""
    database.execute(_NOTES)
    # An older program may not know what is written now: it has to find a newer save, not a damaged one.
    database.execute(f"PRAGMA user_version = {VERSION}")
