"""The breach and its answers (CORE ch. 5, La brèche and Les attaques des PNJ)."""

from dataclasses import replace

import pytest

from engine.core.check import Check, Outcome
from engine.core.commands import (
    AnnounceCheck,
    BringSetback,
    EndConflict,
    EndTurn,
    FaceDanger,
    Interpose,
    LetLand,
    RollCheck,
    Strike,
    StrikeFromAmbush,
    TakeCover,
    Wait,
)
from engine.core.events import (
    AdversaryArrived,
    AdversaryLeft,
    AdversaryOut,
    AllyHurt,
    BlowLanded,
    BreachOpened,
    Cause,
    ClockAdvanced,
    ConflictEnded,
    CoverTaken,
    FactEstablished,
    HealthChanged,
    Interposed,
    ResourceRolled,
    SetbackHappened,
    StressChanged,
    StrikeMade,
    WoundTaken,
)
from engine.core.foes import AdversaryId, Ally, AllyId, Danger, DangerId, Setback, SetbackKind
from engine.core.legal import BreachDomain, StrikeDomain, legal
from engine.core.rules.awaiting import Decision, Seat, awaited
from engine.core.rules.breaches import may_interpose
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, CharacterId, ItemId, Variant
from engine.core.state import Breach, Conflict, Side
from engine.ruling import Code
from engine.story import Clock, ClockId, Condition, FactId
from tests.scenes import (
    Stage,
    arrival,
    attack,
    boss,
    check,
    fact,
    fight,
    foe,
    group,
    hero,
    item,
    like,
    manoeuvre,
    rolled,
    story,
    sway,
)

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
GUARD, OTHER = AdversaryId("guard"), AdversaryId("other")
TAKEN = BringSetback(Setback(SetbackKind.HOSTAGE, "a passer-by is taken"))


def opened(stage: Stage, check: Check | None = None) -> Stage:
    """A breach that a miss of two dice opened."""
    after = stage.rolled(attack() if check is None else check, 1, 1).among(BreachOpened)
    assert awaited(after.game)[0].decision is Decision.BREACH
    return after


def party() -> Stage:
    """The hero and two friends against a guard."""
    return fight(hero(), hero("friend"), hero("mate"))


@pytest.mark.rule("breach.opens")
@pytest.mark.parametrize("action", [attack(), manoeuvre(), sway()])
@pytest.mark.parametrize(("faces", "outcome"), [((6, 1), Outcome.PARTIAL), ((1, 1), Outcome.FAILURE)])
def test_a_failure_and_a_partial_open_a_breach_that_the_gm_has_to_answer(
    action: Check, faces: tuple[int, ...], outcome: Outcome
) -> None:
    after = fight(hero(), hero("friend")).rolled(action, *faces)
    after.among(rolled(outcome), BreachOpened(HERO, GUARD))
    (due,) = awaited(after.game)
    assert (due.decision, due.seat) == (Decision.BREACH, Seat.GM)
    for command in (EndTurn(), EndConflict(), Wait(FRIEND), AnnounceCheck(attack("friend"))):
        after.when(command).refused(Code.BREACH_IS_OPEN)
    after.when(TAKEN).when(Wait(FRIEND)).never(BreachOpened)
    fight().rolled(action, 6, 6).never(BreachOpened)


@pytest.mark.rule("breach.opens")
def test_two_that_fall_short_open_one_each() -> None:
    first = opened(party()).when(Strike(GUARD))
    opened(first, attack("friend")).among(BreachOpened(FRIEND, GUARD))


@pytest.mark.rule("breach.answer")
@pytest.mark.rule("conflict.no_npc_turn")
def test_one_npc_strikes_who_opened_it_without_a_roll() -> None:
    armoured = hero(items=[item("vest", protection=1)])
    after = opened(fight(armoured, hero("friend"), foes=[foe("guard", 2, 4, 3), foe("other", 1, 3, 4)]))
    struck = after.when(Strike(GUARD))
    struck.then(
        like(StrikeMade, adversary=GUARD, character=HERO, attacks=1, damage=3),
        BlowLanded(HERO, 3, 1, ItemId("vest")),
        HealthChanged(HERO, 8, 6, Cause.STRIKE),
        WoundTaken,
        StressChanged(HERO, 0, 1, Cause.HEALTH_LOSS),
    )
    assert struck.game.draws == after.game.draws
    # Another than the one acted against may profit too.
    after.when(Strike(OTHER)).leaves(health=5).leaves("friend", health=8)


