"""`breche cost`: the log added up, in both languages, for people and for programs."""

import json
import os
import sqlite3
from contextlib import closing
from datetime import date, datetime, timedelta
from decimal import Decimal

import pytest

from narrator.exchange import Usage
from narrator.money import Entry, Spent
from table.amounts import count, money
from table.costs import costs
from table.spending import FILE, Spending
from tests.table.shell import Shell

TODAY = date.today()
LAST_MONTH = TODAY.replace(day=1) - timedelta(days=1)


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def log(shell, *calls):
    """Calls in the log: day, campaign, model, prompt, cached, reply, cost, and what went wrong."""
    for day, campaign, model, prompt, cached, reply, cost, ill in calls:
        noon = datetime(day.year, day.month, day.day, 12).astimezone()
        spending = Spending(shell.home / "state" / FILE, "USD", campaign, 1, lambda noon=noon: noon)
        spending.hold(Spent(prompt + reply), lambda today: None)
        provider, _, name = model.partition(":")
        usage, paid = Usage(prompt, reply, cached), None if cost is None else Decimal(cost)
        spending.settle(Entry(name, provider, "decide", usage, paid, "USD", 1.0, None, None, "tool", ill))
        assert spending.failed is None


SOME = (
    (LAST_MONTH, "low_tide-akiko", "openai:large", 10_000, 0, 500, "1.5", None),
    (TODAY, "low_tide-akiko", "openai:large", 4_000, 3_000, 200, "0.0042", None),
    (TODAY, "low_tide-akiko", "custom:mine", 1_000, 0, 100, None, None),
    (TODAY, "the_gate-teva", "ollama:small", 2_000, 0, 100, "0", "late"),
)


