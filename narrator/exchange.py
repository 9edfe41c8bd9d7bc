"""What goes to a model and what comes back, whatever the server: messages, tools, replies, and what can go wrong.

Plain values: `narrator.chat` alone knows the wire, so that everything else is tested without a server.
"""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Protocol

Schema = dict[str, Any]
"""A JSON schema, `$ref` inlined, every object closed, every string bounded."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that a model may propose now: its name, what it is for, and the schema of its arguments."""

    name: str
    purpose: str
    schema: Schema


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call as a model made it: `arguments` is its JSON text as it came. `extra` goes back with it, untouched,
    where a server signs what it said."""

    name: str
    arguments: str
    id: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation. `call` is what an assistant's message called, or what a tool's one answers."""

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    call: Call | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call; `cached` are those of the prompt that the server had already read. `counted`: the server
    said so; else they are our own estimate, on the high side."""

    prompt: int
    reply: int
    cached: int = 0
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered to a question with tools: a call, or text where it made none; never both."""

    call: Call | None
    text: str
    usage: Usage


class Ill(StrEnum):
    """What can be wrong with a call; the messages have a sentence for each."""

    UNREACHABLE = "unreachable"
    STALLED = "stalled"
    LATE = "late"
    NO_KEY = "no_key"
    WRONG_KEY = "wrong_key"
    NO_MODEL = "no_model"
    BUSY = "busy"
    SERVER = "server"
    REQUEST = "request"
    FOREIGN = "foreign"
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    CUT = "cut"
    EMPTY = "empty"
    DECLINED = "declined"
    FILTERED = "filtered"
    SPENT = "spent"
    BUG = "bug"
    UNPRICED = "unpriced"
    REPEATED = "repeated"


class Trouble(Exception):
    """A call that brought nothing that can be used. `slots` fill the sentence; never a key, never a whole answer."""

    def __init__(self, ill: Ill, **slots: object) -> None:
        super().__init__(ill.value, slots)
        self.ill = ill
        self.slots = slots


class Mind(Protocol):
    """A model that can be asked: `narrator.chat.Chat` over HTTP, `narrator.scripted` in tests and playtests."""

    @property
    def name(self) -> str:
        """What the status line calls it."""
        ...

    @property
    def room(self) -> int:
        """How many tokens of prompt it reads."""
        ...

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        """One proposal, with one of the tools. Raises Trouble."""
        ...

    def tell(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        """Prose, in pieces as they come; never a thought of the model's. Raises Trouble, also in the middle."""
        ...
