"""What may be asked now: whole commands where they are few, domains where choices combine.

Every command listed, and every command made from a domain, is accepted by `decide`.
"""

from dataclasses import dataclass, replace

from engine.core.check import Pending
from engine.core.commands import Command, CutScene, EnterScene, LeaveStory, Rest
from engine.core.foes import AdversaryId, AllyId, CalamityId
from engine.core.legal import checks, conflicts, sheets
from engine.core.legal.checks import check_domain
from engine.core.legal.domains import (
    AimDomain,
    AmbushDomain,
    AmendDomain,
    BreachDomain,
    CheckDomain,
    ManifestDomain,
    SetbackDomain,
    SightDomain,
    StrikeDomain,
    TargetDomain,
    UseDomain,
    WeaponDomain,
)
from engine.core.rules import advances, people, turns
from engine.core.rules.advances import AdvanceDomain
from engine.core.rules.adventure import attainable
from engine.core.sheet import CharacterId, WoundId
from engine.core.state import Game, RestKind, SafetyKind
from engine.story import ClockId, FactId, open_ways, scene

__all__ = [
    "AdvanceDomain",
    "AimDomain",
    "AmbushDomain",
    "AmendDomain",
    "BreachDomain",
    "CheckDomain",
    "ManifestDomain",
    "Options",
    "SetbackDomain",
    "SightDomain",
    "StrikeDomain",
    "TargetDomain",
    "UseDomain",
    "WeaponDomain",
    "check_domain",
    "legal",
]


@dataclass(frozen=True, slots=True)
class Options:
    """All that is legal: `commands` as they stand, and domains for what is made of choices and words.

    `checks` has a domain for each PC who can act, none while something else is to be decided; `advantages` is the
    domain whose tools and helpers may still be added to the announced check, `amendment` how one that avoids may be
    shaped. `gains` are the facts that a check's success or a ruling may establish now, `clues` those that nobody can
    miss, both the narrator's to know, not a player's; `clocks` may move with a complication.

    `free`: nothing has to be decided first, so that whoever is new may come in. `inspirable` may be granted an
    Inspiration; `actors` ruled on, and act in PC against PC, where one of `efforts` resists; `standing` may be hurt,
    marked, exposed to a danger, put in cover; `bearers` come by an item; `adversaries` may be put in cover, `present`
    sent away, `allies` parted with, `calamities` reach their goal. `breach` answers the open breach; `setback` goes
    with a setback, `standoff` says that the turn's end needs one. `ambushes` strike before turn 1; `idle` PCs may be
    caught by `strikes`. `uses` are items used without a roll; `wounds` may be described, `dying` may die, `patients`
    have medical care, `advances` be taken. `safety` is what anyone may ask for, at any time; a theme to avoid is named.
    """

    commands: tuple[Command, ...] = ()
    checks: tuple[CheckDomain, ...] = ()
    advantages: CheckDomain | None = None
    amendment: AmendDomain | None = None
    gains: tuple[FactId, ...] = ()
    clues: tuple[FactId, ...] = ()
    clocks: tuple[ClockId, ...] = ()
    free: bool = False
    inspirable: tuple[CharacterId, ...] = ()
    actors: tuple[CharacterId, ...] = ()
    efforts: tuple[CheckDomain, ...] = ()
    standing: tuple[CharacterId, ...] = ()
    bearers: tuple[CharacterId, ...] = ()
    adversaries: tuple[AdversaryId, ...] = ()
    present: tuple[AdversaryId, ...] = ()
    allies: tuple[AllyId, ...] = ()
    calamities: tuple[CalamityId, ...] = ()
    breach: BreachDomain | None = None
    setback: SetbackDomain | None = None
    standoff: bool = False
    ambushes: tuple[AmbushDomain, ...] = ()
    strikes: tuple[StrikeDomain, ...] = ()
    idle: tuple[CharacterId, ...] = ()
    uses: tuple[UseDomain, ...] = ()
    manifestations: tuple[ManifestDomain, ...] = ()
    sights: tuple[SightDomain, ...] = ()
    patients: tuple[CharacterId, ...] = ()
    wounds: tuple[tuple[CharacterId, WoundId], ...] = ()
    dying: tuple[CharacterId, ...] = ()
    advances: tuple[AdvanceDomain, ...] = ()
    safety: tuple[SafetyKind, ...] = tuple(SafetyKind)


