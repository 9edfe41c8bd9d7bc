"""Every refusal, each provoked once; a refusal changes nothing and says its sentence."""

from dataclasses import replace

import pytest

from engine.core.check import Advantage, AdvantageKind, ComplicationKind
from engine.core.commands import (
    AddAdvantage,
    AnnounceCheck,
    AnnounceEach,
    Command,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    GrantInspiration,
    LeaveStory,
    Reroll,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    StartConflict,
    Suffer,
    WithdrawCheck,
)
from engine.core.sheet import Breakdown, CharacterId, ItemId, SpecialtyId, Variant, WoundId
from engine.core.state import RestKind
from engine.ruling import Code, Refused
from engine.story import ClockId, FactId, SceneId
from tests.engine.provoked import Provoked, announced, asked
from tests.engine.provoked.conflicts import CONFLICTS
from tests.engine.provoked.foes import FOES
from tests.engine.provoked.outside import OUTSIDE
from tests.engine.provoked.sheets import SHEETS
from tests.scenes import (
    NOISE,
    begun,
    bring,
    conflict,
    fact,
    given,
    hard,
    help_from,
    hero,
    idea,
    item,
    standard,
    story,
    tool,
    worn,
)

HERO = hero().id
LETTER = FactId("letter")
LOCKED = story(fact("letter", essential=True))
OPEN = story(fact("letter"))

GEARED = given(hero(items=[item("lamp", 0, 8), item("rope"), item("gift", innate=True)]))
PAIR = given(hero(specialties={"locks": "DEX"}), hero("friend", DEX=4))

