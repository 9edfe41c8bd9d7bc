"""What is refused about acting against an adversary (CORE ch. 4, Équipement; ch. 5, Agir contre un PNJ)."""

from dataclasses import replace

from engine.core.check import Difficulty
from engine.core.foes import FlawId, FlawKind
from engine.core.sheet import ItemId
from tests.engine.refusals import Scenes, announced
from tests.scenes import Stage, attack, fight, flaw, foe, group, hero, item, manoeuvre, sway

BOMB, KNIFE, ROPE, FLARE = ItemId("bomb"), ItemId("knife"), ItemId("rope"), ItemId("flare")
GEAR = (
    item("bomb", weapon=2, area=True, most_targets=2),
    item("torch", weapon=1, area=True),
    item("knife", weapon=2),
    item("rope"),
    item("flare", 0, 4, weapon=2),
)


def armed() -> Stage:
    """A hero with a bomb and a knife before a guard with flaws, two rats and a wolf that is out of action."""
    flaws = (flaw("light", FlawKind.BARE), flaw("oath", FlawKind.LOWER_THREAT, 1))
    guard = replace(foe(flaws=flaws), known=(FlawId("oath"),))
    return fight(hero(items=GEAR), foes=[guard, group("rats", 1, 1, 1, 2), replace(foe("wolf"), health=0)])


SCENES: Scenes = {
    "a blow at somebody unknown": announced(armed, attack(target="bear")),
    "a blow at who is out of action": announced(armed, attack(target="wolf")),
    "a blow that plays on a flaw that there is not": announced(armed, attack(flaw=FlawId("silver"))),
    "a blow with what is not held": announced(armed, attack(weapon=ItemId("sword"))),
    "a blow with what is empty": announced(armed, attack(weapon=FLARE)),
    "a blow with what is no weapon": announced(armed, attack(weapon=ROPE)),
    "a knife at two": announced(armed, attack(weapon=KNIFE, also=("rats",))),
    "bare hands at two": announced(armed, attack(also=("rats",))),
    "a bomb at somebody unknown too": announced(armed, attack(weapon=BOMB, also=("bear",))),
    "a bomb at who is out of action too": announced(armed, attack(weapon=BOMB, also=("rats", "wolf"))),
    "a bomb at more than it reaches": announced(armed, attack(weapon=BOMB, also=("rats", "rats"))),
    "a bomb at one guard twice": announced(armed, attack(weapon=BOMB, also=("guard",))),
    "a torch at more rats than stand": announced(armed, attack(weapon=ItemId("torch"), also=("rats",) * 3)),
    "a harder blow": announced(armed, attack(harder="in the dark")),
    "a blow against another Threat": announced(armed, attack(threat=1)),
    "a blow at rats and a guard against the rats": announced(
        armed, attack(target="rats", weapon=BOMB, also=("guard",), threat=1)
    ),
    "a blow that plays on a flaw against the whole Threat": announced(armed, attack(flaw=FlawId("oath"))),
    "a manoeuvre against another Threat": announced(armed, manoeuvre(difficulty=Difficulty.FEAT)),
    "a word without a way": announced(armed, sway(way=" ")),
}
