"""Runs playtests on any executor: chunks of games go out, summaries come back and are added up.

A chunk's summary depends on its games alone, and adding does not mind the order: the same seeds give the same summary
on any number of workers of any kind. Whoever dies takes nothing but the chunk in hand, which is played again.
"""

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path

from table.config import ConfigError
from table.playtest.encounter import Encounter
from table.playtest.game import chunk_of, kept
from table.playtest.plan import Plan
from table.playtest.summary import Summary

TRIES = 5
"""How often a chunk is given out, when workers die over it, before the whole run is given up."""

LOOK = 10.0
"""Seconds without an answer after which one looks whether anybody still plays."""

_SUSPECT = 2
"""How often a chunk was lost before it goes out alone: from then on nobody else is blamed for what it does."""

_AT_ONCE = 4
"""Chunks that wait for each worker: enough that none is idle, few enough that memory stays small."""

_CHUNKS_A_WORKER = 8
_FIGHTS, _EVENINGS = 100, 10
"""The most games in a chunk: about half a second of play, so that the progress bar moves and little is lost."""


class WorkersLost(ConfigError):
    """Nobody is left to play: a cluster has gone, or workers kept dying over the same `games`."""

    games = range(0)


@dataclass(frozen=True, slots=True)
class Workers:
    """Where games are played: `executor` opens it, and again when it broke; it plays `count` chunks at a time. A game
    that ends in one of `lost` was never played: its worker has died. Where nothing came back for a while, `look` sees
    whether anybody is left to play. It raises ConfigError when nobody is."""

    executor: Callable[[], AbstractContextManager[Executor]]
    count: int
    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    look: Callable[[Executor], None] = lambda executor: None


@dataclass(slots=True)
class Run:
    """A playtest under way. `summary` is what is done: it is whole at any time, also after KeyboardInterrupt. `chunk`
    is how many games a worker is given at a time; None is as many as suits."""

    plan: Plan
    games: range
    chunk: int | None = None
    summary: Summary = field(default_factory=Summary)

    def on(self, workers: Workers, done: Callable[[int], None] = lambda games: None) -> Summary:
        """Play them all; `done` hears of games as they come back. Raises WorkersLost and KeyboardInterrupt, both with
        what is done in the summary."""
        left = _Left(_chunks(self.games, self.chunk or _size(self.plan, self.games, workers)))
        try:
            while left:
                with workers.executor() as executor:
                    self._give_out(executor, workers, left, done)
        except WorkersLost:
            raise
        except ConfigError as gone:
            raise WorkersLost(gone.key, **gone.slots) from gone
        return self.summary

    def keep(self, folder: Path) -> Summary:
        """Play the games that broke a law again, here, and keep their saves in a folder: whoever played them first may
        have been another machine. The summary, with the saves named."""
        escapes = tuple(
            replace(each, save=each.save or kept(self.plan, each.game, folder)) for each in self.summary.escapes
        )
        self.summary = replace(self.summary, escapes=escapes)
        return self.summary

    def _give_out(self, executor: Executor, workers: Workers, left: "_Left", done: Callable[[int], None]) -> None:
        """Keep the executor busy until nothing is left, or until it is broken. Raises WorkersLost."""
        out: dict[Future[Summary], range] = {}
        most, begun, broken = workers.count * _AT_ONCE, False, False
        try:
            while out or (left and not broken):
                while not broken and left.may_go(out.values(), most):
                    games = left.take()
                    try:
                        out[executor.submit(chunk_of, self.plan, games)] = games
                        begun = True
                    except (BrokenExecutor, OSError, EOFError):
                        # The last two: a process could not be started, or who starts them has died.
                        broken = True
                        # One that was broken from the start would be opened for ever.
                        (left.back if begun else left.lose)(games)
                if out:
                    back = wait(out, LOOK, FIRST_COMPLETED).done
                    self._take_in(out, back, workers, left, done)
                    if not back:
                        workers.look(executor)
        finally:
            for each in out:
                each.cancel()

    def _take_in(
        self,
        out: dict[Future[Summary], range],
        back: set[Future[Summary]],
        workers: Workers,
        left: "_Left",
        done: Callable[[int], None],
    ) -> None:
        """Add what came back; what was lost is left to be played again. Raises WorkersLost."""
        came: list[Summary] = []
        games = 0
        lost: list[range] = []
        for future in back:
            chunk = out.pop(future)
            try:
                came.append(future.result())
            except workers.lost:
                lost.append(chunk)
            else:
                games += len(chunk)
        if came:
            # In one step: Ctrl-C may fall between any two.
            self.summary = Summary.together((self.summary, *came))
            done(games)
        for chunk in sorted(lost, key=lambda each: each.start):
            left.lose(chunk)


class _Left:
    """Chunks that are still to be played: those that nobody had yet, as they are asked for, and those that were lost.
    True while there is one."""

    def __init__(self, fresh: Iterator[range]) -> None:
        self._fresh = fresh
        self._again: list[range] = []
        self._tries: dict[range, int] = {}

    def __bool__(self) -> bool:
        if not self._again:
            self._again += [each for each in (next(self._fresh, None),) if each is not None]
        return bool(self._again)

    def may_go(self, out: Collection[range], most: int) -> bool:
        """Whether one more may go out: there is one, and room; what may be killing workers goes alone."""
        if not self:
            return False
        if any(self._tries.get(each, 0) >= _SUSPECT for each in (*out, *self._again)):
            return not out
        return len(out) < most

    def take(self) -> range:
        """The next one, those that were lost before the others."""
        self._again.sort(key=lambda each: (self._tries.get(each, 0), -each.start))
        return self._again.pop()

    def back(self, games: range) -> None:
        """Nobody took it."""
        self._again.append(games)

    def lose(self, games: range) -> None:
        """Somebody died over it. Raises WorkersLost when it was given out often enough."""
        self._tries[games] = self._tries.get(games, 0) + 1
        self._again.append(games)
        if self._tries[games] >= TRIES:
            lost = WorkersLost("playtest.workers.lost", first=games[0], last=games[-1], tries=TRIES)
            lost.games = games
            raise lost


def _size(plan: Plan, games: range, workers: Workers) -> int:
    """Small enough that all workers end together, large enough that asking costs nothing."""
    most = _FIGHTS if isinstance(plan.what, Encounter) else _EVENINGS
    return max(1, min(most, len(games) // (workers.count * _CHUNKS_A_WORKER)))


def _chunks(games: range, size: int) -> Iterator[range]:
    for place in range(0, len(games), size):
        yield games[place : place + size]
