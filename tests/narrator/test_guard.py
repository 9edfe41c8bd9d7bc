"""Sentences as models write them: what may not be told is caught for what is wrong with it, the rest passes."""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from engine.changing import changed
from engine.core.check import Check, Difficulty, Outcome, StakeId
from engine.core.commands import NewGame
from engine.core.decide import new_game
from engine.core.events import CheckSettled
from engine.core.evolve import fold
from engine.core.foes import Adversary, AdversaryId
from engine.core.sheet import Attribute, CharacterId, Variant
from engine.core.view import view
from engine.ruling import Accepted
from narrator import prompting
from narrator.guard import Fault, Guard, Watch
from narrator.port import Moment
from narrator.scenario import Language

LINES = {"fr": "je crochète la serrure du caisson", "en": "I pick the lock of the locker"}
SCENARIO = prompting.scenario("low_tide")
CHARACTERS = prompting.characters()
GROUPS = {
    "number": {Fault.NUMBER, Fault.RULE_TERM},
    "rule_term": {Fault.RULE_TERM, Fault.NUMBER},
    "down_acts": {Fault.DOWN_ACTS},
    "plays_pc": {Fault.PLAYS_PC},
    "not_held": {Fault.NOT_HELD},
    "form": {Fault.TOOL_NAME, Fault.NONSENSE},
    "secret": {Fault.SECRET},
    "language": {Fault.LANGUAGE},
}


@cache
def guard(language: Language) -> Guard:
    return Guard(SCENARIO, CHARACTERS, language)


@cache
def moment(language: Language) -> Moment:
    sheets = tuple(each.sheet() for each in CHARACTERS if each.id in ("akiko", "teva"))
    begun = new_game(NewGame(Variant.BLOCKBUSTER, "1", SCENARIO.story(), sheets))
    assert isinstance(begun, Accepted)
    game = fold(begun.events)
    found = {each.id: each for each in prompting.catalogue().adversaries}
    foes = tuple(
        Adversary(AdversaryId(each), found[each].profile(language), health, 3)
        for each, health in (("lobby_guard", 0), ("kennel_drone", 3))
    )
    down = tuple(changed(each, health=0) if each.id == "teva" else each for each in game.characters)
    return Moment(view(changed(game, characters=down, adversaries=foes)), 3)


def tried(language: Language) -> CheckSettled:
    check = Check(
        CharacterId("akiko"),
        Attribute.DEX,
        Difficulty.STANDARD,
        StakeId("dry_dog:place:pick_lock"),
        LINES[language],
        "",
        None,
    )
    return CheckSettled(check, Outcome.FAILURE, 0)


def watch(language: Language) -> Watch:
    return guard(language).watch((tried(language),), moment(language))


def sentences(side: str) -> list[tuple[Language, str, str]]:
    found: list[tuple[Language, str, str]] = []
    for language in ("fr", "en"):
        file = Path(__file__).parent / "prose" / f"{language}.toml"
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        assert tables.keys() == GROUPS.keys()
        for group, table in tables.items():
            assert len(table[side]) >= 25
            found += [(language, group, each) for each in table[side]]
    return found


@pytest.mark.parametrize(("language", "group", "sentence"), sentences("caught"))
def test_what_may_not_be_told_is_caught(language: Language, group: str, sentence: str) -> None:
    assert watch(language).fault(sentence) in GROUPS[group]


@pytest.mark.parametrize(("language", "group", "sentence"), sentences("passes"))
def test_what_only_looks_like_it_passes(language: Language, group: str, sentence: str) -> None:
    assert watch(language).fault(sentence) is None
