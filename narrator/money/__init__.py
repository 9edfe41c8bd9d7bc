"""What calls cost and how far they may go: prices, ceilings, and the purse that is asked before each call."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from typing import Protocol

from narrator.exchange import Ill, Trouble, Usage

MILLION = Decimal(1_000_000)
TOLD_FROM = Decimal("0.8")
"""The share of a ceiling that is announced when it is reached."""

ALIKE = 2
"""How often the same question may be put within a turn; the third time it is stopped."""


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

    def of(self, usage: Usage) -> Decimal:
        """What a call cost. Where no price is known for what was already read, it costs as much as the rest."""
        cached = min(usage.cached, usage.prompt)
        read = self.prompt if self.cached is None else self.cached
        return ((usage.prompt - cached) * self.prompt + cached * read + usage.reply * self.reply) / MILLION

    def at_most(self, usage: Usage) -> Decimal:
        """The most that a call of that size can cost, whatever the server had already read."""
        return (usage.prompt * max(self.prompt, self.cached or Decimal(0)) + usage.reply * self.reply) / MILLION


FREE = Price(Decimal(0), Decimal(0))
"""What a model on one's own machine costs."""


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


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of prompts and replies together, and money in the currency of the ceilings."""

    tokens: int = 0
    money: Decimal = Decimal(0)

    def __add__(self, more: "Spent") -> "Spent":
        return Spent(self.tokens + more.tokens, self.money + more.money)


@dataclass(frozen=True, slots=True)
class Ceiling:
    """What may be spent; None is without a limit."""

    tokens: int | None = None
    money: Decimal | None = None

    def sides(self, spent: Spent) -> Iterator[tuple[str, int | Decimal, int | Decimal]]:
        """Of tokens and of money, where each is limited: its name, what is spent, and how much may be."""
        if self.tokens is not None:
            yield "tokens", spent.tokens, self.tokens
        if self.money is not None:
            yield "money", spent.money, self.money


@dataclass(frozen=True, slots=True)
class Ceilings:
    """What a turn, a session and a day may cost. Tokens have a limit by default: a ruling is some 8,500 tokens of
    prompt, 10,000 with a schema, and is asked three times at the most; a telling is 1,900. Money has none."""

    turn: Ceiling = Ceiling(60_000)
    session: Ceiling = Ceiling(1_000_000)
    day: Ceiling = Ceiling(3_000_000)
    currency: str = "USD"

    @property
    def of_money(self) -> bool:
        """Whether any of them is one of money."""
        return any(each.money is not None for each in (self.turn, self.session, self.day))


class Ledger(Protocol):
    """What was spent today, by every program of this player's; `table.spending` keeps it in a file."""

    def hold(self, most: Spent, allow: Callable[[Spent], None]) -> None:
        """Set `most` aside for a call, unless `allow`, given today's total with all that is set aside, raises."""
        ...

    def settle(self, entry: Entry) -> Spent:
        """Record a call in the place of what was set aside for it; today's total."""
        ...


@dataclass(frozen=True, slots=True)
class Warned:
    """Four fifths of a ceiling are reached: `side` is tokens or money."""

    span: Span
    side: str
    spent: int | Decimal
    ceiling: int | Decimal
    currency: str


