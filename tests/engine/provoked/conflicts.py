"""What is refused in a conflict (CORE ch. 5)."""

from dataclasses import replace

from engine.core.commands import (
    AnnounceCheck,
    BringSetback,
    CatchIdle,
    EndConflict,
    EndHold,
    EndTurn,
    Interpose,
    LetLand,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Wait,
)
from engine.core.foes import AdversaryId, AllyId, FlawId, FlawKind, Manoeuvred, Setback, SetbackKind
from engine.core.sheet import CharacterId
from engine.core.state import Side
from engine.ruling import Code
from tests.engine.provoked import Provoked, asked
from tests.scenes import NOISE, Stage, attack, conflict, fight, flaw, foe, given, hero

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
GUARD = AdversaryId("guard")
CLOSES = Setback(SetbackKind.WAY_CLOSES, "the gate falls")
FLEES = Setback(SetbackKind.FLIGHT, "somebody runs")

LIT = foe(flaws=(flaw("light", FlawKind.BARE),))
HELD = replace(foe(), held_by=AllyId("smith"))


def pair() -> Stage:
    """A hero and a friend before a guard."""
    return fight(hero(), hero("friend"))


BREACH = pair().rolled(attack(), 1, 1)
BLOW = BREACH.when(Strike(GUARD, in_contact=(FRIEND,)))
AMBUSH = given(hero(), adversaries=(foe(),)).when(StartConflict(ambush=Side.NPCS))

CONFLICTS: Provoked = {
    Code.NO_SUCH_ADVERSARY: asked(fight(), AnnounceCheck(attack(target="wolf"))),
    Code.ADVERSARY_IS_OUT: asked(fight(foes=[foe("wolf"), replace(foe(), health=0)]), AnnounceCheck(attack())),
    Code.IS_HELD_OFF: asked(fight(foes=[HELD]), CatchIdle(GUARD, HERO, "in the way")),
    Code.AGAINST_ITS_THREAT: asked(fight(), AnnounceCheck(attack(threat=1))),
    Code.THREAT_IS_NOT_RAISED: asked(fight(), AnnounceCheck(attack(harder="in the dark"))),
    Code.NO_SUCH_FLAW: asked(fight(foes=[LIT]), AnnounceCheck(attack(flaw=FlawId("silver")))),
    Code.BREACH_IS_ENOUGH: asked(fight(), AnnounceCheck(attack(on_failure=NOISE))),
    Code.NO_TURNS: asked(given(), EndTurn()),
    Code.HAS_ACTED: lambda: pair().when(Wait(HERO)).when(Wait(HERO)),
    Code.ENGAGER_ACTS_FIRST: asked(
        given(hero(), hero("friend"), adversaries=(foe(),)).when(StartConflict(engager=HERO)), Wait(FRIEND)
    ),
    Code.AMBUSHED: asked(AMBUSH, Wait(HERO)),
    Code.AMBUSH_GOES_ON: asked(AMBUSH, EndTurn()),
    Code.NOT_IN_AMBUSH: asked(fight(), StrikeFromAmbush(GUARD, HERO, NOISE)),
    Code.NOBODY_TO_FIGHT: asked(given(), StartConflict(ambush=Side.PCS)),
    Code.BREACH_IS_OPEN: asked(BREACH, Wait(FRIEND)),
    Code.NO_BREACH: asked(fight(), BringSetback(CLOSES)),
    Code.BLOW_IS_COMING: asked(BLOW, Wait(FRIEND)),
    Code.NO_BLOW: asked(fight(), LetLand()),
    Code.TOO_MANY_ATTACKS: asked(BREACH, Strike(GUARD, attacks=3)),
    Code.CANNOT_INTERPOSE: asked(BLOW, Interpose(HERO)),
    Code.NOT_IDLE: asked(pair().when(Wait(FRIEND)), CatchIdle(GUARD, HERO, "in the way")),
    Code.STANDOFF: asked(fight(), EndTurn()),
    Code.NO_STANDOFF: lambda: BREACH.when(BringSetback(CLOSES)).when(EndTurn(CLOSES)),
    Code.ADVERSARIES_STAND: asked(fight(), EndConflict()),
    Code.NOT_LEFT_BEHIND: asked(conflict(), EndConflict(left_behind=(HERO,))),
    Code.SETBACK_LACKS: asked(BREACH, BringSetback(FLEES)),
    Code.SETBACK_HAS_MORE: asked(BREACH, BringSetback(replace(CLOSES, adversary=GUARD))),
    Code.NO_SUCH_EFFECT: asked(fight(), EndHold(GUARD, Manoeuvred.BLINDED)),
}
