"""Chapter 3: wounds that last, first aid, medical care, comfort, the way back from a Breakdown, death."""

from dataclasses import replace

import pytest

from engine.core.check import BringBack, Check, Difficulty, Outcome, Treat
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    Care,
    Comfort,
    CutScene,
    DescribeWound,
    EndConflict,
    FaceDanger,
    LetDie,
    MarkCharacter,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    StartConflict,
    Suffer,
    UseItem,
)
from engine.core.events import (
    BreachOpened,
    BreakdownEnded,
    CaredFor,
    Cause,
    CharacterDied,
    CheckRolled,
    CheckSettled,
    Comforted,
    HealthChanged,
    ResourceRolled,
    RuledWithoutRoll,
    StressChanged,
    Treated,
    WoundDescribed,
    WoundHealed,
)
from engine.core.legal import legal
from engine.core.rules.checks import pool
from engine.core.rules.dangers import DANGERS
from engine.core.rules.health import tier
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, Character, ItemId, Tier, Variant, WoundId
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import MarkingEvent
from tests.scenes import (
    Stage,
    fight,
    given,
    hard,
    help_from,
    hero,
    item,
    like,
    rolled,
    standard,
    story,
    tool,
    wound,
)

ANA, BEN = hero("ana").id, hero("ben").id
RAW = Variant.RAW
SHELTER = story(start="cellar")
HOUR, NIGHT = Rest(RestKind.SCENE), Rest(RestKind.LONG)


def aid(patient: str = "ben", remedy: str | None = None, **terms: object) -> Check:
    """Ana's first aid: INT Standard."""
    aim = Treat(hero(patient).id, None if remedy is None else ItemId(remedy))
    return replace(standard("ana", aim=aim), **terms)


def calling(broken: str = "ben", actor: str = "ana") -> Check:
    """Somebody calls a PC back: CHA Standard."""
    return standard(actor, "CHA", aim=BringBack(hero(broken).id))


def with_care(kind: RestKind = RestKind.SCENE, *patients: str, healer: str | None = "ana") -> Rest:
    by = None if healer is None else hero(healer).id
    return Rest(kind, tuple(Care(hero(each).id, "bandages", by) for each in patients or ("ben",)))


def broken(id: str = "ben") -> Character:
    return hero(id, stress=6, breakdown=Breakdown.FLIGHT)


def wounds(stage: Stage, who: str = "ben") -> list[str]:
    return [each.id for each in stage.sheet(who).wounds]


@pytest.mark.rule("health.first_aid")
def test_first_aid_gives_one_health_once_a_wounded_person_a_scene() -> None:
    hurt = given(hero("ana"), hero("ben", health=5), hero("cy", health=2))
    done = hurt.rolled(aid(), 6, 1)
    done.then(
        rolled(Outcome.SUCCESS, dice=2),
        CheckSettled,
        Treated(ANA, BEN),
        HealthChanged(BEN, 5, 6, Cause.FIRST_AID),
    )
    assert legal(done.game).checks[0].aims.patients == ("cy",)
    done.when(AnnounceCheck(aid())).refused(Code.ALREADY_TREATED)
    # Another PC's hands are no second chance, another patient is.
    done.when(AnnounceCheck(replace(aid(), actor=hero("cy").id))).refused(Code.ALREADY_TREATED)
    done.rolled(aid("cy"), 6, 1).leaves("cy", health=3)
    done.when(CutScene()).rolled(aid(), 6, 1).leaves("ben", health=7)


@pytest.mark.rule("health.first_aid")
def test_once_attempted_is_once_used() -> None:
    missed = given(hero("ana"), hero("ben", health=5)).rolled(aid(), 1, 1)
    missed.among(CheckSettled, Treated(ANA, BEN)).never(HealthChanged)
    missed.when(AnnounceCheck(aid())).refused(Code.ALREADY_TREATED)


