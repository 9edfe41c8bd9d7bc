"""Whatever is wrong gets a sentence that says what would work, an exit code, and loses nothing."""

import sqlite3
import subprocess

import pytest

from narrator import prompting
from table.store import Store
from table.verify import verify
from tests.terminal.person import BRECHE, away, piped, played, prepared

EVENING = ("--lang", "en", "--save", "evening")
NEW = ("--lang", "en", "--seed", "7", "--character", "akiko")

WRONG_CHOICES = [
    (("--scenario", "nowhere"), 2, "There is no adventure “nowhere”. There are: low_tide."),
    (("--character", "nobody"), 2, "Nobody called “nobody” plays in this adventure. There are: akiko, teva, salma, lu"),
    (("--variant", "soft"), 2, "blockbuster"),
    (("--seed", "seven"), 2, "seven"),
    (("--save", ".hidden"), 2, "is no name for a save. Take letters and digits"),
]


@pytest.mark.parametrize(("arguments", "code", "sentence"), WRONG_CHOICES)
def test_a_choice_that_is_not_there_names_what_is(tmp_path, arguments, code, sentence):
    for lang in ("en", "fr"):
        done = played(tmp_path, "look\n", *arguments, "--lang", lang)
        assert (done.code, done.out) == (code, "")
        assert len(done.err.splitlines()) == 1
        if lang == "en":
            assert sentence in done.err
    assert not (tmp_path / "saves").exists()


def foreign(file):
    file.write_text("Dear diary", encoding="utf-8")


def damaged(file):
    content = bytearray(file.read_bytes())
    at = content.index(b'"low_tide"')
    content[at : at + 4] = b"\xff\xfe\xfd\xfc"
    file.write_bytes(content)


def newer(file):
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()


def there_already(file):
    assert file.exists()


FAULTS = [
    (foreign, (), 7, "“evening” is not a Brèche save. breche saves lists yours."),
    (damaged, (), 7, "“evening” is damaged, and was left as it is. breche verify"),
    (
        newer,
        (),
        7,
        "“evening” was written by a newer Brèche. Update this one, then open it again; nothing",
    ),
    (there_already, ("--new",), 2, "“evening” is there already, and was left as it is. Give another name"),
    (there_already, ("--seed", "8"), 2, "“evening” is under way: --scenario, --character, --variant and --seed belong"),
]


@pytest.mark.parametrize(("spoil", "arguments", "code", "sentence"), FAULTS)
def test_a_save_that_cannot_be_played_is_left_as_it_is(tmp_path, spoil, arguments, code, sentence):
    file = prepared(tmp_path)
    spoil(file)
    before = file.read_bytes()
    done = played(tmp_path, "look\n", *EVENING, *arguments)
    assert (done.code, done.out) == (code, "")
    assert done.err.startswith(sentence)
    assert len(done.err.splitlines()) == 1
    assert file.read_bytes() == before


def test_an_authors_fault_names_file_key_and_what_was_expected(tmp_path, monkeypatch):
    mine = tmp_path / "mine.toml"
    shipped = prompting.files("prompts") / "scenarios" / "low_tide.toml"
    spoilt = shipped.read_text(encoding="utf-8").replace('difficulty = "hard"', 'difficulty = "brutal"', 1)
    mine.write_text(spoilt, encoding="utf-8")
    monkeypatch.setattr(prompting, "scenarios", lambda: (prompting.read_scenario(mine),))
    done = played(tmp_path, "look\n", *NEW)
    assert (done.code, done.out) == (3, "")
    assert done.err.startswith("The adventure has a fault. ")
    for named in ("mine.toml", "difficulty", "brutal", "hard"):
        assert named in done.err


ODD_LINES = [
    ("", "Say what your character does, or /help."),
    ("     ", "Say what your character does, or /help."),
    ("a" * 10_000, "That line has 10000 characters; 2000 is the most. Nothing was played: say it shorter."),
    ("/" + "b" * 1_000, "There are: /help, /undo, /log, /why, /sheet, /retell, /pin, /unpin, /model, /cost, /quit."),
    ("\x1b[2J\x1b]0;owned\x07\x00\x07", "Say what your character does, or /help."),
]


