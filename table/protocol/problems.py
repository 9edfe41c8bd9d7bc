"""What the protocol itself refuses, beside the engine: lines that cannot be read, requests that do not fit, saves."""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from engine.ruling import Fault, Refused
from table.protocol.fitting import Misfit, cut
from table.record import (
    Disk,
    SaveDamaged,
    SaveError,
    SaveExists,
    SaveForeign,
    SaveLocked,
    SaveMissing,
    SaveReserved,
    SaveShadowed,
    SaveTooNew,
    SaveUnreadable,
)

_LONGEST = 1000
"""How much is told again of what a command said: far more than any id."""


class Problem(StrEnum):
    """Why a request is not answered. The value is the sentence; its slots are filled where it is raised."""

    LINE_TOO_LONG = "The line is longer than {limit} bytes."
    NOT_UTF8 = "The line is not UTF-8, from its byte {at} on."
    NOT_JSON = "The line is not JSON: {why}."
    NOT_AN_OBJECT = "A request is a JSON object."
    BAD_ID = "A request has an id, a string or a number, which its answer carries."
    NO_OP = "A request names its op."
    UNKNOWN_OP = "There is no op '{op}'."
    BAD_REQUEST = "The request does not fit: {fault}."
    NO_TYPE = "A command names its type; hello lists them."
    UNKNOWN_COMMAND = "There is no command '{type}'; hello lists them."
    BAD_COMMAND = "The command does not fit: {fault}."
    NO_GAME = "There is no game yet: new or load makes one."
    NOTHING_TO_UNDO = "The game stands at its beginning: there is nothing to take back."
    SAVE_MISSING = "There is no save at {file}."
    SAVE_EXISTS = "{file} is there already, and was left as it is: give another path, or load it."
    SAVE_LOCKED = "{file} is being played elsewhere: close it there first."
    SAVE_FOREIGN = "{file} is no save of Brèche."
    SAVE_TOO_NEW = "{file} was written by a newer version, and was left as it is."
    SAVE_DAMAGED = "{file} is damaged, and was left as it is: breche verify says where."
    SAVE_RESERVED = "{file} has a name that belongs to another save's journal or lock: give another path."
    SAVE_SHADOWED = "{file} lies where the save would keep a file of its own: move it, or give another path."
    SAVE_UNWRITABLE = "{file} cannot be written: {why}."
    SAVE_UNREADABLE = "{file} cannot be read: {why}."
    INTERNAL = "The engine failed inside ({kind}): the game stands as before this request."


_OF_SAVES: dict[type[SaveError], Problem] = {
    SaveMissing: Problem.SAVE_MISSING,
    SaveExists: Problem.SAVE_EXISTS,
    SaveLocked: Problem.SAVE_LOCKED,
    SaveForeign: Problem.SAVE_FOREIGN,
    SaveTooNew: Problem.SAVE_TOO_NEW,
    SaveDamaged: Problem.SAVE_DAMAGED,
    SaveReserved: Problem.SAVE_RESERVED,
    SaveShadowed: Problem.SAVE_SHADOWED,
    SaveUnreadable: Problem.SAVE_UNREADABLE,
}


_DISK = {
    Disk.FULL: "the disk is full",
    Disk.CLOSED: "that folder is closed to this process",
    Disk.SHUT: "it, or its folder, is closed to this process",
    Disk.NAME: "the disk takes no such name",
    Disk.NO_FOLDER: "a file stands where the folder should be",
    Disk.OTHER: "the disk refuses",
}


class Unanswerable(Exception):
    """A request that is not answered as asked: `faults` are all the fields of it that do not fit."""

    def __init__(
        self, problem: Problem, *, would_work: tuple[str, ...] = (), faults: tuple[Misfit, ...] = (), **about: object
    ) -> None:
        super().__init__(problem.value.format(**about))
        self.problem = problem
        self.would_work = would_work
        self.faults = faults
        self.about = {key: str(value) for key, value in about.items()}


def as_error(error: Unanswerable) -> dict[str, Any]:
    """The error of an answer."""
    return {
        "code": error.problem.name.lower(),
        "sentence": str(error),
        "about": error.about,
        "would_work": list(error.would_work),
        "faults": [{"field": each.field, "code": "misfit", "sentence": f"{each.sentence}."} for each in error.faults],
    }


def refusal(refused: Refused) -> dict[str, Any]:
    """The error of an answer, where the engine refuses: its code is in capitals."""
    sentence, about = refused.sentence, dict(refused.about)
    for key, value in about.items():
        about[key] = cut(value, _LONGEST)
        sentence = sentence.replace(value, about[key]) if value != about[key] else sentence
    return {
        "code": refused.code.name,
        "sentence": sentence,
        "about": about,
        "would_work": list(refused.would_work),
        "faults": told(refused.faults),
    }


def told(faults: Iterable[Fault]) -> list[dict[str, str]]:
    """What the engine finds wrong in a thing handed in, one object a fault."""
    return [{"field": each.field, "code": each.code.name, "sentence": each.sentence} for each in faults]


def of_save(error: SaveError) -> Unanswerable:
    """What is wrong with a save, for a program."""
    # What no class of its own says is for the disk to explain.
    problem = next((_OF_SAVES[each] for each in type(error).__mro__ if each in _OF_SAVES), Problem.SAVE_UNWRITABLE)
    if problem in (Problem.SAVE_UNWRITABLE, Problem.SAVE_UNREADABLE):
        return Unanswerable(problem, file=error.file, why=_DISK[error.disk])
    return Unanswerable(problem, file=error.file)


def close_to(said: object, known: tuple[str, ...]) -> tuple[str, ...]:
    """What may have been meant, the nearest first."""
    return tuple(get_close_matches(str(said)[:100], known, 3))
