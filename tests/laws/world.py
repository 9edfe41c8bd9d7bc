"""A world in which every rule of the book can come up: who plays, and who and what may come in."""

from engine.core.foes import (
    Affliction,
    Ally,
    AllyId,
    Arrival,
    Calamity,
    CalamityId,
    Danger,
    DangerId,
    FlawKind,
    LeverId,
    Manifestation,
    ManifestationId,
    Scale,
    Standing,
)
from engine.core.rules.dangers import DANGERS
from engine.core.sheet import Attribute
from engine.story import MarkingEvent
from tests.scenes import arrival, flaw, hero, item

CAST = (
    hero(
        "ana",
        INT=4,
        DEX=3,
        CON=1,
        specialties={"locks": "DEX", "medicine": "INT"},
        items=[
            item("kit", 6, heals=2),
            item("picks", helps=True),
            item("gift", 6, innate=True, price=True, weapon=3, attribute=Attribute.INT),
            item("grenades", 4, 6, weapon=3, area=True, most_targets=3),
        ],
    ),
    hero(
        "ben",
        FOR=4,
        CON=3,
        specialties={"composure": "CON", "fencing": "FOR"},
        items=[
            item("lamp", 4, 10),
            item("sword", weapon=3),
            item("mail", 8, protection=2),
            item("leather", protection=1),
        ],
    ),
    hero(
        "cy",
        CHA=4,
        PER=1,
        items=[
            item("staff", 4, 4, helps=True, weapon=2, ward=1, attribute=Attribute.INT, price=True),
            item("purse", 8, lone=True, helps=True),
            item("horn", weapon=2, area=True),
        ],
    ),
    hero("dee", items=[item("potion", 4, heals=3, unaided=True), item("lance", 4, devastating=True)]),
)

ARRIVALS: tuple[Arrival, ...] = (
    arrival("guard", 1, 3, 1),
    arrival(
        "soldier",
        2,
        4,
        3,
        1,
        cover=1,
        flaws=(flaw("slow", FlawKind.LOWER_THREAT, 1), flaw("joints", FlawKind.BARE), flaw("oath", FlawKind.FELL)),
    ),
    arrival("wolves", 1, 2, 1, members=3, standing=Standing.GROUP, flaws=(flaw("fire", FlawKind.ROUT, 2),)),
    arrival("squad", 2, 5, 2, members=2, standing=Standing.GROUP),
    arrival(
        "captain",
        2,
        0,
        3,
        standing=Standing.BOSS,
        flaws=(flaw("pride", FlawKind.FELL),),
        first_sight=MarkingEvent.HORROR,
    ),
    arrival("shade", 3, 0, 2, standing=Standing.BOSS),
)

ALLIES = (Ally(AllyId("kim"), "Kim"), Ally(AllyId("lou"), "Lou"))

KRAKEN = Calamity(
    CalamityId("kraken"),
    "the kraken",
    Scale.REGIONAL,
    "to reach the deep",
    (
        Manifestation(ManifestationId("swell"), "on the quays", (Attribute.DEX,), 2),
        Manifestation(
            ManifestationId("roar"),
            "when it rises",
            (Attribute.CON, Attribute.PER),
            1,
            harms=False,
            afflictions=(Affliction.FROZEN,),
            marks=MarkingEvent.HORROR,
        ),
    ),
    (LeverId("first-bell"), LeverId("second-bell")),
    "weapons",
)

FOG = Danger(DangerId("fog"), (Attribute.PER, Attribute.INT), 3, 0, MarkingEvent.SHOCK)
ALL_DANGERS = (*DANGERS, FOG)
