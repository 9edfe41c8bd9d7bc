"""The refusals of each chapter, held against their golden (`--bless` writes it again)."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

from tests.engine import refusals
from tests.engine.refusals import told

HERE = Path(__file__).parent
CHAPTERS = sorted(each.name for each in iter_modules(refusals.__path__) if not each.name.startswith("test_"))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_refusal_says_what_it_said(chapter: str, request: pytest.FixtureRequest) -> None:
    now = told(import_module(f"{refusals.__name__}.{chapter}").SCENES)
    golden = HERE / f"{chapter}.txt"
    before = golden.read_text(encoding="utf-8") if golden.exists() else ""
    if request.config.getoption("bless"):
        golden.write_text(now, encoding="utf-8")
    assert now == before, "something is refused in other words: read the difference, then --bless it if it is right"


def test_every_golden_has_its_scenes() -> None:
    assert CHAPTERS
    assert {each.stem for each in HERE.glob("*.txt")} == set(CHAPTERS)
