"""What a server's refusal means: the sentence for the player, whether to try again, what to leave out the next time.

Pure: a status, headers and a body as they were parsed, of any shape. A server's words leave cleaned, short, and without
the key.
"""

import json
import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from typing import Any, cast

from narrator.exchange import Ill, Trouble
from narrator.sanitise import one_line

_LONGEST_MESSAGE = 200
_READ_OF_A_BODY = 4_000
_PASSING = frozenset({408, 409, 429})
_NO_PARAMETER_IS_TO_BLAME = frozenset({401, 402, 403, 408, 409, 429, 502, 503, 504})
_PASSING_WORDS = {"rate_limit_exceeded": 429, "overloaded_error": 503, "server_error": 500}

_TOO_LONG = re.compile(
    r"context.{0,20}(?:length|size|window)|exceed\w* the (?:available )?context|too many (?:input )?tokens"
    r"|prompt is too long|maximum.{0,20}(?:prompt|input).{0,20}tokens",
    re.IGNORECASE,
)
_UNKNOWN_MODEL = re.compile(r"model\b.{0,80}\b(?:not found|does not exist|not exist|not a valid)|model_not_found", re.I)
_BLAMED = {
    parameter: re.compile(pattern, re.IGNORECASE)
    for parameter, pattern in (
        ("stream_options", r"stream_options|include_usage"),
        ("parallel_tool_calls", r"parallel_tool_calls"),
        ("max_tokens", r"max_tokens|max_completion_tokens"),
        ("seed", r"\bseed\b"),
        ("temperature", r"\btemperature\b"),
        ("strict", r"\bstrict\b|invalid schema"),
        ("tool_choice", r"tool[_ ]choice"),
        ("response_format", r"response[_ ]format|json_schema"),
        ("tools", r"\btools?\b(?! call)|function call"),
    )
}
"""Which parameter a complaint is about, the most particular first."""

_COMPLAINT = re.compile(
    r"n.t (?:\w+ )?support|unsupported|un(?:known|recogni[sz]ed|expected|available)|\binvalid\b|extra (?:inputs|fields)"
    r"|not (?:\w+ )?(?:permitted|allowed|available|enabled|implemented|compatible|valid)|incompatible|deprecated"
    r"|only (?:\w+ )?(?:allowed|supported|support)|endpoints found|requires?\b|must be|cannot find|may not",
    re.IGNORECASE,
)
"""What a server says of a parameter that it will not have; one that is only spoken of is not to blame."""

_AROUND = 100
"""Characters before and after a parameter in which what is said is said of it."""

