"""A server on loopback that answers chat completions as real ones do when they misbehave.

`Server` answers with one behaviour of `tests.faults.behaviours`; each request that came is kept, parsed.
"""

import json
import socket
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

STALL = None
"""A piece of a body after which nothing comes until the server is closed."""


@dataclass(frozen=True)
class Asked:
    """A request: its body, its headers in small letters, and how many questions with the same purpose came before."""

    body: dict[str, Any]
    headers: dict[str, str]
    before: int = 0

    @property
    def is_telling(self) -> bool:
        """Whether prose is wanted: nothing in it says how a proposal would be made."""
        return not (self.tools or "response_format" in self.body or "JSON:" in self.said)

    @property
    def is_probe(self) -> bool:
        """Whether it is the dummy call."""
        return "Open the left door" in self.said

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The functions that may be called."""
        return [each["function"] for each in self.body.get("tools", ())]

    @property
    def said(self) -> str:
        """The last message."""
        return self.body["messages"][-1]["content"] or ""


@dataclass(frozen=True)
class Answer:
    """A response, its body in the pieces in which it leaves."""

    pieces: Iterable[bytes | None]
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "text/event-stream"})
    torn: bool = False
    """The line breaks in the middle of the body."""


Respond = Callable[[Asked], Answer]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        asked = self.server.keep(body, {key.lower(): value for key, value in self.headers.items()})
        answer = self.server.respond(asked)
        # The client may leave: it does when it has heard enough.
        with suppress(OSError):
            self._send(answer)
        self.close_connection = True

    def _send(self, answer: Answer) -> None:
        self.send_response(answer.status)
        for key, value in {**answer.headers, "Transfer-Encoding": "chunked", "Connection": "close"}.items():
            self.send_header(key, value)
        self.end_headers()
        for piece in answer.pieces:
            if piece is STALL:
                self.server.closing.wait()
                return
            if piece:
                self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        if answer.torn:
            self.connection.shutdown(socket.SHUT_RDWR)
        else:
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: pytest shows what is asserted."""


class Server(ThreadingHTTPServer):
    """Listens on a fresh port from the beginning of a `with` to its end."""

    daemon_threads = False

    def __init__(self, respond: Respond) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.respond = respond
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """The base URL for a client."""
        return f"http://127.0.0.1:{self.server_port}/v1"

    @property
    def decisions(self) -> list[Asked]:
        """The questions with tools that came, probes apart."""
        return [each for each in self.asked if not (each.is_telling or each.is_probe)]

    @property
    def tellings(self) -> list[Asked]:
        """The questions for prose that came."""
        return [each for each in self.asked if each.is_telling]

    def keep(self, body: dict[str, Any], headers: dict[str, str]) -> Asked:
        """Keep a request that came."""
        new = Asked(body, headers)
        with self._lock:
            before = sum(each.is_telling == new.is_telling and each.is_probe == new.is_probe for each in self.asked)
            self.asked.append(Asked(body, headers, before))
            return self.asked[-1]

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()
