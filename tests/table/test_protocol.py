"""The engine over JSON lines: every line is answered once, what is wrong is said, and the game lives on."""

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.ruling import Code
from table.protocol import serve, serving
from table.protocol.catalogue import COMMANDS, EVENTS
from table.protocol.lines import MAX_LINE, lines
from table.protocol.problems import Problem
from table.protocol.requests import REQUESTS
from table.verify import verify
from tests.client import Client, Failed, engine, inside, kinds, npc, only, pc
from tests.table.shell import Shell

DEMO = Path(__file__).parents[2] / "saves" / "demo" / "low_tide-salma.breche"
HELLO = b'{"id":"after","op":"hello"}'


def asked(*said: bytes) -> list[dict]:
    """What the engine answers to these lines."""
    outgoing = io.BytesIO()
    serve(io.BytesIO(b"\n".join(said)), outgoing)
    return [json.loads(each) for each in outgoing.getvalue().splitlines()]


@pytest.fixture
def client() -> Iterator[Client]:
    with inside() as opened:
        yield opened


@pytest.fixture
def hero(client: Client) -> Client:
    client.new(pc("hero"))
    return client


BAD_LINES = [
    (b"", "not_json"),
    (b"   ", "not_json"),
    (b"hello", "not_json"),
    (b'{"id":1,"op":"hello"', "not_json"),
    (b'{"id":1,"op":"hello"}{}', "not_json"),
    (b'{"id":1,"op":"hello","op":"quit"}', "not_json"),
    (b'{"id":1,"op":"do","command":{"type":"Yield","character":"a","character":"b"}}', "not_json"),
    (b'{"id":NaN,"op":"hello"}', "not_json"),
    (b'{"id":-Infinity,"op":"hello"}', "not_json"),
    (b'{"id":1e999,"op":"hello"}', "not_json"),
    (b'{"id":"\\ud800","op":"hello"}', "not_json"),
    (b'{"id":%s,"op":"hello"}' % (b"9" * 5000), "not_json"),
    (b'{"id":1,"op":"hello","x":%s}' % (b"[" * 100_000), "not_json"),
    (b'{"id":"\xff","op":"hello"}', "not_utf8"),
    (b"\xff\xfe{\x00}\x00", "not_utf8"),
    (b"3", "not_an_object"),
    (b"null", "not_an_object"),
    (b'[{"id":1,"op":"hello"}]', "not_an_object"),
    (b'{"op":"hello"}', "bad_id"),
    (b'{"id":null,"op":"hello"}', "bad_id"),
    (b'{"id":true,"op":"hello"}', "bad_id"),
    (b'{"id":[1],"op":"hello"}', "bad_id"),
    (b'{"id":1}', "no_op"),
    (b'{"id":1,"op":"jump"}', "unknown_op"),
    (b'{"id":1,"op":["hello"]}', "unknown_op"),
    (b'{"id":1,"op":"hello","loud":true}', "bad_request"),
    (b'{"id":1,"op":"do"}', "bad_request"),
    (b'{"id":1,"op":"do","command":"RollCheck"}', "bad_request"),
    (b'{"id":1,"op":"do","command":{"type":"RollCheck"},"dice":6}', "bad_request"),
    (b'{"id":1,"op":"do","command":{"type":"RollCheck"},"dice":[6.5]}', "bad_request"),
    (b'{"id":1,"op":"do","command":{"type":"RollCheck"},"dice":["6"]}', "bad_request"),
    (b'{"id":1,"op":"do","command":{"type":"RollCheck"},"dice":[%s1]}' % (b"1," * 1000), "bad_request"),
    (b'{"id":1,"op":"do","command":{}}', "no_type"),
    (b'{"id":1,"op":"do","command":{"type":"Win"}}', "unknown_command"),
    (b'{"id":1,"op":"do","command":{"type":["RollCheck"]}}', "unknown_command"),
    (b'{"id":1,"op":"do","command":{"type":"CheckRolled"}}', "unknown_command"),
    (b'{"id":1,"op":"do","command":{"type":"NewGame"}}', "unknown_command"),
    (b'{"id":1,"op":"do","command":{"type":"RollCheck","coup":1}}', "bad_command"),
    (b'{"id":1,"op":"do","command":{"type":"RollCheck","luck":1}}', "bad_command"),
    (b'{"id":1,"op":"do","command":{"type":"Suffer","character":"a","damage":"3","reason":""}}', "bad_command"),
    (b'{"id":1,"op":"new"}', "bad_request"),
    (b'{"id":1,"op":"new","characters":[{"id":"a"}]}', "bad_request"),
    (b'{"id":1,"op":"odds","check":{"dice":61,"difficulty":2}}', "bad_request"),
    (b'{"id":1,"op":"odds","check":{"dice":6,"difficulty":4}}', "bad_request"),
    (b'{"id":1,"op":"odds","attack":{"dice":6,"threat":2,"weapon":%s}}' % (b"9" * 400), "bad_request"),
    (b'{"id":1,"op":"check"}', "bad_request"),
    (b'{"id":1,"op":"check","item":{"id":"a"},"danger":null}', "bad_request"),
    (b'{"id":1,"op":"save","path":""}', "bad_request"),
    (b'{"id":1,"op":"save","path":"a\\u0000b"}', "bad_request"),
    (b'{"id":1,"op":"load","path":"no/such/file.breche"}', "save_missing"),
]


