"""How fast playtests are: whole fights and evenings a second, laws and all, on one core and on more."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from engine.core.sheet import Variant
from narrator import prompting
from table.campaign import Content
from table.playtest.encounter import read_encounter, shipped
from table.playtest.game import chunk_of
from table.playtest.plan import Plan
from table.playtest.processes import cores, processes
from table.playtest.running import Run

ROUNDS = 5
POLICIES = ("focused", "ahead", "cautious", "bold")


def champion(*players: str) -> Plan:
    """The mixed party of four against a champion of weapon 3."""
    return Plan(read_encounter(shipped()["champion"]), Variant.BLOCKBUSTER, players, "bench")


def low_water() -> Plan:
    """The adventure of eleven scenes, by the offline narrator."""
    scenario = prompting.scenario("low_tide")
    hero = next(each for each in prompting.characters() if each.id == scenario.characters[0])
    return Plan(Content(scenario=scenario, characters=(hero,)), Variant.BLOCKBUSTER, ("bold",), "bench")


def rates(plan: Plan, games: int, rounds: int = ROUNDS) -> list[float]:
    """Games a second in this process, one core, in each of several rounds of other games."""
    chunk_of(plan, range(1))  # What is the same for all is made once, and not measured.
    return [
        games / _seconds(lambda first=first: chunk_of(plan, range(first, first + games)))
        for first in _firsts(games, rounds)
    ]


def whole_run(plan: Plan, games: int, jobs: int) -> float:
    """Seconds of a whole run on so many processes, their start with it."""
    return _seconds(lambda: Run(plan, range(games)).on(processes(jobs)))


def _firsts(games: int, rounds: int) -> range:
    return range(1, rounds * games, games)


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def show() -> None:
    """A table of its own."""
    print("\n| What | Median | Least good | Aim |\n| --- | ---: | ---: | ---: |")
    for policy in POLICIES:
        every = rates(champion(policy), 100)
        print(
            f"| four-PC boss fights, `{policy}`, one core | {median(every):,.0f} a second | {min(every):,.0f} | 300 |"
        )
    evenings = rates(low_water(), 20)
    print(f"| evenings of Low Water, one core | {median(evenings):,.0f} a second | {min(evenings):,.0f} | 20 |")
    one, two = (median(whole_run(champion("focused"), 2_000, jobs) for _ in range(3)) for jobs in (1, 2))
    print(f"| 2,000 fights on two processes against one | {one / two:.2f} times | | 1.7 |")
    taken = whole_run(champion("focused"), 10_000, cores())
    print(f"| 10,000 fights on {cores()} cores, whole | {taken:.1f} s | | 20 s |")


if __name__ == "__main__":
    show()
