"""A model that is never asked the same thing for ever: the third identical question within a turn is stopped.

It stands before a Mind, above the retries of a call that failed: those put one question, however often it is sent.
"""

import json
from collections.abc import Generator, Sequence
from dataclasses import astuple, dataclass
from hashlib import blake2b

from narrator.exchange import Message, Mind, Reply, Tool
from narrator.money import Budget


@dataclass(slots=True)
class Unrepeating:
    """Meets Mind, for the mind behind it; a turn is the budget's."""

    mind: Mind
    budget: Budget

    @property
    def name(self) -> str:
        """That of the mind behind it."""
        return self.mind.name

    @property
    def room(self) -> int:
        """That of the mind behind it."""
        return self.mind.room

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        """Ask the mind behind it, unless that was asked twice already. Raises Trouble, Ill.REPEATED for that."""
        self.budget.ask(_digest(messages, tools))
        return self.mind.ask(messages, tools)

    def tell(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        """Let the mind behind it tell, unless it told that twice already. Raises Trouble, Ill.REPEATED for that."""
        self.budget.ask(_digest(messages, ()))
        yield from self.mind.tell(messages)


def _digest(messages: Sequence[Message], tools: Sequence[Tool]) -> bytes:
    asked = [[astuple(each) for each in messages], [[each.name, each.schema] for each in tools]]
    return blake2b(json.dumps(asked, sort_keys=True, default=str).encode(), digest_size=16).digest()
