"""What is refused of an advance at a story's end (CORE ch. 7, Progression)."""

from dataclasses import replace

from engine.core.commands import LeaveStory, TakeAdvance
from engine.core.sheet import AdvanceKind, Attribute, CharacterId, ItemId, Specialty, SpecialtyId
from tests.engine.refusals import Scenes, asked
from tests.scenes import Stage, given, hero, item

SPECIALTY, ATTRIBUTE, ITEM = AdvanceKind.SPECIALTY, AdvanceKind.ATTRIBUTE, AdvanceKind.ITEM
HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
LOCKS = Specialty(SpecialtyId("locks"), Attribute.DEX)
WEAK = Attribute.FOR
LEARNS = TakeAdvance(HERO, SPECIALTY, LOCKS)
STRONGER = TakeAdvance(HERO, ATTRIBUTE, attribute=Attribute.DEX)
CLIMBS = TakeAdvance(HERO, ITEM, item=ItemId("rope"), use="climbing")
GEAR = (replace(item("rope", helps=True), uses=("knots",)), item("deck", 8, 12), item("lamp", 4, 8))


def ended() -> Stage:
    """The story is over for a hero, weak and wise, for a friend, and for one who is dead."""
    skilled = hero(items=GEAR, specialties={"lies": "CHA"}, FOR=1, INT=4)
    return given(skilled, hero("friend"), replace(hero("ghost", health=0), dead=True)).when(LeaveStory())


def bare() -> Stage:
    """The story is over for who has nothing, and whose attributes are as high as they go."""
    return given(hero(FOR=4, DEX=4, CON=4, INT=4, PER=4, CHA=4)).when(LeaveStory())


def learnt() -> Stage:
    """The hero learnt something at the end of the story before."""
    return given(replace(hero(items=GEAR), last_advance=SPECIALTY)).when(LeaveStory())


def taken() -> Stage:
    """The hero has taken their advance."""
    return ended().when(STRONGER)


SCENES: Scenes = {
    "an advance of somebody unknown": asked(ended, replace(LEARNS, character=CharacterId("nobody"))),
    "an advance before the end": asked(given, LEARNS),
    "an advance of the dead": asked(ended, replace(LEARNS, character=CharacterId("ghost"))),
    "a second advance": asked(taken, LEARNS),
    "the same kind twice in a row": asked(learnt, LEARNS),
    "a specialty that is missing": asked(ended, replace(LEARNS, specialty=None)),
    "a specialty without a name": asked(ended, replace(LEARNS, specialty=replace(LOCKS, id=SpecialtyId(" ")))),
    "a specialty that is on the sheet": asked(ended, replace(LEARNS, specialty=replace(LOCKS, id=SpecialtyId("lies")))),
    "a specialty on an attribute of 1": asked(
        ended, replace(LEARNS, specialty=replace(LOCKS, attribute=Attribute.FOR))
    ),
    "a specialty with all that goes with other kinds": asked(
        ended, replace(CLIMBS, kind=SPECIALTY, specialty=LOCKS, attribute=Attribute.DEX)
    ),
    "an attribute that is missing": asked(ended, replace(STRONGER, attribute=None)),
    "an attribute that is missing where none rises": asked(bare, replace(STRONGER, attribute=None)),
    "an attribute at its highest": asked(ended, replace(STRONGER, attribute=Attribute.INT)),
    "an attribute with a specialty besides": asked(ended, replace(STRONGER, specialty=LOCKS)),
    "an item that is missing": asked(ended, replace(CLIMBS, item=None)),
    "an item that is missing where none is held": asked(bare, replace(CLIMBS, item=None)),
    "an item that is not held": asked(ended, replace(CLIMBS, item=ItemId("sword"))),
    "an item with an attribute and a specialty besides": asked(
        ended, replace(CLIMBS, attribute=Attribute.DEX, specialty=LOCKS)
    ),
    "a use without words": asked(ended, replace(CLIMBS, use=" ")),
    "a use that the item has": asked(ended, replace(CLIMBS, use="knots")),
    "a maximum of what has no Resource": asked(ended, replace(CLIMBS, use="")),
    "a maximum at its highest": asked(ended, replace(CLIMBS, item=ItemId("deck"), use="")),
}
