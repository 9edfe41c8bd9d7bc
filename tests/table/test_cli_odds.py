"""`breche odds`: the GM's sheet, and exact numbers for programs."""

import json
from fractions import Fraction
from math import comb

import pytest

from tests.table.shell import Shell

KEYS = ["pool", "difficulty", "success", "partial", "failure", "success_with_reroll"]


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.fixture
def told(shell):
    """What `breche odds` prints as JSON."""

    def told(*arguments):
        done = shell.run("odds", *arguments, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        return json.loads(done.stdout)

    return told


def at_least(successes, dice):
    return float(sum(Fraction(comb(dice, n) * 2 ** (dice - n), 3**dice) for n in range(successes, dice + 1)))


def test_five_dice_against_hard_are_one_object_of_exact_numbers(told):
    found = told("--pool", 5, "--difficulty", "hard")
    assert list(found) == KEYS
    assert found == {
        "pool": 5,
        "difficulty": 2,
        "success": at_least(2, 5),
        "partial": float(Fraction(80, 243)),
        "failure": float(Fraction(32, 243)),
        "success_with_reroll": at_least(2, 10),
    }


@pytest.mark.rule("gm.odds_table")
def test_the_whole_sheet_is_a_list_of_such_objects(told):
    found = told()
    assert [(each["pool"], each["difficulty"]) for each in found] == [(n, d) for n in range(1, 11) for d in (1, 2, 3)]
    for each in found:
        assert each["success"] == at_least(each["difficulty"], each["pool"])
        assert each["success_with_reroll"] == at_least(each["difficulty"], 2 * each["pool"])
    assert len(told("--pool", 60)) == 3
    assert len(told("--difficulty", "3")) == 10


def test_a_number_or_a_name_is_the_same_difficulty(told):
    assert told("--pool", 4, "--difficulty", "FEAT") == told("--pool", 4, "--difficulty", "3")


@pytest.mark.parametrize(
    ("variant", "stress", "dice", "reroll"),
    [
        ("blockbuster", 0, 3, False),
        ("blockbuster", 1, 3, True),
        ("blockbuster", 6, 3, False),
        ("raw", 0, 3, True),
        ("raw", 3, 3, True),
        ("raw", 4, 2, True),
        ("raw", 5, 2, True),
        ("raw", 6, 2, False),
    ],
)
def test_stress_takes_what_it_takes_in_each_variant(told, variant, stress, dice, reroll):
    found = told("--pool", 3, "--difficulty", "standard", "--variant", variant, "--stress", stress)
    assert found["dice"] == dice
    assert found["success"] == at_least(1, dice)
    assert found["success_with_reroll"] == (at_least(1, 2 * dice) if reroll else None)


def test_stress_never_takes_the_last_die(told):
    assert told("--pool", 1, "--difficulty", 1, "--variant", "raw", "--stress", 4)["dice"] == 1


def test_a_coup_declat_has_three_dice_more_and_cannot_fail(told):
    found = told("--pool", 2, "--difficulty", "hard", "--coup")
    assert (found["dice"], found["failure"], found["success_with_reroll"]) == (5, 0, None)
    assert found["success"] == at_least(2, 5)
    assert told("--pool", 2, "--difficulty", "standard", "--coup")["success"] == 1


@pytest.mark.parametrize(
    ("language", "headings", "row"),
    [
        ("en", ["Dice", "Standard", "Hard", "Feat"], ["5", "87% / 98%", "54% / 90%", "21% / 70%"]),
        ("fr", ["Dés", "Standard", "Difficile", "Exploit"], ["5", "87 % / 98 %", "54 % / 90 %", "21 % / 70 %"]),
    ],
)
def test_the_sheet_reads_as_the_gms(shell, language, headings, row):
    lines = [each.replace("\u00a0", " ") for each in shell.run("odds", "--lang", language).stdout.splitlines()]
    assert any(each.split() == headings for each in lines)
    assert any(" ".join(each.split()) == " ".join(row) for each in lines)


def test_only_what_is_sure_is_shown_as_sure(shell):
    words = shell.run("odds", "--pool", 40, "--accessible").stdout
    assert "100%" not in words
    assert "Standard; Success: >99%; Partial: 0%; Failure: <1%" in words


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Dice: 5; Standard: 87% / 98%; Hard: 54% / 90%; Feat: 21% / 70%"),
        ("fr", "Dés : 5 ; Standard : 87 % / 98 % ; Difficile : 54 % / 90 % ; Exploit : 21 % / 70 %"),
    ],
)
def test_accessible_mode_draws_nothing(shell, language, line):
    told = shell.run("odds", BRECHE_LANG=language, ACCESSIBLE="1").stdout
    assert line in told.replace("\u00a0", " ").splitlines()
    assert "─" not in told


def test_a_pipe_gets_no_control_byte_whatever_the_environment_forces(shell):
    done = shell.run("odds", FORCE_COLOR="1", TERM="xterm-256color")
    assert all(each.isprintable() or each == "\n" for each in done.stdout)


def test_a_screen_without_accents_gets_an_ascii_table(shell):
    done = shell.run("odds", "--lang", "fr", encoding="ascii")
    assert done.stdout.isascii()
    assert "Des" in done.stdout
    assert "?" not in done.stdout


@pytest.mark.parametrize(
    ("language", "note"),
    [
        ("en", "Raw, Stress 4: a reroll is possible. Stress takes one die from each pool, but never the last."),
        ("fr", "Raw, Stress 4 : une relance est possible. Le Stress enlève un dé à chaque réserve, mais jamais le der"),
    ],
)
def test_people_are_told_what_stress_changes(shell, language, note):
    told = shell.run("odds", "--pool", 3, "--variant", "raw", "--stress", 4, "--lang", language).stdout
    assert told.replace("\u00a0", " ").startswith(note)
    assert "Blockbuster, Stress 0: no reroll is possible." in shell.run("odds", "--stress", 0).stdout
    assert "no reroll" in shell.run("odds", "--coup", "--pool", 1).stdout
