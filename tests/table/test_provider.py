"""`breche provider`: what is known of servers, and one tried on loopback; a key is never shown, whatever goes wrong."""

import json
import re
import sqlite3
from contextlib import closing

import pytest

from narrator.money.providers import presets
from table.spending import FILE
from tests.faults.replies import plain, right, stream, words
from tests.faults.server import Answer, Server
from tests.table.shell import Shell

SECRET = "sk-do-not-show-0123456789"
LANGUAGES = ("en", "fr")


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


def tried(shell, respond, *arguments, **environ):
    """`breche provider test` of a server that answers so, and what it was asked."""
    with Server(respond) as server:
        done = shell.run("provider", "test", "tiny", "--base-url", server.url, *arguments, **environ)
    return done, server


def report(done):
    return json.loads(done.stdout)


def test_every_provider_is_listed_with_what_it_needs_and_cannot_do(shell):
    listed = report(shell.run("provider", "list", "--json"))
    assert [each["name"] for each in listed] == [*presets()]
    by_name = {each["name"]: each for each in listed}
    assert by_name["openai"]["key_variable"] == "OPENAI_API_KEY"
    assert (by_name["openai"]["key_found"], by_name["ollama"]["needs_key"]) == (None, False)
    assert by_name["anthropic"]["modes"] == ["tool", "text"]
    assert by_name["gemini"]["seed"] is False
    assert all(note["source"].startswith("https://") for each in listed for note in each["notes"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_whether_a_key_was_found_is_told_and_never_the_key(shell, language):
    (shell.home / "config.toml").write_text(f'[provider.mistral]\nkey = "{SECRET}"', encoding="utf-8")
    for how in ([], ["--accessible"], ["--json"]):
        done = shell.run("provider", "list", "--lang", language, *how, OPENAI_API_KEY=SECRET)
        assert done.returncode == 0
        assert SECRET not in done.stdout + done.stderr
        assert "OPENAI_API_KEY" in done.stdout
        assert str(shell.home / "config.toml") in done.stdout
    shown = shell.run("provider", "list", "--lang", language, OPENAI_API_KEY=SECRET).stdout
    row = {each.split()[0]: each for each in reversed(shown.splitlines()) if each.strip()}
    found, missing = {"en": ("found in", "missing:"), "fr": ("trouvée dans", "manque\u00a0:")}[language]
    assert f"{found} OPENAI_API_KEY" in row["openai"]
    assert f"{missing} GEMINI_API_KEY" in row["gemini"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notes_are_shown_when_they_are_asked_for(shell, language):
    short = shell.run("provider", "list", "--lang", language).stdout
    shown = shell.run("provider", "list", "--notes", "--lang", language).stdout
    for name, preset in presets().items():
        one = shell.run("provider", "list", name, "--lang", language).stdout
        for note in preset.note:
            said = note.fr if language == "fr" else note.en
            assert said in shown
            assert said in one
            assert said not in short
        others = [note.en for other in presets().values() if other is not preset for note in other.note]
        assert not any(each in one for each in others if each not in [note.en for note in preset.note])
    assert "--notes" in short
    assert "--notes" not in shown


def test_one_provider_is_shown_with_its_address(shell):
    done = shell.run("provider", "list", "mistral", "--lang", "en")
    assert "Address: https://api.mistral.ai/v1" in done.stdout
    assert [each["name"] for each in report(shell.run("provider", "list", "mistral", "--json"))] == ["mistral"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "“olama” is not a provider here; did you mean ollama?"),
        ("fr", "«\u00a0olama\u00a0» n'est pas un fournisseur d'ici\u00a0; vouliez-vous dire ollama\u00a0?"),
    ],
)
def test_a_provider_that_is_not_known_is_said_with_the_nearest(shell, language, said):
    done = shell.run("provider", "list", "olama", "--lang", language)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", said)


@pytest.mark.parametrize(
    ("language", "calls"),
    [
        ("en", ["Trial call, a forced tool", "Call for telling"]),
        ("fr", ["Appel d'essai, un outil imposé", "Appel de récit"]),
    ],
)
def test_each_call_of_a_test_says_what_it_was_for(shell, language, calls):
    done, _ = tried(shell, right, "--lang", language)
    labels = [each.partition(":")[0].strip() for each in done.stdout.splitlines()]
    at = labels.index(calls[0])
    assert labels[at : at + 2] == calls
    assert {"en": "Cost: free", "fr": "Coût\u00a0: gratuit"}[language] in done.stdout


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_speaks_of_no_option_that_the_command_has_not(shell, language):
    for command in ("list", "test"):
        said = shell.run("provider", command, "--help", "--lang", language).stdout
        options = {each.partition(" ")[0] for line in said.splitlines() if (each := line.strip()).startswith("--")}
        named = set(re.findall(r"--[a-z][a-z-]+", said))
        assert named - {"--help"} <= options


def test_a_model_that_does_all_is_said_to_work(shell):
    done, server = tried(shell, right, "--json")
    found = report(done)
    assert (done.returncode, done.stderr) == (0, "")
    assert found["address"] == "custom:tiny"
    assert [found[each] for each in ("reachable", "key_accepted", "model_there", "streaming")] == [True] * 4
    assert (found["mode"], found["trouble"], found["sentence"]) == ("tool", None, None)
    assert [(each["purpose"], each["prompt"], each["cached"]) for each in found["calls"]] == [
        ("probe", 1_200, 1_000),
        ("tell", 1_200, 1_000),
    ]
    assert (found["cost"], found["currency"]) == ("0", "USD")
    assert len(server.asked) == 2


@pytest.mark.parametrize(("language", "works"), [("en", "It works."), ("fr", "Tout marche.")])
def test_a_person_is_told_the_same_in_lines(shell, language, works):
    done, _ = tried(shell, right, "--lang", language)
    assert done.stdout.splitlines()[-1] == works
    assert "1,200" in done.stdout if language == "en" else "1\u202f200" in done.stdout


def test_a_server_without_tools_is_asked_in_another_way(shell):
    def no_tools(asked):
        if asked.tools:
            return plain({"error": {"message": "Unsupported param: tools", "code": 400}}, 400)
        return right(asked)

    done, _ = tried(shell, no_tools, "--json")
    assert (done.returncode, report(done)["mode"]) == (0, "schema")


FAILURES = {
    "wrong_key": (plain({"error": {"message": f"Incorrect API key provided: {SECRET}"}}, 401), [True, False, None]),
    "no_model": (plain({"error": {"message": "model 'tiny' not found"}}, 404), [True, True, False]),
    "foreign": (Answer([b"<html>welcome</html>"], 200, {"Content-Type": "text/html"}), [True, None, None]),
    "busy": (plain({"error": {"message": "slow down"}}, 429, Retry_After="300"), [True, None, None]),
}


@pytest.mark.parametrize("ill", FAILURES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_does_not_work_is_one_sentence_and_how_far_it_came(shell, ill, language):
    answer, steps = FAILURES[ill]
    done, _ = tried(shell, lambda asked: answer, "--json", "--lang", language, BRECHE_API_KEY=SECRET)
    found = report(done)
    assert done.returncode == 4
    assert found["trouble"] == ill
    assert [found[each] for each in ("reachable", "key_accepted", "model_there")] == steps
    assert found["sentence"]
    assert SECRET not in done.stdout + done.stderr
    shown, _ = tried(shell, lambda asked: answer, "--lang", language, BRECHE_API_KEY=SECRET)
    assert (shown.returncode, shown.stderr) == (4, found["sentence"] + "\n")
    assert SECRET not in shown.stdout + shown.stderr


def test_the_key_goes_to_the_server_and_into_no_log(shell):
    _, server = tried(shell, right, BRECHE_API_KEY=SECRET)
    assert {each.headers["authorization"] for each in server.asked} == {f"Bearer {SECRET}"}
    state = shell.home / "state"
    assert [each.name for each in state.iterdir()] == [FILE]
    assert SECRET.encode() not in (state / FILE).read_bytes()


def test_nobody_at_the_address_is_said_and_nothing_waits_for_long(shell):
    with Server(right) as server:
        gone = server.url
    done = shell.run("provider", "test", "tiny", "--base-url", gone, "--json")
    found = report(done)
    assert (done.returncode, found["trouble"], found["reachable"]) == (4, "unreachable", False)
    assert found["mode"] is found["streaming"] is None


@pytest.mark.parametrize(("language", "said"), [("en", "not with the call"), ("fr", "pas par l'appel")])
def test_a_model_that_never_makes_the_call_does_not_do(shell, language, said):
    def chats(asked):
        return stream(*words("Sure! Here is a poem."))

    done, _ = tried(shell, chats, "--lang", language)
    assert done.returncode == 4
    assert said in done.stderr


def test_a_server_that_asks_for_a_key_was_reached_and_a_call_in_vain_shows_no_tokens(shell):
    done, _ = tried(shell, lambda asked: plain({"error": {"message": "no key"}}, 401), "--lang", "en")
    assert (done.returncode, "BRECHE_API_KEY" in done.stderr) == (4, True)
    assert "Reached: yes" in done.stdout
    assert "tokens" not in done.stdout


def test_a_model_that_calls_and_then_tells_nothing_does_not_do(shell):
    def silent(asked):
        return stream(*words("")) if asked.is_telling else right(asked)

    done, _ = tried(shell, silent, "--json")
    found = report(done)
    assert (done.returncode, found["mode"], found["streaming"]) == (4, "tool", False)
    assert found["sentence"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ceiling_that_is_reached_lets_no_call_through(shell, language):
    (shell.home / "config.toml").write_text("[ceilings]\nday_tokens = 10", encoding="utf-8")
    done, server = tried(shell, right, "--json", "--lang", language)
    assert (done.returncode, report(done)["trouble"], server.asked) == (5, "spent", [])
    assert "day_tokens" in report(done)["sentence"]


def test_what_was_tried_is_in_the_log(shell):
    tried(shell, right)
    with closing(sqlite3.connect(shell.home / "state" / FILE)) as log:
        found = log.execute("SELECT purpose, provider, model, mode, cost FROM call ORDER BY id").fetchall()
    assert found == [("probe", "custom", "tiny", "tool", "0"), ("tell", "custom", "tiny", "", "0")]


def test_the_model_of_the_settings_is_tried_where_none_is_named(shell):
    with Server(right) as server:
        (shell.home / "config.toml").write_text(
            f'[narrator]\nmodel = "attic:small"\n[provider.attic]\nbase_url = "{server.url}"', encoding="utf-8"
        )
        found = report(shell.run("provider", "test", "--json"))
    assert (found["address"], found["mode"]) == ("attic:small", "tool")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (["provider", "test"], 2, "breche provider test needs a model: give its address"),
        (["provider", "lst"], 2, "breche provider has no command “lst”; did you mean list?"),
        (["provider", "dance"], 2, "breche provider has no command “dance”; breche provider --help lists them."),
        (["provider", "list", "x"], 2, "“x” is not a provider here; breche provider list shows them."),
        (["provider"], 2, "Usage: breche provider"),
        (["provider", "test", "nobody:x"], 3, "--model names “nobody:x”, whose provider is not known here"),
        (["provider", "test", "openai:gpt"], 4, "openai needs a key, and none was found"),
    ],
)
def test_a_mistake_gets_a_sentence_that_says_what_would_work(shell, line, code, said):
    done = shell.run(*line)
    assert done.returncode == code
    assert done.stderr.startswith(said)
    french = shell.run(*line, BRECHE_LANG="fr")
    assert french.returncode == code
    assert french.stderr
    assert french.stderr != done.stderr


@pytest.mark.parametrize("leaf", ["list", "test"])
@pytest.mark.parametrize(("language", "heading"), [("fr", "Options\u00a0:"), ("en", "Options:")])
def test_the_commands_below_explain_themselves_wherever_the_language_is_said(shell, leaf, language, heading):
    lines = (
        ["--lang", language, "provider", leaf, "-h"],
        ["provider", "--lang", language, leaf, "-h"],
        ["provider", leaf, "--lang", language, "--help"],
    )
    shown = {shell.run(*each).stdout for each in lines}
    assert len(shown) == 1
    assert heading in shown.pop()


@pytest.mark.parametrize("line", [["provider", "--help"], ["provider", "test", "--help"], ["cost", "--help"]])
def test_help_waits_for_nothing_that_is_slow(shell, line):
    code = f"""
import json, sys
from table.cli import run
assert run({line!r}) == 0
print(json.dumps([each.partition(".")[0] for each in sys.modules]))
"""
    done = shell.python(code)
    assert done.returncode == 0, done.stderr
    assert not {"pydantic", "openai", "narrator", "sqlite3", "rich"} & set(json.loads(done.stdout.splitlines()[-1]))


def test_the_log_and_the_list_are_read_without_the_sdk(shell):
    code = "import sys; from table.cli import run; run(['provider', 'list']); run(['cost']); "
    done = shell.python(code + "assert 'openai' not in sys.modules")
    assert done.returncode == 0, done.stderr
