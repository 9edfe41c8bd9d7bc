"""NPC allies: they help, hold ordinary adversaries off, and decide nothing (CORE ch. 6, Alliés)."""

from dataclasses import replace

import pytest

from engine.core.check import Advantage, AdvantageKind, Check, Outcome
from engine.core.commands import (
    AddAdvantage,
    AnnounceCheck,
    BringAlly,
    BringCalamity,
    CatchIdle,
    EndConflict,
    HoldOff,
    LetAllyWin,
    PartWithAlly,
    Strike,
    Wait,
)
from engine.core.events import (
    AdvantageAdded,
    AdversaryHurt,
    AdversaryOut,
    AllyCame,
    AllyHeldOff,
    AllyHurt,
    AllyLeft,
    BreachOpened,
    CheckRolled,
    CheckSettled,
    ConflictEnded,
    StrikeMade,
)
from engine.core.foes import AdversaryId, Ally, AllyId
from engine.core.legal import legal
from engine.core.rules.checks import PoolLine, Source, pool
from engine.core.rules.turns import still_to_act
from engine.core.sheet import CharacterId
from engine.core.view import view
from engine.ruling import Code
from tests.engine.test_calamities import DEEP_ONE
from tests.scenes import (
    Stage,
    attack,
    boss,
    fight,
    foe,
    given,
    group,
    hard,
    hero,
    idea,
    item,
    like,
    manoeuvre,
    rolled,
    standard,
    sway,
)

MARA, JORN = Ally(AllyId("mara"), "Mara"), Ally(AllyId("jorn"), "Jorn")
GUARD, BRUTE = AdversaryId("guard"), AdversaryId("brute")


def help_of(ally: Ally) -> Advantage:
    return Advantage(AdvantageKind.HELP, f"{ally.name} holds the lamp", ally=ally.id)


def held(*foes: str, by: Ally = MARA, cast: tuple = (), **stage: object) -> Stage:
    """A guard and a brute, of whom those named are held off by an ally."""
    two = (foe(), foe("brute", 2, 4, 3))
    adversaries = [replace(each, held_by=by.id) if each.id in foes else each for each in two]
    return fight(*cast, foes=adversaries, allies=(MARA, JORN), **stage)


@pytest.mark.rule("ally.help")
def test_an_ally_who_is_asked_gives_a_die() -> None:
    alone = given().when(BringAlly(MARA)).then(AllyCame(MARA))
    assert pool(alone.game, hard()).size == 2
    helped = alone.announced(hard()).when(AddAdvantage(help_of(MARA))).then(AdvantageAdded)
    assert helped.game.pending is not None
    assert pool(helped.game, helped.game.pending.check).size == 3
    helped.when(AddAdvantage(help_of(MARA))).refused(Code.ALREADY_COUNTED)
    helped.when(AddAdvantage(help_of(JORN))).refused(Code.NO_SUCH_ALLY, MARA.id)


@pytest.mark.rule("ally.help")
def test_the_help_of_an_ally_is_a_help_with_a_reason_inside_the_cap() -> None:
    stage = given(hero(specialties={"locks": "INT"}), allies=(MARA, JORN))
    full = hard(specialty="locks", advantages=(help_of(MARA), help_of(JORN)))
    assert pool(stage.announced(full).game, full).size == 5
    tool = replace(help_of(MARA), kind=AdvantageKind.TOOL)
    stage.when(AnnounceCheck(hard(advantages=(tool,)))).refused(Code.HELPER_CANNOT_HELP, "help")
    mute = replace(help_of(MARA), reason=" ")
    stage.when(AnnounceCheck(hard(advantages=(mute,)))).refused(Code.REASON_MISSING)


@pytest.mark.rule("ally.help")
def test_allies_decide_nothing() -> None:
    stage = held()
    assert still_to_act(stage.game) == ("hero",)
    assert [each.actor for each in legal(stage.game).checks] == ["hero"]
    assert legal(stage.game).checks[0].allies == (MARA.id, JORN.id)
    assert view(stage.game).allies == (MARA, JORN)


