"""A line in, a line out: whatever comes is answered once, and the process lives on until quit or the end."""

import json
from typing import Any, BinaryIO

from pydantic import ValidationError
from pydantic_core import to_json

from engine.core.commands import Command
from engine.ruling import Refused
from table import wire
from table.protocol import requests
from table.protocol.catalogue import COMMANDS, hello
from table.protocol.checking import checked
from table.protocol.desk import Answer, Desk
from table.protocol.fitting import Misfit, misfits, too_much
from table.protocol.lines import MAX_LINE, lines, read_object
from table.protocol.problems import Problem, Unanswerable, as_error, close_to, of_save, refusal
from table.record import SaveError


def serve(incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """Answer every line until `quit` or the end of the input. Faults of the streams pass through."""
    with Desk() as desk:
        for line in lines(incoming):
            answer, leaving = answered(desk, line)
            outgoing.write(answer + b"\n")
            outgoing.flush()
            if leaving:
                return


def answered(desk: Desk, line: bytes | None) -> tuple[bytes, bool]:
    """The answer to one line, in ASCII so that no code page can spoil it, and whether it was the last."""
    name: Any = None
    try:
        if line is None:
            raise Unanswerable(Problem.LINE_TOO_LONG, limit=MAX_LINE)
        fields = read_object(line)
        name = _id(fields)
        request = _request(fields)
        return _written(name, _carried_out(desk, request)), isinstance(request, requests.Quit)
    except Unanswerable as error:
        return _failed(name, as_error(error)), False
    except SaveError as error:
        return _failed(name, as_error(of_save(error))), False
    except Exception as error:  # A bug of ours: whoever plays here goes on playing.
        desk.recover()
        return _failed(name, as_error(Unanswerable(Problem.INTERNAL, kind=type(error).__name__))), False


def _written(name: Any, answer: Answer) -> bytes:
    if isinstance(answer, Refused):
        return _failed(name, refusal(answer))
    return json.dumps({"id": name, "ok": True, **answer}).encode()


def _failed(name: Any, error: dict[str, Any]) -> bytes:
    return json.dumps({"id": name, "ok": False, "error": error}).encode()


def _id(fields: dict[str, Any]) -> str | int | float:
    found = fields.pop("id", None)
    if isinstance(found, bool) or not isinstance(found, str | int | float):
        raise Unanswerable(Problem.BAD_ID)
    return found


def _request(fields: dict[str, Any]) -> requests.Request:
    """The request of a line, its id put aside. Raises Unanswerable."""
    op = fields.get("op")
    if op is None:
        raise Unanswerable(Problem.NO_OP, would_work=tuple(requests.REQUESTS))
    kind = requests.REQUESTS.get(op) if isinstance(op, str) else None
    if kind is None:
        said = str(op)[:60]
        raise Unanswerable(Problem.UNKNOWN_OP, would_work=tuple(requests.REQUESTS), op=said)
    excess = too_much(fields)
    if excess is not None:
        raise _misfit(Problem.BAD_REQUEST, (excess,))
    try:
        return kind.model_validate_json(to_json(fields))
    except ValidationError as error:
        raise _misfit(Problem.BAD_REQUEST, misfits(error)) from error


def _misfit(problem: Problem, faults: tuple[Misfit, ...]) -> Unanswerable:
    return Unanswerable(problem, faults=faults, fault=faults[0].sentence)


def _command(values: dict[str, Any]) -> Command:
    """The command of a request, as a save writes it. Raises Unanswerable."""
    kind = values.get("type")
    if kind is None:
        raise Unanswerable(Problem.NO_TYPE)
    if kind not in COMMANDS:
        said = str(kind)[:60]
        raise Unanswerable(Problem.UNKNOWN_COMMAND, would_work=close_to(said, COMMANDS), type=said)
    try:
        return wire.load(values)
    except wire.Unreadable as error:
        if not isinstance(error.__cause__, ValidationError):
            raise
        raise _misfit(Problem.BAD_COMMAND, misfits(error.__cause__, "command")) from error


def _carried_out(desk: Desk, request: requests.Request) -> Answer:
    match request:
        case requests.Hello():
            return hello()
        case requests.New():
            return desk.new(request)
        case requests.Do():
            return desk.do(request, _command(request.command))
        case requests.Try():
            return desk.attempt(request, _command(request.command))
        case requests.Legal():
            return desk.legal()
        case requests.View():
            return desk.view()
        case requests.State():
            return desk.state()
        case requests.Odds():
            return desk.odds(request)
        case requests.Undo():
            return desk.undo()
        case requests.Save():
            return desk.save(request)
        case requests.Load():
            return desk.load(request)
        case requests.Check():
            return checked(request)
        case _:
            return {}
