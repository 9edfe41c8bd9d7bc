"""The bench measures what it says: each of its works does its work once, unmeasured."""

from tests.bench.__main__ import campaigned, load, own_times, played


def test_what_is_measured_still_runs(tmp_path):
    early = played(tmp_path / "early.breche", 4)
    ((first, *more),) = own_times((early,), tmp_path)
    assert first > 0
    assert more
    long = campaigned(tmp_path / "long.breche", 8)
    before = long.read_bytes()
    load(long)
    assert long.read_bytes() == before
