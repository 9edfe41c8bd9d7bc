"""Chapter 2, the reroll: when, how often, at what price, and how the total is read."""

import pytest

from engine.core.check import ComplicationKind, Outcome
from engine.core.commands import AcceptOutcome, DescribeBreakdown, Reroll, RollCheck
from engine.core.events import (
    BreakdownBegan,
    Cause,
    CheckRerolled,
    CheckSettled,
    ComplicationHappened,
    ResourceRolled,
    StressChanged,
)
from engine.core.sheet import Breakdown, ItemId, Variant
from engine.ruling import Code, Refused
from tests.scenes import (
    NOISE,
    WORSE,
    bring,
    conflict,
    feat,
    given,
    hard,
    hero,
    item,
    like,
    rerolled,
    rolled,
    standard,
    wound,
)

HERO = hero().id


@pytest.mark.rule("reroll.when")
@pytest.mark.parametrize(("first", "fell"), [((6, 1), Outcome.PARTIAL), ((1, 1), Outcome.FAILURE)])
def test_after_a_partial_or_a_failure_the_whole_pool_rolls_again(first: tuple[int, ...], fell: Outcome) -> None:
    after = given(hero(stress=2)).rolled(hard(), *first).then(rolled(fell))
    after.when(Reroll(), dice=(5, 6)).among(rerolled(Outcome.SUCCESS, sum(face > 4 for face in first) + 2, dice=2))


@pytest.mark.rule("reroll.when")
def test_a_success_is_not_rolled_again() -> None:
    after = given(hero(stress=2, inspiration=True)).rolled(hard(), 6, 6).among(CheckSettled)
    after.when(Reroll(), dice=(6, 6)).refused(Code.NO_CHECK_ANNOUNCED)


@pytest.mark.rule("reroll.when")
def test_the_pool_is_not_counted_again() -> None:
    # Raw, Stress 3 and a price of 1 Stress: at 4 a new pool would have a die less.
    cursed = item("grimoire", price=True)
    after = given(hero(INT=3, stress=3, items=[cursed]), variant=Variant.RAW).rolled(
        hard(items=(ItemId("grimoire"),)), 6, 1, 1
    )
    after.leaves(stress=4).when(Reroll(), dice=(6, 1, 1)).among(rerolled(Outcome.SUCCESS, 2, dice=3))


@pytest.mark.rule("reroll.once")
def test_a_roll_is_rolled_again_once() -> None:
    after = given(hero(stress=4, inspiration=True)).rolled(feat(), 1, 1).when(Reroll(), dice=(1, 1))
    after.among(rerolled(Outcome.FAILURE), like(CheckSettled, outcome=Outcome.FAILURE))
    for inspiration in (False, True):
        after.when(Reroll(inspiration), dice=(6, 6)).refused(Code.NO_CHECK_ANNOUNCED)


@pytest.mark.rule("reroll.not_in_conflict")
def test_in_a_conflict_every_roll_stands_even_of_one_who_does_not_fight() -> None:
    mending = hard(action="mends the engine")
    after = conflict(hero(stress=3, inspiration=True)).rolled(mending, 6, 1)
    after.then(rolled(Outcome.PARTIAL), CheckSettled, ComplicationHappened(HERO, NOISE))
    for inspiration in (False, True):
        barred = after.when(Reroll(inspiration), dice=(6, 6)).refused(Code.REROLL_NOT_IN_CONFLICT)
        assert barred.answer == Refused(Code.REROLL_NOT_IN_CONFLICT)


@pytest.mark.rule("reroll.never_coup")
def test_a_coup_is_never_rolled_again_though_stress_could_move_once_more() -> None:
    ready = hero(stress=6, inspiration=True)
    after = given(ready).rolled(hard(), 1, 1, 1, 1, 1, coup=True).leaves(stress=3, inspiration=True)
    after.among(rolled(Outcome.PARTIAL), CheckSettled, ComplicationHappened(HERO, NOISE))
    for inspiration in (False, True):
        after.when(Reroll(inspiration), dice=(6,) * 5).refused(Code.REROLL_NEVER_COUP)


@pytest.mark.rule("reroll.resource_die")
def test_the_resource_die_is_not_rolled_again() -> None:
    after = given(hero(stress=2, items=[item("deck", 8)])).rolled(hard(items=(ItemId("deck"),)), 1, 1, 1)
    after.among(like(ResourceRolled, face=1, sides=8, after=6))
    after.when(Reroll(), dice=(1, 1)).never(ResourceRolled)
    assert after.when(Reroll(), dice=(1, 1)).die("deck") == 6


