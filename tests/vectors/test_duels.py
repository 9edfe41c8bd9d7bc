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

    To begin with: a blow, a topple, waiting, and the turn's end in a standoff: 4. Then each announced check is
    withdrawn or rolls one of six faces, 2 * 7; who waited can only end the turn, 1; a new turn is as the first, 4.
    """
    return fight(hero(FOR=1), foes=[foe("thug", 1, 1, 1)]).game


def an_archer_against_rats() -> Game:
    """One die, a bow whose quiver is a d4, a shield that wears out on a d4, against two minions of weapon 2.

    To begin with: bare hands, the bow, a topple, waiting, the turn's end: 5. Then each of the checks is withdrawn or
    rolls, the bow's with its d4: 7 + (1 + 24) + 7; and 1 after waiting, 5 in the new turn.
    """
    archer = hero(FOR=1, health=2, items=[item("bow", 4, weapon=2), item("shield", 4, protection=1)])
    return fight(archer, foes=[group("rats", 1, 1, 2, members=2)]).game


def two_against_an_ogre() -> Game:
    """A boss of Threat 1 whose first phase is down to its last point, so that a boss blow comes at once.

    To begin with: a blow and a topple for each, each waits, the turn ends: 7. Then four checks, 4 * 7; after one has
    waited the other has a blow, a topple, waiting, and the turn's end, 2 * 4; and 7 in the new turn.
    """
    ogre = replace(boss("ogre", 1, 3, pcs=2), health=1)
    return fight(hero("ann", FOR=1, DEX=1), hero("bob", FOR=1, DEX=1, health=1), foes=[ogre]).game


def two_in_raw() -> Game:
    """Raw, one of the two at Stress 5: one die less where there is more than one, and no Coup d'éclat ever.

    The first moves are those of the ogre's duel; Threat 2 on one die is never more than a partial.
    """
    pair = (hero("ann", FOR=1, stress=5), hero("bob", FOR=1))
    return fight(*pair, foes=[foe("thug", 2, 2, 1)], variant=Variant.RAW).game


POSITIONS = {
    one_against_a_thug: (4, 19, 53, 140, 411, 1257),
    an_archer_against_rats: (5, 45, 205, 549, 2149),
    two_against_an_ogre: (7, 43, 203, 1183, 5019),
    two_in_raw: (7, 43, 235, 979, 4819),
}


@pytest.mark.parametrize("duel", POSITIONS, ids=lambda each: each.__name__)
def test_as_many_positions_as_there_were(duel) -> None:
    pinned = POSITIONS[duel]
    assert tuple(perft(duel(), len(pinned)).positions.values()) == pinned


def test_what_happens_in_the_first_two_turns_of_a_blow() -> None:
    """Of the six faces of one die two hit: a third of all blows at a thug, two thirds open a breach."""
    count = perft(one_against_a_thug(), 2)
    assert count.commands == {"AnnounceCheck": 4, "Wait": 2, "EndTurn": 3, "WithdrawCheck": 2, "RollCheck": 12}
    assert count.events["BreachOpened"] == 8
    assert count.events["AdversaryOut"] == 2
    assert count.events["EffectTook"] == 2


def test_a_boss_blow_strikes_both_whenever_a_blow_lands() -> None:
    count = perft(two_against_an_ogre(), 4)
    assert count.events["BossStruckAll"] == count.events["PhaseFell"] > 0
    # Four of six faces do not avoid it, for the first as for the second who is struck.
    struck, rolled = count.events["PerilStruck"], count.events["CheckRolled"]
    assert 0 < struck < rolled


def test_nobody_in_raw_ever_has_a_coup_d_eclat_nor_hits_a_threat_of_two_with_one_die() -> None:
    count = perft(two_in_raw(), 4)
    assert count.events["CoupReady"] == 0
    assert count.events["CheckSettled"] == count.events["BreachOpened"] > 0
