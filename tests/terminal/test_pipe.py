"""Not a terminal: the story on stdout, the rest on stderr, nothing else; the same bytes for the same seed."""

import json
import re
import unicodedata

import pytest

from table.words import LANGUAGES, messages
from tests.terminal.person import piped, played

LINES = {
    "en": (
        "look at the mural",
        "take Joris's pass",
        "+ because he is drunk",
        "r",
        "",
        "zzz",
        "/why",
        "/log",
        "/sheet",
        "/help",
        "/nothing",
        "go to the quay",
        "force the locker",
        "w",
        "/undo",
        "w",
        "leave the adventure",
        "no",
    ),
    "fr": (
        "regarder la fresque",
        "prendre le passe de Joris",
        "+ parce qu'il est ivre",
        "l",
        "",
        "zzz",
        "/why",
        "/log",
        "/sheet",
        "/help",
        "/rien",
        "aller au quai",
        "forcer le caisson",
        "n",
        "/undo",
        "n",
        "quitter l'aventure",
        "non",
    ),
}


def asked(lang):
    return ("--lang", lang, "--seed", "7", "--variant", "raw", "--character", "akiko")


def evening(home, lang, *more, **environ):
    return played(home, "\n".join(LINES[lang]), *asked(lang), *more, **environ)


def no_terminal_would_obey(text):
    return all(each == "\n" or unicodedata.category(each)[0] != "C" for each in text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("more", [(), ("--accessible",)])
def test_no_prompt_no_control_byte_and_the_program_speaks_on_stderr(tmp_path, lang, more):
    done = evening(tmp_path, lang, *more)
    assert done.code == 0
    assert no_terminal_would_obey(done.out + done.err)
    assert not re.search(r"^>", done.out + done.err, re.MULTILINE)
    aside = ("saved_as", "nothing_typed", "no_command", "undone", "stays", "menu_roll")
    for key in aside:
        text = messages(lang, "play")[key]
        assert isinstance(text, str)
        beginning = max(re.split(r"\{\w+\}", text), key=len)
        assert beginning in done.err
        assert key == "menu_roll" or beginning not in done.out
    assert "Joris" in done.out


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    lines = "\n".join(LINES["fr"])
    first = piped(tmp_path / "a", lines, *asked("fr"))
    again = piped(tmp_path / "b", lines, *asked("fr"))
    assert (first.code, first.out) == (0, again.out)
    assert first.err == again.err
    assert "Reste" in first.out or "Dés" in first.out
    # In this process too, so that the other scenes may save the start of one.
    assert evening(tmp_path / "c", "fr") == again
    other = played(tmp_path / "d", lines, "--lang", "fr", "--variant", "raw", "--character", "akiko", "--seed", "8")
    assert other.out != first.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_json_is_one_object_a_line_in_ascii_and_nothing_else(tmp_path, lang):
    done = evening(tmp_path, lang, "--json")
    records = [json.loads(line) for line in done.out.splitlines()]
    assert done.out.isascii()
    assert all(isinstance(each, dict) for each in records)
    every = {"turn", "check", "turned_down", "asked", "why", "log", "sheet", "help", "undone"}
    assert every <= {key for each in records for key in each}
    turns = [each for each in records if "turn" in each]
    assert [each["turn"] for each in turns][:3] == [0, 1, 2]
    assert all(each["events"] for each in turns)
    check = next(each["check"] for each in records if "check" in each)
    assert check["pool"] == sum(each["dice"] for each in check["lines"]) == 5
    assert check["success_with_reroll"] > check["success"] == 211 / 243


def test_nothing_is_half_translated(tmp_path):
    french, english = (evening(tmp_path / lang, lang) for lang in ("fr", "en"))
    names = {"/sheet", "Akiko Tanabe", "zzz", "Standard", "2", "3", "Stress", "Vigilance"}
    for left, right in ((french.out, english.out), (french.err, english.err)):
        same = {line.strip() for line in left.splitlines()} & {line.strip() for line in right.splitlines()}
        wordy = {line for line in same if re.search(r"[^\W\d_]{2}", line)}
        assert not {line for line in wordy if not set(re.findall(r"[^\W\d_]+", line)) <= names}, wordy
    # Words that only one of the two languages has.
    assert not re.search(r"\b(the|and|you|with|dice|success|turn|roll)\b", french.out + french.err, re.IGNORECASE)
    assert not re.search(r"\b(le|la|les|et|vous|avec|dés|réussite|tour|lancer)\b", english.out + english.err)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_of_a_moment_is_its_own(lang):
    keys = {name: messages(lang, "play")[f"key_{name}"] for name in ("roll", "coup", "withdraw")}
    later = {name: messages(lang, "play")[f"key_{name}"] for name in ("reroll", "inspiration", "accept")}
    assert len(set(keys.values())) == len(set(later.values())) == 3


def test_interface_and_narration_are_two_settings(tmp_path):
    asked = ("--lang", "en", "--narration", "fr", "--seed", "1", "--character", "akiko")
    done = played(tmp_path, "regarder la fresque\n/help\n", *asked)
    assert "La Ville-Basse avant l'eau" in done.out
    assert "You play Akiko Tanabe." in done.err
    # What is typed in the fiction is read in its language, and help says so by its examples.
    assert "Say what your character does, in your own words: «" in done.out
