"""`breche playtest`: games without people, and what they came to (docs/playtests.md)."""

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.commands.parts import Branch, Chosen, Desk, Leaf, Misuse, Whole, base_url_option, json_option, print_json
from table.commands.plays import Asked, how_it_is_played, watched, what_is_played, where_it_is_played
from table.config import state_folder
from table.lines import say
from table.words import LANGUAGES, Language, Words

if TYPE_CHECKING:  # `breche playtest --help` does without the engine.
    from table.playtest.plan import Mock, Plan
    from table.playtest.report import Report

OK, ESCAPED = 0, 1
GAMES, RECORDED = 200, 20


class Playtests(Branch):
    """The branch; without the name of a command below, it plays."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options: `breche playtest WHAT` is `breche playtest run WHAT`."""
        words = [each for before, each in pairwise(["", *args]) if not each.startswith("-") and before != "--lang"]
        asks_for_help = not words and {"-h", "--help"} & {*args}
        if args and not asks_for_help and not {*words} & {*self.commands}:
            args = ["run", *args]
        return super().parse_args(ctx, args)


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    narrator, address = words("playtest.narrator_metavar"), words("models.address_metavar")
    language = Chosen(words, "lang.wrong", LANGUAGES)
    game = Whole(words, "playtest.game_wrong", 0)
    narration = click.Option(
        ["--narration", "told_in"],
        type=language,
        default=LANGUAGES[1],
        metavar="|".join(LANGUAGES),
        help=words("playtest.narration"),
    )
    record_params = [*what_is_played(words), *how_it_is_played(words, RECORDED), narration]
    run_params = [
        *what_is_played(words),
        *how_it_is_played(words, GAMES),
        click.Option(["--game"], type=game, metavar="N", help=words("playtest.game")),
        click.Option(["--narrator"], metavar=narrator, help=words("playtest.narrator")),
        click.Option(["--model", "models"], multiple=True, metavar=address, help=words("playtest.model")),
        base_url_option(words),
        narration,
        *where_it_is_played(words),
        click.Option(["--keep"], metavar=words("playtest.keep_metavar"), help=words("playtest.keep")),
        json_option(words),
        click.Option(["--report"], metavar=words("playtest.report_metavar"), help=words("playtest.report")),
    ]
    two = [click.Argument([each], metavar=f"{each.upper()}.json") for each in ("a", "b")]
    return Playtests(
        words,
        "playtest",
        [
            Leaf(words, "run", run, run_params, under="playtest"),
            Leaf(words, "compare", compare, [*two, json_option(words)], under="playtest"),
            Leaf(words, "record", record, record_params, under="playtest"),
        ],
    )


def run(
    desk: Desk,
    games: int | None,
    game: int | None,
    narrator: str | None,
    models: tuple[str, ...],
    base_url: str | None,
    told_in: str,
    jobs: int | None,
    dask: str | None,
    keep: str | None,
    as_json: bool,
    report: str | None,
    **asked: Any,
) -> int:
    """Play, and report. Ctrl-C reports what is done. Raises ConfigError, Misuse, and Trouble where a model cannot be
    asked."""
    from table.playtest.report import Report
    from table.playtest.running import Run
    from table.playtest.workers import here, workers_for

    plan = Asked(**asked).plan(desk.words, _narrator(desk.words, narrator, models, base_url), told_in)
    _check_narrator(desk.words, plan, jobs, dask)
    page = _open(report)
    numbers = range(games or GAMES) if game is None else range(game, game + (games or 1))
    workers = here() if models else workers_for(jobs, dask, len(numbers))
    under_way = Run(plan, numbers)
    _, stopped = watched(desk, len(numbers), lambda done: under_way.on(workers, done))
    summary = under_way.keep(Path(keep) if keep else state_folder() / "playtests")
    if page is not None and stopped and not (summary.games or summary.escaped) and page.stat().st_size:
        page = None  # Nothing was played: what lies there is worth more.
    _show(desk, Report.of(plan, summary), as_json, page)
    return stopped or (ESCAPED if summary.escaped else OK)


