"""What a player's line says: which action, on what, by which way, with which gear, helped by whom. No rule is here."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from engine.core.state import CharacterId
from engine.core.view import View
from narrator.grammar import bare
from narrator.lexicon import Found, Function, Lexicon, normalise, one_letter_apart, singular, tokens
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
    When,
    Words,
)

Rest = Literal["pause", "scene", "long"]
# The first that is said counts: "a night" says more than "rest".
_RESTS: dict[str, Rest] = {"rest_long": "long", "rest_pause": "pause", "rest_scene": "scene"}
_WORDS_READ = 120
_INSPIRATION = re.compile(r"^\W*inspiration\b\W*(.*)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """A line as it was understood.

    `families` are the actions that it may mean, the likeliest first, `sure` those that it says outright, `denied` those
    that it rules out. What is named stands in the order of the words; `absent` are features that are not there now,
    `unknown` says that a thing is spoken of that is none of the scene's. `content` are the words that carry meaning.
    `inspiration` is the reason after "inspiration:", None where there is none.
    """

    text: str
    words: tuple[str, ...] = ()
    content: frozenset[str] = frozenset()
    families: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    features: tuple[Feature, ...] = ()
    absent: tuple[Feature, ...] = ()
    exits: tuple[Exit, ...] = ()
    items: tuple[ItemData, ...] = ()
    specialties: tuple[SpecialtyData, ...] = ()
    people: tuple[CharacterId, ...] = ()
    rest: Rest | None = None
    meta: bool = False
    leave: bool = False
    unknown: bool = False
    inspiration: str | None = None


_Named = Feature | Exit | ItemData | SpecialtyData | CharacterId


@dataclass(slots=True)
class _Names:
    """Things by their names: the first word of each name leads to the whole ones, longest first."""

    known: dict[str, list[tuple[tuple[str, ...], _Named]]] = field(default_factory=dict)

    def add(self, named: _Named, names: Iterable[tuple[str, ...]]) -> None:
        for name in names:
            if name:
                entries = self.known.setdefault(name[0], [])
                entries.append((name, named))
                entries.sort(key=lambda each: -len(each[0]))

    def find(self, words: tuple[str, ...]) -> list[tuple[int, int, _Named]]:
        """What is named, with the words that do so; of names that begin at one word only the longest ones count."""
        found: list[tuple[int, int, _Named]] = []
        at = 0
        while at < len(words):
            fitting = [
                (name, named) for name, named in self.known.get(words[at], ()) if words[at : at + len(name)] == name
            ]
            longest = len(fitting[0][0]) if fitting else 1
            found += [(at, at + longest, named) for name, named in fitting if len(name) == longest]
            at += longest
        return found

    def guess(self, words: tuple[str, ...]) -> list[tuple[int, int, _Named]]:
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


def holds(when: When, view: View) -> bool:
    """Whether an author's condition holds, as far as the players can know."""
    return (
        all(each in view.facts for each in when.facts)
        and not any(each in view.facts for each in when.without)
        and (when.clock is None or any(each.id == when.clock and each.filled >= each.size for each in view.clocks))
        and (when.scene is None or when.scene == view.scene)
    )


