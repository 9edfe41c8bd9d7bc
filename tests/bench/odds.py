"""How long exact odds take when nothing remembers them: a part of `python -m tests.bench`."""

import time
from statistics import median

from engine.core.check import Difficulty
from engine.core.odds import odds

POOLS, RUNS = range(1, 31), 21


def times() -> list[float]:
    """Microseconds for each call: every pool against every difficulty, in a Coup d'éclat and not."""
    taken: list[float] = []
    for _ in range(RUNS):
        for dice in POOLS:
            for needed in Difficulty:
                for coup in (False, True):
                    began = time.perf_counter()
                    odds.__wrapped__(dice, needed, coup)
                    taken.append((time.perf_counter() - began) * 1e6)
    return taken


def show() -> None:
    """A table of its own: these are microseconds, and the slowest of all pools counts."""
    taken = times()
    kinds = len(taken) // RUNS
    slowest = max(median(taken[kind::kinds]) for kind in range(kinds))
    print("\n| What | Median | Slowest pool | Calls | Aim |\n| --- | ---: | ---: | ---: | --- |")
    what = f"exact odds, {POOLS[0]} to {POOLS[-1]} dice, none remembered"
    print(f"| {what} | {median(taken):.1f} µs | {slowest:.1f} µs | {len(taken)} | 100 µs |")


if __name__ == "__main__":
    show()
