"""A real model at the table of a playtest: what it does is counted, and what it may cost is asked before each call.

Whoever calls it is one process: a day's ceiling is kept by all of a player's processes, a session's by each alone.
"""

from collections import Counter
from functools import cache

from narrator.model import ModelNarrator
from narrator.port import Narrator
from table.config import ModelFlags
from table.crew import Crew, hired
from table.playtest.adventure import Adventure
from table.playtest.plan import Mock

_COUNTED = ("decisions", "valid_first", "repaired", "fell_back", "sentences", "replaced", "troubles")
"""The counts of a scorecard that a report has."""


@cache
def crew_of(mock: Mock) -> Crew:
    """Who is asked: the first of the addresses before those to move down to. Raises ConfigError, and Trouble where a
    key or a price is missing."""
    return hired(ModelFlags(models=tuple(mock.file.split()), base_url=mock.url or None))


def modelled(mock: Mock, adventure: Adventure, seed: str) -> Narrator:
    """The narrator of one game, with its models before the offline one."""
    return crew_of(mock).narrates(adventure.content, adventure.language, seed)


def counted(narrator: ModelNarrator) -> Counter[str]:
    """What became of what it was asked."""
    cards = (narrator.deciding.card, narrator.telling.card)
    return Counter({each: sum(getattr(card, each) for card in cards) for each in _COUNTED})
