"""What a player's line says: which action, on what, by which way, with which gear, helped by whom. No rule is here."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.core.sheet import CharacterId
from engine.core.view import View
from narrator.reading import naming
from narrator.reading.clauses import families, part_denied, without_auxiliaries
from narrator.reading.lexicon import Found, Lexicon, singular, tokens
from narrator.reading.naming import Named, Names, Naming, distinct
from narrator.scenario import CharacterData, Exit, Feature, ItemData, Language, Scenario, SpecialtyData, When

Rest = Literal["pause", "scene", "long"]
# The first that is said counts: "a night" says more than "rest".
_RESTS: dict[str, Rest] = {"rest_long": "long", "rest_pause": "pause", "rest_scene": "scene"}
# Said to the program rather than in the story; each has an answer of its own.
_ASIDES = ("aside_time", "aside_save", "aside_who", "aside_where", "aside_gear")
_WORDS_READ = 120
_CAPITALISED = re.compile(r"(?<=[^\W\d_][\s,;'’-])(?:[^\W\d_]['’])?[A-ZÀ-ÖØ-Þ][^\W\d_]{2,}")
_INSPIRATION = re.compile(r"^\W*inspiration\b\W*(.*)$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reading:
    """A line as it was understood.

    `families` are the actions that it may mean, the likeliest first, `sure` those that it says outright, `denied` those
    that it rules out. What is named stands in the order of the words; `absent` are features that are not there now,
    `unknown` says that a thing is spoken of that is none of the scene's. `content` are the words that carry meaning.
    `inspiration` is the reason after "inspiration:", None where there is none. `nouns` are the places of words that
    follow an article, `place` says that the present place is named as a whole, `leaving` that one wants out of it;
    `aside` is what is asked of the program, not of the story; `whole` is what the line is as a whole ("yes", "forget
    it"), `asks` says that it is a question. `elsewhere` are features of other scenes, `far` is another scene than the
    next ones, where such a one is named.
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
    nouns: frozenset[int] = frozenset()
    place: bool = False
    leaving: bool = False
    aside: str | None = None
    elsewhere: tuple[Feature, ...] = ()
    far: str | None = None
    whole: str | None = None
    asks: bool = False


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
        self._naming = Naming(scenario, characters, language, lexicon.function)

    def read(self, text: str, view: View, actor: CharacterId | None) -> Reading:
        """What the line says in the present scene, said by (or for) `actor`."""
        words = tokens(text)[:_WORDS_READ]
        singulars = tuple(singular(each) for each in words)
        named, taken = self._named(words, self._of_the_story(words, singulars), view, actor)
        place = self._place_words(singulars, taken, view)
        found = _outside(self.lexicon.find(words), taken) or self.lexicon.guess(_masked(words, taken))
        unknown = self._speaks_of_unknown(text, words, taken, place, found, view)
        if unknown and taken and all(words[at] in self.lexicon.function.directions for at in taken):
            # "Up to the control room", where there is none: "up" alone is no place.
            named = [each for each in named if not isinstance(each, Exit)]
        found, denied = part_denied(found, words, self.lexicon.function)
        found = without_auxiliaries(found, words, self.lexicon.function)
        sure = families(each for each in found if not each.weak)
        weak = families(each for each in found if each.weak)
        sure = self._likeliest(text, words, named, taken, sure, weak)
        every = tuple(dict.fromkeys((*sure, *weak)))
        inspiration = _INSPIRATION.match(text)
        return Reading(
            text=text,
            words=words,
            content=self.lexicon.content(words),
            families=tuple(each for each in every if each not in _PROGRAM),
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
            nouns=frozenset(at for at in range(1, len(words)) if words[at - 1] in self.lexicon.function.determiners),
            place=bool(place),
            leaving="go" in sure and bool(self.lexicon.function.leaving & {*words}),
            aside=next((each for each in _ASIDES if each in sure), None),
            elsewhere=self._elsewhere(words, singulars, taken, view),
            far=self._far(singulars, taken, view),
            whole=self.lexicon.whole(text),
            asks=self._asks(text, words),
        )

    def _asks(self, text: str, words: tuple[str, ...]) -> bool:
        """Whether a line is a question, and nothing is said to be done beside it."""
        asked = " ".join(words)
        opens = any(asked == each or asked.startswith(f"{each} ") for each in self.lexicon.function.asking)
        return text.rstrip(' "»”)!…\xa0').endswith("?") or (opens and "?" not in text)

    def _of_the_story(self, words: tuple[str, ...], singulars: tuple[str, ...]) -> tuple[str, ...]:
        """The words without those that are said to the program: "what time is it" names no timetable."""
        asides = [each for each in self.lexicon.find(words) if each.family in _ASIDES]
        return tuple(
            "-" if any(each.start <= at < each.end for each in asides) else word for at, word in enumerate(singulars)
        )

    def _likeliest(
        self,
        text: str,
        words: tuple[str, ...],
        named: Sequence[Named],
        taken: frozenset[int],
        sure: tuple[str, ...],
        weak: tuple[str, ...],
    ) -> tuple[str, ...]:
        """What is said outright, the likeliest first, by what it is said of."""
        if sure and set(sure) <= {"go", "use"} and "sneak" in weak:
            sure = ("sneak", *sure)
        if sure[:1] == ("go",) and not any(isinstance(each, Exit) for each in named):
            # How one goes says more than that one goes.
            sure = (*sure[1:], "go")
        if not named and "go" in weak and sure and set(sure) <= _GOING_TOO and len(self.lexicon.content(words)) <= 1:
            sure = ("go",)  # "Je remonte", and nothing that could be put together again.
        asks = text.rstrip().endswith("?") or " ".join(words).startswith(self.lexicon.function.question)
        first = next((each for each in named if isinstance(each, Feature)), None)
        if first is None:
            return sure
        if first.person and len(words) > 1 and not sure and (asks or 0 in taken):
            return ("talk",)  # "Pim, have you seen anyone?"
        people = any(each.person for each in named if isinstance(each, Feature))
        if people and asks and not _SPOKEN & set(sure) and _calls(text, words, taken):
            return ("talk", *sure)  # "How do I get in, Zita?"
        if not first.person and asks and (sure == ("talk",) or self._all_names(words, taken)):
            return ("look",)  # "What does the slate say?", "What's the lever for?"
        if first.person and "fight" in sure and sure[0] in _BREAKING:
            return ("fight", *(each for each in sure if each != "fight"))  # Whoever smashes a head does not force it.
        return sure

    def _all_names(self, words: tuple[str, ...], taken: frozenset[int]) -> bool:
        """Whether every action in a line is but part of a name."""
        found = self.lexicon.find(words)
        return bool(found) and all(each.start in taken for each in found)

    def _named(
        self, said: tuple[str, ...], words: tuple[str, ...], view: View, actor: CharacterId | None
    ) -> tuple[list[Named], frozenset[int]]:
        """What is named, and which words name it; what is not there counts only where nothing else is named."""
        places = self._naming.places.get(view.scene, Names())
        gear = self._naming.gear.get(actor or "", Names())
        found = sorted(
            (*places.find(words), *gear.find(words), *self._naming.people.find(words)),
            key=lambda each: (each[0], -each[1]),
        )
        # A longer name hides the shorter ones inside it, whatever they name.
        spans = [(start, end) for start, end, _ in found]
        # Also where the longer one is of another scene: "the old man" is not the man who is here.
        longer = self._naming.elsewhere.get(view.scene, Names()).find(words)
        far = [(a, b) for a, b, _ in longer if b - a > 1 and not _covers(found, a, b)]
        spans += far
        open_ones = [
            each
            for each in found
            if not any(a <= each[0] and each[1] <= b and b - a > each[1] - each[0] for a, b in spans)
        ]
        kept = [each for each in open_ones if not self._is_set_aside(each, said, open_ones)]
        if not any(isinstance(named, Feature | Exit) for _, _, named in open_ones):
            aside = frozenset(at for each in open_ones if each not in kept for at in range(each[0], each[1]))
            aside |= {at for a, b in far for at in range(a, b)}
            kept += places.guess(self._unverbed(_masked(words, aside), view))
        open_ones = kept
        if sum(isinstance(named, Exit) for _, _, named in open_ones) > 1:
            # "Up to the belfry": where two ways are named, "up" says the least.
            bare_ones = [each for each in open_ones if isinstance(each[2], Exit) and self._only_points(words, each)]
            if len(bare_ones) < sum(isinstance(named, Exit) for _, _, named in open_ones):
                open_ones = [each for each in open_ones if each not in bare_ones]
        here = [each for each in open_ones if self._is_here(each[2], view)]
        if any(isinstance(named, Feature | Exit) for _, _, named in here):
            open_ones = here
        taken = frozenset(at for start, end, _ in open_ones for at in range(start, end))
        return distinct(named for _, _, named in open_ones if named != actor), taken

    def _only_points(self, words: tuple[str, ...], found: tuple[int, int, Named]) -> bool:
        return all(words[at] in self.lexicon.function.directions for at in range(found[0], found[1]))

    def _is_set_aside(self, found: naming.Found, said: tuple[str, ...], every: list[naming.Found]) -> bool:
        """Whether a name means another thing here: "my lamp" is no lamp of the place, what one leaves no way to go."""
        start, end, named = found
        function = self.lexicon.function
        before = said[start - 1] if start else ""
        if isinstance(named, Feature) and self._is_done(found, said, every):
            return True
        if isinstance(named, Feature) and before in function.own:
            return any((a, b) == (start, end) and isinstance(other, ItemData) for a, b, other in every)
        if not isinstance(named, Exit) or not function.leaving & {*said[:start]}:
            return False
        at = start - 1
        while at > 0 and said[at] in function.articles and said[at] not in function.away:
            at -= 1
        return said[at] in function.leaving or said[at] in function.away

    def _is_done(self, found: naming.Found, said: tuple[str, ...], every: list[naming.Found]) -> bool:
        """Whether a name is a verb here: "watch the launch" is a look at it, and names no watchman."""
        start, end, _ = found
        function = self.lexicon.function
        if end - start > 1 or (start and said[start - 1] in function.determiners - function.clitics):
            return False
        verb = any(each.start == start and not each.weak for each in self.lexicon.find(said))
        return verb and any(a > start and said[a - 1] in function.articles for a, _, _ in every)

    def _place_words(self, words: tuple[str, ...], taken: frozenset[int], view: View) -> frozenset[int]:
        """The words that name the present place as a whole: "the room", "the bar"."""
        function = self.lexicon.function
        # "The control room" is another one: any room is this one where nothing else is said of it.
        anywhere = [
            at
            for at, word in enumerate(words)
            if word in function.place and (at == 0 or words[at - 1] in function.determiners | function.stop)
        ]
        names = self._naming.itself.get(view.scene, frozenset())
        return frozenset(at for at in anywhere if at not in taken) | frozenset(
            at + more
            for name in names
            for at in range(len(words))
            if words[at : at + len(name)] == name and not taken & {*range(at, at + len(name))}
            for more in range(len(name))
        )

    def _speaks_of_unknown(
        self,
        text: str,
        words: tuple[str, ...],
        taken: frozenset[int],
        place: frozenset[int],
        found: list[Found],
        view: View,
    ) -> bool:
        """Whether something is named that is neither here, nor gear, nor a word of the game."""
        function = self.lexicon.function
        said = taken | place | {at for each in found for at in range(each.start, each.end)}
        known = function.stop | function.determiners | function.plain | self.lexicon.terms
        known |= self._naming.authored.get(view.scene, frozenset())
        shouted = text.isupper()
        capitals = {each for name in _CAPITALISED.findall(text) for each in tokens(name) if not shouted}
        return any(
            (at > 0 and words[at - 1] in function.determiners)
            or word in capitals
            or singular(word) in self._naming.anywhere
            for at, word in enumerate(words)
            if at not in said and at + 1 not in taken and len(word) >= 3 and not {word, singular(word)} & known
        )

    def _elsewhere(
        self, words: tuple[str, ...], said: tuple[str, ...], taken: frozenset[int], view: View
    ) -> tuple[Feature, ...]:
        """What is named, as a thing or by its own name, that another scene holds."""
        determiners = self.lexicon.function.determiners
        found = self._naming.elsewhere.get(view.scene, Names()).find(said)
        return tuple(
            named
            for start, end, named in found
            if isinstance(named, Feature)
            and not taken & {*range(start, end)}
            and (end - start > 1 or (start > 0 and words[start - 1] in determiners) or _is_proper(named, said[start]))
        )

    def _far(self, said: tuple[str, ...], taken: frozenset[int], view: View) -> str | None:
        """The one scene, not next to this one, that is named."""
        names = self._naming.other_places.get(view.scene, {})
        heads = {*said}
        found = [
            (len(name), scenes)
            for name, scenes in names.items()
            if name[:1] and name[0] in heads
            for at in range(len(said))
            if said[at : at + len(name)] == name and not taken & {*range(at, at + len(name))}
        ]
        longest = max((size for size, _ in found), default=0)
        named = [scenes for size, scenes in found if size == longest]
        both = frozenset[str].intersection(*named) if named else frozenset[str]()
        return next(iter(both)) if len(both) == 1 else None

    def _unverbed(self, words: tuple[str, ...], view: View) -> tuple[str, ...]:
        known = {at for each in self.lexicon.find(words) for at in range(each.start, each.end)}
        stop = (
            self.lexicon.function.stop
            | self.lexicon.function.place
            | self._naming.authored.get(view.scene, frozenset())
        )
        return tuple("" if at in known or word in stop else word for at, word in enumerate(words))

    @staticmethod
    def _is_here(named: Named, view: View) -> bool:
        return holds(named.when, view) if isinstance(named, Feature) else True


def _covers(found: list[naming.Found], start: int, end: int) -> bool:
    """Whether one thing that is here is named by each of these words."""
    named = {id(each): each for _, _, each in found}
    return any(
        all(any(a <= at < b and each is one for a, b, each in found) for at in range(start, end))
        for one in named.values()
    )


def _is_proper(named: Feature, word: str) -> bool:
    """Whether a word is part of a proper name: one that stands with a capital in the thing's name."""
    return any(
        part[:1].isupper() and tokens(part)[:1] == (word,) for part in (*named.name.fr.split(), *named.name.en.split())
    )


# What "remonter" means where it is no movement.
_GOING_TOO = frozenset({"track", "repair"})
# Actions that are done by speaking: a question leaves them as they are.
_SPOKEN = frozenset({"talk", "persuade", "comfort", "charm", "deceive", "intimidate", "command", "pay", "give"})
# What is done to things; done to somebody, it is violence.
_BREAKING = frozenset({"force", "cut", "lift", "sabotage", "take", "operate"})
_CALLED_FIRST = re.compile(r"^[^,?!.]{2,30}[,!…] ")
_CALLED_LAST = re.compile(r", ?[^,?!.]{2,30} ?[?]\W*$")


def _calls(text: str, words: tuple[str, ...], taken: frozenset[int]) -> bool:
    """Whether a line opens or ends with a name that it calls."""
    first = 0 in taken and _CALLED_FIRST.search(text.strip())
    return bool(first or (len(words) - 1 in taken and _CALLED_LAST.search(text)))


_PROGRAM = frozenset({"meta", "leave", *_RESTS, *_ASIDES})


def _outside(found: Sequence[Found], taken: frozenset[int]) -> list[Found]:
    """What is said beside names: "the red lever" levers nothing, unless nothing else is said."""
    beside = [each for each in found if each.end - each.start > 1 or each.start not in taken] or [*found]
    # "Jeter un coup d'œil", "donner un coup d'épaule": the verb only carries the phrase.
    phrases = {each.start for each in beside if each.end - each.start > 1}
    return [each for each in beside if each.end - each.start > 1 or each.end not in phrases]


def _masked(words: tuple[str, ...], taken: frozenset[int]) -> tuple[str, ...]:
    return tuple("-" if at in taken else word for at, word in enumerate(words))
