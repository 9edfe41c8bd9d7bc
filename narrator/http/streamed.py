"""What a server streams: what is new in each piece, without the model's thoughts and control characters."""

import re
from dataclasses import dataclass, field

from narrator.sanitise import Cleaner

_TAG = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_BEGUN_TAG = re.compile(r"<(?:/?[a-z]{0,9})?\Z", re.IGNORECASE)
_SURE = 16
"""Characters: a chunk that begins with that much of what was said before repeats it."""


@dataclass(slots=True)
class Deltas:
    """What is new in each piece, also from servers that send all of it again each time (qwen-code#3663).

    The first pieces wait until it is clear which kind of server it is: for prose, one piece.
    """

    total: str = ""
    _waiting: list[str] = field(default_factory=list[str])
    _settled: bool = False

    def feed(self, piece: str) -> str:
        """What this piece adds."""
        if not piece:
            return ""
        if not self._settled:
            return self._settle(piece)
        if len(self.total) >= _SURE and piece.startswith(self.total):
            new, self.total = piece[len(self.total) :], piece
            return new
        self.total += piece
        return piece

    @property
    def size(self) -> int:
        """Characters so far."""
        return len(self.total) if self._settled or not self._waiting else len(self._waiting[-1])

    def close(self) -> str:
        """What was still waiting at the end of the stream."""
        left = "" if self._settled else self._waiting[-1] if self._waiting else ""
        self.total += left
        self._settled = True
        return left

    def _settle(self, piece: str) -> str:
        before = self._waiting[-1] if self._waiting else None
        self._waiting.append(piece)
        if before is None:
            return ""
        grew = piece.startswith(before) and len(piece) > len(before)
        if grew and len(before) < _SURE:
            return ""
        self._settled = True
        repeats = grew or (piece == before and len(piece) >= _SURE)
        self.total = piece if repeats else "".join(self._waiting)
        return self.total


@dataclass(slots=True)
class Brackets:
    """Whether the braces of an object have closed that comes in pieces; each character is looked at once."""

    closed: bool = False
    """They have, and nothing but spaces came after."""
    _depth: int = 0
    _quoted: bool = False
    _escaped: bool = False

    def feed(self, piece: str) -> None:
        """Take the next piece."""
        for letter in piece:
            if self._escaped:
                self._escaped = False
            elif self._quoted:
                self._escaped, self._quoted = letter == "\\", letter != '"'
            elif letter in "{}":
                self._depth += 1 if letter == "{" else -1
                self.closed = self._depth == 0
            elif not letter.isspace():
                self._quoted = letter == '"'
                self.closed = False


@dataclass(slots=True)
class Voice:
    """Prose for a player, from the pieces of a stream: no thought of the model's, no control character, nothing said
    twice. `aloud`: the server is known to leave out the tag that opens a thought."""

    aloud: bool = False
    shut_unopened: bool = False
    """A thought was closed that was never opened: the template of that model opens it."""
    _deltas: Deltas = field(default_factory=Deltas)
    _cleaner: Cleaner = field(default_factory=Cleaner)
    _inside: bool = False
    _held: str = ""
    _aside: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        self._inside = self.aloud

    def feed(self, piece: str) -> str:
        """What can be told now."""
        return self._cleaner.feed(self._outside(self._deltas.feed(piece)))

    def close(self) -> str:
        """What was still held at the end of the stream."""
        last = self._outside(self._deltas.close())
        if not self._inside:
            last += self._held
        elif self.aloud:
            # No thought was ever closed: what was taken for one was the answer.
            last += "".join(self._aside) + self._held
        self._held = ""
        self._aside.clear()
        return self._cleaner.feed(last) + self._cleaner.close()

    def _outside(self, piece: str) -> str:
        text, told, at = self._held + piece, list[str](), 0
        for tag in _TAG.finditer(text):
            (self._aside if self._inside else told).append(text[at : tag.start()])
            if tag[1]:
                self.shut_unopened |= self.aloud or not self._inside
                self.aloud = False
                self._aside.clear()
            self._inside = not tag[1]
            at = tag.end()
        begun = _BEGUN_TAG.search(text, at)
        end = begun.start() if begun else len(text)
        self._held = text[end:]
        (self._aside if self._inside else told).append(text[at:end])
        if self._inside and not self.aloud:
            self._aside.clear()
        return "".join(told)


def without_thoughts(text: str) -> str:
    """A whole text without the model's thoughts: those never closed, and those never opened, too."""
    said, at, inside = list[str](), 0, False
    for tag in _TAG.finditer(text):
        if not inside:
            said.append(text[at : tag.start()])
        if tag[1] and not inside:
            said.clear()
        inside, at = not tag[1], tag.end()
    return "".join(said) + ("" if inside else text[at:])


def shuts_unopened(text: str) -> bool:
    """Whether a thought is closed in the text that was never opened."""
    first = _TAG.search(text)
    return first is not None and bool(first[1])
