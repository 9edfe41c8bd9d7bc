"""What strikes unless it is avoided: the roll, its partial, its failure, its Stress once (CORE ch. 3, Dangers)."""

from dataclasses import replace

import pytest

from engine.core.check import Avoid, Check, Complication, ComplicationKind, Difficulty, Outcome, StakeId
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AmendCheck,
    CutScene,
    FaceDanger,
    LeaveStory,
    Reroll,
    RollCheck,
    StartConflict,
    Wait,
    WithdrawCheck,
)
from engine.core.events import (
    AdvantageAdded,
    BreachOpened,
    CharacterMarked,
    CheckAmended,
    CheckAnnounced,
    CheckSettled,
    ClockAdvanced,
    ComplicationHappened,
    DangerFaced,
    HealthChanged,
    PerilStruck,
    StressChanged,
    WoundTaken,
)
from engine.core.foes import Danger, DangerId, Peril, PerilKind
from engine.core.legal import legal
from engine.core.rules.awaiting import Decision, awaited
from engine.core.rules.dangers import DANGERS
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, CharacterId, ItemId, SpecialtyId, Tier, Variant, Wound, WoundId
from engine.core.view import view
from engine.ruling import Code
from engine.story import Clock, ClockId, MarkingEvent
from tests.scenes import NOISE, Stage, bring, fight, given, hard, hero, idea, item, like, rerolled, rolled, story, wound

FALL, FIRE, TRAP, COLD = (
    next(each for each in DANGERS if each.id == wanted)
    for wanted in ("high_fall", "fire", "deadly_trap", "extreme_cold")
)
HERO, ANA, BEN, CY = (CharacterId(each) for each in ("hero", "ana", "ben", "cy"))


def faced(stage: Stage, danger: Danger, *exposed: CharacterId, partial: Complication | None = NOISE) -> Stage:
    """The danger has struck at those exposed, and the first has to avoid it."""
    return stage.when(FaceDanger(danger, exposed or (HERO,), "the floor gives way", partial))


@pytest.mark.rule("danger.avoid")
def test_a_danger_is_avoided_with_its_attribute_at_its_difficulty() -> None:
    peril = Peril(PerilKind.DANGER, "high_fall", 4, (Attribute.DEX,), MarkingEvent.SHOCK)
    terms = Check(
        HERO, Attribute.DEX, Difficulty.HARD, StakeId("avoid high_fall"), "", "", None, NOISE, aim=Avoid(peril)
    )
    stage = faced(given(hero(DEX=3)), FALL)
    stage.then(DangerFaced(FALL, (HERO,), "the floor gives way"), CheckAnnounced(terms))
    assert [each.decision for each in awaited(stage.game)] == [Decision.AVOID]
    assert legal(stage.game).commands == (RollCheck(),)
    stage.when(RollCheck(), (5, 6, 1)).then(rolled(Outcome.SUCCESS, 2, dice=3), CheckSettled).leaves(health=8)


@pytest.mark.rule("danger.avoid")
def test_it_cannot_be_stepped_back_from_but_shaped() -> None:
    wary = hero(PER=3, specialties={"vigilance": "PER"}, wounds=[wound("ankle")])
    stage = faced(given(wary), TRAP)
    stage.when(WithdrawCheck()).refused(Code.CANNOT_STEP_BACK)
    stage.when(AmendCheck(Attribute.CON)).refused(Code.AVOIDED_WITH, "PER", "DEX")
    stage.when(AmendCheck(Attribute.DEX, SpecialtyId("vigilance"))).refused(Code.WRONG_ATTRIBUTE, "PER")
    stage.when(AmendCheck(Attribute.PER, SpecialtyId("climbing"))).refused(Code.NO_SUCH_SPECIALTY, "vigilance")
    stage.when(AmendCheck(Attribute.PER, disadvantage=1)).refused(Code.REASON_MISSING)
    stage.when(AmendCheck(Attribute.PER, hindering=(WoundId("rib"),))).refused(Code.NO_SUCH_WOUND, "ankle")
    shaped = AmendCheck(Attribute.PER, SpecialtyId("vigilance"), (WoundId("ankle"),), 1, "in the dark")
    amended = stage.when(shaped).then(like(CheckAmended, attribute=Attribute.PER))
    added = amended.when(AddAdvantage(idea())).then(AdvantageAdded)
    fell = added.when(RollCheck(), (5, 6, 1, 1)).then(rolled(Outcome.SUCCESS, 2, dice=4), CheckSettled)
    fell.when(shaped).refused(Code.NO_CHECK_ANNOUNCED)
    given().announced(hard()).when(shaped).refused(Code.NOT_AVOIDING)


