"""Which of the author's approaches a line means, and whether it is still open."""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.view import View
from narrator.reading import Reading, holds
from narrator.reading.lexicon import singular, tokens
from narrator.scenario import Approach, Feature, Language, Scenario, Scene

# Said of the whole place unless something is named.
OF_THE_PLACE = frozenset({"look", "wait", "recall", "rest", "hide", "run", "use", "endure"})
# What one does to a place as a whole where nothing in it is named: it means no one thing there.
_AROUND = OF_THE_PLACE | {"search", "listen", "track", "read"}
# What a closer look may be, where an approach names what is looked at ("examine the wound").
_HANDING = frozenset({"give", "pay", "take"})
_LOOKING = frozenset({"search", "read", "recall"})


@dataclass(frozen=True, slots=True)
class Match:
    """An approach that a line may mean; `rank` 0 is the likeliest action, `hits` counts the approach's own words."""

    feature: Feature
    approach: Approach
    rank: int
    hits: int
    tried: bool
    done: bool

    @property
    def fresh(self) -> bool:
        """Whether there is still something in it."""
        return not self.tried and not self.done

    def order(self) -> tuple[bool, bool, int, int]:
        """What sorts likelier matches first."""
        return (not self.fresh, self.hits == 0, self.rank, -self.hits)


def stake(scene: Scene, feature: Feature | None, what: str) -> str:
    """The name of what is tried: one stake, one roll."""
    return f"{scene.id}:{feature.id if feature else 'place'}:{what}"


def find_stake(scenario: Scenario, name: str) -> tuple[Scene | None, Feature | None, Approach | None, str]:
    """What a stake's name stands for: its scene, feature and approach where they exist, and its last part."""
    scene_id, _, rest = name.partition(":")
    feature_id, _, what = rest.partition(":")
    scene = next((each for each in scenario.scenes if each.id == scene_id), None)
    feature = next((each for each in scene.features if each.id == feature_id), None) if scene else None
    approach = next((each for each in feature.approaches if each.id == what), None) if feature else None
    return scene, feature, approach, what


def present(scene: Scene, view: View) -> tuple[Feature, ...]:
    """The features that are there now."""
    return tuple(each for each in scene.features if holds(each.when, view))


def matches(scene: Scene, view: View, reading: Reading, language: Language) -> list[Match]:
    """The approaches that a line may mean, the likeliest first."""
    named = reading.features
    found = [
        match
        for feature in (named or present(scene, view))
        for match in _of_feature(scene, feature, view, reading, language)
        if (_gives_what_is_meant(match, reading) if named else _unnamed_counts(match, reading))
    ]
    return sorted(found, key=Match.order)


def open_approaches(scene: Scene, view: View) -> Iterator[Match]:
    """Every approach of the scene that could still be tried."""
    for feature in present(scene, view):
        for approach in feature.approaches:
            match = _match(scene, feature, approach, view, rank=0, hits=0)
            if match.fresh and holds(approach.when, view):
                yield match


def _of_feature(scene: Scene, feature: Feature, view: View, reading: Reading, language: Language) -> Iterator[Match]:
    for approach in feature.approaches:
        ranks = [reading.families.index(each) for each in approach.actions if each in reading.families]
        hits = _hits(approach, reading, language)
        if (ranks or (hits and _said_by_words(approach, reading, language))) and holds(approach.when, view):
            yield _match(scene, feature, approach, view, min(ranks, default=len(reading.families)), hits)


def _said_by_words(approach: Approach, reading: Reading, language: Language) -> bool:
    """Whether its own words alone say an approach: no other action was understood, or it is a closer look.

    What happens at once takes more than a thing's name: "the page" accepts nothing, "I accept" does.
    """
    looks = reading.sure == ("look",) and bool(_LOOKING & set(approach.actions))
    if not looks and reading.sure:
        return False
    if not approach.free:
        return True
    words = reading.words
    own = {singular(part) for each in approach.words.to(language) for part in tokens(each)}
    return any(singular(each) in own and at not in reading.nouns for at, each in enumerate(words))


def _gives_what_is_meant(match: Match, reading: Reading) -> bool:
    """Whether what changes hands is what the approach is about: no flare is a round of rum."""
    changes_hands = bool(reading.sure) and reading.sure[0] in _HANDING
    return not (changes_hands and reading.unknown and match.approach.words.fr and not match.hits)


def _unnamed_counts(match: Match, reading: Reading) -> bool:
    """Whether a line that names no feature may still mean this: it names nothing unknown, and says the action outright.

    The place as a whole is no feature: searching the room is not reading the wall.
    """
    if reading.unknown or reading.absent or reading.exits or reading.place:
        return False
    if match.hits:
        return True
    said = next((each for each in reading.sure if each not in ("go", "use")), None)
    return said is not None and said in match.approach.actions and said not in _AROUND


def _match(scene: Scene, feature: Feature, approach: Approach, view: View, rank: int, hits: int) -> Match:
    return Match(
        feature,
        approach,
        rank,
        hits,
        tried=stake(scene, feature, approach.id) in view.tried,
        done=any(each in view.facts for each in (approach.gain, approach.clue) if each),
    )


def _hits(approach: Approach, reading: Reading, language: Language) -> int:
    said = tuple(map(singular, reading.words))
    return sum(_in(tuple(map(singular, tokens(each))), said) for each in approach.words.to(language))


def _in(name: tuple[str, ...], said: tuple[str, ...]) -> bool:
    return bool(name) and any(said[at : at + len(name)] == name for at in range(len(said)))
