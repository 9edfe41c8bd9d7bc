"""The names by which lines speak of things: an adventure's features and ways, gear, people, and the place itself."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.core.sheet import CharacterId
from narrator.reading.lexicon import Function, normalise, one_letter_apart, singular, tokens
from narrator.scenario import (
    CharacterData,
    Exit,
    Feature,
    ItemData,
    Language,
    Noun,
    Scenario,
    Scene,
    SpecialtyData,
    Words,
)
from narrator.telling.grammar import bare

Named = Feature | Exit | ItemData | SpecialtyData | CharacterId
Found = tuple[int, int, Named]
"""The words from the first number up to the second name that thing."""


@dataclass(slots=True)
class Names:
    """Things by their names: the first word of each name leads to the whole ones, longest first."""

    known: dict[str, list[tuple[tuple[str, ...], Named]]] = field(default_factory=dict)

    def add(self, named: Named, names: Iterable[tuple[str, ...]]) -> None:
        """Know a thing by these names too."""
        for name in names:
            if name:
                entries = self.known.setdefault(name[0], [])
                entries.append((name, named))
                if len(entries) > 1:
                    entries.sort(key=lambda each: -len(each[0]))

    def find(self, words: tuple[str, ...]) -> list[Found]:
        """What is named, with the words that do so; of names that begin at one word only the longest ones count."""
        found: list[Found] = []
        at = 0
        while at < len(words):
            fitting = [
                (name, named) for name, named in self.known.get(words[at], ()) if words[at : at + len(name)] == name
            ]
            longest = len(fitting[0][0]) if fitting else 1
            found += [(at, at + longest, named) for name, named in fitting if len(name) == longest]
            at += longest
        return found

    def guess(self, words: tuple[str, ...]) -> list[Found]:
        """What a long word would name with one letter mended."""
        return [
            (at, at + 1, named)
            for at, word in enumerate(words)
            if len(word) >= 5
            for first, entries in self.known.items()
            if len(first) >= 5 and one_letter_apart(word, first)
            for name, named in entries
            if len(name) == 1
        ]


class Naming:
    """Every name of one scenario and these characters, in one language."""

    def __init__(
        self, scenario: Scenario, characters: tuple[CharacterData, ...], language: Language, function: Function
    ) -> None:
        self._scenes = {scene.id: scene for scene in scenario.scenes}
        self._language: Language = language
        self._function = function
        self._called = {
            id(each): self._names(each.name, each.words) for scene in scenario.scenes for each in scene.features
        }
        self.places = {scene.id: self._scene_names(scene) for scene in scenario.scenes}
        self.gear = {each.id: self._gear_names(each) for each in characters}
        self.people = Names()
        for each in characters:
            self.people.add(CharacterId(each.id), _cuts(tokens(each.name)))
        self.itself = {scene.id: self._names_of_place(scene) for scene in scenario.scenes}
        """What the place as a whole is called, from inside and from next door."""
        self.authored = {scene.id: frozenset(self._authored_words(scene)) for scene in scenario.scenes}
        """The words by which a scene's author marks out approaches."""
        self.elsewhere = {scene.id: self._names_elsewhere(scene) for scene in scenario.scenes}
        """What other scenes hold, by names that mean nothing in this one."""
        self.other_places = {scene.id: self._places_elsewhere(scene) for scene in scenario.scenes}
        """The other scenes, by names that mean nothing in this one."""
        every = (name for each in self.places.values() for names in each.known.values() for name, _ in names)
        heads = {name[0] for name in every if len(name) == 1 and len(name[0]) >= 4}
        self.anywhere = frozenset(heads) - function.directions - function.stop
        """The words that name something somewhere in the adventure."""

    def _scene_names(self, scene: Scene) -> Names:
        names = Names()
        for feature in scene.features:
            names.add(feature, self._called[id(feature)])
        for way in scene.exits:
            there = self._scenes[way.to].name if way.to in self._scenes else way.name
            whole = singulars(bare(there.to(self._language)))
            names.add(way, {*self._names(way.name, way.words), whole, *self._heads(there.to(self._language))})
        return names

    def _names_of_place(self, scene: Scene) -> frozenset[tuple[str, ...]]:
        name = scene.name.to(self._language)
        called = {singulars(bare(name)), *self._heads(name)}
        for other in self._scenes.values():
            for way in other.exits:
                if way.to == scene.id:
                    called |= {singulars(each) for each in way.words.to(self._language)}
        taken = {name for entries in self.places[scene.id].known.values() for name, _ in entries}
        return frozenset(each for each in called - taken if each and each[0] not in self._function.directions)

    def _names_elsewhere(self, scene: Scene) -> Names:
        own = {name for entries in self.places[scene.id].known.values() for name, _ in entries}
        own |= self.itself[scene.id] | {(word,) for word in self.authored[scene.id] | self._function.directions}
        own |= {name for each in self.gear.values() for entries in each.known.values() for name, _ in entries}
        own |= {(each,) for each in self._function.plain | self._function.stop | self._function.place}
        names = Names()
        for other in self._scenes.values():
            for feature in other.features if other is not scene else ():
                names.add(feature, self._called[id(feature)] - own)
        return names

    def _places_elsewhere(self, scene: Scene) -> dict[tuple[str, ...], frozenset[str]]:
        own = {name for entries in self.places[scene.id].known.values() for name, _ in entries} | self.itself[scene.id]
        plain = {(each,) for each in self._function.plain | self._function.stop | self._function.place}
        found: dict[tuple[str, ...], frozenset[str]] = {}
        for other in self._scenes.values():
            for name in self.itself[other.id] - own - plain if other is not scene else ():
                found[name] = found.get(name, frozenset()) | {other.id}
        return found

    def _authored_words(self, scene: Scene) -> Iterator[str]:
        for feature in scene.features:
            for approach in feature.approaches:
                yield from (part for each in approach.words.to(self._language) for part in singulars(each))

    def _gear_names(self, character: CharacterData) -> Names:
        names = Names()
        for item in character.items:
            names.add(item, self._names(item.name, item.words))
        for specialty in character.specialties:
            names.add(specialty, [singulars(specialty.name.to(self._language))])
        return names

    def _names(self, noun: Noun, words: Words) -> set[tuple[str, ...]]:
        name = noun.to(self._language)
        return {
            singulars(bare(name)),
            *self._heads(name),
            *(singulars(bare(each)) for each in words.to(self._language)),
        }

    def _heads(self, name: str) -> set[tuple[str, ...]]:
        """The one word by which people call a thing, and each proper name in it."""
        light = self._function.light
        parts = bare(name).replace("’", " ").replace("'", " ").replace("-", " ").split()
        proper = {singulars(part) for part in parts[0:] if part[:1].isupper() and len(part) >= 3}
        folded = [normalise(part) for part in parts]
        if self._language == "fr":
            head = next((part for part in folded if part not in light), "")
        else:
            cut = next((at for at, part in enumerate(folded) if at and part in light), len(folded))
            head = folded[cut - 1] if folded else ""
        return {each for each in (*proper, singulars(head)) if each and len(each[0]) >= 3}


def singulars(name: str) -> tuple[str, ...]:
    """The words of a name, without the mark of a plural."""
    return tuple(singular(each) for each in tokens(name))


def distinct(named: Iterable[Named]) -> list[Named]:
    """Each thing once, in the order in which they are named."""
    seen: dict[int | str, Named] = {}
    for each in named:
        seen.setdefault(each if isinstance(each, str) else id(each), each)
    return list(seen.values())


def _cuts(name: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {tuple(map(singular, name)), *((singular(each),) for each in name if len(each) >= 3)}
