"""Health, its tiers and wounds (CORE ch. 3, La Santé)."""

from engine.core.events import Cause, HealthChanged, WoundHealed, WoundTaken
from engine.core.rules import stress
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import health_rises_after_conflict, max_health, stress_of_health_loss, tier_tops
from engine.core.sheet import CharacterId, Tier, Variant, Wound, WoundId


def tier(variant: Variant, health: int) -> Tier:
    """The tier that a Health value stands in (CORE ch. 3, La Santé)."""
    return next(each for each, top in tier_tops(variant) if health <= top)


def _rank(variant: Variant, each: Tier) -> int:
    return [name for name, _ in tier_tops(variant)].index(each)


def tiers_crossed(variant: Variant, before: int, after: int) -> tuple[Tier, ...]:
    """The tiers entered on the way down, in order; empty inside one tier (CORE ch. 3, Blessures)."""
    return tuple([each for each, top in reversed(tier_tops(variant)) if after <= top < before])


def lose_health(unfolding: Unfolding, who: CharacterId, damage: int, cause: Cause, note: str) -> None:
    """Take `damage` off, down to 0: one wound a tier crossed, and in Blockbuster 1 Stress for the loss (CORE ch. 3)."""
    before = unfolding.pc(who).health
    after = max(0, before - damage)
    if after == before:
        return
    unfolding.happen(HealthChanged(who, before, after, cause))
    for each in tiers_crossed(unfolding.game.variant, before, after):
        give_wound(unfolding, who, note, each)
    stress.add(unfolding, who, stress_of_health_loss(unfolding.game.variant), Cause.HEALTH_LOSS)


def give_wound(unfolding: Unfolding, who: CharacterId, note: str, tier: Tier | None = None) -> None:
    """Note a wound. Without a tier it comes from a complication and costs no Health (RULING complication.wound)."""
    unfolding.happen(WoundTaken(who, Wound(WoundId(f"wound-{unfolding.game.wounds_given + 1}"), note, tier)))


def gain_health(unfolding: Unfolding, who: CharacterId, gain: int, cause: Cause) -> None:
    """Give Health back, up to the maximum; wounds of tiers left behind go (CORE ch. 3, Blessures)."""
    variant = unfolding.game.variant
    before = unfolding.pc(who).health
    after = min(max_health(variant), before + gain)
    if after == before:
        return
    unfolding.happen(HealthChanged(who, before, after, cause))
    let_wounds_go(unfolding, who)


def let_wounds_go(unfolding: Unfolding, who: CharacterId) -> None:
    """Wounds whose tier is left behind are gone, lasting ones apart (CORE ch. 3, Blessures)."""
    variant, character = unfolding.game.variant, unfolding.pc(who)
    stands_in = _rank(variant, tier(variant, character.health))
    for wound in character.wounds:
        if wound.tier is not None and not wound.lasting and stands_in > _rank(variant, wound.tier):
            unfolding.happen(WoundHealed(who, wound.id))


def heal_wounds_of_complications(unfolding: Unfolding, who: CharacterId) -> None:
    """RULING complication.wound: such a wound goes after a scene of rest or care."""
    for wound in unfolding.pc(who).wounds:
        if wound.tier is None and not wound.lasting:
            unfolding.happen(WoundHealed(who, wound.id))


def rise_after_conflict(unfolding: Unfolding, who: CharacterId) -> None:
    """Blockbuster: to the top of the tier, and from out of action to 3; Raw: nothing (CORE ch. 3, Fin de conflit)."""
    variant = unfolding.game.variant
    if not health_rises_after_conflict(variant):
        return
    tops = dict(tier_tops(variant))
    now = unfolding.pc(who).health
    stands_in = tier(variant, now)
    top = tops[Tier.BADLY_WOUNDED if stands_in is Tier.OUT else stands_in]
    gain_health(unfolding, who, top - now, Cause.END_OF_CONFLICT)
