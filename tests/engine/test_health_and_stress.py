"""Chapter 3, as far as checks reach into it: wounds a tier, Coup d'éclat, Breakdown, recovery."""

from dataclasses import replace

import pytest

from engine.core.check import Outcome
from engine.core.commands import (
    AnnounceCheck,
    AnnounceEach,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    MarkCharacter,
    Rest,
    RollCheck,
    StartConflict,
    Suffer,
    UseItem,
    WithdrawCheck,
)
from engine.core.events import (
    BreakdownBegan,
    BreakdownDescribed,
    BreakdownEnded,
    Cause,
    CharacterMarked,
    CheckSettled,
    CheckWithdrawn,
    ComplicationHappened,
    ConflictStarted,
    HealthChanged,
    ResistanceRolled,
    Rested,
    SceneEntered,
    StressChanged,
    WoundTaken,
)
from engine.core.rules.checks import pool
from engine.core.rules.health import tier
from engine.core.sheet import Breakdown, ItemId, Tier, Variant, Wound, WoundId
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import FactId, MarkingEvent, SceneId
from tests.scenes import NOISE, begun, conflict, fact, given, hard, hero, idea, item, like, rolled, standard, story

HERO = hero().id
RAW = Variant.RAW
SHOCK = MarkCharacter(HERO, MarkingEvent.SHOCK, "a corpse")
SHELTER = story(start="cellar")


def tiers(variant: Variant, most: int) -> list[Tier]:
    return [tier(variant, health) for health in range(most + 1)]


@pytest.mark.rule("health.tiers_blockbuster")
def test_the_tiers_of_blockbuster() -> None:
    out, badly, wounded, fit = Tier.OUT, Tier.BADLY_WOUNDED, Tier.WOUNDED, Tier.FIT
    assert tiers(Variant.BLOCKBUSTER, 8) == [out, badly, badly, badly, wounded, wounded, wounded, fit, fit]


@pytest.mark.rule("health.tiers_raw")
def test_the_tiers_of_raw() -> None:
    out, badly, wounded, fit = Tier.OUT, Tier.BADLY_WOUNDED, Tier.WOUNDED, Tier.FIT
    assert tiers(RAW, 6) == [out, badly, badly, wounded, wounded, fit, fit]


@pytest.mark.rule("health.wound_per_tier")
@pytest.mark.parametrize(
    ("health", "damage", "crossed"),
    [
        (8, 1, []),
        (8, 2, [Tier.WOUNDED]),
        (8, 5, [Tier.WOUNDED, Tier.BADLY_WOUNDED]),
        (8, 8, [Tier.WOUNDED, Tier.BADLY_WOUNDED, Tier.OUT]),
        (6, 2, []),
        (4, 1, [Tier.BADLY_WOUNDED]),
        (3, 9, [Tier.OUT]),
    ],
)
def test_each_tier_crossed_gives_a_wound(health: int, damage: int, crossed: list[Tier]) -> None:
    after = given(hero(health=health)).when(Suffer(HERO, damage, "an explosion"))
    wounds = tuple(Wound(WoundId(f"wound-{n}"), "an explosion", each) for n, each in enumerate(crossed, 1))
    after.leaves(wounds=wounds).among(HealthChanged, *(WoundTaken(HERO, each) for each in wounds))


@pytest.mark.rule("health.wound_heals")
def test_a_wound_goes_when_health_rises_above_its_tier() -> None:
    hurt = given(hero(health=8), story=SHELTER).when(Suffer(HERO, 5, "a fall"))
    one, two = hurt.sheet().wounds
    hour = Rest(RestKind.SCENE)
    assert [one.tier, two.tier] == [Tier.WOUNDED, Tier.BADLY_WOUNDED]
    hurt.leaves(health=3, wounds=(one, two)).when(hour).leaves(health=4, wounds=(one,))
    hurt.when(hour).when(hour).when(hour).leaves(health=6, wounds=(one,)).when(hour).leaves(health=7, wounds=())


@pytest.mark.rule("health.out")
def test_at_zero_a_pc_takes_no_action_until_any_health_comes_back() -> None:
    down = given(hero(health=1), hero("other")).when(Suffer(HERO, 1, "a blow"))
    down.when(AnnounceCheck(hard())).refused(Code.OUT_OF_ACTION)
    down.announced(hard("other"))
    down.when(Rest(RestKind.LONG)).leaves(health=1).announced(hard())


