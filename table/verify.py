"""Whether a save tells the truth: its chain, its dice and its rulings are worked out again, turn by turn."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core.commands import NewGame
from engine.core.decide import decide, new_game
from engine.core.events import CheckRerolled, CheckRolled, Event, ResistanceRolled, ResourceRolled
from engine.core.evolve import evolve, fold
from engine.core.state import Game
from engine.dice import GivenDice, SeededDice
from engine.errors import EngineError
from engine.ruling import Refused
from table import wire
from table.record import FAULTS, Place, SaveDamaged, Turn, chained, check, fault, is_sealed, misplaced, read_turn


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many turns and dice were worked out again; the first turn that diverges and how, None where all agree."""

    turns: int
    dice: int
    diverges_at: int | None = None
    how: str = ""


def verify(file: Path) -> Verdict:
    """Work a save out again, every line of it, without writing to it.

    Raises SaveMissing, SaveForeign, SaveTooNew, SaveUnwritable, and SaveDamaged where something else than a turn is
    not whole.
    """
    check(file)
    try:
        try:
            return _read(file, file)
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
        with _rolled_back(file) as copy:
            return _read(file, copy)
    except FAULTS as error:
        raise fault(file, error) from error


@contextmanager
def _rolled_back(file: Path) -> Iterator[Path]:
    """A copy without its half turn: whoever wrote it was killed in the middle of one, and a reader may not clean up."""
    with TemporaryDirectory() as folder:
        copy = Path(shutil.copy(file, folder))
        shutil.copy(file.with_name(f"{file.name}-journal"), folder)
        with closing(sqlite3.connect(copy)) as database:
            database.execute("PRAGMA schema_version").fetchone()
        yield copy


def _read(file: Path, copy: Path) -> Verdict:
    with closing(sqlite3.connect(f"{copy.resolve().as_uri()}?mode=ro", uri=True)) as database:
        broken = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        if broken != "ok":
            raise SaveDamaged(file, broken)
        verdict = _work_out(database)
        if verdict.diverges_at is None and not is_sealed(database):
            raise SaveDamaged(file, "its settings or lines are not as they were written")
        return verdict


def _work_out(database: sqlite3.Connection) -> Verdict:
    games: dict[int | None, Game] = {}
    places: dict[int | None, Place] = {}
    turns = dice = 0
    for row in database.execute("SELECT * FROM turn ORDER BY id"):
        parent = row[1]
        before = games.get(parent)
        how = misplaced(row, places.get(parent)) if parent is None or parent in places else "the one before is missing"
        if how is None:
            try:
                turn = read_turn(row)
                how = _turn_fault(turn, before)
                if how is None:
                    games[turn.id] = _after(before, turn.events)
                    how = _snapshot_fault(database, turn, games[turn.id])
                dice += sum(len(faces) for _, faces in _thrown(turn.events))
            except (wire.Unreadable, EngineError) as error:
                how = f"it cannot be read: {error}".splitlines()[0]
        if how is not None:
            return Verdict(turns, dice, row[2], how)
        places[row[0]] = (row[2], row[7])
        turns += 1
    return Verdict(turns, dice) if turns else Verdict(0, 0, 0, "there is no turn at all")


def _snapshot_fault(database: sqlite3.Connection, turn: Turn, game: Game) -> str | None:
    row = database.execute("SELECT game, hash FROM snapshot WHERE turn = ?", (turn.id,)).fetchone()
    if row is None or row == (text := wire.game_text(game), chained(turn.hash, text)):
        return None
    return "its snapshot is of another game"


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
