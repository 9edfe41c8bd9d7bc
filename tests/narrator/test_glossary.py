"""The glossary: the same terms in both languages, every figure the engine's, each term found however it is typed."""

import re
import tomllib
from copy import deepcopy
from itertools import pairwise
from pathlib import Path

import pytest

from engine.core.rules import stress as stress_rules
from engine.core.rules.checks import BONUS_CAP, COUP_DICE, Difficulty
from engine.core.rules.faces import SPECIALTY_DICE, SUCCESS_FROM
from engine.core.rules.variants import (
    MAX_STRESS,
    Variant,
    max_health,
    price_is_health,
    reroll_stress,
    stress_malus,
    stress_of,
    stress_of_health_loss,
    tier_tops,
)
from engine.story import MarkingEvent
from narrator.content_error import ContentError
from narrator.glossary import LANGUAGES, Entry, checked, glossary

LEDGER = tomllib.loads((Path(__file__).parents[2] / "docs" / "rules" / "core.toml").read_text(encoding="utf-8"))
EVERY = [each for language in LANGUAGES for each in glossary(language).entries.values()]
BOOK = {
    2: "avantage, caractéristique, complication, désavantage, difficulté, inspiration, partielle, relance, réussite, "
    "réserve de dés, spécialité, succès",
    3: "blessure, blessure durable, coup d'éclat, danger, événement marquant, palier, pause sûre, première vision, "
    "réconfort, rupture, santé, stress",
    4: "dévastatrice, protection, ressource",
    5: "arme de zone, brèche, concentrer, conflit, couvert, manœuvre, s'interposer",
    6: "allié, boss, calamité, faille, groupe, menace, pnj, sbires, trait",
    7: "identité, pj",
    8: "mj",
}
"""The terms of the book's own glossary, by the chapter that it sends to."""


def entry(language: str, name: str) -> Entry:
    return glossary(language).entries[name]


def figures(*sentences: str) -> list[int]:
    return [int(each) for sentence in sentences for each in re.findall(r"(?<![d\d])\d+(?!d)", sentence)]


def held_to(entry: Entry, variant: Variant) -> str:
    """What a rule says for one variant: the sentences that begin with its name."""
    return " ".join(each for each in entry.wording.rule if each.lower().startswith(variant))


def names_found(language: str, said: str) -> list[str]:
    return [each.id for each in glossary(language).find(said)]


# What stands in it.


@pytest.mark.parametrize(
    ("chapter", "term"), [(chapter, term) for chapter, terms in BOOK.items() for term in terms.split(", ")]
)
def test_each_term_of_the_books_glossary_is_there_under_its_chapter(chapter: int, term: str) -> None:
    (found,) = glossary("fr").find(term)
    assert found.frame.chapter == chapter


def test_every_rule_that_an_entry_stands_on_is_in_the_ledger() -> None:
    known = {rule for table in LEDGER.values() for rule in table}
    cited = {rule for each in EVERY for rule in each.frame.rules}
    assert cited <= known


@pytest.mark.parametrize("table", LEDGER)
def test_each_chapter_of_the_ledger_is_explained(table: str) -> None:
    cited = {rule for each in EVERY for rule in each.frame.rules}
    assert cited & LEDGER[table].keys()


@pytest.mark.parametrize("one", EVERY, ids=lambda each: each.term)
def test_a_rule_is_whole_sentences_and_its_definition_is_one(one: Entry) -> None:
    for sentence in (one.wording.short, *one.wording.rule):
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0] in "+0123456789"
    assert not re.search(r"[.!?] ", one.wording.short)


def test_french_keeps_its_high_signs_to_their_words() -> None:
    texts = [
        text
        for each in glossary("fr").entries.values()
        for text in (each.term, *each.wording.aka, each.wording.short, *each.wording.rule)
    ]
    loose = re.compile(r"(?:[^\u00a0\s]|[ ])[;:?!»%]|«[^\u00a0]")
    assert [text for text in texts if loose.search(text)] == []


# Its figures are those that are played.

BOTH = pytest.mark.parametrize("language", LANGUAGES)
VARIANTS = pytest.mark.parametrize("variant", Variant)


@BOTH
@VARIANTS
def test_health_and_its_tiers_are_the_engines(language: str, variant: Variant) -> None:
    assert figures(held_to(entry(language, "health"), variant)) == [max_health(variant)]
    tops = [top for _, top in tier_tops(variant)]
    bounds = [bound for top, below in pairwise(tops[::-1]) for bound in (below + 1, top)]
    assert figures(held_to(entry(language, "tier"), variant)) == [*bounds, 0]


