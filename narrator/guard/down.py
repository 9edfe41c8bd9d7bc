"""Who is down in prose: nobody who is acts, in whatever shape the sentence has it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from narrator.guard.patterns import ARTICLE, CLAUSE, any_of, ends, forms, no_subject
from narrator.guard.tables import guard_words
from narrator.guard.words import Said
from narrator.scenario import Language

_OF = {"le ": "du ", "les ": "des ", "la ": "de la ", "l' ": "de l' "}
"""A French name with its article, as the owner of a hand."""


@dataclass(frozen=True, slots=True)
class Down:
    """Those who are down, by their names; `fallen` fell in this turn; `all_pcs`: so is whoever prose calls "you"."""

    language: Language
    names: Sequence[str]
    fallen: Sequence[str] = ()
    all_pcs: bool = False

    def acts(self, said: Said) -> bool:
        """Whether one of them is the subject of an active verb."""
        line = said.line if said.dashed else said.narration
        names = self.names
        if self.fallen and _falls(self.language).search(line):
            names = [each for each in names if each not in self.fallen]
        if not names or not (self.all_pcs or any(_bare(each) in line for each in names)):
            return False
        relative, not_subject = no_subject(self.language)
        if any(each.search(line) for each in _shaped(self.language, tuple(names))):
            return True
        for pattern in _acting(self.language, tuple(names), self.all_pcs and not self.fallen):
            for found in pattern.finditer(line):
                clause = CLAUSE.split(line[: found.start()])[-1]
                if not relative.search(clause) and not not_subject.search(line[: found.start()]):
                    return True
        return False


def _bare(name: str) -> str:
    """A name without its article, which French runs together with what stands before it."""
    return next((name.removeprefix(each) for each in _OF if name.startswith(each)), name)


@cache
def _falls(language: Language) -> re.Pattern[str]:
    return re.compile(rf"\b{any_of(guard_words(language).down.falls)}(?!\w)")


def _any_name(names: Iterable[str]) -> str:
    return any_of(map(re.escape, sorted(names, key=len, reverse=True)))


@lru_cache(maxsize=64)
def _acting(language: Language, names: tuple[str, ...], all_pcs: bool) -> tuple[re.Pattern[str], ...]:
    """One of them as the subject of a verb, or as whoever says what is quoted."""
    words = guard_words(language)
    name = _any_name(names)
    aside = r"(?:,[^,.;:!?]{1,40},)?"
    verbs = forms(words.down.verbs, language)
    gap = rf"(?: {any_of(words.down.between)})*"
    does = rf"(?<![\w-]){name}{aside}{gap} {verbs.third}(?![\w-])"
    says = rf"(?<![\w-]){any_of(words.down.speech)} (?:{ARTICLE})?{name}{ends(words.down.after_name)}"
    you = rf"(?<![\w-])(?:vous|you){gap} {verbs.plural}(?![\w-])|(?<![\w-])tu{gap} {verbs.singular}(?![\w-])"
    return tuple(re.compile(each) for each in ((does, says, you) if all_pcs else (does, says)))


@lru_cache(maxsize=64)
def _shaped(language: Language, names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """The other shapes of an act: the second of two verbs, a hand or a voice of theirs, a cleft, the verb first."""
    return tuple(re.compile(each) for each in _shapes(language, _any_name(names), names))


def _shapes(language: Language, name: str, names: Sequence[str]) -> Iterator[str]:
    down = guard_words(language).down
    # What is told of now: "the guard who fired lies still" is good prose.
    verbs = any_of(_present(down.verbs, language))
    gap = rf"(?: {any_of(down.between)})*"
    start = rf"(?:^|[,;:.!?…—–] (?:{any_of(down.begins)} )*|(?<!\w){any_of(down.begins)} )"
    word = rf"(?!{any_of((*down.relative, *down.no_second))}(?!\w))[\w'-]+"
    more = rf"(?:, {word}(?: {any_of(down.after_verb)}(?: {word}){{0,3}}?)?){{0,2}}"
    first = rf"{start}\W*(?:{ARTICLE})?{name}(?!\w|' s)(?: {word}){{1,9}}?{more}"
    yield rf"{first}(?:,|,? {any_of(down.also)}){gap} {verbs}(?![\w-])"
    yield rf"(?<!\w){any_of(down.cleft)} (?:{ARTICLE})?{name},? {any_of(down.cleft_who)}{gap} {verbs}(?![\w-])"
    if language == "en":
        yield rf"(?<!\w){name}' s (?:\w+ )?{any_of(down.body)}{gap} {any_of(down.body_acts)}(?!\w)"
        yield rf"{start}\W*{any_of(down.particles)} \w+s {name}{ends(down.after_name)}"
        return
    owned = any_of(map(re.escape, (form for each in names for form in _owned(each))))
    yield rf"(?<!\w){any_of(down.body)}(?: [\w-]+)?? {owned}{gap} {any_of(down.body_acts)}(?!\w)"
    yield rf"(?<!\w)(?:se |s' ){verbs} {name}{ends(down.after_name)}"


def _owned(name: str) -> Iterator[str]:
    for article, joined in _OF.items():
        if name.startswith(article):
            yield joined + name.removeprefix(article)
            return
    yield from (f"de {name}", f"d' {name}")


def _present(verbs: Iterable[str], language: Language) -> Iterator[str]:
    for each in verbs:
        third = forms([each], language).third
        yield third if language == "fr" else rf"(?=(?:is )?\w+(?:s|ies)\b){third}"
