"""What a PC does in prose: nothing beyond what their player announced."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from narrator.guard.patterns import CLAUSE, Forms, any_of, ends, forms, no_subject
from narrator.guard.tables import guard_words
from narrator.guard.words import Said
from narrator.scenario import Language

_OWN = re.compile(r"\{own:([^}]*)\}")


@dataclass(frozen=True, slots=True)
class Announced:
    """What the players announced: the line in words, and the families of actions that it belongs to."""

    words: frozenset[str] = frozenset()
    families: frozenset[str] = frozenset()


class People:
    """How one language speaks of these PCs, by their names and in the second person."""

    def __init__(self, language: Language, names: Sequence[str]) -> None:
        self._language: Language = language
        self._words = guard_words(language)
        pc = self._words.pc
        self._begins = r"(?:^|(?<=[,;:.!?…—–] ))"
        self.name = any_of(map(re.escape, names))
        self._gap = rf"(?: {any_of((*pc.before_verb, *pc.adverbs))})*"
        self._maybe = re.compile(rf"(?:^|\W){any_of(pc.perhaps)}(?: \w+ment| \w+ly)? $")
        self._you = re.compile(rf"{any_of(pc.second)}\b")
        self._object = re.compile(rf"(?:^|[^\w]){any_of(self._words.down.not_subject)} $")
        self._not_done = re.compile(rf"(?<!\w){any_of(pc.not_done)}(?!\w)")
        self._relative = no_subject(language)[0]
        self._harmless = re.compile(any_of(pc.not_decided))

    # --- PCs

    @cached_property
    def _speaking(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """What has a PC speak: where nothing is quoted, and where something is."""
        return self._spoken(quoted=False), self._spoken(quoted=True)

    def _spoken(self, *, quoted: bool) -> re.Pattern[str]:
        pc = self._words.pc
        said = forms((*pc.says, *(pc.says_with_quotes if quoted else ())), self._language)
        turned = rf"(?:{said.plural}-vous|{said.singular}-tu)\b" if self._language == "fr" else r"(?!)"
        named = rf"{said.third} {self.name}{ends(self._words.down.after_name)}"
        voiced = any_of(map(self.filled, pc.voiced))
        return re.compile(rf"(?<!\w)(?:{self.does(said)}|{turned}|{named}|{voiced})(?!\w)")

    @cached_property
    def _feeling(self) -> re.Pattern[str]:
        pc = self._words.pc
        decides = self.does(forms(pc.decides, self._language))
        emotion, emotional = any_of(pc.emotions), any_of(pc.emotional)
        be, have, feel = (forms([each], self._language) for each in (pc.be, pc.have, pc.feel))
        parts = [
            decides,
            rf"{self.does(feel)}(?: [\w']+){{0,4}}? {emotion}\b{pc.of_others}",
            rf"(?:{self.does(be)}|{self.does(feel)}){self._gap} (?:\w+ )?{emotional}(?:e|s|es)?\b",
            rf"(?:{self.does(have)}){self._gap} (?:[\w']+ )?{any_of(pc.having)}\b",
            rf"{self.does(feel)}{self._gap} (?:[\w-]+ )?{any_of(pc.felt)}(?!\w)",
        ]
        return re.compile(rf"(?<!\w){any_of(parts)}")

    @cached_property
    def _moved(self) -> re.Pattern[str]:
        """A feeling that comes over whoever prose calls "you"."""
        return re.compile(rf"(?<!\w){any_of(map(self.filled, self._words.pc.of_yours))}")

    def filled(self, pattern: str) -> str:
        """A pattern of the tables with what its macros mean: {emotions}, {overcome}, {name}, {own:hand}."""
        pc = self._words.pc
        for macro, meaning in (("{emotions}", any_of(pc.emotions)), ("{overcome}", any_of(pc.overcome))):
            pattern = pattern.replace(macro, meaning)
        return _OWN.sub(lambda found: self._own(found[1]), pattern).replace("{name}", self.name)

    def _own(self, noun: str) -> str:
        """A hand, a voice or a decision as a PC's."""
        if self._language == "en":
            return rf"(?:your|{self.name}' s) (?:\w+ )?(?:{noun})"
        return rf"(?:(?:votre|vos|ton|ta|tes) (?:{noun})|(?:la |le |les |l' )(?:{noun}) (?:de |d' ){self.name})"

    @cached_property
    def _acting(self) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
        return tuple(
            (
                re.compile(
                    rf"(?<!\w)(?:{self.does(forms(each.verbs, self._language))})\b"
                    rf"{_unless(each.unless)}{_then(each.then)}"
                ),
                each.families,
            )
            for each in self._words.pc.act
        )

    def does(self, verbs: Forms) -> str:
        """A PC as the subject of these verbs."""
        pc = self._words.pc
        hand = rf"(?: (?!{any_of((*pc.perhaps, *pc.not_done, *pc.others))}(?!\w))[\w'-]+){{1,9}}?"
        also = rf"{hand},? {any_of(self._words.gear.also)}{self._gap}"
        second = rf"{self._begins}{self.name}{also} {verbs.third}\b"
        if self._language == "en":
            who = any_of(pc.second)
            each = [
                rf"{who}{self._gap} {verbs.plural}\b",
                rf"{self._begins}{who}{also} {verbs.plural}\b",
                rf"{self.name}{self._gap} {verbs.third}\b",
            ]
            return any_of((*each, second))
        helped = [any_of(each.split("|")) for each in pc.auxiliary.split("/")]
        subjects = zip(("vous", "tu", self.name), (verbs.plural, verbs.singular, verbs.third), helped, strict=True)
        each = [rf"{who}{self._gap} (?:{verb}|{have}{self._gap} {verbs.participle})\b" for who, verb, have in subjects]
        return any_of((*each, rf"vous{also} {verbs.plural}\b", rf"{self._begins}tu{also} {verbs.singular}\b", second))

    def plays(self, said: Said, announced: Announced) -> bool:
        """Whether prose has a PC say, feel, decide or do what nobody announced."""
        if said.line.endswith("?"):
            return False  # A question to the player decides nothing.
        if self._speaks(said, announced):
            return True
        if said.dashed:
            return False
        if self._moved.search(said.narration) or self._found(self._feeling, said.narration, announced):
            return True
        return any(
            self._found(pattern, said.narration, announced)
            for pattern, families in self._acting
            if not families & announced.families
        )

    def _speaks(self, said: Said, announced: Announced) -> bool:
        line = said.line if said.dashed else said.narration
        quotes = bool(said.quoted) or said.dashed
        spoken = (each for each in self._speaking[quotes].finditer(line) if self.is_subject(line, each.start()))
        if all(self._not_done.search(each[0]) for each in spoken):
            return False
        if quotes:
            words = set(re.findall(r"\w{3,}", said.quoted or said.line))
            return not words or len(words & announced.words) * 5 < len(words) * 4
        return not (self._words.pc.says_by & announced.families)

    def _found(self, pattern: re.Pattern[str], line: str, announced: Announced) -> bool:
        for found in pattern.finditer(line):
            if not self.is_subject(line, found.start()) or self._harmless.search(line):
                continue
            verb = found[0].rsplit(" ", 1)[-1]
            if not any(len(each) > 3 and _same_verb(each, verb) for each in announced.words):
                return True
        return False

    def is_subject(self, line: str, at: int) -> bool:
        """Whether a PC who is named at a place of a line is the one who does something for sure."""
        before = line[:at]
        if self._maybe.search(before) or self._object.search(before):
            return False
        # "The man who struck Akiko leaves": a name inside a relative clause is its object.
        return self._you.match(line, at) is not None or not self._relative.search(CLAUSE.split(before)[-1])


def _same_verb(said: str, told: str) -> bool:
    """Whether two words look like forms of one verb: they begin alike, and the shorter ends there."""
    return said[:5] == told[:5] or (len(told) <= 5 and said[:4] == told[:4])


def _unless(after: Sequence[str]) -> str:
    return rf"(?! {any_of(after)}(?!\w))" if after else ""


def _then(after: Sequence[str]) -> str:
    return rf"(?={any_of(after)})" if after else ""
