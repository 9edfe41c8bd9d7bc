"""How a model does at the table, and when it has to make room for the next one."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from narrator.exchange import Mind

LEAST = 0.5
"""The share of its last decisions that a model has to get right, repaired or not, to stay."""

JUDGED_ON = 8
"""Over how many decisions, and sentences three times as many; before that nobody is judged."""

TROUBLES = 3
"""Calls in a row that brought nothing, after which a model makes room."""


@dataclass(slots=True)
class Scorecard:
    """Counts of one seat at the table, deciding or telling, since play began."""

    decisions: int = 0
    valid_first: int = 0
    repaired: int = 0
    fell_back: int = 0
    sentences: int = 0
    replaced: int = 0
    troubles: int = 0
    _good: deque[bool] = field(default_factory=lambda: deque[bool](maxlen=JUDGED_ON))
    _kept: deque[bool] = field(default_factory=lambda: deque[bool](maxlen=3 * JUDGED_ON))
    _troubles_in_a_row: int = 0

    def decided(self, tries: int) -> None:
        """A proposal was accepted at that try, from 1; 0 when none was."""
        self.decisions += 1
        self.valid_first += tries == 1
        self.repaired += tries > 1
        self.fell_back += tries == 0
        self._good.append(tries > 0)
        self._troubles_in_a_row = 0

    def left_alone(self) -> None:
        """A ruling was asked, and no call brought one."""
        self.decisions += 1
        self.fell_back += 1

    def told(self, kept: bool) -> None:
        """A sentence was kept, or replaced by the guard."""
        self.sentences += 1
        self.replaced += not kept
        self._kept.append(kept)
        self._troubles_in_a_row = 0

    def failed(self) -> None:
        """A call brought nothing that can be used."""
        self.troubles += 1
        self._troubles_in_a_row += 1

    @property
    def is_silent(self) -> bool:
        """Whether who sits there brings nothing any more."""
        return self._troubles_in_a_row >= TROUBLES

    @property
    def falls_short(self) -> bool:
        """Whether who sits there should make room."""
        return self.is_silent or any(
            len(lately) == lately.maxlen and sum(lately) < LEAST * len(lately) for lately in (self._good, self._kept)
        )

    def somebody_else(self) -> None:
        """Another model sits down: it is judged by what it does itself."""
        self._good.clear()
        self._kept.clear()
        self._troubles_in_a_row = 0


@dataclass(frozen=True, slots=True)
class Moved:
    """Who left a seat and who sits down, "" for the offline narrator. `silent`: not for doing badly, but for bringing
    nothing."""

    left: str
    came: str
    silent: bool


@dataclass(slots=True)
class Seat:
    """Who decides, or who tells: the first of `minds`, until it makes room for the next, and after the last nobody."""

    minds: Sequence[Mind]
    card: Scorecard = field(default_factory=Scorecard)
    at: int = 0

    @property
    def mind(self) -> Mind | None:
        """Who sits there now; None for the offline narrator."""
        return self.minds[self.at] if self.at < len(self.minds) else None

    def make_room(self) -> "Moved | None":
        """Whoever falls short leaves; None where nobody does."""
        left, silent = self.mind, self.card.is_silent
        if left is None or not self.card.falls_short:
            return None
        self.leave()
        return Moved(left.name, self.mind.name if self.mind else "", silent)

    def leave(self) -> None:
        """The next one sits down."""
        self.at += 1
        self.card.somebody_else()
