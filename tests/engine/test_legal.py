"""What may be asked now, scene by scene; the laws say that it is neither more nor less."""

from engine.core.commands import (
    AcceptOutcome,
    ConflictEnd,
    CutScene,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    LeaveStory,
    Reroll,
    Rest,
    RollCheck,
    StartConflict,
    WithdrawCheck,
)
from engine.core.legal import legal
from engine.core.sheet import Breakdown, ItemId, Variant
from engine.core.state import RestKind, Side
from engine.story import Clock, ClockId, FactId, SceneId
from tests.scenes import conflict, fact, foe, given, hard, help_from, hero, item, story, tool, wound

HERO = hero().id


def test_between_two_checks() -> None:
    cellar = EnterScene(SceneId("cellar"))
    assert legal(given().game).commands == (cellar, Rest(RestKind.LONG), CutScene(), StartConflict(), LeaveStory())
    watched = legal(given(adversaries=(foe(),)).game).commands
    starts = {StartConflict(each, side) for each in (None, HERO) for side in (None, *Side)}
    assert {each for each in watched if isinstance(each, StartConflict)} == starts
    sheltered = legal(given(story=story(start="cellar")).game).commands
    assert set(map(Rest, RestKind)) < set(sheltered)
    assert Rest(RestKind.PAUSE) not in legal(given(story=story(start="cellar"), paused=True).game).commands
    ends = (EndConflict(), *map(EndConflict, ConflictEnd))
    assert legal(conflict().game).commands == (*ends, LeaveStory())


def test_about_the_check_on_the_table() -> None:
    assert legal(given().announced(hard()).game).commands == (RollCheck(), WithdrawCheck())
    ready = given(hero(stress=6)).announced(hard())
    assert legal(ready.game).commands == (RollCheck(), RollCheck(coup=True), WithdrawCheck())
    fell = given(hero(stress=2)).rolled(hard(), 1, 1)
    assert legal(fell.game).commands == (Reroll(), AcceptOutcome())
    inspired = given(hero(stress=2, inspiration=True)).rolled(hard(), 1, 1)
    assert legal(inspired.game).commands == (Reroll(), Reroll(inspiration=True), AcceptOutcome())
    drained = given(hero(inspiration=True)).rolled(hard(), 1, 1)
    assert legal(drained.game).commands == (Reroll(inspiration=True), AcceptOutcome())


def test_one_who_breaks_down_may_be_described_at_any_time() -> None:
    broken = given(hero(stress=6, breakdown=Breakdown.UNTOLD), variant=Variant.RAW)
    described = [each for each in legal(broken.game).commands if isinstance(each, DescribeBreakdown)]
    assert described == [DescribeBreakdown(HERO, each) for each in Breakdown if each is not Breakdown.UNTOLD]


def test_the_domain_of_a_check() -> None:
    gear = (item("deck", 8, helps=True), item("dead", 0, 8, helps=True), item("rope"), item("gift", 6, innate=True))
    able = hero(items=gear, wounds=[wound("hand")], specialties={"locks": "INT"})
    cast = (able, hero("friend"), hero("down", health=0))
    only, friend = legal(given(*cast, tried=("x",)).game).checks
    assert (only.actor, friend.actor) == ("hero", "friend")
    assert only.specialties == able.specialties
    assert only.items == ("deck", "rope", "gift")
    assert only.tools == ("deck",)
    assert only.helpers == ("friend",)
    assert only.wounds == ("hand",)
    assert only.wearable == ("deck", "gift")
    assert only.losable == ("deck", "dead", "rope")
    assert only.tried == ("x",)


def test_what_counts_already_is_no_longer_offered() -> None:
    pair = given(hero(items=[item("deck", helps=True), item("picks", helps=True)]), hero("ana"), hero("ben"))
    domain = legal(pair.announced(hard(advantages=(tool("deck"), help_from("ben")))).game).advantages
    assert domain is not None
    assert (domain.tools, domain.helpers) == ((ItemId("picks"),), ("ana",))
    assert legal(pair.game).advantages is None
    assert legal(pair.rolled(hard(), 6, 6).game).advantages is None


def test_facts_and_clocks_that_a_check_may_name() -> None:
    told = story(fact("letter", essential=True), fact("map"), clocks=[Clock(ClockId("tide"), 4)])
    options = legal(given(story=told, known=["key"]).game)
    assert (options.gains, options.clues, options.clocks) == ((FactId("map"),), (FactId("letter"),), ("tide",))


def test_nothing_is_legal_after_the_end() -> None:
    over = legal(given().when(LeaveStory()).game)
    assert (over.commands, over.checks, over.gains, over.clues) == ((), (), (), ())
