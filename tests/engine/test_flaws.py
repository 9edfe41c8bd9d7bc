"""Flaws: each with an effect, played as it is written (CORE ch. 6, Menace, traits et failles)."""

import pytest

from engine.core.check import Difficulty, Outcome
from engine.core.commands import AnnounceCheck, BringAdversary, BringSetback, RevealFlaw, WithdrawCheck
from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryOut,
    BossStruckAll,
    BreachOpened,
    CheckAnnounced,
    CheckSettled,
    CheckWithdrawn,
    EffectTook,
    FlawRevealed,
    PhaseFell,
    SetbackHappened,
)
from engine.core.foes import AdversaryId, FlawId, FlawKind, Setback, SetbackKind
from engine.core.legal import legal
from engine.core.rules.adversaries import members
from engine.core.sheet import ItemId
from engine.core.view import all_visible, view
from engine.ruling import Code
from tests.laws.walks import strings
from tests.scenes import (
    arrival,
    attack,
    boss,
    fight,
    flaw,
    foe,
    given,
    group,
    hero,
    item,
    like,
    manoeuvre,
    rolled,
    sway,
)

HEAVY = flaw("heavy", FlawKind.LOWER_THREAT, 1, "to shake it off")
FIRE = flaw("fire", FlawKind.ROUT, 2, "fire in hand")
PRIDE = flaw("pride", FlawKind.FELL, when="convinced that it has won")
BELLY = flaw("belly", FlawKind.BARE, when="from below")
OGRE, WOLVES, CAPTAIN = AdversaryId("ogre"), AdversaryId("wolves"), AdversaryId("captain")


@pytest.mark.rule("npc.flaw")
def test_a_lower_threat_lowers_that_action_alone() -> None:
    stage = fight(foes=[foe("ogre", 3, 6, 4, flaws=(HEAVY,))])
    shaken_off = stage.rolled(sway(target="ogre", threat=1, flaw=HEAVY.id, way="runs"), 5, 1)
    shaken_off.then(rolled(Outcome.SUCCESS, 1), CheckSettled)
    assert shaken_off.left("ogre") == 3
    stage.when(AnnounceCheck(sway(target="ogre", threat=3, flaw=HEAVY.id))).refused(Code.AGAINST_ITS_THREAT, "1")
    stage.when(AnnounceCheck(sway(target="ogre", threat=1))).refused(Code.AGAINST_ITS_THREAT, "3")


def test_a_blow_that_plays_on_a_lower_threat_deals_more() -> None:
    stage = fight(hero(items=[item("spear", weapon=2)]), foes=[foe("ogre", 3, 6, 4, flaws=(HEAVY,))])
    spear = ItemId("spear")
    stage.rolled(attack(target="ogre", threat=1, flaw=HEAVY.id, weapon=spear), 5, 6).among(AdversaryHurt(OGRE, 6, 3))


def test_a_weapon_that_reaches_others_meets_their_threat() -> None:
    grenade = item("grenade", weapon=2, area=True)
    stage = fight(hero(items=[grenade]), foes=[foe("ogre", 3, 6, 4, flaws=(HEAVY,)), foe("guard")])
    both = attack(target="ogre", threat=2, flaw=HEAVY.id, weapon=grenade.id, also=(AdversaryId("guard"),))
    stage.announced(both)
    alone = attack(target="ogre", threat=1, flaw=HEAVY.id, weapon=grenade.id, also=(AdversaryId("guard"),))
    stage.when(AnnounceCheck(alone)).refused(Code.AGAINST_ITS_THREAT, "2")


def test_a_flaw_is_played_on_in_whom_the_action_aims_at_and_in_nobody_else() -> None:
    twins = [foe(each, 3, flaws=(HEAVY,)) for each in ("ogre", "twin")]
    stage = fight(hero(items=[item("grenade", weapon=2, area=True)]), foes=twins)
    aim = {"target": "ogre", "flaw": HEAVY.id, "weapon": ItemId("grenade"), "also": (AdversaryId("twin"),)}
    stage.announced(attack(threat=3, **aim))
    stage.when(AnnounceCheck(attack(threat=1, **aim))).refused(Code.AGAINST_ITS_THREAT, "3")


@pytest.mark.rule("npc.flaw")
def test_fire_makes_two_flee() -> None:
    stage = fight(foes=[group("wolves", 1, 3, 1, members=4, flaws=(FIRE,))])
    scared = stage.rolled(sway(target="wolves", threat=1, flaw=FIRE.id, way="waves the torch"), 5, 1)
    scared.then(rolled(Outcome.SUCCESS), CheckSettled, AdversaryHurt(WOLVES, 12, 6, fled=2))
    assert (members(scared.foe("wolves")), scared.left("wolves")) == (2, 2)
    stage.rolled(sway(target="wolves", threat=1, flaw=FIRE.id), 1, 1).never(AdversaryHurt).among(BreachOpened)


