"""What is asked in a conflict (CORE ch. 5, Les conflits)."""

from dataclasses import dataclass

from engine.choice import Choice
from engine.core.check import Complication
from engine.core.foes import AdversaryId, AllyId, Manoeuvred, Setback
from engine.core.sheet import CharacterId
from engine.core.state import Side


class ConflictEnd(Choice):
    """How a conflict ends while adversaries stand: by the fiction (CORE ch. 5, Fin du conflit)."""

    FLIGHT = "flight"
    CAPTURE = "capture"
    SURRENDER = "surrender"
    TRUCE = "truce"


@dataclass(frozen=True, slots=True)
class StartConflict:
    """An adversary strikes back or is about to: from now on no roll is rolled again (CORE ch. 5).

    `engager` engages and acts first; `ambush` is the side that surprises the other, and acts before turn 1.
    """

    engager: CharacterId | None = None
    ambush: Side | None = None


@dataclass(frozen=True, slots=True)
class StrikeFromAmbush:
    """An NPC in ambush spends its attack on a PC, who rolls PER to avoid it (CORE ch. 5, Embuscade).

    `on_partial` is what avoiding it only partly brings, where its Threat is 2 or 3.
    """

    adversary: AdversaryId
    target: CharacterId
    on_partial: Complication | None = None


@dataclass(frozen=True, slots=True)
class Strike:
    """The GM answers the breach with a strike: so many attacks of one NPC put together (CORE ch. 5, La brèche).

    `in_contact` are the PCs near enough to take it instead. `ally` is its mark where that is an NPC to protect.
    """

    adversary: AdversaryId
    attacks: int = 1
    in_contact: tuple[CharacterId, ...] = ()
    ally: AllyId | None = None


@dataclass(frozen=True, slots=True)
class BringSetback:
    """The GM answers the breach otherwise: the adversity advances (CORE ch. 5, La brèche)."""

    setback: Setback


@dataclass(frozen=True, slots=True)
class Interpose:
    """A PC takes the strike instead: it is their action of the turn (CORE ch. 5, Les attaques des PNJ)."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class LetLand:
    """Nobody takes the strike instead: it lands where it was meant to."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A PC lets their action of the turn go by (CORE ch. 5, Ne pas combattre)."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class CatchIdle:
    """A PC who keeps out of the fight takes an attack, without a breach (CORE ch. 5; the GM's sheet)."""

    adversary: AdversaryId
    character: CharacterId
    reason: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over. Where nobody acted against the adversaries, they advance: `setback` (CORE ch. 5)."""

    setback: Setback | None = None


@dataclass(frozen=True, slots=True)
class EndConflict:
    """The conflict is over; the variant says what recovers (CORE ch. 3, Fin de conflit).

    `how` says it while adversaries still stand. `left_behind` are PCs out of action whom the fiction keeps from rising.
    """

    how: ConflictEnd | None = None
    left_behind: tuple[CharacterId, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverAdversary:
    """An NPC is in cover: 0 to 3 dice less for who attacks it (CORE ch. 5, Couvert)."""

    adversary: AdversaryId
    dice: int


@dataclass(frozen=True, slots=True)
class EndHold:
    """An effect on an NPC is over: its weapon picked up, its sight back (CORE ch. 5, Manœuvres)."""

    adversary: AdversaryId
    effect: Manoeuvred
