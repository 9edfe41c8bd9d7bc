"""Conflicts: how they start, their turns, ambushes, keeping out of them, their end (CORE ch. 5, Les conflits)."""

from dataclasses import fields, replace
from typing import get_args

import pytest

from engine.core.check import BringBack, Check, Difficulty, Outcome, Treat
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    AnnounceEach,
    BringAdversary,
    BringSetback,
    CatchIdle,
    Comfort,
    ConflictEnd,
    EndConflict,
    EndTurn,
    LetDie,
    Reroll,
    RollCheck,
    RuleWithoutRoll,
    SendAway,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    TakeCover,
    UseItem,
    Wait,
    WithdrawCheck,
)
from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AmbushStruck,
    BlowLanded,
    BreachOpened,
    BreakdownBegan,
    Cause,
    CheckAnnounced,
    CheckRerolled,
    CheckSettled,
    ComplicationHappened,
    ConflictEnded,
    ConflictStarted,
    Event,
    HealthChanged,
    IdleCaught,
    ResourceRolled,
    SetbackHappened,
    TurnBegan,
    Waited,
)
from engine.core.foes import Adversary, AdversaryId, AllyId, Setback, SetbackKind
from engine.core.legal import legal
from engine.core.rules.awaiting import Awaited, Decision, Seat, awaited
from engine.core.rules.turns import ambushers, still_to_act
from engine.core.sheet import Attribute, Breakdown, Character, CharacterId, ItemId, Variant
from engine.core.state import Conflict, Side
from engine.ruling import Code
from tests.scenes import (
    NOISE,
    WORSE,
    Stage,
    arrival,
    attack,
    boss,
    check,
    conflict,
    fight,
    foe,
    given,
    group,
    hero,
    item,
    like,
    manoeuvre,
    rerolled,
    rolled,
    standard,
    sway,
)

HERO, FRIEND, MATE = CharacterId("hero"), CharacterId("friend"), CharacterId("mate")
GUARD, OTHER = AdversaryId("guard"), AdversaryId("other")
CLOSES = Setback(SetbackKind.WAY_CLOSES, "the gate falls")


def staked(wanted: Check) -> Check:
    """With complications, as where no breach opens."""
    return replace(wanted, on_failure=WORSE, on_partial=None if wanted.difficulty == 1 else NOISE)


def party(*foes: Adversary, turn: int = 1, ambush: Side | None = None) -> Stage:
    """Three PCs and a guard, in turn 1 unless said."""
    return fight(hero(), hero("friend"), hero("mate"), foes=foes, turn=turn, ambush=ambush)


def calm(stress: int = 3) -> Stage:
    """Three PCs and a guard who has not noticed them."""
    return given(hero(stress=stress), hero("friend"), hero("mate"), adversaries=(foe(),))


@pytest.mark.rule("conflict.starts")
@pytest.mark.parametrize("action", [attack(), manoeuvre(), sway()])
def test_before_it_one_rolls_against_threat_may_reroll_and_opens_no_breach(action: Check) -> None:
    calm().when(AnnounceCheck(replace(staked(action), difficulty=Difficulty.STANDARD))).refused(
        Code.AGAINST_ITS_THREAT, "2"
    )
    fell = calm().rolled(staked(action), 6, 1).then(rolled(Outcome.PARTIAL))
    fell.when(AcceptOutcome()).among(ComplicationHappened(HERO, NOISE)).never(BreachOpened)
    fell.when(Reroll(), (6, 1)).among(rerolled(Outcome.SUCCESS, 2)).never(BreachOpened).leaves(stress=2)
    calm().when(AnnounceCheck(action)).refused(Code.STAKES_MISSING)


