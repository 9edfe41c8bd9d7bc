"""What a campaign remembers besides the engine's state: pins, canon, recaps, and the last turns in words."""

from dataclasses import dataclass, field
from enum import StrEnum


class NoteKind(StrEnum):
    """Pinned by a player, told and held true, or what a scene came to."""

    PIN = "pin"
    CANON = "canon"
    RECAP = "recap"


@dataclass(frozen=True, slots=True)
class Note:
    """One thing to remember: `turn` is the number of the turn that it belongs to. A `secret` one is the narrator's."""

    kind: NoteKind
    text: str
    turn: int
    tags: tuple[str, ...] = ()
    secret: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn in words: what the player said, what was told."""

    turn: int
    said: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brief:
    """What memory has to say about something, inside a budget; each list oldest first."""

    pins: tuple[str, ...]
    canon: tuple[str, ...]
    recap: tuple[str, ...]
    lately: tuple[Exchange, ...]


@dataclass(slots=True)
class Memory:
    """What is remembered along one line of play; the table fills it and keeps it."""

    notes: list[Note] = field(default_factory=list[Note])
    lately: list[Exchange] = field(default_factory=list[Exchange])
