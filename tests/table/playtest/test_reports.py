"""What a report tells: figures worked out by hand, intervals that hold what they say, the text that a person reads."""

import re
import shlex
import subprocess
import sys
from dataclasses import replace
from math import isclose, sqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.sheet import Variant
from narrator.evaluation.figures import Share
from table.playtest.comparing import compare
from table.playtest.encounter import read_encounter, shipped
from table.playtest.game import chunk_of
from table.playtest.plan import Plan
from table.playtest.report import Report
from table.playtest.reports.figures import MOST_BARS, drawn, figures, gathered
from table.playtest.reports.intervals import mean_gap, mean_of, quantile, share_gap
from table.playtest.reports.text import replay, show
from table.playtest.reports.wording import Wording
from table.playtest.summary import MOST_ESCAPES, Escape, Summary
from table.words import LANGUAGES, messages
from tests.table.playtest.made import BOSS, adventure, desk, fight, nothing, on_a_screen, summary

GOLDEN = Path(__file__).parent / "goldens"
REPORTS = {"fight": fight, "adventure": adventure, "nothing": nothing}
NAMES = [f"{name}.{language}.{columns}" for name in REPORTS for language in LANGUAGES for columns in (100, 40)]


def held_against(name: str, now: str, request: pytest.FixtureRequest) -> None:
    """The text as it is in the folder of goldens; --bless writes it there, and still fails, so that somebody reads."""
    golden = GOLDEN / name
    before = golden.read_text(encoding="utf-8") if golden.exists() else None
    if request.config.getoption("bless"):
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text(now, encoding="utf-8")
    assert now == before, "the report reads otherwise: read the difference, then --bless it if it is right"


