"""Sentences as models write them: what may not be told is caught for what is wrong with it, the rest passes."""

import dataclasses
import tomllib
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.changing import changed
from engine.core.check import Check, Difficulty, Outcome, StakeId
from engine.core.commands import NewGame
from engine.core.decide import new_game
from engine.core.events import (
    Cause,
    CheckSettled,
    HealthChanged,
    ItemGained,
    RuledWithoutRoll,
    SceneCut,
    SceneEntered,
    StoryEnded,
)
from engine.core.evolve import fold
from engine.core.foes import Adversary, AdversaryId
from engine.core.sheet import Attribute, CharacterId, Item, ItemId, Variant
from engine.core.view import view
from engine.ruling import Accepted
from engine.story import EndingId, FactId, SceneId
from narrator import prompting
from narrator.guard import Fault, Guard, Watch
from narrator.memory import Exchange, Memory, Note, NoteKind
from narrator.port import Moment
from narrator.sanitise import Cleaner, one_line
from narrator.scenario import Language
from narrator.telling.sentences import Sentences, sentences

LINES = {"fr": "je crochète la serrure du caisson", "en": "I pick the lock of the locker"}
SCENARIO = prompting.scenario("low_tide")
CHARACTERS = prompting.characters()
GROUPS = {
    "number": {Fault.NUMBER, Fault.RULE_TERM},
    "rule_term": {Fault.RULE_TERM, Fault.NUMBER},
    "down_acts": {Fault.DOWN_ACTS},
    "plays_pc": {Fault.PLAYS_PC},
    "not_held": {Fault.NOT_HELD},
    "form": {Fault.TOOL_NAME, Fault.NONSENSE},
    "secret": {Fault.SECRET},
    "language": {Fault.LANGUAGE},
    "state": {Fault.STATE, Fault.PLAYS_PC, Fault.NOT_HELD},
}


@cache
def guard(language: Language) -> Guard:
    return Guard(SCENARIO, CHARACTERS, language)


@cache
def moment(language: Language) -> Moment:
    sheets = tuple(each.sheet() for each in CHARACTERS if each.id in ("akiko", "teva"))
    begun = new_game(NewGame(Variant.BLOCKBUSTER, "1", SCENARIO.story(), sheets))
    assert isinstance(begun, Accepted)
    game = fold(begun.events)
    found = {each.id: each for each in prompting.catalogue().adversaries}
    foes = tuple(
        Adversary(AdversaryId(each), found[each].profile(language), health, 3)
        for each, health in (("lobby_guard", 0), ("kennel_drone", 3))
    )
    down = tuple(changed(each, health=0) if each.id == "teva" else each for each in game.characters)
    return Moment(view(changed(game, characters=down, adversaries=foes)), 3)


def tried(language: Language) -> CheckSettled:
    check = Check(
        CharacterId("akiko"),
        Attribute.DEX,
        Difficulty.STANDARD,
        StakeId("dry_dog:place:pick_lock"),
        LINES[language],
        "",
        None,
    )
    return CheckSettled(check, Outcome.FAILURE, 0)


def watch(language: Language) -> Watch:
    return guard(language).watch((tried(language),), moment(language))


def judged(side: str) -> list[tuple[Language, str, str]]:
    found: list[tuple[Language, str, str]] = []
    for language in ("fr", "en"):
        file = Path(__file__).parent / "prose" / f"{language}.toml"
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
        assert tables.keys() == GROUPS.keys()
        for group, table in tables.items():
            assert len(table[side]) >= 25
            found += [(language, group, each) for each in table[side]]
    return found


@pytest.mark.parametrize(("language", "group", "sentence"), judged("caught"))
def test_what_may_not_be_told_is_caught(language: Language, group: str, sentence: str) -> None:
    assert watch(language).fault(sentence) in GROUPS[group]


@pytest.mark.parametrize(("language", "group", "sentence"), judged("passes"))
def test_what_only_looks_like_it_passes(language: Language, group: str, sentence: str) -> None:
    assert watch(language).fault(sentence) is None


def passages(kind: str) -> list[tuple[Language, str]]:
    """Turns as models tell them, one a line, that were written after the guard was."""
    found: list[tuple[Language, str]] = []
    for language in ("fr", "en"):
        file = Path(__file__).parent / "prose" / f"{kind}.{language}.txt"
        found += [(language, each) for each in file.read_text(encoding="utf-8").splitlines()]
    return found


