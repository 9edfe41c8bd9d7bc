"""Games are played by anybody, in any order, by workers that die: the report is the same byte for byte."""

import gc
import os
import signal
import tracemalloc
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.playtest.players import POLICIES
from table.playtest.processes import processes
from table.playtest.running import TRIES, Run, Workers, WorkersLost
from table.playtest.seat import Seat
from table.playtest.summary import Summary
from table.playtest.workers import InLine
from table.store import Store
from table.verify import verify
from table.words import LANGUAGES, Words
from tests.table.playtest.workers import (
    GAMES,
    POISON,
    Calls,
    Shuffled,
    by_number,
    die_of_it,
    plan,
    text,
    wanted,
)

SEEDS = st.integers(0, 2**32)


@contextmanager
def from_memory(inner: Executor) -> Iterator[Executor]:
    """An executor that has the games played already, so that thousands of runs can be told."""

    class Remembers(Executor):
        def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
            """Hand on."""
            return inner.submit(
                lambda plan, games: Summary.together(by_number()[each] for each in games), *args, **kwargs
            )

    with inner:
        yield Remembers()


@pytest.mark.parametrize("chunk", [None, 1, 7, 1000])
@pytest.mark.parametrize(
    "workers",
    [
        Workers(InLine, 1),
        Workers(lambda: ThreadPoolExecutor(3), 3),
        Workers(lambda: Shuffled(Random(5)), 2),
        processes(1),
        processes(2),
    ],
    ids=["in line", "threads", "shuffled", "one process", "two processes"],
)
def test_whoever_plays_the_report_is_the_same(workers: Workers, chunk: int | None) -> None:
    run = Run(plan(), GAMES, chunk)
    done: list[int] = []
    assert run.on(workers, done.append) is run.summary
    assert text(run) == wanted()
    assert sum(done) == len(GAMES)


@given(seed=SEEDS, chunk=st.integers(1, 30), count=st.integers(1, 9), games=st.permutations(GAMES))
def test_the_order_of_answers_changes_nothing(seed: int, chunk: int, count: int, games: list[int]) -> None:
    run = Run(plan(), GAMES, chunk)
    run.on(Workers(lambda: from_memory(Shuffled(Random(seed))), count))
    assert text(run) == wanted()
    assert text(Run(plan(), GAMES, summary=Summary.together(by_number()[each] for each in games))) == wanted()


@given(seed=SEEDS, chunk=st.integers(1, 9), count=st.integers(1, 4))
def test_workers_that_break_at_any_time_lose_nothing_and_count_nothing_twice(seed: int, chunk: int, count: int) -> None:
    run = Run(plan(), GAMES, chunk)
    done: list[int] = []
    with suppress(WorkersLost):
        run.on(Workers(lambda: from_memory(Shuffled(Random(seed), breaks=0.1)), count), done.append)
        assert text(run) == wanted()
    assert run.summary.games == sum(done)


def test_a_worker_that_is_killed_loses_only_what_was_out() -> None:
    played: Counter[int] = Counter()
    opened: list[Executor] = []

    @contextmanager
    def watched() -> Iterator[Executor]:
        with processes(2).executor() as executor:
            opened.append(executor)
            yield _Telling(executor, lambda games: played.update(games))

    def kill_once(games: int) -> None:
        if len(opened) == 1:
            os.kill(active_children()[0].pid or 0, signal.SIGKILL)

    run = Run(plan(), GAMES, 1)
    run.on(Workers(watched, 2), kill_once)
    assert text(run) == wanted()
    assert len(opened) == 2, "what was lost was played by new workers"
    again = [number for number, times in played.items() if times > 1]
    assert 0 < len(again) <= 8, "two workers have four chunks each"
    assert not active_children()


class _Telling(Executor):
    """Tells what is given out."""

    def __init__(self, inner: Executor, tell: Callable[[range], None]) -> None:
        self._inner, self._tell = inner, tell

    def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand on, and tell."""
        future = self._inner.submit(fn, *args, **kwargs)
        self._tell(args[1])
        return future


class Poisoned(Executor):
    """Processes, one game of which kills its worker."""

    def __init__(self, inner: Executor) -> None:
        self._inner = inner

    def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand on."""
        return self._inner.submit(die_of_it, *args, **kwargs)


def test_a_game_that_kills_every_worker_is_named_and_what_is_done_is_reported() -> None:
    @contextmanager
    def poisoned() -> Iterator[Executor]:
        with processes(2).executor() as executor:
            yield Poisoned(executor)

    run = Run(plan(), GAMES, 2)
    done: list[int] = []
    with pytest.raises(WorkersLost) as lost:
        run.on(Workers(poisoned, 2), done.append)
    assert POISON in lost.value.games, "nobody else is blamed"
    assert run.summary.games == sum(done) >= lost.value.games[0]
    for language in LANGUAGES:
        sentence = Words(language, "cli")(lost.value.key, **lost.value.slots)
        assert "12" in sentence
        assert "13" in sentence
    assert not active_children()