def compare(desk: Desk, a: str, b: str, as_json: bool) -> int:
    """What differs between two reports. Raises ConfigError."""
    from table.playtest import comparing
    from table.playtest.report import Report

    compared = comparing.compare(*(Report.read(Path(each)) for each in (a, b)))
    if as_json:
        print_json(compared.as_data())
    else:
        compared.show(desk)
    return OK


def record(desk: Desk, games: int | None, told_in: str, **asked: Any) -> int:
    """Print what the steady narrator proposes in some games of an adventure, for `--narrator scripted:FILE`. Raises
    ConfigError and Misuse."""
    from table.playtest.encounter import Encounter
    from table.playtest.evenings import recording

    plan = Asked(**asked).plan(desk.words, narration=told_in)
    if isinstance(plan.what, Encounter):
        raise Misuse(desk.words("playtest.record_fight"))
    for line in recording(plan, range(games or RECORDED)):
        print(line)
    return OK


def _open(report: str | None) -> Path | None:
    """Where the page will be written: a place that takes no file is told of before an hour of play, not after."""
    if report is None:
        return None
    file = Path(report)
    file.open("a", encoding="utf-8").close()
    return file


def _show(desk: Desk, report: "Report", as_json: bool, page: Path | None) -> None:
    """Write the page and print the report. Raises OSError for a page that could not be written, when all is printed: a
    night's games are not lost with it."""
    fault = None if page is None else _write(page, report, desk.settings.language)
    if as_json:
        print(report.text())
    else:
        from table.playtest.reports.text import show

        show(desk, report)
        if page is not None and fault is None:
            say(desk.words("playtest.page", file=page))
    if fault is not None:
        raise fault


def _write(page: Path, report: "Report", language: Language) -> OSError | None:
    """Write the page; what was in the way, by the name of the file."""
    from table.playtest.reports.page import page as written

    try:
        page.write_text(written(report, language), encoding="utf-8")
    except OSError as error:
        return OSError(error.errno, error.strerror, str(page))
    return None


def _check_narrator(words: Words, plan: "Plan", jobs: int | None, dask: str | None) -> None:
    """A script and a model tell adventures. A model is asked by this process alone; that it can be asked is known
    before anything is played. Raises Misuse, ConfigError and Trouble."""
    from table.playtest.encounter import Encounter

    options = {"scripted": "--narrator scripted", "model": "--model"}
    if isinstance(plan.what, Encounter) and plan.narrator.kind in options:
        raise Misuse(words("playtest.narrated_fight", option=options[plan.narrator.kind]))
    if plan.narrator.kind != "model":
        return
    from table.playtest.narrators.modelled import crew_of

    if jobs is not None or dask is not None:
        raise Misuse(words("playtest.model_alone"))
    crew_of(plan.narrator)


def _narrator(words: Words, said: str | None, models: tuple[str, ...], base_url: str | None) -> "Mock":
    """steady, scripted:FILE or hostile:RATE; or the models that were named. Raises Misuse, and ConfigError for a
    recording that cannot be read."""
    from table.playtest.plan import Mock

    if models:
        if said:
            raise Misuse(words("models.twice"))
        return Mock("model", file=" ".join(models), url=base_url or "")
    said = said or "steady"
    kind, _, more = said.partition(":")
    if kind == "hostile" and (rate := _rate(more)) is not None:
        return Mock("hostile", rate)
    if kind == "scripted" and more:
        from table.playtest.narrators.recorded import recording_in

        # Said before a game is played, not by each of them.
        recording_in(more)
        return Mock("scripted", file=more)
    if said != "steady":
        raise Misuse(words("playtest.narrator_wrong", value=said))
    return Mock()


def _rate(said: str) -> float | None:
    """A share: "30", "30%" or "0.3"."""
    try:
        number = float(said.removesuffix("%"))
    except ValueError:
        return None
    rate = number / 100 if number > 1 or said.endswith("%") else number
    return rate if 0 <= rate <= 1 else None