@pytest.mark.rule("breach.answer")
def test_or_the_adversity_advances_and_no_attack_is_spent() -> None:
    covered = opened(fight(hero()).when(TakeCover(HERO, 2)))
    runs = covered.when(BringSetback(Setback(SetbackKind.FLIGHT, "he runs", adversary=GUARD)))
    runs.then(SetbackHappened, AdversaryLeft(GUARD, "he runs"))
    assert runs.game.adversaries == ()
    comes = covered.when(BringSetback(Setback(SetbackKind.REINFORCEMENTS, "a second one", arrivals=(arrival("two"),))))
    comes.then(SetbackHappened, AdversaryArrived)
    assert (comes.left(), comes.left("two")) == (2, 2)
    bare = covered.when(BringSetback(Setback(SetbackKind.COVER_FALLS, "the crates burst", character=HERO)))
    bare.then(SetbackHappened, CoverTaken(HERO, 0)).leaves(cover=0)
    for kind in (SetbackKind.HOSTAGE, SetbackKind.POSITION_LOST, SetbackKind.WAY_CLOSES, SetbackKind.OTHER):
        after = covered.when(BringSetback(Setback(kind, "it gets worse"))).then(SetbackHappened)
        assert [each.note for each in after.game.troubles] == ["it gets worse"]
        assert after.left() == 2


@pytest.mark.rule("breach.answer")
def test_a_setback_that_fills_a_clock_moves_the_story_at_once() -> None:
    alarm = Clock(ClockId("alarm"), 2, on_failure=False)
    rung = fact("rung", when=Condition(clock=ClockId("alarm")))
    stage = fight(hero(), story=story(rung, clocks=[alarm]))
    louder = Setback(SetbackKind.OTHER, "the bell", clock=ClockId("alarm"))
    once = opened(stage).when(BringSetback(louder)).then(SetbackHappened, ClockAdvanced)
    again = opened(once.when(EndTurn())).when(BringSetback(louder))
    again.then(SetbackHappened, ClockAdvanced, FactEstablished(FactId("rung")))


@pytest.mark.rule("breach.downed")
def test_whom_the_blow_put_out_does_not_strike_but_another_may() -> None:
    sword = hero(items=[item("sword", weapon=3)])
    blow = attack(weapon=ItemId("sword"))
    two = fight(sword, foes=[foe("guard", 2, 3, 2), foe("other", 1, 3, 1)]).rolled(blow, 6, 1)
    two.among(AdversaryOut(GUARD), BreachOpened(HERO, GUARD))
    two.when(Strike(GUARD)).refused(Code.ADVERSARY_IS_OUT, OTHER)
    two.when(Strike(OTHER)).leaves(health=7)


@pytest.mark.rule("breach.downed")
@pytest.mark.rule("conflict.ends")
def test_when_the_last_falls_with_a_breach_open_only_a_setback_answers_it() -> None:
    last = fight(foes=[foe("guard", 2, 1, 2)]).rolled(attack(), 6, 1).among(AdversaryOut(GUARD), BreachOpened)
    options = legal(last.game)
    assert options.breach is not None
    assert (options.breach.strikes, options.commands) == ((), ())
    last.when(EndConflict()).refused(Code.BREACH_IS_OPEN)
    last.when(Strike(GUARD)).refused(Code.ADVERSARY_IS_OUT)
    last.when(TAKEN).when(EndConflict()).then(ConflictEnded)


@pytest.mark.rule("breach.downed")
def test_a_group_strikes_with_what_stands_of_it() -> None:
    pack = group("pack", 2, 2, 2, members=2)
    blow = attack(target="pack", weapon=ItemId("sword"))
    after = fight(hero(items=[item("sword", weapon=2)]), foes=[pack]).rolled(blow, 6, 1)
    assert after.left("pack") == 2
    after.when(Strike(AdversaryId("pack"), 2)).leaves(health=5)


