"""Prose that is no prose, or not in the language that was asked: tools' names, loops, spoilt text, other languages."""

import re
from collections.abc import Set

from narrator.guard.patterns import any_of
from narrator.guard.tables import common_words, guard_words
from narrator.guard.words import Said
from narrator.reading.lexicon import normalise
from narrator.scenario import Language

LONGEST = 400
"""Characters of one sentence."""

_UNDERSCORED = re.compile(r"[^\W_]_+[^\W_]")
_SPOILT = re.compile(r"[\ufffd\x00-\x08\x0b-\x1f]|Ã[\x80-\xbf©¨ªº§´®]|â€|Â[\xa0«»°]|ðŸ")
_BLANK = re.compile(r"[ \t\xa0]{6,}|\n{3,}")
_STRETCHED = re.compile(r"([^\W\d_])\1{7,}|([^\w\s.])\2{5,}")
_REPEATED = re.compile(r"\b(\w+(?:\W+\w+){0,9}?)(?:\W+\1\b){3,}", re.IGNORECASE)
_FOREIGN_LETTER = re.compile(r"[^\W\d_]")


def is_nonsense(said: Said) -> bool:
    """Whether a sentence is a loop, spoilt, endless, or hardly of letters."""
    text = said.text
    if len(text) > LONGEST or _SPOILT.search(text) or _BLANK.search(text) or _STRETCHED.search(text):
        return True
    letters = sum(each.isalpha() for each in text)
    ink = sum(not each.isspace() for each in text)
    if text.strip(" \xa0") in ("…", "..."):
        return False
    if letters * 3 < ink or not letters:
        return True
    words = said.words
    varied = len(set(words))
    return (len(words) >= 16 and varied * 3 < len(words)) or _REPEATED.search(said.line) is not None


class Tools:
    """What only a machine says."""

    def __init__(self) -> None:
        machine = common_words().machine
        self._said = re.compile(any_of(machine.said), re.IGNORECASE)
        self._marks = re.compile(any_of(machine.marks))
        self._role = re.compile(rf"^[\W_]*{any_of(machine.roles)}[\s*_]*[:：]", re.IGNORECASE)

    def named(self, said: Said) -> bool:
        """Whether a tool, an id, a role, a tag or a piece of JSON stands in a sentence."""
        text = said.text.replace("’", "'")
        return any(each.search(text) is not None for each in (_UNDERSCORED, self._marks, self._said, self._role))


class Tongue:
    """Tells one language from another by its little words and its spelling."""

    def __init__(self, language: Language) -> None:
        other: Language = "en" if language == "fr" else "fr"
        own, foreign = guard_words(language).language, guard_words(other).language
        self._own = frozenset(map(normalise, own.words))
        self._own_endings = re.compile(own.endings)
        every = {other: foreign.words, **common_words().foreign}
        # A word that this language has too says nothing, nor does a letter alone.
        self._others = {
            name: frozenset(each for word in words if len(each := normalise(word)) > 1) - self._own
            for name, words in every.items()
        }
        self._sure = frozenset(map(normalise, foreign.sure)) - self._own
        self._endings = re.compile(foreign.endings)
        self._little = self._own.union(*self._others.values())

    def is_foreign(self, said: Said, names: Set[str]) -> bool:
        """Whether a sentence is in another language; `names` are words that say nothing either way."""
        letters = _FOREIGN_LETTER.findall(said.text)
        if sum(not _is_latin(each) for each in letters) * 5 > len(letters):
            return True
        words = [
            each
            for at, each in enumerate(said.tokens)
            if not each.is_name
            and not _inside_a_name(said, at)
            and (each.folded in self._little or each.folded not in names)
        ]
        own = sum(each.folded in self._own for each in words)
        for name, little in self._others.items():
            found = [each.folded for each in words if each.folded in little]
            if len(found) > max(own, 1) if name in ("fr", "en") else len(found) >= max(own, 3):
                return True
        if own:
            return False
        sure = sum(each.folded in self._sure for each in words)
        spelled = [each.raw.casefold() for each in words if len(each.raw) > 3]
        marks = sum(bool(self._endings.search(each)) for each in spelled)
        marks -= sum(bool(self._own_endings.search(each)) for each in spelled)
        return (len(words) >= 2 and sure + max(marks, 0) >= 2) or (sure >= 1 and len(words) >= 3 and marks >= 0)


def _inside_a_name(said: Said, at: int) -> bool:
    """Whether a little word stands between two names ("Place de la Bourse")."""
    tokens = said.tokens
    before = any(each.raw[:1].isupper() for each in tokens[max(0, at - 2) : at])
    after = any(each.is_name for each in tokens[at + 1 : at + 3])
    return before and after and len(tokens[at].raw) <= 3


def _is_latin(letter: str) -> bool:
    return letter <= "ɏ" or "Ḁ" <= letter <= "ỿ" or letter in "ﬁﬂ"