@BOTH
@VARIANTS
def test_marking_events_weigh_what_the_engine_has_them_weigh(language: str, variant: Variant) -> None:
    assert figures(held_to(entry(language, "marking_event"), variant)) == [
        stress_of(variant, each) for each in MarkingEvent
    ]


@BOTH
@VARIANTS
def test_a_reroll_moves_stress_as_the_engine_moves_it(language: str, variant: Variant) -> None:
    said = held_to(entry(language, "reroll"), variant)
    ways = {"en": ("falls", "rises"), "fr": ("baisse", "monte")}[language]
    moved = reroll_stress(variant)
    assert f"{ways[moved > 0]} " in said
    assert ways[moved < 0] not in said
    assert figures(said)[0] == abs(moved)
    assert MAX_STRESS in figures(said)


@BOTH
def test_stress_takes_and_gives_what_the_engine_has_it(language: str) -> None:
    stress = entry(language, "stress")
    assert MAX_STRESS in figures(stress.wording.short)
    assert figures(held_to(stress, Variant.BLOCKBUSTER))[0] == stress_of_health_loss(Variant.BLOCKBUSTER)
    first = next(each for each in range(MAX_STRESS) if stress_malus(Variant.RAW, each))
    assert figures(held_to(stress, Variant.RAW))[1:] == [first, MAX_STRESS]


@BOTH
def test_a_coup_declat_has_the_engines_dice_and_price(language: str) -> None:
    coup = entry(language, "coup")
    assert figures(coup.wording.short) == [MAX_STRESS]
    assert any(f"{COUP_DICE}d6" in each for each in coup.wording.rule)
    assert figures(coup.wording.rule[-1]) == [stress_rules.COUP_STRESS]


@BOTH
@VARIANTS
def test_a_price_is_health_or_a_shock_as_in_the_engine(language: str, variant: Variant) -> None:
    said = held_to(entry(language, "price"), variant)
    health = entry(language, "health").term
    assert (health in said) == price_is_health(variant)
    assert figures(said) == [1 if price_is_health(variant) else stress_of(variant, MarkingEvent.SHOCK)]


@BOTH
def test_dice_and_difficulties_are_the_engines(language: str) -> None:
    assert figures(entry(language, "difficulty").wording.rule[0]) == [each.value for each in Difficulty]
    assert figures(entry(language, "successes").wording.short) == [SUCCESS_FROM, 6]
    assert entry(language, "specialty").wording.rule[0].startswith(f"+{SPECIALTY_DICE}d6")
    assert f" {BONUS_CAP}d6 " in entry(language, "pool").wording.rule[1]


# How a term is found.


@BOTH
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("breach", "breach"),
        ("brèche", "breach"),
        ("BRECHE", "breach"),
        ("coup d'éclat", "coup"),
        ("Coup d’Eclat", "coup"),
        ("coup d eclat", "coup"),
        ("coupdeclat", "coup"),
        ("sang froid", "resistance"),
        ("re-roll", "reroll"),
        ("manoeuvre", "manoeuvre"),
        ("s interposer", "interpose"),
        ("boss_blow", "boss_blow"),
        ("événements marquants", "marking_event"),
    ],
)
def test_a_term_is_found_in_either_language_however_it_is_typed(language: str, said: str, found: str) -> None:
    assert names_found(language, said) == [found]


def test_the_beginning_of_any_word_of_a_term_will_do() -> None:
    assert names_found("en", "bre") == ["breach", "breakdown", "safe_pause"]
    assert names_found("en", "manif") == ["manifestation"]
    assert names_found("fr", "sûre") == ["safe_pause"]


def test_a_whole_name_comes_before_the_longer_ones_that_begin_so() -> None:
    assert names_found("fr", "blessure") == ["wound"]
    assert names_found("en", "success") == ["success"]
    assert names_found("en", "boss") == ["boss"]


def test_the_readers_own_language_comes_first() -> None:
    # "Brut" is the French for raw: who reads English means what begins so in English.
    assert "raw" not in names_found("en", "br")
    assert "raw" in names_found("fr", "br")


@pytest.mark.parametrize("said", ["", " ", "'-'", "xyzzy"])
def test_what_is_no_term_finds_nothing(said: str) -> None:
    assert glossary("en").find(said) == glossary("en").close(said) == ()


