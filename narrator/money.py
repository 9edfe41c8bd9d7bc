"""What calls cost and how far they may go: prices, ceilings, and the purse that is asked before each call."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from narrator.exchange import Usage


class Span(StrEnum):
    """How long a ceiling holds."""

    TURN = "turn"
    SESSION = "session"
    DAY = "day"


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in `currency`: of the prompt, of the part of it already read, of the reply."""

    prompt: Decimal
    reply: Decimal
    cached: Decimal | None = None
    currency: str = "USD"


@dataclass(frozen=True, slots=True)
class Entry:
    """One call as the log keeps it. `cost` is None where the price is unknown; `ill` is what went wrong, if anything;
    `seconds` is how long it took; `purpose` is decide, tell or probe."""

    model: str
    provider: str
    purpose: str
    usage: Usage
    cost: Decimal | None
    currency: str
    seconds: float
    temperature: float | None
    seed: int | None
    mode: str
    ill: str | None = None


class Purse(Protocol):
    """Asked before each call, told after it."""

    def may_spend(self, most: Usage) -> None:
        """Whether a call of that size at the most stays under every ceiling. Raises Trouble(Ill.SPENT) where not."""
        ...

    def spent(self, entry: Entry) -> None:
        """A call was made, whatever came of it."""
        ...
