"""Solo play: chooses what to play, plays it, and turns whatever is wrong with a save into one sentence."""

import os
import sys
from collections.abc import Iterator

from platformdirs import user_state_path

from narrator.content_error import ContentError
from table.config import PlayOptions, Settings
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
from table.terminal.keyboard import Keyboard, Pipe, Prompt, Typewriter
from table.terminal.playing import COMMANDS, Playing
from table.terminal.screen import Screen
from table.terminal.setting_up import Choosing, Leaves, NoSuchChoice

_FAULTS = {
    NameRefused: (2, "save_name"),
    SaveLocked: (6, "save_locked"),
    SaveMissing: (2, "save_missing"),
    SaveExists: (2, "save_exists"),
    SaveForeign: (7, "save_foreign"),
    SaveTooNew: (7, "save_too_new"),
    SaveDamaged: (7, "save_damaged"),
    SaveUnwritable: (1, "save_unwritable"),
}
_DISK = {
    "full": ("full", "no space", "quota"),
    "closed": ("permission", "not permitted", "readonly", "read-only"),
    "no_folder": ("not a directory", "file exists"),
}


def run(options: PlayOptions) -> int:
    """Play until the person leaves or the lines end; returns the exit code."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty() and not options.json
    screen = Screen(options.settings, interactive, options.json)
    tab = _Tab()
    keyboard = _keyboard(options.settings, interactive, tab)
    choosing = Choosing(options, screen, keyboard)
    try:
        opened = choosing.open()
        with opened.campaign.session.store:
            tab.playing = Playing(opened, screen, keyboard)
            tab.playing.play()
    except Leaves:
        return 0
    except NoSuchChoice as error:
        return _sorry(screen, 2, str(error))
    except ContentError as error:
        return _sorry(screen, 3, choosing.words("content_faulty", detail=error))
    except SaveError as error:
        code, key = _FAULTS[type(error)]
        why = choosing.words(f"disk_{_of_the_disk(error.detail)}")
        return _sorry(screen, code, choosing.words(key, name=error.file.stem, file=error.file, why=why))
    return 0


def _keyboard(settings: Settings, interactive: bool, tab: "_Tab") -> Keyboard:
    if not interactive:
        return Pipe()
    if os.environ.get("TERM", "").casefold() in ("dumb", "unknown"):
        return Typewriter()
    return Prompt(settings, user_state_path("breche") / "history", tab.words)


def _sorry(screen: Screen, code: int, sentence: str) -> int:
    screen.fault(sentence)
    return code


def _of_the_disk(detail: str) -> str:
    """What a disk refuses, from the words of the system or of SQLite."""
    said = detail.casefold()
    return next((kind for kind, signs in _DISK.items() if any(each in said for each in signs)), "other")


class _Tab:
    """What Tab offers: the commands, and, once play has begun, the names of what is here."""

    def __init__(self) -> None:
        self.playing: Playing | None = None

    def words(self) -> Iterator[str]:
        yield from (f"/{each}" for each in COMMANDS)
        if self.playing is not None:
            yield from self.playing.names_here()
