"""Chapter 2 and the GM's sheet, complications: set before the roll, one at the most, and what each does."""

from dataclasses import replace

import pytest

from engine.core.check import ComplicationKind, Outcome, Wear
from engine.core.commands import AnnounceCheck, EnterScene, Rest
from engine.core.events import (
    Cause,
    CheckSettled,
    ClockAdvanced,
    ComplicationHappened,
    GearLost,
    HealthChanged,
    ResourceChanged,
    ResourceRolled,
    StressChanged,
    WoundHealed,
    WoundTaken,
)
from engine.core.sheet import ItemId, Variant, Wound, WoundId
from engine.core.state import RestKind, Trouble
from engine.ruling import Code
from engine.story import Clock, ClockId, SceneId
from tests.scenes import (
    WORSE,
    attack,
    bring,
    conflict,
    fight,
    foe,
    given,
    hard,
    hero,
    item,
    rolled,
    standard,
    story,
    worn,
)

HERO = hero().id
IN_THE_FICTION = (ComplicationKind.TIME, ComplicationKind.INCOMPLETE)
LASTING = (
    ComplicationKind.NEW_THREAT,
    ComplicationKind.WORSE,
    ComplicationKind.NOISE,
    ComplicationKind.EXPOSED,
)

GEAR = (item("lamp", 8), item("rope"), item("gift", 6, innate=True))


def happens(kind: ComplicationKind):
    """A partial of a hero with gear, in a conflict, which brings a complication of that kind."""
    what = {
        ComplicationKind.RESOURCE_WORN: {"item": ItemId("lamp"), "wear": Wear.STEP},
        ComplicationKind.GEAR_LOST: {"item": ItemId("rope")},
    }.get(kind, {})
    complication = bring(kind, **what)
    after = conflict(hero(items=GEAR)).rolled(hard(on_partial=complication), 6, 1)
    return complication, after.among(rolled(Outcome.PARTIAL), CheckSettled, ComplicationHappened(HERO, complication))


@pytest.mark.rule("complication.kinds")
@pytest.mark.parametrize("kind", LASTING)
def test_a_threat_noise_exposure_or_a_worse_situation_lasts_in_the_scene(kind: ComplicationKind) -> None:
    complication, after = happens(kind)
    assert after.game.troubles == (Trouble(kind, complication.note),)
    ended = given(troubles=after.game.troubles).when(EnterScene(SceneId("cellar")))
    assert ended.game.troubles == ()


@pytest.mark.rule("complication.kinds")
@pytest.mark.parametrize("kind", IN_THE_FICTION)
def test_time_and_an_incomplete_result_are_told_and_change_no_sheet(kind: ComplicationKind) -> None:
    _, after = happens(kind)
    assert after.game.troubles == ()
    after.leaves(health=8, stress=0, wounds=(), items=GEAR)


@pytest.mark.rule("complication.kinds")
def test_gear_is_lost_and_a_resource_is_worn() -> None:
    _, lost = happens(ComplicationKind.GEAR_LOST)
    lost.among(GearLost(HERO, ItemId("rope"))).leaves(items=(GEAR[0], GEAR[2]))
    _, step = happens(ComplicationKind.RESOURCE_WORN)
    step.among(ResourceChanged(HERO, ItemId("lamp"), 8, 6, Cause.COMPLICATION))
    again = conflict(hero(items=GEAR)).rolled(hard(on_partial=worn("lamp", Wear.ROLL)), 6, 1, 2)
    again.among(ResourceRolled(HERO, ItemId("lamp"), 2, 8, 2, 6, Cause.COMPLICATION, given=True))
    spared = conflict(hero(items=GEAR)).rolled(hard(on_partial=worn("lamp", Wear.ROLL)), 6, 1, 3)
    assert spared.die("lamp") == 8


@pytest.mark.rule("complication.kinds")
def test_every_kind_is_one_of_those_tried_here() -> None:
    others = {ComplicationKind.WOUND, ComplicationKind.GEAR_LOST, ComplicationKind.RESOURCE_WORN}
    others |= {ComplicationKind.BREACH}  # Only acting against an NPC brings it: its own test is below.
    assert {*LASTING, *IN_THE_FICTION, *others} == set(ComplicationKind)


