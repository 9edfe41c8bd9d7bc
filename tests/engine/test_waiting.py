"""While something waits to be decided, all else waits for it; and who or what is not here is answered with who is."""

from dataclasses import replace
from typing import get_args

import pytest

from engine.core.check import BringBack, Treat
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AmendCheck,
    AnnounceCheck,
    AnnounceEach,
    AskSafety,
    BringAdversary,
    BringAlly,
    BringCalamity,
    BringSetback,
    Care,
    CatchIdle,
    Comfort,
    Command,
    ConflictEnd,
    CoverAdversary,
    CutScene,
    DescribeBreakdown,
    DescribeWound,
    EndConflict,
    EndHold,
    EndTurn,
    EnterScene,
    FaceDanger,
    GainItem,
    GrantInspiration,
    HoldOff,
    Interpose,
    LeaveStory,
    LetAllyWin,
    LetDie,
    LetLand,
    Manifest,
    MarkCharacter,
    PartWithAlly,
    ReachGoal,
    Reroll,
    Rest,
    RevealFlaw,
    RollCheck,
    RollContest,
    RuleWithoutRoll,
    SeeFirst,
    SendAway,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Suffer,
    TakeAdvance,
    TakeCover,
    UseItem,
    Wait,
    WithdrawCheck,
    Yield,
)
from engine.core.decide import decide
from engine.core.events import Event
from engine.core.foes import AdversaryId, AllyId, FlawId, Manoeuvred, SetbackKind
from engine.core.sheet import AdvanceKind, Breakdown, CharacterId, ItemId, WoundId
from engine.core.state import RestKind, SafetyKind, Side
from engine.dice import SeededDice
from engine.ruling import Accepted, Code, Refused
from engine.story import MarkingEvent, SceneId
from tests.engine.provoked.conflicts import BLOW, BREACH, CLOSES
from tests.engine.provoked.foes import FLOOD, HELPER, SURGE, TIDE
from tests.engine.provoked.sheets import BURN, OPPOSED, contest
from tests.scenes import Stage, arrival, attack, boss, fight, foe, given, hard, hero, idea, item, sway

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
GUARD, GHOST, SMITH = AdversaryId("guard"), AdversaryId("ghost"), AllyId("smith")

ANYTIME = (
    GrantInspiration(HERO, "well said"),
    DescribeBreakdown(HERO, Breakdown.FLIGHT),
    DescribeWound(HERO, WoundId("wound-1"), "a cut"),
    AskSafety(SafetyKind.PAUSE),
)
ABOUT_THE_CHECK = (
    AddAdvantage(idea()),
    AmendCheck(hard().attribute),
    WithdrawCheck(),
    RollCheck(),
    Reroll(),
    AcceptOutcome(),
)
ABOUT_THE_CONTEST = (RollContest(), Yield(HERO))
ABOUT_THE_BLOW = (Interpose(FRIEND), LetLand())
ABOUT_THE_BREACH = (Strike(GUARD), BringSetback(CLOSES))
ALL_ELSE = (
    AnnounceCheck(hard(stake="another")),
    AnnounceEach((hard(stake="x"), hard("friend", stake="x"))),
    contest(),
    MarkCharacter(HERO, MarkingEvent.SHOCK, "a sight"),
    Suffer(HERO, 1, "a fall"),
    Comfort(FRIEND, HERO),
    LetDie(HERO, "a fall"),
    UseItem(HERO, ItemId("rope"), "ties it"),
    GainItem(HERO, item("lamp"), "found"),
    TakeCover(HERO, 2),
    RuleWithoutRoll(HERO, "acts", True, "it is easy"),
    Rest(RestKind.LONG),
    EnterScene(SceneId("cellar")),
    CutScene(),
    LeaveStory(),
    StartConflict(),
    StrikeFromAmbush(GUARD, HERO),
    Wait(FRIEND),
    CatchIdle(GUARD, FRIEND, "in the way"),
    EndTurn(),
    EndConflict(ConflictEnd.TRUCE),
    CoverAdversary(GUARD, 1),
    EndHold(GUARD, Manoeuvred.BLINDED),
    BringAdversary(arrival("wolf")),
    SendAway(GUARD, "it runs"),
    RevealFlaw(GUARD, FlawId("light")),
    BringAlly(HELPER),
    PartWithAlly(SMITH, "home"),
    HoldOff(SMITH, GUARD),
    LetAllyWin(SMITH, GUARD),
    SeeFirst(TIDE, (HERO,)),
    FaceDanger(BURN, (HERO,), "sparks fly"),
    BringCalamity(FLOOD),
    Manifest(TIDE, SURGE, (HERO,)),
    ReachGoal(TIDE, "the town"),
    TakeAdvance(HERO, AdvanceKind.ATTRIBUTE, attribute=hard().attribute),
)
EVERY = (*ANYTIME, *ABOUT_THE_CHECK, *ABOUT_THE_CONTEST, *ABOUT_THE_BLOW, *ABOUT_THE_BREACH, *ALL_ELSE)

