"""What ids are called, in the interface's language: rule terms from one table, the rest from the campaign's content."""

from functools import cached_property

from engine.core.check import Check
from engine.core.sheet import CharacterId, Item, ItemId, Wound
from narrator.prompting import catalogue, table
from narrator.reading.approaches import find_stake
from narrator.scenario import CharacterData, ItemData, Language, Noun
from narrator.telling.grammar import of
from table.campaign import Content
from table.words import LANGUAGES


class Names:
    """The names of one campaign. What has no name is called by its id."""

    def __init__(self, content: Content, language: Language) -> None:
        self.content = content
        self.language: Language = language
        self._terms = table(language, "terms")

    def term(self, kind: str, key: object) -> str:
        """A rule term: `term("outcome", Outcome.PARTIAL)`."""
        return self._terms[kind][str(int(key)) if isinstance(key, int) else str(key)]

    def word(self, key: str) -> str:
        """A rule word without an enumeration: `word("stress")`."""
        return self._terms["word"][key]

    def character(self, wanted: CharacterId) -> str:
        """A PC's name."""
        found = self._characters.get(wanted)
        return found.name if found else wanted

    def item(self, wanted: ItemId) -> str:
        """An item, without its article: "console de piratage"."""
        found = self._item(wanted)
        return bare(found.name, self.language) if found else wanted

    def resource(self, wanted: ItemId) -> str:
        """The Resource of an item: "Mémoire"."""
        found = self._item(wanted)
        return found.resource.name.to(self.language) if found and found.resource else wanted

    def resource_die(self, wanted: ItemId) -> str:
        """The die of an item's Resource: "dé d'Oxygène", "Oxygen die"."""
        name = self.resource(wanted)
        return f"dé {of(name)}" if self.language == "fr" else f"{name} die"

    def effect(self, item: Item) -> str:
        """What an item does, on one line."""
        found = self._item(item.id)
        said = found.helps.to(self.language) if found and found.helps else ""
        parts = [f"+1d6 ({said[:1].lower()}{said[1:].rstrip('.')})"] if said else []
        parts += [found.permits.to(self.language).rstrip(".")] if found and found.permits else []
        parts += [f"{self.word('weapon')} {item.weapon}"] if item.weapon else []
        parts += [f"{self.word('protection')} {item.protection}"] if item.protection else []
        if item.resource is not None:
            parts.append(f"{self.resource(item.id)} {die(item.resource.die)} (max d{item.resource.maximum})")
        return " · ".join(parts)

    def any(self, wanted: str) -> str:
        """Whatever an id of a refusal names."""
        known = {**self._specialties, **self._places}
        if wanted in self._items:
            return self.item(ItemId(wanted))
        if wanted in self._characters:
            return self._characters[wanted].name
        for kind in ("attribute", "rest", "conflict_end", "manoeuvre"):
            if wanted in self._terms[kind]:
                return self._terms[kind][wanted]
        return known.get(wanted) or self.item(ItemId(wanted))

    def wound(self, wound: Wound) -> str:
        """What a wound is; where nobody has said it, the tier that it came with."""
        return wound.note or self.hindrance(wound.tier or "")

    def hindrance(self, what: str) -> str:
        """A wound as a pool has it: its note, or the tier's id where it has none."""
        return self._terms["tier"].get(what, what)

    def about(self, check: Check) -> str:
        """Who or what of the scenario a check is about; empty where the player named it, or it is none of them."""
        _, feature, _, _ = find_stake(self.content.scenario, check.stake)
        if feature is None:
            return ""
        said = check.action.casefold()
        named = (bare(feature.name, each).casefold() in said for each in LANGUAGES)
        return "" if any(named) else feature.name.to(self.language)

    def specialty(self, wanted: str) -> str:
        """A specialty's name."""
        return self._specialties.get(wanted, wanted)

    def scene(self, wanted: str) -> str:
        """A scene's name, with a capital: "Le quai"."""
        return capital(self._places.get(wanted, wanted))

    def danger(self, wanted: str) -> str:
        """A danger's name, the book's or the catalogue's; one that a table made itself is called by its id."""
        if wanted in self._terms["danger"]:
            return self._terms["danger"][wanted]
        found = next((each for each in catalogue().dangers if each.id == wanted), None)
        return bare(found.name, self.language) if found else wanted

    def clock(self) -> str:
        """The clock's name, with a capital."""
        clock = self.content.scenario.clock
        return capital(bare(clock.name, self.language)) if clock else ""

    def _item(self, wanted: str) -> ItemData | None:
        """An item of a sheet as the campaign began, or one of the catalogue's, which somebody has come by."""
        return self._items.get(wanted) or next((each for each in catalogue().items if each.id == wanted), None)

    @cached_property
    def _characters(self) -> dict[str, CharacterData]:
        return {each.id: each for each in self.content.characters}

    @cached_property
    def _items(self) -> dict[str, ItemData]:
        return {item.id: item for each in self.content.characters for item in each.items}

    @cached_property
    def _specialties(self) -> dict[str, str]:
        return {it.id: it.name.to(self.language) for each in self.content.characters for it in each.specialties}

    @cached_property
    def _places(self) -> dict[str, str]:
        return {each.id: each.name.to(self.language) for each in self.content.scenario.scenes}


def capital(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def die(sides: int, empty: str = "–") -> str:
    """A Resource die as it is written: d8, or the word for empty."""
    return f"d{sides}" if sides else empty


_ARTICLES = {"fr": ("le ", "la ", "les ", "l'", "l’", "un ", "une ", "des "), "en": ("the ", "a ", "an ")}


def bare(noun: Noun, language: Language) -> str:
    """A name without its article."""
    said = noun.to(language)
    article = next((each for each in _ARTICLES[language] if said.casefold().startswith(each)), "")
    return said[len(article) :]
