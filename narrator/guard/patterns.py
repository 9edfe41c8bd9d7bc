"""The pieces that the guard's patterns are made of."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from narrator.guard.tables import guard_words
from narrator.scenario import Language

CLAUSE = re.compile(r"[,;:.!?…—–«»\"]")
"""What parts two clauses."""

ARTICLE = r"the |le |la |les |l' "
"""What stands before a name that has an article."""


def any_of(patterns: Iterable[str]) -> str:
    """One pattern that fits where any of these does; nothing fits where there are none."""
    return f"(?:{'|'.join(patterns) or '(?!)'})"


@dataclass(frozen=True, slots=True)
class Forms:
    """A set of verbs as patterns: with "vous" or "you", with "tu", with a name, and French participles."""

    plural: str
    singular: str
    third: str
    participle: str


_ENGLISH = {
    "": ("", "ed", "ing", "s"),
    "e": ("e", "ed", "ing", "es"),
    "y": ("y", "ied", "ying", "ies"),
    "es": ("", "ed", "ing", "es"),
}
_FRENCH = {
    "er": ("ez iez erez âtes", "es ais eras as", "e a ait era ent aient èrent eront", "é ée és ées"),
    "ir": ("issez issiez irez", "is issais iras", "it issait ira issent irent issaient", "i ie is ies"),
}


def forms(verbs: Iterable[str], language: Language) -> Forms:
    """The forms of verbs as the tables write them."""
    found = [_forms(each, language) for each in verbs]
    return Forms(*(any_of(dict.fromkeys(each for entry in found for each in entry[at])) for at in range(4)))


def _forms(entry: str, language: Language) -> tuple[list[str], ...]:
    if "/" in entry:
        parts = [each.split("|") for each in entry.split("/")]
        return (*parts, []) if language == "fr" else (parts[0], parts[0], parts[1], [])
    stem, _, rest = entry.partition("+")
    ending, _, after = rest.partition(" ")
    tail = f" {after}" if after else ""
    if language == "fr":
        return tuple([f"{stem}{each}{tail}" for each in group.split()] for group in _FRENCH[ending])
    base, past, gerund, third = (f"{stem}{each}{tail}" for each in _ENGLISH[ending])
    return [base, past, gerund], [base, past, gerund], [third, past, gerund], []


def ends(after: Sequence[str]) -> str:
    """Where a name that closes a clause stands."""
    return rf"(?=\W*$|[,.;:!?…]| {any_of(after)}(?!\w))"


@cache
def no_subject(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """A relative clause that holds a name as its object, and the small words after which a name is none."""
    words = guard_words(language).down
    return (
        re.compile(rf"\b{any_of(words.relative)}(?: |$)"),
        re.compile(rf"(?:^|[^\w]){any_of(words.not_subject)} (?:{ARTICLE})?$"),
    )
