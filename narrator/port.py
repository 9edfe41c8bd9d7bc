"""The Narrator that the table talks to: it proposes and it tells, and it owns no number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.core.events import Event
from engine.core.legal import Options
from engine.core.view import View
from narrator.proposals import Proposal, RuleOnAdvantage


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is told: what a player can see, the number of the turn, and what was told in the last ones."""

    view: View
    turn: int
    recent: tuple[str, ...] = ()


class Narrator(Protocol):
    """Whoever reads the players' words and tells the story: the offline narrator, or a language model."""

    name: str
    """What the status line calls it."""

    def propose(self, text: str, moment: Moment, options: Options) -> Proposal:
        """Read what a player typed, and propose how it is ruled; a question back where it cannot be read."""
        ...

    def weigh(self, reason: str, moment: Moment) -> RuleOnAdvantage:
        """Rule on an advantage that a player claims for the announced check."""
        ...

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """Tell what happened, sentence by sentence; an empty string opens a new paragraph. `moment` is after it."""
        ...
