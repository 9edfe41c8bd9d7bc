"""What is refused of an item, an NPC, a danger, a calamity with numbers that the book does not know (CORE ch. 3-6)."""

from collections.abc import Callable
from dataclasses import replace

from engine.core.commands import BringAdversary, BringCalamity, FaceDanger, GainItem
from engine.core.foes import (
    AdversaryId,
    Affliction,
    Arrival,
    Calamity,
    CalamityId,
    Danger,
    DangerId,
    FlawKind,
    LeverId,
    Manifestation,
    ManifestationId,
    Profile,
    Scale,
    Standing,
)
from engine.core.sheet import Attribute, CharacterId, Item, ItemId, Resource
from tests.engine.refusals import Scenes, asked
from tests.scenes import Stage, arrival, flaw, given, item, profile

HERO = CharacterId("hero")
DEX, CON = Attribute.DEX, Attribute.CON
SURGE = Manifestation(ManifestationId("surge"), "the bells ring", (DEX,), 1)
TIDE = Calamity(CalamityId("tide"), "the great tide", Scale.LOCAL, "the town", (SURGE,), (LeverId("dyke"),))
BURN = Danger(DangerId("burn"), (DEX,), 1, 1)


def gains(what: Item) -> Callable[[], Stage]:
    """The hero comes by an item."""
    return asked(given, GainItem(HERO, what, "found"))


def comes(who: Profile) -> Callable[[], Stage]:
    """An adversary comes, of this profile."""
    return asked(given, BringAdversary(Arrival(arrival().id, who)))


def flawed(kind: FlawKind, value: int = 0, threat: int = 2, when: str = "when it shows") -> Callable[[], Stage]:
    """An adversary comes who has a flaw."""
    return comes(profile(threat=threat, flaws=(flaw("light", FlawKind.BARE), flaw("salt", kind, value, when))))


def looms(**what: object) -> Callable[[], Stage]:
    """A calamity comes."""
    return asked(given, BringCalamity(replace(TIDE, **what)))


def manifests(**what: object) -> Callable[[], Stage]:
    """A calamity comes that has a second way to strike."""
    second = replace(SURGE, id=ManifestationId("mud"), **what)
    return looms(manifestations=(SURGE, second))


def strikes(**what: object) -> Callable[[], Stage]:
    """A danger strikes."""
    return asked(given, FaceDanger(replace(BURN, **what), (HERO,), "sparks fly"))


ITEMS: Scenes = {
    "an item without a name": gains(item(" ")),
    "an item with every number too high": gains(
        item("gun", weapon=5, protection=4, ward=4, heals=5, area=True, most_targets=1000)
    ),
    "an item with every number below 0": gains(
        item("gun", weapon=-1, protection=-1, ward=-1, heals=-1, area=True, most_targets=-1)
    ),
    "an item whose number is a truth value": gains(item("gun", weapon=True)),
    "an item with a use without words": gains(replace(item("picks", helps=True), uses=("locks", " "))),
    "an item that lacks what each field goes with": gains(
        Item(ItemId("odd"), area=True, unaided=True, uses=("locks",), lone=True)
    ),
    "targets without an area": gains(item("gun", weapon=1, most_targets=2)),
    "a Resource alone that does all else": gains(
        item("money", 8, lone=True, weapon=1, devastating=True, protection=1, ward=1, heals=1)
    ),
    "a Resource alone that strikes": gains(item("money", 8, lone=True, weapon=1)),
    "a Resource with dice that there are not": gains(item("deck", 5, 7)),
    "a Resource whose maximum is nothing": gains(Item(ItemId("deck"), resource=Resource(0, 0))),
    "a Resource above its maximum": gains(item("deck", 10, 8)),
}
NPCS: Scenes = {
    "an adversary without an id": asked(given, BringAdversary(replace(arrival(), id=AdversaryId(" ")))),
    "an adversary of 0 members and a cover of 4": asked(given, BringAdversary(arrival(members=0, cover=4))),
    "an adversary of 1000 members and a cover below 0": asked(
        given, BringAdversary(arrival(members=1000, cover=-1, standing=Standing.GROUP))
    ),
    "two single ones under one id": asked(given, BringAdversary(arrival(members=2))),
    "a profile without words": comes(profile(" ", name=" ", traits=("lame", " "))),
    "a profile without a name alone": comes(profile(name=" ")),
    "a profile with every number too high": comes(profile(threat=4, health=1000, weapon=5, protection=4)),
    "a profile with every number too low": comes(profile(threat=0, health=0, weapon=-1, protection=-1)),
    "a boss with Health": comes(profile(health=9, standing=Standing.BOSS)),
    "two flaws under one id": comes(profile(flaws=(flaw("salt", FlawKind.FELL),) * 2)),
    "a flaw without an id": comes(profile(flaws=(flaw(" ", FlawKind.FELL),))),
    "a flaw that nothing plays on": flawed(FlawKind.FELL, when=" "),
    "a flaw that lowers the lowest Threat": flawed(FlawKind.LOWER_THREAT, 1, threat=1),
    "a flaw that lowers Threat 2 to 2": flawed(FlawKind.LOWER_THREAT, 2),
    "a flaw that lowers Threat 3 to 0": flawed(FlawKind.LOWER_THREAT, 0, threat=3),
    "a flaw that lowers Threat 3 to 3": flawed(FlawKind.LOWER_THREAT, 3, threat=3),
    "a flaw that lowers a Threat out of range": flawed(FlawKind.LOWER_THREAT, 3, threat=9),
    "a flaw that lowers a Threat below all others": flawed(FlawKind.LOWER_THREAT, 3, threat=-4),
    "a flaw that makes nobody flee": flawed(FlawKind.ROUT),
    "a flaw that makes too many flee": flawed(FlawKind.ROUT, 1000),
    "a flaw that fells so many": flawed(FlawKind.FELL, 1),
    "a flaw that bares so much": flawed(FlawKind.BARE, 2),
}
DANGERS: Scenes = {
    "a danger without a name": strikes(id=DangerId(" ")),
    "a danger that nothing avoids": strikes(attributes=()),
    "a danger avoided with one attribute twice": strikes(attributes=(DEX, CON, DEX)),
    "a danger beyond a Feat": strikes(difficulty=4),
    "a danger below Standard": strikes(difficulty=0),
    "a danger of too much damage": strikes(damage=5),
    "a danger of damage below 0": strikes(damage=-1),
    "a danger that does nothing": strikes(damage=0),
}
CALAMITIES: Scenes = {
    "a calamity without words": looms(id=CalamityId(" "), name=" ", goal=" "),
    "a calamity that does nothing and that nothing sends back": looms(manifestations=(), levers=()),
    "a calamity that strikes so twice": looms(manifestations=(SURGE, SURGE)),
    "a calamity with one lever twice and one without a name": looms(levers=("dyke", "dyke", " ")),
    "a manifestation without an id": looms(manifestations=(replace(SURGE, id=ManifestationId(" ")),)),
    "a manifestation without a trigger": manifests(trigger=" "),
    "a manifestation that nothing avoids": manifests(attributes=()),
    "a manifestation avoided with one attribute twice": manifests(attributes=(CON, CON)),
    "a manifestation beyond a Feat": manifests(difficulty=4),
    "a manifestation that does nothing": manifests(harms=False),
    "a manifestation that does one thing twice": manifests(
        harms=False, afflictions=(Affliction.FROZEN, Affliction.FROZEN)
    ),
}
SCENES: Scenes = {**ITEMS, **NPCS, **DANGERS, **CALAMITIES}
