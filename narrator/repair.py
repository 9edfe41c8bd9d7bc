"""A proposal asked of a model, refused, told why, tried again twice at the most."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.commands import Command
from engine.ruling import Refused
from narrator.exchange import Call, Message, Mind, Tool
from narrator.proposals import AskPlayer, RecordFact, Suggest
from narrator.tools import Misshapen, Read
from narrator.tools.offer import Proposed

TRIES = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What a model came to: the proposal and the try that brought it, from 1; None and 0 when all were refused."""

    proposal: Proposed | None
    canon: tuple[RecordFact, ...] = ()
    tries: int = 0


@dataclass(frozen=True, slots=True)
class Gates:
    """What a call goes through: `read` is the gate of shape, `says` that of the words that a player will read, `judge`
    that of sense; `keeps` says which facts beside a proposal may be held true. `refused` makes the message that says
    why."""

    read: Callable[[Call], Read | Misshapen]
    judge: Callable[[Command], Refused | None]
    says: Callable[[Read], str | None]
    keeps: Callable[[RecordFact], bool]
    refused: Callable[[str], str]

    def fault(self, read: Read | Misshapen) -> str | None:
        """Why a proposal cannot stand, in one sentence with what would work."""
        if isinstance(read, Misshapen):
            return read.sentence
        said = self.says(read)
        if said is not None:
            return said
        proposal = read.proposal
        command = None if isinstance(proposal, AskPlayer | RecordFact | Suggest) else proposal.command()
        refused = self.judge(command) if command is not None else None
        return None if refused is None else refused.sentence


def decide(mind: Mind, asked: Sequence[Message], tools: Sequence[Tool], gates: Gates) -> Decision:
    """Ask, and ask again with the reason while it is refused. Raises Trouble.

    What could not be read is never sent again: only the reason goes back. A proposal made twice alike is not made a
    third time.
    """
    messages = list(asked)
    seen: list[tuple[str, str]] = []
    for attempt in range(1, TRIES + 1):
        reply = mind.ask(messages, tools)
        read = _read(reply.call, gates)
        fault = gates.fault(read)
        if fault is None:
            assert isinstance(read, Read)
            return Decision(read.proposal, tuple(filter(gates.keeps, read.canon)), attempt)
        made = ("", "") if reply.call is None else (reply.call.name, _alike(reply.call.arguments))
        if made in seen:
            break
        seen.append(made)
        messages = [*messages, *_answer(reply.call if isinstance(read, Read) else None, gates.refused(fault))]
    return Decision(None)


def _read(call: Call | None, gates: Gates) -> Read | Misshapen:
    return gates.read(call) if call is not None else Misshapen("No tool was called: call exactly one of the tools.")


def _alike(arguments: str) -> str:
    """The same text for the same arguments, however they are spaced."""
    try:
        return json.dumps(json.loads(arguments), sort_keys=True)
    except (ValueError, RecursionError):
        return arguments


def _answer(call: Call | None, why: str) -> tuple[Message, ...]:
    """The refusal as the result of the call that it is about, where that call can be shown."""
    if call is None or not call.id:
        return (Message("user", why),)
    return Message("assistant", "", call), Message("tool", why, call)
