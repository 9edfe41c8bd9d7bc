"""The catalogue that ships: enough of everything in four universes, inside the book's ranges; a faulty file is told."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

import pytest

from engine.core.foes import FlawKind, Scale, Standing
from engine.core.rules.dangers import DANGERS
from engine.core.rules.profiles import advice, calamity_advice
from narrator import catalogue as catalogue_format
from narrator import prompting
from narrator.catalogue import (
    BOOKS_DANGERS,
    AdversaryEntry,
    Catalogue,
    Entry,
    ItemEntry,
    ItemKind,
    Universe,
    faults,
)
from narrator.content_error import ContentError, keys
from tests.narrator.small_adventure import GUIDE
from tests.narrator.test_scenarios import CHARACTERS, texts

CATALOGUE = prompting.catalogue()
UNIVERSES: tuple[Universe, ...] = get_args(Universe)
EVERY = (*CATALOGUE.items, *CATALOGUE.adversaries, *CATALOGUE.dangers, *CATALOGUE.calamities, *CATALOGUE.allies)
PAGE = (Path(__file__).parents[2] / "docs" / "catalogue.md").read_text(encoding="utf-8")


def ids(entries: Iterable[Entry]) -> list[str]:
    return [each.id for each in entries]


# What is there.


def test_there_is_more_than_enough_to_choose_from() -> None:
    assert len(CATALOGUE.items) >= 80
    assert len(CATALOGUE.adversaries) >= 48
    assert len([each for each in CATALOGUE.dangers if each.numbers]) >= 8


@pytest.mark.parametrize("universe", UNIVERSES)
def test_each_universe_has_something_of_every_kind(universe: Universe) -> None:
    its = CATALOGUE.of(universe)
    assert len(its.items) >= 20
    assert {each.kind for each in its.items} == set(get_args(ItemKind))
    assert len(its.adversaries) >= 12
    assert {each.id for each in its.dangers} > {each.id for each in DANGERS}
    assert its.calamities
    assert len(its.allies) >= 2
    assert all(universe in each.universes for each in (*its.items, *its.adversaries, *its.dangers))


@pytest.mark.rule("item.weapon")
@pytest.mark.rule("item.protection")
@pytest.mark.rule("item.heal")
@pytest.mark.parametrize("universe", UNIVERSES)
def test_each_universe_has_items_of_every_strength(universe: Universe) -> None:
    items = CATALOGUE.of(universe).items
    assert {each.weapon for each in items} == {0, 1, 2, 3, 4}
    assert {each.protection for each in items} == {0, 1, 2, 3}
    for trait in ("devastating", "area", "heals", "unaided", "ward", "price", "innate", "lone", "helps", "resource"):
        assert any(getattr(each, trait) for each in items), trait
    only_permits = [each for each in items if each.permits and not (effects(each) - {"permits"})]
    assert only_permits


def test_area_weapons_are_bounded_and_not() -> None:
    assert {bool(each.most_targets) for each in CATALOGUE.items if each.area} == {True, False}


@pytest.mark.rule("minions")
@pytest.mark.parametrize("universe", UNIVERSES)
def test_each_universe_has_adversaries_of_every_kind(universe: Universe) -> None:
    adversaries = CATALOGUE.of(universe).adversaries
    kinds = Counter((each.standing, each.threat) for each in adversaries)
    assert all(kinds[Standing.SINGLE, threat] for threat in (1, 2, 3))
    assert all(kinds[Standing.BOSS, threat] for threat in (1, 2, 3))
    assert all(kinds[Standing.GROUP, threat] for threat in (1, 2))
    assert any(each.standing is Standing.GROUP and each.health == 1 for each in adversaries)
    assert any(each.first_sight for each in adversaries)
    assert {flaw.kind for each in adversaries for flaw in each.flaws} == set(FlawKind)
    assert all(each.traits for each in adversaries)
    assert all(each.flaws for each in adversaries if each.standing is Standing.BOSS)


def test_groups_are_several_and_others_are_one() -> None:
    assert all((each.members > 1) == (each.standing is Standing.GROUP) for each in CATALOGUE.adversaries)


def test_calamities_are_of_every_scale() -> None:
    assert {each.scale for each in CATALOGUE.calamities} == set(Scale)


@pytest.mark.rule("danger.table")
def test_the_books_dangers_have_no_second_copy_of_their_numbers() -> None:
    assert [each.danger() for each in CATALOGUE.dangers if each.numbers is None] == list(DANGERS)


# What the book advises.


def effects(item: ItemEntry) -> set[str]:
    """The effects of an item, each once."""
    named = ("permits", "helps", "weapon", "devastating", "protection", "ward", "heals")
    return {each for each in named if getattr(item, each)}


@pytest.mark.parametrize("item", CATALOGUE.items, ids=lambda each: each.id)
def test_an_item_has_an_effect_and_says_why_where_it_is_rare(item: ItemEntry) -> None:
    is_rare = len(effects(item)) > 2 or item.devastating or item.heals > 2
    assert effects(item)
    assert (item.exceptional is not None) == is_rare
    assert bool(item.actions) <= bool(item.helps or item.permits)


@pytest.mark.rule("npc.typical")
@pytest.mark.rule("boss.weapon")
@pytest.mark.parametrize("adversary", CATALOGUE.adversaries, ids=lambda each: each.id)
def test_an_adversary_is_typical_or_says_why_not(adversary: AdversaryEntry) -> None:
    unusual = [each for pcs in (3, 4) for each in advice(adversary.profile("en"), pcs)]
    assert bool(unusual) == (adversary.exceptional is not None), [each.sentence for each in unusual]


def test_calamities_have_two_or_three_manifestations() -> None:
    assert [each.id for each in CATALOGUE.calamities if calamity_advice(each.calamity("en"))] == []


# How it is written.


@pytest.mark.parametrize("entry", EVERY, ids=lambda each: each.id)
def test_french_is_set_as_french_and_english_is_another_language(entry: Entry) -> None:
    for text in texts(entry):
        assert not re.search(r"[^\u00a0\u202f:][;:?!»]|«[^\u00a0\u202f]|[’“”]|\bvous [êe]tes \w+é\b", text.fr), text.fr
        assert not re.search(r"\s[;:?!]|[«»’“”]", text.en), text.en
    assert entry.look.fr != entry.look.en
    assert entry.look.fr.endswith(".")
    assert entry.look.en.endswith(".")


def test_no_id_stands_twice_though_files_are_several() -> None:
    assert list(faults(CATALOGUE)) == []


def test_no_item_or_creature_bears_the_id_of_another_thing() -> None:
    """Names are looked up by id: a PC's own gear and the catalogue's stand side by side in a game."""
    own = {item.id for each in CHARACTERS for item in each.items}
    assert own.isdisjoint(ids(CATALOGUE.items))
    foes = [*ids(CATALOGUE.adversaries), *ids(CATALOGUE.calamities), *ids(CATALOGUE.allies)]
    assert len(set(foes)) == len(foes)


def test_words_go_into_the_engine_in_the_language_asked_for() -> None:
    boss = next(each for each in CATALOGUE.adversaries if each.id == "commodore_vey")
    assert boss.profile("fr").name == "le commodore Vey"
    assert boss.profile("en").flaws[0].when == "Striking the weld at the left shoulder."
    assert CATALOGUE.calamities[0].calamity("fr").goal.startswith("Rejoindre la source")
    assert CATALOGUE.allies[0].ally("en").name == "Brother Osier"


# A file of one's own.

SMALL = """
[[item]]
id = "hook"
universes = ["space"]
kind = "weapon"
name = { fr = "le croc", en = "the hook" }
look = { fr = "Du fer.", en = "Iron." }
weapon = 1
resource = { name = { fr = "Fil", en = "Line" }, die = 6, maximum = 8 }

