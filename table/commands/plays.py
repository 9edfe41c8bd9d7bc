"""What `breche playtest` and `breche tune` ask alike: what is played, by whom, how often, where."""

import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import click

from table.commands.parts import Chosen, Desk, Misuse, Whole, complain, with_close
from table.commands.play import VARIANTS
from table.words import Words

if TYPE_CHECKING:  # The help does without the engine.
    from table.playtest.plan import Mock, Plan

STOPPED = {"interrupted": 130, "lost": 1}
MOST_GAMES, MOST_JOBS = 10_000_000, 512
POLICIES = ("random", "cautious", "bold", "focused", "supportive", "ahead")
"""A test holds them to those that there are: the help does without them."""

IN_FIGHTS, IN_ADVENTURES = "ahead", "bold"
"""Who plays where nobody says: looking ahead is for blows, and tells nothing of where to go in an adventure."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options below brought."""

    what: str | None
    party: str | None
    adversaries: str | None
    settings: tuple[str, ...]
    variant: str
    players: str | None
    seed: int

    def plan(self, words: Words, narrator: "Mock | None" = None, narration: str = "en") -> "Plan":
        """The plan. Raises ConfigError and Misuse."""
        from engine.core.sheet import Variant
        from table.playtest.choosing import chosen
        from table.playtest.encounter import Encounter
        from table.playtest.plan import Mock, Plan

        what = chosen(self.what, names(self.party), names(self.adversaries), self.settings)
        usual = IN_FIGHTS if isinstance(what, Encounter) else IN_ADVENTURES
        return Plan(
            what=what,
            variant=Variant(self.variant),
            players=_policies(words, usual if self.players is None else self.players),
            seed=str(self.seed),
            narrator=narrator or Mock(),
            language="fr" if narration == "fr" else "en",
            asked=self._words(),
        )

    def _words(self) -> tuple[str, ...]:
        """How what is played was named, word by word."""
        named = (("--party", self.party), ("--adversaries", self.adversaries))
        options = [word for option, value in named if value for word in (option, value)]
        changed = [word for each in self.settings for word in ("--set", each)]
        return (*((self.what,) if self.what else ()), *options, *changed)


def what_is_played(words: Words) -> list[click.Parameter]:
    """An encounter or an adventure, and what of it is otherwise."""
    metavar = words("playtest.names_metavar")
    return [
        click.Argument(["what"], required=False, metavar=words("playtest.what_metavar")),
        click.Option(["--party"], metavar=metavar, help=words("playtest.party")),
        click.Option(["--adversaries"], metavar=metavar, help=words("playtest.adversaries")),
        click.Option(["--set", "settings"], multiple=True, metavar="NUMBER=N", help=words("playtest.set")),
    ]


def how_it_is_played(words: Words, games: int) -> list[click.Parameter]:
    """How often, under which variant, by whom, with which dice."""
    many = Whole(words, "playtest.games_wrong", 1, MOST_GAMES)
    variants = "|".join(VARIANTS)
    whose = words("playtest.names_metavar")
    how = words("playtest.players", known=", ".join(POLICIES), fights=IN_FIGHTS, adventures=IN_ADVENTURES)
    seed = Whole(words, "play.seed_wrong")
    return [
        click.Option(["--games"], type=many, metavar="N", help=words("playtest.games", default=games)),
        click.Option(
            ["--variant"],
            type=Chosen(words, "variant.wrong", VARIANTS),
            default=VARIANTS[0],
            metavar=variants,
            help=words("play.variant"),
        ),
        click.Option(["--players"], metavar=whose, help=how),
        click.Option(["--seed"], type=seed, default=1, metavar="N", help=words("playtest.seed")),
    ]


def where_it_is_played(words: Words) -> list[click.Parameter]:
    """On how many processes, or on which cluster."""
    jobs = Whole(words, "playtest.jobs_wrong", 1, MOST_JOBS)
    return [
        click.Option(["--jobs"], type=jobs, metavar="N", help=words("playtest.jobs")),
        click.Option(["--dask"], metavar=words("playtest.dask_metavar"), help=words("playtest.dask")),
    ]


def watched(desk: Desk, games: int, play: Callable[[Callable[[int], None]], _T]) -> tuple[_T | None, int]:
    """What `play` brings, with a bar while it lasts; None where it was stopped, and the exit code."""
    from table.playtest.progress import progress
    from table.playtest.running import WorkersLost

    # Whoever ends us politely, as batch systems do when time is up, wants what is done as well.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with progress(desk.settings, games) as done:
            return play(done), 0
    except KeyboardInterrupt:
        complain(desk.words("playtest.stopped"))
        return None, STOPPED["interrupted"]
    except WorkersLost as lost:
        complain(desk.words(lost.key, **lost.slots))
        return None, STOPPED["lost"]
    finally:
        signal.signal(signal.SIGTERM, before)


def names(said: str | None) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(filter(None, (each.strip() for each in (said or "").split(","))))


def _policies(words: Words, said: str) -> tuple[str, ...]:
    """The policies that were named. Raises Misuse."""
    named = names(said)
    for each in named:
        if each not in POLICIES:
            raise Misuse(with_close(words, "playtest.players_wrong", each, POLICIES, every=", ".join(POLICIES)))
    if not named:
        raise Misuse(words("playtest.players_wrong", said=said, every=", ".join(POLICIES)))
    return named
