"""`breche playtest` and `breche tune` as a person calls them, in both languages."""

import errno
import json
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

from table.commands import plays, tune
from table.playtest import fights
from table.playtest.narrators.modelled import crew_of
from table.playtest.players import POLICIES
from table.playtest.processes import processes
from table.playtest.running import Run
from table.playtest.tuning import RANGES
from tests.faults.replies import right
from tests.faults.server import Server
from tests.table.shell import Shell


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def test_a_fight_is_played_and_reported_in_a_sentence_and_tables(shell):
    done = shell.run("playtest", "champion", "--games", "12", "--jobs", "1", "--lang", "en")
    assert done.returncode == 0
    assert done.stdout.startswith("The party wins")
    assert "PCs down" in done.stdout
    assert done.stderr == ""


def test_the_name_of_the_command_below_may_be_left_out(shell):
    short, long = (
        shell.run("playtest", *words, "champion", "--games", "3", "--jobs", "1", "--json") for words in ((), ("run",))
    )
    assert short.stdout == long.stdout
    assert json.loads(short.stdout)["summary"]["games"] == 3


def test_the_same_seed_is_the_same_report_byte_for_byte_on_any_number_of_processes(shell):
    asked = ("playtest", "champion", "--games", "30", "--json", "--players", "random,ahead")
    one, two = (shell.run(*asked, "--jobs", jobs) for jobs in (1, 2))
    assert one.stdout == two.stdout
    other = shell.run(*asked, "--jobs", 1, "--seed", 2)
    assert json.loads(other.stdout)["summary"]["counts"] != json.loads(one.stdout)["summary"]["counts"]


def test_an_adventure_is_played_to_an_ending(shell):
    done = shell.run("playtest", "low-tide", "--games", "2", "--jobs", "1", "--json", "--players", "bold")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["settings"]["kind"] == "adventure"
    assert sum(report["summary"]["counts"]["ending"].values()) == 2


def test_a_page_is_written_in_the_language_of_the_interface(shell, tmp_path):
    page = tmp_path / "page.html"
    done = shell.run("playtest", "champion", "--games", "5", "--jobs", "1", "--report", page, "--lang", "fr")
    assert done.returncode == 0
    assert str(page) in done.stdout.replace("\n", "")
    assert '<html lang="fr"' in page.read_text(encoding="utf-8")


def test_a_place_that_takes_no_page_is_told_of_before_anything_is_played(shell, tmp_path, monkeypatch):
    monkeypatch.setattr(fights, "fight", None)
    done = shell.run("playtest", "champion", "--games", "1", "--report", tmp_path)
    assert done.returncode == 1
    assert str(tmp_path) in done.stderr.replace("\n", "")


def test_two_reports_are_compared_in_a_sentence(shell, tmp_path):
    for name, numbers in (("three", ()), ("four", ("--set", "weapon=4"))):
        done = shell.run("playtest", "champion", *numbers, "--games", "60", "--jobs", "1", "--json")
        (tmp_path / f"{name}.json").write_text(done.stdout, encoding="utf-8")
    files = (tmp_path / "three.json", tmp_path / "four.json")
    done = shell.run("playtest", "compare", *files, "--lang", "en")
    assert done.returncode == 0
    assert done.stdout.startswith("With weapon 4 instead of 3")
    data = json.loads(shell.run("playtest", "compare", *files, "--json").stdout)
    assert data["differences"]["down"]["difference"] > 0


def test_what_is_no_report_is_not_compared(shell, tmp_path):
    (tmp_path / "a.json").write_text("[]", encoding="utf-8")
    done = shell.run("playtest", "compare", tmp_path / "a.json", tmp_path / "a.json", "--lang", "en")
    assert done.returncode == 3
    assert "is not a report" in done.stderr
    done = shell.run("playtest", "compare", tmp_path / "none.json", tmp_path / "a.json", "--lang", "en")
    assert done.returncode == 1
    assert "none.json" in done.stderr


@pytest.mark.parametrize(
    ("edited", "now"),
    [
        ('"party": {', '"band": {'),
        ('"adversaries": [', '"adversaries": null, "others": ['),
        ('"narrator": {', '"narrator": "steady", "other": {'),
        ('"seed": "1"', '"seed": "1", "weather": "rain"'),
        ('"games": 5', '"games": 1e999'),
        ('"games": 5', '"games": -5'),
        ('"turns": {', '"turns": {"1000000": 1, '),
        ('"turns": {', '"turns": {"many": 1, '),
        ('"health": {', '"health": {"1": 1, '),
        ('"won": {', '"won": {"no": -1, '),
        ('"settings": {', f'"settings": {"[" * 100_000}'),
    ],
)
def test_a_report_that_was_changed_by_hand_into_none_is_said_to_be_none(shell, tmp_path, edited, now):
    done = shell.run("playtest", "champion", "--games", "5", "--jobs", "1", "--json")
    assert edited in done.stdout
    (tmp_path / "a.json").write_text(done.stdout.replace(edited, now, 1), encoding="utf-8")
    done = shell.run("playtest", "compare", tmp_path / "a.json", tmp_path / "a.json", "--lang", "en")
    assert done.returncode == 3
    assert "is not a report" in done.stderr


