"""What a player sees. Secrets leave the engine through `view` and `visible`, and nowhere else."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.core.check import Check, Contest, Pending, StakeId
from engine.core.events import (
    AdversaryArrived,
    CalamityCame,
    CheckAnnounced,
    CheckSettled,
    Event,
    GameStarted,
    SetbackHappened,
)
from engine.core.foes import (
    Adversary,
    AdversaryId,
    Ally,
    AllyId,
    CalamityId,
    Flaw,
    LeverId,
    Manoeuvred,
    Profile,
    Scale,
    Standing,
)
from engine.core.rules import adversaries
from engine.core.rules.awaiting import Awaited, awaited
from engine.core.sheet import Character, CharacterId, Variant
from engine.core.state import Conflict, Game, Trouble
from engine.story import ClockId, EndingId, FactId, SceneId, open_ways, scene


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock as it is shown."""

    id: ClockId
    filled: int
    size: int


@dataclass(frozen=True, slots=True)
class AdversaryFace:
    """An adversary as players see it: flaws only once known.

    `members` stand, of a group; `phase` is 1 to 3 for a boss, 0 for others. `attacks` are left in this turn.
    """

    id: AdversaryId
    name: str
    standing: Standing
    threat: int
    health: int
    whole: int
    weapon: int
    protection: int
    members: int
    phase: int
    cover: int
    attacks: int
    effects: tuple[Manoeuvred, ...]
    held_by: AllyId | None
    traits: tuple[str, ...]
    flaws: tuple[Flaw, ...]


@dataclass(frozen=True, slots=True)
class CalamityFace:
    """A calamity as players see it: not its goal, not what sends it back, but what they have used of it."""

    id: CalamityId
    name: str
    scale: Scale
    used: tuple[LeverId, ...]
    delays: int


@dataclass(frozen=True, slots=True)
class View:
    """The game from a player's seat. `ways` are the scenes that one can go to now; `facts` are known, oldest first.

    `awaits` are the decisions to be taken, the first before all others; `conflict` has the turns of the fight.
    """

    variant: Variant
    scene: SceneId
    shelter: bool
    characters: tuple[Character, ...]
    ways: tuple[SceneId, ...]
    facts: tuple[FactId, ...]
    clocks: tuple[ClockFace, ...]
    troubles: tuple[Trouble, ...]
    tried: tuple[StakeId, ...]
    visited: tuple[SceneId, ...]
    pending: Pending | None
    in_conflict: bool
    paused: bool
    inspired: tuple[CharacterId, ...]
    ending: EndingId | None
    awaits: tuple[Awaited, ...]
    contest: Contest | None
    conflict: Conflict | None
    adversaries: tuple[AdversaryFace, ...]
    allies: tuple[Ally, ...]
    calamities: tuple[CalamityFace, ...]
    avoided: tuple[str, ...]


def view(game: Game) -> View:
    """The game without what the players must not know: complications to come, facts not established."""
    progress = game.progress
    return View(
        variant=game.variant,
        scene=progress.scene,
        shelter=scene(game.story, progress.scene).shelter,
        characters=game.characters,
        ways=open_ways(game.story, progress),
        facts=progress.facts,
        clocks=tuple(ClockFace(each.id, progress.filled(each.id), each.size) for each in game.story.clocks),
        troubles=game.troubles,
        tried=game.tried,
        visited=game.visited,
        pending=None if game.pending is None else replace(game.pending, check=_without_stakes(game.pending.check)),
        in_conflict=game.in_conflict,
        paused=game.paused,
        inspired=game.inspired,
        ending=progress.ending,
        awaits=awaited(game),
        contest=game.contest,
        conflict=game.conflict,
        adversaries=faces(game),
        allies=game.allies,
        calamities=tuple(
            CalamityFace(each.calamity.id, each.calamity.name, each.calamity.scale, each.used, each.delays)
            for each in game.calamities
        ),
        avoided=game.avoided,
    )


def faces(game: Game) -> tuple[AdversaryFace, ...]:
    """The adversaries as players see them, those of the view."""
    return tuple([_face(game, each) for each in game.adversaries])


def _face(game: Game, adversary: Adversary) -> AdversaryFace:
    profile = adversary.profile
    return AdversaryFace(
        id=adversary.id,
        name=profile.name,
        standing=profile.standing,
        threat=profile.threat,
        health=adversary.health,
        whole=adversary.whole,
        weapon=adversaries.weapon(adversary),
        protection=profile.protection,
        members=adversaries.members(adversary),
        phase=adversary.phase,
        cover=adversary.cover,
        attacks=adversaries.attacks_left(game, adversary),
        effects=tuple(each.effect for each in adversary.holds),
        held_by=adversary.held_by,
        traits=profile.traits,
        flaws=tuple(each for each in profile.flaws if each.id in adversary.known),
    )


def visible(event: Event) -> Event | None:
    """The event as a player may know it, None when it is not theirs to know."""
    match event:
        case GameStarted():
            return None  # It carries the whole story; what a player may see of it is in the view.
        case CheckAnnounced():
            return CheckAnnounced(_without_stakes(event.check), tuple(_without_stakes(each) for each in event.next_up))
        case CheckSettled():
            return replace(event, check=_without_stakes(event.check))
        case AdversaryArrived():
            return replace(event, adversary=_without_flaws(event.adversary))
        case CalamityCame():
            # What it wants, what it does and what sends it back are found in the fiction.
            return replace(event, calamity=replace(event.calamity, goal="", manifestations=(), levers=(), useless=""))
        case SetbackHappened():
            arrivals = tuple(replace(each, profile=_seen_of(each.profile)) for each in event.setback.arrivals)
            return replace(event, setback=replace(event.setback, arrivals=arrivals))
        case _:
            return event


def _seen_of(profile: Profile) -> Profile:
    # What makes it vulnerable, and what seeing it does, are found out in play.
    return replace(profile, flaws=(), first_sight=None)


def _without_flaws(adversary: Adversary) -> Adversary:
    return replace(adversary, profile=_seen_of(adversary.profile))


def all_visible(events: Iterable[Event]) -> tuple[Event, ...]:
    """Several events as a player may know them, without those that are not theirs to know."""
    return tuple(seen for event in events if (seen := visible(event)) is not None)


def _without_stakes(check: Check) -> Check:
    # A gain or a clue would name what is not established yet.
    return replace(check, on_partial=None, on_failure=None, gain=None, clue=None)