PROVOKED: Provoked = {
    **SHEETS,
    **CONFLICTS,
    **FOES,
    **OUTSIDE,
    Code.NO_SUCH_CHARACTER: announced(given(), actor="nobody"),
    Code.NOBODY_TO_PLAY: begun,
    Code.BAD_CHARACTER: lambda: begun(hero(INT=5)),
    Code.BAD_STORY: lambda: begun(hero(), story=replace(story(), start=SceneId("moon"))),
    Code.STORY_IS_OVER: lambda: given().when(LeaveStory()).when(StartConflict()),
    Code.CHECK_IS_PENDING: lambda: given().announced(hard()).when(StartConflict()),
    Code.NO_CHECK_ANNOUNCED: asked(given(), WithdrawCheck()),
    Code.NOT_ROLLED_YET: lambda: given().announced(hard()).when(Reroll(), dice=(6, 6)),
    Code.ALREADY_ROLLED: lambda: given(hero(stress=2)).rolled(hard(), 6, 1).when(AddAdvantage(idea())),
    Code.OUT_OF_ACTION: announced(given(hero(health=0))),
    Code.IN_BREAKDOWN: announced(given(hero(stress=6, breakdown=Breakdown.FLIGHT), variant=Variant.RAW)),
    Code.NO_SUCH_SPECIALTY: announced(given(), specialty="locks"),
    Code.WRONG_ATTRIBUTE: announced(PAIR, specialty="locks"),
    Code.SPECIALTY_REQUIRED: announced(PAIR, requires=SpecialtyId("medicine")),
    Code.NO_SUCH_ITEM: announced(GEARED, items=(ItemId("sword"),)),
    Code.ITEM_IS_EMPTY: announced(GEARED, items=(ItemId("lamp"),)),
    Code.ITEM_DOES_NOT_HELP: announced(GEARED, advantages=(tool("rope"),)),
    Code.NO_SUCH_WOUND: announced(given(), hindering=(WoundId("hand"),)),
    Code.BAD_DISADVANTAGE: announced(given(), disadvantage=4, disadvantage_reason="smoke"),
    Code.REASON_MISSING: announced(given(), risk=""),
    Code.ALREADY_COUNTED: announced(given(), advantages=(idea(), idea())),
    Code.ONE_ADVANTAGE: announced(GEARED, advantages=(replace(tool("rope"), helper=HERO),)),
    Code.HELPER_CANNOT_HELP: announced(given(), advantages=(help_from("hero"),)),
    Code.MOST_ABLE_ROLLS: announced(PAIR, attribute="DEX", together=True),
    Code.EACH_FOR_ONESELF: asked(PAIR, AnnounceEach((hard(),))),
    Code.STAKE_IS_CLOSED: announced(given(tried=("get in",))),
    Code.STAKES_MISSING: announced(given(), on_failure=None),
    Code.STANDARD_HAS_NO_PARTIAL: asked(given(), AnnounceCheck(standard(on_partial=NOISE))),
    Code.BREACH_NEEDS_CONFLICT: announced(given(), on_failure=bring(ComplicationKind.BREACH)),
    Code.INCOMPLETE_NEEDS_PARTIAL: announced(given(), on_failure=bring(ComplicationKind.INCOMPLETE)),
    Code.NOTHING_TO_WEAR: announced(GEARED, on_partial=worn("lamp")),
    Code.CANNOT_BE_LOST: announced(GEARED, on_partial=bring(ComplicationKind.GEAR_LOST, item=ItemId("gift"))),
    Code.CLUE_IS_ESSENTIAL: announced(given(story=LOCKED), gain=LETTER),
    Code.CLUE_CAN_BE_MISSED: announced(given(story=OPEN), clue=LETTER),
    Code.NO_SUCH_FACT: announced(given(), gain=LETTER),
    Code.FACT_IS_NOT_READY: announced(given(story=LOCKED, known=["letter"]), clue=LETTER),
    Code.NO_SUCH_CLOCK: announced(given(), on_failure=replace(NOISE, clock=ClockId("tide"))),
    Code.REROLL_NOT_IN_CONFLICT: lambda: conflict(hero(stress=2)).rolled(hard(), 6, 1).when(Reroll(), dice=(6, 6)),
    Code.REROLL_NEVER_COUP: lambda: (
        given(hero(stress=6)).rolled(hard(), 6, 1, 1, 1, 1, coup=True).when(Reroll(), dice=(6,) * 5)
    ),
    Code.REROLL_NEEDS_STRESS: lambda: given().rolled(hard(), 6, 1).when(Reroll(), dice=(6, 6)),
    Code.NO_INSPIRATION: lambda: given(hero(stress=2)).rolled(hard(), 6, 1).when(Reroll(True), dice=(6, 6)),
    Code.HAS_INSPIRATION: asked(given(hero(inspiration=True)), GrantInspiration(HERO, "well said")),
    Code.COUP_NOT_READY: lambda: given(hero(stress=5)).announced(hard()).when(RollCheck(coup=True)),
    Code.BREAKDOWN_NOT_OPEN: asked(given(), DescribeBreakdown(HERO, Breakdown.SCREAMS)),
    Code.NO_SUCH_EXIT: asked(given(), EnterScene(SceneId("moon"))),
    Code.EXIT_IS_CLOSED: asked(given(), EnterScene(SceneId("vault"))),
    Code.NO_SHELTER: asked(given(), Rest(RestKind.PAUSE)),
    Code.ONE_PAUSE: asked(given(story=story(start="cellar"), paused=True), Rest(RestKind.PAUSE)),
    Code.ALREADY_IN_CONFLICT: asked(conflict(), StartConflict()),
    Code.NOT_IN_A_CONFLICT: asked(conflict(), Rest(RestKind.LONG)),
    Code.NOT_IN_CONFLICT: asked(given(), EndConflict()),
    Code.BAD_AMOUNT: asked(given(), Suffer(HERO, 0, "nothing")),
    Code.FACES_MISSING: lambda: given().announced(hard()).when(RollCheck(), dice=(6,)),
    Code.FACES_LEFT: lambda: given().announced(hard()).when(RollCheck(), dice=(6, 6, 6)),
    Code.BAD_FACE: lambda: given().announced(hard()).when(RollCheck(), dice=(6, 7)),
}


@pytest.mark.parametrize("code", list(Code), ids=lambda each: each.name)
def test_every_refusal_is_provoked_and_says_what_about(code: Code) -> None:
    assert code in PROVOKED, f"no scene provokes {code.name}"
    stage = PROVOKED[code]().refused(code)
    assert isinstance(stage.answer, Refused)
    # `format` would have raised on a slot that nobody filled; one filled with nothing would leave two spaces.
    assert "  " not in stage.answer.sentence
    assert stage.answer.sentence.startswith(code.value.split("{")[0])


def test_a_sentence_ends_with_what_would_work() -> None:
    there = Refused(Code.NO_SUCH_EXIT, (("scene", "moon"),), ("cellar", "vault"))
    assert there.sentence == "One cannot go to moon from here. What would work: cellar, vault."
    assert Refused(Code.NO_SUCH_EXIT, (("scene", "moon"),)).sentence == "One cannot go to moon from here."