@pytest.mark.parametrize(("line", "sentence"), ODD_LINES)
def test_an_odd_line_plays_nothing_and_says_what_would_work(tmp_path, line, sentence):
    prepared(tmp_path)
    done = played(tmp_path, f"{line}\n/log\n", *EVENING)
    assert (done.code, done.out.count("1. ")) == (0, 0)
    assert sentence in done.err


def test_bytes_that_are_no_text_and_sequences_inside_a_line_are_harmless(tmp_path):
    prepared(tmp_path)
    done = played(tmp_path, b"look at the \x1b[31mmural\x1b[0m\xff\xfe\x9b2J\n/log\n", *EVENING)
    assert done.code == 0
    assert "Ropewalk Street" in done.out
    assert "1. look at the mural" in done.out
    assert not any(each in done.out + done.err for each in "\x1b\x9b\x07")


def test_prose_of_a_strangers_save_cannot_command_the_terminal(tmp_path):
    file = prepared(tmp_path)
    with sqlite3.connect(file) as database:
        database.execute("UPDATE prose SET sentences = ?", ('["\\u001b[2J\\u001b]0;x\\u0007The tide \\u009bturns."]',))
        database.execute("INSERT OR IGNORE INTO prose VALUES (1, ?)", ('["\\u001b[2J\\u009b5mThe tide turns."]',))
    database.close()
    done = played(tmp_path, "", *EVENING)
    assert "The tide" in done.out
    assert not any(each in done.out + done.err for each in "\x1b\x9b\x07")


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "saves").write_text("in the way", encoding="utf-8")
    done = played(tmp_path, "look\n", *NEW)
    assert (done.code, done.out) == (1, "")
    file = tmp_path / "saves" / "low_tide-akiko.breche"
    assert done.err == (
        f"{file} cannot be written: a file stands where the folder should be. "
        "Choose another with BRECHE_SAVES. What was played before is safe.\n"
    )


def test_a_disk_that_fills_up_ends_the_evening_and_keeps_the_save(tmp_path, monkeypatch):
    file = prepared(tmp_path)
    opened = Store._opened.__func__

    def on_a_small_disk(cls, *given):
        store = opened(cls, *given)
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        return store

    monkeypatch.setattr(Store, "_opened", classmethod(on_a_small_disk))
    done = played(tmp_path, "look at the mural\n" * 200, *EVENING)
    assert done.code == 1
    assert done.err.endswith(
        f"{file} cannot be written: the disk is full. Make room, then go on. What was played before is safe.\n"
    )
    monkeypatch.undo()
    verdict = verify(file)
    assert verdict.diverges_at is None
    assert f"at turn {verdict.turns - 1}." in played(tmp_path, "", *EVENING).err


def test_a_reader_that_has_had_enough_and_a_closed_stdin(tmp_path):
    environ = away(tmp_path)
    begun = " ".join([str(BRECHE), "play", *NEW, "--save", "evening"])
    shell = subprocess.run(
        f"yes 'look at the mural' | head -50 | {begun} | head -1; {begun} <&-; {begun} >&- </dev/null",
        shell=True,
        env=environ,
        capture_output=True,
        encoding="utf-8",
    )
    assert "Traceback" not in shell.stderr
    assert "should" not in shell.stderr
    assert shell.returncode == 0
    assert "You are back in evening.breche" in shell.stderr


def test_no_line_at_all_begins_and_keeps_the_campaign(tmp_path):
    done = piped(tmp_path, "", *NEW)
    assert done.code == 0
    assert "Port-Lazare, ten in the evening" in done.out
    assert played(tmp_path, "", "--save", "low_tide-akiko", "--lang", "en").err.startswith("You are back in low_tide")


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "No check is announced. Say what you do;"), ("fr", "Aucun jet n'est annoncé. Dites ce que")],
)
def test_an_advantage_without_a_check_is_no_action(tmp_path, lang, said):
    prepared(tmp_path, narration=lang)
    done = played(tmp_path, "+ the deck, and I look at the mural\n+\n", "--lang", lang, "--save", "evening")
    assert done.err.count(said) == 2
    with Store.open(tmp_path / "saves" / "evening.breche") as store:
        assert next(store.back()).number == 0
