"""A mind that answers what was written for it: for tests, playtests and whoever wants to see what a model is asked."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from narrator.exchange import Call, Ill, Message, Reply, Tool, Trouble, Usage

_T = TypeVar("_T")

Answer = Call | str | Trouble
"""A call, words, or what goes wrong."""

Told = Sequence[str | Trouble]
"""The pieces of a telling; a Trouble among them is raised there."""


@dataclass(slots=True)
class ScriptedMind:
    """Meets `narrator.exchange.Mind`. Each question takes the next of `answers`, each telling the next of `tellings`;
    either may be a function of what is asked. With nothing left it is unreachable."""

    answers: Iterable[Answer | Callable[[Sequence[Message], Sequence[Tool]], Answer]] = ()
    tellings: Iterable[Told | Callable[[Sequence[Message]], Told]] = ()
    name: str = "scripted"
    room: int = 16_000
    asked: list[tuple[tuple[Message, ...], tuple[Tool, ...]]] = field(default_factory=list)
    """Every question and telling that came, in order; a telling has no tools."""

    def __post_init__(self) -> None:
        self.answers = deque(self.answers)
        self.tellings = deque(self.tellings)

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        """The next answer. Raises Trouble."""
        self.asked.append((tuple(messages), tuple(tools)))
        written = _next(self.answers)
        answer = written(messages, tools) if callable(written) else written
        if isinstance(answer, Trouble):
            raise answer
        call = answer if isinstance(answer, Call) else None
        return Reply(call, answer if isinstance(answer, str) else "", Usage(0, 0))

    def tell(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        """The next telling. Raises Trouble."""
        self.asked.append((tuple(messages), ()))
        written = _next(self.tellings)
        for piece in written(messages) if callable(written) else written:
            if isinstance(piece, Trouble):
                raise piece
            yield piece


def _next(left: Iterable[_T]) -> _T:
    assert isinstance(left, deque)
    if not left:
        raise Trouble(Ill.UNREACHABLE)
    return left.popleft()
