"""Chapter 7: what a sheet has to be to be played, and what a new one is."""

from dataclasses import fields, replace
from itertools import permutations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from engine.core.check import Outcome
from engine.core.events import GameStarted
from engine.core.rules.characters import character_faults, creation_advice, creation_faults, ready
from engine.core.sheet import (
    AdvanceKind,
    Attribute,
    Attributes,
    Breakdown,
    Character,
    CharacterId,
    Identity,
    Item,
    ItemId,
    Resource,
    Specialty,
    SpecialtyId,
    Tier,
    Variant,
    Wound,
    WoundId,
)
from engine.ruling import Accepted, Code, FaultCode, Refused
from tests.engine.fields import ODD, check_faults, found, told
from tests.scenes import begun, given, hero, item, like, rolled, standard

WORDS = Identity("a burglar", "thirty, never in a hurry", "pays her debts", "fears heights", "to find her sister")
AKIKO = replace(
    hero(
        "akiko",
        INT=4,
        DEX=3,
        PER=3,
        FOR=1,
        specialties={"hacking": "INT", "stealth": "DEX", "vigilance": "PER"},
        items=[item("deck", 8, helps=True), item("jacket", protection=1), item("credits", 8, 10, lone=True)],
    ),
    identity=WORDS,
)


def scored(*values: int) -> Character:
    """Akiko without specialties, with these six."""
    return replace(AKIKO, attributes=Attributes(*values), specialties=())


def skilled(**on: str) -> Character:
    """Akiko with these specialties."""
    return replace(AKIKO, specialties=tuple(Specialty(SpecialtyId(each), Attribute(at)) for each, at in on.items()))


@pytest.mark.rule("character.array")
def test_a_new_pc_s_six_are_4_3_3_2_2_and_1_in_any_order() -> None:
    assert creation_faults(AKIKO) == ()
    for values in set(permutations((4, 3, 3, 2, 2, 1))):
        assert ("attributes", FaultCode.NOT_THE_ARRAY) not in told(creation_faults(scored(*values)))
    for values in ((4, 3, 3, 2, 2, 2), (4, 4, 3, 2, 1, 1), (3, 3, 3, 2, 2, 2), (2,) * 6):
        wrong = creation_faults(scored(*values))
        assert ("attributes", FaultCode.NOT_THE_ARRAY) in told(wrong)
        assert dict(wrong[0].about) == {"value": ", ".join(map(str, values)), "right": "4, 3, 3, 2, 2, 1"}


@pytest.mark.rule("character.array")
@pytest.mark.parametrize("attribute", Attribute)
def test_an_attribute_is_1_to_4_on_any_sheet(attribute: Attribute) -> None:
    for value in (1, 2, 3, 4):
        begun(hero(**{attribute.name: value}))
    for value in (0, 5, *ODD):
        stage = begun(hero(**{attribute.name: value})).refused(Code.BAD_CHARACTER)
        assert isinstance(stage.answer, Refused)
        assert told(stage.answer.faults) == [(f"characters[0].attributes.{attribute}", FaultCode.OUT_OF_RANGE)]
        assert "from 1 to 4" in stage.answer.sentence


@pytest.mark.rule("character.specialties")
def test_a_new_pc_has_three_specialties_two_of_them_on_strengths() -> None:
    specialties = "specialties"
    for sound in (
        {"hacking": "INT", "stealth": "DEX", "riding": "CON"},
        {"hacking": "INT", "electronics": "INT", "lies": "CHA"},
        {"hacking": "INT", "electronics": "INT", "law": "INT"},
    ):
        assert creation_faults(skilled(**sound)) == ()
    few, weak = (specialties, FaultCode.HOW_MANY), (specialties, FaultCode.FEW_STRENGTHS)
    assert told(creation_faults(skilled())) == [few, weak]
    two, one = creation_faults(skilled(hacking="INT", riding="CON"))
    assert two.sentence == "specialties holds 2: it takes 3."
    assert one.sentence == "specialties has 1 on an attribute of 3 or 4: two at least stand there."
    assert told(creation_faults(skilled(hacking="INT", stealth="DEX"))) == [few]
    assert told(creation_faults(skilled(hacking="INT", stealth="DEX", law="INT", lies="CHA"))) == [few]
    assert told(creation_faults(skilled(hacking="INT", riding="CON", lies="CHA"))) == [weak]
    brawling = (f"{specialties}[2].attribute", FaultCode.WEAK_SPECIALTY)
    assert told(creation_faults(skilled(hacking="INT", stealth="DEX", brawling="FOR"))) == [brawling]


