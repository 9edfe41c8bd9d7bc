"""Where and when a line is ruled, and for whom."""

from dataclasses import dataclass

from engine.core.legal import CheckDomain, Options
from engine.core.sheet import Character
from engine.core.view import View
from engine.story import SceneId
from narrator.reading.lexicon import Lexicon
from narrator.scenario import CharacterData, Feature, ItemData, Language, Scene
from narrator.telling.grammar import Word, called, word
from narrator.telling.voice import Lately, Voice


@dataclass(frozen=True, slots=True)
class Here:
    """Where and when a line is ruled, and for whom."""

    scene: Scene
    view: View
    options: Options
    lately: Lately
    voice: Voice
    lexicon: Lexicon
    actor: Character
    identity: CharacterData | None
    domain: CheckDomain
    clock: str | None = None

    @property
    def language(self) -> Language:
        """The language that is spoken."""
        return self.voice.language

    @staticmethod
    def scene_id(scene: str) -> SceneId:
        """An author's scene as the engine names it."""
        return SceneId(scene)

    def items(self) -> tuple[ItemData, ...]:
        """The actor's items as they are still held, with their names."""
        held = {each.id for each in self.actor.items}
        return tuple(each for each in self.identity.items if each.id in held) if self.identity else ()

    def item(self, wanted: str | None) -> ItemData | None:
        """One of them, or None."""
        return next((each for each in self.items() if each.id == wanted), None)

    def words(self, feature: Feature | None = None, gear: ItemData | None = None) -> dict[str, Word]:
        """The names that phrases may need."""
        named = {"place": word(self.scene.name, self.language), "who": Word(self.actor.name)}
        if feature is not None:
            named |= called(feature.name, self.language, feature.person)
        if gear is not None:
            named["gear"] = word(gear.name, self.language)
        return named
