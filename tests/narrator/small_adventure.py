"""The smallest whole adventure, as docs/scenarios.md prints it: all is right, for tests to spoil one thing of."""

import re
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
SMALL = re.findall(r"```toml(\nformat = 1\n.*?)```", GUIDE, re.DOTALL)[-1]


def spoilt(right: str, wrong: str) -> str:
    """The small adventure with its first `right` made `wrong`."""
    assert right in SMALL
    return SMALL.replace(right, wrong, 1)