def test_allies_come_and_go_with_a_reason() -> None:
    stage = given(allies=(MARA,))
    stage.when(BringAlly(MARA)).refused(Code.ALLY_IS_HERE)
    stage.when(BringAlly(Ally(AllyId("x"), " "))).refused(Code.REASON_MISSING)
    stage.when(PartWithAlly(MARA.id, " ")).refused(Code.REASON_MISSING)
    stage.when(PartWithAlly(JORN.id, "goes home")).refused(Code.NO_SUCH_ALLY, MARA.id)
    left = stage.when(PartWithAlly(MARA.id, "goes home")).then(AllyLeft(MARA.id, "goes home"))
    assert left.game.allies == ()


@pytest.mark.rule("ally.hold")
def test_who_is_held_off_strikes_no_pc() -> None:
    stage = held().when(HoldOff(MARA.id, GUARD)).then(AllyHeldOff(MARA.id, GUARD))
    assert (stage.left("guard"), stage.left("brute")) == (0, 2)
    stage.when(HoldOff(JORN.id, GUARD)).refused(Code.IS_HELD_OFF, BRUTE)
    opened = stage.rolled(attack(target="brute"), 1, 1)
    opened.when(Strike(GUARD)).refused(Code.IS_HELD_OFF, BRUTE)
    waited = stage.when(Wait(CharacterId("hero")))
    waited.when(CatchIdle(GUARD, CharacterId("hero"), "in reach")).refused(Code.IS_HELD_OFF, BRUTE)


@pytest.mark.rule("ally.hold")
def test_an_ally_may_hold_several_off() -> None:
    stage = held("guard").when(HoldOff(MARA.id, BRUTE)).then(AllyHeldOff(MARA.id, BRUTE))
    assert (stage.left("guard"), stage.left("brute")) == (0, 0)
    stage.when(EndConflict()).among(ConflictEnded())


@pytest.mark.rule("ally.hold")
def test_never_a_boss_nor_a_calamity() -> None:
    stage = fight(foes=[boss(), foe()], allies=(MARA,)).when(BringCalamity(DEEP_ONE))
    stage.when(HoldOff(MARA.id, AdversaryId("captain"))).refused(Code.BOSS_IS_NOT_HELD, GUARD)
    stage.when(HoldOff(MARA.id, AdversaryId(DEEP_ONE.id))).refused(Code.CALAMITY_IS_NOT_FOUGHT)
    stage.when(LetAllyWin(MARA.id, AdversaryId("captain"))).refused(Code.NOT_HELD)
    stage.when(LetAllyWin(MARA.id, AdversaryId(DEEP_ONE.id))).refused(Code.CALAMITY_IS_NOT_FOUGHT)
    offered = [each for each in legal(stage.game).commands if isinstance(each, HoldOff | LetAllyWin)]
    assert offered == [HoldOff(MARA.id, GUARD)]


@pytest.mark.rule("ally.hold")
def test_whoever_goes_lets_go() -> None:
    stage = held("guard").when(PartWithAlly(MARA.id, "is called away"))
    assert stage.foe().held_by is None
    assert stage.left() == 2


@pytest.mark.rule("ally.hold")
def test_an_ally_beats_whom_they_hold() -> None:
    stage = held("guard")
    assert LetAllyWin(MARA.id, GUARD) in legal(stage.game).commands
    won = stage.when(LetAllyWin(MARA.id, GUARD)).then(AdversaryOut(GUARD))
    assert (won.foe().health, won.foe().held_by) == (0, None)
    stage.when(LetAllyWin(MARA.id, BRUTE)).refused(Code.NOT_HELD, GUARD)
    stage.when(LetAllyWin(JORN.id, GUARD)).refused(Code.NOT_HELD)


