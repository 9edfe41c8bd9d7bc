"""What follows from one command, event by event, each folded into the game as it happens."""

from engine.core.events import Event
from engine.core.evolve import evolve
from engine.core.foes import Adversary, AdversaryId
from engine.core.sheet import Character, CharacterId
from engine.core.state import Game
from engine.dice import Dice
from engine.finding import with_id


class Unfolding:
    """The rules write here while a command is decided. `decide` throws it away if the command is refused."""

    def __init__(self, game: Game, dice: Dice) -> None:
        self.game = game
        self.dice = dice
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """Record an event and fold it, so that what follows sees it."""
        self.events.append(event)
        self.game = evolve(self.game, event)

    def throw(self, count: int, sides: int) -> tuple[int, ...]:
        """Faces of the next `count` dice. The event that carries them moves the draw number on."""
        first = self.game.draws
        return tuple([self.dice.face(draw, sides) for draw in range(first, first + count)])

    def pc(self, wanted: CharacterId) -> Character:
        """A PC known to be in the game, as things stand."""
        found = with_id(self.game.characters, wanted)
        assert found is not None
        return found

    def npc(self, wanted: AdversaryId) -> Adversary:
        """An adversary known to be in the game, as things stand."""
        found = with_id(self.game.adversaries, wanted)
        assert found is not None
        return found