@pytest.mark.rule("character.specialties")
def test_a_specialty_stands_once_and_never_on_an_attribute_of_1() -> None:
    unnamed = Specialty(SpecialtyId(" "), Attribute.FOR)
    twice = replace(AKIKO, specialties=(*AKIKO.specialties, AKIKO.specialties[0], unnamed))
    assert told(character_faults(twice)) == [
        ("specialties[4].id", FaultCode.BLANK),
        ("specialties[3].id", FaultCode.DOUBLED),
        ("specialties[4].attribute", FaultCode.WEAK_SPECIALTY),
    ]
    begun(twice).refused(Code.BAD_CHARACTER)
    # Who has grown has more than three, and is played.
    begun(skilled(hacking="INT", stealth="DEX", law="INT", lies="CHA"))


@pytest.mark.rule("character.items")
def test_three_items_are_advised_and_never_asked_for() -> None:
    assert creation_advice(AKIKO) == ()
    for some in (AKIKO.items[:2], (*AKIKO.items, item("rope"))):
        other = replace(AKIKO, items=some)
        assert creation_faults(other) == ()
        assert [each.sentence for each in creation_advice(other)] == [f"items holds {len(some)}: it takes 3."]
        begun(other)


@pytest.mark.rule("character.items")
def test_an_item_s_faults_are_the_sheet_s_under_its_place() -> None:
    bad = hero(items=[item("deck"), item("deck", 10, 8, weapon=5)])
    faults = character_faults(bad)
    assert told(faults) == [
        ("items[1].id", FaultCode.DOUBLED),
        ("items[1].weapon", FaultCode.OUT_OF_RANGE),
        ("items[1].resource.die", FaultCode.ABOVE_MAXIMUM),
    ]
    assert found(bad, "items[1].resource.die") == 10


@pytest.mark.rule("character.identity")
def test_a_new_pc_has_words_for_who_they_are() -> None:
    for each in fields(Identity):
        wordless = replace(AKIKO, identity=replace(WORDS, **{each.name: " "}))
        assert told(creation_faults(wordless)) == [(f"identity.{each.name}", FaultCode.BLANK)]
        begun(wordless)
    nameless = replace(AKIKO, name="", id=CharacterId(" "))
    assert told(character_faults(nameless)) == [("id", FaultCode.BLANK), ("name", FaultCode.BLANK)]
    refused = begun(nameless).refused(Code.BAD_CHARACTER).answer
    assert isinstance(refused, Refused)
    assert refused.about == (("character", "?"),)


@pytest.mark.rule("character.identity")
def test_words_change_no_roll() -> None:
    pc = hero(INT=3)
    for each in (pc, replace(pc, identity=WORDS)):
        given(each).rolled(standard(), 6, 1, 1).among(rolled(Outcome.SUCCESS, 1, dice=3))


@pytest.mark.rule("character.start")
@pytest.mark.parametrize(("variant", "health"), [(Variant.BLOCKBUSTER, 8), (Variant.RAW, 6)])
def test_a_game_begins_whole_and_calm(variant: Variant, health: int) -> None:
    worn = replace(
        hero(health=1, stress=5, inspiration=True, breakdown=Breakdown.FLIGHT),
        cover=2,
        ward=3,
        last_advance=AdvanceKind.ITEM,
        identity=WORDS,
    )
    whole = {"health": health, "stress": 0, "inspiration": False, "breakdown": None, "cover": 0, "ward": 0}
    started = begun(worn, variant=variant).leaves(**whole, last_advance=AdvanceKind.ITEM, identity=WORDS)
    started.among(like(GameStarted, characters=(replace(worn, **whole),)))


@pytest.mark.rule("character.start")
def test_wounds_that_last_come_along_under_new_names_and_the_next_is_another() -> None:
    eye = Wound(WoundId("wound-9"), "one eye gone", Tier.BADLY_WOUNDED, lasting=True, forever=True)
    knee = Wound(WoundId("wound-9"), "a stiff knee", lasting=True, cared=True, nights=2)
    hand = Wound(WoundId("wound-1"), "a burnt hand", forever=True)
    bruise = Wound(WoundId("wound-2"), "a bruise", Tier.WOUNDED)
    stage = begun(hero(wounds=[bruise, eye, knee]), hero("friend", wounds=[hand]))
    stage.leaves(wounds=(replace(eye, id=WoundId("wound-1")), replace(knee, id=WoundId("wound-2"))))
    stage.leaves("friend", wounds=(replace(hand, id=WoundId("wound-3"), lasting=True),))
    assert stage.game.wounds_given == 3