@pytest.mark.rule("ally.hold")
@pytest.mark.parametrize("blow", [attack(), sway(), manoeuvre()])
def test_backing_an_ally_gives_a_die_by_itself(blow: Check) -> None:
    backed, plain = held("guard"), held()
    assert pool(plain.game, blow).size == 2
    assert PoolLine(Source.ADVANTAGE, 1, "Mara") in pool(backed.game, blow).lines
    assert pool(backed.game, blow).size == 3
    backed.rolled(blow, 5, 6, 1).among(rolled(Outcome.SUCCESS, dice=3)).never(BreachOpened, AllyHurt)


@pytest.mark.rule("ally.hold")
def test_the_die_counts_once_where_the_help_is_announced_too() -> None:
    stage = held("guard")
    assert pool(stage.game, attack(advantages=(help_of(MARA),))).size == 3
    assert pool(stage.game, attack(advantages=(help_of(JORN),))).size == 4
    stage.announced(attack(advantages=(help_of(MARA),)))
    assert pool(stage.game, attack(advantages=(idea("one"), idea("two"), idea("three")))).size == 5
    assert pool(stage.game, standard()).size == 2


@pytest.mark.rule("ally.hold")
@pytest.mark.parametrize("faces", [(1, 1, 1), (5, 1, 1)])
def test_falling_short_hurts_the_ally_who_holds(faces: tuple[int, ...]) -> None:
    hurt = held("guard").rolled(attack(), *faces)
    hurt.among(CheckSettled, AllyHurt(MARA.id, GUARD)).never(BreachOpened)
    assert hurt.foe().held_by == MARA.id
    assert hurt.game.allies == (MARA, JORN)
    assert hurt.game.conflict is not None
    assert hurt.game.conflict.breach is None


@pytest.mark.rule("ally.hold")
def test_a_partial_wounds_it_all_the_same() -> None:
    sword = item("sword", weapon=3)
    stage = held("guard", cast=(hero(items=[sword]),)).rolled(attack(weapon=sword.id), 5, 1, 1)
    stage.then(rolled(Outcome.PARTIAL), CheckSettled, AdversaryHurt(GUARD, 4, 1), AllyHurt(MARA.id, GUARD))


@pytest.mark.rule("ally.hold")
def test_whom_the_blow_put_out_hurts_nobody() -> None:
    axe = item("axe", weapon=4)
    stage = held("guard", cast=(hero(items=[axe]),)).rolled(attack(weapon=axe.id), 5, 1, 1)
    stage.among(AdversaryOut(GUARD), BreachOpened).never(AllyHurt)
    stage.when(Strike(BRUTE)).among(like(StrikeMade, adversary=BRUTE))


@pytest.mark.rule("ally.hold")
def test_backing_is_acting_against_nobody_else() -> None:
    bomb = item("bomb", weapon=2, area=True)
    both = attack(weapon=bomb.id, also=(BRUTE,))
    cast = (hero(items=[bomb]),)
    assert pool(held("guard", cast=cast).game, both).size == 2
    held("guard", cast=cast).rolled(both, 1, 1).among(BreachOpened).never(AllyHurt)
    held("guard", "brute", cast=cast).rolled(both, 1, 1, 1).among(AllyHurt(MARA.id, GUARD)).never(BreachOpened)


def test_before_the_conflict_a_failure_only_moves_the_situation() -> None:
    stage = given(adversaries=(replace(foe(), held_by=MARA.id),), allies=(MARA,))
    blow = standard(attribute="FOR", aim=attack().aim, difficulty=attack().difficulty, on_partial=hard().on_partial)
    stage.rolled(blow, 1, 1, 1).among(CheckRolled).never(AllyHurt, BreachOpened)


def test_a_group_is_held_off_whole() -> None:
    stage = fight(foes=[group("pack", 1, 3, 1, members=3)], allies=(MARA,))
    assert stage.when(HoldOff(MARA.id, AdversaryId("pack"))).left("pack") == 0
