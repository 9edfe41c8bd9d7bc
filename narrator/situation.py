"""Where and when a model is asked: the adventure, who plays, what is seen, what is legal, in which language."""

from dataclasses import dataclass

from engine.core.legal import Options
from engine.core.view import View
from narrator.port import Moment
from narrator.scenario import CharacterData, Language, Scenario, Scene


@dataclass(frozen=True, slots=True)
class Situation:
    """All that tools, prompts and the guard are made from; of the adventure they take what a player may see."""

    scenario: Scenario
    characters: tuple[CharacterData, ...]
    language: Language
    moment: Moment
    options: Options

    @property
    def view(self) -> View:
        """The game from the players' seat."""
        return self.moment.view

    @property
    def scene(self) -> Scene:
        """Where play is."""
        return next(each for each in self.scenario.scenes if each.id == self.view.scene)