@pytest.mark.rule("conflict.starts")
def test_a_failure_may_start_it_and_does_not_use_up_turn_one() -> None:
    failed = calm().rolled(staked(attack()), 1, 1).when(AcceptOutcome())
    started = failed.when(StartConflict(HERO))
    started.then(ConflictStarted(HERO), TurnBegan(1, 3, engager=HERO))
    assert still_to_act(started.game) == ("hero", "friend", "mate")
    # The same stake: a blow moves the fight on.
    started.rolled(attack(), 6, 6).among(AdversaryHurt)


@pytest.mark.rule("conflict.starts")
@pytest.mark.rule("reroll.not_in_conflict")
def test_a_roll_on_the_table_is_decided_before_it_starts() -> None:
    fell = calm().rolled(staked(attack()), 1, 1)
    fell.when(StartConflict(HERO)).refused(Code.CHECK_IS_PENDING)
    fell.when(AcceptOutcome()).when(StartConflict()).when(Reroll()).refused(Code.NO_CHECK_ANNOUNCED)


@pytest.mark.rule("conflict.starts")
def test_it_starts_once_and_with_somebody_who_can_engage() -> None:
    party().when(StartConflict()).refused(Code.ALREADY_IN_CONFLICT)
    given(hero(health=0), adversaries=(foe(),)).when(StartConflict(HERO)).refused(Code.OUT_OF_ACTION)
    given().when(StartConflict(CharacterId("nobody"))).refused(Code.NO_SUCH_CHARACTER)
    for side in Side:
        given().when(StartConflict(ambush=side)).refused(Code.NOBODY_TO_FIGHT)
    given().when(StartConflict(HERO)).refused(Code.NOBODY_TO_FIGHT)


@pytest.mark.rule("conflict.starts")
def test_without_adversaries_in_numbers_it_has_no_turns_until_one_comes() -> None:
    started = given().when(StartConflict()).then(ConflictStarted())
    assert started.game.conflict is None
    started.when(Wait(HERO)).refused(Code.NO_TURNS)
    started.when(BringAdversary(arrival())).then(AdversaryArrived, TurnBegan(1, 1))


@pytest.mark.rule("reroll.not_in_conflict")
@pytest.mark.parametrize("variant", list(Variant))
def test_no_roll_of_a_conflict_is_rolled_again(variant: Variant) -> None:
    ready = hero(stress=3, inspiration=True)
    for stage in (fight(ready, hero("friend"), variant=variant), conflict(ready, hero("friend"), variant=variant)):
        fell = stage.rolled(check(stake="the lock"), 1, 1).among(CheckSettled)
        for inspiration in (False, True):
            fell.when(Reroll(inspiration)).refused(Code.REROLL_NOT_IN_CONFLICT)
    for action in (attack(), manoeuvre(), sway()):
        fight(ready, variant=variant).rolled(action, 1, 1).among(CheckSettled).never(CheckRerolled)


@pytest.mark.rule("conflict.turn")
def test_each_acts_once_a_turn_in_the_order_that_the_players_choose() -> None:
    for order in (("hero", "friend", "mate"), ("mate", "hero", "friend")):
        stage = party()
        for who in order:
            assert who in still_to_act(stage.game)
            stage = stage.rolled(attack(who), 6, 6) if stage.foe().health > 1 else stage.when(Wait(CharacterId(who)))
            assert who not in still_to_act(stage.game)
            left = still_to_act(stage.game)
            stage.when(AnnounceCheck(attack(who))).refused(Code.HAS_ACTED, *left)
        assert still_to_act(stage.when(EndTurn()).game) == ("hero", "friend", "mate")


@pytest.mark.rule("conflict.turn")
def test_who_engages_acts_first() -> None:
    started = calm().when(StartConflict(FRIEND))
    for command in (
        AnnounceCheck(attack()),
        Wait(HERO),
        RuleWithoutRoll(HERO, "opens the door", succeeds=True, why="it is not locked"),
    ):
        started.when(command).refused(Code.ENGAGER_ACTS_FIRST, "friend")
    assert {each.actor for each in legal(started.game).checks} == {"friend"}
    for first in (started.rolled(attack("friend"), 6, 6), started.when(Wait(FRIEND))):
        first.rolled(attack("mate"), 6, 6).rolled(attack(), 6, 6)
    # From turn 2 on the order is free.
    started.when(Wait(FRIEND)).rolled(attack(), 6, 6).when(EndTurn()).rolled(attack("mate"), 6, 6)


