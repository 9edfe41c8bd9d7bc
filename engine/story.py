"""What an adventure is to the engine: scenes, ways, facts, clocks and endings, as ids without a word of prose.

Below both rulesets. A story is data, carried by the game's first event, so that a save needs no other file. Facts are
the only memory of a story: a door that is open, a clue found, a secret out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NewType

from engine.choice import Choice

SceneId = NewType("SceneId", str)
FactId = NewType("FactId", str)
ClockId = NewType("ClockId", str)
EndingId = NewType("EndingId", str)

MOST_SEGMENTS = 999
"""The largest clock: as far as all that the book leaves open."""


class MarkingEvent(Choice):
    """How hard something strikes the mind (CORE ch. 3, Ce qui fait monter le Stress)."""

    SHOCK = "shock"
    HORROR = "horror"
    UNSPEAKABLE = "unspeakable"


class EndingKind(Choice):
    """How an adventure may end: won, won at a cost, lost, or left by the players' own choice."""

    WON = "won"
    COSTLY = "costly"
    LOST = "lost"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds when every one of `facts` is established, none of `without` is, `clock` is full, and play is in `scene`.

    What is left out asks nothing; an empty condition always holds.
    """

    facts: tuple[FactId, ...] = ()
    without: tuple[FactId, ...] = ()
    clock: ClockId | None = None
    scene: SceneId | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One way out of a scene, open while its condition holds."""

    to: SceneId
    when: Condition = Condition()


@dataclass(frozen=True, slots=True)
class Scene:
    """One place of the adventure. `shelter` says that one can rest there."""

    id: SceneId
    ways: tuple[Way, ...] = ()
    shelter: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that may become true.

    `essential` facts are clues that nobody can miss (CORE ch. 8: one rolls for their cost). `secret` facts leave the
    engine only once established. `when` establishes the fact by itself as soon as it holds; `marks` is the marking
    event that learning it is for each PC present; `only_when` must hold, and play be in one of `scenes` where any is
    named, before anything else may establish it.
    """

    id: FactId
    secret: bool = False
    essential: bool = False
    when: Condition | None = None
    only_when: Condition = Condition()
    scenes: tuple[SceneId, ...] = ()
    marks: MarkingEvent | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """A count towards something bad, 1 to `size` segments, 999 at the most; each failed check adds one when
    `on_failure`."""

    id: ClockId
    size: int
    on_failure: bool = True
    on_scene_of_rest: int = 1
    on_long_rest: int = 2


@dataclass(frozen=True, slots=True)
class Ending:
    """One end of the adventure. The first in the list whose condition holds is the one that comes; LEFT ones never
    come by themselves: the players choose to leave."""

    id: EndingId
    kind: EndingKind
    when: Condition


@dataclass(frozen=True, slots=True)
class Story:
    """A whole adventure. `refuge` is where a night in safety is spent."""

    id: str
    start: SceneId
    refuge: SceneId
    scenes: tuple[Scene, ...]
    endings: tuple[Ending, ...]
    facts: tuple[Fact, ...] = ()
    clocks: tuple[Clock, ...] = ()


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a story stands: the scene, what is established (in the order it came), each clock's filled segments."""

    scene: SceneId
    facts: tuple[FactId, ...] = ()
    clocks: tuple[tuple[ClockId, int], ...] = ()
    ending: EndingId | None = None

    def filled(self, clock: ClockId) -> int:
        """Segments filled on a clock; 0 when it has not moved."""
        return dict(self.clocks).get(clock, 0)


def scene(story: Story, wanted: SceneId) -> Scene:
    """The scene of that id, which exists in a story without faults."""
    return next(each for each in story.scenes if each.id == wanted)


def clock(story: Story, wanted: ClockId | None) -> Clock | None:
    """The clock of that id, or None."""
    return next((each for each in story.clocks if each.id == wanted), None)


