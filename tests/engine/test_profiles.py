"""Chapters 3, 4 and 6: what an item, an NPC, a danger and a calamity have to be, and what the book only advises."""

from dataclasses import replace

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from engine.core.check import Outcome
from engine.core.commands import BringAdversary, BringCalamity, FaceDanger, GainItem, UseItem
from engine.core.foes import (
    AdversaryId,
    Affliction,
    Arrival,
    Calamity,
    CalamityId,
    Danger,
    DangerId,
    Flaw,
    FlawId,
    FlawKind,
    LeverId,
    Manifestation,
    ManifestationId,
    Profile,
    ProfileId,
    Scale,
    Standing,
)
from engine.core.rules.dangers import DANGERS
from engine.core.rules.profiles import (
    advice,
    arrival_faults,
    calamity_advice,
    calamity_faults,
    danger_faults,
    item_faults,
    profile_faults,
)
from engine.core.sheet import Attribute, CharacterId, Item, Resource
from engine.ruling import Code, FaultCode, Refused
from engine.story import MarkingEvent
from tests.engine.fields import ODD, check_faults, told
from tests.engine.test_characters import ITEMS, NUMBERS, WORDY
from tests.scenes import Stage, arrival, flaw, given, hero, item, profile, rolled, standard

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
RANGE, BLANK, WITH, WITHOUT = FaultCode.OUT_OF_RANGE, FaultCode.BLANK, FaultCode.GOES_WITH, FaultCode.GOES_WITHOUT
SURGE = Manifestation(ManifestationId("surge"), "the bells ring", (Attribute.DEX,), 2)
ROAR = Manifestation(ManifestationId("roar"), "it rises", (Attribute.CON,), 1, harms=False, marks=MarkingEvent.HORROR)
TIDE = Calamity(
    CalamityId("tide"), "the great tide", Scale.REGIONAL, "the whole town", (SURGE, ROAR), (LeverId("a"), LeverId("b"))
)
PIT = Danger(DangerId("pit"), (Attribute.PER, Attribute.DEX), 2, 3)
LOW, ROUT, FELL = FlawKind.LOWER_THREAT, FlawKind.ROUT, FlawKind.FELL


def faults_of(stage: Stage, code: Code) -> tuple:
    answer = stage.refused(code).answer
    assert isinstance(answer, Refused)
    return answer.faults


# Items


@pytest.mark.parametrize(
    "sound",
    [
        item("rope"),
        item("sword", weapon=4),
        item("armour", 10, protection=3, helps=True, uses=("lifting",)),
        item("staff", 6, 8, weapon=3, ward=1, attribute=Attribute.INT, price=True),
        item("potion", 4, heals=4, unaided=True),
        item("kit", heals=1),
        item("grenade", 6, weapon=3, area=True, most_targets=5),
        item("cannon", 4, devastating=True, area=True),
        item("money", 8, 10, lone=True, helps=True),
        item("empty", 0, 12),
    ],
    ids=lambda each: each.id,
)
def test_an_item_is_of_the_six_questions(sound: Item) -> None:
    assert item_faults(sound) == ()
    given().when(GainItem(HERO, sound, "found")).leaves(items=(sound,))


@pytest.mark.rule("item.one_resource")
@pytest.mark.parametrize(
    ("bad", "field", "code"),
    [
        (item(" "), "id", BLANK),
        *((item("gun", **{field: most + 1}), field, RANGE) for field, most in (("weapon", 4), ("protection", 3))),
        *((item("gun", **{field: most + 1}), field, RANGE) for field, most in (("ward", 3), ("heals", 4))),
        *((item("gun", **{field: -1}), field, RANGE) for field in ("weapon", "protection", "ward", "heals")),
        (item("gun", weapon=1, area=True, most_targets=-1), "most_targets", RANGE),
        (item("gun", weapon=True), "weapon", RANGE),
        (item("gun", area=True), "area", WITH),
        (item("gun", weapon=1, most_targets=2), "most_targets", WITH),
        (item("gun", unaided=True), "unaided", WITH),
        (item("gun", uses=("picking locks",)), "uses", WITH),
        (item("gun", helps=True, uses=("picking locks", " ")), "uses[1]", BLANK),
        (item("money", lone=True), "lone", WITH),
        *((item("money", 8, lone=True, **{each: 1}), "lone", WITHOUT) for each in ("weapon", "protection", "ward")),
        (item("money", 8, lone=True, heals=1), "lone", WITHOUT),
        (item("money", 8, lone=True, devastating=True), "lone", WITHOUT),
        (item("deck", 5, 8), "resource.die", FaultCode.NO_DIE),
        (item("deck", True, 8), "resource.die", FaultCode.NO_DIE),
        (item("deck", 4, 7), "resource.maximum", FaultCode.NO_DIE),
        (replace(item("deck"), resource=Resource(0, 0)), "resource.maximum", FaultCode.NO_DIE),
        (item("deck", 10, 8), "resource.die", FaultCode.ABOVE_MAXIMUM),
    ],
)
def test_a_faulty_item_is_refused_by_its_field(bad: Item, field: str, code: FaultCode) -> None:
    faults = faults_of(given().when(GainItem(HERO, bad, "found")), Code.BAD_ITEM)
    assert told(faults) == [(field, code)]
    check_faults(bad, faults)


