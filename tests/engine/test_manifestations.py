"""Manifestations: what a calamity does when its trigger comes (CORE ch. 6, Calamités)."""

from dataclasses import replace

import pytest

from engine.core.check import Outcome
from engine.core.commands import (
    AcceptOutcome,
    AmendCheck,
    AnnounceCheck,
    CutScene,
    EndTurn,
    EnterScene,
    Interpose,
    Manifest,
    Reroll,
    Rest,
    RollCheck,
    WithdrawCheck,
)
from engine.core.events import (
    Afflicted,
    CalamityManifested,
    Cause,
    CharacterMarked,
    CheckAnnounced,
    CheckSettled,
    ComplicationHappened,
    HealthChanged,
    PerilStruck,
    ResistanceRolled,
    StressChanged,
)
from engine.core.foes import Affliction, CalamityId, Looming, ManifestationId, Peril, PerilKind, Scale
from engine.core.legal import legal
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, SpecialtyId, Variant
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import SceneId
from tests.engine.test_calamities import ANA, BEN, DEBRIS, DEEP_ONE, ID, ROAR, SWELL, looming, roar
from tests.scenes import (
    NOISE,
    attack,
    fight,
    given,
    hero,
    item,
    like,
    rerolled,
    rolled,
    standard,
    story,
)


@pytest.mark.rule("calamity.manifestation")
@pytest.mark.parametrize(("scale", "damage"), [("local", 2), ("regional", 3), ("world", 4)])
def test_a_manifestation_deals_the_damage_of_the_scale_through_any_protection(scale: str, damage: int) -> None:
    armoured = hero("ana", items=[item("plate", 8, protection=3)])
    stage = given(armoured, calamities=(Looming(replace(DEEP_ONE, scale=Scale(scale))),))
    struck = stage.when(Manifest(ID, DEBRIS, (ANA,))).when(RollCheck(), (1, 1))
    came = Peril(PerilKind.MANIFESTATION, f"{ID}/{DEBRIS}", damage, (Attribute.DEX,))
    struck.among(CheckSettled, PerilStruck(ANA, came), like(HealthChanged, after=8 - damage, cause=Cause.DANGER))
    assert struck.sheet("ana").stress == 1


@pytest.mark.rule("calamity.manifestation")
def test_each_of_those_exposed_avoids_it_in_turn() -> None:
    stage = looming(hero("ana"), hero("ben"), hero("cy", health=0))
    stage.when(Manifest(ID, SWELL, (ANA, BEN))).refused(Code.STAKES_MISSING)
    stage.when(Manifest(ID, DEBRIS, (ANA,), NOISE)).refused(Code.STANDARD_HAS_NO_PARTIAL)
    stage.when(Manifest(ID, ROAR, ())).refused(Code.NOBODY_EXPOSED, ANA, BEN)
    stage.when(Manifest(ID, ManifestationId("song"), (ANA,))).refused(Code.NO_SUCH_MANIFESTATION, SWELL, ROAR, DEBRIS)
    stage.when(Manifest(CalamityId("x"), ROAR, (ANA,))).refused(Code.NO_SUCH_CALAMITY, ID)
    swell = stage.when(Manifest(ID, SWELL, (ANA, BEN), NOISE))
    swell.when(WithdrawCheck()).refused(Code.CANNOT_STEP_BACK)
    avoided = swell.when(RollCheck(), (5, 1)).then(rolled(Outcome.PARTIAL), CheckSettled, ComplicationHappened)
    avoided.leaves("ana", health=8)
    avoided.when(RollCheck(), (1, 1)).among(CheckSettled, PerilStruck).leaves("ben", health=5)


@pytest.mark.rule("calamity.manifestation")
def test_avoiding_it_avoids_its_stress_and_failing_marks_once() -> None:
    stage = looming().when(roar()).when(RollCheck(), (6, 1)).leaves("ana", stress=0)
    struck = stage.when(roar()).when(RollCheck(), (1, 1)).leaves("ana", stress=1)
    again = struck.when(roar()).when(RollCheck(), (1, 1)).when(AcceptOutcome())
    again.then(CheckSettled, PerilStruck, Afflicted, Afflicted).leaves("ana", stress=1)


@pytest.mark.rule("calamity.manifestation")
@pytest.mark.rule("danger.stress_once")
def test_its_stress_counts_once_from_one_bell_tower_to_the_next() -> None:
    struck = looming().when(roar()).when(RollCheck(), (1, 1)).leaves("ana", stress=1)
    for elsewhere in (struck.when(CutScene()), struck.when(EnterScene(SceneId("cellar")))):
        later = elsewhere.when(roar()).when(RollCheck(), (1, 1)).when(AcceptOutcome())
        later.among(PerilStruck).never(CharacterMarked).leaves("ana", stress=1)


