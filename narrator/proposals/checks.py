"""Proposals that ask for a roll, or say that none is needed."""

from dataclasses import replace
from typing import Literal

from pydantic import Field

from engine.core import commands
from engine.core.check import Aim, Attack, BringBack, Check, Delay, Manoeuvre, StakeId, Sway, Treat
from engine.core.check import UseLever as LeverUsed
from engine.core.foes import AdversaryId, CalamityId, FlawId, LeverId, Manoeuvred
from engine.core.sheet import Attribute, CharacterId, ItemId, SpecialtyId, WoundId
from engine.story import FactId
from narrator.proposals.words import (
    DIFFICULTY,
    DifficultyName,
    Line,
    MaybeLine,
    Name,
    Passage,
    ProposedAdvantage,
    ProposedComplication,
    Shape,
    StakeName,
    brought,
)


class Terms(Shape):
    """What every check is made of: what is tried, how hard it is and why, and what it risks.

    Without `on_failure` the answer comes after the roll: a breach.
    """

    actor: Name
    action: Line
    attribute: Attribute
    difficulty: DifficultyName
    stake: StakeName
    risk: Line
    on_failure: ProposedComplication | None = None
    on_partial: ProposedComplication | None = None
    specialty: Name | None = None
    advantages: tuple[ProposedAdvantage, ...] = Field(default=(), max_length=4)
    disadvantage: int = Field(default=0, ge=0, le=3)
    disadvantage_reason: MaybeLine = ""
    hindering: tuple[Name, ...] = Field(default=(), max_length=8)
    items: tuple[Name, ...] = Field(default=(), max_length=4)

    def aim(self) -> Aim | None:
        """What the check is for, where a rule turns on it."""
        return None

    def check(self) -> Check:
        """The same for the engine."""
        return Check(
            actor=CharacterId(self.actor),
            attribute=self.attribute,
            difficulty=DIFFICULTY[self.difficulty],
            stake=StakeId(self.stake),
            action=self.action,
            risk=self.risk,
            on_failure=brought(self.on_failure),
            on_partial=brought(self.on_partial),
            specialty=SpecialtyId(self.specialty) if self.specialty else None,
            advantages=tuple(each.advantage() for each in self.advantages),
            disadvantage=self.disadvantage,
            disadvantage_reason=self.disadvantage_reason,
            hindering=tuple(WoundId(each) for each in self.hindering),
            items=tuple(ItemId(each) for each in self.items),
            aim=self.aim(),
        )

    def command(self) -> commands.AnnounceCheck:
        """The command that the engine is asked."""
        return commands.AnnounceCheck(self.check())


class ProposeCheck(Terms):
    """A check: what is tried, how hard it is and why, and what it risks. The engine makes the pool and rolls."""

    # `gain`, `clue` and `requires` are an author's or the program's, never a model's.
    on_failure: ProposedComplication  # pyright: ignore[reportGeneralTypeIssues, reportIncompatibleVariableOverride]
    requires: Name | None = None
    harder: MaybeLine = ""
    together: bool = False
    gain: Name | None = None
    clue: Name | None = None

    def check(self) -> Check:
        """The same for the engine."""
        return replace(
            super().check(),
            requires=SpecialtyId(self.requires) if self.requires else None,
            harder=self.harder,
            together=self.together,
            gain=FactId(self.gain) if self.gain else None,
            clue=FactId(self.clue) if self.clue else None,
        )


class ProposeAttack(Terms):
    """A check that hurts an adversary, at its Threat; `also` are further targets of an area weapon."""

    target: Name
    weapon: Name | None = None
    also: tuple[Name, ...] = Field(default=(), max_length=12)
    flaw: Name | None = None

    def aim(self) -> Attack:
        """What the check is for."""
        return Attack(
            AdversaryId(self.target),
            ItemId(self.weapon) if self.weapon else None,
            tuple(AdversaryId(each) for each in self.also),
            FlawId(self.flaw) if self.flaw else None,
        )


class ProposeManoeuvre(Terms):
    """A check that does something else to an adversary than hurt it, at its Threat."""

    target: Name
    effect: Manoeuvred
    flaw: Name | None = None

    def aim(self) -> Manoeuvre:
        """What the check is for."""
        return Manoeuvre(AdversaryId(self.target), self.effect, FlawId(self.flaw) if self.flaw else None)


class ProposeOtherAction(Terms):
    """A check that sways an adversary, treats or brings back a PC, or delays a calamity: `whom` is which of them."""

    does: Literal["sway", "treat", "bring_back", "delay"]
    whom: Name
    flaw: Name | None = None
    remedy: Name | None = None

    def aim(self) -> Sway | Treat | BringBack | Delay:
        """What the check is for."""
        match self.does:
            case "sway":
                return Sway(AdversaryId(self.whom), self.action, FlawId(self.flaw) if self.flaw else None)
            case "treat":
                return Treat(CharacterId(self.whom), ItemId(self.remedy) if self.remedy else None)
            case "bring_back":
                return BringBack(CharacterId(self.whom))
            case "delay":
                return Delay(CalamityId(self.whom))


class UseLever(Terms):
    """A check that uses what sends a calamity back; levers go in their order."""

    calamity: Name
    lever: Name

    def aim(self) -> LeverUsed:
        """What the check is for."""
        return LeverUsed(CalamityId(self.calamity), LeverId(self.lever))


class RuleWithoutRoll(Shape):
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


class RuleOnAdvantage(Shape):
    """The answer to a player who claims an advantage: what counts, or why it does not."""

    why: Line
    advantage: ProposedAdvantage | None = None

    def command(self) -> commands.AddAdvantage | None:
        """The command that the engine is asked, None when the claim is turned down."""
        return commands.AddAdvantage(self.advantage.advantage()) if self.advantage else None
