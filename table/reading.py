"""A save's database, to look at: never locked, never written to, and without the half turn of a killed writer."""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def reading(file: Path) -> Iterator[sqlite3.Connection]:
    """The database of a save as it stands on the disk. Raises what table.record.FAULTS names."""
    # SQLite keeps a journal beside the file itself, whatever link leads to it.
    file = Path(os.path.realpath(file))
    with ExitStack() as keep:
        database = keep.enter_context(closing(_read_only(file)))
        try:
            database.execute("PRAGMA schema_version").fetchone()
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
            database = keep.enter_context(closing(_read_only(keep.enter_context(_rolled_back(file)))))
        yield database


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)


@contextmanager
def _rolled_back(file: Path) -> Iterator[Path]:
    """A copy without its half turn: whoever wrote it was killed in the middle of one, and a reader may not clean up."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder)).absolute()
        shutil.copy(file.with_name(f"{file.name}-journal"), folder)
        with closing(sqlite3.connect(copy)) as database:
            database.execute("PRAGMA schema_version").fetchone()
        yield copy
