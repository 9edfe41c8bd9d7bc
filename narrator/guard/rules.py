"""Numbers and terms of the rules in prose: the events bear some, the adventure's words others, and no other stays."""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from engine.core import events as happened
from engine.core.events import Event
from narrator import prompting
from narrator.guard.patterns import any_of
from narrator.guard.tables import GuardWords, Term, guard_words
from narrator.guard.words import Layered, Said
from narrator.scenario import Language

_JOINED = re.compile(r"-et-|-| et ")
_DIGITS = re.compile(r"\d+")
_MOST_DIGITS = 100
_ORDINAL = re.compile(r"(\d+)\s?(?:st|nd|rd|th|er|ère|ers|e|es|ème|èmes|è|º|°)(?![^\W_])", re.IGNORECASE)
# "+1", "2/6", "50 %", "d8": figures that only rules have, whatever digits the adventure has.
_NOTATION = re.compile(r"(?<![\w\d])[+−]\s?\d|(?<!\w)\d+\s?/\s?\d+|\d\s?%|(?<![^\W\d])\d*d\d", re.IGNORECASE)
_TAIL = re.compile(r"\s*(?:$|[.,;:!?…»”\")\]—–-])")

Borne = Mapping[str, frozenset[int]]
"""The terms that events bear, with their numbers."""


def borne(events: Iterable[Event]) -> Borne:
    """What the events of a turn let prose say."""
    found: dict[str, set[int]] = {}
    for event in events:
        for term, numbers in _borne(event).items():
            found.setdefault(term, set()).update(abs(each) for each in numbers)
    return {term: frozenset(numbers) for term, numbers in found.items()}


def _borne(event: Event) -> dict[str, tuple[int, ...]]:
    match event:
        case happened.HealthChanged() | happened.AdversaryHurt():
            moved = (event.before, event.after, event.before - event.after)
            return {"health": moved, "damage": moved}
        case happened.StressChanged():
            return {"stress": (event.before, event.after, event.before - event.after)}
        case happened.CheckRolled() | happened.CheckRerolled():
            again = isinstance(event, happened.CheckRerolled)
            rolled = (len(event.faces), *event.faces)
            found = {"check": rolled, "dice": rolled, "success": (event.successes,)}
            return found | ({"reroll": ()} if again else {"coup": ()} if event.coup else {})
        case happened.CheckSettled():
            difficulty = (event.check.difficulty.value,)
            return {"check": (), "success": (event.successes, *difficulty), "difficulty": difficulty}
        case happened.BlowLanded():
            return {"damage": (event.damage,), "protection": (event.protection,)}
        case happened.StrikeMade():
            return {"damage": (event.damage,)}
        case happened.ResourceRolled() | happened.ResourceChanged():
            return {"resource": (event.after,), "dice": (event.after,)}
        case _:
            return dict.fromkeys(_TERMS.get(type(event), ()), ())


_TERMS: dict[type[Event], tuple[str, ...]] = {
    happened.InspirationGranted: ("inspiration",),
    happened.InspirationSpent: ("inspiration",),
    happened.BreachOpened: ("breach",),
    happened.CoupReady: ("coup",),
    happened.BreakdownBegan: ("breakdown",),
    happened.BreakdownDescribed: ("breakdown",),
    happened.BreakdownEnded: ("breakdown",),
    happened.CharacterMarked: ("event",),
    happened.ResistanceRolled: ("event", "check"),
    happened.WoundTaken: ("wounds",),
    happened.WoundDescribed: ("wounds",),
    happened.WoundHealed: ("wounds",),
    happened.CoverTaken: ("protection",),
    happened.WardGiven: ("protection",),
    happened.AdvanceTaken: ("specialty", "attribute"),
    happened.ComplicationHappened: ("bonus",),
}


@dataclass(frozen=True, slots=True)
class Known:
    """What the adventure's visible words let prose say: its numbers, its names with a capital, its own dice."""

    digits: Set[str]
    names: Set[str]
    words: Set[str]

    def __or__(self, other: "Known") -> "Known":
        return Known(
            Layered(self.digits, other.digits), Layered(self.names, other.names), Layered(self.words, other.words)
        )


@dataclass(frozen=True, slots=True)
class _Looked:
    capital: frozenset[str]
    said: re.Pattern[str] | None
    counted: re.Pattern[str] | None
    valued: re.Pattern[str] | None


