"""The laws that every step of every game is held to; whoever breaks one ends that game, and its save is kept."""

from collections.abc import Sequence

from engine.core.commands import Command, NewGame
from engine.core.decide import advance, decide
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.rules.variants import MAX_STRESS, max_health
from engine.core.state import Game
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from table import wire


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
