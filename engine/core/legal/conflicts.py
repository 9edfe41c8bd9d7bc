"""What may be asked of a conflict, of adversaries, allies and calamities now (CORE ch. 5 and 6)."""

from engine.core.check import Difficulty
from engine.core.commands import (
    Command,
    ConflictEnd,
    EndConflict,
    EndHold,
    EndTurn,
    HoldOff,
    Interpose,
    LetAllyWin,
    LetLand,
    RevealFlaw,
    StartConflict,
    Wait,
)
from engine.core.legal.domains import (
    AmbushDomain,
    BreachDomain,
    ManifestDomain,
    SetbackDomain,
    SightDomain,
    StrikeDomain,
)
from engine.core.rules import adversaries, allies, breaches, calamities, people, turns
from engine.core.sheet import CharacterId
from engine.core.state import Breach, Game, Side


def beginnings(game: Game) -> tuple[Command, ...]:
    """The ways in which a conflict may start: who engages, who is in ambush."""
    if not adversaries.standing(game):
        return (StartConflict(),)
    engagers = (None, *(each.id for each in people.able(game)))
    return tuple(StartConflict(engager, ambush) for ambush in (None, *Side) for engager in engagers)


def in_turn(game: Game) -> tuple[Command, ...]:
    """What the turn offers when nothing is to be answered first."""
    turn: list[Command] = [] if game.conflict is None else [Wait(each.id) for each in turns.with_an_action(game)]
    if game.conflict is not None and not turns.is_standoff(game) and not turns.ambushers(game):
        turn.append(EndTurn())
    return (*turn, *_endings(game))


def _endings(game: Game) -> tuple[Command, ...]:
    stands = any(each.held_by is None for each in adversaries.standing(game))
    return (*(() if stands else (EndConflict(),)), *map(EndConflict, ConflictEnd))


def answers_to_a_blow(game: Game) -> tuple[Command, ...]:
    """Who may take the strike that is coming, or that it lands."""
    return () if game.blow is None else (*map(Interpose, game.blow.in_contact), LetLand())


def about_foes(game: Game) -> tuple[Command, ...]:
    """What is whole: effects that end, flaws that show, adversaries whom allies hold off or beat."""
    standing = adversaries.standing(game)
    ends = (EndHold(each.id, hold.effect) for each in standing for hold in each.holds)
    shows = (
        RevealFlaw(each.id, flaw.id)
        for each in game.adversaries
        for flaw in each.profile.flaws
        if flaw.id not in each.known
    )
    holds = (HoldOff(ally.id, each) for ally in game.allies for each in allies.ordinary(game))
    wins = (LetAllyWin(each.held_by, each.id) for each in standing if each.held_by is not None)
    return (*ends, *shows, *holds, *wins)


def breach(game: Game, opened: Breach) -> BreachDomain:
    """How the open breach may be answered."""
    opener = game.character(opened.character)
    stands = opener is not None and opener.health > 0
    return BreachDomain(
        strikes=strikes(game),
        opener=opened.character if stands else None,
        allies=tuple(each.id for each in game.allies),
        in_contact=breaches.may_interpose(game, opened),
    )


def strikes(game: Game) -> tuple[StrikeDomain, ...]:
    """Who has attacks left, and how many go together."""
    return tuple(StrikeDomain(each.id, adversaries.most_together(game, each)) for each in breaches.strikers(game))


def setback(game: Game) -> SetbackDomain:
    """What a setback may be made of."""
    return SetbackDomain(
        fleeing=tuple(each.id for each in adversaries.standing(game)),
        covered=tuple(each.id for each in game.characters if each.cover),
    )


def ambushes(game: Game) -> tuple[AmbushDomain, ...]:
    """Who has still to strike from ambush."""
    targets = tuple(each.id for each in people.standing(game))
    waiting = turns.ambushers(game) if targets else ()
    return tuple(
        AmbushDomain(each.id, Difficulty(each.profile.threat), targets)
        for each in game.adversaries
        if each.id in waiting
    )


def idle(game: Game) -> tuple[CharacterId, ...]:
    """Whom an attack may catch, where somebody has one left."""
    return breaches.idle(game) if breaches.strikers(game) else ()


def manifestations(game: Game) -> tuple[ManifestDomain, ...]:
    """What calamities may do now."""
    return tuple(
        ManifestDomain(looming.calamity.id, each.id, Difficulty(each.difficulty))
        for looming in game.calamities
        for each in looming.calamity.manifestations
        if each.id in calamities.manifestations(game, looming)
    )


def sights(game: Game) -> tuple[SightDomain, ...]:
    """What may be seen for the first time, and by whom."""
    return tuple(SightDomain(each, calamities.unseen(game, each)) for each in calamities.sights(game))
