"""Who is measured by an evaluation: a crew's models as they play, but overheard, counted and sure of their seat."""

import time
from collections.abc import Sequence
from dataclasses import replace

from narrator.chat import Chat
from narrator.evaluation import Bench, Overheard, Unjudged
from narrator.evaluation.lines import SEED
from narrator.exchange import Mind
from narrator.model import ModelNarrator
from narrator.money import FREE, Ceiling, Ceilings
from narrator.money.recording import Recording
from narrator.scenario import CharacterData, Language, Scenario
from table.campaign import Content
from table.crew import Crew
from table.models import Choice, Model

CAMPAIGN = "eval narrator"
"""What the log of calls has in the place of a campaign's name."""

MODEL_SEED = 1
"""What a model is asked with where its player chose no seed: the same figures again, as far as a server keeps it."""


class Measured(Crew):
    """Makes the narrator of each situation, always of the same models."""

    def __init__(self, choice: Choice | None) -> None:
        super().__init__(choice and _measured(choice))
        self.name = "offline"
        self._record: Recording | None = None
        if not self.is_offline:
            self._record = self.budget.ledger = Recording(self.budget.ledger)
            assert self.spending is not None
            self.spending.campaign = CAMPAIGN

    @property
    def record(self) -> Recording | None:
        """The calls so far; None where no model is asked."""
        return self._record

    def bench(self, scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> Bench:
        """The narrator of one situation (narrator.evaluation.bench.Maker). Raises ConfigError, and Trouble where a
        model cannot be asked at all."""
        narrator = self.narrates(Content(scenario=scenario, characters=characters), language, SEED)
        self.name = narrator.name
        if not isinstance(narrator, ModelNarrator) or self._record is None:
            return Bench(narrator)
        seats = narrator.deciding, narrator.telling
        for seat in seats:
            seat.card = Unjudged()
        minds = tuple(each for seat in seats for each in seat.minds if isinstance(each, Overheard))
        deciding, telling = (seat.card if seat.minds else None for seat in seats)
        return Bench(narrator, minds, deciding, telling, self._record.entries)

    def seated(self, models: Sequence[Model]) -> list[Mind]:
        """As at a table, but overheard."""
        return [Overheard(each, time.perf_counter) for each in super().seated(models)]

    def opened(self, model: Model) -> Chat:
        """As at a table, but probed before a line is taken: what a model cannot answer at all, the offline narrator
        would."""
        chat = super().opened(model)
        chat.probe()
        return chat


def _measured(choice: Choice) -> Choice:
    """The first model of each seat, which stays whatever it does; what costs nothing may go on to the end."""
    first = replace(choice, decide=choice.decide[:1], tell=choice.tell[:1])
    is_free = all(each.price == FREE for each in first.every)
    ceilings = Ceilings(Ceiling(), Ceiling(), Ceiling(), choice.ceilings.currency) if is_free else choice.ceilings
    return replace(first, seed=MODEL_SEED if choice.seed is None else choice.seed, ceilings=ceilings)
