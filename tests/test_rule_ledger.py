"""The ledgers of docs/rules hold the tests to the rules: a rule of a finished ledger without a test fails here.

It reads the test files itself, so it says the same whichever tests run, alone or over several workers.
"""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
RULES = TESTS.parent / "docs" / "rules"

DONE = ("core.toml",)
"""The ledgers that the engine plays whole. One that is finished adds its own here."""


def ledger(*names: str) -> set[str]:
    """Every id of these ledgers, of all where none is named."""
    return {
        rule
        for name in names or ("core.toml", "graded.toml")
        for table in tomllib.loads((RULES / name).read_text("utf-8")).values()
        for rule in table
    }


@cache
def marks() -> tuple[tuple[str, str, bool], ...]:
    """Each `pytest.mark.rule(…)` under tests/: its place, its id, and whether it decorates a test."""
    return tuple(_marks())


def _marks() -> Iterator[tuple[str, str, bool]]:
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text("utf-8")
        if "mark.rule" not in text:
            continue
        tree = ast.parse(text, path.name)
        on_tests = {
            id(decorator)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and node.name.startswith("test_")
            and path.name.startswith("test_")
            for decorator in node.decorator_list
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_rule(node.func):
                yield f"{path.relative_to(TESTS)}:{node.lineno}", _id(node), id(node) in on_tests


def _is_rule(called: ast.expr) -> bool:
    return isinstance(called, ast.Attribute) and ast.unparse(called) == "pytest.mark.rule"


def _id(mark: ast.Call) -> str:
    assert len(mark.args) == 1, f"{ast.unparse(mark)}: one id a mark"
    (argument,) = mark.args
    assert isinstance(argument, ast.Constant), f"{ast.unparse(mark)}: the id stands there as text"
    assert isinstance(argument.value, str)
    return argument.value


def test_every_rule_of_a_finished_ledger_is_carried_by_a_test() -> None:
    carried = {rule for _, rule, on_test in marks() if on_test}
    due = ledger(*DONE)
    assert len(due) == 153
    assert not due - carried, f"no test carries {', '.join(sorted(due - carried))}"


def test_no_test_carries_a_rule_that_is_in_no_ledger() -> None:
    known = ledger()
    unknown = [f"{where} {rule}" for where, rule, _ in marks() if rule not in known]
    assert not unknown, f"in no ledger: {', '.join(unknown)}"


def test_every_mark_stands_on_a_test() -> None:
    loose = [f"{where} {rule}" for where, rule, on_test in marks() if not on_test]
    assert not loose, f"on no test: {', '.join(loose)}"
