"""A refusal says what would work, in the person's language, and gives nothing of the story away."""

import string

import pytest

from engine.ruling import Code, refuse
from table.refusals import sentence
from table.words import LANGUAGES, messages

NAMES = {"akiko": "Akiko", "deck": "console de piratage", "rope": "corde"}


def named(wanted):
    return NAMES.get(wanted, wanted)


def slots(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_french_has_every_refusal_of_the_engine_with_the_same_slots():
    french = messages("fr", "refusals")
    assert {key: slots(text) for key, text in french.items()} == {each.name.lower(): slots(each.value) for each in Code}


def test_ids_are_said_by_their_names_with_what_would_work():
    refused = refuse(Code.NO_SUCH_ITEM, "deck", character="akiko", item="rope")
    assert sentence("fr", refused, named) == "Akiko n'a pas corde. Ce qui marcherait\u00a0: console de piratage."
    assert sentence("en", refused, str) == "Akiko does not hold rope. What would work: deck."


def test_a_sentence_begins_with_a_capital_whatever_it_names():
    assert sentence("fr", refuse(Code.ITEM_IS_EMPTY, item="deck"), named).startswith("Console de piratage")


@pytest.mark.parametrize("code", [Code.NO_SUCH_FACT, Code.FACT_IS_NOT_READY])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fact_is_never_named(code, language):
    said = sentence(language, refuse(code, fact="the captain is a smuggler"), named)
    assert "smuggler" not in said
    assert {"en": "that", "fr": "cela"}[language] in said.casefold()
