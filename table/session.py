"""One turn, a straight line, without a screen: text, proposal, ruling, events, commit, prose, commit.

A front end asks a Session, shows the Answer, then tells the turn with `tell`; nothing here prints or waits.
"""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, islice

from engine.core.check import Check
from engine.core.commands import Command
from engine.core.decide import decide
from engine.core.events import Event
from engine.core.legal import Options, legal
from engine.core.odds import CheckOdds, check_odds
from engine.core.rules.checks import Pool, pool
from engine.core.state import Game
from engine.core.view import View, all_visible, view
from engine.dice import SeededDice
from engine.ruling import Refused
from narrator.memory import MOST_EXCHANGES, Exchange, Memory, Note, NoteKind
from narrator.memory.noting import Chronicle
from narrator.port import Moment, Narrator
from narrator.proposals import AskPlayer, LeaveStory, Proposal, RecordFact
from narrator.sanitise import one_line
from narrator.telling.teller import SILENT
from table.record import SaveDamaged
from table.retelling import meant, moment_after, own_words
from table.store import Store
from table.turns import Undone, commit, take_back, turned

MOST_TOLD = 20_000
"""Characters of prose a turn; past them the narrator is not listened to."""

REMEMBERED = MOST_EXCHANGES
"""How many turns of prose the narrator is told, so that it does not repeat itself."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn stands: its number, what a player may see of it. `tell` says it in prose."""

    turn: int
    number: int
    events: tuple[Event, ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """Nothing happened: the narrator asks back, with things that one could do."""

    question: str
    suggestions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """Nothing happened: the advantage does not count, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class MeansToLeave:
    """Nothing happened: the player seems to walk away from the adventure; `do(LeaveStory())` when they say yes."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Nothing happened: the narrator failed, by an error of that kind."""

    kind: str


@dataclass(frozen=True, slots=True)
class Noted:
    """Nothing happened in numbers: what was said is held true from now on."""

    fact: str


class TellingLost(Exception):
    """The narrator failed while it told a turn; the turn stands, and what was told is kept."""


_Wordy = AskPlayer | LeaveStory | RecordFact

Answer = Happened | Asked | Noted | TurnedDown | MeansToLeave | Lost | Refused


class Session:
    """A campaign being played: the game as it stands, its save and its narrator. The chronicle writes what is to be
    remembered of each turn, in a campaign that has words."""

    def __init__(self, store: Store, narrator: Narrator, chronicle: Chronicle | None = None) -> None:
        self.store = store
        self.narrator = narrator
        self.chronicle = chronicle
        self.game: Game = store.load()
        self.number = 0
        """Turns played along the line, from 0."""
        self._recent: deque[tuple[str, ...]] = deque(maxlen=REMEMBERED)
        # Apart: questions must not push prose out, or a game resumed would be told otherwise than the one that went on.
        self._asked: deque[str] = deque(maxlen=REMEMBERED)
        self._stands = _Now(self.game)
        self._remember()

    @property
    def view(self) -> View:
        """The game from the player's seat."""
        return self._now.view

    @property
    def options(self) -> Options:
        """All that may be asked for now."""
        return self._now.options

    @property
    def _now(self) -> "_Now":
        if self._stands.game is not self.game:
            self._stands = _Now(self.game)
        return self._stands

    @property
    def moment(self) -> Moment:
        """What the narrator is told of now."""
        recent = (*(each for turn in self._recent for each in turn), *self._asked)
        return Moment(self.view, self.number, recent, self.memory)

    @property
    def pool(self) -> Pool | None:
        """The announced check's pool, line by line; None when no check is on the table."""
        return None if self.game.pending is None else self.pool_of(self.game.pending.check)

    @property
    def odds(self) -> CheckOdds | None:
        """The announced check's exact odds; None when no check is on the table."""
        return check_odds(self.game)

    @property
    def own_words(self) -> str:
        """The player's line that the announced check came from; empty where nobody typed it."""
        return own_words(self.store.back())

    def pool_of(self, check: Check) -> Pool:
        """The pool that a check has, as its actor is now."""
        return pool(self.game, check)

    def judge(self, command: Command) -> Refused | None:
        """Why the engine would refuse a command now; None where it would not. Nothing happens, whatever the dice."""
        tried = decide(self.game, command, SeededDice(self.game.seed))
        return tried if isinstance(tried, Refused) else None

    def say(self, text: str) -> Answer:
        """What a player typed, in their own words."""
        try:
            proposal = self.narrator.propose(text, self.moment, self.options, self.judge)
            self._note_canon()
            command = None if isinstance(proposal, _Wordy) else proposal.command()
        except Exception as error:  # No narrator is trusted to hold: whatever it does, the table goes on.
            return Lost(type(error).__name__)
        return self._without_command(proposal) if command is None else self.do(command, said=text)

    def _without_command(self, proposal: Proposal) -> Answer:
        """What a proposal that asks nothing of the engine comes to."""
        if isinstance(proposal, AskPlayer):
            self._asked.append(proposal.question)
            return Asked(proposal.question, proposal.suggestions)
        if isinstance(proposal, RecordFact):
            self._note(NoteKind.CANON, proposal)
            return Noted(proposal.text)
        return MeansToLeave()

    def claim(self, reason: str) -> Answer:
        """An advantage that the player claims for the announced check; the narrator rules on it."""
        try:
            ruling = self.narrator.weigh(reason, self.moment, self.options, self.judge)
            command = ruling.command()
        except Exception as error:  # As in `say`.
            return Lost(type(error).__name__)
        return TurnedDown(ruling.why) if command is None else self.do(command, said=reason)

    def do(self, command: Command, said: str = "", faces: tuple[int, ...] | None = None) -> Happened | Refused:
        """Decide a command and commit what follows; `faces` are those of a real table's dice."""
        turn = turned(self.game, command, faces)
        if isinstance(turn, Refused):
            return turn
        noted = self._noted(turn.events)
        # Before any prose: a crash must not lose dice.
        committed = commit(self.store, turn, said, noted)
        self.game = turn.game
        self.number += 1
        for note in noted:
            self.memory.add(note)
        return Happened(committed, self.number, all_visible(turn.events), said)

    def tell(self, happened: Happened) -> Generator[str, None, None]:
        """The turn in prose, sentence by sentence, each on one line and without control characters.

        What was told is kept, also when the telling is cut short. Raises TellingLost when the narrator fails.
        """
        told: list[str] = []
        said = meant(happened.said, happened.events, self.store.back())
        try:
            yield from _listened_to(self.narrator, happened.events, replace(self.moment, said=said), told)
        finally:
            self._recent.append(tuple(told))
            self.memory.heard(Exchange(happened.number, said, tuple(told)))
            self.store.add_prose(happened.turn, tuple(told))

    def retell(self, narrator: Narrator, tone: str = "") -> Generator[str, None, None]:
        """The last turn that has something to tell, told again by any narrator, or for the first time where the telling
        was cut short; nothing else moves, and the new prose is kept once it is whole.

        Where a model's telling fails, and whoever stands behind it has to tell, prose that was there stays. Raises
        TellingLost; then it stays as well.
        """
        turn = next(each for each in self.store.back() if any(not isinstance(one, SILENT) for one in each.events))
        told: list[str] = []
        yield from _listened_to(narrator, all_visible(turn.events), moment_after(self.store, turn, tone), told)
        if any(told) and not (narrator.fell_back and self.store.prose(turn.id)):
            self.store.add_prose(turn.id, tuple(told))
            self._remember()

    def pin(self, text: str) -> None:
        """Keep something for ever: it is told to the narrator at every turn, whatever is undone."""
        note = Note(NoteKind.PIN, text, self.number)
        begun = deque(self.store.back(), maxlen=1)[0]
        self.store.add_note(begun.id, note)
        self.memory.add(note)

    def unpin(self, place: int) -> Note:
        """Let the pin at that place among the pins go, from 0; what it was."""
        pin = self.pins[place]
        self.store.drop_note(pin)
        self._remember()
        return pin

    @property
    def pins(self) -> list[Note]:
        """What a player keeps for good, oldest first."""
        return [each for each in self.memory.notes if each.kind is NoteKind.PIN]

    def undo(self) -> Undone | None:
        """Take the last turn back; None at the beginning. A die that fell stays fallen: it will show the same face."""
        undone = take_back(self.store)
        if undone is not None:
            self.reload()
        return undone

    def reload(self) -> None:
        """Stand where the save stands: after a turn that was cut short, which stands whole or not at all."""
        self.store.reread()
        self.game = self.store.load()
        self._remember()

    def _noted(self, events: tuple[Event, ...]) -> tuple[Note, ...]:
        if self.chronicle is None:
            return ()
        return self.chronicle.notes(events, self.view, self.number + 1, self._past())

    def _past(self) -> Iterator[tuple[Event, ...]]:
        """What happened in the turns before, the latest first, as far as it can be read: a recap stops no turn."""
        with suppress(SaveDamaged):
            for turn in self.store.back():
                yield turn.events

    def _note_canon(self) -> None:
        for fact in self.narrator.canon():
            self._note(NoteKind.CANON, fact)

    def _note(self, kind: NoteKind, fact: RecordFact) -> None:
        note = Note(kind, fact.text, self.number, fact.tags, fact.secret)
        self.store.add_note(next(self.store.back()).id, note)
        self.memory.add(note)

    def _remember(self) -> None:
        lately = list(islice(self.store.back(), REMEMBERED))
        self.number = lately[0].number
        self._recent.clear()
        self.memory = Memory()
        for note in self.store.notes():
            self.memory.add(note)
        for place, turn in reversed([*enumerate(lately)]):
            # Those before the oldest are read only where it came from one of them.
            back = chain(lately[place:], islice(self.store.back(), REMEMBERED, None))
            prose = self.store.prose(turn.id)
            self._recent.append(prose)
            self.memory.heard(Exchange(turn.number, meant(turn.said, turn.events, back), prose))


@dataclass(frozen=True)
class _Now:
    """What a game looks like, worked out when it is first asked: it is looked at several times a turn."""

    game: Game

    @cached_property
    def view(self) -> View:
        return view(self.game)

    @cached_property
    def options(self) -> Options:
        return legal(self.game)


def _listened_to(
    narrator: Narrator, events: Sequence[Event], moment: Moment, told: list[str]
) -> Generator[str, None, None]:
    """What a narrator tells, each sentence on one line, up to MOST_TOLD; it is put into `told` as it comes."""
    length = 0
    try:
        for sentence in narrator.narrate(events, moment):
            told.append(one_line(sentence))
            length += len(told[-1])
            if length > MOST_TOLD:
                break
            yield told[-1]
    except Exception as error:
        raise TellingLost(type(error).__name__) from error
