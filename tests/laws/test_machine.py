"""A table that plays on: legal commands, odd ones between them, kills and reloads, in any order Hypothesis finds."""

import shutil
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.commands import NewGame
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve_all, fold
from engine.core.legal import legal
from engine.core.rules.awaiting import awaited
from engine.core.sheet import Variant
from engine.core.view import view
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from table.store import Header, Store
from table.verify import verify
from tests.laws.asking import Asking
from tests.laws.odd import Odd
from tests.laws.offers import offered
from tests.laws.walks import NIGHT
from tests.laws.world import CAST

HEADER = Header("the machine's", "{}", "en")


class Table(RuleBasedStateMachine):
    """One campaign in a file, and the game as memory has it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp(prefix="breche-"))
        self.file = self.folder / "game.breche"
        self.store: Store | None = None
        self.number = 0

    @initialize(variant=st.sampled_from(list(Variant)), players=st.integers(1, 4), seed=st.text(max_size=3))
    def begins(self, variant: Variant, players: int, seed: str) -> None:
        begin = NewGame(variant, seed, NIGHT, CAST[:players])
        begun = new_game(begin)
        assert isinstance(begun, Accepted)
        self.game = fold(begun.events)
        self.events = list(begun.events)
        self.store = Store.create(self.file, HEADER, begin, begun.events)

    def teardown(self) -> None:
        if self.store is not None:
            self.store.close()
            verdict = verify(self.file)
            assert (verdict.diverges_at, verdict.how) == (None, None)
        shutil.rmtree(self.folder)

    @precondition(lambda self: legal(self.game).commands or legal(self.game).advances)
    @rule(data=st.data())
    def plays(self, data: st.DataObject) -> None:
        asking = Asking(lambda values: data.draw(st.sampled_from(values)))
        command = asking.anything(self.game, legal(self.game), self.number)
        answer = decide(self.game, command, SeededDice(self.game.seed))
        assert isinstance(answer, Accepted), f"{command!r}: {answer}"
        assert self.store is not None
        self.game = evolve_all(self.game, answer.events)
        self.events += answer.events
        self.store.append(self.game, "", command, None, answer.events)
        self.number += 1

    @rule(data=st.data())
    def asks_something_odd(self, data: st.DataObject) -> None:
        before = repr(self.game)
        odd = Odd(lambda values: data.draw(st.sampled_from(values)), self.game)
        command = odd.command()
        answer = decide(self.game, command, SeededDice(self.game.seed))
        assert isinstance(answer, Refused) is not offered(self.game, legal(self.game), command), command
        assert repr(self.game) == before

    @rule()
    def is_reloaded(self) -> None:
        assert self.store is not None
        self.store.close()
        self.store = Store.open(self.file)
        assert self.store.load() == self.game

    @rule()
    def is_killed(self) -> None:
        """What a killed process leaves is what lies on the disk now: a copy of it opens as the same game."""
        left = self.folder / "left"
        shutil.copytree(self.folder, left, ignore=shutil.ignore_patterns("left", "*.lock"))
        with Store.open(left / self.file.name) as found:
            assert found.load() == self.game
        shutil.rmtree(left)

    @invariant()
    def the_record_is_the_game(self) -> None:
        if self.store is not None:
            assert fold(self.events) == self.game

    @invariant()
    def who_decides_is_said(self) -> None:
        if self.store is not None and self.game.progress.ending is None:
            waits = awaited(self.game)
            assert view(self.game).awaits == waits
            options = legal(self.game)
            assert options.free or waits, "nothing is free and nothing is awaited"


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestTable = Table.TestCase
