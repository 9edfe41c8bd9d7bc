"""Laws of memory: whatever is noted, a brief keeps to its budget, in order, and says the same to the same question."""

from hypothesis import given
from hypothesis import strategies as st

from narrator.memory import Brief, Exchange, Memory, Note, NoteKind

texts = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(["Joris", "bell", "cloche", "la", "NEAR(", '"', "*", "noyé"]), max_size=60).map(" ".join),
)
notes = st.builds(
    Note, st.sampled_from(NoteKind), texts, st.integers(0, 99), st.lists(texts, max_size=3).map(tuple), st.booleans()
)
exchanges = st.builds(Exchange, st.integers(0, 99), texts, st.lists(texts, max_size=5).map(tuple))
budgets = st.integers(-10, 400)


def remembering(noted: list[Note], heard: list[Exchange]) -> Memory:
    memory = Memory()
    for each in noted:
        memory.add(each)
    for exchange in heard:
        memory.heard(exchange)
    return memory


@given(st.lists(notes, max_size=30), st.lists(exchanges, max_size=8), texts, budgets)
def test_a_brief_never_passes_its_budget(noted: list[Note], heard: list[Exchange], about: str, most: int) -> None:
    assert remembering(noted, heard).brief(about, most).tokens <= max(0, most)


@given(st.lists(notes, max_size=30), texts, budgets)
def test_a_secret_is_hidden_and_nothing_else_is(noted: list[Note], about: str, most: int) -> None:
    secret = remembering([each for each in noted if each.secret], []).brief(about, most)
    assert (secret.pins, secret.canon, secret.recap) == ((), (), ())
    assert not remembering([each for each in noted if not each.secret], []).brief(about, most).hidden


@given(st.lists(notes, max_size=30), st.lists(exchanges, max_size=8), texts, budgets)
def test_the_same_question_has_the_same_answer(noted: list[Note], heard: list[Exchange], about: str, most: int) -> None:
    """Also to a memory that was asked in between, and so has taken its notes in bit by bit."""
    asked = Memory()
    for each in noted:
        asked.add(each)
        asked.brief(about, most)
    for exchange in heard:
        asked.heard(exchange)
    assert asked.brief(about, most) == remembering(noted, heard).brief(about, most)


@given(st.integers(1, 30), st.integers(0, 400))
def test_each_list_is_oldest_first(many: int, most: int) -> None:
    noted = [Note(kind, f"{kind} bell {each:03}", each) for each in range(many) for kind in NoteKind]
    said = remembering(noted, [Exchange(each, f"bell {each}", ()) for each in range(many)]).brief("bell", most)
    for numbers in (
        _numbers(said.pins),
        _numbers(said.canon),
        _numbers(said.recap),
        [each.turn for each in said.lately],
    ):
        assert numbers == sorted(numbers)


def _numbers(said: tuple[str, ...]) -> list[int]:
    return [int(each.rsplit(" ", 1)[1]) for each in said if not each.endswith("…")]


@given(st.lists(notes, max_size=20), texts)
def test_with_room_enough_every_open_pin_is_there(noted: list[Note], about: str) -> None:
    said: Brief = remembering(noted, []).brief(about, 100_000)
    pins = {each.text for each in remembering(noted, []).notes if each.kind is NoteKind.PIN and not each.secret}
    assert set(said.pins) == pins - {""}
