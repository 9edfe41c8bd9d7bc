"""A stream becomes whole sentences, however it is cut into chunks."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator import prompting
from narrator.telling.sentences import LONGEST, Sentences, sentences


def streamed(text: str, *cuts: int) -> list[str]:
    cutter = Sentences()
    ends = [0, *sorted(cuts), len(text)]
    told = [each for start, end in pairwise(ends) for each in cutter.feed(text[start:end])]
    return [*told, *cutter.close()]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("La porte cède. Le vent entre.", ["La porte cède.", "Le vent entre."]),
        ("Attendez… Un bruit. Rien ?", ["Attendez…", "Un bruit.", "Rien ?"]),
        ("« Elle est fermée. » Nadège hoche la tête.", ["« Elle est fermée. »", "Nadège hoche la tête."]),
        ("« Sortez ! » dit Nadège. Le verrou claque.", ["« Sortez ! » dit Nadège.", "Le verrou claque."]),
        ('"It is shut." She nods. "Go."', ['"It is shut."', "She nods.", '"Go."']),
        ("Mr. Vane and Dr. Oz wait. J. R. Pell does not.", ["Mr. Vane and Dr. Oz wait.", "J. R. Pell does not."]),
        ("M. Vane attend. Le capitaine aussi.", ["M. Vane attend.", "Le capitaine aussi."]),
        ("A sign reads: no entry\n\nThe wind drops.", ["A sign reads: no entry", "The wind drops."]),
        ("Une odeur de sel. — Vous voilà, dit Idriss.", ["Une odeur de sel.", "— Vous voilà, dit Idriss."]),
        ("Il est 4 h. 10 minutes encore.", ["Il est 4 h.", "10 minutes encore."]),
        ("  \n\n Seule.  \n\n\n ", ["Seule."]),
        ("", []),
    ],
)
def test_a_text_comes_out_sentence_by_sentence(text: str, parts: list[str]) -> None:
    assert streamed(text) == parts
    assert streamed(text, *range(len(text))) == parts


def test_what_the_stream_cut_off_does_not_come_out() -> None:
    cutter = Sentences()
    assert cutter.feed("The door opens. The wind and the") == ["The door opens."]
    assert cutter.close() == []
    assert cutter.held == "The wind and the"


def test_what_never_ends_is_cut_and_nothing_piles_up() -> None:
    cutter = Sentences()
    told = [each for _ in range(2000) for each in cutter.feed("water and ")]
    assert all(len(each) <= LONGEST for each in told)
    assert len(cutter.held) < LONGEST + 50
    assert sum(each.count("water") for each in (*told, cutter.held)) == 2000
    assert all(len(each) <= LONGEST for each in Sentences().feed("x" * 10_000))


def test_every_text_of_the_adventure_streams_as_it_is_cut_whole() -> None:
    for scene in prompting.scenario("low_tide").scenes:
        for text in (scene.look, *(feature.look for feature in scene.features)):
            for said in (text.fr, text.en):
                assert streamed(said, *range(0, len(said), 7)) == sentences(said)


_PROSE = st.lists(
    st.sampled_from(
        [
            *("La", " mer", "monte", ".", "!", "…", "?", " ", "  ", "\n", "\n\n", "\xa0", "«", "»", '"', "”", "— "),
            *("A", "4", "M.", " Dr. ", "été", "x" * 90, " " * 30, "\n \n", "\t"),
        ]
    ),
    max_size=60,
).map("".join)


@given(_PROSE, st.data())
def test_any_chunks_give_the_same_sentences(text: str, data: st.DataObject) -> None:
    cuts = data.draw(st.lists(st.integers(0, len(text)), max_size=20))
    assert streamed(text, *cuts) == streamed(text) == streamed(text, *range(len(text)))
