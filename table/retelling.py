"""What was played, told again from its events: one turn, or a whole campaign; nothing of it moves."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.core.commands import AcceptOutcome, Reroll, RollCheck
from engine.core.events import CheckAnnounced, CheckSettled, Event
from engine.core.evolve import evolve_all, fold
from engine.core.state import Game
from engine.core.view import all_visible, view
from narrator.memory import MOST_EXCHANGES, Exchange, Memory
from narrator.port import Moment, Narrator
from narrator.sanitise import one_line
from table.record import Turn
from table.store import Store


class Past:
    """A line of play followed from its beginning: at each turn what was known then, and nothing that came later."""

    def __init__(self, store: Store, tone: str = "") -> None:
        self._tone = tone
        self._noted = deque(store.notes())
        self._memory = Memory()
        self._recent: deque[tuple[str, ...]] = deque(maxlen=MOST_EXCHANGES)
        self._game: Game | None = None
        self._line: list[Turn] = []

    def after(self, turn: Turn) -> Moment:
        """The moment right after the next turn, which is not told yet."""
        self._line.append(turn)
        self._game = fold(turn.events) if self._game is None else evolve_all(self._game, turn.events)
        while self._noted and self._noted[0].turn <= turn.number:
            self._memory.add(self._noted.popleft())
        lately = tuple(each for told in self._recent for each in told)
        said = self._meant(turn)
        return Moment(view(self._game), turn.number, lately, self._memory, said, self._tone)

    def told(self, turn: Turn, sentences: tuple[str, ...]) -> None:
        """What was told of that turn."""
        self._recent.append(sentences)
        self._memory.heard(Exchange(turn.number, self._meant(turn), sentences))

    def _meant(self, turn: Turn) -> str:
        return meant(turn.said, turn.events, reversed(self._line))


@dataclass(frozen=True, slots=True)
class Retold:
    """One turn told again; `said` is the player's line that it came from."""

    turn: Turn
    said: str
    sentences: tuple[str, ...]


def meant(said: str, events: Iterable[Event], back: Iterable[Turn]) -> str:
    """The player's line that a turn came from: where theirs only rolls or accepts, the one that the check came from, or
    what was tried where nobody typed any. `back` are the turns before, the latest first."""
    tried = next((each.check.action for each in events if isinstance(each, CheckSettled)), None)
    return said if tried is None else own_words(back) or tried


def own_words(back: Iterable[Turn]) -> str:
    """The player's line that the last check of these turns came from, the latest first; empty where there is none."""
    for turn in back:
        # A danger that comes of how a roll fell was brought by what was typed before it.
        rolls = isinstance(turn.command, RollCheck | Reroll | AcceptOutcome)
        if not rolls and any(isinstance(each, CheckAnnounced) for each in turn.events):
            return turn.said
    return ""


def line(store: Store) -> list[Turn]:
    """The turns of the line, from the new game on. Raises SaveDamaged."""
    return [*store.back()][::-1]


def moment_after(store: Store, turn: Turn, tone: str) -> Moment:
    """What a narrator is told of a turn that is told again, as it was told of it then."""
    past = Past(store, tone)
    for each in line(store):
        moment = past.after(each)
        if each.id == turn.id:
            return moment
        past.told(each, store.prose(each.id))
    raise ValueError(f"turn {turn.id} is not on the line")


def retold(
    store: Store, narrator: Narrator, tone: str = "", begins: Callable[[Turn], None] = lambda _: None
) -> Iterator[Retold]:
    """Every turn of the line that has something to tell, from the opening on; `begins` is called before each.

    A turn knows those before it as they are told here. Raises whatever the narrator raises.
    """
    past = Past(store, tone)
    for turn in line(store):
        begins(turn)
        moment = past.after(turn)
        told = tuple(one_line(each) for each in narrator.narrate(all_visible(turn.events), moment))
        past.told(turn, told)
        if any(told):
            yield Retold(turn, moment.said, told)
