"""Chapter 4: Resources that wear out and come back."""

import pytest

from engine.core.check import Outcome
from engine.core.commands import AnnounceCheck, CutScene, Reroll, Rest, UseItem
from engine.core.events import Cause, CheckRolled, GearLost, ItemUsed, ResourceChanged, ResourceRolled
from engine.core.legal import legal
from engine.core.rules.checks import pool
from engine.core.rules.items import STEPS, step
from engine.core.sheet import CharacterId, Item, ItemId, Resource
from engine.core.state import RestKind
from engine.ruling import Code
from tests.scenes import begun, given, hard, hero, item, like, rolled, standard, story, tool

HERO = hero().id
DECK = (ItemId("deck"),)
CREDITS = ItemId("credits")
SHELTER = story(start="cellar")


@pytest.mark.rule("resource.steps")
def test_the_steps_go_from_d12_to_empty_and_never_above_the_maximum() -> None:
    down = [12]
    while down[-1]:
        down.append(step(down[-1], -1, 12))
    assert down == [12, 10, 8, 6, 4, 0]
    assert [step(die, 1, 8) for die in (0, 4, 6, 8)] == [4, 6, 8, 8]
    begun(hero(items=[item("deck", 6, 8)]))
    begun(hero(items=[item("deck", 0, 8)]))
    for die, maximum in ((10, 8), (5, 8), (4, 20), (0, 0), (8, 7)):
        faulty = Item(ItemId("deck"), resource=Resource(die, maximum))
        begun(hero(items=[faulty])).refused(Code.BAD_CHARACTER)


@pytest.mark.rule("resource.roll")
@pytest.mark.parametrize("die", STEPS[1:])
def test_a_one_or_a_two_takes_a_step_whatever_the_outcome(die: int) -> None:
    for faces in ((6, 6), (1, 1)):
        for face in range(1, die + 1):
            stage = given(hero(stress=2, items=[item("deck", die)])).rolled(hard(items=DECK), *faces, face)
            left = STEPS[STEPS.index(die) - 1] if face <= 2 else die
            stage.among(CheckRolled, ResourceRolled(HERO, DECK[0], 2, die, face, left, Cause.USE, given=True))
            assert stage.die("deck") == left


@pytest.mark.rule("resource.roll")
def test_it_is_never_a_success_and_several_items_roll_several_dice() -> None:
    two = hero(items=[item("deck", 8), item("drone", 6), item("rope")])
    used = standard(items=(ItemId("deck"), ItemId("drone"), ItemId("rope")))
    given(two).rolled(used, 1, 1, 8, 6).among(
        rolled(Outcome.FAILURE, 0, dice=2),
        like(ResourceRolled, item=ItemId("deck"), sides=8, face=8, draw=2),
        like(ResourceRolled, item=ItemId("drone"), sides=6, face=6, draw=3),
    )


def test_a_tool_that_gives_a_die_is_used_and_rolls_its_own_once() -> None:
    picks = hero(items=[item("picks", 6, helps=True)])
    for wanted in (hard(advantages=(tool("picks"),)), hard(advantages=(tool("picks"),), items=(ItemId("picks"),))):
        after = given(picks).rolled(wanted, 6, 6, 1, 2)
        assert [each.face for each in after.events if isinstance(each, ResourceRolled)] == [2]
        assert after.die("picks") == 4


@pytest.mark.rule("resource.alone")
def test_a_resource_alone_permits_and_rolls_when_it_is_called_on() -> None:
    rich = given(hero(items=[item("credits", 8, 10, lone=True)]))
    paid = rich.when(UseItem(HERO, CREDITS, "pay the guide"), dice=(2,))
    paid.then(
        like(ItemUsed, till_scene_ends=False),
        like(ResourceRolled, item=CREDITS, sides=8, face=2, after=6, cause=Cause.USE),
    )
    paid.when(CutScene()).never(ResourceRolled)


