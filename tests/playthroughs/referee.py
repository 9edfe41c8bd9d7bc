"""Golden playthroughs of a referee who speaks to the engine itself, below the terminal and without a narrator.

A file begins with its options (`variant`, `scenario`, `characters`), then a blank line: scenarios and characters are
those of the game, or of parties.toml beside this file. `# ` is the referee's remark; `> ` starts a command as the wire
writes it, with the faces that fall after ` dice `. In a command, `"@fire"` is that entry of the catalogue; a long one
goes on in lines that begin with two spaces. The answer is one event a line, or why the command is refused; what is long
is told by its name and the numbers that matter.
"""

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.core.commands import Command, NewGame
from engine.core.decide import decide, new_game
from engine.core.events import Event
from engine.core.evolve import evolve, fold
from engine.core.sheet import Attribute, Attributes, Character, CharacterId, Specialty, SpecialtyId, Variant
from engine.core.state import Game
from engine.dice import GivenDice
from engine.ruling import Accepted, Refused
from engine.story import (
    Clock,
    ClockId,
    Condition,
    Ending,
    EndingId,
    EndingKind,
    Fact,
    FactId,
    Scene,
    SceneId,
    Story,
    Way,
)
from narrator import prompting
from table import wire

PARTIES = Path(__file__).with_name("parties.toml")
WIDTH = 140
"""How long a line of a command may be before it goes on in the next."""


@dataclass(frozen=True, slots=True)
class Refereed:
    """What the engine answered: the golden text, the commands that it accepted, all that happened, and the end."""

    text: str
    accepted: tuple[Command | NewGame, ...]
    events: tuple[Event, ...]
    game: Game


def refereed(text: str) -> Refereed:
    """A referee's script, asked of the engine again."""
    head, _, body = text.partition("\n\n")
    begin = _new_game(dict(line.split(": ", 1) for line in head.splitlines()))
    answer = new_game(begin)
    assert isinstance(answer, Accepted), answer
    happened, accepted = list(answer.events), [begin]
    game, told = fold(answer.events), [head, "", *map(_said, answer.events[1:])]
    for line in _script(body):
        told += [_wrapped(line)] if told[-1].startswith("# ") else ["", _wrapped(line)]
        if line.startswith("# "):
            continue
        asked, _, faces = line[2:].partition(" dice ")
        command = wire.load(_entries(json.loads(asked)))
        answer = decide(game, command, GivenDice(*map(int, faces.split())))
        if isinstance(answer, Refused):
            told.append(_refused(answer))
            continue
        accepted.append(command)
        happened += answer.events
        told += map(_said, answer.events)
        for event in answer.events:
            game = evolve(game, event)
    return Refereed("\n".join(told) + "\n", tuple(accepted), tuple(happened), game)


def _script(body: str) -> list[str]:
    """The remarks and the commands of a golden, each on one line."""
    lines = body.replace("\n  ", "").splitlines()
    return [each for each in lines if each.startswith(("> ", "# "))]


def _wrapped(line: str) -> str:
    """A command as a screen shows it: broken between two fields."""
    if len(line) <= WIDTH or line.startswith("# "):
        return line
    cut = line.rfind(',"', 0, WIDTH) + 1
    return f"{line[:cut]}\n{_wrapped(f'  {line[cut:]}')}" if cut else line


def _new_game(options: dict[str, str]) -> NewGame:
    cast = tuple(_characters()[each] for each in options["characters"].split(", "))
    return NewGame(Variant(options["variant"]), "referee", _story(options["scenario"]), cast)


@cache
def _parties() -> dict[str, Any]:
    return tomllib.loads(PARTIES.read_text(encoding="utf-8"))


@cache
def _characters() -> dict[str, Character]:
    ready_made = {each.id: each.sheet() for each in prompting.characters()}
    return ready_made | {each: _sheet(each, **sheet) for each, sheet in _parties()["character"].items()}


def _sheet(id: str, name: str, attributes: dict[str, int], specialties: dict[str, str], items: list[str]) -> Character:
    return Character(
        CharacterId(id),
        name,
        Attributes(**attributes),
        tuple(Specialty(SpecialtyId(each), Attribute(on)) for each, on in specialties.items()),
        tuple(_catalogue()["item"][each] for each in items),
    )


