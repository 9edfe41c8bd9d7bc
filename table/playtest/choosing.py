"""What a playtest plays, from what was typed: an encounter or an adventure, by name or from a file; or from names."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from narrator import prompting
from narrator.content_error import ContentError
from narrator.scenario import CharacterData, Scenario
from table.campaign import Content
from table.config import ConfigError
from table.playtest.encounter import Encounter, EncounterData, changed, made, read_encounter, shipped, unknown


def chosen(
    what: str | None, party: Sequence[str], adversaries: Sequence[str], settings: Sequence[str]
) -> Encounter | Content:
    """An encounter, with some of its numbers changed, or an adventure with its party. `party` and `adversaries` stand
    in the place of those of a file. Raises ConfigError."""
    if what is None:
        if not party and not adversaries:
            raise ConfigError("playtest.nothing", known=", ".join(_names()))
        data = EncounterData(party=tuple(party), adversaries=tuple(adversaries))
        return changed(made("encounter", data), settings)
    adventure = _adventure(what)
    if adventure is not None:
        if adversaries or settings:
            raise ConfigError("playtest.adventure_as_it_is", name=what)
        return Content(scenario=adventure, characters=_cast(adventure, party))
    file = shipped().get(what.replace("-", "_")) or Path(what)
    if not file.is_file():
        raise _unknown(what)
    return changed(read_encounter(file, party, adversaries), settings)


def _names() -> tuple[str, ...]:
    """What comes with the game."""
    return (*shipped(), *(each.id for each in prompting.scenarios()))


def _unknown(what: str) -> ConfigError:
    """The complaint of what is neither a file nor a name of something that is played; of who fights, where it goes."""
    if any(each.id == what for each in prompting.catalogue().adversaries):
        return ConfigError("playtest.unknown_adversary", value=what)
    if any(each.id == what for each in prompting.characters()):
        return ConfigError("playtest.unknown_character", value=what)
    return unknown("playtest.unknown", what, _names())


def _adventure(what: str) -> Scenario | None:
    """The adventure of that name or in that file; None for anything else."""
    named = next((each for each in prompting.scenarios() if each.id == what.replace("-", "_")), None)
    file = Path(what)
    if named is not None or not file.is_file():
        return named
    try:
        if "scene" not in tomllib.loads(file.read_text(encoding="utf-8-sig")):
            return None
        return prompting.read_scenario(file)
    except (ValueError, RecursionError):
        return None  # Whoever reads it as an encounter says what is wrong.
    except ContentError as error:
        raise ConfigError("playtest.bad_adventure", file=file, why=str(error)) from error


def _cast(adventure: Scenario, party: Sequence[str]) -> tuple[CharacterData, ...]:
    """The PCs of an adventure: those named, or the first that it is written for."""
    known = {each.id: each for each in prompting.characters()}
    wanted = tuple(party) or adventure.characters[:1]
    for each in wanted:
        if each not in known:
            raise ConfigError("playtest.no_character", value=each, known=", ".join(known))
    if len(set(wanted)) < len(wanted):
        raise ConfigError("playtest.twice", value=", ".join(wanted))
    return tuple(known[each] for each in wanted)
