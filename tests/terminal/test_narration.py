"""Who narrates, as a player meets it: a model at a server of the test's, `/model`, `/retell`, `/pin`, `/cost`."""

import json
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from unittest import mock

import pytest

from table.cli import run
from table.config import state_folder
from table.costs import costs
from table.spending import FILE
from table.store import Store
from tests.faults.behaviours import BEHAVIOURS
from tests.faults.replies import chosen, made, piece, right, stream, words
from tests.faults.server import Answer, Asked, Respond, Server
from tests.terminal.person import Person, away, played, prepared

ASKED = ("--lang", "fr", "--seed", "7", "--variant", "raw", "--character", "akiko", "--save", "soir")


@contextmanager
def serving(respond: Respond = right) -> Iterator[tuple[Server, tuple[str, ...]]]:
    """A server, and the options that play with it."""
    with Server(respond) as server:
        yield server, ("--model", "small", "--base-url", server.url)


def lines(*typed: str) -> str:
    return "".join(f"{each}\n" for each in typed)


def rules(asked: Asked) -> Answer:
    """A model that rules in words of its own, whatever the author foresaw."""
    if asked.is_telling or asked.is_probe:
        return right(asked)
    name, arguments = chosen(asked)
    return stream(*made(piece(name, json.dumps({**arguments, "approach": "other"}), index=0, id="call_1")))


def turns(file) -> list[tuple]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT id, parent, number, command, faces, events, hash FROM turn").fetchall()


def test_a_model_rules_and_its_words_are_the_story(tmp_path):
    with serving(rules) as (server, options):
        done = played(tmp_path, lines("regarder la lampe"), *ASKED, *options)
    assert done.code == 0
    assert "Rien ne bouge." in done.out
    assert len(server.decisions) == 1
    assert server.tellings == []


def test_a_model_tells_what_a_roll_came_to(tmp_path):
    with serving() as (server, options):
        played(tmp_path, lines("prendre le passe de Joris"), *ASKED)
        done = played(tmp_path, lines("l", "a"), *ASKED, "--tell", "small", *options[2:])
    assert len(server.tellings) >= 1
    assert "Le couloir reste vide." in done.out


def test_a_server_that_is_not_there_is_told_once_and_the_evening_goes_on(tmp_path):
    gone = ("--model", "small", "--base-url", "http://127.0.0.1:9/v1")
    done = played(tmp_path, lines("regarder la fresque"), *ASKED, *gone)
    assert done.code == 0
    assert "fresque" in done.out
    assert done.err.count("Le serveur du modèle ne répond pas") == 1
    assert "On joue hors ligne pour l'instant" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--model", "openai:gpt-5-mini"), 4, "OPENAI_API_KEY"),
        (("--model", "nobody:x"), 3, "nobody"),
        (("--model", "x", "--base-url", "ftp://here"), 3, "--base-url"),
        (("--model", "x", "--narrator", "offline"), 2, "--narrator"),
    ],
)
def test_a_model_that_cannot_be_asked_is_refused_before_play(tmp_path, options, code, said):
    done = played(tmp_path, "", *ASKED, *options)
    assert done.code == code
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert not (tmp_path / "saves" / "soir.breche").exists()


def test_model_shows_who_narrates_and_how_well_and_changes_it(tmp_path):
    with serving() as (server, options):
        done = played(tmp_path, lines("regarder la lampe", "/model", "/model offline", "/model"), *ASKED, *options)
    assert "custom:small" in done.out
    assert "1 sur 1" in done.out
    assert "hors ligne" in done.err or "offline" in done.err
    assert len(server.decisions) == 1


def test_model_shows_how_long_a_call_takes_and_what_they_cost(tmp_path):
    with serving() as (_, options):
        done = played(tmp_path, lines("regarder la lampe", "/model", "/model offline", "/model"), *ASKED, *options)
    shown = done.out.replace("\u00a0", " ")
    assert re.search(r"Durée moyenne d'un appel +\d+,\d s\n", shown)
    assert re.search(r"Cette session +2 appels, [\d\u202f]+ jetons, gratuit", shown)
    assert shown.count("Durée moyenne") == 1, "the offline narrator calls nobody"


