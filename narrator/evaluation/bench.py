"""A narrator set up to be measured: the minds that it asks overheard, its calls kept, its seats sure."""

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from narrator.exchange import Ill, Message, Mind, Reply, Tool, Trouble
from narrator.money import Entry, Span
from narrator.port import Narrator
from narrator.scenario import CharacterData, Language, Scenario
from narrator.scorecard import Scorecard

Clock = Callable[[], float]
"""Seconds, from any moment on."""


@dataclass(slots=True)
class Overheard:
    """Meets `narrator.exchange.Mind` for another one, and notes what it is asked and how long it is waited for."""

    mind: Mind
    clock: Clock
    name: str = field(init=False)
    room: int = field(init=False)
    calls: int = 0
    waited: float = 0.0
    """Seconds in the other mind, and in noting what it is asked."""
    spent: bool = False
    """Whether a ceiling that is not of one turn stopped a call: what comes after is no longer the model's."""
    heard: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self.name, self.room = self.mind.name, self.mind.room

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        """Ask the other one, the time that it takes counted. Raises Trouble."""
        begun = self.clock()
        self._note(messages, tools)
        try:
            return self.mind.ask(messages, tools)
        except Trouble as trouble:
            self.spent |= _ends(trouble)
            raise
        finally:
            self.waited += self.clock() - begun

    def tell(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        """Let the other one tell; only the time before each piece is counted. Raises Trouble, also in the middle."""
        begun = self.clock()
        self._note(messages, ())
        with closing(self.mind.tell(messages)) as pieces:
            while True:
                try:
                    piece = next(pieces, None)
                except Trouble as trouble:
                    self.spent |= _ends(trouble)
                    raise
                finally:
                    self.waited += self.clock() - begun
                if piece is None:
                    return
                yield piece
                begun = self.clock()

    def _note(self, messages: Sequence[Message], tools: Sequence[Tool]) -> None:
        self.calls += 1
        said = (each.text for each in messages)
        called = (each.call.arguments for each in messages if each.call)
        offered = (f"{each.name} {each.purpose} {json.dumps(each.schema, ensure_ascii=False)}" for each in tools)
        self.heard.extend((*said, *called, *offered))


def _ends(trouble: Trouble) -> bool:
    return trouble.ill is Ill.SPENT and trouble.slots.get("span") is not Span.TURN


class Unjudged(Scorecard):
    """The card of a seat that nobody is sent from: a model is measured to the end, however it does."""

    @property
    def falls_short(self) -> bool:
        """Never."""
        return False


@dataclass(frozen=True, slots=True)
class Bench:
    """A narrator with what counts it: the minds that it asks, overheard, the cards of who decides and who tells, and
    the calls that were made. One that asks nobody has none of them."""

    narrator: Narrator
    minds: tuple[Overheard, ...] = ()
    deciding: Scorecard | None = None
    telling: Scorecard | None = None
    entries: list[Entry] = field(default_factory=list[Entry])


Maker = Callable[[Scenario, tuple[CharacterData, ...], Language], Bench]
"""Makes the narrator of one situation, in one language; the scenario is the one with canaries."""