def shown(capsys, report, language, *, accessible=False):
    show(desk(language, accessible=accessible), report)
    return "".join(f"{line.rstrip()}\n" for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize("name", NAMES)
def test_a_report_reads_as_it_did(name, capsys, monkeypatch, request):
    made, language, columns = name.split(".")
    on_a_screen(monkeypatch, int(columns))
    held_against(f"{name}.txt", shown(capsys, REPORTS[made](), language), request)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("columns", [40, 30])
def test_no_line_is_wider_than_a_narrow_screen_but_the_command_that_is_copied(language, columns, capsys, monkeypatch):
    on_a_screen(monkeypatch, columns)
    report = adventure()
    commands = {replay(report.settings, each.game) for each in report.summary.escapes}
    lines = shown(capsys, report, language).splitlines()
    assert commands < {*lines}
    assert [each for each in lines if len(each) > columns and each not in commands and len(each.split()) > 2] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_listens_hears_words_and_no_boxes(language, capsys, monkeypatch):
    on_a_screen(monkeypatch, 100)
    assert "─" in shown(capsys, fight(), language)
    assert "─" not in shown(capsys, fight(), language, accessible=True)


def test_the_figures_are_those_of_pen_and_paper():
    found = figures(fight())
    assert (found.games, found.party) == (10, ("Vex", "Nora"))
    assert found.won == Share(8, 10)
    assert found.down is not None
    assert found.turns is not None
    # 5 times 0, 3 times 1, twice 2: 7 in 10; squares from 0.7: 5·0.49 + 3·0.09 + 2·1.69 = 6.1, over 9.
    assert isclose(found.down.value, 0.7)
    assert isclose(found.down.variance, 6.1 / 9)
    # Student's quantile of nine degrees of freedom is 2.262.
    around = 2.262 * sqrt(6.1 / 90)
    assert found.down.interval == pytest.approx((0.7 - around, 0.7 + around), rel=1e-3)
    assert (found.down.median, found.down.middle) == (0, (0, 2))
    assert (found.turns.value, found.turns.median, found.turns.middle) == (3.8, 3, (3, 6))
    assert found.turns_spread == {3: Share(6, 10), 4: Share(2, 10), 5: Share(0, 10), 6: Share(2, 10)}
    assert found.down_spread == {0: Share(5, 10), 1: Share(3, 10), 2: Share(2, 10)}
    second, last = found.health[1], found.health[3]
    assert (second.turn, second.games, second.mean, second.low, second.high) == (2, 10, 5.5, 5.0, 6.0)
    assert (last.turn, last.games, last.mean) == (4, 4, 1.0)
    vex, nora = found.roles
    assert (vex.opened, vex.struck, vex.damage, vex.breakdown) == (1.5, 1.2, 2.0, 0.0)
    assert (nora.opened, nora.struck, nora.damage, nora.breakdown) == (2.0, 1.8, 3.0, 0.1)
    assert found.resources == {"armour": {6: Share(16, 20), 0: Share(4, 20)}}
    assert found.checks["partial"] == Share(30, 100)
    assert found.coups == Share(5, 100)
    assert found.dead is None
    assert found.scenes == {}


def test_an_adventure_says_where_it_ended_and_what_became_of_proposals():
    found = figures(adventure())
    assert [*found.scenes] == ["the_old_lock_house_by_the_water", "quay"]
    assert found.endings["drowned"] == Share(40, 100)
    assert found.narrator == {"taken_as_meant": 900, "refused": 300}
    assert found.dead is not None
    assert isclose(found.dead.value, 0.1)
    assert [each.game for each in found.escapes] == [12, 40]


def test_long_games_are_told_by_ranges_of_turns():
    evenings = summary(40, {"turns": {"10": 10, "19": 10, "57": 15, "200": 5}, "won": {"yes": 40}})
    told = gathered(figures(Report(adventure().settings, evenings)).turns_spread)
    assert {name: share.hits for name, share in told.items() if share.hits} == {"0–19": 20, "40–59": 15, "200–219": 5}
    assert len(told) <= MOST_BARS
    assert sum(share.hits for share in told.values()) == 40
    few = {3: Share(1, 2), 4: Share(1, 2)}
    assert gathered(few) == {"3": Share(1, 2), "4": Share(1, 2)}


def test_the_same_adversary_several_times_is_told_once(capsys):
    three = fight(adversaries=[BOSS | {"id": f"boar_{number}", "name": "the boar"} for number in (1, 2, 3)])
    assert "Against: 3 × the boar (Threat 2, weapon 3)\n" in shown(capsys, three, "en")


def test_what_became_of_proposals_keeps_each_part_below_its_whole(capsys):
    narrated = {"told": 900, "asked": 300, "answers": 200, "told_hostile": 250, "hostile": 100}
    told = shown(capsys, Report(adventure().settings, summary(1, {"narrator": narrated})), "en", accessible=True)
    heads = ["Rulings asked for", "Of them, answered", "Hostile proposals", "Tellings", "Of them, hostile"]
    places = [told.index(each) for each in heads]
    assert places == sorted(places)


def test_games_that_were_never_played_have_no_figures():
    found = figures(nothing())
    assert (found.won.value, found.down, found.turns, found.health) == (None, None, None, ())


def test_a_course_is_drawn_while_one_game_in_twenty_lasts():
    course = figures(fight()).health
    assert drawn(course) == course
    few = (*course, replace(course[-1], turn=5, games=0))
    assert drawn(few) == course
    assert drawn(()) == ()


def test_wilson_s_interval_is_that_of_the_textbook():
    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662.
    assert Share(81, 263).interval == pytest.approx((0.2553, 0.3662), abs=5e-5)


def test_newcombe_s_interval_is_that_of_the_textbook():
    # Newcombe 1998, table II, method 10: 56/70 less 48/80 gives 0.0524 to 0.3339.
    gap = share_gap(Share(48, 80), Share(56, 70))
    assert gap is not None
    assert gap.value == pytest.approx(0.2)
    assert gap.interval == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert gap.is_shown


def test_welch_s_interval_is_wider_where_there_are_few_games():
    # Two samples of five, variance 2.5 each: 8 degrees of freedom, Student's 2.306, standard error 1.
    five = mean_of(dict.fromkeys((1, 2, 3, 4, 5), 1))
    more = mean_of(dict.fromkeys((3, 4, 5, 6, 7), 1))
    gap = mean_gap(five, more)
    assert gap is not None
    assert gap.interval == pytest.approx((2 - 2.306, 2 + 2.306), abs=2e-3)
    assert not gap.is_shown


def test_a_single_game_has_a_mean_and_no_interval():
    one = mean_of({4: 1})
    assert one is not None
    assert (one.value, one.interval, one.middle) == (4.0, None, (4, 4))
    assert mean_gap(one, one) is None
    assert mean_of({}) is None
    with pytest.raises(ValueError, match="nothing"):
        quantile({}, 0.5)


@given(st.dictionaries(st.integers(0, 60), st.integers(1, 400), min_size=1))
def test_a_mean_lies_in_its_interval_and_its_median_in_the_middle(numbers):
    mean = mean_of(numbers)
    assert mean is not None
    if mean.interval is not None:
        low, high = mean.interval
        assert 0 <= low <= mean.value <= high
    low, high = mean.middle
    assert min(numbers) <= low <= mean.median <= high <= max(numbers)


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.8])
def test_intervals_of_shares_hold_the_truth_about_as_often_as_they_say(chance):
    luck = Random(f"shares {chance}")
    held = 0
    for _ in range(400):
        low, high = Share(sum(luck.random() < chance for _ in range(200)), 200).interval or (1.0, 0.0)
        held += low <= chance <= high
    assert 0.88 <= held / 400 <= 0.995


