"""What is worth remembering of events, as notes that the program writes by itself, without a model."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice

from pydantic import BaseModel, ConfigDict

from engine.core import events as happened
from engine.core.events import Event
from engine.core.foes import AdversaryId, AllyId, CalamityId
from engine.core.sheet import CharacterId, ItemId, Wound
from engine.core.state import RestKind
from engine.core.view import View, all_visible
from narrator import prompting
from narrator.memory import LONGEST, Note, NoteKind, cut
from narrator.sanitise import one_line
from narrator.scenario import CharacterData, Language, Scenario, named
from narrator.telling.grammar import Word, fill, typography, word

MOST_TURNS = 100
"""Turns of a scene that its recap looks back over."""

_MOST_DEEDS = 3
_MOST_FACTS = 2
_SHORT = 80  # Characters of what somebody did, or of a name.
_SENTENCE = 120  # Of a fact.


class _Texts(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    stop: str
    note: dict[str, str]
    recap: dict[str, str]


@cache
def _texts(language: Language) -> _Texts:
    return _Texts.model_validate(prompting.table(language, "memory"))


@dataclass(slots=True)
class _Cast:
    """Who is who and where, as it was before these events and as they bring it."""

    before: View
    place: str
    adversaries: dict[AdversaryId, str] = field(default_factory=dict[AdversaryId, str])
    allies: dict[AllyId, str] = field(default_factory=dict[AllyId, str])
    calamities: dict[CalamityId, str] = field(default_factory=dict[CalamityId, str])

    @classmethod
    def of(cls, view: View) -> "_Cast":
        return cls(
            view,
            view.scene,
            {each.id: each.name for each in view.adversaries},
            {each.id: each.name for each in view.allies},
            {each.id: each.name for each in view.calamities},
        )

    def follow(self, event: Event) -> None:
        """Know who comes, and where play is."""
        match event:
            case happened.AdversaryArrived(adversary=one):
                self.adversaries[one.id] = one.profile.name
            case happened.AllyCame(ally=one):
                self.allies[one.id] = one.name
            case happened.CalamityCame(calamity=one):
                self.calamities[one.id] = one.name
            case happened.SceneEntered():
                self.place = event.scene
            case _:
                pass

    def wound(self, who: CharacterId, wound: Wound) -> Wound | None:
        """The same wound as it was before, if there was one."""
        sheet = next((each for each in self.before.characters if each.id == who), None)
        return sheet.wound(wound.id) if sheet else None


class Chronicle:
    """Writes the notes of one campaign, in the language that it is told in."""

    def __init__(self, scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> None:
        self._scenario = scenario
        self._characters = characters
        self._language: Language = language

    def notes(
        self, events: Sequence[Event], before: View, number: int, past: Iterable[Sequence[Event]]
    ) -> tuple[Note, ...]:
        """What to remember of a turn; `before` is the game before it, `number` the turn's.

        `past` are the events of the turns before it, the latest first: where a scene ends, its recap looks back at
        them, and nothing else does.
        """
        cast = _Cast.of(before)
        found: list[Note] = []
        for event in all_visible(events):
            cast.follow(event)
            kind, text = self._of_foes(event, cast) or self._of_sheets(event, cast) or self._of_facts(event)
            if text:
                found.append(Note(kind, text, number, (self._place(cast.place).text,)))
        return (*found, *self._recaps(all_visible(events), _Cast.of(before), number, past))

    # --- what becomes of people and things

    def _of_foes(self, event: Event, cast: _Cast) -> tuple[NoteKind, str] | None:
        match event:
            case happened.AdversaryOut():
                return NoteKind.FATE, self._said("out", cast, cast.adversaries.get(event.adversary, event.adversary))
            case happened.AdversaryLeft():
                who = cast.adversaries.get(event.adversary, event.adversary)
                return NoteKind.FATE, self._said("left", cast, who, event.reason)
            case happened.AllyCame():
                return NoteKind.FACT, self._said("ally_came", cast, event.ally.name)
            case happened.AllyLeft():
                who = cast.allies.get(event.ally, event.ally)
                return NoteKind.FATE, self._said("ally_left", cast, who, event.reason)
            case happened.CalamityCame():
                return NoteKind.FACT, self._said("calamity_came", cast, event.calamity.name)
            case happened.CalamityDelayed():
                who = cast.calamities.get(event.calamity, event.calamity)
                return NoteKind.FACT, self._said("calamity_delayed", cast, who)
            case happened.CalamityGone():
                who = cast.calamities.get(event.calamity, event.calamity)
                key = "calamity_won" if event.loss else "calamity_gone"
                return NoteKind.FATE, self._said(key, cast, who, event.loss)
            case _:
                return None

    def _of_sheets(self, event: Event, cast: _Cast) -> tuple[NoteKind, str] | None:
        match event:
            case happened.CharacterDied():
                return NoteKind.FATE, self._said("died", cast, self._who(event.character, cast), event.reason)
            case happened.HealthChanged(after=0) if event.before > 0:
                return NoteKind.FACT, self._said("down", cast, self._who(event.character, cast))
            case happened.WoundTaken(wound=wound) | happened.WoundDescribed(wound=wound) if wound.lasting:
                old = cast.wound(event.character, wound)
                if not wound.note or (old is not None and old.lasting and old.note == wound.note):
                    return None  # A night has passed, no more.
                return NoteKind.FACT, self._said("lasting", cast, self._who(event.character, cast), wound.note)
            case happened.GearLost():
                thing = self._thing(event.item)
                return NoteKind.FACT, self._said("gear_lost", cast, self._who(event.character, cast), thing=thing)
            case happened.ItemGained():
                who, thing = self._who(event.character, cast), self._thing(event.item.id)
                return NoteKind.FACT, self._said("gear_gained", cast, who, event.reason, thing)
            case _:
                return None

    def _of_facts(self, event: Event) -> tuple[NoteKind, str]:
        """A fact in its author's words; nothing for any other event, nor for a fact without words."""
        text = ""
        if isinstance(event, happened.FactEstablished):
            text = self._fact(event)
        return NoteKind.FACT, text

    # --- what a scene came to

    def _recaps(
        self, events: Sequence[Event], cast: _Cast, number: int, past: Iterable[Sequence[Event]]
    ) -> Iterator[Note]:
        begun: list[Event] | None = None
        here: list[Event] = []
        for event in events:
            if _ends_a_scene(event):
                begun = [*_since_it_began(past), *here] if begun is None else here
                text = self._recap(begun, event, cast)
                if text:
                    yield Note(NoteKind.RECAP, text, number)
                here = []
            else:
                here.append(event)
            cast.follow(event)

    def _recap(self, events: Sequence[Event], end: Event, cast: _Cast) -> str:
        """Two to four short sentences: what was done, what came out, who is gone, what comes next."""
        for event in events:
            cast.follow(event)
        texts = _texts(self._language).recap
        deeds, facts, gone = self._deeds(events), self._facts(events), self._gone(events, cast)
        if not (deeds or facts or gone or isinstance(end, happened.StoryEnded)):
            return ""
        slots = {
            "place": self._place(cast.place),
            "deeds": Word(texts["between"].join(deeds)),
            "facts": Word(" ".join(facts)),
            "names": Word(", ".join(gone)),
        }
        said = [texts["done" if deeds else "nothing"]]
        said += [texts["learnt"]] if facts else []
        said += [texts["gone"]] if gone else []
        return self._fitted(" ".join([*(fill(each, slots) for each in said), self._next(end)]))

    def _deeds(self, events: Sequence[Event]) -> list[str]:
        """What was tried last, and how it came out; what needed no roll where nothing did."""
        checks = (each for each in events if isinstance(each, happened.CheckSettled))
        rulings = (each for each in events if isinstance(each, happened.RuledWithoutRoll))
        settled = {each.check.action: each.outcome.value for each in checks}
        ruled = {each.action: "ruled" for each in rulings if each.succeeds}
        texts = _texts(self._language).recap
        return [
            fill(texts["deed"], {"what": Word(cut(one_line(action), _SHORT)), "outcome": Word(texts[outcome])})
            for action, outcome in list((settled or ruled).items())[-_MOST_DEEDS:]
        ]

    def _facts(self, events: Sequence[Event]) -> list[str]:
        texts = (self._fact(each) for each in events if isinstance(each, happened.FactEstablished))
        return [cut(each, _SENTENCE) for each in texts if each][-_MOST_FACTS:]

    def _gone(self, events: Sequence[Event], cast: _Cast) -> list[str]:
        gone: list[str] = []
        for event in events:
            match event:
                case happened.CharacterDied():
                    gone.append(self._who(event.character, cast).text)
                case happened.AdversaryOut() | happened.AdversaryLeft():
                    gone.append(cast.adversaries.get(event.adversary, event.adversary))
                case happened.AllyLeft():
                    gone.append(cast.allies.get(event.ally, event.ally))
                case _:
                    pass
        return [cut(one_line(each), _SHORT) for each in dict.fromkeys(gone)]

    def _next(self, end: Event) -> str:
        texts = _texts(self._language).recap
        match end:
            case happened.SceneEntered():
                return fill(texts["next"], {"place": self._place(end.scene)})
            case happened.StoryEnded():
                title = next((each.title for each in self._scenario.endings if each.id == end.ending), None)
                return fill(texts["ending"], {"title": Word(title.to(self._language) if title else end.ending)})
            case happened.Rested():
                return texts["night"]
            case _:
                return texts["cut"]

    # --- names

    def _said(self, key: str, cast: _Cast, who: Word | str, why: str = "", thing: Word | None = None) -> str:
        slots = {
            "who": who if isinstance(who, Word) else Word(cut(one_line(who), _SHORT)),
            "why": Word(cut(one_line(why).rstrip(" ."), _SENTENCE)),
            "thing": thing or Word(""),
            "place": self._place(cast.place),
        }
        return self._fitted(fill(_texts(self._language).note[key], slots))

    def _who(self, who: CharacterId, cast: _Cast) -> Word:
        data = named(self._characters, who)
        name = next((each.name for each in cast.before.characters if each.id == who), who)
        return Word(cut(one_line(name), _SHORT), feminine=data is not None and data.gender == "f")

    def _thing(self, item: ItemId) -> Word:
        """An item by its name: a character's own, or one of the catalogue."""
        own = (each for character in self._characters for each in character.items)
        found = next((each for each in chain(own, prompting.catalogue().items) if each.id == item), None)
        return word(found.name, self._language) if found else Word(item)

    def _place(self, scene: str) -> Word:
        found = next((each for each in self._scenario.scenes if each.id == scene), None)
        return word(found.name, self._language) if found else Word(scene)

    def _fact(self, event: happened.FactEstablished) -> str:
        text = next((each.text for each in self._scenario.facts if each.id == event.fact), None)
        return typography(one_line(text.to(self._language)), self._language) if text else ""

    def _fitted(self, text: str) -> str:
        return cut(typography(text, self._language), LONGEST)


def _ends_a_scene(event: Event) -> bool:
    match event:
        case happened.SceneEntered() | happened.SceneCut() | happened.StoryEnded():
            return True
        case happened.Rested():
            return event.kind is RestKind.LONG
        case _:
            return False


def _since_it_began(past: Iterable[Sequence[Event]]) -> list[Event]:
    """The events of the scene that is played, oldest first."""
    found: list[Event] = []
    for events in islice(past, MOST_TURNS):
        seen = all_visible(events)
        began = next((at for at in reversed(range(len(seen))) if _ends_a_scene(seen[at])), None)
        found[:0] = seen if began is None else seen[began + 1 :]
        if began is not None:
            break
    return found
