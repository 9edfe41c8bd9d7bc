"""Saves: one SQLite file a campaign, one transaction a turn, facts before prose (saves/README.md has the format).

Turns are only ever added, each chained to the one before by a hash. Where play went back, the turns form a tree: a line
is a name for the turn that play stands at. Undo moves a line back, or makes a new line; it deletes nothing.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.state import Game
from engine.errors import EngineError
from table import notes, wire
from table.beside import check_beside, check_name, clear_beside, locked
from table.reading import reading
from table.record import (
    FAULTS,
    SCHEMA,
    Place,
    SaveDamaged,
    SaveExists,
    SaveLocked,
    Turn,
    chained,
    check,
    fault,
    fault_of_reading,
    insert,
    is_sealed,
    make_present,
    misplaced,
    read_turn,
    seal,
)

if TYPE_CHECKING:
    from filelock import FileLock

    from narrator.memory import Note

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
    """An open save, held by this process alone until it is closed; one in memory has no lock."""

    def __init__(self, file: Path, lock: "FileLock | None", database: sqlite3.Connection) -> None:
        self.file = file
        self._lock = lock
        self._database = database
        self.line, self._head = self._standing()

    @classmethod
    def create(cls, file: Path, header: Header, command: NewGame, events: tuple[Event, ...]) -> Self:
        """Make a save with its first turn.

        Raises SaveExists, SaveLocked, SaveReserved, SaveShadowed, SaveUnwritable.
        """
        return cls._made(file, lambda database: _begin(database, header, command, events))

    @classmethod
    def in_memory(cls, header: Header, command: NewGame, events: tuple[Event, ...]) -> Self:
        """A campaign that is gone with the process, unless `copied_to` keeps it."""
        database = _connect(":memory:")
        with database:
            _begin(database, header, command, events)
        return cls(Path(), None, database)

    def copied_to(self, file: Path, content: str | None = None) -> Self:
        """The same campaign in a new file, open to play on there, with the content that one in memory went without.
        Raises what `create` does."""

        def fill(database: sqlite3.Connection) -> None:
            self._database.backup(database)
            if content is not None:
                database.execute("UPDATE campaign SET value = ? WHERE key = 'content'", (content,))
                seal(database)

        return self._made(file, fill)

    @classmethod
    def _made(cls, file: Path, fill: Callable[[sqlite3.Connection], None]) -> Self:
        check_name(file)
        with locked(file) as (lock, keep):
            if file.exists() and file.stat().st_size:
                raise SaveExists(file)
            clear_beside(file)
            # Whole before it has its name: a kill never leaves half a save under it. In a folder that nobody else has,
            # so that nothing of anybody's is in the way.
            with TemporaryDirectory(prefix=".breche-", dir=file.parent, ignore_cleanup_errors=True) as apart:
                fresh = Path(apart) / "new"
                with closing(_connect(fresh)) as database, database:
                    fill(database)
                fresh.replace(file)
            return cls._opened(file, lock, keep)

    @classmethod
    def open(cls, file: Path) -> Self:
        """Open a save to play on. Raises SaveMissing, SaveLocked and what else a file may be (table.record)."""
        check(file)
        with locked(file) as (lock, keep):
            check_beside(Path(os.path.realpath(file)))
            return cls._opened(file, lock, keep)

    @classmethod
    def read(cls, file: Path) -> Self:
        """A save as it stands on the disk, to look at whoever plays it: what is added reaches no file. Raises
        SaveMissing, SaveUnreadable and what else a file may be (table.record)."""
        check(file)
        copy = _connect(":memory:")
        try:
            with reading(file) as database:
                database.backup(copy)
            return cls(file, None, copy)
        except FAULTS as error:
            copy.close()
            raise fault_of_reading(file, error) from error
        except BaseException:
            copy.close()
            raise

    @classmethod
    def _opened(cls, file: Path, lock: "FileLock", keep: ExitStack) -> Self:
        database = _connect(file)
        keep.callback(database.close)
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
        if self._lock is not None:
            self._lock.release()

    @property
    def is_in_memory(self) -> bool:
        """Whether it is no file."""
        return self._lock is None

    @property
    def header(self) -> Header:
        """The campaign's settings. Raises SaveDamaged."""
        try:
            found = dict(self._database.execute("SELECT key, value FROM campaign"))
            return Header(found["scenario"], found["content"], found["narration"])
        except (*FAULTS, KeyError) as error:
            raise SaveDamaged(self.file, str(error)) from error

    def append(
        self,
        game: Game,
        said: str,
        command: Command,
        faces: tuple[int, ...] | None,
        events: tuple[Event, ...],
        noted: "Iterable[Note]" = (),
    ) -> int:
        """Add a turn, with what is noted of it, in one transaction; `game` is as it stands after it. Returns its id.

        Raises SaveUnwritable.
        """
        with self._transaction() as database:
            self._still_ours(database)
            head = insert(database, self._head, said, command, faces, events)
            database.execute("UPDATE line SET head = ? WHERE name = ?", (head, self.line))
            if head % SNAPSHOT_EVERY == 0:
                _add_snapshot(database, head, wire.game_text(game))
            notes.add(database, head, noted)
            seal(database)
        self._head = head
        return head

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._database as database:
                database.execute("BEGIN IMMEDIATE")
                yield database
        except FAULTS as error:
            raise fault(self.file, error) from error

    def add_prose(self, turn: int, sentences: tuple[str, ...]) -> None:
        """Note what was told of a turn, in place of what was noted before. Raises SaveUnwritable."""
        with self._transaction() as database:
            words = json.dumps(sentences, ensure_ascii=False)
            database.execute("INSERT OR REPLACE INTO prose VALUES (?, ?)", (turn, words))

    def prose(self, turn: int) -> tuple[str, ...]:
        """What was told of a turn; empty when nothing was."""
        try:
            row = self._database.execute("SELECT sentences FROM prose WHERE turn = ?", (turn,)).fetchone()
            return wire.read_sentences(row[0]) if row else ()
        except (*FAULTS, wire.Unreadable):
            return ()  # Prose is a note: where it cannot be read, the turn stands all the same.

    def add_note(self, turn: int, *noted: "Note") -> None:
        """Note something of a turn, in one transaction. Raises SaveUnwritable."""
        with self._transaction() as database:
            make_present(database)
            notes.add(database, turn, noted)

    def drop_note(self, note: "Note") -> None:
        """Forget what is noted in these words, on every line. Raises SaveUnwritable."""
        with self._transaction() as database:
            make_present(database)
            notes.drop(database, note)

    def notes(self) -> "tuple[Note, ...]":
        """What is noted along the line, from its first turn to where it stands; what cannot be read is passed over."""
        return tuple(notes.along(self._database, self._head))

    def load(self) -> Game:
        """The game where its line stands. Raises SaveDamaged."""
        try:
            after: list[Turn] = []
            for turn in self.back():
                snapshot = self._snapshot(turn)
                if snapshot is not None:
                    game = wire.read_game(snapshot)
                    break
                after.append(turn)
            else:
                game = fold(after.pop().events)
            for turn in reversed(after):
                game = evolve_all(game, turn.events)
        except (*FAULTS, wire.Unreadable, EngineError) as error:
            raise SaveDamaged(self.file, str(error)) from error
        return game

    def _snapshot(self, turn: Turn) -> str | None:
        row = self._database.execute("SELECT game, hash FROM snapshot WHERE turn = ?", (turn.id,)).fetchone()
        # It only spares folding: where it is not whole, an earlier one or the new game serves.
        return row[0] if row and row[1] == chained(turn.hash, row[0]) else None

    def back(self) -> Iterator[Turn]:
        """The turns of the line, from where it stands back to the new game. Raises SaveDamaged."""
        wanted: int | None = self._head
        while wanted is not None:
            turn = self._turn(wanted)
            yield turn
            wanted = turn.parent

    def _turn(self, wanted: int) -> Turn:
        try:
            row = self._database.execute("SELECT * FROM turn WHERE id = ?", (wanted,)).fetchone()
            if row is None:
                raise SaveDamaged(self.file, f"turn {wanted} is missing")
            how = misplaced(row, self._place(row[1]))
            if how is not None:
                raise SaveDamaged(self.file, f"turn {wanted}: {how.kind}")
            return read_turn(row)
        except (*FAULTS, wire.Unreadable) as error:
            raise SaveDamaged(self.file, f"turn {wanted} cannot be read") from error

    def _place(self, turn: int | None) -> Place | None:
        return self._database.execute("SELECT number, hash FROM turn WHERE id = ?", (turn,)).fetchone()

    def step_back(self, keep: bool) -> str | None:
        """Stand one turn earlier. With `keep` the turn left behind stays on a line, whose name is returned; where no
        other line has it yet, the present line keeps it and play goes on along a new one."""
        left = self._turn(self._head)
        assert left.parent is not None
        line = self.line
        with self._transaction() as database:
            self._still_ours(database)
            keeper = self._other_line_with(left.id) if keep else None
            if keep and keeper is None:
                keeper = line
                line = f"fork-{database.execute('SELECT count(*) FROM line').fetchone()[0]}"
                database.execute("INSERT INTO line VALUES (?, ?)", (line, left.parent))
                database.execute("UPDATE campaign SET value = ? WHERE key = 'line'", (line,))
            else:
                database.execute("UPDATE line SET head = ? WHERE name = ?", (left.parent, line))
            seal(database)
        self.line, self._head = line, left.parent
        return keeper

    def _other_line_with(self, turn: int) -> str | None:
        query = "SELECT name, head FROM line WHERE name <> ? AND head >= ? ORDER BY rowid"
        seen: set[int] = set()
        for name, head in self._database.execute(query, (self.line, turn)).fetchall():
            at: int | None = head
            # A turn comes after its parent, so it is not behind this one any more; and each is walked over once.
            while at is not None and at >= turn and at not in seen:
                if at == turn:
                    return name
                seen.add(at)
                row = self._database.execute("SELECT parent FROM turn WHERE id = ?", (at,)).fetchone()
                at = row[0] if row else None
        return None

    def _still_ours(self, database: sqlite3.Connection) -> None:
        """A lock can be got round, by a hard link or by taking its file away. Raises SaveLocked before harm is done."""
        row = database.execute("SELECT head FROM line WHERE name = ?", (self.line,)).fetchone()
        if row != (self._head,):
            raise SaveLocked(self.file)

    def reread(self) -> None:
        """Stand where the file says. Raises SaveDamaged."""
        self.line, self._head = self._standing()

    def _standing(self) -> tuple[str, int]:
        row = self._database.execute(
            "SELECT name, head FROM line WHERE name = (SELECT value FROM campaign WHERE key = 'line')"
        ).fetchone()
        if row is None or not is_sealed(self._database):
            raise SaveDamaged(self.file, "its settings or lines are not as they were written")
        return row[0], row[1]