@pytest.mark.rule("conflict.turn")
@pytest.mark.parametrize(
    "fallen", [hero("friend", health=0), hero("friend", stress=6, breakdown=Breakdown.FLIGHT)], ids=["out", "broken"]
)
def test_nobody_waits_for_an_engager_who_cannot_act(fallen: Character) -> None:
    stage = fight(hero(), fallen, conflict=Conflict(1, 2, engager=FRIEND), variant=Variant.RAW)
    stage.rolled(attack(), 6, 6)
    calm().when(StartConflict()).rolled(attack("mate"), 6, 6)


@pytest.mark.rule("conflict.turn")
def test_whatever_one_does_is_the_action_of_the_turn() -> None:
    kit = [item("kit", 8), item("potion", heals=2, unaided=True)]
    cast = (hero(items=kit), hero("friend", stress=6, breakdown=Breakdown.COLLAPSE), hero("mate", health=2, stress=3))
    stage = fight(*cast, variant=Variant.RAW)
    aid = standard(aim=Treat(MATE), items=(ItemId("kit"),))
    back = standard(attribute="CHA", aim=BringBack(FRIEND))
    acted = (
        stage.rolled(attack(), 6, 6),
        stage.rolled(manoeuvre(), 6, 6),
        stage.rolled(sway(), 6, 6),
        stage.rolled(check(stake="the lock"), 6, 6),
        stage.rolled(aid, 6, 1, 8),
        stage.rolled(back, 6, 1),
        stage.when(RuleWithoutRoll(HERO, "bars the door", succeeds=True, why="nobody is near")),
        stage.when(UseItem(HERO, ItemId("potion"), "to stand", MATE)),
        stage.when(Comfort(HERO, MATE)),
        stage.when(Wait(HERO)),
    )
    for after in acted:
        assert after.events
        assert HERO not in still_to_act(after.game)
        for command in (
            AnnounceCheck(attack()),
            RuleWithoutRoll(HERO, "runs", succeeds=True, why="the way is open"),
            UseItem(HERO, ItemId("potion"), "again", MATE),
            Comfort(HERO, MATE),
            Wait(HERO),
        ):
            after.when(command).refused(Code.HAS_ACTED)
    assert acted[4].sheet("mate").health == 3
    assert acted[5].sheet("friend").breakdown is None
    assert still_to_act(acted[5].game) == ("friend", "mate")


@pytest.mark.rule("conflict.turn")
def test_what_is_announced_and_withdrawn_is_no_action_and_cover_is_none() -> None:
    assert still_to_act(party().announced(attack()).when(WithdrawCheck()).game) == ("hero", "friend", "mate")
    assert HERO in still_to_act(party().when(TakeCover(HERO, 2)).game)


@pytest.mark.rule("conflict.turn")
def test_where_each_risks_for_oneself_each_has_acted() -> None:
    both = AnnounceEach((check("hero", "DEX", stake="jump"), check("friend", "DEX", stake="jump")))
    after = party().when(both).when(RollCheck(), (6, 6)).when(RollCheck(), (1, 1)).never(BreachOpened)
    assert still_to_act(after.game) == ("mate",)


@pytest.mark.rule("conflict.turn")
@pytest.mark.rule("check.together")
def test_what_the_group_tries_is_rolled_by_the_most_able_who_has_not_acted() -> None:
    sneak = check("friend", "DEX", stake="past them", together=True)
    stage = fight(hero(DEX=4), hero("friend", DEX=3), hero("mate"))
    stage.when(AnnounceCheck(sneak)).refused(Code.MOST_ABLE_ROLLS, "hero")
    stage.when(Wait(HERO)).rolled(sneak, 6, 6, 1).among(rolled(Outcome.SUCCESS, 2))


