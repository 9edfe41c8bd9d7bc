"""Chapter 2, the check: its pool, its difficulty, its three outcomes, and who may try what."""

import pytest

from engine.core.check import Advantage, AdvantageKind, Check, Difficulty, Outcome, StakeId
from engine.core.commands import (
    AddAdvantage,
    AnnounceCheck,
    AnnounceEach,
    EnterScene,
    Reroll,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    WithdrawCheck,
)
from engine.core.events import (
    AdvantageAdded,
    CheckAnnounced,
    CheckSettled,
    CheckWithdrawn,
    ComplicationHappened,
    FactEstablished,
    RuledWithoutRoll,
    SceneEntered,
)
from engine.core.legal import legal
from engine.core.rules.checks import PoolLine, Source, pool
from engine.core.sheet import Attribute, SpecialtyId, Variant, WoundId
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import Condition, FactId, SceneId
from tests.scenes import (
    NOISE,
    WORSE,
    Stage,
    begun,
    check,
    conflict,
    fact,
    feat,
    given,
    hard,
    help_from,
    hero,
    idea,
    item,
    like,
    rolled,
    standard,
    story,
    tool,
    wound,
)

CLIMB = StakeId("climb the wall")


def size(stage: Stage, wanted: Check, coup: bool = False) -> int:
    return pool(stage.game, wanted, coup).size


@pytest.mark.rule("check.attributes")
@pytest.mark.parametrize("attribute", list(Attribute))
def test_each_of_the_six_attributes_gives_a_die_a_point(attribute: Attribute) -> None:
    for value in (1, 2, 3, 4):
        others = {each.name: 5 - value for each in Attribute}
        who = hero(**(others | {attribute.name: value}))
        begun(who).announced(standard(attribute=attribute)).when(RollCheck(), dice=(6,) * value).among(
            rolled(Outcome.SUCCESS, value, dice=value)
        )


@pytest.mark.rule("check.attributes")
@pytest.mark.parametrize("value", [0, 5, -1])
@pytest.mark.parametrize("attribute", list(Attribute))
def test_no_attribute_stands_outside_1_to_4(attribute: Attribute, value: int) -> None:
    begun(hero(**{attribute.name: value})).refused(Code.BAD_CHARACTER)


@pytest.mark.rule("check.specialty")
def test_a_specialty_adds_two_dice_on_the_attribute_of_the_sheet() -> None:
    # Aldric fences by strength, whatever the book's table of examples says.
    aldric = given(hero(FOR=3, DEX=3, specialties={"fencing": "FOR"}))
    assert size(aldric, hard(attribute="FOR")) == 3
    assert size(aldric, hard(attribute="FOR", specialty="fencing")) == 5
    aldric.when(AnnounceCheck(hard(attribute="DEX", specialty="fencing"))).refused(Code.WRONG_ATTRIBUTE, Attribute.FOR)


@pytest.mark.rule("check.specialty")
def test_only_a_specialty_on_the_sheet_counts() -> None:
    walt = given(hero(specialties={"tracking": "PER", "riding": "DEX"}))
    walt.when(AnnounceCheck(hard(specialty="hacking"))).refused(Code.NO_SUCH_SPECIALTY, "tracking", "riding")


