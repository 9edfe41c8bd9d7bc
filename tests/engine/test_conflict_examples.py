"""The worked examples of the book's chapters 5 and 6; what each is held to is read from docs/rules."""

import tomllib
from pathlib import Path

import pytest

from engine.core.check import Outcome
from engine.core.commands import BringAdversary, BringSetback, EndTurn, RollCheck, StartConflict, Strike, TakeCover
from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryOut,
    BlowLanded,
    BossStruckAll,
    BreachOpened,
    CheckAnnounced,
    CheckSettled,
    HealthChanged,
    PhaseFell,
    ResourceRolled,
    SetbackHappened,
    StrikeMade,
    TurnBegan,
)
from engine.core.foes import AdversaryId, Setback, SetbackKind, Standing
from engine.core.rules.adversaries import attacks, members
from engine.core.rules.turns import still_to_act
from engine.core.sheet import CharacterId, ItemId
from tests.scenes import arrival, attack, fight, foe, given, group, hero, item, like, rolled

RULES = Path(__file__).parents[2] / "docs" / "rules"
EXAMPLES = {each["id"]: each for each in tomllib.loads((RULES / "examples.toml").read_text("utf-8"))["example"]}
BOWMAN = AdversaryId("bowman")
CAPTAIN = AdversaryId("captain")


def test_every_worked_example_is_played_by_a_test() -> None:
    played = "".join(each.read_text("utf-8") for each in Path(__file__).parents[1].rglob("test_*.py"))
    assert [each for each in EXAMPLES if f'"{each}"' not in played] == []


@pytest.mark.rule("attack.success")
@pytest.mark.rule("attack.partial")
def test_aldric_and_the_crossbowman() -> None:
    assert "aldric-crossbow" in EXAMPLES
    gear = (item("leather", protection=1), item("pavise", protection=2), item("sword", weapon=3))
    aldric = hero("aldric", FOR=3, specialties={"fencing": "FOR"}, items=gear)
    blow = attack("aldric", "bowman", specialty="fencing", weapon=ItemId("sword"))

    before = given(aldric, adversaries=(foe("bowman", 2, 4, 3),)).when(StartConflict(aldric.id))
    first = before.announced(blow).when(RollCheck(), (5, 1, 2, 3, 4))
    first.then(
        rolled(Outcome.PARTIAL, 1, dice=5),
        CheckSettled,
        AdversaryHurt(BOWMAN, 4, 1),
        BreachOpened(aldric.id, BOWMAN),
    )
    struck = first.when(Strike(BOWMAN))
    struck.among(like(StrikeMade, damage=3), BlowLanded(aldric.id, 3, 2, ItemId("pavise")))
    struck.leaves("aldric", health=7, stress=1, wounds=())

    second = struck.when(EndTurn()).announced(blow).when(RollCheck(), (5, 5, 6, 1, 1))
    second.then(rolled(Outcome.SUCCESS, 3), CheckSettled, AdversaryHurt(BOWMAN, 1, 0), AdversaryOut(BOWMAN))


@pytest.mark.rule("breach.answer")
def test_tavish_at_the_saloon() -> None:
    assert "tavish-saloon" in EXAMPLES
    tavish = hero("tavish", FOR=3)
    opened = fight(tavish, foes=[foe("outlaw", 2, 4, 2)]).rolled(attack("tavish", "outlaw"), 5, 1, 1)
    opened.among(AdversaryHurt(AdversaryId("outlaw"), 4, 3), BreachOpened)
    friends = (arrival("one", 1, 2, 1), arrival("two", 1, 2, 1))
    called = opened.when(BringSetback(Setback(SetbackKind.REINFORCEMENTS, "he calls his friends", arrivals=friends)))
    called.then(SetbackHappened, AdversaryArrived, AdversaryArrived)
    assert called.left("outlaw") == 2
    assert [each.id for each in called.game.adversaries] == ["outlaw", "one", "two"]


@pytest.mark.rule("breach.concentrate")
def test_three_attacks_put_together() -> None:
    assert "concentrated-three" in EXAMPLES
    opened = fight(foes=[foe("champion", 3, 6, 4)]).rolled(attack(target="champion", threat=3), 1, 1)
    struck = opened.when(Strike(AdversaryId("champion"), 3)).leaves(health=2)
    struck.among(like(StrikeMade, damage=6, attacks=3))
    assert struck.left("champion") == 0