@pytest.mark.rule("conflict.no_npc_turn")
def test_between_the_actions_of_pcs_the_adversaries_do_nothing() -> None:
    stage = party(foe("guard", 2, 6, 4))
    turned = stage.rolled(attack(), 6, 6).when(Wait(FRIEND)).when(Wait(MATE)).when(EndTurn()).then(TurnBegan(2, 3))
    for who in ("hero", "friend", "mate"):
        turned.leaves(who, health=8)
    turned.when(Strike(GUARD)).refused(Code.NO_BREACH)
    turned.when(StrikeFromAmbush(GUARD, HERO)).refused(Code.NOT_IN_AMBUSH)


_DICE = ("draw", "face", "faces", "acts", "resists")


@pytest.mark.rule("gm.npc_never_rolls")
@pytest.mark.rule("conflict.no_npc_turn")
@pytest.mark.parametrize("kind", get_args(Event), ids=lambda each: each.__name__)
def test_no_event_about_an_adversary_carries_faces(kind: type) -> None:
    names = {each.name for each in fields(kind)}
    if names.isdisjoint(_DICE):
        assert "given" not in names
        return
    assert names.isdisjoint({"adversary", "ally", "calamity", "danger", "peril", "arrival", "source"})
    # Whose dice they are: a PC's.
    owner = {"actor", "character", "winner"} & names
    assert owner
    assert all("CharacterId" in str(each.type) for each in fields(kind) if each.name in owner)


@pytest.mark.rule("gm.npc_never_rolls")
def test_whatever_the_adversaries_do_draws_no_die() -> None:
    opened = party(foe(), foe("other")).rolled(attack(), 1, 1)
    ambush = party(turn=0, ambush=Side.NPCS)
    idle = party().when(Wait(HERO))
    for before, command in (
        (opened, Strike(GUARD, 2)),
        (opened, BringSetback(Setback(SetbackKind.REINFORCEMENTS, "more", arrivals=(arrival("more"),)))),
        (ambush, StrikeFromAmbush(GUARD, HERO, NOISE)),
        (idle, CatchIdle(GUARD, HERO, "in the open")),
        (idle, EndTurn(CLOSES)),
    ):
        after = before.when(command)
        assert after.events
        assert after.game.draws == before.game.draws


@pytest.mark.rule("ambush.pcs")
def test_pcs_in_ambush_have_one_action_each_before_turn_one() -> None:
    started = calm().when(StartConflict(ambush=Side.PCS))
    started.then(ConflictStarted(None, Side.PCS), TurnBegan(0, 3, Side.PCS))
    first = started.rolled(staked(attack()), 1, 1).among(ComplicationHappened(HERO, WORSE)).never(BreachOpened)
    first.when(Reroll()).refused(Code.REROLL_NOT_IN_CONFLICT)
    first.when(AnnounceCheck(staked(attack()))).refused(Code.HAS_ACTED)
    second = first.rolled(staked(attack("friend")), 6, 1).among(ComplicationHappened(FRIEND, NOISE))
    second.never(BreachOpened)
    third = second.rolled(staked(manoeuvre("mate")), 6, 6)
    third.when(StrikeFromAmbush(GUARD, HERO)).refused(Code.NOT_IN_AMBUSH)
    turn = third.when(EndTurn()).then(TurnBegan(1, 3))
    assert still_to_act(turn.game) == ("hero", "friend", "mate")
    assert turn.left() == 2
    turn.rolled(attack(), 1, 1).among(BreachOpened)


