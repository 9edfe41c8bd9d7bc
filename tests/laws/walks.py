"""Random games, played by choosing among all that is legal: what the laws of the engine are tried on."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from hypothesis.vendor.pretty import RepresentationPrinter

from engine.core.commands import (
    AcceptOutcome,
    Command,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    LeaveStory,
    NewGame,
    Reroll,
    Rest,
    RollCheck,
    StartConflict,
    WithdrawCheck,
)
from engine.core.decide import decide, new_game
from engine.core.events import Event
from engine.core.evolve import evolve, fold
from engine.core.legal import legal
from engine.core.sheet import Breakdown, Variant
from engine.core.state import Game, RestKind
from engine.dice import Dice, SeededDice
from engine.ruling import Accepted, Refused
from engine.story import (
    Clock,
    ClockId,
    Condition,
    Ending,
    EndingId,
    EndingKind,
    FactId,
    MarkingEvent,
    Scene,
    SceneId,
    Way,
)
from tests.laws.asking import Asking
from tests.laws.world import CAST
from tests.scenes import AWAY, fact, story

NIGHT = replace(
    story(
        fact("secret-letter", essential=True, secret=True),
        fact("secret-corpse", secret=True, marks=MarkingEvent.HORROR),
        fact("secret-name", secret=True, only_when=Condition(facts=(FactId("secret-letter"),))),
        fact("secret-alarm", secret=True, when=Condition(clock=ClockId("patrol")), marks=MarkingEvent.SHOCK),
        fact("secret-well", secret=True, when=Condition(scene=SceneId("well")), marks=MarkingEvent.UNSPEAKABLE),
        clocks=[Clock(ClockId("patrol"), 4), Clock(ClockId("dawn"), 5, on_failure=False)],
    ),
    scenes=(
        Scene(SceneId("street"), (Way(SceneId("cellar")), Way(SceneId("vault"), Condition(facts=(FactId("key"),))))),
        Scene(SceneId("cellar"), (Way(SceneId("street")), Way(SceneId("well"))), shelter=True),
        Scene(SceneId("well"), (Way(SceneId("cellar")),)),
        Scene(SceneId("vault"), (Way(SceneId("street")),)),
        Scene(SceneId("home"), (Way(SceneId("street")),), shelter=True),
    ),
    endings=(
        Ending(EndingId("won"), EndingKind.WON, Condition((FactId("secret-name"),), scene=SceneId("vault"))),
        Ending(EndingId("late"), EndingKind.LOST, Condition(clock=ClockId("dawn"))),
        AWAY,
    ),
)


@dataclass(frozen=True)
class Step:
    """One command of a walk: the game that it met, the answer, and the game that it left."""

    before: Game
    command: Command
    answer: Accepted[Event] | Refused
    after: Game

    @property
    def events(self) -> tuple[Event, ...]:
        assert isinstance(self.answer, Accepted), f"{self.command!r}\nis legal and was refused: {self.answer}"
        return self.answer.events


@dataclass(frozen=True)
class Walk:
    """A game from its first event on."""

    start: tuple[Event, ...]
    steps: tuple[Step, ...]

    def __repr__(self) -> str:
        game = fold(self.start)
        asked = "".join(f"\n  {repr(step.command)[:500]}" for step in self.steps)
        return f"{game.variant!r}, seed {game.seed!r}, {len(game.characters)} PCs:{asked}"

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        # A failing walk is told by what was asked: with its games it would be hundreds of kilobytes.
        printer.text(repr(self))

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self.start, *(event for step in self.steps for event in step.events))

    @property
    def games(self) -> tuple[Game, ...]:
        return (fold(self.start), *(step.after for step in self.steps))


class Worst:
    """Dice on which everything fails and wears out."""

    given = False

    def face(self, draw: int, sides: int) -> int:
        return 1


def asking(draw: DrawFn) -> Asking:
    """Makes commands by what Hypothesis draws."""
    return Asking(lambda values: draw(st.sampled_from(values)))


def a_command(draw: DrawFn, game: Game, number: int) -> Command:
    """Something that `legal` says may be asked."""
    return asking(draw).anything(game, legal(game), number)


@st.composite
def walks(draw: DrawFn, dice: Dice | None = None, longest: int = 25) -> Walk:
    """A game of one to four PCs under either variant, some way into it."""
    cast = CAST[: draw(st.integers(1, 4))]
    seed = draw(st.text(max_size=4))
    begun = new_game(NewGame(draw(st.sampled_from(list(Variant))), seed, NIGHT, cast))
    assert isinstance(begun, Accepted)
    game = fold(begun.events)
    steps: list[Step] = []
    for number in range(draw(st.integers(1, longest))):
        if game.progress.ending is not None and not legal(game).advances:
            break
        command = a_command(draw, game, number)
        answer = decide(game, command, dice or SeededDice(seed))
        after = game
        if isinstance(answer, Accepted):
            for event in answer.events:
                after = evolve(after, event)
        steps.append(Step(game, command, answer, after))
        game = after
    return Walk(begun.events, tuple(steps))


def every_plain_command(game: Game) -> Iterator[Command]:
    """Every command that is made of no free choice: those of which `legal` lists the legal ones one by one."""
    yield from (EnterScene(each.id) for each in game.story.scenes)
    yield from map(Rest, RestKind)
    yield from (StartConflict(), EndConflict(), LeaveStory(), WithdrawCheck(), AcceptOutcome())
    yield from (RollCheck(False), RollCheck(True), Reroll(False), Reroll(True))
    yield from (DescribeBreakdown(who.id, each) for who in game.characters for each in Breakdown)


def strings(value: object) -> Iterator[str]:
    """Every text inside a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from strings(each)
    elif is_dataclass(value):
        for each in fields(value):
            yield from strings(getattr(value, each.name))
