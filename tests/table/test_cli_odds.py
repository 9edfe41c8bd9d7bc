"""`breche odds`: the GM's sheet, and exact numbers for programs."""

import json
from fractions import Fraction
from itertools import product
from math import comb

import pytest

from engine.core.check import Difficulty
from engine.core.odds import odds
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
        (
            "en",
            "Raw, Stress 4: a reroll is possible, but never in a conflict. Stress takes one die from each pool",
        ),
        ("fr", "Raw, Stress 4 : une relance est possible, mais jamais en conflit. Le Stress enlève un dé à chaque rés"),
    ],
)
def test_people_are_told_what_stress_changes(shell, language, note):
    told = shell.run("odds", "--pool", 3, "--variant", "raw", "--stress", 4, "--lang", language).stdout
    assert told.replace("\u00a0", " ").startswith(note)
    none = "Blockbuster, Stress 0: no reroll is possible without an Inspiration."
    assert none in shell.run("odds", "--stress", 0).stdout
    assert "no reroll" in shell.run("odds", "--coup", "--pool", 1).stdout


WHEN = [
    ("en", "A reroll, never in a conflict, is paid with Stress, if it can still move, or with an Inspiration."),
    ("fr", "La relance, jamais en conflit, se paie en Stress, s'il peut encore bouger, ou d'une Inspiration."),
]


@pytest.mark.parametrize(("language", "note"), WHEN)
def test_a_chance_with_a_reroll_says_when_one_can_be_had(shell, language, note):
    for line in ((), ("--pool", 5, "--difficulty", "hard")):
        assert shell.run("odds", *line, "--lang", language).stdout.splitlines().count(note) == 1
    for line in (("--coup",), ("--stress", 2), BLOW):
        assert note not in shell.run("odds", *line, "--lang", language).stdout


@pytest.mark.parametrize(
    ("language", "note"),
    [("en", "A Coup d'éclat is ready: --coup counts it."), ("fr", "Un Coup d'éclat est prêt : --coup le compte.")],
)
def test_a_coup_declat_that_is_ready_is_named(shell, language, note):
    def told(*line):
        return shell.run("odds", *line, "--lang", language).stdout.replace("\u00a0", " ")

    for asked in (("--pool", 5), BLOW):
        assert note in told(*asked, "--stress", 6)
        for line in (("--stress", 5), ("--stress", 6, "--variant", "raw"), ("--stress", 6, "--coup"), ("--coup",)):
            assert note not in told(*asked, *line)


BLOW = ("--pool", 5, "--threat", 2, "--weapon", 3, "--protection", 1, "--cover", 1)


def test_an_attack_is_one_object_of_exact_numbers(told):
    found = told(*BLOW, "--health", 4)
    exact = {
        "hit": "65/81",
        "success": "11/27",
        "partial": "32/81",
        "failure": "16/81",
        "breach": "16/27",
        "mean_damage": "140/81",
        "fells": "1/81",
        "damage": [[0, "16/81"], [2, "56/81"], [3, "8/81"], [4, "1/81"]],
    }
    assert found.pop("exact") == exact
    damage = [[dealt, float(Fraction(chance))] for dealt, chance in exact.pop("damage")]
    asked = {"pool": 5, "dice": 4, "threat": 2, "weapon": 3, "protection": 1, "cover": 1, "health": 4}
    nearest = {name: float(Fraction(each)) for name, each in exact.items()}
    assert found == {**asked, "devastating": False, **nearest, "damage": damage}


def test_what_is_not_said_of_an_attack_is_nothing(told):
    found = told("--pool", 3, "--threat", 1, "--weapon", 2)
    assert (found["protection"], found["cover"], found["health"], found["fells"]) == (0, 0, None, None)
    assert (found["dice"], found["partial"], found["exact"]["fells"]) == (3, 0, None)


def test_a_coup_declat_makes_an_attack_devastating(told):
    found = told(*BLOW, "--health", 50, "--coup")
    assert (found["dice"], found["devastating"], found["fells"], found["hit"], found["failure"]) == (7, True, 1, 1, 0)
    assert found["breach"] == found["partial"] == float(1 - Fraction(found["exact"]["success"]))
    assert (found["mean_damage"], found["damage"], found["exact"]["damage"]) == (None, None, None)


def test_stress_takes_a_die_from_an_attack_in_raw_alone(told):
    raw = ("--variant", "raw", "--stress", 4)
    assert told(*BLOW, *raw)["dice"] == 3
    assert told(*BLOW, "--stress", 4)["dice"] == 4
    assert told("--pool", 1, "--threat", 1, "--weapon", 1, *raw)["dice"] == 1


def test_an_attack_without_a_pool_is_told_for_each_pool_of_the_sheet(told):
    found = told("--threat", 2, "--weapon", 3)
    assert [each["pool"] for each in found] == list(range(1, 11))
    assert found[4] == told("--pool", 5, "--threat", 2, "--weapon", 3)


