"""What is the same for every evening of a plan, made once for all the games that a worker plays."""

from dataclasses import dataclass
from functools import cached_property

from engine.core.commands import NewGame
from engine.core.sheet import Character
from engine.story import Story
from narrator.briefing import Briefing
from narrator.guard import Guard
from narrator.memory.noting import Chronicle
from narrator.offline import OfflineNarrator
from narrator.reading import Reader
from narrator.reading.lexicon import lexicon
from narrator.scenario import CharacterData, Language, Scenario
from table.campaign import Content
from table.playtest.narrators.hostility import Words
from table.playtest.plan import Plan
from table.playtest.secrets import Secrets
from table.store import Header


@dataclass
class Adventure:
    """An adventure ready to be played again and again in one language."""

    content: Content
    language: Language

    @property
    def scenario(self) -> Scenario:
        """What is played."""
        return self.content.scenario

    @property
    def characters(self) -> tuple[CharacterData, ...]:
        """Who plays."""
        return self.content.characters

    def begun(self, plan: Plan, number: int) -> NewGame:
        """The first command of a game of the plan."""
        return NewGame(plan.variant, plan.seed_of(number), self._story, self._cast)

    def offline(self, seed: str) -> OfflineNarrator:
        """The narrator without a model, for one game."""
        return OfflineNarrator(self.scenario, self.characters, self.language, seed, reader=self._reader)

    @property
    def header(self) -> Header:
        """The settings of a campaign in memory: its words would be sealed anew at every turn, and nobody reads them."""
        return Header(self.scenario.id, "", self.language)

    @cached_property
    def words(self) -> str:
        """The content that a save of it needs."""
        return self.content.model_dump_json(by_alias=True, exclude_defaults=True)

    @cached_property
    def chronicle(self) -> Chronicle:
        """Who notes what is to be remembered; it remembers nothing itself."""
        return Chronicle(self.scenario, self.characters, self.language)

    @cached_property
    def secrets(self) -> Secrets:
        """What players must not be told too soon."""
        return Secrets.of(self.scenario, self.language)

    @cached_property
    def guard(self) -> Guard:
        """Who watches over the prose of a model."""
        return Guard(self.scenario, self.characters, self.language)

    @cached_property
    def briefing(self) -> Briefing:
        """What a model is told."""
        return Briefing(self.scenario, self.characters, self.language)

    @cached_property
    def hostile_words(self) -> Words:
        """What a hostile mind has to say of it."""
        return Words.of(self.scenario, self.language)

    @cached_property
    def _story(self) -> Story:
        return self.scenario.story()

    @cached_property
    def _cast(self) -> tuple[Character, ...]:
        return tuple(each.sheet() for each in self.characters)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.scenario, self.characters, self.language, lexicon(self.language))


_made: list[Adventure] = []


def adventure_of(plan: Plan) -> Adventure:
    """The adventure of a plan: the one made last where it is the same."""
    content = plan.what
    assert isinstance(content, Content)
    told = [each for each in _made if each.language == plan.language]
    # Each chunk of games brings its own copy of the plan: compared once, known after that.
    found = next((each for each in told if each.content is content or each.content == content), None)
    if found is None:
        # One at a time: a worker plays one plan, and an adventure's words are many.
        _made[:] = [found := Adventure(content, plan.language)]
    found.content = content
    return found