class Reader:
    """Reads lines in one language, in one scenario, for these characters."""

    def __init__(
        self, scenario: Scenario, characters: tuple[CharacterData, ...], language: Language, lexicon: Lexicon
    ) -> None:
        self.lexicon = lexicon
        self.scenes = {scene.id: scene for scene in scenario.scenes}
        self.characters = {each.id: each for each in characters}
        self._language: Language = language
        self._places = {scene.id: self._scene_names(scene) for scene in scenario.scenes}
        self._gear = {each.id: self._gear_names(each) for each in characters}
        self._people = _Names()
        for each in characters:
            self._people.add(CharacterId(each.id), _cuts(tokens(each.name)))

    def read(self, text: str, view: View, actor: CharacterId | None) -> Reading:
        """What the line says in the present scene, said by (or for) `actor`."""
        words = tokens(text)[:_WORDS_READ]
        singulars = tuple(singular(each) for each in words)
        named, taken = self._named(singulars, view, actor)
        found = _outside(self.lexicon.find(words), taken) or self.lexicon.guess(_masked(words, taken))
        unknown = self._speaks_of_unknown(words, taken, found)
        if unknown and taken and all(words[at] in self.lexicon.function.directions for at in taken):
            # "Up to the control room", where there is none: "up" alone is no place.
            named = [each for each in named if not isinstance(each, Exit)]
        found, denied = _part_denied(found, words, self.lexicon.function)
        found = _without_auxiliaries(found, words, self.lexicon.function)
        sure = _families(each for each in found if not each.weak)
        weak = _families(each for each in found if each.weak)
        if sure and set(sure) <= {"go", "use"} and "sneak" in weak:
            sure = ("sneak", *sure)
        if sure[:1] == ("go",) and not any(isinstance(each, Exit) for each in named):
            # How one goes says more than that one goes.
            sure = (*sure[1:], "go")
        if not named and "go" in weak and sure and set(sure) <= _GOING_TOO and len(self.lexicon.content(words)) <= 1:
            sure = ("go",)  # "Je remonte", and nothing that could be put together again.
        asks = text.rstrip().endswith("?") or " ".join(words).startswith(self.lexicon.function.question)
        first = next((each for each in named if isinstance(each, Feature)), None)
        if first is not None and first.person and len(words) > 1 and not sure and (asks or 0 in taken):
            sure = ("talk",)  # "Pim, have you seen anyone?"
        elif (
            any(each.person for each in named if isinstance(each, Feature))
            and asks
            and not _SPOKEN & set(sure)
            and _calls(text, words, taken)
        ):
            sure = ("talk", *sure)  # "How do I get in, Zita?"
        elif first is not None and not first.person and asks and sure == ("talk",):
            sure = ("look",)  # "What does the slate say?"
        families = tuple(dict.fromkeys((*sure, *weak)))
        inspiration = _INSPIRATION.match(text)
        return Reading(
            text=text,
            words=words,
            content=self.lexicon.content(words),
            families=tuple(each for each in families if each not in _PROGRAM),
            sure=tuple(each for each in sure if each not in _PROGRAM),
            denied=denied,
            features=tuple(each for each in named if isinstance(each, Feature) and self._is_here(each, view)),
            absent=tuple(each for each in named if isinstance(each, Feature) and not self._is_here(each, view)),
            exits=tuple(each for each in named if isinstance(each, Exit)),
            items=tuple(each for each in named if isinstance(each, ItemData)),
            specialties=tuple(each for each in named if isinstance(each, SpecialtyData)),
            people=tuple(CharacterId(each) for each in named if isinstance(each, str)),
            rest=next((rest for family, rest in _RESTS.items() if family in sure), None),
            meta="meta" in sure,
            leave="leave" in sure,
            unknown=unknown,
            inspiration=inspiration[1].strip() if inspiration else None,
        )

    def _named(
        self, words: tuple[str, ...], view: View, actor: CharacterId | None
    ) -> tuple[list[_Named], frozenset[int]]:
        """What is named, and which words name it; what is not there counts only where nothing else is named."""
        places = self._places.get(view.scene, _Names())
        gear = self._gear.get(actor or "", _Names())
        found = sorted(
            (*places.find(words), *gear.find(words), *self._people.find(words)), key=lambda each: (each[0], -each[1])
        )
        # A longer name hides the shorter ones inside it, whatever they name.
        spans = [(start, end) for start, end, _ in found]
        open_ones = [
            each
            for each in found
            if not any(a <= each[0] and each[1] <= b and b - a > each[1] - each[0] for a, b in spans)
        ]
        if not any(isinstance(named, Feature | Exit) for _, _, named in open_ones):
            open_ones += places.guess(self._unverbed(words))
        if sum(isinstance(named, Exit) for _, _, named in open_ones) > 1:
            # "Up to the belfry": where two ways are named, "up" says the least.
            bare_ones = [each for each in open_ones if isinstance(each[2], Exit) and self._only_points(words, each)]
            if len(bare_ones) < sum(isinstance(named, Exit) for _, _, named in open_ones):
                open_ones = [each for each in open_ones if each not in bare_ones]
        here = [each for each in open_ones if self._is_here(each[2], view)]
        if any(isinstance(named, Feature | Exit) for _, _, named in here):
            open_ones = here
        taken = frozenset(at for start, end, _ in open_ones for at in range(start, end))
        return _distinct(named for _, _, named in open_ones if named != actor), taken

    def _only_points(self, words: tuple[str, ...], found: tuple[int, int, _Named]) -> bool:
        return all(words[at] in self.lexicon.function.directions for at in range(found[0], found[1]))

    def _speaks_of_unknown(self, words: tuple[str, ...], taken: frozenset[int], found: list[Found]) -> bool:
        function = self.lexicon.function
        said = taken | {at for each in found for at in range(each.start, each.end)}
        return any(
            words[at - 1] in function.determiners and len(words[at]) >= 3 and words[at] not in function.stop
            for at in range(1, len(words))
            if at not in said
        )

    def _unverbed(self, words: tuple[str, ...]) -> tuple[str, ...]:
        known = {at for each in self.lexicon.find(words) for at in range(each.start, each.end)}
        stop = self.lexicon.function.stop
        return tuple("" if at in known or word in stop else word for at, word in enumerate(words))

    @staticmethod
    def _is_here(named: _Named, view: View) -> bool:
        return holds(named.when, view) if isinstance(named, Feature) else True

    def _scene_names(self, scene: Scene) -> _Names:
        names = _Names()
        for feature in scene.features:
            names.add(feature, self._names(feature.name, feature.words))
        for way in scene.exits:
            there = self.scenes[way.to].name if way.to in self.scenes else way.name
            whole = _singulars(bare(there.to(self._language)))
            names.add(way, {*self._names(way.name, way.words), whole, *self._heads(there.to(self._language))})
        return names

    def _gear_names(self, character: CharacterData) -> _Names:
        names = _Names()
        for item in character.items:
            names.add(item, self._names(item.name, item.words))
        for specialty in character.specialties:
            names.add(specialty, [_singulars(specialty.name.to(self._language))])
        return names

    def _names(self, noun: Noun, words: Words) -> set[tuple[str, ...]]:
        name = noun.to(self._language)
        return {
            _singulars(bare(name)),
            *self._heads(name),
            *(_singulars(bare(each)) for each in words.to(self._language)),
        }

    def _heads(self, name: str) -> set[tuple[str, ...]]:
        """The one word by which people call a thing, and each proper name in it."""
        light = self.lexicon.function.light
        parts = bare(name).replace("’", " ").replace("'", " ").replace("-", " ").split()
        proper = {_singulars(part) for part in parts[0:] if part[:1].isupper() and len(part) >= 3}
        folded = [normalise(part) for part in parts]
        if self._language == "fr":
            head = next((part for part in folded if part not in light), "")
        else:
            cut = next((at for at, part in enumerate(folded) if at and part in light), len(folded))
            head = folded[cut - 1] if folded else ""
        return {each for each in (*proper, _singulars(head)) if each and len(each[0]) >= 3}


