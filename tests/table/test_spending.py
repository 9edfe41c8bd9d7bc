"""The log of calls: what it keeps, what two programs may spend together, and play that goes on without it."""

import multiprocessing
import os
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.exchange import Trouble, Usage
from narrator.money import Budget, Ceiling, Ceilings, Entry, Price, Spent
from table.spending import FILE, Spending

EVENING = datetime(2026, 12, 1, 23, 30, tzinfo=timezone(timedelta(hours=-5)))
PRICE = Price(Decimal("1"), Decimal("10"))
A_DAY = Ceilings(Ceiling(), Ceiling(), Ceiling(tokens=10_000, money=Decimal("0.02")))


class Clock:
    def __init__(self):
        self.now = EVENING

    def __call__(self):
        return self.now


def entry(prompt, reply=0, **changed):
    fields = {
        "model": "large",
        "provider": "openai",
        "purpose": "decide",
        "usage": Usage(prompt, reply, cached=prompt // 2),
        "cost": None,
        "currency": "",
        "seconds": 1.25,
        "temperature": 0.7,
        "seed": 7,
        "mode": "tool",
    }
    return Entry(**{**fields, **changed})


def rows(file, table="call"):
    with closing(sqlite3.connect(file)) as log:
        log.row_factory = sqlite3.Row
        return [dict(each) for each in log.execute(f"SELECT * FROM {table} ORDER BY id")]


@pytest.fixture
def file(tmp_path):
    return tmp_path / "state" / FILE


def spend(spending, prompt, ceilings=A_DAY, price=PRICE):
    purse = Budget(ceilings, spending).purse("openai:large", price)
    purse.may_spend(Usage(prompt, 0))
    purse.spent(entry(prompt))


def test_a_call_is_kept_whole_with_its_day_on_this_clock_and_its_moment_everywhere(file):
    spending = Spending(file, "USD", "low_tide-akiko", 12, Clock(), session="evening")
    spend(spending, 1_000)
    (kept,) = rows(file)
    assert kept == {
        "id": 1,
        "at": "2026-12-02T04:30:00Z",
        "day": "2026-12-01",
        "campaign": "low_tide-akiko",
        "session": "evening",
        "turn": 12,
        "provider": "openai",
        "model": "large",
        "purpose": "decide",
        "mode": "tool",
        "prompt": 1_000,
        "cached": 500,
        "reply": 0,
        "counted": 1,
        "cost": "0.001",
        "currency": "USD",
        "seconds": 1.25,
        "temperature": 0.7,
        "seed": 7,
        "ill": None,
    }
    assert rows(file, "held") == []


def test_the_next_day_begins_at_nothing(file):
    clock = Clock()
    spending = Spending(file, "USD", clock=clock)
    spend(spending, 9_000)
    with pytest.raises(Trouble, match="spent"):
        spend(spending, 2_000)
    clock.now += timedelta(hours=1)
    spend(spending, 2_000)


def test_another_program_sees_what_was_spent_and_what_is_set_aside(file):
    one, other = (Spending(file, "USD", clock=Clock()) for _ in range(2))
    spend(one, 3_000)
    one.hold(Spent(4_000), lambda today: None)
    seen = []
    other.hold(Spent(1), seen.append)
    assert seen == [Spent(7_000, Decimal("0.003"))]
    with pytest.raises(Trouble, match="spent"):
        spend(other, 3_001)


def test_what_is_refused_sets_nothing_aside(file):
    spending = Spending(file, "USD", clock=Clock())
    with pytest.raises(Trouble, match="spent"):
        spend(spending, 10_001)
    assert rows(file, "held") == []


def test_money_of_another_currency_is_no_part_of_the_days(file):
    spending = Spending(file, "USD", clock=Clock())
    spending.hold(Spent(10), lambda today: None)
    assert spending.settle(entry(10, cost=Decimal(5), currency="EUR")) == Spent(10)


def _evening(folder, calls):
    """A program that calls as often as it may; how many tokens it spent."""
    spending, spent = Spending(folder / FILE, "USD", clock=Clock()), 0
    for _ in range(calls):
        try:
            spend(spending, 400)
        except Trouble:
            break
        spent += 400
    assert spending.failed is None
    return spent


def test_two_programs_at_once_spend_no_more_than_the_day_allows(tmp_path):
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as programs:
        spent = sum(each.result() for each in [programs.submit(_evening, tmp_path, 25) for _ in range(2)])
    assert spent == 10_000
    assert sum(each["prompt"] for each in rows(tmp_path / FILE)) == spent


@settings(max_examples=25)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4_000), st.floats(0, 1), st.booleans()), max_size=12))
def test_however_two_programs_take_turns_the_days_ceiling_holds(tmp_path_factory, calls):
    file = tmp_path_factory.mktemp("log") / FILE
    purses = [Budget(A_DAY, Spending(file, "USD", clock=Clock())).purse("m", PRICE) for _ in range(2)]
    for which, prompt, share, killed in calls:
        purse = purses[which]
        try:
            purse.may_spend(Usage(prompt, 0))
        except Trouble:
            continue
        if not killed:
            purse.spent(entry(int(prompt * share)))
        spent = sum(each["prompt"] + each["reply"] for each in rows(file))
        aside = sum(each["tokens"] for each in rows(file, "held"))
        assert spent + aside <= 10_000


