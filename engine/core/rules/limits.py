"""What any value handed in is held to, whatever it belongs to; each fault names its field (the engine's side)."""

from collections.abc import Iterable, Iterator, Sequence

from engine.core.sheet import Attribute
from engine.ruling import Code, Fault, FaultCode, Refused, fault

OPEN_END = 999
"""RULING: where the book gives a number no upper end (Health, members, targets, nights), it stops here."""


def within(field: str, value: int, least: int, most: int) -> Iterator[Fault]:
    """A whole number from `least` to `most` (the engine's side of every chapter). A truth value is no number."""
    if isinstance(value, bool) or not least <= value <= most:
        yield fault(field, FaultCode.OUT_OF_RANGE, value=value, least=least, most=most)


def is_one_of(value: int, right: Sequence[int]) -> bool:
    """Whether it is one of these whole numbers (the engine's side of every chapter). A truth value is no number."""
    return not isinstance(value, bool) and value in right


def worded(field: str, text: str) -> Iterator[Fault]:
    """Words that are not blank (the engine's side of every chapter)."""
    if not text.strip():
        yield fault(field, FaultCode.BLANK)


def once_each(values: Iterable[tuple[str, str]]) -> Iterator[Fault]:
    """No value twice, each with its field; the fault stands where it comes again (the engine's side of every
    chapter)."""
    met: set[str] = set()
    for field, value in values:
        if value in met:
            yield fault(field, FaultCode.DOUBLED, value=value)
        met.add(value)


def named(field: str, ids: Sequence[str], end: str = ".id") -> Iterator[Fault]:
    """Ids of a list: each in words, none twice (the engine's side of every chapter)."""
    places = [(f"{field}[{place}]{end}", wanted) for place, wanted in enumerate(ids)]
    for each, wanted in places:
        yield from worded(each, wanted)
    yield from once_each(places)


def avoided_with(at: str, attributes: tuple[Attribute, ...], difficulty: int) -> Iterator[Fault]:
    """The roll that avoids: one attribute or more, at Standard, Hard or a Feat (CORE ch. 3, Dangers)."""
    if not attributes:
        yield fault(f"{at}attributes", FaultCode.EMPTY)
    yield from once_each((f"{at}attributes[{place}]", each) for place, each in enumerate(attributes))
    yield from within(f"{at}difficulty", difficulty, 1, 3)


def refused(code: Code, faults: tuple[Fault, ...], **about: str) -> Refused | None:
    """The refusal that tells all faults, none where there is none; a blank name is told as one (the engine's side)."""
    if not faults:
        return None
    return Refused(code, tuple((key, value.strip() or "?") for key, value in about.items()), faults=faults)