@pytest.mark.parametrize("error", [EOFError, ConnectionResetError, BrokenPipeError])
def test_whoever_starts_processes_may_die_and_another_starts_them(error: type[Exception]) -> None:
    opened: list[Executor] = []

    class Stillborn(Executor):
        def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
            """Find nobody there."""
            raise error

    def executor() -> Executor:
        opened.append(InLine() if opened else Stillborn())
        return opened[-1]

    run = Run(plan(), GAMES, 7)
    run.on(Workers(executor, 1))
    assert text(run) == wanted()
    assert len(opened) == 2


def test_ctrl_c_waits_until_a_process_that_is_started_has_been(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []

    def interrupted(*_: object) -> None:
        signal.raise_signal(signal.SIGINT)
        heard.append("started")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", interrupted)
    with processes(1).executor() as executor, pytest.raises(KeyboardInterrupt):
        executor.submit(print)
    assert heard == ["started"]


def test_an_executor_that_never_plays_is_given_up() -> None:
    opened: list[int] = []

    class Closed(Executor):
        def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
            """Refuse."""
            raise BrokenExecutor

    def closed() -> Executor:
        opened.append(1)
        return Closed()

    run = Run(plan(), GAMES)
    with pytest.raises(WorkersLost):
        run.on(Workers(closed, 1))
    assert len(opened) == TRIES
    assert run.summary == Summary()


def test_ctrl_c_leaves_whole_what_is_done_and_no_worker() -> None:
    run = Run(plan(), range(1_000_000), 1)

    def interrupt(games: int) -> None:
        if run.summary.games >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.on(processes(2), interrupt)
    assert run.summary.games >= 6
    assert sum(run.summary.of("ending").values()) == run.summary.games
    assert not active_children()


class Canned(Executor):
    """Answers every chunk alike, and knows how many of its answers somebody still holds."""

    def __init__(self) -> None:
        self._held: weakref.WeakSet[Future[Any]] = weakref.WeakSet()
        self.most = 0

    def submit(self, fn: Calls, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Answer."""
        future: Future[Any] = Future()
        summary = Summary.together((by_number()[0],))
        summary.games = len(args[1])
        future.set_result(summary)
        self._held.add(future)
        self.most = max(self.most, len(self._held))
        return future


@pytest.mark.parametrize("games", [1_000, 10_000])
def test_memory_does_not_grow_with_the_games(games: int) -> None:
    kept: list[int] = []
    for number in (500, games):
        canned = Canned()
        run = Run(plan(), range(number), 5)
        gc.collect()
        tracemalloc.start()
        run.on(Workers(lambda canned=canned: canned, 2))
        kept.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert run.summary.games == number
        assert canned.most <= 2 * 2 * 4, "those that are out, and those that were just taken in"
    assert kept[1] < kept[0] + 20_000


def test_a_game_that_broke_a_law_is_played_again_here_for_its_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bold = POLICIES["bold"]

    def stumbles(seat: Seat) -> Any:
        if seat.view.conflict is not None and seat.view.conflict.turn == 2:
            raise ZeroDivisionError("a bug")
        return bold(seat)

    monkeypatch.setitem(POLICIES, "stumbles", stumbles)  # pyright: ignore[reportArgumentType]
    run = Run(plan("stumbles"), range(3))
    run.on(Workers(InLine, 1))
    before = text(run)
    assert run.summary.escaped == 3
    assert [each.save for each in run.summary.escapes] == ["", "", ""], "who plays writes nothing"
    summary = run.keep(tmp_path / "kept")
    files = [Path(each.save) for each in summary.escapes]
    assert [each.name for each in files] == [f"champion-{number}.breche" for number in range(3)]
    assert text(run) == before, "where saves lie is no part of a report"
    for file in files:
        assert verify(file).diverges_at is None
        with Store.open(file) as store:
            assert store.load().conflict is not None
    again = Run(plan("stumbles"), range(1))
    again.on(Workers(InLine, 1))
    assert again.keep(tmp_path / "kept").escapes[0].save.endswith("champion-0-2.breche"), "no save is written over"


def test_a_save_that_cannot_be_written_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setitem(POLICIES, "fails", lambda seat: 1 / 0)  # pyright: ignore[reportArgumentType]
    run = Run(plan("fails"), range(1))
    run.on(Workers(InLine, 1))
    assert run.keep(tmp_path / "file").escapes[0].save == ""
