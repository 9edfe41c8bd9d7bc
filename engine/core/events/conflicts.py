"""What happened in a conflict (CORE ch. 5, Les conflits)."""

from dataclasses import dataclass

from engine.core.foes import AdversaryId, AllyId, Manoeuvred, Setback
from engine.core.sheet import CharacterId
from engine.core.state import Side


@dataclass(frozen=True, slots=True)
class ConflictStarted:
    """A conflict is under way; who engaged, and which side is in ambush, where that is so."""

    engager: CharacterId | None = None
    ambush: Side | None = None


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """A turn of the conflict, 0 for an ambush; `facing` PCs stand as it begins."""

    turn: int
    facing: int
    ambush: Side | None = None
    engager: CharacterId | None = None


@dataclass(frozen=True, slots=True)
class ConflictEnded:
    """The conflict is over."""


@dataclass(frozen=True, slots=True)
class BreachOpened:
    """A PC's failure or partial against an adversary opened a breach, which the GM has to answer."""

    character: CharacterId
    target: AdversaryId


@dataclass(frozen=True, slots=True)
class StrikeMade:
    """An NPC spends attacks in the breach that `character` opened: `damage` before any Protection.

    `in_contact` may take it instead; `ally` is its mark where that is no PC.
    """

    adversary: AdversaryId
    character: CharacterId
    attacks: int
    damage: int
    in_contact: tuple[CharacterId, ...] = ()
    ally: AllyId | None = None


@dataclass(frozen=True, slots=True)
class Interposed:
    """A PC takes the strike instead: their action of the turn."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class SetbackHappened:
    """The adversity advanced otherwise than by a strike."""

    setback: Setback


@dataclass(frozen=True, slots=True)
class Waited:
    """A PC let their action go by."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class IdleCaught:
    """An NPC spends an attack on a PC who kept out of the fight."""

    adversary: AdversaryId
    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class AmbushStruck:
    """An NPC in ambush spends its attack on a PC."""

    adversary: AdversaryId
    character: CharacterId


@dataclass(frozen=True, slots=True)
class AdversaryCovered:
    """An NPC is in cover of so many dice; 0: in none."""

    adversary: AdversaryId
    dice: int


@dataclass(frozen=True, slots=True)
class EffectTook:
    """A manoeuvre did this to an NPC, in that turn."""

    adversary: AdversaryId
    effect: Manoeuvred
    turn: int = 0


@dataclass(frozen=True, slots=True)
class EffectEnded:
    """An effect on an NPC is over."""

    adversary: AdversaryId
    effect: Manoeuvred