@pytest.mark.rule("item.one_resource")
def test_all_effects_of_an_item_share_its_one_resource_and_nobody_else_s() -> None:
    staff, bow = item("staff", 6, 8, weapon=3, ward=1), item("bow", 8, weapon=2)
    stage = given(hero(items=[staff, bow]), hero("friend"))
    after = stage.rolled(standard(items=(staff.id,)), 6, 1, 2).among(rolled(Outcome.SUCCESS))
    assert (after.die("staff"), after.die("bow")) == (4, 8)
    spent = after.when(UseItem(HERO, staff.id, "a shield of force", FRIEND), (1,))
    assert (spent.die("staff"), spent.die("bow")) == (0, 8)
    spent.when(UseItem(HERO, staff.id, "another", FRIEND)).refused(Code.ITEM_IS_EMPTY)


def test_every_fault_of_an_item_is_told_at_once() -> None:
    bad = item("", 7, 7, weapon=5, protection=4, unaided=True)
    faults = faults_of(given().when(GainItem(HERO, bad, "found")), Code.BAD_ITEM)
    assert [field for field, _ in told(faults)] == [
        "id",
        "weapon",
        "protection",
        "unaided",
        "resource.die",
        "resource.maximum",
    ]


# NPCs


@pytest.mark.rule("npc.profile")
@pytest.mark.parametrize("threat", [1, 2, 3])
def test_threat_health_weapon_and_protection_as_far_as_the_book_goes(threat: int) -> None:
    for health, weapon, protection in ((1, 0, 0), (6, 4, 3), (999, 2, 1)):
        sound = profile(threat=threat, health=health, weapon=weapon, protection=protection, traits=("lame",))
        assert profile_faults(sound) == ()
        given().when(BringAdversary(Arrival(AdversaryId("guard"), sound))).foe()


@pytest.mark.rule("npc.profile")
@pytest.mark.parametrize(
    ("bad", "field", "code"),
    [
        (profile(" "), "id", BLANK),
        (profile(name=""), "name", BLANK),
        *((profile(threat=each), "threat", RANGE) for each in (0, 4, True)),
        *((profile(health=each), "health", RANGE) for each in (0, -3, 1000)),
        *((profile(weapon=each), "weapon", RANGE) for each in (-1, 5)),
        *((profile(protection=each), "protection", RANGE) for each in (-1, 4)),
        (profile(traits=("lame", " ")), "traits[1]", BLANK),
        (profile(health=4, standing=Standing.BOSS), "health", FaultCode.BOSS_HEALTH),
        (profile(flaws=(flaw("fire", FELL), flaw("fire", FELL))), "flaws[1].id", FaultCode.DOUBLED),
        (profile(flaws=(flaw("", FELL),)), "flaws[0].id", BLANK),
        (profile(flaws=(flaw("fire", FELL, when=""),)), "flaws[0].when", BLANK),
        (profile(flaws=(flaw("slow", LOW, 0),)), "flaws[0].value", RANGE),
        (profile(flaws=(flaw("slow", LOW, 2),)), "flaws[0].value", RANGE),
        (profile(threat=1, flaws=(flaw("slow", LOW, 1),)), "flaws[0].kind", FaultCode.NOTHING_LOWER),
        (profile(flaws=(flaw("fire", ROUT, 0),)), "flaws[0].value", RANGE),
        (profile(flaws=(flaw("fire", FELL, 1),)), "flaws[0].value", FaultCode.TAKES_NO_VALUE),
        (profile(flaws=(flaw("fire", FlawKind.BARE, 1),)), "flaws[0].value", FaultCode.TAKES_NO_VALUE),
    ],
)
def test_a_faulty_npc_is_refused_by_its_field(bad: Profile, field: str, code: FaultCode) -> None:
    assert told(profile_faults(bad)) == [(field, code)]
    came = Arrival(AdversaryId("guard"), bad)
    faults = faults_of(given().when(BringAdversary(came)), Code.BAD_ADVERSARY)
    assert told(faults) == [(f"profile.{field}", code)]
    check_faults(came, faults)