@pytest.mark.rule("health.floor_ceiling")
def test_health_stays_within_zero_and_its_maximum() -> None:
    given(hero(health=2)).when(Suffer(HERO, 5, "a blow")).leaves(health=0)
    given().when(Rest(RestKind.LONG)).never(HealthChanged).leaves(health=8)


@pytest.mark.rule("health.end_of_conflict")
@pytest.mark.parametrize(("health", "after"), [(8, 8), (7, 8), (6, 6), (5, 6), (4, 6), (3, 3), (2, 3), (1, 3), (0, 3)])
def test_the_end_of_a_conflict_lifts_each_pc_to_the_top_of_the_tier(health: int, after: int) -> None:
    two = conflict(hero(health=health), hero("other", health=4)).when(EndConflict())
    two.leaves(health=after).leaves("other", health=6)
    conflict(hero(health=min(6, health)), variant=RAW).when(EndConflict()).leaves(health=min(6, health))


@pytest.mark.rule("health.rest")
def test_a_scene_or_a_night_gives_one_health_a_pause_none() -> None:
    hurt = given(hero(health=5, stress=2), story=SHELTER)
    hurt.when(Rest(RestKind.PAUSE)).leaves(health=5)
    hurt.when(Rest(RestKind.SCENE)).leaves(health=6)
    hurt.when(Rest(RestKind.LONG)).leaves(health=6)


@pytest.mark.rule("stress.range")
@pytest.mark.parametrize("variant", list(Variant))
def test_stress_starts_at_zero_and_stays_within_six(variant: Variant) -> None:
    begun(hero(stress=5), variant=variant).leaves(stress=0)
    terror = MarkCharacter(HERO, MarkingEvent.UNSPEAKABLE, "the sky opens")
    dice = (1, 1) if variant is RAW else ()
    given(hero(stress=5), variant=variant).when(terror, dice).leaves(stress=6).when(terror, dice).leaves(stress=6)
    given(hero(stress=0), variant=variant, story=SHELTER).when(Rest(RestKind.PAUSE)).leaves(stress=0)


@pytest.mark.rule("stress.marking_event")
def test_in_blockbuster_a_marking_event_rolls_nothing() -> None:
    horror = MarkCharacter(HERO, MarkingEvent.HORROR, "a creature")
    given().when(horror).then(CharacterMarked, StressChanged(HERO, 0, 1, Cause.MARKING_EVENT))


@pytest.mark.rule("stress.health_loss")
def test_one_blow_is_one_stress_and_no_loss_is_none() -> None:
    given().when(Suffer(HERO, 5, "a blow")).among(StressChanged(HERO, 0, 1, Cause.HEALTH_LOSS))
    given(hero(stress=2)).when(Suffer(HERO, 1, "a scratch")).leaves(stress=3)


def test_who_is_down_is_struck_by_no_number_what_follows_is_for_the_table() -> None:
    down = given(hero(health=0, stress=2))
    down.when(Suffer(HERO, 5, "a blow")).refused(Code.OUT_OF_ACTION)
    down.when(SHOCK).refused(Code.OUT_OF_ACTION)


def test_what_strikes_has_a_reason() -> None:
    given().when(Suffer(HERO, 1, " ")).refused(Code.REASON_MISSING)
    given().when(replace(SHOCK, reason="")).refused(Code.REASON_MISSING)


@pytest.mark.rule("stress.resist")
def test_raw_resistance_is_con_standard_without_malus_or_reroll() -> None:
    steady = given(hero(CON=2, stress=4, inspiration=True, specialties={"composure": "CON"}), variant=RAW)
    after = steady.when(SHOCK, dice=(1, 1, 1, 5))
    after.then(CharacterMarked, like(ResistanceRolled, faces=(1, 1, 1, 5), resisted=True)).leaves(stress=4)
    failed = steady.when(SHOCK, dice=(1, 1, 1, 4)).leaves(stress=5, inspiration=True)
    assert failed.game.pending is None
    enduring = given(hero(CON=2, specialties={"endurance": "CON"}), variant=RAW)
    enduring.when(SHOCK, dice=(1, 1, 1, 6)).leaves(stress=0)
    other = given(hero(CON=2, specialties={"composure": "CHA", "survival": "CON"}), variant=RAW)
    other.when(SHOCK, dice=(1, 6)).leaves(stress=0)