@pytest.mark.rule("ambush.pcs")
@pytest.mark.rule("conflict.turn")
def test_who_engages_leads_once_in_the_ambush_or_else_in_turn_one() -> None:
    started = calm().when(StartConflict(FRIEND, Side.PCS))
    started.when(Wait(HERO)).refused(Code.ENGAGER_ACTS_FIRST)
    led = started.rolled(staked(attack("friend")), 6, 6).when(EndTurn()).then(TurnBegan(1, 3))
    led.rolled(attack("mate"), 6, 6)
    kept = started.when(EndTurn()).then(TurnBegan(1, 3, engager=FRIEND))
    kept.when(Wait(HERO)).refused(Code.ENGAGER_ACTS_FIRST)
    struck = calm().when(StartConflict(FRIEND, Side.NPCS)).when(StrikeFromAmbush(GUARD, HERO, NOISE))
    surprised = struck.when(RollCheck(), (6, 6)).when(EndTurn()).then(TurnBegan(1, 3, engager=FRIEND))
    surprised.when(Wait(HERO)).refused(Code.ENGAGER_ACTS_FIRST)


@pytest.mark.rule("ambush.npcs")
def test_npcs_in_ambush_spend_one_attack_each_and_no_pc_acts() -> None:
    foes = (foe("guard", 3, 6, 4), group("pack", 1, 2, 1, members=4), boss("captain", 2, 3, pcs=3))
    stage = given(hero(), hero("friend"), hero("mate"), adversaries=foes).when(StartConflict(ambush=Side.NPCS))
    stage.among(TurnBegan(0, 3, Side.NPCS))
    assert ambushers(stage.game) == ("guard", "pack", "captain")
    for command in (Wait(HERO), AnnounceCheck(attack()), UseItem(HERO, ItemId("x"), "y")):
        stage.when(command).refused(Code.AMBUSHED)
    for who, threat in (("guard", 3), ("pack", 1), ("captain", 2)):
        on_partial = None if threat == 1 else NOISE
        struck = stage.when(StrikeFromAmbush(AdversaryId(who), HERO, on_partial))
        struck.then(AmbushStruck(AdversaryId(who), HERO), like(CheckAnnounced, next_up=()))
        asked = struck.game.pending and struck.game.pending.check
        assert asked
        assert (asked.attribute, asked.difficulty, asked.actor) == (Attribute.PER, threat, HERO)
        stage = struck.when(RollCheck(), (1, 1)).never(BreachOpened)
        stage.when(StrikeFromAmbush(AdversaryId(who), FRIEND, on_partial)).refused(Code.NOT_IN_AMBUSH)
    assert ambushers(stage.game) == ()
    # 4, 1 and 3, without concentrating; and turn 1's attacks are whole.
    stage.leaves(health=0)
    turn = stage.when(EndTurn()).then(TurnBegan(1, 2))
    assert [turn.left(each) for each in ("guard", "pack", "captain")] == [3, 4, 2]
    assert still_to_act(turn.game) == ("friend", "mate")


@pytest.mark.rule("ambush.npcs")
@pytest.mark.parametrize(
    ("faces", "outcome", "health"),
    [((5, 6), Outcome.SUCCESS, 8), ((5, 1), Outcome.PARTIAL, 8), ((1, 1), Outcome.FAILURE, 6)],
)
def test_per_against_its_threat_avoids_it_and_a_partial_has_a_complication(
    faces: tuple[int, ...], outcome: Outcome, health: int
) -> None:
    vest = hero(items=[item("vest", protection=1)])
    ambush = fight(vest, turn=0, ambush=Side.NPCS, foes=[foe("guard", 2, 4, 3)])
    ambush.when(StrikeFromAmbush(GUARD, HERO)).refused(Code.STAKES_MISSING)
    fell = ambush.when(StrikeFromAmbush(GUARD, HERO, NOISE)).when(RollCheck(), faces).among(rolled(outcome))
    fell.leaves(health=health).never(BreachOpened)
    assert (ComplicationHappened(HERO, NOISE) in fell.events) is (outcome is Outcome.PARTIAL)
    assert (BlowLanded(HERO, 3, 1, ItemId("vest")) in fell.events) is (outcome is Outcome.FAILURE)
    fell.when(Reroll()).refused(Code.REROLL_NOT_IN_CONFLICT)


