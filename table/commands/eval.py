"""`breche eval narrator`: how good a narrator is, over a fixed set of lines (docs/evaluation.md)."""

import time
from contextlib import closing
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
from table.config import ModelFlags
from table.words import LANGUAGES, Words

if TYPE_CHECKING:  # `breche eval --help` does without the narrator.
    from narrator.evaluation import Taken
    from narrator.scenario import Language
    from table.evaluated import Report
    from table.models import Choice

OK, PROVIDER, BUDGET, INTERRUPTED = 0, 4, 5, 130
BOTH = "both"


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
    from narrator.exchange import Ill, Trouble
    from table.troubles import told

    flags = model_flags(desk.words, narrator, models, base_url=base_url, decide=decide, tell=tell)
    languages: tuple[Language, ...] = tuple(each for each in LANGUAGES if spoken in (each, BOTH))
    try:
        report = _measure(desk.words, _choice(flags), languages, sample)
    except Trouble as trouble:
        complain(told(desk.settings.language, trouble))
        return BUDGET if trouble.ill in (Ill.SPENT, Ill.UNPRICED) else PROVIDER
    if as_json:
        print_json(report.as_object())
    else:
        report.show(desk)
    return {"interrupted": INTERRUPTED, "spent": BUDGET}.get(report.stopped, OK)


def _measure(words: Words, choice: "Choice | None", languages: "tuple[Language, ...]", most: int | None) -> "Report":
    """What came of the lines, of all or until Ctrl-C or a ceiling stopped it. Raises ConfigError, and Trouble where a
    model cannot be asked at all."""
    from narrator import prompting
    from narrator.evaluation import evaluate, sample
    from table.evaluated import Report
    from table.measuring import Measured

    lines = sample(prompting.evaluation(), languages, most)
    taken: list[Taken] = []
    stopped = ""
    with closing(Measured(choice)) as crew:
        try:
            for each in evaluate(lines, crew.bench, time.perf_counter):
                taken.append(each)
                if crew.record is not None:
                    _say_how_far(words, taken, len(lines))
        except KeyboardInterrupt:
            stopped = "interrupted"
    stopped = stopped or ("spent" if len(taken) < len(lines) else "")
    return Report(crew.name, languages, taken, len(lines), crew.record.entries if crew.record else (), stopped)


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