def test_somebody_else_s_report_moves_no_cursor_and_may_be_in_the_encoding_of_another_shell(shell, tmp_path):
    done = shell.run("playtest", "champion", "--games", "5", "--jobs", "1", "--json")
    (tmp_path / "a.json").write_text(done.stdout, encoding="utf-16")
    other = done.stdout.replace('"what": "champion"', '"what": "\\u001b[31mred\\n"')
    (tmp_path / "b.json").write_text(other, encoding="utf-8-sig")
    done = shell.run("playtest", "compare", tmp_path / "a.json", tmp_path / "b.json", "--lang", "en")
    assert done.returncode == 0
    assert "red instead of champion" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_page_that_cannot_be_written_takes_no_figures_with_it(shell, tmp_path, monkeypatch):
    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    page = tmp_path / "page.html"
    done = shell.run("playtest", "champion", "--games", "2", "--report", page, "--lang", "en")
    assert done.returncode == 1
    assert "The party wins" in done.stdout
    assert "The page" not in done.stdout
    assert str(page) in done.stderr.replace("\n", "")


def test_a_run_that_is_stopped_before_a_game_was_played_leaves_the_page_that_was_there(shell, tmp_path, monkeypatch):
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Run, "on", stopped)
    page = tmp_path / "page.html"
    page.write_text("mine", encoding="utf-8")
    done = shell.run("playtest", "champion", "--games", "2", "--report", page)
    assert done.returncode == 130
    assert page.read_text(encoding="utf-8") == "mine"


def test_whoever_ends_a_run_politely_gets_what_is_done(shell, monkeypatch):
    on = Run.on

    def ended(run: Run, *more: Any) -> None:
        on(run, *more)
        signal.raise_signal(signal.SIGTERM)

    def deaf(*_: object) -> None:
        """Let the tests go on where nobody else hears it."""

    monkeypatch.setattr(Run, "on", ended)
    before = signal.signal(signal.SIGTERM, deaf)
    try:
        done = shell.run("playtest", "champion", "--games", "2", "--lang", "en")
        assert signal.getsignal(signal.SIGTERM) is deaf
    finally:
        signal.signal(signal.SIGTERM, before)
    assert done.returncode == 130
    assert "The party wins" in done.stdout


def test_more_processes_than_the_system_lets_one_have_are_not_begun(shell, monkeypatch):
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda what: (256, 256))
    done = shell.run("playtest", "champion", "--games", "2", "--jobs", "100", "--lang", "en")
    assert done.returncode == 3
    assert "--jobs 48" in done.stderr.replace("\n", " ")


def test_a_low_limit_of_open_files_that_may_be_raised_is_raised(monkeypatch):
    resource = pytest.importorskip("resource")
    raised: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda what: (256, 4_096))
    monkeypatch.setattr(resource, "setrlimit", lambda what, limits: raised.append(limits))
    processes(100)
    assert raised == [(464, 4_096)]


