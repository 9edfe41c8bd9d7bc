"""The Narrator that the table talks to: it proposes and it tells, and it owns no number."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from engine.core.commands import Command
from engine.core.events import Event
from engine.core.legal import Options
from engine.core.view import View
from engine.ruling import Refused
from narrator.memory import Memory
from narrator.proposals import Proposal, RecordFact, RuleOnAdvantage

Judge = Callable[[Command], Refused | None]
"""Tries a command on the game as it stands, and changes nothing: why the engine would refuse it, None where it would
not."""


def anything_goes(command: Command) -> Refused | None:
    """The judge of whoever proposes nothing that is refused."""
    return None


@dataclass(frozen=True, slots=True)
class Moment:
    """When something is told: what a player can see, the number of the turn, what was told in the last ones, and what
    is remembered of the whole campaign. `said` is the player's line that brought it, where there was one; `tone` is a
    player's wish for how it is told."""

    view: View
    turn: int
    recent: tuple[str, ...] = ()
    memory: Memory = field(default_factory=Memory)
    said: str = ""
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a player is told of the narrator itself, in one quiet line: a text of the table's messages, and its
    slots."""

    key: str
    slots: Mapping[str, object] = field(default_factory=dict[str, object])


class Narrator(Protocol):
    """Whoever reads the players' words and tells the story: the offline narrator, or a language model."""

    @property
    def name(self) -> str:
        """What the status line calls it."""
        ...

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        """Read what a player typed, and propose how it is ruled; a question back where it cannot be read.

        What the judge would refuse is not proposed.
        """
        ...

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> RuleOnAdvantage:
        """Rule on an advantage that a player claims for the announced check."""
        ...

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """Tell what happened, sentence by sentence; an empty string opens a new paragraph. `moment` is after it."""
        ...

    @property
    def fell_back(self) -> bool:
        """Whether the last telling was, for a fault, that of whoever stands behind this narrator."""
        ...

    def remarks(self) -> tuple[Remark, ...]:
        """What a player should be told of the narrator itself; each is given once."""
        ...

    def canon(self) -> tuple[RecordFact, ...]:
        """What was told and has to be held true from now on; each is given once."""
        ...
