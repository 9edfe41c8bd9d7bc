"""Things that come to a PC in prose: held, taken, pocketed or handed over, where nothing gave them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from narrator.guard.patterns import Forms, any_of, forms
from narrator.guard.people import People
from narrator.guard.tables import guard_words
from narrator.guard.words import Said
from narrator.scenario import Language

_CLAUSE = re.compile(r"[,;:.!?…—–]")
_THING = r"(?P<thing>(?: [\w-]+'?){1,7})"
_NEAR = 8
"""Words between a thing and the pocket that it is in."""


@dataclass(frozen=True, slots=True)
class Held:
    """What may be in hand: the words of every item on a sheet and of all else that is there, and what is not there.

    `items` are the words of the sheets alone.
    """

    words: frozenset[str]
    lacking: tuple[str, ...]
    items: frozenset[str]

    def has(self, group: Sequence[str]) -> bool:
        """Whether one of the names of a thing is among the words."""
        if self.words & {*group, *(part for each in group for part in each.split("-"))}:
            return True
        return any(" " in each and self.words.issuperset(each.split()) for each in group)


class Gains:
    """How one language has these PCs come by things."""

    def __init__(self, language: Language, names: Sequence[str], people: People) -> None:
        self._language: Language = language
        self._words = words = guard_words(language)
        self._people = people
        self._name = any_of(map(re.escape, names))
        gear, pc = words.gear, words.pc
        self._gap = rf"(?: {any_of((*pc.before_verb, *pc.adverbs))})*"
        places, handed = any_of(gear.places), any_of(gear.handed).replace("{name}", self._name)
        self._takes = self._doing(forms(gear.gains, language), _THING + "?")
        one = any_of(map(re.escape, (*gear.any, *gear.theirs)))
        self._has = self._doing(
            forms(gear.has, language), rf"(?: {any_of(pc.adverbs)})*(?P<thing> {one}(?: [\w-]+'?){{1,6}})"
        )
        self._pockets = self._doing(forms(gear.pockets, language), _THING + "?")
        self._stows = self._doing(forms(gear.stows, language), rf"(?P<thing>(?: [\w-]+'?){{1,5}}?) {places}")
        self._handed = re.compile(rf"(?<!\w){handed}{_THING}")
        self._placed = re.compile(rf"(?<!\w){places}(?!\w)")
        self._unsure = re.compile(rf"(?<!\w){any_of((*pc.perhaps, *pc.not_done))}(?!\w)")
        self._stops = frozenset((*gear.stops, *pc.second, *pc.before_verb)) - {*gear.any, *gear.pronouns}
        self._nothing = frozenset(gear.nothing)
        self._determiners = frozenset((*gear.any, *gear.theirs))
        self._yours, self._body = frozenset(gear.yours), frozenset(gear.body)
        fixed = frozenset(gear.fixed)
        self._nouns: dict[str, list[tuple[list[str], Sequence[str]]]] = {}
        for group in (*gear.portable, *gear.nouns):
            for each in group if not fixed & {*group} else ():
                self._nouns.setdefault(each.split()[0], []).append((each.split(), group))
        self._own = re.compile(rf"(?<!\w){any_of(gear.yours)}(?P<thing>(?: [\w-]+'?){{1,3}})")

    def _doing(self, verbs: Forms, then: str) -> re.Pattern[str]:
        """A PC as the subject of these verbs, also as the second of two."""
        pc = self._words.pc
        begins = r"(?:^|(?<=[,;:.!?…—–] ))"
        hand = rf"(?: (?!{any_of((*pc.perhaps, *pc.not_done, *self._words.gear.infinitive))}(?!\w))[\w'-]+){{1,9}}?"
        also = rf",? {any_of(self._words.gear.also)}{self._gap}"
        if self._language == "en":
            who = [
                rf"you{self._gap} {verbs.plural}",
                rf"{begins}you{hand}{also} {verbs.plural}",
                rf"{self._name}{self._gap} {verbs.third}",
            ]
        else:
            helped = [any_of(each.split("|")) for each in pc.auxiliary.split("/")]
            who = [
                rf"vous{self._gap} (?:{verbs.plural}|{helped[0]}{self._gap} {verbs.participle})",
                rf"{any_of(self._words.gear.also)}{self._gap} {verbs.plural}",
                rf"tu{self._gap} (?:{verbs.singular}|{helped[1]}{self._gap} {verbs.participle})",
                rf"{self._name}{self._gap} (?:{verbs.third}|{helped[2]}{self._gap} {verbs.participle})",
            ]
        who.append(rf"{begins}{self._name}{hand}{also} {verbs.third}")
        return re.compile(rf"(?<!\w)(?P<who>{any_of(who)})(?![\w-]){then}")

    def unearned(self, said: Said, mine: Held, before: str) -> bool:
        """Whether a PC has or gets what nothing gave them; `before` is the narration just before the sentence."""
        line = said.narration
        if line.endswith("?"):
            return False
        return any(
            (
                any(self._is_missing(found["thing"].split(), mine) for found in self._own.finditer(line)),
                any(self._gets(found, line, mine, before) for found in self._done(self._takes, line)),
                any(self._is_missing(found["thing"].split(), mine) for found in self._done(self._has, line)),
                any(self._gets(found, line, mine, before, whatever=True) for found in self._done(self._pockets, line)),
                any(self._is_stowed(found["thing"].split(), mine) for found in self._done(self._stows, line)),
                any(self._is_missing(found["thing"].split(), mine) for found in self._given(line)),
                any(self._is_placed(line[: found.start()], mine) for found in self._placed.finditer(line)),
            )
        )

    def _done(self, pattern: re.Pattern[str], line: str) -> Iterator[re.Match[str]]:
        for found in pattern.finditer(line):
            if self._people.is_subject(line, found.start()) and not self._not_done(found["who"]):
                yield found

    def _not_done(self, who: str) -> bool:
        return any(re.search(rf"(?<!\w){each}(?!\w)", who) for each in self._words.pc.not_done)

    def _given(self, line: str) -> Iterator[re.Match[str]]:
        for found in self._handed.finditer(line):
            if not self._unsure.search(_CLAUSE.split(line[: found.start()])[-1]):
                yield found

    def _gets(self, found: re.Match[str], line: str, mine: Held, before: str, whatever: bool = False) -> bool:
        thing = (found["thing"] or "").split()
        if self._is_it(found["who"], thing, line[: found.start()]):
            named = self._last_named(line[: found.end("who")], mine)
            return (named if named is not None else self._last_named(before, mine)) is True
        return self._is_missing(thing, mine) or (whatever and self._is_stowed(thing, mine))

    def _is_it(self, who: str, thing: Sequence[str], before: str) -> bool:
        """Whether what is taken is called by a pronoun."""
        pronouns = self._words.gear.pronouns
        if self._language == "en":
            return bool(thing) and thing[0] in pronouns
        return any(each in pronouns for each in who.split()[:-1]) or before.endswith((" que ", " qu' "))

    def _is_missing(self, thing: Sequence[str], mine: Held) -> bool:
        """Whether a thing that one can carry is named here, and is not the PC's."""
        if thing and thing[0] in self._words.gear.whence:
            at = next((at for at, each in enumerate(thing) if at and each in self._determiners), None)
            thing = thing[at:] if at is not None else ()
        for at, each in enumerate(thing):
            if each in self._stops or each in self._nothing:
                return False
            found = self._named(thing, at, mine)
            if found is not None:
                return found
        return False

    def _is_stowed(self, thing: Sequence[str], mine: Held) -> bool:
        """Whether what goes into a pocket is nothing of the PC's, whatever it is."""
        if not thing or thing[0] in self._yours or thing[0] in self._nothing or thing[0] in self._words.gear.pronouns:
            return False
        stop = next((at for at, each in enumerate(thing) if each in self._stops), len(thing))
        words = {each for each in thing[:stop] if each not in self._determiners}
        if not words or words & self._body:
            return False
        known = next((found for at in range(stop) if (found := self._named(thing, at, mine)) is not None), None)
        return known if known is not None else not words & mine.words

    def _is_placed(self, before: str, mine: Held) -> bool:
        clause = _CLAUSE.split(before)[-1]
        near = " ".join(clause.split()[-_NEAR:])
        return not self._unsure.search(clause) and self._last_named(near, mine) is True

    def _last_named(self, text: str, mine: Held) -> bool | None:
        """Whether the last thing named is missing; None where none is."""
        words = re.findall(r"[\w-]+'?", text)
        every = (self._named(words, at, mine) for at in reversed(range(len(words))))
        return next((found for found in every if found is not None), None)

    def _named(self, words: Sequence[str], at: int, mine: Held) -> bool | None:
        """Whether the thing that is named at this word is missing; None where it names none."""
        for name, group in self._nouns.get(words[at], ()):
            if list(words[at : at + len(name)]) == name:
                return not mine.has(group)
        for each in mine.lacking:
            parts = each.split()
            if parts[0] == words[at] and list(words[at : at + len(parts)]) == parts:
                return True
        return False if words[at] in mine.items else None
