"""What is refused of a roll, from its terms to its reroll (CORE ch. 2, Les jets)."""

from dataclasses import replace

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Attack,
    Avoid,
    Check,
    ComplicationKind,
    Contest,
    Effort,
    Treat,
)
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AmendCheck,
    AnnounceContest,
    AnnounceEach,
    FaceDanger,
    Reroll,
    RollCheck,
    WithdrawCheck,
)
from engine.core.foes import AdversaryId, Ally, AllyId, Danger, DangerId, Peril, PerilKind
from engine.core.sheet import Attribute, Breakdown, CharacterId, Item, ItemId, SpecialtyId, Variant, WoundId
from engine.story import Clock, ClockId, FactId, SceneId
from tests.engine.refusals import Scenes, announced, asked
from tests.scenes import (
    NOISE,
    Stage,
    attack,
    bring,
    conflict,
    fact,
    fight,
    given,
    hard,
    help_from,
    hero,
    idea,
    item,
    standard,
    story,
    tool,
    worn,
    wound,
)

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
LETTER = FactId("letter")
BURN = Danger(DangerId("burn"), (Attribute.DEX, Attribute.FOR), 1, 1)
SMITH = Ally(AllyId("smith"), "the smith")

GEAR = (
    item("rope"),
    item("lamp", 0, 8),
    item("picks", helps=True),
    item("deck", 8, helps=True),
    item("spent", 0, 8, helps=True),
    item("gift", innate=True),
    Item(ItemId("orb"), attribute=Attribute.INT, helps=True, weapon=2),
)


def alone() -> Stage:
    """A hero with a name for one thing, two wounds, and gear of every sort."""
    hurt = (wound("ankle"), wound("wrist"))
    return given(hero(specialties={"locks": "DEX", "maps": "INT"}, items=GEAR, wounds=hurt))


def four() -> Stage:
    """The hero with a friend who is able, one who is down, one who is dead, and a smith on their side."""
    friend = hero("friend", specialties={"locks": "DEX"}, DEX=4)
    down, dead = hero("sleeper", health=0), replace(hero("ghost", health=0), dead=True)
    return given(hero(items=GEAR), friend, down, dead, allies=(SMITH,))


def broken() -> Stage:
    """A hero who has broken down, with one point of Health left, and a friend who has none."""
    shaken = hero(health=1, stress=6, breakdown=Breakdown.FLIGHT)
    return given(shaken, replace(shaken, id=FRIEND, name="Friend", health=0), variant=Variant.RAW)


def storied(*known: str) -> Stage:
    """A letter that cannot be missed, a rumour that can, and a map that only comes out in the vault."""
    letter, plan = fact("letter", essential=True), fact("map", scenes=(SceneId("vault"),))
    return given(story=story(letter, fact("rumour"), plan, clocks=(Clock(ClockId("tide"), 4),)), known=known)


def burning() -> Stage:
    """Sparks fly at a hero whose Coup d'éclat is ready."""
    skilled = hero(stress=6, specialties={"locks": "DEX", "maps": "INT"}, wounds=[wound("ankle")])
    return given(skilled).when(FaceDanger(BURN, (HERO,), "sparks fly"))


def on_the_table() -> Stage:
    """A check announced, its dice still to fall."""
    return alone().announced(hard(advantages=(tool("picks"),)))


def fallen() -> Stage:
    """A check whose dice have fallen short, with a reroll to decide."""
    return given(hero(stress=2)).rolled(hard(), 6, 1)


def backed(**what: object) -> tuple[Advantage, ...]:
    """The smith's help, or something that is not quite that."""
    return (replace(Advantage(AdvantageKind.HELP, "the smith holds the door", ally=AllyId("smith")), **what),)


def lost(id: str | None) -> Check:
    """A check whose failure takes an item away."""
    return hard(on_failure=bring(ComplicationKind.GEAR_LOST, item=None if id is None else ItemId(id)))


def opposed(actor: str = "hero", **effort: object) -> AnnounceContest:
    """The hero pulls, the friend holds on."""
    pulls = replace(Effort(CharacterId(actor), Attribute.FOR, "pulls at the rope"), **effort)
    return AnnounceContest(Contest(pulls, Effort(FRIEND, Attribute.FOR, "holds on"), "the rope breaks"))


