"""What the book says of its own odds, played: with wide margins, for docs/playtests.md has the figures."""

import pytest

from engine.core.check import Difficulty
from engine.core.odds import odds
from table.playtest.encounter import changed, read_encounter, shipped
from table.playtest.plan import Plan
from table.playtest.summary import Summary
from tests.table.playtest.fighting import mean, plan, summed

GAMES = 80
SENSIBLE = ("ahead", "focused")


@pytest.fixture
def fights():
    """What so many fights of an encounter that comes with the game come to."""

    def play(name: str, policy: str, *numbers: str, games: int = GAMES) -> Summary:
        what: Plan = plan(changed(read_encounter(shipped()[name]), numbers), policy)
        return summed(what, games)

    return play


def won(summary: Summary) -> float:
    return summary.of("won")["yes"] / summary.games


def test_an_ordinary_character_often_succeeds_at_standard():
    assert 1 / 2 < odds(2, Difficulty.STANDARD).success < 2 / 3


def test_a_specialist_succeeds_about_one_time_in_two_at_hard():
    assert 0.45 < odds(5, Difficulty.HARD).success < 0.6


@pytest.mark.parametrize("policy", SENSIBLE)
def test_a_champion_of_weapon_3_is_nearly_always_beaten_in_three_or_four_turns(fights, policy):
    summary = fights("champion", policy)
    assert won(summary) > 0.93
    assert 3 <= mean(summary, "turns") <= 4.5
    assert mean(summary, "down") < 1.5


@pytest.mark.parametrize("policy", SENSIBLE)
def test_a_champion_of_weapon_4_costs_one_or_two_pcs(fights, policy):
    summary = fights("champion", policy, "weapon=4")
    assert 0.9 < mean(summary, "down") < 2.6
    assert won(summary) > 0.7


@pytest.mark.parametrize("policy", SENSIBLE)
def test_the_elusive_boss_is_the_most_dangerous_at_the_same_weapon(fights, policy):
    elusive, champion, brute = (fights(each, policy, "weapon=3") for each in ("elusive", "champion", "brute"))
    assert won(elusive) < won(champion) - 0.15
    assert mean(elusive, "down") > mean(champion, "down") + 0.5 > mean(brute, "down") + 0.5


@pytest.mark.parametrize("policy", SENSIBLE)
def test_from_four_pcs_weapon_2_tames_the_elusive_boss(fights, policy):
    summary = fights("elusive", policy)
    assert won(summary) > 0.93
    assert mean(summary, "down") < 1.2
