"""What is refused about dangers, care, gear, and PC against PC (CORE ch. 3, 4 and 5)."""

from dataclasses import replace

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Avoid,
    BringBack,
    Contest,
    Difficulty,
    Effort,
    Treat,
)
from engine.core.commands import (
    AmendCheck,
    AnnounceCheck,
    AnnounceContest,
    AnnounceEach,
    Care,
    Comfort,
    FaceDanger,
    GainItem,
    LetDie,
    Rest,
    RollCheck,
    RollContest,
    RuleWithoutRoll,
    StartConflict,
    TakeCover,
    UseItem,
    WithdrawCheck,
    Yield,
)
from engine.core.foes import Danger, DangerId, Peril, PerilKind
from engine.core.sheet import Attribute, CharacterId, Item, ItemId, Variant
from engine.core.state import RestKind
from engine.ruling import Code
from engine.story import FactId
from tests.engine.provoked import Provoked, announced, asked
from tests.scenes import attack, fight, given, hard, hero, item, story, worn

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
ROPE, KIT, POTION = ItemId("rope"), ItemId("kit"), ItemId("potion")
BURN = Danger(DangerId("burn"), (Attribute.DEX,), 1, 1)
FIRE = replace(BURN, id=DangerId("fire"), difficulty=2)

GEAR = [
    item("rope"),
    item("kit", heals=2),
    item("potion", heals=2, unaided=True),
    item("bomb", weapon=2, area=True),
    Item(ItemId("orb"), attribute=Attribute.INT),
]
ALONE = given(hero(items=GEAR))
PAIR = given(hero(items=GEAR), hero("friend"))
RAW = given(hero(), hero("friend", stress=2), variant=Variant.RAW)
SHELTERED = given(hero(health=2), story=story(start="cellar"))
BURNING = given(hero(stress=6)).when(FaceDanger(BURN, (HERO,), "sparks fly"))
FIGHT = fight(hero(items=GEAR))


def contest(acts: str = "hero", resists: str = "friend") -> AnnounceContest:
    """The hero pulls, the friend holds on."""
    pulls, holds = (Effort(CharacterId(each), Attribute.FOR, "pulls at the rope") for each in (acts, resists))
    return AnnounceContest(Contest(pulls, holds, "the rope breaks"))


OPPOSED = PAIR.when(contest())
LOOKS = Effort(HERO, Attribute.FOR, "looks away", weapon=ItemId("axe"))
HOLDS = Effort(CharacterId("friend"), Attribute.FOR, "holds on")
ARMED = given(hero(items=[item("axe", weapon=2)]), hero("friend"))

SHEETS: Provoked = {
    Code.DEAD: asked(given(replace(hero(health=0), dead=True)), LetDie(HERO, "once more")),
    Code.NOT_DYING: asked(given(), LetDie(HERO, "for no reason")),
    Code.AVOIDING_FOLLOWS: announced(given(), aim=Avoid(Peril(PerilKind.DANGER, "fire", 1, (Attribute.DEX,)))),
    Code.CANNOT_STEP_BACK: asked(BURNING, WithdrawCheck()),
    Code.NOT_AVOIDING: asked(given().announced(hard()), AmendCheck(Attribute.DEX)),
    Code.AVOIDED_WITH: asked(BURNING, AmendCheck(Attribute.CHA)),
    Code.COUP_IS_AN_ACTION: asked(BURNING, RollCheck(coup=True)),
    Code.NOBODY_EXPOSED: asked(given(), FaceDanger(BURN, (), "sparks fly")),
    Code.GEAR_IS_ONE_S_OWN: asked(given(), FaceDanger(FIRE, (HERO,), "the roof burns", worn("rope"))),
    Code.FIXED_TERMS: announced(given(hero(health=2)), difficulty=Difficulty.HARD, aim=Treat(HERO)),
    Code.NOT_HURT: announced(given(), aim=Treat(HERO)),
    Code.ALREADY_TREATED: announced(given(hero(health=2), treated=(HERO,)), aim=Treat(HERO)),
    Code.NOT_A_REMEDY: announced(ALONE, aim=Treat(HERO, ROPE)),
    Code.CARE_TAKES_A_SCENE: asked(SHELTERED, Rest(RestKind.PAUSE, (Care(HERO, "a doctor's bag"),))),
    Code.ALREADY_CARED: asked(
        given(hero(health=2), story=story(start="cellar"), cared=(HERO,)),
        Rest(RestKind.SCENE, (Care(HERO, "a doctor's bag"),)),
    ),
    Code.ONLY_IN_RAW: asked(PAIR, Comfort(HERO, FRIEND)),
    Code.ALREADY_COMFORTED: asked(RAW.when(Comfort(HERO, FRIEND)), Comfort(HERO, FRIEND)),
    Code.NOTHING_TO_COMFORT: asked(RAW, Comfort(FRIEND, HERO)),
    Code.NOT_BROKEN: announced(RAW, attribute="CHA", aim=BringBack(FRIEND)),
    Code.NEEDS_A_ROLL: asked(ALONE, UseItem(HERO, KIT, "heals", HERO)),
    Code.NEEDS_A_PATIENT: asked(ALONE, UseItem(HERO, POTION, "heals")),
    Code.NO_PATIENT: asked(ALONE, UseItem(HERO, ROPE, "ties it", HERO)),
    Code.ALREADY_HELD: asked(ALONE, GainItem(HERO, item("rope"), "found")),
    Code.USED_WITH: announced(ALONE, attribute="FOR", items=(ItemId("orb"),)),
    Code.ITEM_UNNAMED: announced(ALONE, advantages=(Advantage(AdvantageKind.TOOL, "some tool"),)),
    Code.NOT_A_WEAPON: asked(FIGHT, AnnounceCheck(attack(weapon=ROPE))),
    Code.ONE_TARGET: asked(FIGHT, AnnounceCheck(attack(also=("guard",)))),
    Code.TOO_MANY_TARGETS: asked(FIGHT, AnnounceCheck(attack(weapon=ItemId("bomb"), also=("guard",)))),
    Code.NOTHING_GAINED: asked(given(), RuleWithoutRoll(HERO, "flies", False, "no wings", "wings", FactId("key"))),
    Code.BAD_COVER: asked(given(), TakeCover(HERO, 4)),
    Code.EACH_HAS_NO_AIM: asked(
        PAIR, AnnounceEach((hard(aim=Treat(FRIEND), stake="x"), hard("friend", aim=Treat(HERO), stake="x")))
    ),
    Code.WEAPON_STRIKES: asked(ARMED, AnnounceContest(Contest(LOOKS, HOLDS, "it falls"))),
    Code.CONTEST_IS_PENDING: asked(OPPOSED, StartConflict()),
    Code.NO_CONTEST: asked(PAIR, RollContest()),
    Code.TWO_PCS: asked(PAIR, contest("hero", "hero")),
    Code.NOT_IN_THE_CONTEST: asked(
        given(hero(), hero("friend"), hero("third")).when(contest()), Yield(CharacterId("third"))
    ),
}
