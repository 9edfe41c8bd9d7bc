"""What a person is told when a save cannot be used as asked, and the exit code that goes with it."""

from table.record import (
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveForeign,
    SaveLocked,
    SaveMissing,
    SaveReserved,
    SaveShadowed,
    SaveTooNew,
    SaveUnreadable,
    SaveUnwritable,
    SaveWordless,
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
    SaveWordless: ("wordless", OTHER),
    SaveReserved: ("reserved", USAGE),
    SaveShadowed: ("shadowed", USAGE),
    SaveUnwritable: ("unwritable", OTHER),
    SaveUnreadable: ("unreadable", OTHER),
}


def told(language: Language, error: SaveError) -> tuple[str, int]:
    """One sentence that says what would work, and the exit code."""
    words = Words(language, "saves")
    key, code = _TOLD[type(error)]
    return words(key, name=error.file.stem, file=error.file, why=words(f"disk_{error.disk}")), code