def test_the_dead_are_not_played() -> None:
    refused = begun(replace(hero(), dead=True)).refused(Code.BAD_CHARACTER).answer
    assert isinstance(refused, Refused)
    assert told(refused.faults) == [("characters[0].dead", FaultCode.PC_IS_DEAD)]


def test_every_fault_of_every_sheet_is_told_at_once() -> None:
    knee = Wound(WoundId("w"), "a knee", lasting=True, nights=-1)
    mild = Wound(WoundId("w"), "a bruise", nights=-1)
    refused = (
        begun(
            hero("ana", FOR=5, CHA=0),
            hero("ben"),
            hero("cy", items=[item("gun", weapon=7)], wounds=[mild, knee]),
            hero("ana"),
        )
        .refused(Code.BAD_CHARACTER)
        .answer
    )
    assert isinstance(refused, Refused)
    assert told(refused.faults) == [
        ("characters[3].id", FaultCode.DOUBLED),
        ("characters[0].attributes.FOR", FaultCode.OUT_OF_RANGE),
        ("characters[0].attributes.CHA", FaultCode.OUT_OF_RANGE),
        ("characters[2].items[0].weapon", FaultCode.OUT_OF_RANGE),
        ("characters[2].wounds[1].nights", FaultCode.OUT_OF_RANGE),
    ]
    assert refused.about == (("character", "Ana, Cy, Ana"),)
    for each in refused.faults:
        assert each.sentence in refused.sentence


WORDY = st.sampled_from(["", " ", "a", "b", "c", "{x}", "\n"]) | st.text(max_size=4)
NUMBERS = st.integers(-2, 13) | st.sampled_from((10**9, 10**70, -(10**70), True, False))
RESOURCES = st.builds(Resource, NUMBERS, NUMBERS)
ITEMS = st.builds(
    Item,
    id=WORDY.map(ItemId),
    helps=st.booleans(),
    weapon=NUMBERS,
    protection=NUMBERS,
    resource=st.none() | RESOURCES,
    devastating=st.booleans(),
    area=st.booleans(),
    most_targets=NUMBERS,
    ward=NUMBERS,
    heals=NUMBERS,
    unaided=st.booleans(),
    lone=st.booleans(),
    attribute=st.none() | st.sampled_from(Attribute),
    uses=st.lists(WORDY, max_size=2).map(tuple),
)
SHEETS = st.builds(
    Character,
    id=WORDY.map(CharacterId),
    name=WORDY,
    attributes=st.builds(Attributes, *(st.integers(1, 4) | NUMBERS for _ in Attribute)),
    specialties=st.lists(st.builds(Specialty, WORDY.map(SpecialtyId), st.sampled_from(Attribute)), max_size=4).map(
        tuple
    ),
    items=st.lists(ITEMS, max_size=3).map(tuple),
    health=NUMBERS,
    stress=NUMBERS,
    wounds=st.lists(
        st.builds(Wound, WORDY.map(WoundId), WORDY, st.none(), st.booleans(), st.booleans(), st.booleans(), NUMBERS),
        max_size=2,
    ).map(tuple),
    breakdown=st.none() | st.sampled_from(Breakdown),
    cover=NUMBERS,
    ward=NUMBERS,
    dead=st.booleans(),
    last_advance=st.none() | st.sampled_from(AdvanceKind),
)


# A sound sheet with a line or two from another: half the time there is one fault, or none.
SOUND = st.builds(
    lambda other, lines: replace(AKIKO, **{each: getattr(other, each) for each in lines}),
    SHEETS,
    st.sets(st.sampled_from([each.name for each in fields(Character)]), max_size=2),
)


@drawn(st.lists(SOUND | SHEETS, min_size=1, max_size=3).map(tuple), st.sampled_from(Variant))
def test_whatever_a_sheet_says_it_is_played_or_refused_with_faults_that_are_there(
    sheets: tuple[Character, ...], variant: Variant
) -> None:
    stage = begun(*sheets, variant=variant)
    if isinstance(stage.answer, Accepted):
        assert all(character_faults(each) == () for each in stage.game.characters)
        assert ready(stage.game.characters, variant) == stage.game.characters
        return
    assert isinstance(stage.answer, Refused)
    assert stage.answer.code is Code.BAD_CHARACTER
    assert stage.answer.faults
    check_faults(stage.asked, stage.answer.faults)
    for each in sheets:
        check_faults(each, creation_faults(each))
        check_faults(each, creation_advice(each))
