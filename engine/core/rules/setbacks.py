"""How the adversity advances otherwise than by a strike (CORE ch. 5, La brèche and Ne pas combattre)."""

from engine.core.events import AdversaryLeft, CoverTaken, SetbackHappened
from engine.core.foes import Setback, SetbackKind
from engine.core.rules import adventure, adversaries, arrivals
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse
from engine.story import clock


def refusal(game: Game, setback: Setback) -> Refused | None:
    """What a setback lacks, or names in vain (CORE ch. 5, La brèche)."""
    if not setback.note.strip():
        return refuse(Code.REASON_MISSING, what="setback")
    if setback.clock is not None and clock(game.story, setback.clock) is None:
        return refuse(Code.NO_SUCH_CLOCK, *(each.id for each in game.story.clocks), clock=setback.clock)
    if (setback.adversary is None) is (setback.kind is SetbackKind.FLIGHT):
        return refuse(Code.SETBACK_LACKS, *(each.id for each in adversaries.standing(game)), what="who flees")
    if bool(setback.arrivals) is not (setback.kind is SetbackKind.REINFORCEMENTS):
        return refuse(Code.SETBACK_LACKS, what="who arrives")
    covered = tuple(each.id for each in game.characters if each.cover)
    in_cover = setback.character in covered if setback.kind is SetbackKind.COVER_FALLS else setback.character is None
    if not in_cover:
        return refuse(Code.SETBACK_LACKS, *covered, what="who loses cover")
    if setback.adversary is not None:
        return adversaries.refusal(game, setback.adversary)
    return arrivals.refusal(game, setback.arrivals) if setback.arrivals else None


def advance(unfolding: Unfolding, setback: Setback) -> Refused | None:
    """The adversity advances: it takes a hostage, flees, brings others, closes a way (CORE ch. 5, La brèche)."""
    fault = refusal(unfolding.game, setback)
    if fault is not None:
        return fault
    unfolding.happen(SetbackHappened(setback))
    if setback.adversary is not None:
        unfolding.happen(AdversaryLeft(setback.adversary, setback.note))
    for each in setback.arrivals:
        arrivals.come(unfolding, each)
    if setback.character is not None:
        unfolding.happen(CoverTaken(setback.character, 0))
    if setback.clock is not None:
        adventure.advance(unfolding, setback.clock)
    return None
