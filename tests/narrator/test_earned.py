"""What is earned and what it costs: Inspirations, claims, partials, and sleep."""

from dataclasses import replace

import pytest

from engine.core import events as happened
from engine.core.check import AdvantageKind, Check, Outcome
from engine.core.decide import decide
from engine.core.evolve import evolve
from engine.core.legal import legal
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.core.view import view, visible
from engine.dice import SeededDice
from engine.ruling import Accepted
from engine.story import ClockId
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.proposals import AskPlayer, CloseScene, GrantInspiration, Proposal, ProposeCheck
from narrator.scenario import Language
from narrator.telling.voice import phrases
from tests.narrator.test_low_tide_lines import CAST, SCENARIO, at, propose, weighed

# --- Inspiration

ARRIVED = "Beneath the counter a marine transmitter crackles next to the tide slate."
PLAYED = "The floor gives, and Joris is left wounded on the boards."
MOMENT = "inspiration: I could not leave Joris wounded on the floor, guilty as he is"


def inspired(line: str, *recent: str, now: Game | None = None) -> Proposal:
    now = now or at("dry_dog")
    return OfflineNarrator(SCENARIO, CAST, "en", "1").propose(line, Moment(view(now), 3, recent), legal(now))


def question(proposal: Proposal) -> str:
    assert isinstance(proposal, AskPlayer), proposal
    return proposal.question


def test_a_played_moment_true_to_the_character_earns_it() -> None:
    assert isinstance(inspired(MOMENT, ARRIVED, PLAYED), GrantInspiration)


@pytest.mark.parametrize("recent", [(), (ARRIVED,), (PLAYED, ARRIVED)])
def test_the_sheet_alone_earns_nothing(recent: tuple[str, ...]) -> None:
    for line in (MOMENT, "inspiration: I cannot leave anyone wounded, even the guilty"):
        assert question(inspired(line, *recent)) in phrases("en")["ask.inspiration_played"]


def test_a_quotation_of_the_sheet_is_no_moment() -> None:
    quoted = inspired("inspiration: I cannot leave anyone wounded, even the guilty", ARRIVED, "Joris coughs.")
    assert question(quoted) in phrases("en")["ask.inspiration_played"]


def test_what_is_not_true_to_the_character_earns_nothing() -> None:
    asked = inspired("inspiration: Joris on the floor and the boards giving way", ARRIVED, PLAYED)
    assert question(asked) in phrases("en")["ask.inspiration_why"]


def test_the_engine_says_who_had_theirs_in_this_scene() -> None:
    now = at("dry_dog")
    had = replace(now, inspired=(CharacterId("salma"),))
    assert question(inspired(MOMENT, ARRIVED, PLAYED, now=had)) in phrases("en")["ask.inspiration_once"]
    other = replace(now, inspired=(CharacterId("akiko"),))
    assert isinstance(inspired(MOMENT, ARRIVED, PLAYED, now=other), GrantInspiration)


def test_a_resumed_game_answers_as_the_one_that_went_on() -> None:
    # What was asked back is no part of a save.
    asked = phrases("en")["ask.inspiration_played"][0]
    for recent in ((ARRIVED,), (ARRIVED, PLAYED)):
        went_on, resumed = inspired(MOMENT, *recent, asked), inspired(MOMENT, *recent)
        assert type(went_on) is type(resumed)


# --- claims


@pytest.mark.parametrize(
    ("language", "claim", "who", "counts"),
    [
        ("fr", "je lui paie un verre de rhum", "salma", True),
        ("en", "I buy him a glass of rum", "salma", True),
        ("en", "I buy him a glass of rum", "akiko", True),
        ("fr", "je lui paie", "salma", False),
        ("fr", "je suis très riche", "salma", False),
        ("en", "I give him my word", "salma", False),
    ],
)
def test_paying_counts_where_there_is_money(language: Language, claim: str, who: str, counts: bool) -> None:
    plead = {"fr": "convaincre Joris", "en": "persuade Joris"}[language]
    advantage = weighed(claim, plead, at("dry_dog", who=who), language).advantage
    assert (advantage is not None) is counts
    assert advantage is None or advantage.kind is AdvantageKind.IDEA


def test_paying_takes_something_to_pay_with() -> None:
    assert weighed("I buy him a glass of rum", "lie to the guard", at("customs"), "en").advantage is None
    assert (
        weighed("I buy him a glass of rum", "lie to the guard", at("customs", who="akiko"), "en").advantage is not None
    )