@pytest.mark.rule("ambush.npcs")
def test_whom_an_ally_holds_off_and_who_is_down_are_in_no_ambush() -> None:
    held, out = replace(foe(), held_by=AllyId("bo")), replace(foe("out"), health=0)
    stage = fight(hero(), hero("friend", health=0), turn=0, ambush=Side.NPCS, foes=[held, out, foe("other")])
    assert ambushers(stage.game) == ("other",)
    stage.when(StrikeFromAmbush(GUARD, HERO, NOISE)).refused(Code.NOT_IN_AMBUSH, "other")
    stage.when(StrikeFromAmbush(OTHER, FRIEND, NOISE)).refused(Code.OUT_OF_ACTION)


@pytest.mark.rule("conflict.not_fighting")
@pytest.mark.parametrize("difficulty", list(Difficulty))
def test_what_one_does_otherwise_has_its_own_difficulty_and_no_breach(difficulty: Difficulty) -> None:
    stage = party(foe("guard", 2, 4, 2))
    lock = staked(replace(standard(stake="the lock"), difficulty=difficulty))
    after = stage.rolled(lock, 1, 1).among(rolled(Outcome.FAILURE), ComplicationHappened(HERO, WORSE))
    after.never(BreachOpened).leaves(health=8)
    after.when(Strike(GUARD)).refused(Code.NO_BREACH)
    stage.when(AnnounceCheck(replace(lock, on_failure=None))).refused(Code.STAKES_MISSING)


@pytest.mark.rule("conflict.idle")
def test_who_lets_the_fight_go_by_may_take_one_attack_without_a_breach() -> None:
    coat = hero(items=[item("coat", 6, protection=1)])
    waits = fight(coat, hero("friend"), foes=[foe("guard", 2, 4, 3)]).when(Wait(HERO)).then(Waited(HERO))
    caught = waits.when(CatchIdle(GUARD, HERO, "behind the cart"), (6,))
    caught.among(IdleCaught(GUARD, HERO, "behind the cart"), BlowLanded(HERO, 3, 1, ItemId("coat")), ResourceRolled)
    caught.never(BreachOpened).leaves(health=6)
    assert caught.left() == 1
    caught.when(CatchIdle(GUARD, HERO, "again")).refused(Code.NOT_IDLE)
    waits.when(CatchIdle(GUARD, HERO, " ")).refused(Code.REASON_MISSING)


@pytest.mark.rule("conflict.idle")
@pytest.mark.rule("conflict.not_fighting")
def test_neither_who_fights_nor_whose_action_is_to_come_is_caught() -> None:
    stage = fight(hero(), hero("friend"), hero("broken", stress=6, breakdown=Breakdown.PARALYSIS), variant=Variant.RAW)
    assert legal(stage.game).idle == ("broken",)
    for who in (HERO, FRIEND):
        stage.when(CatchIdle(GUARD, who, "there")).refused(Code.NOT_IDLE, "broken")
    fought = stage.rolled(attack(), 6, 6).rolled(check("friend", stake="the lock"), 6, 6)
    fought.when(CatchIdle(GUARD, HERO, "there")).refused(Code.NOT_IDLE, "friend", "broken")
    fought.when(CatchIdle(GUARD, FRIEND, "at the lock")).leaves("friend", health=4)
    ambush = fight(turn=0, ambush=Side.PCS).when(Wait(HERO))
    ambush.when(CatchIdle(GUARD, HERO, "there")).refused(Code.NOT_IDLE)


