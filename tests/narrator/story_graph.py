"""What may become of an adventure, searched whole: each check may succeed or fail, and clocks stand still.

Only the facts that the ways, the endings and the sure paths to them ask for are kept apart; a condition on any other
fact is taken to hold and not to hold. So more is searched than can really come, never less: a law that holds here
holds in play.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from engine.story import EndingKind
from narrator.scenario import Approach, Feature, Scenario, Scene, When

State = tuple[str, frozenset[str]]


@dataclass(frozen=True)
class Act:
    """What an approach can bring about: the fact, what must be so, and whether it comes whatever the dice say."""

    brings: str
    facts: frozenset[str]
    without: frozenset[str]
    sure: bool


class Graph:
    """Every state that an adventure may come to."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.acts = {scene.id: list(_acts(scene)) for scene in scenario.scenes}
        self.kept = self._kept()
        start = (scenario.start, self._settled(scenario.start, frozenset()))
        self.states = self._reachable(start)

    def ending(self, state: State, clock_full: bool = False) -> str | None:
        """The ending that comes by itself in a state, if any."""
        for each in self.scenario.endings:
            if each.kind is not EndingKind.LEFT and self._holds(each.when, state, clock_full):
                return each.id
        return None

    def never_stuck(self, kinds: tuple[EndingKind, ...]) -> set[State]:
        """The states from which an ending of these kinds comes within reach by sure acts alone: every check fails."""
        before: defaultdict[State, set[State]] = defaultdict(set)
        for state in self.states:
            for after in self._next(state, only_sure=True):
                before[after].add(state)
        good = {each.id for each in self.scenario.endings if each.kind in kinds}
        found = {state for state in self.states if self.ending(state) in good}
        fresh = list(found)
        while fresh:
            for state in before[fresh.pop()] - found:
                found.add(state)
                fresh.append(state)
        return found

    def _kept(self) -> frozenset[str]:
        asked = [way.when for scene in self.scenario.scenes for way in scene.exits]
        asked += [each.when for each in self.scenario.endings]
        kept = {fact for when in asked for fact in (*when.facts, *when.without)}
        certain = self._certain()
        sure = [act for acts in self.acts.values() for act in acts if act.sure and act.facts <= certain]
        while True:
            wanted: set[str] = set()
            for fact in kept:
                paths = [(act.facts | act.without) - {fact} - kept for act in sure if act.brings == fact]
                wanted |= min(paths, key=lambda each: (len(each), sorted(each)), default=frozenset[str]())
            if wanted <= kept:
                return frozenset(kept)
            kept |= wanted

    def _certain(self) -> set[str]:
        """The facts that sure acts can bring about in some order, wherever they are."""
        sure = [act for acts in self.acts.values() for act in acts if act.sure]
        certain: set[str] = set()
        while True:
            more = {act.brings for act in sure if act.facts <= certain}
            more |= {each.id for each in self.scenario.facts if each.when and set(each.when.facts) <= certain}
            if more <= certain:
                return certain
            certain |= more

    def _reachable(self, start: State) -> set[State]:
        found, fresh = {start}, [start]
        while fresh:
            for after in self._next(fresh.pop(), only_sure=False):
                if after not in found:
                    found.add(after)
                    fresh.append(after)
        return found

    def _next(self, state: State, only_sure: bool) -> Iterator[State]:
        if self.ending(state) is not None:
            return
        scene, facts = state
        for way in self._scene(scene).exits:
            if self._holds(way.when, state):
                yield way.to, self._settled(way.to, facts)
        for act in self.acts[scene]:
            if act.brings in self.kept and (self._sure(act, facts) if only_sure else self._may(act, facts)):
                yield scene, self._settled(scene, facts | {act.brings})

    def _sure(self, act: Act, facts: frozenset[str]) -> bool:
        return act.sure and (act.facts | act.without) <= self.kept and self._may(act, facts)

    def _may(self, act: Act, facts: frozenset[str]) -> bool:
        return act.facts & self.kept <= facts and not act.without & facts and act.brings not in facts

    def _settled(self, scene: str, facts: frozenset[str]) -> frozenset[str]:
        """With the facts that come by themselves."""
        triggered = {
            each.id
            for each in self.scenario.facts
            if each.when is not None and each.id in self.kept and self._holds(each.when, (scene, facts))
        }
        return facts if triggered <= facts else self._settled(scene, facts | triggered)

    def _holds(self, when: When, state: State, clock_full: bool = False) -> bool:
        scene, facts = state
        return (
            set(when.facts) <= facts
            and not set(when.without) & facts
            and (when.clock is None or clock_full)
            and (when.scene is None or when.scene == scene)
        )

    def _scene(self, wanted: str) -> Scene:
        return next(each for each in self.scenario.scenes if each.id == wanted)


def _acts(scene: Scene) -> Iterator[Act]:
    for feature in scene.features:
        for approach in feature.approaches:
            if approach.gain or approach.clue:
                yield _act(feature, approach)


def _act(feature: Feature, approach: Approach) -> Act:
    facts = frozenset((*feature.when.facts, *approach.when.facts))
    without = frozenset((*feature.when.without, *approach.when.without))
    brings = approach.clue or approach.gain
    assert brings is not None
    return Act(brings, facts, without, sure=approach.free or approach.clue is not None)