@pytest.mark.parametrize(("line", "code"), BAD_LINES, ids=lambda each: str(each)[:60])
def test_a_line_that_is_wrong_is_told_so_and_the_next_is_answered(line: bytes, code: str) -> None:
    first, after = asked(line, HELLO)
    assert (first["ok"], first["error"]["code"]) == (False, code)
    assert first["error"].keys() == {"code", "sentence", "about", "would_work", "faults"}
    assert "\n" not in first["error"]["sentence"]
    assert (after["id"], after["ok"]) == ("after", True)


@given(st.lists(st.one_of(st.binary(max_size=60), st.sampled_from([line for line, _ in BAD_LINES])), max_size=6))
@example([b"\r\r", b"\x00"])
def test_whatever_comes_each_line_is_answered_once(said: list[bytes]) -> None:
    said = [each.replace(b"\n", b"") for each in said]
    assert len(asked(*said, HELLO)) == len(said) + 1


@st.composite
def near_commands(draw: st.DrawFn) -> dict:
    """Requests that are nearly right: a command's name, and fields that others have."""
    values = st.one_of(
        st.none(),
        st.integers(-5, 10**30),
        st.sampled_from(["hero", "guard", "FOR", "", "wound", "pause"]),
        st.booleans(),
        st.lists(st.sampled_from(["hero", 3, {}]), max_size=2),
    )
    names = st.sampled_from(["character", "check", "kind", "adversary", "reason", "damage", "event", "coup", "exposed"])
    command = {"type": draw(st.sampled_from(COMMANDS)), **draw(st.dictionaries(names, values, max_size=4))}
    return {"id": 1, "op": draw(st.sampled_from(["do", "try"])), "command": command}


@given(st.lists(near_commands(), min_size=1, max_size=5))
def test_what_is_nearly_a_command_is_never_a_failure_inside(said: list[dict]) -> None:
    begin = {"id": 0, "op": "new", "characters": [pc("hero")]}
    answers = asked(*(json.dumps(each).encode() for each in (begin, *said)), HELLO)
    assert len(answers) == len(said) + 2
    assert "internal" not in [each.get("error", {}).get("code") for each in answers]


def test_a_line_too_long_is_answered_without_being_held() -> None:
    class Pieces:
        """A line of a gigabyte, then a request; it is asked for pieces alone."""

        def __init__(self) -> None:
            self.left, self.after = 1 << 30, [HELLO, b""]

        def readline(self, size: int) -> bytes:
            assert 0 < size <= MAX_LINE + 1
            if self.left > 0:
                self.left -= size
                return b"x" * size if self.left > 0 else b"x\n"
            return self.after.pop(0)

    outgoing = io.BytesIO()
    serve(cast(BinaryIO, Pieces()), outgoing)
    first, after = map(json.loads, outgoing.getvalue().splitlines())
    assert (first["id"], first["error"]["code"]) == (None, "line_too_long")
    assert after["id"] == "after"


