"""PC against PC (CORE ch. 5, Opposition entre PJ)."""

from dataclasses import replace

import pytest

from engine.core.check import ComplicationKind, Contest, Effort
from engine.core.commands import (
    AnnounceContest,
    EndTurn,
    LetDie,
    Reroll,
    RollCheck,
    RollContest,
    StartConflict,
    Wait,
    Yield,
)
from engine.core.events import (
    BlowLanded,
    BreachOpened,
    Cause,
    CharacterDied,
    ComplicationHappened,
    ContestAnnounced,
    ContestRolled,
    ContestYielded,
    HealthChanged,
    ResourceRolled,
    StressChanged,
)
from engine.core.legal import legal
from engine.core.rules.awaiting import Decision, awaited
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, CharacterId, ItemId, Variant
from engine.core.state import Side, Trouble
from engine.ruling import Code
from tests.scenes import Stage, fight, foe, given, help_from, hero, item, like

ACTS, RESISTS = CharacterId("ana"), CharacterId("bo")
SHOVE = Effort(ACTS, Attribute.FOR, "shoves past", strikes=True)
DODGE = Effort(RESISTS, Attribute.DEX, "holds the door")


def opposed(stage: Stage, acts: Effort = SHOVE, resists: Effort = DODGE) -> Stage:
    """Both efforts are on the table."""
    return stage.when(AnnounceContest(Contest(acts, resists, "the guards hear them"))).then(ContestAnnounced)


@pytest.mark.rule("pvp")
@pytest.mark.parametrize(
    ("faces", "winner"),
    [((6, 1, 1, 1), ACTS), ((6, 6, 5, 1), ACTS), ((1, 1, 1, 5), RESISTS), ((6, 1, 5, 6), RESISTS)],
)
def test_who_has_the_most_successes_wins(faces: tuple[int, ...], winner: CharacterId) -> None:
    fell = opposed(given(hero("ana"), hero("bo"))).when(RollContest(), faces)
    fell.among(ContestRolled(0, faces[:2], faces[2:], winner, given=True)).never(BreachOpened, ComplicationHappened)
    assert (fell.game.contest, fell.game.draws) == (None, 4)


@pytest.mark.rule("pvp")
@pytest.mark.parametrize("faces", [(1, 1, 1, 1), (6, 1, 1, 6), (5, 6, 6, 5)])
def test_at_a_tie_nobody_wins_and_things_get_worse(faces: tuple[int, ...]) -> None:
    fell = opposed(given(hero("ana"), hero("bo"))).when(RollContest(), faces)
    fell.then(like(ContestRolled, winner=None), like(ComplicationHappened, actor=ACTS)).leaves("ana", health=8).leaves(
        "bo", health=8
    )
    assert fell.game.troubles == (Trouble(ComplicationKind.WORSE, "the guards hear them"),)


@pytest.mark.rule("pvp")
@pytest.mark.parametrize("faces", [(6, 1, 1, 1), (6, 6, 1, 1)])
def test_a_blow_that_wins_deals_its_weapon_less_protection_whatever_the_margin(faces: tuple[int, ...]) -> None:
    ana = hero("ana", items=[item("club", weapon=3)])
    bo = hero("bo", items=[item("coat", 8, protection=1)])
    blow = replace(SHOVE, weapon=ItemId("club"))
    fell = opposed(given(ana, bo), blow).when(RollContest(), (*faces, 2))
    fell.among(BlowLanded(RESISTS, 3, 1, ItemId("coat")), like(ResourceRolled, item=ItemId("coat"), face=2, after=6))
    fell.leaves("bo", health=6, stress=1)


@pytest.mark.rule("pvp")
def test_whoever_wins_strikes_if_that_was_what_they_did() -> None:
    stage = given(hero("ana"), hero("bo"))
    opposed(stage).when(RollContest(), (6, 1, 1, 1)).leaves("bo", health=7)
    opposed(stage).when(RollContest(), (1, 1, 6, 1)).then(ContestRolled).leaves("ana", health=8)
    both = opposed(stage, SHOVE, replace(DODGE, strikes=True))
    both.when(RollContest(), (1, 1, 6, 1)).leaves("ana", health=7).leaves("bo", health=8)
    neither = opposed(stage, replace(SHOVE, strikes=False))
    neither.when(RollContest(), (6, 1, 1, 1)).then(ContestRolled).leaves("bo", health=8)