def each_risks(*checks: Check) -> AnnounceEach:
    """Checks of which each risks for oneself."""
    return AnnounceEach(checks)


def wait_and_go_down(**hurt: object) -> Stage:
    """A friend whose turn to roll comes when they cannot any more."""
    stage = four().when(each_risks(standard(), standard("friend"))).when(RollCheck(), (6, 6))
    sheets = (replace(each, **hurt) if each.id == FRIEND else each for each in stage.game.characters)
    return replace(stage, game=replace(stage.game, characters=tuple(sheets)))


_TERMS: Scenes = {
    "a check of nobody here": announced(alone, hard("nobody")),
    "a check of who is out of action": announced(four, hard("sleeper")),
    "a check of the dead": announced(four, hard("ghost")),
    "a check of who has broken down": announced(broken, hard()),
    "a check of who has broken down and is out of action": announced(broken, hard("friend")),
    "a stake that has been tried, in other letters": announced(lambda: given(tried=("Get in!",)), hard()),
    "a check without an action": announced(alone, hard(action=" ")),
    "a check without a risk": announced(alone, hard(risk="…")),
    "a check without a stake": announced(alone, hard(stake="")),
    "a specialty that is not on the sheet": announced(alone, hard(specialty="ghosts")),
    "a specialty of another attribute": announced(alone, hard(specialty="locks")),
    "an item that is not held": announced(alone, hard(items=(ItemId("sword"),))),
    "an item of which nothing is left": announced(alone, hard(items=(ItemId("rope"), ItemId("lamp")))),
    "an item used with another attribute": announced(alone, hard(attribute="FOR", items=(ItemId("orb"),))),
    "an item used twice at once": announced(alone, hard(items=(ItemId("rope"), ItemId("rope")))),
    "four dice of disadvantage": announced(alone, hard(disadvantage=4, disadvantage_reason="smoke")),
    "less than no disadvantage": announced(alone, hard(disadvantage=-1, disadvantage_reason="smoke")),
    "a disadvantage without a reason": announced(alone, hard(disadvantage=1, disadvantage_reason=" ")),
    "a wound that nobody has": announced(alone, hard(hindering=(WoundId("ankle"), WoundId("hand")))),
    "a wound that hinders twice": announced(alone, hard(hindering=(WoundId("wrist"), WoundId("wrist")))),
    "what only a specialist can try": announced(four, hard(requires=SpecialtyId("locks"))),
    "what nobody here can try": announced(four, hard(requires=SpecialtyId("magic"))),
    "what the group tries, by one who is not the best": announced(four, hard(attribute="DEX", together=True)),
    "what no story has, to gain": announced(storied, hard(gain=FactId("moon"))),
    "what no story has, as a clue": announced(storied, hard(clue=FactId("moon"))),
    "what is known already": announced(lambda: storied("letter"), hard(clue=LETTER)),
    "what comes out elsewhere": announced(storied, hard(gain=FactId("map"))),
    "an essential clue that a failure would miss": announced(storied, hard(gain=LETTER)),
    "a clue that can be missed, given away": announced(storied, hard(clue=FactId("rumour"))),
    "a roll that avoids, when nothing strikes": announced(
        alone, hard(aim=Avoid(Peril(PerilKind.DANGER, "fire", 1, (Attribute.DEX,))))
    ),
}