@pytest.mark.rule("breach.not_avoid")
def test_a_roll_that_avoids_takes_no_turn_and_opens_no_breach() -> None:
    pit = Danger(DangerId("pit"), (Attribute.DEX,), 1, 2)
    fell = party().when(FaceDanger(pit, (HERO,), "the floor gives way")).when(RollCheck(), (1, 1))
    fell.among(rolled(Outcome.FAILURE)).never(BreachOpened).leaves(health=6)
    assert still_to_act(fell.game) == ("hero", "friend", "mate")

    ambushed = fight(turn=0, ambush=Side.NPCS, foes=[foe("guard", 1, 3, 2)]).when(StrikeFromAmbush(GUARD, HERO))
    hit = ambushed.when(RollCheck(), (1, 1)).never(BreachOpened).leaves(health=6)
    assert hit.game.conflict is not None
    assert hit.game.conflict.acted == ()

    stage = fight(hero(items=[item("cannon", devastating=True)]), foes=[boss(pcs=1)])
    felled = stage.rolled(attack(target="captain", weapon=ItemId("cannon")), 6, 6)
    felled.when(RollCheck(), (1, 1)).never(BreachOpened).leaves(health=5)


@pytest.mark.rule("breach.budget")
@pytest.mark.parametrize("threat", [1, 2, 3])
def test_as_many_attacks_a_turn_as_its_threat_over_whom_it_likes(threat: int) -> None:
    stage = fight(*(hero(each) for each in "abcd"), foes=[foe("guard", threat, 6, 2)])
    for spent, who in enumerate("abcd"):
        assert stage.left() == max(0, threat - spent)
        after = stage.rolled(attack(who, threat=threat), 1, 1)
        if spent < threat:
            stage = after.when(Strike(GUARD)).leaves(who, health=6)
        else:
            after.when(Strike(GUARD)).refused(Code.TOO_MANY_ATTACKS)
            stage = after.when(TAKEN).leaves(who, health=8)
    assert stage.when(EndTurn()).left() == threat


@pytest.mark.rule("breach.budget")
def test_unused_attacks_are_lost_and_a_spent_npc_leaves_the_breach_to_another() -> None:
    stage = fight(hero(), hero("friend"), foes=[foe("guard", 1, 3, 2), foe("other", 1, 3, 4)])
    later = stage.rolled(attack(threat=1), 6, 1).when(EndTurn())
    assert (later.left(), later.left("other")) == (1, 1)
    once = opened(later, attack(threat=1)).when(Strike(GUARD))
    again = opened(once, attack("friend", threat=1))
    again.when(Strike(GUARD)).refused(Code.TOO_MANY_ATTACKS, OTHER)
    again.when(Strike(OTHER)).leaves("friend", health=4)


@pytest.mark.rule("breach.budget")
@pytest.mark.rule("ally.hold")
def test_whom_an_ally_holds_off_has_no_attack_to_spend() -> None:
    held = replace(foe("other", 1, 3, 4), held_by=AllyId("bo"))
    after = opened(fight(foes=[foe(), held], allies=(Ally(AllyId("bo"), "Bo"),)))
    after.when(Strike(OTHER)).refused(Code.IS_HELD_OFF, GUARD)
    assert legal(after.game).breach == BreachDomain((StrikeDomain(GUARD, 2),), HERO, (AllyId("bo"),), ())


@pytest.mark.rule("breach.budget")
def test_a_boss_has_an_attack_for_each_pc_who_stood_as_the_turn_began() -> None:
    stage = fight(hero(health=1), hero("friend"), hero("mate", health=0), foes=[boss(threat=2, pcs=3)])
    assert stage.left("captain") == 2
    down = opened(stage, attack(target="captain")).when(Strike(AdversaryId("captain"))).leaves(health=0)
    assert down.left("captain") == 1
    assert down.when(Wait(FRIEND)).when(EndTurn()).left("captain") == 1


@pytest.mark.rule("breach.one_strike")
def test_one_breach_lets_one_strike_through() -> None:
    after = opened(fight(foes=[foe("guard", 3, 4, 2), foe("other")]), attack(threat=3)).when(Strike(GUARD))
    after.when(Strike(GUARD)).refused(Code.NO_BREACH)
    after.when(Strike(OTHER)).refused(Code.NO_BREACH)
    after.when(TAKEN).refused(Code.NO_BREACH)


