"""Processes of this machine that play games: they hear no Ctrl-C, and leave when whoever asked leaves."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext
from threading import Thread
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from table.config import ConfigError
from table.playtest.running import Workers

if TYPE_CHECKING:  # One of them has no name elsewhere than on Windows.
    from multiprocessing.connection import Connection, PipeConnection
    from multiprocessing.context import ForkServerContext


_P = ParamSpec("_P")
_T = TypeVar("_T")

_FILES, _FILES_A_PROCESS = 64, 4
"""How many files are open at once, at the most: for a run, and for each of its processes."""


def processes(jobs: int) -> Workers:
    """So many processes of this machine. Raises ConfigError where the system lets us hold on to fewer."""
    _hold_on_to(jobs)
    return Workers(lambda: _pool(jobs), jobs)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _hold_on_to(jobs: int) -> None:
    """Have the system let us open what so many processes need: its usual 256 or 1024 files are soon used up."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return
    needed = _FILES + _FILES_A_PROCESS * jobs
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise ConfigError("playtest.too_many_jobs", most=max(1, (hard - _FILES) // _FILES_A_PROCESS))
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


class _Pool(ProcessPoolExecutor):
    """Hears of Ctrl-C when a process has been started, not in the middle: one that the pool did not know of yet would
    be left behind by it, and complain."""

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Hand it to a process, a new one where none is free."""
        with _undisturbed(signal.SIGINT, signal.SIGTERM):
            return super().submit(fn, *args, **kwargs)


@contextmanager
def _undisturbed(*signals: int) -> Iterator[None]:
    """These signals wait until this is done."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows.
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _pool(jobs: int) -> Iterator[Executor]:
    """The processes, gone for sure when they are no longer wanted; in the middle of a game where that ended early."""
    context = _context()
    stay, hold = context.Pipe(duplex=False)
    with stay, hold:
        pool = _Pool(jobs, mp_context=context, initializer=_begin, initargs=(stay,))
        try:
            yield pool
        except BaseException:
            hold.close()
            raise
        finally:
            pool.shutdown(cancel_futures=True)


def _context() -> BaseContext:
    """How processes are made: copies of one that has imported everything; where there is no such thing, from nothing.
    Never copies of this one, which may have threads."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    from multiprocessing import forkserver, resource_tracker  # Not to be imported where there is no such thing.

    context = get_context("forkserver")
    context.set_forkserver_preload(["table.playtest.game"])
    with _same_path():
        # Before signals are held back: it lets them through again when it starts.
        resource_tracker.ensure_running()
        with _undisturbed(signal.SIGINT):
            forkserver.ensure_running()
        _wait_for_it(context)
    return context


def _wait_for_it(context: "ForkServerContext") -> None:
    """Return when copies can be made. Ctrl-C is heard meanwhile: a copy that is made all the same has nothing to look
    for, where a worker would complain that what it shares with us is gone."""
    with suppress(OSError, EOFError):  # Whoever asks for the first worker finds it out as well, and begins anew.
        first = context.Process(target=_do_nothing)
        first.start()
        first.join()


def _do_nothing() -> None:
    pass


@contextmanager
def _same_path() -> Iterator[None]:
    """What is started now imports from where we do: Python would let it look in the folder where one stands first,
    and find another `table` there."""
    own = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(os.path.abspath(each) for each in sys.path)}
    before = {name: os.environ.get(name) for name in own}
    os.environ.update(own)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _begin(stay: "Connection[Any, Any] | PipeConnection[Any, Any]") -> None:
    # Ctrl-C is for whoever shows the report.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_leave, args=(stay,), daemon=True).start()


def _leave(stay: "Connection[Any, Any] | PipeConnection[Any, Any]") -> None:
    """Wait until the other end is closed, by whom we work for or by their death; then go, whatever is in hand."""
    with suppress(OSError, EOFError):
        stay.recv_bytes()
    os._exit(0)
