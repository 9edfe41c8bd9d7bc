"""Laws of saves: whatever was played, a save gives it back, and proves it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.evolve import fold
from engine.core.sheet import Variant
from table.session import Happened, Session
from table.store import Store
from table.verify import verify
from tests.faults.evening import Scripted, a_game, anything, begun, wandered
from tests.laws.killed import IN_MEMORY

evenings = st.tuples(st.text(max_size=20), st.sampled_from(Variant), st.randoms(use_true_random=False))
# Few, since every turn waits for the disk.
few = settings(max_examples=15)


@few
@given(evenings, st.integers(0, 70))
def test_save_then_load_is_identity(evening, turns):
    seed, variant, chance = evening
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        file = Path(folder, "any.breche")
        left = wandered(file, turns, chance.choice, a_game(seed, variant))
        with Store.open(file) as store:
            assert store.load() == left
            kept = list(store.back())
        assert fold(event for each in reversed(kept) for event in each.events) == left
        assert verify(file).diverges_at is None
        assert verify(file).dice == left.draws


@few
@given(evenings, st.lists(st.booleans(), max_size=25))
def test_going_back_and_on_never_loses_a_die_nor_changes_one(evening, ways):
    """Each True plays a turn, each False takes one back: the game is always what its line folds to, and number n of
    the dice shows one face only, on every line."""
    seed, variant, chance = evening
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        file = Path(folder, "any.breche")
        with begun(file, a_game(seed, variant)) as store:
            session = Session(store, Scripted())
            for on in ways:
                if on:
                    assert isinstance(session.do(anything(session.game, chance.choice)), Happened)
                else:
                    session.undo()
                line = [event for each in reversed(list(store.back())) for event in each.events]
                assert fold(line) == session.game
            left = session.game
        with Store.open(file) as store:
            assert store.load() == left
        verdict = verify(file)
        assert verdict.diverges_at is None
        assert verdict.turns == 1 + sum(ways)


@few
@given(evenings, st.integers(1, 10))
def test_a_refusal_leaves_the_save_byte_for_byte(evening, turns):
    seed, variant, chance = evening
    with TemporaryDirectory(dir=IN_MEMORY) as folder:
        file = Path(folder, "any.breche")
        wandered(file, turns, chance.choice, a_game(seed, variant))
        with Store.open(file) as store:
            session = Session(store, Scripted())
            before = file.read_bytes(), session.game
            refused = [session.do(anything(session.game, chance.choice), faces=(7,) * 40) for _ in range(3)]
            assert not any(isinstance(each, Happened) for each in refused)
            assert (file.read_bytes(), session.game) == before
