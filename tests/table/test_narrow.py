"""What commands print on a narrow terminal: lines break between words, tables become lists; a pipe is left alone."""

import pytest

from table import commands
from table.lines import broken, fitted
from tests.table.shell import Shell
from tests.terminal.person import prepared

LANGUAGES = ("fr", "en")
LINES = [
    ("saves",),
    ("provider", "list"),
    ("provider", "list", "--notes"),
    ("provider", "list", "ollama"),
    ("odds",),
    ("odds", "--pool", "4"),
    ("odds", "--threat", "2", "--weapon", "2"),
    ("cost",),
    ("rules",),
    ("rules", "stress"),
    ("eval", "narrator", "--sample", "2"),
    ("dance",),
    ("odds", "--difficulty", "easy"),
    ("verify", "nobody"),
    ("provider",),
    ("--help",),
    *((each, "--help") for each in commands.NAMES),
]


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def words_of(done):
    """Every word that was printed, where it stands alone on both screens: a table draws lines, and pads."""
    return {word for word in f"{done.stdout} {done.stderr}".split() if word.isalpha()}


@pytest.mark.parametrize("columns", [80, 40, 30])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_no_word_is_cut_on_a_terminal(shell, line, language, columns):
    if line == ("saves",):
        prepared(shell.home)
    wide, narrow = shell.run(*line, "--lang", language), shell.run(*line, "--lang", language, columns=columns)
    assert narrow.returncode == wide.returncode
    # A list says its headings more than once, and a table has some that a list has not; a piece is in neither.
    known = f"{wide.stdout} {wide.stderr} {shell.run(*line, '--lang', language, '--accessible').stdout}"
    whole = {word.strip(".,;:()«»“”") for word in known.split()}
    assert not {word for word in words_of(narrow) if word not in whole}
    assert "…" not in narrow.stdout
    long = [each for each in f"{narrow.stdout}\n{narrow.stderr}".splitlines() if len(each.rstrip()) > columns]
    assert all(len(each.split()) <= 2 for each in long), "only a word that is longer than a line is longer than it"


@pytest.mark.parametrize("line", [("provider", "list", "--notes"), ("dance",), ("saves",), ("odds", "--pool", "3")])
def test_on_a_pipe_nothing_is_broken(shell, line):
    assert shell.run(*line, COLUMNS="40") == shell.run(*line)


def test_a_table_that_does_not_fit_is_the_list_of_accessible_mode(shell):
    prepared(shell.home)
    listed = shell.run("saves", "--lang", "fr", "--accessible")
    narrow = shell.run("saves", "--lang", "fr", columns=40)
    assert " ".join(narrow.stdout.split()) == " ".join(listed.stdout.split())
    assert "─" in shell.run("saves", "--lang", "fr", columns=100).stdout


def test_what_goes_on_below_stands_as_far_in():
    assert fitted("  one two three", 9) == "  one two\n  three"
    assert fitted("- a\n\n  b c", 0) == "- a\n\n  b c"
    assert broken("https://example.org/a-long-way", 8, "- ", "  ") == ["- https://example.org/a-long-way"]
