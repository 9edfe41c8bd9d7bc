"""A campaign from its file, or a new one: the session, and the content that gives its ids their names."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.core.commands import NewGame
from engine.core.decide import new_game
from engine.core.sheet import Variant
from engine.core.state import Game
from engine.core.view import all_visible
from engine.ruling import Refused
from narrator.memory.noting import Chronicle
from narrator.offline import OfflineNarrator
from narrator.port import Narrator
from narrator.scenario import CharacterData, Language, Scenario
from table.record import SaveDamaged, SaveWordless
from table.session import Happened, Session
from table.store import Header, Store


class Content(BaseModel):
    """The scenario and the characters of one campaign, kept whole in its save."""

    # Built when first read: the first question of the menu does not wait for it.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    scenario: Scenario
    characters: tuple[CharacterData, ...]


class Narrates(Protocol):
    """Makes the narrator of a campaign. `seed` fixes its choice of words; with `retells` it tells in this language what
    was played in the other one."""

    def __call__(self, content: Content, language: Language, seed: str, *, retells: bool = False) -> Narrator: ...


def offline(content: Content, language: Language, seed: str, *, retells: bool = False) -> OfflineNarrator:
    """The narrator without a model."""
    return OfflineNarrator(content.scenario, content.characters, language, seed, retells=retells)


@dataclass(frozen=True, slots=True)
class Campaign:
    """What a front end plays: turns through `session`, names through `content`; `narrates` makes it another
    narrator."""

    session: Session
    content: Content
    narration: Language
    narrates: Narrates = offline

    def narrator(self, language: Language) -> Narrator:
        """One that tells this campaign in a language, its own or the other."""
        return self.narrates(self.content, language, self.session.game.seed, retells=language != self.narration)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is chosen before play; without a seed one is drawn."""

    content: Content
    variant: Variant
    narration: Language
    seed: int | None = None


def begin(file: Path, setup: Setup, narrates: Narrates = offline) -> tuple[Campaign, Happened]:
    """Make a new campaign's save; the first turn is the opening, ready to be told. Raises SaveError."""
    content = setup.content
    seed = secrets.randbelow(1 << 32) if setup.seed is None else setup.seed
    command = NewGame(
        setup.variant, str(seed), content.scenario.story(), tuple(each.sheet() for each in content.characters)
    )
    decided = new_game(command)
    if isinstance(decided, Refused):
        raise ValueError(decided.sentence)
    header = Header(content.scenario.id, content.model_dump_json(by_alias=True, exclude_defaults=True), setup.narration)
    store = Store.create(file, header, command, decided.events)
    begun = _campaign(store, content, setup.narration, str(seed), narrates)
    return begun, Happened(next(store.back()).id, 0, all_visible(decided.events))


def resume(file: Path, narrates: Narrates = offline) -> Campaign:
    """Open a campaign where it stands. Raises SaveError."""
    return _standing(Store.open(file), narrates)


def look_at(file: Path, narrates: Narrates = offline) -> Campaign:
    """A campaign as it stands on the disk, also while somebody plays it; nothing reaches its file. Raises SaveError."""
    return _standing(Store.read(file), narrates)


def _standing(store: Store, narrates: Narrates) -> Campaign:
    file = store.file
    try:
        header = store.header
        if not header.content:
            raise SaveWordless(file)
        content = Content.model_validate_json(header.content)
        game = store.load()
        if not _is_of(content, game):
            raise SaveDamaged(file, "its adventure is not that of its first turn")
        return _campaign(store, content, "fr" if header.narration == "fr" else "en", game.seed, narrates)
    except ValidationError as error:
        store.close()
        raise SaveDamaged(file, "its adventure cannot be read") from error
    except BaseException:
        store.close()
        raise


def _is_of(content: Content, game: Game) -> bool:
    """Whether the words are those of the game: the same story, and somebody to name for each character."""
    return content.scenario.story() == game.story and [each.id for each in content.characters] == [
        each.id for each in game.characters
    ]


def _campaign(store: Store, content: Content, narration: Language, seed: str, narrates: Narrates) -> Campaign:
    chronicle = Chronicle(content.scenario, content.characters, narration)
    return Campaign(Session(store, narrates(content, narration, seed), chronicle), content, narration, narrates)
