"""Hypothesis, the same for every test: no deadline (machines differ), the same examples every time in CI.

`make laws` looks further.
."""

import os

import pytest
from hypothesis import settings

settings.register_profile("house", deadline=None, max_examples=50, derandomize=os.environ.get("CI") == "true")
settings.register_profile("campaign", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("LAWS", "house"))


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--bless` rewrites golden playthroughs that differ; the run that rewrites them still fails, so that one reads."""
    parser.addoption("--bless", action="store_true", help="rewrite the golden playthroughs that differ")
