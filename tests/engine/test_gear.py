"""Chapter 4: what items make possible, tools, weapons, protections, prices, powers."""

from dataclasses import replace

import pytest

from engine.core.check import Complication, ComplicationKind, Outcome
from engine.core.commands import (
    AddAdvantage,
    AnnounceCheck,
    CutScene,
    GainItem,
    RuleWithoutRoll,
    Strike,
    TakeCover,
    UseItem,
)
from engine.core.events import (
    AdversaryHurt,
    BlowLanded,
    Cause,
    GearLost,
    HealthChanged,
    ItemGained,
    ItemUsed,
    ResistanceRolled,
    ResourceRolled,
    RuledWithoutRoll,
    StressChanged,
    WardGiven,
)
from engine.core.foes import AdversaryId
from engine.core.legal import UseDomain, legal
from engine.core.rules.checks import pool
from engine.core.rules.items import protection
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Item, ItemId, SpecialtyId, Variant
from engine.ruling import Code
from tests.scenes import (
    Stage,
    attack,
    fight,
    foe,
    given,
    hard,
    hero,
    item,
    like,
    rolled,
    standard,
    tool,
)

HERO, BEN = hero().id, hero("ben").id
GUARD = AdversaryId("guard")
RAW = Variant.RAW
STAFF = ItemId("staff")


def staff(die: int = 6) -> Item:
    """The book's focus: a bolt of fire, light, a shield of force for a friend, on one Resource."""
    focus = item("staff", die, 8, weapon=3, ward=1)
    return replace(focus, attribute=Attribute.INT, besides=True)


def struck(*gear: Item, weapon: int, cover: int = 0) -> Stage:
    """A breach is open on a PC with that gear, the guard's weapon of so much."""
    stage = fight(hero(items=gear), foes=[foe("guard", 2, 4, weapon)])
    return stage.when(TakeCover(HERO, cover)).rolled(attack(), 1, 1)


@pytest.mark.rule("item.permits")
def test_an_item_counts_first_by_what_it_makes_possible() -> None:
    climber = given(hero(items=[item("rope")]), hero("ben"))
    climber.when(UseItem(HERO, ItemId("rope"), "down the cliff")).then(like(ItemUsed, till_scene_ends=False))
    climber.when(UseItem(BEN, ItemId("rope"), "down the cliff")).refused(Code.NO_SUCH_ITEM)
    climber.when(UseItem(HERO, ItemId("rope"), " ")).refused(Code.REASON_MISSING)
    climber.when(UseItem(HERO, ItemId("rope"), "tie him up", BEN)).refused(Code.NO_PATIENT)
    # Without one, no number helps: the GM rules, and says what it would take.
    ruled = climber.when(RuleWithoutRoll(BEN, "goes down the cliff", False, "it is sheer", "a rope"))
    ruled.then(like(RuledWithoutRoll, succeeds=False, would_need="a rope"))


@pytest.mark.rule("item.permits")
def test_using_an_item_is_an_action_of_a_turn() -> None:
    climber = fight(hero(items=[item("rope")]), hero("ben")).when(UseItem(HERO, ItemId("rope"), "down the wall"))
    assert still_to_act(climber.game) == ("ben",)
    climber.when(UseItem(HERO, ItemId("rope"), "up again")).refused(Code.HAS_ACTED)


@pytest.mark.rule("item.tool")
def test_a_tool_gives_one_die_inside_the_cap_and_only_what_is_one() -> None:
    thief = given(hero(DEX=3, specialties={"locks": "DEX"}, items=[item("picks", helps=True), item("rope")]))
    pick = hard("hero", "DEX", advantages=(tool("picks"),))
    assert pool(thief.game, pick).size == 4
    assert pool(thief.game, replace(pick, specialty=SpecialtyId("locks"))).size == 6
    thief.when(AnnounceCheck(replace(pick, advantages=(tool("rope"),)))).refused(Code.ITEM_DOES_NOT_HELP, "picks")
    # For another action it is not claimed, and gives nothing.
    assert pool(thief.game, hard("hero", "CHA")).size == 2
    twice = thief.announced(pick).when(AddAdvantage(tool("picks")))
    twice.refused(Code.ALREADY_COUNTED)


