"""A turn taken and a turn taken back, whoever plays: decide, fold, commit. Nothing here prints, waits or tells."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.commands import Command
from engine.core.decide import decide
from engine.core.events import CheckRerolled, CheckRolled, ContestRolled, Event, ResistanceRolled, ResourceRolled
from engine.core.evolve import evolve_all
from engine.core.state import Game
from engine.dice import Dice, GivenDice, SeededDice
from engine.ruling import Refused
from table.record import Turn
from table.store import Store

Throw = tuple[int, tuple[tuple[int, int], ...]]
"""Dice that fell together: the number of the first, then sides and face of each."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A turn stands: its id in the save, all that happened, and the game after it."""

    turn: int
    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True, slots=True)
class Undone:
    """The last turn is taken back. `kept_as` names the line that keeps it, where dice had fallen."""

    turn: Turn
    kept_as: str | None


def dice_of(game: Game, faces: tuple[int, ...] | None) -> Dice:
    """The dice of a turn: faces of a real table's dice, or those that the game's seed gives."""
    return SeededDice(game.seed) if faces is None else GivenDice(*faces)


def take(store: Store, game: Game, command: Command, faces: tuple[int, ...] | None, said: str = "") -> Taken | Refused:
    """Decide a command and commit what follows. Raises SaveUnwritable; then nothing has happened."""
    decided = decide(game, command, dice_of(game, faces))
    if isinstance(decided, Refused):
        return decided
    after = evolve_all(game, decided.events)
    # Before any prose or answer: a crash must not lose dice.
    return Taken(store.append(after, said, command, faces, decided.events), decided.events, after)


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