_ADVANTAGES: Scenes = {
    "an advantage without a reason": announced(alone, hard(advantages=(idea("?"),))),
    "an idea twice, in other letters": announced(alone, hard(advantages=(idea("the map"), idea("The map!")))),
    "a tool twice, for other reasons": announced(
        alone, hard(advantages=(tool("picks"), replace(tool("picks"), reason="and they are sharp")))
    ),
    "a helper twice": announced(four, hard(advantages=(help_from("friend"), help_from("friend")))),
    "an ally twice": announced(four, hard(advantages=backed() * 2)),
    "help from oneself": announced(four, hard(advantages=(help_from("hero"),))),
    "help from who is down": announced(four, hard(advantages=(help_from("sleeper"),))),
    "help from nobody here": announced(four, hard(advantages=(help_from("nobody"),))),
    "a helper who is an idea": announced(
        four, hard(advantages=(Advantage(AdvantageKind.IDEA, "her idea", helper=FRIEND),))
    ),
    "an ally who is not here": announced(four, hard(advantages=backed(ally=AllyId("baker")))),
    "an ally who is an idea": announced(four, hard(advantages=backed(kind=AdvantageKind.IDEA))),
    "an ally and a PC in one": announced(four, hard(advantages=backed(helper=FRIEND))),
    "a tool and a PC in one": announced(four, hard(advantages=(replace(tool("picks"), helper=FRIEND),))),
    "a tool and an ally in one": announced(four, hard(advantages=backed(item=ItemId("picks")))),
    "a tool without a name": announced(alone, hard(advantages=(Advantage(AdvantageKind.TOOL, "some tool"),))),
    "a tool that is not held": announced(alone, hard(advantages=(tool("sword"),))),
    "a tool of which nothing is left": announced(alone, hard(advantages=(tool("spent"),))),
    "a tool that helps nobody": announced(alone, hard(advantages=(tool("rope"),))),
    "a tool that is called an idea": announced(
        alone, hard(advantages=(replace(tool("picks"), kind=AdvantageKind.IDEA),))
    ),
    "a tool for another attribute": announced(alone, hard(attribute="FOR", advantages=(tool("orb"),))),
}

_STAKES: Scenes = {
    "no complication for a failure": announced(alone, hard(on_failure=None)),
    "no complication for a partial": announced(alone, hard(on_partial=None)),
    "a partial at Standard": announced(alone, standard(on_partial=NOISE)),
    "an incomplete result of a failure": announced(alone, hard(on_failure=bring(ComplicationKind.INCOMPLETE))),
    "a breach outside any conflict": announced(alone, hard(on_partial=bring(ComplicationKind.BREACH))),
    "a complication without words": announced(alone, hard(on_partial=replace(NOISE, note=" "))),
    "a clock that no story has": announced(storied, hard(on_failure=replace(NOISE, clock=ClockId("moon")))),
    "an empty Resource worn": announced(alone, hard(on_failure=worn("lamp"))),
    "a Resource worn in no known way": announced(
        alone, hard(on_failure=bring(ComplicationKind.RESOURCE_WORN, item=ItemId("deck")))
    ),
    "an item lost, without a name": announced(alone, lost(None)),
    "an item lost that is not held": announced(alone, lost("sword")),
    "an innate gift lost": announced(alone, lost("gift")),
    "a noise beside the breach of a failure": announced(fight, attack(on_failure=NOISE)),
    "a noise beside the breach of a partial": announced(fight, attack(on_partial=NOISE)),
}

_CONTESTS: Scenes = {
    "PC against PC, out of action": asked(four, opposed("sleeper")),
    "PC against PC, without an action": asked(four, opposed(action=" ")),
    "PC against PC, with a specialty of nobody": asked(four, opposed(specialty=SpecialtyId("ghosts"))),
    "PC against PC, with a weapon that is not held": asked(four, opposed(weapon=ItemId("sword"), strikes=True)),
    "PC against PC, with a rope as a weapon": asked(four, opposed(weapon=ItemId("rope"), strikes=True)),
    "PC against PC, with a weapon that does not strike": asked(
        four, opposed(attribute=Attribute.INT, weapon=ItemId("orb"))
    ),
}

