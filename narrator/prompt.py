"""A prompt as it is written: one Markdown file, in parts that each declare their slots.

    <!-- scene: name, look -->
    You are at {{name}}. {{look}}

A part goes from its mark to the next one. A slot that is declared and not used, or used and not declared, is a fault.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_MARK = re.compile(r"^<!-- *([a-z][a-z_]*) *(?:: *([a-z_]+(?: *, *[a-z_]+)*) *)?-->[ \t]*$", re.MULTILINE)
_SLOT = re.compile(r"\{\{([a-z_]+)\}\}")


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a prompt: its text and the slots that it declares."""

    text: str
    slots: frozenset[str]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt file in one language, its parts by their names."""

    name: str
    parts: Mapping[str, Part]

    def fill(self, part: str, **slots: str) -> str:
        """A part with every one of its slots filled. Another part or other slots are a bug: KeyError."""
        found = self.parts[part]
        if found.slots != slots.keys():
            raise KeyError(f"{self.name}, {part}: {sorted(found.slots ^ slots.keys())}")
        # In one pass: what fills a slot is never read as a template.
        return _SLOT.sub(lambda slot: slots[slot[1]], found.text)


def parsed(name: str, text: str) -> Prompt:
    """The prompt that a file's text is; `faults` says what is wrong with it."""
    marks = list(_MARK.finditer(text))
    ends = [*(each.start() for each in marks[1:]), len(text)][: len(marks)]
    return Prompt(
        name,
        {
            mark[1]: Part(text[mark.end() : end].strip(), frozenset(re.findall(r"[a-z_]+", mark[2] or "")))
            for mark, end in zip(marks, ends, strict=True)
        },
    )


def faults(prompt: Prompt, text: str) -> Iterator[str]:
    """What is wrong with a prompt file, a sentence each."""
    marks = list(_MARK.finditer(text))
    if not marks or text[: marks[0].start()].strip():
        yield "expected a mark on the first line: <!-- part: slot, slot -->"
    lost = re.sub(_MARK, "", text)
    if "<!--" in lost:
        yield "a mark reads <!-- part: slot, slot -->, in small letters, on a line of its own"
    names = [each[1] for each in marks]
    yield from (f"{each}: this part stands twice" for each in dict.fromkeys(names) if names.count(each) > 1)
    for name, part in prompt.parts.items():
        used = set(_SLOT.findall(part.text))
        if not part.text:
            yield f"{name}: this part is empty"
        yield from (f"{name}: the slot {each} is used and not declared" for each in sorted(used - part.slots))
        yield from (f"{name}: the slot {each} is declared and not used" for each in sorted(part.slots - used))
        if "{{" in _SLOT.sub("", part.text):
            yield f"{name}: a slot reads {{{{name}}}}, in small letters"
