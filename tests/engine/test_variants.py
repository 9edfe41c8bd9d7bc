"""Chapters 1 and 8: what the variant changes, line by line of the book's table."""

import pytest

from engine.core.check import Outcome
from engine.core.commands import DescribeBreakdown, EndConflict, MarkCharacter, NewGame, Reroll, RollCheck, Suffer
from engine.core.events import (
    BreakdownBegan,
    Cause,
    CharacterMarked,
    CoupReady,
    GameStarted,
    HealthChanged,
    ResistanceRolled,
    StressChanged,
)
from engine.core.evolve import evolve
from engine.core.rules.checks import pool
from engine.core.sheet import Breakdown, ItemId, Variant
from engine.errors import BrokenLaw
from engine.ruling import Code
from engine.story import MarkingEvent
from tests.scenes import begun, conflict, given, hard, hero, item, like, rolled

HERO = hero().id
BLOCKBUSTER, RAW = Variant.BLOCKBUSTER, Variant.RAW
VARIANTS = pytest.mark.parametrize("variant", list(Variant))


@pytest.mark.rule("variant.choice")
@VARIANTS
def test_the_variant_is_chosen_before_play_for_the_whole_game(variant: Variant) -> None:
    stage = begun(hero(), variant=variant)
    assert stage.game.variant is variant
    for other in Variant:
        with pytest.raises(BrokenLaw):
            evolve(stage.game, GameStarted(other, "a seed", stage.game.story, stage.game.characters))
    assert isinstance(stage.asked, NewGame)
    with pytest.raises(AssertionError):  # no command of a game under way is NewGame: `decide` has no case for it
        stage.when(stage.asked)  # type: ignore[arg-type]


@pytest.mark.rule("variant.health")
@pytest.mark.parametrize(("variant", "most"), [(BLOCKBUSTER, 8), (RAW, 6)])
def test_health_is_at_most_8_or_6(variant: Variant, most: int) -> None:
    begun(hero(health=1), variant=variant).leaves(health=most)


@pytest.mark.rule("variant.end_of_conflict")
def test_health_rises_at_the_end_of_a_conflict_in_blockbuster_alone() -> None:
    conflict(hero(health=4)).when(EndConflict()).among(HealthChanged(HERO, 4, 6, Cause.END_OF_CONFLICT))
    for health in range(7):
        conflict(hero(health=health), variant=RAW).when(EndConflict()).never(HealthChanged).leaves(health=health)


@pytest.mark.rule("variant.stress_six")
def test_at_six_a_coup_or_a_breakdown() -> None:
    shock = MarkCharacter(HERO, MarkingEvent.SHOCK, "a corpse")
    given(hero(stress=5)).when(shock).then(
        CharacterMarked, StressChanged(HERO, 5, 6, Cause.MARKING_EVENT), CoupReady(HERO)
    ).leaves(breakdown=None)
    broken = given(hero(stress=5), variant=RAW).when(shock, dice=(1, 1))
    broken.among(StressChanged(HERO, 5, 6, Cause.MARKING_EVENT), BreakdownBegan(HERO)).never(CoupReady)
    broken.when(DescribeBreakdown(HERO, Breakdown.FLIGHT)).leaves(breakdown=Breakdown.FLIGHT)
    given(hero(stress=6), variant=RAW).announced(hard()).when(RollCheck(coup=True)).refused(Code.COUP_NOT_READY)


@pytest.mark.rule("variant.events")
@pytest.mark.parametrize(
    ("event", "blockbuster", "raw"),
    [(MarkingEvent.SHOCK, 1, 1), (MarkingEvent.HORROR, 1, 2), (MarkingEvent.UNSPEAKABLE, 2, 3)],
)
def test_marking_events_cost_the_table_and_a_resistance_takes_one_off(
    event: MarkingEvent, blockbuster: int, raw: int
) -> None:
    mark = MarkCharacter(HERO, event, "what came out of the well")
    given(hero(CON=3)).when(mark).never(ResistanceRolled).leaves(stress=blockbuster)
    unmoved = given(hero(CON=3), variant=RAW)
    unmoved.when(mark, dice=(1, 4, 4)).among(like(ResistanceRolled, resisted=False)).leaves(stress=raw)
    unmoved.when(mark, dice=(1, 4, 5)).among(like(ResistanceRolled, resisted=True)).leaves(stress=raw - 1)


@pytest.mark.rule("variant.health_loss")
@pytest.mark.parametrize("damage", [1, 3, 20])
def test_a_loss_of_health_is_one_stress_in_blockbuster_none_in_raw(damage: int) -> None:
    blow = Suffer(HERO, damage, "a blow")
    given(hero(stress=2)).when(blow).among(StressChanged(HERO, 2, 3, Cause.HEALTH_LOSS)).leaves(stress=3)
    given(hero(stress=2), variant=RAW).when(blow).never(StressChanged).leaves(stress=2)


@pytest.mark.rule("variant.stress_malus")
@pytest.mark.parametrize("stress", range(7))
def test_in_raw_stress_of_four_and_more_takes_a_die(stress: int) -> None:
    who = hero(INT=4, stress=stress)
    assert pool(given(who).game, hard()).size == 4
    assert pool(given(who, variant=RAW).game, hard()).size == (3 if stress >= 4 else 4)


@pytest.mark.rule("variant.reroll")
@pytest.mark.parametrize("stress", range(7))
def test_a_reroll_moves_stress_down_or_up_where_it_can_move(stress: int) -> None:
    inspired = hero(INT=3, stress=stress, inspiration=True)
    free = given(inspired).rolled(hard(), 1, 1, 1)
    if stress in (0, 6):
        free.when(Reroll(), dice=(1, 1, 1)).refused(Code.REROLL_NEEDS_STRESS)
    else:
        free.when(Reroll(), dice=(1, 1, 1)).among(StressChanged(HERO, stress, stress - 1, Cause.REROLL))
    dice = 3 if stress < 4 else 2
    raw = given(inspired, variant=RAW).rolled(hard(), *(1,) * dice)
    if stress == 6:
        raw.when(Reroll(), dice=(1,) * dice).refused(Code.REROLL_NEEDS_STRESS)
    else:
        raw.when(Reroll(), dice=(1,) * dice).among(StressChanged(HERO, stress, stress + 1, Cause.REROLL))
    for stage, count in ((free, 3), (raw, dice)):
        stage.when(Reroll(inspiration=True), dice=(1,) * count).never(StressChanged).leaves(stress=stress)


@pytest.mark.rule("variant.power_price")
def test_a_power_costs_a_health_or_in_raw_a_shock_that_nobody_resists() -> None:
    mage = hero(CON=4, INT=2, items=[item("grimoire", price=True)], inspiration=True)
    cast = hard(items=(ItemId("grimoire"),))
    for faces in ((6, 6), (6, 1)):
        after = given(mage).rolled(cast, *faces)
        after.among(HealthChanged(HERO, 8, 7, Cause.PRICE), StressChanged(HERO, 0, 1, Cause.HEALTH_LOSS))
        raw = given(mage, variant=RAW).rolled(cast, *faces)
        raw.among(rolled(Outcome.SUCCESS if faces[1] == 6 else Outcome.PARTIAL), StressChanged(HERO, 0, 1, Cause.PRICE))
        raw.never(HealthChanged, ResistanceRolled)
    again = given(mage).rolled(cast, 6, 1).when(Reroll(inspiration=True), dice=(1, 1))
    again.leaves(health=7)  # one use, one price: the reroll is no second use
