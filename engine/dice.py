"""Where faces come from: a hash of a seed and a draw number, or a person's own dice.

A die has a number, counted from 0 over the whole game and kept in the game's state. The same seed and number give the
same face on every machine and every Python, so a game can be played again face for face, and a die that fell never
falls otherwise.
"""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Protocol

from engine.errors import EngineError
from engine.ruling import Code, Refused, refuse

_SPAN = 1 << 64


class FaceRefused(EngineError):
    """A given face is missing or impossible; `decide` turns it into the refusal that it carries."""

    def __init__(self, refusal: Refused) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class Dice(Protocol):
    """A source of faces."""

    @property
    def given(self) -> bool:
        """Whether the faces were typed by a person or a script, and so cannot be derived again."""
        ...

    def face(self, draw: int, sides: int) -> int:
        """The face, 1 to `sides`, of die number `draw`. Raises FaceRefused when there is none."""
        ...


@dataclass(frozen=True, slots=True)
class SeededDice:
    """Faces derived from a seed (any text) and the draw number."""

    seed: str

    @property
    def given(self) -> bool:
        return False

    def face(self, draw: int, sides: int) -> int:
        # Numbers past the last whole multiple of `sides` are drawn again, or low faces would come up too often.
        fair = _SPAN - _SPAN % sides
        attempt = 0
        while True:
            numbered = _begun(self.seed).copy()
            numbered.update(b"%d\n%d" % (draw, attempt))
            number = int.from_bytes(numbered.digest(), "big")
            if number < fair:
                return number % sides + 1
            attempt += 1


@lru_cache(maxsize=64)
def _begun(seed: str) -> blake2b:
    # What every die of a seed begins with; a copy of it costs half of a hash begun anew.
    return blake2b(f"{seed}\n".encode(), digest_size=8)


class GivenDice:
    """Faces that fell on a real table, taken in order: the pool's d6, then each Resource die, then what follows."""

    given = True

    def __init__(self, *faces: int) -> None:
        self._faces = faces
        self._taken = 0

    def face(self, draw: int, sides: int) -> int:
        if self._taken == len(self._faces):
            raise FaceRefused(refuse(Code.FACES_MISSING, sides=sides))
        face = self._faces[self._taken]
        if not 1 <= face <= sides:
            raise FaceRefused(refuse(Code.BAD_FACE, face=face, sides=sides))
        self._taken += 1
        return face

    @property
    def left(self) -> int:
        """How many of the given faces nothing has used."""
        return len(self._faces) - self._taken
