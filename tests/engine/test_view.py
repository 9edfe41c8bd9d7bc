"""What leaves the engine: everything that the players know, nothing else."""

from dataclasses import replace

from engine.core.commands import AnnounceEach
from engine.core.events import CheckAnnounced, CheckSettled, ComplicationHappened
from engine.core.view import ClockFace, view, visible
from engine.story import Clock, ClockId, FactId
from tests.scenes import NOISE, begun, fact, given, hard, hero, like, story

SECRETS = story(fact("traitor", secret=True), clocks=[Clock(ClockId("tide"), 4)])
BARE = {"on_partial": None, "on_failure": None, "gain": None, "clue": None}


def test_the_view_shows_how_things_stand() -> None:
    stage = given(hero(stress=2), story=SECRETS, known=["key"])
    seen = view(stage.game)
    assert (seen.scene, seen.shelter, seen.ways, seen.facts) == ("street", False, ("cellar", "vault"), ("key",))
    assert seen.clocks == (ClockFace(ClockId("tide"), 0, 4),)
    assert seen.characters == stage.game.characters
    assert (seen.variant, seen.visited, seen.pending, seen.ending) == (stage.game.variant, ("street",), None, None)
    failed = view(given(story=SECRETS).rolled(hard(), 1, 1).game)
    assert failed.clocks == (ClockFace(ClockId("tide"), 1, 4),)
    assert failed.troubles != ()
    assert failed.tried == ("get in",)


def test_what_the_check_may_bring_stays_hidden_until_it_happens() -> None:
    wanted = hard(gain=FactId("traitor"))
    stage = given(hero(stress=2), story=SECRETS).announced(wanted)
    seen = view(stage.game).pending
    assert seen is not None
    assert seen.check == replace(wanted, **BARE)
    assert visible(stage.events[0]) == CheckAnnounced(replace(wanted, **BARE))
    both = AnnounceEach((hard(), replace(wanted, actor=hero("other").id)))
    announced = given(hero(), hero("other"), story=SECRETS).when(both).events[0]
    shown = visible(announced)
    assert isinstance(shown, CheckAnnounced)
    assert shown.next_up == (replace(both.checks[1], **BARE),)


def test_a_success_never_tells_what_a_failure_would_have_brought() -> None:
    after = given().rolled(hard(), 6, 6).among(CheckSettled)
    settled = next(each for each in after.events if isinstance(each, CheckSettled))
    assert visible(settled) == replace(settled, check=replace(settled.check, **BARE))
    fell = given().rolled(hard(), 6, 1).among(like(ComplicationHappened, complication=NOISE))
    happened = next(each for each in fell.events if isinstance(each, ComplicationHappened))
    assert visible(happened) == happened


def test_the_event_that_carries_the_story_is_for_no_player() -> None:
    assert visible(begun(hero(), story=SECRETS).events[0]) is None
