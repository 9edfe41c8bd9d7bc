"""What is refused of hurts and of what heals them, of Stress and Breakdowns (CORE ch. 3)."""

from collections.abc import Sequence
from dataclasses import replace

from engine.core.check import BringBack, Check, Treat
from engine.core.commands import (
    Comfort,
    DescribeBreakdown,
    DescribeWound,
    GrantInspiration,
    LetDie,
    MarkCharacter,
    Suffer,
    Wait,
)
from engine.core.sheet import Attribute, Breakdown, CharacterId, ItemId, Variant, WoundId
from engine.story import MarkingEvent
from tests.engine.refusals import Scenes, announced, asked
from tests.scenes import Stage, fight, given, hard, hero, item, standard, wound

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
DOWN, DEAD, BROKEN = CharacterId("sleeper"), CharacterId("ghost"), CharacterId("broken")
REMEDIES = (item("kit", heals=2), item("bandage", 0, 8, heals=2), item("rope"), item("potion", heals=2, unaided=True))


def cast(variant: Variant = Variant.BLOCKBUSTER, treated: Sequence[CharacterId] = ()) -> Stage:
    """A hero with remedies and two wounds, a hurt friend, one who is down, one who is dead, one who broke down."""
    gone = replace(hero(DEAD, health=0), dead=True)
    shaken = hero(BROKEN, health=1, stress=6, breakdown=Breakdown.UNTOLD)
    able = hero(items=REMEDIES, wounds=(wound("ankle"), wound("wrist")), inspiration=True)
    hurt = hero("friend", health=3, stress=2)
    return given(able, hurt, hero(DOWN, health=0), gone, shaken, variant=variant, treated=tuple(treated))


def raw() -> Stage:
    """The same, where the story is raw."""
    return cast(Variant.RAW)


def treat(patient: CharacterId, remedy: str | None = None, **terms: object) -> Check:
    """First aid, or a healing item's."""
    return replace(standard(aim=Treat(patient, None if remedy is None else ItemId(remedy))), **terms)


def bring_back(whom: CharacterId, **terms: object) -> Check:
    """Somebody brought back from a Breakdown."""
    return replace(standard(attribute="CHA", aim=BringBack(whom)), **terms)


def acted() -> Stage:
    """A turn in which the hero has had their action, and the friend has not."""
    return fight(hero(), hero("friend", stress=2), variant=Variant.RAW).when(Wait(HERO))


SCENES: Scenes = {
    "first aid for nobody here": announced(cast, treat(NOBODY)),
    "first aid for the dead": announced(cast, treat(DEAD)),
    "first aid for who is whole": announced(cast, treat(HERO)),
    "first aid a second time in one scene": announced(lambda: cast(treated=(FRIEND,)), treat(FRIEND)),
    "first aid with something that is not held": announced(cast, treat(FRIEND, "salve")),
    "first aid with nothing left of it": announced(cast, treat(FRIEND, "bandage")),
    "first aid with a rope": announced(cast, treat(FRIEND, "rope")),
    "first aid with what needs no roll": announced(cast, treat(FRIEND, "potion")),
    "first aid by charm": announced(cast, treat(FRIEND, attribute=Attribute.CHA)),
    "first aid at Hard": announced(cast, hard(aim=Treat(FRIEND))),
    "first aid made harder": announced(cast, treat(FRIEND, harder="in the dark")),
    "nobody here brought back": announced(raw, bring_back(NOBODY)),
    "who has not broken down brought back": announced(raw, bring_back(FRIEND)),
    "who has broken down brought back by wits": announced(raw, bring_back(BROKEN, attribute=Attribute.INT)),
    "who has broken down brought back, out of action": announced(
        lambda: given(hero(), hero(BROKEN, health=0, stress=6, breakdown=Breakdown.FLIGHT), variant=Variant.RAW),
        bring_back(BROKEN),
    ),
    "comfort from nobody here": asked(raw, Comfort(NOBODY, FRIEND)),
    "comfort for nobody here": asked(raw, Comfort(HERO, NOBODY)),
    "comfort in Blockbuster": asked(cast, Comfort(HERO, FRIEND)),
    "comfort for oneself": asked(raw, Comfort(FRIEND, FRIEND)),
    "comfort from who is down": asked(raw, Comfort(DOWN, FRIEND)),
    "comfort for who is down": asked(raw, Comfort(HERO, DOWN)),
    "comfort for who has broken down": asked(raw, Comfort(HERO, BROKEN)),
    "comfort from who has acted": asked(acted, Comfort(HERO, FRIEND)),
    "comfort twice in one scene": asked(lambda: raw().when(Comfort(HERO, FRIEND)), Comfort(HERO, FRIEND)),
    "comfort for who has no Stress": asked(raw, Comfort(FRIEND, HERO)),
    "a wound described of nobody here": asked(cast, DescribeWound(NOBODY, WoundId("ankle"), "a cut")),
    "a wound described that is not there": asked(cast, DescribeWound(HERO, WoundId("hand"), "a cut")),
    "a wound described without words": asked(cast, DescribeWound(HERO, WoundId("ankle"), " ")),
    "nobody here dies": asked(cast, LetDie(NOBODY, "falls")),
    "the dead die": asked(cast, LetDie(DEAD, "falls")),
    "who stands dies": asked(cast, LetDie(BROKEN, "falls")),
    "somebody dies of nothing": asked(cast, LetDie(DOWN, " ")),
    "an Inspiration for nobody here": asked(cast, GrantInspiration(NOBODY, "well said")),
    "an Inspiration for the dead": asked(cast, GrantInspiration(DEAD, "well said")),
    "a second Inspiration": asked(cast, GrantInspiration(HERO, "well said")),
    "an Inspiration for nothing": asked(cast, GrantInspiration(FRIEND, " ")),
    "nobody here is marked": asked(cast, MarkCharacter(NOBODY, MarkingEvent.SHOCK, "a corpse")),
    "who is out of action is marked": asked(cast, MarkCharacter(DOWN, MarkingEvent.SHOCK, "a corpse")),
    "somebody is marked by nothing": asked(cast, MarkCharacter(HERO, MarkingEvent.SHOCK, " ")),
    "somebody resists with a face that no die has": asked(
        raw, MarkCharacter(HERO, MarkingEvent.SHOCK, "a corpse"), (7, 1)
    ),
    "the dead suffer": asked(cast, Suffer(DEAD, 1, "a fall")),
    "somebody suffers of nothing": asked(cast, Suffer(HERO, 1, "")),
    "somebody suffers no damage": asked(cast, Suffer(HERO, 0, "a fall")),
    "a Breakdown of nobody here": asked(cast, DescribeBreakdown(NOBODY, Breakdown.SCREAMS)),
    "a Breakdown of who keeps a clear head": asked(cast, DescribeBreakdown(HERO, Breakdown.SCREAMS)),
    "a Breakdown that stays untold": asked(cast, DescribeBreakdown(BROKEN, Breakdown.UNTOLD)),
}