def test_intervals_of_differences_hold_the_truth_about_as_often_as_they_say():
    luck = Random("differences")
    shares = means = 0
    for _ in range(400):
        first, second = ([luck.random() < chance for _ in range(120)] for chance in (0.7, 0.85))
        gap = share_gap(Share(sum(first), 120), Share(sum(second), 120))
        assert gap is not None
        shares += gap.interval[0] <= 0.15 <= gap.interval[1]
        thrown = [dict.fromkeys(range(1, 9), 0) for _ in range(2)]
        for faces, most, games in zip(thrown, (6, 8), (30, 60), strict=True):
            for _ in range(games):
                faces[luck.randint(1, most)] += 1
        gap = mean_gap(*map(mean_of, thrown))
        assert gap is not None
        means += gap.interval[0] <= 1.0 <= gap.interval[1]
    assert 0.88 <= shares / 400 <= 0.995
    assert 0.88 <= means / 400 <= 0.995


def test_the_command_that_plays_a_game_again_survives_a_shell():
    command = replay(adventure().settings, 12)
    assert shlex.split(command) == [
        "breche", "playtest", "my tide.toml", "--party", "akiko", "--variant", "raw", "--players", "cautious",
        "--narrator", "hostile:0.3", "--narration", "fr", "--seed", "7", "--game", "12",
    ]  # fmt: skip
    assert "'my tide.toml'" in command
    assert "--narrator" not in replay(fight().settings, 3)
    scripted = fight(narrator={"kind": "scripted", "rate": 0.0, "file": "said.toml"})
    assert "--narrator scripted:said.toml" in replay(scripted.settings, 3)


def test_escapes_stand_last_each_with_its_save_and_its_command(capsys):
    lines = shown(capsys, adventure(), "en").splitlines()
    begin = lines.index("2 games broke a law:")
    assert lines[begin + 1 :] == [
        "Game 12, “there is no dead end”: a conflict in which <nothing> is awaited",
        "  Its save: /saves/low_tide-12.breche",
        "  To play it again:",
        replay(adventure().settings, 12),
        "Game 40, “no exception”: KeyError('quay')",
        "  Its save could not be kept.",
        "  To play it again:",
        replay(adventure().settings, 40),
    ]


def test_escapes_past_those_that_are_kept_are_counted(capsys):
    many = [Escape(game, "a law", "broken") for game in range(MOST_ESCAPES + 3)]
    assert shown(capsys, fight(3, *many), "en").splitlines()[-1] == "3 more games broke a law."


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "0"), (0.975, "98"), (0.996, "99.6"), (0.9999, "99.99"), (0.99999, "over 99.99"), (1e-6, "under 0.01")],
)
def test_only_what_is_sure_is_none_or_all(share, said):
    assert Wording("en").hundredths(share) == said.replace("over", "more than").replace("under", "less than")


def test_a_report_that_was_written_and_read_says_the_same(tmp_path):
    file = tmp_path / "report.json"
    file.write_text(fight().text(), encoding="utf-8")
    assert figures(Report.read(file)) == figures(fight())


def test_parts_together_are_the_whole():
    whole = fight().summary
    twice = Summary.together((whole, whole))
    found = figures(Report(fight().settings, twice))
    assert found.won == Share(16, 20)
    assert found.down is not None
    assert found.down.value == pytest.approx(0.7)


def test_fights_that_are_played_fill_a_whole_report(capsys):
    encounter = read_encounter(shipped()["champion"])
    plan = Plan(encounter, Variant.BLOCKBUSTER, ("focused",), "7", asked=("champion", "--set", "weapon=3"))
    report = Report.of(plan, chunk_of(plan, range(1, 4)))
    found = figures(report)
    assert (found.games, found.escaped, found.won.of) == (3, 0, 3)
    assert found.hurt is not None
    assert found.hurt.value == pytest.approx(sum(each.damage for each in found.roles))
    assert found.health[0].mean == 8.0
    assert len(found.stress) == len(found.health) > 2
    assert shlex.split(replay(report.settings, 2))[2:5] == ["champion", "--set", "weapon=3"]
    assert "–" not in shown(capsys, report, "en").replace("–        –", "")


def test_every_text_of_a_report_is_used():
    folder = Path(__file__).parents[3] / "table" / "playtest"
    sources = [*(folder / "reports").glob("*.py"), folder / "comparing.py"]
    code = "\n".join(each.read_text(encoding="utf-8") for each in sources).replace("'", '"')
    tables = {*re.findall(r'f"(\w+)\.\{', code), *re.findall(r'named\("(\w+)"', code), "standing", "kind", "variant"}
    for key in messages("en", "playtest"):
        table, _, name = key.rpartition(".")
        # A key is written out, or made of the name of its table and of something that is counted or set.
        assert f'"{key}"' in code or (table in tables) or f'"{name}"' in code, key


def test_a_library_that_draws_is_loaded_for_a_page_alone():
    code = "import sys, table.playtest.reports.text, table.playtest.comparing; print('pygal' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_two_reports_of_one_plan_show_no_difference():
    assert compare(fight(), fight()).changes == ()
