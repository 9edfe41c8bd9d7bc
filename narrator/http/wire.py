"""The line to a server: what may leave by it, and how long and how much is listened to.

It stands between the SDK and the network, so that the key is put on a request where it leaves and nowhere else, and
so that every byte that comes is counted and every wait has an end.
"""

import ssl
import time
from collections.abc import Callable, Iterator
from ipaddress import ip_address

import httpx2
from pydantic import SecretStr

from narrator.exchange import Ill, Trouble
from narrator.http.refusing import Refusal

MOST_BYTES = 2_000_000
"""What is read of one response at the most."""

_MAY_LEAVE = ("host", "content-type", "content-length")
"""What may go of the headers that the SDK makes, some of them of what it finds in the environment."""


class Line(httpx2.BaseTransport):
    """A transport to one server. `deadline`, in the clock's seconds, is when the call under way has to be over.

    Follows no redirect, takes no proxy for a server on this machine. Raises Trouble in the place of httpx2's errors
    where a response is too large, too late, or packed although none was asked for.
    """

    def __init__(self, base_url: str, key: SecretStr | None, clock: Callable[[], float] = time.monotonic) -> None:
        url = httpx2.URL(base_url)
        self._key = key
        self._clock = clock
        self.deadline = float("inf")
        # Roots of trust are slow to load; without any, a context trusts nobody, and http asks for no trust.
        verify = True if url.scheme == "https" else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._network = httpx2.Client(trust_env=not is_loopback(url.host), verify=verify, follow_redirects=False)

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send it, and hand on the response while it comes."""
        headers = {key: value for key, value in request.headers.items() if key in _MAY_LEAVE}
        # Packed, a few bytes could unfold to any size after they were counted.
        headers |= {"accept": "*/*", "accept-encoding": "identity", "user-agent": "breche"}
        if self._key is not None:
            headers["authorization"] = f"Bearer {self._key.get_secret_value()}"
        leaving = httpx2.Request(
            request.method, request.url, headers=headers, stream=request.stream, extensions=request.extensions
        )
        response = self._network.send(leaving, stream=True)
        if response.headers.get("content-encoding", "identity") != "identity":
            response.close()
            raise Trouble(Ill.FOREIGN)
        return httpx2.Response(response.status_code, headers=response.headers, stream=_Listened(response, self))

    def late(self) -> bool:
        """Whether the call under way should be over."""
        return self._clock() >= self.deadline

    def close(self) -> None:
        """Let go of every connection."""
        self._network.close()


class _Listened(httpx2.SyncByteStream):
    def __init__(self, response: httpx2.Response, line: Line) -> None:
        self._response = response
        self._line = line

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._response.iter_raw():
            size += len(chunk)
            if size > MOST_BYTES:
                raise Trouble(Ill.TOO_LARGE)
            # A server that only sends comments to keep the line open is late all the same.
            if self._line.late():
                raise Trouble(Ill.LATE)
            yield chunk

    def close(self) -> None:
        self._response.close()


def lost(error: BaseException | None, *, begun: bool, late: bool) -> Refusal:
    """What it means that the line broke, or was silent for too long; `begun`: a part of the reply had come."""
    if isinstance(error, (httpx2.ReadTimeout, httpx2.WriteTimeout)):
        return Refusal(Ill.LATE if late else Ill.STALLED, {})
    if begun:
        return Refusal(Ill.CUT, {}, again=True)
    unmade = isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.UnsupportedProtocol))
    return Refusal(Ill.UNREACHABLE, {}, again=not isinstance(error, httpx2.UnsupportedProtocol), free=unmade)


def is_loopback(host: str) -> bool:
    """Whether a host is this machine."""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
