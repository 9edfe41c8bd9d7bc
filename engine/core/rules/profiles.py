"""Whether an NPC, an item, a danger, a calamity has numbers that the book knows (CORE ch. 3, 4 and 6).

Each tells all that is wrong at once. What the book only advises is told apart, and refuses nothing.
"""

from collections.abc import Iterator

from engine.core.foes import Arrival, Calamity, Danger, Flaw, FlawKind, Manifestation, Profile, Standing
from engine.core.rules.items import STEPS
from engine.core.rules.limits import OPEN_END, avoided_with, is_one_of, named, refused, within, worded
from engine.core.sheet import Item, Resource
from engine.ruling import Code, Fault, FaultCode, Refused, fault

_TYPICAL_HEALTH = {1: (2, 3), 2: (4, 5), 3: (6, OPEN_END)}
_TYPICAL_WEAPON = {1: (1, 2), 2: (2, 3), 3: (3, 4)}
_MINION_HEALTH = 1
_BOSS_WEAPON = (3, 4)
_ELUSIVE_WEAPON = (2, 3)
_ELUSIVE_THREAT = 3
_FEW_PCS = 3
"""Up to so many PCs a boss of Threat 3 may have the heavier weapon (CORE ch. 6, Boss)."""


def arrival_refusal(*arrivals: Arrival) -> Refused | None:
    """Why adversaries cannot come into play, with all that is wrong in any (CORE ch. 6, Les adversaires)."""
    several = len(arrivals) > 1
    every = [(each, arrival_faults(each, f"arrivals[{at}]." if several else "")) for at, each in enumerate(arrivals)]
    names = ", ".join(each.profile.name.strip() or "?" for each, faults in every if faults)
    return refused(Code.BAD_ADVERSARY, tuple(one for _, faults in every for one in faults), adversary=names)


def item_refusal(item: Item) -> Refused | None:
    """Why an item is none of the book's (CORE ch. 4, Créer un objet)."""
    return refused(Code.BAD_ITEM, item_faults(item), item=item.id)


def danger_refusal(danger: Danger) -> Refused | None:
    """Why a danger is none of the book's (CORE ch. 3, Dangers)."""
    return refused(Code.BAD_DANGER, danger_faults(danger), danger=danger.id)


def calamity_refusal(calamity: Calamity) -> Refused | None:
    """Why a calamity is none of the book's (CORE ch. 6, Calamités)."""
    return refused(Code.BAD_CALAMITY, calamity_faults(calamity), calamity=calamity.name)


def item_faults(item: Item, at: str = "") -> tuple[Fault, ...]:
    """All that is wrong with an item; `at` is the path to it (CORE ch. 4, Créer un objet)."""
    return tuple(_of_an_item(item, at))


def _of_an_item(item: Item, at: str) -> Iterator[Fault]:
    yield from worded(f"{at}id", item.id)
    for field, value, most in (
        ("weapon", item.weapon, 4),
        ("protection", item.protection, 3),
        ("ward", item.ward, 3),
        ("heals", item.heals, 4),
        ("most_targets", item.most_targets, OPEN_END),
    ):
        yield from within(f"{at}{field}", value, 0, most)
    for place, use in enumerate(item.uses):
        yield from worded(f"{at}uses[{place}]", use)
    yield from _what_goes_together(item, at)
    if item.resource is not None:
        yield from _of_a_resource(item.resource, f"{at}resource.")


def _what_goes_together(item: Item, at: str) -> Iterator[Fault]:
    # RULING: Devastating is a category of weapon like the four with damage, so it makes a weapon by itself.
    weapon = item.weapon or item.devastating
    for field, is_set, needed, is_there in (
        ("area", item.area, "weapon / devastating", weapon),
        ("most_targets", item.most_targets, "area", item.area),
        ("unaided", item.unaided, "heals", item.heals),
        ("uses", item.uses, "helps", item.helps),
        ("lone", item.lone, "resource", item.resource),
    ):
        if is_set and not is_there:
            yield fault(f"{at}{field}", FaultCode.GOES_WITH, needed=needed)
    numbered = ("weapon", "devastating", "protection", "ward", "heals")
    others = [each for each in numbered if getattr(item, each)]
    if item.lone and others:
        yield fault(f"{at}lone", FaultCode.GOES_WITHOUT, others=", ".join(others))