@pytest.mark.rule("danger.avoid")
def test_outside_a_conflict_it_may_be_rolled_again() -> None:
    fell = faced(given(hero(stress=2)), FALL).when(RollCheck(), (5, 1)).then(rolled(Outcome.PARTIAL))
    assert legal(fell.game).commands == (Reroll(), AcceptOutcome())
    again = fell.when(Reroll(), (5, 1)).among(rerolled(Outcome.SUCCESS, 2), CheckSettled)
    again.never(ComplicationHappened, PerilStruck).leaves(health=8, stress=1)
    worse = fell.when(Reroll(), (1, 1)).among(rerolled(Outcome.PARTIAL, 1), CheckSettled, ComplicationHappened)
    worse.never(PerilStruck)


@pytest.mark.rule("danger.avoid")
def test_in_a_conflict_it_is_no_action_opens_no_breach_and_stands() -> None:
    stage = faced(fight(hero("ana", stress=2, inspiration=True), hero("ben")), FIRE, ANA)
    burnt = stage.when(RollCheck(), (1, 1)).among(rolled(Outcome.FAILURE), CheckSettled, PerilStruck)
    burnt.never(BreachOpened)
    burnt.when(Reroll()).refused(Code.REROLL_NOT_IN_CONFLICT)
    assert still_to_act(burnt.game) == (ANA, BEN)
    stage.when(Wait(BEN)).refused(Code.CHECK_IS_PENDING)


@pytest.mark.rule("danger.avoid")
def test_a_coup_is_not_spent_on_it() -> None:
    faced(given(hero(stress=6)), FALL).when(RollCheck(coup=True)).refused(Code.COUP_IS_AN_ACTION)


@pytest.mark.rule("danger.avoid")
def test_each_of_those_exposed_rolls_in_turn() -> None:
    cast = (hero("ana"), hero("ben", stress=2), hero("cy", health=0))
    stage = given(*cast)
    faced(stage, FALL, ANA, CY).refused(Code.NOBODY_EXPOSED, ANA, BEN)
    faced(stage, FALL, ANA, ANA).refused(Code.NOBODY_EXPOSED, ANA, BEN)
    stage.when(FaceDanger(FALL, (), "the floor gives way", NOISE)).refused(Code.NOBODY_EXPOSED, ANA, BEN)
    fell = faced(stage, FALL, ANA, BEN).when(RollCheck(), (1, 1)).among(CheckSettled, PerilStruck)
    fell.leaves("ana", health=4)
    second = fell.when(RollCheck(), (1, 1)).then(rolled(Outcome.FAILURE))
    second.when(Reroll(), (5, 6)).among(rerolled(Outcome.SUCCESS), CheckSettled).leaves("ben", health=8)


@pytest.mark.rule("danger.avoid")
def test_one_in_breakdown_avoids_as_well() -> None:
    broken = hero(stress=6, breakdown=Breakdown.SCREAMS)
    stage = faced(given(broken, variant=Variant.RAW), COLD, partial=None)
    stage.when(RollCheck(), (6,)).then(rolled(Outcome.SUCCESS, dice=1), CheckSettled)


@pytest.mark.rule("danger.failure")
def test_a_failure_deals_its_damage_whatever_the_armour() -> None:
    armoured = hero(items=[item("plate", 8, protection=3)])
    fell = faced(given(armoured), FALL).when(RollCheck(), (1, 1))
    fell.then(
        rolled(Outcome.FAILURE),
        CheckSettled,
        PerilStruck,
        like(HealthChanged, before=8, after=4),
        WoundTaken(HERO, Wound(WoundId("wound-1"), "", Tier.WOUNDED)),
        like(StressChanged, before=0, after=1),
        CharacterMarked(HERO, MarkingEvent.SHOCK, "high_fall"),
        like(StressChanged, before=1, after=2),
    )
    assert fell.die("plate") == 8


@pytest.mark.rule("danger.failure")
def test_it_is_no_failure_of_an_action() -> None:
    told = story(clocks=[Clock(ClockId("dawn"), 4)])
    faced(given(story=told), FALL).when(RollCheck(), (1, 1)).among(PerilStruck).never(ClockAdvanced)