# What is wrong with what was said, or with what the model made of a tool, is not wrong with the tool.
_ABOUT_THE_WORDS = re.compile(r"pars(?:e|ing)|failed to call|tool_use_failed|signature|\brole\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Refusal:
    """What a server's answer comes to. `again`: the same may succeed later, after `seconds` if it said how many;
    `blamed` are the parameters that it complains of, the likeliest first; `generation` is what a model made of a call
    that the server could not read; `free`: nothing was done that would be charged."""

    ill: Ill
    slots: Mapping[str, object]
    again: bool = False
    seconds: float | None = None
    blamed: tuple[str, ...] = ()
    generation: str = ""
    free: bool = False

    def trouble(self) -> Trouble:
        """The same for whoever asked."""
        return Trouble(self.ill, **self.slots)


def refusal(status: int, body: object, key: str, headers: Mapping[str, str]) -> Refusal:
    """What a response with that status means; `key` is what must not be repeated, empty for none."""
    meant = _meant(status, body, key, headers)
    return replace(meant, free=not meant.generation)


def _meant(status: int, body: object, key: str, headers: Mapping[str, str]) -> Refusal:
    error = _error(body)
    said = json.dumps(body, ensure_ascii=False, default=str)[:_READ_OF_A_BODY]
    slots = {"status": status, "message": _message(error, key)}
    generation = error.get("failed_generation")
    if error.get("code") == "tool_use_failed" or isinstance(generation, str):
        return Refusal(Ill.EMPTY, {}, generation=generation if isinstance(generation, str) else "")
    if status in (401, 403):
        return Refusal(Ill.WRONG_KEY if key else Ill.NO_KEY, {})
    if status == 413 or (status < 500 and status not in _NO_PARAMETER_IS_TO_BLAME and _TOO_LONG.search(said)):
        return Refusal(Ill.TOO_LONG, {})
    if status < 500 and _UNKNOWN_MODEL.search(said):
        return Refusal(Ill.NO_MODEL, slots)
    blamed = _blamed(error, said) if error and 400 <= status not in _NO_PARAMETER_IS_TO_BLAME else ()
    if blamed and not _ABOUT_THE_WORDS.search(said):
        ill = Ill.SERVER if status >= 500 else Ill.REQUEST
        return Refusal(ill, slots, again=status >= 500, blamed=blamed)
    if status == 404:
        return Refusal(Ill.NO_MODEL if error else Ill.FOREIGN, slots)
    if status in _PASSING or status >= 500:
        return _passing(status, slots, error, headers)
    return Refusal(Ill.FOREIGN if status < 400 else Ill.REQUEST, slots)


def refusal_in_stream(body: object, key: str) -> Refusal:
    """The same for an error that came after the status was already 200."""
    code = _error(body).get("code") or _error(body).get("type")
    if isinstance(code, str):
        code = int(code) if code.isdecimal() and len(code) == 3 else _PASSING_WORDS.get(code)
    status = code if isinstance(code, int) and 400 <= code < 600 else 0
    if status:
        return _meant(status, body, key, {})
    meant = _meant(400, body, key, {})
    slots = {"status": 200, "message": _message(_error(body), key)}
    return Refusal(Ill.SERVER, slots) if meant.ill is Ill.REQUEST and not meant.blamed else meant


def retry_after(headers: Mapping[str, str], now: float) -> float | None:
    """Seconds that a server asks to wait, given as seconds or as a date; None where it asks nothing that is one."""
    said = headers.get("retry-after", "").strip()
    try:
        seconds = float(said)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(said).timestamp() - now
        except (ValueError, OverflowError):
            return None
    return max(0.0, seconds) if math.isfinite(seconds) else None


def scrubbed(text: str, key: str) -> str:
    """A server's words made fit to be shown: on one line, short, without the key."""
    line = one_line(text[:_READ_OF_A_BODY])
    return (line.replace(key, "…") if key else line)[:_LONGEST_MESSAGE]


def _passing(status: int, slots: Mapping[str, object], error: Mapping[str, Any], headers: Mapping[str, str]) -> Refusal:
    if error.get("code") == "insufficient_quota":
        return Refusal(Ill.REQUEST, slots)
    seconds = retry_after(headers, time.time())
    if status == 429 or seconds is not None:
        waiting = {} if seconds is None else {"seconds": math.ceil(seconds)}
        return Refusal(Ill.BUSY, {**slots, **waiting}, again=True, seconds=seconds)
    return Refusal(Ill.SERVER, slots, again=True)


def _error(body: object) -> Mapping[str, Any]:
    """The error in a body: `{"error": {…}}`, the same in a list (Gemini), or bare."""
    bodies: list[object] = cast("list[object]", body) if isinstance(body, list) else [body]
    inner = bodies[0] if bodies else None
    if not isinstance(inner, dict):
        return {}
    found = cast("dict[str, Any]", inner)
    error = found.get("error", found)
    if isinstance(error, str):
        return {"message": error}
    return cast("dict[str, Any]", error) if isinstance(error, dict) else {}


def _message(error: Mapping[str, Any], key: str) -> str:
    message = error.get("message")
    return scrubbed(message if isinstance(message, str) else "", key)


def _blamed(error: Mapping[str, Any], said: str) -> tuple[str, ...]:
    """The parameter that the error names in a field of its own, else those that its words complain of."""
    about = error.get("param")
    named = about if isinstance(about, str) else ""
    found = tuple(parameter for parameter, pattern in _BLAMED.items() if pattern.search(named))
    return found or tuple(parameter for parameter, pattern in _BLAMED.items() if _complains(said, pattern))


def _complains(said: str, pattern: re.Pattern[str]) -> bool:
    return any(
        _COMPLAINT.search(said, max(0, each.start() - _AROUND), each.end() + _AROUND) for each in pattern.finditer(said)
    )
