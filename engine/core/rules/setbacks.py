"""How the adversity advances otherwise than by a strike (CORE ch. 5, La brèche and Ne pas combattre)."""

from engine.core.events import AdversaryLeft, CoverTaken, SetbackHappened
from engine.core.foes import Setback, SetbackKind
from engine.core.rules import adventure, adversaries, arrivals
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def refusal(game: Game, setback: Setback) -> Refused | None:
    """What a setback lacks, or names in vain (CORE ch. 5, La brèche)."""
    fault = adventure.untold(game, setback.note, setback.clock, what="setback") or _parts(game, setback)
    if fault is not None:
        return fault
    if setback.adversary is not None:
        return adversaries.refusal(game, setback.adversary)
    return arrivals.refusal(game, setback.arrivals)


def _parts(game: Game, setback: Setback) -> Refused | None:
    covered = tuple(each.id for each in game.characters if each.cover)
    fleeing = tuple(each.id for each in adversaries.standing(game))
    for kind, what, named, able in (
        (SetbackKind.FLIGHT, "who flees", setback.adversary is not None, fleeing),
        (SetbackKind.REINFORCEMENTS, "who arrives", bool(setback.arrivals), ()),
        (SetbackKind.COVER_FALLS, "who loses cover", setback.character is not None, covered),
    ):
        if named and setback.kind is not kind:
            return refuse(Code.SETBACK_HAS_MORE, what=what)
        if setback.kind is kind and not named:
            return refuse(Code.SETBACK_LACKS, *able, what=what)
    if setback.character is not None and setback.character not in covered:
        return refuse(Code.SETBACK_LACKS, *covered, what="who loses cover")
    return None


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
