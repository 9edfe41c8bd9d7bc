"""The game that one client plays, and what it asks of it: one game at a time, in memory until it is saved."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from engine.core.commands import Command, NewGame
from engine.core.decide import new_game
from engine.core.evolve import fold
from engine.core.legal import legal
from engine.core.odds import check_odds
from engine.core.rules.checks import pool
from engine.core.state import Game
from engine.core.view import view
from engine.ruling import Code, Refused, refuse
from engine.story import Condition, Ending, EndingId, EndingKind, Scene, SceneId, Story
from table import wire
from table.protocol import answers, requests
from table.protocol.problems import Problem, Unanswerable
from table.record import FAULTS, SaveError
from table.store import Header, Store
from table.turns import Turned, commit, take_back, turned

_HERE = SceneId("here")
OPEN_STORY = Story(
    id="open",
    start=_HERE,
    refuge=_HERE,
    scenes=(Scene(_HERE, shelter=True),),
    endings=(Ending(EndingId("left"), EndingKind.LEFT, Condition()),),
)
"""The story of who brings none: one place to be, where one can rest."""

NO_WORDS = Header(scenario="", content="", narration="en")
"""A save made here has rules alone: the words of its adventure are the client's."""

Answer = dict[str, Any] | Refused


class Desk:
    """What stands between two requests: a game, and the save that it lives in."""

    def __init__(self) -> None:
        self._store: Store | None = None
        self._game: Game | None = None
        self._turn = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._store is not None:
            self._store.close()

    def new(self, asked: requests.New) -> Answer:
        """Begin a game, in memory."""
        if asked.seed is None:
            import secrets

            seed = str(secrets.randbelow(1 << 32))
        else:
            seed = asked.seed
        command = NewGame(asked.variant, seed, asked.story or OPEN_STORY, asked.characters)
        decided = new_game(command)
        if isinstance(decided, Refused):
            return decided
        game = fold(decided.events)
        answer = {"seed": seed, **answers.happened(decided.events), **answers.standing(game, 0)}
        self._sit_at(Store.in_memory(NO_WORDS, command, decided.events), game)
        return answer

    def do(self, asked: requests.Do, command: Command) -> Answer:
        """Take a turn; it is committed, then answered."""
        store, game = self._playing()
        turn = turned(game, command, asked.dice)
        if isinstance(turn, Refused):
            return turn
        # Before it is committed: a failure in telling it must leave the game as it was.
        answer = self._told(turn)
        commit(store, turn)
        self._game, self._turn = turn.game, self._turn + 1
        return answer

    def attempt(self, asked: requests.Try, command: Command) -> Answer:
        """What a turn would bring."""
        _, game = self._playing()
        turn = turned(game, command, asked.dice)
        return turn if isinstance(turn, Refused) else self._told(turn)

    def _told(self, turn: Turned) -> dict[str, Any]:
        return {**answers.happened(turn.events), **answers.standing(turn.game, self._turn + 1)}

    def undo(self) -> Answer:
        """Take the last turn back."""
        store, _ = self._playing()
        undone = take_back(store)
        if undone is None:
            raise Unanswerable(Problem.NOTHING_TO_UNDO)
        self._stand()
        kept = {"undone": wire.dump(undone.turn.command), "kept_as": undone.kept_as}
        return {**kept, **answers.standing(self._playing()[1], self._turn)}

    def legal(self) -> Answer:
        """What may be asked."""
        return {"options": answers.options(legal(self._playing()[1]))}

    def view(self) -> Answer:
        """The player's seat."""
        return {"view": wire.plain(view(self._playing()[1]))}

    def state(self) -> Answer:
        """The GM's seat."""
        return {"game": wire.plain(self._playing()[1])}

    def odds(self, asked: requests.Odds) -> Answer:
        """Exact odds."""
        if asked.check is not None:
            return {"odds": answers.check_odds(asked.check)}
        if asked.attack is not None:
            return {"odds": answers.attacked(asked.attack)}
        _, game = self._playing()
        found = check_odds(game)
        if game.pending is None or found is None:
            return refuse(Code.NO_CHECK_ANNOUNCED)
        return {"odds": answers.announced_odds(found, pool(game, game.pending.check))}

    def save(self, asked: requests.Save) -> Answer:
        """Write the game to a file, and play on there. Raises SaveError."""
        store, game = self._playing()
        file = _file(asked.path)
        _in_a_folder(file)
        if not _same(file, store):
            self._sit_at(store.copied_to(file), game, self._turn)
        return {"saved": str(file), **answers.standing(game, self._turn)}

    def load(self, asked: requests.Load) -> Answer:
        """Open a file, and play on there. Raises SaveError."""
        file = _file(asked.path)
        if self._store is None or not _same(file, self._store):
            store = Store.open(file)
            try:
                game, turn = store.load(), next(store.back()).number
            except BaseException:
                store.close()
                raise
            self._sit_at(store, game, turn)
        return {"loaded": str(file), **answers.standing(self._playing()[1], self._turn)}

    def recover(self) -> None:
        """After a failure inside: stand where the save stands, as before."""
        if self._store is not None:
            with suppress(SaveError, *FAULTS):
                self._store.reread()
                self._stand()

    def _sit_at(self, store: Store, game: Game, turn: int = 0) -> None:
        before, self._store, self._game, self._turn = self._store, store, game, turn
        if before is not None:
            before.close()

    def _stand(self) -> None:
        store, _ = self._playing()
        self._game, self._turn = store.load(), next(store.back()).number

    def _playing(self) -> tuple[Store, Game]:
        if self._store is None or self._game is None:
            raise Unanswerable(Problem.NO_GAME)
        return self._store, self._game


def _file(path: str) -> Path:
    from table.shelf import to_open

    return to_open(Path(path))


def _in_a_folder(file: Path) -> None:
    """A path mistyped makes no folders. Raises Unanswerable; what else is wrong there is the store's to say."""
    try:
        file.parent.stat()
    except FileNotFoundError as error:
        raise Unanswerable(Problem.SAVE_UNWRITABLE, file=file, why="its folder is not there") from error
    except OSError:
        pass


def _same(file: Path, store: Store) -> bool:
    return not store.is_in_memory and os.path.exists(file) and file.samefile(store.file)
