"""Both languages say the same things, each in its own way."""

import re
import string
from pathlib import Path

import pytest

from table.words import LANGUAGES, Words, locale_language, messages, nearest

FOLDER = Path(__file__).parents[2] / "table" / "messages"
AREAS = sorted(
    {each.stem for each in FOLDER.glob("*/*.toml")} - {"refusals", "faults", "missing"}
)  # English: the engine.


def slots(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def forms(message):
    return {"": message} if isinstance(message, str) else message


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_have_the_same_texts_forms_and_slots(area):
    french, english = (messages(each, area) for each in LANGUAGES)
    assert french.keys() == english.keys()
    for key in french:
        assert forms(french[key]).keys() == forms(english[key]).keys(), key
        both = [
            set().union(*(slots(form) - {"count"} for form in forms(each[key]).values())) for each in (french, english)
        ]
        assert both[0] == both[1], key


@pytest.mark.parametrize("area", AREAS)
def test_french_keeps_its_high_signs_to_their_words(area):
    """A space that does not break stands before ; : ? ! » % and after «, but inside a word as in 12:30."""
    for key, message in messages("fr", area).items():
        for text in forms(message).values():
            bare = re.sub(r"\{[^}]*\}", "x", text)
            loose = re.findall(r"(?:[^\u00a0\u202f;:?!\s(\[/]| )[;:?!»](?=\s|$)|\w »|«[^\u00a0\u202f]| %", bare)
            assert not loose, (key, text, loose)


def test_a_text_is_found_by_its_path_and_filled(monkeypatch):
    assert Words("en", "cli")("lang.wrong", value="de") == "“de” is not a language here: fr or en."
    assert Words("fr", "cli").language == "fr"


def test_a_text_or_a_slot_that_is_missing_is_a_bug():
    with pytest.raises(KeyError):
        Words("en", "cli")("lang.nowhere")
    with pytest.raises(KeyError):
        Words("en", "cli")("lang.wrong")


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 turns"),
        ("en", 1, "1 turn"),
        ("en", 2, "2 turns"),
        ("fr", 0, "0 tour"),
        ("fr", 1, "1 tour"),
        ("fr", 2, "2 tours"),
    ],
)
def test_each_language_counts_in_its_own_way(language, count, said):
    assert Words(language, "cli")("verify.turns", count=count) == said


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "fr_CA", "LANG": "en_GB"}, "fr"),
        ({"LANGUAGE": "fr:en"}, "fr"),
    ],
)
def test_the_system_says_which_language_by_the_first_that_it_names(environ, language):
    assert locale_language(environ) == language


def test_a_screen_without_accents_still_reads():
    assert nearest("« Où êtes-vous ? » — l’œil…") == '" Ou etes-vous ? " - l\'oeil...'
    assert nearest("日") == "?"
