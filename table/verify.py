"""Whether a save tells the truth: its chain, its dice and its rulings are worked out again, turn by turn."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.core.commands import NewGame
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve_all, fold
from engine.core.state import Game
from engine.dice import GivenDice, SeededDice
from engine.errors import EngineError
from engine.ruling import Refused
from table import wire
from table.reading import reading
from table.record import (
    FAULTS,
    Divergence,
    Kind,
    Place,
    SaveDamaged,
    Turn,
    chained,
    check,
    fault_of_reading,
    is_sealed,
    misplaced,
    read_turn,
)
from table.turns import throws


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many turns, and dice that a seed gave, were worked out again; dice given by a person are taken as written.

    `diverges_at` is the first turn that diverges and `how` in what way, None where all agree.
    """

    turns: int
    dice: int
    diverges_at: int | None = None
    how: Divergence | None = None


def verify(file: Path) -> Verdict:
    """Work a save out again, every line of it, without writing to it.

    Raises SaveMissing, SaveForeign, SaveTooNew, SaveUnreadable, and SaveDamaged where something else than a turn is
    not whole.
    """
    check(file)
    try:
        with reading(file) as database:
            broken = database.execute("PRAGMA quick_check(1)").fetchone()[0]
            if broken != "ok":
                raise SaveDamaged(file, broken)
            verdict = _work_out(database)
            if verdict.diverges_at is None and not is_sealed(database):
                raise SaveDamaged(file, "its settings or lines are not as they were written")
            return verdict
    except FAULTS as error:
        raise fault_of_reading(file, error) from error


def _work_out(database: sqlite3.Connection) -> Verdict:
    games: dict[int | None, Game] = {}
    places: dict[int | None, Place] = {}
    turns = dice = 0
    for row in database.execute("SELECT * FROM turn ORDER BY id"):
        parent = row[1]
        before = games.get(parent)
        follows = parent is None or parent in places
        how = misplaced(row, places.get(parent)) if follows else Divergence(Kind.ORPHAN)
        if how is None:
            try:
                turn = read_turn(row)
                how = _turn_fault(turn, before)
                if how is None:
                    games[turn.id] = fold(turn.events) if before is None else evolve_all(before, turn.events)
                    how = _snapshot_fault(database, turn, games[turn.id])
                dice += 0 if turn.faces is not None else sum(len(faces) for _, faces in throws(turn.events))
            except (wire.Unreadable, EngineError):
                how = Divergence(Kind.UNREADABLE)
        if how is not None:
            return Verdict(turns, dice, row[2], how)
        places[row[0]] = (row[2], row[7])
        turns += 1
    return Verdict(turns, dice) if turns else Verdict(0, 0, 0, Divergence(Kind.EMPTY))


def _snapshot_fault(database: sqlite3.Connection, turn: Turn, game: Game) -> Divergence | None:
    row = database.execute("SELECT game, hash FROM snapshot WHERE turn = ?", (turn.id,)).fetchone()
    if row is None or row == (text := wire.game_text(game), chained(turn.hash, text)):
        return None
    return Divergence(Kind.SNAPSHOT)


def _turn_fault(turn: Turn, before: Game | None) -> Divergence | None:
    if isinstance(turn.command, NewGame):
        decided = new_game(turn.command)
        seed = turn.command.seed
    elif before is None:
        return Divergence(Kind.NO_NEW_GAME)
    else:
        dice = SeededDice(before.seed) if turn.faces is None else GivenDice(*turn.faces)
        decided = decide(before, turn.command, dice)
        seed = before.seed
    wrong = next((each for each in _faces_wrong(turn, seed)), None)
    if wrong is not None:
        return wrong
    if isinstance(decided, Refused):
        return Divergence(Kind.REFUSED, (("refusal", decided),))
    return None if decided.events == turn.events else Divergence(Kind.EVENTS)


def _faces_wrong(turn: Turn, seed: str) -> Iterator[Divergence]:
    if turn.faces is not None:
        return
    for draw, faces in throws(turn.events):
        for place, (sides, face) in enumerate(faces):
            derived = SeededDice(seed).face(draw + place, sides)
            if derived != face:
                yield Divergence(Kind.DIE, (("draw", draw + place), ("face", face), ("derived", derived)))