@pytest.mark.rule("npc.profile")
def test_a_flaw_lowers_the_threat_to_1_at_the_least() -> None:
    for threat, value in ((2, 1), (3, 1), (3, 2)):
        assert profile_faults(profile(threat=threat, flaws=(flaw("slow", LOW, value),))) == ()
    wrong = profile_faults(profile(threat=7, flaws=(flaw("slow", LOW, 1), flaw("late", LOW, 3))))
    assert told(wrong) == [("threat", RANGE), ("flaws[1].value", RANGE)]
    (other,) = profile_faults(profile(threat=3, flaws=(flaw("slow", LOW, 3),)))
    assert other.sentence == "flaws[0].value is 3: it goes from 1 to 2."


@pytest.mark.rule("npc.profile")
def test_several_come_as_a_group_and_cover_is_3_at_the_most() -> None:
    wolves = {"standing": Standing.GROUP, "health": 2}
    given().when(BringAdversary(arrival("wolf", members=6, cover=3, **wolves))).foe("wolf")
    for bad, expected in (
        (arrival("wolf", members=0, **wolves), [("members", RANGE)]),
        (arrival("wolf", members=1000, **wolves), [("members", RANGE)]),
        (arrival("wolf", members=2), [("members", WITH)]),
        (arrival("wolf", health=0, members=2, standing=Standing.BOSS), [("members", WITH)]),
        (arrival("wolf", cover=4), [("cover", RANGE)]),
        (replace(arrival("wolf"), id=AdversaryId("")), [("id", BLANK)]),
    ):
        assert told(faults_of(given().when(BringAdversary(bad)), Code.BAD_ADVERSARY)) == expected


@pytest.mark.rule("npc.profile")
def test_every_fault_of_an_npc_is_told_at_once_in_one_text() -> None:
    answer = given().when(BringAdversary(arrival("wolf", 4, 0, 5, 9, members=0))).refused(Code.BAD_ADVERSARY).answer
    assert isinstance(answer, Refused)
    assert answer.sentence == (
        "Not playable as it stands: the wolf. members is 0: it goes from 1 to 999. "
        "profile.threat is 4: it goes from 1 to 3. profile.health is 0: it goes from 1 to 999. "
        "profile.weapon is 5: it goes from 0 to 4. profile.protection is 9: it goes from 0 to 3."
    )


@pytest.mark.rule("npc.typical")
@pytest.mark.parametrize(
    ("threat", "healths", "weapons"), [(1, {2, 3}, {1, 2}), (2, {4, 5}, {2, 3}), (3, {6, 7, 8, 9}, {3, 4})]
)
def test_what_is_typical_is_advised_and_never_asked_for(threat: int, healths: set[int], weapons: set[int]) -> None:
    for health in range(1, 10):
        for weapon in range(5):
            npc = profile(threat=threat, health=health, weapon=weapon)
            due = [*([] if health in healths else ["health"]), *([] if weapon in weapons else ["weapon"])]
            assert told(advice(npc, 4)) == [(each, FaultCode.NOT_TYPICAL) for each in due]
            assert profile_faults(npc) == ()
            check_faults(npc, advice(npc, 4))


@pytest.mark.rule("npc.typical")
def test_minions_have_1_health_and_that_is_typical_of_them() -> None:
    assert advice(profile(threat=1, health=1, weapon=1, standing=Standing.GROUP), 4) == ()
    assert told(advice(profile(threat=1, health=1, weapon=1), 4)) == [("health", FaultCode.NOT_TYPICAL)]
    assert told(advice(profile(threat=2, health=1, weapon=2, standing=Standing.GROUP), 4))
    assert advice(profile(threat=9), 4) == ()
    assert told(advice(profile(threat=1, health=4, weapon=1, standing=Standing.GROUP), 4))
    (strong,) = advice(profile(threat=3, health=5, weapon=3), 4)
    assert strong.sentence == "health is 5: for Threat 3, 6+ is typical."
    frail, armed = advice(profile(threat=2, health=1, weapon=4), 4)
    assert frail.sentence == "health is 1: for Threat 2, 4-5 is typical."
    assert armed.sentence == "weapon is 4: for Threat 2, 2-3 is typical."


