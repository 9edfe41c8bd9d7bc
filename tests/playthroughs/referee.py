"""Golden playthroughs of a referee who speaks to the engine itself, below the terminal and without a narrator.

A file begins with its options (`variant`, `scenario`, `characters`), then a blank line. `# ` is the referee's remark;
`> ` starts a command as the wire writes it, with the faces that fall after ` dice `. The answer is one event a line, a
check by the name of its stake alone, or why the command is refused.
"""

import json
from dataclasses import dataclass
from typing import Any

from engine.core.commands import Command, NewGame
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve, fold
from engine.core.sheet import Variant
from engine.dice import GivenDice
from engine.ruling import Accepted, Refused
from narrator import prompting
from table import wire


@dataclass(frozen=True, slots=True)
class Refereed:
    """What the engine answered: the golden text, and the commands that it accepted."""

    text: str
    accepted: tuple[Command | NewGame, ...]


def refereed(text: str) -> Refereed:
    """A referee's script, asked of the engine again."""
    head, _, body = text.partition("\n\n")
    options = dict(line.split(": ", 1) for line in head.splitlines())
    begin = _new_game(options)
    answer = new_game(begin)
    assert isinstance(answer, Accepted), answer
    game, told, accepted = fold(answer.events), [head, "", *map(_said, answer.events[1:])], [begin]
    for line in (each for each in body.splitlines() if each.startswith(("> ", "# "))):
        remark = told[-1].startswith("# ")
        told += [line] if remark else ["", line]
        if line.startswith("# "):
            continue
        asked, _, faces = line[2:].partition(" dice ")
        command = wire.read_command(asked)
        answer = decide(game, command, GivenDice(*map(int, faces.split())))
        if isinstance(answer, Refused):
            told.append(_refused(answer))
            continue
        accepted.append(command)
        told += map(_said, answer.events)
        for event in answer.events:
            game = evolve(game, event)
    return Refereed("\n".join(told) + "\n", tuple(accepted))


def _new_game(options: dict[str, str]) -> NewGame:
    scenario = prompting.scenario(options["scenario"])
    sheets = {each.id: each.sheet() for each in prompting.characters()}
    cast = tuple(sheets[each] for each in options["characters"].split(", "))
    return NewGame(Variant(options["variant"]), "referee", scenario.story(), cast)


def _said(event: Any) -> str:
    values = wire.dump(event)
    kind = values.pop("type")
    return " ".join([kind, *(f"{name}={_short(value)}" for name, value in values.items())])


def _short(value: Any) -> str:
    if isinstance(value, dict) and "stake" in value:
        return json.dumps(value["stake"])
    if isinstance(value, list) and value and all(isinstance(each, int) or "stake" in each for each in value):
        return ",".join(map(_short, value))
    return json.dumps(value, ensure_ascii=False)


def _refused(refused: Refused) -> str:
    about = "".join(f" {name}={value}" for name, value in refused.about)
    return f"refused {refused.code.name}{about}; would work: {', '.join(refused.would_work) or 'nothing'}"
