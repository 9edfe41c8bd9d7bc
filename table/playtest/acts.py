"""What a PC could do in a fight, each with its odds: what the policies choose among."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from engine.core.attack_odds import AttackOdds, attack_odds
from engine.core.check import (
    Aim,
    Attack,
    BringBack,
    Check,
    Complication,
    ComplicationKind,
    Difficulty,
    Manoeuvre,
    StakeId,
    Treat,
)
from engine.core.commands import AnnounceCheck
from engine.core.foes import Manoeuvred
from engine.core.legal import CheckDomain
from engine.core.rules.checks import BONUS_CAP
from engine.core.rules.faces import SPECIALTY_DICE
from engine.core.rules.items import BARE_HANDS
from engine.core.rules.variants import stress_malus
from engine.core.sheet import Attribute, Character, ItemId, SpecialtyId
from engine.core.view import AdversaryFace
from table.playtest.seat import Seat

_BY_HAND = (Attribute.FOR, Attribute.DEX)
"""What a weapon that asks for no attribute is used with, and bare hands."""

_NOISE = Complication(ComplicationKind.NOISE, "it is heard")


@dataclass(frozen=True)
class Blow:
    """An attack that could be announced, with the dice that it would have."""

    actor: Character
    target: AdversaryFace
    weapon: ItemId | None
    attribute: Attribute
    specialty: SpecialtyId | None
    dice: int
    harm: int
    devastating: bool
    breach: bool

    @cached_property
    def odds(self) -> AttackOdds:
        """Its exact odds."""
        return _odds(*self._terms)

    @property
    def fells(self) -> float:
        """The chance that it puts the target out, or fells its phase."""
        return float(self.odds.fells(self.target.health))

    @property
    def harm_to_come(self) -> float:
        """What it deals on average, no more than there is to lose."""
        return _harm(self.target.health, *self._terms)

    @property
    def _terms(self) -> "Terms":
        face = self.target
        return self.dice, face.threat, self.harm, face.protection, face.cover, self.devastating

    def announced(self) -> AnnounceCheck:
        """The command."""
        return AnnounceCheck(
            Check(
                actor=self.actor.id,
                attribute=self.attribute,
                difficulty=Difficulty(self.target.threat),
                stake=StakeId(f"fell {self.target.id}"),
                action="strikes",
                risk="an opening",
                on_failure=_on_failure(self.breach),
                on_partial=_on_partial(self.target.threat, self.breach),
                specialty=self.specialty,
                aim=Attack(self.target.id, self.weapon),
            )
        )


Terms = tuple[int, int, int, int, int, bool]
"""Dice, Threat, weapon, Protection, cover, and whether the blow is Devastating."""


# Exact odds are sums of fractions, and few of them differ: a fight asks for the same ones again and again.
@lru_cache(maxsize=4096)
def _odds(dice: int, threat: int, weapon: int, protection: int, cover: int, devastating: bool) -> AttackOdds:
    return attack_odds(dice, threat, weapon, protection, cover, devastating=devastating)


@lru_cache(maxsize=4096)
def _harm(whole: int, *terms: *Terms) -> float:
    odds = _odds(*terms)
    if odds.devastating:
        return float(odds.hit * whole)
    return float(sum(min(whole, dealt) * chance for dealt, chance in odds.damage))


def _on_failure(breach: bool) -> Complication | None:
    """What a failure brings: a breach, or else noise."""
    return None if breach else _NOISE


def _on_partial(needed: int, breach: bool) -> Complication | None:
    """What a partial brings, where there is one."""
    return None if breach or needed == Difficulty.STANDARD else _NOISE


def blows(seat: Seat) -> list[Blow]:
    """The attacks that whose seat it is could make: on everybody who stands, with each weapon at its best."""
    domain, actor = seat.domain, seat.me
    if domain is None:
        return []
    arms = [(each.item, each.attribute) for each in domain.aims.weapons] or [(None, None)]
    return [_blow(seat, domain, actor, face, item, bound) for face in seat.foes for item, bound in arms]


def _blow(
    seat: Seat,
    domain: CheckDomain,
    actor: Character,
    face: AdversaryFace,
    weapon: ItemId | None,
    bound: Attribute | None,
) -> Blow:
    held = actor.item(weapon) if weapon else None
    count = seat.skills.get(actor.id, {}).get(weapon, ())
    skills = {each.attribute: each.id for each in domain.specialties if each.id in count}
    attributes = (bound,) if bound else dict.fromkeys((*skills, *_BY_HAND))
    dice, attribute = max((_dice(seat, actor, each, each in skills, bool(face.effects)), each) for each in attributes)
    return Blow(
        actor=actor,
        target=face,
        weapon=weapon,
        attribute=attribute,
        specialty=skills.get(attribute),
        dice=dice,
        harm=held.weapon if held else BARE_HANDS,
        devastating=held is not None and held.devastating,
        breach=domain.aims.breach,
    )


def _dice(seat: Seat, actor: Character, attribute: Attribute, skilled: bool, helped: bool) -> int:
    """The pool before cover."""
    bonus = min(BONUS_CAP, (SPECIALTY_DICE if skilled else 0) + (1 if helped else 0))
    return max(1, actor.attributes.of(attribute) + bonus - stress_malus(seat.variant, actor.stress))


def manoeuvres(seat: Seat) -> Iterator[AnnounceCheck]:
    """To disarm or topple whoever stands."""
    for blow in blows(seat):
        for effect in (Manoeuvred.DISARMED, Manoeuvred.TOPPLED):
            aim = Manoeuvre(blow.target.id, effect)
            needed = Difficulty(blow.target.threat)
            yield _announced(seat, aim, blow.attribute, needed, blow.specialty, blow.breach)


def cares(seat: Seat) -> Iterator[tuple[Character, AnnounceCheck]]:
    """Whom whose seat it is could treat or bring back, with the best that is at hand."""
    domain = seat.domain
    if domain is None:
        return
    by_id = {each.id: each for each in seat.view.characters}
    bound = dict(domain.bound)
    for patient in domain.aims.with_remedy:
        remedy = domain.aims.remedies[0]
        attribute = bound.get(remedy, Attribute.INT)
        yield by_id[patient], _announced(seat, Treat(patient, remedy), attribute, Difficulty.STANDARD)
    if not domain.aims.with_remedy:
        for patient in domain.aims.patients:
            yield by_id[patient], _announced(seat, Treat(patient), Attribute.INT, Difficulty.STANDARD)
    for broken in domain.aims.broken:
        if broken != seat.who:
            yield by_id[broken], _announced(seat, BringBack(broken), Attribute.CHA, Difficulty.STANDARD)


def _announced(
    seat: Seat,
    aim: Aim,
    attribute: Attribute,
    needed: Difficulty,
    specialty: SpecialtyId | None = None,
    breach: bool = False,
) -> AnnounceCheck:
    return AnnounceCheck(
        Check(
            actor=seat.who,
            attribute=attribute,
            difficulty=needed,
            stake=StakeId(f"{seat.who} {aim}"),
            action="acts",
            risk="an opening",
            on_failure=_on_failure(breach),
            on_partial=_on_partial(needed, breach),
            specialty=specialty,
            aim=aim,
        )
    )
