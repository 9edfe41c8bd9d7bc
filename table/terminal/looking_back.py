"""What a player asks about the game itself: help, every number, the last ruling with its rule, the sheet, a recap."""

from collections.abc import Iterator
from itertools import islice

from engine.core.events import CheckAnnounced, CheckSettled, RuledWithoutRoll
from engine.core.rules.checks import difficulty
from engine.core.state import Character, Check
from table.record import Turn
from table.session import Session
from table.terminal.screen import Row, Screen
from table.terminal.showing import Showing, signed
from table.words import Words

_HELP = ("words", "check", "undo", "log", "why", "sheet", "help", "quit")


class LookingBack:
    """Answers that change nothing."""

    def __init__(self, session: Session, screen: Screen, words: Words, showing: Showing) -> None:
        self.session = session
        self.screen = screen
        self.words = words
        self.showing = showing

    def answer(self, command: str, hero: Character) -> None:
        """`help`, `log`, `why` or `sheet`."""
        match command:
            case "help":
                self._help()
            case "log":
                self._log()
            case "why":
                self._why()
            case "sheet":
                self.screen.gap()
                self.screen.block(self.showing.sheet(self.session.game, hero))
            case _:
                raise AssertionError(command)

    def recap(self) -> None:
        """The prose of the last turns that have any, oldest first."""
        lately = (self.session.store.prose(turn.id) for turn in self.session.store.back())
        told = list(islice((each for each in lately if each), 2))
        if told:
            self.screen.gap()
            self.screen.story(self.words("previously"), "title")
            for sentences in reversed(told):
                self.screen.tell(sentences)

    def _help(self) -> None:
        self.screen.gap()
        for each in (*_HELP, *(("keys",) if self.screen.interactive else ())):
            self.screen.story(self.words(f"help_{each}"))

    def _log(self) -> None:
        turns = list(self.session.store.back())[::-1]
        self.screen.gap()
        self.screen.story(self.words("log_seed", seed=self.session.game.seed))
        check: Check | None = None
        for turn in turns[1:]:
            rows = self.showing.events(check, turn.events)
            check = _check_after(turn, check)
            self.screen.story(self.words("log_turn", number=turn.number, said=turn.said))
            self.screen.block(rows, indent="     ")

    def _why(self) -> None:
        """The last check as its pool was made, or the last ruling without a roll."""
        found = next(self._rulings(), None)
        if found is None:
            self.screen.aside(self.words("why_nothing"))
            return
        self.screen.gap()
        if isinstance(found, RuledWithoutRoll):
            self.screen.block([Row(found.action, "", "title"), Row(found.why), Row(self.words("why_without_roll"))])
            return
        needed = difficulty(found)
        term = self.showing.names.term("difficulty", needed)
        lines = self.session.pool_of(found).lines
        rows = [
            Row(f"{self.showing.source(line)} — {self.words(f'why_{line.source}')}", figure=signed(line.dice))
            for line in lines
        ]
        self.screen.block([Row(found.action, "", "title"), Row(found.risk), *rows])
        self.screen.story(self.words("why_outcome", difficulty=term, needed=int(needed)))

    def _rulings(self) -> Iterator[Check | RuledWithoutRoll]:
        if self.session.game.pending is not None:
            yield self.session.game.pending.check
        for turn in self.session.store.back():
            for event in reversed(turn.events):
                if isinstance(event, CheckSettled):
                    yield event.check
                elif isinstance(event, RuledWithoutRoll):
                    yield event


def _check_after(turn: Turn, check: Check | None) -> Check | None:
    announced = next((each.check for each in turn.events if isinstance(each, CheckAnnounced)), None)
    return announced or check
