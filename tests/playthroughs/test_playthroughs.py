"""Whole evenings, played again and held against the text that a referee has read."""

from pathlib import Path

import pytest

from tests.playthroughs.transcript import FOLDER, played, read

GOLDENS = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda each: each.stem)
def test_an_evening_goes_as_it_went(golden: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    before = golden.read_text(encoding="utf-8")
    now = played(read(before), tmp_path)
    if request.config.getoption("bless"):
        golden.write_text(now, encoding="utf-8")
    assert now == before, "the game tells this evening otherwise: read the difference, then --bless it if it is right"
