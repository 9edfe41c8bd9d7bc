"""Every place where a rule refuses is reached by a scene of the golden refusals."""

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import FrameType

import engine.core.rules
from tests.engine import refusals

RULES = Path(engine.core.rules.__file__).parent
Site = tuple[str, int]


def sites() -> Iterator[Site]:
    """Where the rules write a refusal: the file, and the line on which the call begins."""
    for module in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"refuse", "Refused"}:
                yield str(module), node.lineno


def reached() -> set[Site]:
    """The lines from which a refusal was made while every scene was played."""
    scenes = [
        import_module(f"{refusals.__name__}.{each.name}").SCENES
        for each in iter_modules(refusals.__path__)
        if not each.name.startswith("test_")
    ]
    found: set[Site] = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        caller = frame.f_back
        if event == "call" and caller is not None and frame.f_code.co_name in {"refuse", "__init__"}:
            found.add((caller.f_code.co_filename, caller.f_lineno))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for each in scenes:
            refusals.told(each)
    finally:
        sys.setprofile(before)
    return found


def test_a_refusal_that_no_scene_reaches_is_not_there() -> None:
    every = set(sites())
    assert len(every) > 150
    missing = sorted(every - reached())
    assert missing == [], "nothing refuses there: add a scene to tests/engine/refusals, or take the refusal out"
