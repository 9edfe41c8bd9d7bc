"""Names in sentences: articles, contraction, elision, agreement, and the spaces of French."""

import pytest

from narrator.reading.lexicon import lexicon
from narrator.scenario import Language, Noun
from narrator.telling.grammar import Word, agree, bare, fill, of, slots, to, typography, word
from narrator.telling.voice import Lately, Voice, line, mark, phrases, sentences

GATE = Word("la grille", feminine=True)
WALL = Word("le mur")
CRATES = Word("les caisses", feminine=True, plural=True)
GUARDS = Word("les gardes", plural=True)


@pytest.mark.parametrize(
    ("name", "after_of", "after_to"),
    [
        ("la grille", "de la grille", "à la grille"),
        ("le mur", "du mur", "au mur"),
        ("les caisses", "des caisses", "aux caisses"),
        ("l'échelle", "de l'échelle", "à l'échelle"),
        ("un vigile", "d'un vigile", "à un vigile"),
        ("une trappe", "d'une trappe", "à une trappe"),
        ("des algues", "d'algues", "à des algues"),
        ("Akiko", "d'Akiko", "à Akiko"),
        ("Élise", "d'Élise", "à Élise"),
        ("Mara", "de Mara", "à Mara"),
        ("Hélène", "d'Hélène", "à Hélène"),
        ("hangar sud", "de hangar sud", "à hangar sud"),
    ],
)
def test_french_prepositions_contract_and_elide(name: str, after_of: str, after_to: str) -> None:
    assert of(name) == after_of
    assert to(name) == after_to


@pytest.mark.parametrize(
    ("forms", "said"),
    [
        ("es", ["e", "", "es", "s"]),
        ("e", ["e", "", "e", ""]),
        ("cède|cèdent", ["cède", "cède", "cèdent", "cèdent"]),
        ("|nt", ["", "", "nt", "nt"]),
        ("il|elle|ils|elles", ["elle", "il", "elles", "ils"]),
    ],
)
def test_forms_agree(forms: str, said: list[str]) -> None:
    assert [agree(each, forms) for each in (GATE, WALL, CRATES, GUARDS)] == said


def test_a_template_is_filled() -> None:
    template = "{Thing} cède{thing?|nt} ; le bord {de thing} reste ouvert{place?es}, {à thing}."
    words = {"thing": CRATES, "place": GATE}
    assert fill(template, words) == "Les caisses cèdent ; le bord des caisses reste ouverte, aux caisses."
    assert slots(template) == {"thing", "place"}


def test_a_capital_stands_at_the_head() -> None:
    assert fill("{De thing} ?", {"thing": WALL}) == "Du mur ?"
    assert fill("{Thing}", {"thing": Word("l'échelle")}) == "L'échelle"


def test_an_authors_noun_becomes_a_word() -> None:
    noun = Noun(fr="les caisses", en="the crates", gender="f", plural=True)
    assert word(noun, "fr") == CRATES
    assert word(noun, "en").text == "the crates"


def test_names_are_bared_of_their_article() -> None:
    assert [bare(each) for each in ("la grille", "l'échelle", "the gate", "Mara", "lanterne")] == [
        "grille",
        "échelle",
        "gate",
        "Mara",
        "lanterne",
    ]


def test_french_high_punctuation_does_not_leave_its_word() -> None:
    nbsp = "\N{NO-BREAK SPACE}"
    assert typography("« Qui va là ? »", "fr") == f"«{nbsp}Qui va là{nbsp}?{nbsp}»"
    assert typography("Who goes : there", "en") == "Who goes : there"


def test_sentences_are_cut_after_their_marks() -> None:
    assert sentences("Il part. « Non ! » Elle reste… Rien.") == ["Il part.", "« Non ! »", "Elle reste…", "Rien."]
    assert sentences("À 4 h 10, rien.") == ["À 4 h 10, rien."]
    assert mark("Il\N{NO-BREAK SPACE}part .") == mark("il part .")


def test_a_line_is_cut_at_a_sentence_or_a_word() -> None:
    assert line("Une phrase. Une autre.", 15) == "Une phrase."
    assert line("mot " * 100, 20) == "mot mot mot mot…"
    assert len(line("x" * 400)) <= 300


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_phrase_can_be_filled(language: Language) -> None:
    known = {
        "thing",
        "person",
        "object",
        "place",
        "who",
        "gear",
        "ways",
        "known",
        "skill",
        "things",
        "exits",
        "rest",
        "first",
        "risks",
        "one",
        "other",
    }
    for path, said in phrases(language).items():
        for each in said:
            assert slots(each) <= known, path
            for named in (GATE, WALL, CRATES, GUARDS):
                told = fill(each, dict.fromkeys(known, named))
                assert "{" not in told, path
                assert not any(character.isdigit() for character in told), f"{path}: a number in prose"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_family_has_its_outcomes(language: Language) -> None:
    voice = Voice(language, "1")
    for family in lexicon(language).families:
        for outcome in ("success", "partial", "failure"):
            path = f"outcome.{family}.{outcome}"
            if voice.knows(path):
                assert voice.fresh(path, Lately(1), dict.fromkeys(("thing", "person", "object"), GATE)), path


def test_choices_hang_on_seed_turn_and_place_alone() -> None:
    one, same, other = Voice("fr", "1"), Voice("fr", "1"), Voice("fr", "2")
    told = [one.say("ruling.wait", Lately(turn)) for turn in range(40)]
    assert told == [same.say("ruling.wait", Lately(turn)) for turn in range(40)]
    assert told != [other.say("ruling.wait", Lately(turn)) for turn in range(40)]
    assert len(set(told)) > 3


def test_a_resource_is_named_after_of() -> None:
    assert [of(each, "fr") for each in ("Oxygène", "Munitions", "Outils")] == ["d'Oxygène", "de Munitions", "d'Outils"]
    assert of("Oxygen", "en") == "of Oxygen"
