"""Hypothesis, the same for every test: no deadline (machines differ), and in CI the same examples every time."""

import os

from hypothesis import settings

settings.register_profile("house", deadline=None, max_examples=40, derandomize=os.environ.get("CI") == "true")
settings.load_profile("house")
