"""Chapter 8: what anyone may ask for at any moment, and that no roll is ever a dead end."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.core.commands import (
    AnnounceCheck,
    AskSafety,
    BringSetback,
    ConflictEnd,
    EndConflict,
    LeaveStory,
    Rest,
    RuleWithoutRoll,
    Strike,
)
from engine.core.events import BreachOpened, ComplicationHappened, FactEstablished, SafetyAsked
from engine.core.foes import AdversaryId, Setback, SetbackKind
from engine.core.legal import legal
from engine.core.rules.awaiting import Decision, awaited
from engine.core.sheet import Breakdown, Variant
from engine.core.state import RestKind, SafetyKind
from engine.core.view import view
from engine.ruling import Code
from engine.story import FactId
from tests.scenes import WORSE, Stage, attack, fact, fight, foe, given, hard, hero, standard, story

HERO = hero().id
SPIDERS = AskSafety(SafetyKind.AVOID, "spiders")


def breach() -> Stage:
    """A PC's blow has missed, a friend beside them."""
    return fight(hero(), hero("ben")).rolled(attack(), 1, 1)


MOMENTS: dict[str, Callable[[], Stage]] = {
    "nothing to decide": given,
    "a check announced": lambda: given().announced(hard()),
    "a check rolled": lambda: given(hero(stress=2)).rolled(hard(), 1, 1),
    "a breach open": breach,
    "a blow coming": lambda: breach().when(Strike(AdversaryId("guard"), in_contact=(hero("ben").id,))),
    "the story over": lambda: given().when(LeaveStory()),
}


@pytest.mark.rule("gm.safety")
@pytest.mark.parametrize("moment", list(MOMENTS))
@pytest.mark.parametrize("kind", list(SafetyKind))
def test_anyone_asks_at_any_moment_and_nothing_else_changes(moment: str, kind: SafetyKind) -> None:
    stage = MOMENTS[moment]()
    theme = "spiders" if kind is SafetyKind.AVOID else ""
    asked = stage.when(AskSafety(kind, theme)).then(SafetyAsked(kind, theme))
    assert replace(asked.game, avoided=()) == stage.game


@pytest.mark.rule("gm.safety")
def test_a_theme_to_avoid_binds_from_then_on_and_everybody_sees_it() -> None:
    asked = given().when(SPIDERS).when(AskSafety(SafetyKind.AVOID, "needles")).when(SPIDERS)
    assert asked.game.avoided == view(asked.game).avoided == ("spiders", "needles")
    later = asked.when(Rest(RestKind.LONG))
    assert view(later.game).avoided == ("spiders", "needles")
    asked.when(AskSafety(SafetyKind.AVOID, " ")).refused(Code.REASON_MISSING)
    for kind in set(SafetyKind) - {SafetyKind.AVOID}:
        assert asked.when(AskSafety(kind, "needles")).game.avoided == ("spiders", "needles")


@pytest.mark.rule("gm.never_stuck")
def test_no_roll_falls_short_without_a_consequence() -> None:
    given().when(AnnounceCheck(hard(on_failure=None))).refused(Code.STAKES_MISSING)
    given().when(AnnounceCheck(hard(on_partial=None))).refused(Code.STAKES_MISSING)
    given().rolled(hard(), 1, 1).among(ComplicationHappened(HERO, WORSE))
    opened = fight().rolled(attack(), 1, 1).among(BreachOpened)
    assert [each.decision for each in awaited(opened.game)] == [Decision.BREACH]
    opened.when(BringSetback(Setback(SetbackKind.WAY_CLOSES, "the gate falls")))
    struck = opened.when(Strike(AdversaryId("guard")))
    assert [each.decision for each in awaited(struck.game)] == [Decision.TURN]


@pytest.mark.rule("gm.never_stuck")
def test_what_nobody_can_miss_comes_out_whatever_the_dice_say() -> None:
    clue = story(fact("letter", essential=True))
    given(story=clue).rolled(standard(clue=FactId("letter")), 1, 1).among(FactEstablished(FactId("letter")))


@pytest.mark.rule("gm.never_stuck")
def test_the_impossible_says_what_it_would_take() -> None:
    lift = RuleWithoutRoll(HERO, "lifts the slab", False, "it weighs two tons", " ")
    given().when(lift).refused(Code.REASON_MISSING)
    given().when(replace(lift, would_need="a winch")).leaves(health=8)


@pytest.mark.rule("gm.never_stuck")
@pytest.mark.parametrize("variant", list(Variant))
def test_a_night_gets_anybody_back_on_their_feet(variant: Variant) -> None:
    down = given(hero(health=0), variant=variant).when(Rest(RestKind.LONG)).leaves(health=1)
    assert [each.actor for each in legal(down.game).checks] == [HERO]
    lost = given(hero(stress=6, breakdown=Breakdown.COLLAPSE), variant=Variant.RAW).when(Rest(RestKind.LONG))
    assert [each.actor for each in legal(lost.game).checks] == [HERO]


@pytest.mark.rule("gm.never_stuck")
def test_a_conflict_that_nobody_can_fight_any_more_ends_and_so_does_a_closed_stake() -> None:
    fallen = fight(hero(health=0), variant=Variant.RAW, foes=[foe()])
    captured = fallen.when(EndConflict(ConflictEnd.CAPTURE)).leaves(health=0)
    captured.when(Rest(RestKind.LONG)).leaves(health=1)
    tried = given().rolled(hard(), 1, 1)
    tried.when(AnnounceCheck(hard())).refused(Code.STAKE_IS_CLOSED)
    tried.when(Rest(RestKind.LONG)).announced(hard())
