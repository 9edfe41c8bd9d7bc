"""What happened, what a pool is made of and what is awaited, told whole: each field of it is for somebody to read."""

from dataclasses import replace

import pytest

from engine.core.check import Avoid, Outcome
from engine.core.commands import (
    AmendCheck,
    AnnounceCheck,
    AnnounceEach,
    CoverAdversary,
    DescribeWound,
    FaceDanger,
    MarkCharacter,
    Reroll,
    Rest,
    RollCheck,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Suffer,
    TakeCover,
    UseItem,
    Wait,
)
from engine.core.decide import decide
from engine.core.events import (
    BlowLanded,
    Cause,
    CharacterMarked,
    CheckAmended,
    CheckRerolled,
    CheckRolled,
    CoverTaken,
    FactEstablished,
    HealthChanged,
    ItemUsed,
    ResistanceRolled,
    WoundDescribed,
    WoundTaken,
)
from engine.core.foes import AdversaryId, Danger, DangerId, Hold, Manoeuvred, Peril, PerilKind
from engine.core.rules.advantages import bare
from engine.core.rules.awaiting import Awaited, Decision, Seat, awaited
from engine.core.rules.checks import PoolLine, Source, pool
from engine.core.rules.items import used
from engine.core.rules.people import standing
from engine.core.rules.turns import still_to_act
from engine.core.sheet import Attribute, Breakdown, CharacterId, ItemId, SpecialtyId, Tier, Variant, Wound, WoundId
from engine.core.state import RestKind, Side
from engine.dice import SeededDice
from engine.ruling import Accepted
from engine.story import FactId, MarkingEvent
from tests.engine.provoked.conflicts import BLOW, BREACH
from tests.engine.provoked.sheets import OPPOSED
from tests.scenes import (
    NOISE,
    Stage,
    attack,
    fact,
    fight,
    foe,
    given,
    hard,
    hero,
    idea,
    item,
    standard,
    story,
    tool,
    wound,
)

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
RAW = Variant.RAW
SPARKS = FaceDanger(Danger(DangerId("sparks"), (Attribute.DEX,), 1, 1), (HERO,), "sparks fly")
FALLEN = given(hero(stress=2), draws=7).rolled(hard(), 6, 1)


def test_a_roll_says_who_rolled_from_which_die_on_and_whose_dice_they_were() -> None:
    rolled = given(draws=7).announced(hard()).when(RollCheck(), (6, 1))
    assert rolled.events[0] == CheckRolled(HERO, 7, (6, 1), 1, Outcome.PARTIAL, coup=False, given=True)
    again = FALLEN.when(Reroll(), (5, 2))
    assert again.events[0] == CheckRerolled(HERO, 9, (5, 2), 2, Outcome.SUCCESS, given=True)


def test_seeded_faces_are_those_of_the_dice_that_come_next() -> None:
    table = given(draws=7).announced(hard())
    answer = decide(table.game, RollCheck(), SeededDice("a seed"))
    assert isinstance(answer, Accepted)
    faces = tuple(SeededDice("a seed").face(each, 6) for each in (7, 8))
    rolled = answer.events[0]
    assert isinstance(rolled, CheckRolled)
    assert (rolled.draw, rolled.faces, rolled.given) == (7, faces, False)


def test_a_resistance_says_who_resisted_what_with_which_dice() -> None:
    shocked = given(variant=RAW, draws=3).when(MarkCharacter(HERO, MarkingEvent.SHOCK, "a corpse"), (5, 1))
    shocked.then(
        CharacterMarked(HERO, MarkingEvent.SHOCK, "a corpse"),
        ResistanceRolled(HERO, 3, (5, 1), resisted=True, given=True),
    )
    # Only what steadies adds dice, and only on the attribute that resists.
    for specialties in ({"swimming": "CON"}, {"composure": "CHA"}):
        other = given(hero(specialties=specialties), variant=RAW)
        other.when(MarkCharacter(HERO, MarkingEvent.SHOCK, "a corpse"), (5, 1)).among(ResistanceRolled)


def test_what_a_fact_marks_is_told_by_its_name_and_strikes_whoever_stands() -> None:
    well = story(fact("well", marks=MarkingEvent.SHOCK))
    found = given(hero(health=1), hero("friend", health=0), story=well).rolled(standard(gain=FactId("well")), 6, 1)
    marks = [each for each in found.events if isinstance(each, CharacterMarked)]
    assert marks == [CharacterMarked(HERO, MarkingEvent.SHOCK, "well")]


def test_an_item_used_says_for_what_and_on_whom() -> None:
    cast = given(hero(items=[item("balm", heals=1, unaided=True), item("lamp", 8)]), hero("friend", health=1))
    cast.when(UseItem(HERO, ItemId("balm"), "to stand again", FRIEND)).among(
        ItemUsed(HERO, ItemId("balm"), "to stand again", FRIEND)
    ).leaves("friend", health=2)
    cast.when(UseItem(HERO, ItemId("lamp"), "to see")).then(
        ItemUsed(HERO, ItemId("lamp"), "to see", till_scene_ends=True)
    )


