"""A cluster that plays games, by the address of its Dask scheduler: every machine of it must have this very code."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from table.config import ConfigError
from table.playtest.running import Workers

if TYPE_CHECKING:  # Imported when a cluster is asked for: it is an extra.
    from distributed import Client

WAIT = 10.0
"""Seconds that a scheduler has to answer, and then to find a worker."""

PATIENCE = 60.0
"""Seconds that a cluster whose workers are all gone has to find another."""

_HOUSE = Path(__file__).parents[2]
_FLOORS = ("engine", "narrator", "prompts", "table")
_T = TypeVar("_T")


class Stranger(Exception):
    """A worker came to the cluster with other code than ours."""


def on_cluster(address: str) -> Workers:
    """The workers of a cluster, which all have our code. Raises ConfigError: no extra, nobody there, other code."""
    if find_spec("distributed") is None:
        raise ConfigError("playtest.cluster.missing")
    with _client(address) as client:
        _wait_for_one(client, address, WAIT)
        count = sum(_threads(client).values())
        _check_code(client)
    from distributed import KilledWorker

    lost = (BrokenExecutor, CancelledError, KilledWorker)
    return Workers(lambda: _executor(address), count, lost, _look)


@cache
def code() -> str:
    """What our code is, in one word: the same on two machines where both have the same release."""
    digest = sha256()
    for floor in _FLOORS:
        for file in sorted((_HOUSE / floor).rglob("*")):
            if file.suffix in (".py", ".toml", ".md"):
                digest.update(file.relative_to(_HOUSE).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def with_code(ours: str, play: Callable[..., _T], *arguments: object) -> _T:
    """Play, unless this machine has other code: it may have come since the others were asked. Raises Stranger."""
    if code() != ours:
        raise Stranger
    return play(*arguments)


class _Cluster(Executor):
    """A client's executor whose every call is held to our code."""

    def __init__(self, client: "Client", address: str) -> None:
        self.client, self.address = client, address
        self._executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., _T], /, *args: Any, **kwargs: Any) -> "Future[_T]":
        """Give out a call. Raises BrokenExecutor when the scheduler has gone."""
        if self.client.status != "running":
            raise BrokenExecutor
        return self._executor.submit(with_code, code(), fn, *args, **kwargs)


@contextmanager
def _executor(address: str) -> Iterator[Executor]:
    """The executor of a client; what is still to be played when it closes is played by nobody. Raises ConfigError."""
    with _client(address) as client:
        try:
            yield _Cluster(client, address)
        except (Stranger, ImportError, AttributeError):  # Our name, where nobody knows it.
            raise ConfigError("playtest.cluster.strangers", address=address) from None


@contextmanager
def _client(address: str) -> "Iterator[Client]":
    """Somebody who may ask the scheduler. Raises ConfigError when nobody answers."""
    from distributed import Client

    # It tells of lost connections in tracebacks; what a person is to know, we say.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    try:
        # Before there is a client: one that could not begin takes half a minute to end.
        asyncio.run(_greet(address))
        client = Client(address, timeout=WAIT, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ConfigError("playtest.cluster.nobody", address=address) from error
    try:
        yield client
    finally:
        with suppress(TimeoutError):  # From a scheduler that has gone.
            client.close(timeout=WAIT)


async def _greet(address: str) -> None:
    from distributed import Security
    from distributed.comm.core import connect

    comm = await connect(address, timeout=WAIT, **Security().get_connection_args("client"))
    await comm.close()


def _look(executor: Executor) -> None:
    """Whether anybody is left to play. Raises ConfigError."""
    assert isinstance(executor, _Cluster)
    _wait_for_one(executor.client, executor.address, PATIENCE)


def _wait_for_one(client: "Client", address: str, seconds: float) -> None:
    """Wait until there is a worker. Raises ConfigError where none comes."""
    try:
        client.wait_for_workers(1, timeout=seconds)
    except TimeoutError:
        raise ConfigError("playtest.cluster.idle", address=address, seconds=round(seconds)) from None


def _check_code(client: "Client") -> None:
    """Raises ConfigError, with the machines whose code is not ours; the scheduler reads what is sent, and needs it."""
    every = {"scheduler": _said(lambda: client.run_on_scheduler(code))}
    every |= {each: _said(lambda each=each: _answers(client, each)[each]) for each in _threads(client)}
    strangers = sorted(each for each, said in every.items() if said != code())
    if strangers:
        raise ConfigError("playtest.cluster.stranger", machines=", ".join(strangers))


# A client of this kind answers at once; its types speak of the other kind too.
def _threads(client: "Client") -> dict[str, int]:
    return cast("dict[str, int]", client.nthreads())


def _answers(client: "Client", worker: str) -> dict[str, str]:
    return cast("dict[str, str]", client.run(code, workers=[worker]))


def _said(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except Exception:  # Whatever reading our name there ends in: it is not there, or another one is.
        return None
