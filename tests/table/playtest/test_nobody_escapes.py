"""Games by the hundred, and nothing in any of them breaks a law; `make playtests` plays more, and more hostile ones."""

import pytest

from narrator import prompting
from table.playtest.choosing import chosen
from table.playtest.plan import Mock
from table.playtest.running import Run
from table.playtest.workers import here
from tests.table.playtest.fighting import plan

EVENINGS, FIGHTS = 200, 2_000
PARTIES = (("focused", "bold", "cautious", "ahead"), ("random", "supportive"))


@pytest.mark.parametrize("name", [each.id for each in prompting.scenarios()])
def test_every_adventure_is_played_two_hundred_times(name):
    summary = Run(plan(chosen(name, [], [], []), "bold"), range(EVENINGS)).on(here())
    assert (summary.games, summary.escapes) == (EVENINGS, ())
    assert len(summary.of("ending")) > 3


@pytest.mark.parametrize("players", PARTIES)
def test_hostility_gets_nothing_past_the_gates_in_two_thousand_fights(players):
    what = plan(chosen("champion", [], [], []), *players, narrator=Mock("hostile", 0.3))
    games = FIGHTS // len(PARTIES)
    summary = Run(what, range(games)).on(here())
    assert (summary.games, summary.escapes) == (games, ())
    assert summary.of("narrator")["hostile"] > games
    assert summary.of("narrator")["refused"] > games
