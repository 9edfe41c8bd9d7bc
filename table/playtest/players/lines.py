"""What a bot types when nothing has to be decided: each policy's taste in lines, a small function as well."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from random import Random

from engine.core.sheet import Character
from narrator.ruling.suggesting import Ideas

_HURT, _BADLY_HURT, _SHAKEN = 3, 2, 5
"""Health at which the careful and the others rest, and Stress at which they do."""


@dataclass(frozen=True, slots=True)
class Page:
    """What lies before whoever types: the one who acts, what one could think of, what the narrator has just suggested,
    how often each line was typed here, and the chance of what somebody has shrunk from, by line."""

    hero: Character
    ideas: Ideas
    suggested: tuple[str, ...]
    typed: Mapping[str, int]
    shrunk_from: Mapping[str, float]
    chance: Random

    @property
    def every(self) -> tuple[str, ...]:
        """All that could be typed."""
        return tuple(dict.fromkeys((*self.suggested, *self.ideas.every)))

    def fresh(self, lines: Collection[str]) -> list[str]:
        """Those of these lines that were not typed here yet."""
        return [each for each in lines if not self.typed.get(each)]

    def rarest(self, lines: Collection[str]) -> list[str]:
        """Those of these lines that were typed least often here: nobody tries the same thing again and again."""
        least = min((self.typed.get(each, 0) for each in lines), default=0)
        return [each for each in lines if self.typed.get(each, 0) == least]

    def one_of(self, lines: Collection[str]) -> str:
        """Any of those typed least often."""
        return self.chance.choice(self.rarest(lines))


Taste = Callable[[Page], str]
"""The line that is typed, of those on the page, which has one at least."""


def anything(page: Page) -> str:
    """Any of what could be typed."""
    return page.one_of(page.every)


def going_on(page: Page) -> str:
    """What was not tried, then onwards: no rest as long as something else can be done, no second look."""
    deeds = page.fresh((*page.suggested, *page.ideas.hints, *page.ideas.deeds))
    return page.chance.choice(deeds) if deeds else page.one_of(page.ideas.ways or page.every)


def with_care(page: Page) -> str:
    """Rest when hurt or shaken; try, then onwards, and a closer look where that is all; what the odds were against
    last of all, the best of it first."""
    if page.hero.health <= _HURT or page.hero.stress >= _SHAKEN:
        rests = page.fresh(page.ideas.rests)
        if rests:
            return rests[0]
    deeds = (*page.suggested, *page.ideas.hints, *page.ideas.deeds)
    for lines in (deeds, page.ideas.ways, page.ideas.looks):
        untried = page.fresh(lines)
        if untried:
            return page.chance.choice(untried)
    left = [each for each in page.shrunk_from if each in page.every and page.typed.get(each) == 1]
    if left:
        return max(left, key=lambda each: page.shrunk_from[each])
    return page.one_of(page.ideas.ways or page.every)


def in_turn(page: Page) -> str:
    """What the narrator suggests, what comes to mind, what is there to be seen, onwards; rest when badly hurt."""
    if page.hero.health <= _BADLY_HURT:
        rests = page.fresh(page.ideas.rests)
        if rests:
            return rests[0]
    for lines in (page.suggested, page.ideas.hints, page.ideas.deeds, page.ideas.looks):
        untried = page.fresh(lines)
        if untried:
            return untried[0]
    return page.one_of(page.ideas.ways or page.every)


TASTES: Mapping[str, Taste] = {"random": anything, "bold": going_on, "cautious": with_care}
"""The tastes of those policies that have their own; the others share `in_turn`."""

LEAST_CHANCE: Mapping[str, float] = {"cautious": 0.4}
"""By policy, the chance of at least a partial success under which an announced check is withdrawn once."""
