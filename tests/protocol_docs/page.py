"""docs/protocol.md, made from the code: ops, commands, events and values, each with its fields and a real example."""

import json
import tomllib
from enum import Enum, IntEnum
from inspect import cleandoc, getdoc
from pathlib import Path

from engine.ruling import Code, FaultCode
from table.protocol.lines import MAX_LINE
from table.protocol.problems import Problem
from table.protocol.requests import REQUESTS, AttackTerms, CheckTerms
from tests.protocol_docs import decisions, fight
from tests.protocol_docs.games import Examples, examples
from tests.protocol_docs.ops import Exchange, exchanges, odds_answers
from tests.protocol_docs.shapes import COMMANDS, EVENTS, Row, request_rows, rows, values

HERE = Path(__file__).parent
PAGE = HERE.parents[1] / "docs" / "protocol.md"
MEANINGS: dict[str, dict[str, str]] = tomllib.loads((HERE / "meanings.toml").read_text(encoding="utf-8"))


def page() -> str:
    """The whole page."""
    kept, asked = examples(), exchanges()
    parts = [
        _intro(asked),
        decisions.told(),
        fight.told(),
        _ops(asked),
        _errors(),
        _messages("Commands", COMMANDS, kept),
        _messages("Events", EVENTS, kept),
    ]
    return "\n".join([*parts, _values()])


def meaning(row: Row) -> str:
    """What a field means: in its class, or wherever it has that name. KeyError where nobody has said."""
    return MEANINGS.get(row.owner, {}).get(row.name) or MEANINGS["any"][row.name]


def _intro(asked: dict[str, Exchange]) -> str:
    text = (HERE / "intro.md").read_text(encoding="utf-8")
    slots = {"line": MAX_LINE, "example_request": asked["odds"].request, "example_answer": asked["odds"].answer}
    for name, value in slots.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text


def _ops(asked: dict[str, Exchange]) -> str:
    told = ["## Ops", ""]
    for op, request in REQUESTS.items():
        told += [f"### op {op}", "", _said(request), ""]
        told += _table([each for each in request_rows(request) if each.name != "op"], _of_requests(f"op {op}"))
        told += _answers(op, asked[op])
        told += _odds() if op == "odds" else []
        told += ["```text", asked[op].request, asked[op].answer, "```", ""]
    for terms in (CheckTerms, AttackTerms):
        name = terms.__name__
        told += [f"### {name}", "", _said(terms), "", *_table(request_rows(terms), _of_requests(name))]
    return "\n".join(told)


def _of_requests(owner: str) -> dict[str, str]:
    return MEANINGS["op"] | MEANINGS.get(owner, {})


def _odds() -> list[str]:
    told: list[str] = []
    for of in odds_answers():
        lines = [f"| `{name}` | {said} |" for name, said in MEANINGS[f"odds of {of}"].items()]
        told += ["", f"The odds of {of}:", "", "| in `odds` | meaning |", "| --- | --- |", *lines]
    return [*told[1:], ""]


def _answers(op: str, exchange: Exchange) -> list[str]:
    if not exchange.fields:
        return []
    special = MEANINGS.get(f"answer to {op}", {})
    lines = [f"| `{each}` | {special.get(each) or MEANINGS['answer'][each]} |" for each in exchange.fields]
    return ["| answer | meaning |", "| --- | --- |", *lines, ""]


def _errors() -> str:
    told = ["## Errors", "", "Of the protocol:", "", "| code | sentence |", "| --- | --- |"]
    told += [f"| `{each.name.lower()}` | {each.value} |" for each in Problem]
    told += ["", "Refusals of the engine:", "", "| code | sentence |", "| --- | --- |"]
    told += [f"| `{each.name}` | {each.value} |" for each in Code]
    told += [
        "",
        "Faults of a thing handed in, in `faults`; those of a request that does not fit have the code `misfit`:",
        "",
    ]
    told += ["| code | sentence |", "| --- | --- |", *(f"| `{each.name}` | {each.value} |" for each in FaultCode), ""]
    return "\n".join(told)


def _messages(title: str, every: tuple[type, ...], kept: Examples) -> str:
    told = [f"## {title}", ""]
    for message in every:
        name = message.__name__
        shown = kept.commands[name] if title == "Commands" else kept.events[name]
        told += [f"### {name}", "", _said(message), "", *_table(rows(message))]
        told += ["```json", json.dumps(shown, ensure_ascii=False), "```", ""]
    return "\n".join(told)


def _values() -> str:
    told = ["## Values", "", "What messages and answers are made of.", ""]
    for each in values():
        told += [f"### {each.__name__}", "", _said(each), ""]
        told += _choices(each) if issubclass(each, Enum) else _table(rows(each))
    return "\n".join(told)


def _choices(kind: type[Enum]) -> list[str]:
    if issubclass(kind, IntEnum):
        return ["One of " + ", ".join(f"`{each.value}` ({each.name.lower()})" for each in kind) + ".", ""]
    return ["One of " + ", ".join(f'`"{each.value}"`' for each in kind) + ".", ""]


def _table(every: list[Row], meanings: dict[str, str] | None = None) -> list[str]:
    if not every:
        return []
    lines = [f"| `{each.name}` | {each.kind} | {_default(each)} | {_meaning(each, meanings)} |" for each in every]
    return ["| field | type | default | meaning |", "| --- | --- | --- | --- |", *lines, ""]


def _meaning(row: Row, meanings: dict[str, str] | None) -> str:
    return meaning(row) if meanings is None else meanings[row.name]


def _default(row: Row) -> str:
    return "required" if row.default is None else f"`{row.default}`"


def _said(kind: type) -> str:
    return cleandoc(getdoc(kind) or "")
