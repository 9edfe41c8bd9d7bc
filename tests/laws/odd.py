"""Commands that nobody promised to be legal: well typed, close to what is offered, or far from it."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from engine.core.commands import Command
from engine.core.state import Game
from tests.laws.world import ALLIES, ARRIVALS, KRAKEN

_NUMBERS = (-1, 0, 1, 2, 3, 4, 5, 6, 8, 12, 10**9)
_WORDS = ("", " ", "a word", "stake 1", "!?")


class Odd:
    """Builds values of a type out of names that a game knows, and some that it does not."""

    def __init__(self, pick: Callable[[Sequence[Any]], Any], game: Game) -> None:
        self._pick = pick
        self._names = names(game)

    def command(self) -> Command:
        """Any command at all."""
        return self.value(self._pick(get_args(Command)))

    def near(self, command: Command) -> Command:
        """A command with one thing in it changed, however deep."""
        return self._changed(command)

    def value(self, hint: Any) -> Any:
        """Any value of a type."""
        if getattr(hint, "__supertype__", None) is str:
            return hint(self._pick(self._names.get(hint.__name__, ("nobody",))))
        if hint is str:
            return self._pick(_WORDS)
        if hint is bool:
            return self._pick((True, False))
        if hint is int:
            return self._pick(_NUMBERS)
        if hint is type(None):
            return None
        if get_origin(hint) in (UnionType, Union):
            return self.value(self._pick(get_args(hint)))
        if get_origin(hint) is tuple:
            inside = get_args(hint)
            if inside[-1] is Ellipsis:
                return tuple(self.value(inside[0]) for _ in range(self._pick((0, 0, 1, 1, 2))))
            return tuple(map(self.value, inside))
        if issubclass(hint, Enum):
            return self._pick(list(hint))
        return hint(**{name: self.value(of) for name, of in _hints(hint).items()})

    def _changed(self, message: Any) -> Any:
        field = self._pick(fields(message)) if fields(message) else None
        if field is None:
            return message
        now = getattr(message, field.name)
        deeper = is_dataclass(now) and self._pick((True, True, False))
        return replace(
            message,
            **{field.name: self._changed(now) if deeper else self.value(_hints(type(message))[field.name])},
        )


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def names(game: Game) -> dict[str, tuple[str, ...]]:
    """The names that a game knows, by the type of id, each with one that it does not."""
    here = game.characters
    flaws = {flaw.id for each in game.adversaries for flaw in each.profile.flaws}
    known = {
        "CharacterId": [each.id for each in here],
        "SpecialtyId": {each.id for who in here for each in who.specialties},
        "ItemId": {each.id for who in here for each in who.items},
        "WoundId": {each.id for who in here for each in who.wounds},
        "StakeId": game.tried,
        "AdversaryId": (*(each.id for each in game.adversaries), ARRIVALS[0].id),
        "FlawId": flaws,
        "AllyId": (*(each.id for each in game.allies), ALLIES[0].id),
        "CalamityId": (KRAKEN.id,),
        "ManifestationId": [each.id for each in KRAKEN.manifestations],
        "LeverId": KRAKEN.levers,
        "ClockId": [each.id for each in game.story.clocks],
        "FactId": [each.id for each in game.story.facts],
        "SceneId": [each.id for each in game.story.scenes],
    }
    return {kind: (*sorted(every), f"no {kind}") for kind, every in known.items()}