@pytest.mark.rule("boss.weapon")
def test_a_boss_s_weapon_goes_with_its_threat_and_the_number_of_pcs() -> None:
    fitting = {
        (threat, pcs, weapon)
        for threat in (1, 2, 3)
        for pcs in range(1, 7)
        for weapon in range(5)
        if not advice(profile(threat=threat, health=0, weapon=weapon, standing=Standing.BOSS), pcs)
    }
    assert fitting == {
        *((threat, pcs, weapon) for threat in (1, 2) for pcs in range(1, 7) for weapon in (3, 4)),
        *((3, pcs, 2) for pcs in range(1, 7)),
        *((3, pcs, 3) for pcs in (1, 2, 3)),
    }
    elusive = profile(threat=3, health=0, weapon=3, standing=Standing.BOSS)
    (heavy,) = advice(elusive, 4)
    assert heavy.sentence == "weapon is 3: a boss of Threat 3 has 2, with that number of PCs."
    given().when(BringAdversary(Arrival(AdversaryId("boss"), elusive))).foe("boss")


# Dangers and calamities


def test_the_book_s_dangers_are_sound() -> None:
    assert len(DANGERS) == 10
    assert [danger_faults(each) for each in (*DANGERS, PIT)] == [()] * 11
    assert danger_faults(replace(PIT, damage=0, marks=MarkingEvent.SHOCK)) == ()


@pytest.mark.parametrize(
    ("bad", "field", "code"),
    [
        (replace(PIT, id=DangerId("")), "id", BLANK),
        (replace(PIT, attributes=()), "attributes", FaultCode.EMPTY),
        (replace(PIT, attributes=(Attribute.DEX, Attribute.DEX)), "attributes[1]", FaultCode.DOUBLED),
        *((replace(PIT, difficulty=each), "difficulty", RANGE) for each in (0, 4)),
        *((replace(PIT, damage=each), "damage", RANGE) for each in (-1, 5)),
        (replace(PIT, damage=0), "damage", FaultCode.DOES_NOTHING),
    ],
)
def test_a_faulty_danger_is_refused_by_its_field(bad: Danger, field: str, code: FaultCode) -> None:
    faults = faults_of(given().when(FaceDanger(bad, (HERO,), "a wrong step")), Code.BAD_DANGER)
    assert told(faults) == [(field, code)]
    check_faults(bad, faults)


@pytest.mark.parametrize(
    ("bad", "field", "code"),
    [
        (replace(TIDE, id=CalamityId("")), "id", BLANK),
        (replace(TIDE, name=" "), "name", BLANK),
        (replace(TIDE, goal=""), "goal", BLANK),
        (replace(TIDE, manifestations=()), "manifestations", FaultCode.EMPTY),
        (replace(TIDE, manifestations=(SURGE, SURGE)), "manifestations[1].id", FaultCode.DOUBLED),
        (replace(TIDE, levers=()), "levers", FaultCode.EMPTY),
        (replace(TIDE, levers=(LeverId("a"), LeverId("a"))), "levers[1]", FaultCode.DOUBLED),
        (replace(TIDE, levers=(LeverId(""),)), "levers[0]", BLANK),
        *(
            (replace(TIDE, manifestations=(SURGE, replace(ROAR, **what))), f"manifestations[1].{field}", code)
            for what, field, code in (
                ({"id": ""}, "id", BLANK),
                ({"trigger": " "}, "trigger", BLANK),
                ({"attributes": ()}, "attributes", FaultCode.EMPTY),
                ({"difficulty": 4}, "difficulty", RANGE),
                ({"marks": None}, "harms", FaultCode.DOES_NOTHING),
            )
        ),
    ],
)
def test_a_faulty_calamity_is_refused_by_its_field(bad: Calamity, field: str, code: FaultCode) -> None:
    faults = faults_of(given().when(BringCalamity(bad)), Code.BAD_CALAMITY)
    assert told(faults) == [(field, code)]
    check_faults(bad, faults)