def test_what_is_paid_for_already_counts_once() -> None:
    assert weighed("I buy him a glass of rum", "buy Joris a round of rum", at("dry_dog"), "en").advantage is None


@pytest.mark.parametrize(
    ("language", "claim"),
    [
        ("en", "with the voice implant"),
        ("en", "advantage: the voice implant"),
        ("en", "+ Advantage: with the voice implant"),
        ("fr", "avec l'implant vocal"),
        ("fr", "avantage : l'implant vocal"),
        ("fr", "Avantage : avec l'implant vocal"),
    ],
)
def test_a_claim_is_kept_without_its_opening_word(language: Language, claim: str) -> None:
    lie = {"fr": "mentir au garde", "en": "lie to the guard"}[language]
    advantage = weighed(claim, lie, at("customs"), language).advantage
    assert advantage is not None
    assert advantage.reason == {"fr": "l'implant vocal", "en": "the voice implant"}[language]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_ruling_on_a_claim_is_made_of_whole_sentences(language: Language) -> None:
    for path, said in phrases(language).items():
        if path.startswith("weigh."):
            for each in said:
                assert each[0].isupper() or each.startswith(("{Gear}", "{Thing}")), each
                assert each.endswith((".", "?")), each


# --- partials


def settled(action: str, now: Game, outcome: Outcome) -> list[str]:
    """What is told of a check that came out so, with the complication that it brings."""
    proposed = propose(action, now, "en")
    assert isinstance(proposed, ProposeCheck)
    check: Check = proposed.command().check
    shown = visible(happened.CheckSettled(check, outcome, 1))
    assert isinstance(shown, happened.CheckSettled)
    events: list[happened.Event] = [shown]
    if outcome is Outcome.PARTIAL:
        assert check.on_partial is not None
        events.append(happened.ComplicationHappened(check.actor, check.on_partial))
    return list(OfflineNarrator(SCENARIO, CAST, "en", "1").narrate(events, Moment(view(now), 3, ())))


def test_a_partial_does_not_tell_the_clean_success_first() -> None:
    now = at("quay")
    clean = settled("sneak aboard the launch", now, Outcome.SUCCESS)
    half = settled("sneak aboard the launch", now, Outcome.PARTIAL)
    assert "without a splash" in " ".join(clean)
    assert half == [
        "The moorings drop into the water, one after the other.",
        "The hull knocks against the quay, and the watchman turns his head.",
    ]


# --- sleep


def slept(line: str, now: Game, *recent: str) -> Proposal:
    return OfflineNarrator(SCENARIO, CAST, "en", "1").propose(line, Moment(view(now), 3, recent), legal(now))


def risen(now: Game, filled: int) -> Game:
    return replace(now, progress=replace(now.progress, clocks=((ClockId("tide"), filled),)))


def test_sleep_says_first_what_it_costs() -> None:
    now = at("dry_dog")
    asked = slept("sleep", now)
    assert isinstance(asked, AskPlayer)
    assert "give the tide a third of its run" in asked.question
    assert asked.suggestions[0] == "sleep at the refuge"
    assert slept("sleep", now, asked.question) == CloseScene(rest="long")
    late = slept("sleep", risen(now, 4), asked.question)
    assert isinstance(late, AskPlayer)
    assert "The sea will be here before you wake" in late.question
    assert slept("sleep", risen(now, 4), late.question) == CloseScene(rest="long")


def test_whoever_is_down_is_told_too_and_can_go_on() -> None:
    now = at("quay")
    down = replace(now, characters=(replace(now.characters[0], health=0),))
    asked = slept("I force the locker", down)
    assert isinstance(asked, AskPlayer)
    assert asked.suggestions == ("sleep at the refuge",)
    assert isinstance(slept("sleep", risen(down, 4)), AskPlayer)
    command = slept("sleep", down)
    assert command == CloseScene(rest="long")
    decided = decide(down, command.command(), SeededDice("1"))
    assert isinstance(decided, Accepted)
    for event in decided.events:
        down = evolve(down, event)
    assert down.progress.ending is None
    assert down.characters[0].health > 0


def test_a_long_rest_never_ends_a_story_by_itself() -> None:
    assert SCENARIO.clock is not None
    assert SCENARIO.clock.on_long_rest < len(SCENARIO.clock.steps)


def test_a_warning_is_only_for_long_rests() -> None:
    assert slept("take a short break", at("dry_dog")) == CloseScene(rest="pause")
    assert slept("rest for an hour", at("dry_dog")) == CloseScene(rest="scene")
