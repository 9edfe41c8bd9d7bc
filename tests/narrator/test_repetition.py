"""Turns of phrase that come back are found: what was said twice or more, the most often first."""

from narrator.briefing.repetition import worn_phrases

TOLD = (
    "La lampe tremble au bout du fil. Le vent tombe.",
    "Au bout du fil, la lampe tremble encore.",
    "La lampe tremble. Quelqu'un tousse au bout du quai.",
)


def test_what_comes_back_most_often_is_first() -> None:
    assert worn_phrases(("Le vent se lève. Le vent se lève.", "Le vent se lève.", "La pluie bat la vitre.") * 2) == (
        "le vent se lève",
        "la pluie bat la vitre",
    )


def test_neighbouring_runs_are_one_phrase_without_the_small_words_at_its_end() -> None:
    said = "La marée claque contre la pierre.", "Au large, la marée claque contre la digue."
    assert worn_phrases(said) == ("la marée claque contre",)


def test_a_phrase_never_crosses_the_end_of_a_sentence() -> None:
    assert worn_phrases(("Il attend. Rien ne bouge.", "Il attend. Rien ne bouge.")) == ("rien ne bouge",)


def test_names_and_small_words_are_no_turn_of_phrase() -> None:
    said = ("Il y a Joris sur le quai.", "Il y a du monde sur le quai.")
    assert worn_phrases(said, names=("le quai", "Joris")) == ()
    assert worn_phrases(said) == ("sur le quai",)


def test_an_apostrophe_holds_a_word_together_and_case_does_not_count() -> None:
    assert worn_phrases(("L'eau monte vite.", "Là-bas, l'eau monte vite.")) == ("l'eau monte vite",)


def test_what_is_said_once_is_not_worn_and_a_few_are_enough() -> None:
    assert worn_phrases(TOLD[:1]) == ()
    many = tuple(f"Voici la phrase numéro {'x' * each}." for each in range(1, 20)) * 2
    assert len(worn_phrases(many, most=4)) == 4