def test_a_blow_says_what_took_some_of_it_off_and_its_wound_waits_for_words() -> None:
    vest = item("vest", protection=1)
    for cover, giver in ((0, ItemId("vest")), (1, None)):
        struck = (
            fight(replace(hero(items=[vest]), cover=cover)).rolled(attack(), 1, 1).when(Strike(AdversaryId("guard"), 2))
        )
        struck.among(BlowLanded(HERO, 3, 1, giver), WoundTaken(HERO, Wound(WoundId("wound-1"), "", Tier.WOUNDED)))


def test_a_price_that_wounds_leaves_the_wound_without_words() -> None:
    ring = item("ring", price=True)
    paid = given(hero(health=7, items=[ring])).when(UseItem(HERO, ItemId("ring"), "to vanish"))
    paid.among(WoundTaken(HERO, Wound(WoundId("wound-1"), "", Tier.WOUNDED)))


def test_an_ambush_is_avoided_with_perception_or_its_weapon_strikes() -> None:
    struck = given(adversaries=(foe(),)).when(StartConflict(ambush=Side.NPCS))
    struck = struck.when(StrikeFromAmbush(AdversaryId("guard"), HERO, NOISE))
    assert struck.game.pending is not None
    assert struck.game.pending.check.aim == Avoid(Peril(PerilKind.AMBUSH, "guard", 2, (Attribute.PER,)))


def test_a_night_on_a_wound_leaves_it_as_it_is_but_for_the_night() -> None:
    burn = replace(wound("burn", "a burnt hand"), tier=Tier.FIT, lasting=True, cared=True)
    scratch = replace(wound("scratch"), tier=Tier.BADLY_WOUNDED, lasting=True)
    slept = given(hero(wounds=(scratch, burn))).when(Rest(RestKind.LONG))
    slept.among(WoundDescribed(HERO, replace(burn, nights=1)))
    told = slept.when(DescribeWound(HERO, burn.id, "a stiff hand", lasting=True))
    told.then(WoundDescribed(HERO, replace(burn, note="a stiff hand", nights=1)))


def test_what_keeps_a_wound_from_healing_is_told_each_time() -> None:
    hurt = given().when(Suffer(HERO, 3, "a fall")).when(DescribeWound(HERO, WoundId("wound-1"), "a limp", forever=True))
    hurt.then(WoundDescribed(HERO, Wound(WoundId("wound-1"), "a limp", Tier.WOUNDED, lasting=True, forever=True)))


def test_a_pool_says_where_each_die_comes_from_and_where_it_goes() -> None:
    hurt = hero(
        INT=4,
        stress=6,
        wounds=(wound("ankle", "a sprain"), replace(wound("side", ""), tier=Tier.WOUNDED), wound("x", "")),
    )
    terms = hard(disadvantage=1, disadvantage_reason="smoke", hindering=tuple(each.id for each in hurt.wounds))
    raw = given(hurt, variant=RAW)
    assert pool(raw.game, terms).lines == (
        PoolLine(Source.ATTRIBUTE, 4, "INT"),
        PoolLine(Source.DISADVANTAGE, -1, "smoke"),
        PoolLine(Source.WOUND, -1, "a sprain"),
        PoolLine(Source.WOUND, -1, "wounded"),
        PoolLine(Source.WOUND, -1, ""),
        PoolLine(Source.STRESS, -1),
        PoolLine(Source.MINIMUM, 2),
    )
    # One that has healed since is told by its name.
    assert pool(given().game, hard(hindering=(WoundId("ankle"),))).lines[-1] == PoolLine(Source.WOUND, -1, "ankle")


def test_a_pool_of_one_die_and_bonuses_of_three_need_no_line_more() -> None:
    least = hard(disadvantage=1, disadvantage_reason="smoke", attribute="INT")
    assert [each.source for each in pool(given().game, least).lines] == [Source.ATTRIBUTE, Source.DISADVANTAGE]
    most = hard(specialty="locks", advantages=(idea("a lull"),))
    skilled = given(hero(specialties={"locks": "INT"}))
    assert all(each.source is not Source.CAP for each in pool(skilled.game, most).lines)
    coup = pool(given(hero(stress=6)).game, hard(), coup=True)
    assert coup.lines == (PoolLine(Source.ATTRIBUTE, 2, "INT"), PoolLine(Source.COUP, 3))


def test_a_pool_in_a_fight_says_whose_effect_and_whose_cover_count() -> None:
    guard = replace(foe(), cover=1, holds=(Hold(Manoeuvred.TOPPLED, 1),))
    assert pool(fight(foes=[guard]).game, attack()).lines == (
        PoolLine(Source.ATTRIBUTE, 2, "FOR"),
        PoolLine(Source.EFFECT, 1, "guard"),
        PoolLine(Source.COVER, -1, "guard"),
    )


