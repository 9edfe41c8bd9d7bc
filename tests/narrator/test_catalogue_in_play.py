"""Everything in the catalogue is played once: each adversary fought for a turn, each item used for what it does."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import assert_never

import pytest

from engine.core.check import Attack, Delay, Difficulty, Treat, UseLever
from engine.core.commands import (
    AnnounceCheck,
    BringAdversary,
    BringAlly,
    BringCalamity,
    EndTurn,
    FaceDanger,
    GainItem,
    Manifest,
    RollCheck,
    SeeFirst,
    StartConflict,
    Strike,
    UseItem,
)
from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryOut,
    Afflicted,
    AllyCame,
    BlowLanded,
    BreachOpened,
    CalamityDelayed,
    CalamityGone,
    Cause,
    CharacterMarked,
    FirstSeen,
    HealthChanged,
    ItemGained,
    ItemUsed,
    PerilStruck,
    PhaseFell,
    ResourceRolled,
    StressChanged,
    StrikeMade,
    TurnBegan,
    WardGiven,
)
from engine.core.foes import AdversaryId, CalamityId, FlawKind, Standing
from engine.core.rules.adversaries import members
from engine.core.rules.calamities import DAMAGE
from engine.core.sheet import Character, CharacterId, Item, ItemId, Variant
from engine.ruling import Code
from narrator import prompting
from narrator.catalogue import AdversaryEntry, AllyEntry, CalamityEntry, DangerEntry, FlawData, ItemEntry
from tests.scenes import (
    NOISE,
    Stage,
    attack,
    begun,
    conflict,
    fight,
    foe,
    given,
    group,
    hero,
    item,
    like,
    standard,
    sway,
    tool,
)

CATALOGUE = prompting.catalogue()
READY = prompting.characters()[0].sheet()
HERO, BEN = CharacterId("hero"), CharacterId("ben")
WHOLE = 8


# Adversaries.


def brave(id: str = "hero", *items: Item) -> Character:
    """A PC with dice enough against any Threat."""
    return hero(id, items=items, FOR=4, DEX=4, CON=4, INT=4, PER=4, CHA=4)


def four(held: Item) -> tuple[Character, ...]:
    """Four PCs, the first with this in hand."""
    return (brave("hero", held), brave("ben"), brave("cy"), brave("dot"))


def met(entry: AdversaryEntry, *characters: Character) -> Stage:
    """The adversary has come, and the conflict begun."""
    arrived = given(*characters).when(BringAdversary(entry.arrival("fr"))).then(like(AdversaryArrived))
    return arrived.when(StartConflict()).among(TurnBegan)


def dice(successes: int, of: int = 4) -> tuple[int, ...]:
    """So many successes among so many dice."""
    return (*(6 for _ in range(successes)), *(1 for _ in range(of - successes)))


@pytest.mark.parametrize("entry", CATALOGUE.adversaries, ids=lambda each: each.id)
def test_an_adversary_comes_is_hit_strikes_back_and_the_turn_ends(entry: AdversaryEntry) -> None:
    id, threat = AdversaryId(entry.id), entry.threat
    edge = item("edge", weapon=entry.protection + 1)
    stage = met(entry, *four(edge))
    whole = stage.foe(entry.id).whole
    hit = stage.rolled(attack(target=id, threat=threat, weapon=ItemId("edge")), *dice(threat))
    hit.among(AdversaryHurt(id, whole, whole - 1)).never(BreachOpened, AdversaryOut)
    missed = hit.rolled(attack("ben", id, threat), *dice(0)).among(BreachOpened(BEN, id))
    struck = missed.when(Strike(id)).among(like(StrikeMade, damage=entry.weapon), like(BlowLanded, character=BEN))
    struck.leaves("ben", health=WHOLE - entry.weapon)
    struck.when(EndTurn()).among(like(TurnBegan, turn=2))


FLAWS = [(each, flaw) for each in CATALOGUE.adversaries for flaw in each.flaws]


@pytest.mark.rule("npc.flaw")
@pytest.mark.parametrize(("entry", "flaw"), FLAWS, ids=[f"{each.id}-{flaw.id}" for each, flaw in FLAWS])
def test_a_flaw_is_played_as_it_is_written(entry: AdversaryEntry, flaw: FlawData) -> None:
    id = AdversaryId(entry.id)
    stage = met(entry, *four(item("edge", weapon=1)))
    before = stage.foe(entry.id)
    needed = flaw.value if flaw.kind is FlawKind.LOWER_THREAT else entry.threat
    if flaw.kind is FlawKind.BARE:
        aimed = attack(target=id, threat=needed, weapon=ItemId("edge"), flaw=flaw.id)
    else:
        aimed = sway(target=id, threat=needed, flaw=flaw.id)
    played = stage.rolled(aimed, *dice(needed))
    match flaw.kind:
        case FlawKind.LOWER_THREAT:
            assert needed < entry.threat
            played.never(BreachOpened)
        case FlawKind.BARE:
            assert entry.protection > 0
            played.among(AdversaryHurt(id, before.health, before.health - 1))
        case FlawKind.FELL:
            fell = PhaseFell if entry.standing is Standing.BOSS else AdversaryOut
            played.among(like(fell, adversary=id))
        case FlawKind.ROUT:
            assert entry.standing is Standing.GROUP
            assert members(played.foe(entry.id)) == entry.members - flaw.value > 0
        case _:
            assert_never(flaw.kind)


SIGHTS = [each for each in CATALOGUE.adversaries if each.first_sight]


@pytest.mark.parametrize("entry", SIGHTS, ids=lambda each: each.id)
def test_a_creature_marks_whoever_sees_it_first(entry: AdversaryEntry) -> None:
    stage = met(entry, hero()).when(SeeFirst(AdversaryId(entry.id), (HERO,)))
    stage.among(FirstSeen(AdversaryId(entry.id), HERO), like(CharacterMarked, event=entry.first_sight))


# Dangers, calamities, allies.


@pytest.mark.parametrize("entry", CATALOGUE.dangers, ids=lambda each: each.id)
def test_a_danger_is_faced_and_strikes(entry: DangerEntry) -> None:
    danger = entry.danger()
    on_partial = NOISE if danger.difficulty > Difficulty.STANDARD else None
    faced = given().when(FaceDanger(danger, (HERO,), entry.look.fr, on_partial))
    struck = faced.when(RollCheck(), (1, 1)).among(PerilStruck)
    assert struck.sheet().health == WHOLE - danger.damage
    assert (struck.sheet().stress > 0) == bool(danger.damage or danger.marks)


@pytest.mark.parametrize("entry", CATALOGUE.calamities, ids=lambda each: each.id)
def test_a_calamity_is_seen_strikes_and_is_sent_back(entry: CalamityEntry) -> None:
    id, calamity = CalamityId(entry.id), entry.calamity("fr")
    stage = conflict().when(BringCalamity(calamity)).when(SeeFirst(id, (HERO,))).among(CharacterMarked)
    for each in calamity.manifestations:
        on_partial = NOISE if each.difficulty > Difficulty.STANDARD else None
        struck = stage.when(Manifest(id, each.id, (HERO,), on_partial)).when(RollCheck(), (1, 1)).among(PerilStruck)
        assert struck.sheet().health == WHOLE - (DAMAGE[calamity.scale] if each.harms else 0)
        effects = [like(Afflicted, affliction=effect) for effect in each.afflictions]
        struck.among(*effects)
    stage = stage.rolled(standard(aim=Delay(id), stake="delay"), 6, 6).among(CalamityDelayed)
    for lever in calamity.levers:
        stage = stage.rolled(standard(aim=UseLever(id, lever), stake=lever), 6, 6)
    stage.among(like(CalamityGone, calamity=id))


@pytest.mark.parametrize("entry", CATALOGUE.allies, ids=lambda each: each.id)
def test_an_ally_comes_along(entry: AllyEntry) -> None:
    given().when(BringAlly(entry.ally("en"))).then(AllyCame(entry.ally("en")))


# Items.


def those(does: Callable[[ItemEntry], object]) -> Sequence[ItemEntry]:
    return [each for each in CATALOGUE.items if does(each)]


def dies(entry: ItemEntry) -> tuple[int, ...]:
    """The face of its Resource die, where it has one: too high to wear it out, and no success."""
    return (3,) if entry.resource else ()


def paid(stage: Stage, entry: ItemEntry) -> None:
    """The price was paid where there is one, and there alone."""
    prices = [each for each in stage.events if isinstance(each, HealthChanged) and each.cause is Cause.PRICE]
    assert len(prices) == entry.price
    worn = [each for each in stage.events if isinstance(each, ResourceRolled)]
    assert [each.item for each in worn] == ([entry.id] if entry.resource else [])


WEAPONS = those(lambda each: each.weapon or each.devastating)
AREAS = those(lambda each: each.area)
PROTECTIONS = those(lambda each: each.protection)
TOOLS = those(lambda each: each.helps)
REMEDIES = those(lambda each: each.heals and not each.unaided)
POTIONS = those(lambda each: each.unaided)
WARDS = those(lambda each: each.ward)
ALONE = those(lambda each: each.lone)
PERMITS = those(lambda each: each.permits)


def test_every_item_does_something_that_is_played_here() -> None:
    played = (*WEAPONS, *PROTECTIONS, *TOOLS, *REMEDIES, *POTIONS, *WARDS, *ALONE, *PERMITS)
    assert {each.id for each in played} == {each.id for each in CATALOGUE.items}


@pytest.mark.parametrize("entry", CATALOGUE.items, ids=lambda each: each.id)
def test_a_new_character_may_hold_it_and_a_playing_one_gain_it(entry: ItemEntry) -> None:
    begun(replace(READY, items=(entry.item(),))).leaves(READY.id, items=(entry.item(),))
    given().when(GainItem(HERO, entry.item(), "found")).then(ItemGained(HERO, entry.item(), "found"))


@pytest.mark.rule("item.weapon")
@pytest.mark.parametrize("entry", WEAPONS, ids=lambda each: each.id)
def test_a_weapon_strikes(entry: ItemEntry) -> None:
    stage = fight(hero(items=[entry.item()]), foes=[foe("guard", 2, 9, 2)])
    aimed = attack(weapon=ItemId(entry.id), attribute=entry.item().used_with or "FOR")
    struck = stage.rolled(aimed, 6, 6, *dies(entry))
    assert struck.foe().health == (0 if entry.devastating else 9 - entry.weapon)
    paid(struck, entry)


@pytest.mark.rule("area")
@pytest.mark.parametrize("entry", AREAS, ids=lambda each: each.id)
def test_an_area_weapon_hits_as_many_as_it_may(entry: ItemEntry) -> None:
    crowd = group("crowd", 1, 9, 1, members=6)
    stage = fight(brave("hero", entry.item()), foes=[crowd])
    most = min(entry.most_targets or 4, 4)
    also = (AdversaryId("crowd"),) * (most - 1)
    by = entry.item().used_with or "FOR"
    aimed = attack(target="crowd", threat=1, attribute=by, weapon=ItemId(entry.id), also=also)
    struck = stage.rolled(aimed, *dice(4), *dies(entry))
    assert struck.foe("crowd").health == (0 if entry.devastating else crowd.whole - most * entry.weapon)
    if entry.most_targets:
        one_more = replace(aimed, aim=Attack(AdversaryId("crowd"), ItemId(entry.id), (*also, AdversaryId("crowd"))))
        stage.when(AnnounceCheck(one_more)).refused(Code.TOO_MANY_TARGETS)


@pytest.mark.rule("item.protection")
@pytest.mark.parametrize("entry", PROTECTIONS, ids=lambda each: each.id)
def test_a_protection_takes_its_part_of_a_blow(entry: ItemEntry) -> None:
    stage = fight(hero(items=[entry.item()]), foes=[foe("guard", 2, 4, 4)]).rolled(attack(), 1, 1)
    struck = stage.when(Strike(AdversaryId("guard")), dies(entry))
    struck.among(BlowLanded(HERO, 4, entry.protection, ItemId(entry.id))).leaves(health=WHOLE - 4 + entry.protection)


@pytest.mark.rule("item.tool")
@pytest.mark.parametrize("entry", TOOLS, ids=lambda each: each.id)
def test_a_tool_adds_its_die(entry: ItemEntry) -> None:
    helped = standard(attribute=entry.item().used_with or "DEX", advantages=(tool(entry.id),))
    rolled = given(hero(items=[entry.item()])).rolled(helped, 1, 1, 6, *dies(entry))
    paid(rolled, entry)


@pytest.mark.rule("item.heal")
@pytest.mark.parametrize("entry", REMEDIES, ids=lambda each: each.id)
def test_a_remedy_heals_on_a_success(entry: ItemEntry) -> None:
    stage = given(hero(items=[entry.item()]), hero("ben", health=2))
    treated = stage.rolled(standard(aim=Treat(BEN, ItemId(entry.id)), on_failure=NOISE), 6, 1, *dies(entry))
    treated.leaves("ben", health=2 + entry.heals)
    paid(treated, entry)


@pytest.mark.rule("item.heal")
@pytest.mark.parametrize("entry", POTIONS, ids=lambda each: each.id)
def test_what_heals_by_itself_needs_no_roll(entry: ItemEntry) -> None:
    stage = given(hero(items=[entry.item()]), hero("ben", health=2))
    drunk = stage.when(UseItem(HERO, ItemId(entry.id), "to drink", BEN), dies(entry))
    drunk.leaves("ben", health=2 + entry.heals)
    paid(drunk, entry)


@pytest.mark.rule("item.power")
@pytest.mark.parametrize("entry", WARDS, ids=lambda each: each.id)
def test_a_ward_is_lent_to_somebody_else(entry: ItemEntry) -> None:
    stage = given(hero(items=[entry.item()]), hero("ben"))
    lent = stage.when(UseItem(HERO, ItemId(entry.id), "to shield", BEN), dies(entry)).among(WardGiven(BEN, entry.ward))
    paid(lent, entry)


@pytest.mark.rule("resource.alone")
@pytest.mark.parametrize("entry", ALONE, ids=lambda each: each.id)
def test_a_resource_alone_is_called_on_and_rolls(entry: ItemEntry) -> None:
    called = given(hero(items=[entry.item()])).when(UseItem(HERO, ItemId(entry.id), "to pay"), dies(entry))
    paid(called.among(like(ItemUsed, till_scene_ends=False)), entry)


@pytest.mark.rule("item.permits")
@pytest.mark.parametrize("entry", PERMITS, ids=lambda each: each.id)
def test_what_permits_is_used_for_it(entry: ItemEntry) -> None:
    assert entry.permits is not None
    at_once = dies(entry) if entry.lone else ()
    used = given(hero(items=[entry.item()])).when(UseItem(HERO, ItemId(entry.id), entry.permits.fr), at_once)
    used.among(like(ItemUsed, till_scene_ends=entry.resource is not None and not entry.lone))


@pytest.mark.rule("item.price")
@pytest.mark.parametrize("entry", those(lambda each: each.price and each.permits), ids=lambda each: each.id)
def test_a_price_is_paid_in_blood_or_in_calm(entry: ItemEntry) -> None:
    use = UseItem(HERO, ItemId(entry.id), "now")
    given(hero(items=[entry.item()])).when(use).leaves(health=WHOLE - 1)
    raw = given(hero(items=[entry.item()]), variant=Variant.RAW).when(use)
    raw.among(like(StressChanged, cause=Cause.PRICE)).leaves(stress=1)