@pytest.mark.parametrize("ends", [b"\n", b""])
def test_the_limit_is_the_longest_line_that_is_read(ends: bytes) -> None:
    assert list(lines(io.BytesIO(b"12345" + ends), 5)) == [b"12345"]
    assert list(lines(io.BytesIO(b"123456" + ends), 5)) == [None]
    assert list(lines(io.BytesIO(b"123456" + ends + b"\nab"), 5))[-1:] == [b"ab"]


def test_windows_lines_and_a_byte_order_mark_are_read() -> None:
    assert [each["id"] for each in asked(b"\xef\xbb\xbf" + HELLO + b"\r", HELLO + b"\r")] == ["after"] * 2


@pytest.mark.parametrize("name", ["", "é\u2028\0", 0, -7, 1.5, 10**300])
def test_the_id_comes_back_as_it_was(name: object) -> None:
    [answer] = asked(json.dumps({"id": name, "op": "hello"}).encode())
    assert (answer["id"], type(answer["id"])) == (name, type(name))


def test_an_answer_is_one_line_of_ascii(hero: Client) -> None:
    outgoing = io.BytesIO()
    begin = {"id": "\u2028é\n", "op": "new", "characters": [{**pc("hero"), "name": "Zoë\n\u2028"}]}
    serve(io.BytesIO(json.dumps(begin, ensure_ascii=False).encode()), outgoing)
    assert outgoing.getvalue().isascii()
    assert outgoing.getvalue().count(b"\n") == 1
    assert json.loads(outgoing.getvalue())["ok"]


@pytest.mark.parametrize("op", sorted(set(REQUESTS) - {"hello", "new", "load", "check", "quit"}))
def test_without_a_game_it_is_said_that_there_is_none(op: str, client: Client) -> None:
    fields = {"do": {"command": {"type": "RollCheck"}}, "save": {"path": "a.breche"}}
    with pytest.raises(Failed) as failed:
        client.ask(op, **fields.get("do" if op == "try" else op, {}))
    assert failed.value.code == "no_game"


def test_hello_lists_what_there_is(client: Client) -> None:
    hello = client.ask("hello")
    assert (hello["protocol"], hello["ops"]) == (1, list(REQUESTS))
    assert (hello["commands"], hello["events"]) == (list(COMMANDS), list(EVENTS))


def test_each_fault_of_a_command_names_its_field(hero: Client) -> None:
    check = {"actor": "hero", "attribute": "LCK", "difficulty": 9, "aim": {"target": "guard", "effect": "asleep"}}
    with pytest.raises(Failed) as failed:
        hero.do("AnnounceCheck", check=check)
    said = {each["field"]: each["sentence"] for each in failed.value.error["faults"]}
    assert said["command.check.aim.effect"] == (
        "command.check.aim.effect has to be one of 'disarmed', 'toppled', 'blinded', 'pinned' or 'hampered'."
    )
    assert said["command.check.stake"] == "command.check.stake is missing."
    assert {"command.check.attribute", "command.check.difficulty"} < set(said)


def test_an_op_or_a_command_misspelt_is_told_what_is_near(hero: Client) -> None:
    with pytest.raises(Failed) as failed:
        hero.do("RolCheck")
    assert failed.value.error["would_work"][0] == "RollCheck"
    with pytest.raises(Failed) as failed:
        hero.ask("redo")
    assert failed.value.error["would_work"] == list(REQUESTS)


def test_the_engine_s_refusals_carry_their_code_and_what_would_work(hero: Client) -> None:
    with pytest.raises(Failed) as failed:
        hero.do("EnterScene", scene="elsewhere")
    error = failed.value.error
    assert (error["code"], error["about"]) == (Code.NO_SUCH_EXIT.name, {"scene": "elsewhere"})
    assert error["sentence"].startswith("One cannot go to elsewhere from here.")
    with pytest.raises(Failed) as failed:
        hero.do("GainItem", character="hero", item={"id": "gun", "weapon": 9}, reason="found")
    [fault] = failed.value.error["faults"]
    assert (fault["code"], fault["field"]) == ("OUT_OF_RANGE", "weapon")