[[adversary]]
id = "rats"
universes = ["space"]
name = { fr = "les rats", en = "the rats", plural = true }
look = { fr = "Des rats.", en = "Rats." }
threat = 2
health = 4
weapon = 2
standing = "group"
members = 3
traits = [{ fr = "Gris.", en = "Grey." }]

[[adversary.flaw]]
id = "light"
when = { fr = "Une lampe.", en = "A lamp." }
kind = "lower_threat"
value = 1

[[danger]]
id = "fog"
universes = ["space"]
name = { fr = "la brume", en = "the fog", gender = "f" }
look = { fr = "De la brume.", en = "Fog." }
numbers = { attributes = ["PER"], difficulty = 1, damage = 1 }

[[calamity]]
id = "tide"
universes = ["space"]
name = { fr = "la marée", en = "the tide", gender = "f" }
look = { fr = "De l'eau.", en = "Water." }
scale = "local"
goal = { fr = "Monter.", en = "To rise." }

[[calamity.manifestation]]
id = "wave"
name = { fr = "La vague", en = "The wave" }
trigger = { fr = "Sur le quai.", en = "On the quay." }
attributes = ["DEX"]
difficulty = 1

[[calamity.lever]]
id = "gate"
text = { fr = "Fermer la porte.", en = "Shutting the gate." }
"""

HOOK = SMALL[: SMALL.index("[[adversary]]")]

SPOILT = {
    "an unknown universe": (
        '["space"]',
        '["west"]',
        r"item\[0\]\.universes\[0\] \(hook\): expected 'medieval_fantasy'",
    ),
    "no universe": ('universes = ["space"]', "universes = []", r"item\[0\]\.universes \(hook\): expected 1 or more"),
    "an unknown kind": ('kind = "weapon"', 'kind = "spoon"', r"item\[0\]\.kind \(hook\): expected 'tool'"),
    "an unknown key": ("weapon = 1", "wepon = 1", r"item\[0\]\.wepon \(hook\): .*did you mean 'weapon'\?"),
    "an unknown table": ("[[danger]]", "[[dangers]]", r"dangers: there is no such key; did you mean 'danger'\?"),
    "a missing look": ('look = { fr = "Du fer.", en = "Iron." }', "", r"item\[0\]\.look \(hook\): this key is missing"),
    "one language": (', en = "Iron."', "", r"item\[0\]\.look\.en \(hook\): this key is missing"),
    "an escape": ('"Iron."', '"Ir\\u001bon."', r"item\[0\]\.look\.en: the text holds the control character"),
    "an item twice": ("[[adversary]]\n", HOOK + "\n[[adversary]]\n", r"item: 'hook' stands twice"),
    "a weapon too heavy": ("weapon = 1", "weapon = 5", r"item\[0\] \(hook\)\.weapon is 5: it goes from 0 to 4"),
    "armour too thick": ("weapon = 1", "weapon = 1\nprotection = 4", r"\(hook\)\.protection is 4: it goes from 0 to 3"),
    "no such die": ("die = 6", "die = 7", r"\(hook\)\.resource\.die is 7: a Resource die is one of 0, 4, 6, 8, 10, 12"),
    "a die above": ("die = 6", "die = 10", r"\(hook\)\.resource\.die is 10: a Resource stands at its maximum of 8"),
    "an area of nothing": ("weapon = 1", "area = true", r"\(hook\)\.area goes with weapon / devastating alone"),
    "targets of one": ("weapon = 1", "weapon = 1\nmost_targets = 3", r"\(hook\)\.most_targets goes with area alone"),
    "unaided by nothing": ("weapon = 1", "weapon = 1\nunaided = true", r"\(hook\)\.unaided goes with heals alone"),
    "lone with a weapon": ("weapon = 1", "weapon = 1\nlone = true", r"\(hook\)\.lone goes without weapon"),
    "a kind without what it promises": (
        "weapon = 1",
        "ward = 1",
        r"\(hook\)\.kind: 'weapon' needs weapon or devastating",
    ),
    "no such action": (
        "weapon = 1",
        'weapon = 1\nactions = ["frobnicate"]',
        r"\(hook\)\.actions\[0\]: there is no action 'frobnicate'",
    ),
    "a threat of nothing": ("threat = 2", "threat = 0", r"adversary\[0\] \(rats\)\.threat is 0: it goes from 1 to 3"),
    "no health": ("health = 4", "health = 0", r"adversary\[0\] \(rats\)\.health is 0: it goes from 1"),
    "a boss with health": ('"group"\nmembers = 3', '"boss"', r"adversary\[0\] \(rats\)\.health is 4: a boss's is 0"),
    "one in a crowd": ('standing = "group"\n', "", r"\(rats\)\.members goes with standing: group alone"),
    "a flaw that lowers nothing": ("value = 1", "value = 2", r"\(rats\)\.flaw\[0\]\.value is 2: it goes from 1 to 1"),
    "a lowest threat lowered": ("threat = 2", "threat = 1", r"\(rats\)\.flaw\[0\]\.kind is lower_threat: Threat 1"),
    "a value for nothing": (
        '"lower_threat"',
        '"fell"',
        r"\(rats\)\.flaw\[0\]\.value is 1: that kind of flaw takes none",
    ),
    "nobody flees": ('"lower_threat"\nvalue = 1', '"rout"', r"\(rats\)\.flaw\[0\]\.value is 0: it goes from 1"),
    "a danger too hard": (
        "difficulty = 1, damage",
        "difficulty = 4, damage",
        r"danger\[0\] \(fog\)\.numbers\.difficulty is 4",
    ),
    "a danger for nothing": (
        "damage = 1",
        "damage = 0",
        r"\(fog\)\.numbers\.damage does nothing here: it takes one of damage / marks",
    ),
    "nothing avoids it": (
        'numbers = { attributes = ["PER"]',
        "numbers = { attributes = []",
        r"\(fog\)\.numbers\.attributes is empty",
    ),
    "no numbers": (
        'numbers = { attributes = ["PER"], difficulty = 1, damage = 1 }',
        "",
        r"\(fog\)\.numbers is missing: only the book's",
    ),
    "the book's own": (
        'id = "fog"',
        'id = "fire"',
        r"danger\[0\] \(fire\)\.numbers: 'fire' has the book's; take them out",
    ),
    "an unknown scale": ('"local"', '"tiny"', r"calamity\[0\]\.scale \(tide\): expected 'local'"),
    "a manifestation of nothing": (
        "difficulty = 1\n\n[[calamity.lever]]",
        "difficulty = 1\nharms = false\n\n[[calamity.lever]]",
        r"\(tide\)\.manifestation\[0\]\.harms does nothing",
    ),
    "no way to send it back": (
        SMALL[SMALL.index("[[calamity.lever]]") :],
        "",
        r"calamity\[0\] \(tide\)\.lever is empty",
    ),
}


def said_of(folder: Path, text: str) -> str:
    """What the author is told of a file."""
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as refused:
        prompting.read_catalogue(file)
    return str(refused.value)


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(SMALL, encoding="utf-8")
    found = prompting.read_catalogue(file)
    assert [ids(each) for each in (found.items, found.adversaries, found.dangers, found.calamities, found.allies)] == [
        ["hook"],
        ["rats"],
        ["fog"],
        ["tide"],
        [],
    ]
    assert found.of("near_future") == Catalogue()


@pytest.mark.parametrize(("right", "wrong", "sentence"), SPOILT.values(), ids=SPOILT)
def test_what_is_wrong_is_said_where_it_is(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    assert right in SMALL
    said = said_of(tmp_path, SMALL.replace(right, wrong, 1))
    assert said.startswith("mine.toml: ")
    assert re.search(sentence, said), said


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    spoilt = SMALL.replace("weapon = 1", "weapon = 9").replace("threat = 2", "threat = 8").replace('"fog"', '"fire"')
    assert len(said_of(tmp_path, spoilt).splitlines()) == 3


def test_a_readymade_characters_items_are_held_to_the_same_ranges(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = CHARACTERS[0].items[0]
    heavy = CHARACTERS[0].model_copy(update={"items": (deck.model_copy(update={"weapon": 5}),)})
    monkeypatch.setattr(prompting, "_shaped", lambda *_: prompting.Cast(character=(heavy,)))
    with pytest.raises(ContentError, match=r"character\[0\]\.item\[0\] \(akiko/deck\)\.weapon is 5"):
        prompting.characters.__wrapped__()


def test_the_page_describes_every_key() -> None:
    told = PAGE + GUIDE
    every = keys(catalogue_format)
    assert [
        key for key in every if f"`{key}`" not in told and f"{key}]]`" not in told and f"{key} = " not in told
    ] == []
    assert all(f"`{each}`" in PAGE for each in BOOKS_DANGERS)


@pytest.mark.parametrize("sample", re.findall(r"```toml\n(\[\[.*?)```", PAGE, re.DOTALL), ids=lambda each: each[:20])
def test_the_pages_samples_are_right(tmp_path: Path, sample: str) -> None:
    file = tmp_path / "sample.toml"
    file.write_text(sample, encoding="utf-8")
    (read,) = (*prompting.read_catalogue(file).items, *prompting.read_catalogue(file).adversaries)
    (shipped,) = (each for each in EVERY if each.id == read.id)
    assert type(read) is type(shipped)