PAIR = given(hero(stress=2), hero("friend"))
WAITING: tuple[tuple[str, Stage, Code, tuple[Command, ...]], ...] = (
    ("announced", PAIR.announced(hard()), Code.CHECK_IS_PENDING, ABOUT_THE_CHECK),
    ("rolled", PAIR.rolled(hard(), 6, 1), Code.CHECK_IS_PENDING, ABOUT_THE_CHECK),
    ("avoiding", PAIR.when(FaceDanger(BURN, (HERO,), "sparks")), Code.CHECK_IS_PENDING, ABOUT_THE_CHECK),
    ("contest", OPPOSED, Code.CONTEST_IS_PENDING, ABOUT_THE_CONTEST),
    ("blow", BLOW, Code.BLOW_IS_COMING, ABOUT_THE_BLOW),
    ("breach", BREACH, Code.BREACH_IS_OPEN, ABOUT_THE_BREACH),
)


def answered(stage: Stage, command: Command) -> Accepted[Event] | Refused:
    return decide(stage.game, command, SeededDice("any"))


def test_every_command_is_asked_here_once() -> None:
    assert sorted(type(each).__name__ for each in EVERY) == sorted(each.__name__ for each in get_args(Command))


@pytest.mark.parametrize(("stage", "code", "ours"), [each[1:] for each in WAITING], ids=[each[0] for each in WAITING])
@pytest.mark.parametrize("command", EVERY, ids=lambda each: type(each).__name__)
def test_what_waits_comes_before_all_else(
    stage: Stage, code: Code, ours: tuple[Command, ...], command: Command
) -> None:
    before = repr(stage.game)
    answer = answered(stage, command)
    assert repr(stage.game) == before
    held_up = isinstance(answer, Refused) and answer.code is code
    if command in ANYTIME or command in ours:
        assert not held_up
    elif command in ABOUT_THE_CHECK and code is not Code.CONTEST_IS_PENDING:
        # Without a check on the table, that is what is said: nobody asks for one more decision first.
        assert isinstance(answer, Refused)
        settled = isinstance(command, Reroll)
        assert answer.code is (Code.REROLL_NOT_IN_CONFLICT if settled else Code.NO_CHECK_ANNOUNCED)
    else:
        assert held_up