def _not_sqlite(file):
    file.write_bytes(b"This is no database, and was here before." * 50)


def _cut(file):
    spend(Spending(file, "USD", clock=Clock()), 10)
    file.write_bytes(file.read_bytes()[:5_000])


def _anothers(file):
    with closing(sqlite3.connect(file)) as log:
        log.execute("CREATE TABLE recipe (name TEXT)")


def _newer(file):
    spend(Spending(file, "USD", clock=Clock()), 10)
    with closing(sqlite3.connect(file)) as log:
        log.execute("PRAGMA user_version = 99")


def _no_amount(file):
    spend(Spending(file, "USD", clock=Clock()), 10)
    with closing(sqlite3.connect(file)) as log:
        log.execute("UPDATE call SET cost = 'a lot'")
        log.commit()


def _a_folder(file):
    file.mkdir()


@pytest.mark.parametrize("damage", [_not_sqlite, _cut, _anothers, _newer, _no_amount, _a_folder])
def test_without_a_log_that_can_be_used_play_goes_on_and_the_session_keeps_to_the_days_ceiling(file, damage):
    file.parent.mkdir()
    damage(file)
    before = file.read_bytes() if file.is_file() else None
    spending = Spending(file, "USD", clock=Clock())
    spend(spending, 6_000)
    assert spending.failed == file
    with pytest.raises(Trouble) as caught:
        spend(spending, 4_001)
    assert caught.value.slots["span"] == "day"
    assert (file.read_bytes() if file.is_file() else None) == before


def test_a_place_that_can_hold_no_log_is_no_reason_to_stop(file):
    file.parent.write_text("a file where the folder should be")
    spending = Spending(file, "USD", clock=Clock())
    spend(spending, 10)
    assert spending.failed == file


def test_a_log_that_breaks_between_a_call_and_its_end_loses_nothing_of_the_session(file):
    spending = Spending(file, "USD", clock=Clock())
    budget = Budget(A_DAY, spending)
    purse = budget.purse("m", PRICE)
    purse.may_spend(Usage(9_000, 0))
    _not_sqlite(file)
    purse.spent(entry(9_000))
    assert spending.failed == file
    with pytest.raises(Trouble, match="spent"):
        purse.may_spend(Usage(1_001, 0))


def test_a_pipe_in_the_place_of_the_log_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / FILE)
    spending = Spending(tmp_path / FILE, "USD")
    spending.hold(Spent(5), lambda today: None)
    assert spending.failed == tmp_path / FILE
