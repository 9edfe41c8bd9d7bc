"""How far a playtest is, for whoever looks on."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from table.config import Settings
from table.words import Words


@contextmanager
def progress(settings: Settings, games: int) -> Iterator[Callable[[int], None]]:
    """A bar on a terminal's stderr that hears of games as they are done. None on a pipe; none where a screen is read
    aloud, which would read it again at every step."""
    if settings.accessible or not sys.stderr.isatty():
        yield lambda done: None
        return
    label = Words(settings.language, "cli")("playtest.progress.games")
    with click.progressbar(length=games, label=label, file=sys.stderr, width=0) as bar:
        yield lambda done: bar.update(done)
