"""What a person is told when a save cannot be used as asked, and the exit code that goes with it."""

from table.record import (
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveForeign,
    SaveLocked,
    SaveMissing,
    SaveTooNew,
    SaveUnwritable,
)
from table.shelf import NameRefused
from table.words import Language, Words

OTHER, USAGE, LOCKED, DAMAGED = 1, 2, 6, 7
"""Exit codes, as the README lists them."""

_TOLD = {
    NameRefused: ("name", USAGE),
    SaveMissing: ("missing", USAGE),
    SaveExists: ("exists", USAGE),
    SaveLocked: ("locked", LOCKED),
    SaveForeign: ("foreign", DAMAGED),
    SaveTooNew: ("too_new", DAMAGED),
    SaveDamaged: ("damaged", DAMAGED),
    SaveUnwritable: ("unwritable", OTHER),
}
_DISK = {
    "full": ("full", "no space", "quota"),
    "closed": ("permission", "not permitted", "readonly", "read-only"),
    "no_folder": ("not a directory", "file exists"),
}


def told(language: Language, error: SaveError) -> tuple[str, int]:
    """One sentence that says what would work, and the exit code."""
    words = Words(language, "saves")
    key, code = _TOLD[type(error)]
    return words(key, name=error.file.stem, file=error.file, why=words(f"disk_{_of_the_disk(error.detail)}")), code


def _of_the_disk(detail: str) -> str:
    """What a disk refuses, from the words of the system or of SQLite."""
    said = detail.casefold()
    return next((kind for kind, signs in _DISK.items() if any(each in said for each in signs)), "other")