@pytest.mark.rule("check.success_die")
@pytest.mark.parametrize(("face", "successes"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
def test_a_5_or_a_6_is_one_success(face: int, successes: int) -> None:
    outcome = Outcome.SUCCESS if successes else Outcome.FAILURE
    given(hero(INT=1)).rolled(standard(), face).among(rolled(outcome, successes))


@pytest.mark.rule("check.difficulty")
def test_standard_hard_and_feat_need_one_two_and_three() -> None:
    four = given(hero(INT=4))
    for wanted, successes in ((standard(), 1), (hard(), 2), (feat(), 3)):
        enough = (6,) * successes + (1,) * (4 - successes)
        short = (6,) * (successes - 1) + (1,) * (5 - successes)
        four.rolled(wanted, *enough).among(rolled(Outcome.SUCCESS, successes))
        outcome = Outcome.FAILURE if successes == 1 else Outcome.PARTIAL
        four.rolled(wanted, *short).among(rolled(outcome, successes - 1))


@pytest.mark.rule("check.success")
@pytest.mark.parametrize("faces", [(6, 5, 1, 1), (6, 5, 5, 1), (6, 6, 6, 6)])
def test_a_success_brings_no_complication(faces: tuple[int, ...]) -> None:
    after = given(hero(INT=4), story=story(fact("inside"))).rolled(hard(gain=FactId("inside")), *faces)
    after.then(
        rolled(Outcome.SUCCESS, dice=4),
        like(CheckSettled, outcome=Outcome.SUCCESS),
        FactEstablished(FactId("inside")),
    )


@pytest.mark.rule("check.partial")
@pytest.mark.parametrize(("difficulty", "faces"), [(Difficulty.HARD, (6, 1, 1, 1)), (Difficulty.FEAT, (6, 6, 1, 1))])
def test_one_short_is_a_partial_it_works_with_the_complication(difficulty: Difficulty, faces: tuple[int, ...]) -> None:
    wanted = check(difficulty_=difficulty, gain=FactId("inside"))
    conflict(hero(INT=4), story=story(fact("inside"))).rolled(wanted, *faces).then(
        rolled(Outcome.PARTIAL),
        like(CheckSettled, outcome=Outcome.PARTIAL),
        ComplicationHappened(wanted.actor, NOISE),
        FactEstablished(FactId("inside")),
    )


@pytest.mark.rule("check.partial")
def test_standard_has_no_partial() -> None:
    given(hero(INT=4)).rolled(standard(), 4, 4, 4, 4).among(rolled(Outcome.FAILURE, 0))
    given().when(AnnounceCheck(standard(on_partial=NOISE))).refused(Code.STANDARD_HAS_NO_PARTIAL)


@pytest.mark.rule("check.failure")
@pytest.mark.parametrize(
    ("difficulty", "faces"),
    [
        (Difficulty.STANDARD, (4, 4, 4, 4)),
        (Difficulty.HARD, (4, 4, 4, 4)),
        (Difficulty.FEAT, (6, 4, 4, 4)),
        (Difficulty.FEAT, (4, 4, 4, 4)),
    ],
)
def test_no_success_or_two_short_fails_and_makes_things_worse(difficulty: Difficulty, faces: tuple[int, ...]) -> None:
    wanted = check(difficulty_=difficulty, gain=FactId("inside"))
    conflict(hero(INT=4), story=story(fact("inside"))).rolled(wanted, *faces).then(
        rolled(Outcome.FAILURE),
        like(CheckSettled, outcome=Outcome.FAILURE),
        ComplicationHappened(wanted.actor, WORSE),
    )


@pytest.mark.rule("check.no_roll")
def test_the_easy_succeeds_without_a_die() -> None:
    easy = RuleWithoutRoll(hero().id, "pushes the door", True, "it is open", gain=FactId("inside"))
    given(story=story(fact("inside"))).when(easy).then(
        RuledWithoutRoll(hero().id, "pushes the door", True, "it is open"), FactEstablished(FactId("inside"))
    )


@pytest.mark.rule("check.no_roll")
def test_the_impossible_fails_without_a_die_and_says_what_it_would_need() -> None:
    lift = RuleWithoutRoll(hero().id, "lifts two tons", False, "nobody can", would_need="an exoskeleton")
    given().when(lift).then(RuledWithoutRoll(hero().id, "lifts two tons", False, "nobody can", "an exoskeleton"))
    bare = RuleWithoutRoll(hero().id, "lifts two tons", False, "nobody can")
    given().when(bare).refused(Code.REASON_MISSING)


@pytest.mark.rule("check.expert")
def test_an_expert_with_tools_and_time_may_be_spared_the_roll_but_never_is_by_itself() -> None:
    doctor = hero(INT=4, specialties={"medicine": "INT"}, items=[item("kit", helps=True)])
    ruling = RuleWithoutRoll(doctor.id, "sets the bone", True, "a doctor, a kit, an hour")
    given(doctor).when(ruling).then(RuledWithoutRoll)
    # The same action announced as a check stays one: the exception is the GM's to make.
    given(doctor).rolled(standard(specialty="medicine", advantages=(tool("kit"),)), 1, 1, 1, 1, 1, 1, 1).among(
        rolled(Outcome.FAILURE, dice=7)
    )


@pytest.mark.rule("check.announce")
def test_nothing_rolls_before_difficulty_and_risk_are_announced() -> None:
    given().when(RollCheck(), dice=(6, 6)).refused(Code.NO_CHECK_ANNOUNCED)
    given().when(AnnounceCheck(hard(risk=" "))).refused(Code.REASON_MISSING)
    given().when(AnnounceCheck(hard())).then(CheckAnnounced(hard()))


@pytest.mark.rule("check.announce")
def test_stepping_back_costs_nothing() -> None:
    before = given(hero(stress=3, items=[item("rope", 8)]))
    after = before.announced(hard()).when(WithdrawCheck()).then(CheckWithdrawn(hero().id))
    assert after.game == before.game
    after.announced(hard())
    before.rolled(hard(), 1, 1).when(WithdrawCheck()).refused(Code.ALREADY_ROLLED)


@pytest.mark.rule("check.one_stake")
@pytest.mark.parametrize("again", ["Climb", "climb ", "climb\u200b", "CLIMB!"])
def test_the_same_stake_in_other_letters_is_the_same(again: str) -> None:
    given(tried=("climb",)).when(AnnounceCheck(hard(stake=again))).refused(Code.STAKE_IS_CLOSED)


@pytest.mark.rule("check.advantage")
def test_the_same_reason_in_other_letters_is_one_advantage() -> None:
    reasons = tuple(Advantage(AdvantageKind.IDEA, each) for each in ("Over there", "over there."))
    given().when(AnnounceCheck(hard(advantages=reasons))).refused(Code.ALREADY_COUNTED)


@pytest.mark.rule("check.one_stake")
def test_the_same_stake_waits_for_the_situation_to_change() -> None:
    tried = conflict(story=story(fact("rope"))).rolled(hard(stake="climb"), 1, 1)
    tried.when(AnnounceCheck(hard(attribute="FOR", stake="climb"))).refused(Code.STAKE_IS_CLOSED)
    tried.announced(hard(stake="another way"))
    learnt = RuleWithoutRoll(hero().id, "looks around", True, "it lies there", gain=FactId("rope"))
    tried.when(learnt).announced(hard(stake="climb"))


@pytest.mark.rule("check.one_stake")
def test_what_an_outcome_brings_does_not_reopen_its_own_stake() -> None:
    known = story(fact("trace", essential=True), fact("echo", when=Condition(facts=(FactId("trace"),))))
    failed = given(story=known, tried=("another way",)).rolled(standard(stake="search", clue=FactId("trace")), 1, 1)
    failed.among(FactEstablished(FactId("trace")), FactEstablished(FactId("echo")))
    failed.when(AnnounceCheck(standard(stake="search"))).refused(Code.STAKE_IS_CLOSED)
    failed.announced(standard(stake="another way"))


@pytest.mark.rule("check.one_stake")
def test_a_success_closes_its_stake_too() -> None:
    given().rolled(standard(stake="climb"), 6, 6).when(AnnounceCheck(hard(stake="climb"))).refused(Code.STAKE_IS_CLOSED)


@pytest.mark.rule("check.one_stake")
def test_an_hour_or_a_night_reopens_a_stake_some_minutes_do_not() -> None:
    tried = given(hero(stress=3), story=story(start="cellar"), tried=(CLIMB,))
    tried.when(Rest(RestKind.PAUSE)).when(AnnounceCheck(hard(stake=CLIMB))).refused(Code.STAKE_IS_CLOSED)
    tried.when(EnterScene(SceneId("street"))).when(AnnounceCheck(hard(stake=CLIMB))).refused(Code.STAKE_IS_CLOSED)
    tried.when(Rest(RestKind.SCENE)).announced(hard(stake=CLIMB))
    tried.when(Rest(RestKind.LONG)).among(SceneEntered).announced(hard(stake=CLIMB))


@pytest.mark.rule("check.advantage")
def test_each_real_advantage_adds_a_die() -> None:
    pair = given(hero(INT=2, items=[item("picks", helps=True)]), hero("friend"))
    assert [size(pair, hard(advantages=(idea(), tool("picks"), help_from("friend"))[:n])) for n in range(4)] == [
        2,
        3,
        4,
        5,
    ]
    after = pair.announced(hard()).when(AddAdvantage(idea())).then(AdvantageAdded(idea()))
    after.when(RollCheck(), dice=(6, 6, 6)).among(rolled(Outcome.SUCCESS, dice=3))


@pytest.mark.rule("check.advantage")
def test_an_advantage_needs_a_reason_and_counts_once() -> None:
    pair = given(hero(items=[item("picks", helps=True)]), hero("friend"))
    pair.announced(hard()).when(AddAdvantage(idea(" "))).refused(Code.REASON_MISSING)
    for once in (idea(), tool("picks"), help_from("friend")):
        pair.announced(hard(advantages=(once,))).when(AddAdvantage(once)).refused(Code.ALREADY_COUNTED)


@pytest.mark.rule("check.bonus_cap")
def test_bonuses_together_give_three_dice_and_what_is_over_is_lost() -> None:
    stage = given(hero(INT=2, specialties={"locks": "INT"}))
    wanted = hard(specialty="locks", advantages=(idea("plans"), idea("a lull"), idea("a spare key")))
    assert pool(stage.game, wanted).lines == (
        PoolLine(Source.ATTRIBUTE, 2, "INT"),
        PoolLine(Source.SPECIALTY, 2, "locks"),
        PoolLine(Source.ADVANTAGE, 1, "plans"),
        PoolLine(Source.ADVANTAGE, 1, "a lull"),
        PoolLine(Source.ADVANTAGE, 1, "a spare key"),
        PoolLine(Source.CAP, -2),
    )
    stage.rolled(wanted, 6, 6, 6, 6, 6).among(rolled(Outcome.SUCCESS, dice=5))


@pytest.mark.rule("check.bonus_cap")
def test_a_bonus_over_the_cap_does_not_make_up_for_a_penalty() -> None:
    stage = given(hero(INT=2, specialties={"locks": "INT"}))
    dark = {"disadvantage": 2, "disadvantage_reason": "darkness"}
    wanted = hard(specialty="locks", advantages=(idea("a"), idea("b"), idea("c")), **dark)
    assert size(stage, wanted) == 2 + 3 - 2


@pytest.mark.rule("check.harder")
@pytest.mark.parametrize(
    ("announced", "needed"),
    [
        (Difficulty.STANDARD, Difficulty.HARD),
        (Difficulty.HARD, Difficulty.FEAT),
        (Difficulty.FEAT, Difficulty.FEAT),
    ],
)
def test_a_more_complex_action_stands_one_step_higher_never_above_feat(
    announced: Difficulty, needed: Difficulty
) -> None:
    stage = given(hero(INT=4))
    wanted = check(difficulty_=announced, harder="in the wind")
    assert size(stage, wanted) == 4
    stage.rolled(wanted, *(6,) * needed, *(1,) * (4 - needed)).among(rolled(Outcome.SUCCESS))
    stage.rolled(wanted, *(6,) * (needed - 1), *(1,) * (5 - needed)).among(rolled(Outcome.PARTIAL))


@pytest.mark.rule("check.harder")
def test_a_harder_standard_check_has_a_partial_and_needs_its_complication() -> None:
    given().when(AnnounceCheck(standard(harder="in the wind", on_partial=None))).refused(Code.STAKES_MISSING)


@pytest.mark.rule("check.disadvantage")
def test_a_hindering_situation_takes_one_to_three_dice() -> None:
    stage = given(hero(INT=4))
    sizes = [size(stage, hard(disadvantage=n, disadvantage_reason="smoke")) for n in (0, 1, 2, 3)]
    assert sizes == [4, 3, 2, 1]
    for wrong in (-1, 4):
        hindered = hard(disadvantage=wrong, disadvantage_reason="smoke")
        stage.when(AnnounceCheck(hindered)).refused(Code.BAD_DISADVANTAGE)
    stage.when(AnnounceCheck(hard(disadvantage=1))).refused(Code.REASON_MISSING)


@pytest.mark.rule("check.wound_malus")
def test_a_wound_counts_only_where_it_hampers_and_wounds_add_up() -> None:
    hurt = given(hero(INT=4, wounds=[wound("ankle"), wound("hand"), wound("ribs")]))
    assert size(hurt, hard()) == 4
    assert size(hurt, hard(hindering=(WoundId("hand"),))) == 3
    assert size(hurt, hard(hindering=(WoundId("hand"), WoundId("ribs")))) == 2
    unknown, twice = (tuple(map(WoundId, each)) for each in (("neck",), ("hand", "hand")))
    hurt.when(AnnounceCheck(hard(hindering=unknown))).refused(Code.NO_SUCH_WOUND, "ankle", "hand", "ribs")
    hurt.when(AnnounceCheck(hard(hindering=twice))).refused(Code.ALREADY_COUNTED)


@pytest.mark.rule("check.min_pool")
def test_a_pool_of_nothing_still_rolls_one_die() -> None:
    worn = hero(INT=1, stress=4, wounds=[wound("hand"), wound("ribs")])
    terms = standard(disadvantage=3, disadvantage_reason="pitch dark", hindering=(WoundId("hand"), WoundId("ribs")))
    stage = given(worn, variant=Variant.RAW)
    assert pool(stage.game, terms).lines[-1] == PoolLine(Source.MINIMUM, 6)
    stage.rolled(terms, 6).among(rolled(Outcome.SUCCESS, dice=1))


@pytest.mark.rule("check.requires_specialty")
def test_an_operation_needs_the_specialty_first_aid_does_not() -> None:
    pair = given(hero(INT=4), hero("doctor", specialties={"medicine": "INT"}))
    operation = hard(requires=SpecialtyId("medicine"))
    pair.when(AnnounceCheck(operation)).refused(Code.SPECIALTY_REQUIRED, "doctor")
    pair.announced(hard("doctor", requires=SpecialtyId("medicine")))
    pair.announced(hard())


@pytest.mark.rule("check.together")
def test_the_most_able_rolls_for_all_with_help_inside_the_cap() -> None:
    able = hero("able", DEX=3, specialties={"stealth": "DEX"}, stress=2)
    cast = (able, hero("quick", DEX=4, stress=2), hero("third", stress=2), hero("fourth", stress=2))
    group = given(*cast)
    terms = {"attribute": "DEX", "specialty": "stealth", "together": True}
    group.when(AnnounceCheck(hard("quick", attribute="DEX", together=True))).then(CheckAnnounced)
    group.when(AnnounceCheck(hard("third", attribute="DEX", together=True))).refused(Code.MOST_ABLE_ROLLS, "quick")
    # A specialty is worth two points of the attribute, and of two who are as able either rolls.
    even = given(hero(specialties={"locks": "DEX"}), hero("quick", DEX=4))
    even.when(AnnounceCheck(hard(attribute="DEX", specialty="locks", together=True))).then(CheckAnnounced)
    helped = hard("able", advantages=(help_from("quick"), help_from("third"), help_from("fourth")), **terms)
    # 3 + 2 for stealth beats 4; three helpers would be +5, and the cap leaves +3.
    after = group.rolled(helped, 6, 1, 1, 1, 1, 1).among(rolled(Outcome.PARTIAL, dice=6))
    rerolled = after.when(Reroll(), dice=(6, 1, 1, 1, 1, 1))
    rerolled.leaves("able", stress=1)
    for spared in ("quick", "third", "fourth"):
        rerolled.leaves(spared, stress=2)


@pytest.mark.rule("check.each")
def test_where_each_risks_for_oneself_each_rolls() -> None:
    three = given(hero("ana", CON=1), hero("ben", CON=2), hero("cy", CON=3))
    cold = tuple(standard(who, "CON", stake="the cold") for who in ("ana", "ben", "cy"))
    stage = three.when(AnnounceEach(cold)).then(CheckAnnounced(cold[0], cold[1:]))
    for faces, outcome in (((6,), Outcome.SUCCESS), ((5, 1), Outcome.SUCCESS), ((6, 1, 1), Outcome.SUCCESS)):
        stage = stage.when(RollCheck(), faces).among(rolled(outcome, dice=len(faces)), CheckSettled)
    assert stage.game.pending is None
    stage.when(AnnounceCheck(standard("ana", "CON", stake="the cold"))).refused(Code.STAKE_IS_CLOSED)


@pytest.mark.rule("check.each")
def test_each_means_two_or_more_once_each_on_one_stake() -> None:
    pair = given(hero("ana"), hero("ben"))
    for wrong in (
        (standard("ana"),),
        (standard("ana"), standard("ana")),
        (standard("ana", stake="fall"), standard("ben", stake="cold")),
        (standard("ana", together=True), standard("ben")),
        (),
    ):
        pair.when(AnnounceEach(wrong)).refused(Code.EACH_FOR_ONESELF)
    broken = (standard("ana"), standard("nobody"))
    pair.when(AnnounceEach(broken)).refused(Code.NO_SUCH_CHARACTER, "ana", "ben")


@pytest.mark.rule("check.each")
def test_one_who_steps_back_leaves_the_others_their_own_roll() -> None:
    pair = given(hero("ana"), hero("ben"))
    both = AnnounceEach((standard("ana"), standard("ben")))
    pair.when(both).when(WithdrawCheck()).when(RollCheck(), dice=(6, 1)).among(rolled(Outcome.SUCCESS))


def test_words_may_begin_with_a_sign() -> None:
    given().announced(hard(action="« opens » the door", risk="(noise)", stake="#1"))
    for blank in ("«»", "—", "?"):
        given().when(AnnounceCheck(hard(action=blank))).refused(Code.REASON_MISSING)


def test_a_tool_that_asks_for_an_attribute_helps_no_other_even_when_it_is_added_later() -> None:
    staff = item("staff", helps=True, attribute=Attribute.INT)
    stage = given(hero(items=[staff], INT=3, DEX=3))
    stage.announced(hard()).when(AddAdvantage(tool("staff"))).then(AdvantageAdded)
    stage.announced(hard(attribute="DEX")).when(AddAdvantage(tool("staff"))).refused(Code.USED_WITH, "INT")
    assert legal(stage.announced(hard(attribute="DEX")).game).advantages.tools == ()
