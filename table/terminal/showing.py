"""Checks, dice, changes and sheets as rows of text. Every number that a player sees is made here, from the engine's."""

from collections.abc import Iterator
from fractions import Fraction

from engine.core.check import Check, Outcome, Roll
from engine.core.events import (
    AdvantageAdded,
    BreakdownBegan,
    BreakdownDescribed,
    BreakdownEnded,
    CharacterMarked,
    CheckRerolled,
    CheckRolled,
    CheckWithdrawn,
    ClockAdvanced,
    ComplicationHappened,
    CoupReady,
    Event,
    GearLost,
    HealthChanged,
    InspirationGranted,
    InspirationSpent,
    ResistanceRolled,
    ResourceChanged,
    ResourceRolled,
    StoryEnded,
    StressChanged,
    WoundHealed,
    WoundTaken,
)
from engine.core.odds import CheckOdds, Odds
from engine.core.rules.checks import SUCCESS_FROM, Pool, PoolLine, Source, difficulty
from engine.core.rules.items import used
from engine.core.sheet import Breakdown
from engine.core.state import Game
from narrator.scenario import Language
from table.terminal.names import Names, die
from table.terminal.screen import Row
from table.words import Words

_OUTCOME_STYLE = {Outcome.SUCCESS: "good", Outcome.PARTIAL: "fair", Outcome.FAILURE: "bad"}


