"""The adventures and characters that ship: whole, never stuck, legal by the book."""

import re
from functools import cache

import pytest

from engine.core.sheet import Attribute
from engine.story import EndingKind
from narrator import prompting
from narrator.content_error import ContentError
from narrator.scenario import CharacterData, Data, Noun, Scenario, Text
from tests.narrator.story_graph import Graph

SHIPPED = [each.id for each in prompting.scenarios()]
CHARACTERS = prompting.characters()


@cache
def graph(name: str) -> Graph:
    return Graph(prompting.scenario(name))


def texts(data: object) -> list[Text | Noun]:
    """Every text and name of an adventure or a character."""
    if isinstance(data, Text | Noun):
        return [data]
    inside = data if isinstance(data, tuple) else tuple(vars(data).values()) if isinstance(data, Data) else ()
    return [text for each in inside for text in texts(each)]


# The adventures that ship.


@pytest.mark.parametrize("name", SHIPPED)
def test_every_won_and_costly_ending_can_come(name: str) -> None:
    searched = graph(name)
    come = {searched.ending(state, full) for state in searched.states for full in (False, True)}
    expected = {each.id for each in prompting.scenario(name).endings if each.kind is not EndingKind.LEFT}
    assert come - {None} == expected


@pytest.mark.parametrize("name", SHIPPED)
def test_an_ending_that_saves_the_day_stays_within_reach_though_every_check_fails(name: str) -> None:
    searched = graph(name)
    stuck = searched.states - searched.never_stuck((EndingKind.WON, EndingKind.COSTLY))
    assert not stuck


@pytest.mark.parametrize("name", SHIPPED)
def test_each_scene_can_be_entered(name: str) -> None:
    assert {scene for scene, _ in graph(name).states} == {each.id for each in prompting.scenario(name).scenes}


@pytest.mark.parametrize("name", SHIPPED)
def test_each_fact_can_come_and_matters(name: str) -> None:
    scenario = prompting.scenario(name)
    approaches = [each for scene in scenario.scenes for feature in scene.features for each in feature.approaches]
    brought = {fact for each in approaches for fact in (each.gain, each.clue)}
    whens = [each.when for each in (*scenario.endings, *approaches)]
    whens += [each.when for scene in scenario.scenes for each in (*scene.features, *scene.exits)]
    whens += [when for each in scenario.facts for when in (each.when, each.only_when) if when]
    asked = {fact for when in whens for fact in (*when.facts, *when.without)}
    for fact in scenario.facts:
        assert fact.id in brought or fact.when is not None, f"nothing brings {fact.id}"
        assert fact.id in asked or fact.text is not None, f"{fact.id} changes nothing"


@pytest.mark.parametrize("name", SHIPPED)
def test_each_specialty_named_helps_a_ready_made_character(name: str) -> None:
    on_sheets = {(own.id, own.attribute) for each in CHARACTERS for own in each.specialties}
    for scene in prompting.scenario(name).scenes:
        for feature in scene.features:
            for approach in feature.approaches:
                for specialty in approach.specialties:
                    assert (specialty, approach.attribute) in on_sheets, f"{scene.id}/{feature.id}/{approach.id}"


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.id)
def test_nobody_is_without_a_good_way_to_shut_the_gate(name: str, character: CharacterData) -> None:
    """At each turning point a character has an approach on an attribute of 3 or more, or needs no roll."""
    approaches = [a for s in prompting.scenario(name).scenes for f in s.features for a in f.approaches]
    strong = {each for each in Attribute if character.attributes.of(each) >= 3}
    for fact in {each.gain or each.clue for each in approaches} & TURNING_POINTS[name]:
        ways = [each for each in approaches if fact in (each.gain, each.clue)]
        assert any(each.free or each.attribute in strong for each in ways), f"{character.id}: {fact}"


