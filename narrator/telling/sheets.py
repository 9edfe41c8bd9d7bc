"""Tells what happened to sheets: Health, Stress, wounds, gear, in phrases and without a number."""

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from engine.core import events as happened
from engine.core.events import Event, SheetEvent
from engine.core.sheet import Breakdown, Character, CharacterId, ItemId
from narrator.port import Moment
from narrator.telling.grammar import Word
from narrator.telling.voice import Lately, Voice

_STRESS_HIGH = 4
_WITHOUT_WORDS = (happened.Cause.DANGER, happened.Cause.FIRST_AID, happened.Cause.REMEDY)
"""Health that moved otherwise than by a blow, a price or rest: the phrases speak of those alone."""


class SheetTeller:
    """One turn's sheets; `item` finds the name of a PC's item."""

    def __init__(
        self,
        voice: Voice,
        item: Callable[[CharacterId, ItemId | None], Word | None],
        events: Sequence[Event],
        moment: Moment,
        lately: Lately,
    ) -> None:
        self._voice = voice
        self._item = item
        self._events = events
        self._lately = lately
        self._characters = {each.id: each for each in moment.view.characters}

    def texts(self, event: SheetEvent) -> Iterator[str]:
        """What tells one event; nothing where its facts, which the table shows, are enough."""
        match event:
            case happened.ResourceRolled() | happened.ResourceChanged():
                yield self._resource(event)
            case happened.GearLost():
                yield self._gear_lost(event)
            case happened.HealthChanged():
                yield self._health(event)
            case happened.WoundTaken():
                by_complication = any(
                    isinstance(each, happened.ComplicationHappened) and each.complication.note == event.wound.note
                    for each in self._events
                )
                paid = any(
                    isinstance(each, happened.HealthChanged) and each.cause is happened.Cause.PRICE
                    for each in self._events
                )
                yield "" if by_complication or paid else self.said("wound", who=self.who(event.character))
            case happened.WoundHealed():
                yield self._once(happened.WoundHealed, event, "wound_healed")
            case happened.StressChanged():
                yield self._stress(event)
            case happened.CharacterMarked():
                yield self.said("marked")
            case happened.ResistanceRolled():
                if any(isinstance(each, happened.BreakdownBegan) for each in self._events):
                    return  # Whoever breaks down has not held.
                yield self.said("resisted" if event.resisted else "not_resisted", who=self.who(event.character))
            case happened.CoupReady():
                yield self.said("coup_ready", who=self.who(event.character))
            case happened.BreakdownBegan():
                yield self.said("breakdown", who=self.who(event.character))
            case happened.BreakdownDescribed():
                manner: Breakdown = event.breakdown
                yield self.said(manner.value, who=self.who(event.character))
            case happened.BreakdownEnded():
                yield self.said("breakdown_ended", who=self.who(event.character))
            case happened.InspirationGranted():
                yield self.said("inspiration", who=self.who(event.character))
            case happened.InspirationSpent():
                yield self.said("inspiration_spent")
            case (
                happened.WoundDescribed()
                | happened.BlowLanded()
                | happened.Treated()
                | happened.CaredFor()
                | happened.Comforted()
                | happened.CharacterDied()
                | happened.ItemUsed()
                | happened.ItemGained()
                | happened.CoverTaken()
                | happened.WardGiven()
                | happened.Afflicted()
                | happened.PerilStruck()
                | happened.AdvanceTaken()
            ):
                return  # The facts say it; no phrase is written for it.
            case _:
                assert_never(event)

    def _resource(self, event: happened.ResourceRolled | happened.ResourceChanged) -> str:
        before = event.sides if isinstance(event, happened.ResourceRolled) else event.before
        gear = self._item(event.character, event.item)
        if gear is None or event.after == before:
            return ""
        if event.after > before:
            # A rest refills everything: only what was empty is worth a word.
            return self.said("resource_up", gear=gear) if before == 0 else ""
        return self.said("resource_empty" if event.after == 0 else "resource_down", gear=gear)

    def _gear_lost(self, event: happened.GearLost) -> str:
        told = any(
            isinstance(each, happened.ComplicationHappened) and each.complication.item == event.item
            for each in self._events
        )
        gear = self._item(event.character, event.item)
        return "" if told or gear is None else self.said("gear_lost", gear=gear)

    def _health(self, event: happened.HealthChanged) -> str:
        if event.after == 0:
            return self.said("health_out", who=self.who(event.character))
        if event.before == 0:
            return self.said("health_back", who=self.who(event.character))
        if event.cause in _WITHOUT_WORDS:
            return ""
        if event.after < event.before:
            return self.said("health_price" if event.cause is happened.Cause.PRICE else "health_down")
        return self._once(happened.HealthChanged, event, "health_up")

    def _stress(self, event: happened.StressChanged) -> str:
        """Only the thresholds are told: how the place changes, not what a PC feels."""
        if event.before < _STRESS_HIGH <= event.after:
            return self.said("stress_high", who=self.who(event.character))
        return self.said("stress_low") if event.after < _STRESS_HIGH <= event.before else ""

    def _once(self, kind: type[Event], event: Event, key: str) -> str:
        """Told for the first of several events of a kind; the others would only repeat it."""
        who = getattr(event, "character", None)
        same = next((each for each in self._events if type(each) is kind), event)
        return self.said(key, who=self.who(who)) if same is event and who is not None else ""

    def who(self, who: CharacterId) -> Word:
        """A PC by name."""
        found: Character | None = self._characters.get(who)
        return Word(found.name if found else who)

    def said(self, key: str, **words: Word) -> str:
        """A phrase for an event, one that was not told lately; empty when all were. A lone hero is spoken to."""
        alone = len(self._characters) == 1 and self._voice.knows(f"you.{key}")
        return self._voice.fresh(f"{'you' if alone else 'event'}.{key}", self._lately, words) or ""
