"""`breche cost`: what calls to models have cost, from the log of calls."""

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from table.amounts import count
from table.commands.grid import show_grid
from table.commands.parts import Desk, Leaf, Misuse, complain, json_option, print_json
from table.config import state_folder
from table.lines import say
from table.words import Words

if TYPE_CHECKING:  # `breche cost --help` does without the narrator.
    from table.costs import Costs, Sum

UNREADABLE = 1
_COLUMNS = ("calls", "prompt", "cached", "reply", "cost")


class _Day(click.ParamType):
    name = "day"

    def __init__(self, words: Words) -> None:
        self._words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day."""
        try:
            return date.fromisoformat(str(value).strip())
        except ValueError:
            raise Misuse(self._words("cost.since_wrong", value=value), ctx) from None


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    since = click.Option(
        ["--since"], type=_Day(words), metavar=words("cost.since_metavar"), help=words("cost.since_help")
    )
    return Leaf(words, "cost", run, [since, json_option(words)])


def run(desk: Desk, since: date | None, as_json: bool) -> int:
    """Add the log up and print it."""
    from table.costs import costs
    from table.spending import FAULTS, FILE

    file = state_folder() / FILE
    try:
        found = costs(file, date.today(), since)
    except FAULTS:
        complain(desk.words("cost.unreadable", file=file))
        return UNREADABLE
    if as_json:
        print_json({"log": str(file), **_as_object(found, since)})
        return 0
    if not (found.month.calls or found.by_model):
        say(desk.words("cost.none", file=file))
        return 0
    words = desk.words
    periods = [(words("cost.today"), found.today), (words("cost.month"), found.month)]
    if found.since is not None:
        periods.append((words("cost.since", day=since), found.since))
    _show(desk, words("cost.period"), periods)
    _show(desk, words("cost.model"), list(found.by_model.items()))
    _show(
        desk,
        words("cost.campaign"),
        [(name or words("cost.no_campaign"), each) for name, each in found.by_campaign.items()],
    )
    if found.open_calls:
        say(words("cost.open_calls", count=found.open_calls))
    say(words("cost.drift"))
    return 0


def _show(desk: Desk, heading: str, rows: "list[tuple[str, Sum]]") -> None:
    words = desk.words
    headings = [heading, *(words(f"cost.{each}") for each in _COLUMNS)]
    show_grid(desk, headings, [[name, *_cells(words, each)] for name, each in rows])


def _cells(words: Words, total: "Sum") -> list[str]:
    from table.costs import cost_told

    calls = words("cost.with_failed", count=total.failed, calls=total.calls) if total.failed else str(total.calls)
    share = total.share_cached
    cached = words("cost.share", percent=round(share * 100)) if share is not None else words("cost.nothing")
    prompt, reply = (count(words.language, each) for each in (total.prompt, total.reply))
    return [calls, prompt, cached, reply, cost_told(words, total)]


def _as_object(found: "Costs", since: date | None) -> dict[str, Any]:
    from table.costs import sum_object

    return {
        "today": sum_object(found.today),
        "month": sum_object(found.month),
        "since": found.since and {"day": str(since), **sum_object(found.since)},
        "models": {name: sum_object(each) for name, each in found.by_model.items()},
        "campaigns": {name: sum_object(each) for name, each in found.by_campaign.items()},
        "open_calls": found.open_calls,
    }
