"""Saves: one SQLite file a campaign, one transaction a turn, facts before prose (saves/README.md has the format).

Turns are only ever added, each chained to the one before by a hash. Where play went back, the turns form a tree: a line
is a name for the turn that play stands at. Undo moves a line back, or makes a new line; it deletes nothing.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from engine.core.evolve import evolve, fold
from engine.core.state import Game
from table import wire
from table.record import (
    SCHEMA,
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveLocked,
    SaveMissing,
    SaveUnwritable,
    Turn,
    check,
    insert,
    read_turn,
)

SNAPSHOT_EVERY = 50
MAIN_LINE = "main"


@dataclass(frozen=True, slots=True)
class Header:
    """What a campaign is beside its turns: its scenario's id, the scenario and characters whole (JSON text), so that a
    save needs no other file, and the language of its prose."""

    scenario: str
    content: str
    narration: str


class Store:
    """An open save, held by this process alone until it is closed."""

    def __init__(self, file: Path, lock: FileLock, database: sqlite3.Connection) -> None:
        self.file = file
        self._lock = lock
        self._database = database
        self.line, self._head = self._standing()

    @classmethod
    def create(cls, file: Path, header: Header, command: NewGame, events: tuple[Event, ...]) -> Self:
        """Make a save with its first turn. Raises SaveExists, SaveLocked, SaveUnwritable."""
        with _held(file, SaveUnwritable) as (lock, database, keep):
            if file.stat().st_size:
                raise SaveExists(file)
            with database:
                database.executescript(f"BEGIN; {SCHEMA}")
                settings = {**asdict(header), "line": MAIN_LINE}
                database.executemany("INSERT INTO campaign VALUES (?, ?)", settings.items())
                head = insert(database, None, "", command, None, events)
                database.execute("INSERT INTO line VALUES (?, ?)", (MAIN_LINE, head))
            store = cls(file, lock, database)
            keep.pop_all()
            return store

    @classmethod
    def open(cls, file: Path) -> Self:
        """Open a save to play on. Raises SaveMissing, SaveLocked, SaveForeign, SaveTooNew, SaveDamaged."""
        if not file.is_file():
            raise SaveMissing(file)
        check(file)
        with _held(file, SaveDamaged) as (lock, database, keep):
            store = cls(file, lock, database)
            keep.pop_all()
            return store

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()
        self._lock.release()

    @property
    def header(self) -> Header:
        """The campaign's settings. Raises SaveDamaged."""
        try:
            found = dict(self._database.execute("SELECT key, value FROM campaign"))
            return Header(found["scenario"], found["content"], found["narration"])
        except (sqlite3.Error, KeyError) as error:
            raise SaveDamaged(self.file, str(error)) from error

    def append(
        self, game: Game, said: str, command: Command, faces: tuple[int, ...] | None, events: tuple[Event, ...]
    ) -> int:
        """Add a turn in one transaction; `game` is as it stands after it. Returns the turn's id."""
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                head = insert(self._database, self._head, said, command, faces, events)
                self._database.execute("UPDATE line SET head = ? WHERE name = ?", (head, self.line))
                if head % SNAPSHOT_EVERY == 0:
                    self._database.execute("INSERT INTO snapshot VALUES (?, ?)", (head, wire.game_text(game)))
        except sqlite3.Error as error:
            raise SaveUnwritable(self.file, str(error)) from error
        self._head = head
        return head

    def add_prose(self, turn: int, sentences: tuple[str, ...]) -> None:
        """Note what was told of a turn, in place of what was noted before."""
        try:
            with self._database:
                self._database.execute(
                    "INSERT OR REPLACE INTO prose VALUES (?, ?)", (turn, json.dumps(sentences, ensure_ascii=False))
                )
        except sqlite3.Error as error:
            raise SaveUnwritable(self.file, str(error)) from error

    def prose(self, turn: int) -> tuple[str, ...]:
        """What was told of a turn; empty when nothing was."""
        row = self._database.execute("SELECT sentences FROM prose WHERE turn = ?", (turn,)).fetchone()
        return tuple(json.loads(row[0])) if row else ()

    def load(self) -> Game:
        """The game where its line stands. Raises SaveDamaged."""
        try:
            after: list[Turn] = []
            for turn in self.back():
                snapshot = self._database.execute("SELECT game FROM snapshot WHERE turn = ?", (turn.id,)).fetchone()
                if snapshot:
                    game = wire.read_game(snapshot[0])
                    break
                after.append(turn)
            else:
                game = fold(after.pop().events)
            for turn in reversed(after):
                for event in turn.events:
                    game = evolve(game, event)
        except (sqlite3.Error, wire.Unreadable, IndexError) as error:
            raise SaveDamaged(self.file, str(error)) from error
        return game

    def back(self) -> Iterator[Turn]:
        """The turns of the line, from where it stands back to the new game. Raises SaveDamaged."""
        wanted: int | None = self._head
        while wanted is not None:
            turn = self._turn(wanted)
            yield turn
            wanted = turn.parent

    def _turn(self, wanted: int) -> Turn:
        row = self._database.execute("SELECT * FROM turn WHERE id = ?", (wanted,)).fetchone()
        if row is None:
            raise SaveDamaged(self.file, f"turn {wanted} is missing")
        try:
            return read_turn(row)
        except (wire.Unreadable, ValueError) as error:
            raise SaveDamaged(self.file, f"turn {wanted} cannot be read") from error

    def step_back(self, keep: bool) -> str | None:
        """Stand one turn earlier. With `keep` the turn left behind stays on a line, whose name is returned; where no
        other line has it yet, the present line keeps it and play goes on along a new one."""
        left = self._turn(self._head)
        assert left.parent is not None
        with self._database:
            self._database.execute("BEGIN IMMEDIATE")
            keeper = self._other_line_with(left.id) if keep else None
            if keep and keeper is None:
                keeper = self.line
                count = self._database.execute("SELECT count(*) FROM line").fetchone()[0]
                self.line = f"fork-{count}"
                self._database.execute("INSERT INTO line VALUES (?, ?)", (self.line, left.parent))
                self._database.execute("UPDATE campaign SET value = ? WHERE key = 'line'", (self.line,))
            else:
                self._database.execute("UPDATE line SET head = ? WHERE name = ?", (left.parent, self.line))
        self._head = left.parent
        return keeper

    def _other_line_with(self, turn: int) -> str | None:
        row = self._database.execute(
            """WITH RECURSIVE past (name, id) AS (
                   SELECT name, head FROM line WHERE name <> :line
                   UNION SELECT name, parent FROM past JOIN turn USING (id) WHERE parent IS NOT NULL
               ) SELECT name FROM past WHERE id = :turn""",
            {"line": self.line, "turn": turn},
        ).fetchone()
        return row[0] if row else None

    def _standing(self) -> tuple[str, int]:
        row = self._database.execute(
            "SELECT name, head FROM line WHERE name = (SELECT value FROM campaign WHERE key = 'line')"
        ).fetchone()
        if row is None:
            raise SaveDamaged(self.file, "no line of play")
        return row[0], row[1]


@contextmanager
def _held(file: Path, fault: type[SaveError]) -> Iterator[tuple[FileLock, sqlite3.Connection, ExitStack]]:
    """The lock and the database, both let go unless the caller keeps them; SQLite's faults become `fault`."""
    with ExitStack() as keep:
        try:
            lock = _lock(file)
            keep.callback(lock.release)
            database = sqlite3.connect(file, isolation_level=None)
            keep.callback(database.close)
            # DELETE leaves one file at rest, so that copying it loses nothing; EXTRA survives a power cut.
            database.executescript("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON")
            yield lock, database, keep
        except (sqlite3.Error, OSError) as error:
            raise fault(file, str(error)) from error


def _lock(file: Path) -> FileLock:
    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(file.with_name(f".{file.name}.lock"), timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise SaveLocked(file) from error
    return lock
