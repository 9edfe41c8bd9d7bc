"""Says a plain fact with the words of prompts/<language>/events.toml, for a model that will tell it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter

from engine.core.events import Event
from engine.core.sheet import CharacterId
from engine.core.view import View
from narrator import prompting
from narrator.briefing.called import Called, foes
from narrator.sanitise import delimited, one_line
from narrator.scenario import Language
from narrator.telling.grammar import Word, fill, typography

_TWO_ENDS = re.compile(r"(?<=[!?…»”\"])\.")


@cache
def sayings(language: Language) -> Mapping[str, str]:
    """Every saying of a language by its path ("sheet.wound")."""
    tables = TypeAdapter(dict[str, dict[str, str]]).validate_python(prompting.table(language, "events"))
    return {f"{name}.{key}": said for name, table in tables.items() for key, said in table.items()}


@dataclass(frozen=True, slots=True)
class Plainly:
    """One turn's words: `events` as a player may know them, `view` after them, everybody by name."""

    events: tuple[Event, ...]
    view: View
    called: Called
    foes: Mapping[str, str]

    @classmethod
    def of(cls, events: Sequence[Event], view: View, called: Called) -> "Plainly":
        """The words for these events."""
        return cls(tuple(events), view, called, foes(view, events))

    def say(self, path: str, who: CharacterId | None = None, **words: str | Word) -> str:
        """The saying at a path; every slot that it has is given."""
        given = {key: Word(_inside(each)) if isinstance(each, str) else each for key, each in words.items()}
        if who is not None:
            given["who"] = self.who(who)
        said = fill(sayings(self.called.language)[path], given)
        return typography(_TWO_ENDS.sub("", said), self.called.language)

    def who(self, who: CharacterId) -> Word:
        """A PC by name."""
        return self.called.person(who, self.view)

    def foe(self, wanted: str) -> Word:
        """An adversary, an ally or a calamity; one that is gone and has no name here any more is "the adversary"."""
        return Word(self.foes.get(wanted) or sayings(self.called.language)["foe.somebody"])

    def danger(self, wanted: str) -> str:
        """A danger by name."""
        found = next((each for each in prompting.catalogue().dangers if each.id == wanted), None)
        return found.name.to(self.called.language) if found else self.called.term("peril", "danger")


def _inside(text: str) -> str:
    """A text as a part of a sentence: without its own full stop, nor anything by which it could be more than a part."""
    return delimited(one_line(text), "note").removeprefix("<note>").removesuffix("</note>").rstrip(".")
