"""Whatever counts dice or derives them again sees every die that an event holds."""

import dataclasses
from typing import get_args

from engine.core.check import Outcome
from engine.core.events import (
    Cause,
    CheckRerolled,
    CheckRolled,
    CheckWithdrawn,
    ContestRolled,
    Event,
    ResistanceRolled,
    ResourceRolled,
)
from engine.core.sheet import ItemId
from table.turns import throws
from tests.scenes import hero

HERO = hero().id
DICE = {
    CheckRolled(HERO, 0, (6, 1), 1, Outcome.PARTIAL): (0, ((6, 6), (6, 1))),
    CheckRerolled(HERO, 2, (5, 2), 2, Outcome.SUCCESS): (2, ((6, 5), (6, 2))),
    ResistanceRolled(HERO, 4, (4,), resisted=False): (4, ((6, 4),)),
    ContestRolled(5, (1, 2), (3,), None): (5, ((6, 1), (6, 2), (6, 3))),
    ResourceRolled(HERO, ItemId("lamp"), 8, 8, 2, 6, Cause.USE): (8, ((8, 2),)),
}


def test_the_dice_of_events_are_all_of_them_in_the_order_in_which_they_fell() -> None:
    events = (CheckWithdrawn(HERO), *DICE, CheckWithdrawn(HERO))
    assert list(throws(events)) == list(DICE.values())


def test_every_event_with_a_draw_number_is_a_throw() -> None:
    numbered = {each for each in get_args(Event) if "draw" in {field.name for field in dataclasses.fields(each)}}
    assert numbered == {type(each) for each in DICE}
