"""The bench of odds measures what it says."""

from tests.bench import odds


def test_every_pool_is_measured_without_what_is_remembered():
    before = odds.odds.cache_info()
    taken = odds.times()
    assert len(taken) == odds.RUNS * len(odds.POOLS) * 6
    assert min(taken) > 0
    assert odds.odds.cache_info() == before
