"""What ids are called where a story is told: people, gear, places, foes, as words that French can agree with."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.events import AdversaryArrived, AllyCame, CalamityCame, Event
from engine.core.sheet import CharacterId, ItemId, Wound
from engine.core.view import View
from narrator.prompting import catalogue, table
from narrator.scenario import CharacterData, ItemData, Language, Scenario, named
from narrator.telling.grammar import Word, bare, word


@dataclass(frozen=True, slots=True)
class Called:
    """The names of one adventure in one language; what has none is called by what it is."""

    scenario: Scenario
    characters: tuple[CharacterData, ...]
    language: Language

    def term(self, kind: str, key: object) -> str:
        """A word of the rules: `term("tier", Tier.FIT)`."""
        return table(self.language, "terms")[kind][str(int(key)) if isinstance(key, int) else str(key)]

    def person(self, wanted: CharacterId, view: View) -> Word:
        """A PC by name."""
        identity = named(self.characters, wanted)
        name = next((each.name for each in view.characters if each.id == wanted), wanted)
        return Word(name, feminine=identity is not None and identity.gender == "f")

    def item(self, wanted: ItemId) -> Word:
        """An item with its article; one that nobody has named, by its id."""
        found = self.item_data(wanted)
        return Word(wanted) if found is None else word(found.name, self.language)

    def item_data(self, wanted: ItemId) -> ItemData | None:
        """What is written of an item: a character's own, or the catalogue's, which somebody has come by."""
        own = (item for each in self.characters for item in each.items if item.id == wanted)
        return next(own, None) or next((each for each in catalogue().items if each.id == wanted), None)

    def specialty(self, wanted: str) -> str:
        """A specialty's name."""
        every = (skill for each in self.characters for skill in each.specialties)
        return next((each.name.to(self.language) for each in every if each.id == wanted), wanted)

    def place(self, wanted: str) -> Word:
        """A scene by name."""
        found = next((each for each in self.scenario.scenes if each.id == wanted), None)
        return Word(wanted) if found is None else word(found.name, self.language)

    def clock(self) -> Word | None:
        """The adventure's clock by name, without its article; None where there is none."""
        clock = self.scenario.clock
        return None if clock is None else Word(bare(clock.name.to(self.language)), clock.name.gender == "f")

    def wound(self, wound: Wound) -> str:
        """What a wound is; where nobody has said it, the state that it came with."""
        return wound.note or (self.term("tier", wound.tier) if wound.tier is not None else "…")


def foes(view: View, events: Iterable[Event] = ()) -> dict[str, str]:
    """The names of adversaries, allies and calamities by their ids: those in play, and those who come in the events."""
    names: dict[str, str] = {each.id: each.name for each in (*view.adversaries, *view.allies, *view.calamities)}
    for event in events:
        match event:
            case AdversaryArrived():
                names[event.adversary.id] = event.adversary.profile.name
            case AllyCame():
                names[event.ally.id] = event.ally.name
            case CalamityCame():
                names[event.calamity.id] = event.calamity.name
            case _:
                pass
    return names
