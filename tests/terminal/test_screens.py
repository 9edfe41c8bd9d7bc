"""What the screen shows: in windows of any width, read aloud, without colour, on terminals that can do little."""

import re

import pytest

from tests.terminal.person import Person, played, prepared

EVENING = ("--lang", "en", "--save", "evening")
COLOUR = re.compile(rb"\x1b\[[\d;]*[1-9][\d;]*m")
LINES = ("take Joris's pass", "r", "/sheet", "/why", "/log", "/help")


def seen(home, *arguments, lines=LINES, **given):
    """A whole evening at a terminal: the person, after they left."""
    with Person(home, *arguments, **given) as person:
        person.answered()
        for line in lines:
            person.say(line)
        person.press("Ctrl-D")
        assert person.leaves() == 0
    return person


def test_the_status_line_says_where_one_is_and_how(tmp_path):
    prepared(tmp_path)
    with Person(tmp_path, *EVENING) as person:
        status = "The Dry Dog · Health 6/6 · Stress 0/6 · Tide 0/6 · turn {} · offline >"
        assert person.answered().endswith(status.format(0))
        assert person.say("look at the mural").endswith(status.format(1))
        assert "Health" not in person.say("/why")  # Nothing changed: it is not said again.
        assert person.say("go to the quay").endswith(status.format(2).partition("Dry Dog")[2])


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (40, 20), (132, 40)])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_window_gets_whole_words(tmp_path, columns, rows, lang):
    lines = LINES if lang == "en" else ("prendre le passe de Joris", "l", *LINES[2:])
    prepared(tmp_path, narration=lang)
    person = seen(tmp_path, "--lang", lang, "--save", "evening", lines=lines, columns=columns, rows=rows)
    story = played(tmp_path, "/sheet\n/log\n", "--lang", lang, "--save", "evening")
    known = set((story.out + story.err).split())
    # A word broken at the edge would not be one of the words that a pipe shows.
    missing = known - set(person.text.split())
    assert not {word for word in missing if word not in story.err and "Préc" not in word and "Prev" not in word}
    assert all(len(line) <= min(columns, 100) for line in person.text.splitlines() if not line.startswith(">"))


def test_labels_and_values_stand_in_two_columns_where_they_fit(tmp_path):
    prepared(tmp_path)
    wide = seen(tmp_path, *EVENING, lines=("take Joris's pass",)).text.splitlines()
    values = ("take Joris's pass", "He may feel", "5 dice", "success 86")
    columns = {line.index(each) for line in wide for each in values if each in line and line.startswith("  ")}
    assert columns == {12}
    narrow = seen(tmp_path, *EVENING, lines=("w", "take Joris's pass"), columns=40).text
    assert "  The risk  He may feel the hand at his\n            belt and warn his mates.\n" in narrow


def test_colours_are_the_sixteen_that_every_theme_sets(tmp_path):
    prepared(tmp_path)
    raw = seen(tmp_path, *EVENING).raw
    assert b"\x1b[32m" in raw
    assert not re.search(rb"\x1b\[[\d;]*[34]8;[25];", raw)


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"BRECHE_ACCESSIBLE": "1", "NO_COLOR": "1"}])
def test_no_colour_where_none_is_wanted(tmp_path, environ):
    prepared(tmp_path)
    raw = seen(tmp_path, *EVENING, **environ).raw
    assert b"success" in raw
    assert not COLOUR.search(raw)


def test_a_dumb_terminal_in_a_c_locale_gets_ascii_text_and_nothing_else(tmp_path):
    prepared(tmp_path, narration="fr")
    with Person(tmp_path, "--lang", "fr", "--save", "evening", TERM="dumb", LC_ALL="C") as person:
        person.sees("hors ligne").type("prendre le passe de Joris").press("Enter").sees("[n] renoncer")
        person.type("/help").press("Enter").sees("efface la ligne. >")
        person.press("Ctrl-C").sees("Ctrl-C encore une fois")
        person.type("n").press("Enter").sees("tour 2").type("/quit").press("Enter")
        assert person.leaves() == 0
    assert person.raw.isascii()
    assert all(each in b"\r\n" or each >= 32 for each in person.raw)
    assert "Reserve      5 des" in person.text


@pytest.mark.parametrize("locale", ["C", "POSIX"])
def test_a_c_locale_gets_ascii_everywhere(tmp_path, locale):
    with Person(tmp_path, "--lang", "fr", LC_ALL=locale) as person:
        assert "Votre choix (1-2, Entree pour 1) :" in person.answered()
        person.say("2")
        person.say("4")
        assert "Idriss est en bas" in person.say("parler à Nadège")
        person.say("/sheet")
        person.press("Ctrl-D")
        assert person.leaves() == 0
    assert person.raw.isascii()
    done = played(tmp_path, "zzz\n/sheet\n/rien\n/log", "--lang", "fr", "--seed", "1", LC_ALL=locale)
    assert (done.out + done.err).isascii()
    assert "Dexterite" in done.out
    assert "n'existe pas" in done.err
    assert played(tmp_path, "", "--lang", "fr", "--save", "déjà", "--scenario", "né", LC_ALL=locale).err.isascii()


@pytest.mark.parametrize("switch", [("--accessible", {}), ("", {"ACCESSIBLE": "1"}), ("", {"BRECHE_ACCESSIBLE": "1"})])
def test_read_aloud_there_are_sentences_speakers_and_labels(tmp_path, switch):
    flag, environ = switch
    prepared(tmp_path)
    person = seen(tmp_path, *EVENING, *([flag] if flag else []), **environ)
    said = " ".join(person.text.split())
    assert "You: take Joris's pass" in said
    assert "Narrator: The cord slides out of the loop." in said
    assert "You try: take Joris's pass" in said
    assert "+2, specialty: Stealth Pool: 5 dice" in said
    assert "Type r to roll, + reason to add an advantage, w to withdraw." in said
    assert "Dice: 2, 3, 1, 6, 5. Each 5 or 6 counts: 2 successes, 1 needed: success." in said
    assert "Scene: The Dry Dog. Health: 6 of 6. Stress: 0 of 6. Tide: 0 of 6. Turn 2. Narrator: offline." in said
    assert "Wounds: none" in said
    assert not re.search("[\u2500-\u259f\u2190-\u21ff\\[\\]]", person.text)
    assert not [line for line in person.text.splitlines() if line.startswith(" ") or "  " in line]


def test_read_aloud_in_french_the_colon_has_its_space(tmp_path):
    prepared(tmp_path, narration="fr")
    done = played(tmp_path, "prendre le passe de Joris\nl\n", "--lang", "fr", "--save", "evening", "--accessible")
    assert "Narrateur\u00a0: Le cordon glisse" in done.out
    assert "Le risque\u00a0: Il peut sentir" in done.out
    assert "Tapez l pour lancer, + raison pour ajouter un avantage, n pour renoncer." in done.err
    assert not re.search(r"\w: ", done.out)