@pytest.mark.parametrize(("language", "passage"), passages("holds"))
def test_good_prose_is_left_alone(language: Language, passage: str) -> None:
    turn = watch(language)
    assert [turn.fault(each) for each in sentences(passage)] == [None] * len(sentences(passage))


@pytest.mark.parametrize(("language", "passage"), passages("fails"))
def test_in_bad_prose_something_is_caught(language: Language, passage: str) -> None:
    turn = watch(language)
    assert any(turn.fault(each) for each in sentences(passage))


def test_a_quotation_may_run_over_sentences() -> None:
    turn = watch("fr")
    told = ["« Vous avez peur, dit Nadège.", "Vous hésitez. »", "Vous hésitez."]
    assert [turn.fault(each) for each in told] == [None, None, Fault.PLAYS_PC]


def test_a_quotation_that_is_never_closed_excuses_little() -> None:
    turn = watch("en")
    assert turn.fault('"Listen, says Joris.') is None
    assert [turn.fault("You hesitate.") for _ in range(20)][-1] is Fault.PLAYS_PC


def test_an_empty_line_ends_a_quotation() -> None:
    turn = watch("en")
    assert [turn.fault(each) for each in ('"Listen.', "", "You hesitate.")] == [None, None, Fault.PLAYS_PC]


def test_what_the_events_bear_may_be_said() -> None:
    hurt = HealthChanged(CharacterId("akiko"), 8, 5, Cause.DAMAGE)
    for language, sentence in (("fr", "Vous perdez trois points de Santé."), ("en", "You lose 3 Health.")):
        bare = guard(language).watch((), moment(language))
        told = guard(language).watch((hurt,), moment(language))
        assert (bare.fault(sentence), told.fault(sentence)) == (Fault.NUMBER, None)
        assert told.fault(sentence.replace("trois", "quatre").replace("3", "4")) is Fault.NUMBER


def test_what_the_player_announced_may_be_told() -> None:
    said = {"fr": "je dis à Nadège que je m'en vais", "en": "I tell Nadège that I am leaving"}
    spoken = {"fr": "Vous dites à Nadège que vous partez.", "en": "You tell Nadège that it is time to go."}
    for language in ("fr", "en"):
        now = moment(language)
        assert guard(language).watch((), now).fault(spoken[language]) is Fault.PLAYS_PC
        assert guard(language).watch((), now, said[language]).fault(spoken[language]) is None


