"""A turn taken and a turn taken back, whoever plays: decide, fold, commit. Nothing here prints, waits or tells."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.commands import Command
from engine.core.decide import advance
from engine.core.events import CheckRerolled, CheckRolled, ContestRolled, Event, ResistanceRolled, ResourceRolled
from engine.core.state import Game
from engine.dice import GivenDice, SeededDice
from engine.ruling import Refused
from table.record import Turn
from table.store import Store

if TYPE_CHECKING:
    from narrator.memory import Note

Throw = tuple[int, tuple[tuple[int, int], ...]]
"""Dice that fell together: the number of the first, then sides and face of each."""


@dataclass(frozen=True, slots=True)
class Turned:
    """What a turn brings: all that happens, and the game after it."""

    command: Command
    faces: tuple[int, ...] | None
    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True, slots=True)
class Undone:
    """The last turn is taken back. `kept_as` names the line that keeps it, where dice had fallen."""

    turn: Turn
    kept_as: str | None


def turned(game: Game, command: Command, faces: tuple[int, ...] | None) -> Turned | Refused:
    """Decide a command; nothing is committed. `faces` are those of a real table's dice, None for the seed's."""
    dice = SeededDice(game.seed) if faces is None else GivenDice(*faces)
    decided = advance(game, command, dice)
    if isinstance(decided, Refused):
        return decided
    return Turned(command, faces, decided.events, decided.game)


def commit(store: Store, turn: Turned, said: str = "", noted: "Iterable[Note]" = ()) -> int:
    """Let a turn stand, and what is noted of it; its id in the save. Raises SaveUnwritable; then nothing happened."""
    return store.append(turn.game, said, turn.command, turn.faces, turn.events, noted)


def take_back(store: Store) -> Undone | None:
    """Take the last turn back; None at the beginning. A die that fell stays fallen: it will show the same face."""
    last = next(store.back())
    if last.parent is None:
        return None
    rolled = next(throws(last.events), None) is not None
    return Undone(last, store.step_back(keep=rolled))


def throws(events: tuple[Event, ...]) -> Iterator[Throw]:
    """Every throw of these events, in the order in which the dice fell."""
    for event in events:
        match event:
            case CheckRolled() | CheckRerolled() | ResistanceRolled():
                yield event.draw, tuple((6, face) for face in event.faces)
            case ContestRolled():
                yield event.draw, tuple((6, face) for face in (*event.acts, *event.resists))
            case ResourceRolled():
                yield event.draw, ((event.sides, event.face),)
            case _:
                pass
