"""`breche playtest`: games without people, and what they came to (docs/playtests.md)."""

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.parts import Branch, Chosen, Desk, Leaf, Misuse, Whole, complain, json_option, with_close
from table.commands.play import VARIANTS
from table.config import state_folder
from table.words import LANGUAGES, Words

if TYPE_CHECKING:  # `breche playtest --help` does without the engine.
    from table.playtest.plan import Mock, Plan
    from table.playtest.report import Report

OK, ESCAPED, INTERRUPTED = 0, 1, 130
GAMES, MOST_GAMES, MOST_JOBS = 200, 10_000_000, 512
POLICIES = ("random", "cautious", "bold", "focused", "supportive", "ahead")
"""A test holds them to those that there are: the help does without them."""


class Playtests(Branch):
    """The branch; without the name of a command below, it plays."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options: `breche playtest WHAT` is `breche playtest run WHAT`."""
        asks_for_help = all(each.startswith("-") for each in args) and {"-h", "--help"} & {*args}
        if args and not asks_for_help and not {*args} & {*self.commands}:
            args = ["run", *args]
        return super().parse_args(ctx, args)


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    return Playtests(
        words,
        "playtest",
        [
            Leaf(words, "run", run, [*_what(words), *_how(words), *_where(words)], under="playtest"),
            Leaf(words, "compare", compare, [*_two(words), json_option(words)], under="playtest"),
        ],
    )


def _what(words: Words) -> list[click.Parameter]:
    metavar = words("playtest.names_metavar")
    return [
        click.Argument(["what"], required=False, metavar=words("playtest.what_metavar")),
        click.Option(["--party"], metavar=metavar, help=words("playtest.party")),
        click.Option(["--adversaries"], metavar=metavar, help=words("playtest.adversaries")),
        click.Option(["--set", "settings"], multiple=True, metavar="NUMBER=N", help=words("playtest.set")),
    ]


def _how(words: Words) -> list[click.Parameter]:
    return [
        click.Option(
            ["--games"],
            type=Whole(words, "playtest.games_wrong", 1, MOST_GAMES),
            metavar="N",
            help=words("playtest.games", default=GAMES),
        ),
        click.Option(
            ["--variant"],
            type=Chosen(words, "variant.wrong", VARIANTS),
            default=VARIANTS[0],
            metavar="|".join(VARIANTS),
            help=words("play.variant"),
        ),
        click.Option(
            ["--players"],
            default="ahead",
            metavar=words("playtest.names_metavar"),
            help=words("playtest.players", known=", ".join(POLICIES)),
        ),
        click.Option(
            ["--narrator"],
            default="steady",
            metavar=words("playtest.narrator_metavar"),
            help=words("playtest.narrator"),
        ),
        click.Option(
            ["--narration"],
            type=Chosen(words, "lang.wrong", LANGUAGES),
            default=LANGUAGES[1],
            metavar="|".join(LANGUAGES),
            help=words("playtest.narration"),
        ),
        click.Option(
            ["--seed"], type=Whole(words, "play.seed_wrong"), default=1, metavar="N", help=words("playtest.seed")
        ),
        click.Option(["--game"], type=Whole(words, "playtest.game_wrong", 0), metavar="N", help=words("playtest.game")),
    ]


def _where(words: Words) -> list[click.Parameter]:
    return [
        click.Option(
            ["--jobs"], type=Whole(words, "playtest.jobs_wrong", 1, MOST_JOBS), metavar="N", help=words("playtest.jobs")
        ),
        click.Option(["--dask"], metavar=words("playtest.dask_metavar"), help=words("playtest.dask")),
        click.Option(["--keep"], metavar=words("playtest.keep_metavar"), help=words("playtest.keep")),
        json_option(words),
        click.Option(["--report"], metavar="FILE.html", help=words("playtest.report")),
    ]


def _two(words: Words) -> list[click.Parameter]:
    return [click.Argument([each], metavar=f"{each.upper()}.json") for each in ("a", "b")]


def run(
    desk: Desk,
    what: str | None,
    party: str | None,
    adversaries: str | None,
    settings: tuple[str, ...],
    games: int | None,
    variant: str,
    players: str,
    narrator: str,
    narration: str,
    seed: int,
    game: int | None,
    jobs: int | None,
    dask: str | None,
    keep: str | None,
    as_json: bool,
    report: str | None,
) -> int:
    """Play, and report. Ctrl-C reports what is done. Raises ConfigError and Misuse."""
    from engine.core.sheet import Variant
    from table.playtest.choosing import chosen
    from table.playtest.plan import Plan
    from table.playtest.report import Report
    from table.playtest.running import workers_for

    plan = Plan(
        what=chosen(what, _names(party), _names(adversaries), settings),
        variant=Variant(variant),
        players=_policies(desk.words, players),
        seed=str(seed),
        narrator=_mock(desk.words, narrator),
        language="fr" if narration == "fr" else "en",
    )
    numbers = range(games or GAMES) if game is None else range(game, game + (games or 1))
    summary, stopped = _played(
        desk, plan, numbers, workers_for(jobs, dask), Path(keep) if keep else state_folder() / "playtests"
    )
    _show(desk, Report.of(plan, summary), as_json, Path(report) if report else None)
    return stopped or (ESCAPED if summary.escaped else OK)
