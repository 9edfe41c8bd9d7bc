"""Tells events: an author's texts where there are some, phrases for the rest, no sentence twice within twenty turns."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.core import events as happened
from engine.core.check import Complication, ComplicationKind, Outcome
from engine.core.events import CheckEvent, Event, SceneEvent, SheetEvent
from engine.core.sheet import CharacterId, ItemId
from engine.core.state import RestKind
from narrator.port import Moment
from narrator.reading.approaches import find_stake
from narrator.scenario import CharacterData, Scenario, Text, named
from narrator.telling.grammar import Word, called, word
from narrator.telling.sheets import SheetTeller
from narrator.telling.translating import Translator
from narrator.telling.voice import Lately, Voice, mark, sentences


class Passage(str):
    """A text that is read out as it stands: the author's own, or a ruling that was told to the player as it is."""


class Matter(str):
    """An author's words for what came of it, or those set before the roll: they may be said otherwise, but not left
    out."""


@dataclass(frozen=True, slots=True)
class Parts:
    """A turn told plainly: `own` sentences say what happened, and may be said otherwise, the Matter among them not left
    out; `passages` are read out as they stand, "" between their paragraphs."""

    own: tuple[str, ...]
    passages: tuple[str, ...]


TERMS_AND_DICE = (
    happened.CheckAnnounced,
    happened.CheckWithdrawn,
    happened.CheckAmended,
    happened.AdvantageAdded,
    happened.CheckRolled,
    happened.CheckRerolled,
    happened.ContestAnnounced,
)
"""What comes before an outcome: the table shows it, and nobody tells it."""

SILENT = (
    *TERMS_AND_DICE,
    happened.ContestRolled,
    happened.ContestYielded,
    happened.SceneCut,
    happened.SafetyAsked,
)
"""What the offline narrator leaves to the table: the terms, the dice, and what is the table's own."""

_ANY = ("any_thing", "any_place", "any")
"""The outcomes of every action: what names the thing or the place before what names neither."""
_BREAK = Passage("\n\n")
_EVENTS_OF_NOTE = {
    RestKind.PAUSE: "event.rested_pause",
    RestKind.SCENE: "event.rested_scene",
    RestKind.LONG: "event.rested_long",
}


