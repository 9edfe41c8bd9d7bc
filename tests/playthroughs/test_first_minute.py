"""The first minute in the READMEs is one that was played, with its dice."""

import re
import textwrap
from pathlib import Path

import pytest

from tests.playthroughs.transcript import Script, played

ROOT = Path(__file__).parents[2]
OPTIONS = {"variant": "blockbuster", "scenario": "low_tide", "character": "akiko", "seed": "11"}
MINUTES = {
    "README.md": ("en", ("ask Nadège what she knows", "I read the mural", "roll", "go to the quay")),
    "README.fr.md": (
        "fr",
        ("je demande à Nadège ce qu'elle sait", "je déchiffre la fresque", "lancer", "aller au quai"),
    ),
}
BLOCK = re.compile(r"(<!-- first-minute -->\n```text\n).*?(```\n)", re.DOTALL)


def _narrow(line: str) -> str:
    return textwrap.fill(line, 100, break_on_hyphens=False) if len(line) > 100 else line


@pytest.mark.parametrize("readme", MINUTES)
def test_a_readme_shows_a_first_minute_that_was_played(
    readme: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    language, lines = MINUTES[readme]
    _, _, minute = played(Script({**OPTIONS, "language": language}, lines), tmp_path).text.partition("\n\n")
    shown = "\n".join(map(_narrow, minute.splitlines()))
    before = (ROOT / readme).read_text(encoding="utf-8")
    now = BLOCK.sub(lambda found: f"{found[1]}{shown}\n{found[2]}", before)
    assert "Akiko" in shown
    if request.config.getoption("bless"):
        (ROOT / readme).write_text(now, encoding="utf-8")
    assert now == before, "the first minute goes otherwise now: read the difference, then --bless it if it is right"
