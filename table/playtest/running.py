"""Runs playtests on any executor: chunks of games go out, summaries come back and are added up.

A chunk's summary depends on its games alone, and adding does not mind the order: the same seeds give the same summary
on any number of workers of any kind. Whoever dies takes nothing but the chunk in hand, which is played again.
"""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from multiprocessing import get_all_start_methods, get_context

from table.playtest.game import chunk_of
from table.playtest.plan import Plan
from table.playtest.summary import Summary

TRIES = 5
"""How often a chunk is given out, when workers die over it, before the whole run is given up."""

_AT_ONCE = 4
"""Chunks that wait for each worker: enough that none is idle, few enough that Ctrl-C is soon heard."""

_MOST_IN_A_CHUNK, _CHUNKS_A_WORKER = 100, 8


class WorkersLost(Exception):
    """Workers kept dying over the same games."""

    def __init__(self, first: int) -> None:
        super().__init__(first)
        self.first = first


@dataclass(frozen=True, slots=True)
class Workers:
    """Where games are played: `executor` opens it, again when it broke; it has room for `count` chunks at a time."""

    executor: Callable[[], Executor]
    count: int


@dataclass(slots=True)
class Run:
    """A playtest under way. `summary` is what is done; it may be read at any time, also after KeyboardInterrupt."""

    plan: Plan
    games: range
    keep: str
    summary: Summary = field(default_factory=Summary)

    def on(self, workers: Workers, done: Callable[[int], None] = lambda games: None) -> Summary:
        """Play them all; `done` hears of games as they come back. Raises WorkersLost, and KeyboardInterrupt with what
        is done in the summary."""
        left = list(_chunks(self.games, workers.count))[::-1]
        tries = dict.fromkeys(left, 0)
        while left:
            executor = workers.executor()
            out: dict[Future[Summary], range] = {}
            try:
                self._give_out(executor, left, out, workers.count * _AT_ONCE, done)
            except BrokenExecutor:
                lost = list(out.values())
                left += lost
                for each in lost:
                    tries[each] += 1
                    if tries[each] >= TRIES:
                        raise WorkersLost(each.start) from None
            finally:
                for each in out:
                    each.cancel()
                executor.shutdown(wait=False, cancel_futures=True)
        return self.summary

    def _give_out(
        self,
        executor: Executor,
        left: list[range],
        out: dict[Future[Summary], range],
        most: int,
        done: Callable[[int], None],
    ) -> None:
        """Keep the executor busy until nothing is left. Raises BrokenExecutor, with what had not come back in `out`."""
        while left or out:
            while left and len(out) < most:
                games = left.pop()
                try:
                    future = executor.submit(chunk_of, self.plan, games, self.keep)
                except BrokenExecutor:
                    left.append(games)
                    raise
                out[future] = games
            for future in wait(out, return_when=FIRST_COMPLETED).done:
                summary = future.result()
                games = out.pop(future)
                self.summary.add(summary)
                done(len(games))


def processes(jobs: int) -> Workers:
    """So many processes of this machine."""
    way = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"
    context = get_context(way)
    if way == "forkserver":
        # Imported once for all of them.
        context.set_forkserver_preload(["table.playtest.game"])
    return Workers(lambda: ProcessPoolExecutor(jobs, mp_context=context, initializer=_listen_to_no_one), jobs)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _listen_to_no_one() -> None:
    # Ctrl-C is for whoever shows the report; the workers are told by them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunks(games: range, workers: int) -> Iterator[range]:
    """Small enough that all workers end together, large enough that asking costs nothing."""
    size = max(1, min(_MOST_IN_A_CHUNK, len(games) // (workers * _CHUNKS_A_WORKER)))
    for start in range(games.start, games.stop, size):
        yield range(start, min(start + size, games.stop))
