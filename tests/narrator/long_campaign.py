"""A campaign of any length, on the real engine and a save in memory: anything that is legal, and much to remember.

At turn 3 a fact is pinned; at turn 40 Joris, who came one turn before, drowns. After that nobody speaks of either.
"""

import random
from collections.abc import Iterator
from functools import cache

from engine.core.commands import AcceptOutcome, BringAdversary, Command, EnterScene, RollCheck, SendAway
from engine.core.decide import new_game
from engine.core.evolve import fold
from engine.core.foes import AdversaryId, Arrival, Profile, ProfileId
from engine.core.legal import legal
from engine.core.view import view
from engine.ruling import Accepted
from narrator.memory import Brief, Exchange, Memory, Note, NoteKind
from narrator.memory.noting import Chronicle
from narrator.scenario import Language
from table.store import Store
from table.turns import Turned, turned
from tests.faults.evening import HEADER, a_game, anything
from tests.narrator.small_scenario import CHARACTERS, SCENARIO

BUDGET = 700
JORIS = AdversaryId("joris")
PINNED: dict[Language, str] = {
    "fr": "La clef d'argent ouvre la crypte de Saint-Elme.",
    "en": "The silver key opens the crypt of Saint Elmo.",
}
HARBOUR: dict[Language, tuple[str, ...]] = {
    "fr": ("grue", "filet", "phare", "douanier", "brume", "tonneau", "corde", "mouette", "lanterne", "marin"),
    "en": ("crane", "net", "lighthouse", "customs", "fog", "barrel", "rope", "gull", "lantern", "sailor"),
}
SCENE = "Mara Joren quay hold inn"
"""The people and the place: what every question has beside the player's line."""


class Campaign:
    """The save, what is remembered of it, and the briefs on the way."""

    def __init__(self, language: Language) -> None:
        command = a_game("a long one")
        begun = new_game(command)
        assert isinstance(begun, Accepted)
        self.store = Store.in_memory(HEADER, command, begun.events)
        self.game = fold(begun.events)
        self.memory = Memory()
        self.briefs: dict[int, Brief] = {}
        self._language: Language = language
        self._chronicle = Chronicle(SCENARIO, CHARACTERS, language)
        self._chance = random.Random(7)

    def play(self, number: int) -> None:
        """One turn, told and remembered."""
        said = " ".join(self._chance.sample(HARBOUR[self._language], 3))
        turn = turned(self.game, self._command(number), None)
        assert isinstance(turn, Turned), turn
        past = (each.events for each in self.store.back())
        noted = (*self._chronicle.notes(turn.events, view(self.game), number, past), *self._told(number, said))
        at = self.store.append(turn.game, said, turn.command, None, turn.events, noted)
        self.store.add_prose(at, (f"Il y a {said} ; turn {number}.",) * 4)
        self.game = turn.game
        for each in noted:
            self.memory.add(each)
        self.memory.heard(Exchange(number, said, self.store.prose(at)))
        self.briefs[number] = self.memory.brief(f"{said} {SCENE}", BUDGET)

    def _command(self, number: int) -> Command:
        if 36 <= number < 39 and self.game.pending is not None:
            return RollCheck() if self.game.pending.roll is None else AcceptOutcome()
        if 36 <= number < 39:
            return next(each for each in legal(self.game).commands if isinstance(each, EnterScene))
        if number == 39:
            return BringAdversary(Arrival(JORIS, Profile(ProfileId("ferryman"), "Joris", 1, 2, 0)))
        if number == 40:
            why = {"fr": "noyé sous le ponton", "en": "drowned below the pier"}
            return SendAway(JORIS, why[self._language])
        return anything(self.game, self._chance.choice)

    def _told(self, number: int, said: str) -> Iterator[Note]:
        if number == 3:
            yield Note(NoteKind.PIN, PINNED[self._language], number)
        if number % 100 == 0:
            yield Note(NoteKind.PIN, f"{said}, {number}", number)
        if number % 5 == 0:
            yield Note(NoteKind.CANON, f"Mara, Joren: {said}, {number}", number, ("quay",))
        if number % 9 == 0:
            yield Note(NoteKind.CANON, f"canary: {said}, {number}", number, ("Joren",), secret=True)


@cache
def campaign(language: Language, turns: int = 1000) -> Campaign:
    """A campaign after so many turns; not to be played on."""
    played = Campaign(language)
    for number in range(1, turns + 1):
        played.play(number)
    return played