def report(shell, *arguments):
    done = shell.run("cost", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_today_this_month_and_since_a_day_by_model_and_by_campaign(shell):
    log(shell, *SOME)
    found = report(shell, "--since", LAST_MONTH)
    assert found["today"] == {
        "calls": 3,
        "failed": 1,
        "prompt": 7_000,
        "cached": 3_000,
        "reply": 400,
        "share_cached": 3 / 7,
        "seconds": 3.0,
        "cost": {"USD": "0.0042"},
        "unknown": 1,
    }
    assert found["month"] == found["today"]
    assert (found["since"]["day"], found["since"]["calls"]) == (str(LAST_MONTH), 4)
    assert found["since"]["cost"] == {"USD": "1.5042"}
    assert {name: each["calls"] for name, each in found["models"].items()} == {
        "openai:large": 2,
        "custom:mine": 1,
        "ollama:small": 1,
    }
    assert {name: each["calls"] for name, each in found["campaigns"].items()} == {
        "low_tide-akiko": 3,
        "the_gate-teva": 1,
    }
    assert found["open_calls"] == 0


def test_without_a_day_models_and_campaigns_are_those_of_this_month(shell):
    log(shell, *SOME)
    found = report(shell)
    assert found["since"] is None
    assert found["models"]["openai:large"]["calls"] == 1


def test_a_person_reads_what_is_known_and_that_the_rest_is_not(shell):
    log(shell, *SOME)
    shown = shell.run("cost", "--lang", "en").stdout
    assert "0.0042\u00a0USD + unknown for 1 call" in shown
    assert "3 (1 failed)" in shown
    assert "43%" in shown
    mine = next(each for each in shown.splitlines() if "custom:mine" in each)
    assert mine.split()[-1] == "unknown"
    small = next(each for each in shown.splitlines() if "ollama:small" in each)
    assert small.split()[-1] == "free"


def test_the_same_in_french_and_for_whoever_listens(shell):
    log(shell, *SOME)
    shown = shell.run("cost", "--lang", "fr", "--accessible").stdout
    assert "Quand\u00a0: Aujourd'hui\u00a0; Appels\u00a0: 3 (dont 1 échoué)" in shown
    assert "Coût\u00a0: 0,0042\u00a0USD + inconnu pour 1 appel" in shown
    assert "Jetons d'invite\u00a0: 7\u202f000" in shown
    assert "─" not in shown


@pytest.mark.parametrize(("language", "none"), [("en", "No call to a model"), ("fr", "Aucun appel à un modèle")])
def test_an_empty_log_is_no_fault_and_none_is_made(shell, language, none):
    done = shell.run("cost", "--lang", language)
    assert (done.returncode, done.stderr) == (0, "")
    assert none in done.stdout
    assert report(shell)["today"]["calls"] == 0
    assert not (shell.home / "state").exists()


def test_a_call_that_never_ended_is_told(shell):
    log(shell, SOME[1])
    Spending(shell.home / "state" / FILE, "USD").hold(Spent(5_000), lambda today: None)
    assert report(shell)["open_calls"] == 1
    assert "1 call was begun and never ended" in shell.run("cost", "--lang", "en").stdout


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_log_that_is_none_is_left_as_it_is(shell, language):
    (shell.home / "state").mkdir()
    (shell.home / "state" / FILE).write_text("not a log" * 500)
    done = shell.run("cost", "--lang", language)
    assert (done.returncode, done.stdout) == (1, "")
    assert FILE in done.stderr


def a_pipe(file):
    os.mkfifo(file)


def a_loop(file):
    file.symlink_to(file.name)


def a_folder(file):
    file.mkdir()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("made", [a_pipe, a_loop, a_folder])
def test_what_is_no_file_is_said_to_be_no_log(shell, made, language):
    (shell.home / "state").mkdir()
    made(shell.home / "state" / FILE)
    done = shell.run("cost", "--lang", language)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert FILE in done.stderr


def test_an_empty_file_is_an_empty_log(shell):
    (shell.home / "state").mkdir()
    (shell.home / "state" / FILE).touch()
    done = shell.run("cost", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No call to a model" in done.stdout


def tampered(shell, column, value):
    """A log with one call, in which somebody else wrote."""
    log(shell, SOME[1])
    with closing(sqlite3.connect(shell.home / "state" / FILE)) as found, found:
        found.execute("CREATE TABLE loose AS SELECT * FROM call")
        found.execute("DROP TABLE call")
        found.execute("ALTER TABLE loose RENAME TO call")
        found.execute(f"UPDATE call SET {column} = ?", (value,))


@pytest.mark.parametrize("column", ["campaign", "provider", "model", "currency"])
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_nothing_that_somebody_wrote_into_the_log_reaches_a_terminal_as_it_is(shell, column, more):
    tampered(shell, column, "a\x1b[2J\x1b]0;b\x07\x9b31m\u202ec\nd")
    done = shell.run("cost", "--lang", "en", *more)
    assert (done.returncode, done.stderr) == (0, "")
    shown = _texts(json.loads(done.stdout)) if more else done.stdout.split("\n")
    assert "31mcd" not in "".join(shown)
    assert all(each.replace("\u00a0", " ").isprintable() for each in shown)


def _texts(value):
    """Every text of a report."""
    match value:
        case dict():
            return [text for each in (*value, *value.values()) for text in _texts(each)]
        case str():
            return [value]
        case _:
            return []


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("cost", "1e999999"),
        ("cost", "NaN"),
        ("cost", "-1"),
        ("cost", b"1"),
        ("day", "9999-99-99"),
        ("prompt", "many"),
        ("seconds", float("inf")),
        ("seconds", "long"),
        ("model", None),
    ],
)
def test_a_log_with_what_cannot_be_in_it_is_none(shell, column, value):
    tampered(shell, column, value)
    done = shell.run("cost", "--lang", "en")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_day_that_is_none_is_a_mistake(shell, language):
    done = shell.run("cost", "--since", "yesterday", "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert "yesterday" in done.stderr


def test_a_sum_over_nothing_has_no_share(tmp_path):
    assert costs(tmp_path / FILE, TODAY).today.share_cached is None


@pytest.mark.parametrize(
    ("amount", "english", "french"),
    [
        ("0", "0.00", "0,00"),
        ("12.3456", "12.35", "12,35"),
        ("1234.5", "1,234.50", "1\u202f234,50"),
        ("0.5", "0.50", "0,50"),
        ("0.0042", "0.0042", "0,0042"),
        ("0.00000123", "0.0000012", "0,0000012"),
    ],
)
def test_an_amount_is_written_as_each_language_does_and_a_small_one_is_not_nothing(amount, english, french):
    assert money("en", Decimal(amount), "EUR") == f"{english}\u00a0EUR"
    assert money("fr", Decimal(amount), "EUR") == f"{french}\u00a0EUR"
    assert (count("en", 1_234_567), count("fr", 1_234_567)) == ("1,234,567", "1\u202f234\u202f567")