@pytest.mark.rule("item.weapon")
@pytest.mark.parametrize("damage", [1, 2, 3, 4])
def test_a_weapon_deals_its_category(damage: int) -> None:
    armed = fight(hero(items=[item("weapon", weapon=damage)]), foes=[foe("guard", 2, 9, 2)])
    armed.rolled(attack(weapon=ItemId("weapon")), 6, 6).among(AdversaryHurt(GUARD, 9, 9 - damage))


@pytest.mark.rule("item.weapon")
def test_bare_hands_deal_one_and_what_is_no_weapon_or_empty_strikes_nobody() -> None:
    gear = [item("rope"), item("pistol", 0, 8, weapon=3), item("knife", weapon=1)]
    armed = fight(hero(items=gear), foes=[foe("guard", 2, 9, 2)])
    armed.rolled(attack(), 6, 6).among(AdversaryHurt(GUARD, 9, 8))
    armed.when(AnnounceCheck(attack(weapon=ItemId("rope")))).refused(Code.NOT_A_WEAPON, "knife")
    armed.when(AnnounceCheck(attack(weapon=ItemId("pistol")))).refused(Code.ITEM_IS_EMPTY, "knife")


@pytest.mark.rule("item.weapon")
def test_a_shot_rolls_its_munitions_whatever_it_hits() -> None:
    for faces in ((6, 6), (6, 1), (1, 1)):
        shot = fight(hero(items=[item("pistol", 8, weapon=3)])).rolled(attack(weapon=ItemId("pistol")), *faces, 2)
        assert shot.die("pistol") == 6


@pytest.mark.rule("item.protection")
@pytest.mark.parametrize("worth", [1, 2, 3])
def test_a_protection_takes_its_category_off_a_blow(worth: int) -> None:
    struck(item("armour", protection=worth), weapon=4).when(Strike(GUARD)).leaves(health=8 - (4 - worth))


@pytest.mark.rule("item.protection")
def test_the_highest_counts_cover_and_ward_among_them_and_never_the_sum() -> None:
    gear = (item("leather", protection=1), item("mail", protection=2))
    assert protection(hero(items=gear)) == (2, "mail")
    assert protection(replace(hero(items=gear), cover=1, ward=1)) == (2, "mail")
    assert protection(replace(hero(items=gear), cover=3)) == (3, None)
    assert protection(replace(hero(items=gear), ward=3)) == (3, None)
    assert protection(hero()) == (0, None)
    struck(*gear, weapon=4, cover=1).when(Strike(GUARD)).leaves(health=6)


@pytest.mark.rule("resource.protection")
def test_only_the_protection_that_is_kept_rolls_and_only_when_it_takes_something_off() -> None:
    mail, leather = item("mail", 6, protection=2), item("leather", 6, protection=1)
    hit = struck(leather, mail, weapon=3).when(Strike(GUARD), (2,)).leaves(health=7)
    hit.among(BlowLanded(HERO, 3, 2, ItemId("mail")), like(ResourceRolled, item=ItemId("mail"), cause=Cause.PROTECTION))
    assert (hit.die("mail"), hit.die("leather")) == (4, 6)
    # A blow of nothing leaves nothing to take off.
    struck(mail, weapon=0).when(Strike(GUARD)).never(ResourceRolled, HealthChanged)
    # Taken whole, it has taken something off.
    struck(mail, weapon=1).when(Strike(GUARD), (6,)).among(ResourceRolled).never(HealthChanged)
    # Of two alike, what does not wear out.
    coat = item("coat", protection=2)
    for gear in ((mail, coat), (coat, mail)):
        struck(*gear, weapon=3).when(Strike(GUARD)).never(ResourceRolled).leaves(health=7)
    struck(mail, weapon=3, cover=2).when(Strike(GUARD)).never(ResourceRolled).leaves(health=7)