@pytest.mark.rule("resource.alone")
def test_a_resource_alone_gives_a_die_when_it_truly_helps() -> None:
    rich = given(hero(items=[item("credits", 8, 10, lone=True)]))
    bribe = hard("hero", "CHA", advantages=(tool("credits"),))
    assert pool(rich.game, bribe).size == pool(rich.game, hard("hero", "CHA")).size + 1 == 3
    assert legal(rich.game).checks[0].tools == (CREDITS,)
    assert rich.rolled(bribe, 6, 6, 1, 1).die("credits") == 6
    # Called on without truly helping, it rolls and gives none.
    assert rich.rolled(hard("hero", "CHA", items=(CREDITS,)), 6, 6, 1).die("credits") == 6


@pytest.mark.rule("resource.empty")
def test_there_is_nothing_left_to_spend() -> None:
    broke = given(hero(items=[item("credits", 0, 10, lone=True)]))
    broke.when(UseItem(HERO, CREDITS, "pay the guide")).refused(Code.ITEM_IS_EMPTY)
    broke.when(AnnounceCheck(hard("hero", "CHA", advantages=(tool("credits"),)))).refused(Code.ITEM_IS_EMPTY)
    assert legal(broke.game).uses == ()
    assert broke.when(Rest(RestKind.LONG)).die("credits") == 10


@pytest.mark.rule("resource.empty")
def test_what_is_empty_works_no_more() -> None:
    dead = given(hero(items=[item("deck", 0, 8, helps=True), item("drone", 4, helps=True)]))
    dead.when(AnnounceCheck(hard(items=DECK))).refused(Code.ITEM_IS_EMPTY)
    dead.when(AnnounceCheck(hard(advantages=(tool("deck"),)))).refused(Code.ITEM_IS_EMPTY, "drone")
    emptied = given(hero(stress=2, items=[item("deck", 4, helps=True)])).rolled(hard(items=DECK), 6, 1, 1)
    assert emptied.die("deck") == 0
    # Emptied by this very roll, it still served for it.
    emptied.when(Reroll(), dice=(6, 1)).when(AnnounceCheck(hard(stake="next", items=DECK))).refused(Code.ITEM_IS_EMPTY)


@pytest.mark.rule("resource.recharge")
@pytest.mark.parametrize(
    ("kind", "die", "maximum", "after"),
    [
        (RestKind.PAUSE, 0, 12, 4),
        (RestKind.PAUSE, 8, 12, 10),
        (RestKind.PAUSE, 8, 8, 8),
        (RestKind.SCENE, 0, 12, 6),
        (RestKind.SCENE, 6, 12, 10),
        (RestKind.SCENE, 6, 8, 8),
        (RestKind.LONG, 0, 12, 12),
        (RestKind.LONG, 4, 6, 6),
    ],
)
def test_time_recharges(kind: RestKind, die: int, maximum: int, after: int) -> None:
    cast = (hero(items=[item("deck", die, maximum)]), hero("other", items=[item("lamp", die, maximum)]))
    rested = given(*cast, story=SHELTER).when(Rest(kind))
    assert (rested.die("deck"), rested.die("lamp", "other")) == (after, after)
    if die != after:
        rested.among(ResourceChanged(HERO, ItemId("deck"), die, after, Cause.REST))
        rested.among(like(ResourceChanged, character=CharacterId("other")))


def test_no_item_is_used_that_is_not_held_or_used_twice() -> None:
    stage = given(hero(items=[item("deck", 8), item("rope")]))
    stage.when(AnnounceCheck(hard(items=(ItemId("sword"),)))).refused(Code.NO_SUCH_ITEM, "deck", "rope")
    stage.when(AnnounceCheck(hard(items=DECK * 2))).refused(Code.ALREADY_COUNTED)
    stage.when(AnnounceCheck(hard(advantages=(tool("rope"),)))).refused(Code.ITEM_DOES_NOT_HELP)
    stage.when(AnnounceCheck(hard())).never(GearLost)
