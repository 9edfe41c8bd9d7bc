"""The line under the chat: whom it calls and by which way, how long it waits, and what it does not stumble over."""

import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from itertools import pairwise, repeat
from typing import Self

import httpcore2
import pytest

from narrator.chat import Chat, Patience
from narrator.exchange import Ill, Usage
from narrator.http.network import Deadline, Network
from tests.faults.chatting import KEY, SAID, TOOLS, Purse, endpoint, question, scene, troubled
from tests.faults.replies import PROSE, delta, right, sse, stream, words
from tests.faults.server import Answer, Server

ANYWHERE = socket.getaddrinfo
PUBLIC = "8.8.8.8"
DRIPS = 2_000
"""Pieces that a server sends which means to go on for ever; more than any patience here."""


class Raw:
    """A server that sends bytes as they are, in pieces, to whoever calls first; `came` is what it was sent first."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = pieces
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve)
        self.port: int = self._listening.getsockname()[1]
        self.came = b""

    def _serve(self) -> None:
        # Whoever listens may leave: it does when it has heard enough.
        with suppress(OSError):
            calling, _ = self._listening.accept()
            with calling:
                self.came = calling.recv(65_536)
                while b"POST" in self.came and not self.came.endswith(b"}"):
                    self.came += calling.recv(65_536)
                for each in self._pieces:
                    calling.sendall(each)
                calling.shutdown(socket.SHUT_WR)
                while calling.recv(65_536):
                    pass

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join()


def chat(url: str, clock: Callable[[], float] = lambda: 0.0, **patience: float) -> tuple[Chat, Purse]:
    purse = Purse()
    return Chat(endpoint(url), purse, Patience(tries=1, **patience), clock=clock, sleep=lambda _: None), purse


def resolving(monkeypatch: pytest.MonkeyPatch, **names: Iterable[str]) -> None:
    """These names lead to these addresses; dots are written as underlines."""

    def found(host: str, port: int, *rest: int, **kinds: int) -> list[object]:
        addresses = names.get(host.replace(".", "_"), (host,))
        return [each for address in addresses for each in ANYWHERE(address, port, *rest, **kinds)]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def proxied(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{port}")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)


# --- whom it calls


@pytest.mark.parametrize("name", ["attic.lan", "attic", "attic.local"])
def test_over_http_no_proxy_ever_has_the_key(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    resolving(monkeypatch, **{name.replace(".", "_"): ("127.0.0.1",)})
    with Server(right) as proxy, Server(right) as server:
        proxied(monkeypatch, proxy.server_port)
        asking, _ = chat(f"http://{name}:{server.server_port}/v1")
        with closing(asking):
            assert asking.ask(question(), TOOLS).call is not None
        assert (len(proxy.asked), len(server.asked)) == (0, 1)


@pytest.mark.parametrize("url", ["https://attic.lan:9/v1", "https://127.0.0.1:9/v1", "https://192.168.1.7:9/v1"])
def test_what_is_near_is_called_without_a_proxy_over_https_too(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    resolving(monkeypatch, attic_lan=(), **{"192_168_1_7": ()})
    with Raw([]) as proxy:
        proxied(monkeypatch, proxy.port)
        asking, _ = chat(url)
        with closing(asking):
            assert troubled(lambda: asking.ask(question(), TOOLS)).ill is Ill.UNREACHABLE
    assert proxy.came == b""


def test_over_https_a_proxy_is_asked_for_a_way_and_shown_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with Raw([b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"]) as proxy:
        proxied(monkeypatch, proxy.port)
        asking, _ = chat("https://models.example/v1")
        with closing(asking):
            assert troubled(lambda: asking.ask(question(), TOOLS)).ill is Ill.UNREACHABLE
    assert proxy.came.startswith(b"CONNECT models.example:443 HTTP/1.1\r\n")
    assert KEY.encode() not in proxy.came


def test_a_name_of_ones_own_that_leads_abroad_is_not_called_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    called = list[object]()

    def connect(address: object, *_: object) -> socket.socket:
        called.append(address)
        raise ConnectionRefusedError

    resolving(monkeypatch, attic=(PUBLIC, "::ffff:8.8.4.4"))
    monkeypatch.setattr(socket, "create_connection", connect)
    asking, purse = chat("http://attic:8000/v1")
    with closing(asking):
        assert troubled(lambda: asking.ask(question(), TOOLS)).ill is Ill.UNREACHABLE
    assert called == []
    assert purse.entries[0].usage == Usage(0, 0, counted=False)


def test_of_several_addresses_the_near_one_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, attic=(PUBLIC, "127.0.0.1"))
    with Server(right) as server:
        asking, _ = chat(f"http://attic:{server.server_port}/v1")
        with closing(asking):
            assert asking.ask(question(), TOOLS).call is not None


# --- how long it waits


HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    "pieces",
    [
        [HEAD, *repeat(b"X-Wait: 1\r\n", DRIPS)],
        [HEAD, b"X-Wait: ", *repeat(b"1", DRIPS)],
        [*repeat(b"HTTP/1.1 100 Continue\r\n\r\n", DRIPS)],
        [HEAD, b"Content-Type: text/event-stream\r\n\r\n", *repeat(b": wait\n\n", DRIPS)],
        [HEAD, b"Content-Type: application/json\r\n\r\n", *repeat(b" ", DRIPS)],
    ],
)
def test_whatever_drips_is_late_when_the_time_is_up(pieces: list[bytes]) -> None:
    now = [0.0]

    def dripping() -> Iterator[bytes]:
        for each in pieces:
            now[0] += 1
            yield each

    with Raw(dripping()) as server:
        asking, purse = chat(f"http://127.0.0.1:{server.port}/v1", lambda: now[0], idle=300, total=20)
        with closing(asking):
            assert troubled(lambda: asking.ask(question(), TOOLS)).ill is Ill.LATE
    assert purse.ills == ["late"]


def test_no_wait_is_longer_than_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = list[float | None]()
    whole = socket.socket.settimeout

    def noted(own: socket.socket, seconds: float | None) -> None:
        waits.append(seconds)
        whole(own, seconds)

    now = [0.0]
    with Raw([b"so far", b"so good"]) as server:
        stream = Network(Deadline(lambda: now[0], 100), at_home=True).connect_tcp("127.0.0.1", server.port, 10)
        monkeypatch.setattr(socket.socket, "settimeout", noted)
        with closing(stream):
            stream.write(b"?", 60)
            assert stream.read(6, 60) == b"so far"
            now[0] = 70
            assert stream.read(7, 60) == b"so good"
            now[0] = 100
            for wait in (lambda: stream.read(1, 60), lambda: stream.write(b"!", 60)):
                with pytest.raises(httpcore2.ReadTimeout):
                    wait()
    assert [each for each in waits if each] == [60, 60, 30]


# --- what it does not stumble over


@pytest.mark.parametrize("cuts", [(), (1,), (2,), (3,), (1, 2), (4,)])
def test_a_mark_of_the_byte_order_hides_no_event(cuts: tuple[int, ...]) -> None:
    body = b"\xef\xbb\xbf" + b"".join(sse(*words(*PROSE)))
    ends = (0, *cuts, len(body))
    pieces = [body[first:end] for first, end in pairwise(ends)]
    with scene(lambda asked: Answer(pieces)) as play:
        assert play.tell() == ("".join(PROSE), None)


# --- what it pays


@pytest.mark.parametrize(
    "usage", [{"prompt_tokens": 1, "completion_tokens": 900}, {"prompt_tokens": 1_200, "completion_tokens": 0}]
)
def test_a_count_that_cannot_be_true_makes_nothing_cheaper(usage: dict[str, int]) -> None:
    with scene(lambda asked: stream(*words(SAID)[:-1], {"choices": [], "usage": usage})) as play:
        play.tell()
        used, held = play.purse.entries[0].usage, play.purse.held[0]
        assert not used.counted
        assert used.prompt == max(held.prompt, usage["prompt_tokens"])
        assert used.reply == max(len(SAID) / 3, usage["completion_tokens"])


def test_a_reply_that_is_as_long_as_it_may_be_is_heard_to_the_end() -> None:
    prose = "Rien. " * (900 * 5 // 6)
    with scene(lambda asked: stream(*(delta(content=each) for each in prose.split(".")), delta("length"))) as play:
        told, ill = play.tell()
        assert (told, ill) == (prose.replace(".", ""), Ill.CUT)
        assert play.purse.entries[0].usage.reply <= play.purse.held[0].reply
