"""Random games, played by choosing among all that is legal: what the laws of the engine are tried on."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from hypothesis.vendor.pretty import RepresentationPrinter

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Check,
    Complication,
    ComplicationKind,
    Difficulty,
    StakeId,
    Wear,
)
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AnnounceCheck,
    AnnounceEach,
    Command,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    GrantInspiration,
    LeaveStory,
    MarkCharacter,
    NewGame,
    Reroll,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    StartConflict,
    Suffer,
    WithdrawCheck,
)
from engine.core.decide import decide, new_game
from engine.core.events import Event
from engine.core.evolve import evolve, fold
from engine.core.legal import CheckDomain, Options, legal
from engine.core.rules.checks import difficulty
from engine.core.sheet import Attribute, Breakdown, Variant
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
from tests.scenes import AWAY, fact, hero, item, story

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

CAST = (
    hero(
        "ana",
        INT=4,
        DEX=3,
        CON=1,
        specialties={"locks": "DEX", "hacking": "INT"},
        items=[item("deck", 8, helps=True), item("picks", helps=True), item("gift", 6, innate=True, price=True)],
    ),
    hero("ben", FOR=4, CON=3, specialties={"composure": "CON"}, items=[item("lamp", 4, 10), item("rope")]),
    hero("cy", CHA=4, PER=1, items=[item("grimoire", 4, 4, helps=True, price=True)]),
    hero("dee"),
)

HARMLESS = (
    ComplicationKind.WOUND,
    ComplicationKind.NEW_THREAT,
    ComplicationKind.WORSE,
    ComplicationKind.TIME,
    ComplicationKind.NOISE,
    ComplicationKind.EXPOSED,
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


def _some(draw: DrawFn, values: tuple, most: int = 2) -> tuple:
    return tuple(draw(st.lists(st.sampled_from(values), max_size=most, unique=True))) if values else ()


def _complication(
    draw: DrawFn, game: Game, options: Options, domain: CheckDomain, number: int, *, partial: bool
) -> Complication:
    kinds = [*HARMLESS]
    if domain.wearable:
        kinds.append(ComplicationKind.RESOURCE_WORN)
    if domain.losable:
        kinds.append(ComplicationKind.GEAR_LOST)
    if partial:
        kinds.append(ComplicationKind.INCOMPLETE)
    kind = draw(st.sampled_from(kinds))
    made = Complication(
        kind,
        f"<{'partial' if partial else 'failure'} {number} of {domain.actor}>",
        clock=draw(st.sampled_from((None, *options.clocks))),
    )
    if kind is ComplicationKind.RESOURCE_WORN:
        return replace(made, item=draw(st.sampled_from(domain.wearable)), wear=draw(st.sampled_from(list(Wear))))
    if kind is ComplicationKind.GEAR_LOST:
        return replace(made, item=draw(st.sampled_from(domain.losable)))
    return made


def _tools(domain: CheckDomain) -> tuple[Advantage, ...]:
    return tuple(Advantage(AdvantageKind.TOOL, f"the {each}", item=each) for each in domain.tools)


def _help(domain: CheckDomain) -> tuple[Advantage, ...]:
    return tuple(Advantage(AdvantageKind.HELP, f"{each} helps", helper=each) for each in domain.helpers)


def a_check(draw: DrawFn, game: Game, options: Options, domain: CheckDomain, number: int) -> Check:
    """A check made of what its domain offers, and of nothing else."""
    specialty = draw(st.sampled_from((None, *domain.specialties)))
    ideas = tuple(Advantage(AdvantageKind.IDEA, f"idea {each}") for each in range(draw(st.integers(0, 2))))
    disadvantage = draw(st.integers(0, 3))
    check = Check(
        actor=domain.actor,
        attribute=draw(st.sampled_from(list(Attribute))) if specialty is None else specialty.attribute,
        difficulty=draw(st.sampled_from(list(Difficulty))),
        stake=StakeId(f"stake {number}"),
        action="acts",
        risk="a risk",
        on_failure=_complication(draw, game, options, domain, number, partial=False),
        specialty=None if specialty is None else specialty.id,
        harder=draw(st.sampled_from(("", "in the wind"))),
        advantages=(*ideas, *_some(draw, _tools(domain)), *_some(draw, _help(domain), 3)),
        disadvantage=disadvantage,
        disadvantage_reason="smoke" if disadvantage else "",
        hindering=_some(draw, domain.wounds, 3),
        items=_some(draw, domain.items),
        gain=draw(st.sampled_from((None, *options.gains))),
        clue=draw(st.sampled_from((None, *options.clues))),
    )
    if difficulty(check) is Difficulty.STANDARD:
        return check
    return replace(check, on_partial=_complication(draw, game, options, domain, number, partial=True))


def a_command(draw: DrawFn, game: Game, number: int) -> Command:
    """Something that `legal` says may be asked."""
    options = legal(game)
    ways = ["listed", "inspire"]
    if options.checks:
        ways += ["check", "check", "check"]
    if len(options.checks) > 1:
        ways.append("each")
    awake = [each.id for each in game.characters if each.health > 0]
    if game.pending is None:
        ways += [*(["mark", "suffer"] if awake else []), *(["rule"] if options.checks else [])]
    if options.advantages is not None:
        ways.append("advantage")
    uninspired = [each.id for each in game.characters if not each.inspiration]
    match draw(st.sampled_from(ways)):
        case "check":
            return AnnounceCheck(a_check(draw, game, options, draw(st.sampled_from(options.checks)), number))
        case "each":
            made = (a_check(draw, game, options, domain, number) for domain in options.checks)
            return AnnounceEach(tuple(made))
        case "advantage" if options.advantages is not None:
            idea = Advantage(AdvantageKind.PREPARATION, f"preparation {number}")
            added = (idea, *_tools(options.advantages), *_help(options.advantages))
            return AddAdvantage(draw(st.sampled_from(added)))
        case "mark":
            event = draw(st.sampled_from(list(MarkingEvent)))
            return MarkCharacter(draw(st.sampled_from(awake)), event, "a sight")
        case "suffer":
            return Suffer(draw(st.sampled_from(awake)), draw(st.integers(1, 4)), "a blow")
        case "rule":
            gain = draw(st.sampled_from((None, *options.gains, *options.clues)))
            return RuleWithoutRoll(draw(st.sampled_from(options.checks)).actor, "acts", True, "it is easy", gain=gain)
        case "inspire" if uninspired:
            return GrantInspiration(draw(st.sampled_from(uninspired)), "well said")
        case _:
            # Walking away is nearly always there; taken as often as the rest, it would end every walk at once.
            staying = [each for each in options.commands if not isinstance(each, LeaveStory)]
            leave = len(staying) < len(options.commands) and draw(st.integers(0, 19)) == 19
            return LeaveStory() if leave else draw(st.sampled_from(staying))


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
        if game.progress.ending is not None:
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
