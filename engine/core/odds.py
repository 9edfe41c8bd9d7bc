"""Exact odds of a check: a d6 succeeds one time in three (CORE ch. 2, and the GM's odds table)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from engine.core.rules.checks import difficulty, may_declare_coup, outcome, pool, reroll_refusal
from engine.core.state import Difficulty, Game, Outcome


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact chances of each outcome, and of a success when a partial or a failure is rolled again once."""

    success: Fraction
    partial: Fraction
    failure: Fraction
    success_with_reroll: Fraction


@dataclass(frozen=True, slots=True)
class CheckOdds:
    """The odds of the announced check. `reroll_possible` says whether the actor could pay for one as things stand;
    `coup` are the odds in a Coup d'éclat, None when none is ready."""

    dice: int
    plain: Odds
    reroll_possible: bool
    coup: Odds | None


@cache
def odds(dice: int, needed: Difficulty, coup: bool = False) -> Odds:
    """Odds of `dice` d6, 1 or more, against a difficulty; a Coup d'éclat is never rolled again."""
    chances = {each: Fraction(0) for each in Outcome}
    for count in range(dice + 1):
        chances[outcome(count, needed, coup)] += _exactly(dice, count)
    # Both rolls' successes are added, so rolling again is as good as twice the dice.
    again = (
        chances[Outcome.SUCCESS]
        if coup
        else sum((_exactly(2 * dice, c) for c in range(needed, 2 * dice + 1)), Fraction(0))
    )
    return Odds(chances[Outcome.SUCCESS], chances[Outcome.PARTIAL], chances[Outcome.FAILURE], again)


def _exactly(dice: int, count: int) -> Fraction:
    return Fraction(comb(dice, count) * 2 ** (dice - count), 3**dice)


def check_odds(game: Game) -> CheckOdds | None:
    """The odds of the check on the table, None when there is none."""
    if game.pending is None:
        return None
    check = game.pending.check
    actor = game.character(check.actor)
    assert actor is not None
    dice, needed = pool(game, check).size, difficulty(check)
    again = any(reroll_refusal(game, actor, False, each) is None for each in (False, True))
    coup = odds(pool(game, check, coup=True).size, needed, coup=True) if may_declare_coup(game, check) else None
    return CheckOdds(dice, odds(dice, needed), again, coup)
