"""What is wrong with a content file, in sentences for whoever wrote it: file, key path, what was expected."""

from difflib import get_close_matches
from types import ModuleType
from typing import Any, cast

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from engine.core.sheet import Attributes
from narrator import catalogue, scenario

_MOST_FAULTS = 20
_PLAIN = {
    "string_type": "expected a text in quotes",
    "bool_type": "expected true or false, without quotes",
    "int_type": "expected a whole number, without quotes",
    "int_from_float": "expected a whole number",
    "model_type": "expected a table of keys",
    "dataclass_type": "expected a table of keys",
    "tuple_type": "expected a list, in square brackets",
}


class ContentError(Exception):
    """A content file that cannot be used: `file` is its name, `faults` a sentence each."""

    def __init__(self, file: str, faults: tuple[str, ...]) -> None:
        super().__init__(file, faults)
        self.file = file
        self.faults = faults

    def __str__(self) -> str:
        shown = [f"{self.file}: {each}" for each in self.faults[:_MOST_FAULTS]]
        left = len(self.faults) - len(shown)
        return "\n".join([*shown, *([f"{self.file}: {left} more faults like these"] if left else [])])


def shape_faults(error: ValidationError, read: dict[str, Any]) -> tuple[str, ...]:
    """Each fault of shape as a sentence; `read` is the file's content, for the ids along the path."""
    return tuple(_sentence(each, read) for each in error.errors(include_url=False))


def _sentence(error: ErrorDetails, read: dict[str, Any]) -> str:
    return f"{_path(error['loc'], read)}{_expected(error)}"


def _path(loc: tuple[int | str, ...], read: dict[str, Any]) -> str:
    """`scene[3].feature[1].look (church/bell)`, then a colon; nothing for a fault of the whole file."""
    path, ids, here = "", list[str](), cast(object, read)
    for step in loc:
        path += f"[{step}]" if isinstance(step, int) else f".{step}" if path else step
        here = _inside(here, step)
        name = _inside(here, "id") if isinstance(step, int) else None
        ids += [name] if isinstance(name, str) else []
    named = f" ({'/'.join(ids)})" if ids else ""
    return f"{path}{named}: " if path else ""


def _inside(here: object, step: int | str) -> object:
    if isinstance(here, dict):
        return cast(dict[object, object], here).get(step)
    if isinstance(here, list) and isinstance(step, int):
        held = cast(list[object], here)
        return held[step] if step < len(held) else None
    return None


def _expected(error: ErrorDetails) -> str:
    kind, context = error["type"], error.get("ctx", {})
    match kind:
        case "missing":
            return "this key is missing"
        case "extra_forbidden" | "unexpected_keyword_argument":
            return f"there is no such key{_nearest(str(error['loc'][-1]))}"
        case "literal_error" | "enum":
            return f"expected {context.get('expected')}, found {error['input']!r}"
        case "string_pattern_mismatch":
            return f"expected small letters, digits and _, a letter first (found {error['input']!r})"
        case "string_too_short":
            return "expected a text, found an empty one"
        case "string_too_long":
            return f"the text is too long: {context.get('max_length')} characters at the most"
        case "too_short":
            return f"expected {context.get('min_length')} or more, found {context.get('actual_length')}"
        case "too_long":
            return f"expected {context.get('max_length')} at the most, found {context.get('actual_length')}"
        case _:
            return _PLAIN.get(kind, error["msg"][:1].lower() + error["msg"][1:])


def _nearest(key: str) -> str:
    close = get_close_matches(key, {*keys(scenario), *keys(catalogue)}, n=1)
    return f"; did you mean '{close[0]}'?" if close else ""


def keys(format: ModuleType) -> tuple[str, ...]:
    """Every key of a format, `narrator.scenario`'s or `narrator.catalogue`'s."""
    models = (each for each in vars(format).values() if isinstance(each, type) and issubclass(each, BaseModel))
    fields = {field.alias or name for model in models for name, field in model.model_fields.items()}
    return tuple(sorted(fields | set(Attributes.__dataclass_fields__)))
