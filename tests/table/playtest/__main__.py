"""Games by the hundred, held to the laws: `make escapes`, and `make playtests`, which goes on for longer."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from time import monotonic

from narrator import prompting
from table.playtest.choosing import chosen
from table.playtest.encounter import shipped
from table.playtest.plan import Mock, Plan
from table.playtest.players import POLICIES
from table.playtest.processes import cores, processes
from table.playtest.running import Run
from tests.table.playtest.fighting import plan

HOSTILE = Mock("hostile", 0.3)
Batch = tuple[Plan, int]


def few() -> Iterator[Batch]:
    """Two hundred games an adventure and two thousand fights, with a narrator that is hostile at 30 %."""
    for each in prompting.scenarios():
        yield plan(chosen(each.id, [], [], []), "bold", narrator=HOSTILE), 200
    for players in (("focused", "bold", "cautious", "ahead"), ("random", "supportive")):
        yield plan(chosen("champion", [], [], []), *players, narrator=HOSTILE), 1_000


def many() -> Iterator[Batch]:
    """Hostile evenings in both languages, and hostile fights, under every policy."""
    for each in prompting.scenarios():
        for policy in ("random", "cautious", "bold"):
            evening = plan(chosen(each.id, [], [], []), policy, narrator=HOSTILE)
            yield evening, 200
            yield replace(evening, language="fr"), 200
    for name in shipped():
        for policy in POLICIES:
            yield plan(chosen(name, [], [], []), policy, narrator=HOSTILE), 500


def main(batches: Iterator[Batch]) -> int:
    """Play them all; how many games broke a law."""
    broken = 0
    for what, games in batches:
        began = monotonic()
        summary = Run(what, range(games)).on(processes(cores()))
        hostile, refused = (summary.of("narrator")[each] for each in ("hostile", "refused"))
        print(
            f"{what.name}, {'+'.join(what.players)}, {what.language}: {summary.games} games of {games}, "
            f"{hostile} answers hostile, {refused} turned back, {summary.escaped} escaped, {monotonic() - began:.0f} s",
            flush=True,
        )
        for each in summary.escapes:
            print(f"  game {each.game}: {each.law}: {each.what}", flush=True)
        broken += summary.escaped + (games - summary.games - summary.escaped)
    return broken


if __name__ == "__main__":
    sys.exit(main(many() if "many" in sys.argv else few()) > 0)
