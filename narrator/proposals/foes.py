"""Proposals about what stands against the PCs: dangers, adversaries, conflicts, breaches, calamities."""

from dataclasses import replace
from typing import Annotated, Literal, get_args

from pydantic import Field

from engine.core import commands
from engine.core.foes import (
    AdversaryId,
    AllyId,
    Arrival,
    CalamityId,
    ManifestationId,
    Profile,
    ProfileId,
    Setback,
    SetbackKind,
    Standing,
)
from engine.core.sheet import CharacterId
from engine.core.state import Side
from engine.story import ClockId
from narrator import prompting
from narrator.proposals.words import Line, Name, ProposedComplication, Shape, brought
from narrator.scenario import Language

AdversaryKind = Literal["minion", "ordinary", "seasoned", "deadly"]
KINDS: tuple[AdversaryKind, ...] = get_args(AdversaryKind)
_PROFILES: dict[AdversaryKind, Profile] = {
    "minion": Profile(ProfileId("minion"), "", 1, 1, 1, standing=Standing.GROUP),
    "ordinary": Profile(ProfileId("ordinary"), "", 1, 3, 2),
    "seasoned": Profile(ProfileId("seasoned"), "", 2, 5, 2, 1),
    "deadly": Profile(ProfileId("deadly"), "", 3, 6, 3, 1),
}
_MINIONS = 4
"""How many minions one meets, as most of the catalogue's."""


class IntroduceAdversary(Shape):
    """Somebody who comes in: one of the catalogue's, or one of a kind with numbers that the book calls typical.

    `id` is theirs in the game, `called` their name in the story's language; empty, the catalogue's own.
    """

    id: Name
    profile: Name
    called: Annotated[str, Field(max_length=60)]
    language: Language

    def arrival(self) -> Arrival:
        """Who comes, for the engine."""
        known = next((each for each in prompting.catalogue().adversaries if each.id == self.profile), None)
        if known is None:
            profile = next(numbers for kind, numbers in _PROFILES.items() if kind == self.profile)
            members = _MINIONS if profile.standing is Standing.GROUP else 1
            return Arrival(AdversaryId(self.id), replace(profile, name=self.called), members)
        profile = known.profile(self.language)
        return Arrival(AdversaryId(self.id), replace(profile, name=self.called or profile.name), known.members)

    def command(self) -> commands.BringAdversary:
        """The command that the engine is asked."""
        return commands.BringAdversary(self.arrival())


class ProposeDanger(Shape):
    """A danger of the catalogue that strikes at PCs, who each roll to avoid it."""

    danger: Name
    exposed: tuple[Name, ...] = Field(min_length=1, max_length=8)
    reason: Line
    on_partial: ProposedComplication | None = None

    def command(self) -> commands.FaceDanger:
        """The command that the engine is asked."""
        known = next(each for each in prompting.catalogue().dangers if each.id == self.danger)
        exposed = tuple(CharacterId(each) for each in self.exposed)
        return commands.FaceDanger(known.danger(), exposed, self.reason, brought(self.on_partial))


class StartConflict(Shape):
    """A fight begins: who engages and acts first, which side surprises the other."""

    engager: Name | None = None
    ambush: Side | None = None

    def command(self) -> commands.StartConflict:
        """The command that the engine is asked."""
        return commands.StartConflict(CharacterId(self.engager) if self.engager else None, self.ambush)


class ProposedStrike(Shape):
    """An adversary strikes: with how many of its attacks, who could take it instead, an ally where that is its mark."""

    adversary: Name
    attacks: int = Field(ge=1)
    in_contact: tuple[Name, ...] = Field(default=(), max_length=8)
    ally: Name | None = None


class ProposedSetback(Shape):
    """The adversity advances otherwise; `note` tells it. A flight names who flees, a fallen cover whose it was,
    reinforcements who comes."""

    kind: SetbackKind
    note: Line
    adversary: Name | None = None
    arrival: IntroduceAdversary | None = None
    character: Name | None = None
    clock: Name | None = None

    def setback(self) -> Setback:
        """The same for the engine."""
        return Setback(
            self.kind,
            self.note,
            AdversaryId(self.adversary) if self.adversary else None,
            (self.arrival.arrival(),) if self.arrival else (),
            CharacterId(self.character) if self.character else None,
            ClockId(self.clock) if self.clock else None,
        )


class AnswerBreach(Shape):
    """The adversity's answer to a breach, a strike or a setback; or, at the end of a turn in which nobody acted against
    it (`ends_turn`), a setback."""

    answer: ProposedStrike | ProposedSetback
    ends_turn: bool = False

    def command(self) -> commands.Strike | commands.BringSetback | commands.EndTurn:
        """The command that the engine is asked."""
        if isinstance(self.answer, ProposedSetback):
            setback = self.answer.setback()
            return commands.EndTurn(setback) if self.ends_turn else commands.BringSetback(setback)
        strike = self.answer
        return commands.Strike(
            AdversaryId(strike.adversary),
            strike.attacks,
            tuple(CharacterId(each) for each in strike.in_contact),
            AllyId(strike.ally) if strike.ally else None,
        )


class PlayManifestation(Shape):
    """What a calamity does when its trigger has come: it strikes at those exposed, who each roll to avoid it."""

    calamity: Name
    manifestation: Name
    exposed: tuple[Name, ...] = Field(min_length=1, max_length=8)
    on_partial: ProposedComplication | None = None

    def command(self) -> commands.Manifest:
        """The command that the engine is asked."""
        return commands.Manifest(
            CalamityId(self.calamity),
            ManifestationId(self.manifestation),
            tuple(CharacterId(each) for each in self.exposed),
            brought(self.on_partial),
        )
