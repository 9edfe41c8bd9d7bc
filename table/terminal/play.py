"""Solo play: chooses what to play, plays it, and turns whatever is wrong with a save into one sentence."""

import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from platformdirs import user_state_path

from narrator.content_error import ContentError
from table import save_faults
from table.config import PlayOptions, Settings, is_dumb
from table.record import SaveError
from table.terminal.keyboard import Keyboard, Pipe, Prompt, Typewriter
from table.terminal.screen import Screen
from table.terminal.setting_up import Choosing, Leaves, NoSuchChoice

if TYPE_CHECKING:
    from table.terminal.playing import Playing


def run(options: PlayOptions) -> int:
    """Play until the person leaves or the lines end; returns the exit code."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty() and not options.json
    if not interactive:
        return _run(options, interactive)
    with _leaving_in_order():
        return _run(options, interactive)


def _run(options: PlayOptions, interactive: bool) -> int:
    screen = Screen(options.settings, interactive, options.json)
    tab = _Tab()
    keyboard = _keyboard(options.settings, interactive, tab)
    choosing = Choosing(options, screen, keyboard)
    try:
        opened = choosing.open()
        # Imported once something is chosen: the first question does not wait for what shows a whole evening.
        from table.terminal.playing import Playing

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
        sentence, code = save_faults.told(choosing.language, error)
        return _sorry(screen, code, sentence)
    finally:
        choosing.crew.close()
    return 0


@contextmanager
def _leaving_in_order() -> Iterator[None]:
    """Whoever is told to end, or loses their terminal, first gives it back as it was."""

    def leave(number: int, _: object) -> None:
        # What this cuts short in the line editor's event loop complains when it is thrown away: to nobody's use.
        sys.unraisablehook = lambda _: None
        logging.getLogger("asyncio").disabled = True
        raise SystemExit(128 + number)

    numbers = [found for each in ("SIGTERM", "SIGHUP") if (found := getattr(signal, each, None)) is not None]
    # What is ignored stays ignored: that is what nohup asks for.
    before = {each: held for each in numbers if (held := signal.getsignal(each)) not in (signal.SIG_IGN, None)}
    give_back = _terminal_as_it_is()
    for each in before:
        signal.signal(each, leave)
    try:
        yield
    except SystemExit:
        give_back()  # The line editor does so too, unless it was only beginning.
        raise
    finally:
        for each, held in before.items():
            signal.signal(each, held)


def _terminal_as_it_is() -> Callable[[], None]:
    """What sets the terminal back to how it edits lines and shows keys now."""
    try:
        import termios
    except ImportError:  # Windows has no such settings.
        return lambda: None
    held = termios.tcgetattr(sys.stdin)

    def give_back() -> None:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSANOW, held)

    return give_back


def _keyboard(settings: Settings, interactive: bool, tab: "_Tab") -> Keyboard:
    if not interactive:
        return Pipe()
    if is_dumb(os.environ):
        return Typewriter()
    return Prompt(settings, user_state_path("breche") / "history", tab.words)


def _sorry(screen: Screen, code: int, sentence: str) -> int:
    screen.fault(sentence)
    return code


class _Tab:
    """What Tab offers: the commands, and, once play has begun, the names of what is here."""

    def __init__(self) -> None:
        self.playing: Playing | None = None

    def words(self) -> Iterator[str]:
        from table.terminal.playing import COMMANDS

        yield from (f"/{each}" for each in COMMANDS)
        if self.playing is not None:
            yield from self.playing.names_here()