def test_a_prompt_that_the_server_cut_without_a_word_is_told_of_once(tmp_path):
    with serving(BEHAVIOURS["ollama#5902"].respond) as (_, options):
        done = played(tmp_path, lines("regarder la lampe", "regarder la fresque"), *ASKED, *options)
    assert done.err.count("semble ne lire que la fin") == 1


def test_model_with_an_odd_address_says_what_would_work_and_changes_nothing(tmp_path):
    with serving() as (_, options):
        done = played(tmp_path, lines("/model nobody:x", "/model"), *ASKED, *options)
    assert "nobody" in done.err
    assert "custom:small" in done.out


def test_cost_counts_this_session_and_the_day(tmp_path):
    with serving() as (_, options):
        done = played(tmp_path, lines("regarder la lampe", "/cost"), *ASKED, *options)
    assert "Cette session" in done.out
    assert "2 appels" in done.out  # The dummy call that finds how to ask, and the ruling.
    assert "Rien : aucun modèle" in played(tmp_path, lines("/cost"), *ASKED).err.replace("\u00a0", " ")


def test_a_pin_stays_whatever_is_undone_and_is_sent_to_the_model_from_then_on(tmp_path):
    with serving() as (server, options):
        typed = lines("/pin Ma sœur s'appelle Inès", "regarder la lampe", "/undo", "/pin", "regarder la lampe")
        done = played(tmp_path, typed, *ASKED, *options)
    assert "1  Ma sœur s'appelle Inès" in done.out
    assert all("Inès" in json.dumps(each.body, ensure_ascii=False) for each in server.decisions)
    assert len(server.decisions) == 2


def test_a_pin_is_let_go_by_its_number(tmp_path):
    done = played(tmp_path, lines("/pin Un", "/pin Deux", "/unpin 1", "/unpin 7", "/unpin", "/pin"), *ASKED)
    assert "Retirée : Un" in done.err.replace("\u00a0", " ")
    assert done.err.count("Laquelle") == 2
    assert "1  Deux" in done.out
    assert "Un\n" not in done.out


def test_a_pin_that_is_too_long_is_refused_with_its_length(tmp_path):
    done = played(tmp_path, lines("/pin " + "très " * 200, "/pin"), *ASKED)
    assert "épingle" in done.err
    assert "Rien n'est épinglé" in done.err


def test_the_last_turn_is_told_again_in_the_other_language_and_no_number_moves(tmp_path):
    file = tmp_path / "saves" / "soir.breche"
    played(tmp_path, lines("regarder la fresque"), *ASKED)
    before = turns(file)
    done = played(tmp_path, lines("/retell en"), *ASKED)
    assert "stove smoke" in done.out
    assert turns(file) == before
    with Store.open(file) as store:
        assert "stove smoke" in " ".join(store.prose(next(store.back()).id))


@pytest.mark.parametrize("wish", ["en colère", "EN VERS", "fr et vite"])
def test_a_wish_that_begins_like_a_language_is_a_wish(tmp_path, wish):
    played(tmp_path, lines("prendre le passe de Joris", "l", "a"), *ASKED)
    with serving() as (server, options):
        played(tmp_path, lines(f"/retell {wish}"), *ASKED, *options)
    (telling,) = server.tellings
    assert wish in json.dumps(telling.body, ensure_ascii=False)


def test_a_turn_may_be_told_again_as_often_as_one_likes(tmp_path):
    played(tmp_path, lines("prendre le passe de Joris", "l", "a"), *ASKED)
    with serving() as (server, options):
        done = played(tmp_path, lines(*["/retell"] * 5), *ASKED, *options)
    assert len(server.tellings) == 5
    assert "troisième" not in done.err


