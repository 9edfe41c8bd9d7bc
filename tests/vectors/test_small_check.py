"""One small check, every face and every choice: the counts are pinned, as chess programs pin theirs with perft.

A hero with two dice, at Stress 2, Blockbuster, tries something Hard with a lamp whose Resource is a d4: 6 * 6 * 4 = 144
first rolls. Of 36 throws of two dice, 4 * 4 = 16 have no success, 2 * 2 * 4 = 16 have one, 2 * 2 = 4 have two.
"""

from collections import Counter
from functools import cache
from itertools import product

from engine.core.check import Outcome
from engine.core.commands import AcceptOutcome, Reroll
from engine.core.events import CheckSettled, ComplicationHappened
from engine.core.legal import legal
from engine.core.sheet import ItemId
from tests.scenes import Stage, given, hard, hero, item

D6 = range(1, 7)
LAMP = ItemId("lamp")


@cache
def first_rolls() -> tuple[Stage, ...]:
    stage = given(hero(INT=2, stress=2, items=[item("lamp", 4)]))
    return tuple(stage.rolled(hard(items=(LAMP,)), *faces) for faces in product(D6, D6, range(1, 5)))


def settled(stage: Stage) -> Outcome:
    (outcome,) = (each.outcome for each in stage.events if isinstance(each, CheckSettled))
    complications = sum(isinstance(each, ComplicationHappened) for each in stage.events)
    assert complications == (outcome is not Outcome.SUCCESS)
    return outcome


def test_first_rolls() -> None:
    at_once = [each for each in first_rolls() if each.game.pending is None]
    waiting = [each for each in first_rolls() if each.game.pending is not None]
    assert len(first_rolls()) == 144
    # Two successes settle at once: 4 throws of 36, times 4 faces of the lamp.
    assert Counter(map(settled, at_once)) == {Outcome.SUCCESS: 16}
    # One success and none, 16 throws of 36 each, wait for the player.
    fell = Counter(each.game.pending.roll.outcome for each in waiting)
    assert fell == {Outcome.PARTIAL: 64, Outcome.FAILURE: 64}
    assert all(set(legal(each.game).commands) == {Reroll(), AcceptOutcome()} for each in waiting)
    # The lamp empties on 1 or 2 of its 4 faces, whatever the d6 say.
    assert Counter((settled_or_not(each), each.die("lamp")) for each in first_rolls()) == {
        (True, 0): 8,
        (True, 4): 8,
        (False, 0): 64,
        (False, 4): 64,
    }


def settled_or_not(stage: Stage) -> bool:
    return stage.game.pending is None


def test_accepted() -> None:
    waiting = [each for each in first_rolls() if each.game.pending is not None]
    assert Counter(settled(each.when(AcceptOutcome())) for each in waiting) == {
        Outcome.PARTIAL: 64,
        Outcome.FAILURE: 64,
    }


def test_rolled_again() -> None:
    fell: Counter[tuple[Outcome, int]] = Counter()
    for stage in first_rolls():
        if stage.game.pending is not None:
            for faces in product(D6, D6):
                after = stage.when(Reroll(), faces)
                fell[settled(after), after.sheet().stress] += 1
    # After one success (64 ways): one or two more, 20 of 36, make it; none, 16, leave the partial.
    # After none (64 ways): two, 4 of 36, make it; one, 16, a partial; none, 16, the failure stands.
    # Success 64 * (20 + 4), partial 64 * (16 + 16), failure 64 * 16; Stress is 1 in every one of the 4,608.
    assert fell == {(Outcome.SUCCESS, 1): 1536, (Outcome.PARTIAL, 1): 2048, (Outcome.FAILURE, 1): 1024}
