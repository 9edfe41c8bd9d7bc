"""What the events of adversaries, allies and calamities make of a game (CORE ch. 3 and 6)."""

from dataclasses import replace
from typing import assert_never

from engine.changing import changed
from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryLeft,
    AdversaryOut,
    AllyCame,
    AllyHeldOff,
    AllyHurt,
    AllyLeft,
    BossStruckAll,
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CalamityManifested,
    DangerFaced,
    FirstSeen,
    FlawRevealed,
    FoeEvent,
    LeverUsed,
    PhaseFell,
)
from engine.core.foes import Adversary, AdversaryId, CalamityId, Looming
from engine.core.state import Game
from engine.errors import BrokenLaw


def after(game: Game, event: FoeEvent) -> Game:
    """The game after one event of an adversary, an ally or a calamity."""
    match event:
        case AdversaryHurt():
            return with_adversary(game, changed(_found(game, event.adversary), health=event.after))
        case AdversaryOut():
            return with_adversary(game, changed(_found(game, event.adversary), health=0, held_by=None))
        case PhaseFell():
            boss = _found(game, event.adversary)
            return with_adversary(game, changed(boss, phase=event.phase + 1, health=boss.whole))
        case AdversaryArrived():
            return changed(game, adversaries=(*game.adversaries, event.adversary))
        case AdversaryLeft():
            return changed(game, adversaries=tuple(each for each in game.adversaries if each.id != event.adversary))
        case FlawRevealed():
            adversary = _found(game, event.adversary)
            return with_adversary(game, changed(adversary, known=(*adversary.known, event.flaw)))
        case AllyCame():
            return changed(game, allies=(*game.allies, event.ally))
        case AllyLeft():
            freed = (changed(each, held_by=None) if each.held_by == event.ally else each for each in game.adversaries)
            left = tuple(each for each in game.allies if each.id != event.ally)
            return changed(game, allies=left, adversaries=tuple(freed))
        case AllyHeldOff():
            return with_adversary(game, changed(_found(game, event.adversary), held_by=event.ally))
        case AllyHurt():
            return game if game.conflict is None else changed(game, conflict=changed(game.conflict, blow=None))
        case FirstSeen():
            return changed(game, seen=(*game.seen, (kind(game, event.of), event.character)))
        case CalamityCame():
            return changed(game, calamities=(*game.calamities, Looming(event.calamity)))
        case CalamityManifested():
            looming = _looming(game, event.calamity)
            if game.conflict is None:
                return game  # Only the turns of a conflict bound how often.
            return _with_calamity(game, replace(looming, manifested=(*looming.manifested, event.manifestation)))
        case LeverUsed():
            looming = _looming(game, event.calamity)
            return _with_calamity(game, replace(looming, used=(*looming.used, event.lever)))
        case CalamityDelayed():
            looming = _looming(game, event.calamity)
            return _with_calamity(game, replace(looming, delays=looming.delays + 1))
        case CalamityGone():
            return changed(
                game, calamities=tuple(each for each in game.calamities if each.calamity.id != event.calamity)
            )
        case DangerFaced() | BossStruckAll():
            return game
        case _:
            assert_never(event)


def kind(game: Game, of: str) -> str:
    """What is seen for the first time with it: a creature of its profile, or the calamity itself."""
    found = game.adversary(AdversaryId(of))
    return of if found is None else found.profile.id


def with_adversary(game: Game, new: Adversary) -> Game:
    """The game in which that adversary stands so."""
    return changed(game, adversaries=tuple([new if each.id == new.id else each for each in game.adversaries]))


def _found(game: Game, wanted: AdversaryId) -> Adversary:
    found = game.adversary(wanted)
    if found is None:
        raise BrokenLaw(f"no adversary is called {wanted}")
    return found


def _looming(game: Game, wanted: CalamityId) -> Looming:
    found = game.calamity(wanted)
    if found is None:
        raise BrokenLaw(f"no calamity is called {wanted}")
    return found


def _with_calamity(game: Game, new: Looming) -> Game:
    return changed(
        game,
        calamities=tuple(new if each.calamity.id == new.calamity.id else each for each in game.calamities),
    )