def test_a_whole_campaign_is_told_again_under_the_ceiling_of_a_turn(tmp_path):
    """Each turn counts for itself, and is logged under its campaign and number."""
    played(tmp_path, lines("prendre le passe de Joris", "l", "a", "regarder la fresque", "aller au quai"), *ASKED)
    config = tmp_path / "config" / "breche" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text("[ceilings]\nturn_tokens = 9000\n", encoding="utf-8")
    with serving() as (server, options), mock.patch.dict(os.environ, away(tmp_path), clear=True):
        code = run(["retell", str(tmp_path / "saves" / "soir.breche"), *options])
        log = costs(state_folder() / FILE, date.today())
    assert code == 0
    assert server.tellings
    assert set(log.by_campaign) == {"soir"}


def test_model_finds_again_who_was_asked_before_and_where(tmp_path):
    with serving() as (_, options):
        typed = lines("/model offline", "/model small", "/model", "/model offline", "/model custom:small", "/model")
        done = played(tmp_path, typed, *ASKED, *options)
    assert done.out.count("custom:small") == 2
    assert "inconnu" not in done.err


def test_without_a_model_a_turn_is_not_told_again_in_the_same_words(tmp_path):
    done = played(tmp_path, lines("/retell", "/retell plus sombre"), *ASKED)
    assert done.err.replace("\u00a0", " ").count("/retell fr ou /retell en") == 2


def test_a_model_that_has_left_does_not_tell_a_turn_again_in_the_same_words(tmp_path):
    gone = ("--model", "small", "--base-url", "http://127.0.0.1:9/v1")
    done = played(tmp_path, lines("regarder la fresque", "/retell plus sombre", "/model"), *ASKED, *gone)
    assert "/retell fr ou /retell en" in done.err.replace("\u00a0", " ")
    assert "0 sur 0" not in done.out


def test_an_address_that_is_not_known_asks_nobody(tmp_path):
    with serving() as (server, options):
        played(tmp_path, lines("/model nobody:here", "/model nowhere:at-all"), *ASKED, *options)
    assert len(server.asked) == 1, "the dummy call at the start"


def english(asked: Asked) -> Answer:
    """A model that tells in a language that nobody plays in."""
    return (
        stream(*words("The corridor stays empty. ", "A drop falls far behind you."))
        if asked.is_telling
        else right(asked)
    )


def test_a_telling_in_the_wrong_language_is_said_once_and_counted_as_it_is_when_told_again(tmp_path):
    played(tmp_path, lines("prendre le passe de Joris", "l", "a"), *ASKED)
    with serving(english) as (server, options):
        done = played(tmp_path, lines("/retell", "/retell fr", "/model"), *ASKED, *options)
    assert len(server.tellings) == 2
    assert done.err.count("Le narrateur hors ligne raconte cette fois") == 2
    assert re.search(r"Phrases remplacées +4 sur 4", done.out)


def test_a_model_that_does_not_answer_is_not_said_to_narrate_first(tmp_path):
    gone = ("--model", "offline", "--base-url", "http://127.0.0.1:9/v1")
    done = played(tmp_path, lines("/model tiny", "/model"), *ASKED, *gone)
    assert done.err.count("On joue hors ligne pour l'instant") == 1
    assert "Désormais" not in done.err
    assert "hors ligne" in done.out


def test_a_model_that_answers_is_said_to_narrate(tmp_path):
    with serving() as (_, options):
        done = played(tmp_path, lines("/model offline", "/model small"), *ASKED, *options)
    assert "(Désormais\u00a0: custom:small.)" in done.err
    assert "(Désormais, la partie continue hors ligne.)" in done.err


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("address", ["foo", "nobody:x", "ollama:"])
def test_an_address_that_is_refused_in_play_is_told_what_can_be_typed_there(tmp_path, lang, address):
    done = played(tmp_path, lines(f"/model {address}"), *ASKED[2:], "--lang", lang)
    refusal = next(each for each in done.err.splitlines() if f"{address}" in each)
    assert "--" not in refusal
    assert "/model " in refusal
    if address != "ollama:":
        assert all(each in done.err for each in ("/model offline", "/model local", "ollama"))


