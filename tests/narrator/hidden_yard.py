"""The yard with two secrets, one for whoever looks and one that is rolled for; canaries in all that is hidden."""

from engine.core.commands import AcceptOutcome, BringAdversary, Command, NewGame, RollCheck, StartConflict
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve_all, fold
from engine.core.foes import AdversaryId, Arrival, Flaw, FlawId, FlawKind, Profile, ProfileId
from engine.core.legal import legal
from engine.core.sheet import Character, Variant
from engine.core.state import Game
from engine.core.view import view
from engine.dice import GivenDice
from engine.ruling import Accepted
from narrator.canaries import plant
from narrator.port import Moment
from narrator.proposals import CheckProposal
from narrator.scenario import Language, Scenario
from narrator.situation import Situation
from tests.narrator.small_scenario import CHARACTERS, SCENARIO

_SECRETS = ("key_found", "guard_away")


def _with_secrets(scenario: Scenario) -> Scenario:
    data = scenario.model_dump(by_alias=True)
    for fact in data["fact"]:
        fact["secret"] = fact["id"] in _SECRETS
    return Scenario.model_validate(data)


PLANTED = plant(_with_secrets(SCENARIO))
YARD = PLANTED.scenario
KEY, GUARD_AWAY = (PLANTED.renamed[each] for each in _SECRETS)

BRUTE = Arrival(
    AdversaryId("brute"),
    Profile(
        ProfileId("brute"),
        "le brute",
        2,
        5,
        3,
        flaws=(Flaw(FlawId("pride"), "on rit de lui", FlawKind.LOWER_THREAT, 1),),
    ),
)


def begun(*who: str) -> Game:
    """A game in the yard, with these characters or Mara alone."""
    return played_by(*(each.sheet() for each in CHARACTERS if each.id in (who or ("mara",))))


def played_by(*sheets: Character) -> Game:
    """A game in the yard, with whoever has these sheets."""
    answer = new_game(NewGame(Variant.BLOCKBUSTER, "1", YARD.story(), sheets))
    assert isinstance(answer, Accepted)
    return fold(answer.events)


def after(game: Game, *commands: Command, dice: tuple[int, ...] = ()) -> Game:
    """The game once these commands are done; the dice are the last one's."""
    for command in commands:
        answer = decide(game, command, GivenDice(*(dice if command is commands[-1] else ())))
        assert isinstance(answer, Accepted), f"{command!r}: {answer}"
        game = evolve_all(game, answer.events)
    return game


def settled(game: Game, proposal: CheckProposal, *dice: int) -> Game:
    """The game once a check is announced, rolled and accepted."""
    rolled = after(game, proposal.command(), RollCheck(), dice=dice)
    return rolled if rolled.pending is None else after(rolled, AcceptOutcome())


def in_a_fight(game: Game | None = None) -> Game:
    """The yard with the brute in it, and a conflict under way."""
    return after(game or begun(), BringAdversary(BRUTE), StartConflict())


def situation(game: Game, language: Language = "fr", recent: tuple[str, ...] = ()) -> Situation:
    """A game as a model is asked about it."""
    return Situation(YARD, CHARACTERS, language, Moment(view(game), 1, recent), legal(game))