CANON = {
    "fr": {
        "Akiko a 7 points de Santé.": Fault.NUMBER,
        "Le seuil de cette porte est 5.": Fault.NUMBER,
        "The dead man is alive and walks along the quay.": Fault.LANGUAGE,
        "La porte est ouverte par rule_without_roll.": Fault.TOOL_NAME,
        "La marée monte. Teva se relève et marche vers le bar.": Fault.DOWN_ACTS,
        "Akiko brandit un fusil.": Fault.NOT_HELD,
        "Nadège garde les clefs du quai.": None,
        "« Marek a perdu un œil », dit Nadège. Il répare des barques.": None,
    },
    "en": {
        "You have 7 Health.": Fault.NUMBER,
        "Le mort est vivant et marche sur le quai.": Fault.LANGUAGE,
        "The gate is open. rule_without_roll": Fault.TOOL_NAME,
        "Teva gets up and walks to the bar.": Fault.DOWN_ACTS,
        "Akiko raises her rifle.": Fault.NOT_HELD,
        "Nadège keeps the keys of the quay.": None,
        "Marek lost an eye at the last spring tide. He mends boats.": None,
    },
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_may_not_be_told_may_not_be_kept_as_canon(language: Language) -> None:
    turn = watch(language)
    assert {each: turn.canon_fault(each) for each in CANON[language]} == CANON[language]


def test_to_judge_canon_leaves_what_is_told_as_it_was() -> None:
    turn = watch("en")
    assert turn.fault('"Listen, says Joris.') is None
    assert turn.canon_fault("You hesitate.") is Fault.PLAYS_PC
    assert turn.fault('You hesitate."') is None
    assert turn.canon_fault('The gate holds, and "so do we.') is None
    assert turn.fault("You hesitate.") is Fault.PLAYS_PC


def test_a_number_and_a_name_are_a_players_to_keep_and_not_a_models() -> None:
    number, capital = "Le casier 317 est vide.", "Le couloir mène à la Menace."
    for kind in (NoteKind.CANON, NoteKind.PIN):
        now = dataclasses.replace(moment("fr"), memory=Memory([Note(kind, f"{number} {capital}", 1)]))
        turn = guard("fr").watch((), now)
        faults = [turn.fault(number), turn.fault(capital)]
        assert faults == ([None, None] if kind is NoteKind.PIN else [Fault.NUMBER, Fault.RULE_TERM])


def test_a_number_that_the_player_typed_may_be_told() -> None:
    told = "Le casier 317 est vide."
    assert guard("fr").watch((), moment("fr")).fault(told) is Fault.NUMBER
    assert guard("fr").watch((), moment("fr"), "j'ouvre le casier 317").fault(told) is None


def test_whoever_falls_in_this_turn_may_have_acted_before() -> None:
    down = HealthChanged(CharacterId("teva"), 2, 0, Cause.DAMAGE)
    sentence = "Teva steps forward, takes the blow and collapses."
    assert guard("en").watch((), moment("en")).fault(sentence) is Fault.DOWN_ACTS
    assert guard("en").watch((down,), moment("en")).fault(sentence) is None
    assert guard("en").watch((down,), moment("en")).fault("Teva walks away.") is Fault.DOWN_ACTS


def test_an_item_gained_in_this_turn_is_in_hand() -> None:
    rope = ItemGained(CharacterId("akiko"), Item(ItemId("climbing_rope")), "a coil of rope from the wall")
    assert guard("en").watch((), moment("en")).fault("Your rope goes taut.") is Fault.NOT_HELD
    assert guard("en").watch((rope,), moment("en")).fault("Your rope goes taut.") is None


HURT = {"fr": "Une blessure s'ouvre dans votre flanc.", "en": "A wound opens in your side."}
ELSEWHERE = {"fr": "Vous êtes à la maison des douanes.", "en": "You are at the customs house."}
DEAD = {"fr": "Teva est mort.", "en": "Teva is dead."}
SAVED = {"fr": "Toute la ville est sauvée.", "en": "The whole town is saved."}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_the_events_made_so_may_be_told(language: Language) -> None:
    akiko, now = CharacterId("akiko"), moment(language)
    [one, teva] = now.view.characters
    buried = dataclasses.replace(now, view=dataclasses.replace(now.view, characters=(one, changed(teva, dead=True))))
    for told, event, then in (
        (HURT, HealthChanged(akiko, 8, 5, Cause.DAMAGE), now),
        (ELSEWHERE, SceneEntered(SceneId("customs")), now),
        (SAVED, StoryEnded(EndingId("saved")), now),
        (DEAD, tried(language), buried),
    ):
        assert watch(language).fault(told[language]) is Fault.STATE
        assert guard(language).watch((event,), then).fault(told[language]) is None


def test_what_was_told_before_in_another_language_excuses_nothing() -> None:
    before = {"en": "The lock gives.", "fr": "La serrure tient."}
    for language, told in (("fr", before["en"]), ("en", before["fr"])):
        heard = Memory()
        heard.heard(Exchange(1, told, (told,)))
        now = dataclasses.replace(moment(language), recent=(told,), memory=heard)
        bare = guard(language).watch((), moment(language)).fault(told)
        ruled = RuledWithoutRoll(CharacterId("akiko"), told, succeeds=True, why=told)
        assert bare is Fault.LANGUAGE
        assert guard(language).watch((ruled,), now, told).fault(told) is Fault.LANGUAGE


FOB = {"fr": "Vous empochez le jeton de Joris.", "en": "You pocket Joris's fob."}
TAKES_IT = {
    "fr": ("Joris pose son jeton sur le zinc.", "Vous le prenez."),
    "en": ("Joris lays his fob on the counter.", "You take it."),
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_an_established_fact_gives_is_in_hand(language: Language) -> None:
    before = moment(language)
    given = dataclasses.replace(before, view=dataclasses.replace(before.view, facts=(FactId("pass"),)))
    assert guard(language).watch((), before).fault(FOB[language]) is Fault.NOT_HELD
    assert guard(language).watch((), given).fault(FOB[language]) is None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_to_say_that_one_takes_a_thing_does_not_give_it(language: Language) -> None:
    line = {"fr": "j'empoche le jeton de Joris", "en": "I pocket Joris's fob"}[language]
    for outcome, fault in ((Outcome.FAILURE, Fault.NOT_HELD), (Outcome.SUCCESS, None)):
        settled = dataclasses.replace(tried(language), outcome=outcome)
        settled = dataclasses.replace(settled, check=dataclasses.replace(settled.check, action=line))
        assert guard(language).watch((settled,), moment(language), line).fault(FOB[language]) is fault


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_called_it_is_what_was_named_before(language: Language) -> None:
    for named, fault in ((TAKES_IT[language][0], Fault.NOT_HELD), ("…", None)):
        turn = watch(language)
        assert [turn.fault(named), turn.fault(TAKES_IT[language][1])] == [None, fault]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_whoever_said_that_they_leave_or_is_elsewhere_may_be_told_to_leave(language: Language) -> None:
    told = {"fr": "Vous sortez sous la pluie.", "en": "You walk out of the bar."}[language]
    line = {"fr": "je sors du bar", "en": "I go out"}[language]
    assert guard(language).watch((), moment(language)).fault(told) is Fault.PLAYS_PC
    assert guard(language).watch((), moment(language), line).fault(told) is None
    for moved in (SceneEntered(SceneId("quay")), SceneCut()):
        assert guard(language).watch((moved,), moment(language)).fault(told) is None


def test_nobody_plays_a_lone_pc_who_is_down() -> None:
    now = moment("fr")
    [akiko, _] = now.view.characters
    alone = dataclasses.replace(now, view=dataclasses.replace(now.view, characters=(changed(akiko, health=0),)))
    told = guard("fr").watch((), alone)
    assert told.fault("Vous vous relevez lentement.") is Fault.DOWN_ACTS
    assert told.fault("Vous restez à terre, la joue contre la pierre.") is None


def test_a_name_is_a_name_whatever_its_signs() -> None:
    now = moment("en")
    odd = [changed(now.view.characters[0], name="Zoé (the *Cat*) O'Neil"), changed(now.view.characters[1], name="K++")]
    foe = dataclasses.replace(now.view.adversaries[0], name="the guard (number [2")
    view_now = dataclasses.replace(now.view, characters=tuple(odd), adversaries=(foe,))
    turn = guard("en").watch((), dataclasses.replace(now, view=view_now))
    assert turn.fault("O'Neil decides to leave.") is Fault.PLAYS_PC
    assert turn.fault("K++ walks to the door.") is Fault.DOWN_ACTS
    assert turn.fault("The door opens.") is None


_PIECES = st.lists(
    st.one_of(
        st.text(max_size=8),
        st.sampled_from(["Vous ", "You ", "Akiko ", "Teva ", "3 ", "trois ", "Santé ", "dice ", "« ", " »", '"', "— "]),
        st.sampled_from(
            ["votre ", "your ", "fusil ", "rifle ", "ne ", "d'", "a ", "a, ", "_", "{", "Pell ", ".", "? "]
        ),
    ),
    max_size=80,
).map("".join)


@given(_PIECES, st.sampled_from(["fr", "en"]))
def test_no_text_stops_the_guard(text: str, language: Language) -> None:
    turn = watch(language)
    assert all(turn.fault(each) in (None, *Fault) for each in (text, *sentences(text)))


@given(st.integers(1, 9))
def test_what_comes_in_chunks_with_escapes_is_judged_as_it_is_shown(size: int) -> None:
    text = "La por\x1b[31mte s'ouvre. Vous hé\u200bsitez.\x1b]0;title\x07 Le vent en\u202etre. "
    cleaner, cutter, turn = Cleaner(), Sentences(), watch("fr")
    chunks = [text[at : at + size] for at in range(0, len(text), size)]
    told = [each for chunk in (*chunks, "") for each in cutter.feed(cleaner.feed(chunk))]
    told += [*cutter.feed(cleaner.close()), *cutter.close()]
    assert [one_line(each) for each in told] == ["La porte s'ouvre.", "Vous hésitez.", "Le vent entre."]
    assert [turn.fault(each) for each in told] == [None, Fault.PLAYS_PC, None]


def test_a_line_of_digits_without_end_is_a_line_like_any_other() -> None:
    said = guard("en").watch((tried("en"),), moment("en"), "I count " + "9" * 5_000 + " gulls")
    assert said.fault("A gull cries over the quay.") is None
