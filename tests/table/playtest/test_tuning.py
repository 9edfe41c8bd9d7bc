"""Numbers for a boss: found for a target, by playing."""

import pytest

from engine.core.foes import Standing
from table.config import ConfigError
from table.playtest.encounter import read_encounter, shipped
from table.playtest.game import chunk_of
from table.playtest.plan import Plan
from table.playtest.summary import Summary
from table.playtest.tuning import Target, Tried, boss_of, count, tune, what_varies
from tests.table.playtest.fighting import encounter, fighter, foe, plan, summed

CHAMPION = read_encounter(shipped()["champion"])


@pytest.fixture
def plays():
    """Plays on this process, and counts."""

    def play(what: Plan, games: range) -> Summary:
        play.games += len(games)
        play.numbers.append(games)
        return chunk_of(what, games)

    play.games, play.numbers = 0, []
    return play


def test_a_boss_is_found_that_the_party_beats_as_often_as_wanted(plays):
    found = tune(plan(CHAMPION), boss_of(CHAMPION).id, ("weapon",), Target(0.8, 2.5), 120, plays)
    assert dict(found[0].numbers) == {"weapon": 4}
    assert [each.misses(Target(0.8, 2.5)) for each in found] == sorted(each.misses(Target(0.8, 2.5)) for each in found)
    assert plays.games == count(plan(CHAMPION), boss_of(CHAMPION).id, ("weapon",), 120)
    few, fresh = plays.numbers[0], plays.numbers[-1]
    assert not {*few} & {*fresh}, "who was lucky in the first games is chosen for them, and not shown by them"


def test_who_may_hardly_go_down_gets_a_milder_boss(plays):
    found = tune(plan(CHAMPION), boss_of(CHAMPION).id, ("weapon",), Target(0.8, 0.5), 60, plays)
    assert dict(found[0].numbers)["weapon"] < 4


def test_only_numbers_that_the_rules_allow_are_tried(plays):
    minions = encounter(fighter("vex"), foe("thugs", health=1, weapon=1, standing=Standing.GROUP, members=4))
    found = tune(plan(minions), boss_of(minions).id, ("members", "weapon"), Target(0.8, 1), 5, plays)
    assert found
    assert all(dict(each.numbers)["members"] >= 2 for each in found)


def test_with_several_one_has_to_say_whose_numbers():
    two = encounter(fighter("vex"), foe("guard"), foe("captain"))
    with pytest.raises(ConfigError) as refused:
        boss_of(two)
    assert refused.value.slots["known"] == "guard, captain"
    one_boss = encounter(fighter("vex"), foe("guard"), foe("captain", threat=2, standing=Standing.BOSS, health=0))
    assert boss_of(one_boss).id == "captain"


def test_what_is_looked_for_depends_on_who_it_is():
    assert what_varies(boss_of(CHAMPION)) == ("threat", "weapon")
    assert "health" in what_varies(encounter(fighter("vex"), foe()).arrivals[0])


def test_numbers_with_which_no_game_came_to_its_end_come_last():
    assert Tried((), Summary()).misses(Target(0.8, 1)) > Tried((), summed(plan(CHAMPION), 2)).misses(Target(0.8, 1))
