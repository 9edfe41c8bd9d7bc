"""A model behind a fault server, as a test asks it: the server, the Chat, and a purse that remembers."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr

from narrator.chat import Chat, Patience
from narrator.endpoint import Endpoint, Mode, Takes
from narrator.exchange import Call, Ill, Message, Reply, Tool, Trouble, Usage
from narrator.money import Entry
from narrator.schemas import choice, closed, text
from tests.faults.server import Respond, Server

KEY = "sk-canary-0123456789"
SAID = "Le sol grince-t-il ? " * 20

RULE = Tool(
    "rule_without_roll",
    "What is easy succeeds.",
    closed({"actor": choice(["akiko"]), "verdict": choice(["succeeds", "impossible"]), "why": text(300)}),
)
ASK = Tool("ask_player", "A question back.", closed({"question": text(300)}))
TOOLS = (RULE, ASK)
PATIENT = Patience(idle=300, total=600)
ARGUMENTS = {"actor": "akiko", "verdict": "succeeds", "why": "Rien ne bouge."}
"""What the server calls `rule_without_roll` with."""


@dataclass
class Purse:
    """Meets narrator.money.Purse: remembers, and from `calls_allowed` on says no."""

    calls_allowed: int = 1_000
    held: list[Usage] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def may_spend(self, most: Usage) -> None:
        if len(self.held) == self.calls_allowed:
            raise Trouble(Ill.SPENT)
        self.held.append(most)

    def spent(self, entry: Entry) -> None:
        self.entries.append(entry)

    @property
    def ills(self) -> list[str | None]:
        """What went wrong with each call, in order."""
        return [each.ill for each in self.entries]


@dataclass
class Scene:
    """One server and whoever asks it."""

    server: Server
    chat: Chat
    purse: Purse
    waited: list[float]

    def ask(self, messages: Sequence[Message] = (), tools: Sequence[Tool] = TOOLS) -> Reply:
        """A proposal."""
        return self.chat.ask(messages or question(), tools)

    def refused(self) -> Trouble:
        """The trouble that a question ends in."""
        return troubled(self.ask)

    def tell(self) -> tuple[str, Ill | None]:
        """What is told, and what broke it off."""
        told: list[str] = []
        try:
            told.extend(self.chat.tell(question()))
        except Trouble as trouble:
            return "".join(told), trouble.ill
        return "".join(told), None


def question() -> tuple[Message, ...]:
    """A system text and a player's line."""
    return Message("system", "Tu proposes."), Message("user", SAID)


def refusal_of(call: Call, why: str = "Nobody has that name.") -> tuple[Message, ...]:
    """The same after a call was turned down."""
    return *question(), Message("assistant", "", call), Message("tool", why, call)


def troubled(act: Callable[[], object]) -> Trouble:
    """The trouble that something ends in."""
    try:
        came = act()
    except Trouble as trouble:
        return trouble
    raise AssertionError(f"no trouble but {came!r}")


def endpoint(url: str, key: str | None = KEY, **changes: Any) -> Endpoint:
    """A server that takes all that can be sent, and is asked for tool calls, unless that is changed."""
    return Endpoint("here", url, "small", TAKES_ALL.model_copy(update=changes), key and SecretStr(key))


TAKES_ALL = Takes(modes=(Mode.TOOL,), strict=True, seed=True, parallel=True, context=16_000, temperature=0.7)


@contextmanager
def scene(
    respond: Respond,
    patience: Patience = PATIENT,
    purse: Purse | None = None,
    clock: Callable[[], float] = time.monotonic,
    **changes: Any,
) -> Iterator[Scene]:
    """A server that answers so, and a Chat that asks it for tool calls unless the endpoint is changed; nobody really
    waits before another try."""
    purse, waited = purse or Purse(), list[float]()
    with Server(respond) as server:
        chat = Chat(endpoint(server.url, **changes), purse, patience, clock=clock, sleep=waited.append)
        with closing(chat):
            yield Scene(server, chat, purse, waited)
    # Every call was allowed before it was made, and accounted for after it.
    assert len(purse.held) == len(purse.entries) == len(server.asked)
