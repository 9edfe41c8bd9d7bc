"""Chapter 2, the Inspiration."""

import pytest

from engine.core.check import Outcome
from engine.core.commands import EnterScene, GrantInspiration, Reroll, Rest
from engine.core.events import (
    BreakdownBegan,
    CheckSettled,
    ComplicationHappened,
    CoupReady,
    InspirationGranted,
    InspirationSpent,
    StressChanged,
)
from engine.core.sheet import CharacterId, Variant
from engine.core.state import RestKind
from engine.core.view import view
from engine.ruling import Code
from engine.story import SceneId
from tests.scenes import conflict, given, hard, hero, rerolled, story

HERO = hero().id
GRANT = GrantInspiration(HERO, "the right word at the right time")


@pytest.mark.rule("inspiration.one")
def test_a_pc_holds_one_inspiration_at_the_most() -> None:
    holds = given(hero(), hero("other")).when(GRANT).then(InspirationGranted(HERO, GRANT.reason))
    holds.leaves(inspiration=True).leaves("other", inspiration=False)
    holds.when(GRANT).refused(Code.HAS_INSPIRATION)
    holds.rolled(hard(), 1, 1).when(Reroll(inspiration=True), dice=(6, 6)).leaves(inspiration=False).when(GRANT).leaves(
        inspiration=True
    )


@pytest.mark.rule("inspiration.one")
def test_it_is_granted_for_a_moment_of_play_to_somebody_here() -> None:
    given().when(GrantInspiration(HERO, "  ")).refused(Code.REASON_MISSING)
    given().when(GrantInspiration(CharacterId("nobody"), "why")).refused(Code.NO_SUCH_CHARACTER, "hero")


@pytest.mark.rule("inspiration.reroll")
@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("stress", range(7))
def test_it_rerolls_at_any_stress_and_leaves_it_there(variant: Variant, stress: int) -> None:
    inspired = given(hero(INT=3, stress=stress, inspiration=True), variant=variant)
    dice = 2 if variant is Variant.RAW and stress >= 4 else 3
    after = inspired.rolled(hard(), *(1,) * dice).when(Reroll(inspiration=True), dice=(6, 6, 1)[:dice])
    after.then(InspirationSpent(HERO), rerolled(Outcome.SUCCESS, 2, dice=dice), CheckSettled)
    after.leaves(stress=stress, inspiration=False).never(StressChanged, CoupReady, BreakdownBegan)


@pytest.mark.rule("inspiration.reroll")
def test_the_other_limits_of_the_reroll_stand() -> None:
    fought = conflict(hero(inspiration=True)).rolled(hard(), 1, 1).among(CheckSettled, ComplicationHappened)
    fought.when(Reroll(inspiration=True), dice=(6, 6)).refused(Code.REROLL_NOT_IN_CONFLICT)
    coup = given(hero(stress=6, inspiration=True)).rolled(hard(), 1, 1, 1, 1, 1, coup=True)
    coup.when(Reroll(inspiration=True), dice=(6,) * 5).refused(Code.REROLL_NEVER_COUP)
    once = given(hero(stress=3, inspiration=True)).rolled(hard(), 1, 1).when(Reroll(), dice=(1, 1))
    once.when(Reroll(inspiration=True), dice=(6, 6)).refused(Code.NO_CHECK_ANNOUNCED)


def test_without_one_there_is_none_to_spend() -> None:
    given(hero(stress=3)).rolled(hard(), 1, 1).when(Reroll(inspiration=True), dice=(6, 6)).refused(Code.NO_INSPIRATION)


def test_the_game_remembers_who_was_inspired_in_this_scene() -> None:
    """So that whoever grants it, a narrator without a memory too, can keep it for one moment a scene."""
    told = given(story=story(start="cellar")).when(GrantInspiration(HERO, "well said"))
    assert view(told.game).inspired == (HERO,)
    assert view(told.when(Rest(RestKind.PAUSE)).game).inspired == (HERO,)
    assert view(told.when(Rest(RestKind.SCENE)).game).inspired == ()
    assert view(told.when(EnterScene(SceneId("street"))).game).inspired == ()