@pytest.mark.parametrize(
    ("stage", "waits"),
    [
        (given(), ()),
        (OPPOSED, (Awaited(Decision.CONTEST, Seat.PLAYER, (HERO, FRIEND)),)),
        (given().announced(hard()), (Awaited(Decision.ROLL, Seat.PLAYER, (HERO,)),)),
        (given().when(SPARKS), (Awaited(Decision.AVOID, Seat.PLAYER, (HERO,)),)),
        (FALLEN, (Awaited(Decision.REROLL, Seat.PLAYER, (HERO,)),)),
        (BREACH, (Awaited(Decision.BREACH, Seat.GM),)),
        (BLOW, (Awaited(Decision.INTERPOSE, Seat.PLAYER, (FRIEND,)),)),
        (
            given(hero(stress=6, breakdown=Breakdown.UNTOLD), hero("friend"), variant=RAW).announced(hard("friend")),
            (Awaited(Decision.ROLL, Seat.PLAYER, (FRIEND,)), Awaited(Decision.BREAKDOWN, Seat.PLAYER, (HERO,))),
        ),
    ],
    ids=["nothing", "contest", "roll", "avoid", "reroll", "breach", "interpose", "breakdown"],
)
def test_what_is_awaited_is_told_with_whose_it_is(stage: Stage, waits: tuple[Awaited, ...]) -> None:
    assert awaited(stage.game) == waits


def test_a_turn_awaits_whoever_moves_it_on() -> None:
    pair = (hero(), hero("friend"))
    hidden = given(*pair, adversaries=(foe(),)).when(StartConflict(ambush=Side.NPCS))
    assert awaited(hidden.game) == (Awaited(Decision.AMBUSH, Seat.GM),)
    begun = fight(*pair)
    assert awaited(begun.game) == (Awaited(Decision.ACT, Seat.PLAYER, (HERO, FRIEND)),)
    one = begun.when(Wait(HERO))
    assert awaited(one.game) == (Awaited(Decision.ACT, Seat.PLAYER, (FRIEND,)),)
    assert awaited(one.when(Wait(FRIEND)).game) == (Awaited(Decision.SETBACK, Seat.GM),)
    fought = one.rolled(attack("friend"), 6, 6)
    assert awaited(fought.game) == (Awaited(Decision.TURN, Seat.GM),)
    # Whoever is out of action, broken down or held off has no turn to be awaited.
    weak = fight(hero(), hero("friend", health=0), foes=[foe(), replace(foe("other"), health=0)])
    assert awaited(weak.game) == (Awaited(Decision.ACT, Seat.PLAYER, (HERO,)),)


def test_a_stake_is_told_apart_by_its_letters_alone() -> None:
    assert bare("Get in, again!") == "getinagain"
    given(tried=("get in",)).when(AnnounceCheck(hard(stake="get in again"))).then(
        *given().announced(hard(stake="get in again")).events
    )


def test_who_has_one_health_left_stands_and_who_has_none_does_not() -> None:
    hurt = given(hero(health=1), hero("friend", health=0))
    assert [each.id for each in standing(hurt.game)] == [HERO]
    assert still_to_act(hurt.game) == (HERO,)


def test_cover_ends_at_0() -> None:
    fight().when(TakeCover(HERO, 2)).when(TakeCover(HERO, 0)).then(CoverTaken(HERO, 0)).leaves(cover=0)
    left = fight(foes=[replace(foe(), cover=2)]).when(CoverAdversary(AdversaryId("guard"), 0))
    assert left.foe().cover == 0


def test_a_breath_brings_nobody_back_however_little_stress_is_left() -> None:
    shaken = given(hero(stress=2, breakdown=Breakdown.FLIGHT), variant=RAW, story=story(start="cellar"))
    shaken.when(Rest(RestKind.PAUSE)).leaves(stress=2, breakdown=Breakdown.FLIGHT)


def test_a_fact_that_two_come_by_comes_out_once() -> None:
    key = FactId("key")
    each = AnnounceEach((standard(gain=key), standard("friend", gain=key)))
    found = given(hero(), hero("friend")).when(each).when(RollCheck(), (6, 1)).among(FactEstablished(key))
    found.when(RollCheck(), (6, 1)).never(FactEstablished)


def test_what_hinders_who_avoids_is_told_with_its_reason() -> None:
    amended = given(hero(specialties={"balance": "DEX"}, wounds=[wound("ankle")])).when(SPARKS)
    hindered = AmendCheck(Attribute.DEX, SpecialtyId("balance"), (WoundId("ankle"),), 1, "smoke")
    amended.when(hindered).then(CheckAmended(Attribute.DEX, SpecialtyId("balance"), (WoundId("ankle"),), 1, "smoke"))


def test_damage_by_the_gm_s_word_is_told_as_that() -> None:
    given().when(Suffer(HERO, 1, "a fall")).among(HealthChanged(HERO, 8, 7, Cause.DAMAGE))


def test_what_an_action_uses_is_told_once_each() -> None:
    assert used(hard()) == ()
    assert used(hard(items=(ItemId("rope"),), advantages=(tool("rope"), tool("picks")))) == ("rope", "picks")
