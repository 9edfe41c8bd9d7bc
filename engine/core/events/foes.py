"""What happened to adversaries, allies and calamities, and the dangers faced (CORE ch. 3 and 6)."""

from dataclasses import dataclass

from engine.core.foes import (
    Adversary,
    AdversaryId,
    Ally,
    AllyId,
    Calamity,
    CalamityId,
    Danger,
    FlawId,
    LeverId,
    ManifestationId,
)
from engine.core.sheet import CharacterId


@dataclass(frozen=True, slots=True)
class AdversaryArrived:
    """An adversary is in the scene."""

    adversary: Adversary


@dataclass(frozen=True, slots=True)
class AdversaryHurt:
    """An adversary lost Health, of its present phase where it is a boss.

    `fled`: no blow did it, but so many members of a group who ran, by a flaw.
    """

    adversary: AdversaryId
    before: int
    after: int
    fled: int = 0


@dataclass(frozen=True, slots=True)
class PhaseFell:
    """A boss's phase is over, under blows or by a flaw; the next begins whole."""

    adversary: AdversaryId
    phase: int
    blows: bool


@dataclass(frozen=True, slots=True)
class BossStruckAll:
    """The boss blow: every PC present has to avoid it."""

    adversary: AdversaryId


@dataclass(frozen=True, slots=True)
class AdversaryOut:
    """An adversary is out of action: it collapses, flees or gives up."""

    adversary: AdversaryId


@dataclass(frozen=True, slots=True)
class AdversaryLeft:
    """An adversary is no longer there."""

    adversary: AdversaryId
    reason: str


@dataclass(frozen=True, slots=True)
class FlawRevealed:
    """The players know a flaw."""

    adversary: AdversaryId
    flaw: FlawId


@dataclass(frozen=True, slots=True)
class AllyCame:
    """An NPC is with the PCs."""

    ally: Ally


@dataclass(frozen=True, slots=True)
class AllyLeft:
    """An ally is gone."""

    ally: AllyId
    reason: str


@dataclass(frozen=True, slots=True)
class AllyHeldOff:
    """An ally holds an adversary off."""

    ally: AllyId
    adversary: AdversaryId


@dataclass(frozen=True, slots=True)
class AllyHurt:
    """An ally is hurt, in the fiction, and holds."""

    ally: AllyId
    adversary: AdversaryId


@dataclass(frozen=True, slots=True)
class DangerFaced:
    """A danger strikes at PCs."""

    danger: Danger
    exposed: tuple[CharacterId, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class FirstSeen:
    """A PC sees a calamity, or a creature that marks, for the first time."""

    of: str
    character: CharacterId


@dataclass(frozen=True, slots=True)
class CalamityCame:
    """A calamity is in the story."""

    calamity: Calamity


@dataclass(frozen=True, slots=True)
class CalamityManifested:
    """A manifestation strikes at PCs."""

    calamity: CalamityId
    manifestation: ManifestationId
    exposed: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class LeverUsed:
    """What sends a calamity back was used, or one part of it."""

    calamity: CalamityId
    lever: LeverId


@dataclass(frozen=True, slots=True)
class CalamityDelayed:
    """A calamity was delayed or diverted."""

    calamity: CalamityId


@dataclass(frozen=True, slots=True)
class CalamityGone:
    """A calamity is over: sent back, or its goal reached, at that `loss`."""

    calamity: CalamityId
    loss: str = ""
