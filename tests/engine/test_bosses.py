"""Bosses: phases, attacks, and the blow that strikes all (CORE ch. 6, Boss)."""

import pytest

from engine.core.check import Avoid, Outcome
from engine.core.commands import (
    AmendCheck,
    BringAdversary,
    BringSetback,
    EndTurn,
    Interpose,
    LetDie,
    Reroll,
    RollCheck,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    WithdrawCheck,
)
from engine.core.events import (
    AdversaryHurt,
    AdversaryOut,
    BlowLanded,
    BossStruckAll,
    BreachOpened,
    CheckAnnounced,
    CheckSettled,
    CheckWithdrawn,
    ConflictStarted,
    HealthChanged,
    PerilStruck,
    PhaseFell,
    ResourceRolled,
    StressChanged,
    StrikeMade,
    TurnBegan,
    WoundTaken,
)
from engine.core.foes import AdversaryId, Peril, PerilKind, Setback, SetbackKind, Standing
from engine.core.legal import legal
from engine.core.rules.adversaries import phase_health
from engine.core.rules.awaiting import Decision, awaited
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, Character, CharacterId, SpecialtyId, Variant
from engine.core.state import Side
from engine.ruling import Code
from tests.scenes import NOISE, Stage, arrival, attack, boss, fight, foe, given, group, hero, item, like, rolled

CAPTAIN, QUEEN = AdversaryId("captain"), AdversaryId("queen")
AXE = item("axe", weapon=4)
ANA, BEN, CY = CharacterId("ana"), CharacterId("ben"), CharacterId("cy")


def felled(*others: Character, faces: tuple[int, ...] = (5, 6), **stage: object) -> Stage:
    """Ana, axe in hand, has felled the first phase of a boss that stood at 4."""
    cast = (hero("ana", items=[AXE]), *others)
    return fight(*cast, foes=[boss(pcs=2)], **stage).rolled(attack("ana", "captain", weapon=AXE.id), *faces)


@pytest.mark.rule("boss.phases")
@pytest.mark.parametrize(
    ("threat", "pcs", "health"),
    [(1, 1, 5), (1, 4, 8), (2, 1, 3), (2, 4, 6), (3, 1, 2), (3, 2, 2), (3, 3, 2), (3, 4, 3), (3, 6, 5)],
)
def test_a_phase_is_as_many_points_as_pcs_and_what_the_threat_gives(threat: int, pcs: int, health: int) -> None:
    assert phase_health(threat, pcs) == health


@pytest.mark.rule("boss.phases")
def test_phases_are_fixed_as_the_boss_comes() -> None:
    cast = (hero("ana", items=[AXE]), hero("ben", health=0), hero("cy", health=0))
    brought = (
        given(*cast)
        .when(LetDie(CY, "drowned"))
        .when(BringAdversary(arrival("captain", 2, 0, 3, standing=Standing.BOSS)))
    )
    assert (brought.foe("captain").phase, brought.foe("captain").health) == (1, 4)
    later = (
        brought.when(LetDie(BEN, "bled out"))
        .when(StartConflict())
        .rolled(attack("ana", "captain", weapon=AXE.id), 5, 6)
    )
    assert (later.foe("captain").phase, later.foe("captain").health) == (2, 4)


@pytest.mark.rule("boss.phases")
def test_what_is_over_a_phase_is_lost() -> None:
    after = felled(hero("ben"), faces=(6, 6))
    after.among(AdversaryHurt(CAPTAIN, 4, 0), PhaseFell(CAPTAIN, 1, True))
    assert (after.foe("captain").phase, after.foe("captain").health) == (2, 4)


