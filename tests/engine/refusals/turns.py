"""What is refused of a conflict's turns, and of how the adversity advances (CORE ch. 5, Les conflits)."""

from dataclasses import replace

from engine.core.check import Contest, Effort
from engine.core.commands import (
    AnnounceContest,
    BringSetback,
    Command,
    CoverAdversary,
    EndConflict,
    EndHold,
    EndTurn,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Wait,
)
from engine.core.commands import ConflictEnd as How
from engine.core.foes import AdversaryId, Hold, Manoeuvred, Setback, SetbackKind
from engine.core.sheet import Attribute, Character, CharacterId
from engine.core.state import RestKind, Side
from engine.story import Clock, ClockId
from tests.engine.refusals import Scenes, announced, asked
from tests.scenes import NOISE, Stage, arrival, attack, conflict, fight, foe, given, hard, hero, story

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
DOWN, DEAD = CharacterId("sleeper"), CharacterId("ghost")
GUARD, WOLF = AdversaryId("guard"), AdversaryId("wolf")
CLOSES = Setback(SetbackKind.WAY_CLOSES, "the gate falls")


def four() -> tuple[Character, ...]:
    """A hero, a friend in cover, one who is down, one who is dead."""
    gone = replace(hero(DEAD, health=0), dead=True)
    return hero(), replace(hero("friend"), cover=1), hero(DOWN, health=0), gone


def pair() -> Stage:
    """The hero and the friend before a guard and a wolf, who is pinned and blinded."""
    pinned = replace(foe("wolf"), holds=(Hold(Manoeuvred.PINNED), Hold(Manoeuvred.BLINDED)))
    clocks = story(clocks=(Clock(ClockId("tide"), 4), Clock(ClockId("noise"), 4)))
    return fight(*four(), foes=(foe(), pinned), story=clocks)


def before() -> Stage:
    """The same four, and the same guard and wolf, before anybody strikes."""
    return given(*four(), adversaries=(foe(), foe("wolf")))


def ambushed() -> Stage:
    """The adversaries strike first."""
    return before().when(StartConflict(ambush=Side.NPCS))


def engaged() -> Stage:
    """The friend engaged the fight."""
    return before().when(StartConflict(engager=FRIEND))


def acted() -> Stage:
    """The hero has had their action."""
    return pair().when(Wait(HERO))


def breached() -> Stage:
    """An attack that fell short has opened a breach."""
    return pair().rolled(attack(), 1, 1)


def blow() -> Stage:
    """A strike is coming, and the friend is near enough to take it instead."""
    return breached().when(Strike(GUARD, in_contact=(FRIEND,)))


def opposed() -> Stage:
    """The hero and the friend pull at one rope."""
    pulls, holds = (Effort(each, Attribute.FOR, "pulls at the rope") for each in (HERO, FRIEND))
    return before().when(AnnounceContest(Contest(pulls, holds, "the rope breaks")))


def set_back(kind: SetbackKind, note: str = "it gets worse", **what: object) -> Command:
    """The GM answers the breach with a setback."""
    return BringSetback(replace(Setback(kind, note), **what))


def ambush(who: AdversaryId = GUARD, whom: CharacterId = HERO, **what: object) -> StrikeFromAmbush:
    """The guard strikes from ambush."""
    return replace(StrikeFromAmbush(who, whom, NOISE), **what)


