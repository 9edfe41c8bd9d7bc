"""Chapter 3, Récupérer: what a pause, an hour, a night give back, and where one scene ends and the next begins."""

import pytest

from engine.core.commands import Comfort, CutScene, EndConflict, EnterScene, Rest, StartConflict, UseItem
from engine.core.events import Cause, HealthChanged, ResourceChanged, ResourceRolled, Rested, StressChanged
from engine.core.legal import legal
from engine.core.sheet import Breakdown, ItemId, Variant, WoundId
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import SceneId
from tests.scenes import Stage, given, hero, item, like, story, wound

HERO = hero().id
LAMP = ItemId("lamp")
SHELTER = story(start="cellar")
STREET, CELLAR = SceneId("street"), SceneId("cellar")
LIGHT = UseItem(HERO, LAMP, "light the way")


def tired() -> Stage:
    return given(hero(health=5, stress=4, items=[item("lamp", 4, 12)], wounds=[wound("cut")]), story=SHELTER)


def lit(die: int = 6) -> Stage:
    """The lamp burns, in the street."""
    return given(hero(items=[item("lamp", die, 8)])).when(LIGHT)


@pytest.mark.rule("recover.pause")
def test_a_pause_gives_a_step_and_a_breath_and_heals_nothing() -> None:
    rested = tired().when(Rest(RestKind.PAUSE))
    rested.then(
        Rested(RestKind.PAUSE),
        StressChanged(HERO, 4, 3, Cause.REST),
        ResourceChanged(HERO, LAMP, 4, 6, Cause.REST),
    )
    assert [each.id for each in rested.sheet().wounds] == [WoundId("cut")]


@pytest.mark.rule("recover.scene")
def test_an_hour_or_two_gives_two_steps_a_breath_and_one_health() -> None:
    rested = tired().when(Rest(RestKind.SCENE))
    rested.among(
        Rested(RestKind.SCENE),
        HealthChanged(HERO, 5, 6, Cause.REST),
        StressChanged(HERO, 4, 3, Cause.REST),
        ResourceChanged(HERO, LAMP, 4, 8, Cause.REST),
    )
    assert rested.sheet().wounds == ()


@pytest.mark.rule("recover.long")
def test_a_night_gives_every_step_all_calm_and_one_health() -> None:
    tired().when(Rest(RestKind.LONG)).among(
        Rested(RestKind.LONG),
        HealthChanged(HERO, 5, 6, Cause.REST),
        StressChanged(HERO, 4, 0, Cause.REST),
        ResourceChanged(HERO, LAMP, 4, 12, Cause.REST),
    )


@pytest.mark.parametrize("kind", list(RestKind))
def test_everybody_recovers_together_the_unconscious_too(kind: RestKind) -> None:
    down = given(hero("ana", stress=2), hero("ben", health=0, stress=2), story=SHELTER).when(Rest(kind))
    stress, health = {RestKind.PAUSE: (1, 0), RestKind.SCENE: (1, 1), RestKind.LONG: (0, 1)}[kind]
    down.leaves("ana", stress=stress).leaves("ben", stress=stress, health=health)


@pytest.mark.rule("resource.no_roll_item")
def test_a_lamp_rolls_its_die_when_the_scene_is_over_and_not_before() -> None:
    burning = lit()
    burning.never(ResourceRolled)
    assert burning.game.lit == ((HERO, LAMP),)
    burning.when(CutScene(), (2,)).among(like(ResourceRolled, item=LAMP, face=2, after=4, cause=Cause.USE))
    burning.when(CutScene()).refused(Code.FACES_MISSING)
    out = burning.when(CutScene(), (6,))
    assert out.game.lit == ()
    out.when(CutScene()).never(ResourceRolled)


@pytest.mark.rule("resource.no_roll_item")
def test_a_lamp_that_was_lit_twice_burns_once() -> None:
    lit().when(LIGHT).when(CutScene(), (6,)).among(ResourceRolled)


@pytest.mark.rule("resource.no_roll_item")
def test_what_needs_no_die_burns_for_ever() -> None:
    given(hero(items=[item("lamp")])).when(LIGHT).when(CutScene()).never(ResourceRolled)


@pytest.mark.rule("resource.no_roll_item")
def test_a_new_place_ends_the_scene_a_walk_back_does_not() -> None:
    away = lit().when(EnterScene(CELLAR), (6,)).among(ResourceRolled)
    away.when(LIGHT).when(EnterScene(STREET)).never(ResourceRolled).when(CutScene(), (6,)).among(ResourceRolled)


@pytest.mark.rule("resource.no_roll_item")
@pytest.mark.parametrize(("kind", "left"), [(RestKind.SCENE, 6), (RestKind.LONG, 8)])
def test_an_hour_of_rest_ends_it_and_recharges_afterwards(kind: RestKind, left: int) -> None:
    burning = given(hero(items=[item("lamp", 4, 8)]), story=SHELTER).when(LIGHT)
    rested = burning.when(Rest(kind), (1,))
    rested.among(like(ResourceRolled, face=1, after=0), Rested, like(ResourceChanged, before=0))
    assert rested.die("lamp") == left
    burning.when(Rest(RestKind.PAUSE)).never(ResourceRolled)


def test_what_comes_once_a_scene_comes_again_after_its_end() -> None:
    pair = given(hero("ana"), hero("ben", stress=5), variant=Variant.RAW, story=SHELTER)
    spent = pair.when(Rest(RestKind.PAUSE)).when(Comfort(hero("ana").id, hero("ben").id)).leaves("ben", stress=3)
    assert Rest(RestKind.PAUSE) not in legal(spent.game).commands
    again = spent.when(CutScene()).when(Rest(RestKind.PAUSE)).when(Comfort(hero("ana").id, hero("ben").id))
    again.leaves("ben", stress=1)


def test_no_scene_is_cut_or_left_in_the_middle_of_a_conflict() -> None:
    fighting = given().when(StartConflict())
    fighting.when(CutScene()).refused(Code.NOT_IN_A_CONFLICT)
    fighting.when(EnterScene(CELLAR)).refused(Code.NOT_IN_A_CONFLICT)
    fighting.when(EndConflict()).when(EnterScene(CELLAR)).leaves(health=8)


@pytest.mark.rule("breakdown.ends")
def test_a_night_brings_back_who_has_nobody_to_do_it() -> None:
    alone = given(hero(stress=6, breakdown=Breakdown.PARALYSIS), variant=Variant.RAW)
    alone.when(Rest(RestKind.LONG)).leaves(stress=0, breakdown=None)
