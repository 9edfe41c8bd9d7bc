"""What is wrong with an adventure whose shape is right: the sense that pydantic cannot see.

Pure functions, a sentence a fault; docs/scenarios.md lists them for authors.
"""

import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from engine import story
from engine.core.check import ComplicationKind
from engine.story import EndingKind, doubles
from narrator.scenario import Approach, Complication, Fact, Feature, Scenario, Text, When

LONGEST_LINE = 300
"""Characters of a risk, a complication's note or what an impossible action would need: they stand on one line."""

_REFUSED_CATEGORIES = ("Cc", "Cf", "Cs", "Co")
_ABOUT_AN_ITEM = (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST)
_RULED_BY_A_CHECK = ("attribute", "difficulty", "risk", "failure")


@dataclass(frozen=True, slots=True)
class Known:
    """Ids from outside the scenario: action families of the lexicon (None: not checked) and ready-made characters."""

    actions: Collection[str] | None
    characters: Collection[str]


@dataclass(frozen=True, slots=True)
class _Place:
    """An approach and where it stands: its key path, and the feature that it belongs to."""

    path: str
    feature: Feature
    approach: Approach

    def at(self, key: str) -> str:
        """The key path of one of its keys."""
        return f"{self.path}.{key}"


def faults(scenario: Scenario, known: Known) -> Iterator[str]:
    """Each fault as a sentence: where it is, what is there, what was expected."""
    yield from story.faults(scenario.story())
    yield from _names(scenario, known)
    yield from _doubles(scenario)
    yield from _endings(scenario)
    yield from _warnings(scenario)
    for place in _places(scenario):
        yield from _ruling(place)
        yield from _ids(scenario, known, place)
        yield from _established(scenario, place)
        yield from _lines(place)
        for key in ("partial", "failure"):
            complication: Complication | None = getattr(place.approach, key)
            if complication is not None:
                yield from _complication(scenario, place.at(key), key, complication)


