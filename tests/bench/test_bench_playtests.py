"""What is measured of playtests is what the table says: whole games, held to their laws, on processes."""

from table.playtest.game import chunk_of
from table.playtest.running import Run
from tests.bench import playtests


def test_the_fights_and_evenings_that_are_measured_break_no_law_and_come_to_an_end():
    for plan in (playtests.champion("ahead"), playtests.low_water()):
        summary = chunk_of(plan, range(2))
        assert (summary.games, summary.escaped) == (2, 0)


def test_rates_are_of_other_games_in_each_round(monkeypatch):
    played = []
    monkeypatch.setattr(playtests, "chunk_of", lambda plan, games: played.append(games))
    assert len(playtests.rates(playtests.champion("bold"), 3, rounds=2)) == 2
    assert played[1:] == [range(1, 4), range(4, 7)]


def test_a_whole_run_plays_all_of_its_games(monkeypatch):
    done = []
    monkeypatch.setattr(Run, "on", lambda run, workers: done.append((run.games, workers.count)))
    assert playtests.whole_run(playtests.champion("bold"), 7, jobs=2) > 0
    assert done == [(range(7), 2)]
