"""`breche eval narrator`: how good a narrator is, over a fixed set of lines (docs/evaluation.md)."""

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from table.commands.parts import (
    Branch,
    Chosen,
    Desk,
    Leaf,
    Whole,
    complain,
    json_option,
    model_flags,
    model_options,
    print_json,
)
from table.config import ModelFlags, state_folder
from table.words import LANGUAGES, Words

if TYPE_CHECKING:  # `breche eval --help` does without the narrator.
    from narrator.evaluation import Bench, Overheard, Taken
    from narrator.exchange import Mind
    from narrator.money import Budget, Entry
    from narrator.scenario import CharacterData, Language, Scenario
    from table.models import Choice, Model

OK, PROVIDER, BUDGET, INTERRUPTED = 0, 4, 5, 130
BOTH = "both"
MODEL_SEED = 1
"""What a model is asked with where its player chose no seed: the same figures again, as far as a server keeps it."""


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    params = [
        *model_options(words),
        click.Option(
            ["--lines", "spoken"],
            type=Chosen(words, "eval.narrator.lines_wrong", (*LANGUAGES, BOTH)),
            default=BOTH,
            metavar="|".join((*LANGUAGES, BOTH)),
            help=words("eval.narrator.lines"),
        ),
        click.Option(
            ["--sample"],
            type=Whole(words, "eval.narrator.sample_wrong", 1),
            metavar="N",
            help=words("eval.narrator.sample"),
        ),
        json_option(words),
    ]
    return Branch(words, "eval", [Leaf(words, "narrator", run, params, under="eval")])


def run(
    desk: Desk,
    narrator: str | None,
    models: tuple[str, ...],
    base_url: str | None,
    decide: str | None,
    tell: str | None,
    spoken: str,
    sample: int | None,
    as_json: bool,
) -> int:
    """Take every line and report. Ctrl-C reports what is done so far. Raises ConfigError."""
    from narrator import prompting
    from narrator.evaluation import evaluate
    from narrator.evaluation import sample as chosen
    from narrator.exchange import Ill, Trouble
    from table.evaluated import Report
    from table.troubles import told

    flags = model_flags(desk.words, narrator, models, base_url=base_url, decide=decide, tell=tell)
    languages: tuple[Language, ...] = tuple(each for each in LANGUAGES if spoken in (each, BOTH))
    lines = chosen(prompting.evaluation(), languages, sample)
    taken: list[Taken] = []
    stopped = ""
    with ExitStack() as opened:
        crew = _Crew(opened)
        try:
            crew.begin(_choice(flags))
            for each in evaluate(lines, crew.bench, time.perf_counter):
                taken.append(each)
                if crew.entries:
                    _say_how_far(desk.words, taken, len(lines))
        except KeyboardInterrupt:
            stopped = "interrupted"
        except Trouble as trouble:
            complain(told(desk.settings.language, trouble))
            return BUDGET if trouble.ill in (Ill.SPENT, Ill.UNPRICED) else PROVIDER
        stopped = stopped or ("spent" if len(taken) < len(lines) else "")
        report = Report(crew.name, languages, taken, len(lines), crew.entries, stopped)
    if as_json:
        print_json(report.as_object())
    else:
        report.show(desk)
    return {"interrupted": INTERRUPTED, "spent": BUDGET}.get(stopped, OK)


def _choice(flags: ModelFlags) -> "Choice | None":
    """The models that were asked for by name; nobody's settings let an evaluation cost money. Raises ConfigError and
    Trouble."""
    if not (flags.narrator or flags.models or flags.decide or flags.tell):
        return None
    from table.models import choose

    return choose(flags)


def _say_how_far(words: Words, taken: "list[Taken]", every: int) -> None:
    """A line on stderr as each situation ends: a model takes its time."""
    last = taken[-1]
    if last.line is last.setting.lines[-1] or len(taken) == every:
        complain(words("eval.narrator.progress", done=len(taken), every=every, situation=last.setting.id))


class _Crew:
    """Makes the narrator of each situation, always of the same models; what they open is closed with `opened`."""

    def __init__(self, opened: ExitStack) -> None:
        self.name = "offline"
        self.entries: list[Entry] = []
        self._opened = opened
        self._choice: Choice | None = None
        self._budget: Budget | None = None
        self._minds: dict[str, Mind] = {}

    def begin(self, choice: "Choice | None") -> None:
        """See whether these models can be asked at all. Raises ConfigError and Trouble."""
        if choice is None or not choice.every:
            return
        from narrator.money import FREE, Budget, Ceiling, Ceilings
        from table.spending import FILE, Spending

        self._choice, ceilings = choice, choice.ceilings
        if all(each.price == FREE for each in choice.every):
            ceilings = Ceilings(Ceiling(), Ceiling(), Ceiling(), ceilings.currency)
        spending = Spending(state_folder() / FILE, ceilings.currency, campaign="eval narrator")
        self._budget = Budget(ceilings, spending)
        for model in choice.every:
            self._minds[model.address] = self._mind(model)

    def bench(self, scenario: "Scenario", characters: "tuple[CharacterData, ...]", language: "Language") -> "Bench":
        """The narrator of one situation (narrator.evaluation.bench.Maker)."""
        from narrator.evaluation import Bench
        from narrator.evaluation.lines import SEED
        from narrator.offline import OfflineNarrator

        behind = OfflineNarrator(scenario, characters, language, SEED)
        if self._choice is None or self._budget is None:
            return Bench(behind)
        from narrator.briefing import Briefing
        from narrator.evaluation import Unjudged
        from narrator.guard import Guard
        from narrator.model import ModelNarrator
        from narrator.scorecard import Seat

        heard_deciding, heard_telling = map(self._overheard, (self._choice.decide, self._choice.tell))
        deciding, telling = (Seat(each, Unjudged()) for each in (heard_deciding, heard_telling))
        narrator = ModelNarrator(
            behind,
            deciding,
            telling,
            Briefing(scenario, characters, language),
            Guard(scenario, characters, language),
            new_turn=self._budget.new_turn,
        )
        self.name = narrator.name
        return Bench(
            narrator,
            (*heard_deciding, *heard_telling),
            deciding.card if heard_deciding else None,
            telling.card if heard_telling else None,
            self.entries,
        )

    def _overheard(self, models: "tuple[Model, ...]") -> "list[Overheard]":
        """The first of these models, which stays whatever it does: it is what is measured."""
        from narrator.evaluation import Overheard

        return [Overheard(self._minds[each.address], time.perf_counter) for each in models[:1]]

    def _mind(self, model: "Model") -> "Mind":
        from narrator.chat import Chat
        from narrator.evaluation import Tapped

        endpoint = model.endpoint
        if endpoint is None:
            from table.local_server import local_endpoint

            endpoint = self._opened.enter_context(local_endpoint())
        assert self._budget is not None
        assert self._choice is not None
        seed = MODEL_SEED if self._choice.seed is None else self._choice.seed
        purse = Tapped(self._budget.purse(model.address, model.price), model.price, self.entries)
        chat = Chat(endpoint, purse, seed=seed)
        self._opened.callback(chat.close)
        chat.probe()
        return chat
