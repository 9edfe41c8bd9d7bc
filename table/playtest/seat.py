"""A player's seat: what one sees from it and what one may do, each worked out when it is first looked at."""

from collections.abc import Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Protocol

from engine.core.commands import Command, RevealFlaw
from engine.core.foes import FlawId
from engine.core.legal import CheckDomain, Options, TargetDomain, check_domain, legal
from engine.core.rules.awaiting import Awaited
from engine.core.sheet import Character, CharacterId, ItemId, SpecialtyId, Variant
from engine.core.state import Game
from engine.core.view import AdversaryFace, View, faces, view

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

    @property
    def variant(self) -> Variant:
        """How hard the world hits."""
        return self._game.variant

    @cached_property
    def view(self) -> View:
        """The game as a player sees it."""
        return view(self._game)

    @cached_property
    def legal(self) -> Options:
        """What may be asked for, as far as a player knows."""
        options = legal(self._game)
        return replace(
            options,
            commands=tuple(each for each in options.commands if not isinstance(each, RevealFlaw)),
            checks=tuple(map(self._open, options.checks)),
            efforts=tuple(map(self._open, options.efforts)),
            advantages=options.advantages and self._open(options.advantages),
            gains=(),
            clues=(),
            manifestations=(),
            sights=(),
        )

    def _open(self, domain: CheckDomain) -> CheckDomain:
        """The same without the flaws and the levers that players have still to find."""
        aims = domain.aims
        if not aims.levers and not any(each.flaws for each in aims.targets):
            return domain
        known = {flaw for each in self._game.adversaries for flaw in each.known}
        return replace(
            domain, aims=replace(aims, targets=tuple(_seen(each, known) for each in aims.targets), levers=())
        )

    @cached_property
    def foes(self) -> tuple[AdversaryFace, ...]:
        """The adversaries who stand, as a player sees them."""
        return tuple([each for each in faces(self._game) if each.health > 0])

    @cached_property
    def me(self) -> Character:
        """The sheet of whose seat it is."""
        return next(each for each in self._game.characters if each.id == self.who)

    @cached_property
    def domain(self) -> CheckDomain | None:
        """What a check of whose seat it is can be made of, the one in `legal`; None where they may make none."""
        found = check_domain(self._game, self.who)
        return None if found is None else self._open(found)


class Policy(Protocol):
    """How a player plays: the command for the decision that a seat has to take; None where others may take it."""

    def __call__(self, seat: Seat) -> Command | None: ...


def _seen(target: TargetDomain, known: Set[FlawId]) -> TargetDomain:
    return replace(target, flaws=tuple(each for each in target.flaws if each[0] in known))
