"""Clues that cannot be missed."""

from dataclasses import replace

import pytest

from engine.core.check import Outcome
from engine.core.commands import AnnounceCheck, RuleWithoutRoll
from engine.core.events import CheckSettled, ComplicationHappened, FactEstablished
from engine.ruling import Code
from engine.story import Condition, FactId, SceneId
from tests.scenes import NOISE, WORSE, conflict, fact, given, hard, hero, rolled, story

LETTER = FactId("letter")
HERO = hero().id
ADVENTURE = story(fact("letter", essential=True))


@pytest.mark.rule("clue.essential")
@pytest.mark.parametrize(
    ("faces", "outcome", "cost"),
    [
        ((6, 6), Outcome.SUCCESS, ()),
        ((6, 1), Outcome.PARTIAL, (ComplicationHappened(HERO, NOISE),)),
        ((1, 1), Outcome.FAILURE, (ComplicationHappened(HERO, WORSE),)),
    ],
)
def test_an_essential_clue_comes_out_whatever_falls_the_roll_is_for_its_cost(
    faces: tuple[int, ...], outcome: Outcome, cost: tuple[ComplicationHappened, ...]
) -> None:
    after = conflict(story=ADVENTURE).rolled(hard(clue=LETTER), *faces)
    after.then(rolled(outcome), CheckSettled, *cost, FactEstablished(LETTER))


@pytest.mark.rule("clue.essential")
def test_it_is_never_what_a_roll_may_lose() -> None:
    given(story=ADVENTURE).when(AnnounceCheck(hard(gain=LETTER))).refused(Code.CLUE_IS_ESSENTIAL)


@pytest.mark.rule("clue.essential")
def test_it_needs_no_roll() -> None:
    found = RuleWithoutRoll(HERO, "opens the drawer", True, "it lies there", gain=LETTER)
    given(story=ADVENTURE).when(found).among(FactEstablished(LETTER))


def test_what_is_already_known_or_not_ready_does_not_come_out() -> None:
    later = story(fact("letter", essential=True, only_when=Condition(facts=(FactId("key"),))))
    given(story=later).when(AnnounceCheck(hard(clue=LETTER))).refused(Code.FACT_IS_NOT_READY)
    given(story=later, known=["key"]).announced(hard(clue=LETTER))
    known = given(story=later, known=["key", "letter"])
    known.when(AnnounceCheck(hard(clue=LETTER))).refused(Code.FACT_IS_NOT_READY)
    known.when(AnnounceCheck(hard(gain=FactId("rumour")))).refused(Code.NO_SUCH_FACT)


def test_a_fact_that_can_be_missed_is_no_clue() -> None:
    """Else a failure would bring out what only a success should."""
    stage = given(story=story(fact("rumour")))
    stage.when(AnnounceCheck(hard(clue=FactId("rumour")))).refused(Code.CLUE_CAN_BE_MISSED)
    stage.announced(hard(gain=FactId("rumour")))


def test_a_refusal_names_no_fact_but_the_one_that_was_asked_for() -> None:
    stage = given(story=story(fact("murderer", secret=True)))
    refused = stage.when(AnnounceCheck(hard(gain=FactId("rumour"))))
    assert "murderer" not in repr(refused.answer)


def test_a_fact_of_some_scenes_comes_out_in_those_alone() -> None:
    """Whatever a narrator proposes elsewhere."""
    buried = story(replace(fact("chest"), scenes=(SceneId("cellar"),)))
    chest = FactId("chest")
    given(story=buried).when(AnnounceCheck(hard(gain=chest))).refused(Code.FACT_IS_NOT_READY)
    given(story=buried).when(RuleWithoutRoll(hero().id, "digs", True, "it is there", gain=chest)).refused(
        Code.FACT_IS_NOT_READY
    )
    below = given(story=replace(buried, start=SceneId("cellar")))
    below.announced(hard(gain=chest))
