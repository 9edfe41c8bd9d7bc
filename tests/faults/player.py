"""`breche play` in a process that has everything imported: what `tests.faults.kills` forks, again and again."""

import os
import sys
from multiprocessing.connection import Connection

import filelock  # noqa: F401

from narrator import prompting
from narrator.reading.lexicon import lexicon
from table import cli
from table.campaign import Content
from table.terminal import play  # noqa: F401

# Made once, as every evening makes them: what a fork does begins with its save.
prompting.scenarios()
Content.model_rebuild()
lexicon("en")


def run(arguments: list[str], environ: dict[str, str], lines: Connection, tells: Connection) -> None:
    """Be `breche ARGUMENTS`, from one pipe to the other; what it says beside the story goes nowhere."""
    os.environ.update(environ)
    for number, stream in enumerate((lines, tells)):
        os.dup2(stream.fileno(), number)
        stream.close()
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.stdin, sys.stdout, sys.stderr = (open(number, mode) for number, mode in enumerate("rww"))  # noqa: SIM115
    cli.main(arguments)
