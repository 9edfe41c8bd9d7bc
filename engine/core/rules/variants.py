"""The two variants, one function a setting (CORE ch. 1, Deux variantes; ch. 8, Les variantes en un coup d'œil)."""

from engine.core.sheet import Tier, Variant
from engine.story import MarkingEvent

MAX_STRESS = 6
"""Stress stays within 0 and this (CORE ch. 3, Le Stress)."""

_TIER_TOPS = {
    Variant.BLOCKBUSTER: ((Tier.OUT, 0), (Tier.BADLY_WOUNDED, 3), (Tier.WOUNDED, 6), (Tier.FIT, 8)),
    Variant.RAW: ((Tier.OUT, 0), (Tier.BADLY_WOUNDED, 2), (Tier.WOUNDED, 4), (Tier.FIT, 6)),
}
_MARKS = {
    Variant.BLOCKBUSTER: {MarkingEvent.SHOCK: 1, MarkingEvent.HORROR: 1, MarkingEvent.UNSPEAKABLE: 2},
    Variant.RAW: {MarkingEvent.SHOCK: 1, MarkingEvent.HORROR: 2, MarkingEvent.UNSPEAKABLE: 3},
}


def max_health(variant: Variant) -> int:
    """The most Health that a PC has: 8 in Blockbuster, 6 in Raw (CORE ch. 3, La Santé)."""
    return _TIER_TOPS[variant][-1][1]


def tier_tops(variant: Variant) -> tuple[tuple[Tier, int], ...]:
    """Each tier with the highest Health in it, from down to whole (CORE ch. 3, La Santé)."""
    return _TIER_TOPS[variant]


def health_rises_after_conflict(variant: Variant) -> bool:
    """Whether the end of a conflict gives Health back (CORE ch. 3, Regagner de la Santé)."""
    return variant is Variant.BLOCKBUSTER


def six_gives_coup(variant: Variant) -> bool:
    """Whether Stress 6 readies a Coup d'éclat; it is a Breakdown where it does not (CORE ch. 3, Le Stress)."""
    return variant is Variant.BLOCKBUSTER


def stress_of(variant: Variant, event: MarkingEvent) -> int:
    """Stress that a marking event costs, before any resistance (CORE ch. 3, Ce qui fait monter le Stress)."""
    return _MARKS[variant][event]


def events_are_resisted(variant: Variant) -> bool:
    """Whether a PC rolls CON against a marking event (CORE ch. 3, Résister)."""
    return variant is Variant.RAW


def stress_of_health_loss(variant: Variant) -> int:
    """Stress for one loss of Health, whatever its size (CORE ch. 3, Ce qui fait monter le Stress)."""
    return 1 if variant is Variant.BLOCKBUSTER else 0


def stress_malus(variant: Variant, stress: int) -> int:
    """Dice that Stress takes from every roll: 1 in Raw from 4 up (CORE ch. 3, Ce qui change). RULING: at 6 as well."""
    return 1 if variant is Variant.RAW and stress >= 4 else 0


def reroll_stress(variant: Variant) -> int:
    """What a reroll adds to Stress: -1 in Blockbuster, +1 in Raw (CORE ch. 2, Le prix : le Stress)."""
    return -1 if variant is Variant.BLOCKBUSTER else 1


def price_is_health(variant: Variant) -> bool:
    """Whether a power's price is 1 Health; in Raw it is a Shock without resistance (CORE ch. 4, Créer un objet)."""
    return variant is Variant.BLOCKBUSTER
