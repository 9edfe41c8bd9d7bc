"""What is refused about dangers, and about any roll that avoids (CORE ch. 3, Dangers)."""

from dataclasses import replace

from engine.core.check import Complication, ComplicationKind
from engine.core.commands import FaceDanger
from engine.core.foes import Danger, DangerId
from engine.core.sheet import Attribute, CharacterId
from engine.story import Clock, ClockId
from tests.engine.refusals import Scenes, asked
from tests.scenes import NOISE, Stage, bring, given, hero, story, worn

HERO, FRIEND, SLEEPER = CharacterId("hero"), CharacterId("friend"), CharacterId("sleeper")
BURN = Danger(DangerId("burn"), (Attribute.DEX,), 1, 1)
FIRE = replace(BURN, id=DangerId("fire"), difficulty=2)
TOLD = bring(ComplicationKind.NOISE)


def house() -> Stage:
    """A burning house, a clock that ticks, and somebody out of action in it."""
    return given(hero(), hero("friend"), hero("sleeper", health=0), story=story(clocks=(Clock(ClockId("roof"), 4),)))


def burning(*exposed: CharacterId, danger: Danger = BURN, partial: Complication | None = None) -> FaceDanger:
    """The house burns."""
    return FaceDanger(danger, exposed, "sparks fly", partial)


def partly(partial: Complication | None) -> FaceDanger:
    """It burns so that one may avoid it in part."""
    return burning(HERO, danger=FIRE, partial=partial)


SCENES: Scenes = {
    "a danger out of the book": asked(house, burning(HERO, danger=replace(BURN, damage=5, attributes=()))),
    "a danger without a name": asked(house, burning(HERO, danger=replace(BURN, id=DangerId(" ")))),
    "a danger for nobody": asked(house, burning()),
    "a danger for one PC twice": asked(house, burning(HERO, HERO)),
    "a danger for who is out of action": asked(house, burning(HERO, SLEEPER)),
    "a danger for somebody unknown": asked(house, burning(CharacterId("nobody"))),
    "a danger for no reason": asked(house, replace(burning(HERO), reason=" ")),
    "a partial at Standard": asked(house, burning(HERO, partial=NOISE)),
    "no partial at Hard": asked(house, partly(None)),
    "a partial without words": asked(house, partly(replace(NOISE, note=" "))),
    "a partial that moves no clock of the story": asked(house, partly(replace(TOLD, clock=ClockId("moon")))),
    "a partial that opens a breach": asked(house, partly(bring(ComplicationKind.BREACH))),
    "a partial that wears an item": asked(house, partly(worn("rope"))),
    "a partial that wears any item": asked(house, partly(bring(ComplicationKind.RESOURCE_WORN))),
    "a partial that loses any item": asked(house, partly(bring(ComplicationKind.GEAR_LOST))),
    "a partial that names an item": asked(house, partly(replace(TOLD, item="rope"))),
}
