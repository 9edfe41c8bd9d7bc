"""The log of calls: what was asked of models, when, for which campaign, and what it cost.

An SQLite file that several programs may write at once. What a call may cost is set aside in it before the call, and
settled after, so that the ceiling of a day holds for all of them together.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from stat import S_ISREG
from uuid import uuid4

from narrator.money import Entry, Spent

APPLICATION_ID = 0x42524C47  # "BRLG"
VERSION = 1
FILE = "calls.sqlite3"
_PATIENCE = 5.0
"""Seconds to wait for another program that writes."""

SCHEMA = f"""
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {VERSION};
CREATE TABLE call (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    day TEXT NOT NULL,
    campaign TEXT NOT NULL,
    session TEXT NOT NULL,
    turn INTEGER NOT NULL,
    provider TEXT NOT NULL,
    model TEXT NOT NULL,
    purpose TEXT NOT NULL,
    mode TEXT NOT NULL,
    prompt INTEGER NOT NULL,
    cached INTEGER NOT NULL,
    reply INTEGER NOT NULL,
    counted INTEGER NOT NULL,
    cost TEXT,
    currency TEXT NOT NULL,
    seconds REAL NOT NULL,
    temperature REAL,
    seed INTEGER,
    ill TEXT
) STRICT;
CREATE INDEX call_day ON call (day);
CREATE TABLE held (id INTEGER PRIMARY KEY, day TEXT NOT NULL, tokens INTEGER NOT NULL, money TEXT NOT NULL) STRICT;
"""

_FIELDS = (
    "at, day, campaign, session, turn, provider, model, purpose, mode, prompt, cached, reply, counted, cost, currency,"
    " seconds, temperature, seed, ill"
)
FAULTS = (sqlite3.Error, OSError, ArithmeticError, UnicodeDecodeError)
"""What reading or writing the log may raise; a number that is none is an ArithmeticError."""


class NotALog(sqlite3.DatabaseError):
    """What lies there is no log of ours, or one of a newer version."""


@dataclass(slots=True)
class Spending:
    """Meets `narrator.money.Ledger`. Where the log cannot be read or written, play goes on: what is spent is then
    counted for this session alone, and `failed` says which file to look at."""

    file: Path
    currency: str
    campaign: str = ""
    turn: int = 0
    clock: Callable[[], datetime] = lambda: datetime.now().astimezone()
    session: str = field(default_factory=lambda: uuid4().hex[:12])
    failed: Path | None = None
    _alone: Spent = field(default_factory=Spent)
    _held: int | None = None

    def hold(self, most: Spent, allow: Callable[[Spent], None]) -> None:
        """Set `most` aside in the log, where other programs see it. Raises what `allow` raises of today's total."""
        day = f"{self.clock():%Y-%m-%d}"
        if self.failed is None:
            try:
                with opened(self.file) as log:
                    log.execute("BEGIN IMMEDIATE")
                    # What `allow` raises ends the transaction, and nothing is set aside.
                    allow(_total(log, day, self.currency))
                    aside = (day, most.tokens, str(most.money))
                    self._held = log.execute("INSERT INTO held (day, tokens, money) VALUES (?, ?, ?)", aside).lastrowid
                    log.execute("COMMIT")
                return
            except FAULTS:
                self.failed = self.file
        allow(self._alone)

    def settle(self, entry: Entry) -> Spent:
        """Write a call into the log in the place of what was set aside; today's total, of this session alone where
        there is no log."""
        cost = entry.cost if entry.cost is not None and entry.currency == self.currency else Decimal(0)
        self._alone += Spent(entry.usage.prompt + entry.usage.reply, cost)
        if self.failed is None:
            try:
                return self._write(entry)
            except FAULTS:
                self.failed = self.file
        return self._alone

    def _write(self, entry: Entry) -> Spent:
        now = self.clock()
        usage = entry.usage
        row = (
            f"{now.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
            f"{now:%Y-%m-%d}",
            self.campaign,
            self.session,
            self.turn,
            entry.provider,
            entry.model,
            entry.purpose,
            entry.mode,
            usage.prompt,
            usage.cached,
            usage.reply,
            usage.counted,
            None if entry.cost is None else str(entry.cost),
            entry.currency,
            entry.seconds,
            entry.temperature,
            entry.seed,
            entry.ill,
        )
        with opened(self.file) as log:
            log.execute("BEGIN IMMEDIATE")
            log.execute(f"INSERT INTO call ({_FIELDS}) VALUES ({', '.join('?' * len(row))})", row)
            log.execute("DELETE FROM held WHERE id = ?", (self._held,))
            today = _total(log, row[1], self.currency)
            log.execute("COMMIT")
        self._held = None
        return today


def size_of(file: Path) -> int:
    """How large a log is: nothing where there is none, or an empty one. Raises NotALog for what is no file (a pipe may
    never end), and OSError."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return 0
    if not S_ISREG(found.st_mode):
        raise NotALog
    return found.st_size


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The log, made where there is none. Raises one of FAULTS."""
    file.parent.mkdir(parents=True, exist_ok=True)
    size_of(file)
    log = sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)
    try:
        _prepare(log)
        yield log
    finally:
        with suppress(sqlite3.Error):
            log.execute("ROLLBACK")  # Whatever was not committed.
        log.close()


def _prepare(log: sqlite3.Connection) -> None:
    """Make the tables of a new log; refuse what is another program's, or a newer version's."""
    if log.execute("PRAGMA application_id").fetchone()[0] == 0:
        log.execute("BEGIN IMMEDIATE")
        # Another program may have made them while we waited; another's file has tables already.
        if log.execute("PRAGMA application_id").fetchone()[0] == 0:
            if log.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise NotALog
            for statement in SCHEMA.split(";\n"):
                log.execute(statement)
        log.execute("COMMIT")
    found = [log.execute(f"PRAGMA {each}").fetchone()[0] for each in ("application_id", "user_version")]
    if found != [APPLICATION_ID, VERSION]:
        raise NotALog


def _total(log: sqlite3.Connection, day: str, currency: str) -> Spent:
    """What was spent that day, with all that is set aside. A call that was killed stays set aside: it may have cost
    as much."""
    tokens = log.execute("SELECT coalesce(sum(prompt + reply), 0) FROM call WHERE day = ?", (day,)).fetchone()[0]
    paid = log.execute("SELECT cost FROM call WHERE day = ? AND currency = ? AND cost IS NOT NULL", (day, currency))
    total = Spent(tokens, sum((Decimal(cost) for (cost,) in paid), Decimal(0)))
    for held, money in log.execute("SELECT tokens, money FROM held WHERE day = ?", (day,)):
        total += Spent(held, Decimal(money))
    return total
