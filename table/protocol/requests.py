"""What may be asked, one model an op: strict, and nothing beside its fields. Every request has an `id` as well."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.core.check import Difficulty
from engine.core.foes import Calamity, Danger, Profile
from engine.core.sheet import Character, Item, Variant
from engine.story import Story

MAX_POOL = 60
MAX_NUMBER = 200
MAX_DICE = 1000
MAX_CHARACTERS = 100

_Path = Annotated[str, Field(min_length=1, max_length=4096, pattern=r"^[^\x00]*$")]
_Faces = Annotated[tuple[int, ...], Field(max_length=MAX_DICE)]
_Number = Annotated[int, Field(ge=0, le=MAX_NUMBER)]


class Request(BaseModel):
    """A request without its id."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Hello(Request):
    """Ask what this engine is: its versions, ops, limits, commands and events. Any time; no game is needed."""

    op: Literal["hello"]


class New(Request):
    """Begin a game; the one before is let go of, and is lost unless it was saved.

    Without a `story`, one sheltered scene called `here` that never ends by itself: enough for fights alone.
    """

    op: Literal["new"]
    characters: Annotated[tuple[Character, ...], Field(max_length=MAX_CHARACTERS)]
    variant: Variant = Variant.BLOCKBUSTER
    seed: str | None = None
    story: Story | None = None


class Legal(Request):
    """Ask what may be asked now: whole commands, and domains where choices combine. Every one is accepted by `do`."""

    op: Literal["legal"]


class Do(Request):
    """Do a command: all that follows from it happens, and is committed before the answer. A refusal changes nothing."""

    op: Literal["do"]
    command: dict[str, Any]
    dice: _Faces | None = None


class Try(Request):
    """Decide a command without doing it: the same answer as `do`, and nothing changes. It is the GM's: see Seats."""

    op: Literal["try"]
    command: dict[str, Any]
    dice: _Faces | None = None


class View(Request):
    """See the game from a player's seat: no secret is in it."""

    op: Literal["view"]


class State(Request):
    """See the whole game, secrets and complications to come with it: the GM's seat, never a player's."""

    op: Literal["state"]


class CheckTerms(BaseModel):
    """A pool against a difficulty. `dice` are rolled, 1 to 60, those of a Coup d'éclat counted."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    dice: Annotated[int, Field(ge=1, le=MAX_POOL)]
    difficulty: Difficulty
    coup: bool = False


class AttackTerms(BaseModel):
    """A blow at an NPC. `dice` are the pool, before cover and a Coup d'éclat; with `health`, what fells it is told."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    dice: Annotated[int, Field(ge=1, le=MAX_POOL)]
    threat: Difficulty
    weapon: _Number
    protection: _Number = 0
    cover: Annotated[int, Field(ge=0, le=3)] = 0
    coup: bool = False
    devastating: bool = False
    health: Annotated[int, Field(ge=1, le=MAX_NUMBER)] | None = None


class Odds(Request):
    """Ask for exact odds: of the announced check, or, without a game, of a `check` or an `attack` in numbers."""

    op: Literal["odds"]
    check: CheckTerms | None = None
    attack: AttackTerms | None = None

    @model_validator(mode="after")
    def _one_at_most(self) -> Self:
        if self.check is not None and self.attack is not None:
            raise ValueError("takes a check or an attack, not both")
        return self


class Undo(Request):
    """Take the last turn back. A die of the seed's stays fallen: the same draw shows the same face again.

    Where dice had fallen, the turn stays in the save on the line that it was played on, and play goes on along another.
    """

    op: Literal["undo"]


class Save(Request):
    """Write the game, with all its turns, to a new file, and play on there: each turn is on the disk before its answer.

    An existing file is never overwritten, but to save again where the game already lives is answered, and does nothing
    more. The folder has to be there. The file is the same as any other save of the program.
    """

    op: Literal["save"]
    path: _Path


class Load(Request):
    """Open a save and play on in it; nobody else can while this process does. The game before is let go of."""

    op: Literal["load"]
    path: _Path


class Check(Request):
    """Ask for all the faults of one thing, and where it is not what the book advises: exactly one of the fields.

    `creation` is a character held to what a new PC may be, `character` to what any PC may be. A boss is held to `pcs`,
    the number of PCs. No game is needed.
    """

    op: Literal["check"]
    character: Character | None = None
    creation: Character | None = None
    item: Item | None = None
    adversary: Profile | None = None
    danger: Danger | None = None
    calamity: Calamity | None = None
    story: Story | None = None
    pcs: Annotated[int, Field(ge=1, le=MAX_NUMBER)] = 4

    @model_validator(mode="after")
    def _just_one(self) -> Self:
        if len(self.model_fields_set - {"op", "pcs"}) != 1:
            things = (each for each in type(self).model_fields if each not in {"op", "pcs"})
            raise ValueError("takes one thing: " + ", ".join(things))
        return self


class Quit(Request):
    """Leave, with exit code 0, as at the end of the input."""

    op: Literal["quit"]


REQUESTS: dict[str, type[Request]] = {
    "hello": Hello,
    "new": New,
    "legal": Legal,
    "do": Do,
    "try": Try,
    "view": View,
    "state": State,
    "odds": Odds,
    "undo": Undo,
    "save": Save,
    "load": Load,
    "check": Check,
    "quit": Quit,
}