def test_two_or_three_manifestations_are_advised_and_one_or_four_played() -> None:
    assert calamity_faults(TIDE) == ()
    others = tuple(replace(SURGE, id=ManifestationId(each)) for each in "abcd")
    counted = {count: told(calamity_advice(replace(TIDE, manifestations=others[:count]))) for count in (1, 2, 3, 4)}
    few = [("manifestations", FaultCode.HOW_MANY)]
    assert counted == {1: few, 2: [], 3: [], 4: few}
    (alone,) = calamity_advice(replace(TIDE, manifestations=others[:1]))
    assert alone.sentence == "manifestations holds 1: it takes 2-3."
    for count in counted:
        assert calamity_faults(replace(TIDE, manifestations=others[:count])) == ()
    thrown = replace(ROAR, marks=None, afflictions=(Affliction.THROWN_DOWN,))
    assert calamity_faults(replace(TIDE, manifestations=(thrown,))) == ()


# Whatever comes in


def test_no_number_is_too_odd_to_be_told() -> None:
    for odd in ODD:
        for bad in (profile(threat=odd), profile(health=odd), profile(weapon=odd), profile(protection=odd)):
            (wrong,) = profile_faults(bad)
            assert len(wrong.sentence) < 120
    (huge,) = item_faults(item("gun", weapon=10**5000))
    assert huge.sentence == "weapon is > 10^60: it goes from 0 to 4."
    (tiny,) = item_faults(item("gun", weapon=-(10**5000)))
    assert tiny.sentence == "weapon is < -10^60: it goes from 0 to 4."


FLAWS = st.builds(Flaw, WORDY.map(FlawId), WORDY, st.sampled_from(FlawKind), NUMBERS)
PROFILES = st.builds(
    Profile,
    id=WORDY.map(ProfileId),
    name=WORDY,
    threat=NUMBERS,
    health=NUMBERS,
    weapon=NUMBERS,
    protection=NUMBERS,
    standing=st.sampled_from(Standing),
    traits=st.lists(WORDY, max_size=2).map(tuple),
    flaws=st.lists(FLAWS, max_size=3).map(tuple),
)
ARRIVALS = st.builds(Arrival, WORDY.map(AdversaryId), PROFILES, NUMBERS, NUMBERS)
ATTRIBUTES = st.lists(st.sampled_from(Attribute), max_size=3).map(tuple)
MARKS = st.none() | st.sampled_from(MarkingEvent)
DANGER = st.builds(Danger, WORDY.map(DangerId), ATTRIBUTES, NUMBERS, NUMBERS, MARKS)
MANIFESTATIONS = st.builds(
    Manifestation,
    WORDY.map(ManifestationId),
    WORDY,
    ATTRIBUTES,
    NUMBERS,
    st.booleans(),
    st.lists(st.sampled_from(Affliction), max_size=2).map(tuple),
    MARKS,
)
CALAMITIES = st.builds(
    Calamity,
    WORDY.map(CalamityId),
    WORDY,
    st.sampled_from(Scale),
    WORDY,
    st.lists(MANIFESTATIONS, max_size=3).map(tuple),
    st.lists(WORDY.map(LeverId), max_size=3).map(tuple),
)


@drawn(ITEMS, ARRIVALS, DANGER, CALAMITIES, NUMBERS)
def test_whatever_comes_in_is_taken_or_refused_with_faults_that_are_there(
    thing: Item, came: Arrival, danger: Danger, calamity: Calamity, pcs: int
) -> None:
    for asked, value, code, faults in (
        (GainItem(HERO, thing, "found"), thing, Code.BAD_ITEM, item_faults(thing)),
        (BringAdversary(came), came, Code.BAD_ADVERSARY, arrival_faults(came)),
        (FaceDanger(danger, (HERO,), "a step"), danger, Code.BAD_DANGER, danger_faults(danger)),
        (BringCalamity(calamity), calamity, Code.BAD_CALAMITY, calamity_faults(calamity)),
    ):
        answer = given().when(asked).answer
        if faults:
            assert isinstance(answer, Refused)
            assert (answer.code, answer.faults) == (code, faults)
            check_faults(value, faults)
        else:
            assert not (isinstance(answer, Refused) and answer.code is code)
    check_faults(came.profile, advice(came.profile, pcs))
    check_faults(calamity, calamity_advice(calamity))
