"""Calamities: what cannot be fought, and the three bells that send one back (CORE ch. 6, Calamités)."""

from dataclasses import replace

import pytest

from engine.core.check import Check, Delay, Difficulty, Outcome, UseLever
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    BringAdversary,
    BringCalamity,
    ConflictEnd,
    CutScene,
    EndConflict,
    EnterScene,
    Manifest,
    ReachGoal,
    Reroll,
    RollCheck,
    SeeFirst,
    StartConflict,
    Strike,
    Wait,
)
from engine.core.events import (
    Afflicted,
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CalamityManifested,
    Cause,
    CharacterMarked,
    CheckAnnounced,
    CheckSettled,
    ComplicationHappened,
    FirstSeen,
    LeverUsed,
    PerilStruck,
    ResistanceRolled,
    StressChanged,
)
from engine.core.foes import (
    AdversaryId,
    Affliction,
    Calamity,
    CalamityId,
    LeverId,
    Looming,
    Manifestation,
    ManifestationId,
    Scale,
)
from engine.core.legal import legal
from engine.core.rules.adversaries import arrived
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Character, CharacterId, Variant
from engine.core.view import all_visible, view
from engine.ruling import Code, Refused
from engine.story import MarkingEvent, SceneId
from tests.laws.walks import strings
from tests.scenes import (
    Stage,
    arrival,
    attack,
    check,
    fight,
    foe,
    given,
    group,
    hard,
    hero,
    item,
    like,
    manoeuvre,
    rerolled,
    rolled,
    sway,
)

SWELL, ROAR, DEBRIS = map(ManifestationId, ("ground_swell", "roar", "debris"))
NORTH, SOUTH, HARBOUR = map(LeverId, ("north_bell", "south_bell", "harbour_bell"))
DEEP_ONE = Calamity(
    CalamityId("deep_one"),
    "the Deep One",
    Scale.REGIONAL,
    goal="back to the deep below the city",
    manifestations=(
        Manifestation(SWELL, "on the quays", (Attribute.DEX,), Difficulty.HARD),
        Manifestation(
            ROAR,
            "when it rises, or is attacked",
            (Attribute.CON,),
            Difficulty.STANDARD,
            harms=False,
            afflictions=(Affliction.THROWN_DOWN, Affliction.DISARMED),
            marks=MarkingEvent.HORROR,
        ),
        Manifestation(DEBRIS, "when it strikes a building", (Attribute.DEX,), Difficulty.STANDARD),
    ),
    levers=(NORTH, SOUTH, HARBOUR),
    useless="cannon draw it on",
)
ID = DEEP_ONE.id
ANA, BEN = CharacterId("ana"), CharacterId("ben")


def looming(*characters: Character, **state: object) -> Stage:
    """The Deep One is in the story."""
    return given(*(characters or (hero("ana"), hero("ben"))), calamities=(Looming(DEEP_ONE),), **state)


def ring(who: str, bell: LeverId, **terms: object) -> Check:
    return hard(who, "FOR", **{"stake": bell, "aim": UseLever(ID, bell), **terms})


def roar(*exposed: CharacterId) -> Manifest:
    return Manifest(ID, ROAR, exposed or (ANA,))


