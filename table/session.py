"""One turn, a straight line, without a screen: text, proposal, ruling, events, commit, prose, commit.

A front end asks a Session, shows the Answer, then tells the turn with `tell`; nothing here prints or waits.
"""

from collections import deque
from collections.abc import Generator
from dataclasses import dataclass
from itertools import islice

from engine.core.check import Check
from engine.core.commands import Command
from engine.core.events import Event
from engine.core.legal import legal
from engine.core.odds import CheckOdds, check_odds
from engine.core.rules.checks import Pool, pool
from engine.core.state import Game
from engine.core.view import View, all_visible, view
from engine.ruling import Refused
from narrator.port import Moment, Narrator
from narrator.proposals import AskPlayer, LeaveStory
from narrator.sanitise import one_line
from table.store import Store
from table.turns import Undone, commit, take_back, turned

MOST_TOLD = 20_000
"""Characters of prose a turn; past them the narrator is not listened to."""

REMEMBERED = 20
"""How many turns of prose the narrator is told, so that it does not repeat itself."""


@dataclass(frozen=True, slots=True)
class Happened:
    """A turn stands: its number, what a player may see of it. `tell` says it in prose."""

    turn: int
    number: int
    events: tuple[Event, ...]


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


class TellingLost(Exception):
    """The narrator failed while it told a turn; the turn stands, and what was told is kept."""


Answer = Happened | Asked | TurnedDown | MeansToLeave | Lost | Refused


class Session:
    """A campaign being played: the game as it stands, its save and its narrator."""

    def __init__(self, store: Store, narrator: Narrator) -> None:
        self.store = store
        self.narrator = narrator
        self.game: Game = store.load()
        self.number = 0
        """Turns played along the line, from 0."""
        self._recent: deque[tuple[str, ...]] = deque(maxlen=REMEMBERED)
        # Apart: questions must not push prose out, or a game resumed would be told otherwise than the one that went on.
        self._asked: deque[str] = deque(maxlen=REMEMBERED)
        self._remember()

    @property
    def view(self) -> View:
        """The game from the player's seat."""
        return view(self.game)

    @property
    def moment(self) -> Moment:
        """What the narrator is told of now."""
        return Moment(self.view, self.number, (*(each for turn in self._recent for each in turn), *self._asked))

    @property
    def pool(self) -> Pool | None:
        """The announced check's pool, line by line; None when no check is on the table."""
        return None if self.game.pending is None else self.pool_of(self.game.pending.check)

    @property
    def odds(self) -> CheckOdds | None:
        """The announced check's exact odds; None when no check is on the table."""
        return check_odds(self.game)

    def pool_of(self, check: Check) -> Pool:
        """The pool that a check has, as its actor is now."""
        return pool(self.game, check)

    def say(self, text: str) -> Answer:
        """What a player typed, in their own words."""
        try:
            proposal = self.narrator.propose(text, self.moment, legal(self.game))
            command = None if isinstance(proposal, AskPlayer | LeaveStory) else proposal.command()
        except Exception as error:  # No narrator is trusted to hold: whatever it does, the table goes on.
            return Lost(type(error).__name__)
        if command is not None:
            return self.do(command, said=text)
        if isinstance(proposal, AskPlayer):
            self._asked.append(proposal.question)
            return Asked(proposal.question, proposal.suggestions)
        return MeansToLeave()

    def claim(self, reason: str) -> Answer:
        """An advantage that the player claims for the announced check; the narrator rules on it."""
        try:
            ruling = self.narrator.weigh(reason, self.moment)
            command = ruling.command()
        except Exception as error:  # As in `say`.
            return Lost(type(error).__name__)
        return TurnedDown(ruling.why) if command is None else self.do(command, said=reason)

    def do(self, command: Command, said: str = "", faces: tuple[int, ...] | None = None) -> Happened | Refused:
        """Decide a command and commit what follows; `faces` are those of a real table's dice."""
        turn = turned(self.game, command, faces)
        if isinstance(turn, Refused):
            return turn
        # Before any prose: a crash must not lose dice.
        committed = commit(self.store, turn, said)
        self.game = turn.game
        self.number += 1
        return Happened(committed, self.number, all_visible(turn.events))

    def tell(self, happened: Happened) -> Generator[str, None, None]:
        """The turn in prose, sentence by sentence, each on one line and without control characters.

        What was told is kept, also when the telling is cut short. Raises TellingLost when the narrator fails.
        """
        told: list[str] = []
        length = 0
        try:
            for sentence in self.narrator.narrate(happened.events, self.moment):
                told.append(one_line(sentence))
                length += len(told[-1])
                if length > MOST_TOLD:
                    break
                yield told[-1]
        except Exception as error:
            raise TellingLost(type(error).__name__) from error
        finally:
            self._recent.append(tuple(told))
            self.store.add_prose(happened.turn, tuple(told))

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

    def _remember(self) -> None:
        lately = list(islice(self.store.back(), REMEMBERED))
        self.number = lately[0].number
        self._recent.clear()
        self._recent.extend(self.store.prose(each.id) for each in reversed(lately))
