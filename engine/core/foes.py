"""Who and what stands against the PCs, or beside them: adversaries, allies, dangers, calamities (CORE ch. 3 and 6)."""

from dataclasses import dataclass
from typing import NewType

from engine.choice import Choice
from engine.core.sheet import Attribute, CharacterId
from engine.story import ClockId, MarkingEvent

AdversaryId = NewType("AdversaryId", str)
ProfileId = NewType("ProfileId", str)
FlawId = NewType("FlawId", str)
AllyId = NewType("AllyId", str)
DangerId = NewType("DangerId", str)
CalamityId = NewType("CalamityId", str)
ManifestationId = NewType("ManifestationId", str)
LeverId = NewType("LeverId", str)


class Standing(Choice):
    """How an adversary is played: by itself, as a group of like ones, as a boss (CORE ch. 6)."""

    SINGLE = "single"
    GROUP = "group"
    BOSS = "boss"


class FlawKind(Choice):
    """What a flaw does when an action plays on it (CORE ch. 6, Menace, traits et failles).

    LOWER_THREAT: that action's difficulty is `value`. ROUT: success makes `value` members flee. FELL: success puts it
    out, or fells one phase of a boss. BARE: its Protection does not count.
    """

    LOWER_THREAT = "lower_threat"
    ROUT = "rout"
    FELL = "fell"
    BARE = "bare"


class Manoeuvred(Choice):
    """What a manoeuvre does to an adversary; HAMPERED is all else that helps against it (CORE ch. 5, Manœuvres)."""

    DISARMED = "disarmed"
    TOPPLED = "toppled"
    BLINDED = "blinded"
    PINNED = "pinned"
    HAMPERED = "hampered"


class Pace(Choice):
    """How often a danger strikes while one stays in it (CORE ch. 3, Dangers)."""

    ONCE = "once"
    TURN = "turn"
    HOUR = "hour"


class Affliction(Choice):
    """What a manifestation may do in the fiction (CORE ch. 6, Calamités)."""

    THROWN_DOWN = "thrown_down"
    DISARMED = "disarmed"
    CUT_OFF = "cut_off"
    FROZEN = "frozen"


class PerilKind(Choice):
    """Where a roll that avoids comes from (CORE ch. 5, La brèche)."""

    DANGER = "danger"
    AMBUSH = "ambush"
    BOSS_BLOW = "boss_blow"
    MANIFESTATION = "manifestation"


class Scale(Choice):
    """How far a calamity reaches: it sets the damage and the first sight (CORE ch. 6, Calamités)."""

    LOCAL = "local"
    REGIONAL = "regional"
    WORLD = "world"


@dataclass(frozen=True, slots=True)
class Flaw:
    """What makes an NPC vulnerable, with its effect. `when` says what plays on it; `value` goes with the kind."""

    id: FlawId
    when: str
    kind: FlawKind
    value: int = 0


@dataclass(frozen=True, slots=True)
class Profile:
    """An NPC in numbers (CORE ch. 6): Threat 1 to 3, Health 1 or more, weapon 0 to 4, Protection 0 to 3.

    A group's `health` is one member's; a boss's is 0, since the number of PCs sets it. `first_sight` marks whoever sees
    such a creature for the first time.
    """

    id: ProfileId
    name: str
    threat: int
    health: int
    weapon: int
    protection: int = 0
    standing: Standing = Standing.SINGLE
    traits: tuple[str, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    first_sight: MarkingEvent | None = None


@dataclass(frozen=True, slots=True)
class Arrival:
    """Somebody who comes: a profile under an id of their own; `members` of a group, `cover` 0 to 3 dice."""

    id: AdversaryId
    profile: Profile
    members: int = 1
    cover: int = 0


@dataclass(frozen=True, slots=True)
class Hold:
    """An effect that lasts on an adversary, and the turn in which it was put there (0 outside a conflict)."""

    effect: Manoeuvred
    turn: int = 0


@dataclass(frozen=True)  # without slots: see engine.changing
class Adversary:
    """An NPC in play. `health` is what is left, of the present phase for a boss; `whole` is what it began with.

    `phase` is 1 to 3 for a boss, 0 for others. `cover` is the dice that attacking it loses. `spent` are the attacks of
    this turn. `held_by` is the ally who holds it off. `known` are the flaws that the players know.
    """

    id: AdversaryId
    profile: Profile
    health: int
    whole: int
    phase: int = 0
    cover: int = 0
    spent: int = 0
    holds: tuple[Hold, ...] = ()
    held_by: AllyId | None = None
    known: tuple[FlawId, ...] = ()

    def flaw(self, wanted: FlawId | None) -> Flaw | None:
        """The flaw of that id, or None."""
        return next((each for each in self.profile.flaws if each.id == wanted), None)


@dataclass(frozen=True, slots=True)
class Ally:
    """An NPC on the PCs' side: helps, or holds ordinary adversaries off (CORE ch. 6, Alliés)."""

    id: AllyId
    name: str


@dataclass(frozen=True, slots=True)
class Danger:
    """What hurts without striking back (CORE ch. 3, Dangers): one of `attributes` avoids it, `difficulty` 1 to 3."""

    id: DangerId
    attributes: tuple[Attribute, ...]
    difficulty: int
    damage: int
    marks: MarkingEvent | None = None
    pace: Pace = Pace.ONCE


@dataclass(frozen=True, slots=True)
class Peril:
    """What strikes a PC who does not avoid it: `damage`, less Protection in an ambush and a boss blow alone."""

    kind: PerilKind
    source: str
    damage: int
    attributes: tuple[Attribute, ...]
    marks: MarkingEvent | None = None
    afflictions: tuple[Affliction, ...] = ()


@dataclass(frozen=True, slots=True)
class Manifestation:
    """What a calamity does when `trigger` comes: avoided as a danger is, or it strikes (CORE ch. 6, Calamités).

    `harms`: the damage of the scale; `afflictions` are effects in the fiction; `marks` is Stress that comes with it.
    """

    id: ManifestationId
    trigger: str
    attributes: tuple[Attribute, ...]
    difficulty: int
    harms: bool = True
    afflictions: tuple[Affliction, ...] = ()
    marks: MarkingEvent | None = None


@dataclass(frozen=True, slots=True)
class Calamity:
    """What cannot be fought (CORE ch. 6, Calamités). `levers` in the order that sends it back; `useless` does not."""

    id: CalamityId
    name: str
    scale: Scale
    goal: str
    manifestations: tuple[Manifestation, ...]
    levers: tuple[LeverId, ...]
    useless: str = ""


@dataclass(frozen=True, slots=True)
class Looming:
    """A calamity in play: the levers used, how often it was delayed, what it has done this turn."""

    calamity: Calamity
    used: tuple[LeverId, ...] = ()
    delays: int = 0
    manifested: tuple[ManifestationId, ...] = ()


class SetbackKind(Choice):
    """How the adversity advances otherwise than by a strike (CORE ch. 5, La brèche and Ne pas combattre)."""

    HOSTAGE = "hostage"
    FLIGHT = "flight"
    REINFORCEMENTS = "reinforcements"
    POSITION_LOST = "position_lost"
    COVER_FALLS = "cover_falls"
    WAY_CLOSES = "way_closes"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Setback:
    """One advance of the adversity; `note` says it. FLIGHT names its `adversary`, REINFORCEMENTS bring `arrivals`,
    COVER_FALLS names the `character` who loses cover; any may move a `clock` one segment."""

    kind: SetbackKind
    note: str
    adversary: AdversaryId | None = None
    arrivals: tuple[Arrival, ...] = ()
    character: CharacterId | None = None
    clock: ClockId | None = None
