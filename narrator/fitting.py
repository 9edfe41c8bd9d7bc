"""A text that fits: blocks whose lines have shorter and shorter versions, cut in a stated order until all is short
enough."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil

LETTERS_A_TOKEN = 3


def tokens(text: str) -> int:
    """How many tokens a text comes to, on the high side: a third of its characters, rounded up."""
    return tokens_of(len(text))


def tokens_of(letters: int) -> int:
    """How many tokens so many characters come to, on the high side."""
    return ceil(letters / LETTERS_A_TOKEN)


@dataclass(slots=True)
class Block:
    """A heading and its lines, each given with its versions, the longest first. The first lines are the first to go
    where they are the `oldest`, else the last ones. A block without a line is left out, unless `bare`."""

    name: str
    head: str = ""
    lines: list[tuple[str, ...]] = field(default_factory=list[tuple[str, ...]])
    oldest: bool = False
    bare: bool = False

    @property
    def text(self) -> str:
        """The block as it is now."""
        if not self.lines and not self.bare:
            return ""
        body = "\n".join(each[0] for each in self.lines)
        # A heading stands apart from what it heads, in the Markdown that models know best.
        return "\n\n".join(filter(None, (self.head, body)))

    def shorten(self) -> bool:
        """Take the next shorter version of a line; whether there was one."""
        at = self._first(len(each) > 1 for each in self.lines)
        if at is None:
            return False
        self.lines[at] = self.lines[at][1:]
        return True

    def drop(self, keep: int) -> bool:
        """Let a line go, unless there are no more than so many; whether one went."""
        if len(self.lines) <= keep:
            return False
        self.lines.pop(0 if self.oldest else -1)
        return True

    def _first(self, fitting: Iterable[bool]) -> int | None:
        places = [at for at, fits in enumerate(fitting) if fits]
        return (places[0] if self.oldest else places[-1]) if places else None


@dataclass(frozen=True, slots=True)
class Cut:
    """One step of the order in which a text is cut: the lines of that block are shortened one by one, or let go until
    `keep` are left."""

    block: str
    shorten: bool = False
    keep: int = 0


def fitted(blocks: Sequence[Block], most: int, order: Sequence[Cut]) -> str:
    """The blocks as one text of `most` tokens, cut in that order where they are longer.

    What the order does not name is never cut: the text is longer than `most` where that alone is.
    """
    by_name = {each.name: each for each in blocks}
    for cut in order:
        block = by_name.get(cut.block)
        while block is not None and tokens(joined(blocks)) > most:
            if not (block.shorten() if cut.shorten else block.drop(cut.keep)):
                break
    return joined(blocks)


def joined(blocks: Iterable[Block]) -> str:
    """The blocks as one text."""
    return "\n\n".join(filter(None, (each.text for each in blocks)))