@pytest.mark.rule("boss.phases")
@pytest.mark.rule("boss.blow")
def test_a_devastating_weapon_fells_one_phase_and_draws_the_blow() -> None:
    cannon = item("cannon", devastating=True)
    stage = fight(hero("ana", items=[cannon]), hero("ben"), foes=[boss(pcs=2, threat=1)])
    blown = stage.rolled(attack("ana", "captain", 1, weapon=cannon.id), 5, 1)
    blown.then(rolled(Outcome.SUCCESS), CheckSettled, PhaseFell(CAPTAIN, 1, True), BossStruckAll, CheckAnnounced)
    assert (blown.foe("captain").phase, blown.foe("captain").health) == (2, 6)
    coup = fight(hero("ana", stress=6), hero("ben"), foes=[boss(pcs=2)])
    blow = coup.rolled(attack("ana", "captain"), 1, 1, 1, 1, 1, coup=True)
    blow.among(PhaseFell(CAPTAIN, 1, True), BossStruckAll, CheckAnnounced, BreachOpened)


@pytest.mark.rule("boss.phases")
def test_the_third_phase_is_the_last_and_draws_no_blow() -> None:
    stage = felled(hero("ben"))
    for phase in (2, 3):
        for _ in ("ana", "ben"):
            stage = stage.when(RollCheck(), (5, 1))
        stage = stage.when(EndTurn()).rolled(attack("ana", "captain", weapon=AXE.id), 5, 6)
        if phase == 2:
            stage.among(PhaseFell(CAPTAIN, 2, True), BossStruckAll, CheckAnnounced)
    stage.among(AdversaryHurt(CAPTAIN, 4, 0), AdversaryOut(CAPTAIN)).never(PhaseFell, BossStruckAll, CheckAnnounced)


@pytest.mark.rule("boss.attacks")
def test_as_many_attacks_as_pcs_stood_when_the_turn_began() -> None:
    cast = (hero("ana"), hero("ben"), hero("cy", health=0), hero("dee", health=3))
    stage = given(*cast, adversaries=(boss(),)).when(StartConflict())
    assert stage.left("captain") == 3
    stage = stage.rolled(attack("dee", "captain"), 1, 1).when(Strike(CAPTAIN)).leaves("dee", health=0)
    assert stage.left("captain") == 2
    stage = stage.rolled(attack("ana", "captain"), 1, 1).when(Strike(CAPTAIN, 2))
    assert stage.left("captain") == 0
    assert stage.when(EndTurn()).left("captain") == 2


@pytest.mark.rule("boss.attacks")
def test_it_puts_together_as_many_as_its_threat() -> None:
    stage = fight(hero("ana"), hero("ben"), hero("cy"), hero("dee"), foes=[boss()])
    opened = stage.rolled(attack("ana", "captain"), 1, 1)
    opened.when(Strike(CAPTAIN, 3)).refused(Code.TOO_MANY_ATTACKS)
    assert opened.when(Strike(CAPTAIN, 2)).among(like(StrikeMade, damage=4)).left("captain") == 2


@pytest.mark.rule("boss.attacks")
def test_from_ambush_a_boss_spends_one_attack() -> None:
    stage = given(hero("ana"), hero("ben"), adversaries=(boss(pcs=2),)).when(StartConflict(ambush=Side.NPCS))
    assert [each.adversary for each in legal(stage.game).ambushes] == [CAPTAIN]
    struck = stage.when(StrikeFromAmbush(CAPTAIN, ANA, on_partial=NOISE)).when(RollCheck(), (5, 6))
    struck.when(StrikeFromAmbush(CAPTAIN, BEN, on_partial=NOISE)).refused(Code.NOT_IN_AMBUSH)


@pytest.mark.rule("boss.blow")
def test_the_blow_strikes_every_pc_who_stands() -> None:
    vest = item("vest", 6, protection=1)
    stage = felled(hero("ben", items=[vest]), hero("cy", health=0))
    stage.then(
        rolled(Outcome.SUCCESS),
        CheckSettled,
        AdversaryHurt(CAPTAIN, 4, 0),
        PhaseFell(CAPTAIN, 1, True),
        BossStruckAll(CAPTAIN),
        CheckAnnounced,
    )
    assert awaited(stage.game)[0].decision is Decision.AVOID
    assert stage.game.pending is not None
    assert stage.game.pending.check.aim == Avoid(Peril(PerilKind.BOSS_BLOW, "captain", 3, (Attribute.DEX,)))
    assert stage.left("captain") == 2
    unhurt = stage.when(RollCheck(), (6, 1)).then(rolled(Outcome.SUCCESS, dice=2), CheckSettled)
    hurt = unhurt.when(RollCheck(), (1, 1, 6))
    hurt.then(
        rolled(Outcome.FAILURE, dice=2),
        CheckSettled,
        PerilStruck,
        BlowLanded(BEN, 3, 1, vest.id),
        like(ResourceRolled, item=vest.id, after=6),
        like(HealthChanged, before=8, after=6),
        WoundTaken,
        StressChanged,
    )
    assert hurt.game.pending is None
    assert hurt.left("captain") == 2


