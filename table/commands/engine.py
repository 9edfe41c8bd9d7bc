"""`breche engine`: the engine over JSON lines, for other programs (docs/protocol.md)."""

import sys

import click

from table.commands.parts import Desk, Leaf
from table.words import Words


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    return Leaf(words, "engine", run, [])


def run(desk: Desk) -> int:
    """Answer each line until the input ends; 1 where nobody can be answered, as when a reader has gone."""
    from table.protocol import serve

    if sys.__stdout__ is None:
        return 1
    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