def test_a_game_that_breaks_a_law_ends_with_the_command_that_plays_it_again(shell, tmp_path, monkeypatch):
    from engine.core.commands import Wait

    monkeypatch.setattr(fights, "POLICIES", {**POLICIES, "bold": lambda seat: Wait("nobody")})
    asked = ("playtest", "--party", "teva", "--adversaries", "marsh_boar", "--players", "bold", "--narrator", "steady")
    done = shell.run(*asked, "--game", "7", "--keep", tmp_path / "kept")
    assert done.returncode == 1
    replay = next(line for line in done.stdout.splitlines() if line.startswith("breche playtest"))
    again = shell.run(*shlex.split(replay)[1:], "--keep", tmp_path / "again")
    kept, again_kept = ([each.name for each in (tmp_path / folder).glob("*.breche")] for folder in ("kept", "again"))
    assert kept == again_kept == ["encounter-7.breche"]
    assert again.returncode == 1


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("playtest", "nowhere"), "neither a file"),
        (("playtest",), "--party"),
        (("playtest", "run"), "Say what is played"),
        (("tune",), "Say what is played"),
        (("playtest", "champion", "--players", "focussed"), "did you mean focused?"),
        (("playtest", "champion", "--players", ""), "Nobody plays like"),
        (("playtest", "champion", "--narrator", "hostile:300%"), "is not a narrator"),
        (("playtest", "champion", "--narrator", "hostile:often"), "is not a narrator"),
        (("playtest", "champion", "--games", "0"), "is not a number of games"),
        (("playtest", "champion", "--jobs", "0"), "is not a number of processes"),
        (("tune", "low_tide"), "is an adventure"),
        (("tune", "champion", "--vary", "luck"), "no number that can be looked for"),
        (("tune", "champion", "--who", "nobody"), "about nobody here"),
        (("tune", "--party", "teva", "--adversaries", "marsh_boar*2"), "no single boss"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(shell, typed, said):
    done = shell.run(*typed, "--lang", "en")
    assert done.returncode in (2, 3)
    assert said in done.stderr.replace("\n", " ")
    assert shell.run(*typed, "--lang", "fr").stderr


def test_a_bosss_numbers_are_found_and_shown(shell):
    asked = ("tune", "champion", "--vary", "weapon", "--games", "40", "--win", "80", "--down", "2", "--jobs", "1")
    done = shell.run(*asked, "--lang", "en")
    assert done.returncode == 0, done.stderr
    assert "Weapon 4: the party wins" in done.stdout
    found = json.loads(shell.run(*asked, "--json").stdout)
    best = found["found"][0]
    assert best["weapon"] == 4
    for figure in ("win", "down"):
        low, high = best[f"{figure}_interval"]
        assert low < best[figure] < high


def test_a_target_that_nothing_reaches_is_said_to_be_missed(shell):
    asked = ("tune", "champion", "--vary", "weapon", "--games", "40", "--jobs", "1")
    missed = shell.run(*asked, "--win", "30", "--down", "0", "--lang", "en").stdout.replace("\n", " ")
    assert "30% of games won with at most 0 PCs down was not reached" in missed
    reached = shell.run(*asked, "--win", "100", "--down", "1", "--lang", "en")
    assert "reached" not in reached.stdout


def test_a_report_that_is_not_there_is_said_not_to_be(shell, tmp_path):
    file = tmp_path / "none.json"
    done = shell.run("playtest", "compare", file, file, "--lang", "en")
    assert f"{file} is not there" in done.stderr.replace("\n", "")


def test_the_help_knows_every_policy_and_every_number(shell):
    assert set(plays.POLICIES) == set(POLICIES)
    assert set(tune.VARIED) == set(RANGES)


# A real model


@pytest.fixture
def asked_anew():
    """No model is known from another test."""
    crew_of.cache_clear()
    yield
    crew_of.cache_clear()


def test_a_model_narrates_an_adventure_and_what_it_did_is_counted(shell, asked_anew):
    with Server(right) as server:
        model = ("--model", "small", "--base-url", server.url)
        done = shell.run("playtest", "low_tide", "--games", 1, "--players", "bold", "--json", *model)
        assert done.returncode == 0, done.stdout + done.stderr
        assert len(server.asked) > 10
    report = json.loads(done.stdout)
    assert report["settings"]["narrator"]["kind"] == "model"
    counted = report["summary"]["counts"]["narrator"]
    assert counted["decisions"] > 0
    assert report["summary"]["escaped"] == 0


def test_a_model_spends_no_more_than_its_ceiling_and_the_evening_goes_on(shell, asked_anew):
    (shell.home / "config.toml").write_text("[ceilings]\nsession_tokens = 20000\n", encoding="utf-8")
    with Server(right) as server:
        model = ("--model", "small", "--base-url", server.url)
        done = shell.run("playtest", "low_tide", "--games", 2, "--players", "bold", "--json", *model)
        spent = sum(int(each.body.get("max_tokens", 0)) for each in server.asked)
        assert len(server.asked) < 20
    assert done.returncode == 0
    assert json.loads(done.stdout)["summary"]["games"] == 2
    assert 0 < spent <= 20_000


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("champion", "--model", "ollama:small"), "nothing to narrate; --model"),
        (("low_tide", "--model", "ollama:small", "--jobs", "2"), "asked by one process"),
        (("low_tide", "--model", "nobody:small"), "provider"),
        (("low_tide", "--model", "ollama:small", "--narrator", "steady"), "--model"),
    ],
)
def test_a_model_that_cannot_be_asked_is_said_to_be_before_anything_is_played(shell, asked_anew, typed, said):
    done = shell.run("playtest", *typed, "--lang", "en")
    assert done.returncode in (2, 3, 4)
    assert said in done.stderr.replace("\n", " ")


def test_a_fight_has_nothing_that_a_script_could_tell(shell, tmp_path):
    (tmp_path / "said.jsonl").touch()
    done = shell.run("playtest", "champion", "--narrator", f"scripted:{tmp_path / 'said.jsonl'}", "--lang", "en")
    assert done.returncode == 2
    assert "nothing to narrate; --narrator scripted" in done.stderr.replace("\n", " ")


def test_what_the_steady_narrator_proposes_can_be_written_down_and_played_back(shell, tmp_path):
    asked = ("low_tide", "--games", 1, "--players", "bold")
    written = shell.run("playtest", "record", *asked)
    assert written.returncode == 0
    file = tmp_path / "said.jsonl"
    file.write_text(written.stdout, encoding="utf-8")
    steady, scripted = (
        json.loads(shell.run("playtest", *asked, "--json", "--narrator", each).stdout)["summary"]["counts"]
        for each in ("steady", f"scripted:{file}")
    )
    assert scripted["narrator"]["recorded"] == scripted["narrator"]["asked"]
    assert scripted["ending"] == steady["ending"]
    assert scripted["turns"] == steady["turns"]
