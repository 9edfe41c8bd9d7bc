"""`breche verify`: a save played again, face by face; `--salvage` keeps what is whole of a damaged one."""

import os
from pathlib import Path

import click

from engine.ruling import Refused
from table.commands.parts import Desk, Leaf, complain, json_option, print_json
from table.lines import say
from table.record import Divergence, SaveError
from table.refusals import sentence
from table.save_faults import told
from table.shelf import find, to_open
from table.verify import Verdict, verify
from table.words import Words

WHOLE, USAGE, DAMAGED = 0, 2, 7


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    params = [
        click.Argument(["file"], metavar=words("verify.file_metavar")),
        click.Option(["--salvage"], metavar=words("verify.copy_metavar"), help=words("verify.salvage")),
        json_option(words),
    ]
    return Leaf(words, "verify", run, params)


def run(desk: Desk, file: str, salvage: str | None, as_json: bool) -> int:
    """Work the save out again; with `salvage`, write what is whole of it."""
    saves = desk.settings.saves
    try:
        asked = to_open(Path(file) if os.path.exists(file) else find(saves, file))
        if salvage is not None:
            return _salvage(desk, asked, find(saves, salvage), as_json)
        verdict = verify(asked)
    except SaveError as error:
        if not as_json:
            raise
        said, code = told("en", error)
        print_json({"file": file, **_as_object(Verdict(0, 0)), "whole": False, "how": said})
        return code
    if as_json:
        print_json({"file": str(asked), **_as_object(verdict)})
    elif verdict.how is None:
        say(desk.words("verify.whole", turns=_turns(desk.words, verdict.turns), dice=_dice(desk.words, verdict.dice)))
    else:
        say(desk.words("verify.diverges", turn=verdict.diverges_at, how=how(desk.words, verdict.how)))
    return WHOLE if verdict.how is None else DAMAGED


def _salvage(desk: Desk, file: Path, copy: Path, as_json: bool) -> int:
    from table.salvage import salvage

    if os.path.lexists(copy):
        said = Words("en" if as_json else desk.words.language, "cli")("verify.exists", copy=copy)
        if as_json:
            print_json({"file": str(file), **_as_object(Verdict(0, 0)), "whole": False, "how": said})
        else:
            complain(said)
        return USAGE
    salvaged = salvage(file, copy)
    if as_json:
        print_json({"file": str(file), "copy": str(copy), **_as_object(salvaged.verdict)})
        return WHOLE
    say(desk.words("verify.salvaged", turns=_turns(desk.words, salvaged.turns), copy=copy))
    verdict = salvaged.verdict
    if verdict.how is not None:
        say(desk.words("verify.stopped", turn=verdict.diverges_at, how=how(desk.words, verdict.how)))
    return WHOLE


def _as_object(verdict: Verdict) -> dict[str, object]:
    return {
        "whole": verdict.how is None,
        "turns": verdict.turns,
        "dice": verdict.dice,
        "diverges_at": verdict.diverges_at,
        "kind": verdict.how and verdict.how.kind,
        # A program reads one language, whoever runs it.
        "how": verdict.how and how(Words("en", "cli"), verdict.how),
    }


def how(words: Words, divergence: Divergence) -> str:
    """Why a turn does not hold, as the end of a sentence."""
    slots = {
        name: sentence(words.language, value, str) if isinstance(value, Refused) else value
        for name, value in divergence.values
    }
    return words(f"verify.how.{divergence.kind}", **slots)


def _turns(words: Words, count: int) -> str:
    return words("verify.turns", count=count)


def _dice(words: Words, count: int) -> str:
    return words("verify.dice", count=count)