def test_who_is_hit_with_the_torch_is_among_those_who_flee() -> None:
    torch = item("torch", weapon=1)
    stage = fight(hero(items=[torch]), foes=[group("wolves", 1, 3, 1, members=4, flaws=(FIRE,))])
    blow = attack(target="wolves", threat=1, flaw=FIRE.id, weapon=torch.id)
    stage.rolled(blow, 5, 1).among(AdversaryHurt(WOLVES, 12, 11), AdversaryHurt(WOLVES, 11, 6, fled=2))


def test_the_last_two_flee_and_nobody_is_left() -> None:
    stage = fight(foes=[group("wolves", 1, 3, 1, members=2, flaws=(FIRE,))])
    stage.rolled(sway(target="wolves", threat=1, flaw=FIRE.id), 5, 1).among(AdversaryOut(WOLVES)).never(AdversaryHurt)
    three = fight(foes=[group("wolves", 1, 3, 1, members=3, flaws=(FIRE,))])
    three.rolled(sway(target="wolves", threat=1, flaw=FIRE.id), 5, 1).among(AdversaryHurt(WOLVES, 9, 3, fled=2))


@pytest.mark.rule("npc.flaw")
def test_a_partial_makes_nobody_flee_or_fall() -> None:
    pack = group("wolves", 2, 3, 1, members=4, flaws=(FIRE,))
    stage = fight(foes=[pack, foe("ogre", 2, 6, 4, flaws=(PRIDE,))])
    stage.rolled(sway(target="wolves", flaw=FIRE.id), 5, 1).then(rolled(Outcome.PARTIAL), CheckSettled, BreachOpened)
    stage.rolled(sway(target="ogre", flaw=PRIDE.id), 5, 1).then(rolled(Outcome.PARTIAL), CheckSettled, BreachOpened)
    stage.rolled(sway(target="ogre", flaw=PRIDE.id), 5, 6).then(rolled(Outcome.SUCCESS), CheckSettled, AdversaryOut)


def test_a_manoeuvre_puts_out_through_a_flaw_alone() -> None:
    stage = fight(foes=[foe("ogre", 2, 6, 4, flaws=(PRIDE,))])
    stage.rolled(manoeuvre(target="ogre", flaw=PRIDE.id), 5, 6).among(EffectTook, AdversaryOut(OGRE))
    stage.rolled(manoeuvre(target="ogre"), 5, 6).among(EffectTook).never(AdversaryOut)


def test_what_a_blow_leaves_standing_the_flaw_puts_out_and_whom_it_puts_out_is_out_once() -> None:
    blow = attack(target="ogre", flaw=PRIDE.id)
    standing = fight(foes=[foe("ogre", 2, 2, 4, flaws=(PRIDE,))]).rolled(blow, 5, 6)
    standing.then(rolled(Outcome.SUCCESS), CheckSettled, AdversaryHurt(OGRE, 2, 1), AdversaryOut(OGRE))
    fallen = fight(foes=[foe("ogre", 2, 1, 4, flaws=(PRIDE,))]).rolled(blow, 5, 6)
    fallen.then(rolled(Outcome.SUCCESS), CheckSettled, AdversaryHurt(OGRE, 1, 0), AdversaryOut(OGRE))


def test_bare_its_protection_does_not_count() -> None:
    dragon = foe("ogre", 2, 6, 4, 3, flaws=(BELLY,))
    stage = fight(hero(items=[item("spear", weapon=2)]), foes=[dragon])
    spear = ItemId("spear")
    stage.rolled(attack(target="ogre", weapon=spear), 5, 6).never(AdversaryHurt)
    stage.rolled(attack(target="ogre", weapon=spear, flaw=BELLY.id), 5, 6).among(AdversaryHurt(OGRE, 6, 4))


@pytest.mark.rule("npc.flaw")
@pytest.mark.rule("boss.phases")
def test_a_flaw_fells_one_phase_and_draws_no_boss_blow() -> None:
    stage = fight(hero("ana"), hero("ben"), hero("cy"), foes=[boss(pcs=3, flaws=(PRIDE,))])
    for phase, who in ((1, "ana"), (2, "ben")):
        stage = stage.rolled(sway(who, "captain", flaw=PRIDE.id), 5, 6)
        stage.then(rolled(Outcome.SUCCESS), CheckSettled, PhaseFell(CAPTAIN, phase, False))
        assert (stage.foe("captain").phase, stage.foe("captain").health) == (phase + 1, 5)
    stage.rolled(sway("cy", "captain", flaw=PRIDE.id), 5, 6).among(AdversaryOut(CAPTAIN)).never(PhaseFell)


