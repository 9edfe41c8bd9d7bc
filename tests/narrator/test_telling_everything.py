"""Whatever happens is told or left to its facts, and no event stops the telling."""

import pytest

from engine.core.events import CheckSettled, ConflictEnded, ConflictStarted, Event, HealthChanged
from engine.core.sheet import CharacterId
from engine.core.view import all_visible, view
from narrator.port import Moment
from narrator.scenario import Language
from tests.every_event import every
from tests.narrator.small_scenario import game, narrator

MARA, OTHER = CharacterId("mara"), CharacterId("nobody")
EVERY = all_visible(every(MARA, OTHER))


def told(language: Language, *events: Event) -> list[str]:
    return list(narrator(language).narrate(events, Moment(view(game()), 3, ())))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_event_alone_and_all_of_them_together_are_told(language: Language) -> None:
    for event in EVERY:
        said = told(language, event)
        assert all(said[:1]), "no paragraph begins with nothing"
    assert len([each for each in told(language, *EVERY) if each]) > 10


def test_health_that_no_phrase_fits_is_left_to_its_facts() -> None:
    silent = {each.cause for each in EVERY if isinstance(each, HealthChanged) and not told("en", each)}
    assert silent == {"danger", "first_aid", "remedy"}


def test_a_blow_and_the_two_ends_of_a_conflict_have_words() -> None:
    spoken = (CheckSettled, ConflictStarted, ConflictEnded)
    assert all(told("en", each) for each in EVERY if isinstance(each, spoken))
