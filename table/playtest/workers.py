"""Who plays: this process, processes of this machine, or a cluster."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from table.playtest.cluster import on_cluster
from table.playtest.processes import cores, processes
from table.playtest.running import Workers

FEW = 4
"""As many games are played sooner than processes start."""


def workers_for(jobs: int | None, dask: str | None, games: int = FEW + 1) -> Workers:
    """The workers that a command line asks for: processes of this machine, one a core where `jobs` does not say how
    many; a cluster by the address of its Dask scheduler. A few games are played here, where neither is named. Raises
    ConfigError where there is no such cluster."""
    if dask is not None:
        return on_cluster(dask)
    return here() if jobs is None and games <= FEW else processes(jobs or cores())


def here() -> Workers:
    """This process alone."""
    return Workers(InLine, 1)


class InLine(Executor):
    """Plays what it is given while it is given it. Ctrl-C reaches whoever asked."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Play, and answer what came of it."""
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