def test_no_code_of_the_protocol_is_one_of_the_engine_s() -> None:
    assert not {each.name.lower() for each in Problem} & {each.name for each in Code}


def test_to_try_is_to_be_answered_as_by_do_and_to_change_nothing(hero: Client) -> None:
    before = hero.ask("state")
    blow = {"type": "Suffer", "character": "hero", "damage": 3, "reason": "a fall"}
    tried = hero.ask("try", command=blow)
    assert hero.ask("state") == before
    assert hero.ask("do", command=blow) == tried
    assert hero.ask("state") != before


def test_what_players_may_not_know_is_in_state_and_events_alone(hero: Client) -> None:
    hero.announce("hero", "FOR", 2)
    hidden = "it gets worse"
    assert hidden in json.dumps(hero.ask("state"))
    assert hidden not in json.dumps(hero.ask("view"))
    hero.do("WithdrawCheck")
    check = hero.ask("try", command={"type": "AnnounceCheck", "check": _check("hero")})
    assert hidden in json.dumps(check["events"])
    assert hidden not in json.dumps(check["visible"])


def _check(actor: str) -> dict:
    worse = {"kind": "worse", "note": "it gets worse"}
    terms = {"stake": "a door", "action": "pushes", "risk": "noise", "on_failure": worse}
    return {"actor": actor, "attribute": "FOR", "difficulty": 1, **terms}


def test_every_command_that_legal_lists_is_accepted(hero: Client) -> None:
    hero.do("BringAdversary", arrival=npc("guard", 2, 4, 2))
    for command in hero.ask("legal")["options"]["commands"]:
        assert hero.ask("try", command=command)["events"]


def test_given_faces_are_just_as_many_as_fall(hero: Client) -> None:
    hero.do("AnnounceCheck", check=_check("hero"))
    for faces, code in (([6], "FACES_MISSING"), ([6, 6, 6], "FACES_LEFT"), ([6, 7], "BAD_FACE")):
        with pytest.raises(Failed) as failed:
            hero.do("RollCheck", dice=faces)
        assert failed.value.code == code
    assert only(hero.do("RollCheck", dice=[6, 1]), "CheckRolled")["given"]


def test_undo_takes_back_a_decision_and_never_a_die(hero: Client) -> None:
    hero.do("AnnounceCheck", check=_check("hero"))
    before = hero.ask("state")
    first = hero.do("RollCheck", dice=None)
    undone = hero.ask("undo")
    assert (undone["undone"]["type"], undone["kept_as"], undone["turn"]) == ("RollCheck", "main", 1)
    assert hero.ask("state") == before
    assert hero.do("RollCheck", dice=None) == first
    hero.ask("undo")
    assert hero.ask("undo")["kept_as"] is None
    with pytest.raises(Failed) as failed:
        hero.ask("undo")
    assert failed.value.code == "nothing_to_undo"


def test_the_same_seed_gives_the_same_dice_and_none_is_drawn_and_told(client: Client) -> None:
    def fell(**how: str) -> tuple[str, list]:
        seed = client.ask("new", characters=[pc("hero")], **how)["seed"]
        client.do("AnnounceCheck", check=_check("hero"))
        return seed, client.do("RollCheck", dice=None)

    assert fell(seed="seven") == fell(seed="seven")
    drawn, faces = fell()
    assert fell(seed=drawn) == (drawn, faces)


def test_odds_are_exact_and_need_no_game(client: Client) -> None:
    odds = client.ask("odds", check={"dice": 2, "difficulty": 1})["odds"]
    assert (odds["success"], odds["exact"]["success"]) == (5 / 9, "5/9")
    blow = client.ask("odds", attack={"dice": 1, "threat": 1, "weapon": 2, "health": 2})["odds"]
    assert (blow["exact"]["fells"], blow["exact"]["mean_damage"]) == ("1/3", "2/3")
    assert [each["dealt"] for each in blow["damage"]] == [0, 2]
    coup = client.ask("odds", attack={"dice": 1, "threat": 1, "weapon": 2, "coup": True})["odds"]
    assert (coup["failure"], "damage" in coup) == (0, False)


