"""The rule terms that screens take: a word for every member of every closed set that a person may meet, in French and
in English."""

import re

import pytest

from engine.choice import Choice
from engine.core.check import ComplicationKind, Difficulty, Outcome
from engine.core.commands import ConflictEnd
from engine.core.events import Cause
from engine.core.foes import Affliction, FlawKind, Manoeuvred, Pace, PerilKind, Scale, SetbackKind, Standing
from engine.core.rules.awaiting import Decision, Seat
from engine.core.rules.dangers import DANGERS
from engine.core.sheet import AdvanceKind, Attribute, Breakdown, Tier, Variant
from engine.core.state import RestKind, SafetyKind, Side
from engine.story import EndingKind, MarkingEvent
from narrator.prompting import table
from narrator.scenario import Language

SETS: dict[str, type[Choice]] = {
    "attribute": Attribute,
    "attribute_short": Attribute,
    "outcome": Outcome,
    "tier": Tier,
    "variant": Variant,
    "complication": ComplicationKind,
    "breakdown": Breakdown,
    "rest": RestKind,
    "event": MarkingEvent,
    "cause": Cause,
    "advance": AdvanceKind,
    "standing": Standing,
    "flaw": FlawKind,
    "manoeuvre": Manoeuvred,
    "affliction": Affliction,
    "peril": PerilKind,
    "pace": Pace,
    "scale": Scale,
    "setback": SetbackKind,
    "side": Side,
    "conflict_end": ConflictEnd,
    "safety": SafetyKind,
    "decision": Decision,
    "seat": Seat,
    "ending": EndingKind,
}
LANGUAGES: tuple[Language, ...] = ("fr", "en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SETS)
def test_every_member_of_a_closed_set_has_a_word_of_its_own(language: Language, kind: str) -> None:
    said = table(language, "terms")[kind]
    assert set(said) == {str(each) for each in SETS[kind]}
    assert len(set(said.values())) == len(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_difficulties_and_the_book_s_dangers_have_names(language: Language) -> None:
    terms = table(language, "terms")
    assert set(terms["difficulty"]) == {str(int(each)) for each in Difficulty}
    assert set(terms["danger"]) == {each.id for each in DANGERS}


def test_both_languages_have_the_same_terms_and_no_other_table() -> None:
    french, english = (table(each, "terms") for each in LANGUAGES)
    assert set(french) == set(english) == {*SETS, "difficulty", "danger", "word"}
    assert set(french["word"]) == set(english["word"])


def test_french_keeps_its_high_signs_to_their_words() -> None:
    said = [text for kind in table("fr", "terms").values() for text in kind.values()]
    assert not [each for each in said if re.search(r" [;:?!»]|« ", each)]
