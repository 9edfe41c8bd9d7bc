"""What games came to adds up: in any order, in any groups, and through JSON."""

import json
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from table.playtest.summary import MOST_ESCAPES, Escape, Summary

KEYS = {
    "ending": st.sampled_from(["won", "lost", "3", "1:24"]),
    "turns": st.sampled_from(["3", "12"]),
    "health": st.sampled_from(["1:24", "2:8", "10:3"]),
    "resource": st.sampled_from(["rifle:8", "rifle:0"]),
}
ESCAPES = st.builds(
    Escape, st.integers(0, 99), st.sampled_from(["bounds", "dead end"]), st.text(max_size=5), st.just("")
)


@st.composite
def summaries(draw: st.DrawFn) -> Summary:
    """What a few games came to."""
    summary = Summary(games=draw(st.integers(0, 5)))
    for subject in draw(st.lists(st.sampled_from(sorted(KEYS)))):
        summary.count(subject, draw(KEYS[subject]), draw(st.integers(0, 3)))
    for escape in draw(st.lists(ESCAPES, max_size=MOST_ESCAPES + 5)):
        summary.escape(escape)
    return summary


@given(st.lists(summaries(), max_size=5), st.randoms(use_true_random=False), st.integers(0, 5))
def test_summaries_add_up_alike_in_any_order_and_in_any_groups(every, order, cut):
    whole = Summary.together(every).as_data()
    shuffled = [*every]
    order.shuffle(shuffled)
    assert Summary.together(shuffled).as_data() == whole
    groups = [Summary.together(shuffled[:cut]), Summary.together(shuffled[cut:])]
    assert Summary.together(groups).as_data() == whole


@given(summaries())
def test_a_summary_reads_back_from_json_as_it_was(summary):
    assert Summary.from_data(json.loads(json.dumps(summary.as_data()))).as_data() == summary.as_data()


@given(st.lists(ESCAPES, max_size=60))
def test_all_escapes_are_counted_and_the_first_games_are_kept(escapes):
    summary = Summary()
    for each in escapes:
        summary.escape(each)
    assert summary.escaped == len(escapes)
    assert list(summary.escapes) == sorted(escapes)[:MOST_ESCAPES]


def test_numbers_come_by_their_size():
    summary = Summary(counts={"turns": Counter({"12": 1, "3": 2}), "health": Counter({"2:30": 1, "10:4": 1, "2:8": 5})})
    assert summary.numbers("turns") == {3: 2, 12: 1}
    assert list(summary.numbers("turns")) == [3, 12]
    assert summary.over_time("health") == {2: {8: 5, 30: 1}, 10: {4: 1}}
    assert list(summary.as_data()["counts"]["health"]) == ["2:8", "2:30", "10:4"]
