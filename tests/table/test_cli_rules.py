"""`breche rules`: a term and its rule, for readers of both languages, on any screen, and for programs."""

import json
import re
import sys

import pexpect
import pytest

from narrator.glossary import glossary
from tests.table.shell import Shell


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.fixture
def on_a_screen(shell):
    """What `breche rules` shows on a terminal so many columns wide, a line each."""

    def shown(columns, *arguments, **environ):
        code = f"from table.cli import main; main({['rules', *arguments]!r})"
        with pexpect.spawn(
            sys.executable,
            ["-c", code],
            env=shell.environ(TERM="xterm", **environ),
            encoding="utf-8",
            dimensions=(100, columns),
            timeout=60,
        ) as terminal:
            terminal.expect(pexpect.EOF)
        return terminal.before.replace("\r\n", "\n").splitlines()

    return shown


def bare(line):
    """A line without what makes it bold."""
    return re.sub(r"\x1b\[\d+m", "", line)


@pytest.mark.parametrize("said", ["breach", "brèche", "BRECHE"])
@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("en", ["Breach (in French: Brèche)", "CORE, chapter 5: Conflicts"]),
        ("fr", ["Brèche (en anglais\u00a0: Breach)", "CORE, chapitre 5\u00a0: Les conflits"]),
    ],
)
def test_a_term_is_told_in_the_readers_language_whichever_it_was_typed_in(shell, said, language, begins):
    done = shell.run("rules", said, "--lang", language)
    breach = glossary(language).entries["breach"].wording
    assert (done.returncode, done.stderr) == (0, "")
    told = done.stdout.splitlines()
    assert told[:2] == begins
    assert breach.short in told
    assert [each.removeprefix("- ") for each in told if each.startswith("- ")] == list(breach.rule)


def test_what_to_read_next_is_named_in_words_that_can_be_typed(shell):
    last = shell.run("rules", "breach").stdout.splitlines()[-1]
    assert last == "See also: NPC attacks, Concentrate, Interpose, Not fighting"
    for each in last.removeprefix("See also: ").split(", "):
        assert shell.run("rules", each).returncode == 0


def test_a_term_of_several_words_needs_no_quotes(shell):
    assert shell.run("rules", "coup", "de", "boss").stdout == shell.run("rules", "boss blow").stdout
    assert shell.run("rules", "first", "aid", "--lang", "fr").stdout.startswith("Premiers soins (")


def test_a_term_that_is_the_same_in_both_languages_is_not_said_twice(shell):
    assert shell.run("rules", "boss").stdout.startswith("Boss\n")
    assert shell.run("rules", "manœuvre", "--lang", "fr").stdout.startswith("Manœuvre\n")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_without_a_term_each_one_is_listed_under_its_chapter_and_a_pipe_has_its_definition(shell, language):
    told = shell.run("rules", "--lang", language).stdout.replace("\u00a0", " ")
    chapters = re.split(r"\n\n(\d)\. .*\n", told)
    assert chapters[1::2] == list("12345678")
    colon = {"en": ": ", "fr": " : "}[language]
    for number, terms in zip(chapters[1::2], chapters[2::2], strict=True):
        assert terms.strip().splitlines() == [
            f"{each.term}{colon}{each.wording.short}".replace("\u00a0", " ")
            for each in glossary(language).entries.values()
            if each.frame.chapter == int(number)
        ]


MISTAKES = [
    ("fir", "“fir” may mean Danger, First aid or First sight.", "«\u00a0fir\u00a0» peut vouloir dire"),
    (
        "inspriation",
        "The glossary has no “inspriation”; did you mean Inspiration?",
        "vouliez-vous dire Inspiration\u00a0?",
    ),
    ("escpae", "The glossary has no “escpae”; did you mean escape?", "vouliez-vous dire escape\u00a0?"),
    ("loups", "The glossary has no “loups”; breche rules lists its terms.", "breche rules en donne les termes."),
    ("xyzzy", "The glossary has no “xyzzy”; breche rules lists its terms.", "breche rules en donne les termes."),
    ("", "The glossary has no “”; breche rules lists its terms.", "breche rules en donne les termes."),
]


@pytest.mark.parametrize(("said", "english", "french"), MISTAKES)
def test_a_term_that_is_not_there_is_refused_in_one_sentence_that_names_the_nearest(shell, said, english, french):
    done = shell.run("rules", said)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{english}\n")
    told = shell.run("rules", said, "--lang", "fr", "--json")
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    assert french in told.stderr


def test_a_program_gets_the_entry_in_the_language_that_it_asks_for(shell):
    english, french = (
        json.loads(shell.run("rules", "threat", "--json", "--lang", each).stdout) for each in ("en", "fr")
    )
    assert list(english) == ["id", "term", "aka", "short", "rule", "chapter", "rules", "see"]
    assert (english["id"], english["term"], french["term"]) == ("threat", "Threat", "Menace")
    assert english["rules"] == french["rules"] == ["npc.typical", "attack.target", "breach.budget"]
    assert french["rule"] == list(glossary("fr").entries["threat"].wording.rule)


def test_a_program_gets_them_all_when_it_names_none(shell):
    found = json.loads(shell.run("rules", "--json").stdout)
    assert [each["id"] for each in found] == list(glossary("en").entries)


@pytest.mark.parametrize(("columns", "language"), [(30, "en"), (60, "fr"), (80, "en"), (200, "fr")])
def test_no_line_is_wider_than_the_screen_nor_than_a_page(on_a_screen, columns, language):
    for asked in ((), ("reroll",), ("danger",)):
        lines = [bare(each) for each in on_a_screen(columns, *asked, "--lang", language)]
        assert max(map(len, lines)) <= min(columns, 100)


def test_a_screen_has_the_list_in_as_many_columns_as_it_holds(on_a_screen):
    narrow, wide = on_a_screen(60), on_a_screen(80)
    assert len(wide) < len(narrow) < 60
    assert "  Coup d'éclat       Marking event      Stress" in narrow
    starts = {match.start() for line in wide for match in re.finditer(r"(?<=\s\s)\S", line)}
    assert starts == {2, 21, 40, 59}


def test_a_sentence_that_goes_on_is_set_under_its_own_beginning(on_a_screen):
    lines = on_a_screen(40, "coup")
    at = lines.index("- Declare it before the roll, on any")
    assert lines[at + 1] == "  action, even in a conflict; not on a"


def test_the_term_is_bold_only_where_a_screen_has_colours(on_a_screen, shell):
    assert on_a_screen(80, "boss")[0] == "\x1b[1mBoss\x1b[0m"
    assert on_a_screen(80, "boss", NO_COLOR="1")[0] == "Boss"
    assert "\x1b" not in shell.run("rules", "boss", FORCE_COLOR="1", TERM="xterm-256color").stdout


def test_accessible_mode_has_sentences_alone(on_a_screen):
    entry = on_a_screen(100, "minions", "--accessible")
    assert not [each for each in entry if each.startswith(("-", " "))]
    assert "Minions: Small fry, played as one group." in on_a_screen(100, "--accessible")


def test_a_screen_without_accents_gets_ascii_in_straight_columns(shell, on_a_screen):
    done = shell.run("rules", "manoeuvre", "--lang", "fr", encoding="ascii")
    assert done.stdout.isascii()
    assert done.stdout.startswith("Manoeuvre\n")
    assert "?" not in done.stdout
    lines = on_a_screen(80, "--lang", "fr", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    row = next(each for each in lines if "Manoeuvre" in each)
    assert row.index("Manoeuvre") in (2, 22, 42, 62)