TURNING_POINTS = {
    "low_tide": {
        "chute_known",
        "order_found",
        "idriss_free",
        "crossed",
        "inside",
        "control_open",
        "gate_shut",
        "proof_sent",
    }
}


@pytest.mark.parametrize("data", [*prompting.scenarios(), *CHARACTERS], ids=lambda each: each.id)
def test_french_is_set_as_french(data: Scenario | CharacterData) -> None:
    for text in texts(data):
        assert not re.search(r"[^\u00a0\u202f:][;:?!»]|«[^\u00a0\u202f]|[’“”]|\bvous [êe]tes \w+é\b", text.fr), text.fr
        assert not re.search(r"\s[;:?!]|[«»’“”]", text.en), text.en


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_had_whatever_the_dice_say_is_told_as_had(name: str) -> None:
    """The note of a failed check that brings its clue says that it is had all the same, and then the price."""
    for scene in prompting.scenario(name).scenes:
        for feature in scene.features:
            for approach in feature.approaches:
                if approach.clue and approach.failure:
                    note = approach.failure.note
                    assert "mais" in note.fr, f"{scene.id}/{feature.id}/{approach.id}"
                    assert "but" in note.en, f"{scene.id}/{feature.id}/{approach.id}"


def test_an_unknown_adventure_is_answered_with_those_there_are() -> None:
    with pytest.raises(ContentError, match=r"no such adventure; there are: low_tide"):
        prompting.scenario("high_tide")


# The characters (CORE ch. 7).


@pytest.mark.rule("character.array")
@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.id)
def test_attributes_are_the_array(character: CharacterData) -> None:
    assert sorted(character.attributes.of(each) for each in Attribute) == [1, 2, 2, 3, 3, 4]


@pytest.mark.rule("character.specialties")
@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.id)
def test_two_of_three_specialties_stand_on_a_strong_attribute(character: CharacterData) -> None:
    on = sorted(character.attributes.of(each.attribute) for each in character.specialties)
    assert len(on) == 3
    assert on[0] >= 2
    assert on[1] >= 3


@pytest.mark.rule("character.items")
@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.id)
def test_three_items_and_a_resource_that_wears(character: CharacterData) -> None:
    resources = [each.resource for each in character.items if each.resource]
    assert len(character.items) == 3
    assert resources
    assert all(each.die <= each.maximum for each in resources)


@pytest.mark.rule("character.identity")
@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.id)
def test_an_identity_is_told_in_both_languages_and_weighs_nothing(character: CharacterData) -> None:
    identity = ("concept", "description", "trait", "weakness", "motivation")
    assert all(getattr(character, each).fr != getattr(character, each).en for each in identity)
    nobody = Text(fr="personne", en="nobody")
    assert character.model_copy(update=dict.fromkeys(identity, nobody)).sheet() == character.sheet()


@pytest.mark.parametrize("character", CHARACTERS, ids=lambda each: each.id)
def test_specialties_and_items_answer_to_actions_of_the_lexicon(character: CharacterData) -> None:
    known = prompting.table("en", "lexicon")["family"]
    for named in (*character.specialties, *character.items):
        assert set(named.actions) <= set(known), named.id


def test_akiko_is_the_one_of_the_book() -> None:
    akiko = CHARACTERS[0].sheet()
    assert (akiko.attributes.INT, akiko.attributes.DEX, akiko.attributes.PER) == (4, 3, 3)
    assert (akiko.attributes.CON, akiko.attributes.CHA, akiko.attributes.FOR) == (2, 2, 1)
    assert [(each.id, each.attribute.value) for each in akiko.specialties] == [
        ("hacking", "INT"),
        ("stealth", "DEX"),
        ("vigilance", "PER"),
    ]
    deck, jacket, credits = akiko.items
    assert deck.helps
    assert deck.resource is not None
    assert (deck.resource.die, deck.resource.maximum) == (8, 8)
    assert jacket.protection == 1
    assert credits.resource is not None
    assert (credits.resource.die, credits.resource.maximum) == (8, 10)
