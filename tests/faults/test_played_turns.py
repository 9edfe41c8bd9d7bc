"""Servers that misbehave, met in the middle of a game: each time a turn is played, or a clear sentence says why not.

Every line of the table in `tests.faults.behaviours`: no turn is lost, no call is carried out twice, nothing is paid
past the ceiling.
"""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from engine.core.commands import RollCheck
from engine.core.legal import legal
from narrator.chat import Chat
from narrator.endpoint import Mode
from narrator.money import Budget, Ceiling, Ceilings, Price
from table.costs import costs
from table.remarks import sentence
from table.session import Asked, Happened, Session
from table.spending import Spending
from table.verify import verify
from tests.faults.behaviours import BEHAVIOURS
from tests.faults.chatting import KEY, Scene, endpoint, scene
from tests.faults.replies import PROSE, right
from tests.faults.server import Server
from tests.narrator.modelled import begun, seated

LINE = "Je crochète la serrure de la grille"


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Callable[[str], "contextmanager[tuple[Session, Scene]]"]]:
    """A table in French where a server with that behaviour both decides and tells."""

    @contextmanager
    def playing(behaviour: str) -> Iterator[tuple[Session, Scene]]:
        # Modes for a server that knows no tools: what is found there is what is played with.
        modes = (Mode.TOOL, Mode.SCHEMA, Mode.TEXT)
        with scene(BEHAVIOURS[behaviour].respond, BEHAVIOURS[behaviour].patience, modes=modes) as play:
            session = begun(tmp_path / "yard.breche", seated([play.chat], [play.chat], language="fr")).session
            with session.store:
                yield session, play

    return playing


def said(session: Session) -> list[str]:
    """What the player is told of the narrator, as it is read on the screen."""
    return [sentence("fr", each) for each in session.narrator.remarks()]


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_a_line_is_ruled_on_whatever_the_server_does(at, name: str) -> None:
    with at(name) as (session, play):
        answer = session.say(LINE)
        remarks = said(session)
        assert isinstance(answer, Happened | Asked)
        assert session.number == isinstance(answer, Happened)
        assert verify(session.store.file).how is None
        # At most the three tries of one proposal, each sent again at most twice.
        assert play.server.asked
        assert len(play.server.decisions) <= 9
        if BEHAVIOURS[name].decides:
            assert remarks == []
        else:
            assert len(remarks) == 1
            assert "Le narrateur hors ligne" in remarks[0]
        assert KEY not in "".join(remarks)


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_a_turn_is_told_whatever_the_server_does(at, name: str) -> None:
    with at(name) as (session, _):
        session.do(session.narrator.offline.propose(LINE, session.moment, legal(session.game)).command())
        happened = session.do(RollCheck(), faces=(6,) * session.pool.size)
        told = list(session.tell(happened))
        remarks = said(session)
        assert "La grille est ouverte." in told
        assert not any("<" in each or "\x1b" in each or "JSON" in each for each in told)
        assert session.store.prose(happened.turn) == tuple(told)
        assert verify(session.store.file).how is None
        own = {each.strip() for each in PROSE} & {*told}
        if BEHAVIOURS[name].stalls:
            assert own <= {PROSE[0].strip()}, "as much as came in time"
        elif BEHAVIOURS[name].tells:
            assert own
        else:
            assert not own
            assert len(told) > 1
        assert KEY not in "".join(remarks)


@pytest.mark.parametrize(("ceiling", "asked"), [("0.001", False), ("0.3", True)])
def test_no_call_is_made_that_could_pass_the_ceiling(tmp_path: Path, ceiling: str, asked: bool) -> None:
    """A model that costs a cent for a thousand tokens, and a ceiling for the day: then play goes on offline."""
    spending = Spending(tmp_path / "calls.sqlite3", "USD")
    budget = Budget(Ceilings(day=Ceiling(None, Decimal(ceiling))), spending)
    with Server(right) as server:
        short = replace(endpoint(server.url, context=9_000), most=100)
        purse = budget.purse("here:small", Price(Decimal(10), Decimal(10)))
        with closing(Chat(short, purse)) as chat:
            session = begun(tmp_path / "yard.breche", seated([chat], [chat], language="fr")).session
            with session.store:
                for _ in range(30):
                    assert isinstance(session.say(LINE), Happened | Asked)
                    session.undo()
                remarks = said(session)
    assert bool(server.asked) is asked
    assert any("plafond" in each for each in remarks)
    assert session.narrator.name == "offline + here:small", "whoever was told no makes room"
    total = costs(spending.file, date.today()).today
    assert total.cost.get("USD", Decimal(0)) <= Decimal(ceiling)
    assert total.calls == len(server.asked)