@pytest.mark.rule("breach.concentrate")
@pytest.mark.parametrize("threat", [1, 2, 3])
def test_up_to_its_threat_of_attacks_go_into_one_strike(threat: int) -> None:
    after = opened(fight(foes=[foe("guard", threat, 6, 2)]), attack(threat=threat))
    for attacks in range(1, threat + 1):
        struck = after.when(Strike(GUARD, attacks)).among(like(StrikeMade, attacks=attacks, damage=1 + attacks))
        struck.leaves(health=8 - 1 - attacks, stress=1)
        assert struck.left() == threat - attacks
    for attacks in (0, -1, threat + 1):
        after.when(Strike(GUARD, attacks)).refused(Code.TOO_MANY_ATTACKS)


@pytest.mark.rule("breach.concentrate")
def test_a_group_and_a_boss_have_more_attacks_and_put_together_no_more_than_their_threat() -> None:
    for many in (group("many", 2, 3, 2, members=2), boss("many", 2, 3, pcs=4)):
        stage = fight(*(hero(each) for each in ("hero", "b", "c", "d")), foes=[many])
        after = opened(stage, attack(target="many"))
        assert after.left("many") == 4
        after.when(Strike(AdversaryId("many"), 3)).refused(Code.TOO_MANY_ATTACKS)
        assert after.when(Strike(AdversaryId("many"), 2)).left("many") == 2


@pytest.mark.rule("breach.concentrate")
def test_what_is_left_bounds_it_as_well() -> None:
    once = opened(fight(hero(), hero("friend"))).when(Strike(GUARD))
    again = opened(once, attack("friend"))
    again.when(Strike(GUARD, 2)).refused(Code.TOO_MANY_ATTACKS)
    again.when(Strike(GUARD, 1)).leaves("friend", health=6)


@pytest.mark.rule("breach.interpose")
def test_a_pc_in_contact_takes_the_strike_whole_with_their_own_protection_as_their_action() -> None:
    coat = hero("friend", items=[item("coat", 6, protection=2)])
    after = opened(fight(hero(), coat, hero("mate"), foes=[foe("guard", 2, 4, 3)]))
    coming = after.when(Strike(GUARD, 2, in_contact=(FRIEND,))).then(StrikeMade)
    assert awaited(coming.game)[0].decision is Decision.INTERPOSE
    assert coming.left() == 0
    coming.when(Interpose(CharacterId("mate"))).refused(Code.CANNOT_INTERPOSE, FRIEND)
    coming.when(EndTurn()).refused(Code.BLOW_IS_COMING)
    taken = coming.when(Interpose(FRIEND), (6,))
    taken.among(Interposed(FRIEND), BlowLanded(FRIEND, 4, 2, ItemId("coat")), like(ResourceRolled, character=FRIEND))
    taken.leaves("friend", health=6, stress=1).leaves(health=8, stress=0)
    assert still_to_act(taken.game) == ("mate",)
    taken.when(AnnounceCheck(attack("friend"))).refused(Code.HAS_ACTED)
    coming.when(LetLand()).leaves(health=4).leaves("friend", health=8)


@pytest.mark.rule("breach.interpose")
def test_neither_who_has_acted_nor_who_cannot_act_nor_who_opened_it_may_interpose() -> None:
    cast = (
        hero(),
        hero("friend"),
        hero("down", health=0),
        hero("broken", stress=6, breakdown=Breakdown.FLIGHT),
        hero("mate"),
    )
    after = opened(fight(*cast, variant=Variant.RAW).when(Wait(FRIEND)))
    assert after.game.conflict is not None
    assert after.game.conflict.breach is not None
    assert may_interpose(after.game, after.game.conflict.breach) == ("mate",)
    for who in ("hero", "friend", "down", "broken"):
        after.when(Strike(GUARD, in_contact=(CharacterId(who),))).refused(Code.CANNOT_INTERPOSE, "mate")
    later = after.when(Strike(GUARD)).when(EndTurn())
    assert still_to_act(later.game) == ("hero", "friend", "mate")


@pytest.mark.rule("breach.interpose")
def test_an_npc_ally_may_be_protected_and_is_hurt_in_the_fiction_alone() -> None:
    prince = Ally(AllyId("prince"), "the prince")
    after = opened(fight(hero(), hero("friend"), allies=(prince,)))
    coming = after.when(Strike(GUARD, in_contact=(FRIEND,), ally=prince.id))
    coming.when(Interpose(FRIEND)).among(BlowLanded(FRIEND, 2, 0)).never(AllyHurt).leaves("friend", health=6)
    coming.when(LetLand()).then(AllyHurt(prince.id, GUARD)).leaves(health=8)
    after.when(Strike(GUARD, ally=prince.id)).then(StrikeMade, AllyHurt(prince.id, GUARD)).leaves(health=8)
    after.when(Strike(GUARD, ally=AllyId("nobody"))).refused(Code.NO_SUCH_ALLY, "prince")


