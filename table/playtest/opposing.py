"""The game master of a playtest: plays the adversity by the book, the same way every time.

A breach is answered by whoever strikes hardest; attacks that would be lost at the turn's end are put together in its
last breaches (CORE ch. 5, Les attaques des PNJ). Nobody is struck but in a breach: the book lets the adversity catch
whoever keeps out of the fight, and does not ask it to.
"""

from engine.core.check import Complication, ComplicationKind, Difficulty
from engine.core.commands import BringSetback, Command, ConflictEnd, EndConflict, EndTurn, Strike, StrikeFromAmbush
from engine.core.foes import Setback, SetbackKind
from engine.core.rules import adversaries, breaches, people, turns
from engine.core.rules.awaiting import Decision
from engine.core.state import Game

ADVANCES = Setback(SetbackKind.OTHER, "the adversity gains ground")
_SPOTTED = Complication(ComplicationKind.EXPOSED, "seen all the same")


def oppose(game: Game, decision: Decision) -> Command:
    """What the game master does now."""
    match decision:
        case Decision.BREACH:
            return _answer(game)
        case Decision.AMBUSH:
            return _from_ambush(game)
        case Decision.SETBACK:
            return EndTurn(ADVANCES)
        case Decision.TURN:
            return EndTurn()
        case _:
            stands = any(each.held_by is None for each in adversaries.standing(game))
            return EndConflict(ConflictEnd.CAPTURE if stands else None)


def _answer(game: Game) -> Command:
    breach, strikers = game.breach, breaches.strikers(game)
    assert breach is not None
    opener = game.character(breach.character)
    if not strikers or opener is None or opener.health == 0:
        return BringSetback(ADVANCES)
    hardest = max(strikers, key=lambda each: (adversaries.weapon(each), each.profile.threat))
    # Each PC whose action is still to come may open one breach more, and each breach is one strike.
    spare = sum(adversaries.attacks_left(game, each) for each in strikers) - len(turns.still_to_act(game))
    together = max(1, min(adversaries.most_together(game, hardest), spare))
    return Strike(hardest.id, together, breaches.may_interpose(game, breach))


def _from_ambush(game: Game) -> Command:
    hidden = game.adversary(turns.ambushers(game)[0])
    assert hidden is not None
    target = min(people.standing(game), key=lambda each: each.health)
    hard = hidden.profile.threat != Difficulty.STANDARD
    return StrikeFromAmbush(hidden.id, target.id, _SPOTTED if hard else None)
