"""Any OpenAI-compatible server as a Mind: the only module that calls one.

The SDK speaks HTTP and reads the stream; tenacity owns every retry; the purse is asked before each request and told
after it. What servers get wrong is put right in `narrator.http`.
"""

import json
import logging
import secrets
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import httpx2
import openai
import tenacity

from narrator.endpoint import Endpoint, Mode
from narrator.exchange import Ill, Message, Reply, Tool, Trouble, Usage
from narrator.fitting import tokens_of
from narrator.http.asking import Terms, Wire, estimate, least, letters, most_letters, most_tokens
from narrator.http.hearing import Heard
from narrator.http.probing import DUMMIES, QUESTION, find_mode
from narrator.http.refusing import Refusal, refusal, refusal_in_stream
from narrator.http.streamed import Voice
from narrator.http.wire import Line, lost
from narrator.money import Entry, Purse

# They write URLs, and whoever sets OPENAI_LOG would have them on the screen of the game.
for _name in ("openai", "httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.CRITICAL + 1)

_ROOM_FOR_TOOLS = 4_000
_LETTERS_A_TOKEN_EVER = 8
_MOST_SEED = 2**31
_NEVER_SENT = (Ill.WRONG_KEY, Ill.UNREACHABLE)

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Patience:
    """How long is waited, in seconds: to connect, between two bytes, for all the tries of one call together; how many
    tries, and how long a server may ask to wait for the next one."""

    connect: float = 10
    idle: float = 60
    total: float = 180
    tries: int = 3
    wait: float = 20


class _Failed(Exception):
    """A request that brought nothing; never leaves this module."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.ill.value)
        self.refusal = refusal


class Chat:
    """A model at an endpoint. Meets `narrator.exchange.Mind`; not for two threads at once. `seed` is sent with every
    call where one is given, else each call has its own."""

    def __init__(
        self,
        endpoint: Endpoint,
        purse: Purse,
        patience: Patience = Patience(),
        *,
        seed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.endpoint = endpoint
        self.name = endpoint.name
        self.room = max(endpoint.takes.context // 3, endpoint.takes.context - endpoint.most - _ROOM_FOR_TOOLS)
        self.mode: Mode | None = endpoint.takes.modes[0] if len(endpoint.takes.modes) == 1 else None
        self.understood = True
        """Whether the dummy call came back in any mode, when it was last made."""
        self.cut_silently = False
        """The server once counted fewer tokens than the prompt can have had: it had cut it without a word."""
        self._purse = purse
        self._patience = patience
        self._seed = seed
        self._clock = clock
        self._sleep = sleep
        self._terms = Terms(endpoint, endpoint.takes.modes[0])
        self._thinks_aloud = False
        self._open: tuple[openai.OpenAI, Line] | None = None

    def probe(self) -> Mode:
        """Find how this endpoint is asked for a proposal, with a dummy call. Raises Trouble where nothing can be asked
        at all."""
        self.mode = None
        self.understood = find_mode(self._terms, lambda: self._asked("probe", QUESTION, DUMMIES))
        self.mode = self._terms.mode
        return self.mode

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        """One proposal, with one of the tools. Raises Trouble."""
        if self.mode is None:
            self.probe()
        heard = self._asked("decide", messages, tools)
        self.mode = self._terms.mode
        usage = heard.usage
        assert usage is not None
        call = heard.call([each.name for each in tools])
        return Reply(call, "" if call else heard.text, usage)

    def tell(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        """Prose, in pieces as they come. Raises Trouble, also in the middle; closing it closes the response."""
        deadline = self._clock() + self._patience.total

        def begin() -> tuple[str, Generator[str, None, None]]:
            pieces = self._pieces(messages, deadline)
            return next(pieces, ""), pieces

        first, pieces = self._retried(begin, deadline)
        trouble = None
        with closing(pieces):
            if first:
                yield first
            try:
                yield from pieces
            except _Failed as failed:
                trouble = failed.refusal.trouble()
        if trouble is not None:
            raise trouble

    def close(self) -> None:
        """Let go of every connection; a later call opens new ones."""
        if self._open is not None:
            client, line = self._open
            self._open = None
            client.close()
            line.close()

    # --- one call

    def _asked(self, purpose: str, messages: Sequence[Message], tools: Sequence[Tool]) -> Heard:
        deadline = self._clock() + self._patience.total

        def attempt() -> Heard:
            heard = Heard()
            for _ in self._exchange(purpose, messages, tools, heard, deadline):
                pass
            self._thinks_aloud |= heard.shut_unopened
            return heard

        return self._retried(attempt, deadline)

    def _pieces(self, messages: Sequence[Message], deadline: float) -> Generator[str, None, None]:
        heard, voice = Heard(), Voice(self._thinks_aloud)
        with closing(self._exchange("tell", messages, (), heard, deadline)) as exchange:
            try:
                for _ in exchange:
                    yield from filter(None, [voice.feed(heard.news())])
            except _Failed:
                # What came before is told before it is said that the rest is missing.
                yield from filter(None, [voice.close()])
                raise
            finally:
                self._thinks_aloud |= voice.shut_unopened
        yield from filter(None, [voice.close()])

    def _retried(self, attempt: Callable[[], _T], deadline: float) -> _T:
        """Try, and try again what may succeed later. Raises Trouble."""

        def stops(state: tenacity.RetryCallState) -> bool:
            too_late = self._clock() + state.upcoming_sleep >= deadline
            return too_late or state.attempt_number >= self._patience.tries

        suspected = set[str]()
        retry = tenacity.retry_if_exception(lambda error: isinstance(error, _Failed) and self._may_pass(error))
        retrying = tenacity.Retrying(retry=retry, wait=self._wait, stop=stops, sleep=self._sleep, reraise=True)
        try:
            return retrying(lambda: self._on_other_terms(attempt, suspected))
        except _Failed as failed:
            trouble = failed.refusal.trouble()
        # Raised out here: what the SDK holds, headers and bodies, is no part of it.
        raise trouble

    def _on_other_terms(self, attempt: Callable[[], _T], suspected: set[str]) -> _T:
        """Try, without what the server complains of for as long as there is something to leave out. What may pass by
        itself makes a parameter `suspected` first: it is left out where the same is said again."""
        while True:
            try:
                return attempt()
            except _Failed as failed:
                blamed = failed.refusal.blamed
                left_out = [each for each in blamed if each in suspected or not failed.refusal.again]
                suspected.update(blamed)
                if not any(self._terms.drop(each) for each in left_out):
                    raise

    def _may_pass(self, failed: _Failed) -> bool:
        return failed.refusal.again and (failed.refusal.seconds or 0) <= self._patience.wait

    def _wait(self, state: tenacity.RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        if isinstance(error, _Failed) and error.refusal.seconds is not None:
            return error.refusal.seconds
        return tenacity.wait_random_exponential(multiplier=0.5, max=self._patience.wait)(state)

    # --- one request

    def _exchange(
        self, purpose: str, messages: Sequence[Message], tools: Sequence[Tool], heard: Heard, deadline: float
    ) -> Generator[None, None, None]:
        """Send one request and fill `heard`, giving way after each chunk. Raises _Failed, and Trouble of the purse."""
        seed = secrets.randbelow(_MOST_SEED) if self._seed is None else self._seed
        body = self._terms.body(messages, tools, seed)
        if least(body) > self.endpoint.takes.context:
            raise _Failed(Refusal(Ill.TOO_LONG, {}))
        self._purse.may_spend(Usage(estimate(body), most_tokens(self.endpoint), counted=False))
        began = self._clock()
        # As long as nothing else is known it was broken off, and what a server has done by then is paid for.
        failed: Refusal | None = Refusal(Ill.CUT, {})
        try:
            failed = (yield from self._fed(body, heard, deadline)) or heard.refused([each.name for each in tools])
        finally:
            heard.usage = self._usage(heard, body, failed)
            mode = self._terms.mode.value if tools else ""
            self._purse.spent(
                Entry(
                    model=self.endpoint.model,
                    provider=self.endpoint.provider,
                    purpose=purpose,
                    usage=heard.usage,
                    cost=None,
                    currency="",
                    seconds=self._clock() - began,
                    temperature=body.get("temperature"),
                    seed=body.get("seed"),
                    mode=mode,
                    ill=failed.ill.value if failed else None,
                )
            )
        if failed is not None:
            raise _Failed(failed)

    def _usage(self, heard: Heard, body: Wire, failed: Refusal | None) -> Usage:
        """What a request used: as the server counted it, where that can be true, else by our own estimate."""
        counted = heard.usage
        if counted is None and failed is not None and failed.free:
            return Usage(0, 0, counted=False)
        # What was too large to be heard out may have been a reply to its very end.
        unheard = most_tokens(self.endpoint) if failed is not None and failed.ill is Ill.TOO_LARGE else 0
        ours = Usage(estimate(body), max(tokens_of(heard.size), unheard), counted=False)
        if counted is None:
            return ours
        cut = counted.prompt + counted.cached < letters(body) // _LETTERS_A_TOKEN_EVER
        self.cut_silently |= cut
        if not cut and counted.reply >= heard.size // _LETTERS_A_TOKEN_EVER:
            return counted
        return Usage(max(counted.prompt, ours.prompt), max(counted.reply, ours.reply), counted=False)

    def _fed(self, body: Wire, heard: Heard, deadline: float) -> Generator[None, None, Refusal | None]:
        """Let `heard` hear the response; what went wrong with the line or the server, None where nothing did."""
        key = self._key()
        try:
            yield from self._chunks(body, heard, deadline)
        except Trouble as trouble:
            return Refusal(trouble.ill, trouble.slots, free=trouble.ill in _NEVER_SENT)
        except openai.APIStatusError as error:
            return heard.saved(refusal(error.status_code, error.body, key, error.response.headers))
        except openai.APIConnectionError as error:
            return lost(error.__cause__, begun=bool(heard.size), late=self._clock() >= deadline)
        except openai.APIError as error:
            return heard.saved(refusal_in_stream(error.body, key))
        except httpx2.HTTPError as error:
            return lost(error, begun=bool(heard.size), late=self._clock() >= deadline)
        except (ValueError, RecursionError):
            return Refusal(Ill.FOREIGN, {})
        return None

    def _chunks(self, body: Wire, heard: Heard, deadline: float) -> Generator[None, None, None]:
        client, line = self._opened()
        line.deadline = deadline
        # Plain chunks, by the way that the SDK has for what it does not know: its own classes drop what is not theirs.
        with client.post(
            "/chat/completions",
            body=body,
            cast_to=object,
            options={"timeout": httpx2.Timeout(self._patience.idle, connect=self._patience.connect)},
            stream=True,
            stream_cls=openai.Stream[object],
        ) as stream:
            kind = stream.response.headers.get("content-type", "").partition(";")[0].strip().lower()
            came = [json.loads(stream.response.read())] if kind == "application/json" else stream
            known = kind in ("application/json", "text/event-stream")
            for chunk in came:
                known = True
                _hear(heard, chunk, stream.response.request)
                yield
                # A server that does not mind how long a reply may be would be paid for all that it likes to say.
                if heard.size > most_letters(self.endpoint):
                    raise Trouble(Ill.CUT)
            if not known:
                raise Trouble(Ill.FOREIGN)

    def _opened(self) -> tuple[openai.OpenAI, Line]:
        if self._open is None:
            endpoint, key = self.endpoint, self._key()
            if not (key.isascii() and key.isprintable()):
                raise Trouble(Ill.WRONG_KEY)
            try:
                line = Line(endpoint.base_url, endpoint.key if key else None, self._clock)
                http = httpx2.Client(transport=line, trust_env=False)
            except (ValueError, ImportError, httpx2.InvalidURL):
                raise Trouble(Ill.UNREACHABLE) from None
            # Nothing is left for the SDK to look for in OPENAI_… variables; the line sends the key.
            client = openai.OpenAI(
                api_key="unused",
                admin_api_key="",
                organization="",
                project="",
                webhook_secret="",
                base_url=endpoint.base_url,
                max_retries=0,
                http_client=http,
            )
            self._open = client, line
        return self._open

    def _key(self) -> str:
        return self.endpoint.key.get_secret_value() if self.endpoint.key is not None else ""


def _hear(heard: Heard, chunk: object, request: httpx2.Request) -> None:
    """Hear a chunk, unless it is an error: that is raised as the SDK raises those that it knows."""
    found = cast("dict[str, Any]", chunk) if isinstance(chunk, dict) else {}
    if found.get("error") or found.get("object") == "error":
        raise openai.APIError("", request, body=found.get("error") or found)
    heard.feed(found)
