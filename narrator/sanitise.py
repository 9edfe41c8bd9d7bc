"""Foreign text made harmless, once, at the door: players' lines, models' words, imported files.

Out go control characters, terminal escape sequences (also when split over chunks), bidi controls and zero-width
characters. `delimited` puts what is left into a prompt as data. Lengths are the caller's concern.
"""

import re
import unicodedata
from dataclasses import dataclass

# CSI, then the strings that a terminal swallows up to BEL or ST (OSC, DCS, SOS, PM, APC), then the short escapes.
_ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*(?:[@-~]|(?=[^ -~])|\Z)"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c|(?=[\x1b\n])|\Z)"
    r"|\x1b[ -/]*(?:[0-~]|(?=[^ -~])|\Z)"
)
_OPEN = re.compile(
    r"(?:(?:\x1b\[|\x9b)[0-?]*[ -/]*|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n\r]*\x1b?|\x1b[ -/]*|\r)\Z"
)
# Zero-width, bidi, invisible operators, variation selectors.
_HIDDEN_RANGES = (
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0xFE00, 0xFE0F),
    (0xE0000, 0xE01EF),
)
_HIDDEN = frozenset(
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u3164\uffa0\ufeff"
    + "".join(chr(code) for first, last in _HIDDEN_RANGES for code in range(first, last + 1))
)
_LINES = {"\v": "\n", "\f": "\n", "\x85": "\n", "\u2028": "\n", "\u2029": "\n", "\t": " "}
# What a sequence that never ends may hold back, before it is dropped and forgotten.
_HELD_AT_MOST = 4096


def clean(text: str) -> str:
    """The text without anything that a terminal obeys or a reader cannot see; newlines stay, tabs become spaces."""
    if text.isascii() and text.isprintable():
        return text
    plain = _ESCAPES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return "".join(_LINES.get(each, each) for each in plain if each in _LINES or each == "\n" or _shown(each))


_SPACES = re.compile(r"[ \t\n]+")


def one_line(text: str) -> str:
    """The text cleaned, on one line, its runs of spaces made single; a space that does not break stays one."""
    return _SPACES.sub(" ", clean(text)).strip(" ")


# What servers' chat templates take for the end of a message and the beginning of another.
_TEMPLATE = re.compile(
    r"\[/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]"
    r"|<{1,2}/?SYS>{1,2}|</?s>|<[|｜][^<>|｜\n]{0,40}[|｜]>|</?(?:start|end)_of_(?:turn|text|image)>|</?(?:bos|eos|pad|unk)>",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"^[ \xa0>#*_-]*(?:system|assistant|user|tool|developer|human|model|ai|système|utilisateur|modèle)[ \xa0*_]*[:：]"
    r"[ \xa0*_]*",
    re.IGNORECASE | re.MULTILINE,
)
_HEADING = re.compile(r"^#+ *(?=(?:instruction|response|input|system|user|assistant)\b)", re.IGNORECASE | re.MULTILINE)
_FENCE = re.compile(r"(?:`{3,}|~{3,})")
_BRACKETS = str.maketrans({"<": "‹", ">": "›"})


def delimited(text: str, name: str) -> str:
    """Foreign text as data inside a prompt, between `<name>` and `</name>`: it can add no tag, no message, no role and
    no fence of its own, and its words stay as they are."""
    inside = clean(text)
    before = None
    while inside != before:  # What is taken out may have stood in the middle of another.
        before = inside
        for mark in (_TEMPLATE, _ROLE, _HEADING, _FENCE):
            inside = mark.sub("", inside)
    return f"<{name}>{inside.translate(_BRACKETS).strip()}</{name}>"


@dataclass(slots=True)
class Cleaner:
    """`clean` for a stream: what may be the beginning of a sequence waits for the next chunk."""

    held: str = ""

    def feed(self, chunk: str) -> str:
        """What can be shown of the stream with this chunk; never a part of a sequence."""
        text = self.held + chunk
        waiting = _OPEN.search(text)
        self.held = text[waiting.start() :] if waiting else ""
        if len(self.held) > _HELD_AT_MOST:
            # Only the opening is kept: what a terminal would swallow stays swallowed, and nothing piles up.
            self.held = self.held[:2] + ("\x1b" if self.held.endswith("\x1b") else "")
        return clean(text[: waiting.start()] if waiting else text)

    def close(self) -> str:
        """What is left at the end of the stream."""
        left, self.held = clean(self.held), ""
        return left


def _shown(character: str) -> bool:
    return character not in _HIDDEN and unicodedata.category(character) not in ("Cc", "Cs", "Cf", "Co")
