"""What is: a game of CORE at one moment. Frozen all through; `evolve` makes the next one."""

from dataclasses import dataclass

from engine.choice import Choice
from engine.core.check import Check, ComplicationKind, Contest, Pending, StakeId
from engine.core.foes import Adversary, AdversaryId, Ally, AllyId, CalamityId, Looming
from engine.core.sheet import Character, CharacterId, ItemId, Variant
from engine.finding import with_id
from engine.story import Progress, SceneId, Story


class RestKind(Choice):
    """How long one recovers (CORE ch. 3, Récupérer): minutes in shelter, an hour or two, a night in safety."""

    PAUSE = "pause"
    SCENE = "scene"
    LONG = "long"


class Side(Choice):
    """Who surprises whom (CORE ch. 5, Embuscade)."""

    PCS = "pcs"
    NPCS = "npcs"


class SafetyKind(Choice):
    """What anyone may ask for, without a reason (CORE ch. 8, Le rythme): a theme left out, or what is going on
    stopped, skipped or softened."""

    AVOID = "avoid"
    PAUSE = "pause"
    ELLIPSIS = "ellipsis"
    SOFTEN = "soften"


@dataclass(frozen=True, slots=True)
class Trouble:
    """A consequence that lasts in the present scene: noise made, a position exposed, a threat, time lost."""

    kind: ComplicationKind
    note: str


@dataclass(frozen=True, slots=True)
class Breach:
    """An opening that the GM has to answer: who opened it, acting against whom (CORE ch. 5, La brèche)."""

    character: CharacterId
    target: AdversaryId


@dataclass(frozen=True, slots=True)
class Blow:
    """A strike in a breach, before it lands: whom it is meant for, and who in contact may take it instead.

    `ally` is its mark where that is an NPC of the PCs' side; `character` opened the breach.
    """

    adversary: AdversaryId
    character: CharacterId
    damage: int
    in_contact: tuple[CharacterId, ...]
    ally: AllyId | None = None


@dataclass(frozen=True)  # without slots: see engine.changing
class Conflict:
    """The turns of a conflict whose adversaries are down in numbers (CORE ch. 5).

    `turn` is 0 while one side is ambushed, `ambush` which side surprises. `engager` acts first in turn 1. `facing` are
    the PCs who stood when the turn began. In this turn: `acted` have had their action, `fought` acted against an
    adversary or took its strike for another, `caught` took an attack while they kept out of it, `frozen` will lose
    their action of the next. `breach` and `blow` wait for an answer.
    """

    turn: int
    facing: int
    ambush: Side | None = None
    engager: CharacterId | None = None
    acted: tuple[CharacterId, ...] = ()
    fought: tuple[CharacterId, ...] = ()
    caught: tuple[CharacterId, ...] = ()
    breach: Breach | None = None
    blow: Blow | None = None
    frozen: tuple[CharacterId, ...] = ()


@dataclass(frozen=True)  # without slots: see engine.changing
class Game:
    """A whole game.

    `draws` is the number of the next die. `waiting` holds further checks of "each risks for oneself". `tried` are the
    stakes rolled for since the situation last changed. `paused` says that this scene has had its pause, `inspired` who
    was granted an Inspiration in it, `treated` who was given first aid, `comforted` who was comforted, `lit` whose
    items are in use till its end, `struck` by which perils the Stress has counted. `cared` had medical care since the
    last conflict. `wounds_given` numbers wounds, so that no two share an id. `settled` is the check that came to stand
    last, while nothing else has happened: a reroll asked for too late is told why not, and what its outcome brings does
    not reopen its own stake. `in_conflict` closes the reroll; `conflict` has the turns, None while the adversaries are
    in the fiction alone. `seen` are first sights, `advanced` who took their advance at the story's end, `avoided` the
    themes that are left out.
    """

    variant: Variant
    seed: str
    story: Story
    progress: Progress
    characters: tuple[Character, ...]
    draws: int = 0
    pending: Pending | None = None
    waiting: tuple[Check, ...] = ()
    tried: tuple[StakeId, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    visited: tuple[SceneId, ...] = ()
    paused: bool = False
    inspired: tuple[CharacterId, ...] = ()
    in_conflict: bool = False
    wounds_given: int = 0
    settled: Pending | None = None
    contest: Contest | None = None
    conflict: Conflict | None = None
    adversaries: tuple[Adversary, ...] = ()
    allies: tuple[Ally, ...] = ()
    calamities: tuple[Looming, ...] = ()
    treated: tuple[CharacterId, ...] = ()
    comforted: tuple[CharacterId, ...] = ()
    cared: tuple[CharacterId, ...] = ()
    lit: tuple[tuple[CharacterId, ItemId], ...] = ()
    struck: tuple[tuple[str, CharacterId], ...] = ()
    seen: tuple[tuple[str, CharacterId], ...] = ()
    advanced: tuple[CharacterId, ...] = ()
    avoided: tuple[str, ...] = ()

    @property
    def breach(self) -> Breach | None:
        """The breach that waits for the GM's answer, or None (CORE ch. 5, La brèche)."""
        return None if self.conflict is None else self.conflict.breach

    @property
    def blow(self) -> Blow | None:
        """The strike that somebody may take in another's place, or None (CORE ch. 5, Les attaques des PNJ)."""
        return None if self.conflict is None else self.conflict.blow

    def character(self, wanted: CharacterId | None) -> Character | None:
        """The PC of that id, or None."""
        return with_id(self.characters, wanted)

    def adversary(self, wanted: AdversaryId | None) -> Adversary | None:
        """The adversary of that id, standing or out, or None."""
        return with_id(self.adversaries, wanted)

    def ally(self, wanted: AllyId | None) -> Ally | None:
        """The ally of that id, or None."""
        return with_id(self.allies, wanted)

    def calamity(self, wanted: CalamityId | None) -> Looming | None:
        """The calamity of that id, or None."""
        return next((each for each in self.calamities if each.calamity.id == wanted), None)
