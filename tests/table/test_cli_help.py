"""Help, versions and command lines that are not understood, in both languages."""

import json
import re
import sys

import pexpect
import pytest

from engine.core.sheet import Variant
from narrator import prompting
from table import commands
from table.commands import play
from tests.table.shell import Shell

HEAVY = {"pydantic", "prompt_toolkit", "rich", "openai", "engine", "narrator", "sqlite3"}


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.mark.parametrize("line", [["--help"], ["-h"], ["play", "--help"], ["--version"]])
def test_help_imports_nothing_that_is_slow(shell, line):
    code = f"""
import json, sys
from table.cli import run
assert run({line!r}) == 0
print(json.dumps([each.partition(".")[0] for each in sys.modules]))
"""
    done = shell.python(code)
    assert done.returncode == 0, done.stderr
    assert not HEAVY & set(json.loads(done.stdout.splitlines()[-1]))


def test_help_speaks_french_all_through(shell):
    done = shell.run("--help", BRECHE_LANG="fr")
    assert done.returncode == 0
    assert "Usage\u00a0: breche [OPTIONS] [COMMANDE]" in done.stdout
    assert "Commandes\u00a0:" in done.stdout
    assert "Commencer une campagne, ou en reprendre une." in done.stdout
    assert not re.search(r"\b(Show|the|and|message|exit|Commands)\b", done.stdout)


@pytest.mark.parametrize("command", commands.NAMES)
@pytest.mark.parametrize(("language", "heading"), [("fr", "Options\u00a0:"), ("en", "Options:")])
def test_every_command_explains_itself_in_both_languages(shell, command, language, heading):
    before, after = shell.run("--lang", language, command, "-h"), shell.run(command, "--lang", language, "--help")
    assert before.returncode == after.returncode == 0
    assert before.stdout == after.stdout
    assert heading in after.stdout
    assert re.search(r"^Usage\u00a0?: breche " + command, after.stdout)


def test_the_locale_and_the_users_file_choose_the_language_of_help(shell):
    assert "Commandes" in shell.run("--help", LANG="fr_FR.UTF-8").stdout
    (shell.home / "config.toml").write_text('language = "fr"', encoding="utf-8")
    assert "Commandes" in shell.run("--help", LANG="en_GB.UTF-8").stdout


def test_the_version_is_one_line(shell):
    assert re.fullmatch(r"breche \d+\.\d+\.\d+\n", shell.run("--version").stdout)


MISTAKES = [
    (["odd"], "breche has no command “odd”; did you mean odds?"),
    (["dance"], "breche has no command “dance”; breche --help lists them."),
    (["odds", "--pol", "3"], "breche odds has no option --pol; did you mean --pool?"),
    (["odds", "--pool"], "--pool needs a value after it."),
    (["odds", "--coup=3"], "--coup takes no value."),
    (["odds", "5"], "breche odds has no use for “5”; breche odds --help says what it takes."),
    (["odds", "--pool", "61"], "“61” is not a pool: a pool is 1 to 60 dice."),
    (["odds", "--stress", "7"], "“7” is not a level of Stress: Stress goes from 0 to 6."),
    (["odds", "--difficulty", "easy"], "“easy” is not a difficulty: standard, hard or feat, or 1, 2 or 3."),
    (["odds", "--coup", "--variant", "raw"], "A Coup d'éclat needs Blockbuster and Stress 6."),
    (["odds", "--coup", "--stress", "3"], "A Coup d'éclat needs Blockbuster and Stress 6."),
    (["verify"], "breche verify needs FILE; breche verify --help says what that is."),
    (["play", "--lang", "de"], "“de” is not a language here: fr or en."),
    (["play", "--variant", "soft"], "“soft” is not a variant: blockbuster or raw."),
    (["play", "--seed", "abc"], "“abc” is not a seed: a seed is a whole number, like 7."),
    (["play", "--seed", "9" * 5000], f"“{'9' * 5000}” is not a seed: a seed is a whole number, like 7."),
]


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_a_mistake_gets_one_sentence_that_says_what_would_work(shell, line, sentence):
    done = shell.run(*line)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{sentence}\n")


@pytest.mark.parametrize("line", [line for line, _ in MISTAKES])
def test_a_mistake_is_told_in_french(shell, line):
    french, english = shell.run(*line, BRECHE_LANG="fr"), shell.run(*line)
    assert (french.returncode, french.stdout) == (2, "")
    assert french.stderr.count("\n") == 1
    assert french.stderr != english.stderr


def test_a_seed_that_is_no_number_is_refused_in_french(shell):
    done = shell.run("play", "--lang", "fr", "--seed", "abc")
    assert done.stderr == "«\u00a0abc\u00a0» n'est pas une graine\u00a0: une graine est un nombre entier, comme 7.\n"


def test_alone_on_a_pipe_breche_shows_its_help_and_wants_a_command(shell):
    done = shell.run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Usage: breche")


def test_alone_on_a_terminal_breche_plays(shell):
    code = """
import sys, types
sys.modules["table.terminal"] = terminal = types.ModuleType("table.terminal")
terminal.play = types.SimpleNamespace(run=lambda options: print("PLAYS", options.settings.language, options.new))
from table.cli import main
main(["--lang", "fr"])
"""
    program, environ = sys.executable, shell.environ()
    with pexpect.spawn(program, ["-c", code], env=environ, encoding="utf-8", timeout=60) as terminal:
        terminal.expect_exact("PLAYS fr False")
        terminal.expect(pexpect.EOF)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_help_names_the_adventures_the_characters_and_what_is_taken_unsaid(shell, language):
    shown = " ".join(shell.run("play", "--help", "--lang", language).stdout.replace("\u00a0", " ").split())
    scenarios = [each.id for each in prompting.scenarios()]
    cast = prompting.scenarios()[0].characters
    unsaid = {"en": "default:", "fr": "par défaut :"}[language]
    assert f": {', '.join(scenarios)} ({unsaid} {scenarios[0]})" in shown
    assert f": {', '.join(cast)} ({unsaid} {cast[0]})" in shown
    assert f"({unsaid} {next(iter(Variant))})" in shown


def test_play_offers_the_variants_of_the_engine():
    assert tuple(Variant) == play.VARIANTS
