"""Cuts prose into sentences: a whole text at once, or a stream of chunks as they come."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

# A sentence ends at its mark, closing quotes included, where the next begins with a capital.
_ENDS = re.compile(r"(?<=[.!?…])(?:[\s\xa0]*[»”\"])?\s+(?=[«“\"]?[\s\xa0]*[A-ZÀ-ÖØ-Þ0-9—–-])")
# The point of a title or of an initial ends nothing.
_SHORTENED = re.compile(
    r"(?:^|[\s«“\"(—-])(?:[A-ZÀ-ÖØ-Þ]|MM|Mme|Mlle|Mr|Mrs|Ms|Dr|Pr|Prof|St|Ste|Capt|Cap|Cpt|Lt|Sgt|Col|Cdt|Gén|Gen)\.$"
)
_WHOLE = re.compile(r"[.!?…](?:[\s\xa0]*[»”\"')])*$")
_PARAGRAPH = re.compile(r"\n\n(?=.)")
_SPACES = re.compile(r"[\s\xa0]+")

LONGEST = 1000
"""Characters: what ends nowhere is cut there, so that a stream never piles up."""
# What an end may need to be seen of the text behind it.
_AHEAD = 16


def sentences(text: str) -> list[str]:
    """A text, sentence by sentence."""
    parts: list[str] = []
    start = 0
    for end, begins in _ends(text):
        parts.append(text[start:end].strip())
        start = begins
    return [each for each in (*parts, text[start:].strip()) if each]


@dataclass(slots=True)
class Sentences:
    """`sentences` for a stream, however it is cut into chunks; an empty line ends a sentence too.

    A sentence comes out once the next one has begun. `held` is what waits, and, after `close`, what was cut off.
    """

    held: str = ""

    def feed(self, chunk: str) -> list[str]:
        """The sentences that are whole with this chunk."""
        self.held = _SPACES.sub(_single, self.held + chunk)
        found: list[str] = []
        while (cut := self._cut()) is not None:
            found.append(self.held[: cut[0]].strip())
            self.held = self.held[cut[1] :]
        return [each for each in found if each]

    def close(self) -> list[str]:
        """The last sentence, where the stream did not end in the middle of it."""
        last = self.held.strip()
        if not _WHOLE.search(last):
            return []
        self.held = ""
        return [last]

    def _cut(self) -> tuple[int, int] | None:
        """Where the first sentence ends and the next begins."""
        ended = next(_ends(self.held), None)
        paragraph = _PARAGRAPH.search(self.held)
        if paragraph is not None and (ended is None or paragraph.start() < ended[1]):
            ended = paragraph.span()
        if ended is not None and ended[0] <= LONGEST:
            return ended
        if len(self.held) < LONGEST + _AHEAD:
            return None
        space = self.held.rfind(" ", 1, LONGEST)
        return (space, space) if space > 0 else (LONGEST, LONGEST)


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Where each sentence but the last ends, and where the next begins."""
    for found in _ENDS.finditer(text):
        end = found.start() + len(found[0].rstrip())
        if not _SHORTENED.search(text[max(0, end - 8) : end]):
            yield end, found.end()


def _single(spaces: re.Match[str]) -> str:
    if "\n" in spaces[0]:
        return "\n\n" if spaces[0].count("\n") > 1 else "\n"
    return spaces[0] if len(spaces[0]) == 1 else " "
