"""What is asked about adversaries, allies, dangers and calamities (CORE ch. 3, Dangers; ch. 6, Les adversaires)."""

from dataclasses import dataclass

from engine.core.check import Complication
from engine.core.foes import (
    AdversaryId,
    Ally,
    AllyId,
    Arrival,
    Calamity,
    CalamityId,
    Danger,
    FlawId,
    ManifestationId,
)
from engine.core.sheet import CharacterId


@dataclass(frozen=True, slots=True)
class BringAdversary:
    """An adversary comes into the scene (CORE ch. 6, Les adversaires)."""

    arrival: Arrival


@dataclass(frozen=True, slots=True)
class SendAway:
    """An adversary is no longer there: gone, talked round, given up (CORE ch. 5, Fin du conflit)."""

    adversary: AdversaryId
    reason: str


@dataclass(frozen=True, slots=True)
class RevealFlaw:
    """The players come to know a flaw (CORE ch. 6, Menace, traits et failles)."""

    adversary: AdversaryId
    flaw: FlawId


@dataclass(frozen=True, slots=True)
class BringAlly:
    """An NPC comes along with the PCs (CORE ch. 6, Alliés)."""

    ally: Ally


@dataclass(frozen=True, slots=True)
class PartWithAlly:
    """An ally goes their own way (CORE ch. 6, Alliés)."""

    ally: AllyId
    reason: str


@dataclass(frozen=True, slots=True)
class HoldOff:
    """An ally holds an ordinary adversary off, never a boss (CORE ch. 6, Alliés)."""

    ally: AllyId
    adversary: AdversaryId


@dataclass(frozen=True, slots=True)
class LetAllyWin:
    """An ally beats the adversary that they hold off (CORE ch. 6, Alliés)."""

    ally: AllyId
    adversary: AdversaryId


@dataclass(frozen=True, slots=True)
class SeeFirst:
    """PCs see a calamity, or a designated creature, for the first time (CORE ch. 3, Le Stress; ch. 6)."""

    of: AdversaryId | CalamityId
    characters: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class FaceDanger:
    """A danger strikes at PCs, who each roll to avoid it (CORE ch. 3, Dangers).

    `on_partial` is what avoiding it only partly brings, where it is Hard or a Feat.
    """

    danger: Danger
    exposed: tuple[CharacterId, ...]
    reason: str
    on_partial: Complication | None = None


@dataclass(frozen=True, slots=True)
class BringCalamity:
    """A calamity comes into the story (CORE ch. 6, Calamités)."""

    calamity: Calamity


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifestation's trigger has come: it strikes at those exposed, who each roll to avoid it (CORE ch. 6)."""

    calamity: CalamityId
    manifestation: ManifestationId
    exposed: tuple[CharacterId, ...]
    on_partial: Complication | None = None


@dataclass(frozen=True, slots=True)
class ReachGoal:
    """A calamity gets what it wants, and the story goes on with that loss (CORE ch. 6, Issue)."""

    calamity: CalamityId
    loss: str