@pytest.mark.rule("danger.partial")
def test_a_partial_avoids_it_with_a_complication() -> None:
    fell = faced(given(), FALL).when(RollCheck(), (5, 1))
    fell.then(rolled(Outcome.PARTIAL), CheckSettled, ComplicationHappened).leaves(health=8, stress=0)
    hurt = faced(given(), FALL, partial=bring(ComplicationKind.WOUND)).when(RollCheck(), (5, 1))
    hurt.among(ComplicationHappened, WoundTaken).leaves(health=8)


@pytest.mark.rule("danger.partial")
def test_the_complication_is_set_before_the_roll_and_kept_from_the_players() -> None:
    stage = faced(given(), FALL)
    seen = view(stage.game).pending
    assert seen is not None
    assert (seen.check.on_partial, seen.check.aim is None) == (None, False)
    faced(given(), FALL, partial=None).refused(Code.STAKES_MISSING)
    faced(given(), COLD).refused(Code.STANDARD_HAS_NO_PARTIAL)
    faced(given(), FALL, partial=replace(NOISE, note=" ")).refused(Code.REASON_MISSING)
    faced(given(), FALL, partial=bring(ComplicationKind.BREACH)).refused(Code.BREACH_NEEDS_CONFLICT)


@pytest.mark.rule("danger.partial")
def test_what_it_names_has_to_be_there_for_everybody() -> None:
    gear = hero(items=[item("rope", 6)])
    for kind in (ComplicationKind.GEAR_LOST, ComplicationKind.RESOURCE_WORN):
        lost = bring(kind, item=ItemId("rope"))
        faced(given(gear), FALL, partial=lost).refused(Code.GEAR_IS_ONE_S_OWN)
    told = story(clocks=[Clock(ClockId("dawn"), 4)])
    faced(given(story=told), FALL, partial=replace(NOISE, clock=ClockId("tide"))).refused(Code.NO_SUCH_CLOCK, "dawn")
    ticks = faced(given(story=told), FALL, partial=replace(NOISE, clock=ClockId("dawn")))
    ticks.when(RollCheck(), (5, 1)).among(ComplicationHappened, like(ClockAdvanced, clock="dawn", filled=1))


@pytest.mark.rule("danger.stress_once")
@pytest.mark.parametrize("variant", Variant)
def test_its_stress_counts_once_though_it_strikes_every_turn(variant: Variant) -> None:
    stage = fight(hero("ana"), hero("ben"), variant=variant)
    first = faced(stage, FIRE, ANA).when(RollCheck(), (1, 1)).among(CharacterMarked)
    second = faced(first, FIRE, ANA).when(RollCheck(), (1, 1)).among(PerilStruck, HealthChanged)
    second.never(CharacterMarked)
    faced(second, FIRE, BEN).when(RollCheck(), (1, 1)).among(CharacterMarked)
    other = replace(FIRE, id=DangerId("furnace"))
    faced(first, other, ANA).when(RollCheck(), (1, 1)).among(CharacterMarked)


@pytest.mark.rule("danger.stress_once")
def test_avoiding_it_avoids_its_stress_and_does_not_use_it_up() -> None:
    avoided = faced(given(), FIRE).when(RollCheck(), (5, 6)).never(CharacterMarked).leaves(stress=0)
    faced(avoided, FIRE).when(RollCheck(), (1, 1)).among(CharacterMarked).leaves(health=5, stress=2)


@pytest.mark.rule("danger.stress_once")
def test_another_scene_has_dangers_of_its_own() -> None:
    burnt = faced(given(), FIRE).when(RollCheck(), (1, 1)).when(CutScene())
    faced(burnt, FIRE).when(RollCheck(), (1, 1)).when(AcceptOutcome()).among(CharacterMarked)


def test_nothing_else_happens_before_it_is_avoided() -> None:
    stage = faced(given(), FALL)
    stage.when(StartConflict()).refused(Code.CHECK_IS_PENDING)
    stage.when(CutScene()).refused(Code.CHECK_IS_PENDING)
    stage.when(LeaveStory()).refused(Code.CHECK_IS_PENDING)
    faced(stage, COLD, partial=None).refused(Code.CHECK_IS_PENDING)
    given().when(FaceDanger(COLD, (CharacterId("hero"),), " ")).refused(Code.REASON_MISSING)
