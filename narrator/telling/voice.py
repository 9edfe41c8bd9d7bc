"""Chooses sentences: from phrase tables or an author's texts, never one that was told lately, never by chance."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import blake2b

from pydantic import BaseModel, ConfigDict

from narrator import prompting
from narrator.port import Moment
from narrator.scenario import Clock, Language, Text
from narrator.telling.grammar import Word, fill, slots, typography
from narrator.telling.sentences import sentences

Told = set[str]
Words = Mapping[str, Word]


class _Phrases(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    outcome: dict[str, dict[str, tuple[str, ...]]]
    ruling: dict[str, tuple[str, ...] | str]
    ask: dict[str, tuple[str, ...]]
    suggest: dict[str, str]
    risk: dict[str, tuple[str, ...] | str]
    complication: dict[str, tuple[str, ...]]
    event: dict[str, tuple[str, ...]]
    you: dict[str, tuple[str, ...]]
    weigh: dict[str, tuple[str, ...]]
    reason: dict[str, str]


@cache
def phrases(language: Language) -> dict[str, tuple[str, ...]]:
    """Every phrase of a language by its path ("outcome.climb.failure")."""
    tables = _Phrases.model_validate(prompting.table(language, "phrases"))
    found = {f"outcome.{family}.{how}": said for family, each in tables.outcome.items() for how, said in each.items()}
    for name in ("ruling", "ask", "suggest", "risk", "complication", "event", "you", "weigh", "reason"):
        table: Mapping[str, tuple[str, ...] | str] = getattr(tables, name)
        found |= {f"{name}.{key}": (said,) if isinstance(said, str) else said for key, said in table.items()}
    return found


def mark(sentence: str) -> str:
    """What two tellings of one sentence have in common, whatever their spaces and case."""
    return " ".join(sentence.split()).casefold()


def told_lately(moment: Moment) -> Told:
    """The marks of every sentence told in the last turns."""
    return set[str]().union(*map(_marks, moment.recent))


# What was told lately is asked for at every turn, and again in the next one.
@lru_cache(maxsize=2048)
def _marks(text: str) -> frozenset[str]:
    return frozenset(map(mark, sentences(text)))


@dataclass(slots=True)
class Lately:
    """What may not be said again now, and what makes choices differ from turn to turn."""

    turn: int
    told: Told = field(default_factory=set[str])
    last: str = ""
    """The mark of what was told or asked last of all."""

    @classmethod
    def of(cls, moment: Moment) -> "Lately":
        """The state of things at a moment."""
        return cls(moment.turn, told_lately(moment), mark(moment.recent[-1]) if moment.recent else "")

    def is_new(self, text: str) -> bool:
        """Whether a text has a sentence that was not told lately."""
        return any(mark(each) not in self.told for each in sentences(text))

    def was_just_told(self, text: str) -> bool:
        """Whether a text was the last thing of all, whatever led up to it."""
        return bool(self.last) and self.last.endswith(mark(text))

    def was_just_warned(self, clock: Clock | None, voice: "Voice") -> bool:
        """Whether the last thing of all was what a night will cost."""
        warnings = (clock.long_rest_warning, clock.last_rest_warning) if clock else ()
        return any(each is not None and self.was_just_told(voice.authored(each)) for each in warnings)


@dataclass(frozen=True, slots=True)
class Voice:
    """One language's phrases, and a seed that fixes every choice between them."""

    language: Language
    seed: str

    def fresh(self, path: str, lately: Lately, words: Words | None = None) -> str | None:
        """A sentence of that table that was not told lately, None when every one was."""
        said = self._filled(path, lately, words or {})
        return next((each for each in said if lately.is_new(each)), None)

    def say(self, path: str, lately: Lately, words: Words | None = None) -> str:
        """A sentence of that table: a new one where there is one, else any."""
        said = self._filled(path, lately, words or {})
        return next((each for each in said if lately.is_new(each)), said[0] if said else "…")

    def asks(self, key: str, lately: Lately) -> str:
        """A question of that kind: a new one, or, where each was asked lately, one led up to in a new way."""
        plain = self.fresh(f"ask.{key}", lately)
        if plain is not None:
            return plain
        leads, questions = (self._filled(f"ask.{each}", lately, {}) for each in ("lead", key))
        led = (f"{lead} {each[:1].lower()}{each[1:]}" for lead in leads for each in questions)
        return next((each for each in led if lately.is_new(each)), questions[0])

    def led(self, text: str, lately: Lately) -> str:
        """A text that has to be said, led up to in a new way where it was told lately."""
        leads = self._filled("ask.lead", lately, {})
        led = (f"{lead} {text[:1].lower()}{text[1:]}" for lead in leads)
        return text if lately.is_new(text) else next((each for each in led if lately.is_new(each)), text)

    def in_turn(self, texts: Sequence[Text], lately: Lately) -> str | None:
        """The first of an author's texts that was not told lately."""
        said = (self.authored(each) for each in texts)
        return next((each for each in said if lately.is_new(each)), None)

    def authored(self, text: Text) -> str:
        """An author's text in this language, its spaces made right."""
        return typography(text.to(self.language), self.language)

    def quoted(self, typed: str) -> str:
        """A line as it could be typed, inside a sentence."""
        return typography(f"« {typed} »", "fr") if self.language == "fr" else f'"{typed}"'

    def phrase(self, path: str, **words: str) -> str:
        """The one phrase at a path, with plain words in its slots."""
        return self._fill(phrases(self.language)[path][0], {key: Word(each) for key, each in words.items()})

    def phrase_of(self, path: str, lately: Lately, **words: str) -> str:
        """A phrase of a table, with plain words in its slots."""
        return self.say(path, lately, {key: Word(each) for key, each in words.items()})

    def knows(self, path: str) -> bool:
        """Whether there is such a table."""
        return path in phrases(self.language)

    def order(self, many: int, lately: Lately, slot: str) -> Iterable[int]:
        """All of `many` places, beginning where (seed, turn, slot) says."""
        told = f"{self.seed}|{lately.turn}|{slot}".encode("utf-8", "replace")
        start = int.from_bytes(blake2b(told, digest_size=4).digest(), "big") if many else 0
        return ((start + each) % many for each in range(many))

    def _filled(self, path: str, lately: Lately, words: Words) -> list[str]:
        fitting = [each for each in phrases(self.language).get(path, ()) if slots(each) <= words.keys()]
        return [self._fill(fitting[each], words) for each in self.order(len(fitting), lately, path)]

    def _fill(self, template: str, words: Words) -> str:
        return typography(fill(template, words), self.language)


def line(text: str, most: int = 300) -> str:
    """A text cut to what a line holds, at a sentence where possible, else after a word."""
    text = text.strip()
    if len(text) <= most:
        return text
    kept = ""
    for each in sentences(text):
        if len(kept) + len(each) + 1 > most:
            break
        kept = f"{kept} {each}".strip()
    return kept or text[: most - 1].rsplit(" ", 1)[0].rstrip()[: most - 1] + "…"
