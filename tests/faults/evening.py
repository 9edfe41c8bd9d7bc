"""One short evening for the tests of saves: a small story, two heroes, a narrator that reads from a script.

`played(file, turns)` plays the same evening to the same words every time; `wandered` plays any evening at all.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from engine.core.check import Advantage, AdvantageKind, Check, Complication, ComplicationKind, Difficulty, StakeId, Wear
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AnnounceCheck,
    Command,
    EnterScene,
    GrantInspiration,
    LeaveStory,
    MarkCharacter,
    NewGame,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    Suffer,
)
from engine.core.decide import new_game
from engine.core.events import Event
from engine.core.legal import CheckDomain, Options, legal
from engine.core.sheet import (
    Attribute,
    Attributes,
    Character,
    CharacterId,
    Item,
    ItemId,
    Resource,
    Specialty,
    SpecialtyId,
    Variant,
)
from engine.core.state import Game, RestKind
from engine.ruling import Accepted
from engine.story import (
    Clock,
    ClockId,
    Condition,
    Ending,
    EndingId,
    EndingKind,
    Fact,
    FactId,
    MarkingEvent,
    Scene,
    SceneId,
    Story,
    Way,
)
from narrator.port import Judge, Moment, Remark
from narrator.proposals import Proposal, RecordFact, RuleOnAdvantage
from table.session import Happened, Session
from table.store import Header, Store

QUAY, HOLD, INN = SceneId("quay"), SceneId("hold"), SceneId("inn")
HATCH, SECRET = FactId("the hatch is open"), FactId("the captain is a smuggler")
STORY = Story(
    id="evening",
    start=QUAY,
    refuge=INN,
    scenes=(
        Scene(QUAY, ways=(Way(HOLD), Way(INN)), shelter=True),
        Scene(HOLD, ways=(Way(QUAY),)),
        Scene(INN, ways=(Way(QUAY),), shelter=True),
    ),
    endings=(Ending(EndingId("home"), EndingKind.LEFT, Condition()),),
    facts=(
        Fact(HATCH),
        Fact(SECRET, secret=True, when=Condition(facts=(HATCH,), scene=HOLD), marks=MarkingEvent.HORROR),
    ),
    clocks=(Clock(ClockId("tide"), 6),),
)
MARA, JOREN = CharacterId("mara"), CharacterId("joren")
HEROES = (
    Character(
        MARA,
        "Mara",
        Attributes(FOR=2, DEX=3, CON=2, INT=4, PER=3, CHA=1),
        specialties=(Specialty(SpecialtyId("locks"), Attribute.DEX),),
        items=(Item(ItemId("picks"), helps=True, resource=Resource(8, 8)), Item(ItemId("coat"))),
    ),
    Character(
        JOREN,
        "Joren",
        Attributes(FOR=4, DEX=2, CON=3, INT=1, PER=2, CHA=3),
        specialties=(Specialty(SpecialtyId("composure"), Attribute.CON),),
        items=(Item(ItemId("hook"), helps=True, price=True, innate=True),),
    ),
)
HEADER = Header("evening", '{"scenes": "a quay, a hold, an inn"}', "en")


def a_game(seed: str = "low water", variant: Variant = Variant.BLOCKBUSTER) -> NewGame:
    """The evening before anything has happened."""
    return NewGame(variant, seed, STORY, HEROES)


def begun(file: Path, command: NewGame | None = None, header: Header = HEADER) -> Store:
    """A save in which only the new game stands."""
    command = command or a_game()
    decided = new_game(command)
    assert isinstance(decided, Accepted), decided
    return Store.create(file, header, command, decided.events)


class Scripted:
    """A narrator that proposes and tells what the test wrote for it; an exception among the words is raised."""

    name = "scripted"
    fell_back = False

    def __init__(self, *proposals: Proposal | RuleOnAdvantage, tells: Sequence[str | BaseException] = ("So it is.",)):
        self.proposals = deque(proposals)
        self.tells = tells
        self.heard: list[tuple[tuple[Event, ...], Moment]] = []

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge) -> Any:
        return self.proposals.popleft()

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge) -> Any:
        return self.proposals.popleft()

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        self.heard.append((tuple(events), moment))
        for each in self.tells:
            if isinstance(each, BaseException):
                raise each
            yield each

    def remarks(self) -> tuple[Remark, ...]:
        return ()

    def canon(self) -> tuple[RecordFact, ...]:
        return ()


def a_check(game: Game, gain: FactId | None = None) -> Check:
    """Mara picks a lock with her picks, as long as they last: Hard, the watch may hear."""
    picks = tuple(each for each in legal(game).checks[0].items if each == "picks")
    return Check(
        actor=MARA,
        attribute=Attribute.DEX,
        difficulty=Difficulty.HARD,
        stake=StakeId("the lock"),
        action="picks the lock",
        risk="the watch hears",
        on_failure=Complication(ComplicationKind.NOISE, "the lock screams"),
        on_partial=Complication(ComplicationKind.TIME, "it takes long", clock=ClockId("tide")),
        specialty=SpecialtyId("locks"),
        items=picks,
        gain=gain,
    )


def plainly(game: Game) -> Command:
    """What these two do next: pick the lock, go down and up again when it was loud, rest, and pick another one."""
    if game.pending is not None:
        return RollCheck() if game.pending.roll is None else AcceptOutcome()
    if game.tried and game.progress.scene == QUAY:
        return Rest(RestKind.SCENE)
    if game.troubles and game.progress.scene == QUAY:
        return EnterScene(HOLD)
    return AnnounceCheck(a_check(game)) if game.progress.scene == QUAY else EnterScene(QUAY)


Choose = Callable[[Sequence[Any]], Any]
"""Takes one of several: `random.choice`, or Hypothesis's `draw`."""


