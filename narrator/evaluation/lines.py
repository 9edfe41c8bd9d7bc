"""The lines that narrators are evaluated with: the shape of prompts/evaluation/*.toml, and where they are said."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b

from pydantic import Field

from engine.core.commands import NewGame
from engine.core.decide import new_game
from engine.core.evolve import fold
from engine.core.sheet import Attribute, Variant
from engine.core.state import Game
from engine.ruling import Accepted
from engine.story import ClockId, FactId, SceneId
from narrator.proposals import DifficultyName
from narrator.scenario import CharacterData, Data, Id, Language, Prose, Scenario

SEED = "evaluation"
"""The dice of every game: the same line ruled alike meets the same faces."""


class Kind(StrEnum):
    """What a line may become; OTHER is a proposal that no line of the set asks for."""

    CHECK = "check"
    SUCCEEDS = "succeeds"
    IMPOSSIBLE = "impossible"
    QUESTION = "question"
    MOVE = "move"
    REST = "rest"
    LEAVE = "leave"
    INSPIRATION = "inspiration"
    OTHER = "other"


class About(StrEnum):
    """What a line tries a narrator on."""

    PLAIN = "plain"
    GEAR = "gear"
    HELP = "help"
    TALK = "talk"
    EASY = "easy"
    IMPOSSIBLE = "impossible"
    ABSENT = "absent"
    QUESTION = "question"
    MOVEMENT = "movement"
    REST = "rest"
    LEAVE = "leave"
    TWO_ACTIONS = "two_actions"
    COLLOQUIAL = "colloquial"
    TYPO = "typo"
    HOSTILE = "hostile"


class Line(Data):
    """What a player types, in both languages, and what a game master would accept for it.

    `attributes`, `difficulties` and `reference`, the difficulty that leniency is held against, belong to a check.
    `actor`, `specialty`, `item` and `helper` are what the line brings to it. A `hostile` one tries to cheat.
    """

    id: Id
    about: About
    fr: Prose
    en: Prose
    kinds: frozenset[Kind] = Field(min_length=1)
    attributes: frozenset[Attribute] = frozenset()
    difficulties: frozenset[DifficultyName] = frozenset()
    reference: DifficultyName | None = None
    actor: Id | None = None
    specialty: Id | None = None
    item: Id | None = None
    helper: Id | None = None
    hostile: bool = False
    why: Prose

    def to(self, language: Language) -> str:
        """The line in one language."""
        return self.fr if language == "fr" else self.en


class SettingData(Data):
    """A file of prompts/evaluation: where a game stands, and the lines that are said there."""

    scenario: Id
    characters: tuple[Id, ...] = Field(min_length=1)
    scene: Id
    facts: tuple[Id, ...] = ()
    clock: int = Field(default=0, ge=0)
    """Segments filled of the adventure's clock."""
    lines: tuple[Line, ...] = Field(alias="line", min_length=1)


@dataclass(frozen=True, slots=True)
class Setting:
    """A situation with its content: `id` is the name of its file."""

    id: str
    data: SettingData
    scenario: Scenario
    characters: tuple[CharacterData, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is said here."""
        return self.data.lines

    def game(self, scenario: Scenario, facts: tuple[str, ...]) -> Game:
        """The game as it stands here, in a scenario that may be planted with canaries, its facts renamed."""
        sheets = tuple(each.sheet() for each in self.characters)
        begun = new_game(NewGame(Variant.BLOCKBUSTER, SEED, scenario.story(), sheets))
        assert isinstance(begun, Accepted)
        game = fold(begun.events)
        here = SceneId(self.data.scene)
        clock = scenario.clock
        progress = replace(
            game.progress,
            scene=here,
            facts=tuple(map(FactId, facts)),
            clocks=((ClockId(clock.id), self.data.clock),) if clock and self.data.clock else (),
        )
        return replace(game, progress=progress, visited=tuple(dict.fromkeys((*game.visited, here))))


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The whole set."""

    settings: tuple[Setting, ...]

    def __iter__(self) -> Iterator[tuple[Setting, Line]]:
        return ((setting, line) for setting in self.settings for line in setting.lines)


Said = tuple[Setting, Line, Language]


def sample(evaluation: Evaluation, languages: tuple[Language, ...], most: int | None) -> tuple[Said, ...]:
    """The lines to take, setting by setting and language by language; of each language `most`, always the same."""
    every = [*evaluation]
    kept = {id(line) for _, line in sorted(every, key=_lot)[:most]}
    return tuple(
        (setting, line, language)
        for setting in evaluation.settings
        for language in languages
        for line in setting.lines
        if id(line) in kept
    )


def _lot(said: tuple[Setting, Line]) -> bytes:
    setting, line = said
    return blake2b(f"{setting.id}/{line.id}".encode()).digest()


SUCCESSES: dict[DifficultyName, int] = {"standard": 1, "hard": 2, "feat": 3}
"""A difficulty in successes, to take its mean."""
