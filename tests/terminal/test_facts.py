"""Every event is a line of facts, in both languages; the texts that a referee has read stand beside this file."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from engine.core.check import Avoid, Outcome
from engine.core.commands import AnnounceCheck, RollCheck
from engine.core.events import (
    AdversaryArrived,
    AdversaryOut,
    Cause,
    CheckAnnounced,
    CheckRolled,
    CheckSettled,
    CheckWithdrawn,
    DangerFaced,
    Event,
    GameStarted,
    ItemGained,
    StressChanged,
    WoundTaken,
)
from engine.core.foes import Affliction, Danger, DangerId, Hold, Looming, Manoeuvred, Peril, PerilKind
from engine.core.odds import check_odds
from engine.core.rules.checks import Source, pool
from engine.core.rules.dangers import DANGERS
from engine.core.sheet import Attribute, CharacterId
from engine.core.state import Game
from engine.story import MarkingEvent
from narrator import prompting
from narrator.scenario import Language
from table.campaign import Content
from table.terminal.facts import Facts
from table.terminal.names import Names, bare
from table.terminal.screen import Row
from table.terminal.showing import Showing
from table.words import LANGUAGES, Words
from tests.every_event import A_BOSS, A_GUARD, A_PILOT, A_TIDE, GUARD, SOME_WOLVES, a_contest, an_attack, every
from tests.scenes import Stage, fight, given, hard, hero

AKIKO, TEVA = CharacterId("akiko"), CharacterId("teva")
SILENT = {CheckAnnounced, CheckSettled}
"""What the check itself and its dice show."""


def facts(language: Language, *cast: str, said: bool = False) -> Facts:
    """Facts of a campaign of Low Water with these PCs, Akiko alone if nobody is named."""
    characters = tuple(each for each in prompting.characters() if each.id in (cast or (AKIKO,)))
    names = Names(Content(scenario=prompting.scenario("low_tide"), characters=characters), language)
    return Facts(names, said, "dormir" if language == "fr" else "sleep")


def a_game() -> Game:
    """Two PCs, and one of everything that may stand against them or beside them."""
    stage = given(hero(AKIKO), hero(TEVA), adversaries=(A_GUARD, SOME_WOLVES, A_BOSS), allies=(A_PILOT,))
    return replace(stage.game, contest=a_contest(AKIKO, TEVA), calamities=(Looming(A_TIDE),))


def text(rows: list[Row]) -> list[str]:
    return [f"{row.label} | {row.value}" if row.value else row.label for row in rows]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_said_as_a_referee_has_read_it(language: Language, request: pytest.FixtureRequest) -> None:
    saying = facts(language, AKIKO, TEVA)
    lines = [
        f"{type(event).__name__}: {line}"
        for event in every(AKIKO, TEVA)
        for line in text(saying.events(a_game(), (event,), untold=True)) or ["–"]
    ]
    golden = Path(__file__).parent / f"facts.{language}.txt"
    before, now = golden.read_text(encoding="utf-8"), "\n".join(lines) + "\n"
    if request.config.getoption("bless"):
        golden.write_text(now, encoding="utf-8")
    assert now == before, "read the difference, then --bless it if it is right"


def test_every_event_that_a_player_may_see_is_among_them() -> None:
    assert {type(each) for each in every(AKIKO, TEVA)} == {*get_args(Event)} - {GameStarted}


@pytest.mark.parametrize("said", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_event_is_passed_over(language: Language, said: bool) -> None:
    saying = facts(language, said=said)
    passed = [each for each in every(AKIKO, TEVA) if not saying.events(a_game(), (each,), untold=True)]
    by_complication = [each for each in passed if isinstance(each, WoundTaken) and each.wound.tier is None]
    assert {type(each) for each in passed if each not in by_complication} == SILENT


def test_somebody_whom_the_game_does_not_know_is_called_by_their_id() -> None:
    alone = given(hero(AKIKO)).game
    gone = (AdversaryOut(GUARD),)
    assert text(facts("en").events(alone, gone)) == ["Guard: out of action."]
    assert text(facts("en").events(None, (AdversaryArrived(A_GUARD), *gone)))[1:] == ["Le garde: out of action."]


def test_what_comes_from_the_catalogue_has_its_name() -> None:
    entries = prompting.catalogue()
    own = {item.id for each in prompting.characters() for item in each.items}
    found = next(each for each in entries.items if each.id not in own)
    gained = ItemGained(AKIKO, found.item(), "in the hold")
    assert text(facts("en").events(None, (gained,))) == [f"New item: {bare(found.name, 'en')} | in the hold"]
    rare = next(each for each in entries.dangers if each.id not in {danger.id for danger in DANGERS})
    faced = DangerFaced(Danger(DangerId(rare.id), (Attribute.DEX,), 1, 1), (AKIKO,), "a false step")
    assert text(facts("fr").events(None, (faced,))) == [f"Danger\u00a0: {bare(rare.name, 'fr')} | a false step"]
    home_made = replace(faced, danger=replace(faced.danger, id=DangerId("my own")))
    assert text(facts("en").events(None, (home_made,))) == ["Danger: my own | a false step"]


def test_a_sheet_says_whose_it_is_only_where_several_play() -> None:
    moved = StressChanged(AKIKO, 1, 2, Cause.REROLL)
    assert text(facts("en").events(None, (moved,))) == ["Stress 1 → 2 (reroll)"]
    assert text(facts("en", AKIKO, TEVA).events(None, (moved,))) == ["Akiko Tanabe — Stress 1 → 2 (reroll)"]


def test_who_is_spared_a_roll_did_not_step_back() -> None:
    peril = Peril(PerilKind.DANGER, "fire", 3, (Attribute.CON,))
    avoiding = replace(an_attack(AKIKO), aim=Avoid(peril))
    before = given(hero(AKIKO)).game
    withdrawn = (CheckWithdrawn(AKIKO),)
    assert text(facts("en").events(before, withdrawn)) == ["You step back. Nothing happened."]
    struck = replace(before, pending=fight(hero(AKIKO)).announced(an_attack(AKIKO)).game.pending)
    assert struck.pending is not None
    struck = replace(struck, pending=replace(struck.pending, check=avoiding))
    assert text(facts("en").events(struck, withdrawn)) == ["Akiko Tanabe no longer has to roll."]


# Checks


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_source_of_a_pool_has_its_words_and_its_rule(language: Language) -> None:
    words = Words(language, "play")
    assert all(words(f"source_{each}", what="x") and words(f"why_{each}") for each in Source)


def shown(stage: Stage, language: Language) -> list[str]:
    """The check on the table, as a screen shows it."""
    pending = stage.game.pending
    assert pending is not None
    odds = check_odds(stage.game)
    assert odds is not None
    showing = Showing(Words(language, "play"), facts(language))
    return text(showing.check(stage.game, pending.check, pool(stage.game, pending.check), odds))


def test_a_blow_at_somebody_in_cover_and_on_the_ground_names_them() -> None:
    down = replace(A_GUARD, cover=1, holds=(Hold(Manoeuvred.TOPPLED, 1),))
    lines = shown(fight(hero(AKIKO), foes=[down]).announced(an_attack(AKIKO)), "fr")
    assert "manœuvre\u00a0: le garde" in lines
    assert "à couvert\u00a0: le garde" in lines


def test_a_roll_that_avoids_says_what_strikes_and_how_hard() -> None:
    peril = Peril(
        PerilKind.MANIFESTATION, "deep/wave", 3, (Attribute.DEX,), MarkingEvent.SHOCK, (Affliction.THROWN_DOWN,)
    )
    stage = given(hero(AKIKO), calamities=(Looming(A_TIDE),)).announced(hard(AKIKO))
    pending = stage.game.pending
    assert pending is not None
    avoiding = replace(pending.check, aim=Avoid(peril), action="", risk="", on_partial=None, on_failure=None)
    stage = replace(stage, game=replace(stage.game, pending=replace(pending, check=avoiding)))
    assert "To avoid | Manifestation (la grande marée)" in shown(stage, "en")
    assert "Sinon | 3 de dégâts, Choc, à terre" in shown(stage, "fr")
    assert not [line for line in shown(stage, "en") if line.endswith("| ") or line.startswith("The risk")]


def test_dice_say_what_was_needed() -> None:
    stage = given(hero(AKIKO)).when(AnnounceCheck(hard(AKIKO)))
    after = stage.when(RollCheck(), (6, 1))
    rolled = next(each for each in after.events if isinstance(each, CheckRolled))
    assert rolled.outcome is Outcome.PARTIAL
    assert text(facts("en").events(stage.game, (rolled,))) == ["Dice | [6] 1 — 1 success, 2 needed: partial success"]
