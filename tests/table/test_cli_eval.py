"""`breche eval narrator`, in both languages, for people and for programs."""

import json
from collections.abc import Iterator

import pytest

from narrator import evaluation
from table import evaluated
from tests.faults.replies import USAGE, plain, right
from tests.faults.server import Server
from tests.table.shell import Shell


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "fr",
            [
                "offline\u00a0: 4 répliques prises",
                "Accord sur la caractéristique",
                "Secrets divulgués",
                "Français",
                "Les deux",
            ],
        ),
        ("en", ["offline: 4 lines taken", "Agreement on the attribute", "Secrets leaked", "French", "Both"]),
    ],
)
def test_the_offline_narrator_is_measured_in_both_languages(shell, language, said):
    done = shell.run("eval", "narrator", "--sample", 2, "--lang", language)
    assert done.returncode == 0
    assert done.stderr == ""
    assert all(each in done.stdout for each in said)


def test_in_accessible_mode_each_figure_is_a_line_and_the_heading_is_said_once(shell):
    done = shell.run("eval", "narrator", "--sample", 1, "--lines", "en", "--lang", "en", "--accessible")
    assert "Valid at the first try: 100.0% (21–100)" in done.stdout.splitlines()
    assert done.stdout.count("Figure (95% confidence)") == 1
    assert "─" not in done.stdout
    both = shell.run("eval", "narrator", "--sample", 1, "--lang", "en", "--accessible")
    assert "Lines: French: 1; English: 1; Both: 2" in both.stdout.splitlines()


@pytest.mark.parametrize(
    ("language", "heading", "wanted", "got"),
    [("fr", "Arbitrage", "attendu\u00a0: ", "obtenu\u00a0: "), ("en", "Ruling", "wanted: ", "got: ")],
)
def test_the_lines_that_were_missed_are_listed(shell, language, heading, wanted, got):
    line = ("eval", "narrator", "--sample", 20, "--lines", language, "--lang", language)
    missed = [each for each in json.loads(shell.run(*line, "--json").stdout)["each"] if not each["agrees"]]
    assert missed, "a sample in which nothing is missed lists nothing"
    said = shell.run(*line).stdout
    listed = said[said.index(f"\n{heading}") :].splitlines()
    assert len([each for each in listed if each.startswith(f"  {wanted}")]) == len(missed)
    assert len([each for each in listed if each.startswith(f"  {got}")]) == len(missed)
    assert all(each["text"] in "\n".join(listed) for each in missed)


def test_so_many_missed_lines_that_nobody_would_read_them_are_counted(shell, monkeypatch):
    monkeypatch.setattr(evaluated, "agrees", lambda taken: False)
    said = shell.run("eval", "narrator", "--sample", 21, "--lines", "en", "--lang", "en").stdout
    assert "Rulings missed: 21." in said
    assert "wanted:" not in said
    few = shell.run("eval", "narrator", "--sample", 20, "--lines", "en", "--lang", "en").stdout
    assert few.count("wanted:") == 20


def test_a_program_gets_figures_and_every_line(shell):
    done = shell.run("eval", "narrator", "--sample", 3, "--lines", "fr", "--json")
    found = json.loads(done.stdout)
    assert (found["narrator"], found["lines"], found["taken"], found["stopped"]) == ("offline", 3, 3, None)
    assert set(found["figures"]) == {"fr"}
    figures = found["figures"]["fr"]
    assert figures["valid_first"] == {
        "hits": 3,
        "of": 3,
        "share": 1.0,
        "low": pytest.approx(0.4385, abs=1e-4),
        "high": 1.0,
    }
    assert (figures["leaks"], figures["refused"], figures["calls"]) == (0, 0, 0)
    assert figures["own_seconds"]["median"] <= figures["own_seconds"]["under_95"]
    assert len(found["each"]) == 3
    assert all(each["language"] == "fr" and each["kind"] for each in found["each"])


def test_the_same_lines_give_the_same_figures(shell):
    one, other = (json.loads(shell.run("eval", "narrator", "--sample", 4, "--json").stdout) for _ in range(2))
    assert one["each"] == other["each"]