@pytest.mark.rule("health.first_aid")
def test_first_aid_is_intelligence_at_standard_and_medicine_helps_without_being_asked_for() -> None:
    hurt = given(hero("ana", INT=2, specialties={"medicine": "INT"}), hero("ben", health=5))
    hurt.when(AnnounceCheck(aid(attribute=Attribute.CHA))).refused(Code.FIXED_TERMS, "INT")
    hurt.when(AnnounceCheck(replace(hard("ana"), aim=aid().aim))).refused(Code.FIXED_TERMS, "INT")
    hurt.rolled(aid(), 1, 6).leaves("ben", health=6)
    skilled = aid(specialty=hurt.sheet("ana").specialties[0].id)
    hurt.rolled(skilled, 1, 1, 1, 6).leaves("ben", health=6)


@pytest.mark.rule("health.first_aid")
def test_a_kit_rolls_its_die_once_and_still_gives_one_health() -> None:
    kit = item("kit", 8, helps=True, heals=3)
    hurt = given(hero("ana", items=[kit]), hero("ben", health=4))
    used = aid(items=(ItemId("kit"),), advantages=(tool("kit"),))
    after = hurt.rolled(used, 1, 1, 6, 2).leaves("ben", health=5)
    assert [each.face for each in after.events if isinstance(each, ResourceRolled)] == [2]
    assert after.die("kit", "ana") == 6


@pytest.mark.rule("health.first_aid")
def test_in_a_conflict_it_is_an_action_that_opens_no_breach() -> None:
    for faces, health in (((6, 1), 6), ((1, 1), 5)):
        after = fight(hero("ana"), hero("ben", health=5)).rolled(aid(), *faces)
        after.never(BreachOpened).leaves("ben", health=health)
        assert still_to_act(after.game) == (BEN,)
        after.when(AnnounceCheck(aid())).refused(Code.HAS_ACTED)


@pytest.mark.rule("health.out")
def test_any_health_brings_round() -> None:
    down = given(hero("ana", items=[item("potion", 6, heals=2, unaided=True)]), hero("ben", health=0))
    down.when(AnnounceCheck(hard("ben"))).refused(Code.OUT_OF_ACTION)
    down.rolled(aid(), 6, 1).leaves("ben", health=1).announced(hard("ben"))
    drunk = down.when(UseItem(ANA, ItemId("potion"), "poured between his lips", BEN), (6,))
    drunk.leaves("ben", health=2).announced(hard("ben"))


def test_one_may_treat_oneself_and_nobody_who_has_lost_no_health() -> None:
    scratched = given(hero("ana", health=7, wounds=[wound("cut")]), hero("ben", wounds=[wound("cut")]))
    scratched.rolled(aid("ana"), 6, 1).leaves("ana", health=8)
    scratched.when(AnnounceCheck(aid())).refused(Code.NOT_HURT, "ana")
    scratched.when(AnnounceCheck(aid("nobody"))).refused(Code.NO_SUCH_CHARACTER, "ana", "ben")


@pytest.mark.rule("item.heal")
def test_a_remedy_gives_its_own_measure_bound_by_its_resource_alone() -> None:
    balm = item("balm", 6, heals=2)
    hurt = given(hero("ana", items=[balm]), hero("ben", health=3))
    once = hurt.rolled(aid(), 6, 1).rolled(aid(remedy="balm"), 6, 1, 1)
    once.among(ResourceRolled, Treated(ANA, BEN, ItemId("balm")), HealthChanged(BEN, 4, 6, Cause.REMEDY))
    missed = once.rolled(aid(remedy="balm"), 1, 1, 2).never(HealthChanged)
    missed.when(AnnounceCheck(aid(remedy="balm"))).refused(Code.ITEM_IS_EMPTY)
    hurt.rolled(aid(remedy="balm"), 6, 1, 6).rolled(aid(), 6, 1).leaves("ben", health=6)
    hurt.when(UseItem(ANA, ItemId("balm"), "rub it in", BEN)).refused(Code.NEEDS_A_ROLL)


@pytest.mark.rule("item.heal")
@pytest.mark.parametrize("power", [1, 2, 3, 4])
def test_a_remedy_heals_no_further_than_whole(power: int) -> None:
    hurt = given(hero("ana", items=[item("balm", heals=power)]), hero("ben", health=6))
    hurt.rolled(aid(remedy="balm"), 6, 1).leaves("ben", health=min(8, 6 + power))
    hurt.when(AnnounceCheck(aid("ana", "balm"))).refused(Code.NOT_HURT, "ben")


