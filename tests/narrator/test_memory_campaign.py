"""A thousand turns are remembered in the room of fifty."""

import pytest

from engine.core.events import RuledWithoutRoll
from engine.core.legal import legal
from engine.core.sheet import CharacterId
from engine.core.view import view
from narrator.briefing import Briefing
from narrator.endpoint import Endpoint, Mode
from narrator.exchange import Message, Tool
from narrator.http.asking import Terms, estimate
from narrator.memory import MOST_EXCHANGES, Exchange, Memory, NoteKind
from narrator.port import Moment
from narrator.scenario import Language
from narrator.situation import Situation
from narrator.tools import offered
from table.turns import take_back
from tests.narrator.long_campaign import BUDGET, PINNED, SCENE, Campaign, campaign
from tests.narrator.small_scenario import CHARACTERS, SCENARIO, game

LANGUAGES: tuple[Language, ...] = ("fr", "en")
MARA = CharacterId("mara")
ROOM = 6_000
DEATH = {"fr": "noyé sous le ponton", "en": "drowned below the pier"}
LINES: dict[Language, tuple[str, str]] = {
    "fr": ("Je demande où est passé Joris.", "Je descends à la crypte."),
    "en": ("I ask where Joris has gone.", "I go down to the crypt."),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_brief_of_turn_1000_has_no_more_room_than_that_of_turn_50(language: Language) -> None:
    briefs = campaign(language).briefs
    assert all(each.tokens <= BUDGET for each in briefs.values())
    assert briefs[50].tokens > 0.85 * BUDGET, "it is as good as full by then"
    assert len(briefs) == 1000


def remembered(language: Language, turn: int) -> Memory:
    """What the narrator is reminded from at a turn: the notes of the line so far, and what was said and told lately."""
    memory, store = Memory(), campaign(language).store
    for note in store.notes():
        if note.turn <= turn:
            memory.add(note)
    for each in [*store.back()][::-1]:
        if turn - MOST_EXCHANGES < each.number <= turn:
            memory.heard(Exchange(each.number, each.said, store.prose(each.id)))
    return memory


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_pinned_at_turn_3_and_who_died_at_turn_40_are_known_at_turn_900(language: Language) -> None:
    memory = remembered(language, 900)
    of_joris, of_the_crypt = LINES[language]
    said = memory.brief(f"{of_joris} {SCENE}", BUDGET)
    assert any("Joris" in each and DEATH[language] in each for each in said.canon)
    assert PINNED[language] in memory.brief(f"{of_the_crypt} {SCENE}", BUDGET).pins


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_budget_is_enough_for_them(language: Language) -> None:
    memory = remembered(language, 900)
    of_joris, of_the_crypt = LINES[language]
    assert any(DEATH[language] in each for each in memory.brief(f"{of_joris} {SCENE}", 250).canon)
    assert PINNED[language] in memory.brief(f"{of_the_crypt} {SCENE}", 250).pins


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_secret_stands_among_what_is_told(language: Language) -> None:
    played = campaign(language)
    asked = [played.memory.brief(f"canary Joren {each}", BUDGET) for each in range(0, 1000, 45)]
    assert any(each.hidden for each in asked)
    for said in (*played.briefs.values(), *asked):
        assert not any("canary" in each for each in (*said.pins, *said.canon, *said.recap))


# The whole prompt


def asked(language: Language, memory: Memory) -> tuple[list[Message], tuple[Tool, ...], list[Message]]:
    """What decides, with which tools, and what tells, for a line about Joris in the small adventure's yard."""
    moment = Moment(view(game()), 900, (), memory)
    now = Situation(SCENARIO, CHARACTERS, language, moment, legal(game()))
    briefing, tools = Briefing(SCENARIO, CHARACTERS, language), offered(now)
    decide = briefing.deciding(f"{LINES[language][0]} canary", now, tools, ROOM)
    tell = briefing.telling((RuledWithoutRoll(MARA, LINES[language][0], True, "canary"),), now, (), ROOM)
    return decide, tools, tell


def prompts(language: Language, memory: Memory) -> tuple[str, str]:
    """The words of both."""
    decide, _, tell = asked(language, memory)
    return _joined(decide), _joined(tell)


def _joined(messages: list[Message]) -> str:
    return "\n".join(each.text for each in messages)


def sizes(language: Language, turn: int) -> tuple[int, int]:
    """Tokens of both requests at a turn, as they are sent: the schemas of the tools are among them."""
    decide, tools, tell = asked(language, remembered(language, turn))
    terms = Terms(Endpoint("here", "http://127.0.0.1/v1", "small"), Mode.TOOL)
    return estimate(terms.body(decide, tools, 1)), estimate(terms.body(tell, (), 1))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_prompt_of_turn_1000_is_no_longer_than_that_of_turn_50(language: Language) -> None:
    """But for what the marks before each line come to: pins and recaps are more and shorter lines than turns are."""
    for late, early in zip(sizes(language, 1000), sizes(language, 50), strict=True):
        assert late < 1.08 * early
    for late, middle in zip(sizes(language, 1000), sizes(language, 500), strict=True):
        assert late < 1.04 * middle
    assert all(len(each) // 3 <= ROOM for each in prompts(language, remembered(language, 1000)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dead_are_in_the_whole_prompt_and_secrets_only_where_it_is_decided(language: Language) -> None:
    decide, tell = prompts(language, remembered(language, 900))
    assert DEATH[language] in decide
    assert DEATH[language] in tell
    assert PINNED[language] in decide
    assert "canary:" in decide
    assert "canary:" not in tell


def test_the_save_remembers_what_the_memory_does() -> None:
    played = campaign("en")
    kept = played.store.notes()
    assert kept == tuple(played.memory.notes)
    assert {each.kind for each in kept} == set(NoteKind)


def test_undo_takes_the_notes_of_undone_turns_and_a_fork_has_its_own() -> None:
    played = Campaign("en")
    for number in range(1, 56):
        played.play(number)
    before = played.store.notes()
    while next(played.store.back()).number > 39:
        assert take_back(played.store) is not None
    played.game = played.store.load()
    assert played.store.line != "main", "dice had fallen on the way"
    assert not any(each.turn > 39 or DEATH["en"] in each.text for each in played.store.notes())
    assert [each for each in before if each.turn <= 39] == list(played.store.notes())
    assert any(DEATH["en"] in each.text for each in before)
