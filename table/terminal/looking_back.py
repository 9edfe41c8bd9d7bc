"""What a player asks about the game itself: help, every number, the last ruling with its rule, the sheet, a recap."""

from collections.abc import Iterator
from itertools import islice

from engine.core.check import Check
from engine.core.events import AdvantageAdded, CheckAnnounced, CheckSettled, RuledWithoutRoll
from engine.core.evolve import evolve_all, fold
from engine.core.odds import check_odds
from engine.core.rules.checks import pool
from engine.core.sheet import Character
from engine.core.state import Game
from engine.core.view import all_visible
from table.record import Turn
from table.retelling import own_words
from table.session import Session
from table.terminal import keys, narration
from table.terminal.screen import Row, Screen
from table.terminal.showing import Showing, reworded
from table.terminal.standing import Standing
from table.words import Words

_COMMANDS = ("undo", "log", "why", "sheet", *narration.COMMANDS, "help", "quit")


class LookingBack:
    """Answers that change nothing."""

    def __init__(self, session: Session, screen: Screen, fiction: Words, showing: Showing, standing: Standing) -> None:
        self.session = session
        self.screen = screen
        self.words = showing.words
        self.fiction = fiction
        self.showing = showing
        self.standing = standing

    def answer(self, command: str, hero: Character) -> None:
        """`help`, `log`, `why` or `sheet`."""
        match command:
            case "help":
                rows = self._help()
            case "log":
                rows = list(self._log())
            case "why":
                rows = self._why()
            case "sheet":
                rows = self.standing.sheet(self.session.game, hero)
            case _:
                raise AssertionError(command)
        self.screen.gap()
        self.screen.block(rows)
        self.screen.record({command: [[row.figure, row.label, row.value] for row in rows]})

    def recap(self) -> None:
        """The prose of the last turns that have any, oldest first."""
        lately = (self.session.store.prose(turn.id) for turn in self.session.store.back())
        told = list(islice((each for each in lately if each), 2))
        if told:
            self.screen.gap()
            self.screen.story(self.words("previously"), "title")
            for sentences in reversed(told):
                self.screen.tell(sentences, self.words("narrator_says"))

    def _help(self) -> list[Row]:
        examples = self.fiction("typed_examples")
        rows = [Row(self.words("help_words", examples=examples)), Row(self.words("help_check"))]
        rows += [
            Row(self.words("menu_advantage_key"), self.words("help_claim")),
            Row(self.words("help_inspiration_key"), self.words("help_inspiration")),
        ]
        rows += [Row(f"/{each}", self.words(f"help_{each}")) for each in _COMMANDS]
        return [*rows, Row(self.words("help_keys"))] if self.screen.interactive else rows

    def _log(self) -> Iterator[Row]:
        """Every turn with its numbers, each pool as it was when its check stood on the table."""
        begun, *turns = list(self.session.store.back())[::-1]
        game = fold(begun.events)
        yield Row(self.words("log_seed", seed=game.seed))
        for turn in turns:
            yield Row(
                self.words("log_turn", number=turn.number, said=keys.typed(self.words, turn) or "—"), style="title"
            )
            yield from self.showing.facts.events(game, all_visible(turn.events), untold=not turn.said)
            game = evolve_all(game, turn.events)
            yield from self._announced(turn, game)

    def _announced(self, turn: Turn, game: Game) -> Iterator[Row]:
        odds = check_odds(game)
        if odds and game.pending and any(isinstance(each, CheckAnnounced | AdvantageAdded) for each in turn.events):
            check = game.pending.check
            title, *numbers = self.showing.numbers(game, check, pool(game, check), odds)
            yield Row(title.label)
            yield from numbers

    def _why(self) -> list[Row]:
        """The last check as its pool was made, or the last ruling without a roll."""
        said, found = next(self._rulings(), ("", None))
        if found is None:
            return [Row(self.words("why_nothing"))]
        if isinstance(found, RuledWithoutRoll):
            title, *action = (*reworded(said, found.action), found.action)
            tried = [Row(self.words("you_try"), each) for each in action]
            return [Row(title, style="title"), *tried, Row(found.why), Row(self.words("why_without_roll"))]
        return self.showing.why(self.session.game, found, self.session.pool_of(found), said)

    def _rulings(self) -> Iterator[tuple[str, Check | RuledWithoutRoll]]:
        """Each with the player's line that it came from, the latest first."""
        if self.session.game.pending is not None:
            yield self.session.own_words, self.session.game.pending.check
        for place, turn in enumerate(self.session.store.back()):
            for event in reversed(turn.events):
                if isinstance(event, CheckSettled):
                    yield own_words(islice(self.session.store.back(), place, None)), event.check
                elif isinstance(event, RuledWithoutRoll):
                    yield turn.said, event