@pytest.mark.parametrize(
    ("stage", "command"),
    [
        (PAIR.announced(hard()), AddAdvantage(idea())),
        (PAIR.announced(hard()), WithdrawCheck()),
        (PAIR.announced(hard()), RollCheck()),
        (PAIR.rolled(hard(), 6, 1), AcceptOutcome()),
        (PAIR.rolled(hard(), 6, 1), Reroll()),
        (PAIR.rolled(hard(), 6, 1), GrantInspiration(HERO, "well said")),
        (PAIR.when(FaceDanger(BURN, (HERO,), "sparks")), AmendCheck(BURN.attributes[0])),
        (OPPOSED, RollContest()),
        (OPPOSED, Yield(FRIEND)),
        (BLOW, Interpose(FRIEND)),
        (BLOW, LetLand()),
        (BREACH, Strike(GUARD)),
        (BREACH, BringSetback(CLOSES)),
        (BREACH, AskSafety(SafetyKind.SOFTEN)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_what_is_waited_for_is_accepted(stage: Stage, command: Command) -> None:
    assert isinstance(answered(stage, command), Accepted)


IN_SHELTER = replace(PAIR, game=replace(PAIR.game, progress=replace(PAIR.game.progress, scene=SceneId("cellar"))))
FIGHT = fight(hero(), hero("friend"), foes=[foe(), boss()], allies=(HELPER,))


@pytest.mark.parametrize(
    ("stage", "command"),
    [
        (PAIR, GrantInspiration(NOBODY, "why")),
        (PAIR, MarkCharacter(NOBODY, MarkingEvent.SHOCK, "why")),
        (PAIR, Suffer(NOBODY, 1, "why")),
        (PAIR, DescribeBreakdown(NOBODY, Breakdown.FLIGHT)),
        (PAIR, DescribeWound(NOBODY, WoundId("wound-1"), "a cut")),
        (PAIR, Comfort(NOBODY, HERO)),
        (PAIR, Comfort(HERO, NOBODY)),
        (PAIR, LetDie(NOBODY, "why")),
        (PAIR, UseItem(NOBODY, ItemId("rope"), "why")),
        (PAIR, GainItem(NOBODY, item("rope"), "why")),
        (PAIR, TakeCover(NOBODY, 1)),
        (PAIR, RuleWithoutRoll(NOBODY, "acts", True, "why")),
        (PAIR, AnnounceCheck(hard("nobody"))),
        (PAIR, AnnounceCheck(hard(aim=Treat(NOBODY)))),
        (PAIR, AnnounceCheck(hard(aim=BringBack(NOBODY)))),
        (PAIR, AnnounceEach((hard("nobody"), hard()))),
        (PAIR, contest("nobody", "hero")),
        (PAIR, contest("hero", "nobody")),
        (PAIR, StartConflict(engager=NOBODY)),
        (IN_SHELTER, Rest(RestKind.SCENE, (Care(NOBODY, "a bag"),))),
        (IN_SHELTER, Rest(RestKind.SCENE, (Care(HERO, "a bag", NOBODY),))),
        (FIGHT, Wait(NOBODY)),
        (FIGHT, CatchIdle(GUARD, NOBODY, "why")),
        (FIGHT, StrikeFromAmbush(GUARD, NOBODY)),
    ],
    ids=lambda each: type(each).__name__,
)
def test_who_is_not_here_is_answered_with_who_is(stage: Stage, command: Command) -> None:
    stage.when(command).refused(Code.NO_SUCH_CHARACTER, "hero", "friend")


@pytest.mark.parametrize(
    ("stage", "command", "code", "options"),
    [
        (PAIR, FaceDanger(BURN, (NOBODY,), "sparks"), Code.NOBODY_EXPOSED, ("hero", "friend")),
        (BLOW, Interpose(NOBODY), Code.CANNOT_INTERPOSE, ("friend",)),
        (BREACH, Strike(GUARD, in_contact=(NOBODY,)), Code.CANNOT_INTERPOSE, ("friend",)),
        (OPPOSED, Yield(NOBODY), Code.NOT_IN_THE_CONTEST, ("hero", "friend")),
        (
            BREACH,
            BringSetback(replace(CLOSES, kind=SetbackKind.COVER_FALLS, character=NOBODY)),
            Code.SETBACK_LACKS,
            (),
        ),
    ],
    ids=lambda each: type(each).__name__,
)
def test_only_some_are_asked_for(stage: Stage, command: Command, code: Code, options: tuple[str, ...]) -> None:
    stage.when(command).refused(code, *options)


@pytest.mark.parametrize(
    "command",
    [
        AnnounceCheck(attack(target="ghost")),
        AnnounceCheck(sway(target="ghost")),
        CatchIdle(GHOST, HERO, "why"),
        CoverAdversary(GHOST, 1),
        EndHold(GHOST, Manoeuvred.BLINDED),
        StrikeFromAmbush(GHOST, HERO),
        SendAway(GHOST, "why"),
        RevealFlaw(GHOST, FlawId("light")),
        HoldOff(SMITH, GHOST),
        LetAllyWin(SMITH, GHOST),
    ],
    ids=lambda each: type(each).__name__,
)
def test_an_adversary_who_is_not_here_is_answered_with_those_who_are(command: Command) -> None:
    FIGHT.when(command).refused(Code.NO_SUCH_ADVERSARY, "guard", "captain")


@pytest.mark.parametrize(
    "command", [PartWithAlly(AllyId("nobody"), "why"), HoldOff(AllyId("nobody"), GUARD), LetAllyWin(AllyId(""), GUARD)]
)
def test_an_ally_who_is_not_here_is_answered_with_those_who_are(command: Command) -> None:
    FIGHT.when(command).refused(Code.NO_SUCH_ALLY, "smith")


def test_a_pc_s_side_in_ambush_waits_for_nothing() -> None:
    ambush = given(hero(), adversaries=(foe(),)).when(StartConflict(ambush=Side.PCS))
    assert isinstance(ambush.when(Wait(HERO)).answer, Accepted)
