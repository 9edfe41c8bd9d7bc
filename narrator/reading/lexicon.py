"""The words by which players say what they do: prompts/<language>/lexicon.toml, compiled once a process."""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

from pydantic import BaseModel, ConfigDict

from narrator import prompting
from narrator.scenario import Language

_FRENCH = {
    "er": "e es er ons ez ent ais ait aient ant ee ees ai as a erai eras era erons erez eront erais erait eons eant",
    "ir": "is it ir issons issez issent issant i ie irai iras ira irons irez iront irais irait",
    "re": " s e re ent ons ez ais ait ant u rai ras ra rons rez ront rais rait",
}
_GAP = ".."
_LONG_WORD = 6
_THEN = r"(?:and then|and afterwards|then|after that|et puis|puis|ensuite|et ensuite|apres quoi|après quoi)"
_AND = re.compile(rf"[\s,;.]+(?P<then>{_THEN})\b,?\s+|\s*[,;.]\s*(?:(?:and|et)\s+)?|\s+(?:and|et)\s+", re.IGNORECASE)
_RULE_TABLES = ("attribute", "difficulty", "outcome", "variant", "breakdown", "event")


def normalise(text: str) -> str:
    """Text without case, accents or ligatures; English "n't" is spelled out."""
    folded = text.casefold().replace("œ", "oe").replace("æ", "ae").replace("’", "'").replace("n't", " not")
    if folded.isascii():
        return folded
    return "".join(each for each in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(each))


def tokens(text: str) -> tuple[str, ...]:
    """The words of a text, folded; apostrophes and hyphens part them."""
    return tuple(re.findall(r"[a-z0-9]+", normalise(text)))


def singular(token: str) -> str:
    """A word without the mark of a plural, roughly, for both languages alike."""
    return token[:-1] if len(token) > 3 and token[-1] in "sx" and not token.endswith("ss") else token


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Family(_Table):
    """One action: how a suggestion is worded, and the patterns that say it or may mean it."""

    say: str
    verbs: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


class Function(_Table):
    """The small words of a language, that reading leans on."""

    determiners: frozenset[str]
    clitics: frozenset[str]
    before_clitic: frozenset[str]
    between: frozenset[str]
    auxiliary: frozenset[str]
    not_before: frozenset[str]
    not_after: frozenset[str]
    endings: tuple[str, ...]
    articles: frozenset[str]
    light: frozenset[str]
    stop: frozenset[str]
    directions: frozenset[str]
    question: tuple[str, ...]
    asking: tuple[str, ...]
    own: frozenset[str]
    leaving: frozenset[str]
    away: frozenset[str]
    out: frozenset[str]
    place: frozenset[str]
    plain: frozenset[str]
    all: frozenset[str]


class _File(_Table):
    function: Function
    body: dict[str, frozenset[str]]
    whole: dict[str, frozenset[str]]
    family: dict[str, Family]


@dataclass(frozen=True, slots=True)
class Found:
    """A family that the words from `start` up to `end` say (or, `weak`, may mean)."""

    start: int
    end: int
    family: str
    weak: bool


@dataclass(frozen=True, slots=True)
class _Pattern:
    words: frozenset[str] = frozenset()
    prefix: str = ""

    def fits(self, token: str) -> bool:
        return token in self.words or (self.prefix != "" and token.startswith(self.prefix))


_Sense = tuple[str, bool]

_LINES_KEPT = 2_000


