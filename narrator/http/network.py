"""The network under the line to a server: every wait ends when the call has to be over, and http stays at home."""

import socket
import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import httpcore2

from narrator.http.addresses import is_near_address

_WRITTEN_AT_ONCE = 4_096


@dataclass(slots=True)
class Deadline:
    """When the call under way has to be over, in the clock's seconds."""

    clock: Callable[[], float] = time.monotonic
    at: float = float("inf")

    @property
    def is_past(self) -> bool:
        """Whether the call should be over."""
        return self.clock() >= self.at

    def within(self, timeout: float | None) -> float | None:
        """How long may be waited where it would be `timeout`. Raises the library's ReadTimeout once it is too late."""
        left = self.at - self.clock()
        if left <= 0:
            raise httpcore2.ReadTimeout
        if left == float("inf"):
            return timeout
        return left if timeout is None else min(timeout, left)


class Network(httpcore2.NetworkBackend):
    """The library's own network, under a deadline: a server that sends a byte now and then, in the middle of a header
    or before it, is late all the same. `at_home`: only addresses of this machine and its own network are called,
    whatever a name stands for."""

    def __init__(self, deadline: Deadline, *, at_home: bool) -> None:
        self._network = httpcore2.SyncBackend()
        self._deadline = deadline
        self._at_home = at_home

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        """The first of the host's addresses that answers."""
        failed: Exception = httpcore2.ConnectError("no address that may be called")
        for address in self._addresses(host, port):
            left = self._deadline.within(timeout)
            try:
                stream = self._network.connect_tcp(address, port, left, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failed = error
            else:
                return _Stream(stream, self._deadline)
        raise failed

    def _addresses(self, host: str, port: int) -> Iterator[str]:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError(str(error)) from error
        for *_, place in found:
            # With the interface, without which an address of this link alone leads nowhere.
            address, _ = socket.getnameinfo(place, socket.NI_NUMERICHOST | socket.NI_NUMERICSERV)
            if not self._at_home or is_near_address(address):
                yield address


class _Stream(httpcore2.NetworkStream):
    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What has come. Nobody listens any more to what comes too late."""
        read = self._stream.read(max_bytes, self._deadline.within(timeout))
        self._deadline.within(None)
        return read

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send it, in parts: each has its own wait."""
        for at in range(0, len(buffer), _WRITTEN_AT_ONCE):
            self._stream.write(buffer[at : at + _WRITTEN_AT_ONCE], self._deadline.within(timeout))

    def close(self) -> None:
        """Let go of the connection."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        """The same connection, from now on a secret one."""
        stream = self._stream.start_tls(ssl_context, server_hostname, self._deadline.within(timeout))
        return _Stream(stream, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """What the library wants to know of its own connection."""
        return self._stream.get_extra_info(info)