@pytest.mark.rule("item.heal")
def test_a_remedy_that_is_bound_to_an_attribute_is_used_with_that_one() -> None:
    prayer = replace(item("prayer", heals=2), attribute=Attribute.CHA)
    hurt = given(hero("ana", items=[prayer]), hero("ben", health=3))
    hurt.when(AnnounceCheck(aid(remedy="prayer"))).refused(Code.USED_WITH, "CHA")
    hurt.rolled(aid(remedy="prayer", attribute=Attribute.CHA), 6, 1).leaves("ben", health=5)


@pytest.mark.rule("item.heal")
def test_a_potion_works_without_a_roll_but_of_its_die() -> None:
    potion = item("potion", 4, 6, heals=2, unaided=True)
    hurt = given(hero("ana", health=5, items=[potion, item("rope")]), hero("ben", health=3), hero("cy"))
    drunk = hurt.when(UseItem(ANA, ItemId("potion"), "a swig", BEN), (3,))
    drunk.never(CheckRolled).among(like(ResourceRolled, face=3), HealthChanged(BEN, 3, 5, Cause.REMEDY))
    last = drunk.when(UseItem(ANA, ItemId("potion"), "the rest", ANA), (1,)).leaves("ana", health=7)
    last.when(UseItem(ANA, ItemId("potion"), "a drop", BEN)).refused(Code.ITEM_IS_EMPTY, "rope")
    hurt.when(UseItem(ANA, ItemId("potion"), "a swig")).refused(Code.NEEDS_A_PATIENT, "ana", "ben")
    hurt.when(UseItem(ANA, ItemId("potion"), "a swig", hero("cy").id)).refused(Code.NOT_HURT, "ana", "ben")
    hurt.when(AnnounceCheck(aid(remedy="potion"))).refused(Code.NOT_A_REMEDY)


@pytest.mark.rule("health.medical_care")
def test_medical_care_makes_whole_instead_of_the_rest() -> None:
    ben = hero("ben", health=0, stress=3, items=[item("lamp", 4, 12)])
    rested = given(hero("ana", health=5), ben, story=SHELTER).when(with_care())
    rested.among(CaredFor(BEN, ANA), HealthChanged(BEN, 0, 8, Cause.MEDICAL_CARE)).never(CheckRolled)
    assert [each.cause for each in rested.events if isinstance(each, HealthChanged) and each.character == BEN] == [
        Cause.MEDICAL_CARE
    ]
    rested.leaves("ben", stress=2).leaves("ana", health=6).announced(hard("ben"))
    assert rested.die("lamp", "ben") == 8


@pytest.mark.rule("health.medical_care")
def test_medical_care_comes_once_a_patient_between_two_conflicts() -> None:
    hurt = given(hero("ana"), hero("ben", health=4), hero("cy", health=2), story=SHELTER)
    cared = hurt.when(with_care()).when(Suffer(BEN, 3, "a fall"))
    assert legal(cared.game).patients == ("ana", "cy")
    cared.when(with_care()).refused(Code.ALREADY_CARED)
    cared.when(CutScene()).when(with_care(RestKind.LONG)).refused(Code.ALREADY_CARED)
    cared.when(with_care(RestKind.SCENE, "cy")).leaves("cy", health=8).leaves("ben", health=6)
    fought = cared.when(StartConflict()).when(EndConflict())
    fought.when(with_care()).leaves("ben", health=8)
    hurt.when(with_care(RestKind.SCENE, "ben", "ben")).refused(Code.ALREADY_COUNTED)


@pytest.mark.rule("health.medical_care")
def test_medical_care_takes_a_calm_scene_supplies_and_hands_that_can() -> None:
    hurt = given(hero("ana"), hero("ben", health=4), hero("cy", health=0), story=SHELTER)
    hurt.when(with_care(RestKind.PAUSE)).refused(Code.CARE_TAKES_A_SCENE, "scene", "long")
    hurt.when(Rest(RestKind.SCENE, (Care(BEN, " ", ANA),))).refused(Code.REASON_MISSING)
    hurt.when(with_care(healer="cy")).refused(Code.OUT_OF_ACTION)
    hurt.when(with_care(healer="nobody")).refused(Code.NO_SUCH_CHARACTER)
    hurt.when(StartConflict()).when(with_care()).refused(Code.NOT_IN_A_CONFLICT)
    given(hero("ana"), hero("ben", health=4)).when(with_care()).refused(Code.NO_SHELTER, "long")
    given(hero("ana", health=1), story=SHELTER).when(with_care(RestKind.SCENE, "ana")).leaves("ana", health=8)
    hurt.when(with_care(RestKind.LONG, "ben", "cy", healer=None)).leaves("ben", health=8).leaves("cy", health=8)


