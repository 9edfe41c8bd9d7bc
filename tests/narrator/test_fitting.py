"""A text fits: lines are shortened and let go in the order that is stated, and no others."""

from hypothesis import given
from hypothesis import strategies as st

from narrator.fitting import Block, Cut, fitted, joined, tokens

ORDER = (Cut("turns", keep=1), Cut("looks", shorten=True), Cut("turns"), Cut("looks"))


def scene() -> list[Block]:
    """Two things with a look and a name, three turns, a line that nothing cuts."""
    looks: list[tuple[str, ...]] = [("- the stove, glowing", "- the stove"), ("- the bolt, shot home", "- the bolt")]
    turns: list[tuple[str, ...]] = [("first turn",), ("second turn",), ("third turn",)]
    return [
        Block("looks", "Here", looks),
        Block("turns", "Lately", turns, oldest=True),
        Block("said", "I wait", bare=True),
    ]


def test_a_token_is_three_characters_rounded_up() -> None:
    assert [tokens(each) for each in ("", "a", "abc", "abcd")] == [0, 1, 1, 2]


def test_what_is_short_enough_is_left_alone() -> None:
    assert fitted(scene(), 100, ORDER) == joined(scene())


def test_a_block_without_a_line_is_left_out_heading_and_all_unless_it_stands_alone() -> None:
    assert joined([Block("turns", "Lately"), Block("said", "I wait", bare=True)]) == "I wait"


def test_lines_go_in_the_stated_order_the_oldest_turn_and_the_last_look_first() -> None:
    whole = tokens(joined(scene()))
    seen = [fitted(scene(), most, ORDER) for most in range(whole, 0, -1)]
    steps = [
        "first turn",
        "second turn",
        "shot home",
        "glowing",
        "third turn",
        "the bolt",
        "the stove",
    ]
    went = [next((at for at, text in enumerate(seen) if each not in text), len(seen)) for each in steps]
    assert went == sorted(went)
    assert seen[-1] == "I wait"


@given(st.integers(0, 60))
def test_nothing_is_longer_than_its_room_but_what_is_never_cut(most: int) -> None:
    assert tokens(fitted(scene(), most, ORDER)) <= max(most, tokens("I wait"))