def test_odds_of_the_check_on_the_table_come_with_its_pool(hero: Client) -> None:
    with pytest.raises(Failed) as failed:
        hero.ask("odds")
    assert failed.value.code == "NO_CHECK_ANNOUNCED"
    hero.do("AnnounceCheck", check=_check("hero"))
    odds = hero.ask("odds")["odds"]
    assert odds["pool"] == [{"source": "attribute", "dice": 2, "what": "FOR"}]
    assert (odds["dice"], odds["plain"]["exact"]["failure"], odds["coup"]) == (2, "4/9", None)


CHECKED = [
    ("character", pc("hero", FOR=9), "attributes.FOR"),
    ("creation", pc("hero"), "attributes"),
    ("item", {"id": "gun", "weapon": 9}, "weapon"),
    ("adversary", npc("guard", 7, 4, 2)["profile"], "threat"),
    ("danger", {"id": "fire", "attributes": [], "difficulty": 1, "damage": 1}, "attributes"),
    (
        "calamity",
        {"id": "a", "name": "a", "scale": "local", "goal": "", "manifestations": [], "levers": ["a"]},
        "goal",
    ),
    ("story", {"id": "a", "start": "x", "refuge": "x", "scenes": [{"id": "x"}], "endings": []}, ""),
]


@pytest.mark.parametrize(("what", "value", "field"), CHECKED, ids=[each for each, _, _ in CHECKED])
def test_a_thing_is_held_to_the_book_without_a_game(what: str, value: dict, field: str, client: Client) -> None:
    faults = client.ask("check", **{what: value})["faults"]
    assert field in [each["field"] for each in faults]
    assert all(each["sentence"].endswith(".") for each in faults)


def test_what_is_right_has_no_fault_and_may_have_advice(client: Client) -> None:
    guard = npc("guard", 2, 20, 2)["profile"]
    answer = client.ask("check", adversary=guard)
    assert answer["faults"] == []
    assert [each["field"] for each in answer["advice"]] == ["health"]