@pytest.mark.rule("calamity.profile")
@pytest.mark.rule("calamity.lever")
@pytest.mark.rule("calamity.manifestation")
@pytest.mark.rule("calamity.first_sight")
def test_three_bells_send_the_deep_one_back() -> None:
    stage = given(hero("ana", FOR=3), hero("ben", CON=3)).when(BringCalamity(DEEP_ONE)).then(CalamityCame(DEEP_ONE))
    stage = stage.when(SeeFirst(ID, (ANA, BEN)))
    stage.then(
        FirstSeen(ID, ANA),
        like(CharacterMarked, character=ANA, event=MarkingEvent.HORROR),
        StressChanged(ANA, 0, 1, Cause.MARKING_EVENT),
        FirstSeen(ID, BEN),
        like(CharacterMarked, character=BEN, event=MarkingEvent.HORROR),
        StressChanged(BEN, 0, 1, Cause.MARKING_EVENT),
    )
    stage.when(SeeFirst(ID, (ANA,))).refused(Code.ALREADY_SEEN)
    stage.when(AnnounceCheck(attack("ana", ID))).refused(Code.CALAMITY_IS_NOT_FOUGHT)

    stage = stage.rolled(ring("ana", NORTH), 5, 6, 1).then(rolled(Outcome.SUCCESS), CheckSettled, LeverUsed(ID, NORTH))
    stage.when(AnnounceCheck(ring("ben", HARBOUR))).refused(Code.LEVER_IS_NOT_NEXT)

    stage = stage.when(roar(ANA, BEN)).then(CalamityManifested(ID, ROAR, (ANA, BEN)), CheckAnnounced)
    stage = stage.when(RollCheck(), (1, 1)).then(rolled(Outcome.FAILURE, dice=2)).when(AcceptOutcome())
    stage.then(
        CheckSettled,
        PerilStruck,
        like(CharacterMarked, character=ANA, event=MarkingEvent.HORROR),
        StressChanged(ANA, 1, 2, Cause.MARKING_EVENT),
        Afflicted(ANA, Affliction.THROWN_DOWN),
        Afflicted(ANA, Affliction.DISARMED),
    ).leaves("ana", health=8)
    stage = stage.when(RollCheck(), (5, 1, 1)).then(rolled(Outcome.SUCCESS, dice=3), CheckSettled)
    stage.leaves("ben", stress=1)

    stage = stage.rolled(ring("ben", SOUTH), 5, 1).when(AcceptOutcome())
    stage.then(like(CheckSettled, outcome=Outcome.PARTIAL), LeverUsed(ID, SOUTH), ComplicationHappened)
    stage = stage.rolled(ring("ana", HARBOUR), 5, 6, 1)
    stage.then(rolled(Outcome.SUCCESS), CheckSettled, LeverUsed(ID, HARBOUR), CalamityGone(ID))
    assert stage.game.calamities == ()


@pytest.mark.rule("calamity.lever")
def test_bells_ring_in_their_order_and_a_refusal_does_not_tell_it() -> None:
    stage = looming()
    for wrong in (SOUTH, HARBOUR, LeverId("organ")):
        refused = stage.when(AnnounceCheck(ring("ana", wrong))).refused(Code.LEVER_IS_NOT_NEXT).answer
        assert isinstance(refused, Refused)
        assert {NORTH, SOUTH, HARBOUR}.isdisjoint(strings((refused.about, refused.would_work)))
    once = stage.rolled(ring("ana", NORTH), 5, 6)
    once.when(AnnounceCheck(ring("ana", NORTH, stake="again"))).refused(Code.LEVER_IS_NOT_NEXT)
    assert legal(once.game).checks[0].aims.levers == ((ID, SOUTH),)
    stage.when(AnnounceCheck(hard("ana", aim=UseLever(CalamityId("x"), NORTH)))).refused(Code.NO_SUCH_CALAMITY, ID)


@pytest.mark.rule("calamity.lever")
def test_a_bell_that_fails_to_ring_is_not_rung() -> None:
    failed = looming(hero("ana", stress=2)).rolled(ring("ana", NORTH), 1, 1).when(AcceptOutcome())
    failed.then(like(CheckSettled, outcome=Outcome.FAILURE), ComplicationHappened)
    assert failed.game.calamities[0].used == ()
    again = looming(hero("ana", stress=2)).rolled(ring("ana", NORTH), 5, 1).when(Reroll(), (5, 1))
    again.among(rerolled(Outcome.SUCCESS, 2), LeverUsed(ID, NORTH))


@pytest.mark.rule("calamity.lever")
def test_to_delay_it_gains_time_and_no_more() -> None:
    herd = check("ana", aim=Delay(ID), stake="let the herd loose")
    delayed = looming().rolled(herd, 5, 6).then(rolled(Outcome.SUCCESS), CheckSettled, CalamityDelayed(ID))
    assert (delayed.game.calamities[0].delays, delayed.game.calamities[0].used) == (1, ())
    assert view(delayed.game).calamities[0].delays == 1
    looming().rolled(herd, 1, 1).never(CalamityDelayed)


