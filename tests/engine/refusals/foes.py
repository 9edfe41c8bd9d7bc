"""What is refused about adversaries who come and go, and about allies (CORE ch. 6)."""

from dataclasses import replace

from engine.core.commands import (
    BringAdversary,
    BringAlly,
    HoldOff,
    LetAllyWin,
    PartWithAlly,
    RevealFlaw,
    SendAway,
)
from engine.core.foes import AdversaryId, Ally, AllyId, FlawId, FlawKind
from tests.engine.refusals import Scenes, asked
from tests.engine.refusals.calamities import LOOMING
from tests.scenes import Stage, arrival, boss, fight, flaw, foe, given

GUARD, WOLF, CAPTAIN = AdversaryId("guard"), AdversaryId("wolf"), AdversaryId("captain")
SMITH, NUN = AllyId("smith"), AllyId("nun")
HELPERS = (Ally(SMITH, "the smith"), Ally(NUN, "the nun"))


def backed() -> Stage:
    """A guard, a wolf whom the smith holds off, and a captain who is a boss; a nun is there too."""
    return fight(foes=[foe(), replace(foe("wolf"), held_by=SMITH), boss()], allies=HELPERS)


def flooded() -> Stage:
    """A guard before the great tide."""
    return fight(foes=[foe()], calamities=(LOOMING,))


def lit() -> Stage:
    """A guard with two flaws, one of them known."""
    flaws = (flaw("light", FlawKind.BARE), flaw("salt", FlawKind.FELL))
    return fight(foes=[replace(foe(flaws=flaws), known=(FlawId("light"),))])


SCENES: Scenes = {
    "an adversary comes under an id that is taken": asked(fight, BringAdversary(arrival())),
    "an adversary comes under a calamity's id": asked(flooded, BringAdversary(arrival("tide"))),
    "an adversary comes with numbers out of the book": asked(fight, BringAdversary(arrival("wolf", 4, 0, 9))),
    "somebody unknown goes": asked(lambda: fight(foes=[foe(), foe("wolf")]), SendAway(AdversaryId("bear"), "home")),
    "a calamity is sent away": asked(flooded, SendAway(AdversaryId("tide"), "home")),
    "an adversary goes for no reason": asked(fight, SendAway(GUARD, " ")),
    "a flaw of somebody unknown is shown": asked(fight, RevealFlaw(WOLF, FlawId("light"))),
    "a flaw is shown that there is not": asked(lit, RevealFlaw(GUARD, FlawId("silver"))),
    "a flaw is shown that is known": asked(lit, RevealFlaw(GUARD, FlawId("light"))),
    "an ally comes under an id that is taken": asked(backed, BringAlly(HELPERS[0])),
    "an ally comes without a name": asked(given, BringAlly(Ally(SMITH, " "))),
    "somebody unknown parts": asked(backed, PartWithAlly(AllyId("cook"), "home")),
    "somebody parts where nobody is": asked(given, PartWithAlly(AllyId("cook"), "home")),
    "an ally parts for no reason": asked(backed, PartWithAlly(SMITH, " ")),
    "somebody unknown holds off": asked(backed, HoldOff(AllyId("cook"), GUARD)),
    "an ally holds somebody unknown off": asked(backed, HoldOff(SMITH, AdversaryId("bear"))),
    "an ally holds a boss off": asked(backed, HoldOff(SMITH, CAPTAIN)),
    "two allies hold one adversary off": asked(backed, HoldOff(NUN, WOLF)),
    "somebody unknown wins": asked(backed, LetAllyWin(AllyId("cook"), WOLF)),
    "an ally beats somebody unknown": asked(backed, LetAllyWin(SMITH, AdversaryId("bear"))),
    "an ally beats somebody whom they do not hold off": asked(backed, LetAllyWin(SMITH, GUARD)),
    "an ally beats whom another holds off": asked(backed, LetAllyWin(NUN, WOLF)),
}