@pytest.mark.parametrize(
    ("code", "options"),
    {
        Code.NO_SUCH_ITEM: ("rope", "gift"),
        Code.AVOIDED_WITH: ("DEX",),
        Code.NOT_A_WEAPON: ("bomb",),
        Code.NOT_A_REMEDY: ("kit",),
        Code.NEEDS_A_ROLL: ("rope", "potion", "bomb", "orb"),
        Code.AGAINST_ITS_THREAT: ("2",),
        Code.HAS_ACTED: ("friend",),
        Code.ENGAGER_ACTS_FIRST: ("hero",),
        Code.CANNOT_INTERPOSE: ("friend",),
        Code.NOT_IDLE: ("friend",),
        Code.ADVERSARY_IS_OUT: ("wolf",),
        Code.ADVERSARIES_STAND: ("flight", "capture", "surrender", "truce"),
        Code.SETBACK_LACKS: ("guard",),
        Code.BOSS_IS_NOT_HELD: ("guard",),
        Code.NO_SUCH_MANIFESTATION: ("surge", "mud"),
        Code.ONCE_A_TURN: ("mud",),
        Code.ALREADY_SEEN: ("friend",),
        Code.NOT_IN_THE_CONTEST: ("hero", "friend"),
        Code.TWO_PCS: ("hero", "friend"),
        Code.CARE_TAKES_A_SCENE: ("scene", "long"),
    }.items(),
    ids=lambda each: each.name if isinstance(each, Code) else "",
)
def test_where_a_choice_is_refused_the_others_are_listed(code: Code, options: tuple[str, ...]) -> None:
    PROVOKED[code]().refused(code, *options)


def test_a_secret_is_never_what_would_work() -> None:
    for code in (Code.LEVER_IS_NOT_NEXT, Code.NO_SUCH_FLAW, Code.FACT_IS_NOT_READY):
        answer = PROVOKED[code]().answer
        assert isinstance(answer, Refused)
        assert answer.would_work == ()


def test_who_cannot_act_is_no_help_and_nobody_helps_oneself() -> None:
    stage = given(hero(), hero("down", health=0), hero("friend"))
    for wrong in ("hero", "down", "nobody"):
        stage.when(AnnounceCheck(hard(advantages=(help_from(wrong),)))).refused(Code.HELPER_CANNOT_HELP, "friend")


def test_one_advantage_is_one_thing_a_tool_or_a_helper() -> None:
    pair = given(hero(items=[item("picks", helps=True)]), hero("friend"))
    both = Advantage(AdvantageKind.TOOL, "her picks", item=ItemId("picks"), helper=CharacterId("friend"))
    # Or the same picks would count once alone and once more with her.
    pair.when(AnnounceCheck(hard(advantages=(tool("picks"), both)))).refused(Code.ONE_ADVANTAGE, "picks", "friend")
    helped = replace(both, kind=AdvantageKind.HELP)
    pair.when(AnnounceCheck(hard(advantages=(helped,)))).refused(Code.ONE_ADVANTAGE)
    idea_of_hers = Advantage(AdvantageKind.IDEA, "her idea", helper=CharacterId("friend"))
    pair.when(AnnounceCheck(hard(advantages=(idea_of_hers,)))).refused(Code.HELPER_CANNOT_HELP, "help")
    bare = Advantage(AdvantageKind.TOOL, "some tool")
    pair.when(AnnounceCheck(hard(advantages=(bare,)))).refused(Code.ITEM_UNNAMED, "picks")


@pytest.mark.parametrize(
    "command",
    [
        AnnounceCheck(hard(stake=" ")),
        AnnounceCheck(hard(action="")),
        RuleWithoutRoll(HERO, " ", True, "why"),
        RuleWithoutRoll(HERO, "acts", True, " "),
        RuleWithoutRoll(HERO, "acts", False, "why", " "),
    ],
)
def test_words_that_matter_are_never_blank(command: Command) -> None:
    given().when(command).refused(Code.REASON_MISSING)


def test_no_two_on_a_sheet_or_at_a_table_share_a_name() -> None:
    skilled = hero(specialties={"locks": "DEX"})
    for cast in (
        (hero(), hero()),
        (hero(items=[item("deck"), item("deck")]),),
        (replace(skilled, specialties=skilled.specialties * 2),),
    ):
        begun(*cast).refused(Code.BAD_CHARACTER)


def test_a_new_game_has_no_wound_whose_name_could_come_again() -> None:
    hurt = begun(replace(hero(), wounds=given().when(Suffer(HERO, 3, "x")).sheet().wounds)).leaves(wounds=(), health=8)
    wounds = hurt.when(Suffer(HERO, 5, "a fall")).sheet().wounds
    assert len({each.id for each in wounds}) == 2