@dataclass(slots=True)
class Lexicon:
    """The words of one language, ready to be looked up."""

    families: dict[str, Family]
    function: Function
    body: dict[str, frozenset[str]]
    terms: frozenset[str] = frozenset()
    """The words of the rules themselves, and those of the body: they name nothing that could be there or not."""
    wholes: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """What a whole line may be: a word to the program ("quit"), an answer ("yes"), or a change of mind."""
    _exact: dict[str, list[_Sense]] = field(default_factory=lambda: defaultdict(list))
    _prefixes: dict[str, list[_Sense]] = field(default_factory=lambda: defaultdict(list))
    _phrases: dict[str, list[tuple[tuple[_Pattern, ...], str]]] = field(default_factory=lambda: defaultdict(list))
    _by_letter: dict[str, list[tuple[str, bool]]] = field(default_factory=lambda: defaultdict(list))
    _found: dict[tuple[str, ...], tuple[Found, ...]] = field(default_factory=dict[tuple[str, ...], tuple[Found, ...]])

    def __post_init__(self) -> None:
        for name, family in self.families.items():
            for weak, patterns in ((False, family.verbs), (True, family.weak)):
                for each in patterns:
                    self._learn(each, (name, weak))
            for each in family.phrases:
                parts = tuple(_pattern(part) for part in normalise(each).split())
                heads = parts[0].words or {parts[0].prefix}
                for letter in {head[0] for head in heads if head}:
                    self._phrases[letter].append((parts, name))
        for exact in self._exact:
            if len(exact) >= _LONG_WORD:
                self._by_letter[exact[0]].append((exact, False))
        for prefix in self._prefixes:
            if len(prefix) >= _LONG_WORD - 1:
                self._by_letter[prefix[0]].append((prefix, True))

    def find(self, words: tuple[str, ...]) -> tuple[Found, ...]:
        """The families that words say, in the order of the words; a phrase wins over the words in it."""
        # A line is looked up several times as it is read, and what is suggested at every question back.
        if words not in self._found:
            if len(self._found) >= _LINES_KEPT:
                self._found.clear()
            self._found[words] = tuple(self._looked_up(words))
        return self._found[words]

    def _looked_up(self, words: tuple[str, ...]) -> list[Found]:
        found: list[Found] = []
        at = 0
        while at < len(words):
            end, names = self._phrase(words, at)
            if names:
                found += [Found(at, end, name, False) for name in names]
                at = end
                continue
            if not self._is_noun(words, at):
                found += [Found(at, at + 1, name, weak) for name, weak in self._senses(words[at])]
            at += 1
        return found

    def guess(self, words: tuple[str, ...]) -> list[Found]:
        """The families that long words would say with one letter mended."""
        return [
            Found(at, at + 1, name, weak)
            for at, token in enumerate(words)
            if len(token) >= _LONG_WORD and token not in self.function.stop and not self._is_noun(words, at)
            for name, weak in self._mended(token)
        ]

    def content(self, words: tuple[str, ...]) -> frozenset[str]:
        """The words that carry meaning, without the mark of a plural."""
        function = self.function
        return frozenset(
            singular(each)
            for each in words
            if len(each) >= 4 and each not in function.stop and each not in function.determiners
        )

    def whole(self, text: str) -> str | None:
        """What a line is as a whole, also where each of its parts is ("nope, forget it")."""
        said = " ".join(tokens(text))
        kind = next((each for each, lines in self.wholes.items() if said in lines), None)
        parts = [part for each in re.split(r"[,.;:!?…—-]+", text) if (part := " ".join(tokens(each)))]
        if kind is not None or len(parts) < 2:
            return kind
        dropped = self.wholes.get("nothing", frozenset()) | self.wholes.get("no", frozenset())
        return "nothing" if all(each in dropped for each in parts) else None

    def parts(self, text: str) -> tuple[str, str, bool] | None:
        """The first of several actions, the rest, and whether the line says that one comes after the other."""
        found = _AND.search(text.strip())
        if found is None:
            return None
        first, rest = text.strip()[: found.start()].strip(" ,;."), text.strip()[found.end() :].strip(" ,;.")
        return (first, rest, bool(found["then"])) if first and rest else None

    def body_part(self, note: str) -> str | None:
        """The part of the body that a wound's note names."""
        words = tokens(note)
        return next((part for word in words for part, names in self.body.items() if word in names), None)

    def _learn(self, pattern: str, sense: _Sense) -> None:
        made = _pattern(normalise(pattern))
        if made.prefix:
            self._prefixes[made.prefix].append(sense)
        for each in made.words:
            if sense not in self._exact[each]:
                self._exact[each].append(sense)

    def _senses(self, token: str) -> Iterator[_Sense]:
        if token in self._exact:
            yield from self._exact[token]
        for length in range(3, len(token) + 1):
            if token[:length] in self._prefixes:
                yield from self._prefixes[token[:length]]

    def _phrase(self, words: tuple[str, ...], at: int) -> tuple[int, list[str]]:
        best, names = at, list[str]()
        for parts, name in self._phrases.get(words[at][0], ()):
            end = _fits(parts, words, at)
            if end > best:
                best, names = end, [name]
            elif end == best and end > at and name not in names:
                names.append(name)
        return best, names

    def _is_noun(self, words: tuple[str, ...], at: int) -> bool:
        function = self.function
        if at == 0 or words[at - 1] not in function.determiners:
            return False
        if words[at - 1] not in function.clitics:
            return True
        if words[at].endswith(function.endings) and len(words[at]) >= 4:
            return False
        return at < 2 or words[at - 2] not in function.before_clitic

    def _mended(self, token: str) -> list[_Sense]:
        for known, prefix in self._by_letter.get(token[0], ()):
            if prefix:
                size = len(known)
                if any(one_letter_apart(token[:length], known) for length in (size - 1, size, size + 1)):
                    return self._prefixes[known]
            elif one_letter_apart(token, known):
                return self._exact[known]
        return []