SAID = [
    "4 dice against Threat 2.",
    "It hits: 80% (success 41%, partial 40%). It misses: 20%.",
    "A breach opens: 59%.",
    "Mean damage: 1.73, misses counted.",
    "Damage, with its chance: 0 (20%), 2 (69%), 3 (10%), 4 (1%).",
]
SAID_IN_FRENCH = [
    "4 dés contre une Menace de 2.",
    "Le coup porte : 80 % (réussite 41 %, partielle 40 %). Il manque : 20 %.",
    "Une brèche s'ouvre : 59 %.",
    "Dégâts moyens : 1,73, coups manqués compris.",
    "Dégâts, avec leur chance : 0 (20 %), 2 (69 %), 3 (10 %), 4 (1 %).",
]


@pytest.mark.parametrize(
    ("language", "said", "fells"),
    [
        ("en", SAID, "It puts a target with 4 Health out in one blow: 1%."),
        ("fr", SAID_IN_FRENCH, "Il met hors de combat d'un seul coup une cible à 4 de Santé : 1 %."),
    ],
)
def test_an_attack_is_told_in_sentences(shell, language, said, fells):
    def lines(*more):
        return shell.run("odds", *BLOW, *more, "--lang", language).stdout.replace("\u00a0", " ").splitlines()

    assert lines() == said
    assert lines("--health", 4) == [*said, fells]


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "A Coup d'éclat: 3 dice more, no failure, no reroll.",
                "Whoever is hit is out, whatever their Health and Protection.",
            ],
        ),
        (
            "fr",
            [
                "Coup d'éclat : 3 dés de plus, pas d'échec, pas de relance.",
                "Qui est touché est hors de combat, quelles que soient sa Santé et sa Protection.",
            ],
        ),
    ],
)
def test_a_devastating_attack_has_no_mean_damage(shell, language, sentences):
    for line in (BLOW, BLOW[2:]):
        told = shell.run("odds", *line, "--coup", "--lang", language).stdout.replace("\u00a0", " ")
        assert [each for each in told.splitlines() if each in sentences] == sentences
        assert "Mean damage" not in told
        assert "Damage, with" not in told
        assert "Dégâts moyens" not in told


def test_an_attack_with_each_pool_is_a_table(shell):
    told = shell.run("odds", *BLOW[2:], "--health", 4, "--accessible").stdout.splitlines()
    assert len(told) == 10
    assert told[4] == "Dice: 5; Hit: 80%; Breach: 59%; Mean damage: 1.73; Out in one blow: 1%"
    french = shell.run("odds", "--threat", 2, "--weapon", 3, "--lang", "fr").stdout.replace("\u00a0", " ")
    assert "Dés Touche Brèche Dégâts moyens" in " ".join(french.split())
    assert "5 87 % 46 % 2,86" in " ".join(french.split())
    raw = shell.run("odds", *BLOW, "--variant", "raw", "--stress", 5).stdout
    assert raw.startswith("Stress takes one die from each pool, but never the last.\n3 dice against")


MISTAKES = [
    (
        ["--threat", 2, "--weapon", 3, "--difficulty", "hard"],
        "An attack is rolled against a Threat: give --threat or --difficulty, not both.",
    ),
    (["--threat", 2], "An attack needs a weapon: add --weapon and what it deals, 1 for bare hands."),
    (["--weapon", 3], "--weapon is about an attack: add --threat 1, 2 or 3, or leave it out."),
    (["--protection", 0], "--protection is about an attack: add --threat 1, 2 or 3, or leave it out."),
    (["--cover", 1], "--cover is about an attack: add --threat 1, 2 or 3, or leave it out."),
    (["--health", 4, "--json"], "--health is about an attack: add --threat 1, 2 or 3, or leave it out."),
    (["--threat", 4], "“4” is not a Threat: a Threat is 1, 2 or 3."),
    (["--weapon", 0], "“0” is not a weapon: a weapon deals 1 to 20."),
    (["--protection", 21], "“21” is not a level of Protection: Protection goes from 0 to 20."),
    (["--cover", 4], "“4” is not cover: cover takes 0 to 3 dice."),
    (["--health", 0], "“0” is not a Health that can be struck: there are 1 to 200 left."),
    ([*BLOW, "--coup", "--variant", "raw"], "A Coup d'éclat needs Blockbuster and Stress 6."),
]


@pytest.mark.parametrize(("line", "sentence"), MISTAKES)
def test_a_mistake_about_an_attack_gets_one_sentence_in_each_language(shell, line, sentence):
    done, french = shell.run("odds", *line), shell.run("odds", *line, BRECHE_LANG="fr")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{sentence}\n")
    assert (french.returncode, french.stdout, french.stderr.count("\n")) == (2, "", 1)
    assert french.stderr != done.stderr


def test_the_sheet_of_the_command_is_that_of_the_engine(told):
    table = list(product(range(1, 11), Difficulty))
    assert [(each["pool"], each["difficulty"]) for each in told()] == table
    assert [each["success_with_reroll"] for each in told()] == [
        float(odds(dice, needed).success_with_reroll) for dice, needed in table
    ]