class Teller:
    """Tells turns of one scenario in one language."""

    def __init__(
        self,
        scenario: Scenario,
        characters: tuple[CharacterData, ...],
        voice: Voice,
        translator: Translator | None = None,
    ) -> None:
        """With a translator, for events whose words are in the other language."""
        self.translator = translator
        self._scenario = scenario
        self._characters = characters
        self._voice = voice
        self._scenes = {each.id: each for each in scenario.scenes}

    def tell(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """The turn, sentence by sentence; "" between paragraphs, never first, last or twice."""
        lately = Lately.of(moment)
        yield from _sentences(_Turn(self, events, moment, lately).texts(), lately)

    def parts(self, events: Sequence[Event], moment: Moment) -> Parts:
        """The same in two parts, for whoever tells the turn in their own words."""
        own: list[str] = []
        passages: list[str] = []
        broken = False
        for sentence in self.tell(events, moment):
            if not isinstance(sentence, Passage):
                own += [sentence] if sentence else []
                broken = broken or not sentence
                continue
            passages += ["", sentence] if broken and passages else [sentence]
            broken = False
        return Parts(tuple(own), tuple(passages))

    # What a turn needs of the whole story.

    @property
    def voice(self) -> Voice:
        """How it is said."""
        return self._voice

    @property
    def scenario(self) -> Scenario:
        """What is told."""
        return self._scenario

    def item(self, who: CharacterId, item: ItemId | None) -> Word | None:
        """An item of that character's, by its name."""
        sheet = named(self._characters, who)
        found = next((each for each in sheet.items if each.id == item), None) if sheet else None
        return word(found.name, self._voice.language) if found else None

    def place(self, scene: str) -> Word:
        """A scene by its name."""
        found = self._scenes.get(scene)
        return word(found.name, self._voice.language) if found else Word(scene)

    def look(self, scene: str) -> tuple[Text, tuple[Text, ...]] | None:
        """What is seen in a scene the first time, and later."""
        found = self._scenes.get(scene)
        return (found.look, found.again) if found else None


def _sentences(texts: Iterable[str], lately: Lately) -> Iterator[str]:
    begun = waiting = False
    for text in texts:
        for place, paragraph in enumerate(text.split("\n\n")):
            waiting = begun if place else waiting
            for sentence in sentences(paragraph):
                if mark(sentence) in lately.told:
                    continue
                lately.told.add(mark(sentence))
                if waiting:
                    yield ""
                begun, waiting = True, False
                yield type(text)(sentence)


class _Turn:
    """One turn's events, and the texts that tell them."""

    def __init__(self, teller: Teller, events: Sequence[Event], moment: Moment, lately: Lately) -> None:
        self._teller = teller
        self._voice = teller.voice
        self._events = events
        self._moment = moment
        self._lately = lately
        self._sheets = SheetTeller(teller.voice, teller.item, events, moment, lately)

    def texts(self) -> Iterator[str]:
        """Every text of the turn, not yet cut into sentences nor held against what was told."""
        if self._moment.turn == 0:
            yield Passage(self._voice.authored(self._teller.scenario.opening))
        before: Event | None = None
        for event in self._events:
            if isinstance(before, happened.ClockAdvanced):
                yield _BREAK  # What comes out now is no part of the passing hour.
            yield from self._one(event)
            before = event

    def _one(self, event: Event) -> Iterator[str]:
        if isinstance(event, CheckEvent):
            yield from self._of_a_check(event)
        elif isinstance(event, SceneEvent):
            yield from self._of_the_story(event)
        elif isinstance(event, SheetEvent):
            yield from self._sheets.texts(event)
        elif isinstance(event, happened.ConflictStarted | happened.ConflictEnded):
            yield _BREAK
            begun = isinstance(event, happened.ConflictStarted)
            yield self._sheets.said("conflict_started" if begun else "conflict_ended")
        # Of the turns of a conflict, of adversaries and calamities the table shows the facts; no phrase is written yet.

    # --- checks

    def _of_a_check(self, event: CheckEvent) -> Iterator[str]:
        if isinstance(event, SILENT):
            return  # The prose waits for the outcome.
        match event:
            case happened.CheckSettled():
                yield from self._settled(event)
            case happened.ComplicationHappened():
                yield self._complication(event)
            case happened.RuledWithoutRoll():
                yield from self._ruled(event)
            case _:
                assert_never(event)

    def _settled(self, event: happened.CheckSettled) -> Iterator[str]:
        scene, feature, approach, what = find_stake(self._teller.scenario, event.check.stake)
        words = {"who": self._sheets.who(event.check.actor)}
        if scene is not None:
            words["place"] = self._teller.place(scene.id)
        if feature is not None:
            words |= called(feature.name, self._voice.language, feature.person)
        used = event.check.items or tuple(each.item for each in event.check.advantages if each.item)
        gear = self._teller.item(event.check.actor, used[0]) if used else None
        if gear is not None:
            words["gear"] = gear
        rerolled = any(isinstance(each, happened.CheckRerolled) for each in self._events)
        worked = event.outcome is not Outcome.FAILURE
        if any(isinstance(each, happened.CheckRolled) and each.coup for each in self._events):
            yield self._sheets.said("coup", **words)
        if rerolled:
            yield self._sheets.said("rerolled_success" if worked else "rerolled_failure", **words)
        half = approach.partial.told if approach is not None and approach.partial is not None else None
        if half is not None and event.outcome is Outcome.PARTIAL:
            yield Matter(self._voice.authored(half))
            return
        if worked and approach is not None and approach.success:
            yield Matter(self._voice.in_turn(approach.success, self._lately) or "")
            return
        if not worked and approach is not None and (approach.clue is not None or self._costs_something_new()):
            return  # The author's complication tells how it failed, and for a clue, which comes out, what it cost.
        for family in (*(approach.actions if approach else (what,)), *_ANY):
            told = self._voice.fresh(f"outcome.{family}.{event.outcome.value}", self._lately, words)
            if told is not None:
                yield told
                return

    def _ruled(self, event: happened.RuledWithoutRoll) -> Iterator[str]:
        """What was told of a ruling, as it was told; in the other language, as much of it as can be said there."""
        repeats = event.why.startswith(event.would_need.rstrip("…"))
        said = [event.why] if repeats or not event.would_need else [event.why, event.would_need]
        if self._teller.translator is None:
            yield from map(Passage, said)
            return
        found = [self._teller.translator.said(each, self._lately) for each in said]
        if found[0] is None:
            yield self._voice.say("ruling.easy" if event.succeeds else "ruling.needs_place", self._lately)
        yield from (Passage(each) for each in found if each is not None)

    def _note(self, complication: Complication) -> str:
        """What was set to be told when a complication happens; empty where it cannot be said in this language."""
        if self._teller.translator is None:
            return complication.note
        return self._teller.translator.said(complication.note, self._lately) or ""

    def _costs_something_new(self) -> bool:
        costs = (each.complication for each in self._events if isinstance(each, happened.ComplicationHappened))
        return any(self._lately.is_new(self._note(each)) for each in costs)

    def _complication(self, event: happened.ComplicationHappened) -> str:
        note = self._note(event.complication)
        if self._lately.is_new(note):
            return Matter(note)
        kind: ComplicationKind = event.complication.kind
        gear = self._teller.item(event.actor, event.complication.item)
        words = {"gear": gear} if gear else {}
        return self._voice.fresh(f"complication.{kind.value}", self._lately, words) or ""

    # --- the story

    def _of_the_story(self, event: SceneEvent) -> Iterator[str]:
        scenario = self._teller.scenario
        if isinstance(event, SILENT):
            return
        match event:
            case happened.FactEstablished():
                text = next((each.text for each in scenario.facts if each.id == event.fact), None)
                yield Passage(self._voice.authored(text) if text else "")
            case happened.SceneEntered():
                yield _BREAK
                yield Passage(self._entered(event.scene, event.first))
            case happened.ClockAdvanced():
                yield _BREAK
                steps = scenario.clock.steps if scenario.clock and scenario.clock.id == event.clock else ()
                yield Passage(self._voice.authored(steps[event.filled - 1]) if 0 < event.filled <= len(steps) else "")
            case happened.StoryEnded():
                yield _BREAK
                text = next((each.text for each in scenario.endings if each.id == event.ending), None)
                yield Passage(self._voice.authored(text) if text else "")
            case happened.Rested():
                yield self._voice.fresh(_EVENTS_OF_NOTE[event.kind], self._lately) or ""
            case happened.GameStarted():
                return  # The opening tells it.
            case _:
                assert_never(event)

    def _entered(self, scene: str, first: bool) -> str:
        look = self._teller.look(scene)
        if look is None:
            return ""
        if first:
            return self._voice.authored(look[0])
        told = self._voice.in_turn(look[1], self._lately)
        return told or self._sheets.said("again", place=self._teller.place(scene))
