"""What a game does to its story: ways, facts, triggers, clocks, endings; and faulty stories."""

from dataclasses import replace

import pytest

from engine.core.check import Outcome
from engine.core.commands import AcceptOutcome, EnterScene, LeaveStory, Rest, RuleWithoutRoll, StartConflict
from engine.core.events import (
    CharacterMarked,
    CheckSettled,
    CheckWithdrawn,
    ClockAdvanced,
    FactEstablished,
    SceneEntered,
    StoryEnded,
    StressChanged,
)
from engine.core.evolve import evolve, fold
from engine.core.sheet import CharacterId, Variant
from engine.core.state import RestKind
from engine.errors import BrokenLaw
from engine.ruling import Code
from engine.story import (
    Clock,
    ClockId,
    Condition,
    Ending,
    EndingId,
    EndingKind,
    FactId,
    MarkingEvent,
    Scene,
    SceneId,
    Way,
    faults,
    holds,
)
from tests.scenes import AWAY, begun, check, fact, given, hard, hero, like, story

HERO = hero().id
PATROL = Clock(ClockId("patrol"), 3)


def finds(what: str) -> RuleWithoutRoll:
    return RuleWithoutRoll(HERO, "looks", True, "it lies there", gain=FactId(what))


def test_a_way_opens_with_its_condition() -> None:
    vault = EnterScene(SceneId("vault"))
    given().when(vault).refused(Code.EXIT_IS_CLOSED, "cellar")
    given().when(EnterScene(SceneId("moon"))).refused(Code.NO_SUCH_EXIT, "cellar")
    inside = given().when(finds("key")).when(vault).then(like(SceneEntered, scene=SceneId("vault")))
    assert inside.game.visited == (SceneId("street"), SceneId("vault"))
    given(in_conflict=True, known=["key"]).when(vault).refused(Code.NOT_IN_A_CONFLICT)


def test_a_trigger_establishes_facts_by_itself_one_after_another() -> None:
    chain = story(
        fact("alarm", when=Condition(facts=(FactId("seen"),))),
        fact("seen", when=Condition(scene=SceneId("cellar"), without=(FactId("key"),))),
    )
    came = given(story=chain).when(EnterScene(SceneId("cellar")))
    came.among(SceneEntered, FactEstablished(FactId("seen")), FactEstablished(FactId("alarm")))
    given(story=chain, known=["key"]).when(EnterScene(SceneId("cellar"))).never(FactEstablished)


def test_nobody_establishes_what_has_a_trigger_or_waits() -> None:
    waiting = story(
        fact("seen", when=Condition(facts=(FactId("key"),))),
        fact("way", only_when=Condition(facts=(FactId("key"),))),
    )
    for name in ("seen", "way"):
        given(story=waiting).when(finds(name)).refused(Code.FACT_IS_NOT_READY)
    given(story=waiting).when(finds("key")).among(FactEstablished(FactId("seen"))).when(finds("way"))


def test_a_fact_that_marks_strikes_everybody_awake() -> None:
    corpse = story(fact("corpse", marks=MarkingEvent.HORROR))
    cast = (hero(), hero("other", stress=2), hero("down", health=0))
    after = given(*cast, story=corpse).when(finds("corpse"))
    assert [each.character for each in after.events if isinstance(each, CharacterMarked)] == ["hero", "other"]
    after.leaves(stress=1).leaves("other", stress=3).leaves("down", stress=0)
    raw = given(*cast, story=corpse, variant=Variant.RAW).when(finds("corpse"), dice=(1, 6, 1, 1))
    raw.leaves(stress=1).leaves("other", stress=4)


def test_a_failure_moves_the_clocks_that_failures_move_up_to_their_last_segment() -> None:
    two = story(clocks=[PATROL, Clock(ClockId("tide"), 2, on_failure=False)])
    failed = given(story=two).rolled(hard(), 1, 1).among(ClockAdvanced(ClockId("patrol"), 1, 3))
    assert failed.game.progress.filled(ClockId("tide")) == 0
    given(story=two, in_conflict=True).rolled(hard(), 6, 1).never(ClockAdvanced)
    full = replace(failed, game=replace(failed.game, progress=replace(failed.game.progress, clocks=(("patrol", 3),))))
    full.rolled(hard(stake="next"), 1, 1).never(ClockAdvanced)


def test_time_moves_the_clocks_by_what_the_story_says() -> None:
    timed = story(clocks=[Clock(ClockId("tide"), 9, on_scene_of_rest=2, on_long_rest=5)], start="cellar")
    given(story=timed).when(Rest(RestKind.PAUSE)).never(ClockAdvanced)
    hour = given(story=timed).when(Rest(RestKind.SCENE)).among(ClockAdvanced(ClockId("tide"), 2, 9))
    hour.when(Rest(RestKind.LONG)).among(ClockAdvanced(ClockId("tide"), 7, 9))
    hour.when(Rest(RestKind.LONG)).when(Rest(RestKind.LONG)).among(ClockAdvanced(ClockId("tide"), 9, 9))