def control_characters(value: object, path: str = "") -> Iterator[str]:
    """Faults of texts that hold what a terminal obeys or a reader cannot see; newlines are welcome."""
    if isinstance(value, dict):
        for key, each in cast(dict[str, object], value).items():
            yield from control_characters(key, f"{path or 'the file'}, the name of a key")
            yield from control_characters(each, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for index, each in enumerate(cast(list[object], value)):
            yield from control_characters(each, f"{path}[{index}]")
    elif isinstance(value, str):
        for each in sorted({each for each in value if each != "\n" and _refused(each)}):
            yield f"{path}: the text holds the control character U+{ord(each):04X}; take it out"


def _refused(character: str) -> bool:
    return unicodedata.category(character) in _REFUSED_CATEGORIES


def _places(scenario: Scenario) -> Iterator[_Place]:
    for i, scene in enumerate(scenario.scenes):
        for j, feature in enumerate(scene.features):
            for k, approach in enumerate(feature.approaches):
                names = f"({scene.id}/{feature.id}/{approach.id})"
                yield _Place(f"scene[{i}].feature[{j}].approach[{k}] {names}", feature, approach)


def _names(scenario: Scenario, known: Known) -> Iterator[str]:
    for index, each in enumerate(scenario.characters):
        if each not in known.characters:
            yield f"characters[{index}]: there is no character '{each}'; there are: {_listed(known.characters)}"
    for path, when in _conditions(scenario):
        yield from _condition(scenario, path, when)


def _conditions(scenario: Scenario) -> Iterator[tuple[str, When]]:
    """The conditions that the engine never sees: those of features and approaches."""
    for i, scene in enumerate(scenario.scenes):
        for j, feature in enumerate(scene.features):
            yield f"scene[{i}].feature[{j}] ({scene.id}/{feature.id}).when", feature.when
    for place in _places(scenario):
        yield place.at("when"), place.approach.when


def _condition(scenario: Scenario, path: str, when: When) -> Iterator[str]:
    facts = {each.id for each in scenario.facts}
    for key, wanted in (("facts", when.facts), ("without", when.without)):
        yield from (f"{path}.{key}: there is no fact '{each}'" for each in wanted if each not in facts)
    if when.clock is not None and (scenario.clock is None or when.clock != scenario.clock.id):
        yield f"{path}.clock: there is no clock '{when.clock}'"
    if when.scene is not None and when.scene not in {each.id for each in scenario.scenes}:
        yield f"{path}.scene: there is no scene '{when.scene}'"


def _doubles(scenario: Scenario) -> Iterator[str]:
    for i, scene in enumerate(scenario.scenes):
        for each in doubles([feature.id for feature in scene.features]):
            yield f"scene[{i}] ({scene.id}): the feature '{each}' stands twice; each needs an id of its own"
        for j, feature in enumerate(scene.features):
            for each in doubles([approach.id for approach in feature.approaches]):
                where = f"scene[{i}].feature[{j}] ({scene.id}/{feature.id})"
                yield f"{where}: the approach '{each}' stands twice; each needs an id of its own"


def _endings(scenario: Scenario) -> Iterator[str]:
    left = [each.id for each in scenario.endings if each.kind is EndingKind.LEFT]
    if len(left) > 1:
        yield f"ending: {len(left)} are of kind 'left' ({_listed(left)}); exactly one is expected"
    for index, each in enumerate(scenario.endings):
        if each.kind is not EndingKind.LEFT and each.when == When():
            yield f"ending[{index}] ({each.id}).when is missing: without a condition it would come at once"


def _ruling(place: _Place) -> Iterator[str]:
    approach = place.approach
    given = [key for key in _RULED_BY_A_CHECK if getattr(approach, key) is not None]
    ways = [
        name
        for name, is_it in (("check", given), ("free", approach.free), ("impossible", approach.impossible))
        if is_it
    ]
    if len(ways) != 1:
        found = " and ".join(ways) if ways else "none of them"
        yield f"{place.path}: an approach is exactly one of a check, free, or impossible; this one is {found}"
        return
    if ways == ["check"]:
        yield from _check(place)
        return
    for key in ("partial", "clue", "requires", "specialties"):
        if getattr(approach, key):
            yield f"{place.at(key)} belongs to a check alone; take it out, or give the rest of a check"
    if ways == ["impossible"] and (approach.gain or approach.success):
        yield f"{place.at('gain' if approach.gain else 'success')}: an impossible approach brings nothing; take it out"


def _check(place: _Place) -> Iterator[str]:
    approach = place.approach
    for key in _RULED_BY_A_CHECK:
        if getattr(approach, key) is None:
            yield f"{place.at(key)} is missing: a check needs attribute, difficulty, risk and failure"
    if approach.difficulty == "standard" and approach.partial is not None:
        yield f"{place.at('partial')}: a standard check has no partial; take it out, or make it hard or feat"
    if approach.difficulty in ("hard", "feat") and approach.partial is None:
        yield f"{place.at('partial')} is missing: a {approach.difficulty} check needs one"


def _ids(scenario: Scenario, known: Known, place: _Place) -> Iterator[str]:
    if known.actions is not None:
        for index, each in enumerate(place.approach.actions):
            if each not in known.actions:
                yield f"{place.at(f'actions[{index}]')}: there is no action '{each}' that an approach can answer to"


def _established(scenario: Scenario, place: _Place) -> Iterator[str]:
    approach = place.approach
    if approach.gain is not None and approach.gain == approach.clue:
        yield f"{place.at('gain')} and clue name the same fact '{approach.gain}'; keep the clue"
    for key in ("gain", "clue"):
        wanted: str | None = getattr(approach, key)
        if wanted is None:
            continue
        fact = next((each for each in scenario.facts if each.id == wanted), None)
        if fact is None:
            yield f"{place.at(key)}: there is no fact '{wanted}'"
        else:
            yield from _establishing(place, key, fact)


def _establishing(place: _Place, key: str, fact: Fact) -> Iterator[str]:
    if fact.when is not None:
        yield f"{place.at(key)}: the fact '{fact.id}' comes by its own `when`; nothing else can establish it"
    if key == "clue" and not fact.essential:
        yield f"{place.at(key)}: the fact '{fact.id}' is not essential; mark it so, or make it the gain"
    if key == "gain" and fact.essential and not place.approach.free:
        yield f"{place.at(key)}: the fact '{fact.id}' is essential, and nobody rolls for it; make it the clue"
    asked = {*place.approach.when.facts, *place.feature.when.facts}
    for each in fact.only_when.facts:
        if each not in asked:
            yield f"{place.at('when')}: '{fact.id}' waits for '{each}' (its only_when); ask for it in facts here too"


def _lines(place: _Place) -> Iterator[str]:
    approach = place.approach
    texts: list[tuple[str, Text | None]] = [("risk", approach.risk), ("impossible", approach.impossible)]
    texts += [("partial.note", approach.partial.note)] if approach.partial else []
    texts += [("failure.note", approach.failure.note)] if approach.failure else []
    for key, text in texts:
        yield from _length(place.at(key), text)


def _warnings(scenario: Scenario) -> Iterator[str]:
    clock = scenario.clock
    if clock is not None:
        yield from _length("clock.long_rest_warning", clock.long_rest_warning)
        yield from _length("clock.last_rest_warning", clock.last_rest_warning)


def _length(path: str, text: Text | None) -> Iterator[str]:
    for language, said in (("fr", text.fr), ("en", text.en)) if text else ():
        if len(said) > LONGEST_LINE:
            yield f"{path}.{language} has {len(said)} characters; {LONGEST_LINE} at the most"


def _complication(scenario: Scenario, path: str, key: str, complication: Complication) -> Iterator[str]:
    kind = complication.kind
    if kind is ComplicationKind.BREACH:
        yield f"{path}.kind: a breach belongs to a conflict, never to an adventure's file"
    if kind is ComplicationKind.INCOMPLETE and key == "failure":
        yield f"{path}.kind: 'incomplete' is for a partial; a failure achieves nothing"
    if kind is ComplicationKind.RESOURCE_WORN and complication.wear is None:
        yield f'{path}.wear is missing: \'resource_worn\' needs "roll" or "step"'
    if kind is not ComplicationKind.RESOURCE_WORN and complication.wear is not None:
        yield f"{path}.wear belongs to 'resource_worn' only; take it out"
    if kind not in _ABOUT_AN_ITEM and complication.item is not None:
        yield f"{path}.item belongs to 'resource_worn' and 'gear_lost' only; take it out"
    if key == "failure" and complication.told is not None:
        yield f"{path}.told belongs to a partial, whose success it tells; take it out"
    if complication.clock and scenario.clock is None:
        yield f"{path}.clock: this adventure has no clock"


def _listed(ids: Iterable[str]) -> str:
    return ", ".join(sorted(ids))