@pytest.mark.rule("coup.ready")
def test_a_ready_coup_freezes_stress_and_rest_loses_it() -> None:
    ready = given(hero(stress=6), story=SHELTER)
    ready.when(SHOCK).never(StressChanged)
    ready.when(Suffer(HERO, 2, "a blow")).never(StressChanged)
    cursed = given(hero(stress=6, items=[item("rite", price=True)]))
    cursed.when(UseItem(HERO, ItemId("rite"), "call the dead")).leaves(health=7, stress=6)
    for kind, left in ((RestKind.PAUSE, 5), (RestKind.SCENE, 5), (RestKind.LONG, 0)):
        rested = ready.when(Rest(kind)).leaves(stress=left)
        rested.announced(hard()).when(RollCheck(coup=True)).refused(Code.COUP_NOT_READY)


@pytest.mark.rule("coup.declare")
def test_a_coup_is_declared_with_the_roll_even_in_a_conflict() -> None:
    for stage in (given(hero(stress=6)), conflict(hero(stress=6))):
        stage.rolled(hard(), 6, 6, 1, 1, 1, coup=True).among(rolled(Outcome.SUCCESS, dice=5))
    # Undeclared, it stays ready: an ordinary roll does not spend it.
    conflict(hero(stress=6)).rolled(hard(), 6, 1).among(rolled(Outcome.PARTIAL, dice=2)).leaves(stress=6)
    after = given(hero(stress=6, inspiration=True)).rolled(hard(), 6, 1)
    after.when(RollCheck(coup=True), dice=(6,) * 5).refused(Code.ALREADY_ROLLED)


@pytest.mark.rule("coup.pool")
def test_a_coup_adds_three_dice_over_the_cap_to_one_die_at_least() -> None:
    ready = given(hero(INT=2, stress=6, specialties={"locks": "INT"}))
    helped = hard(specialty="locks", advantages=(idea("a"), idea("b")))
    assert pool(ready.game, helped, coup=True).size == 2 + 3 + 3
    buried = hard(disadvantage=3, disadvantage_reason="buried")
    assert pool(ready.game, buried, coup=True).size == 1 + 3
    ready.rolled(buried, 6, 6, 1, 1, coup=True).among(rolled(Outcome.SUCCESS, dice=4))


@pytest.mark.rule("coup.never_fails")
def test_a_coup_is_a_partial_at_worst_at_standard_a_success() -> None:
    ready = given(hero(stress=6))
    missed = ready.rolled(hard(), 1, 1, 1, 1, 1, coup=True)
    missed.among(rolled(Outcome.PARTIAL, 0), CheckSettled, ComplicationHappened(HERO, NOISE))
    easy = ready.rolled(standard(), 1, 1, 1, 1, 1, coup=True)
    easy.among(rolled(Outcome.SUCCESS, 0)).never(ComplicationHappened)


@pytest.mark.rule("coup.price")
def test_after_a_coup_stress_is_three() -> None:
    for faces in ((6, 6, 6, 6, 6), (1, 1, 1, 1, 1)):
        given(hero(stress=6)).rolled(hard(), *faces, coup=True).among(StressChanged(HERO, 6, 3, Cause.COUP))


@pytest.mark.rule("breakdown.at_six")
def test_the_player_says_how_their_pc_breaks_down() -> None:
    broken = given(hero(stress=5), variant=RAW).when(SHOCK, dice=(1, 1)).among(BreakdownBegan(HERO))
    broken.when(AnnounceCheck(hard())).refused(Code.IN_BREAKDOWN)
    broken.when(DescribeBreakdown(HERO, Breakdown.UNTOLD)).refused(Code.BREAKDOWN_NOT_OPEN)
    for manner in set(Breakdown) - {Breakdown.UNTOLD}:
        told = broken.when(DescribeBreakdown(HERO, manner)).then(BreakdownDescribed(HERO, manner))
        told.when(DescribeBreakdown(HERO, manner)).refused(Code.BREAKDOWN_NOT_OPEN)
        told.when(AnnounceCheck(hard())).refused(Code.IN_BREAKDOWN)


def test_a_pause_or_an_hour_brings_nobody_back_a_night_does() -> None:
    broken = given(hero(stress=6, breakdown=Breakdown.COLLAPSE), variant=RAW, story=SHELTER)
    for short in (RestKind.PAUSE, RestKind.SCENE):
        broken.when(Rest(short)).never(BreakdownEnded).leaves(stress=6, breakdown=Breakdown.COLLAPSE)
    broken.when(Rest(RestKind.LONG)).among(StressChanged(HERO, 6, 0, Cause.REST), BreakdownEnded(HERO))


