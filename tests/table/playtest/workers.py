"""Executors of other kinds than the program's own, and a fight that is soon over."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from functools import cache
from random import Random
from threading import Condition, Thread
from typing import Any

from engine.core.sheet import Variant
from table.playtest.encounter import read_encounter, shipped
from table.playtest.game import chunk_of
from table.playtest.plan import Plan
from table.playtest.report import Report
from table.playtest.running import Run
from table.playtest.summary import Summary

GAMES = range(24)
POISON = 13

Calls = Callable[..., Any]


def plan(*players: str) -> Plan:
    """The shipped fight against a champion."""
    return Plan(read_encounter(shipped()["champion"]), Variant.BLOCKBUSTER, players or ("bold", "focused"), "seed")


def text(run: Run) -> str:
    """The report of a run, as it is written."""
    return Report.of(run.plan, run.summary).text()


@cache
def by_number() -> dict[int, Summary]:
    """What each game comes to by itself."""
    return {number: chunk_of(plan(), range(number, number + 1)) for number in GAMES}


@cache
def wanted() -> str:
    """The report of them all, added by hand."""
    return text(Run(plan(), GAMES, summary=Summary.together(by_number().values())))


def die_of_it(plan: Plan, games: range) -> Summary:
    """Play as a worker whom the system kills over one game, as it does when memory is short."""
    if POISON in games:
        os.kill(os.getpid(), signal.SIGKILL)
    return chunk_of(plan, games)


class Shuffled(Executor):
    """Answers in any order, from a thread of its own; it breaks at the rate of `breaks`, with some of what it holds."""

    def __init__(self, chance: Random, breaks: float = 0.0) -> None:
        self._chance, self._breaks = chance, breaks
        self._held: list[tuple[Future[Any], Callable[[], Any]]] = []
        self._changed = Condition()
        self._broken = self._over = False
        self._thread = Thread(target=self._answer)
        self._thread.start()

    def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hold a call. Raises BrokenExecutor."""
        with self._changed:
            if self._broken:
                raise BrokenExecutor
            future: Future[Any] = Future()
            self._held.append((future, lambda: fn(*args, **kwargs)))
            self._changed.notify()
            return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Answer what is held, and end."""
        with self._changed:
            self._over = True
            self._changed.notify()
        self._thread.join()

    def _answer(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._held or self._over)
                if not self._held:
                    return
                self._chance.shuffle(self._held)
                self._broken = self._broken or self._chance.random() < self._breaks
                future, play = self._held.pop()
            if not future.set_running_or_notify_cancel():
                continue
            if self._broken and self._chance.random() < 0.5:
                future.set_exception(BrokenExecutor())
            else:
                future.set_result(play())
