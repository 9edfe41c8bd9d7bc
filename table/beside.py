"""What lies beside a save: its lock, SQLite's own files, and what only has the name of one."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from table.record import (
    FAULTS,
    Disk,
    SaveLocked,
    SaveReserved,
    SaveShadowed,
    SaveUnwritable,
    fault,
    lock_of,
)

if TYPE_CHECKING:
    from filelock import FileLock

_JOURNAL, _WAL, _SHARED = "-journal", "-wal", "-shm"
_JOURNAL_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
_JOURNAL_HEAD = 28
_WAL_MAGIC = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")


def check_name(file: Path) -> None:
    """Raises SaveReserved for the name of another save's journal or lock: who played that one would lose this one."""
    name = file.name.casefold()
    if name.endswith((_JOURNAL, _WAL, _SHARED)) or (name.startswith(".") and name.endswith(".lock")):
        raise SaveReserved(file)


def check_beside(file: Path) -> None:
    """Raises SaveShadowed where SQLite would take a stranger's file for a journal of this save, and delete it."""
    for beside, is_ours in ((_with(file, _JOURNAL), _is_journal), (_with(file, _WAL), _is_wal)):
        if os.path.lexists(beside) and not is_ours(beside):
            raise SaveShadowed(beside)


def clear_beside(file: Path) -> None:
    """Before a file is made: take away the journal that a deleted one left, which would be played back into the new.

    Raises SaveShadowed for all else that lies there.
    """
    check_beside(file)
    # No save has one: what is in it is somebody else's.
    if _head(wal := _with(file, _WAL), 1):
        raise SaveShadowed(wal)
    _with(file, _JOURNAL).unlink(missing_ok=True)


def _with(file: Path, suffix: str) -> Path:
    return file.with_name(file.name + suffix)


def _head(file: Path, size: int) -> bytes | None:
    """The first bytes; None for what is no plain file."""
    if not os.path.isfile(file):
        return None
    with file.open("rb") as opened:
        return opened.read(size)


def _is_journal(file: Path) -> bool:
    """Whether it holds nothing, or what SQLite begins a journal with."""
    head = _head(file, _JOURNAL_HEAD)
    if head is None or not any(head):
        return head is not None
    # Until its pages are on the disk a journal has no magic yet.
    page = int.from_bytes(head[24:28], "big")
    return head[:8] in (_JOURNAL_MAGIC, bytes(8)) and 512 <= page <= 65536 and page & (page - 1) == 0


def _is_wal(file: Path) -> bool:
    head = _head(file, 4)
    return head is not None and head in (b"", *_WAL_MAGIC)


@contextmanager
def locked(file: Path) -> Iterator[tuple["FileLock", ExitStack]]:
    """The lock, and what is let go at the end unless the caller keeps it; what goes wrong becomes a SaveError.

    Who is refused leaves no lock file and no folder behind that was not there before.
    """
    with ExitStack() as keep:
        try:
            for each in reversed([each for each in file.absolute().parents if not os.path.lexists(each)]):
                keep.callback(_forget_folder, each)
            place = lock_of(file)
            is_new = not os.path.lexists(place)
            lock = _lock(file, place)
            keep.callback(lock.release)
            if is_new:
                keep.callback(_forget, place)
            yield lock, keep
        except (*FAULTS, UnicodeEncodeError) as error:
            raise fault(file, error) from error


def _forget(place: Path) -> None:
    # While it is held: whoever has opened it meanwhile sees that it is gone, and makes another.
    with suppress(OSError):
        place.unlink()


def _forget_folder(place: Path) -> None:
    with suppress(OSError):  # One in which anything is stays.
        place.rmdir()


def _lock(file: Path, place: Path) -> "FileLock":
    from filelock import FileLock, Timeout  # Here, since it takes as long to import as all of pydantic.

    file.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(place, timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        # A folder that takes no lock file looks like a lock that somebody holds.
        raise (SaveLocked(file) if os.path.isfile(place) else SaveUnwritable(file, disk=Disk.CLOSED)) from error
    return lock
