"""Dangers: the book's ten, and any other (CORE ch. 3, Dangers)."""

from engine.core.commands import FaceDanger
from engine.core.events import DangerFaced
from engine.core.foes import Danger, DangerId, Pace, Peril, PerilKind
from engine.core.rules import perils, profiles
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Attribute
from engine.ruling import Code, Refused, refuse
from engine.story import MarkingEvent

_DEX, _CON, _TRAP = (Attribute.DEX,), (Attribute.CON,), (Attribute.PER, Attribute.DEX)

DANGERS = (
    Danger(DangerId("short_fall"), _DEX, 1, 1),
    Danger(DangerId("storey_fall"), _DEX, 1, 2),
    Danger(DangerId("high_fall"), _DEX, 2, 4, MarkingEvent.SHOCK),
    Danger(DangerId("burn"), _DEX, 1, 1),
    Danger(DangerId("fire"), _CON, 2, 3, MarkingEvent.SHOCK, Pace.TURN),
    Danger(DangerId("drowning"), _CON, 1, 2, MarkingEvent.SHOCK, Pace.TURN),
    Danger(DangerId("extreme_cold"), _CON, 1, 1, pace=Pace.HOUR),
    Danger(DangerId("poison"), _CON, 1, 2),
    Danger(DangerId("light_trap"), _TRAP, 1, 2),
    Danger(DangerId("deadly_trap"), _TRAP, 2, 4, MarkingEvent.SHOCK),
)
"""The book's table of dangers (CORE ch. 3, Dangers)."""


def face(unfolding: Unfolding, command: FaceDanger) -> Refused | None:
    """A danger strikes: each of those exposed rolls at its difficulty to avoid it (CORE ch. 3, Dangers)."""
    game, danger = unfolding.game, command.danger
    refusal = (
        profiles.danger_refusal(danger)
        or perils.exposed_refusal(game, command.exposed)
        or perils.partial_refusal(game, danger.difficulty, command.on_partial)
    )
    if refusal is None and not command.reason.strip():
        refusal = refuse(Code.REASON_MISSING, what="reason")
    if refusal is not None:
        return refusal
    unfolding.happen(DangerFaced(danger, command.exposed, command.reason))
    peril = Peril(PerilKind.DANGER, danger.id, danger.damage, danger.attributes, danger.marks)
    perils.face(unfolding, peril, danger.difficulty, command.exposed, command.on_partial)
    return None
