"""What proposals are made of: bounded words, and what counts for a roll and comes of it."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

from engine.core.check import Advantage, AdvantageKind, Complication, ComplicationKind, Difficulty, Wear
from engine.core.foes import AllyId
from engine.core.sheet import CharacterId, ItemId
from engine.story import ClockId
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
DIFFICULTY: dict[DifficultyName, Difficulty] = {
    "standard": Difficulty.STANDARD,
    "hard": Difficulty.HARD,
    "feat": Difficulty.FEAT,
}


class Shape(BaseModel):
    """A proposal or a part of one: nothing unknown in it, nothing that changes."""

    # Built when first read: the first question of the menu does not wait for it.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class ProposedAdvantage(Shape):
    """One real advantage, with its reason in the fiction."""

    kind: AdvantageKind
    reason: Line
    item: Name | None = None
    helper: Name | None = None
    ally: Name | None = None

    def advantage(self) -> Advantage:
        """The same for the engine."""
        return Advantage(
            self.kind,
            self.reason,
            ItemId(self.item) if self.item else None,
            CharacterId(self.helper) if self.helper else None,
            AllyId(self.ally) if self.ally else None,
        )


class ProposedComplication(Shape):
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


def brought(proposed: ProposedComplication | None) -> Complication | None:
    """A complication for the engine, where there is one."""
    return proposed.complication() if proposed else None