def fact(story: Story, wanted: FactId | None) -> Fact | None:
    """The fact of that id, or None."""
    return next((each for each in story.facts if each.id == wanted), None)


def holds(story: Story, progress: Progress, condition: Condition) -> bool:
    """Whether a condition holds where the story stands."""
    full = clock(story, condition.clock)
    return (
        all(each in progress.facts for each in condition.facts)
        and not any(each in progress.facts for each in condition.without)
        and (full is None or progress.filled(full.id) >= full.size)
        and (condition.scene is None or condition.scene == progress.scene)
    )


def open_ways(story: Story, progress: Progress) -> tuple[SceneId, ...]:
    """The scenes that one can go to now."""
    return tuple(way.to for way in scene(story, progress.scene).ways if holds(story, progress, way.when))


def next_fact(story: Story, progress: Progress) -> Fact | None:
    """The first fact whose trigger has come and that is not established yet."""
    return next(
        (
            each
            for each in story.facts
            if each.when is not None and each.id not in progress.facts and holds(story, progress, each.when)
        ),
        None,
    )


def reached(story: Story, progress: Progress) -> Ending | None:
    """The ending that the story has come to by itself, if any."""
    return next(
        (each for each in story.endings if each.kind is not EndingKind.LEFT and holds(story, progress, each.when)),
        None,
    )


def doubles(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids that stand more than once."""
    every = tuple(ids)
    if len(set(every)) == len(every):
        return ()
    return tuple(each for each, count in Counter(every).items() if count > 1)


def faults(story: Story) -> Iterator[str]:
    """What is wrong with a story, one short phrase each: names that lead nowhere, doubles, what can never come."""
    scenes = [each.id for each in story.scenes]
    facts = [each.id for each in story.facts]
    clocks = [each.id for each in story.clocks]
    endings = [each.id for each in story.endings]
    for what, ids in (("scene", scenes), ("fact", facts), ("clock", clocks), ("ending", endings)):
        yield from (f"{what} '{each}' stands twice" for each in doubles(ids))
    for what, wanted in (("start", story.start), ("refuge", story.refuge)):
        if wanted not in scenes:
            yield f"{what} names the scene '{wanted}', which does not exist"
    for each in story.scenes:
        lost = (way.to for way in each.ways if way.to not in scenes)
        yield from (f"scene '{each.id}' has a way to '{to}', which does not exist" for to in lost)
    for each in story.clocks:
        if not 1 <= each.size <= MOST_SEGMENTS:
            yield f"clock '{each.id}' needs 1 to {MOST_SEGMENTS} segments"
        if min(each.on_scene_of_rest, each.on_long_rest) < 0:
            yield f"clock '{each.id}' cannot go back while one rests"
    for each in story.facts:
        lost = (name for name in each.scenes if name not in scenes)
        yield from (f"fact '{each.id}' is of the scene '{name}', which does not exist" for name in lost)
    if not any(each.kind is EndingKind.LEFT for each in story.endings):
        yield "there is no ending of kind 'left', for players who walk away"
    for where, condition in _conditions(story):
        yield from (
            f"{where} asks for the fact '{each}', which does not exist"
            for each in (*condition.facts, *condition.without)
            if each not in facts
        )
        if condition.clock is not None and condition.clock not in clocks:
            yield f"{where} asks for the clock '{condition.clock}', which does not exist"
        if condition.scene is not None and condition.scene not in scenes:
            yield f"{where} asks for the scene '{condition.scene}', which does not exist"


def _conditions(story: Story) -> Iterator[tuple[str, Condition]]:
    for scene in story.scenes:
        for way in scene.ways:
            yield f"the way from '{scene.id}' to '{way.to}'", way.when
    for each in story.facts:
        yield f"fact '{each.id}'", each.only_when
        if each.when is not None:
            yield f"fact '{each.id}'", each.when
    for each in story.endings:
        yield f"ending '{each.id}'", each.when
