"""What is played: the same for every game of a playtest but its number."""

from dataclasses import dataclass
from random import Random

from engine.core.sheet import Variant
from narrator.scenario import Language
from table.campaign import Content
from table.playtest.encounter import Encounter


@dataclass(frozen=True, slots=True)
class Mock:
    """Who narrates: "steady" (the offline narrator), "scripted" (recorded proposals from `file`), "hostile", which
    proposes nonsense at `rate`, 0 to 1, of its turns, or "model", the real ones at the addresses in `file`, those
    without a provider at `url`."""

    kind: str = "steady"
    rate: float = 0.0
    file: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A playtest: a fight by itself or an adventure, who plays it, who narrates, and the seed of it all. `players` are
    the policies of the PCs in their order, begun again where there are more PCs. `asked` is how `what` was named on the
    command line, word by word: what is typed to play it again."""

    what: Encounter | Content
    variant: Variant
    players: tuple[str, ...]
    seed: str
    narrator: Mock = Mock()
    language: Language = "en"
    asked: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What is played, in one word."""
        return self.what.name if isinstance(self.what, Encounter) else self.what.scenario.id

    def seed_of(self, number: int) -> str:
        """The seed of one game's dice."""
        return f"{self.seed}/{number}"

    def luck_of(self, number: int) -> Random:
        """What bots and mocks choose by in one game: never the dice's own."""
        return Random(f"{self.seed_of(number)}/luck")
