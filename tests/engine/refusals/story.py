"""What is refused of a story: an action ruled on, rest, ways, what somebody asks for (CORE ch. 2, 3 and 8)."""

from dataclasses import replace

from engine.core.commands import (
    AskSafety,
    Care,
    CutScene,
    EnterScene,
    Rest,
    RuleWithoutRoll,
    StartConflict,
)
from engine.core.sheet import Breakdown, CharacterId, Variant
from engine.core.state import RestKind, SafetyKind
from engine.story import FactId, SceneId
from tests.engine.refusals import Scenes, asked
from tests.scenes import Stage, conflict, fact, given, hard, hero, story

HERO, FRIEND, NOBODY = CharacterId("hero"), CharacterId("friend"), CharacterId("nobody")
BAG = "a doctor's bag"


def alone() -> Stage:
    """One hero in the street, who has broken down where the story is raw."""
    return given()


def sheltered() -> Stage:
    """A hurt hero and three more in a cellar: one dead, one out of action, one cared for already."""
    dead = replace(hero("ghost", health=0), dead=True)
    cast = (hero(health=2), dead, hero("sleeper", health=0), hero("friend", health=3))
    return given(*cast, story=story(start="cellar"), cared=(FRIEND,))


def ruled(**what: object) -> RuleWithoutRoll:
    """The hero flies, which nobody can."""
    return replace(RuleWithoutRoll(HERO, "flies", False, "has no wings", "wings"), **what)


def rested(*care: Care, kind: RestKind = RestKind.SCENE) -> Rest:
    """A rest with care for some."""
    return Rest(kind, care)


def broken() -> Stage:
    """A hero who has broken down."""
    return given(hero(stress=6, breakdown=Breakdown.FLIGHT), variant=Variant.RAW)


SCENES: Scenes = {
    "an action of nobody here is ruled on": asked(alone, ruled(actor=NOBODY)),
    "an action of who has broken down is ruled on": asked(broken, ruled()),
    "an action without words": asked(alone, ruled(action=" ")),
    "an action that ends without a why": asked(alone, ruled(why="")),
    "an impossible action that nothing would make possible": asked(alone, ruled(would_need=" ")),
    "an impossible action that brings a fact out": asked(alone, ruled(gain=FactId("key"))),
    "an action that brings out a fact of no story": asked(alone, ruled(succeeds=True, gain=FactId("moon"))),
    "an action that brings out a fact too early": asked(
        lambda: given(story=story(fact("letter", scenes=(SceneId("vault"),)))),
        ruled(succeeds=True, gain=FactId("letter")),
    ),
    "a night in the middle of a conflict": asked(conflict, Rest(RestKind.LONG)),
    "a pause in the street": asked(alone, Rest(RestKind.PAUSE)),
    "an hour of rest in the street": asked(alone, Rest(RestKind.SCENE)),
    "a second pause": asked(lambda: sheltered().when(Rest(RestKind.PAUSE)), Rest(RestKind.PAUSE)),
    "care in a pause": asked(sheltered, rested(Care(HERO, BAG), kind=RestKind.PAUSE)),
    "care for nobody here": asked(sheltered, rested(Care(NOBODY, BAG))),
    "care for the dead": asked(sheltered, rested(Care(CharacterId("ghost"), BAG))),
    "care twice between two conflicts": asked(sheltered, rested(Care(FRIEND, BAG))),
    "care without supplies": asked(sheltered, rested(Care(HERO, " "))),
    "care by nobody here": asked(sheltered, rested(Care(HERO, BAG, NOBODY))),
    "care by who is out of action": asked(sheltered, rested(Care(HERO, BAG, CharacterId("sleeper")))),
    "care by the dead": asked(sheltered, rested(Care(HERO, BAG, CharacterId("ghost")))),
    "care twice in one rest": asked(sheltered, rested(Care(HERO, BAG), Care(HERO, BAG))),
    "a way out in the middle of a conflict": asked(conflict, EnterScene(SceneId("cellar"))),
    "a way that is not there": asked(alone, EnterScene(SceneId("moon"))),
    "a way that is not open": asked(alone, EnterScene(SceneId("vault"))),
    "a cut in the middle of a conflict": asked(conflict, CutScene()),
    "a theme to avoid that nobody names": asked(alone, AskSafety(SafetyKind.AVOID, " ")),
    "a conflict while a check is on the table": asked(lambda: given().announced(hard()), StartConflict()),
}