def _of_a_resource(resource: Resource, at: str) -> Iterator[Fault]:
    numbers = (("die", resource.die, STEPS), ("maximum", resource.maximum, STEPS[1:]))
    wrong = [each for each in numbers if not is_one_of(each[1], each[2])]
    for field, value, dice in wrong:
        yield fault(f"{at}{field}", FaultCode.NO_DIE, value=value, dice=", ".join(map(str, dice)))
    if not wrong and resource.die > resource.maximum:
        yield fault(f"{at}die", FaultCode.ABOVE_MAXIMUM, value=resource.die, most=resource.maximum)


def arrival_faults(arrival: Arrival, at: str = "") -> tuple[Fault, ...]:
    """All that is wrong with somebody who comes: their profile, how many, in what cover (CORE ch. 5 and 6)."""
    several = arrival.profile.standing is not Standing.GROUP and arrival.members > 1
    return (
        *worded(f"{at}id", arrival.id),
        *within(f"{at}members", arrival.members, 1, OPEN_END),
        *([fault(f"{at}members", FaultCode.GOES_WITH, needed="profile.standing: group")] if several else []),
        *within(f"{at}cover", arrival.cover, 0, 3),
        *profile_faults(arrival.profile, f"{at}profile."),
    )


def profile_faults(profile: Profile, at: str = "") -> tuple[Fault, ...]:
    """All that is wrong with an NPC in numbers (CORE ch. 6, Menace, traits et failles)."""
    return tuple(_of_a_profile(profile, at))


def _of_a_profile(profile: Profile, at: str) -> Iterator[Fault]:
    yield from worded(f"{at}id", profile.id)
    yield from worded(f"{at}name", profile.name)
    yield from within(f"{at}threat", profile.threat, 1, 3)
    if profile.standing is not Standing.BOSS:
        yield from within(f"{at}health", profile.health, 1, OPEN_END)
    elif not is_one_of(profile.health, (0,)):
        yield fault(f"{at}health", FaultCode.BOSS_HEALTH, value=profile.health)
    # RULING npc.profile: no NPC's weapon is Devastating; the book says what that does to NPCs alone.
    yield from within(f"{at}weapon", profile.weapon, 0, 4)
    yield from within(f"{at}protection", profile.protection, 0, 3)
    for place, trait in enumerate(profile.traits):
        yield from worded(f"{at}traits[{place}]", trait)
    yield from named(f"{at}flaws", [each.id for each in profile.flaws])
    for place, flaw in enumerate(profile.flaws):
        yield from _of_a_flaw(flaw, profile.threat, f"{at}flaws[{place}].")


def _of_a_flaw(flaw: Flaw, threat: int, at: str) -> Iterator[Fault]:
    yield from worded(f"{at}when", flaw.when)
    match flaw.kind:
        case FlawKind.LOWER_THREAT if threat == 1:
            yield fault(f"{at}kind", FaultCode.NOTHING_LOWER, value=flaw.kind.value)
        case FlawKind.LOWER_THREAT:
            # A Threat out of range has a fault of its own; whatever it should be, 3 is the most.
            yield from within(f"{at}value", flaw.value, 1, 1 if threat == 2 else 2)
        case FlawKind.ROUT:
            yield from within(f"{at}value", flaw.value, 1, OPEN_END)
        case FlawKind.FELL | FlawKind.BARE:
            if not is_one_of(flaw.value, (0,)):
                yield fault(f"{at}value", FaultCode.TAKES_NO_VALUE, value=flaw.value)


