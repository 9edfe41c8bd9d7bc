"""Four small duels, every command × every face, the counts pinned (see perft.py for what counts as a move).

The first numbers can be found by hand, and each duel says how; the deeper ones hold the engine still: where one moves,
some rule has changed, and the kinds of events say which.
"""

from dataclasses import replace

import pytest

from engine.core.sheet import Variant
from engine.core.state import Game
from tests.scenes import boss, fight, foe, group, hero, item
from tests.vectors.perft import perft


def one_against_a_thug() -> Game:
    """One die against Threat 1, Health 1, bare hands.

    To begin with: a blow, five manoeuvres, talking, waiting, and the turn's end in a standoff: 9. Then each of the
    seven checks is withdrawn or rolls one of six faces, 7 * 7; who waited can only end the turn, 1; a new turn is as
    the first, 9.
    """
    return fight(hero(FOR=1), foes=[foe("thug", 1, 1, 1)]).game


def an_archer_against_rats() -> Game:
    """One die, a bow whose quiver is a d4, a shield that wears out on a d4, against two minions of weapon 2.

    To begin with: bare hands, the bow, five manoeuvres, talking, first aid, the bow or the shield put to another use,
    waiting, the turn's end: 13. Then the checks are withdrawn or rolled, 7 * 7, the bow's with its d4, 1 + 24, first
    aid with two dice, 1 + 36; and 1 after each use and after waiting, 13 in the new turn.
    """
    archer = hero(FOR=1, health=2, items=[item("bow", 4, weapon=2), item("shield", 4, protection=1)])
    return fight(archer, foes=[group("rats", 1, 1, 2, members=2)]).game


def two_against_an_ogre() -> Game:
    """A boss of Threat 1 whose first phase is down to its last point, so that a boss blow comes at once.

    To begin with, for each of the two: a blow, five manoeuvres, talking, first aid for Bob, waiting; and the turn's
    end: 19. Then fourteen checks of one die, 14 * 7, and two of two dice, 2 * 37; after one has waited the other has 9
    and the turn's end, 2 * 10; and 19 in the new turn.
    """
    ogre = replace(boss("ogre", 1, 3, pcs=2), health=1)
    return fight(hero("ann", FOR=1, DEX=1), hero("bob", FOR=1, DEX=1, health=1), foes=[ogre]).game


def two_in_raw() -> Game:
    """Raw, one of the two at Stress 5: one die less where there is more than one, and no Coup d'éclat ever.

    Nobody is hurt, and Bob may comfort Ann: 7 + 7 checks, 2 waits, 1 comfort, the turn's end: 18. Then 14 * 7; after
    the comfort, as after Bob's waiting, Ann has 7, waiting and the end, 9; after hers Bob has 10; 18 in the new turn.
    Threat 2 on one die is never more than a partial.
    """
    pair = (hero("ann", FOR=1, stress=5), hero("bob", FOR=1))
    return fight(*pair, foes=[foe("thug", 2, 2, 1)], variant=Variant.RAW).game


POSITIONS = {
    one_against_a_thug: (9, 59, 203, 845, 5399),
    an_archer_against_rats: (13, 127, 569, 2991, 20861),
    two_against_an_ogre: (19, 211, 1807, 19007),
    two_in_raw: (18, 144, 1020, 6999),
}


@pytest.mark.parametrize("duel", POSITIONS, ids=lambda each: each.__name__)
def test_as_many_positions_as_there_were(duel) -> None:
    pinned = POSITIONS[duel]
    assert tuple(perft(duel(), len(pinned)).positions.values()) == pinned


def test_what_happens_in_the_first_two_turns_of_a_blow() -> None:
    """Of the six faces of one die two hit: a third of all blows at a thug, two thirds open a breach."""
    count = perft(one_against_a_thug(), 2)
    assert count.commands == {"AnnounceCheck": 14, "Wait": 2, "EndTurn": 3, "WithdrawCheck": 7, "RollCheck": 42}
    assert count.events["BreachOpened"] == 28
    assert count.events["AdversaryOut"] == 2
    assert count.events["EffectTook"] == 10


def test_a_boss_blow_strikes_both_whenever_a_blow_lands() -> None:
    count = perft(two_against_an_ogre(), 3)
    assert count.events["BossStruckAll"] == count.events["PhaseFell"] > 0
    # Two faces of a blow land: for each of the two at once, after the other has waited, and in a new turn.
    assert count.events["BossStruckAll"] == 2 * 2 * 3
    # Of those at once the first to avoid it has rolled: four of six faces do not.
    assert count.events["PerilStruck"] == 2 * 2 * 4


def test_nobody_in_raw_ever_has_a_coup_d_eclat_nor_hits_a_threat_of_two_with_one_die() -> None:
    count = perft(two_in_raw(), 4)
    assert count.events["CoupReady"] == 0
    assert count.events["BreachOpened"] == count.events["CheckSettled"] > 0
    assert count.events["Comforted"] > 0
