"""The laws that every step of every game is held to; whoever breaks one ends that game, and its save is kept."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.core.commands import Command, NewGame
from engine.core.decide import advance, decide
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.rules.variants import MAX_STRESS, max_health
from engine.core.state import Game
from engine.core.view import View
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from narrator.ruling.suggesting import Ideas
from table import wire
from table.campaign import resume
from table.playtest.secrets import Secrets
from table.session import Answer, Lost, Session
from table.verify import verify


class LawBroken(Exception):
    """A game did what none may: the law, and what happened."""

    def __init__(self, law: str, what: str) -> None:
        super().__init__(law, what)
        self.law = law
        self.what = what


def accepted(game: Game, command: Command) -> tuple[tuple[Event, ...], Game]:
    """What a command that `legal` offers brings, and the game after it. Raises LawBroken where it is refused."""
    answer = advance(game, command, SeededDice(game.seed))
    if isinstance(answer, Refused):
        raise LawBroken("what is legal is accepted", f"{command!r}: {answer.sentence}")
    check_state(game, answer.game)
    return answer.events, answer.game


def check_state(before: Game, after: Game) -> None:
    """Hold a new state to its bounds, and to the one before it. Raises LawBroken."""
    most = max_health(after.variant)
    for each in after.characters:
        if not (0 <= each.health <= most and 0 <= each.stress <= MAX_STRESS):
            raise LawBroken("Health and Stress stay in their bounds", f"{each!r}")
        for item in each.items:
            if item.resource is not None and not 0 <= item.resource.die <= item.resource.maximum:
                raise LawBroken("a Resource stays in its bounds", f"{item!r}")
    for each in after.adversaries:
        if not 0 <= each.health <= each.whole:
            raise LawBroken("an adversary's Health stays in its bounds", f"{each!r}")
    if after.draws < before.draws:
        raise LawBroken("a die that fell stays fallen", f"{before.draws} dice, then {after.draws}")


def check_again(
    begun: NewGame, started: Sequence[Event], turns: Sequence[tuple[Command, tuple[Event, ...]]], end: Game
) -> None:
    """Play a whole game again from its text: what was written reads back as it was, every command brings the same
    events, and folded they are the game that it ended with. Raises LawBroken."""
    game = fold(wire.read_events(wire.events_text(tuple(started))))
    if wire.read_command(wire.command_text(begun)) != begun:
        raise LawBroken("a game resumes from any turn", f"{begun!r}")
    for command, events in turns:
        read, happened = wire.read_command(wire.command_text(command)), wire.read_events(wire.events_text(events))
        assert not isinstance(read, NewGame)
        answer = decide(game, read, SeededDice(game.seed))
        if not isinstance(answer, Accepted) or answer.events != events or happened != events:
            raise LawBroken("a game resumes from any turn", f"{command!r} brought {events!r}, and again {answer!r}")
        game = evolve_all(game, happened)
    if game != end:
        raise LawBroken("folded events are the game", f"{game!r}, not {end!r}")


def check_answer(line: str, answer: Answer) -> None:
    """Hold what a narrator proposed to what it may propose. Raises LawBroken."""
    if isinstance(answer, Refused):
        raise LawBroken("no illegal proposal reaches the engine", f"{line!r}: {answer.sentence}")
    if isinstance(answer, Lost):
        raise LawBroken("no narrator fails", f"{line!r}: {answer.kind}")


def check_told(texts: Iterable[str], view: View, secrets: Secrets) -> None:
    """Hold what players were told, who see that view, to what they may know. Raises LawBroken."""
    where = secrets.told_in("\n".join(texts), view)
    if where is not None:
        raise LawBroken("no secret is told before its time", where)


def check_way_on(game: Game, ideas: Ideas, may_leave: bool) -> None:
    """Hold a game in which nothing has to be decided to there being something that players can do. Raises LawBroken."""
    if not ideas.every and not may_leave:
        raise LawBroken("there is no dead end", f"nothing can be done in {game.progress.scene}")


def check_resumed(session: Session, content: str) -> None:
    """Open a copy of a campaign as another program would: it stands where this one does. Raises LawBroken."""
    with TemporaryDirectory(prefix="breche-playtest-") as folder:
        file = Path(folder) / "copy.breche"
        session.store.copied_to(file, content).close()
        again = resume(file, lambda *_, **__: session.narrator).session
        with again.store:
            now, then = ((each.game, each.number, each.memory) for each in (session, again))
            if now != then:
                raise LawBroken("a game resumes from any turn", f"{now!r}, and again {then!r}")


def check_verified(session: Session) -> None:
    """Work a campaign's save out again, every die and ruling of it. Raises LawBroken."""
    with TemporaryDirectory(prefix="breche-playtest-") as folder:
        file = Path(folder) / "copy.breche"
        session.store.copied_to(file).close()
        verdict = verify(file)
    if verdict.diverges_at is not None or verdict.turns != session.number + 1:
        raise LawBroken("a save can be worked out again", f"{verdict!r}")
