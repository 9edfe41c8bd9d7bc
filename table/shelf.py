"""The saves of a folder, as they lie there: read without opening them to play, never locked, never written to."""

import json
import math
import os
import sqlite3
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Any

from narrator.sanitise import one_line
from table.reading import reading
from table.record import SUFFIX, SaveError, SaveForeign, SaveMissing, SaveTooNew, check, is_sealed, lock_of

_ENDED = """
WITH RECURSIVE past (id) AS (
    SELECT ?1 UNION SELECT parent FROM past JOIN turn USING (id) WHERE parent IS NOT NULL
) SELECT 1 FROM past JOIN turn USING (id) WHERE events LIKE '%"type":"StoryEnded"%' LIMIT 1
"""


class Condition(StrEnum):
    """What can be done with a save: played on, looked back at, or why neither; a wordless one is another program's."""

    READY = "ready"
    ENDED = "ended"
    OPEN = "open"
    WORDLESS = "wordless"
    DAMAGED = "damaged"
    NEWER = "newer"
    FOREIGN = "foreign"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of the folder. What could not be read is empty, or None, as is a date that no calendar has; `turns`
    counts along the line of play, and what has `ended` may be another program's all the same."""

    file: Path
    condition: Condition
    played: datetime | None
    scenario: str = ""
    titles: tuple[tuple[str, str], ...] = ()
    characters: tuple[str, ...] = ()
    variant: str = ""
    turns: int | None = None
    ended: bool | None = None

    @property
    def name(self) -> str:
        """What the save is called, and `find` finds."""
        return self.file.name.removesuffix(SUFFIX)

    def title(self, language: str) -> str:
        """The scenario's title in a language, or its id."""
        return dict(self.titles).get(language, self.scenario)


class NameRefused(SaveError):
    """A name that is no plain file name; a path needs a separator in it."""


def shelf(folder: Path) -> list[Entry]:
    """Every save of a folder, the last played first; empty when the folder is not there."""
    try:
        files = [each for each in folder.iterdir() if each.suffix == SUFFIX and each.is_file()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    entries = [each for each in map(_entry, files) if each is not None]
    return sorted(entries, key=lambda each: (-_when(each), each.name))


def newest(entries: Iterable[Entry]) -> Entry | None:
    """The save that was played last among those that can be played on."""
    return max((each for each in entries if each.condition is Condition.READY), key=_when, default=None)


def _when(entry: Entry) -> float:
    return entry.played.timestamp() if entry.played else -math.inf


def names_for(folder: Path, scenario: str, character: str) -> Iterator[Path]:
    """Files that are not there yet: low_tide-akiko.breche, then low_tide-akiko-2.breche."""
    names = (f"{scenario}-{character}{'' if number == 1 else f'-{number}'}{SUFFIX}" for number in count(1))
    return (file for name in names if not os.path.lexists(file := folder / name))


def find(folder: Path, name_or_path: str) -> Path:
    """The file that a person means: a name in the folder, or a path when it has a separator. Raises NameRefused.

    The file need not be there; the suffix may be left out.
    """
    separators = {"/", os.sep, os.altsep or os.sep}
    as_said = Path(name_or_path)
    if "\0" in name_or_path or not name_or_path.isprintable():
        raise NameRefused(Path(one_line(name_or_path)))
    if separators & set(name_or_path):
        try:
            as_said = as_said.expanduser()
        except RuntimeError as error:  # Nobody has that home.
            raise NameRefused(Path(as_said.parts[0])) from error
        if not as_said.name:
            raise NameRefused(as_said)
        return (
            as_said if as_said.suffix == SUFFIX or os.path.isfile(as_said) else as_said.with_name(as_said.name + SUFFIX)
        )
    # A leading dot hides a file; a colon names a drive or a stream on Windows.
    if not name_or_path or name_or_path.startswith((".", "-", "~")) or ":" in name_or_path:
        raise NameRefused(as_said)
    return folder / (name_or_path if name_or_path.endswith(SUFFIX) else name_or_path + SUFFIX)


def to_open(file: Path) -> Path:
    """The file to open or make: where a link leads to nothing yet, what it leads to.

    Raises SaveForeign for what is no plain file: a pipe would be waited for, and a device read for ever.
    """
    # Not Path.exists and its like: they raise for a folder that is closed, and for a name that is too long.
    if os.path.exists(file):
        if not os.path.isfile(file):
            raise SaveForeign(file)
    elif os.path.islink(file):
        led_to = Path(os.path.realpath(file))
        if os.path.islink(led_to):  # In a ring.
            raise SaveForeign(file)
        return led_to
    return file


def is_open(file: Path) -> bool:
    """Whether a process plays this save now."""
    lock = lock_of(file)
    if not os.path.isfile(lock):
        return False
    try:
        with lock.open("rb") as opened:
            if sys.platform == "win32":
                opened.read(1)  # What another process locked cannot be read there.
                return False
            import fcntl

            # A shared question, taken back at once: two who ask do not see each other.
            fcntl.flock(opened, fcntl.LOCK_SH | fcntl.LOCK_NB)
            fcntl.flock(opened, fcntl.LOCK_UN)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def _entry(file: Path) -> Entry | None:
    try:
        moment = file.stat().st_mtime
    except OSError:  # It went away meanwhile.
        return None
    try:
        played = datetime.fromtimestamp(moment).astimezone()
    except (ValueError, OverflowError, OSError):  # No calendar has that day.
        played = None
    try:
        check(file)
        return _read(file, played)
    except SaveMissing:  # Its maker was stopped before the first turn stood: there is nothing in it.
        return None
    except SaveTooNew:
        condition = Condition.NEWER
    except SaveForeign:
        condition = Condition.FOREIGN
    except (SaveError, OSError):
        condition = Condition.UNREADABLE
    except (sqlite3.Error, ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError):
        condition = Condition.OPEN if is_open(file) else Condition.DAMAGED
    return Entry(file, condition, played)


def _read(file: Path, played: datetime | None) -> Entry:
    """Raises whatever a file that is not whole may make SQLite or JSON raise."""
    with reading(file) as database:
        if database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",) or not is_sealed(database):
            raise ValueError("not whole")
        campaign: dict[str, str] = dict(database.execute("SELECT key, value FROM campaign"))
        head = database.execute("SELECT head FROM line WHERE name = ?", (campaign["line"],)).fetchone()[0]
        turns = database.execute("SELECT number FROM turn WHERE id = ?", (head,)).fetchone()[0]
        begun = database.execute("SELECT command FROM turn WHERE parent IS NULL ORDER BY id LIMIT 1").fetchone()[0]
        ended = database.execute(_ENDED, (head,)).fetchone() is not None
    game = json.loads(begun)
    told = Condition.ENDED if ended else Condition.READY
    whole = told if campaign["content"] else Condition.WORDLESS
    condition = Condition.OPEN if is_open(file) else whole
    return Entry(
        file=file,
        condition=condition,
        played=played,
        scenario=one_line(campaign["scenario"]),
        titles=_titles(campaign["content"]),
        characters=tuple(one_line(each["name"]) for each in game["characters"]),
        variant=one_line(game["variant"]),
        turns=turns,
        ended=ended,
    )


def _titles(content: str) -> tuple[tuple[str, str], ...]:
    """The scenario's title in each language; none where the content is made otherwise."""
    try:
        titles: Any = json.loads(content)["scenario"]["title"]
        return tuple((language, one_line(title)) for language, title in titles.items())
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return ()
