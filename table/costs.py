"""What the log of calls adds up to: by time, by model, by campaign."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from operator import index
from pathlib import Path
from typing import Any

from narrator.sanitise import one_line
from table.amounts import money
from table.spending import APPLICATION_ID, VERSION, NotALog, size_of
from table.words import Words

_MOST_PAID = 1_000_000_000
"""What a call can have cost, and much more; beyond it, an amount would fill pages."""

_LONGEST = 1_000_000.0
"""Seconds that a call can have taken, and much more."""


@dataclass(frozen=True, slots=True)
class Logged:
    """One call, as far as it is counted here. `cost` is None where the price was unknown."""

    day: date
    session: str
    campaign: str
    model: str
    prompt: int
    cached: int
    reply: int
    cost: Decimal | None
    currency: str
    seconds: float
    failed: bool


@dataclass(slots=True)
class Sum:
    """What some calls add up to; `unknown` counts those of an unknown price, `failed` those that brought nothing."""

    calls: int = 0
    failed: int = 0
    unknown: int = 0
    prompt: int = 0
    cached: int = 0
    reply: int = 0
    seconds: float = 0.0
    cost: dict[str, Decimal] = field(default_factory=dict[str, Decimal])

    @property
    def share_cached(self) -> float | None:
        """How much of the prompts the servers had already read; None where nothing was asked."""
        return self.cached / self.prompt if self.prompt else None

    @property
    def seconds_a_call(self) -> float | None:
        """How long a call took, on average; None where nothing was asked."""
        return self.seconds / self.calls if self.calls else None

    def add(self, call: Logged) -> None:
        """One call more. What was free is no sum in any currency, unless nothing else is."""
        self.calls += 1
        self.failed += call.failed
        self.prompt += call.prompt
        self.cached += call.cached
        self.reply += call.reply
        self.seconds += call.seconds
        if call.cost is None:
            self.unknown += 1
        elif call.cost:
            self.cost[call.currency] = self.cost.get(call.currency, Decimal(0)) + call.cost


@dataclass(frozen=True, slots=True)
class Costs:
    """Today, this month, since a day where one was given; by model and by campaign since that day, or over the month.
    `open_calls` were begun and never ended: killed, or still under way."""

    today: Sum
    month: Sum
    since: Sum | None
    by_model: dict[str, Sum]
    by_campaign: dict[str, Sum]
    open_calls: int


def costs(file: Path, today: date, since: date | None = None) -> Costs:
    """Add the log up; all nothing where there is none. Raises one of `table.spending.FAULTS`."""
    month = today.replace(day=1)
    start = month if since is None else since
    calls, open_calls = _read(file, min(month, start))
    within = [each for each in calls if each.day >= start]
    return Costs(
        today=_sum(each for each in calls if each.day == today),
        month=_sum(each for each in calls if each.day >= month),
        since=None if since is None else _sum(within),
        by_model={name: _sum(each for each in within if each.model == name) for name in _names(within, "model")},
        by_campaign={
            name: _sum(each for each in within if each.campaign == name) for name in _names(within, "campaign")
        },
        open_calls=open_calls,
    )


def of_session(file: Path, session: str, today: date) -> tuple[Sum, Sum]:
    """What one session has cost so far, and the whole day. Raises one of `table.spending.FAULTS`."""
    calls, _ = _read(file, today)
    return _sum(each for each in calls if each.session == session), _sum(calls)


def cost_told(words: Words, total: Sum) -> str:
    """What some calls cost: by currency, or that it is unknown, or both."""
    known = [money(words.language, amount, currency) for currency, amount in sorted(total.cost.items())]
    if total.unknown:
        known.append(words("cost.unknown_of", count=total.unknown) if known else words("cost.unknown"))
    if not known:
        return words("cost.free" if total.calls else "cost.nothing")
    return words("cost.and").join(known)


def sum_object(total: Sum) -> dict[str, Any]:
    """A sum for a program: amounts are texts, so that nothing is rounded; `unknown` counts calls without a price."""
    return {
        "calls": total.calls,
        "failed": total.failed,
        "prompt": total.prompt,
        "cached": total.cached,
        "reply": total.reply,
        "share_cached": total.share_cached,
        "seconds": total.seconds,
        "cost": {currency: str(amount) for currency, amount in sorted(total.cost.items())},
        "unknown": total.unknown,
    }


def _sum(calls: Iterable[Logged]) -> Sum:
    total = Sum()
    for each in calls:
        total.add(each)
    return total


def _names(calls: Iterable[Logged], field: str) -> list[str]:
    return sorted({getattr(each, field) for each in calls})


def _read(file: Path, start: date) -> tuple[list[Logged], int]:
    if not size_of(file):
        return [], 0
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as log:
        found = [log.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")]
        if found != [APPLICATION_ID, VERSION]:
            raise NotALog
        try:
            return list(_calls(log, start)), log.execute("SELECT count(*) FROM held").fetchone()[0]
        except (AttributeError, TypeError, ValueError) as error:  # A text in the place of a number, or of a day.
            raise NotALog from error


def _calls(log: sqlite3.Connection, start: date) -> Iterator[Logged]:
    rows = log.execute(
        "SELECT day, session, campaign, provider || ':' || model, prompt, cached, reply, cost, currency, seconds,"
        " ill FROM call WHERE day >= ? ORDER BY id",
        (start.isoformat(),),
    )
    for day, session, campaign, model, prompt, cached, reply, cost, currency, seconds, ill in rows:
        # Whoever can write there could write what a terminal obeys.
        yield Logged(
            date.fromisoformat(day),
            session,
            one_line(campaign),
            one_line(model),
            index(prompt),
            index(cached),
            index(reply),
            None if cost is None else _paid(cost),
            one_line(currency),
            _lasted(seconds),
            failed=ill is not None,
        )


def _paid(cost: str) -> Decimal:
    amount = Decimal(cost)
    if not (amount.is_finite() and 0 <= amount <= _MOST_PAID):
        raise NotALog
    return amount


def _lasted(seconds: float) -> float:
    if not 0 <= seconds <= _LONGEST:
        raise NotALog
    return seconds