def legal(game: Game) -> Options:
    """Everything that `decide` accepts in this game."""
    clocks = tuple(each.id for each in game.story.clocks)
    if game.progress.ending is not None:
        return Options(clocks=clocks, advances=advances.domains(game))
    known = attainable(game)
    essential = {each.id for each in game.story.facts if each.essential}
    gains = tuple(each for each in known if each not in essential)
    clues = tuple(each for each in known if each in essential)
    anytime = Options(
        sheets.anytime(game), clocks=clocks, inspirable=sheets.inspirable(game), wounds=sheets.wounds(game)
    )
    if game.contest is not None:
        return _with(anytime, checks.about_the_contest(game))
    if game.pending is not None:
        return _of_the_check(game, anytime, game.pending, gains, clues)
    if game.blow is not None:
        return _with(anytime, conflicts.answers_to_a_blow(game))
    if game.breach is not None:
        return replace(anytime, breach=conflicts.breach(game, game.breach), setback=conflicts.setback(game))
    return _of_free_play(game, anytime, gains, clues)


def _with(options: Options, commands: tuple[Command, ...]) -> Options:
    return replace(options, commands=(*options.commands, *commands))


def _of_the_check(
    game: Game, anytime: Options, pending: Pending, gains: tuple[FactId, ...], clues: tuple[FactId, ...]
) -> Options:
    return replace(
        _with(anytime, checks.about_the_check(game, pending)),
        advantages=checks.advantages(game, pending),
        amendment=checks.amendment(game, pending),
        gains=gains,
        clues=clues,
    )


def _of_free_play(game: Game, anytime: Options, gains: tuple[FactId, ...], clues: tuple[FactId, ...]) -> Options:
    moving = conflicts.in_turn(game) if game.in_conflict else (*_in_the_story(game), *conflicts.beginnings(game))
    efforts = checks.efforts(game)
    domains = checks.domains(game, efforts)
    standoff = turns.is_standoff(game)
    return replace(
        _with(anytime, (*moving, *conflicts.about_foes(game), *sheets.comforts(game), LeaveStory())),
        checks=domains,
        gains=gains,
        clues=clues,
        free=True,
        actors=tuple(each.actor for each in domains),
        efforts=efforts if len(efforts) > 1 else (),
        standing=tuple(each.id for each in people.standing(game)),
        bearers=tuple(each.id for each in game.characters if not each.dead),
        adversaries=tuple(each.id for each in game.adversaries if each.health > 0),
        present=tuple(each.id for each in game.adversaries),
        allies=tuple(each.id for each in game.allies),
        calamities=tuple(each.calamity.id for each in game.calamities),
        setback=conflicts.setback(game) if standoff else None,
        standoff=standoff,
        ambushes=conflicts.ambushes(game),
        strikes=conflicts.strikes(game),
        idle=conflicts.idle(game),
        uses=sheets.uses(game),
        manifestations=conflicts.manifestations(game),
        sights=conflicts.sights(game),
        patients=() if game.in_conflict else sheets.patients(game),
        dying=sheets.dying(game),
    )


def _in_the_story(game: Game) -> tuple[Command, ...]:
    rests = [RestKind.LONG]
    if scene(game.story, game.progress.scene).shelter:
        rests.insert(0, RestKind.SCENE)
        if not game.paused:
            rests.insert(0, RestKind.PAUSE)
    return (*map(EnterScene, open_ways(game.story, game.progress)), *map(Rest, rests), CutScene())
