"""Whether a save tells the truth: its chain, its dice and its rulings are worked out again, turn by turn."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engine.core.commands import NewGame
from engine.core.decide import decide, new_game
from engine.core.events import CheckRerolled, CheckRolled, Event, ResistanceRolled, ResourceRolled
from engine.core.evolve import evolve, fold
from engine.core.state import Game
from engine.dice import GivenDice, SeededDice
from engine.errors import EngineError
from engine.ruling import Refused
from table import wire
from table.record import Row, SaveDamaged, SaveMissing, Turn, chained, check, read_turn


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many turns and dice were worked out again; the first turn that diverges and how, None where all agree."""

    turns: int
    dice: int
    diverges_at: int | None = None
    how: str = ""


def verify(file: Path) -> Verdict:
    """Work a save out again, every line of it, without writing to it.

    Raises SaveMissing, SaveForeign, SaveTooNew, and SaveDamaged where the file cannot be read at all.
    """
    if not file.is_file():
        raise SaveMissing(file)
    check(file)
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as database:
            broken = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            if broken != "ok":
                raise SaveDamaged(file, broken)
            return _work_out(database)
    except sqlite3.Error as error:
        raise SaveDamaged(file, str(error)) from error


def _work_out(database: sqlite3.Connection) -> Verdict:
    games: dict[int, Game] = {}
    hashes: dict[int | None, bytes] = {None: b""}
    turns = dice = 0
    for row in database.execute("SELECT * FROM turn ORDER BY id"):
        number, parent = row[2], row[1]
        how = _chain_fault(row, hashes) if parent in hashes else "the turn before it is missing"
        if how is None:
            try:
                turn = read_turn(row)
                before = None if parent is None else games[parent]
                how = _turn_fault(turn, before)
                if how is None:
                    games[turn.id] = _after(before, turn.events)
            except (wire.Unreadable, ValueError, EngineError) as error:
                how = f"it cannot be read: {error}".splitlines()[0]
            else:
                dice += sum(len(faces) for _, faces in _thrown(turn.events))
        if how is not None:
            return Verdict(turns, dice, number, how)
        hashes[row[0]] = row[7]
        turns += 1
    return Verdict(turns, dice) if turns else Verdict(0, 0, 0, "there is no turn at all")


def _chain_fault(row: Row, hashes: dict[int | None, bytes]) -> str | None:
    _, parent, _, said, command, faces, events, digest = row
    whole = chained(hashes[parent], said, command, faces, events) == digest
    return None if whole else "its hash does not fit its words"


def _turn_fault(turn: Turn, before: Game | None) -> str | None:
    if isinstance(turn.command, NewGame):
        decided = new_game(turn.command)
        seed = turn.command.seed
    elif before is None:
        return "the first turn is not a new game"
    else:
        dice = SeededDice(before.seed) if turn.faces is None else GivenDice(*turn.faces)
        decided = decide(before, turn.command, dice)
        seed = before.seed
    wrong = next((each for each in _faces_wrong(turn, seed)), None)
    if wrong is not None:
        return wrong
    if isinstance(decided, Refused):
        return f"its command is refused: {decided.sentence}"
    return None if decided.events == turn.events else "its command, decided again, gives other events"


def _faces_wrong(turn: Turn, seed: str) -> Iterator[str]:
    if turn.faces is not None:
        return
    for draw, faces in _thrown(turn.events):
        for place, (sides, face) in enumerate(faces):
            derived = SeededDice(seed).face(draw + place, sides)
            if derived != face:
                yield f"die {draw + place} shows {face}, its seed gives {derived}"


def _thrown(events: tuple[Event, ...]) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """Each throw: the number of its first die, then sides and face of every die."""
    for event in events:
        match event:
            case CheckRolled() | CheckRerolled() | ResistanceRolled():
                yield event.draw, tuple((6, face) for face in event.faces)
            case ResourceRolled():
                yield event.draw, ((event.sides, event.face),)
            case _:
                pass


def _after(before: Game | None, events: tuple[Event, ...]) -> Game:
    if before is None:
        return fold(events)
    for event in events:
        before = evolve(before, event)
    return before