@pytest.mark.rule("boss.blow")
def test_then_the_turn_goes_on_against_the_new_phase() -> None:
    stage = felled(hero("ben")).when(RollCheck(), (6, 1)).when(RollCheck(), (6, 1))
    assert still_to_act(stage.game) == ("ben",)
    stage.rolled(attack("ben", "captain"), 5, 6).among(AdversaryHurt(CAPTAIN, 4, 3))


@pytest.mark.rule("boss.blow")
def test_it_is_avoided_with_dex_by_a_roll_that_is_no_action() -> None:
    stage = felled(hero("ben"))
    assert legal(stage.game).commands == (RollCheck(),)
    stage.when(WithdrawCheck()).refused(Code.CANNOT_STEP_BACK)
    stage.when(AmendCheck(Attribute.CON)).refused(Code.AVOIDED_WITH, "DEX")
    stage.when(Interpose(BEN)).refused(Code.CHECK_IS_PENDING)
    ready = felled(hero("ben", stress=6, inspiration=True)).when(RollCheck(), (6, 1))
    ready.when(RollCheck(coup=True), (1, 1, 1, 1, 1)).refused(Code.COUP_IS_AN_ACTION)
    failed = ready.when(RollCheck(), (1, 1)).among(rolled(Outcome.FAILURE), CheckSettled, PerilStruck)
    failed.when(Reroll(inspiration=True)).refused(Code.REROLL_NOT_IN_CONFLICT)


def test_a_specialty_and_a_wound_count_in_it() -> None:
    nimble = hero("ben", DEX=3, specialties={"acrobatics": "DEX"})
    stage = felled(nimble).when(RollCheck(), (6, 1))
    amended = stage.when(
        AmendCheck(Attribute.DEX, SpecialtyId("acrobatics"), disadvantage=1, disadvantage_reason="mud")
    )
    amended.when(RollCheck(), (1, 1, 1, 6)).then(rolled(Outcome.SUCCESS, dice=4), CheckSettled)


@pytest.mark.rule("boss.blow")
def test_one_in_breakdown_avoids_it_too() -> None:
    broken = hero("ben", stress=6, breakdown=Breakdown.COLLAPSE)
    stage = felled(broken, variant=Variant.RAW).when(RollCheck(), (6, 1))
    stage.when(RollCheck(), (6,)).then(rolled(Outcome.SUCCESS, dice=1), CheckSettled)


@pytest.mark.rule("boss.blow")
def test_after_the_blow_the_breach_is_still_open() -> None:
    stage = felled(hero("ben"), faces=(5, 1))
    stage.then(
        rolled(Outcome.PARTIAL),
        CheckSettled,
        AdversaryHurt(CAPTAIN, 4, 0),
        PhaseFell(CAPTAIN, 1, True),
        BossStruckAll(CAPTAIN),
        CheckAnnounced,
        BreachOpened(ANA, CAPTAIN),
    )
    stage.when(Strike(CAPTAIN)).refused(Code.CHECK_IS_PENDING)
    avoided = stage.when(RollCheck(), (6, 1)).when(RollCheck(), (6, 1))
    assert [each.decision for each in awaited(avoided.game)] == [Decision.BREACH]
    struck = avoided.when(Strike(CAPTAIN)).among(like(StrikeMade, character=ANA, damage=3))
    assert struck.left("captain") == 1


