"""What is whole of a damaged save, into a new one; the original is only read."""

import os
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from table import notes
from table.beside import check_name, clear_beside
from table.reading import reading
from table.record import FAULTS, SCHEMA, Row, SaveDamaged, SaveExists, check, fault, is_torn, seal
from table.store import MAIN_LINE, Store
from table.verify import Verdict, verify

if TYPE_CHECKING:
    from narrator.memory import Note


@dataclass(frozen=True, slots=True)
class Salvaged:
    """How many turns the copy holds, and what stopped it: the verdict on the turns that could be read at all."""

    turns: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class _Remains:
    """What SQLite still gives of each table, as it stands there."""

    campaign: dict[str, str]
    turns: list[Row]
    lines: list[tuple[Any, ...]]
    prose: list[tuple[Any, ...]]
    notes: "list[tuple[int, Note]]"


def salvage(file: Path, copy: Path) -> Salvaged:
    """Write the turns before the first fault to `copy`, with their lines, prose and notes.

    Raises SaveExists rather than overwrite; SaveDamaged when not even the new game is whole.
    """
    check(file)
    try:
        remains = _remains(file)
        with TemporaryDirectory() as folder:
            trial = Path(folder) / "trial.breche"
            _write(trial, remains, len(remains.turns))
            verdict = verify(trial)
        if not verdict.turns:
            raise SaveDamaged(file, "not even its new game is whole")
        _claim(copy)
        _write(copy, remains, verdict.turns)
    except FAULTS as error:
        raise fault(file, error) from error
    with Store.open(copy) as store:
        store.load()
    return Salvaged(verdict.turns, verdict)


def _remains(file: Path) -> _Remains:
    with reading(file) as database:
        campaign = dict(_rows(database, "SELECT key, value FROM campaign"))
        missing = {"scenario", "content", "narration"} - campaign.keys()
        if missing:
            raise SaveDamaged(file, f"its settings lack {', '.join(sorted(missing))}")
        return _Remains(
            campaign,
            list(takewhile(lambda row: not is_torn(row), _rows(database, "SELECT * FROM turn ORDER BY id"))),
            _rows(database, "SELECT name, head FROM line"),
            [row for row in _rows(database, "SELECT turn, sentences FROM prose ORDER BY turn") if None not in row],
            list(notes.whole(database)),
        )


def _rows(database: sqlite3.Connection, query: str) -> list[Any]:
    """The rows up to the first that cannot be read."""
    rows: list[Any] = []
    # OverflowError and UnicodeError: a damaged cell may hold anything.
    with suppress(sqlite3.Error, ValueError, OverflowError):
        rows.extend(iter(database.execute(query)))
    return rows


def _claim(copy: Path) -> None:
    """Make the new file, where none is."""
    check_name(copy)
    try:
        if not os.path.lexists(copy):
            clear_beside(copy)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch(exist_ok=False)
    except FileExistsError as error:
        raise SaveExists(copy) from error
    except OSError as error:
        raise fault(copy, error) from error


def _write(copy: Path, remains: _Remains, turns: int) -> None:
    """Make a save of the first turns. No snapshot: they only spare folding."""
    kept = remains.turns[:turns]
    parents = {row[0]: row[1] for row in kept}
    lines = {name: stood for name, head in remains.lines if (stood := _standing(head, remains, parents)) is not None}
    line = remains.campaign.get("line", MAIN_LINE)
    if kept and line not in lines:
        lines[line] = kept[-1][0]
    with closing(sqlite3.connect(copy.absolute(), isolation_level=None)) as database, database:
        database.executescript(f"PRAGMA synchronous = EXTRA; BEGIN; {SCHEMA}")
        settings = {key: value for key, value in remains.campaign.items() if key != "seal"} | {"line": line}
        database.executemany("INSERT INTO campaign VALUES (?, ?)", settings.items())
        database.executemany("INSERT INTO turn VALUES (?, ?, ?, ?, ?, ?, ?, ?)", kept)
        database.executemany("INSERT INTO line VALUES (?, ?)", lines.items())
        database.executemany("INSERT INTO prose VALUES (?, ?)", (row for row in remains.prose if row[0] in parents))
        for turn, note in remains.notes:
            if turn in parents:
                notes.add(database, turn, (note,))
        seal(database)


def _standing(head: int, remains: _Remains, parents: dict[int, int | None]) -> int | None:
    """The last kept turn on the way back from where a line stood."""
    past = {row[0]: row[1] for row in remains.turns}
    at: int | None = head
    while at is not None and at not in parents:
        at = past.pop(at, None)  # Each turn once: damaged rows may form a ring.
    return at
