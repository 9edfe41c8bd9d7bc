"""A table that plays on: legal commands, odd ones between them, kills and reloads, in any order Hypothesis finds."""

import shutil
from pathlib import Path
from tempfile import mkdtemp

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.core.commands import Command, CutScene, NewGame
from engine.core.decide import decide, new_game
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.legal import legal
from engine.core.rules.awaiting import awaited
from engine.core.sheet import Variant
from engine.core.view import view
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from table import wire
from table.store import Header, Store
from table.verify import verify
from tests.laws.asking import Asking
from tests.laws.killed import IN_MEMORY, turn_in_a_process_killed_at
from tests.laws.odd import Odd
from tests.laws.offers import offered
from tests.laws.walks import NIGHT
from tests.laws.world import CAST

HEADER = Header("the machine's", "{}", "en")


class Table(RuleBasedStateMachine):
    """One campaign in a file, and the game as memory has it."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp(prefix="breche-", dir=IN_MEMORY))
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
        command, answer = self.decided(data)
        assert self.store is not None
        self.game = evolve_all(self.game, answer.events)
        self.events += answer.events
        self.store.append(self.game, "", command, None, answer.events)

    def decided(self, data: st.DataObject) -> tuple[Command, Accepted[Event]]:
        """Something legal, and what comes of it."""
        self.number += 1
        asking = Asking(lambda values: data.draw(st.sampled_from(values)))
        command = asking.anything(self.game, legal(self.game), self.number)
        answer = decide(self.game, command, SeededDice(self.game.seed))
        assert isinstance(answer, Accepted), f"{command!r}: {answer}"
        return command, answer

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

    @precondition(lambda self: legal(self.game).commands or legal(self.game).advances)
    @rule(data=st.data(), statement=st.integers(1, 12))
    def is_killed(self, data: st.DataObject, statement: int) -> None:
        """Another process plays the next turn and is killed on the way: the turn is there whole, or not at all."""
        command, answer = self.decided(data)
        assert self.store is not None
        self.store.close()
        texts = wire.command_text(command), wire.events_text(answer.events)
        turn_in_a_process_killed_at(statement, self.file, *texts)
        self.store = Store.open(self.file)
        left = self.store.load()
        if left != self.game:
            self.events += answer.events
            self.game = evolve_all(self.game, answer.events)
        assert left == self.game

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
            assert waits or self.game.conflict is None, "a turn of a conflict is somebody's"


Table.TestCase.settings = settings(max_examples=30, stateful_step_count=25, deadline=None)
TestTable = Table.TestCase


def test_a_kill_may_come_before_the_turn_is_there_and_after(tmp_path: Path) -> None:
    """Or the machine would never see one of the two."""
    begin = NewGame(Variant.RAW, "a seed", NIGHT, CAST[:2])
    begun, cut = new_game(begin), CutScene()
    assert isinstance(begun, Accepted)
    happened = decide(fold(begun.events), cut, SeededDice("a seed"))
    assert isinstance(happened, Accepted)
    kept: set[bool] = set()
    for statement in range(1, 13):
        file = tmp_path / f"{statement}.breche"
        Store.create(file, HEADER, begin, begun.events).close()
        turn_in_a_process_killed_at(statement, file, wire.command_text(cut), wire.events_text(happened.events))
        with Store.open(file) as store:
            kept.add(len(list(store.back())) == 2)
    assert kept == {False, True}
