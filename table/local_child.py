"""The process that llama.cpp's server lives in: started by `table.local_server`, and gone as soon as that is gone.

Run as a file of its own: it needs nothing of the program, and a crash of native code ends here.
"""

import json
import os
import signal
import sys
import threading
import traceback
from importlib import import_module
from typing import Any


def main() -> None:
    """Serve what the first line of stdin asks for, report the address on stdout, and leave when stdin ends."""
    _mind_signals()
    wanted: dict[str, Any] = json.loads(sys.stdin.readline())
    leash = threading.Thread(target=_leave_with_parent)
    leash.start()
    # llama.cpp writes where it likes: all of it goes to the log that is our stderr, and the address alone to stdout.
    report = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    # Threads that wait for each other by turning round and round take the machine from everybody, themselves included.
    os.environ.setdefault("GOMP_SPINCOUNT", "10000")
    # By name: where no wheel is installed, this file is still checked.
    xllamacpp = import_module("xllamacpp")
    server = xllamacpp.Server(_parameters(xllamacpp.CommonParams(), wanted))
    # llama.cpp has put its own in their place, which would leave a process without a server.
    _mind_signals()
    with report:
        print(server.listening_address, file=report)
    leash.join()


def _mind_signals() -> None:
    # Ctrl-C at a terminal is for whoever plays there.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _parameters(params: Any, wanted: dict[str, Any]) -> Any:
    params.model.path = wanted["gguf"]
    params.hostname, params.port = "127.0.0.1", wanted["port"]
    params.n_ctx, params.n_parallel = wanted["context"], 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = wanted["threads"]
    params.n_threads_http = 2
    params.sampling.temp = 0.0
    params.cache_prompt = wanted["cache"]
    # One slot remembers its own prompt; more is memory for nothing.
    params.cache_ram_mib = 0
    # What is being written is nobody else's to see.
    params.webui = params.endpoint_slots = False
    if wanted["template"]:
        params.chat_template = wanted["template"]
    return params


def _leave_with_parent() -> None:
    while sys.stdin.read(1):
        pass
    # Not sys.exit: native threads would be waited for.
    os._exit(0)


if __name__ == "__main__":
    try:
        main()
    except BaseException:
        # Not by itself: the thread that reads stdin would be waited for.
        traceback.print_exc()
        os._exit(1)
