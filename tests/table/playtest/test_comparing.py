"""Two reports held against each other: what differs in the settings, and what that costs."""

import json

import pytest

from table.playtest.comparing import Change, compare, sentence
from table.playtest.reports.wording import Wording
from table.words import LANGUAGES
from tests.table.playtest.made import BOSS, adventure, desk, fight, nothing, on_a_screen
from tests.table.playtest.test_reports import held_against


def said(first, second, language="en"):
    return sentence(Wording(language), compare(first, second))


@pytest.mark.parametrize("columns", [100, 40])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_comparison_reads_as_it_did(language, columns, capsys, monkeypatch, request):
    on_a_screen(monkeypatch, columns)
    compare(fight(), fight(weapon=4)).show(desk(language))
    lines = capsys.readouterr().out.splitlines()
    assert [each for each in lines if len(each.rstrip()) > columns] == []
    text = "".join(f"{line.rstrip()}\n" for line in lines)
    held_against(f"comparison.{language}.{columns}.txt", text, request)


def test_a_plain_sentence_says_what_a_better_weapon_costs():
    # Wilson: 8 of 10 is in 0.490 to 0.943, 10 of 40 in 0.142 to 0.402. Newcombe: 0.55 + √(0.108² + 0.143²) = 0.73 at
    # the most, 0.55 - √(0.152² + 0.310²) = 0.20 at the least. Welch: 10.3 degrees of freedom for those down, 28 for
    # Health.
    assert said(fight(), fight(weapon=4)) == (
        "With weapon 4 instead of 3, the party wins 55 games fewer in 100 (95%: 20 to 73), "
        "has 1.1 more PCs down at the end (95%: 0.5 to 1.6) and loses 5.0 more Health (95%: 4.1 to 5.9); "
        "no difference is shown by so many games (10 and 40) in turns."
    )


def test_turned_round_it_brings_as_much():
    there, back = compare(fight(), fight(weapon=4)), compare(fight(weapon=4), fight())
    for name, gap in there.gaps.items():
        assert back.gaps[name].value == pytest.approx(-gap.value)
        assert sorted(map(abs, back.gaps[name].interval)) == pytest.approx(sorted(map(abs, gap.interval)))
    assert "wins 55 games more in 100" in said(fight(weapon=4), fight())


def test_what_the_games_do_not_show_is_said_to_be_open():
    assert said(fight(), fight(variant="raw")) == (
        "With variant Raw instead of Blockbuster, no difference is shown by so many games (10 and 10)."
    )
    assert said(fight(), fight()) == "With the same settings, no difference is shown by so many games (10 and 10)."
    assert said(fight(), fight(seed="8")).startswith("With seed 8 instead of 7, no difference")


def test_reports_without_a_game_are_not_compared():
    assert said(fight(), nothing()) == "A report without a single whole game cannot be compared."


def test_every_setting_that_differs_is_found():
    other = fight(
        weapon=4,
        players=["bold"],
        party={"vex": "Vex"},
        narrator={"kind": "hostile", "rate": 0.3, "file": ""},
        seed="8",
    )
    assert compare(fight(), other).changes == (
        Change("party", {"vex": "Vex", "nora": "Nora"}, {"vex": "Vex"}),
        Change("weapon", 3, 4),
        Change("players", ["focused", "ahead"], ["bold"]),
        Change("narrator", fight().settings["narrator"], other.settings["narrator"]),
        Change("seed", "7", "8"),
    )
    assert said(fight(), other).startswith(
        "With party Vex instead of Vex, Nora, weapon 4 instead of 3, players bold instead of focused, looking ahead "
        "and narrator hostile, 30% of its turns instead of steady, the party"
    )


def test_of_several_adversaries_each_is_named():
    guard = BOSS | {"id": "guard", "name": "guard", "standing": "single"}
    before = fight(adversaries=[BOSS, guard])
    after = fight(adversaries=[BOSS | {"threat": 3}, BOSS | {"id": "dog", "name": "dog"}])
    assert compare(before, after).changes == (
        Change("threat", 2, 3, "boss"),
        Change("adversary", "guard", None),
        Change("adversary", None, "dog"),
    )
    assert said(before, after).startswith("With boss: Threat 3 instead of 2, no guard and dog too, no difference")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_fight_and_an_adventure_can_be_held_against_each_other(language):
    compared = compare(fight(), adventure())
    assert {each.what for each in compared.changes} >= {"kind", "what", "party", "variant", "adversary", "language"}
    assert sentence(Wording(language), compared)
    assert [*compared.gaps] == ["won", "down", "turns"]


def test_a_program_gets_every_number():
    data = json.loads(json.dumps(compare(fight(), fight(weapon=4)).as_data()))
    assert data["settings"] == [{"what": "weapon", "who": None, "first": 3, "second": 4}]
    assert data["games"] == [10, 40]
    won = data["differences"]["won"]
    assert (won["first"], won["second"], won["shown"]) == (0.8, 0.25, True)
    assert won["difference"] == pytest.approx(-0.55)
    assert won["low"] < won["difference"] < won["high"] < 0
    assert data["differences"]["turns"]["shown"] is False
