"""What the program says, in the language of the interface: table/messages/<language>/<area>.toml."""

import locale
import os
import sys
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")

Message = str | dict[str, str]
"""A text with slots, or its forms `one` and `other`."""

_NEAREST = str.maketrans(
    {"«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "·": "-", "•": "*"}
    | {"×": "x", "→": "->", "œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "−": "-", "≥": ">=", "≤": "<="}
)


class Words:
    """The texts of one area in one language: `words("saves.none", folder=…)`.

    A key is a path of tables joined by dots. A text with forms is chosen by the slot `count`. A key or a slot that is
    missing is a bug: KeyError.
    """

    def __init__(self, language: Language, area: str) -> None:
        self.language: Language = language
        self._messages = messages(language, area)

    def __call__(self, key: str, /, **slots: object) -> str:
        message = self._messages[key]
        if not isinstance(message, str):
            message = message["one" if _is_one(self.language, slots["count"]) else "other"]
        return message.format(**slots)


@cache
def messages(language: Language, area: str) -> dict[str, Message]:
    """Every text of an area, by its key."""
    text = (files("table") / "messages" / language / f"{area}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text), ""))


def locale_language(environ: Mapping[str, str] = os.environ) -> Language:
    """The language that the person's system speaks, English where it is neither."""
    names = (environ.get(each) for each in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"))
    said = next((each for each in names if each), None)
    if said is None and sys.platform == "win32":
        said = locale.getlocale()[0]
    return "fr" if said is not None and said.lower().startswith("fr") else "en"


def locale_is_c(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether somebody asked for the C locale, and did not tell Python otherwise."""
    said = next((each for name in ("LC_ALL", "LC_CTYPE", "LANG") if (each := environ.get(name))), "")
    return said in ("C", "POSIX") and not (environ.get("PYTHONUTF8") == "1" or environ.get("PYTHONIOENCODING"))


def nearest(text: str) -> str:
    """The text for a screen that has ASCII alone: without accents, with plain quotes and dashes."""
    plain = unicodedata.normalize("NFKD", text.translate(_NEAREST))
    return "".join(each if each.isascii() else "?" for each in plain if not unicodedata.combining(each))


def _flat(table: dict[str, Any], path: str) -> Iterator[tuple[str, Message]]:
    for key, value in table.items():
        if isinstance(value, dict) and value.keys() != {"one", "other"}:
            yield from _flat(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def _is_one(language: Language, count: object) -> bool:
    assert isinstance(count, int)
    # French counts nothing as singular: « 0 tour ».
    return abs(count) < 2 if language == "fr" else abs(count) == 1
