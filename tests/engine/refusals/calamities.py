"""What is refused about calamities, and about first sights (CORE ch. 3 and 6)."""

from dataclasses import replace

from engine.core.check import Delay, UseLever
from engine.core.commands import BringCalamity, Manifest, ReachGoal, SeeFirst
from engine.core.foes import (
    Calamity,
    CalamityId,
    LeverId,
    Looming,
    Manifestation,
    ManifestationId,
    Scale,
)
from engine.core.sheet import Attribute, CharacterId
from engine.story import ClockId, MarkingEvent
from tests.engine.refusals import Scenes, announced, asked
from tests.scenes import NOISE, Stage, attack, fight, foe, given, hard, hero

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
TIDE, SURGE, MUD = CalamityId("tide"), ManifestationId("surge"), ManifestationId("mud")
SLUICE, DYKE = LeverId("sluice"), LeverId("dyke")
FLOOD = Calamity(
    TIDE,
    "the great tide",
    Scale.LOCAL,
    "the whole town",
    (
        Manifestation(SURGE, "the bells ring", (Attribute.DEX,), 1),
        Manifestation(MUD, "somebody runs", (Attribute.DEX,), 2),
    ),
    (SLUICE, DYKE),
)
LOOMING = Looming(FLOOD)
PLAGUE = Looming(replace(FLOOD, id=CalamityId("plague")))


def flooded() -> Stage:
    """Two calamities come over two PCs, one of whom has seen the tide."""
    return given(hero(), hero("friend"), calamities=(LOOMING, PLAGUE), seen=((TIDE, HERO),))


def struck() -> Stage:
    """The tide has surged in this turn."""
    return fight(hero(), calamities=(replace(LOOMING, manifested=(SURGE,)),))


def sights() -> Stage:
    """Everybody has seen the tide, nobody the plague nor the horror; the guard marks nobody."""
    horror = foe("horror", first_sight=MarkingEvent.HORROR)
    return given(adversaries=(foe(), horror), calamities=(LOOMING, PLAGUE), seen=((TIDE, HERO),))


SCENES: Scenes = {
    "a calamity comes twice": asked(flooded, BringCalamity(FLOOD)),
    "a calamity comes under an adversary's id": asked(fight, BringCalamity(replace(FLOOD, id=CalamityId("guard")))),
    "a calamity comes without a goal": asked(given, BringCalamity(replace(FLOOD, goal=" "))),
    "what marks nobody is seen for the first time": asked(sights, SeeFirst(CalamityId("guard"), (HERO,))),
    "nobody sees it first": asked(flooded, SeeFirst(TIDE, ())),
    "what was seen is seen for the first time": asked(flooded, SeeFirst(TIDE, (FRIEND, HERO))),
    "something unknown manifests": asked(flooded, Manifest(CalamityId("fire"), SURGE, (HERO,))),
    "it manifests as it cannot": asked(struck, Manifest(TIDE, ManifestationId("wave"), (HERO,))),
    "it manifests so twice in a turn": asked(struck, Manifest(TIDE, SURGE, (HERO,))),
    "it manifests at nobody": asked(flooded, Manifest(TIDE, SURGE, ())),
    "it manifests, and what a partial brings is missing": asked(flooded, Manifest(TIDE, MUD, (HERO,))),
    "it manifests, and a partial would move no clock of the story": asked(
        flooded, Manifest(TIDE, MUD, (HERO,), replace(NOISE, clock=ClockId("moon")))
    ),
    "something unknown is delayed": announced(flooded, hard(aim=Delay(CalamityId("fire")))),
    "a lever out of its order": announced(flooded, hard(aim=UseLever(TIDE, DYKE))),
    "a calamity is fought": announced(flooded, attack(target=TIDE)),
    "something unknown reaches its goal": asked(flooded, ReachGoal(CalamityId("fire"), "the town")),
    "a calamity reaches its goal without a loss": asked(flooded, ReachGoal(TIDE, " ")),
}
