"""A narrator that is hostile at a set rate: at each call the real one with a hostile mind, or the honest one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from engine.core.events import Event
from engine.core.legal import Options
from narrator.evaluation.bench import Unjudged
from narrator.model import ModelNarrator
from narrator.offline import OfflineNarrator
from narrator.port import Judge, Moment, Remark, anything_goes
from narrator.proposals import Proposal, RecordFact, RuleOnAdvantage


class Unmoved(Unjudged):
    """The card of a seat that nobody leaves, however silent they are: a playtest is hostile to its end."""


@dataclass
class Heckled:
    """Meets `narrator.port.Narrator`. What passes the gates of a hostile call is proposed; where nothing does, what the
    honest narrator would have said."""

    offline: OfflineNarrator
    model: ModelNarrator
    rate: float
    luck: Random
    tally: Counter[str]

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "hostile"

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        """As the port says."""
        if not self._is_hostile():
            return self.offline.propose(text, moment, options, judge)
        with self._counted():
            return self.model.propose(text, moment, options, judge)

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> RuleOnAdvantage:
        """As the port says."""
        if not self._is_hostile():
            return self.offline.weigh(reason, moment, options, judge)
        with self._counted():
            return self.model.weigh(reason, moment, options, judge)

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """As the port says."""
        if not self._is_hostile("told"):
            yield from self.offline.narrate(events, moment)
            return
        card = self.model.telling.card
        before = card.replaced
        yield from self.model.narrate(events, moment)
        self.tally["told_replaced"] += card.replaced - before

    @property
    def fell_back(self) -> bool:
        """As the port says."""
        return self.model.fell_back

    def remarks(self) -> tuple[Remark, ...]:
        """As the port says."""
        return self.model.remarks()

    def canon(self) -> tuple[RecordFact, ...]:
        """As the port says."""
        return self.model.canon()

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """What becomes of a decision that is asked of the hostile mind."""
        card, tally = self.model.deciding.card, self.tally
        replaced, answers = card.fell_back, tally["answers"]
        yield
        passed = card.fell_back == replaced
        tally["passed" if passed else "replaced"] += 1
        tally["refused"] += tally["answers"] - answers - passed

    def _is_hostile(self, asked: str = "asked") -> bool:
        self.tally[asked] += 1
        hostile = self.luck.random() < self.rate
        self.tally["hostile" if asked == "asked" else "told_hostile"] += hostile
        return hostile