@pytest.mark.rule("pvp")
def test_there_is_no_reroll_not_even_with_an_inspiration() -> None:
    stage = opposed(given(hero("ana", stress=3, inspiration=True), hero("bo")))
    stage.when(Reroll()).refused(Code.CONTEST_IS_PENDING)
    fell = stage.when(RollContest(), (1, 1, 6, 1))
    for inspiration in (False, True):
        fell.when(Reroll(inspiration)).refused(Code.NO_CHECK_ANNOUNCED)
    fell.leaves("ana", inspiration=True, stress=3)
    assert awaited(fell.game) == ()


@pytest.mark.rule("pvp")
def test_dice_put_out_and_never_kill() -> None:
    cannon = hero("ana", items=[item("cannon", weapon=4, devastating=True)])
    stage = given(cannon, hero("bo", health=1))
    fell = opposed(stage, replace(SHOVE, weapon=ItemId("cannon"))).when(RollContest(), (6, 6, 1, 1))
    fell.among(HealthChanged(RESISTS, 1, 0, Cause.STRIKE)).never(CharacterDied).leaves("bo", health=0, dead=False)
    again = fell.when(AnnounceContest(Contest(SHOVE, DODGE, "worse")))
    again.refused(Code.OUT_OF_ACTION)
    fell.when(LetDie(RESISTS, "all three agree")).then(CharacterDied)


@pytest.mark.rule("pvp")
def test_against_a_pc_devastating_is_a_matter_of_its_damage_alone() -> None:
    stage = given(hero("ana", items=[item("ray", weapon=2, devastating=True)]), hero("bo"))
    opposed(stage, replace(SHOVE, weapon=ItemId("ray"))).when(RollContest(), (6, 1, 1, 1)).leaves("bo", health=6)


@pytest.mark.rule("pvp")
def test_the_stakes_are_two_pcs_who_can_act_and_what_a_tie_brings() -> None:
    stage = given(hero("ana"), hero("bo"), hero("down", health=0))
    stage.when(AnnounceContest(Contest(SHOVE, replace(DODGE, actor=ACTS), "worse"))).refused(Code.TWO_PCS)
    stage.when(AnnounceContest(Contest(SHOVE, DODGE, " "))).refused(Code.REASON_MISSING)
    down = replace(DODGE, actor=CharacterId("down"))
    stage.when(AnnounceContest(Contest(SHOVE, down, "worse"))).refused(Code.OUT_OF_ACTION)
    nobody = replace(DODGE, actor=CharacterId("nobody"))
    stage.when(AnnounceContest(Contest(SHOVE, nobody, "worse"))).refused(Code.NO_SUCH_CHARACTER)
    broken = given(hero("ana"), hero("bo", stress=6, breakdown=Breakdown.SCREAMS), variant=Variant.RAW)
    broken.when(AnnounceContest(Contest(SHOVE, DODGE, "worse"))).refused(Code.IN_BREAKDOWN)


@pytest.mark.rule("pvp")
def test_each_rolls_their_own_pool() -> None:
    ana = hero("ana", FOR=3, specialties={"brawl": "FOR"}, items=[item("focus", 8, price=True)])
    stage = given(ana, hero("bo", DEX=4), hero("cy"))
    shove = replace(SHOVE, specialty=ana.specialties[0].id, items=(ItemId("focus"),))
    held = replace(DODGE, advantages=(help_from("cy"),), disadvantage=2, disadvantage_reason="in the dark")
    fell = opposed(stage, shove, held).when(RollContest(), (1, 1, 1, 1, 1, 6, 1, 1, 1))
    fell.among(
        like(ContestRolled, acts=(1, 1, 1, 1, 1), resists=(6, 1, 1), winner=RESISTS),
        like(ResourceRolled, character=ACTS, face=1, after=6, cause=Cause.USE),
        HealthChanged(ACTS, 8, 7, Cause.PRICE),
    )


