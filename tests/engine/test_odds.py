"""Exact odds, against every face that can fall."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from engine.core.check import Difficulty, Outcome
from engine.core.odds import TABLE_DICE, check_odds, odds
from engine.core.rules.checks import outcome
from engine.core.rules.faces import successes
from engine.core.sheet import Variant
from tests.scenes import conflict, given, hard, hero, idea, standard


def counted(dice: int) -> Counter[int]:
    """How many of the 6 ** dice ways to fall give so many successes."""
    return Counter(successes(faces) for faces in product(range(1, 7), repeat=dice))


@pytest.mark.parametrize("dice", range(1, 7))
@pytest.mark.parametrize("needed", list(Difficulty))
@pytest.mark.parametrize("coup", [False, True])
def test_the_odds_are_those_of_every_face_counted(dice: int, needed: Difficulty, coup: bool) -> None:
    ways, total = counted(dice), 6**dice
    found = odds(dice, needed, coup)
    for result, chance in (
        (Outcome.SUCCESS, found.success),
        (Outcome.PARTIAL, found.partial),
        (Outcome.FAILURE, found.failure),
    ):
        fell = sum(count for hits, count in ways.items() if outcome(hits, needed, coup) is result)
        assert chance == Fraction(fell, total)
    if not coup:
        first, second = ways.items(), ways.items()
        both = sum(one * two for hits, one in first for more, two in second if hits >= needed or hits + more >= needed)
        assert found.success_with_reroll == Fraction(both, total**2)
    else:
        assert found.success_with_reroll == found.success


@pytest.mark.parametrize(
    ("dice", "needed", "plain", "again"),
    [(2, 1, 56, 80), (5, 2, 54, 90), (3, 3, 4, 32), (1, 2, 0, 11), (7, 2, 74, 97)],
)
def test_the_book_s_own_figures(dice: int, needed: int, plain: int, again: int) -> None:
    # "Two dice often succeed at Standard, five about one time in two at Hard" (CORE ch. 2), in whole per cent.
    found = odds(dice, Difficulty(needed))
    assert (round(found.success * 100), round(found.success_with_reroll * 100)) == (plain, again)


def by_face(dice: int) -> Counter[int]:
    """The same count, a die and a face at a time, by nothing of the engine's: 20 dice have too many faces to list."""
    ways = Counter({0: 1})
    for _ in range(dice):
        more = Counter[int]()
        for hits, count in ways.items():
            for face in (1, 2, 3, 4, 5, 6):
                more[hits + (face in (5, 6))] += count
        ways = more
    return ways


@pytest.mark.rule("gm.odds_table")
def test_the_gm_s_table_is_that_of_every_face_counted() -> None:
    for dice, needed in product(TABLE_DICE, Difficulty):
        found = odds(dice, needed)
        once, twice = by_face(dice), by_face(2 * dice)
        short = sum(count for hits, count in once.items() if hits < needed)
        assert found.success == 1 - Fraction(short, 6**dice)
        assert found.success_with_reroll == Fraction(sum(twice[hits] for hits in twice if hits >= needed), 36**dice)
        assert found.success + found.partial + found.failure == 1
        assert found.partial == (Fraction(once[needed - 1], 6**dice) if needed > 1 else 0)


@pytest.mark.parametrize(
    ("needed", "per_cent"),
    [
        (Difficulty.STANDARD, [(33, 56), (56, 80), (70, 91), (80, 96)]),
        (Difficulty.HARD, [(0, 11), (11, 41), (26, 65), (41, 80)]),
        (Difficulty.FEAT, [(0, 0), (0, 11), (4, 32), (11, 53)]),
    ],
)
def test_the_gm_s_table_in_whole_per_cent(needed: Difficulty, per_cent: list[tuple[int, int]]) -> None:
    # Worked out by hand from (2/3)^n: the table of the GM's sheet came without its numbers.
    found = [odds(dice, needed) for dice in (1, 2, 3, 4)]
    assert [(round(each.success * 100), round(each.success_with_reroll * 100)) for each in found] == per_cent


@pytest.mark.parametrize("dice", [20, 30, 60])
@pytest.mark.parametrize("needed", list(Difficulty))
def test_large_pools_are_as_exact(dice: int, needed: Difficulty) -> None:
    found, ways = odds(dice, needed), by_face(dice)
    assert found.success == Fraction(sum(ways[hits] for hits in ways if hits >= needed), 6**dice)
    assert found.success + found.partial + found.failure == 1
    assert odds(dice, needed, coup=True).success == (1 if needed is Difficulty.STANDARD else found.success)


def test_the_odds_of_the_check_on_the_table() -> None:
    assert check_odds(given().game) is None
    found = check_odds(given(hero(INT=3, stress=2)).announced(hard(advantages=(idea(),))).game)
    assert found is not None
    assert (found.dice, found.plain, found.reroll_possible, found.coup) == (4, odds(4, Difficulty.HARD), True, None)
    harder = check_odds(given().announced(standard(harder="in the wind", on_partial=hard().on_partial)).game)
    assert harder is not None
    assert harder.plain == odds(2, Difficulty.HARD)


def test_whether_a_reroll_could_be_paid_for() -> None:
    def possible(stage):
        found = check_odds(stage.announced(hard()).game)
        assert found is not None
        return found.reroll_possible

    assert [possible(given(hero(stress=each))) for each in (0, 1, 5, 6)] == [False, True, True, False]
    raw = [possible(given(hero(stress=each), variant=Variant.RAW)) for each in (0, 1, 5, 6)]
    assert raw == [True, True, True, False]
    assert possible(given(hero(stress=0, inspiration=True)))
    assert not possible(conflict(hero(stress=3, inspiration=True)))


def test_a_ready_coup_has_odds_of_its_own() -> None:
    found = check_odds(given(hero(INT=2, stress=6)).announced(hard()).game)
    assert found is not None
    assert found.coup == odds(5, Difficulty.HARD, coup=True)
    assert found.coup.failure == 0
