"""What could be typed here and now, the most to the point first; whether it does anything is for whoever rules."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from engine.core.commands import EnterScene, Rest
from engine.core.legal import Options
from engine.core.state import RestKind
from engine.core.view import View
from engine.story import SceneId
from narrator.reading.approaches import OF_THE_PLACE, Match, open_approaches, present
from narrator.reading.lexicon import Lexicon
from narrator.ruling.saying import Question
from narrator.scenario import Feature, Noun, Scene
from narrator.telling.grammar import fill, word
from narrator.telling.voice import Voice

_HANDED = frozenset({"give", "pay"})
_OF_THINGS = frozenset({"take", "cut", "lift", "force"})


@dataclass(frozen=True, slots=True)
class Ideas:
    """Lines by what they are: `rests`, `ways` out, the author's `hints`, `deeds` that are still open, and `looks` at
    what is there. Nobody has ruled on them yet: some come to nothing."""

    rests: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()
    deeds: tuple[str, ...] = ()
    looks: tuple[str, ...] = ()

    @property
    def every(self) -> tuple[str, ...]:
        """All of them, each once."""
        return tuple(dict.fromkeys((*self.hints, *self.deeds, *self.ways, *self.looks, *self.rests)))


class Suggestions:
    """The lines of one language."""

    def __init__(self, voice: Voice, lexicon: Lexicon) -> None:
        self._voice = voice
        self._lexicon = lexicon
        self._around = voice.phrase("suggest.look")

    def lines(self, scene: Scene, question: Question, view: View, options: Options) -> Iterator[str]:
        """What answers a question, then what an author hints at, the ways out, and what was foreseen."""
        able = bool(options.checks)
        if not able or question.key in ("no_shelter", "paused", "sleep"):
            kinds = (RestKind.LONG,) if question.key == "sleep" else (RestKind.PAUSE, RestKind.SCENE, RestKind.LONG)
            yield from self._rests(kinds, options)
        if not able:
            return
        leaving = [*self._ways(scene, options)]
        if question.key in ("where", "aside_where", "may_go", "starts"):
            yield from leaving
        foreseen = [each for each in open_approaches(scene, view) if _can_be_said(each)]
        for feature in question.about:
            for match in foreseen:
                if match.feature is feature:
                    asked = (each for each in match.approach.actions if each in question.families and each != "give")
                    yield self._say(next(asked, _sayable(match)), feature)
        yield from (hint.to(self._voice.language) for hint in scene.hints)
        yield from leaving
        yield from (self._say(_sayable(match), match.feature) for match in foreseen)

    def looks(self, scene: Scene, view: View) -> tuple[str, ...]:
        """What can be looked at, two things and the place: for where there is nothing else to say."""
        return (*islice(self._things(scene, view), 2), self._around)

    def ideas(self, scene: Scene, view: View, options: Options) -> Ideas:
        """All that could be typed; no more than rests where nobody can act."""
        rests = tuple(self._rests(RestKind, options))
        if not options.checks:
            return Ideas(rests)
        return Ideas(
            rests,
            tuple(self._ways(scene, options)),
            tuple(hint.to(self._voice.language) for hint in scene.hints),
            tuple(
                self._say(_sayable(each), each.feature) for each in open_approaches(scene, view) if _can_be_said(each)
            ),
            (*self._things(scene, view), self._around),
        )

    def _rests(self, kinds: Iterable[RestKind], options: Options) -> Iterator[str]:
        possible = (each for each in kinds if Rest(each) in options.commands)
        yield from (self._voice.phrase(f"suggest.rest_{each.value}") for each in possible)

    def _ways(self, scene: Scene, options: Options) -> Iterator[str]:
        open_ones = (each for each in scene.exits if EnterScene(SceneId(each.to)) in options.commands)
        yield from (self._about("suggest.go", each.name) for each in open_ones)

    def _things(self, scene: Scene, view: View) -> Iterator[str]:
        yield from (self._about("suggest.look_at", each.name) for each in present(scene, view))

    def _say(self, family: str, feature: Feature) -> str:
        known = self._lexicon.families.get(family)
        template = known.say if known and family not in OF_THE_PLACE else self._lexicon.families["look"].say
        return fill(template, {"thing": word(feature.name, self._voice.language)})

    def _about(self, path: str, name: Noun) -> str:
        return self._voice.phrase(path, thing=name.to(self._voice.language))


def _can_be_said(match: Match) -> bool:
    """Whether a suggestion can say an approach: what changes hands has no name to say it by."""
    return match.approach.impossible is None and not {*match.approach.actions} <= _HANDED


def _sayable(match: Match) -> str:
    """The action that a suggestion names: nobody takes or cuts a person."""
    actions = match.approach.actions
    fitting = [each for each in actions if not match.feature.person or each not in _OF_THINGS]
    return next((each for each in fitting if each != "give"), (*fitting, *actions)[0])
