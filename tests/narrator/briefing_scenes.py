"""Moments of Low Water in which a model is asked: the first one, and one late in a long campaign."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from engine.core.check import ComplicationKind, StakeId
from engine.core.commands import AcceptOutcome, Command, NewGame, RollCheck
from engine.core.decide import decide, new_game
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.foes import Hold, Looming, Manoeuvred
from engine.core.legal import legal
from engine.core.sheet import CharacterId, Tier, Variant, Wound, WoundId
from engine.core.state import Game, Trouble
from engine.core.view import all_visible, view
from engine.dice import GivenDice
from engine.ruling import Accepted
from engine.story import Progress, SceneId
from narrator import prompting
from narrator.briefing import Briefing
from narrator.exchange import Message
from narrator.fitting import tokens
from narrator.memory import Exchange, Memory, Note, NoteKind
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.proposals import ProposeCheck
from narrator.scenario import Language, Scenario
from narrator.situation import Situation
from tests.every_event import A_BOSS, A_GUARD, A_PILOT, A_TIDE, BELL, SOME_WOLVES

GOLDENS = Path(__file__).parent / "briefings"
LANGUAGES: tuple[Language, ...] = ("fr", "en")
SCENARIO = prompting.scenario("low_tide")
AKIKO = CharacterId("akiko")
CAST = tuple(each for each in prompting.characters() if each.id == AKIKO)
ROOM, LITTLE_ROOM = 6_000, 2_000

STEALS = {"fr": "je pique le jeton de Joris pendant qu'il boit", "en": "I lift Joris's fob while he drinks"}


def begun(scenario: Scenario = SCENARIO) -> Game:
    """The first scene, with Akiko."""
    ruled = new_game(NewGame(Variant.BLOCKBUSTER, "1", scenario.story(), tuple(each.sheet() for each in CAST)))
    assert isinstance(ruled, Accepted)
    return fold(ruled.events)


def late(scenario: Scenario = SCENARIO) -> Game:
    """The gatehouse late at night: hurt, half of the story known, guards about, a theme left out."""
    game = begun(scenario)
    known = ("pass", "order_found", "idriss_free", "crossed", "okafor_home", "okafor_doomed")
    facts = tuple(each.id for each in game.story.facts if each.id.split("_", 1)[-1] in known or each.id in known)
    [akiko] = game.characters
    wound = Wound(WoundId("wound-1"), "la cheville tournée", Tier.WOUNDED)
    held = tuple(
        replace(each, resource=replace(each.resource, die=0)) if each.resource else each for each in akiko.items
    )
    guard = replace(A_GUARD, health=2, holds=(Hold(Manoeuvred.TOPPLED, 1),), known=(BELL.id,))
    return replace(
        game,
        in_conflict=True,
        allies=(A_PILOT,),
        calamities=(Looming(A_TIDE),),
        progress=Progress(SceneId("mole"), facts, ((game.story.clocks[0].id, 4),)),
        characters=(replace(akiko, health=5, stress=4, wounds=(wound,), items=held),),
        visited=tuple(each.id for each in game.story.scenes[:8]),
        tried=(StakeId("dry_dog:joris:lift_pass"), StakeId("mole:place:swim")),
        troubles=(Trouble(ComplicationKind.NOISE, "La chaîne a sonné contre la pierre."),),
        adversaries=(guard, replace(A_BOSS, health=0), SOME_WOLVES),
        avoided=("les araignées",),
    )


def memory(turns: int) -> Memory:
    """What a campaign of so many turns remembers; turns and notes are alike in length, whatever their number."""
    remembered = Memory()
    for turn in range(turns):
        remembered.heard(Exchange(turn, f"Je longe le quai, {turn:04}.", (f"L'eau clapote, {turn:04}.",) * 3))
        remembered.add(Note(NoteKind.CANON, f"Le vieux Marek répare la barque {turn:04} au môle.", turn, ("Marek",)))
        remembered.add(Note(NoteKind.RECAP, f"Le quai {turn:04} est derrière vous, la nuit avance.", turn))
    return remembered


def a_night(language: Language) -> Memory:
    """What is remembered late in an evening."""
    remembered = Memory()
    for note in _NOTES[language]:
        remembered.add(note)
    for exchange in _TURNS[language]:
        remembered.heard(exchange)
    return remembered


_NOTES: dict[Language, tuple[Note, ...]] = {
    "fr": (
        Note(NoteKind.PIN, "Joris doit un service à Akiko.", 3),
        Note(
            NoteKind.CANON, "Marek, le ferrailleur du môle, a perdu un œil à la dernière grande marée.", 41, ("Marek",)
        ),
        Note(NoteKind.CANON, "Marek renseigne Corvane pour garder sa barque.", 41, ("Marek", "Corvane"), secret=True),
        Note(NoteKind.CANON, "L'horloge de l'église est arrêtée sur midi.", 52, ("église",)),
        Note(NoteKind.RECAP, "Akiko a pris son jeton à Joris et gagné le quai sans être suivie.", 60),
        Note(NoteKind.RECAP, "L'ordre est trouvé, Idriss est libre et parti par les toits.", 118),
    ),
    "en": (
        Note(NoteKind.PIN, "Joris owes Akiko a favour.", 3),
        Note(NoteKind.CANON, "Marek, the scrap man of the mole, lost an eye at the last spring tide.", 41, ("Marek",)),
        Note(NoteKind.CANON, "Marek informs for Corvane to keep his boat.", 41, ("Marek", "Corvane"), secret=True),
        Note(NoteKind.CANON, "The church clock has stopped at noon.", 52, ("church",)),
        Note(NoteKind.RECAP, "Akiko took Joris's fob and reached the quay without being followed.", 60),
        Note(NoteKind.RECAP, "The order is found, Idriss is free and gone over the roofs.", 118),
    ),
}
_TURNS: dict[Language, tuple[Exchange, ...]] = {
    "fr": (
        Exchange(
            151, "je monte les marches", ("Les algues cèdent sous la semelle.", "En haut, une lampe balaie la pierre.")
        ),
        Exchange(152, "", ("La sirène du môle donne son appel de la demi-heure.",)),
        Exchange(
            153, "je me cache derrière la grue", ("La chaîne a sonné contre la pierre.", "Un garde tourne la tête.")
        ),
    ),
    "en": (
        Exchange(151, "I climb the steps", ("The weed gives under the sole.", "At the top, a lamp sweeps the stone.")),
        Exchange(152, "", ("The siren on the mole gives its half-hour call.",)),
        Exchange(153, "I hide behind the crane", ("The chain rang against the stone.", "A guard turns his head.")),
    ),
}


def situation(game: Game, language: Language, turn: int = 0, remembered: Memory | None = None) -> Situation:
    """A game as a model is asked about it."""
    lately = ("La marée claque contre la pierre du môle.", "Au large, la marée claque contre la digue.")
    moment = Moment(view(game), turn, lately if turn else (), remembered or Memory())
    return Situation(SCENARIO, CAST, language, moment, legal(game))


@dataclass(frozen=True, slots=True)
class Played:
    """A check of the first scene in one language: on the table, then rolled."""

    announced: Game
    settled: Game
    events: tuple[Event, ...]


@cache
def stolen(language: Language, dice: tuple[int, ...] = (1, 2, 2, 3, 1)) -> Played:
    """Akiko lifts the fob, and Joris notices: the dice are given."""
    game = begun()
    proposed = OfflineNarrator(SCENARIO, CAST, language).propose(STEALS[language], Moment(view(game), 1), legal(game))
    assert isinstance(proposed, ProposeCheck)
    announced, _ = done(game, proposed.command())
    rolled, fell = done(announced, RollCheck(), dice)
    if rolled.pending is None:
        return Played(announced, rolled, fell)
    settled, then = done(rolled, AcceptOutcome())
    return Played(announced, settled, (*fell, *then))


def done(game: Game, command: Command, dice: Sequence[int] = ()) -> tuple[Game, tuple[Event, ...]]:
    """A game after a command, and what a player may know of what happened."""
    ruled = decide(game, command, GivenDice(*dice))
    assert isinstance(ruled, Accepted), ruled
    return evolve_all(game, ruled.events), all_visible(ruled.events)


def briefing(language: Language) -> Briefing:
    """The briefings of this campaign."""
    return Briefing(SCENARIO, CAST, language)


def rendered(messages: Sequence[Message]) -> str:
    """Messages as a referee reads them."""
    texts = [f"=== {each.role}, {tokens(each.text)} tokens\n\n{each.text}\n" for each in messages]
    return "\n".join(texts)