# What "remonter" means where it is no movement.
_GOING_TOO = frozenset({"track", "repair"})
# Actions that are done by speaking: a question leaves them as they are.
_SPOKEN = frozenset({"talk", "persuade", "comfort", "charm", "deceive", "intimidate", "command", "pay", "give"})
_CALLED_FIRST = re.compile(r"^[^,?!.]{2,30}[,!…] ")
_CALLED_LAST = re.compile(r", ?[^,?!.]{2,30} ?[?]\W*$")


def _calls(text: str, words: tuple[str, ...], taken: frozenset[int]) -> bool:
    """Whether a line opens or ends with a name that it calls."""
    first = 0 in taken and _CALLED_FIRST.search(text.strip())
    return bool(first or (len(words) - 1 in taken and _CALLED_LAST.search(text)))


_PROGRAM = frozenset({"meta", "leave", *_RESTS})


def _singulars(name: str) -> tuple[str, ...]:
    return tuple(singular(each) for each in tokens(name))


def _cuts(name: tuple[str, ...]) -> set[tuple[str, ...]]:
    return {tuple(map(singular, name)), *((singular(each),) for each in name if len(each) >= 3)}


def _distinct(named: Iterable[_Named]) -> list[_Named]:
    seen: dict[int | str, _Named] = {}
    for each in named:
        seen.setdefault(each if isinstance(each, str) else id(each), each)
    return list(seen.values())


def _families(found: Iterable[Found]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.family for each in found))


def _outside(found: list[Found], taken: frozenset[int]) -> list[Found]:
    """What is said beside names: "the red lever" levers nothing, unless nothing else is said."""
    beside = [each for each in found if each.end - each.start > 1 or each.start not in taken] or found
    # "Jeter un coup d'œil", "donner un coup d'épaule": the verb only carries the phrase.
    phrases = {each.start for each in beside if each.end - each.start > 1}
    return [each for each in beside if each.end - each.start > 1 or each.end not in phrases]


def _masked(words: tuple[str, ...], taken: frozenset[int]) -> tuple[str, ...]:
    return tuple("-" if at in taken else word for at, word in enumerate(words))


# Where a negation ends: what follows is another clause.
_BREAKS = frozenset({"pour", "mais", "et", "je", "j", "tu", "on", "but", "and", "i", "we"})


def _part_denied(found: list[Found], words: tuple[str, ...], function: Function) -> tuple[list[Found], tuple[str, ...]]:
    """What is said, and what is said not to be done ("je ne force pas", "without forcing")."""
    denied = [each for each in found if _is_denied(each, words, function)]
    return [each for each in found if each not in denied], _families(denied)


def _is_denied(each: Found, words: tuple[str, ...], function: Function) -> bool:
    if any(word in function.not_before for word in words[each.start : each.end]):
        return False  # "ne fais rien" says what is done.
    before = words[max(0, each.start - 3) : each.start]
    for at, word in enumerate(before):
        between = before[at + 1 :]
        if word in function.not_before and not any(other in _BREAKS for other in between):
            return not function.not_after or word not in ("ne", "n") or _closed(words, each.end, function)
    return bool(function.not_after) and words[each.end : each.end + 1] != () and words[each.end] in ("pas", "jamais")


def _closed(words: tuple[str, ...], at: int, function: Function) -> bool:
    return any(word in function.not_after for word in words[at : at + 3])


def _without_auxiliaries(found: list[Found], words: tuple[str, ...], function: Function) -> list[Found]:
    """ "Je vais lui parler" is no movement: a going verb right before another action only leads to it."""

    def leads(each: Found) -> bool:
        if each.family != "go" or words[each.start] not in function.auxiliary or each.end - each.start > 1:
            return False
        return any(
            other.family not in ("go", "use", "rest_scene")
            and other.start >= each.end
            and other.start - each.end <= 4
            and all(word in function.between for word in words[each.end : other.start])
            for other in found
        )

    return [each for each in found if not leads(each)]