def anything(game: Game, choose: Choose) -> Command:
    """Something that is legal, of all that is."""
    options = legal(game)
    who = choose(game.characters).id
    free: list[Command] = [each for each in options.commands if not isinstance(each, LeaveStory)]
    if options.advantages is not None:
        free += [_advantage(game, options.advantages, choose)]
    if options.checks:
        domain = choose(options.checks)
        gain = choose((None, *options.gains))
        free += [AnnounceCheck(_any_check(domain, gain, choose))] * 3
        free += [RuleWithoutRoll(domain.actor, "looks around", True, "nothing stands in the way", gain=gain)]
    if game.pending is None and next(each for each in game.characters if each.id == who).health:
        free += [
            Suffer(who, choose((1, 2, 5)), "a fall"),
            MarkCharacter(who, choose(tuple(MarkingEvent)), "a face in the water"),
        ]
    if not next(each for each in game.characters if each.id == who).inspiration:
        free.append(GrantInspiration(who, "a fine moment"))
    return choose(free)


def _any_check(domain: CheckDomain, gain: FactId | None, choose: Choose) -> Check:
    specialty = choose((None, *domain.specialties))
    difficulty = choose(tuple(Difficulty))
    kinds = [ComplicationKind.WOUND, ComplicationKind.NOISE, ComplicationKind.TIME]
    return Check(
        actor=domain.actor,
        attribute=specialty.attribute if specialty else choose(tuple(Attribute)),
        difficulty=difficulty,
        stake=next(stake for number in count() if (stake := StakeId(f"stake {number}")) not in domain.tried),
        action="tries it",
        risk="it goes wrong",
        on_failure=_any_complication(domain, kinds, choose),
        on_partial=None if difficulty is Difficulty.STANDARD else _any_complication(domain, kinds, choose),
        specialty=specialty.id if specialty else None,
        disadvantage=choose((0, 1)),
        disadvantage_reason="rain",
        hindering=domain.wounds[:1],
        items=choose(((), domain.items[:1])),
        gain=gain,
    )


def _any_complication(domain: CheckDomain, kinds: list[ComplicationKind], choose: Choose) -> Complication:
    if domain.wearable and choose((True, False)):
        kind, item, wear = ComplicationKind.RESOURCE_WORN, choose(domain.wearable), choose(tuple(Wear))
        return Complication(kind, "it wears", item, wear)
    return Complication(choose(kinds), "a price", clock=choose((None, ClockId("tide"))))


def _advantage(game: Game, domain: CheckDomain, choose: Choose) -> Command:
    counted = len(game.pending.check.advantages) if game.pending else 0
    found = [Advantage(AdvantageKind.IDEA, f"idea {counted}")]
    found += [Advantage(AdvantageKind.TOOL, "made for it", item=each) for each in domain.tools]
    found += [Advantage(AdvantageKind.HELP, "a hand", helper=each) for each in domain.helpers]
    return AddAdvantage(choose(found))


def turn(session: Session, command: Command, said: str = "") -> Happened:
    """One turn with its telling, which has to stand."""
    answer = session.do(command, said)
    assert isinstance(answer, Happened), (command, answer)
    deque(session.tell(answer), maxlen=0)
    return answer


def played(file: Path, turns: int, command: NewGame | None = None) -> Path:
    """A closed save of the plain evening after so many turns."""
    with begun(file, command) as store:
        session = Session(store, Scripted())
        for number in range(turns):
            turn(session, plainly(session.game), f"word {number}")
    return file


def wandered(file: Path, turns: int, choose: Choose, command: NewGame | None = None) -> Game:
    """A closed save of an evening in which anything legal happens; the game as it was when it closed."""
    with begun(file, command) as store:
        session = Session(store, Scripted())
        for _ in range(turns):
            turn(session, anything(session.game, choose))
        return session.game
