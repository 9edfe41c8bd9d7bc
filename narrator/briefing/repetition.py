"""Turns of phrase that come back: the runs of three words said most often lately, for whoever is to avoid them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from narrator.telling.voice import sentences

WORDS = 3
"""How many words make a turn of phrase."""

_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_TELLING = 4  # Letters from which a word carries a meaning of its own: "il y a" is no turn of phrase.

Run = tuple[str, ...]


def worn_phrases(texts: Iterable[str], names: Iterable[str] = (), most: int = 6) -> tuple[str, ...]:
    """The phrases told twice or more in these texts, the most frequent first, `most` of them.

    Neighbouring runs that come back together are one phrase, and none crosses the end of a sentence. One that says
    nothing beside `names` does not count.
    """
    told = [said for text in texts for each in sentences(text) if (said := _words(each))]
    plain = {word for name in names for word in _words(name)}
    counts = Counter(run for said in told for run in _runs(said) if _tells(run, plain))
    longest = _longest(told, counts)
    ranked = sorted(longest, key=lambda each: (-longest[each], -len(each), each))
    return tuple(" ".join(each) for each in ranked[:most])


def _words(text: str) -> Run:
    return tuple(_WORD.findall(text.casefold()))


def _runs(said: Run) -> Iterator[Run]:
    return (said[at : at + WORDS] for at in range(len(said) - WORDS + 1))


def _tells(run: Run, plain: set[str]) -> bool:
    return any(len(word) >= _TELLING and word not in plain for word in run)


def _without_tail(said: Run) -> Run:
    """A phrase without the small words at its end: "the tide slaps against the" ends a word earlier."""
    while len(said) > WORDS and len(said[-1]) < _TELLING:
        said = said[:-1]
    return said


def _longest(told: Sequence[Run], counts: Counter[Run]) -> dict[Run, int]:
    """Neighbouring runs that come back equally often, made one."""
    found: dict[Run, int] = {}
    for said in told:
        often = enumerate(counts[run] if counts[run] > 1 else 0 for run in _runs(said))
        for count, group in groupby(often, key=lambda each: each[1]):
            places = [at for at, _ in group]
            if count:
                found[_without_tail(said[places[0] : places[-1] + WORDS])] = count
    return found
