"""A refusal says what would work, in the person's language, and gives nothing of the story away."""

import re
import string
from pathlib import Path

import pytest

import engine
from engine.ruling import Code, FaultCode, Refused, fault, refuse
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


def test_french_has_every_fault_of_the_engine_with_the_same_slots():
    french = messages("fr", "faults")
    assert {key: slots(text) for key, text in french.items()} == {
        each.name.lower(): slots(each.value) for each in FaultCode
    }
    assert not [key for key, text in french.items() if re.search(r"[^\u00a0][;:?!](\s|$)", text)]


def test_a_refusal_tells_every_fault_by_its_field():
    faults = (
        fault("attributes.FOR", FaultCode.OUT_OF_RANGE, value=5, least=1, most=4),
        fault("items[0].uses[1]", FaultCode.BLANK),
    )
    refused = Refused(Code.BAD_CHARACTER, (("character", "akiko"),), faults=faults)
    assert sentence("fr", refused, named) == (
        "Injouable en l'état\u00a0: Akiko. attributes.FOR vaut 5\u00a0: de 1 à 4. "
        "items[0].uses[1] est vide\u00a0: il faut au moins un mot."
    )
    assert (
        sentence("en", refused, str)
        == refused.sentence
        == (
            "Not playable as it stands: akiko. attributes.FOR is 5: it goes from 1 to 4. "
            "items[0].uses[1] is blank: it takes a word at least."
        )
    )


def test_ids_are_said_by_their_names_with_what_would_work():
    refused = refuse(Code.NO_SUCH_ITEM, "deck", character="akiko", item="rope")
    assert sentence("fr", refused, named) == "Akiko n'a pas corde. Ce qui marcherait\u00a0: console de piratage."
    assert sentence("en", refused, str) == "Akiko does not hold rope. What would work: deck."


def test_french_has_every_thing_that_has_still_to_be_said():
    sources = [each.read_text(encoding="utf-8") for each in Path(engine.__file__).parent.rglob("*.py")]
    said = {each for text in sources for each in re.findall(r'what="([^"]+)"', text)}
    # Those that a rule goes through one after another.
    said |= {"risk", "stake", "why", "who flees", "who arrives"}
    assert set(messages("fr", "missing")) == said
    refused = refuse(Code.REASON_MISSING, what="what it would take")
    assert sentence("fr", refused, named) == "Cela reste à dire\u00a0: ce qu'il faudrait."
    assert sentence("en", refused, named) == "Still to be said: what it would take."


def test_a_sentence_begins_with_a_capital_whatever_it_names():
    assert sentence("fr", refuse(Code.ITEM_IS_EMPTY, item="deck"), named).startswith("Console de piratage")


@pytest.mark.parametrize("code", [Code.NO_SUCH_FACT, Code.FACT_IS_NOT_READY])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fact_is_never_named(code, language):
    said = sentence(language, refuse(code, fact="the captain is a smuggler"), named)
    assert "smuggler" not in said
    assert {"en": "that", "fr": "cela"}[language] in said.casefold()
