"""The rulings of the code and the table of docs/rules hold each other: no pointer is dead, and no ruling is missing."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CORE = ROOT / "engine" / "core"
RULES = ROOT / "docs" / "rules"

LEDGER = {
    rule: line
    for table in tomllib.loads((RULES / "core.toml").read_text("utf-8")).values()
    for rule, line in table.items()
}
POINTER = re.compile(r"`((?:[a-z_]+/)*[a-z_]+)\.([A-Za-z_]+)`")
"""A module under engine/core and a name in it: `rules/checks.difficulty`."""
RULING = re.compile(r"\bRULING(?: ([a-z_]+(?:\.[a-z_]+)?))?(?=[:)])")
"""What the code says of a decision of ours, with the id of its rule where there is one."""


def rows() -> list[tuple[str, str, str]]:
    """The rulings of the table: what is decided, why, and where."""
    text = (RULES / "README.md").read_text("utf-8")
    (table,) = re.findall(r"^\| ruling \|.*\n\| --- .*\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [_cells(line) for line in table.splitlines()]


def _cells(line: str) -> tuple[str, str, str]:
    ruling, reason, where = line.strip("| ").split(" | ")
    return ruling, reason, where


def ids(ruling: str) -> set[str]:
    """The ids in a ruling's brackets."""
    return {
        each for group in re.findall(r"\(((?:`[^`]+`(?:, )?)+)\)", ruling) for each in re.findall("`([^`]+)`", group)
    }


def source(module: str) -> Path:
    """The file of a module of engine/core, a package's own where it is one."""
    path = CORE / f"{module}.py"
    return path if path.exists() else CORE / module / "__init__.py"


def names(path: Path) -> list[tuple[int, str]]:
    """What a file defines, in order, each with the line on which it begins."""
    found: list[tuple[int, str]] = []
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.append((node.lineno, name))
            case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                found.append((node.lineno, name))
            case _:
                pass
    return found


def said() -> Iterator[tuple[str, str, str | None]]:
    """Each RULING of engine/core: its place, the pointer to what it is said of, the id that it names.

    A string below a constant is said of the constant.
    """
    for path in sorted(CORE.rglob("*.py")):
        module = path.relative_to(CORE).with_suffix("").as_posix().removesuffix("/__init__")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            found = list(RULING.finditer(line))
            assert len(found) == line.count("RULING"), f"{module}:{number}: write `RULING:` or `RULING id:`"
            for each in found:
                (*_, name) = ("", *(name for begins, name in names(path) if begins <= number))
                yield f"{module}:{number}", f"{module}.{name}", each[1]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:40])
def test_a_ruling_points_to_what_is_there_and_names_rules_of_the_ledger(row: tuple[str, str, str]) -> None:
    ruling, reason, where = row
    assert ruling.endswith(".")
    assert reason.endswith(".")
    for each in where.split(", "):
        pointer = POINTER.fullmatch(each)
        assert pointer is not None, f"{each} is no pointer: a module and a name, as in `rules/checks.difficulty`"
        module, name = pointer.groups()
        assert source(module).exists(), f"no module {module}"
        assert name in {each for _, each in names(source(module))}, f"{module} has no {name}"
    assert ids(ruling) <= set(LEDGER), f"in no ledger: {ids(ruling) - set(LEDGER)}"


def test_what_the_code_calls_a_ruling_is_written_down_where_it_says() -> None:
    table = [(ids(ruling), set(re.findall("`([^`]+)`", where))) for ruling, _, where in rows()]
    every = list(said())
    assert len(every) > 30
    for place, pointer, rule in every:
        noted = rule is not None and "RULING" in LEDGER.get(rule, "")
        pointed = any(pointer in where and (rule is None or rule in named) for named, where in table)
        assert noted or pointed, f"{place}: RULING {rule or ''} of {pointer} has no line in the ledger nor in the table"
