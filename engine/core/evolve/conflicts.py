"""What the events of a conflict make of a game (CORE ch. 5, Les conflits)."""

from dataclasses import replace
from typing import assert_never

from engine.changing import changed
from engine.core.check import ComplicationKind
from engine.core.events import (
    AdversaryCovered,
    AmbushStruck,
    BreachOpened,
    ConflictEnded,
    ConflictEvent,
    ConflictStarted,
    EffectEnded,
    EffectTook,
    IdleCaught,
    Interposed,
    SetbackHappened,
    StrikeMade,
    TurnBegan,
    Waited,
)
from engine.core.evolve.foes import with_adversary
from engine.core.evolve.turns import has_acted
from engine.core.foes import Adversary, AdversaryId, Hold, Manoeuvred, SetbackKind
from engine.core.state import Blow, Breach, Conflict, Game, Trouble
from engine.errors import BrokenLaw

_TROUBLE = {
    SetbackKind.HOSTAGE: ComplicationKind.WORSE,
    SetbackKind.FLIGHT: ComplicationKind.WORSE,
    SetbackKind.REINFORCEMENTS: ComplicationKind.NEW_THREAT,
    SetbackKind.POSITION_LOST: ComplicationKind.EXPOSED,
    SetbackKind.COVER_FALLS: ComplicationKind.EXPOSED,
    SetbackKind.WAY_CLOSES: ComplicationKind.WORSE,
    SetbackKind.OTHER: ComplicationKind.WORSE,
}


def after(game: Game, event: ConflictEvent) -> Game:
    """The game after one event of a conflict."""
    match event:
        case BreachOpened():
            return changed(game, conflict=changed(_conflict(game), breach=Breach(event.character, event.target)))
        case StrikeMade():
            blow = Blow(event.adversary, event.character, event.damage, event.in_contact, event.ally)
            game = changed(game, conflict=changed(_conflict(game), breach=None, blow=blow))
            return _spent(game, event.adversary, event.attacks)
        case Interposed():
            return has_acted(game, event.character, fights=True)
        case SetbackHappened():
            trouble = Trouble(_TROUBLE[event.setback.kind], event.setback.note)
            return changed(game, conflict=changed(_conflict(game), breach=None), troubles=(*game.troubles, trouble))
        case TurnBegan():
            return _turn(game, event)
        case ConflictStarted():
            return changed(game, in_conflict=True, settled=None)
        case ConflictEnded():
            return _over(game)
        case Waited():
            return has_acted(game, event.character)
        case IdleCaught():
            conflict = _conflict(game)
            game = changed(game, conflict=changed(conflict, caught=(*conflict.caught, event.character)))
            return _spent(game, event.adversary, 1)
        case AmbushStruck():
            return _spent(game, event.adversary, 1)
        case AdversaryCovered():
            return with_adversary(game, changed(_adversary(game, event.adversary), cover=event.dice))
        case EffectTook():
            held = _without(_adversary(game, event.adversary), event.effect)
            return with_adversary(game, changed(held, holds=(*held.holds, Hold(event.effect, event.turn))))
        case EffectEnded():
            return with_adversary(game, _without(_adversary(game, event.adversary), event.effect))
        case _:
            assert_never(event)


def _conflict(game: Game) -> Conflict:
    if game.conflict is None:
        raise BrokenLaw("no conflict has turns")
    return game.conflict


def _adversary(game: Game, wanted: AdversaryId) -> Adversary:
    found = game.adversary(wanted)
    if found is None:
        raise BrokenLaw(f"no adversary is called {wanted}")
    return found


def _spent(game: Game, who: AdversaryId, attacks: int) -> Game:
    adversary = _adversary(game, who)
    return with_adversary(game, changed(adversary, spent=adversary.spent + attacks))


def _turn(game: Game, event: TurnBegan) -> Game:
    # Frozen for an action: whoever had acted when it struck loses the one of this turn (CORE ch. 6, Calamités).
    frozen = () if game.conflict is None else game.conflict.frozen
    return changed(
        game,
        conflict=Conflict(event.turn, event.facing, event.ambush, event.engager, acted=frozen),
        adversaries=tuple(_anew(each, event.turn) for each in game.adversaries),
        calamities=tuple(replace(each, manifested=()) for each in game.calamities),
    )


def _anew(adversary: Adversary, turn: int) -> Adversary:
    # RULING manoeuvre: who was toppled is up again as the next turn begins.
    holds = tuple(each for each in adversary.holds if each.effect is not Manoeuvred.TOPPLED or each.turn >= turn)
    return changed(adversary, spent=0, holds=holds)


def _without(adversary: Adversary, effect: Manoeuvred) -> Adversary:
    return changed(adversary, holds=tuple(each for each in adversary.holds if each.effect is not effect))


def _over(game: Game) -> Game:
    return changed(
        game,
        in_conflict=False,
        conflict=None,
        settled=None,
        cared=(),
        adversaries=tuple(changed(each, spent=0, cover=0) for each in game.adversaries if each.health > 0),
        characters=tuple(changed(each, cover=0) if each.cover else each for each in game.characters),
    )