@pytest.mark.rule("conflict.idle")
@pytest.mark.rule("breach.budget")
def test_it_takes_an_attack_that_is_left() -> None:
    spent = fight(hero(), hero("friend"), foes=[foe("guard", 1, 4, 2)]).rolled(attack(threat=1), 1, 1)
    spent = spent.when(Strike(GUARD)).when(Wait(FRIEND))
    spent.when(CatchIdle(GUARD, FRIEND, "there")).refused(Code.TOO_MANY_ATTACKS)
    assert legal(spent.game).idle == ()


@pytest.mark.rule("conflict.standoff")
def test_when_nobody_acts_against_them_they_advance() -> None:
    quiet = party().when(Wait(HERO)).rolled(check("friend", stake="the lock"), 6, 6)
    quiet.when(EndTurn()).refused(Code.STANDOFF)
    quiet.when(EndTurn(CLOSES)).then(SetbackHappened(CLOSES), TurnBegan(2, 3))
    more = Setback(SetbackKind.REINFORCEMENTS, "a patrol", arrivals=(arrival("patrol"),))
    quiet.when(EndTurn(more)).then(SetbackHappened, AdversaryArrived, TurnBegan(2, 3))
    party().when(EndTurn()).refused(Code.STANDOFF)
    for action in (attack(), manoeuvre(), sway()):
        fought = party().rolled(action, 6, 6)
        fought.when(EndTurn(CLOSES)).refused(Code.NO_STANDOFF)
        fought.when(EndTurn()).then(TurnBegan)


@pytest.mark.rule("conflict.standoff")
def test_there_is_none_from_ambush_nor_where_nobody_could_strike() -> None:
    party(turn=0, ambush=Side.PCS).when(EndTurn()).then(TurnBegan(1, 3))
    hidden = party(turn=0, ambush=Side.NPCS)
    hidden.when(EndTurn()).refused(Code.AMBUSH_GOES_ON, "guard")
    hidden.when(SendAway(GUARD, "he has seen enough")).when(EndTurn()).then(TurnBegan(1, 3))
    party(replace(foe(), held_by=AllyId("bo"))).when(EndTurn()).then(TurnBegan(2, 3))
    party(replace(foe(), health=0)).when(EndTurn()).then(TurnBegan(2, 3))


@pytest.mark.rule("conflict.ends")
def test_it_ends_when_no_adversary_can_strike_back() -> None:
    party().when(EndConflict()).refused(Code.ADVERSARIES_STAND, *ConflictEnd)
    gone = party().when(SendAway(GUARD, "he gives up"))
    over = gone.when(EndConflict()).then(ConflictEnded)
    assert (over.game.in_conflict, over.game.conflict) == (False, None)
    over.when(EndConflict()).refused(Code.NOT_IN_CONFLICT)
    party(replace(foe(), held_by=AllyId("bo"))).when(EndConflict()).then(ConflictEnded)
    party(replace(foe(), health=0)).when(EndConflict()).then(ConflictEnded)


@pytest.mark.rule("conflict.ends")
@pytest.mark.rule("health.end_of_conflict")
@pytest.mark.parametrize("how", list(ConflictEnd))
def test_when_no_pc_fights_any_more_the_fiction_ends_it(how: ConflictEnd) -> None:
    lost = fight(hero(health=0), hero("friend", health=0), turn=3)
    lost.when(EndConflict()).refused(Code.ADVERSARIES_STAND)
    ended = lost.when(EndConflict(how, left_behind=(HERO,))).then(
        ConflictEnded, HealthChanged(FRIEND, 0, 3, Cause.END_OF_CONFLICT)
    )
    ended.leaves(health=0).leaves("friend", health=3)
    # They stay where they are, with all their attacks for a conflict to come.
    assert ended.foe().spent == 0
    assert still_to_act(ended.when(StartConflict()).game) == ("friend",)