_TABLE: Scenes = {
    "each for oneself, alone": asked(four, each_risks(hard())),
    "each for oneself, one of them twice": asked(four, each_risks(hard(), hard())),
    "each for oneself, on two stakes": asked(four, each_risks(hard(), hard("friend", stake="get out"))),
    "each for oneself, and all together": asked(four, each_risks(hard(), hard("friend", together=True))),
    "each for oneself, at a patient": asked(four, each_risks(hard(aim=Treat(FRIEND)), hard("friend"))),
    "each for oneself, one of them down": asked(four, each_risks(hard(), hard("sleeper"))),
    "an advantage for no check": asked(alone, AddAdvantage(idea())),
    "an advantage after the roll": asked(fallen, AddAdvantage(idea())),
    "an advantage that counts already": asked(on_the_table, AddAdvantage(tool("picks"))),
    "an advantage of a tool for another attribute": asked(
        lambda: alone().announced(hard(attribute="FOR")), AddAdvantage(tool("orb"))
    ),
    "another attribute for no check": asked(alone, AmendCheck(Attribute.DEX)),
    "another attribute for a check that does not avoid": asked(on_the_table, AmendCheck(Attribute.DEX)),
    "avoided with charm": asked(burning, AmendCheck(Attribute.CHA)),
    "avoided with four dice less": asked(
        burning, AmendCheck(Attribute.DEX, disadvantage=4, disadvantage_reason="smoke")
    ),
    "avoided with a disadvantage of no reason": asked(burning, AmendCheck(Attribute.DEX, disadvantage=1)),
    "avoided with a wound that nobody has": asked(burning, AmendCheck(Attribute.DEX, hindering=(WoundId("hand"),))),
    "avoided with a specialty of another attribute": asked(burning, AmendCheck(Attribute.DEX, SpecialtyId("maps"))),
    "no check withdrawn": asked(alone, WithdrawCheck()),
    "a check withdrawn after the roll": asked(fallen, WithdrawCheck()),
    "a danger withdrawn": asked(burning, WithdrawCheck()),
    "no check rolled": asked(alone, RollCheck()),
    "a check rolled twice": asked(fallen, RollCheck(), (6, 6)),
    "a check rolled by who went down since": asked(lambda: wait_and_go_down(health=0), RollCheck(), (6,) * 2),
    "a check rolled by who broke down since": asked(
        lambda: wait_and_go_down(stress=6, breakdown=Breakdown.FLIGHT), RollCheck(), (6,) * 2
    ),
    "a Coup d'éclat that avoids": asked(burning, RollCheck(coup=True), (6,) * 5),
    "a Coup d'éclat that is not ready": asked(on_the_table, RollCheck(coup=True), (6,) * 6),
    "dice that are too few": asked(on_the_table, RollCheck(), (6,)),
    "dice that are too many": asked(on_the_table, RollCheck(), (6,) * 5),
    "a face that no die has": asked(on_the_table, RollCheck(), (6, 7, 1)),
    "a face that no die has, rolled again": asked(fallen, Reroll(), (7, 1)),
    "no roll rolled again": asked(alone, Reroll(), (6, 6)),
    "a roll rolled again before it fell": asked(on_the_table, Reroll(), (6, 6, 6)),
    "a success rolled again": asked(lambda: given(hero(stress=2)).rolled(hard(), 6, 6), Reroll(), (6, 6)),
    "an outcome rolled again once it is accepted": asked(lambda: fallen().when(AcceptOutcome()), Reroll(), (6, 6)),
    "a roll of a conflict rolled again": asked(lambda: conflict(hero(stress=2)).rolled(hard(), 6, 1), Reroll(), (6, 6)),
    "a Coup d'éclat rolled again": asked(
        lambda: given(hero(stress=6)).rolled(hard(), 6, 1, 1, 1, 1, coup=True), Reroll(), (6,) * 5
    ),
    "rolled again by who paid the last Health for the first": asked(
        lambda: given(hero(health=1, stress=2, items=[item("ring", price=True)])).rolled(
            hard(items=(ItemId("ring"),)), 6, 1
        ),
        Reroll(),
        (6, 6),
    ),
    "rolled again for an Inspiration that nobody holds": asked(fallen, Reroll(inspiration=True), (6, 6)),
    "rolled again for Stress, at 0": asked(lambda: given().rolled(hard(), 6, 1), Reroll(), (6, 6)),
    "no outcome accepted": asked(alone, AcceptOutcome()),
    "an outcome accepted before the roll": asked(on_the_table, AcceptOutcome()),
    "an attack on nobody": announced(fight, hard(on_failure=None, on_partial=None, aim=Attack(AdversaryId("wolf")))),
}

SCENES: Scenes = {**_TERMS, **_ADVANTAGES, **_STAKES, **_CONTESTS, **_TABLE}
