"""Domains: where choices combine or words are free, what a command may be made of.

Every command made from a domain, with words where words are asked for, is accepted by `decide`.
"""

from dataclasses import dataclass

from engine.core.check import Difficulty, StakeId
from engine.core.foes import AdversaryId, AllyId, CalamityId, FlawId, LeverId, ManifestationId
from engine.core.sheet import Attribute, Attributes, CharacterId, ItemId, Specialty, WoundId


@dataclass(frozen=True, slots=True)
class TargetDomain:
    """An adversary who may be acted against: its Threat, members who stand, and flaws, each with the Threat that it
    leaves."""

    adversary: AdversaryId
    threat: Difficulty
    members: int
    flaws: tuple[tuple[FlawId, Difficulty], ...]


@dataclass(frozen=True, slots=True)
class WeaponDomain:
    """A weapon that may be used, with the attribute that it asks for, if any, and how many targets it may be aimed at:
    1, or for an area weapon as many as stand, members one by one."""

    item: ItemId
    attribute: Attribute | None
    targets: int


@dataclass(frozen=True, slots=True)
class AimDomain:
    """What a check of one PC may aim at.

    `targets` by an Attack (bare hands, or one of `weapons`), a Manoeuvre, a Sway, at their Threat; `patients` by a
    Treat without a remedy, `with_remedy` with one of `remedies`, INT Standard (a remedy that is bound to an attribute:
    with that one); `broken` by a BringBack, CHA Standard; `levers` by a UseLever, `calamities` by a Delay. `breach`:
    against a target, complications are left out.
    """

    targets: tuple[TargetDomain, ...]
    weapons: tuple[WeaponDomain, ...]
    patients: tuple[CharacterId, ...]
    with_remedy: tuple[CharacterId, ...]
    remedies: tuple[ItemId, ...]
    broken: tuple[CharacterId, ...]
    calamities: tuple[CalamityId, ...]
    levers: tuple[tuple[CalamityId, LeverId], ...]
    breach: bool


@dataclass(frozen=True, slots=True)
class CheckDomain:
    """What a check announced for `actor` may be made of.

    Any attribute and difficulty go; one of `specialties`, on its own attribute, or none; any of `items` (used), of
    `tools` (as TOOL advantages), of `helpers` and `allies` (as HELP), of `wounds` (hindering); `wearable` and `losable`
    items for complications; any stake that is not in `tried`. `bound` are the items that ask for an attribute. It may
    require a specialty held; the group's one roll, `together`, is for whoever of all the domains' actors has the most
    dice by attribute and that specialty.
    """

    actor: CharacterId
    attributes: Attributes
    specialties: tuple[Specialty, ...]
    items: tuple[ItemId, ...]
    tools: tuple[ItemId, ...]
    helpers: tuple[CharacterId, ...]
    allies: tuple[AllyId, ...]
    wounds: tuple[WoundId, ...]
    wearable: tuple[ItemId, ...]
    losable: tuple[ItemId, ...]
    bound: tuple[tuple[ItemId, Attribute], ...]
    tried: tuple[StakeId, ...]
    aims: AimDomain


@dataclass(frozen=True, slots=True)
class AmendDomain:
    """How the check that avoids may be amended: one attribute, one specialty of that attribute or none, wounds."""

    attributes: tuple[Attribute, ...]
    specialties: tuple[Specialty, ...]
    wounds: tuple[WoundId, ...]


@dataclass(frozen=True, slots=True)
class StrikeDomain:
    """An adversary who may strike, and how many attacks it may put together: 1 to `most`."""

    adversary: AdversaryId
    most: int


@dataclass(frozen=True, slots=True)
class BreachDomain:
    """How the open breach may be answered: a Strike by one of `strikes` at who opened it, where `opener` stands, or at
    one of `allies`, with any of `in_contact`; or a setback."""

    strikes: tuple[StrikeDomain, ...]
    opener: CharacterId | None
    allies: tuple[AllyId, ...]
    in_contact: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class SetbackDomain:
    """What a setback may be made of: who flees, who loses cover, a clock; reinforcements under new ids."""

    fleeing: tuple[AdversaryId, ...]
    covered: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class AmbushDomain:
    """Who strikes from ambush, with its Threat: at 2 or 3 a partial's complication goes with it; and at whom."""

    adversary: AdversaryId
    threat: Difficulty
    targets: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class UseDomain:
    """An item that a PC may use without a roll, and on whom; nobody where it works on nobody.

    None among the `patients`: it may be used on nobody as well, as a focus that lights a room or wards a friend.
    """

    character: CharacterId
    item: ItemId
    patients: tuple[CharacterId | None, ...]


@dataclass(frozen=True, slots=True)
class ManifestDomain:
    """A manifestation that may strike; at difficulty 2 or 3 a partial's complication goes with it."""

    calamity: CalamityId
    manifestation: ManifestationId
    difficulty: Difficulty


@dataclass(frozen=True, slots=True)
class SightDomain:
    """Something that may be seen for the first time, and by whom: any of them, one or more."""

    of: str
    characters: tuple[CharacterId, ...]
