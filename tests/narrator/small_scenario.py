"""A yard and a cellar, with one of everything that the offline narrator has to rule on, and two people to play."""

import tomllib
from pathlib import Path

from engine.core.commands import NewGame
from engine.core.decide import new_game
from engine.core.evolve import fold
from engine.core.legal import legal
from engine.core.sheet import Variant
from engine.core.state import Game
from engine.core.view import view
from engine.ruling import Accepted
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.proposals import Proposal
from narrator.scenario import Cast, Language, Scenario

HERE = Path(__file__).parent

SCENARIO = Scenario.model_validate(tomllib.loads((HERE / "small_scenario.toml").read_text(encoding="utf-8")))

CHARACTERS = Cast.model_validate(tomllib.loads((HERE / "small_characters.toml").read_text(encoding="utf-8"))).characters


def game(*who: str) -> Game:
    """A game in the yard, with these characters or Mara alone."""
    sheets = tuple(each.sheet() for each in CHARACTERS if each.id in (who or ("mara",)))
    begun = new_game(NewGame(Variant.BLOCKBUSTER, "1", SCENARIO.story(), sheets))
    assert isinstance(begun, Accepted)
    return fold(begun.events)


def narrator(language: Language = "fr", seed: str = "1") -> OfflineNarrator:
    """The offline narrator of the yard."""
    return OfflineNarrator(SCENARIO, CHARACTERS, language, seed)


def propose(text: str, now: Game, language: Language = "fr", recent: tuple[str, ...] = (), turn: int = 1) -> Proposal:
    """What is proposed for a line, at a moment."""
    return narrator(language).propose(text, Moment(view(now), turn, recent), legal(now))