@BOTH
@pytest.mark.parametrize(
    ("found", "words"),
    [
        ("check", "d6, die, dé"),
        ("pool", "dice, dés"),
        ("health", "hp, pv"),
        ("stress", "fear, sanity, peur, folie"),
        ("out_of_action", "death, dying, killed, mort, mourir"),
        ("end_of_conflict", "flee, escape, surrender, fuir, fuite, s'enfuir"),
        ("advantage", "help, aider"),
        ("advance", "xp, experience, expérience"),
        ("weapon", "range, portée"),
        ("cover", "take cover, shelter, à couvert, abri"),
        ("resource", "d4, d12, money, argent"),
    ],
)
def test_a_newcomers_words_find_the_entry_that_answers_them(language: str, found: str, words: str) -> None:
    assert {said: names_found(language, said) for said in words.split(", ")} == {
        said: [found] for said in words.split(", ")
    }


@BOTH
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("thraet", "Threat"),
        ("heath", "Health"),
        ("escpae", "escape"),
        ("relence", "Relance"),
        ("inspriation", "Inspiration"),
        ("dificultty", "Difficulty"),
    ],
)
def test_a_slip_of_the_finger_is_met_with_the_name_that_was_meant(language: str, said: str, meant: str) -> None:
    assert glossary(language).close(said) == (meant,)


def test_the_readers_own_spelling_of_a_name_is_given_first() -> None:
    assert glossary("fr").close("difficultee") == ("Difficulté",)
    assert glossary("en").close("difficultyy") == ("Difficulty",)


@BOTH
@pytest.mark.parametrize("said", ["loup", "loups", "wolf", "orange", "courir", "manger", "dragon", "jst", "ctress"])
def test_what_is_only_a_little_alike_is_not_guessed_at(language: str, said: str) -> None:
    assert glossary(language).find(said) == ()
    assert glossary(language).close(said) == ()


# What is refused when it is read.

FRAMES = {
    "breach": {"chapter": 5, "rules": ["breach.opens"], "see": ["cover"]},
    "cover": {"chapter": 5, "rules": ["cover.pc"], "see": []},
}
WORDS = {
    "breach": {"term": "Breach", "aka": [], "short": "An opening.", "rule": ["One.", "Two."]},
    "cover": {"term": "Cover", "aka": ["shelter"], "short": "A wall.", "rule": ["One.", "Two."]},
}


def refusal(frames: dict = FRAMES, french: dict = WORDS, english: dict = WORDS) -> str:
    with pytest.raises(ContentError) as refused:
        checked("en", frames, {"fr": french, "en": english})
    return str(refused.value)


def with_change(table: dict, name: str, key: str, value: object) -> dict:
    changed = deepcopy(table)
    changed[name][key] = value
    return changed


def test_a_whole_glossary_is_taken() -> None:
    assert list(checked("fr", FRAMES, {"fr": WORDS, "en": WORDS}).entries) == ["breach", "cover"]


def test_a_reference_to_no_other_entry_is_refused() -> None:
    said = refusal(with_change(FRAMES, "breach", "see", ["covre"]))
    assert said == "glossary.toml: breach.see: expected the id of another entry, found 'covre'"
    assert "found 'breach'" in refusal(with_change(FRAMES, "breach", "see", ["breach"]))


def test_an_entry_that_one_language_lacks_is_refused() -> None:
    alone = {"breach": WORDS["breach"]}
    assert refusal(french=alone) == "fr/glossary.toml: cover: this entry of ../glossary.toml is missing"
    extra = WORDS | {"wall": WORDS["cover"] | {"term": "Wall", "aka": []}}
    assert refusal(english=extra) == "en/glossary.toml: wall: ../glossary.toml has no such entry"


def test_a_word_for_two_entries_is_refused() -> None:
    said = refusal(english=with_change(WORDS, "cover", "aka", ["Bréach"]))
    assert said == "en/glossary.toml: cover: 'Bréach' stands for breach already"


@pytest.mark.parametrize(
    ("table", "key", "value"),
    [("frames", "chapter", 9), ("frames", "rules", []), ("english", "rule", ["One."]), ("english", "short", "")],
)
def test_a_fault_of_shape_is_named_by_file_and_key(table: str, key: str, value: object) -> None:
    file, whole = {"frames": ("glossary.toml", FRAMES), "english": ("en/glossary.toml", WORDS)}[table]
    assert refusal(**{table: with_change(whole, "breach", key, value)}).startswith(f"{file}: breach.{key}: ")
