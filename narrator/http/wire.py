"""The line to a server: what may leave by it, and how long and how much is listened to.

It stands between the SDK and the network, so that the key is put on a request where it leaves and nowhere else, and
so that every byte that comes is counted and every wait has an end.
"""

import codecs
import ssl
import time
from collections.abc import Callable, Iterator
from urllib.request import getproxies, proxy_bypass

import httpx2
from pydantic import SecretStr

from narrator.exchange import Ill, Trouble
from narrator.http.addresses import is_near
from narrator.http.network import Deadline, Network
from narrator.http.refusing import Refusal

MOST_BYTES = 2_000_000
"""What is read of one response at the most."""

_MAY_LEAVE = ("host", "content-type", "content-length")
"""What may go of the headers that the SDK makes, some of them of what it finds in the environment."""


class Line(httpx2.BaseTransport):
    """A transport to one server. `deadline`, in the clock's seconds, is when the call under way has to be over.

    Follows no redirect. Over http, and to what is near, takes no proxy; over http, calls nobody who is not near.
    Raises Trouble in the place of httpx2's errors where a response is too large, or packed although none was asked for.
    """

    def __init__(self, base_url: str, key: SecretStr | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._key = key
        self._deadline = Deadline(clock)
        self._network = _transport(httpx2.URL(base_url), self._deadline)

    @property
    def deadline(self) -> float:
        """When the call under way has to be over."""
        return self._deadline.at

    @deadline.setter
    def deadline(self, at: float) -> None:
        self._deadline.at = at

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
        response = self._network.handle_request(leaving)
        if response.headers.get("content-encoding", "identity") != "identity":
            response.close()
            raise Trouble(Ill.FOREIGN)
        return httpx2.Response(response.status_code, headers=response.headers, stream=_Listened(response))

    def close(self) -> None:
        """Let go of every connection."""
        self._network.close()


def _transport(url: httpx2.URL, deadline: Deadline) -> httpx2.HTTPTransport:
    """The library's transport, on a network of ours. Its own client would ask a proxy over http too, key and all."""
    encrypted = url.scheme == "https"
    proxies = {} if not encrypted or is_near(url.host) or proxy_bypass(url.host) else getproxies()
    named = proxies.get("https") or proxies.get("all")
    proxy = named if not named or "://" in named else f"http://{named}"
    # Roots of trust are slow to load; without any, a context trusts nobody, and http asks for no trust.
    verify = True if encrypted else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    transport = httpx2.HTTPTransport(verify, proxy=proxy)
    pool = transport._pool  # pyright: ignore[reportPrivateUsage]
    pool._network_backend = Network(deadline, at_home=not encrypted)  # pyright: ignore[reportPrivateUsage]
    return transport


class _Listened(httpx2.SyncByteStream):
    def __init__(self, response: httpx2.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        size, begin = 0, b""
        for chunk in self._response.iter_raw():
            size += len(chunk)
            if size > MOST_BYTES:
                raise Trouble(Ill.TOO_LARGE)
            if begin is None:
                yield chunk
                continue
            # A mark of the byte order would hide the first event; it may come in pieces.
            begin += chunk
            if not codecs.BOM_UTF8.startswith(begin):
                yield begin.removeprefix(codecs.BOM_UTF8)
                begin = None
        if begin:
            yield begin.removeprefix(codecs.BOM_UTF8)

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
