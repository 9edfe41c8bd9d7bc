"""`breche verify`: a save played again, face by face; `--salvage` keeps what is whole of a damaged one."""

import re
from pathlib import Path

import click

from table.commands.parts import Desk, Leaf, json_option, print_json
from table.shelf import find
from table.verify import Verdict, verify
from table.words import Words

WHOLE, DAMAGED = 0, 7

# What `table.verify` says is for programs; each kind has its sentence for people.
_KINDS = {
    "row": r"its row is not made as turns are",
    "number": r"it is numbered .* comes next",
    "chain": r"its hash does not fit its words",
    "orphan": r"the one before is missing",
    "no_new_game": r"the first turn is not a new game",
    "refused": r"its command is refused: .*",
    "events": r"its command, decided again, gives other events",
    "die": r"die (?P<draw>\d+) shows (?P<face>-?\d+), its seed gives (?P<derived>\d+)",
    "snapshot": r"its snapshot is of another game",
    "empty": r"there is no turn at all",
}


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
    path = Path(file).expanduser()
    asked = path if path.exists() else find(saves, file)
    if salvage is not None:
        return _salvage(desk, asked, find(saves, salvage), as_json)
    verdict = verify(asked)
    if as_json:
        print_json({"file": str(asked), **_as_object(verdict)})
    elif verdict.diverges_at is None:
        print(desk.words("verify.whole", turns=_turns(desk.words, verdict.turns), dice=_dice(desk.words, verdict.dice)))
    else:
        print(desk.words("verify.diverges", turn=verdict.diverges_at, how=_how(desk.words, verdict)))
    return WHOLE if verdict.diverges_at is None else DAMAGED


def _salvage(desk: Desk, file: Path, copy: Path, as_json: bool) -> int:
    from table.salvage import salvage

    salvaged = salvage(file, copy)
    if as_json:
        print_json({"file": str(file), "copy": str(copy), **_as_object(salvaged.verdict)})
        return WHOLE
    print(desk.words("verify.salvaged", turns=_turns(desk.words, salvaged.turns), copy=copy))
    verdict = salvaged.verdict
    if verdict.diverges_at is not None:
        print(desk.words("verify.stopped", turn=verdict.diverges_at, how=_how(desk.words, verdict)))
    return WHOLE


def _as_object(verdict: Verdict) -> dict[str, object]:
    return {
        "whole": verdict.diverges_at is None,
        "turns": verdict.turns,
        "dice": verdict.dice,
        "diverges_at": verdict.diverges_at,
        "how": verdict.how or None,
    }


def _how(words: Words, verdict: Verdict) -> str:
    for kind, pattern in _KINDS.items():
        found = re.fullmatch(pattern, verdict.how)
        if found:
            return words(f"verify.how.{kind}", **found.groupdict())
    return words("verify.how.unreadable")


def _turns(words: Words, count: int) -> str:
    return words("verify.turns", count=count)


def _dice(words: Words, count: int) -> str:
    return words("verify.dice", count=count)
