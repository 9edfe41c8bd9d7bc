"""Adversaries in play: how they come, what they are worth, how they go (CORE ch. 6, Les adversaires)."""

import pytest

from engine.core.check import Outcome
from engine.core.commands import (
    AnnounceCheck,
    BringAdversary,
    BringSetback,
    EndConflict,
    EndTurn,
    EnterScene,
    SendAway,
    StartConflict,
    Strike,
)
from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryLeft,
    AdversaryOut,
    CheckSettled,
    ConflictEnded,
    StrikeMade,
    TurnBegan,
)
from engine.core.foes import AdversaryId, Setback, SetbackKind, Standing
from engine.core.legal import legal
from engine.core.rules.adversaries import standing
from engine.core.view import AdversaryFace, view
from engine.ruling import Code
from engine.story import SceneId
from tests.scenes import arrival, attack, fight, foe, given, group, hero, item, like, rolled

GUARD, WOLF = AdversaryId("guard"), AdversaryId("wolf")


def test_an_adversary_comes_whole() -> None:
    stage = given().when(BringAdversary(arrival("wolf", 1, 3, 1))).then(AdversaryArrived(foe("wolf", 1, 3, 1)))
    assert view(stage.game).adversaries == (
        AdversaryFace(
            id=WOLF,
            name="the wolf",
            standing=Standing.SINGLE,
            threat=1,
            health=3,
            whole=3,
            weapon=1,
            protection=0,
            members=1,
            phase=0,
            cover=0,
            attacks=0,
            effects=(),
            held_by=None,
            traits=(),
            flaws=(),
        ),
    )


def test_it_comes_in_its_cover() -> None:
    assert given().when(BringAdversary(arrival(cover=2))).foe().cover == 2


def test_each_has_an_id_of_its_own() -> None:
    stage = given(adversaries=(foe(),))
    stage.when(BringAdversary(arrival())).refused(Code.ADVERSARY_IS_HERE)
    stage.when(BringAdversary(arrival("titan", 4, 9, 4))).refused(Code.BAD_ADVERSARY)
    opened = fight().rolled(attack(), 1, 1)
    twins = Setback(SetbackKind.REINFORCEMENTS, "they come", arrivals=(arrival("wolf"), arrival("wolf")))
    opened.when(BringSetback(twins)).refused(Code.ADVERSARY_IS_HERE)


@pytest.mark.parametrize("threat", [1, 2, 3])
def test_its_threat_is_what_acting_against_it_needs_and_its_attacks(threat: int) -> None:
    stage = given(adversaries=(foe("guard", threat, 6, 2),)).when(StartConflict())
    assert stage.left() == threat
    stage.announced(attack(threat=threat))
    other = threat % 3 + 1
    stage.when(AnnounceCheck(attack(threat=other))).refused(Code.AGAINST_ITS_THREAT, str(threat))


def test_the_first_to_come_into_a_conflict_begins_its_turns() -> None:
    fictional = given().when(StartConflict())
    assert fictional.game.conflict is None
    came = fictional.when(BringAdversary(arrival())).then(AdversaryArrived, TurnBegan(1, 1))
    assert came.left() == 2
    came.when(BringAdversary(arrival("wolf"))).then(AdversaryArrived)


def test_who_comes_in_the_middle_of_a_turn_has_its_attacks() -> None:
    opened = fight(hero("ana"), hero("ben")).rolled(attack("ana"), 1, 1)
    called = opened.when(
        BringSetback(Setback(SetbackKind.REINFORCEMENTS, "howls", arrivals=(arrival("wolf", 1, 3, 1),)))
    )
    assert called.left("wolf") == 1
    called.rolled(attack("ben"), 1, 1).when(Strike(WOLF)).among(like(StrikeMade, adversary=WOLF))


def test_at_no_health_it_is_out_of_action() -> None:
    sword = item("sword", weapon=4)
    stage = fight(hero(items=[sword]), foes=[foe(), foe("wolf", 1, 3, 1)])
    out = stage.rolled(attack(weapon=sword.id), 5, 6)
    out.then(rolled(Outcome.SUCCESS), CheckSettled, AdversaryHurt(GUARD, 4, 0), AdversaryOut(GUARD))
    assert [each.id for each in standing(out.game)] == [WOLF]
    assert (out.left(), view(out.game).adversaries[0].members) == (0, 0)
    turn = out.when(EndTurn())
    turn.when(AnnounceCheck(attack(weapon=sword.id))).refused(Code.ADVERSARY_IS_OUT, WOLF)
    turn.when(AnnounceCheck(attack(target="bear"))).refused(Code.NO_SUCH_ADVERSARY, WOLF)
    assert [each.adversary for each in legal(turn.game).checks[0].aims.targets] == [WOLF]


def test_the_fiction_sends_it_away() -> None:
    stage = fight(foes=[foe(), foe("wolf", 1, 3, 1)])
    stage.when(SendAway(GUARD, " ")).refused(Code.REASON_MISSING)
    stage.when(SendAway(AdversaryId("bear"), "it goes")).refused(Code.NO_SUCH_ADVERSARY, GUARD, WOLF)
    left = stage.when(SendAway(GUARD, "talked round")).then(AdversaryLeft(GUARD, "talked round"))
    assert [each.id for each in left.game.adversaries] == [WOLF]
    left.when(SendAway(WOLF, "it runs")).when(EndConflict()).among(ConflictEnded())


def test_who_is_out_is_gone_with_the_conflict_and_all_with_the_scene() -> None:
    out = group("rats", 1, 1, 1, members=2)
    stage = (
        fight(foes=[foe(), out]).rolled(attack(target="rats", threat=1), 5, 6).among(AdversaryOut(AdversaryId("rats")))
    )
    over = stage.when(SendAway(GUARD, "he runs")).when(EndConflict())
    assert over.game.adversaries == ()
    walked = given(adversaries=(foe(),)).when(EnterScene(SceneId("cellar")))
    assert walked.game.adversaries == ()
