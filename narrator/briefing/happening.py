"""What happened in plain facts, for a model that will tell it: no number, no word of the rules, nothing hidden.

What the table shows by itself (terms and dice) and what an author's passage will say has no line here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from engine.core import events as happened
from engine.core.check import Outcome
from engine.core.events import CheckEvent, ConflictEvent, Event, FoeEvent, SceneEvent, SheetEvent
from engine.core.foes import Peril, PerilKind
from engine.core.state import SafetyKind
from engine.core.view import View
from narrator.briefing.called import Called
from narrator.briefing.foes import of_a_conflict, of_a_foe
from narrator.briefing.plainly import Plainly
from narrator.telling.grammar import Word
from narrator.telling.teller import TERMS_AND_DICE

_TENSE = 4  # Stress from which the place itself is told to be tense, as the offline narrator has it.


_OnASheet = (
    happened.GearLost
    | happened.ItemGained
    | happened.ItemUsed
    | happened.WoundTaken
    | happened.WoundDescribed
    | happened.WoundHealed
    | happened.CharacterMarked
    | happened.ResistanceRolled
    | happened.CoupReady
    | happened.BreakdownBegan
    | happened.BreakdownDescribed
    | happened.BreakdownEnded
    | happened.BlowLanded
    | happened.CharacterDied
    | happened.CoverTaken
    | happened.WardGiven
    | happened.Afflicted
    | happened.PerilStruck
)


def told(events: Sequence[Event], view: View, called: Called) -> tuple[str, ...]:
    """The lines of these events, in their order, none twice; `view` is after them."""
    turn = _Turn(Plainly.of(events, view, called))
    return tuple(dict.fromkeys(line for event in events for line in turn.lines(event)))


@dataclass(frozen=True, slots=True)
class _Turn:
    plainly: Plainly

    def lines(self, event: Event) -> Iterator[str]:
        if isinstance(event, CheckEvent):
            return self._check(event)
        if isinstance(event, SceneEvent):
            return self._story(event)
        if isinstance(event, ConflictEvent):
            return of_a_conflict(self.plainly, event)
        if isinstance(event, FoeEvent):
            return of_a_foe(self.plainly, event)
        return self._sheet(event)

    # --- rolls

    def _check(self, event: CheckEvent) -> Iterator[str]:
        if isinstance(event, TERMS_AND_DICE):
            return
        match event:
            case happened.CheckSettled():
                yield self.plainly.say(f"check.{event.outcome.value}", event.check.actor, what=event.check.action)
                if any(isinstance(each, happened.CheckRolled) and each.coup for each in self.plainly.events):
                    yield self.plainly.say("check.coup")
                if any(isinstance(each, happened.CheckRerolled) for each in self.plainly.events):
                    worked = event.outcome is not Outcome.FAILURE
                    yield self.plainly.say("check.again_success" if worked else "check.again_failure")
            case happened.ComplicationHappened():
                yield self.plainly.say("check.price", what=event.complication.note)
            case happened.RuledWithoutRoll():
                yield self.plainly.say(
                    f"check.{'ruled' if event.succeeds else 'impossible'}", event.actor, what=event.action
                )
            case happened.ContestRolled():
                if event.winner is None:
                    yield self.plainly.say("check.contest_tied")
                else:
                    yield self.plainly.say("check.contest_won", event.winner)
            case happened.ContestYielded():
                yield self.plainly.say("check.yielded", event.character)
            case _:
                assert_never(event)

    # --- sheets

    def _sheet(self, event: SheetEvent) -> Iterator[str]:
        if isinstance(event, happened.Treated | happened.CaredFor | happened.Comforted):
            yield self._care(event)
        elif isinstance(event, happened.AdvanceTaken | happened.InspirationGranted | happened.InspirationSpent):
            return  # Of the table, not of the story.
        elif isinstance(event, happened.ResourceRolled | happened.ResourceChanged):
            yield from self._resource(event)
        elif isinstance(event, happened.HealthChanged):
            yield self._health(event)
        elif isinstance(event, happened.StressChanged):
            if (event.before < _TENSE) is not (event.after < _TENSE):
                yield self.plainly.say(f"sheet.tension_{'up' if event.after >= _TENSE else 'down'}", event.character)
        else:
            key, words = self._on_a_sheet(event)
            yield self.plainly.say(f"sheet.{key}", event.character, **words)

    def _on_a_sheet(self, event: _OnASheet) -> tuple[str, dict[str, str | Word]]:
        match event:
            case happened.GearLost():
                return "gear_lost", {"gear": self.plainly.called.item(event.item)}
            case happened.ItemGained():
                return "gear_gained", {"gear": self.plainly.called.item(event.item.id), "what": event.reason}
            case happened.ItemUsed():
                return "used", {"gear": self.plainly.called.item(event.item), "what": event.purpose}
            case happened.WoundTaken() | happened.WoundDescribed():
                lasts = "wound_lasting" if event.wound.lasting else "wound"
                return lasts, {"what": self.plainly.called.wound(event.wound)}
            case happened.WoundHealed():
                return "healed", {}
            case happened.CharacterMarked():
                return "marked", {}
            case happened.ResistanceRolled():
                return ("held" if event.resisted else "not_held"), {}
            case happened.CoupReady():
                return "ready", {}
            case happened.BreakdownBegan():
                return "breakdown", {}
            case happened.BreakdownDescribed():
                return "breakdown_how", {"what": self.plainly.called.term("breakdown", event.breakdown)}
            case happened.BreakdownEnded():
                return "breakdown_over", {}
            case happened.BlowLanded():
                return self._blow(event)
            case happened.CharacterDied():
                return "died", {"what": event.reason}
            case happened.CoverTaken():
                return ("cover" if event.protection else "uncovered"), {}
            case happened.WardGiven():
                return "warded", {}
            case happened.Afflicted():
                return "afflicted", {"what": self.plainly.called.term("affliction", event.affliction)}
            case happened.PerilStruck():
                return "struck", {"what": self._peril(event.peril)}
            case _:
                assert_never(event)

    def _blow(self, event: happened.BlowLanded) -> tuple[str, dict[str, str | Word]]:
        if event.damage > event.protection:
            return ("lessened", {"gear": self.plainly.called.item(event.item)}) if event.item else ("hurt", {})
        return "stopped", {}

    def _care(self, event: happened.Treated | happened.CaredFor | happened.Comforted) -> str:
        match event:
            case happened.Treated():
                return self.plainly.say("sheet.treated", event.healer, other=self.plainly.who(event.patient))
            case happened.CaredFor():
                return self.plainly.say("sheet.cared", event.patient)
            case happened.Comforted():
                return self.plainly.say("sheet.comforted", event.helper, other=self.plainly.who(event.character))
            case _:
                assert_never(event)

    def _resource(self, event: happened.ResourceRolled | happened.ResourceChanged) -> Iterator[str]:
        before = event.sides if isinstance(event, happened.ResourceRolled) else event.before
        gear = self.plainly.called.item(event.item)
        if event.after < before:
            yield self.plainly.say("sheet.resource_down" if event.after else "sheet.resource_empty", gear=gear)
        elif before == 0 < event.after:
            yield self.plainly.say("sheet.resource_back", gear=gear)

    def _health(self, event: happened.HealthChanged) -> str:
        if event.after == 0:
            return self.plainly.say("sheet.down", event.character)
        if event.before == 0:
            return self.plainly.say("sheet.back", event.character)
        if event.after > event.before:
            return self.plainly.say("sheet.better", event.character)
        paid = event.cause is happened.Cause.PRICE
        return self.plainly.say("sheet.paid" if paid else "sheet.hurt", event.character)

    def _peril(self, peril: Peril) -> str:
        if peril.kind is PerilKind.DANGER:
            return self.plainly.danger(peril.source)
        return self.plainly.foes.get(peril.source) or self.plainly.called.term("peril", peril.kind)

    # --- the story

    def _story(self, event: SceneEvent) -> Iterator[str]:
        match event:
            case happened.SceneEntered():
                yield self.plainly.say(
                    f"story.{'entered' if event.first else 'again'}", place=self.plainly.called.place(event.scene)
                )
            case happened.Rested():
                yield self.plainly.say("story.rested", what=self.plainly.called.term("rest", event.kind))
            case happened.SceneCut():
                yield self.plainly.say("story.cut")
            case happened.StoryEnded():
                yield self.plainly.say("story.ended")
            case happened.SafetyAsked():
                named = event.kind is SafetyKind.AVOID
                yield self.plainly.say(f"story.{event.kind.value}", None, **({"what": event.theme} if named else {}))
            case happened.GameStarted() | happened.FactEstablished() | happened.ClockAdvanced():
                return  # An author's passage says them.
            case _:
                assert_never(event)