def one_letter_apart(one: str, other: str) -> bool:
    """Whether a letter more, less, other, or two that changed places, is all that parts two words."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return one == other
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, others = one[at:], other[at:]
    return (
        rest[1:] == others[1:]
        or rest[1:] == others
        or rest == others[1:]
        or (rest[2:] == others[2:] and rest[:2] == others[1::-1])
    )


@cache
def lexicon(language: Language) -> Lexicon:
    """The lexicon of a language, read and compiled once."""
    file = _File.model_validate(prompting.table(language, "lexicon"))
    terms = prompting.table(language, "terms")
    rules = {each for name in _RULE_TABLES for said in terms[name].values() for each in tokens(said)}
    body = {each for part in file.body.values() for name in part for each in tokens(name)}
    return Lexicon(file.family, file.function, file.body, frozenset(rules | body), file.whole)


def _pattern(text: str) -> _Pattern:
    if text == _GAP:
        return _Pattern()
    if text.endswith("*"):
        return _Pattern(prefix=text[:-1])
    stem, plus, group = text.partition("+")
    if not plus:
        return _Pattern(frozenset({text}))
    if group:
        return _Pattern(frozenset(stem + ending for ending in _FRENCH[group].split(" ")))
    return _Pattern(frozenset(_english(stem)))


def _english(verb: str) -> Iterator[str]:
    yield from (verb, verb + "s", verb + "es", verb + "ed", verb + "d", verb + "ing")
    yield from (verb + verb[-1] + "ing", verb + verb[-1] + "ed")
    if verb.endswith("e"):
        yield verb[:-1] + "ing"
    if verb.endswith("y"):
        yield from (verb[:-1] + "ies", verb[:-1] + "ied")


def _fits(parts: tuple[_Pattern, ...], words: tuple[str, ...], at: int) -> int:
    """Where a phrase that begins at a word ends, or that word itself when it does not fit."""
    here = at
    for which, part in enumerate(parts):
        if not part.words and not part.prefix:
            after = parts[which + 1 :]
            for skipped in range(3):
                end = _fits(after, words, here + skipped)
                if end > here + skipped:
                    return end
            return at
        if here >= len(words) or not part.fits(words[here]):
            return at
        here += 1
    return here