@pytest.mark.rule("health.end_of_conflict")
@pytest.mark.rule("conflict.ends")
@pytest.mark.parametrize(
    ("variant", "before", "after"),
    [
        *((Variant.BLOCKBUSTER, each, top) for each, top in ((8, 8), (7, 8), (6, 6), (4, 6), (3, 3), (1, 3), (0, 3))),
        *((Variant.RAW, each, each) for each in range(7)),
    ],
)
def test_then_the_variant_says_what_comes_back(variant: Variant, before: int, after: int) -> None:
    stage = fight(hero(health=before), foes=[replace(foe(), health=0)], variant=variant)
    stage.when(EndConflict()).among(ConflictEnded).leaves(health=after, stress=0)
    if variant is Variant.RAW:
        stage.when(EndConflict()).then(ConflictEnded)


@pytest.mark.rule("conflict.ends")
@pytest.mark.rule("health.medical_care")
def test_once_it_is_over_medical_care_may_be_given_again() -> None:
    stage = fight(foes=[replace(foe(), health=0)], cared=(HERO,))
    assert stage.when(EndConflict()).game.cared == ()


@pytest.mark.rule("health.end_of_conflict")
def test_only_who_is_out_and_alive_is_left_behind_and_the_dead_do_not_rise() -> None:
    out = replace(foe(), health=0)
    stage = fight(hero(health=5), hero("friend", health=0), hero("mate", health=0), foes=[out])
    stage.when(EndConflict(left_behind=(HERO,))).refused(Code.NOT_LEFT_BEHIND, "friend", "mate")
    dead = stage.when(LetDie(MATE, "nobody came back for him"))
    dead.when(EndConflict(left_behind=(MATE,))).refused(Code.NOT_LEFT_BEHIND, "friend")
    ended = dead.when(EndConflict()).leaves("mate", health=0, dead=True).leaves("friend", health=3)
    ended.leaves(health=6)


@pytest.mark.rule("conflict.turn")
@pytest.mark.rule("conflict.ends")
def test_a_pc_who_dies_has_no_turn_and_the_others_go_on() -> None:
    stage = fight(hero(health=0), hero("friend"), foes=[boss(threat=1, pcs=2)], turn=1)
    dead = stage.when(LetDie(HERO, "the tower falls on her"))
    assert still_to_act(dead.game) == ("friend",)
    dead.when(AnnounceCheck(attack(target="captain", threat=1))).refused(Code.DEAD)
    dead.rolled(attack("friend", "captain", threat=1), 6, 1).when(EndTurn()).then(TurnBegan(2, 1))


@pytest.mark.rule("conflict.turn")
def test_a_pc_who_breaks_down_in_a_fight_does_not_act_until_brought_back() -> None:
    shaken = hero(stress=5, items=[item("focus", weapon=1, price=True)])
    stage = fight(shaken, hero("friend"), variant=Variant.RAW)
    fell = stage.rolled(attack(weapon=ItemId("focus")), 6).among(BreakdownBegan(HERO), BreachOpened)
    turn = fell.when(Strike(GUARD)).leaves(health=4).when(EndTurn())
    assert still_to_act(turn.game) == ("friend",)
    turn.when(Wait(HERO)).refused(Code.IN_BREAKDOWN)
    back = turn.rolled(standard("friend", "CHA", aim=BringBack(HERO)), 6, 1).leaves(stress=5, breakdown=None)
    assert still_to_act(back.game) == ("hero",)
    back.rolled(attack(), 6)


@pytest.mark.rule("conflict.ends")
def test_when_nobody_is_left_on_one_side_the_end_is_what_is_awaited() -> None:
    for stage in (party(replace(foe(), health=0)), party(replace(foe(), held_by=AllyId("bo")))):
        assert awaited(stage.game) == (Awaited(Decision.END, Seat.GM),)
    down = fight(hero(health=0), hero("friend", health=0))
    assert awaited(down.game) == (Awaited(Decision.END, Seat.GM),)
    over = down.when(EndConflict(ConflictEnd.CAPTURE, (HERO,))).then(ConflictEnded, HealthChanged)
    assert awaited(over.game) == ()
