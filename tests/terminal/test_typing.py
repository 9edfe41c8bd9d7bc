"""Lines typed at a terminal: editing, history, search, completion; and what Ctrl-C and Ctrl-D do to them."""

import re

import pytest

from tests.terminal.person import Person, played

ASKED = ("--seed", "7", "--lang", "fr", "--variant", "raw", "--character", "akiko")
LINES = ("prendre le passe de Joris", "l", "/why", "/log", "zzz", "/sheet")


@pytest.fixture
def akiko(tmp_path):
    with Person(tmp_path, *ASKED) as person:
        person.answered()
        yield person


def test_an_evening_only_appends_and_shows_what_a_pipe_says(akiko, tmp_path):
    for line in LINES:
        akiko.say(line)
    akiko.press("Ctrl-D")
    assert akiko.leaves() == 0

    for alternate_screen_or_erased_screen in (rb"\x1b\[\?(1049|47|1047)h", rb"\x1b\[[123]J", rb"\x1b\[\d*;\d*H"):
        assert not re.search(alternate_screen_or_erased_screen, akiko.raw)
    shown = " ".join(akiko.text.split())
    story = played(tmp_path / "pipe", "\n".join(LINES), *ASKED).out
    at = 0
    for line in filter(str.strip, story.splitlines()):
        wanted = " ".join(line.split())
        assert wanted in shown[at:], wanted
        at = shown.index(wanted, at) + len(wanted)


def test_the_cursor_never_goes_up_past_the_line_that_is_typed(akiko):
    akiko.say(LINES[0])
    akiko.say("l")
    editing = re.compile(rb"\x1b\[\?2004h.*?\x1b\[\?2004l", re.DOTALL)
    prose = editing.sub(b"", akiko.raw.rpartition(b"\x1b[?2004h")[0])
    assert b"Le cordon glisse" in prose
    assert not re.search(rb"\x1b\[\d*[AFHJKM]|\x1bM", prose)


def test_ctrl_c_clears_a_draft_and_up_brings_it_back(akiko):
    akiko.type("prendre le passe").sees("le passe")
    akiko.press("Ctrl-C")
    assert akiko.say("/why").split()[0] == "/why"
    akiko.press("Up", "Up").type(" de Joris").press("Enter")
    assert "prendre le passe de Joris" in akiko.answered()
    assert "Jet : Discrétion" in " ".join(akiko.text.split())


def test_ctrl_c_on_an_empty_line_hints_and_twice_leaves(akiko):
    akiko.press("Ctrl-C")
    assert "Ctrl-C encore une fois pour quitter" in akiko.answered()
    akiko.say("/why")
    akiko.press("Ctrl-C")
    assert "encore une fois" in akiko.answered()
    akiko.press("Ctrl-C")
    assert akiko.leaves() == 0
    # However the program was begun: by its name, its path, or make.
    goes_on = r"Pour reprendre : (\S*breche play |make play ARGS='?)--save low_tide-akiko"
    assert re.search(goes_on, " ".join(akiko.text.split()))


def test_ctrl_d_leaves_and_history_lasts_across_sessions(akiko, tmp_path):
    akiko.say("regarder la fresque")
    akiko.say("parler à Nadège")
    akiko.press("Ctrl-D")
    assert akiko.leaves() == 0
    with Person(tmp_path, "--save", "low_tide-akiko", "--lang", "fr") as again:
        again.answered()
        again.press("Up", "Up").sees("regarder la fresque")
        again.press("Ctrl-C", "Ctrl-R").sees("reverse-i-search").type("nadè").sees("parler à Nadège")
        again.press("Enter")
        again.press("Enter")
        assert "tour 3" in again.answered()


def test_a_pasted_chapter_is_one_line_too_long_and_nothing_is_lost(akiko):
    akiko.type("\x1b[200~" + "a" * 10_000 + "\x1b[201~").press("Enter")
    assert "Cette ligne a 10000 caractères ; 2000 au plus. Rien n'a été joué" in akiko.answered()
    akiko.type("\x1b[200~prendre le passe\nde Joris\x1b[201~").press("Enter")
    assert "Jet : Discrétion" in akiko.answered()


def test_alt_enter_begins_a_new_line_and_all_is_one_turn(akiko):
    akiko.type("prendre").press("Alt-Enter").type("le passe de Joris").press("Enter")
    assert "Jet : Discrétion" in akiko.answered()


COMPLETIONS = [
    ("/sh", "/sheet"),
    ("regarder la fr", "regarder la fresque"),
    ("regarder l'emet", "regarder l'émetteur"),
    ("regarder l'ÉMET", "regarder l'émetteur"),
    ("lire l'ardoise des m", "lire l'ardoise des marées"),
    ("j'utilise la console de p", "j'utilise la console de piratage"),
    ("avec Discr", "avec Discrétion"),
    ("aller au q", "aller au quai"),
    ("parler à nad", "parler à Nadège"),
]


def test_tab_completes_commands_and_names(akiko):
    for typed, whole in COMPLETIONS:
        akiko.type(typed).sees(typed)
        akiko.press("Tab").type("!").sees(whole + "!")
        akiko.press("Ctrl-C")


def test_tab_tells_no_secret(akiko):
    akiko.type("parler à Idr").press("Tab").type("!").sees("parler à Idr!")


def test_tab_lists_what_may_be_meant_and_tab_on_nothing_stays_silent(akiko):
    akiko.press("Tab").type("/").press("Tab")
    for command in ("/help", "/undo", "/log", "/why", "/sheet", "/quit"):
        akiko.sees(command)
