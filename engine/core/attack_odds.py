"""Exact odds of an attack on an NPC, and of what it deals (CORE ch. 5, Attaquer et blesser)."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from engine.core.check import Difficulty, Outcome
from engine.core.odds import ways
from engine.core.rules.checks import COUP_DICE, outcome
from engine.errors import EngineError

MAX_COVER = 3
"""The most dice that an NPC's cover takes (CORE ch. 5, Couvert)."""


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """Exact chances of one attack. `dice` are rolled: less what cover takes, with a Coup's.

    `damage` has each damage that can come out, lowest first, with its chance: by weapon and successes, Protection taken
    off, 0 for a miss. A Devastating attack does not go by it: what it hits is out.
    """

    dice: int
    success: Fraction
    partial: Fraction
    failure: Fraction
    damage: tuple[tuple[int, Fraction], ...]
    devastating: bool

    @property
    def hit(self) -> Fraction:
        """The chance that the blow lands, in full or partially."""
        return self.success + self.partial

    @property
    def breach(self) -> Fraction:
        """The chance that a breach opens (CORE ch. 5, La brèche)."""
        return self.partial + self.failure

    @property
    def mean_damage(self) -> Fraction:
        """What the blow deals on average, misses counted."""
        return sum((dealt * chance for dealt, chance in self.damage), Fraction(0))

    def fells(self, health: int) -> Fraction:
        """The chance that this one blow puts out an NPC, or a phase, with so much Health left, 1 or more."""
        if health < 1:
            raise EngineError(f"what is to be felled has Health left, not {health}")
        if self.devastating:
            return self.hit
        return sum((chance for dealt, chance in self.damage if dealt >= health), Fraction(0))


def attack_odds(
    dice: int,
    threat: int,
    weapon: int,
    protection: int,
    cover: int = 0,
    coup: bool = False,
    devastating: bool = False,
) -> AttackOdds:
    """Odds of an attack with `dice` d6, 1 or more, on an NPC of that Threat, 1 to 3 (CORE ch. 5, Attaquer et blesser).

    `weapon` deals 0 or more, `protection` takes off 0 or more, `cover` takes 0 to 3 dice, but never the last. A Coup
    d'éclat adds its dice after that, and makes any attack Devastating (CORE ch. 3). Numbers outside are an EngineError.
    """
    if dice < 1 or weapon < 0 or protection < 0 or not 0 <= cover <= MAX_COVER or threat not in tuple(Difficulty):
        raise EngineError(f"no such attack: {dice=}, {threat=}, {weapon=}, {protection=}, {cover=}")
    needed, rolled = Difficulty(threat), max(1, dice - cover) + (COUP_DICE if coup else 0)
    of, deals = dict.fromkeys(Outcome, 0), Counter[int]()
    for count in range(rolled + 1):
        result, fell = outcome(count, needed, coup), ways(rolled, count)
        of[result] += fell
        hit = weapon + max(0, count - threat) - protection
        deals[0 if result is Outcome.FAILURE else max(0, hit)] += fell
    total = 3**rolled
    success, partial, failure = (
        Fraction(of[each], total) for each in (Outcome.SUCCESS, Outcome.PARTIAL, Outcome.FAILURE)
    )
    damage = tuple((dealt, Fraction(deals[dealt], total)) for dealt in sorted(deals))
    return AttackOdds(rolled, success, partial, failure, damage, devastating or coup)
