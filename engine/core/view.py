"""What a player sees. Secrets leave the engine through `view` and `visible`, and nowhere else."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.core.events import CheckAnnounced, CheckSettled, Event, GameStarted
from engine.core.state import Character, CharacterId, Check, Game, Pending, StakeId, Trouble, Variant
from engine.story import ClockId, EndingId, FactId, SceneId, open_ways, scene


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock as it is shown."""

    id: ClockId
    filled: int
    size: int


@dataclass(frozen=True, slots=True)
class View:
    """The game from a player's seat. `ways` are the scenes that one can go to now; `facts` are known, oldest first."""

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
        case _:
            return event


def all_visible(events: Iterable[Event]) -> tuple[Event, ...]:
    """Several events as a player may know them, without those that are not theirs to know."""
    return tuple(seen for event in events if (seen := visible(event)) is not None)


def _without_stakes(check: Check) -> Check:
    # A gain or a clue would name what is not established yet.
    return replace(check, on_partial=None, on_failure=None, gain=None, clue=None)