def test_calls_that_failed_are_counted_as_cost_counts_them(tmp_path):
    gone = ("--model", "small", "--base-url", "http://127.0.0.1:9/v1")
    done = played(tmp_path, lines("/model", "/cost"), *ASKED, *gone)
    shown = done.out.replace("\u00a0", " ")
    failed = re.search(r"Appels qui ont échoué +(\d+)\n", shown)
    assert failed, shown
    assert re.findall(r"Cette session +(\d+) appel", shown) == [failed[1]] * 2


def test_a_turn_is_told_again_in_a_tone_and_by_another_model(tmp_path):
    file = tmp_path / "saves" / "soir.breche"
    played(tmp_path, lines("prendre le passe de Joris", "l", "a"), *ASKED)
    before = turns(file)
    with serving() as (server, options):
        played(tmp_path, lines("/retell d'un ton plus sombre"), *ASKED, *options)
    (telling,) = server.tellings
    assert "d'un ton plus sombre" in json.dumps(telling.body, ensure_ascii=False)
    assert turns(file) == before


def test_what_the_narrator_says_of_itself_is_a_record_of_its_own_in_json(tmp_path):
    gone = ("--model", "small", "--base-url", "http://127.0.0.1:9/v1")
    done = played(tmp_path, lines("regarder la fresque"), *ASKED, *gone, "--json")
    records = [json.loads(each) for each in done.out.splitlines()]
    assert [each["narrator"] for each in records if "narrator" in each] == ["absent_offline"]


@pytest.mark.parametrize("name", ["HTML", "ten megabytes", "openai-python#2356"])
def test_a_server_that_misbehaves_ends_no_evening(tmp_path, name):
    with serving(BEHAVIOURS[name].respond) as (_, options):
        done = played(tmp_path, lines("regarder la fresque", "/log"), *ASKED, *options)
    assert done.code == 0
    assert "Traceback" not in done.err


def test_the_key_is_on_no_screen_and_in_no_file(tmp_path):
    key = "sk-canary-987654"
    with serving(BEHAVIOURS["HTML"].respond) as (_, options):
        typed = lines("regarder la fresque", "/model", "/cost", "/log")
        done = played(tmp_path, typed, *ASKED, *options, BRECHE_API_KEY=key)
    assert key not in done.out + done.err
    assert not any(key.encode() in each.read_bytes() for each in tmp_path.rglob("*") if each.is_file())


def test_an_offline_evening_imports_no_model(tmp_path):
    import subprocess
    import sys

    code = (
        "import sys; from table.cli import run; code = run(['play', '--seed', '7', '--save', 'soir']);"
        "print([each for each in ('openai', 'httpx2', 'tenacity', 'narrator.chat', 'narrator.guard')"
        " if each in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=b"look\n", env=away(tmp_path), capture_output=True)
    assert done.stderr.decode().strip().splitlines()[-1] == "[]"


def test_prepared_saves_play_with_a_model(tmp_path):
    prepared(tmp_path)
    with serving() as (server, options):
        done = played(tmp_path, lines("look at the lamp"), "--lang", "en", "--save", "evening", *options)
    assert done.code == 0
    assert server.decisions


# At a terminal


def test_a_terminal_says_that_a_model_is_asked_and_what_it_has_cost_so_far(tmp_path):
    with serving() as (_, options), Person(tmp_path, *ASKED, *options, columns=100) as player:
        assert "custom:small · 1,2k jetons" in player.answered()
        shown = player.say("regarder la lampe")
        assert "(custom:small réfléchit" in shown
        assert "2,5k jetons" in shown
        player.press("Ctrl-D")
        assert player.leaves() == 0


def test_ctrl_c_while_a_model_is_asked_plays_nothing_and_gives_the_line_back(tmp_path):
    with serving(BEHAVIOURS["a stall"].respond) as (_, options), Person(tmp_path, *ASKED, *options) as player:
        player.answered()
        player.type("regarder la lampe").press("Enter").sees("custom:small réfléchit").press("Ctrl-C")
        assert "vous êtes au tour 0" in player.answered()
        player.press("Ctrl-D")
        assert player.leaves() == 0
