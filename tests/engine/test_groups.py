"""Groups and minions: several like adversaries played as one (CORE ch. 6, Groupes et sbires)."""

import pytest

from engine.core.check import Outcome
from engine.core.commands import AnnounceCheck, BringAdversary, EndTurn, RollCheck, StartConflict, Strike
from engine.core.events import AdversaryHurt, AdversaryOut, BreachOpened, CheckSettled, StrikeMade
from engine.core.foes import Adversary, AdversaryId, Standing
from engine.core.rules.adversaries import attacks, members
from engine.core.view import view
from engine.ruling import Code
from tests.scenes import arrival, attack, fight, given, group, hero, item, like, rolled

SQUAD, GOBLINS = AdversaryId("squad"), AdversaryId("goblins")
SWORD, GRENADE, CANNON = item("sword", weapon=3), item("grenade", weapon=3, area=True), item("cannon", devastating=True)


def goblins(count: int = 6) -> Adversary:
    return group("goblins", 1, 1, 1, members=count)


@pytest.mark.rule("group")
def test_a_group_comes_with_the_health_of_all_its_members() -> None:
    squad = arrival("squad", 2, 5, 2, 1, members=3, standing=Standing.GROUP)
    stage = given().when(BringAdversary(squad)).when(StartConflict())
    assert (stage.foe("squad").health, stage.foe("squad").whole, stage.left("squad")) == (15, 15, 4)
    (face,) = view(stage.game).adversaries
    assert (face.threat, face.members, face.attacks) == (2, 3, 4)


@pytest.mark.rule("group")
@pytest.mark.parametrize(
    ("threat", "count", "of_each"),
    [(1, 3, 3), (1, 4, 4), (1, 9, 4), (2, 1, 2), (2, 2, 4), (2, 3, 4), (3, 1, 3), (3, 2, 4)],
)
def test_threat_in_attacks_a_member_and_four_at_the_most(threat: int, count: int, of_each: int) -> None:
    assert attacks(group("squad", threat, 5, 2, members=count), facing=9) == of_each


@pytest.mark.rule("group")
@pytest.mark.parametrize(("left", "standing"), [(10, 2), (6, 2), (5, 1), (1, 1)])
def test_a_member_falls_with_each_share_of_health(left: int, standing: int) -> None:
    axe = item("axe", weapon=10 - left)
    stage = fight(hero(items=[axe]), foes=[group("squad", 2, 5, 2, members=2)])
    hurt = stage.rolled(attack(target="squad", weapon=axe.id), 5, 6) if left < 10 else stage
    assert (hurt.foe("squad").health, members(hurt.foe("squad"))) == (left, standing)
    assert hurt.left("squad") == 2 * standing


@pytest.mark.rule("group")
def test_attacks_spent_stay_spent_when_members_fall() -> None:
    cast = (hero("ana"), hero("ben"), hero("cy", items=[item("axe", weapon=8)]))
    stage = fight(*cast, foes=[group("squad", 2, 5, 2, members=2)])
    stage = stage.rolled(attack("ana", "squad"), 1, 1).when(Strike(SQUAD, 2))
    assert stage.left("squad") == 2
    stage = stage.rolled(attack("ben", "squad"), 1, 1).when(Strike(SQUAD))
    assert stage.left("squad") == 1
    stage = stage.rolled(attack("cy", "squad", weapon=cast[2].items[0].id), 5, 6)
    assert (members(stage.foe("squad")), stage.left("squad")) == (1, 0)
    assert stage.when(EndTurn()).left("squad") == 2


@pytest.mark.rule("group")
def test_a_strike_puts_together_the_threat_of_one_member() -> None:
    opened = fight(foes=[group("squad", 2, 5, 2, members=2)]).rolled(attack(target="squad"), 1, 1)
    opened.when(Strike(SQUAD, 3)).refused(Code.TOO_MANY_ATTACKS)
    opened.when(Strike(SQUAD, 2)).among(like(StrikeMade, damage=3))


@pytest.mark.rule("group")
def test_a_devastating_weapon_takes_the_whole_group() -> None:
    stage = fight(hero(items=[CANNON]), foes=[group("squad", 2, 5, 2, members=4)])
    blown = stage.rolled(attack(target="squad", weapon=CANNON.id), 5, 6)
    blown.then(rolled(Outcome.SUCCESS), CheckSettled, AdversaryOut(SQUAD))
    assert (members(blown.foe("squad")), blown.left("squad")) == (0, 0)


@pytest.mark.rule("group")
def test_a_member_counts_as_a_target_of_an_area_weapon() -> None:
    stage = fight(hero(items=[GRENADE], FOR=4), foes=[group("squad", 1, 5, 2, members=3, protection=1)])
    three = attack(target="squad", threat=1, weapon=GRENADE.id, also=(SQUAD, SQUAD))
    stage.rolled(three, 5, 6, 6, 1).among(AdversaryHurt(SQUAD, 15, 9))
    stage.rolled(three, 5, 6, 1, 1).among(AdversaryHurt(SQUAD, 15, 11))
    four = attack(target="squad", threat=1, weapon=GRENADE.id, also=(SQUAD, SQUAD, SQUAD))
    stage.when(AnnounceCheck(four)).refused(Code.TOO_MANY_TARGETS)


@pytest.mark.rule("minions")
def test_each_point_of_damage_fells_a_minion() -> None:
    stage = fight(hero(items=[SWORD], FOR=3), foes=[goblins()])
    blow = attack(target="goblins", threat=1, weapon=SWORD.id)
    assert members(stage.rolled(blow, 5, 1, 1).foe("goblins")) == 3
    assert members(stage.rolled(blow, 5, 6, 6).foe("goblins")) == 1
    assert members(stage.rolled(attack(target="goblins", threat=1), 5, 1, 1).foe("goblins")) == 5


@pytest.mark.rule("minions")
def test_what_is_over_falls_on_nobody() -> None:
    stage = fight(hero(items=[SWORD]), foes=[goblins(2)])
    swept = stage.rolled(attack(target="goblins", threat=1, weapon=SWORD.id), 5, 6)
    swept.among(AdversaryHurt(GOBLINS, 2, 0), AdversaryOut(GOBLINS))


@pytest.mark.rule("minions")
def test_one_attack_a_minion_who_stands() -> None:
    stage = fight(hero("ana"), hero("ben", items=[SWORD]), foes=[goblins(4)])
    opened = stage.rolled(attack("ana", "goblins", 1), 1, 1)
    struck = opened.when(Strike(GOBLINS)).among(like(StrikeMade, damage=1))
    opened.when(Strike(GOBLINS, 2)).refused(Code.TOO_MANY_ATTACKS)
    assert struck.left("goblins") == 3
    thinned = struck.rolled(attack("ben", "goblins", 1, weapon=SWORD.id), 5, 1)
    assert (members(thinned.foe("goblins")), thinned.left("goblins")) == (1, 0)


def test_a_last_member_may_still_open_a_breach_for_another() -> None:
    stage = fight(hero(items=[SWORD]), foes=[group("squad", 2, 3, 2, members=1), goblins()])
    blow = attack(target="squad", weapon=SWORD.id)
    felled = stage.announced(blow).when(RollCheck(), (5, 1))
    felled.then(rolled(Outcome.PARTIAL), CheckSettled, AdversaryHurt(SQUAD, 3, 0), AdversaryOut, BreachOpened)
    felled.when(Strike(SQUAD)).refused(Code.ADVERSARY_IS_OUT, GOBLINS)
    felled.when(Strike(GOBLINS)).among(StrikeMade)