def test_the_first_ending_whose_condition_holds_comes_and_nothing_after_it() -> None:
    free = Ending(EndingId("free"), EndingKind.WON, Condition(facts=(FactId("key"),)))
    caught = Ending(EndingId("caught"), EndingKind.LOST, Condition(clock=ClockId("patrol")))
    both = story(clocks=[replace(PATROL, size=1)], endings=[free, caught])
    won = given(story=both).when(finds("key")).among(FactEstablished(FactId("key")), StoryEnded(EndingId("free")))
    won.when(LeaveStory()).refused(Code.STORY_IS_OVER)
    given(story=both).rolled(hard(), 1, 1).among(ClockAdvanced, StoryEnded(EndingId("caught")))
    given(story=both, known=["key"]).rolled(hard(), 1, 1).among(StoryEnded(EndingId("free")))


def test_an_ending_that_comes_with_a_roll_clears_the_table() -> None:
    caught = Ending(EndingId("caught"), EndingKind.LOST, Condition(clock=ClockId("patrol")))
    lost = story(clocks=[replace(PATROL, size=1)], endings=[caught])
    after = given(hero(stress=2), story=lost).rolled(hard(), 1, 1).when(AcceptOutcome())
    after.among(StoryEnded(EndingId("caught")))
    assert after.game.pending is None


def test_the_players_may_always_walk_away_between_checks() -> None:
    given().when(LeaveStory()).then(StoryEnded(EndingId("away")))
    given().when(StartConflict()).when(LeaveStory()).then(StoryEnded(EndingId("away")))
    given().announced(hard()).when(LeaveStory()).refused(Code.CHECK_IS_PENDING)


def test_a_condition_asks_for_all_that_it_names() -> None:
    stage = given(story=story(clocks=[PATROL]), known=["key"])
    for condition, expected in (
        (Condition(), True),
        (Condition(facts=(FactId("key"),)), True),
        (Condition(facts=(FactId("key"), FactId("map"))), False),
        (Condition(without=(FactId("key"),)), False),
        (Condition(clock=ClockId("patrol")), False),
        (Condition(scene=SceneId("street")), True),
        (Condition(facts=(FactId("key"),), scene=SceneId("cellar")), False),
    ):
        assert holds(stage.game.story, stage.game.progress, condition) is expected


NOWHERE = Condition(facts=(FactId("ghost"),), clock=ClockId("ghost"), scene=SceneId("ghost"))


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (replace(story(), start=SceneId("moon")), "start names the scene 'moon', which does not exist"),
        (replace(story(), refuge=SceneId("moon")), "refuge names the scene 'moon', which does not exist"),
        (replace(story(), endings=()), "there is no ending of kind 'left', for players who walk away"),
        (replace(story(), endings=(AWAY, AWAY)), "ending 'away' stands twice"),
        (story(fact("key")), "fact 'key' stands twice"),
        (story(clocks=[PATROL, PATROL]), "clock 'patrol' stands twice"),
        (story(clocks=[replace(PATROL, size=0)]), "clock 'patrol' needs 1 to 999 segments"),
        (story(clocks=[replace(PATROL, size=1000)]), "clock 'patrol' needs 1 to 999 segments"),
        (story(scenes=[*story().scenes, Scene(SceneId("home"))]), "scene 'home' stands twice"),
        (
            story(scenes=[*story().scenes, Scene(SceneId("end"), (Way(SceneId("moon")),))]),
            "scene 'end' has a way to 'moon', which does not exist",
        ),
        (story(fact("map", when=NOWHERE)), "fact 'map' asks for the fact 'ghost', which does not exist"),
        (story(fact("map", only_when=NOWHERE)), "fact 'map' asks for the clock 'ghost', which does not exist"),
        (story(fact("map", only_when=NOWHERE)), "fact 'map' asks for the scene 'ghost', which does not exist"),
        (
            story(endings=[Ending(EndingId("x"), EndingKind.WON, Condition(without=(FactId("ghost"),)))]),
            "ending 'x' asks for the fact 'ghost', which does not exist",
        ),
        (
            story(scenes=[*story().scenes, Scene(SceneId("end"), (Way(SceneId("home"), NOWHERE),))]),
            "the way from 'end' to 'home' asks for the scene 'ghost', which does not exist",
        ),
    ],
)
def test_a_story_that_does_not_hold_together_is_refused_with_its_fault(broken: object, fault: str) -> None:
    assert fault in list(faults(broken))  # type: ignore[arg-type]
    begun(hero(), story=broken).refused(Code.BAD_STORY)  # type: ignore[arg-type]


def test_a_story_without_fault_has_none() -> None:
    assert list(faults(story(clocks=[PATROL]))) == []


def test_a_game_begins_in_the_first_scene_and_once() -> None:
    stage = begun(hero())
    assert stage.game.progress.scene == "street"
    assert stage.game.visited == (SceneId("street"),)
    assert fold(stage.events) == stage.game
    for nothing in ((), stage.events[1:]):
        with pytest.raises(BrokenLaw):
            fold(nothing)
    with pytest.raises(BrokenLaw):
        evolve(stage.game, stage.events[0])


def test_an_event_about_nobody_is_a_bug() -> None:
    with pytest.raises(BrokenLaw):
        evolve(given().game, StressChanged(CharacterId("nobody"), 0, 1, "rest"))  # type: ignore[arg-type]


def test_no_check_can_be_settled_or_stepped_back_from_where_none_is_on_the_table() -> None:
    game = given(hero()).game
    terms = check()
    for event in (CheckSettled(terms, Outcome.SUCCESS, 1), CheckWithdrawn(terms.actor)):
        with pytest.raises(BrokenLaw):
            evolve(game, event)