class Rules:
    """The terms of one language, ready to be looked for."""

    def __init__(self, language: Language) -> None:
        words = guard_words(language)
        self._values = words.number.values
        self._dice_as_things = re.compile(rf"\b{any_of(sorted(words.number.things))}\b")
        self._follows = re.compile(rf" {any_of(words.number.follows)}\b")
        terms = prompting.table(language, "terms")
        attributes = any_of(each.casefold() for each in terms["attribute"].values())
        one = any_of(sorted(self._values, key=len, reverse=True))
        number = rf"(?:\d+|{one}(?:(?:-|-et-| et ){one})*)"
        self._number = re.compile(rf"(?<!\w){number}(?!\w)")
        self._terms = {key: _looked(term, words, number, attributes) for key, term in words.term.items()}
        self._short = frozenset(terms["attribute_short"].values())
        # One search for most sentences, which have none of it.
        every = (
            each.replace("{attribute}", attributes).replace("{n}", number)
            for t in words.term.values()
            for each in t.said
        )
        self._any = re.compile(any_of(every))

    def numbers_in(self, line: str) -> Iterator[str]:
        """The digits of the numbers of a line, written in digits or in words; "one" is no number but an article."""
        # Python reads no number of thousands of digits, and nobody means one.
        yield from (str(int(each)) for each in re.findall(r"\d+", line) if len(each) < _MOST_DIGITS)
        worded = (self._value(found[0]) for found in self._number.finditer(line))
        yield from (str(each) for each in worded if each > 1)

    def number(self, said: Said, known: Known, events: Borne) -> bool:
        """Whether a number is said that nothing bears."""
        numbers = frozenset[int]().union(*events.values())
        for key, term in self._terms.items() if self._number.search(said.line) else ():
            if key == "dice" and self._are_things(said, known):
                continue
            for pattern in (term.counted, term.valued):
                for found in pattern.finditer(said.line) if pattern else ():
                    counts = self._counts(said.line, found, pattern is term.counted)
                    if counts and self._value(found["n"]) not in events.get(key, frozenset()):
                        return True
        if _NOTATION.search(said.text) or _has_signs(said.text):
            return True
        ordinals = {found[1] for found in _ORDINAL.finditer(said.text)}
        allowed = Layered(known.digits, ordinals)
        return any(
            each[0].lstrip("0") not in allowed and each[0] not in allowed and int(each[0][:9]) not in numbers
            for each in _DIGITS.finditer(said.text)
        )

    def term(self, said: Said, known: Known, events: Borne) -> bool:
        """Whether a term of the rules is said that no event bears."""
        shouted = all(each.raw.isupper() for each in said.tokens)
        for at, token in enumerate(said.tokens):
            if token.raw in self._short and not shouted and len(said.tokens) > 1:
                return True
            named = token.is_name and token.raw not in known.names and not (at and said.tokens[at - 1].is_name)
            for key, term in self._terms.items() if named else ():
                if token.raw.casefold() in term.capital and not _bears(events, key) and not shouted:
                    return True
            if token.raw == "Coup" and at and [each.folded for each in said.tokens[at + 1 : at + 3]] == ["d", "eclat"]:
                return "coup" not in events
        if not self._any.search(said.line):
            return False
        return any(
            term.said.search(said.line) is not None
            for key, term in self._terms.items()
            if term.said and not _bears(events, key) and not (key == "dice" and self._are_things(said, known))
        )

    def _are_things(self, said: Said, known: Known) -> bool:
        return self._dice_as_things.search(said.line) is not None or not known.words.isdisjoint({"dice", "dé", "dés"})

    def _counts(self, line: str, found: re.Match[str], before: bool) -> bool:
        rest = line[found.end() :]
        return _TAIL.match(rest) is not None or (before and self._follows.match(rest) is not None)

    def _value(self, number: str) -> int:
        if number.isdigit():
            return int(number[:9])
        total = 0
        for each in _JOINED.split(number):
            value = self._values[each]
            # "Two hundred", and "quatre-vingts".
            total = total * value if 0 < total < value and (value == 100 or total == 4) else total + value
        return total


def _has_signs(text: str) -> bool:
    """Whether a number is written with a sign of its own, as a circled or a Roman figure is."""
    return not text.isascii() and any(each.isnumeric() and not each.isdecimal() for each in text)


def _bears(events: Borne, term: str) -> bool:
    """Whether the events let prose speak of a term; how one rolls is the table's to show, whatever was rolled."""
    return term in events and term not in _OF_THE_TABLE


_OF_THE_TABLE = frozenset({"check", "dice", "success", "difficulty"})


def _looked(term: Term, words: GuardWords, number: str, attributes: str) -> _Looked:
    unit = any_of(term.unit)
    counted = rf"(?<!\w)(?P<n>{number})(?: {any_of(words.number.between)})* {unit}(?!\w)"
    valued = rf"(?<!\w){unit}(?: ?{any_of(words.number.leads)})* ?(?P<n>{number})(?!\w)"
    said = [each.replace("{attribute}", attributes).replace("{n}", number) for each in term.said]
    return _Looked(
        term.capital,
        re.compile(any_of(said)) if said else None,
        re.compile(counted) if term.unit else None,
        re.compile(valued) if term.unit else None,
    )
