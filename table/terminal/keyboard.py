"""Where lines come from: a person at a terminal, with editing and history, or a pipe."""

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from narrator.sanitise import clean
from table.config import Settings
from table.words import nearest

MOST = 2000
"""The longest line that is played, in characters."""


class Keyboard(Protocol):
    """A source of lines."""

    def ask(self, prompt: str) -> str | None:
        """The next line, cleaned; None when there are no more. Raises KeyboardInterrupt on an empty line's Ctrl-C."""
        ...


class Pipe:
    """Lines of stdin, without any prompt."""

    def __init__(self) -> None:
        if hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")  # pyright: ignore[reportAttributeAccessIssue]

    def ask(self, prompt: str) -> str | None:
        try:
            line = sys.stdin.readline()
        except OSError:  # A terminal that is gone, or what is only written to: nothing will come.
            return None
        return clean(line).strip() if line else None


class Typewriter(Pipe):
    """A terminal that only prints: it edits its line itself, and is sent text alone."""

    def ask(self, prompt: str) -> str | None:
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = None
        try:
            line = super().ask(prompt)
        finally:
            # After Ctrl-C or Ctrl-D too, what follows begins a line.
            if line is None:
                sys.stdout.write("\n")
        return line


class Prompt:
    """A terminal: line editing, history across sessions, search in it, completion, several lines with Alt-Enter."""

    def __init__(self, settings: Settings, history: Path, words: Callable[[], Iterable[str]]) -> None:
        # Here, not above: a pipe needs none of it, and it costs a good part of the start-up.
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth
        from prompt_toolkit.shortcuts import CompleteStyle

        self._ascii = settings.ascii
        self._session: PromptSession[str] = PromptSession(
            history=_history(history),
            color_depth=ColorDepth.DEPTH_4_BIT if settings.color else ColorDepth.DEPTH_1_BIT,
            completer=_completer(words),
            complete_while_typing=False,
            # Completions are printed, not floated: text only ever appends.
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            key_bindings=_bindings(),
            enable_history_search=True,
            search_ignore_case=True,
            enable_suspend=True,
        )

    def ask(self, prompt: str) -> str | None:
        try:
            return clean(self._session.prompt(nearest(prompt) if self._ascii else prompt)).strip()
        except EOFError:
            return None


def _history(file: Path):
    from prompt_toolkit.history import FileHistory

    class Kept(FileHistory):
        """Lines in a plain file; where that cannot be, they last as long as the program."""

        def load_history_strings(self) -> Iterable[str]:
            with suppress(OSError):
                return list(super().load_history_strings()) if file.is_file() else []
            return []

        def store_string(self, string: str) -> None:
            # Whatever else stands there stays as it is: a pipe would make the next line wait for a reader.
            with suppress(OSError):
                if file.is_file() or not os.path.lexists(file):
                    super().store_string(string.encode("utf-8", "replace").decode())

    with suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
    return Kept(str(file))


def _completer(words: Callable[[], Iterable[str]]):
    from prompt_toolkit.completion import Completer, Completion

    class Here(Completer):
        """Commands and the names of what is here; names of several words complete from their first letters."""

        def get_completions(self, document, complete_event):  # type: ignore[no-untyped-def]
            before = _bare(document.text_before_cursor)
            for start in _starts(before):
                typed = before[start:]
                found = [each for each in dict.fromkeys(words()) if typed and _bare(each).startswith(typed)]
                yield from (Completion(each, start_position=-len(typed)) for each in found)
                if found:
                    return  # "console de p" means the console, whatever else begins with a p.

    return Here()


def _starts(text: str) -> Sequence[int]:
    """Where a word begins, the farthest back first."""
    return [0, *(place + 1 for place, letter in enumerate(text) if letter in " '’")]


def _bare(text: str) -> str:
    """The text without capitals or accents, letter for letter: who types "emet" finds "émetteur"."""
    return "".join(unicodedata.normalize("NFD", each)[0].lower()[:1] for each in text)


def _bindings():
    from prompt_toolkit.key_binding import KeyBindings

    bindings = KeyBindings()

    @bindings.add("c-c")
    def _clear(event) -> None:  # type: ignore[no-untyped-def]
        # A draft is cleared and kept: Up brings it back. On an empty line Ctrl-C is for the table to answer.
        buffer = event.app.current_buffer
        if buffer.text:
            buffer.append_to_history()
            buffer.reset()
        else:
            event.app.exit(exception=KeyboardInterrupt)

    @bindings.add("escape", "enter")
    def _newline(event) -> None:  # type: ignore[no-untyped-def]
        event.app.current_buffer.insert_text("\n")

    return bindings