def test_a_failure_inside_leaves_the_game_as_it_was(hero: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = hero.ask("state")

    def fails(*_: object) -> None:
        raise RuntimeError("a bug")

    for where in ("table.turns.advance", "table.protocol.answers.all_visible", "table.store.insert"):
        with monkeypatch.context() as broken:
            broken.setattr(where, fails)
            with pytest.raises(Failed) as failed:
                hero.do("LeaveStory")
        assert (failed.value.code, "RuntimeError" in str(failed.value)) == ("internal", True)
        assert hero.ask("state") == before
    assert kinds(hero.do("LeaveStory")) == ["StoryEnded"]


def test_a_saved_game_is_a_save_like_any_other_and_goes_on(hero: Client, tmp_path: Path) -> None:
    file = tmp_path / "hero.breche"
    hero.do("AnnounceCheck", check=_check("hero"))
    hero.do("RollCheck", dice=None)
    hero.ask("undo")
    hero.do("RollCheck", dice=None)
    assert hero.ask("save", path=str(file))["turn"] == 2
    hero.do("Suffer", character="hero", damage=1, reason="a fall")
    assert hero.ask("save", path=str(file))["turn"] == 3
    stands = hero.ask("state")
    verdict = verify(file)
    # The roll that was taken back is in the file too, on its own line.
    assert (verdict.turns, verdict.dice, verdict.how) == (5, 4, None)
    with inside() as second, pytest.raises(Failed) as failed:
        second.ask("load", path=str(file))
    assert failed.value.code == "save_locked"
    hero.new(pc("other"))
    assert hero.ask("load", path=str(file))["turn"] == 3
    assert hero.ask("state") == stands
    hero.ask("undo")
    assert hero.ask("load", path=str(file))["turn"] == 2


def test_what_was_played_at_the_terminal_is_loaded_too(client: Client, tmp_path: Path) -> None:
    demo = shutil.copy(DEMO, tmp_path)
    loaded = client.ask("load", path=str(demo))
    assert (loaded["turn"] > 10, loaded["ending"] is not None) == (True, True)
    undone = client.ask("undo")
    assert (undone["turn"], undone["ending"]) == (loaded["turn"] - 1, None)
    assert verify(Path(demo)).how is None


@pytest.mark.parametrize(("language", "words"), [("en", "another program"), ("fr", "un autre programme")])
def test_a_save_made_here_is_listed_and_never_told_by_play(
    hero: Client, tmp_path: Path, language: str, words: str
) -> None:
    shell = Shell(tmp_path)
    shell.saves.mkdir()
    hero.ask("save", path=str(shell.saves / "hero.breche"))
    hero.new(pc("other"))
    [listed] = json.loads(shell.run("saves", "--json").stdout)["saves"]
    assert (listed["state"], listed["turns"]) == ("wordless", 0)
    assert words in shell.run("saves", "--lang", language).stdout
    played = shell.run("play", "--save", "hero", "--lang", language)
    assert (played.returncode, played.stderr.count("\n")) == (1, 1)
    assert words in played.stderr
    assert shell.run("verify", "hero").returncode == 0


def test_a_save_is_never_written_over_and_a_load_that_fails_keeps_the_game(hero: Client, tmp_path: Path) -> None:
    before = hero.ask("state")
    foreign = tmp_path / "notes.txt"
    foreign.write_text("not a save, nor a thing to lose", encoding="utf-8")
    faults = {
        "save_exists": ("save", foreign),
        "save_foreign": ("load", foreign),
        "save_missing": ("load", tmp_path / "none.breche"),
        "save_unwritable": ("save", foreign / "under.breche"),
    }
    for code, (op, file) in faults.items():
        with pytest.raises(Failed) as failed:
            hero.ask(op, path=str(file))
        assert failed.value.code == code
        assert str(failed.value.error["about"]["file"]) == str(file)
    assert foreign.read_text(encoding="utf-8").startswith("not a save")
    assert hero.ask("state") == before


def test_a_save_in_a_folder_that_is_not_there_is_refused_and_makes_none(hero: Client, tmp_path: Path) -> None:
    with pytest.raises(Failed) as failed:
        hero.ask("save", path=str(tmp_path / "mistyped" / "hero.breche"))
    assert (failed.value.code, failed.value.error["about"]["why"]) == ("save_unwritable", "its folder is not there")
    assert list(tmp_path.iterdir()) == []


def test_undone_faces_that_a_person_gave_may_fall_otherwise(hero: Client) -> None:
    hero.do("AnnounceCheck", check=_check("hero"))
    assert only(hero.do("RollCheck", dice=[6, 6]), "CheckRolled")["faces"] == [6, 6]
    assert hero.ask("undo")["kept_as"] == "main"
    assert only(hero.do("RollCheck", dice=[1, 2]), "CheckRolled")["faces"] == [1, 2]


def test_a_damaged_save_is_said_to_be_one(hero: Client, tmp_path: Path) -> None:
    file = tmp_path / "hero.breche"
    hero.ask("save", path=str(file))
    hero.new(pc("other"))
    whole = bytearray(file.read_bytes())
    at = whole.index(b'"Hero"')
    whole[at : at + 6] = b'"Nero"'
    file.write_bytes(whole)
    with pytest.raises(Failed) as failed:
        hero.ask("load", path=str(file))
    assert failed.value.code == "save_damaged"


def test_quit_is_answered_and_nothing_after_it() -> None:
    assert asked(b'{"id":1,"op":"quit"}', HELLO) == [{"id": 1, "ok": True}]


def started(*, stdin: int = subprocess.PIPE, stdout: int = subprocess.PIPE, shell: Shell) -> subprocess.Popen[bytes]:
    program = [sys.executable, "-c", "from table.cli import main; main(['engine'])"]
    return subprocess.Popen(
        program, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, env=shell.environ(), cwd=shell.home
    )


def test_a_cut_last_line_and_the_end_of_the_input_are_exit_code_0(tmp_path: Path) -> None:
    with started(shell=Shell(tmp_path)) as process:
        said, complained = process.communicate(HELLO + b"\n" + HELLO[:9])
    assert [json.loads(each)["ok"] for each in said.splitlines()] == [True, False]
    assert (process.returncode, complained) == (0, b"")


def test_an_input_that_cannot_be_read_has_no_lines(tmp_path: Path) -> None:
    with open(os.devnull, "w") as only_written, started(stdin=only_written.fileno(), shell=Shell(tmp_path)) as process:
        assert process.communicate() == (b"", b"")
    assert process.returncode == 0


def test_ctrl_c_leaves_without_a_word_and_the_save_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.breche"
    with started(shell=Shell(tmp_path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for each in ({"op": "new", "characters": [pc("hero")]}, {"op": "save", "path": str(file)}):
            process.stdin.write(json.dumps({"id": 1, **each}).encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")
    assert verify(file).how is None


def test_who_closes_its_end_is_left_in_silence(tmp_path: Path) -> None:
    with started(shell=Shell(tmp_path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(HELLO + b"\n")
        process.stdin.close()
        assert process.wait() == 1
        assert process.stderr.read() == b""


def test_it_starts_without_narrator_or_screen(tmp_path: Path) -> None:
    code = """
import json, sys
from table.cli import run
import table.protocol
assert run(["engine"]) == 0
print(json.dumps(sorted({each.partition(".")[0] for each in sys.modules})))
"""
    done = Shell(tmp_path).python(code)
    assert done.returncode == 0, done.stderr
    assert not {"narrator", "rich", "prompt_toolkit", "openai"} & set(json.loads(done.stdout))


def test_every_request_is_carried_out() -> None:
    """Each op has its own branch: none falls through to an empty answer, but quit's."""
    source = Path(serving.__file__).read_text(encoding="utf-8")
    missing = [each.__name__ for each in REQUESTS.values() if f"case requests.{each.__name__}():" not in source]
    assert missing == ["Quit"]


STORY = {
    "id": "cellar",
    "start": "street",
    "refuge": "home",
    "scenes": [
        {"id": "street", "ways": [{"to": "cellar", "when": {"facts": ["door_open"]}}]},
        {"id": "cellar"},
        {"id": "home", "shelter": True, "ways": [{"to": "street"}]},
    ],
    "facts": [{"id": "door_open"}, {"id": "letter", "secret": True, "scenes": ["cellar"]}],
    "clocks": [{"id": "watch", "size": 6}],
    "endings": [
        {"id": "read", "kind": "won", "when": {"facts": ["letter"]}},
        {"id": "left", "kind": "left", "when": {}},
    ],
}


def test_a_whole_campaign_is_driven_from_new_to_its_ending(tmp_path: Path) -> None:
    file = str(tmp_path / "cellar.breche")
    with engine() as client:
        client.new(pc("ana", {"locks": "DEX"}, DEX=4), pc("ben", FOR=3), variant="raw", story=STORY, seed="1")
        client.announce("ana", "DEX", 1, stake="the lock", specialty="locks", gain="door_open")
        client.do("AddAdvantage", advantage={"kind": "help", "reason": "Ben holds the lamp", "helper": "ben"})
        client.do("RollCheck", dice=[6, 1, 1, 1, 1, 1, 1])
        client.do("EnterScene", scene="cellar")
        assert client.ask("save", path=file)["turn"] == 4
        client.do("BringAdversary", arrival=npc("rat", 1, 2, 1))
        client.do("StartConflict")
        client.announce("ben", "FOR", 1, aim={"target": "rat"})
        client.do("RollCheck", dice=None)
        stands = client.ask("state")
        assert client.ask("undo")["kept_as"] == "main"
    with engine() as client:
        assert client.ask("load", path=file)["turn"] == 7
        # The die that fell before falls again as it fell.
        client.do("RollCheck", dice=None)
        assert client.ask("state") == stands
        if client.ask("view")["view"]["awaits"][0]["decision"] == "breach":
            client.do("Strike", adversary="rat")
        client.do("EndConflict", how="flight" if client.foe("rat")["health"] else None)
        ending = client.do(
            "RuleWithoutRoll", actor="ana", action="reads", succeeds=True, why="it lies open", gain="letter"
        )
        assert only(ending, "StoryEnded")["ending"] == "read"
        with pytest.raises(Failed) as failed:
            client.do("EnterScene", scene="home")
        assert failed.value.code == "STORY_IS_OVER"
        assert client.ask("view")["view"]["ending"] == "read"
    verdict = verify(Path(file))
    assert (verdict.how, verdict.turns > 9) == (None, True)
