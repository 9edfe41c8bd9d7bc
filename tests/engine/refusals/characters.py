"""What is refused of a sheet that a game begins with (CORE ch. 2 and 7)."""

from collections.abc import Callable
from dataclasses import replace

from engine.core.sheet import Attribute, Character, Specialty, SpecialtyId
from tests.engine.refusals import Scenes
from tests.scenes import Stage, begun, hero, item, wound


def played(*cast: Character) -> Callable[[], Stage]:
    """A game is begun with these."""
    return lambda: begun(*cast)


def skilled(*on: str) -> Character:
    """A hero with a specialty on each of these."""
    several = tuple(Specialty(SpecialtyId(f"skill {place}"), Attribute(each)) for place, each in enumerate(on))
    return replace(hero(FOR=1), specialties=several)


LAME = replace(wound("lame"), lasting=True)

SCENES: Scenes = {
    "a game of nobody": played(),
    "a sheet without an id": played(replace(hero(), id=" ")),
    "a sheet without a name": played(replace(hero(), name=" ")),
    "two sheets without a name": played(replace(hero(), name=" "), replace(hero("friend"), name="")),
    "every attribute too low": played(hero(FOR=0, DEX=-1, CON=0, INT=0, PER=0, CHA=0)),
    "an attribute too high": played(hero(INT=5)),
    "a specialty on an attribute of 1": played(skilled("DEX", "FOR")),
    "a specialty on an attribute of 0, which is wrong by itself": played(
        replace(skilled("FOR"), attributes=hero(FOR=0).attributes)
    ),
    "one specialty twice": played(replace(skilled("DEX"), specialties=skilled("DEX").specialties * 2)),
    "a specialty without a name": played(replace(hero(), specialties=(Specialty(SpecialtyId(" "), Attribute.DEX),))),
    "one item twice": played(hero(items=[item("rope"), item("deck", 8), item("rope")])),
    "an item with a wrong number": played(hero(items=[item("rope"), item("gun", weapon=9)])),
    "a wound that lasts through nights below 0": played(hero(wounds=[wound("cut"), replace(LAME, nights=-1)])),
    "a wound that never heals through too many nights": played(
        hero(wounds=[replace(wound("lame"), forever=True, nights=1000)])
    ),
    "the dead": played(replace(hero(), dead=True)),
    "two PCs under one id": played(hero(), hero("friend"), hero()),
    "two PCs, each with a fault": played(hero(INT=5), hero("third"), hero("friend", CHA=0)),
}