def _begin(database: sqlite3.Connection, header: Header, command: NewGame, events: tuple[Event, ...]) -> None:
    """A new campaign's tables and first turn; the caller commits."""
    database.executescript(f"BEGIN; {SCHEMA}")
    settings = {**asdict(header), "line": MAIN_LINE}
    database.executemany("INSERT INTO campaign VALUES (?, ?)", settings.items())
    head = insert(database, None, "", command, None, events)
    database.execute("INSERT INTO line VALUES (?, ?)", (MAIN_LINE, head))
    seal(database)


def _add_snapshot(database: sqlite3.Connection, turn: int, game: str) -> None:
    row = database.execute("SELECT hash FROM turn WHERE id = ?", (turn,)).fetchone()
    database.execute("INSERT INTO snapshot VALUES (?, ?, ?)", (turn, game, chained(row[0], game)))


def _connect(file: Path | Literal[":memory:"]) -> sqlite3.Connection:
    # From the root on: SQLite reads a name that begins with "file:" as a URI, and some as no file at all.
    where = file.absolute() if isinstance(file, Path) else file
    database = sqlite3.connect(where, isolation_level=None)
    # DELETE leaves one file at rest, so that copying it loses nothing; EXTRA survives a power cut.
    database.executescript("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA foreign_keys = ON")
    return database
