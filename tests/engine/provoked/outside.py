"""What is refused of things that come from outside, and of advances (CORE ch. 3, 4, 6 and 7)."""

from dataclasses import replace

from engine.core.commands import (
    BringAdversary,
    BringCalamity,
    FaceDanger,
    GainItem,
    LeaveStory,
    TakeAdvance,
)
from engine.core.foes import Calamity, CalamityId, Danger, DangerId, Scale
from engine.core.sheet import AdvanceKind, Attribute, CharacterId
from engine.ruling import Code
from tests.engine.provoked import Provoked, asked
from tests.scenes import Stage, arrival, given, hero, item

HERO = CharacterId("hero")
STRONGER = TakeAdvance(HERO, AdvanceKind.ATTRIBUTE, attribute=Attribute.FOR)


def ended(last: AdvanceKind | None = None, **pc: object) -> Stage:
    """The story is over; the hero's last advance was of that kind."""
    return given(replace(hero(**pc), last_advance=last)).when(LeaveStory())


OUTSIDE: Provoked = {
    Code.BAD_ITEM: asked(given(), GainItem(HERO, item("gun", weapon=5), "found")),
    Code.BAD_ADVERSARY: asked(given(), BringAdversary(arrival("wolf", 4))),
    Code.BAD_DANGER: asked(given(), FaceDanger(Danger(DangerId("pit"), (), 1, 2), (HERO,), "a step")),
    Code.BAD_CALAMITY: asked(given(), BringCalamity(Calamity(CalamityId("it"), "It", Scale.LOCAL, "all", (), ()))),
    Code.STORY_GOES_ON: asked(given(), STRONGER),
    Code.ADVANCE_IS_TAKEN: lambda: ended().when(STRONGER).when(STRONGER),
    Code.SAME_ADVANCE: asked(ended(AdvanceKind.ATTRIBUTE), STRONGER),
    Code.BAD_ADVANCE: asked(ended(FOR=4), STRONGER),
}