@pytest.mark.rule("resource.protection")
def test_the_blow_that_empties_it_is_still_reduced_the_next_is_not() -> None:
    last = struck(item("mail", 4, 8, protection=2), weapon=3).when(Strike(GUARD), (1,)).leaves(health=7)
    assert last.die("mail") == 0
    assert protection(last.sheet()) == (0, None)


@pytest.mark.rule("stress.health_loss")
def test_a_blow_that_armour_takes_whole_is_no_stress() -> None:
    struck(item("plate", protection=3), weapon=3).when(Strike(GUARD)).never(HealthChanged, StressChanged)


@pytest.mark.rule("item.price")
def test_a_price_is_paid_at_each_use_by_variant_and_not_resisted() -> None:
    witch = hero(CON=4, items=[item("rite", price=True, helps=True)])
    call = UseItem(HERO, ItemId("rite"), "call the dead")
    once = given(witch).when(call)
    once.then(ItemUsed, HealthChanged(HERO, 8, 7, Cause.PRICE), StressChanged(HERO, 0, 1, Cause.HEALTH_LOSS))
    once.when(call).leaves(health=6, stress=2)
    raw = given(witch, variant=RAW).when(call).then(ItemUsed, StressChanged(HERO, 0, 1, Cause.PRICE))
    raw.when(call).never(ResistanceRolled).leaves(health=6, stress=2)
    # What only takes something off a blow asks for nothing.
    struck(item("skin", protection=2, price=True), weapon=3).when(Strike(GUARD)).leaves(health=7, stress=1)
    # As a tool and used besides, it is one use.
    both = hard(items=(ItemId("rite"),), advantages=(tool("rite"),))
    given(witch).rolled(both, 6, 6, 1).leaves(health=7, stress=1)


@pytest.mark.rule("item.power")
def test_a_power_goes_with_its_attribute_and_works_without_a_specialty() -> None:
    mage = fight(hero(INT=3, specialties={"sorcery": "INT"}, items=[staff()]), foes=[foe("guard", 2, 9, 2)])
    bolt = attack(attribute="INT", weapon=STAFF)
    mage.when(AnnounceCheck(attack(weapon=STAFF))).refused(Code.USED_WITH, "INT")
    mage.rolled(bolt, 6, 6, 1, 6).among(rolled(Outcome.SUCCESS, dice=3), AdversaryHurt(GUARD, 9, 6))
    skilled = replace(bolt, specialty=SpecialtyId("sorcery"))
    mage.rolled(skilled, 6, 6, 1, 1, 1, 6).among(rolled(Outcome.SUCCESS, dice=5))


@pytest.mark.rule("item.power")
def test_each_spell_of_a_focus_rolls_the_same_die_and_it_is_spent_for_all() -> None:
    mage = given(hero(items=[staff()]), hero("ben"), adversaries=(foe(),))
    ward = UseItem(HERO, STAFF, "a shield of force", BEN)
    light = UseItem(HERO, STAFF, "light")
    warded = mage.when(ward, (2,))
    warded.then(ItemUsed, like(ResourceRolled, item=STAFF, after=4), WardGiven(BEN, 1)).leaves("ben", ward=1)
    lit = warded.when(light).then(like(ItemUsed, patient=None, till_scene_ends=True))
    dark = lit.when(CutScene(), (1,)).leaves("ben", ward=0)
    assert dark.die("staff") == 0
    dark.when(light).refused(Code.ITEM_IS_EMPTY)
    dark.when(ward).refused(Code.ITEM_IS_EMPTY)
    dark.when(AnnounceCheck(attack(attribute="INT", weapon=STAFF))).refused(Code.ITEM_IS_EMPTY)
    assert legal(mage.game).uses == (UseDomain(HERO, STAFF, (None, BEN)),)
    assert legal(dark.game).uses == ()