@pytest.mark.rule("calamity.lever")
def test_it_reaches_its_goal_and_the_story_goes_on() -> None:
    stage = looming()
    stage.when(ReachGoal(ID, " ")).refused(Code.REASON_MISSING)
    stage.when(ReachGoal(CalamityId("x"), "the port")).refused(Code.NO_SUCH_CALAMITY, ID)
    lost = stage.when(ReachGoal(ID, "the port is gone")).then(CalamityGone(ID, "the port is gone"))
    assert lost.game.calamities == ()
    assert lost.game.progress.ending is None


@pytest.mark.rule("calamity.profile")
def test_weapons_do_nothing_to_it() -> None:
    bomb = item("bomb", weapon=4, area=True, devastating=True)
    stage = looming(hero("ana", items=[bomb]), adversaries=(foe(),))
    for against in (attack("ana", ID), attack("ana", ID, weapon=bomb.id), manoeuvre("ana", ID), sway("ana", ID)):
        refused = stage.when(AnnounceCheck(against)).refused(Code.CALAMITY_IS_NOT_FOUGHT).answer
        assert isinstance(refused, Refused)
        assert set(DEEP_ONE.levers).isdisjoint(strings((refused.about, refused.would_work)))
    beside = attack("ana", weapon=bomb.id, also=(AdversaryId(ID),))
    stage.when(AnnounceCheck(beside)).refused(Code.CALAMITY_IS_NOT_FOUGHT)


@pytest.mark.rule("calamity.profile")
def test_it_has_no_attacks_and_no_turn() -> None:
    stage = looming(in_conflict=True)
    assert stage.game.conflict is None
    stage.when(Wait(ANA)).refused(Code.NO_TURNS)
    opened = fight(hero("ana"), calamities=(Looming(DEEP_ONE),)).rolled(attack("ana"), 1, 1)
    opened.when(Strike(AdversaryId(ID))).refused(Code.CALAMITY_IS_NOT_FOUGHT)


@pytest.mark.rule("calamity.profile")
def test_what_comes_with_it_is_fought_as_ever() -> None:
    stage = looming().when(BringAdversary(arrival("spawn", 1, 1, 1))).when(StartConflict())
    assert stage.left("spawn") == 1
    stage.rolled(attack("ana", "spawn", 1), 5, 1).among(rolled(Outcome.SUCCESS))


def test_no_two_go_by_one_name() -> None:
    looming().when(BringCalamity(DEEP_ONE)).refused(Code.CALAMITY_IS_HERE)
    looming().when(BringAdversary(arrival(ID))).refused(Code.CALAMITY_IS_HERE)
    given(adversaries=(foe(ID),)).when(BringCalamity(DEEP_ONE)).refused(Code.ADVERSARY_IS_HERE)


@pytest.mark.rule("calamity.profile")
def test_what_it_wants_and_what_sends_it_back_are_the_storys_secret() -> None:
    came = given().when(BringCalamity(DEEP_ONE))
    secrets = {DEEP_ONE.goal, DEEP_ONE.useless, *DEEP_ONE.levers}
    secrets |= {text for each in DEEP_ONE.manifestations for text in (each.id, each.trigger)}
    assert secrets.isdisjoint(strings(all_visible(came.events)))
    assert secrets.isdisjoint(strings(view(came.game)))
    rung = looming().rolled(ring("ana", NORTH), 5, 6)
    assert view(rung.game).calamities[0].used == (NORTH,)
    assert {SOUTH, HARBOUR}.isdisjoint(strings((view(rung.game), all_visible(rung.events))))


