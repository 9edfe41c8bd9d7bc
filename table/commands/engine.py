"""`breche engine`: the engine over JSON lines, for other programs (docs/protocol.md)."""

import sys

import click

from table.commands.parts import Desk, Leaf
from table.words import Words


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    return Leaf(words, "engine", run, [])


def run(desk: Desk) -> int:
    """Answer each line until the input ends."""
    from table.protocol import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
