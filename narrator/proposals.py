"""What a narrator may propose, one class a tool. The engine decides; nothing here sets a number of the game.

The same models serve the offline narrator and any language model. Every string is bounded, nothing unknown is let in.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from engine.core import commands
from engine.core.check import Advantage, AdvantageKind, Check, Complication, ComplicationKind, Difficulty, StakeId, Wear
from engine.core.sheet import Attribute, CharacterId, ItemId, SpecialtyId, WoundId
from engine.core.state import RestKind
from engine.story import ClockId, FactId, SceneId
from narrator.sanitise import one_line


def _on_one_line(text: object) -> object:
    return one_line(text) if isinstance(text, str) else text


Name = Annotated[str, StringConstraints(min_length=1, max_length=80)]
StakeName = Annotated[str, StringConstraints(min_length=1, max_length=130)]  # scene, feature and action: three ids
# On one line: a newline in it could forge a line of the table's own.
Line = Annotated[str, BeforeValidator(_on_one_line), StringConstraints(min_length=1, max_length=300)]
Passage = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]
MaybeLine = Annotated[str, BeforeValidator(_on_one_line), StringConstraints(max_length=300)]

DifficultyName = Literal["standard", "hard", "feat"]
_DIFFICULTY = {"standard": Difficulty.STANDARD, "hard": Difficulty.HARD, "feat": Difficulty.FEAT}


class _Model(BaseModel):
    # Built when first read: the first question of the menu does not wait for it.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class ProposedAdvantage(_Model):
    """One real advantage, with its reason in the fiction."""

    kind: AdvantageKind
    reason: Line
    item: Name | None = None
    helper: Name | None = None

    def advantage(self) -> Advantage:
        """The same for the engine."""
        return Advantage(
            self.kind,
            self.reason,
            ItemId(self.item) if self.item else None,
            CharacterId(self.helper) if self.helper else None,
        )


class ProposedComplication(_Model):
    """What a partial or a failure will bring; `note` is one sentence, told when it happens."""

    kind: ComplicationKind
    note: Line
    item: Name | None = None
    wear: Wear | None = None
    clock: Name | None = None

    def complication(self) -> Complication:
        """The same for the engine."""
        return Complication(
            self.kind,
            self.note,
            ItemId(self.item) if self.item else None,
            self.wear,
            ClockId(self.clock) if self.clock else None,
        )


class ProposeCheck(_Model):
    """A check: what is tried, how hard it is and why, and what it risks. The engine makes the pool and rolls."""

    actor: Name
    action: Line
    attribute: Attribute
    difficulty: DifficultyName
    stake: StakeName
    risk: Line
    on_failure: ProposedComplication
    on_partial: ProposedComplication | None = None
    specialty: Name | None = None
    requires: Name | None = None
    harder: MaybeLine = ""
    advantages: tuple[ProposedAdvantage, ...] = Field(default=(), max_length=4)
    disadvantage: int = Field(default=0, ge=0, le=3)
    disadvantage_reason: MaybeLine = ""
    hindering: tuple[Name, ...] = Field(default=(), max_length=8)
    items: tuple[Name, ...] = Field(default=(), max_length=4)
    together: bool = False
    gain: Name | None = None
    clue: Name | None = None

    def command(self) -> commands.AnnounceCheck:
        """The command that the engine is asked."""
        return commands.AnnounceCheck(
            Check(
                actor=CharacterId(self.actor),
                attribute=self.attribute,
                difficulty=_DIFFICULTY[self.difficulty],
                stake=StakeId(self.stake),
                action=self.action,
                risk=self.risk,
                on_failure=self.on_failure.complication(),
                on_partial=self.on_partial.complication() if self.on_partial else None,
                specialty=SpecialtyId(self.specialty) if self.specialty else None,
                requires=SpecialtyId(self.requires) if self.requires else None,
                harder=self.harder,
                advantages=tuple(each.advantage() for each in self.advantages),
                disadvantage=self.disadvantage,
                disadvantage_reason=self.disadvantage_reason,
                hindering=tuple(WoundId(each) for each in self.hindering),
                items=tuple(ItemId(each) for each in self.items),
                together=self.together,
                gain=FactId(self.gain) if self.gain else None,
                clue=FactId(self.clue) if self.clue else None,
            )
        )


class RuleWithoutRoll(_Model):
    """What is easy succeeds, what is impossible fails, without a die; `why` is what the player is told of it."""

    actor: Name
    action: Line
    verdict: Literal["succeeds", "impossible"]
    why: Passage
    would_need: MaybeLine = ""
    gain: Name | None = None

    def command(self) -> commands.RuleWithoutRoll:
        """The command that the engine is asked."""
        return commands.RuleWithoutRoll(
            actor=CharacterId(self.actor),
            action=self.action,
            succeeds=self.verdict == "succeeds",
            why=self.why,
            would_need=self.would_need,
            gain=FactId(self.gain) if self.gain else None,
        )


class AskPlayer(_Model):
    """A question back, with two or three things that one could do here, each as a line that could be typed."""

    question: Line
    suggestions: tuple[Line, ...] = Field(default=(), max_length=3)


class GoTo(_Model):
    """Go to another scene by a way that is open."""

    scene: Name

    def command(self) -> commands.EnterScene:
        """The command that the engine is asked."""
        return commands.EnterScene(SceneId(self.scene))


class CloseScene(_Model):
    """Recover: a pause of minutes, a scene of an hour or two, a long rest of a night."""

    rest: Literal["pause", "scene", "long"]

    def command(self) -> commands.Rest:
        """The command that the engine is asked."""
        return commands.Rest(RestKind(self.rest))


class LeaveStory(_Model):
    """The player wants to walk away from the adventure; the table asks whether they mean it."""

    def command(self) -> commands.LeaveStory:
        """The command that the engine is asked."""
        return commands.LeaveStory()


class GrantInspiration(_Model):
    """An Inspiration for a striking moment of play."""

    actor: Name
    reason: Line

    def command(self) -> commands.GrantInspiration:
        """The command that the engine is asked."""
        return commands.GrantInspiration(CharacterId(self.actor), self.reason)


class RuleOnAdvantage(_Model):
    """The answer to a player who claims an advantage: what counts, or why it does not."""

    why: Line
    advantage: ProposedAdvantage | None = None

    def command(self) -> commands.AddAdvantage | None:
        """The command that the engine is asked, None when the claim is turned down."""
        return commands.AddAdvantage(self.advantage.advantage()) if self.advantage else None


class RecordFact(_Model):
    """Something told that has to be held true from now on. A secret one is for the narrator alone."""

    text: Line
    tags: tuple[Name, ...] = Field(default=(), max_length=6)
    secret: bool = False


Proposal = ProposeCheck | RuleWithoutRoll | AskPlayer | GoTo | CloseScene | LeaveStory | GrantInspiration | RecordFact