@pytest.mark.rule("health.lasting_wound")
def test_a_lasting_wound_stays_when_its_tier_is_left_behind() -> None:
    fallen = given(hero("ana"), hero("ben"), story=SHELTER).when(Suffer(BEN, 5, "a fall"))
    assert wounds(fallen) == ["wound-1", "wound-2"]
    rib = fallen.when(DescribeWound(BEN, WoundId("wound-1"), "a broken rib", lasting=True)).then(WoundDescribed)
    cared = rib.when(with_care()).among(WoundHealed(BEN, WoundId("wound-2"))).leaves("ben", health=8)
    (kept,) = cared.sheet("ben").wounds
    assert (kept.note, kept.tier, kept.lasting, kept.cared) == ("a broken rib", Tier.WOUNDED, True, True)
    climb = hard("ben", "FOR", hindering=(kept.id,))
    assert pool(cared.game, climb).size == pool(cared.game, replace(climb, hindering=())).size - 1 == 1


@pytest.mark.rule("health.lasting_wound")
def test_a_lasting_wound_heals_after_care_and_some_nights_of_rest() -> None:
    rib = given(hero("ana"), hero("ben", wounds=[wound("rib")]), story=SHELTER)
    rib = rib.when(DescribeWound(BEN, WoundId("rib"), "a broken rib", lasting=True))
    uncared = rib
    for _ in range(5):
        uncared = uncared.when(NIGHT)
    assert wounds(uncared) == ["rib"]
    two = uncared.when(with_care()).when(NIGHT).when(NIGHT)
    assert wounds(two) == ["rib"]
    assert wounds(two.when(HOUR)) == ["rib"]
    assert wounds(two.when(NIGHT).among(WoundHealed(BEN, WoundId("rib")))) == []
    # Care that came before the wound was called lasting has not begun to heal it.
    fallen = given(hero("ana"), hero("ben"), story=SHELTER).when(with_care()).when(Suffer(BEN, 2, "a fall"))
    late = fallen.when(DescribeWound(BEN, WoundId("wound-1"), "a bad ankle", lasting=True))
    for _ in range(4):
        late = late.when(NIGHT)
    assert wounds(late) == ["wound-1"]
    # The night of the care is the first of them.
    assert wounds(rib.when(with_care(RestKind.LONG)).when(NIGHT)) == ["rib"]
    assert wounds(rib.when(with_care(RestKind.LONG)).when(NIGHT).when(NIGHT)) == []


@pytest.mark.rule("health.lasting_wound")
def test_or_never() -> None:
    eye = given(hero("ana"), hero("ben", wounds=[wound("eye")]), story=SHELTER)
    lost = eye.when(DescribeWound(BEN, WoundId("eye"), "an eye lost", forever=True)).when(with_care())
    for _ in range(5):
        lost = lost.when(NIGHT)
    (kept,) = lost.sheet("ben").wounds
    assert (kept.lasting, kept.forever, kept.note) == (True, True, "an eye lost")


def test_a_wound_that_lasts_no_more_goes_with_its_tier() -> None:
    fallen = given(hero("ana"), hero("ben"), story=SHELTER).when(Suffer(BEN, 2, "a fall"))
    lasting = fallen.when(DescribeWound(BEN, WoundId("wound-1"), "a bad ankle", lasting=True)).when(with_care())
    assert wounds(lasting) == ["wound-1"]
    lasting.when(DescribeWound(BEN, WoundId("wound-1"), "only sprained")).then(WoundDescribed, WoundHealed)
    fallen.when(DescribeWound(BEN, WoundId("wound-1"), "a sprained ankle")).then(WoundDescribed)
    fallen.when(DescribeWound(BEN, WoundId("nose"), "a broken nose")).refused(Code.NO_SUCH_WOUND, "wound-1")
    fallen.when(DescribeWound(BEN, WoundId("wound-1"), " ")).refused(Code.REASON_MISSING)


