"""A player's seat: what one sees from it and what one may do, each worked out when it is first looked at."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Protocol

from engine.core.commands import Command
from engine.core.foes import FlawId
from engine.core.legal import AimDomain, CheckDomain, Options, TargetDomain, legal
from engine.core.rules.awaiting import Awaited
from engine.core.sheet import CharacterId, ItemId, SpecialtyId
from engine.core.state import Game
from engine.core.view import View, view

Skills = Mapping[CharacterId, Mapping[ItemId | None, tuple[SpecialtyId, ...]]]
"""What the table lets count for a blow: by PC and weapon (None: bare hands), the specialties that go with it."""


@dataclass
class Seat:
    """Where a bot sits: `who` decides what is `awaited`, with the luck of `chance`. `view` and `legal` are a player's:
    what is the game master's to know is left out of both."""

    _game: Game
    awaited: Awaited
    who: CharacterId
    skills: Skills
    chance: Random

    @cached_property
    def view(self) -> View:
        """The game as a player sees it."""
        return view(self._game)

    @cached_property
    def legal(self) -> Options:
        """What may be asked for, as far as a player knows."""
        options = legal(self._game)
        known = {flaw for each in self._game.adversaries for flaw in each.known}
        return replace(
            options,
            checks=tuple(replace(each, aims=_seen(each.aims, known)) for each in options.checks),
            gains=(),
            clues=(),
        )

    @property
    def domain(self) -> CheckDomain | None:
        """What a check of whose seat it is can be made of; None where they may make none."""
        return next((each for each in self.legal.checks if each.actor == self.who), None)


class Policy(Protocol):
    """How a player plays: the command for the decision that a seat has to take; None where others may take it."""

    def __call__(self, seat: Seat) -> Command | None: ...


def _seen(aims: AimDomain, known: Set[FlawId]) -> AimDomain:
    """The same without the flaws and the levers that players have still to find."""
    if not aims.levers and not any(each.flaws for each in aims.targets):
        return aims
    return replace(aims, targets=tuple(_open(each, known) for each in aims.targets), levers=())


def _open(target: TargetDomain, known: Set[FlawId]) -> TargetDomain:
    return replace(target, flaws=tuple(each for each in target.flaws if each[0] in known))
