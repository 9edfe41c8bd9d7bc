"""Chapter 3, Dangers: the book's table, poison and disease, and the Stress that nobody resists."""

import pytest

from engine.core.check import Avoid, Difficulty
from engine.core.commands import (
    AcceptOutcome,
    AmendCheck,
    DescribeWound,
    FaceDanger,
    MarkCharacter,
    Rest,
    RollCheck,
    UseItem,
)
from engine.core.events import (
    Cause,
    CharacterMarked,
    HealthChanged,
    PerilStruck,
    ResistanceRolled,
    ResourceRolled,
    StressChanged,
    WoundTaken,
)
from engine.core.foes import Danger, Pace
from engine.core.rules.dangers import DANGERS
from engine.core.rules.variants import max_health
from engine.core.sheet import Attribute, ItemId, Tier, Variant
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import MarkingEvent
from tests.scenes import NOISE, Stage, fight, given, hero, item, like

HERO = hero().id
RAW = Variant.RAW
NAMED = {str(each.id): each for each in DANGERS}
MISSED = (1, 1)

TABLE = [
    ("short_fall", "DEX", 1, 1, None, Pace.ONCE),
    ("storey_fall", "DEX", 1, 2, None, Pace.ONCE),
    ("high_fall", "DEX", 2, 4, MarkingEvent.SHOCK, Pace.ONCE),
    ("burn", "DEX", 1, 1, None, Pace.ONCE),
    ("fire", "CON", 2, 3, MarkingEvent.SHOCK, Pace.TURN),
    ("drowning", "CON", 1, 2, MarkingEvent.SHOCK, Pace.TURN),
    ("extreme_cold", "CON", 1, 1, None, Pace.HOUR),
    ("poison", "CON", 1, 2, None, Pace.ONCE),
    ("light_trap", "PER DEX", 1, 2, None, Pace.ONCE),
    ("deadly_trap", "PER DEX", 2, 4, MarkingEvent.SHOCK, Pace.ONCE),
]


def facing(stage: Stage, danger: Danger) -> Stage:
    """The danger is there, and the roll that avoids it on the table."""
    return stage.when(FaceDanger(danger, (HERO,), "it strikes", NOISE if danger.difficulty > 1 else None))


def test_the_table_is_whole() -> None:
    assert [each.id for each in DANGERS] == [name for name, *_ in TABLE]


@pytest.mark.rule("danger.table")
@pytest.mark.parametrize(("name", "attributes", "difficulty", "damage", "marks", "pace"), TABLE)
def test_each_danger_of_the_table(
    name: str, attributes: str, difficulty: int, damage: int, marks: MarkingEvent | None, pace: Pace
) -> None:
    danger = NAMED[name]
    assert danger.pace is pace
    armoured = hero(items=[item("plate", 8, protection=3)])
    for variant in Variant:
        faced = facing(given(armoured, variant=variant), danger)
        assert faced.game.pending is not None
        check = faced.game.pending.check
        assert isinstance(check.aim, Avoid)
        assert check.difficulty is Difficulty(difficulty)
        assert [str(each) for each in check.aim.peril.attributes] == attributes.split()
        struck = faced.when(RollCheck(), MISSED)
        if struck.game.pending is not None:
            struck = struck.when(AcceptOutcome())  # Raw: a reroll could still be paid for.
        struck.among(HealthChanged(HERO, max_health(variant), max_health(variant) - damage, Cause.DANGER))
        struck.never(ResistanceRolled, ResourceRolled)
        stress = (1 if variant is Variant.BLOCKBUSTER else 0) + (1 if marks is not None else 0)
        struck.leaves(stress=stress)


@pytest.mark.rule("danger.table")
def test_a_trap_is_seen_or_dodged_as_the_player_likes() -> None:
    quick = given(hero(PER=1, DEX=4))
    for attribute, faces in ((Attribute.PER, (6,)), (Attribute.DEX, (1, 1, 1, 6))):
        faced = facing(quick, NAMED["light_trap"]).when(AmendCheck(attribute))
        faced.when(RollCheck(), faces).never(PerilStruck).leaves(health=8)
    facing(quick, NAMED["light_trap"]).when(AmendCheck(Attribute.CON)).refused(Code.AVOIDED_WITH, "PER", "DEX")


@pytest.mark.rule("danger.poison")
def test_poison_deals_its_damage_and_its_wound_may_last() -> None:
    poisoned = facing(given(), NAMED["poison"]).when(RollCheck(), MISSED)
    poisoned.among(HealthChanged(HERO, 8, 6, Cause.DANGER), like(WoundTaken, character=HERO)).leaves(stress=1)
    (wound,) = poisoned.sheet().wounds
    assert wound.tier is Tier.WOUNDED
    fever = poisoned.when(DescribeWound(HERO, wound.id, "a fever that comes back", lasting=True))
    rested = fever.when(Rest(RestKind.LONG)).leaves(health=7)
    assert [each.note for each in rested.sheet().wounds] == ["a fever that comes back"]
    assert poisoned.when(Rest(RestKind.LONG)).leaves(health=7).sheet().wounds == ()


@pytest.mark.rule("danger.poison")
def test_poison_and_disease_are_avoided_like_the_rest() -> None:
    facing(given(), NAMED["poison"]).when(RollCheck(), (6, 1)).never(HealthChanged).leaves(health=8, stress=0)


@pytest.mark.rule("stress.no_resist")
def test_the_stress_of_a_danger_already_rolled_for_is_not_resisted() -> None:
    drowning = facing(fight(hero(CON=2), variant=RAW), NAMED["drowning"]).when(RollCheck(), MISSED)
    drowning.among(PerilStruck, CharacterMarked, StressChanged(HERO, 0, 1, Cause.MARKING_EVENT))
    drowning.never(ResistanceRolled)


@pytest.mark.rule("stress.no_resist")
def test_what_gear_or_the_fiction_asks_as_a_cost_is_not_resisted() -> None:
    brave = given(hero(CON=4, items=[item("grimoire", price=True)]), variant=RAW)
    brave.when(UseItem(HERO, ItemId("grimoire"), "open the seal")).never(ResistanceRolled).leaves(stress=1)
    terror = MarkCharacter(HERO, MarkingEvent.HORROR, "what the rite asks", cost=True)
    brave.when(terror).then(CharacterMarked, StressChanged(HERO, 0, 2, Cause.MARKING_EVENT))
    seen = MarkCharacter(HERO, MarkingEvent.HORROR, "what the rite brings")
    brave.when(seen, (6, 1, 1, 1)).among(ResistanceRolled).leaves(stress=1)
    given().when(terror).then(CharacterMarked, StressChanged(HERO, 0, 1, Cause.MARKING_EVENT))