@pytest.mark.rule("health.badly_wounded")
def test_a_badly_wounded_pc_has_no_malus_but_the_gm_may_ask_for_help() -> None:
    pair = given(hero("ana"), hero("ben", FOR=3, health=2))
    assert tier(pair.game.variant, 2) is Tier.BADLY_WOUNDED
    climb = hard("ben", "FOR", stake="climb")
    assert pool(pair.game, climb).size == 3
    alone = pair.when(RuleWithoutRoll(BEN, "climbs the wall", False, "he can hardly stand", "a hand from above"))
    alone.then(like(RuledWithoutRoll, succeeds=False, would_need="a hand from above"))
    # The ruling closes nothing: with what it asked for, the dice decide.
    helped = alone.rolled(replace(climb, advantages=(help_from("ana"),)), 6, 6, 1, 1)
    helped.among(like(CheckRolled, faces=(6, 6, 1, 1)))


@pytest.mark.rule("health.death")
def test_only_the_table_lets_a_pc_die_and_no_die_does() -> None:
    down = given(hero("ana"), hero("ben")).when(Suffer(BEN, 20, "the collapse")).leaves("ben", health=0, dead=False)
    assert legal(down.game).dying == ("ben",)
    down.when(LetDie(ANA, "a stray bullet")).refused(Code.NOT_DYING, "ben")
    down.when(LetDie(BEN, " ")).refused(Code.REASON_MISSING)
    left = down.when(LetDie(BEN, "nobody came back")).then(CharacterDied(BEN, "nobody came back"))
    left.when(LetDie(BEN, "once more")).refused(Code.DEAD)
    assert legal(left.game).dying == ()


@pytest.mark.rule("health.death")
def test_nothing_gives_the_dead_anything_back() -> None:
    gear = [item("potion", heals=4, unaided=True), item("staff", ward=2)]
    ben = replace(hero("ben", health=0, stress=3, items=[item("lamp", 4, 12)]), dead=True)
    grave = given(hero("ana", items=gear), ben, story=SHELTER)
    grave.when(AnnounceCheck(aid())).refused(Code.DEAD)
    grave.when(with_care()).refused(Code.DEAD)
    grave.when(UseItem(ANA, ItemId("potion"), "too late", BEN)).refused(Code.DEAD)
    grave.when(UseItem(ANA, ItemId("staff"), "too late", BEN)).refused(Code.DEAD)
    grave.when(MarkCharacter(BEN, MarkingEvent.SHOCK, "a ghost")).refused(Code.DEAD)
    after = (*(grave.when(Rest(kind)) for kind in RestKind), grave.when(StartConflict()).when(EndConflict()))
    assert [each.leaves("ben", health=0, stress=3, dead=True).die("lamp", "ben") for each in after] == [4] * 4
    assert legal(grave.game).patients == ("ana",)


@pytest.mark.rule("comfort")
def test_in_raw_an_ally_s_word_takes_one_stress_once_a_scene() -> None:
    tense = given(hero("ana", stress=2), hero("ben", stress=4), hero("cy"), variant=RAW)
    calmer = tense.when(Comfort(ANA, BEN)).then(Comforted(ANA, BEN), StressChanged(BEN, 4, 3, Cause.COMFORT))
    calmer.when(Comfort(ANA, BEN)).refused(Code.ALREADY_COMFORTED)
    calmer.when(Comfort(hero("cy").id, BEN)).refused(Code.ALREADY_COMFORTED)
    calmer.when(Comfort(BEN, ANA)).leaves("ana", stress=1)
    calmer.when(CutScene()).when(Comfort(ANA, BEN)).leaves("ben", stress=2)
    assert [each for each in legal(calmer.game).commands if isinstance(each, Comfort)] == [
        Comfort(BEN, ANA),
        Comfort(hero("cy").id, ANA),
    ]


