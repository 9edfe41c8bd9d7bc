"""Nothing that a terminal obeys, or a reader cannot see, comes through the door."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.sanitise import Cleaner, clean, one_line


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("plain", "plain"),
        ("été à l'œil — « oui »", "été à l'œil — « oui »"),
        ("\x1b[31mred\x1b[0m", "red"),
        ("a\x1b[2J\x1b[Hb", "ab"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9b31mred", "red"),
        ("\x1bPdevice\x1b\\text", "text"),
        ("\x1bcreset", "reset"),
        ("bell\x07 null\x00 del\x7f", "bell null del"),
        ("a\u202eb\u2066c\u200bd\ufeffe", "abcde"),
        ("tag\U000e0041\ufe0f", "tag"),
        ("one\r\ntwo\rthree\tfour", "one\ntwo\nthree four"),
        ("cut \x1b[31", "cut "),
        ("cut \x1b]0;never closed", "cut "),
        ("日本語 Привет", "日本語 Привет"),
        ("\ud800lone", "lone"),
    ],
)
def test_a_line_is_cleaned(text: str, left: str) -> None:
    assert clean(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "before\x1b[31mred\x1b[0mafter",
        "\x1b]8;;http://x\x1b\\link\x1b]8;;\x07end",
        "\x9d0;title\x9ctext",
        "one\r\ntwo",
        "\x1bPq#0\x1b\\image",
    ],
)
def test_a_sequence_split_anywhere_is_still_taken_out(text: str) -> None:
    for cut in range(len(text) + 1):
        cleaner = Cleaner()
        told = cleaner.feed(text[:cut]) + cleaner.feed(text[cut:]) + cleaner.close()
        assert told == clean(text)
    cleaner = Cleaner()
    assert "".join(map(cleaner.feed, text)) + cleaner.close() == clean(text)


def test_a_sequence_that_never_ends_holds_little_back() -> None:
    cleaner = Cleaner()
    assert cleaner.feed("\x1b]0;") + "".join(cleaner.feed("x" * 3000) for _ in range(10)) == ""
    assert len(cleaner.held) < 5000
    assert cleaner.feed("\x07And on.") == "And on."


def test_one_line_is_one_line() -> None:
    assert one_line("  a\n b\t\x1b[1mc ") == "a b c"


def _harmless(text: str) -> bool:
    return all(each == "\n" or unicodedata.category(each) not in ("Cc", "Cf", "Cs", "Co") for each in text)


_WILD = st.lists(
    st.one_of(
        st.text(max_size=8),
        st.sampled_from(
            ["\x1b[", "\x1b]", "\x1b", "\x9b", "31m", "\x07", "\x1b\\", "\r", "\n", "\u202e", "\u200d", ";"]
        ),
    )
).map("".join)


@given(_WILD)
def test_no_control_character_survives(text: str) -> None:
    assert _harmless(clean(text))
    assert clean(clean(text)) == clean(text)


@given(_WILD, st.integers(1, 7))
def test_none_survives_in_a_stream_however_it_is_cut(text: str, size: int) -> None:
    cleaner = Cleaner()
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    told = "".join(map(cleaner.feed, chunks)) + cleaner.close()
    assert _harmless(told)
    assert told == clean(text)