@pytest.mark.rule("item.power")
def test_a_ward_protects_a_friend_for_a_scene_and_counts_beside_the_rest() -> None:
    mage = hero(items=[staff(), replace(item("ring", ward=2), attribute=None)])
    pair = given(mage, hero("ben", items=[item("leather", protection=1)]))
    pair.when(UseItem(HERO, ItemId("ring"), "a shield", HERO)).refused(Code.NEEDS_A_PATIENT, "ben")
    pair.when(UseItem(HERO, ItemId("ring"), "a shield")).refused(Code.NEEDS_A_PATIENT, "ben")
    strong = pair.when(UseItem(HERO, ItemId("ring"), "a shield", BEN))
    assert protection(strong.sheet("ben")) == (2, None)
    # A weaker one takes nothing from it.
    strong.when(UseItem(HERO, STAFF, "a shield", BEN), (6,)).leaves("ben", ward=2)
    strong.when(CutScene()).leaves("ben", ward=0)
    given(mage).when(UseItem(HERO, ItemId("ring"), "a shield")).refused(Code.NEEDS_A_PATIENT)
    down = given(mage, hero("ben", health=0))
    down.when(UseItem(HERO, ItemId("ring"), "a shield", BEN)).refused(Code.NEEDS_A_PATIENT)


@pytest.mark.rule("item.heal")
def test_used_on_somebody_an_item_does_all_that_it_does_on_them() -> None:
    blessing = item("blessing", 6, heals=2, unaided=True, ward=1)
    pair = given(hero(health=5, items=[blessing]), hero("ben", health=5), hero("cy"))
    bless = UseItem(HERO, ItemId("blessing"), "a blessing", BEN)
    pair.when(bless, (6,)).then(ItemUsed, ResourceRolled, WardGiven(BEN, 1), HealthChanged(BEN, 5, 7, Cause.REMEDY))
    pair.when(replace(bless, patient=HERO), (6,)).then(ItemUsed, ResourceRolled, HealthChanged)
    pair.when(replace(bless, patient=hero("cy").id), (6,)).then(ItemUsed, ResourceRolled, WardGiven)
    pair.when(replace(bless, patient=hero("nobody").id)).refused(Code.NO_SUCH_CHARACTER)
    # One that also heals with a roll does that by first aid alone.
    rod = item("rod", 6, heals=2, besides=True)
    monk = given(hero(items=[rod]), hero("ben", health=5))
    monk.when(UseItem(HERO, ItemId("rod"), "light")).then(like(ItemUsed, till_scene_ends=True))
    monk.when(UseItem(HERO, ItemId("rod"), "heal him", BEN)).refused(Code.NEEDS_A_ROLL)
    priest = given(hero(items=[replace(rod, ward=1)]), hero("ben", health=5))
    priest.when(UseItem(HERO, ItemId("rod"), "a shield", BEN), (6,)).then(ItemUsed, ResourceRolled, WardGiven)


@pytest.mark.rule("item.power")
def test_an_inborn_gift_is_never_lost() -> None:
    gifted = given(hero(items=[item("ki", 6, innate=True), item("coat")]))
    robbed = Complication(ComplicationKind.GEAR_LOST, "it is gone", ItemId("ki"))
    gifted.when(AnnounceCheck(standard(on_failure=robbed))).refused(Code.CANNOT_BE_LOST, "coat")
    coat = standard(on_failure=replace(robbed, item=ItemId("coat")))
    gifted.rolled(coat, 1, 1).among(GearLost(HERO, ItemId("coat")))


def test_a_pc_comes_by_an_item_once() -> None:
    found = given().when(GainItem(HERO, item("rope"), "in the cellar"))
    found.then(ItemGained(HERO, item("rope"), "in the cellar")).leaves(items=(item("rope"),))
    found.when(GainItem(HERO, item("rope"), "another")).refused(Code.ALREADY_HELD)
    found.when(GainItem(HERO, item("lamp"), " ")).refused(Code.REASON_MISSING)
    found.when(UseItem(HERO, ItemId("rope"), "down the well")).among(ItemUsed)
