"""Who narrates at one table: the models that were asked for, the purse that they share, and the offline narrator."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from narrator.port import Narrator, Remark
from narrator.scenario import Language
from table.campaign import Campaign, Content, offline
from table.config import ConfigError, ModelFlags, read_user_file, state_folder
from table.words import Words

if TYPE_CHECKING:  # Whoever plays offline does not wait for what a model needs.
    from narrator.chat import Chat
    from narrator.exchange import Mind, Trouble
    from narrator.money import Budget, Spent, Warned
    from table.models import Choice, Model
    from table.session import Session
    from table.spending import Spending


OFFLINE = "offline"
"""What the narrator without a model calls itself."""

_IN_PLAY = {"config.provider": "model_no_provider", "config.model": "model_no_name"}
"""What is wrong with an address, as it is said to whoever typed it in play."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Tokens and money; `unpriced`: some of it at a price that nobody knows."""

    spent: "Spent"
    currency: str
    unpriced: bool


class Crew:
    """Makes the narrators of one program's campaigns. `choice` is None for the offline narrator alone; `flags` are
    what the command line said. Whatever it opens is closed with it."""

    def __init__(self, choice: "Choice | None" = None, flags: ModelFlags | None = None) -> None:
        self.choice = choice
        self.flags = flags or ModelFlags()
        self.starts: Callable[[], None] = lambda: None
        """Called where the model of this machine takes a while to start."""
        self.session: Session | None = None
        """What is played, once it is: calls are logged under its name and turn."""
        self.spending: Spending | None = None
        self._budget: Budget | None = None
        self._asked: dict[str, tuple[Model, Chat]] = {}
        """The models of this evening by address, those that have left among them."""
        self._open = ExitStack()
        self._said: set[str] = set()

    @property
    def is_offline(self) -> bool:
        """Whether no model was asked for."""
        return self.choice is None or not self.choice.every

    def narrates(self, content: Content, language: Language, seed: str, *, retells: bool = False) -> Narrator:
        """The narrator of a campaign (table.campaign.Narrates). Raises ConfigError where a model of this machine does
        not start."""
        behind = offline(content, language, seed, retells=retells)
        if self.choice is None or self.is_offline:
            return behind
        from narrator.briefing import Briefing
        from narrator.guard import Guard
        from narrator.model import ModelNarrator
        from narrator.scorecard import Seat

        return ModelNarrator(
            behind,
            Seat(self.seated(self.choice.decide)),
            Seat(self.seated(self.choice.tell)),
            Briefing(content.scenario, content.characters, language),
            Guard(content.scenario, content.characters, language),
            new_turn=self.new_turn,
        )

    def decides(self, narrator: Narrator) -> str:
        """The model that rules on what is typed; empty where none does."""
        if self.is_offline:
            return ""
        from narrator.model import ModelNarrator

        seated = narrator.deciding.mind if isinstance(narrator, ModelNarrator) else None
        return seated.name if seated else ""

    def tells(self, narrator: Narrator) -> bool:
        """Whether a model tells the story now: none was given, or each has left, where not."""
        if self.is_offline:
            return False
        from narrator.model import ModelNarrator

        return isinstance(narrator, ModelNarrator) and narrator.telling.mind is not None

    def greet(self, narrator: Narrator) -> Iterator[Remark]:
        """Find, before play, how whoever decides has to be asked. A model that brings nothing is told of, once, and
        leaves its seats to the next."""
        if self.choice is None or self.is_offline:
            return
        from narrator.exchange import Trouble
        from narrator.model import ModelNarrator

        assert isinstance(narrator, ModelNarrator)

        for model in self.choice.decide:
            chat = self._chat(model)
            try:
                chat.probe()
            except Trouble as trouble:
                for seat in (narrator.deciding, narrator.telling):
                    if seat.mind is not None and seat.mind.name == chat.name:
                        seat.leave()
                came = self.decides(narrator)
                slots = {"model": model.address, "trouble": trouble, "name": came}
                yield Remark("absent" if came else "absent_offline", slots)
            else:
                return

    def change(self, campaign: Campaign, address: str) -> Remark:
        """Let somebody else narrate from now on: "offline", "local", or the model at an address; what came of it."""
        from narrator.exchange import Trouble

        before = self.choice
        try:
            self.choice = self._chosen(address)
            narrator = self.narrates(campaign.content, campaign.narration, campaign.session.game.seed)
        except (ConfigError, Trouble) as error:
            self.choice = before
            return _not_usable(error)
        campaign.session.narrator = narrator
        return Remark("model_changed" if narrator.name != OFFLINE else "model_gone", {"name": narrator.name})

    def count_with(self, narrator: Narrator, other: Narrator) -> None:
        """What another narrator tells in the place of this one counts for who tells here."""
        if self.is_offline:
            return
        from narrator.model import ModelNarrator

        if isinstance(narrator, ModelNarrator) and isinstance(other, ModelNarrator):
            other.telling.card = narrator.telling.card

    def _chosen(self, address: str) -> "Choice":
        """The choice of one model for both seats: one that was asked before, where the address or its bare name is its;
        else whatever is found there. Raises ConfigError and Trouble."""
        from table.models import choose

        known = next((each for each in self._known if address in (each.address, each.name)), None)
        if known is not None and self.choice is not None:
            return replace(self.choice, decide=(known,), tell=(known,))
        # A URL that was given with the program is for bare names: a provider has its own.
        url = self.flags.base_url if ":" not in address else None
        return choose(ModelFlags(models=(address,), base_url=url))

    @property
    def _known(self) -> "list[Model]":
        return [*(model for model, _ in self._asked.values()), *(self.choice.every if self.choice else ())]

    def remarks(self, language: Language) -> Iterator[Remark]:
        """What a player should be told of money and of servers, in the interface's language; each is given once."""
        for each in self._budget.warnings() if self._budget else ():
            yield _near(language, each)
        for name, (_, chat) in self._asked.items():
            if chat.cut_silently and name not in self._said:
                self._said.add(name)
                yield Remark("cut_silently", {"model": name})
        if self.spending is not None and self.spending.failed and "log" not in self._said:
            self._said.add("log")
            yield Remark("log_failed", {"file": self.spending.failed})

    @property
    def tally(self) -> "Tally | None":
        """What this session has spent; None where no model was asked."""
        if self._budget is None:
            return None
        # An unknown price anywhere makes the whole unknown, rather than wrong.
        unpriced = any(model.price is None for model, _ in self._asked.values())
        return Tally(self._budget.session, self._budget.ceilings.currency, unpriced)

    def close(self) -> None:
        """Let go of every connection, and stop the model of this machine."""
        self._open.close()

    def new_turn(self, number: int | None = None) -> None:
        """What a turn may cost is counted anew: that of the session, or the one of that number in its campaign."""
        if self._budget is None:
            return
        if self.spending is not None and self.session is not None:
            self.spending.campaign = self.session.store.file.stem
            self.spending.turn = self.session.number if number is None else number
        self._budget.new_turn()

    @property
    def budget(self) -> "Budget":
        """What all models here may spend together."""
        if self._budget is None:
            from narrator.money import Budget, Ceilings
            from table.spending import FILE, Spending

            ceilings = self.choice.ceilings if self.choice else Ceilings()
            self.spending = Spending(state_folder() / FILE, ceilings.currency)
            self._budget = Budget(ceilings, self.spending)
        return self._budget

    def seated(self, models: "Sequence[Model]") -> "list[Mind]":
        """The models of one seat, as they are asked at a table."""
        from narrator.money.repeats import Unrepeating

        minds: list[Mind] = [Unrepeating(self._chat(each), self.budget) for each in models]
        return minds

    def opened(self, model: "Model") -> "Chat":
        """A way to ask a model, which closes with the crew; the one of this machine is started for it."""
        from narrator.chat import Chat

        endpoint = model.endpoint
        if endpoint is None:
            from table.local_server import local_endpoint

            endpoint = self._open.enter_context(local_endpoint(slow=self.starts))
        seed = self.choice.seed if self.choice else None
        chat = Chat(endpoint, self.budget.purse(model.address, model.price), seed=seed)
        self._open.callback(chat.close)
        return chat

    def _chat(self, model: "Model") -> "Chat":
        if model.address not in self._asked:
            self._asked[model.address] = model, self.opened(model)
        return self._asked[model.address][1]


def hired(flags: ModelFlags, environ: Mapping[str, str] = os.environ) -> Crew:
    """Whoever flags, environment and the player's file ask for. Raises ConfigError, and Trouble where a key or a price
    is missing."""
    if flags == ModelFlags() and not environ.get("BRECHE_MODEL") and not read_user_file(environ).narrator:
        return Crew()
    from table.models import choose

    return Crew(choose(flags, environ), flags)


def _not_usable(error: "ConfigError | Trouble") -> Remark:
    """Why somebody else cannot narrate, to whoever typed an address in play: no option of the command line helps."""
    key = _IN_PLAY.get(error.key) if isinstance(error, ConfigError) else None
    if key is not None and isinstance(error, ConfigError) and error.slots["where"] == "--model":
        return Remark(key, error.slots)
    return Remark("model_unknown", {"why": error})


def _near(language: Language, warned: "Warned") -> Remark:
    from table.troubles import amount

    spent, most = (amount(language, warned.side, each, warned.currency) for each in (warned.spent, warned.ceiling))
    span = Words(language, "model")(f"span.{warned.span}")
    return Remark("near_ceiling", {"spent": spent, "most": most, "span": span})
