"""`breche tune`: an adversary's numbers for a target, found by playing (docs/playtests.md)."""

from typing import TYPE_CHECKING, Any

import click

from table.commands.grid import show_grid
from table.commands.parts import Desk, Leaf, Misuse, Whole, json_option, print_json
from table.commands.plays import Asked, how_it_is_played, names, watched, what_is_played, where_it_is_played
from table.lines import say
from table.words import Words

if TYPE_CHECKING:  # `breche tune --help` does without the engine.
    from engine.core.foes import Arrival
    from table.playtest.encounter import Encounter
    from table.playtest.reports.wording import Wording
    from table.playtest.tuning import Target, Tried

OK = 0
GAMES = 1_000
_NEAR = 0.05
"""A miss of up to so many games, as a share, is as near as such numbers come."""
VARIED = ("threat", "weapon", "protection", "health", "members")
"""A test holds them to those that can be looked for: the help does without them."""


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    win, down = Whole(words, "tune.win_wrong", 0, 100), Whole(words, "tune.down_wrong", 0, 99)
    vary = words("tune.vary", known=", ".join(VARIED))
    params = [
        *what_is_played(words),
        click.Option(["--win"], type=win, default=80, metavar="N", help=words("tune.win")),
        click.Option(["--down"], type=down, default=1, metavar="N", help=words("tune.down")),
        click.Option(["--who"], metavar="ID", help=words("tune.who")),
        click.Option(["--vary"], metavar=words("playtest.names_metavar"), help=vary),
        *how_it_is_played(words, GAMES),
        *where_it_is_played(words),
        json_option(words),
    ]
    return Leaf(words, "tune", run, params)


def run(
    desk: Desk,
    win: int,
    down: int,
    who: str | None,
    vary: str | None,
    games: int | None,
    jobs: int | None,
    dask: str | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Look for the numbers, and print those that come nearest. Raises ConfigError and Misuse."""
    from table.playtest.encounter import Encounter
    from table.playtest.running import Run
    from table.playtest.tuning import Target, count, tune, what_varies
    from table.playtest.workers import workers_for

    plan = Asked(**asked).plan(desk.words)
    if not isinstance(plan.what, Encounter):
        raise Misuse(desk.words("tune.adventure", name=plan.name))
    whose = _whose(desk.words, plan.what, who)
    varied = _varied(desk.words, vary) or what_varies(whose)
    many, target = games or GAMES, Target(win / 100, down)
    workers = workers_for(jobs, dask, many)

    def look(done: Any) -> "list[Tried]":
        return tune(plan, whose.id, varied, target, many, lambda one, numbers: Run(one, numbers).on(workers, done))

    found, stopped = watched(desk, count(plan, whose.id, varied, many), look)
    if found is not None:
        _show(desk, whose, target, found, as_json)
    return stopped or OK


def _whose(words: Words, encounter: "Encounter", who: str | None) -> "Arrival":
    """Whose numbers are looked for. Raises ConfigError and Misuse."""
    from table.playtest.tuning import boss_of

    if who is None:
        return boss_of(encounter)
    found = next((each for each in encounter.arrivals if each.id == who), None)
    if found is None:
        known = ", ".join(each.id for each in encounter.arrivals)
        raise Misuse(words("playtest.setting_who", value=who, known=known))
    return found


def _varied(words: Words, said: str | None) -> tuple[str, ...]:
    varied = tuple(dict.fromkeys(names(said)))
    for each in varied:
        if each not in VARIED:
            raise Misuse(words("tune.vary_wrong", value=each, known=", ".join(VARIED)))
    return varied


def _show(desk: Desk, whose: "Arrival", target: "Target", found: "list[Tried]", as_json: bool) -> None:
    if as_json:
        tried = [{**dict(each.numbers), **_figures(each)} for each in found]
        print_json({"who": whose.id, "target": {"win": target.win, "down": target.down}, "found": tried})
        return
    from table.playtest.reports.wording import Wording

    wording = Wording(desk.settings.language)
    words = desk.words
    best = found[0]
    numbers = ", ".join(words("tune.number", name=words(f"tune.numbers.{name}"), value=n) for name, n in best.numbers)
    came_to = {"win": wording.share(best.won), "down": _down(wording, best)}
    say(words("tune.found", who=whose.profile.name, numbers=numbers, **came_to))
    if best.misses(target) > _NEAR:
        wanted = wording("percent", value=wording.hundredths(target.win))
        say(words("tune.missed", win=wanted, down=f"{target.down:g}"))
    headings = [*(words(f"tune.numbers.{name}") for name, _ in best.numbers), words("tune.wins"), words("tune.out")]
    rows = [[*(str(n) for _, n in each.numbers), wording.share(each.won), _down(wording, each)] for each in found]
    show_grid(desk, headings, rows)


def _figures(tried: "Tried") -> dict[str, Any]:
    """What came of numbers, for a program; None where no game came to its end."""
    down = tried.down
    return {
        "win": tried.won.value,
        "win_interval": tried.won.interval,
        "down": down and down.value,
        "down_interval": down and down.interval,
    }


def _down(wording: "Wording", tried: "Tried") -> str:
    return wording("none") if tried.down is None else wording.mean(tried.down)