_TURNS: Scenes = {
    "a conflict within a conflict": asked(conflict, StartConflict()),
    "an ambush without anybody to fight": asked(given, StartConflict(ambush=Side.PCS)),
    "a fight engaged by nobody here": asked(before, StartConflict(engager=NOBODY)),
    "a fight engaged by who is down": asked(before, StartConflict(engager=DOWN)),
    "an action before the ambush has struck": announced(ambushed, hard()),
    "an action before who engaged the fight": announced(engaged, hard()),
    "a second action in a turn": announced(acted, hard()),
    "a ruling for who has acted": asked(acted, RuleWithoutRoll(HERO, "runs", True, "the way is free")),
    "a strike from ambush by nobody here": asked(ambushed, ambush(AdversaryId("bear"))),
    "a strike from ambush at nobody here": asked(ambushed, ambush(whom=NOBODY)),
    "a strike from ambush at who is down": asked(ambushed, ambush(whom=DOWN)),
    "a strike from ambush with nothing for a partial": asked(ambushed, ambush(on_partial=None)),
    "a strike from ambush that moves a clock of no story": asked(
        ambushed, ambush(on_partial=replace(NOISE, clock=ClockId("moon")))
    ),
    "a second strike from ambush": asked(lambda: ambushed().when(ambush()).when(RollCheck(), (6, 6)), ambush()),
    "a strike from ambush in turn 1": asked(pair, ambush()),
    "a turn let go by, where there are none": asked(conflict, Wait(HERO)),
    "a turn let go by nobody here": asked(pair, Wait(NOBODY)),
    "a turn let go by who is down": asked(pair, Wait(DOWN)),
    "a turn let go by twice": asked(acted, Wait(HERO)),
    "a turn ended, where there are none": asked(given, EndTurn()),
    "a turn ended in which nobody fought": asked(pair, EndTurn()),
    "a turn ended by a setback, though somebody fought": asked(lambda: pair().rolled(attack(), 6, 6), EndTurn(CLOSES)),
    "a turn ended by a setback without words": asked(pair, EndTurn(replace(CLOSES, note=" "))),
    "a turn ended while somebody is still in ambush": asked(ambushed, EndTurn()),
    "no conflict ended": asked(given, EndConflict()),
    "a conflict ended while adversaries stand": asked(pair, EndConflict()),
    "somebody left behind who stands": asked(pair, EndConflict(How.FLIGHT, (DOWN, HERO))),
    "somebody left behind twice": asked(pair, EndConflict(How.FLIGHT, (DOWN, DOWN))),
    "somebody left behind who is dead": asked(pair, EndConflict(How.FLIGHT, (DEAD,))),
    "somebody left behind who is not here": asked(pair, EndConflict(How.FLIGHT, (NOBODY,))),
    "cover for an adversary who is not here": asked(pair, CoverAdversary(AdversaryId("bear"), 1)),
    "cover of 4 for an adversary": asked(pair, CoverAdversary(GUARD, 4)),
    "cover of less than nothing for an adversary": asked(pair, CoverAdversary(GUARD, -1)),
    "an effect ended on an adversary who is not here": asked(pair, EndHold(AdversaryId("bear"), Manoeuvred.PINNED)),
    "an effect ended that is not there": asked(pair, EndHold(WOLF, Manoeuvred.TOPPLED)),
}

_SETBACKS: Scenes = {
    "a setback without words": asked(breached, set_back(SetbackKind.OTHER, " ")),
    "a setback that moves a clock of no story": asked(breached, set_back(SetbackKind.OTHER, clock=ClockId("moon"))),
    "a flight of nobody": asked(breached, set_back(SetbackKind.FLIGHT)),
    "a flight of who is not here": asked(breached, set_back(SetbackKind.FLIGHT, adversary=AdversaryId("bear"))),
    "a hostage taken by who flees": asked(breached, set_back(SetbackKind.HOSTAGE, adversary=GUARD)),
    "reinforcements of nobody": asked(breached, set_back(SetbackKind.REINFORCEMENTS)),
    "a way that closes on who arrives": asked(breached, set_back(SetbackKind.WAY_CLOSES, arrivals=(arrival("bear"),))),
    "reinforcements of two who have numbers of no NPC": asked(
        breached, set_back(SetbackKind.REINFORCEMENTS, arrivals=(arrival("bear", 4, 2, 1), arrival("boar", 1, 0, 5)))
    ),
    "reinforcements of two, one with numbers of no NPC": asked(
        breached, set_back(SetbackKind.REINFORCEMENTS, arrivals=(arrival("bear", 1, 2, 1), arrival("boar", 1, 0, 1)))
    ),
    "reinforcements who are here already": asked(
        breached, set_back(SetbackKind.REINFORCEMENTS, arrivals=(arrival("wolf"),))
    ),
    "cover that falls on nobody": asked(breached, set_back(SetbackKind.COVER_FALLS)),
    "cover that falls on who has none": asked(breached, set_back(SetbackKind.COVER_FALLS, character=HERO)),
    "a position lost by who loses cover": asked(breached, set_back(SetbackKind.POSITION_LOST, character=FRIEND)),
}

_WAITING: Scenes = {
    "anything while two PCs oppose each other": asked(opposed, StartConflict()),
    "anything while a check is on the table": asked(lambda: pair().announced(attack()), Wait(FRIEND)),
    "anything while a breach is open": asked(breached, Wait(FRIEND)),
    "anything while a strike is coming": asked(blow, Wait(FRIEND)),
    "a rest while a strike is coming": asked(blow, Rest(RestKind.LONG)),
}

SCENES: Scenes = {**_TURNS, **_SETBACKS, **_WAITING}
