"""`make playtests`: hostile games by the hundred, and what they came to."""

import sys
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

EVENINGS, FIGHTS = 200, 500
HOSTILE = Mock("hostile", 0.3)


def main() -> None:
    """Play them all; leave with 1 where a game broke a law."""
    broken = 0
    for each in prompting.scenarios():
        for policy in ("random", "cautious", "bold"):
            broken += _played(plan(chosen(each.id, [], [], []), policy, narrator=HOSTILE), EVENINGS)
            fr = replace(plan(chosen(each.id, [], [], []), policy, narrator=HOSTILE), language="fr")
            broken += _played(fr, EVENINGS)
    for name in shipped():
        for policy in POLICIES:
            broken += _played(plan(chosen(name, [], [], []), policy, narrator=HOSTILE), FIGHTS)
    sys.exit(broken > 0)


def _played(what: Plan, games: int) -> int:
    began = monotonic()
    summary = Run(what, range(games)).on(processes(cores()))
    hostile, refused = summary.of("narrator")["hostile"], summary.of("narrator")["refused"]
    print(
        f"{what.name}, {what.players[0]}, {what.language}: {games} games, {hostile} hostile proposals, "
        f"{refused} turned back, {summary.escaped} escaped, {monotonic() - began:.0f} s",
        flush=True,
    )
    for each in summary.escapes:
        print(f"  game {each.game}: {each.law}: {each.what}", flush=True)
    return summary.escaped


if __name__ == "__main__":
    main()