@pytest.mark.rule("breach.interpose")
def test_nobody_takes_a_boss_blow_for_another() -> None:
    stage = fight(hero(items=[item("cannon", devastating=True)]), hero("friend"), foes=[boss(pcs=2)])
    felled = stage.rolled(attack(target="captain", weapon=ItemId("cannon")), 6, 6)
    felled.when(Interpose(FRIEND)).refused(Code.CHECK_IS_PENDING)
    struck = felled.when(RollCheck(), (1, 1)).among(HealthChanged(HERO, 8, 5, Cause.STRIKE))
    struck.when(Interpose(FRIEND)).refused(Code.CHECK_IS_PENDING)


@pytest.mark.rule("breach.interpose")
def test_who_took_a_strike_for_another_is_not_caught_idle_after() -> None:
    taken = opened(fight(hero(), hero("friend"))).when(Strike(GUARD, in_contact=(FRIEND,))).when(Interpose(FRIEND))
    assert legal(taken.game).idle == ()


@pytest.mark.rule("cover.pc")
@pytest.mark.parametrize(
    ("worn", "cover", "kept"), [(0, 0, 0), (0, 2, 2), (1, 0, 1), (1, 2, 2), (2, 1, 2), (3, 3, 3), (1, 1, 1)]
)
def test_the_highest_protection_counts_and_never_the_sum(worn: int, cover: int, kept: int) -> None:
    vest = hero(items=[item("vest", protection=worn)] if worn else [])
    stage = fight(vest, foes=[foe("guard", 2, 4, 4)]).when(TakeCover(HERO, cover))
    struck = opened(stage).when(Strike(GUARD)).among(like(BlowLanded, damage=4, protection=kept))
    struck.leaves(health=8 - 4 + kept)


@pytest.mark.rule("cover.pc")
def test_cover_is_worth_three_at_the_most_and_is_left_with_the_conflict() -> None:
    fight().when(TakeCover(HERO, 4)).refused(Code.BAD_COVER)
    behind = fight().when(TakeCover(HERO, 3)).leaves(cover=3)
    assert still_to_act(behind.game) == ("hero",)
    behind.rolled(attack(), 6, 6).when(EndTurn()).leaves(cover=3)
    gone = fight(foes=[replace(foe(), health=0)]).when(TakeCover(HERO, 3)).when(EndConflict())
    gone.leaves(cover=0)


@pytest.mark.rule("conflict.no_floor")
def test_a_strike_that_does_not_exceed_protection_wounds_nobody() -> None:
    plate = hero(items=[item("plate", protection=3)])
    after = opened(fight(plate, foes=[foe("guard", 2, 4, 3)]))
    after.when(Strike(GUARD)).then(StrikeMade, BlowLanded(HERO, 3, 3, ItemId("plate"))).leaves(health=8, stress=0)
    after.when(Strike(GUARD, 2)).leaves(health=7, stress=1)
    tough = fight(foes=[foe("guard", 2, 4, 2, 3)]).rolled(attack(), 6, 6)
    assert tough.foe().health == 4


@pytest.mark.rule("breach.answer")
def test_a_strike_at_somebody_who_is_down_by_then_is_refused() -> None:
    waiting = Conflict(1, 1, acted=(HERO,), fought=(HERO,), breach=Breach(HERO, GUARD))
    stage = fight(hero(health=0), hero("friend"), conflict=waiting)
    stage.when(Strike(GUARD)).refused(Code.OUT_OF_ACTION)
    assert legal(stage.game).breach is not None
    stage.when(TAKEN).leaves(health=0)


@pytest.mark.rule("conflict.not_fighting")
def test_an_action_against_nobody_opens_no_breach_and_brings_its_own_complication() -> None:
    lock = check(attribute="DEX", stake="the lock")
    after = fight(foes=[foe("guard", 3, 6, 3)]).rolled(lock, 1, 1)
    after.among(rolled(Outcome.FAILURE)).never(BreachOpened).leaves(health=8)
    assert [each.decision for each in awaited(after.game)] == [Decision.SETBACK]
    after.when(Strike(GUARD)).refused(Code.NO_BREACH)
