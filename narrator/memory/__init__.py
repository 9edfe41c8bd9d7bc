"""What a campaign remembers besides the engine's state: pins, canon, fates, recaps, and the last turns in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from narrator.fitting import LETTERS_A_TOKEN, tokens
from narrator.memory.recalling import Index
from narrator.sanitise import one_line

LONGEST = 480
"""Characters of one text in a brief; a longer one is cut."""

MOST_EXCHANGES = 20
"""How many turns are kept in words."""

# Shares in hundredths of the budget, each with those before it: what one leaves goes to the next. The last turns have
# the rest.
_PINS, _FATES, _CANON, _RECAPS = 20, 30, 50, 65


class NoteKind(StrEnum):
    """Pinned by a player; told by a narrator and held true; what happened, as the program noted it; what became of
    somebody for good; what a scene came to.

    Only `CANON` is in a model's own words: it is remembered, and it vouches for nothing.
    """

    PIN = "pin"
    CANON = "canon"
    FACT = "fact"
    FATE = "fate"
    RECAP = "recap"


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to remember: `turn` is the number of the turn that it belongs to. A `secret` one is the narrator's."""

    kind: NoteKind
    text: str
    turn: int
    tags: tuple[str, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn in words: what the player said, what was told."""

    turn: int
    said: str
    told: tuple[str, ...]

    @property
    def tokens(self) -> int:
        """What it takes of a budget."""
        return sum(weight(each) for each in (self.said, *self.told))


@dataclass(frozen=True, slots=True)
class Brief:
    """What memory has to say about something, inside a budget; each list oldest first.

    `canon` has the facts and the fates too. `hidden` is what no player knows: for deciding alone, never for telling.
    """

    pins: tuple[str, ...] = ()
    canon: tuple[str, ...] = ()
    recap: tuple[str, ...] = ()
    lately: tuple[Exchange, ...] = ()
    hidden: tuple[str, ...] = ()

    @property
    def tokens(self) -> int:
        """What it takes of a budget, by our own estimate."""
        texts = (*self.pins, *self.canon, *self.recap, *self.hidden)
        return sum(map(weight, texts)) + sum(each.tokens for each in self.lately)


def weight(text: str) -> int:
    """What a text takes of a budget on a line of its own: its tokens, and one for the line; none where it is empty."""
    return tokens(text) + 1 if text else 0


def cut(text: str, most: int) -> str:
    """A text of so many characters at the most, cut after a word."""
    if len(text) <= most:
        return text
    if most < 2:
        return ""
    return (text[:most].rpartition(" ")[0].rstrip() or text[: most - 1]) + "…"


@dataclass(slots=True)
class Memory:
    """What is remembered along one line of play; the table fills it, and makes another where play goes back."""

    notes: list[Note] = field(default_factory=list[Note])
    lately: list[Exchange] = field(default_factory=list[Exchange])
    _index: Index | None = field(default=None, init=False, repr=False, compare=False)

    def add(self, note: Note) -> None:
        """Remember one more thing."""
        self.notes.append(replace(note, text=one_line(note.text)))

    def heard(self, exchange: Exchange) -> None:
        """Remember a turn in words; one that is told again takes the place of its first telling."""
        if self.lately and self.lately[-1].turn == exchange.turn:
            self.lately.pop()
        told = tuple(said for each in exchange.told if (said := one_line(each)))
        self.lately.append(replace(exchange, said=one_line(exchange.said), told=told))
        del self.lately[:-MOST_EXCHANGES]

    def brief(self, about: str, room: int) -> Brief:
        """What is worth knowing about something, in so many tokens at the most: the pins, the fates and the canon that
        have its words, what scenes came to, the last turns. What does not fit is left out, what matters least first."""
        found = [(at, self.notes[at]) for at in self._found(about)]
        latest = list(reversed(list(enumerate(self.notes))))
        budget = _Budget(room)
        budget.keep(_of([*found, *latest], NoteKind.PIN), _PINS)
        budget.keep(_of(found, NoteKind.FATE), _FATES)
        budget.keep(_of(found, NoteKind.FACT, NoteKind.CANON), _CANON)
        recaps = _of(latest, NoteKind.RECAP)
        budget.keep([*recaps[:1], *_of(found, NoteKind.RECAP), *recaps[1:]], _RECAPS)
        return Brief(
            pins=budget.texts(NoteKind.PIN),
            canon=budget.texts(NoteKind.FATE, NoteKind.FACT, NoteKind.CANON),
            recap=budget.texts(NoteKind.RECAP),
            lately=budget.lately(self.lately),
            hidden=budget.hidden,
        )

    def _found(self, about: str) -> list[int]:
        """The places of the notes that have words of it, the best first."""
        if self._index is None:
            self._index = Index()
        self._index.add(" ".join((each.text, *each.tags)) for each in self.notes[len(self._index) :])
        return self._index.find(about)


_Placed = tuple[int, Note]
"""A note and its place among all, by age."""


def _of(notes: Iterable[_Placed], *kinds: NoteKind) -> list[_Placed]:
    return [each for each in notes if each[1].kind in kinds]


class _Budget:
    """What is kept so far, and what is left of the tokens."""

    def __init__(self, room: int) -> None:
        self._all = self._left = max(0, room)
        self._kept: dict[int, tuple[Note, str]] = {}

    def keep(self, wanted: Iterable[_Placed], share: int) -> None:
        """Keep what fits of these, the first of them before all; no text twice."""
        reserve = self._all - self._all * share // 100
        longest = min(LONGEST, LETTERS_A_TOKEN * (self._left - reserve - 1))
        seen: set[tuple[str, bool]] = {(note.text, note.secret) for note, _ in self._kept.values()}
        for at, note in wanted:
            if self._left - reserve < _SHORTEST:
                break
            text = cut(note.text, longest)
            if text and (note.text, note.secret) not in seen and weight(text) <= self._left - reserve:
                seen.add((note.text, note.secret))
                self._kept[at] = (note, text)
                self._left -= weight(text)

    def texts(self, *kinds: NoteKind) -> tuple[str, ...]:
        """What is kept of these kinds and open, oldest first."""
        kept = (self._kept[at] for at in sorted(self._kept))
        return tuple(text for note, text in kept if note.kind in kinds and not note.secret)

    @property
    def hidden(self) -> tuple[str, ...]:
        """What is kept and secret, oldest first."""
        return tuple(text for _, (note, text) in sorted(self._kept.items()) if note.secret)

    def lately(self, exchanges: Sequence[Exchange]) -> tuple[Exchange, ...]:
        """As many of the latest as fit in what is left; of a last one that is too long, its end."""
        kept: list[Exchange] = []
        for each in reversed(exchanges):
            exchange = each if kept or each.tokens <= self._left else _end_of(each, self._left)
            if exchange.tokens > self._left:
                break
            kept.insert(0, exchange)
            self._left -= exchange.tokens
        return tuple(each for each in kept if each.tokens)


_SHORTEST = 2
"""Tokens of the shortest text."""


def _end_of(exchange: Exchange, room: int) -> Exchange:
    """An exchange cut to a room: the head of what was said, the last of what was told."""
    said = cut(exchange.said, min(LONGEST, LETTERS_A_TOKEN * (room // 2 - 1)))
    left = room - weight(said)
    told: list[str] = []
    for each in reversed(exchange.told):
        sentence = each if told else cut(each, min(LONGEST, LETTERS_A_TOKEN * (left - 1)))
        if weight(sentence) > left:
            break
        told.insert(0, sentence)
        left -= weight(sentence)
    return replace(exchange, said=said, told=tuple(each for each in told if each))