@pytest.mark.rule("calamity.first_sight")
@pytest.mark.rule("stress.first_sight")
@pytest.mark.parametrize(("scale", "blockbuster", "raw"), [("local", 1, 1), ("regional", 1, 2), ("world", 2, 3)])
def test_the_scale_says_what_the_first_sight_is(scale: str, blockbuster: int, raw: int) -> None:
    seen = replace(DEEP_ONE, scale=Scale(scale))
    stage = given(hero("ana"), calamities=(Looming(seen),)).when(SeeFirst(ID, (ANA,)))
    stage.then(FirstSeen, CharacterMarked, StressChanged).leaves("ana", stress=blockbuster)
    stage = given(hero("ana"), calamities=(Looming(seen),), variant=Variant.RAW)
    stage.when(SeeFirst(ID, (ANA,)), (1, 1)).among(ResistanceRolled).leaves("ana", stress=raw)
    stage.when(SeeFirst(ID, (ANA,)), (5, 1)).among(ResistanceRolled).leaves("ana", stress=raw - 1)


@pytest.mark.rule("stress.first_sight")
def test_each_pc_sees_it_first_once() -> None:
    stage = looming(hero("ana"), hero("ben"), hero("cy", health=0)).when(SeeFirst(ID, (ANA,)))
    stage.when(SeeFirst(ID, (ANA, BEN))).refused(Code.ALREADY_SEEN, BEN)
    stage.when(SeeFirst(ID, (CharacterId("cy"),))).refused(Code.NOBODY_EXPOSED, ANA, BEN)
    assert [each.characters for each in legal(stage.game).sights] == [(BEN,)]
    everybody = stage.when(SeeFirst(ID, (BEN,))).among(like(CharacterMarked, character=BEN, reason=ID))
    assert legal(everybody.game).sights == ()
    everybody.when(SeeFirst(AdversaryId("x"), (ANA,))).refused(Code.NOTHING_TO_SEE)
    elsewhere = stage.when(CutScene()).when(EnterScene(SceneId("cellar")))
    elsewhere.when(SeeFirst(ID, (ANA,))).refused(Code.ALREADY_SEEN, BEN)
    stage.when(SeeFirst(AdversaryId("x"), (ANA,))).refused(Code.NOTHING_TO_SEE, ID)


@pytest.mark.rule("stress.first_sight")
def test_a_creature_marks_with_the_first_of_its_kind() -> None:
    ghoul = replace(arrival("ghoul", first_sight=MarkingEvent.SHOCK), id=AdversaryId("first"))
    ghouls = (arrived(ghoul, 2), foe("guard"))
    stage = given(hero("ana"), hero("ben"), adversaries=ghouls)
    seen = stage.when(SeeFirst(AdversaryId("first"), (ANA,)))
    seen.among(FirstSeen("first", ANA), StressChanged(ANA, 0, 1, Cause.MARKING_EVENT))
    both = seen.when(BringAdversary(replace(ghoul, id=AdversaryId("second"))))
    both.when(SeeFirst(AdversaryId("second"), (ANA,))).refused(Code.ALREADY_SEEN, BEN)
    both.when(SeeFirst(AdversaryId("second"), (BEN,))).among(StressChanged(BEN, 0, 1, Cause.MARKING_EVENT))
    stage.when(SeeFirst(AdversaryId("guard"), (ANA,))).refused(Code.NOTHING_TO_SEE, "first")


def test_outside_a_conflict_a_trigger_may_come_again() -> None:
    stage = looming().when(roar()).when(RollCheck(), (6, 1)).when(roar()).among(CalamityManifested)
    started = stage.when(RollCheck(), (6, 1)).when(BringAdversary(arrival())).when(StartConflict())
    struck = started.when(roar()).among(CalamityManifested).when(RollCheck(), (6, 1))
    struck.when(roar()).refused(Code.ONCE_A_TURN)
    struck.when(EndConflict(ConflictEnd.FLIGHT)).when(roar()).among(CalamityManifested)


@pytest.mark.rule("calamity.lever")
def test_in_a_conflict_a_bell_may_be_rung_and_opens_no_breach() -> None:
    crew = group("crew", 1, 1, 1, members=3)
    stage = fight(hero("ana"), hero("ben"), foes=[crew], calamities=(Looming(DEEP_ONE),))
    rung = stage.rolled(ring("ana", NORTH), 5, 1)
    rung.then(rolled(Outcome.PARTIAL), CheckSettled, LeverUsed(ID, NORTH), ComplicationHappened)
    assert still_to_act(rung.game) == (BEN,)
