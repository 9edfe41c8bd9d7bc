"""What is refused where two PCs oppose each other (CORE ch. 5, Opposition entre PJ)."""

from dataclasses import replace

from engine.core.check import Contest, Effort
from engine.core.commands import AnnounceContest, RollContest, Wait, Yield
from engine.core.sheet import Attribute, Breakdown, CharacterId, ItemId
from tests.engine.refusals import Scenes, asked
from tests.scenes import Stage, fight, given, help_from, hero, item

ANA, BO, CAM, NOBODY = (CharacterId(each) for each in ("ana", "bo", "cam", "nobody"))
PULLS = Effort(ANA, Attribute.FOR, "pulls at the rope")
HOLDS = replace(PULLS, actor=BO, action="holds on")


def three() -> Stage:
    """Three PCs, Ana with a rope that is no weapon, and Dee who has broken down."""
    return given(hero("ana", items=[item("rope")]), hero("bo"), hero("cam"), hero("dee", breakdown=Breakdown.FLIGHT))


def acted() -> Stage:
    """In a fight Ana has let her action of the turn go by."""
    return fight(hero("ana"), hero("bo")).when(Wait(ANA))


def contest(acts: Effort = PULLS, resists: Effort = HOLDS, worse: str = "the rope breaks") -> AnnounceContest:
    """Ana pulls, Bo holds on."""
    return AnnounceContest(Contest(acts, resists, worse))


def opposed() -> Stage:
    """Both efforts are on the table."""
    return three().when(contest())


SCENES: Scenes = {
    "somebody unknown acts": asked(three, contest(acts=replace(PULLS, actor=NOBODY))),
    "somebody unknown resists": asked(three, contest(resists=replace(HOLDS, actor=NOBODY))),
    "one PC acts and resists": asked(three, contest(resists=PULLS)),
    "who has had their action acts": asked(acted, contest()),
    "who has broken down resists": asked(three, contest(resists=replace(HOLDS, actor=CharacterId("dee")))),
    "an effort without words": asked(three, contest(acts=replace(PULLS, action=" "))),
    "a blow with what is no weapon": asked(three, contest(acts=replace(PULLS, strikes=True, weapon=ItemId("rope")))),
    "who resists helps against it": asked(three, contest(acts=replace(PULLS, advantages=(help_from("bo"),)))),
    "one helps both": asked(
        three,
        contest(*(replace(each, advantages=(help_from("cam"),)) for each in (PULLS, HOLDS))),
    ),
    "a tie that brings nothing": asked(three, contest(worse=" ")),
    "somebody yields where nobody opposes": asked(three, Yield(ANA)),
    "a third one yields": asked(opposed, Yield(CAM)),
    "somebody unknown yields": asked(opposed, Yield(NOBODY)),
    "a roll where nobody opposes": asked(three, RollContest()),
    "a Coup d'éclat of a third one": asked(opposed, RollContest((CAM,)), (1, 1, 1, 1)),
    "a Coup d'éclat that is not ready": asked(opposed, RollContest((BO,)), (1, 1, 1, 1)),
    "one Coup d'éclat declared twice": asked(opposed, RollContest((BO, BO)), (1, 1, 1, 1)),
    "a face that no die of the roll has": asked(opposed, RollContest(), (7, 1, 1, 1)),
}
