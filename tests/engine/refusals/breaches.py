"""What is refused about a breach and its answers, and about who keeps out of a fight (CORE ch. 5)."""

from dataclasses import replace

from engine.core.commands import BringSetback, CatchIdle, Interpose, LetLand, Strike, Wait
from engine.core.foes import AdversaryId, Ally, AllyId, Setback, SetbackKind
from engine.core.sheet import CharacterId
from engine.core.state import Breach, Conflict
from tests.engine.refusals import Scenes, asked
from tests.scenes import Stage, attack, fight, foe, given, hero

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
GUARD, WOLF, BAT = AdversaryId("guard"), AdversaryId("wolf"), AdversaryId("bat")
SMITH = AllyId("smith")
GATE = Setback(SetbackKind.WAY_CLOSES, "the gate falls")


def breach() -> Stage:
    """The hero's blow at the guard falls short; a wolf is there, a bat that the smith holds off, and three friends."""
    foes = [foe(), foe("wolf", 3), replace(foe("bat"), held_by=SMITH)]
    stage = fight(hero(), hero("friend"), hero("scout"), foes=foes, allies=(Ally(SMITH, "the smith"),))
    return stage.rolled(attack(), 1, 1)


def spent() -> Stage:
    """The guard has no attack left in this turn, and the hero is open to it."""
    turn = Conflict(1, 1, breach=Breach(HERO, GUARD))
    return fight(hero(), foes=[replace(foe(), spent=2), foe("wolf")], conflict=turn)


def fallen() -> Stage:
    """Who opened the breach is out of action."""
    return fight(hero(health=0), hero("friend"), conflict=Conflict(1, 2, breach=Breach(HERO, GUARD)))


def struck() -> Stage:
    """The guard strikes at the hero, the friend near enough to take it."""
    return breach().when(Strike(GUARD, in_contact=(FRIEND,)))


def idle() -> Stage:
    """The hero has acted against the guard, the friend waits, the scout has still to act."""
    return breach().when(BringSetback(GATE)).when(Wait(FRIEND))


SCENES: Scenes = {
    "a strike without a breach": asked(fight, Strike(GUARD)),
    "a strike without a conflict": asked(given, Strike(GUARD)),
    "a strike by somebody unknown": asked(breach, Strike(AdversaryId("bear"))),
    "a strike by who is held off": asked(breach, Strike(BAT)),
    "a strike of no attack": asked(breach, Strike(GUARD, attacks=0)),
    "a strike of more attacks than there are": asked(breach, Strike(GUARD, attacks=3)),
    "a strike by who has no attack left": asked(spent, Strike(GUARD)),
    "a strike at who is out of action": asked(fallen, Strike(GUARD)),
    "a strike at an ally who is not there": asked(breach, Strike(GUARD, ally=AllyId("cook"))),
    "who opened the breach is in contact": asked(breach, Strike(GUARD, in_contact=(HERO,))),
    "somebody unknown is in contact": asked(breach, Strike(GUARD, in_contact=(FRIEND, NOBODY))),
    "somebody is in contact twice": asked(breach, Strike(GUARD, in_contact=(FRIEND, FRIEND))),
    "a setback without a breach": asked(fight, BringSetback(GATE)),
    "a setback without a conflict": asked(given, BringSetback(GATE)),
    "somebody interposes where no strike comes": asked(fight, Interpose(HERO)),
    "somebody interposes without a conflict": asked(given, Interpose(HERO)),
    "who is struck interposes": asked(struck, Interpose(HERO)),
    "somebody unknown interposes": asked(struck, Interpose(NOBODY)),
    "a strike lands where none comes": asked(fight, LetLand()),
    "a strike lands without a conflict": asked(given, LetLand()),
    "somebody is caught without turns": asked(given, CatchIdle(GUARD, HERO, "in the way")),
    "somebody unknown is caught": asked(idle, CatchIdle(GUARD, NOBODY, "in the way")),
    "somebody unknown catches": asked(idle, CatchIdle(AdversaryId("bear"), FRIEND, "in the way")),
    "who fights is caught": asked(idle, CatchIdle(GUARD, HERO, "in the way")),
    "whose action is to come is caught": asked(idle, CatchIdle(GUARD, CharacterId("scout"), "in the way")),
    "somebody is caught for no reason": asked(idle, CatchIdle(GUARD, FRIEND, " ")),
}
