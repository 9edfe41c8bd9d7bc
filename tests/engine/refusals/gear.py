"""What is refused of gear: used without a roll, gained, sheltered behind (CORE ch. 4; ch. 5, Couvert)."""

from dataclasses import replace

from engine.core.commands import GainItem, TakeCover, UseItem, Wait
from engine.core.sheet import CharacterId, ItemId
from tests.engine.refusals import Scenes, asked
from tests.scenes import Stage, fight, given, hero, item

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
DOWN, DEAD = CharacterId("sleeper"), CharacterId("ghost")
GEAR = (
    item("rope"),
    item("lamp", 0, 8),
    item("kit", heals=2),
    item("potion", heals=2, unaided=True),
    item("ward", ward=1),
    item("staff", heals=2, besides=True),
    item("orb", ward=1, heals=2),
)


def cast() -> Stage:
    """A hero with gear, a hurt friend, one who is down, one who is dead."""
    gone = replace(hero(DEAD, health=0), dead=True)
    return given(hero(items=GEAR), hero("friend", health=1), hero(DOWN, health=0), gone)


def use(what: str, whom: CharacterId | None = None, who: CharacterId = HERO, purpose: str = "to be safe") -> UseItem:
    """Something used without a roll."""
    return UseItem(who, ItemId(what), purpose, whom)


def acted() -> Stage:
    """A turn in which the hero has had their action."""
    return fight(hero(items=GEAR), hero("friend")).when(Wait(HERO))


SCENES: Scenes = {
    "used by nobody here": asked(cast, use("rope", who=NOBODY)),
    "used by who is down": asked(cast, use("rope", who=DOWN)),
    "used by who has acted": asked(acted, use("rope")),
    "used without being held": asked(cast, use("sword")),
    "used with nothing left of it": asked(cast, use("lamp")),
    "used without the roll that it needs": asked(cast, use("kit", FRIEND)),
    "used for no purpose": asked(cast, use("rope", purpose=" ")),
    "a potion used on nobody": asked(cast, use("potion")),
    "a ward used on nobody": asked(cast, use("ward")),
    "a potion used on nobody here": asked(cast, use("potion", NOBODY)),
    "a rope used on somebody": asked(cast, use("rope", FRIEND)),
    "a staff that heals by a roll used on somebody": asked(cast, use("staff", FRIEND)),
    "a potion used on the dead": asked(cast, use("potion", DEAD)),
    "a potion used on who is whole": asked(cast, use("potion", HERO)),
    "a ward used on oneself": asked(cast, use("ward", HERO)),
    "a ward that heals by a roll, used on oneself who is hurt": asked(
        lambda: given(hero(items=GEAR, health=3), hero("friend", health=3)), use("orb", HERO)
    ),
    "a ward used on who is down": asked(cast, use("ward", DOWN)),
    "gained by nobody here": asked(cast, GainItem(NOBODY, item("deck"), "found")),
    "gained by the dead": asked(cast, GainItem(DEAD, item("deck"), "found")),
    "gained twice": asked(cast, GainItem(HERO, item("rope"), "found")),
    "gained out of nowhere": asked(cast, GainItem(HERO, item("deck"), " ")),
    "gained in numbers that no item has": asked(cast, GainItem(HERO, item("gun", weapon=5), "found")),
    "cover for nobody here": asked(cast, TakeCover(NOBODY, 1)),
    "cover for who is down": asked(cast, TakeCover(DOWN, 1)),
    "cover of 4": asked(cast, TakeCover(HERO, 4)),
    "cover of less than nothing": asked(cast, TakeCover(HERO, -1)),
}