@pytest.mark.rule("calamity.manifestation")
def test_in_raw_its_stress_is_not_resisted() -> None:
    struck = looming(variant=Variant.RAW).when(roar()).when(RollCheck(), (1, 1)).when(AcceptOutcome())
    struck.among(StressChanged(ANA, 0, 2, Cause.MARKING_EVENT)).never(ResistanceRolled)


@pytest.mark.rule("calamity.manifestation")
def test_the_roll_that_avoids_may_be_shaped_and_rolled_again_outside_a_conflict() -> None:
    tough = hero("ana", stress=2, specialties={"endurance": "CON"})
    stage = looming(tough).when(roar()).when(AmendCheck(Attribute.CON, SpecialtyId("endurance")))
    stage.when(AmendCheck(Attribute.DEX)).refused(Code.AVOIDED_WITH, "CON")
    fell = stage.when(RollCheck(), (1, 1, 1, 1)).then(rolled(Outcome.FAILURE, dice=4))
    again = fell.when(Reroll(), (6, 1, 1, 1)).among(rerolled(Outcome.SUCCESS), CheckSettled).never(PerilStruck)
    again.leaves("ana", stress=1)


@pytest.mark.rule("calamity.manifestation")
def test_one_in_breakdown_is_exposed_too() -> None:
    broken = hero("ana", stress=6, breakdown=Breakdown.PARALYSIS)
    stage = looming(broken, hero("ben"), variant=Variant.RAW).when(roar())
    stage.when(RollCheck(), (5,)).among(rolled(Outcome.SUCCESS, dice=1), CheckSettled)


@pytest.mark.rule("calamity.manifestation")
def test_in_a_conflict_each_strikes_once_a_turn_and_nobody_interposes() -> None:
    stage = fight(hero("ana"), hero("ben"), calamities=(Looming(DEEP_ONE),))
    struck = stage.when(roar())
    struck.when(Interpose(BEN)).refused(Code.CHECK_IS_PENDING)
    over = struck.when(RollCheck(), (1, 1)).among(rolled(Outcome.FAILURE), CheckSettled, PerilStruck)
    over.when(roar(BEN)).refused(Code.ONCE_A_TURN, SWELL, DEBRIS)
    assert [each.manifestation for each in legal(over.game).manifestations] == [SWELL, DEBRIS]
    other = over.when(Manifest(ID, DEBRIS, (BEN,))).among(CheckAnnounced).when(RollCheck(), (6, 1))
    assert still_to_act(other.game) == (ANA, BEN)
    fought = other.rolled(attack("ana"), 5, 6)
    fought.when(EndTurn()).when(roar(BEN)).among(CalamityManifested)


FREEZE = replace(
    DEEP_ONE,
    manifestations=(
        replace(DEEP_ONE.manifestations[1], afflictions=(Affliction.FROZEN,)),
        *DEEP_ONE.manifestations[2:],
    ),
)


@pytest.mark.rule("calamity.manifestation")
def test_who_is_frozen_loses_the_action_still_to_come() -> None:
    stage = fight(hero("ana"), hero("ben"), calamities=(Looming(FREEZE),)).when(roar()).when(RollCheck(), (1, 1))
    stage.among(Afflicted(ANA, Affliction.FROZEN))
    assert still_to_act(stage.game) == (BEN,)
    fought = stage.rolled(attack("ben"), 5, 6).when(EndTurn())
    assert still_to_act(fought.game) == (ANA, BEN)


@pytest.mark.rule("calamity.manifestation")
def test_who_is_frozen_after_acting_loses_the_next_action() -> None:
    stage = fight(hero("ana"), hero("ben"), calamities=(Looming(FREEZE),)).rolled(attack("ana"), 5, 6)
    frozen = stage.when(roar()).when(RollCheck(), (1, 1)).when(EndTurn())
    assert still_to_act(frozen.game) == (BEN,)
    frozen.when(AnnounceCheck(attack("ana"))).refused(Code.HAS_ACTED, BEN)
    after = frozen.rolled(attack("ben"), 5, 6).when(EndTurn())
    assert still_to_act(after.game) == (ANA, BEN)


def test_a_night_away_does_not_make_the_roar_new() -> None:
    struck = looming(story=story(start="home")).when(roar()).when(RollCheck(), (1, 1)).leaves("ana", stress=1)
    rested = struck.when(Rest(RestKind.LONG)).leaves("ana", stress=0)
    rested.when(roar()).when(RollCheck(), (1, 1)).never(CharacterMarked).leaves("ana", stress=0)


def test_nothing_is_announced_as_a_roll_that_avoids() -> None:
    pending = looming().when(roar()).game.pending
    assert pending is not None
    looming().when(AnnounceCheck(standard("ana", aim=pending.check.aim))).refused(Code.AVOIDING_FOLLOWS)
