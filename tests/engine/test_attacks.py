"""Acting against an adversary: blows, manoeuvres, area weapons (CORE ch. 5, Agir contre un PNJ)."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.core.check import Attack, Check, ComplicationKind, Difficulty, Outcome
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    BringSetback,
    CoverAdversary,
    EndConflict,
    EndHold,
    EndTurn,
    RollCheck,
    SendAway,
    Strike,
)
from engine.core.events import (
    AdversaryHurt,
    AdversaryOut,
    AllyHurt,
    BreachOpened,
    BreakdownBegan,
    Cause,
    CheckAnnounced,
    CheckRolled,
    CheckSettled,
    ComplicationHappened,
    ConflictEnded,
    EffectTook,
    HealthChanged,
    PhaseFell,
    ResourceRolled,
    StressChanged,
)
from engine.core.foes import AdversaryId, Ally, AllyId, FlawId, FlawKind, Hold, Manoeuvred, Setback, SetbackKind
from engine.core.rules.adversaries import members, weapon
from engine.core.rules.attacks import cover
from engine.core.rules.checks import PoolLine, Source, pool
from engine.core.sheet import CharacterId, ItemId, Variant
from engine.core.state import Side
from engine.ruling import Code
from tests.scenes import (
    NOISE,
    WORSE,
    attack,
    boss,
    bring,
    fight,
    flaw,
    foe,
    given,
    group,
    hero,
    idea,
    item,
    like,
    manoeuvre,
    rolled,
    sway,
)

HERO, GUARD = CharacterId("hero"), AdversaryId("guard")
SWORD = item("sword", weapon=3)
Action = Callable[..., Check]


def staked(check: Check) -> Check:
    """With complications, as where no breach opens."""
    return replace(check, on_failure=WORSE, on_partial=NOISE)


def with_sword(threat: int = 2) -> Check:
    """A blow with the sword."""
    return attack(threat=threat, weapon=ItemId("sword"))


@pytest.mark.rule("attack.target")
@pytest.mark.parametrize("threat", [1, 2, 3])
@pytest.mark.parametrize("action", [attack, manoeuvre, sway])
def test_its_threat_is_what_every_action_against_it_needs(action: Action, threat: int) -> None:
    against = fight(hero(FOR=3, CHA=3), foes=[foe("guard", threat, 4, 2)])
    wrong = against.when(AnnounceCheck(action(threat=threat % 3 + 1)))
    wrong.refused(Code.AGAINST_ITS_THREAT, str(threat))
    against.when(AnnounceCheck(action(threat=threat, harder="it is dark"))).refused(Code.THREAT_IS_NOT_RAISED)
    faces = (5,) * threat + (1,) * (3 - threat)
    against.rolled(action(threat=threat), *faces).among(rolled(Outcome.SUCCESS, threat)).never(BreachOpened)
    short = against.rolled(action(threat=threat), *faces[1:], 1)
    short.among(rolled(Outcome.PARTIAL if threat > 1 else Outcome.FAILURE, threat - 1), BreachOpened(HERO, GUARD))


@pytest.mark.rule("attack.target")
@pytest.mark.rule("cover.npc")
@pytest.mark.parametrize("cover", [0, 1, 2, 3])
@pytest.mark.parametrize("action", [attack, manoeuvre, sway])
def test_its_cover_takes_dice_and_never_the_last_and_stops_nothing(action: Action, cover: int) -> None:
    hidden = fight(hero(FOR=3, CHA=3)).when(CoverAdversary(GUARD, cover))
    pool = max(1, 3 - cover)
    after = hidden.rolled(action(), *(6,) * pool).among(rolled(Outcome.SUCCESS if pool > 1 else Outcome.PARTIAL))
    if action is attack:
        after.among(like(AdversaryHurt, after=2 if pool == 3 else 3))
    assert hidden.foe().profile.protection == 0
    hidden.when(CoverAdversary(GUARD, 4)).refused(Code.BAD_COVER)


@pytest.mark.rule("attack.success")
@pytest.mark.parametrize(
    ("held", "protection", "faces", "left"),
    [
        (None, 0, (6, 6, 1, 1), 9),
        (None, 0, (6, 6, 6, 6), 7),
        ("sword", 0, (6, 6, 6, 1), 6),
        ("sword", 3, (6, 6, 1, 1), 10),
    ],
)
def test_a_success_deals_the_weapon_and_one_a_success_over_less_protection(
    held: str | None, protection: int, faces: tuple[int, ...], left: int
) -> None:
    guard = foe("guard", 2, 10, 2, protection)
    blow = attack(weapon=None if held is None else ItemId(held))
    after = fight(hero(FOR=4, items=[SWORD]), foes=[guard]).rolled(blow, *faces)
    after.among(rolled(Outcome.SUCCESS)).never(BreachOpened)
    assert after.foe().health == left


@pytest.mark.rule("attack.partial")
@pytest.mark.parametrize(("protection", "left"), [(0, 1), (1, 2), (3, 4)])
def test_a_partial_deals_the_weapon_alone_and_opens_the_breach(protection: int, left: int) -> None:
    feat = fight(hero(FOR=3, items=[SWORD]), foes=[foe("guard", 3, 4, 2, protection)])
    after = feat.rolled(with_sword(threat=3), 6, 6, 1).among(rolled(Outcome.PARTIAL, 2), BreachOpened(HERO, GUARD))
    assert after.foe().health == left


@pytest.mark.rule("attack.failure")
def test_a_failure_misses_and_opens_the_breach() -> None:
    after = fight(hero(items=[SWORD])).rolled(with_sword(), 1, 4)
    after.then(rolled(Outcome.FAILURE, 0), CheckSettled, BreachOpened(HERO, GUARD))
    feat = fight(hero(FOR=3, items=[SWORD]), foes=[foe("guard", 3, 4, 2)]).rolled(with_sword(threat=3), 6, 1, 1)
    feat.among(rolled(Outcome.FAILURE, 1), BreachOpened).never(AdversaryHurt)


@pytest.mark.rule("attack.devastating")
@pytest.mark.parametrize("faces", [(6, 6), (6, 1)])
def test_a_devastating_weapon_takes_out_whole_groups_and_armour_for_nothing(faces: tuple[int, ...]) -> None:
    bomb = item("bomb", weapon=1, devastating=True)
    horde = group("horde", 2, 5, 2, members=4, protection=3)
    after = fight(hero(items=[bomb]), foes=[horde]).rolled(attack(target="horde", weapon=ItemId("bomb")), *faces)
    after.among(AdversaryOut(AdversaryId("horde"))).never(AdversaryHurt)
    assert after.foe("horde").health == 0
    missed = fight(hero(items=[bomb]), foes=[horde]).rolled(attack(target="horde", weapon=ItemId("bomb")), 1, 1)
    missed.among(BreachOpened).never(AdversaryOut)


@pytest.mark.rule("attack.devastating")
def test_of_a_boss_a_devastating_weapon_takes_the_phase() -> None:
    bomb = item("bomb", devastating=True)
    struck = fight(hero(items=[bomb]), foes=[boss(pcs=1)]).rolled(attack(target="captain", weapon=ItemId("bomb")), 6, 6)
    struck.among(PhaseFell(AdversaryId("captain"), 1, True)).never(AdversaryOut)
    assert (struck.foe("captain").phase, struck.foe("captain").health) == (2, 3)


@pytest.mark.rule("attack.devastating")
def test_a_blow_and_the_flaw_that_it_plays_on_fell_one_phase_together() -> None:
    banished = boss(pcs=1, flaws=(flaw("name", FlawKind.FELL),))
    named = attack(target="captain", weapon=ItemId("bomb"), flaw=FlawId("name"))
    after = fight(hero(items=[item("bomb", devastating=True)]), foes=[banished]).rolled(named, 6, 6)
    after.among(PhaseFell(AdversaryId("captain"), 1, True))
    assert sum(isinstance(each, PhaseFell) for each in after.events) == 1
    light = fight(hero(), foes=[banished]).rolled(attack(target="captain", flaw=FlawId("name")), 6, 6)
    light.among(AdversaryHurt, PhaseFell(AdversaryId("captain"), 1, False))


@pytest.mark.rule("coup.attack")
@pytest.mark.rule("coup.never_fails")
@pytest.mark.parametrize(
    ("faces", "outcome"),
    [((1, 1, 1, 1, 1), Outcome.PARTIAL), ((6, 1, 1, 1, 1), Outcome.PARTIAL), ((6, 6, 1, 1, 1), Outcome.SUCCESS)],
)
def test_a_blow_in_a_coup_takes_out_even_on_a_partial_whose_breach_stays(
    faces: tuple[int, ...], outcome: Outcome
) -> None:
    armoured = foe("guard", 2, 9, 2, 3)
    after = fight(hero(stress=6), foes=[armoured, foe("other")]).rolled(attack(), *faces, coup=True)
    opened = [BreachOpened(HERO, GUARD)] if outcome is Outcome.PARTIAL else []
    after.then(
        rolled(outcome, dice=5), StressChanged(HERO, 6, 3, Cause.COUP), CheckSettled, AdversaryOut(GUARD), *opened
    )
    assert (after.foe().health, after.game.conflict and after.game.conflict.breach is not None) == (0, bool(opened))


@pytest.mark.rule("coup.never_fails")
def test_against_a_threat_of_one_a_coup_always_succeeds() -> None:
    after = fight(hero(stress=6), foes=[foe("guard", 1, 3, 1)]).rolled(attack(threat=1), 1, 1, 1, 1, 1, coup=True)
    after.among(rolled(Outcome.SUCCESS, 0), AdversaryOut(GUARD)).never(BreachOpened)


@pytest.mark.rule("coup.attack")
def test_neither_a_manoeuvre_nor_words_in_a_coup_take_anybody_out() -> None:
    ready = fight(hero(stress=6))
    ready.rolled(manoeuvre(), 6, 6, 6, 6, 6, coup=True).among(EffectTook).never(AdversaryOut, AdversaryHurt)
    ready.rolled(sway(), 6, 6, 6, 6, 6, coup=True).never(AdversaryOut, AdversaryHurt, EffectTook)


@pytest.mark.rule("manoeuvre")
@pytest.mark.parametrize("effect", list(Manoeuvred))
def test_a_manoeuvre_takes_effect_instead_of_damage(effect: Manoeuvred) -> None:
    stage = fight(hero(FOR=4))
    stage.rolled(manoeuvre(effect=effect), 6, 6, 6, 6).then(
        rolled(Outcome.SUCCESS, 4), CheckSettled, EffectTook(GUARD, effect, 1)
    )
    stage.rolled(manoeuvre(effect=effect), 6, 1, 1, 1).then(
        rolled(Outcome.PARTIAL), CheckSettled, EffectTook(GUARD, effect, 1), BreachOpened(HERO, GUARD)
    )
    stage.rolled(manoeuvre(effect=effect), 1, 1, 1, 1).then(rolled(Outcome.FAILURE), CheckSettled, BreachOpened)
    before = given(hero(FOR=4, stress=2), adversaries=(foe(),)).announced(staked(manoeuvre(effect=effect)))
    before.when(RollCheck(), (6, 6, 1, 1)).among(EffectTook(GUARD, effect, 0))


@pytest.mark.rule("manoeuvre")
@pytest.mark.parametrize("effect", list(Manoeuvred))
def test_what_lasts_gives_the_others_a_die_against_that_one_alone(effect: Manoeuvred) -> None:
    held = fight(hero(), hero("friend"), foes=[foe(), foe("other")]).rolled(manoeuvre(effect=effect), 6, 6)
    for action in (attack, manoeuvre, sway):
        held.rolled(action("friend"), 1, 1, 1).among(like(CheckRolled, faces=(1, 1, 1)))
        held.rolled(action("friend", "other"), 1, 1)


@pytest.mark.rule("manoeuvre")
def test_that_die_is_within_the_cap() -> None:
    held = fight(hero(), hero("friend", specialties={"fencing": "FOR"})).rolled(manoeuvre(), 6, 6)
    capped = attack("friend", specialty="fencing", advantages=(idea(),))
    held.rolled(capped, 1, 1, 1, 1, 1).among(rolled(Outcome.FAILURE, dice=5))


@pytest.mark.rule("manoeuvre")
def test_who_was_toppled_is_up_in_the_next_turn_and_a_lost_weapon_lies_till_it_is_picked_up() -> None:
    pair = fight(hero(), hero("friend")).rolled(manoeuvre(), 6, 6)
    both = pair.rolled(manoeuvre("friend", effect=Manoeuvred.DISARMED), 6, 1, 6)
    # One die in all, however many effects last.
    assert pool(both.game, attack()).size == 3
    assert {each.effect for each in both.foe().holds} == {Manoeuvred.TOPPLED, Manoeuvred.DISARMED}
    later = both.when(EndTurn())
    assert [each.effect for each in later.foe().holds] == [Manoeuvred.DISARMED]
    assert weapon(later.foe()) == 1
    later.rolled(attack(), 1, 1, 1).when(Strike(GUARD, 2)).among(HealthChanged(HERO, 8, 6, Cause.STRIKE))
    picked = later.when(EndHold(GUARD, Manoeuvred.DISARMED))
    assert weapon(picked.foe()) == 2
    picked.when(EndHold(GUARD, Manoeuvred.DISARMED)).refused(Code.NO_SUCH_EFFECT)


@pytest.mark.rule("area")
def test_an_area_weapon_reaches_one_more_a_success_over_the_highest_threat() -> None:
    blast = item("blast", weapon=3, area=True)
    foes = [foe("guard", 1, 4, 1), foe("chief", 2, 5, 2, 1), foe("wolf", 1, 9, 1)]
    stage = fight(hero(FOR=4, items=[blast]), foes=foes)
    blow = attack(weapon=ItemId("blast"), also=(AdversaryId("chief"), AdversaryId("wolf")))
    stage.when(AnnounceCheck(replace(blow, difficulty=Difficulty.STANDARD))).refused(Code.AGAINST_ITS_THREAT, "2")
    for faces, hurt in (
        ((6, 6, 1, 1), {"guard": 1}),
        ((6, 6, 6, 1), {"guard": 1, "chief": 3}),
        ((6, 6, 6, 6), {"guard": 1, "chief": 3, "wolf": 6}),
        ((6, 1, 1, 1), {"guard": 1}),
        ((1, 1, 1, 1), {}),
    ):
        after = stage.rolled(blow, *faces)
        found = {each.adversary: each.after for each in after.events if isinstance(each, AdversaryHurt)}
        assert found == hurt
        short = sum(face == 6 for face in faces) < 2
        assert any(each == BreachOpened(HERO, GUARD) for each in after.events) is short


@pytest.mark.rule("area")
def test_more_targets_come_instead_of_more_damage_though_nobody_else_is_named() -> None:
    blast = item("blast", weapon=2, area=True)
    after = fight(hero(FOR=4, items=[blast])).rolled(attack(weapon=ItemId("blast")), 6, 6, 6, 6)
    after.among(AdversaryHurt(GUARD, 4, 2))


@pytest.mark.rule("area")
def test_the_item_and_who_stands_bound_its_targets() -> None:
    short = item("short", weapon=2, area=True, most_targets=2)
    foes = [group("pack", 1, 2, 1, members=2), foe("wolf", 1, 3, 1)]
    stage = fight(hero(items=[short, item("wide", weapon=2, area=True), SWORD]), foes=foes)

    def named(weapon: str, *also: str) -> AnnounceCheck:
        return AnnounceCheck(attack(target="pack", threat=1, weapon=ItemId(weapon), also=tuple(map(AdversaryId, also))))

    stage.when(named("sword", "wolf")).refused(Code.ONE_TARGET, "short", "wide")
    stage.when(named("short", "pack", "wolf")).refused(Code.TOO_MANY_TARGETS)
    stage.when(named("wide", "pack", "pack")).refused(Code.TOO_MANY_TARGETS)
    stage.when(named("wide", "wolf", "wolf")).refused(Code.TOO_MANY_TARGETS)
    stage.when(named("wide", "nobody")).refused(Code.NO_SUCH_ADVERSARY)
    stage.when(named("short", "wolf")).then(CheckAnnounced)
    stage.when(named("wide", "pack", "wolf")).then(CheckAnnounced)


@pytest.mark.rule("area")
def test_each_member_that_it_hits_takes_the_whole_blow() -> None:
    blast = item("blast", weapon=3, area=True)
    pack = group("pack", 1, 4, 1, members=3, protection=1)
    blow = attack(target="pack", threat=1, weapon=ItemId("blast"), also=(AdversaryId("pack"), AdversaryId("pack")))
    stage = fight(hero(FOR=3, items=[blast]), foes=[pack])
    for faces, left, standing in (((6, 1, 1), 10, 3), ((6, 6, 1), 8, 2), ((6, 6, 6), 6, 2)):
        after = stage.rolled(blow, *faces)
        assert (after.foe("pack").health, members(after.foe("pack"))) == (left, standing)
        assert sum(isinstance(each, AdversaryHurt) for each in after.events) == 1


@pytest.mark.rule("area")
def test_the_deepest_cover_of_its_targets_is_what_hinders() -> None:
    blast = item("blast", weapon=3, area=True)
    foes = [foe(), replace(foe("wolf", 1, 3, 1), cover=2)]
    stage = fight(hero(FOR=4, items=[blast]), foes=foes)
    stage.rolled(attack(weapon=ItemId("blast"), also=(AdversaryId("wolf"),)), 6, 6).among(rolled(Outcome.SUCCESS, 2))
    stage.rolled(attack(weapon=ItemId("blast")), 6, 6, 1, 1)


@pytest.mark.rule("area")
@pytest.mark.rule("coup.attack")
def test_an_area_weapon_in_a_coup_takes_out_all_whom_it_hits() -> None:
    blast = item("blast", weapon=1, area=True)
    foes = [foe("guard", 2, 9, 2), foe("chief", 2, 9, 2), foe("wolf", 2, 9, 2)]
    blow = attack(weapon=ItemId("blast"), also=(AdversaryId("chief"), AdversaryId("wolf")))
    stage = fight(hero(stress=6, items=[blast]), foes=foes)
    after = stage.rolled(blow, 6, 6, 6, 1, 1, coup=True).among(AdversaryOut(GUARD), AdversaryOut(AdversaryId("chief")))
    assert after.foe("wolf").health == 9
    partial = stage.rolled(blow, 1, 1, 1, 1, 1, coup=True).among(AdversaryOut(GUARD), BreachOpened)
    assert [partial.foe(each).health for each in ("chief", "wolf")] == [9, 9]


@pytest.mark.rule("conflict.npc_out")
def test_who_is_at_nothing_is_out_and_is_neither_fought_nor_heard_of_again() -> None:
    down = fight(hero(items=[SWORD])).rolled(with_sword(), 6, 6)
    down.among(AdversaryHurt(GUARD, 4, 1))
    down = down.when(EndTurn()).rolled(with_sword(), 6, 6).among(AdversaryHurt(GUARD, 1, 0), AdversaryOut(GUARD))
    again = down.when(EndTurn())
    for action in (attack, manoeuvre, sway):
        again.when(AnnounceCheck(action())).refused(Code.ADVERSARY_IS_OUT)
    again.when(CoverAdversary(GUARD, 1)).refused(Code.ADVERSARY_IS_OUT)
    over = again.when(EndConflict()).then(ConflictEnded)
    assert over.game.adversaries == ()


@pytest.mark.rule("breach.opens")
def test_a_price_that_puts_its_user_out_does_not_call_the_blow_back() -> None:
    focus = item("focus", weapon=3, price=True)
    fell = fight(hero(health=1, items=[focus])).rolled(attack(weapon=ItemId("focus")), 6, 1)
    fell.among(HealthChanged(HERO, 1, 0, Cause.PRICE), AdversaryHurt(GUARD, 4, 1), BreachOpened(HERO, GUARD))
    fell.when(Strike(GUARD)).refused(Code.OUT_OF_ACTION)
    fell.when(BringSetback(Setback(SetbackKind.HOSTAGE, "he is dragged off"))).never(HealthChanged).leaves(health=0)


@pytest.mark.rule("breach.opens")
def test_a_price_that_breaks_its_user_down_does_not_call_the_blow_back() -> None:
    focus = item("focus", weapon=3, price=True)
    fell = fight(hero(stress=5, items=[focus]), variant=Variant.RAW).rolled(attack(weapon=ItemId("focus")), 6)
    fell.among(BreakdownBegan(HERO), AdversaryHurt(GUARD, 4, 1), BreachOpened(HERO, GUARD))
    fell.when(Strike(GUARD)).leaves(health=4)


@pytest.mark.rule("attack.partial")
def test_a_weapon_that_the_action_empties_or_costs_has_struck() -> None:
    bow = item("bow", 4, weapon=3)
    emptied = fight(hero(items=[bow])).rolled(attack(weapon=ItemId("bow")), 6, 1, 1)
    emptied.among(like(ResourceRolled, after=0), AdversaryHurt(GUARD, 4, 1))
    emptied = emptied.when(Strike(GUARD)).when(EndTurn())
    emptied.when(AnnounceCheck(attack(weapon=ItemId("bow")))).refused(Code.ITEM_IS_EMPTY)

    lost = bring(ComplicationKind.GEAR_LOST, item=ItemId("bow"))
    shot = attack(weapon=ItemId("bow"), on_failure=WORSE, on_partial=lost)
    before = given(hero(items=[item("bow", weapon=3)]), adversaries=(foe(),)).rolled(shot, 6, 1)
    gone = before.when(AcceptOutcome()) if before.game.pending else before
    gone.among(AdversaryHurt(GUARD, 4, 1), ComplicationHappened).leaves(items=())


@pytest.mark.rule("attack.target")
def test_nobody_is_sent_away_while_an_action_against_them_is_on_the_table() -> None:
    announced = fight().announced(attack())
    announced.when(SendAway(GUARD, "he runs")).refused(Code.CHECK_IS_PENDING)
    rolled_ = given(hero(stress=2), adversaries=(foe(),)).rolled(staked(attack()), 1, 1)
    rolled_.when(SendAway(GUARD, "he runs")).refused(Code.CHECK_IS_PENDING)
    fight().when(SendAway(GUARD, "he runs")).when(AnnounceCheck(attack())).refused(Code.NO_SUCH_ADVERSARY)


@pytest.mark.rule("breach.downed")
def test_whom_an_ally_held_off_strikes_the_ally_but_not_once_the_blow_put_it_out() -> None:
    held = replace(foe("guard", 2, 1, 2), held_by=AllyId("bo"))
    stage = fight(hero(items=[SWORD]), foes=[held, foe("other")], allies=(Ally(AllyId("bo"), "Bo"),))
    stage.rolled(with_sword(), 1, 1, 1).among(AllyHurt(AllyId("bo"), GUARD)).never(BreachOpened)
    out = stage.rolled(with_sword(), 6, 1, 1).among(AdversaryOut(GUARD), BreachOpened(HERO, GUARD)).never(AllyHurt)
    out.when(Strike(AdversaryId("other"))).leaves(health=6)


@pytest.mark.rule("ambush.pcs")
def test_from_ambush_a_complication_is_set_as_for_any_check() -> None:
    hidden = fight(turn=0, ambush=Side.PCS)
    hidden.when(AnnounceCheck(attack())).refused(Code.STAKES_MISSING)
    hidden.rolled(staked(attack()), 6, 1).among(AdversaryHurt, ComplicationHappened(HERO, NOISE)).never(BreachOpened)
    fight().when(AnnounceCheck(staked(attack()))).refused(Code.BREACH_IS_ENOUGH)


@pytest.mark.rule("attack.success")
def test_an_attack_before_the_conflict_counts_in_full() -> None:
    blow = staked(with_sword())
    stage = given(hero(items=[SWORD], stress=2), adversaries=(foe(),))
    stage.announced(blow).when(RollCheck(), (6, 6)).among(AdversaryHurt(GUARD, 4, 1))


def test_once_its_target_is_gone_a_blow_s_pool_is_told_without_it() -> None:
    hidden = replace(foe(), cover=1, holds=(Hold(Manoeuvred.TOPPLED),))
    assert pool(fight(foes=[hidden]).game, attack()).lines == (
        PoolLine(Source.ATTRIBUTE, 2, "FOR"),
        PoolLine(Source.EFFECT, 1, "guard"),
        PoolLine(Source.COVER, -1, "guard"),
    )
    assert pool(given().game, attack()).lines == (PoolLine(Source.ATTRIBUTE, 2, "FOR"),)
    assert cover(given().game, Attack(GUARD)) == 0