@pytest.mark.rule("stress.rest")
@pytest.mark.parametrize("variant", list(Variant))
def test_rest_calms(variant: Variant) -> None:
    tense = given(hero(stress=4), variant=variant, story=SHELTER)
    for kind, left in ((RestKind.PAUSE, 3), (RestKind.SCENE, 3), (RestKind.LONG, 0)):
        tense.when(Rest(kind)).among(Rested(kind), StressChanged(HERO, 4, left, Cause.REST))


@pytest.mark.rule("recover.pause")
def test_a_pause_needs_shelter_and_comes_once_between_two_scenes() -> None:
    tired = hero(health=5, stress=4, items=[item("lamp", 4, 8)])
    given(tired).when(Rest(RestKind.PAUSE)).refused(Code.NO_SHELTER, "long")
    once = given(tired, story=SHELTER).when(Rest(RestKind.PAUSE)).leaves(health=5, stress=3)
    assert once.die("lamp") == 6
    once.when(Rest(RestKind.PAUSE)).refused(Code.ONE_PAUSE, "scene", "long")
    once.when(Rest(RestKind.SCENE)).when(Rest(RestKind.PAUSE)).leaves(stress=1)


def test_a_walk_next_door_and_back_earns_no_second_pause_a_new_place_does() -> None:
    street, cellar = SceneId("street"), SceneId("cellar")
    paused = given(hero(stress=4), story=SHELTER).when(Rest(RestKind.PAUSE))
    assert paused.game.progress.scene == cellar
    back = replace(paused.game, visited=(cellar, street))
    there = replace(paused, game=back).when(EnterScene(street)).when(EnterScene(cellar))
    there.when(Rest(RestKind.PAUSE)).refused(Code.ONE_PAUSE)
    elsewhere = paused.when(EnterScene(street))
    assert not elsewhere.game.paused


@pytest.mark.rule("recover.scene")
def test_a_scene_of_rest() -> None:
    tired = hero(health=5, stress=4, items=[item("lamp", 4, 12)])
    given(tired).when(Rest(RestKind.SCENE)).refused(Code.NO_SHELTER, "long")
    after = given(tired, story=SHELTER).when(Rest(RestKind.SCENE)).leaves(health=6, stress=3)
    assert after.die("lamp") == 8


@pytest.mark.rule("recover.long")
def test_a_night_is_spent_in_the_refuge() -> None:
    tired = hero(health=5, stress=4, items=[item("lamp", 0, 12)])
    after = given(tired).when(Rest(RestKind.LONG))
    after.among(like(SceneEntered, scene=SceneId("home")), Rested(RestKind.LONG))
    after.leaves(health=6, stress=0)
    assert after.die("lamp") == 12
    given(tired, story=story(start="home")).when(Rest(RestKind.LONG)).never(SceneEntered)


def test_nobody_rests_in_the_middle_of_a_conflict() -> None:
    fight = given(story=SHELTER).when(StartConflict()).then(ConflictStarted())
    for kind in RestKind:
        fight.when(Rest(kind)).refused(Code.NOT_IN_A_CONFLICT)


def test_one_who_cannot_act_cannot_be_given_a_roll_of_their_own() -> None:
    both = AnnounceEach((standard("ana"), standard("ben")))
    given(hero("ana"), hero("ben", health=0)).when(both).refused(Code.OUT_OF_ACTION)
    broken = hero("ben", stress=6, breakdown=Breakdown.FLIGHT)
    given(hero("ana"), broken, variant=RAW).when(both).refused(Code.IN_BREAKDOWN)


def test_one_put_out_while_waiting_for_their_own_roll_can_only_step_back() -> None:
    # What the first one's roll brings to light breaks the second one down.
    horror = story(fact("well", marks=MarkingEvent.SHOCK))
    pair = given(hero("ana"), hero("ben", stress=5), variant=RAW, story=horror)
    both = AnnounceEach((standard("ana", gain=FactId("well")), standard("ben")))
    waiting = pair.when(both).when(RollCheck(), dice=(6, 1, 6, 1, 1, 1)).among(BreakdownBegan(hero("ben").id))
    waiting.when(RollCheck(), dice=(6, 6)).refused(Code.IN_BREAKDOWN)
    waiting.when(WithdrawCheck()).then(CheckWithdrawn(hero("ben").id))