@pytest.mark.rule("comfort")
def test_comfort_is_for_somebody_else_who_is_there_to_hear_it() -> None:
    tense = given(hero("ana", stress=2), broken(), hero("cy", health=0, stress=2), hero("dee"), variant=RAW)
    tense.when(Comfort(ANA, ANA)).refused(Code.HELPER_CANNOT_HELP, "dee")
    tense.when(Comfort(ANA, BEN)).refused(Code.IN_BREAKDOWN)
    tense.when(Comfort(BEN, ANA)).refused(Code.IN_BREAKDOWN)
    tense.when(Comfort(ANA, hero("cy").id)).refused(Code.OUT_OF_ACTION)
    tense.when(Comfort(ANA, hero("dee").id)).refused(Code.NOTHING_TO_COMFORT)
    given(hero("ana"), hero("ben", stress=4)).when(Comfort(ANA, BEN)).refused(Code.ONLY_IN_RAW)


@pytest.mark.rule("comfort")
def test_in_a_conflict_comfort_is_the_helper_s_action() -> None:
    after = fight(hero("ana"), hero("ben", stress=4), variant=RAW).when(Comfort(ANA, BEN))
    assert still_to_act(after.game) == (BEN,)
    after.when(Comfort(ANA, BEN)).refused(Code.HAS_ACTED)


@pytest.mark.rule("breakdown.ends")
def test_an_ally_brings_back_with_charisma_at_standard() -> None:
    lost = given(hero("ana"), broken(), hero("cy"), variant=RAW)
    back = lost.rolled(calling(), 6, 1)
    back.among(CheckSettled, BreakdownEnded(BEN), StressChanged(BEN, 6, 5, Cause.BROUGHT_BACK))
    back.leaves("ben", stress=5, breakdown=None).announced(hard("ben"))
    back.when(AnnounceCheck(calling())).refused(Code.NOT_BROKEN)
    lost.when(AnnounceCheck(calling(actor="ben"))).refused(Code.IN_BREAKDOWN)
    lost.when(AnnounceCheck(replace(calling(), attribute=Attribute.INT))).refused(Code.FIXED_TERMS, "CHA")
    fallen = given(hero("ana"), replace(broken(), health=0), variant=RAW)
    fallen.when(AnnounceCheck(calling())).refused(Code.OUT_OF_ACTION)
    assert legal(fallen.game).checks[0].aims.broken == ()
    harder = replace(calling(), difficulty=Difficulty.HARD)
    lost.when(AnnounceCheck(harder)).refused(Code.FIXED_TERMS, "CHA")


@pytest.mark.rule("breakdown.ends")
def test_allies_may_try_again_with_another_action() -> None:
    lost = given(hero("ana"), broken(), hero("cy"), variant=RAW)
    missed = lost.rolled(calling(), 1, 1).when(AcceptOutcome()).never(BreakdownEnded).leaves("ben", stress=6)
    missed.rolled(calling(), 6, 1).leaves("ben", stress=5)
    missed.rolled(calling(actor="cy"), 6, 1).leaves("ben", stress=5)
    turn = fight(hero("ana"), broken(), hero("cy"), variant=RAW).rolled(calling(), 1, 1).never(BreachOpened)
    turn.when(AnnounceCheck(calling())).refused(Code.HAS_ACTED)
    turn.rolled(calling(actor="cy"), 6, 1).leaves("ben", breakdown=None)


@pytest.mark.rule("breakdown.at_six")
def test_who_breaks_down_does_nothing_but_get_out_of_the_way() -> None:
    lamp = item("lamp", 6)
    lost = given(hero("ana", stress=2), replace(broken(), items=(lamp,)), variant=RAW)
    lost.when(UseItem(BEN, ItemId("lamp"), "light")).refused(Code.IN_BREAKDOWN)
    lost.when(RuleWithoutRoll(BEN, "walks home", True, "it is not far")).refused(Code.IN_BREAKDOWN)
    lost.when(AnnounceCheck(hard("ana", advantages=(help_from("ben"),)))).refused(Code.HELPER_CANNOT_HELP)
    fall = FaceDanger(DANGERS[1], (BEN,), "the floor gives")
    # The malus of Stress holds for this roll, so one die of two.
    lost.when(fall).when(RollCheck(), (6,)).leaves("ben", health=6)
