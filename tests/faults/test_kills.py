"""A hundred kills of `breche play` at random moments; `make soak` makes two thousand."""

import pytest

from table.store import Store
from tests.faults.evening import played
from tests.faults.kills import Forked, Lost, Moment, Turn, killed, look, run

KILLS = 100


def test_a_kill_at_any_moment_loses_no_acknowledged_turn_and_leaves_no_half_one():
    assert run(KILLS) > KILLS


def test_the_harness_sees_a_turn_that_was_lost(tmp_path):
    file = tmp_path / "evening.breche"
    acknowledged = killed(Forked(file, 40), Moment(5, 0))
    assert [each.number for each in acknowledged[:5]] == [0, 1, 2, 3, 4]
    look(file, acknowledged)

    with Store.open(file) as store:
        ends = next(store.back()).number
    with pytest.raises(Lost, match="acknowledged"):
        look(file, [*acknowledged, Turn(ends + 1, "the last word")])


def test_the_harness_sees_a_half_turn(tmp_path):
    file = played(tmp_path / "evening.breche", 5)
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b"word 3", b"werd 3", 1))

    with pytest.raises(Lost, match="turn 4"):
        look(file, [])