@pytest.mark.rule("boss.phases")
def test_a_blow_and_a_flaw_together_fell_one_phase() -> None:
    axe = item("axe", weapon=3)
    stage = fight(hero(items=[axe]), foes=[boss(pcs=1, flaws=(PRIDE,))])
    assert stage.foe("captain").health == 3
    felled = stage.rolled(attack(target="captain", weapon=axe.id, flaw=PRIDE.id), 5, 6)
    felled.among(AdversaryHurt(CAPTAIN, 3, 0), PhaseFell(CAPTAIN, 1, True), BossStruckAll(CAPTAIN))
    assert (felled.foe("captain").phase, felled.foe("captain").health) == (2, 3)
    short = stage.rolled(attack(target="captain", flaw=PRIDE.id), 5, 6)
    short.among(AdversaryHurt(CAPTAIN, 3, 2), PhaseFell(CAPTAIN, 1, False)).never(BossStruckAll)
    assert (short.foe("captain").phase, short.foe("captain").health) == (2, 3)


def test_a_boss_that_flees_fire_loses_a_phase() -> None:
    stage = fight(foes=[boss(pcs=1, flaws=(FIRE,))])
    stage.rolled(sway(target="captain", flaw=FIRE.id), 5, 6).among(PhaseFell(CAPTAIN, 1, False)).never(BossStruckAll)


@pytest.mark.rule("npc.flaw")
def test_a_weakness_without_an_effect_is_a_trait() -> None:
    stage = fight(foes=[foe("ogre", 3, 6, 4, traits=("slow-witted",))])
    stage.when(AnnounceCheck(sway(target="ogre", threat=2))).refused(Code.AGAINST_ITS_THREAT, "3")
    stage.when(AnnounceCheck(sway(target="ogre", threat=3, flaw=FlawId("slow-witted")))).refused(Code.NO_SUCH_FLAW)
    assert view(stage.game).adversaries[0].traits == ("slow-witted",)


def test_players_see_a_flaw_once_it_is_known() -> None:
    stage = given().when(BringAdversary(arrival("ogre", 3, 6, 4, flaws=(HEAVY, PRIDE))))
    for secret in (HEAVY, PRIDE):
        assert {secret.id, secret.when}.isdisjoint(strings(all_visible(stage.events)))
    assert view(stage.game).adversaries[0].flaws == ()
    shown = stage.when(RevealFlaw(OGRE, HEAVY.id)).then(FlawRevealed(OGRE, HEAVY.id))
    assert view(shown.game).adversaries[0].flaws == (HEAVY,)
    shown.when(RevealFlaw(OGRE, HEAVY.id)).refused(Code.KNOWN_FLAW, PRIDE.id)
    shown.when(RevealFlaw(OGRE, FlawId("fire"))).refused(Code.NO_SUCH_FLAW, PRIDE.id)
    stage.when(RevealFlaw(AdversaryId("troll"), HEAVY.id)).refused(Code.NO_SUCH_ADVERSARY, OGRE)
    assert RevealFlaw(OGRE, PRIDE.id) in legal(shown.game).commands
    assert RevealFlaw(OGRE, HEAVY.id) not in legal(shown.game).commands


def test_reinforcements_hide_their_flaws_too() -> None:
    opened = fight().rolled(attack(), 1, 1)
    wolves = arrival("wolves", 1, 3, 1, flaws=(FIRE,))
    called = opened.when(BringSetback(Setback(SetbackKind.REINFORCEMENTS, "howls", arrivals=(wolves,))))
    called.then(SetbackHappened, like(AdversaryArrived))
    assert {FIRE.id, FIRE.when}.isdisjoint(strings(all_visible(called.events)))


@pytest.mark.rule("npc.flaw")
def test_an_action_announced_against_a_hidden_flaw_shows_it() -> None:
    stage = fight(foes=[foe("ogre", 3, 6, 4, flaws=(HEAVY,))])
    runs = sway(target="ogre", threat=1, flaw=HEAVY.id)
    announced = stage.when(AnnounceCheck(runs)).then(FlawRevealed(OGRE, HEAVY.id), CheckAnnounced)
    assert view(announced.game).adversaries[0].flaws == (HEAVY,)
    withdrawn = announced.when(WithdrawCheck()).then(CheckWithdrawn)
    withdrawn.when(AnnounceCheck(runs)).then(CheckAnnounced)


def test_the_difficulties_that_flaws_leave_are_offered() -> None:
    stage = fight(foes=[foe("ogre", 3, 6, 4, flaws=(HEAVY, PRIDE))])
    (target,) = legal(stage.game).checks[0].aims.targets
    assert target.threat is Difficulty.FEAT
    assert target.flaws == ((HEAVY.id, Difficulty.STANDARD), (PRIDE.id, Difficulty.FEAT))
