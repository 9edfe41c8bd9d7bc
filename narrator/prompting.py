"""Reads prompts/ and authors' own files: the only module that does. What it returns is checked, and read but once.

A fault raises `ContentError`, which names the file, the key and what was expected.
"""

import json
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import ValidationError

from narrator import prompt as prompts
from narrator import scenario_check
from narrator.catalogue import Catalogue, faults, item_faults, together
from narrator.content_error import ContentError, shape_faults
from narrator.scenario import Cast, CharacterData, Data, Language, Scenario

if TYPE_CHECKING:
    from narrator.evaluation.lines import Evaluation

LARGEST_FILE = 1_000_000
"""Bytes: a content file that is larger is refused unread."""

_RULED_BY_THE_PROGRAM = frozenset(
    {"go", "leave", "meta", "rest_pause", "rest_scene", "rest_long", "use", "aside_time", "aside_save", "aside_who"}
)

_CATALOGUE = ("items", "adversaries", "dangers", "calamities", "allies")

_Shape = TypeVar("_Shape", bound=Data)


@cache
def table(language: Language, name: str) -> dict[str, Any]:
    """The table prompts/<language>/<name>.toml. Raises ContentError."""
    return _toml(files("prompts") / language / f"{name}.toml")


@cache
def common_table(name: str) -> dict[str, Any]:
    """The table prompts/<name>.toml, the same for every language. Raises ContentError."""
    return _toml(files("prompts") / f"{name}.toml")


@cache
def prompt(language: Language, name: str) -> prompts.Prompt:
    """The prompt prompts/<language>/<name>.md, its slots checked. Raises ContentError."""
    return read_prompt(files("prompts") / language / f"{name}.md")


def read_prompt(path: Path | Traversable) -> prompts.Prompt:
    """The prompt in a file. Raises ContentError."""
    text = _text(path)
    found = prompts.parsed(path.name.removesuffix(".md"), text)
    wrong = (*scenario_check.control_characters(text), *prompts.faults(found, text))
    if wrong:
        raise ContentError(path.name, wrong)
    return found


@cache
def characters() -> tuple[CharacterData, ...]:
    """The ready-made characters, in the catalogue's order. Raises ContentError."""
    return read_characters(files("prompts") / "catalogue" / "characters.toml")


def read_characters(path: Path | Traversable) -> tuple[CharacterData, ...]:
    """The characters in a file, in its order. Raises ContentError."""
    found = _shaped(path.name, _toml(path), Cast).characters
    wrong = tuple(
        fault
        for i, character in enumerate(found)
        for j, item in enumerate(character.items)
        for fault in item_faults(f"character[{i}].item[{j}] ({character.id}/{item.id})", item)
    )
    if wrong:
        raise ContentError(path.name, wrong)
    return found


@cache
def catalogue() -> Catalogue:
    """The items, adversaries, dangers, calamities and allies that come with the game. Raises ContentError."""
    folder = files("prompts") / "catalogue"
    return together([read_catalogue(folder / f"{name}.toml") for name in _CATALOGUE])


def read_catalogue(path: Path | Traversable) -> Catalogue:
    """The entries of a file, the game's or an author's own. Raises ContentError."""
    found = _shaped(path.name, _toml(path), Catalogue)
    wrong = tuple(faults(found, _actions()))
    if wrong:
        raise ContentError(path.name, wrong)
    return found


@cache
def scenarios() -> tuple[Scenario, ...]:
    """The adventures that come with the game, by id. Raises ContentError."""
    found = (read_scenario(each) for each in (files("prompts") / "scenarios").iterdir() if each.name.endswith(".toml"))
    return tuple(sorted(found, key=lambda each: each.id))


def scenario(wanted: str) -> Scenario:
    """The adventure of that id. Raises ContentError, which lists those there are."""
    every = scenarios()
    found = next((each for each in every if each.id == wanted), None)
    if found is None:
        raise ContentError(f"{wanted}.toml", (f"no such adventure; there are: {', '.join(each.id for each in every)}",))
    return found


def read_scenario(path: Path | Traversable, cast: tuple[CharacterData, ...] = ()) -> Scenario:
    """The adventure in a file, the game's or an author's own, for the ready-made characters or a `cast` of its own.
    Raises ContentError."""
    found = _shaped(path.name, _toml(path), Scenario)
    known = scenario_check.Known(_actions(), frozenset(each.id for each in cast or characters()))
    faults = tuple(scenario_check.faults(found, known))
    if faults:
        raise ContentError(path.name, faults)
    return found


@cache
def evaluation() -> "Evaluation":
    """The lines that narrators are evaluated with, by situation; some are in small worlds of their own. Raises
    ContentError."""
    # Imported here: whoever plays has no need of it.
    from narrator.evaluation.lines import Evaluation, Setting, SettingData

    folder = files("prompts") / "evaluation"
    cast = read_characters(folder / "worlds" / "characters.toml")
    worlds = [each for each in (folder / "worlds").iterdir() if each.name != "characters.toml"]
    known = {each.id: each for each in (*scenarios(), *(read_scenario(each, cast) for each in worlds))}
    people = {each.id: each for each in (*characters(), *cast)}
    settings: list[Setting] = []
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".toml"):
            data = _shaped(file.name, _toml(file), SettingData)
            missing = [each for each in (data.scenario, *data.characters) if each not in {*known, *people}]
            if missing:
                raise ContentError(file.name, tuple(f"there is no '{each}'" for each in missing))
            who = tuple(people[each] for each in data.characters)
            settings.append(Setting(file.name.removesuffix(".toml"), data, known[data.scenario], who))
    return Evaluation(tuple(settings))


def chat_template() -> str:
    """How the small model that comes along is shown a conversation with tools, in Jinja. Raises ContentError."""
    return _text(files("prompts") / "local" / "chatml.jinja")


def _actions() -> frozenset[str] | None:
    """The actions that an approach may answer to; None while there is no lexicon to know them by."""
    if not (files("prompts") / "en" / "lexicon.toml").is_file():
        return None
    return frozenset(table("en", "lexicon")["family"]) - _RULED_BY_THE_PROGRAM


def _shaped(file: str, read: dict[str, Any], shape: type[_Shape]) -> _Shape:
    hidden = tuple(scenario_check.control_characters(read))
    if hidden:
        raise ContentError(file, hidden)
    try:
        # Through JSON, where pydantic's strict mode takes lists for tuples and texts for the names of a closed set.
        return shape.model_validate_json(json.dumps(read, default=str), strict=True)
    except ValidationError as error:
        raise ContentError(file, shape_faults(error, read)) from None


def _toml(path: Path | Traversable) -> dict[str, Any]:
    text = _text(path)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ContentError(path.name, ("tables or lists stand too deep inside one another",)) from None
    except ValueError as error:
        # TOMLDecodeError says line and column; a number of thousands of digits is another ValueError.
        raise ContentError(path.name, (f"this is not TOML: {error}",)) from None


def _text(path: Path | Traversable) -> str:
    try:
        with path.open("rb") as opened:
            content = opened.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ContentError(path.name, (f"it cannot be read ({error.strerror or error})",)) from None
    if len(content) > LARGEST_FILE:
        raise ContentError(path.name, (f"it is too large: {LARGEST_FILE:,} bytes at the most",))
    try:
        # Some editors put a mark at the beginning of UTF-8; TOML knows no such mark.
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{content[error.start]:02X} in line {line}"
        raise ContentError(path.name, (f"it is not UTF-8 ({found}); save it as UTF-8",)) from None
