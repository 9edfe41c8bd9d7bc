"""A process that plays one turn into a save and is killed in the middle of it."""

import os
import signal
from multiprocessing import get_context
from pathlib import Path

from engine.core.evolve import evolve_all
from table import wire
from table.store import Store

IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""A folder that no disk is waited for, where there is one: it is the process that is killed, not the machine."""

_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.laws.killed"])


def turn_in_a_process_killed_at(statement: int, file: Path, command: str, events: str) -> None:
    """Append a turn from another process, which is killed as that statement of its database begins, or afterwards."""
    process = _CONTEXT.Process(target=_play_and_die, args=(statement, file, command, events))
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def _play_and_die(statement: int, file: Path, command: str, events: str) -> None:
    store, left = Store.open(file), [statement]
    happened = wire.read_events(events)
    game = evolve_all(store.load(), happened)

    def count(_: str) -> None:
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    store._database.set_trace_callback(count)  # pyright: ignore[reportPrivateUsage]
    store.append(game, "", wire.read_command(command), None, happened)  # pyright: ignore[reportArgumentType]
    os.kill(os.getpid(), signal.SIGKILL)
