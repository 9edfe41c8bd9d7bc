"""Kills `breche play` at random moments and looks at what is left: `python -m tests.faults.kills 2000`.

No turn that was acknowledged may be missing, none may be there by half, and play goes on. Every kill hits the whole
program, which plays Low Water from lines on a pipe. Nine in ten hit a fork of a process that has everything imported
(tests/faults/player.py), where most moments are moments of play; one in ten hits the program as a shell starts it. Each
save is killed four times, every time but the first while it is being resumed, and then played on in peace. A moment is
"so long after so many turns": what is drawn for a seed is the same everywhere, where exactly it falls depends on the
machine.
"""

import json
import multiprocessing
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from table.session import Session
from table.store import Store
from table.verify import verify
from tests.faults import player
from tests.faults.evening import Scripted

KILLS_A_SAVE = 4
LINES = (
    "look around",
    "search the nets",
    "roll",
    "accept",
    "go to the quay",
    "look around",
    "wait",
    "go back to the bar",
)
PLAY = ("play", "--seed", "7", "--json", "--lang", "en", "--scenario", "low_tide", "--character", "akiko", "--save")


class Lost(AssertionError):
    """A kill cost something."""


class Turn(NamedTuple):
    """A turn that a player said was committed."""

    number: int
    said: str


@dataclass(frozen=True)
class Moment:
    """When the kill comes: `seconds` after the player acknowledged so many `turns`."""

    turns: int
    seconds: float


class Player:
    """`breche play` on a pipe, which holds so many lines."""

    start_up: float
    a_turn = 0.01
    most_turns = 40
    process: BaseProcess | subprocess.Popen[bytes]
    told: int
    """What it tells is read from here."""

    def __init__(self, file: Path, lines: int) -> None:
        self.arguments = [*PLAY, str(file)]
        places = ("XDG_CONFIG_HOME", "XDG_STATE_HOME")
        self.environ = {**dict.fromkeys(places, str(file.parent / "config")), "PYTHONUTF8": "1"}
        lines_read, typed = os.pipe()
        self.told, tells = os.pipe()
        # All of them fit into the pipe, so nobody waits.
        os.write(typed, "".join(f"{LINES[each % len(LINES)]}\n" for each in range(lines)).encode())
        os.close(typed)
        self.start(lines_read, tells)
        os.close(lines_read)
        os.close(tells)

    def start(self, lines: int, tells: int) -> None:
        """Begin to play, from one file descriptor to the other."""
        raise NotImplementedError

    def turns(self) -> Iterator[Turn]:
        """The turns that it acknowledges, until it ends."""
        with open(self.told, encoding="utf-8", closefd=False) as stream:
            for line in stream:
                if line.endswith("\n") and "turn" in (told := json.loads(line)):
                    yield Turn(told["turn"], told["said"])

    def kill(self) -> None:
        """SIGKILL, unless it has ended."""
        self.process.kill()

    def bury(self) -> None:
        """Wait for its end and let go of its pipe."""
        self.process.join() if isinstance(self.process, BaseProcess) else self.process.wait()
        os.close(self.told)


class Forked(Player):
    """A fork of a process that has everything imported."""

    start_up = 0.1
    context = multiprocessing.get_context("forkserver")

    def start(self, lines: int, tells: int) -> None:
        self.context.set_forkserver_preload([player.__name__])
        with Connection(os.dup(lines), writable=False) as read, Connection(os.dup(tells), readable=False) as said:
            self.process = self.context.Process(target=player.run, args=(self.arguments, self.environ, read, said))
            self.process.start()


class Piped(Player):
    """A process of its own, imports and all."""

    start_up = 0.6

    def start(self, lines: int, tells: int) -> None:
        program = [sys.executable, "-c", "from table.cli import main; main()", *self.arguments]
        environ = {**os.environ, **self.environ}
        self.process = subprocess.Popen(program, stdin=lines, stdout=tells, stderr=subprocess.DEVNULL, env=environ)


def killed(playing: Player, moment: Moment) -> list[Turn]:
    """What a player acknowledged before the kill came."""
    acknowledged: list[Turn] = []
    turns = playing.turns()
    while len(acknowledged) < moment.turns and (each := next(turns, None)) is not None:
        acknowledged.append(each)
    time.sleep(moment.seconds)
    playing.kill()
    acknowledged.extend(turns)  # What it had said by then is still in the pipe.
    playing.bury()
    return acknowledged


def look(file: Path, acknowledged: list[Turn]) -> None:
    """Whether a save has every turn that was acknowledged, and none by half. Raises Lost."""
    if not file.exists():
        if acknowledged:
            raise Lost(f"{len(acknowledged)} turns were acknowledged and there is no save")
        return
    verdict = verify(file)
    if verdict.diverges_at is not None:
        raise Lost(f"turn {verdict.diverges_at}: {verdict.how}")
    with Store.open(file) as store:
        kept = {each.number: each.said for each in store.back()}
        Session(store, Scripted())
    missing = [each for each in acknowledged if kept.get(each.number) != each.said]
    if missing:
        raise Lost(f"{missing} of {len(acknowledged)} acknowledged; the save ends with turn {max(kept)}")


def one_save(kind: type[Player], folder: Path, seed: int) -> int:
    """Kill the players of one save at moments drawn from a seed, then play on. Returns the turns acknowledged."""
    chance = random.Random(f"{kind.__name__} {seed}")
    file = folder / f"{kind.__name__} {seed}.breche"
    acknowledged: list[Turn] = []
    for number in range(KILLS_A_SAVE):
        turns = chance.choice((0, chance.randrange(kind.most_turns)))
        moment = Moment(turns, chance.uniform(0, kind.a_turn if turns else kind.start_up))
        try:
            acknowledged += killed(kind(file, 200), moment)
            look(file, acknowledged)
        except Exception as error:
            raise Lost(f"{kind.__name__} save {seed}, kill {number + 1} at {moment}: {error}") from error
    before = len(acknowledged)
    acknowledged += killed(kind(file, 8), Moment(4, 0))
    look(file, acknowledged)
    if len(acknowledged) < before + 4:
        raise Lost(f"{kind.__name__} save {seed}: play does not go on")
    return len(acknowledged)


def run(kills: int, first_seed: int = 0) -> int:
    """So many kills, one in ten of them of a process of its own. Returns the turns acknowledged in all. Raises Lost."""
    saves = -(-kills // KILLS_A_SAVE)
    piped = -(-saves // 10)
    kinds = [Piped] * piped + [Forked] * (saves - piped)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        seeds = range(first_seed, first_seed + saves)
        return sum(pool.map(lambda kind, seed: one_save(kind, Path(folder), seed), kinds, seeds))


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    began = time.monotonic()
    turns = run(wanted, first_seed=int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    print(f"{wanted} kills, {turns} acknowledged turns, none lost: {time.monotonic() - began:.0f} s")
