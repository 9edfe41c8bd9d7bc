"""Whether a moment earns an Inspiration: something played in this scene, true to who the character is (CORE ch. 2)."""

from collections.abc import Iterator

from narrator.port import Moment
from narrator.reading import Reading
from narrator.reading.lexicon import Lexicon, singular, tokens
from narrator.scenario import CharacterData, Scenario
from narrator.telling.voice import Voice, mark, phrases, sentences

# As many words of a trait as make it a quotation, however short they are.
_WORDS_OF_A_QUOTE = 6
_WORDS_OF_A_REASON = 3
_WORDS_OF_THE_SCENE = 2
_LAST_SENTENCES = 30


class Inspirations:
    """Weighs reasons for an Inspiration. It remembers nothing: what was played is in the moment's prose."""

    def __init__(self, scenario: Scenario, voice: Voice, lexicon: Lexicon) -> None:
        self._voice = voice
        self._lexicon = lexicon
        language = voice.language
        self._arrivals = {
            scene.id: {mark(each) for text in (scene.look, *scene.again) for each in sentences(voice.authored(text))}
            for scene in scenario.scenes
        }
        # Questions back are told too, but nothing of them was played.
        asked = (said for path, said in phrases(language).items() if path.startswith("ask."))
        self._asked = {mark(each) for said in asked for line in said for each in sentences(line)}

    def missing(self, reason: str, reading: Reading, who: CharacterData, moment: Moment) -> str | None:
        """The question to ask, None when the reason will do."""
        heart = [each.to(self._voice.language) for each in (who.trait, who.weakness, who.motivation)]
        theirs = self._lexicon.content(tokens(" ".join(heart)))
        said = self._lexicon.content(tokens(reason)) - self._lexicon.content(tokens(who.name))
        quoted = any(len({*tokens(reason)} & {*tokens(each)}) >= _WORDS_OF_A_QUOTE for each in heart)
        true = quoted or (len(said) >= _WORDS_OF_A_REASON and any(_kin(one, each) for one in said for each in theirs))
        if not true:
            return "inspiration_why"
        played = self._lexicon.content(tokens(" ".join(self._played(moment))))
        own = {each for each in said if not any(_kin(each, other) or each == other for other in theirs)}
        shared = {each for each in said if each in played or any(_kin(each, other) for other in played)}
        # A word of the sheet alone proves no moment: something of the scene stands beside it.
        told = bool(shared & own) and len(shared) >= _WORDS_OF_THE_SCENE
        about = any(self._is_in(each.name.to(self._voice.language), played) for each in reading.features)
        return None if played and (told or about) else "inspiration_played"

    def _played(self, moment: Moment) -> Iterator[str]:
        """What was told in this scene since one came to it."""
        arrivals = self._arrivals.get(moment.view.scene, set[str]())
        lately = [each for each in moment.recent if each][-_LAST_SENTENCES:]
        told = [each for text in lately for each in sentences(text)]
        came = max((at for at, each in enumerate(told) if mark(each) in arrivals), default=-1)
        yield from (each for each in told[came + 1 :] if mark(each) not in self._asked)

    def _is_in(self, name: str, played: frozenset[str]) -> bool:
        return bool(self._lexicon.content(tokens(name)) & played)


def _kin(one: str, other: str) -> bool:
    """Whether two words share a stem: "fidèle" and "fidélité", "stubborn" and "stubbornly"."""
    size = max(5, min(len(one), len(other)) - 2)
    return len(one) >= 5 and len(other) >= 5 and singular(one)[:size] == singular(other)[:size]