@pytest.mark.rule("pvp")
def test_a_price_that_puts_its_user_out_does_not_call_the_blow_back() -> None:
    ana = hero("ana", health=1, items=[item("focus", weapon=2, price=True)])
    won = opposed(given(ana, hero("bo")), replace(SHOVE, weapon=ItemId("focus"))).when(RollContest(), (6, 1, 1, 1))
    won.leaves("ana", health=0).leaves("bo", health=6)
    frail = hero("bo", health=1, items=[item("ward", price=True)])
    out = opposed(given(hero("ana"), frail), SHOVE, replace(DODGE, items=(ItemId("ward"),)))
    out.when(RollContest(), (6, 1, 1, 1)).never(BlowLanded).leaves("bo", health=0)


@pytest.mark.rule("pvp")
def test_one_may_yield_before_the_dice() -> None:
    stage = opposed(given(hero("ana"), hero("bo"), hero("cy")))
    assert awaited(stage.game)[0].decision is Decision.CONTEST
    for who in (ACTS, RESISTS):
        after = stage.when(Yield(who)).then(ContestYielded(who)).leaves("bo", health=8)
        assert (after.game.contest, after.game.draws) == (None, 0)
    stage.when(Yield(CharacterId("cy"))).refused(Code.NOT_IN_THE_CONTEST, "ana", "bo")
    stage.when(StartConflict()).refused(Code.CONTEST_IS_PENDING)


@pytest.mark.rule("pvp")
@pytest.mark.rule("conflict.turn")
def test_in_a_conflict_it_is_the_action_of_who_acts_and_of_nobody_else() -> None:
    stage = opposed(fight(hero("ana"), hero("bo"), foes=[foe()]))
    fell = stage.when(RollContest(), (6, 1, 1, 1)).never(BreachOpened)
    assert still_to_act(fell.game) == ("bo",)
    fell.when(AnnounceContest(Contest(SHOVE, DODGE, "worse"))).refused(Code.HAS_ACTED, "bo")
    assert still_to_act(stage.when(Yield(RESISTS)).game) == ("bo",)
    assert still_to_act(stage.when(Yield(ACTS)).game) == ("ana", "bo")
    # The other had acted: resisting takes nothing, and is not refused.
    acted = fight(hero("ana"), hero("bo")).when(Wait(RESISTS))
    opposed(acted).when(RollContest(), (1, 1, 6, 1))
    # Nobody acted against the adversaries.
    fell.when(EndTurn()).refused(Code.STANDOFF)
    ambushed = fight(hero("ana"), hero("bo"), turn=0, ambush=Side.NPCS)
    ambushed.when(AnnounceContest(Contest(SHOVE, DODGE, "worse"))).refused(Code.AMBUSHED)


@pytest.mark.rule("pvp")
@pytest.mark.rule("coup.declare")
def test_a_coup_adds_its_dice_at_its_price_and_fells_nobody() -> None:
    stage = opposed(given(hero("ana", stress=6), hero("bo")))
    assert RollContest((ACTS,)) in legal(stage.game).commands
    fell = stage.when(RollContest((ACTS,)), (6, 1, 1, 1, 1, 1, 1))
    fell.among(
        like(ContestRolled, acts=(6, 1, 1, 1, 1), winner=ACTS, coups=(ACTS,)), StressChanged(ACTS, 6, 3, Cause.COUP)
    )
    fell.leaves("bo", health=7)
    lost = stage.when(RollContest((ACTS,)), (1, 1, 1, 1, 1, 6, 1)).among(like(ContestRolled, winner=RESISTS))
    lost.leaves("ana", stress=3)
    stage.when(RollContest(), (6, 1, 1, 1)).leaves("ana", stress=6)
    stage.when(RollContest((RESISTS,)), (6, 1, 1, 1)).refused(Code.COUP_NOT_READY)
    stage.when(RollContest((CharacterId("cy"),))).refused(Code.NOT_IN_THE_CONTEST)
    stage.when(RollCheck(coup=True)).refused(Code.CONTEST_IS_PENDING)


@pytest.mark.rule("pvp")
def test_both_may_declare_one() -> None:
    stage = opposed(given(hero("ana", stress=6), hero("bo", stress=6)))
    both = stage.when(RollContest((ACTS, RESISTS)), (1, 1, 1, 1, 1, 1, 1, 1, 1, 1))
    both.among(like(ContestRolled, winner=None)).leaves("ana", stress=3).leaves("bo", stress=3)
    assert RollContest((ACTS, RESISTS)) in legal(stage.game).commands