@dataclass(slots=True)
class Budget:
    """What all models at one table share: the ceilings, and what was spent of them."""

    ceilings: Ceilings
    ledger: Ledger
    turn: Spent = Spent()
    session: Spent = Spent()
    _warned: list[Warned] = field(default_factory=list[Warned])
    _told: set[tuple[Span, str]] = field(default_factory=set[tuple[Span, str]])
    _asked: dict[bytes, int] = field(default_factory=dict[bytes, int])
    _under_way: Spent | None = None

    def new_turn(self) -> None:
        """A player has typed something: what a turn may cost is counted anew."""
        self._close()
        self.turn = Spent()
        self._asked.clear()
        self._told -= {(Span.TURN, side) for side in ("tokens", "money")}

    def purse(self, model: str, price: Price | None) -> "ModelPurse":
        """The purse of one model; `price` is None where nobody knows it."""
        return ModelPurse(self, model, price)

    def warnings(self) -> tuple[Warned, ...]:
        """The ceilings of which four fifths are reached; each is given once."""
        given = tuple(self._warned)
        self._warned.clear()
        return given

    def ask(self, digest: bytes) -> None:
        """The same question is put. Raises Trouble(Ill.REPEATED) the third time within a turn."""
        if self._asked.get(digest, 0) == ALIKE:
            raise Trouble(Ill.REPEATED, times=ALIKE)
        self._asked[digest] = self._asked.get(digest, 0) + 1

    def hold(self, most: Spent) -> None:
        """Set aside what a call may cost. Raises Trouble(Ill.SPENT) where that goes past a ceiling."""
        self._close()
        for span, ceiling, spent in (
            (Span.TURN, self.ceilings.turn, self.turn),
            (Span.SESSION, self.ceilings.session, self.session),
        ):
            self._allow(span, ceiling, spent, most)
        self.ledger.hold(most, lambda today: self._allow(Span.DAY, self.ceilings.day, today, most))
        self._under_way = most

    def settle(self, entry: Entry) -> None:
        """Count what a call has cost."""
        in_our_money = entry.cost is not None and entry.currency == self.ceilings.currency
        cost = entry.cost if in_our_money and entry.cost is not None else Decimal(0)
        self._under_way = None
        self._count(Spent(entry.usage.prompt + entry.usage.reply, cost))
        today = self.ledger.settle(entry)
        self._warn(Span.TURN, self.ceilings.turn, self.turn)
        self._warn(Span.SESSION, self.ceilings.session, self.session)
        self._warn(Span.DAY, self.ceilings.day, today)

    def _close(self) -> None:
        """A call that nobody said the end of counts for all that it might have cost."""
        if self._under_way is not None:
            self._count(self._under_way)
            self._under_way = None

    def _count(self, spent: Spent) -> None:
        self.turn += spent
        self.session += spent

    def _allow(self, span: Span, ceiling: Ceiling, spent: Spent, most: Spent) -> None:
        with_it = [each for _, each, _ in ceiling.sides(spent + most)]
        for (side, so_far, limit), would_be in zip(ceiling.sides(spent), with_it, strict=True):
            # What costs nothing is no reason to stop, even where everything is spent.
            if would_be > limit and would_be > so_far:
                currency = self.ceilings.currency
                raise Trouble(Ill.SPENT, span=span, side=side, spent=so_far, ceiling=limit, currency=currency)

    def _warn(self, span: Span, ceiling: Ceiling, spent: Spent) -> None:
        for side, so_far, limit in ceiling.sides(spent):
            if so_far >= limit * TOLD_FROM and (span, side) not in self._told:
                self._told.add((span, side))
                self._warned.append(Warned(span, side, so_far, limit, self.ceilings.currency))


@dataclass(frozen=True, slots=True)
class ModelPurse:
    """Meets Purse for one model: knows its price, and what all models at the table have spent."""

    budget: Budget
    model: str
    price: Price | None

    def may_spend(self, most: Usage) -> None:
        """Set aside what a call of that size can cost at the most. Raises Trouble(Ill.SPENT) where it goes past a
        ceiling, and Trouble(Ill.UNPRICED) under a ceiling of money where the price is unknown."""
        ceilings = self.budget.ceilings
        cost = None if self.price is None else self.price.at_most(most)
        if ceilings.of_money and (self.price is None or (cost and self.price.currency != ceilings.currency)):
            raise Trouble(Ill.UNPRICED, model=self.model, currency=ceilings.currency)
        self.budget.hold(Spent(most.prompt + most.reply, cost or Decimal(0)))

    def spent(self, entry: Entry) -> None:
        """Count a call at this model's price."""
        price = self.price
        priced = None if price is None else price.of(entry.usage)
        self.budget.settle(replace(entry, cost=priced, currency="" if price is None else price.currency))