@pytest.mark.rule("complication.wound")
@pytest.mark.parametrize("variant", list(Variant))
def test_a_wound_as_a_complication_costs_no_health_and_goes_after_a_scene_of_rest(variant: Variant) -> None:
    hurt = bring(ComplicationKind.WOUND, note="a cut hand")
    cellar = story(start="cellar")
    stage = given(hero(INT=3), variant=variant, story=cellar, in_conflict=True)
    after = stage.rolled(hard(on_partial=hurt), 6, 1, 1)
    taken = Wound(WoundId("wound-1"), "a cut hand")
    after.among(ComplicationHappened, WoundTaken(HERO, taken)).never(HealthChanged, StressChanged)
    after.rolled(standard(stake="next", hindering=(taken.id,)), 6, 1).among(rolled(Outcome.SUCCESS, dice=2))
    after.rolled(standard(stake="next"), 6, 1, 1).among(rolled(Outcome.SUCCESS, dice=3))
    calm = replace(after, game=replace(after.game, in_conflict=False))
    calm.when(Rest(RestKind.PAUSE)).leaves(wounds=(taken,))
    calm.when(Rest(RestKind.SCENE)).among(WoundHealed(HERO, taken.id)).leaves(wounds=())
    calm.when(Rest(RestKind.LONG)).among(WoundHealed(HERO, taken.id))


@pytest.mark.rule("complication.breach_only_against_npc")
def test_a_breach_is_the_complication_of_acting_against_an_npc_in_a_conflict_and_of_nothing_else() -> None:
    breach = bring(ComplicationKind.BREACH)
    for wanted in (hard(on_partial=breach), hard(on_failure=breach)):
        for stage in (given(), conflict(), fight()):
            stage.when(AnnounceCheck(wanted)).refused(Code.BREACH_NEEDS_CONFLICT)
    before = given(adversaries=(foe(),))
    before.when(AnnounceCheck(attack(on_failure=breach, on_partial=breach))).refused(Code.BREACH_NEEDS_CONFLICT)
    fight().announced(attack(on_failure=breach, on_partial=breach))
    fight().when(AnnounceCheck(attack(on_failure=WORSE))).refused(Code.BREACH_IS_ENOUGH)


def test_a_complication_may_move_a_clock_besides() -> None:
    patrol = Clock(ClockId("patrol"), 4, on_failure=False)
    late = bring(ComplicationKind.TIME, clock=ClockId("patrol"))
    stage = given(story=story(clocks=[patrol]), in_conflict=True)
    stage.rolled(hard(on_partial=late), 6, 1).among(ComplicationHappened, ClockAdvanced(ClockId("patrol"), 1, 4))
    lost = replace(late, clock=ClockId("nothing"))
    stage.when(AnnounceCheck(hard(on_partial=lost))).refused(Code.NO_SUCH_CLOCK, "patrol")


def test_a_resource_that_emptied_on_the_roll_is_not_worn_below_empty() -> None:
    for wear in Wear:
        torch = conflict(hero(items=[item("torch", 4)]))
        after = torch.rolled(hard(items=(ItemId("torch"),), on_partial=worn("torch", wear)), 6, 1, 1)
        after.among(ResourceRolled, ComplicationHappened)
        assert after.die("torch") == 0


def test_complications_are_checked_before_any_die() -> None:
    stage = given(hero(items=GEAR))
    for broken, code in (
        (hard(on_partial=None), Code.STAKES_MISSING),
        (hard(on_failure=None), Code.STAKES_MISSING),
        (hard(on_failure=bring(ComplicationKind.INCOMPLETE)), Code.INCOMPLETE_NEEDS_PARTIAL),
        (hard(on_partial=bring(ComplicationKind.NOISE, note=" ")), Code.REASON_MISSING),
        (hard(on_partial=worn("rope")), Code.NOTHING_TO_WEAR),
        (hard(on_partial=bring(ComplicationKind.RESOURCE_WORN, item=ItemId("lamp"))), Code.NOTHING_TO_WEAR),
        (hard(on_partial=bring(ComplicationKind.GEAR_LOST)), Code.ITEM_UNNAMED),
        (hard(on_partial=bring(ComplicationKind.GEAR_LOST, item=ItemId("gift"))), Code.CANNOT_BE_LOST),
    ):
        stage.when(AnnounceCheck(broken)).refused(code)