@pytest.mark.rule("boss.blow")
def test_who_opened_the_breach_may_be_out_before_it_is_answered() -> None:
    weak = hero("ana", health=2, items=[AXE])
    stage = fight(weak, hero("ben"), foes=[boss(pcs=2)]).rolled(attack("ana", "captain", weapon=AXE.id), 5, 1)
    out = stage.when(RollCheck(), (1, 1)).leaves("ana", health=0).when(RollCheck(), (6, 1))
    breach = legal(out.game).breach
    assert breach is not None
    assert breach.opener is None
    out.when(Strike(CAPTAIN)).refused(Code.OUT_OF_ACTION)
    closed = out.when(BringSetback(Setback(SetbackKind.WAY_CLOSES, "the gangway falls")))
    assert [each.decision for each in awaited(closed.game)] == [Decision.ACT]


@pytest.mark.rule("boss.blow")
def test_an_area_weapon_may_fell_a_phase_and_minions() -> None:
    bomb = item("bomb", weapon=4, area=True)
    crew = group("crew", 1, 1, 1, members=3)
    stage = fight(hero("ana", FOR=4, items=[bomb]), hero("ben"), foes=[boss(pcs=2), crew])
    both = attack("ana", "captain", weapon=bomb.id, also=(AdversaryId("crew"), AdversaryId("crew")))
    blown = stage.rolled(both, 5, 5, 6, 6)
    blown.among(PhaseFell(CAPTAIN, 1, True), BossStruckAll, AdversaryHurt(AdversaryId("crew"), 3, 0), AdversaryOut)
    assert awaited(blown.game)[0].decision is Decision.AVOID
    assert (blown.foe("captain").phase, blown.foe("captain").health) == (2, 4)


@pytest.mark.rule("boss.blow")
def test_two_bosses_felled_at_once_strike_one_after_the_other() -> None:
    bomb = item("bomb", weapon=4, area=True)
    stage = fight(hero("ana", FOR=3, items=[bomb], health=3), hero("ben"), foes=[boss(pcs=2), boss("queen", pcs=2)])
    both = stage.rolled(attack("ana", "captain", weapon=bomb.id, also=(QUEEN,)), 5, 5, 6)
    both.among(PhaseFell(CAPTAIN, 1, True), BossStruckAll(CAPTAIN), PhaseFell(QUEEN, 1, True), BossStruckAll(QUEEN))
    assert both.game.pending is not None
    assert [each.actor for each in (both.game.pending.check, *both.game.waiting)] == [ANA, BEN, ANA, BEN]
    down = both.when(RollCheck(), (1, 1)).leaves("ana", health=0)
    spared = down.when(RollCheck(), (6, 1)).then(rolled(Outcome.SUCCESS), CheckSettled, CheckWithdrawn(ANA))
    last = spared.when(RollCheck(), (6, 1)).then(rolled(Outcome.SUCCESS), CheckSettled)
    assert [each.decision for each in awaited(last.game)] == [Decision.ACT]


@pytest.mark.rule("boss.blow")
def test_alone_before_two_bosses_who_is_out_rolls_once() -> None:
    bomb = item("bomb", weapon=4, area=True)
    stage = fight(hero("ana", FOR=3, items=[bomb], health=3), foes=[boss(pcs=2), boss("queen", pcs=2)])
    both = stage.rolled(attack("ana", "captain", weapon=bomb.id, also=(QUEEN,)), 5, 5, 6)
    out = both.when(RollCheck(), (1, 1)).among(PerilStruck, HealthChanged, CheckWithdrawn(ANA))
    assert out.game.pending is None


@pytest.mark.rule("boss.blow")
def test_a_boss_that_strikes_back_begins_the_conflict() -> None:
    stage = given(hero("ana", items=[AXE], stress=3), adversaries=(boss(pcs=2), foe()))
    first = attack("ana", "captain", weapon=AXE.id, on_failure=NOISE, on_partial=NOISE)
    struck = stage.rolled(first, 5, 6)
    struck.among(PhaseFell(CAPTAIN, 1, True), ConflictStarted(), TurnBegan(1, 1), BossStruckAll, CheckAnnounced)
    struck.when(RollCheck(), (1, 1)).among(rolled(Outcome.FAILURE), CheckSettled, PerilStruck)
