"""Solo play: chooses what to play, plays it, and turns whatever is wrong with a save into one sentence."""

import sys
from collections.abc import Iterator

from platformdirs import user_state_path

from narrator.prompting import ContentError
from table.config import PlayOptions
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
from table.terminal.keyboard import Keyboard, Pipe, Prompt
from table.terminal.playing import COMMANDS, Playing
from table.terminal.screen import Screen
from table.terminal.setting_up import Choosing, Leaves, NoSuchChoice

_FAULTS = {
    SaveLocked: (6, "save_locked"),
    SaveMissing: (2, "save_missing"),
    SaveExists: (2, "save_exists"),
    SaveForeign: (7, "save_foreign"),
    SaveTooNew: (7, "save_too_new"),
    SaveDamaged: (7, "save_damaged"),
    SaveUnwritable: (1, "save_unwritable"),
}


def run(options: PlayOptions) -> int:
    """Play until the person leaves or the lines end; returns the exit code."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty() and not options.json
    screen = Screen(options.settings, interactive, options.json)
    tab = _Tab()
    keyboard: Keyboard = Prompt(user_state_path("breche") / "history", tab.words) if interactive else Pipe()
    choosing = Choosing(options, screen, keyboard)
    try:
        opened = choosing.open()
        with opened.campaign.session.store:
            tab.playing = Playing(opened, screen, keyboard)
            tab.playing.play()
    except Leaves:
        return 0
    except NoSuchChoice as error:
        return _sorry(2, str(error))
    except ContentError as error:
        return _sorry(3, choosing.words("content_faulty", detail=error))
    except SaveError as error:
        code, key = _FAULTS[type(error)]
        return _sorry(code, choosing.words(key, name=error.file.name, detail=error.detail))
    return 0


def _sorry(code: int, sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return code


class _Tab:
    """What Tab offers: the commands, and, once play has begun, the names of what is here."""

    def __init__(self) -> None:
        self.playing: Playing | None = None

    def words(self) -> Iterator[str]:
        yield from (f"/{each}" for each in COMMANDS)
        if self.playing is not None:
            yield from self.playing.names_here()