@pytest.mark.rule("reroll.price_always")
@pytest.mark.parametrize(("variant", "paid"), [(Variant.BLOCKBUSTER, 1), (Variant.RAW, 3)])
def test_the_price_is_paid_though_nothing_changes(variant: Variant, paid: int) -> None:
    after = given(hero(stress=2), variant=variant).rolled(hard(), 1, 1).when(Reroll(), dice=(1, 1))
    after.among(rerolled(Outcome.FAILURE, 0), StressChanged(HERO, 2, paid, Cause.REROLL))


@pytest.mark.rule("reroll.total")
@pytest.mark.parametrize(
    ("first", "second", "outcome", "complication"),
    [
        ((6, 1), (6, 1), Outcome.PARTIAL, NOISE),
        ((6, 1), (1, 1), Outcome.FAILURE, WORSE),
        ((1, 1), (1, 1), Outcome.FAILURE, WORSE),
    ],
)
def test_what_still_falls_short_brings_one_complication_not_two(
    first: tuple[int, ...], second: tuple[int, ...], outcome: Outcome, complication: object
) -> None:
    after = given(hero(stress=2)).rolled(feat(), *first).never(ComplicationHappened)
    after.when(Reroll(), dice=second).then(
        rerolled(outcome),
        StressChanged(HERO, 2, 1, Cause.REROLL),
        like(CheckSettled, outcome=outcome),
        ComplicationHappened(HERO, complication),
    )


@pytest.mark.rule("reroll.total")
def test_a_total_that_succeeds_cancels_the_complication() -> None:
    hurt = bring(ComplicationKind.WOUND)
    after = given(hero(stress=2)).rolled(feat(on_partial=hurt, on_failure=hurt), 6, 1).when(Reroll(), dice=(6, 6))
    after.then(rerolled(Outcome.SUCCESS, 3), StressChanged, like(CheckSettled, outcome=Outcome.SUCCESS, successes=3))
    after.leaves(wounds=())


@pytest.mark.rule("reroll.raw_breakdown")
def test_in_raw_at_5_the_breakdown_follows_the_reroll() -> None:
    after = given(hero(INT=4, stress=5), variant=Variant.RAW).rolled(hard(), 6, 1, 1).when(Reroll(), dice=(5, 1, 1))
    after.then(
        rerolled(Outcome.SUCCESS, 2, dice=3),
        StressChanged(HERO, 5, 6, Cause.REROLL),
        BreakdownBegan(HERO),
        like(CheckSettled, outcome=Outcome.SUCCESS),
    )
    after.when(DescribeBreakdown(HERO, Breakdown.SCREAMS)).leaves(breakdown=Breakdown.SCREAMS)


def test_a_roll_that_fell_short_waits_for_the_player() -> None:
    after = given(hero(stress=2)).rolled(hard(), 6, 1).then(rolled(Outcome.PARTIAL))
    after.when(RollCheck(), dice=(6, 6)).refused(Code.ALREADY_ROLLED)
    after.when(AcceptOutcome()).then(like(CheckSettled, successes=1), ComplicationHappened(HERO, NOISE))


def test_one_put_out_of_action_by_the_price_cannot_reroll() -> None:
    dying = hero(health=1, stress=2, inspiration=True, items=[item("grimoire", price=True)])
    given(dying).rolled(standard(items=(ItemId("grimoire"),)), 1, 1).among(CheckSettled).when(
        Reroll(), dice=(6, 6)
    ).refused(Code.OUT_OF_ACTION)


def test_a_reroll_needs_a_roll() -> None:
    given(hero(stress=2)).announced(hard()).when(Reroll(), dice=(6, 6)).refused(Code.NOT_ROLLED_YET)
    given(hero(stress=2)).when(Reroll(), dice=(6, 6)).refused(Code.NO_CHECK_ANNOUNCED)


def test_a_wound_taken_since_does_not_shrink_the_reroll() -> None:
    hurt = hero(INT=3, stress=2, wounds=[wound("hand")])
    after = given(hurt).rolled(hard(hindering=(hurt.wounds[0].id,)), 6, 1)
    after.when(Reroll(), dice=(6, 1)).among(like(CheckRerolled, faces=(6, 1), successes=2))