def _story(wanted: str) -> Story:
    """A scenario of the game, or one of the parties' own: scenes in a row, each open to the next and the last."""
    own = _parties()["scenario"].get(wanted)
    if own is None:
        return prompting.scenario(wanted).story()
    scenes: list[str] = own["scenes"]
    return Story(
        id=wanted,
        start=SceneId(scenes[0]),
        refuge=SceneId(own["refuge"]),
        scenes=tuple(
            Scene(SceneId(each), _ways(scenes[max(0, place - 1) : place + 2], each), each in own["shelters"])
            for place, each in enumerate(scenes)
        ),
        endings=(
            Ending(EndingId("done"), EndingKind.WON, Condition(facts=(FactId(own["ends_with"]),))),
            Ending(EndingId("walked_away"), EndingKind.LEFT, Condition()),
        ),
        facts=tuple(Fact(FactId(each)) for each in own["facts"]),
        clocks=tuple(Clock(ClockId(each), size, on_failure=False) for each, size in own["clocks"].items()),
    )


def _ways(near: list[str], here: str) -> tuple[Way, ...]:
    return tuple(Way(SceneId(each)) for each in near if each != here)


@cache
def _catalogue() -> dict[str, dict[str, Any]]:
    """What a command may name: the engine's values, by the field that they go in and their id."""
    found = prompting.catalogue()
    return {
        "item": {each.id: each.item() for each in found.items},
        "profile": {each.id: each.profile("en") for each in found.adversaries},
        "danger": {each.id: each.danger() for each in found.dangers},
        "calamity": {each.id: each.calamity("en") for each in found.calamities},
        "ally": {each.id: each.ally("en") for each in found.allies},
    }


def _entries(value: Any, field: str = "") -> Any:
    """A command with its entries of the catalogue in full."""
    if isinstance(value, dict):
        return {name: _entries(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [_entries(each, field) for each in value]
    named = isinstance(value, str) and value.startswith("@")
    return wire.plain(_catalogue()[field][value[1:]]) if named else value


def _said(event: Event) -> str:
    values = wire.dump(event)
    kind = values.pop("type")
    values.pop("given", None)  # All dice of a referee are.
    return " ".join([kind, *(f"{name}={_short(_told(value))}" for name, value in values.items())])


def _short(value: Any) -> str:
    if isinstance(value, list) and value and all(isinstance(each, int | str) for each in value):
        return ",".join(map(_short, value))
    return json.dumps(value, ensure_ascii=False)


def _told(value: Any) -> Any:
    """A value with what is long in it told by its name and its numbers."""
    if isinstance(value, list):
        return [_told(each) for each in value]
    if not isinstance(value, dict):
        return value
    match value:
        case {"stake": stake, "actor": actor}:
            return f"{actor}: {stake}"
        case {"acts": acts, "resists": resists}:
            return f"{acts['actor']} against {resists['actor']}"
        case {"profile": {"threat": threat, "weapon": weapon, **more}, **here}:
            numbers = {"members": here.get("members"), "threat": threat, "health": here.get("health", more["health"])}
            numbers |= {"weapon": weapon, "protection": more.get("protection"), "cover": here.get("cover")}
            return _numbered(here["id"], numbers | {"phase": here.get("phase")})
        case {"levers": levers, "id": id, "scale": scale}:
            return f"{id} ({scale}, {len(levers)} levers)"
        case {"damage": damage, "difficulty": difficulty, "id": id}:
            return _numbered(id, {"difficulty": difficulty, "damage": damage, "marks": value.get("marks")})
        case {"kind": kind, "source": source, "damage": damage}:
            does = {"damage": damage, "marks": value.get("marks"), "afflictions": value.get("afflictions")}
            return _numbered(f"{kind} of {source}", does)
        case _:
            return {name: _told(each) for name, each in value.items()}


def _numbered(name: str, numbers: dict[str, Any]) -> str:
    return f"{name} ({', '.join(f'{each} {value}' for each, value in numbers.items() if value)})"


def _refused(refused: Refused) -> str:
    about = "".join(f" {name}={value}" for name, value in refused.about)
    about += "".join(f"; {each.sentence.rstrip('.')}" for each in refused.faults)
    return f"refused {refused.code.name}{about}; would work: {', '.join(refused.would_work) or 'nothing'}"