@pytest.mark.rule("cover.pc")
def test_behind_a_car() -> None:
    assert "cover-behind-car" in EXAMPLES
    covered = hero(items=[item("vest", protection=1)])
    behind = fight(covered, foes=[foe("guard", 2, 4, 2)]).when(TakeCover(covered.id, 2))
    opened = behind.rolled(attack(), 1, 1)
    opened.when(Strike(AdversaryId("guard"))).then(StrikeMade, BlowLanded(covered.id, 2, 2)).leaves(health=8)


@pytest.mark.rule("group")
def test_two_soldiers_make_a_squad() -> None:
    assert "two-soldiers" in EXAMPLES
    squad = group("squad", 2, 5, 2, members=2)
    assert (squad.health, attacks(squad, 4)) == (10, 4)
    swordsman = hero(FOR=4, items=[item("sword", weapon=3)])
    blow = attack(target="squad", weapon=ItemId("sword"))
    hurt = fight(swordsman, foes=[squad]).rolled(blow, 6, 5, 5, 1)
    assert (hurt.foe("squad").health, members(hurt.foe("squad")), hurt.left("squad")) == (6, 2, 4)
    half = hurt.when(EndTurn()).rolled(blow, 6, 5, 1, 1)
    assert (half.foe("squad").health, members(half.foe("squad")), half.left("squad")) == (3, 1, 2)
    three = group("squad", 2, 5, 2, members=3)
    assert (three.health, attacks(three, 4)) == (15, 4)


@pytest.mark.rule("minions")
def test_six_goblins_and_a_sword() -> None:
    assert "six-goblins" in EXAMPLES
    goblins = group("goblins", 1, 1, 1, members=6)
    assert (goblins.health, attacks(goblins, 1)) == (6, 4)
    swordsman = hero(items=[item("sword", weapon=3)])
    after = fight(swordsman, foes=[goblins]).rolled(attack(target="goblins", threat=1, weapon=ItemId("sword")), 6, 1)
    assert (members(after.foe("goblins")), after.left("goblins")) == (3, 3)


@pytest.mark.rule("boss.phases")
@pytest.mark.rule("boss.blow")
def test_four_against_the_pirate_captain() -> None:
    assert "pirate-captain" in EXAMPLES
    rifle, pistol = item("rifle", weapon=3), item("pistol", weapon=3)
    party = (
        hero("vex", DEX=4, specialties={"shooting": "DEX"}, items=[rifle]),
        hero("korr", DEX=3, items=[pistol, item("armour", 8, protection=2)]),
        hero("nora"),
        hero("yuki"),
    )
    profile = arrival("captain", 2, 0, 3, standing=Standing.BOSS)
    stage = given(*party).when(BringAdversary(profile)).when(StartConflict(CharacterId("vex")))
    stage.among(like(TurnBegan, turn=1, facing=4))
    assert (stage.foe("captain").health, stage.left("captain")) == (6, 4)

    shot = attack("vex", "captain", attribute="DEX", specialty="shooting", weapon=ItemId("rifle"))
    stage = stage.rolled(shot, 6, 6, 5, 5, 1, 1)
    stage.among(AdversaryHurt(CAPTAIN, 6, 1))
    stage = stage.rolled(attack("korr", "captain", attribute="DEX", weapon=ItemId("pistol")), 6, 5, 6)
    stage.among(AdversaryHurt(CAPTAIN, 1, 0), PhaseFell(CAPTAIN, 1, True), BossStruckAll(CAPTAIN), CheckAnnounced)

    for who, faces in (("vex", (6, 1, 1, 1)), ("korr", (1, 2, 4, 8)), ("nora", (5, 1)), ("yuki", (1, 6))):
        assert stage.game.pending is not None
        assert stage.game.pending.check.actor == who
        stage = stage.when(RollCheck(), faces)
        if who == "korr":
            armour = ItemId("armour")
            stage.among(BlowLanded(CharacterId("korr"), 3, 2, armour), like(ResourceRolled, item=armour, face=8))
            stage.among(like(HealthChanged, before=8, after=7))
    captain = stage.foe("captain")
    assert (captain.phase, captain.health, stage.left("captain")) == (2, 6, 4)
    assert still_to_act(stage.game) == ("nora", "yuki")
    stage.rolled(attack("nora", "captain"), 6, 5).among(AdversaryHurt(CAPTAIN, 6, 5))