class Showing:
    """Rows for the screen, in the interface's language."""

    def __init__(self, words: Words, names: Names, said: bool, sleep: str) -> None:
        self.words = words
        self.sleep = sleep
        """What one types to rest a night: in the narration's language, which may be another."""
        self.names = names
        self.said = said
        """Whether a screen reader says it: sentences in place of signs."""
        self._form = "_said" if said else ""

    def check(self, game: Game, check: Check, pool: Pool, odds: CheckOdds) -> list[Row]:
        """An announced check: what is tried, its risk, its pool line by line, its odds."""
        title, *numbers = self.numbers(game, check, pool, odds)
        return [title, *self._stakes(check), *numbers, *self._resources(game, check)]

    def _stakes(self, check: Check) -> Iterator[Row]:
        yield Row(self.words("you_try"), check.action)
        if about := self.names.about(check):
            yield Row(self.words("about"), about)
        yield Row(self.words("the_risk"), check.risk)
        if check.harder:
            yield Row(self.names.term("difficulty", difficulty(check)), check.harder)

    def numbers(self, game: Game, check: Check, pool: Pool, odds: CheckOdds) -> list[Row]:
        """An announced check in numbers: its difficulty, its pool line by line, its odds."""
        words, needed = self.words, difficulty(check)
        skill = self.names.specialty(check.specialty) + ", " if check.specialty else ""
        title = words(
            "check",
            what=f"{skill}{self.names.term('attribute', check.attribute)}",
            difficulty=self.names.term("difficulty", needed),
            count=words("check_successes", count=int(needed)),
        )
        rows = [Row(title, "", "title")]
        rows += [Row(self.source(line), figure=signed(line.dice)) for line in pool.lines]
        rows.append(Row(words("pool"), words("dice", count=pool.size)))
        rows.append(Row(words("odds"), self.odds(game, check, odds)))
        if odds.coup is not None:
            rows.append(Row("", words("odds_coup", **self._shares(odds.coup))))
        return rows

    def why(self, check: Check, pool: Pool) -> list[Row]:
        """A check with the rule behind each of its numbers."""
        words, needed = self.words, difficulty(check)
        term = self.names.term("difficulty", needed)
        rows = [
            Row(f"{self.source(line)} — {words(f'why_{line.source}')}", figure=signed(line.dice)) for line in pool.lines
        ]
        rule = Row(words("difficulty"), words("why_difficulty", difficulty=term, needed=int(needed)))
        return [Row(check.action, "", "title"), *list(self._stakes(check))[1:], *rows, rule]

    def check_record(self, check: Check, pool: Pool, odds: CheckOdds) -> dict[str, object]:
        """The same as plain values; chances are the doubles nearest to the exact ones."""
        plain = odds.plain
        return {
            "check": {
                "action": check.action,
                "risk": check.risk,
                "difficulty": int(difficulty(check)),
                "lines": [{"source": line.source, "dice": line.dice, "what": line.what} for line in pool.lines],
                "pool": pool.size,
                "success": float(plain.success),
                "partial": float(plain.partial),
                "failure": float(plain.failure),
                "success_with_reroll": float(plain.success_with_reroll) if odds.reroll_possible else None,
            }
        }

    def _resources(self, game: Game, check: Check) -> list[Row]:
        actor = game.character(check.actor)
        held = [item for each in used(check) if actor and (item := actor.item(each)) and item.resource]
        return [
            Row(self.words("resource_rolls", resource_die=self.names.resource_die(item.id), die=die(item.resource.die)))
            for item in held
            if item.resource is not None
        ]

    def source(self, line: PoolLine) -> str:
        """Where a line of the pool comes from."""
        what = line.what
        if line.source is Source.ATTRIBUTE:
            what = self.names.term("attribute", what)
        elif line.source is Source.SPECIALTY:
            what = self.names.specialty(what)
        elif line.source is Source.WOUND:
            what = self.names.hindrance(what)
        return self.words(f"source_{line.source}", what=what)

    def odds(self, game: Game, check: Check, odds: CheckOdds) -> str:
        """The odds, without and with a reroll, or why none is possible."""
        plain = odds.plain
        said = self.words("odds_partial" if plain.partial else "odds_plain", **self._shares(plain))
        if not odds.reroll_possible:
            why = "in_conflict" if game.in_conflict else "stress"
            actor = game.character(check.actor)
            return f"{said} ({self.words(f'odds_no_reroll_{why}', stress=actor.stress if actor else 0)})"
        again = percent(plain.success_with_reroll, self.names.language)
        return f"{said} ({self.words('odds_reroll', success=again)})"

    def _shares(self, odds: Odds) -> dict[str, str]:
        chances = {"success": odds.success, "partial": odds.partial, "failure": odds.failure}
        return {name: percent(chance, self.names.language) for name, chance in chances.items()}

    def events(self, check: Check | None, events: tuple[Event, ...]) -> list[Row]:
        """What happened, in numbers; `check` is the one that was on the table before it."""
        return [row for event in events for row in self._event(check, event)]

    def _event(self, check: Check | None, event: Event) -> Iterator[Row]:
        words, names, empty = self.words, self.names, self.words("empty")
        match event:
            case CheckRolled() | CheckRerolled():
                yield from self._dice(check, event)
            case ResourceRolled():
                moved = (
                    words("resource_holds")
                    if event.after == event.sides
                    else words(f"resource_falls{self._form}", before=die(event.sides), after=die(event.after, empty))
                )
                told = words("resource_die", sides=event.sides, face=event.face, moved=moved)
                yield Row(names.resource(event.item), told)
            case ResourceChanged():
                yield self._change(names.resource(event.item), die(event.before, empty), die(event.after, empty), event)
            case StressChanged():
                yield self._change(names.word("stress"), event.before, event.after, event)
            case HealthChanged():
                yield self._change(names.word("health"), event.before, event.after, event)
            case ResistanceRolled():
                held = words("resisted" if event.resisted else "not_resisted")
                yield Row(words("resistance"), self._faces(event.faces, held))
            case ComplicationHappened():
                yield Row(words("complication"), names.term("complication", event.complication.kind), "fair")
            case _:
                yield from self._plain_event(event)

    def _plain_event(self, event: Event) -> Iterator[Row]:
        words, names = self.words, self.names
        match event:
            case AdvantageAdded():
                yield Row(words("advantage_counts", what=event.advantage.reason))
            case CheckWithdrawn():
                yield Row(words("withdrawn"))
            case GearLost():
                yield Row(words("gear_lost"), names.item(event.item))
            case WoundTaken() if event.wound.tier is not None:
                yield Row(words("wound_taken"), names.wound(event.wound))
            case WoundHealed():
                yield Row(words("wound_healed"))
            case CharacterMarked():
                yield Row(words("marked", event=names.term("event", event.event)))
            case CoupReady():
                yield Row(words("coup_ready"), "", "good")
            case BreakdownBegan():
                yield Row(self.breakdown_question(names.character(event.character)), "", "bad")
            case BreakdownDescribed():
                how = names.term("breakdown", event.breakdown)
                who = names.character(event.character)
                yield Row(words("breakdown_described", how=how, character=who, sleep=self.sleep))
            case BreakdownEnded():
                yield Row(words("breakdown_ended", character=names.character(event.character)))
            case InspirationGranted():
                yield Row(words("inspiration_granted"), "", "good")
            case InspirationSpent():
                yield Row(words("inspiration_spent"))
            case ClockAdvanced():
                yield Row(names.clock(), words("clock_moves", filled=event.filled, size=event.size))
            case _:
                return

    def _dice(self, check: Check | None, event: CheckRolled | CheckRerolled) -> Iterator[Row]:
        label = self.words("dice_again" if isinstance(event, CheckRerolled) else "dice_fell")
        yield self.roll(check, event, label)

    def roll(self, check: Check | None, roll: Roll | CheckRolled | CheckRerolled, label: str = "") -> Row:
        """The dice that lie on the table, and what they come to."""
        needed = int(difficulty(check)) if check else 0
        outcome = self.names.term("outcome", roll.outcome)
        count = self.words("count_of", count=roll.successes, needed=needed, outcome=outcome)
        style = _OUTCOME_STYLE[roll.outcome]
        return Row(label or self.words("dice_fell"), self._faces(roll.faces, count), style)

    def _faces(self, shown: tuple[int, ...], count: str) -> str:
        if self.said:
            return self.words("faces_said", faces=", ".join(map(str, shown)), count=count)
        return self.words("faces_shown", faces=faces(shown), count=count)

    def _change(
        self, what: str, before: object, after: object, event: StressChanged | HealthChanged | ResourceChanged
    ) -> Row:
        moved = self.words(f"changes{self._form}", what=what, before=before, after=after)
        return Row(f"{moved} ({self.words(f'cause_{event.cause}')})")

    def ending(self, events: tuple[Event, ...]) -> str:
        """The title of the ending that has come; empty when none has."""
        came = next((each.ending for each in events if isinstance(each, StoryEnded)), None)
        if came is None:
            return ""
        found = next(each for each in self.names.content.scenario.endings if each.id == came)
        return self.words(
            "the_end", title=found.title.to(self.names.language), kind=self.names.term("ending", found.kind)
        )

    def breakdown_question(self, who: str) -> str:
        """The question put to the player whose PC breaks down."""
        choices = ", ".join(
            self.words("breakdown_choice", number=number, name=self.names.term("breakdown", each))
            for number, each in enumerate(breakdown_choices(), 1)
        )
        return self.words("breakdown_began", character=who, choices=choices)


def breakdown_choices() -> tuple[Breakdown, ...]:
    """How one may break down, in the order in which they are offered."""
    return tuple(each for each in Breakdown if each is not Breakdown.UNTOLD)


def signed(dice: int) -> str:
    """Dice that a line adds or takes: +2, −1."""
    return f"+{dice}" if dice >= 0 else f"−{-dice}"


def faces(shown: tuple[int, ...]) -> str:
    """Faces, the successes in brackets: [6] 4 3."""
    return " ".join(f"[{face}]" if face >= SUCCESS_FROM else str(face) for face in shown)


def percent(chance: Fraction, language: Language) -> str:
    """A chance to a tenth of a per cent, never 0 or 100 unless it is exactly so."""
    tenths = round(chance * 1000)
    if 0 < chance < 1:
        tenths = min(999, max(1, tenths))
    whole, tenth = divmod(tenths, 10)
    return f"{whole},{tenth}\u00a0%" if language == "fr" else f"{whole}.{tenth}%"