def test_ctrl_c_reports_what_is_done_so_far(shell, monkeypatch):
    whole = evaluation.evaluate

    def interrupted(*arguments: object) -> Iterator[object]:
        for number, taken in enumerate(whole(*arguments)):
            if number == 2:
                raise KeyboardInterrupt
            yield taken

    monkeypatch.setattr(evaluation, "evaluate", interrupted)
    done = shell.run("eval", "narrator", "--sample", 5, "--lines", "en", "--lang", "en")
    assert done.returncode == 130
    assert "Stopped; lines taken: 2 of 5." in done.stdout
    assert "Agreement on the kind of ruling" in done.stdout


def test_nobody_s_settings_make_an_evaluation_cost_money(shell):
    """A model that play would ask is not measured unless it is named."""
    done = shell.run("eval", "narrator", "--sample", 1, "--json", BRECHE_MODEL="openai:gpt-5")
    assert done.returncode == 0
    assert json.loads(done.stdout)["narrator"] == "offline"


@pytest.mark.parametrize(
    ("language", "option", "value", "said"),
    [
        ("en", "--lines", "de", "“de” is not a language of the lines: fr, en or both."),
        ("fr", "--lines", "de", "«\u00a0de\u00a0» n'est pas une langue des répliques\u00a0: fr, en ou both."),
        ("en", "--sample", "0", "“0” is not a number of lines: 1 or more."),
        ("fr", "--sample", "x", "«\u00a0x\u00a0» n'est pas un nombre de répliques\u00a0: 1 ou plus."),
    ],
)
def test_what_an_option_cannot_be_is_said(shell, language, option, value, said):
    done = shell.run("eval", "narrator", option, value, "--lang", language)
    assert (done.returncode, done.stderr.strip()) == (2, said)


def test_a_model_without_a_key_is_said_and_nothing_is_measured(shell):
    done = shell.run("eval", "narrator", "--model", "openai:gpt-5", "--lang", "en", OPENAI_API_KEY="")
    assert done.returncode == 4
    assert "OPENAI_API_KEY" in done.stderr
    assert done.stdout == ""


def test_a_model_is_measured_over_http_and_its_calls_are_counted(shell):
    with Server(right) as server:
        line = ("--model", "tiny", "--base-url", server.url, "--sample", 2, "--lines", "fr", "--json")
        done = shell.run("eval", "narrator", *line)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    figures = found["figures"]["fr"]
    decided, told = len(server.decisions), len(server.tellings)
    assert decided >= 2
    assert figures["valid"]["of"] == 2
    assert figures["calls"] == (decided + told) / 2
    assert figures["reply_tokens"] == USAGE["completion_tokens"] * figures["calls"]
    assert (figures["refused"], figures["lost"], figures["leaks"]) == (0, 0, 0)
    assert (found["troubles"], found["cost"]) == ({}, {"USD": "0"})
    assert "2 " in done.stderr, "it says how far it is, apart from the report"


def test_a_server_that_wants_another_key_is_said_before_anything_is_measured(shell):
    with Server(lambda asked: plain({"error": {"message": "bad key"}}, 401)) as server:
        done = shell.run("eval", "narrator", "--model", "tiny", "--base-url", server.url, "--lang", "en")
    assert done.returncode == 4
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_a_ceiling_that_is_reached_leaves_the_figures_so_far(shell, monkeypatch):
    whole = evaluation.evaluate
    monkeypatch.setattr(evaluation, "evaluate", lambda lines, *more: whole(lines[:1], *more))
    done = shell.run("eval", "narrator", "--sample", 3, "--lines", "fr", "--lang", "fr")
    assert done.returncode == 5
    assert "répliques prises\u00a0: 1 sur 3." in done.stdout


@pytest.mark.parametrize(
    ("language", "said", "cost"), [("en", "server error:", "free"), ("fr", "erreur du serveur\u00a0:", "gratuit")]
)
def test_calls_in_vain_are_told_in_words_and_what_costs_nothing_is_free(shell, language, said, cost):
    def tires(asked):
        return right(asked) if asked.is_probe else plain({"error": {"message": "overloaded"}}, 500)

    with Server(tires) as server:
        line = ("--model", "tiny", "--base-url", server.url, "--sample", 1, "--lines", language, "--lang", language)
        done = shell.run("eval", "narrator", *line)
    assert said in done.stdout
    assert done.stdout.rstrip().endswith(cost)