def advice(profile: Profile, pcs: int) -> tuple[Fault, ...]:
    """Where an NPC is not what the book calls typical, or a boss's weapon not what it gives before so many PCs; a
    Threat out of range has none (CORE ch. 6, Menace, traits et failles; Groupes et sbires; Boss)."""
    threat = profile.threat
    if threat not in _TYPICAL_HEALTH:
        return ()
    if profile.standing is Standing.BOSS:
        weapon = _BOSS_WEAPON if threat != _ELUSIVE_THREAT else _ELUSIVE_WEAPON if pcs <= _FEW_PCS else (2, 2)
        return tuple(_unusual("weapon", profile.weapon, weapon, FaultCode.BOSS_WEAPON, threat))
    minions = profile.standing is Standing.GROUP and threat == 1
    health = (_MINION_HEALTH, _TYPICAL_HEALTH[1][1]) if minions else _TYPICAL_HEALTH[threat]
    return (
        *_unusual("health", profile.health, health, FaultCode.NOT_TYPICAL, threat),
        *_unusual("weapon", profile.weapon, _TYPICAL_WEAPON[threat], FaultCode.NOT_TYPICAL, threat),
    )


def _unusual(field: str, value: int, usual: tuple[int, int], code: FaultCode, threat: int) -> Iterator[Fault]:
    least, most = usual
    if not least <= value <= most:
        right = f"{least}+" if most == OPEN_END else str(least) if least == most else f"{least}-{most}"
        yield fault(field, code, value=value, threat=threat, right=right)


def danger_faults(danger: Danger, at: str = "") -> tuple[Fault, ...]:
    """All that is wrong with a danger (CORE ch. 3, Dangers)."""
    harmless = danger.damage == 0 and danger.marks is None
    return (
        *worded(f"{at}id", danger.id),
        *avoided_with(at, danger.attributes, danger.difficulty),
        *within(f"{at}damage", danger.damage, 0, 4),
        *([fault(f"{at}damage", FaultCode.DOES_NOTHING, needed="damage / marks")] if harmless else []),
    )


def calamity_faults(calamity: Calamity, at: str = "") -> tuple[Fault, ...]:
    """All that is wrong with a calamity (CORE ch. 6, Calamités)."""
    return tuple(_of_a_calamity(calamity, at))


def _of_a_calamity(calamity: Calamity, at: str) -> Iterator[Fault]:
    for field, text in (("id", calamity.id), ("name", calamity.name), ("goal", calamity.goal)):
        yield from worded(f"{at}{field}", text)
    for field, several in (("manifestations", calamity.manifestations), ("levers", calamity.levers)):
        if not several:
            yield fault(f"{at}{field}", FaultCode.EMPTY)
    yield from named(f"{at}manifestations", [each.id for each in calamity.manifestations])
    for place, manifestation in enumerate(calamity.manifestations):
        yield from _of_a_manifestation(manifestation, f"{at}manifestations[{place}].")
    yield from named(f"{at}levers", calamity.levers, "")


def _of_a_manifestation(manifestation: Manifestation, at: str) -> Iterator[Fault]:
    yield from worded(f"{at}trigger", manifestation.trigger)
    yield from avoided_with(at, manifestation.attributes, manifestation.difficulty)
    yield from named(f"{at}afflictions", manifestation.afflictions, "")
    if not (manifestation.harms or manifestation.afflictions or manifestation.marks):
        yield fault(f"{at}harms", FaultCode.DOES_NOTHING, needed="harms / afflictions / marks")


def calamity_advice(calamity: Calamity) -> tuple[Fault, ...]:
    """Where a calamity has more or fewer manifestations than the two or three of the book (CORE ch. 6, Calamités)."""
    count = len(calamity.manifestations)
    return () if count in (2, 3) else (fault("manifestations", FaultCode.HOW_MANY, count=count, right="2-3"),)
