"""What calls have cost, kept for whoever reports on them: a ledger in front of the one that counts."""

from collections.abc import Callable
from dataclasses import dataclass, field

from narrator.money import Entry, Ledger, Spent


@dataclass(slots=True)
class Recording:
    """Meets Ledger for the ledger behind it, and keeps every call with its cost."""

    ledger: Ledger
    entries: list[Entry] = field(default_factory=list[Entry])

    def hold(self, most: Spent, allow: Callable[[Spent], None]) -> None:
        """Set aside behind it. Raises what `allow` raises."""
        self.ledger.hold(most, allow)

    def settle(self, entry: Entry) -> Spent:
        """Keep the call, and have it counted behind it; today's total there."""
        self.entries.append(entry)
        return self.ledger.settle(entry)
