"""A whole campaign told again from its events, in a language and by a narrator of one's choice; nothing is written."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.core.evolve import evolve_all, fold
from engine.core.state import Game
from engine.core.view import all_visible, view
from narrator.memory import Exchange, Memory
from narrator.port import Moment, Narrator
from narrator.sanitise import one_line
from table.record import Turn
from table.session import REMEMBERED
from table.store import Store


@dataclass(frozen=True, slots=True)
class Retold:
    """One turn told again: `said` is what the player had typed, in their own language."""

    turn: Turn
    sentences: tuple[str, ...]


def retold(store: Store, narrator: Narrator, tone: str = "") -> Iterator[Retold]:
    """Every turn of the line that has something to tell, from the opening on.

    What is remembered is what is told here, so that a turn knows those before it as they now are. Raises whatever the
    narrator raises.
    """
    game: Game | None = None
    recent: deque[tuple[str, ...]] = deque(maxlen=REMEMBERED)
    memory = Memory()
    noted = deque(store.notes())
    for turn in reversed([*store.back()]):
        game = fold(turn.events) if game is None else evolve_all(game, turn.events)
        # No turn knows what comes after it.
        while noted and noted[0].turn <= turn.number:
            memory.add(noted.popleft())
        lately = tuple(each for told in recent for each in told)
        moment = Moment(view(game), turn.number, lately, memory, turn.said, tone)
        told = tuple(one_line(each) for each in narrator.narrate(all_visible(turn.events), moment))
        recent.append(told)
        memory.heard(Exchange(turn.number, turn.said, told))
        if any(told):
            yield Retold(turn, told)
