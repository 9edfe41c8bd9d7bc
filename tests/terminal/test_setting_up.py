"""The menus before play: Enter takes the default, anything wrong is explained, and one can always leave."""

import pytest

from tests.terminal.person import Person, prepared

QUESTIONS = ("Langue / Language", "Quelle variante ?", "Qui jouez-vous ?")


def test_enter_takes_every_default(tmp_path):
    with Person(tmp_path, LC_ALL="fr_FR.UTF-8") as person:
        assert "Langue / Language 1. Français 2. English Votre choix (1–2, Entrée pour 1)" in person.answered()
        assert "Quelle variante ? 1. Blockbuster" in person.say("")
        asked = person.say("")
        assert "Basse mer — Cette nuit" in asked
        assert "4. Lucho Quispe" in asked
        came = person.say("")
        assert "Vous jouez Akiko Tanabe." in came
        assert "Santé 8/8" in came
        person.say("/quit")
        assert person.leaves() == 0


def test_what_is_chosen_is_what_is_played(tmp_path):
    with Person(tmp_path) as person:
        assert "Enter for 2" in person.answered()
        person.say("1")
        person.say("2")
        came = person.say("3")
        assert "Vous jouez Salma Derradji." in came
        assert "Santé 6/6" in came
        assert "Derrière la digue" in came


@pytest.mark.parametrize("wrong", ["x", "0", "5", "-1", "²", "1.", "look at the mural", "9" * 400])
def test_wrong_input_is_explained_and_asked_again(tmp_path, wrong):
    with Person(tmp_path, "--lang", "en", "--variant", "raw") as person:
        person.answered()
        again = person.say(wrong)
        assert "Type a number, 1–4; Enter takes 1; q leaves." in again
        assert "You play Lucho Quispe." in person.say("4")


@pytest.mark.parametrize("leaving", ["q", "Q", "/quit", "Ctrl-C", "Ctrl-D"])
def test_one_can_leave_from_a_menu_and_nothing_was_made(tmp_path, leaving):
    with Person(tmp_path, "--lang", "fr") as person:
        person.answered()
        if leaving.startswith("Ctrl"):
            person.press(leaving)
        else:
            person.say(leaving)
        assert person.leaves() == 0
    assert not (tmp_path / "saves").exists()


def test_only_what_the_options_leave_open_is_asked(tmp_path):
    with Person(tmp_path, "--lang", "en", "--character", "teva") as person:
        asked = person.answered()
        assert "Which variant?" in asked
        assert "Language" not in asked
        came = person.say("raw") + person.say("2")
        assert "Who do you play?" not in came
        assert "You play Teva Lacombe." in came
    every = ("--lang", "en", "--scenario", "low_tide", "--character", "teva", "--variant", "raw")
    with Person(tmp_path, *every) as person:
        assert "Your choice" not in person.answered()


def test_saves_are_offered_first_and_a_new_adventure_last(tmp_path):
    prepared(tmp_path)
    with Person(tmp_path, "--lang", "en") as person:
        assert "1. Low Water — evening 2. A new adventure Your choice (1–2, Enter for 1):" in person.answered()
        assert "Which variant?" in person.say("2")
    with Person(tmp_path, "--lang", "en", "--new") as person:
        assert "Go on" not in person.answered()
