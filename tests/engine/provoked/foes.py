"""What is refused about adversaries who come, allies and calamities (CORE ch. 6)."""

from engine.core.check import UseLever
from engine.core.commands import (
    AnnounceCheck,
    BringAdversary,
    BringAlly,
    BringCalamity,
    HoldOff,
    LetAllyWin,
    Manifest,
    PartWithAlly,
    ReachGoal,
    RevealFlaw,
    SeeFirst,
)
from engine.core.foes import (
    AdversaryId,
    Ally,
    AllyId,
    Calamity,
    CalamityId,
    FlawId,
    FlawKind,
    LeverId,
    Looming,
    Manifestation,
    ManifestationId,
    Scale,
)
from engine.core.sheet import Attribute, CharacterId
from engine.ruling import Code
from tests.engine.provoked import Provoked, announced, asked
from tests.scenes import Stage, arrival, attack, boss, fight, flaw, foe, given, hero

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
GUARD, SMITH = AdversaryId("guard"), AllyId("smith")
TIDE, SURGE, DYKE = CalamityId("tide"), ManifestationId("surge"), LeverId("dyke")
HELPER = Ally(SMITH, "the smith")
FLOOD = Calamity(
    TIDE,
    "the great tide",
    Scale.LOCAL,
    "the whole town",
    (
        Manifestation(SURGE, "the bells ring", (Attribute.DEX,), 1),
        Manifestation(ManifestationId("mud"), "somebody runs", (Attribute.DEX,), 1),
    ),
    (LeverId("sluice"), DYKE),
)
LIT = foe(flaws=(flaw("light", FlawKind.BARE),))


def flooded(*manifested: ManifestationId) -> Stage:
    """The tide comes in, and has struck so in this turn."""
    return fight(hero(), calamities=(Looming(FLOOD, manifested=manifested),))


FOES: Provoked = {
    Code.ADVERSARY_IS_HERE: asked(fight(), BringAdversary(arrival())),
    Code.KNOWN_FLAW: lambda: (
        fight(foes=[LIT]).when(RevealFlaw(GUARD, FlawId("light"))).when(RevealFlaw(GUARD, FlawId("light")))
    ),
    Code.NO_SUCH_ALLY: asked(given(), PartWithAlly(SMITH, "home")),
    Code.ALLY_IS_HERE: asked(given(allies=(HELPER,)), BringAlly(HELPER)),
    Code.BOSS_IS_NOT_HELD: asked(fight(foes=[boss(), foe()], allies=(HELPER,)), HoldOff(SMITH, AdversaryId("captain"))),
    Code.NOT_HELD: asked(fight(allies=(HELPER,)), LetAllyWin(SMITH, GUARD)),
    Code.NO_SUCH_CALAMITY: asked(given(), ReachGoal(TIDE, "the town")),
    Code.CALAMITY_IS_HERE: asked(flooded(), BringCalamity(FLOOD)),
    Code.CALAMITY_IS_NOT_FOUGHT: asked(flooded(), AnnounceCheck(attack(target=TIDE))),
    Code.NO_SUCH_MANIFESTATION: asked(flooded(), Manifest(TIDE, ManifestationId("wave"), (HERO,))),
    Code.ONCE_A_TURN: asked(flooded(SURGE), Manifest(TIDE, SURGE, (HERO,))),
    Code.LEVER_IS_NOT_NEXT: announced(flooded(), aim=UseLever(TIDE, DYKE)),
    Code.NOTHING_TO_SEE: asked(given(), SeeFirst(TIDE, (HERO,))),
    Code.ALREADY_SEEN: asked(
        given(hero(), hero("friend"), calamities=(Looming(FLOOD),), seen=((TIDE, HERO),)), SeeFirst(TIDE, (HERO,))
    ),
}
