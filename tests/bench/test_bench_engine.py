"""The bench of the engine measures what it says: whole fights, and commands that all stand."""

from engine.core.commands import EndConflict
from tests.bench import engine


def test_a_fight_goes_to_its_end_one_way_or_the_other():
    lengths = {engine.boss_fight(f"fight {number}") for number in range(30)}
    assert min(lengths) > 15
    assert len(lengths) > 5
    evening = list(engine.mixed("1"))
    assert isinstance(evening[-1][1], EndConflict)
    game, last = evening[-1]
    assert all(each.health == 0 for each in engine.after(game, last, engine.SeededDice("1")).adversaries)


def test_every_rate_is_of_work_that_was_done():
    assert min(engine.rates(seeds=2, rounds=2)) > 0
    assert min(engine.fights(3)) > 0
