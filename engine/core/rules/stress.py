"""Stress, marking events, Coup d'éclat and Breakdown (CORE ch. 3, Le Stress)."""

from engine.core.events import (
    BreakdownBegan,
    BreakdownEnded,
    Cause,
    CharacterMarked,
    CoupReady,
    ResistanceRolled,
    StressChanged,
)
from engine.core.rules.faces import SPECIALTY_DICE, successes
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import MAX_STRESS, events_are_resisted, six_gives_coup, stress_of
from engine.core.sheet import Attribute, Character, CharacterId, SpecialtyId, Variant
from engine.story import MarkingEvent

COUP_STRESS = 3
"""Where Stress stands after a Coup d'éclat (CORE ch. 3, Le Stress)."""

STEADYING = (SpecialtyId("composure"), SpecialtyId("endurance"))
"""The specialties that may apply to a resistance (CORE ch. 3, Résister)."""


def coup_is_ready(variant: Variant, character: Character) -> bool:
    """Whether a Coup d'éclat may be declared: Blockbuster, at 6 (CORE ch. 3, Le Stress)."""
    return six_gives_coup(variant) and character.stress == MAX_STRESS


def add(unfolding: Unfolding, who: CharacterId, amount: int, cause: Cause) -> None:
    """Move Stress within 0 and 6. A ready Coup d'éclat freezes it (CORE ch. 3): only rest and the Coup move it then."""
    character = unfolding.pc(who)
    if coup_is_ready(unfolding.game.variant, character):
        return
    set_to(unfolding, who, character.stress + amount, cause)


def set_to(unfolding: Unfolding, who: CharacterId, value: int, cause: Cause) -> None:
    """Bring Stress to a value; at 6 the Coup d'éclat is ready, or in Raw the PC breaks down (CORE ch. 3)."""
    before = unfolding.pc(who).stress
    after = max(0, min(MAX_STRESS, value))
    if after == before:
        return
    unfolding.happen(StressChanged(who, before, after, cause))
    if after == MAX_STRESS:
        coup = six_gives_coup(unfolding.game.variant)
        unfolding.happen(CoupReady(who) if coup else BreakdownBegan(who))


def mark(unfolding: Unfolding, who: CharacterId, event: MarkingEvent, reason: str, cost: bool = False) -> None:
    """A marking event: Stress by the variant's table; in Raw a CON roll may take 1 off it (CORE ch. 3, Résister).

    What gear or the fiction imposes as a `cost` is not resisted.
    """
    unfolding.happen(CharacterMarked(who, event, reason))
    value = stress_of(unfolding.game.variant, event)
    if not cost and events_are_resisted(unfolding.game.variant) and resist(unfolding, who):
        value -= 1
    add(unfolding, who, value, Cause.MARKING_EVENT)


def resist(unfolding: Unfolding, who: CharacterId) -> bool:
    """CON Standard, without the Stress malus and without a reroll (CORE ch. 3, Résister).

    RULING: composure or endurance on the sheet's CON always applies.
    """
    character = unfolding.pc(who)
    steady = any(each.id in STEADYING and each.attribute is Attribute.CON for each in character.specialties)
    draw = unfolding.game.draws
    faces = unfolding.throw(character.attributes.CON + (SPECIALTY_DICE if steady else 0), 6)
    resisted = successes(faces) > 0
    unfolding.happen(ResistanceRolled(who, draw, faces, resisted, unfolding.dice.given))
    return resisted


def calm(unfolding: Unfolding, who: CharacterId, value: int) -> None:
    """Rest brings Stress down to `value`, a ready Coup d'éclat lost with it (CORE ch. 3, Récupérer)."""
    character = unfolding.pc(who)
    if character.breakdown is not None and value > 0:
        return  # RULING breakdown.ends: a pause or a scene of rest does not bring anybody back.
    set_to(unfolding, who, value, Cause.REST)
    if character.breakdown is not None:
        unfolding.happen(BreakdownEnded(who))
