"""Checks as rows of text: what is tried, its risk, its pool line by line, its odds."""

from collections.abc import Iterator
from fractions import Fraction

from engine.core.check import Avoid, Check
from engine.core.foes import Peril
from engine.core.odds import CheckOdds, Odds
from engine.core.rules.checks import Pool, PoolLine, Source, difficulty
from engine.core.rules.items import used
from engine.core.state import Game
from narrator.sanitise import one_line
from narrator.scenario import Language
from narrator.telling.voice import line as shortened
from table.terminal.facts import Facts
from table.terminal.names import capital, die
from table.terminal.screen import Row
from table.words import Words

_LONGEST = 200
"""Characters of a player's line that are shown again, as many as an action keeps of it."""


class Showing:
    """Rows for the screen, in the interface's language."""

    def __init__(self, words: Words, facts: Facts) -> None:
        self.words = words
        self.facts = facts
        self.names = facts.names

    def check(self, game: Game, check: Check, pool: Pool, odds: CheckOdds, said: str = "") -> list[Row]:
        """An announced check: what is tried, its risk, its pool line by line, its odds; `said` is the player's line
        that it came from."""
        title, *numbers = self.numbers(game, check, pool, odds)
        tried = self._tried(game, check, said)
        return [title, *tried, *self._stakes(game, check), *numbers, *self._resources(game, check)]

    def tried(self, game: Game, check: Check, said: str = "") -> list[Row]:
        """What is tried, as a title; of a roll that avoids, what is to be avoided. The player's line goes before."""
        first, *after = self._tried(game, check, said)
        return [Row(first.value, style="title"), *after]

    def _tried(self, game: Game, check: Check, said: str) -> Iterator[Row]:
        label, action = "you_try", check.action
        if isinstance(check.aim, Avoid):
            label, action = "you_avoid", action or capital(self.facts.saying(game).peril(check.aim.peril))
        yield from (Row(self.words("you_said"), each) for each in reworded(said, action))
        yield Row(self.words(label), action)

    def _stakes(self, game: Game, check: Check) -> Iterator[Row]:
        if about := self.names.about(check):
            yield Row(self.words("about"), about)
        if isinstance(check.aim, Avoid):
            yield Row(self.words("the_harm"), self._harm(check.aim.peril))
        if check.risk:
            yield Row(self.words("the_risk"), check.risk)
        if check.harder:
            yield Row(self.names.term("difficulty", difficulty(check)), check.harder)

    def _harm(self, peril: Peril) -> str:
        """What strikes who does not avoid it."""
        harms = [self.words("harm", damage=peril.damage)] if peril.damage else []
        harms += [self.names.term("event", peril.marks)] if peril.marks is not None else []
        harms += [self.names.term("affliction", each) for each in peril.afflictions]
        return ", ".join(harms)

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
        rows = [self.facts.saying(game).of(check.actor, Row(title, "", "title"))]
        rows += [Row(self.source(game, line), figure=signed(line.dice)) for line in pool.lines]
        rows.append(Row(words("pool"), words("dice", count=pool.size)))
        rows.append(Row(words("odds"), self.odds(game, check, odds)))
        if odds.coup is not None:
            rows.append(Row("", words("odds_coup", **self._shares(odds.coup))))
        return rows

    def why(self, game: Game, check: Check, pool: Pool, said: str = "") -> list[Row]:
        """A check with the rule behind each of its numbers; `said` is the player's line that it came from."""
        words, needed = self.words, difficulty(check)
        term = self.names.term("difficulty", needed)
        rows = [
            Row(f"{self.source(game, line)} — {words(f'why_{line.source}')}", figure=signed(line.dice))
            for line in pool.lines
        ]
        rule = Row(words("difficulty"), words("why_difficulty", difficulty=term, needed=int(needed)))
        return [*self.tried(game, check, said), *self._stakes(game, check), *rows, rule]

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

    def source(self, game: Game, line: PoolLine) -> str:
        """Where a line of the pool comes from."""
        what = line.what
        if line.source is Source.ATTRIBUTE:
            what = self.names.term("attribute", what)
        elif line.source is Source.SPECIALTY:
            what = self.names.specialty(what)
        elif line.source is Source.WOUND:
            what = self.names.hindrance(what)
        elif line.source in (Source.EFFECT, Source.COVER):
            what = self.facts.saying(game).cast.name(what)
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


def reworded(said: str, action: str) -> tuple[str, ...]:
    """A player's line, on one line, where the action is no longer told in its words; nothing where it is."""
    kept = shortened(one_line(said), _LONGEST)
    return () if not kept or kept.casefold() == action.strip().casefold() else (kept,)


def signed(dice: int) -> str:
    """Dice that a line adds or takes: +2, −1."""
    return f"+{dice}" if dice >= 0 else f"−{-dice}"


def percent(chance: Fraction, language: Language) -> str:
    """A chance to a tenth of a per cent, never 0 or 100 unless it is exactly so."""
    tenths = round(chance * 1000)
    if 0 < chance < 1:
        tenths = min(999, max(1, tenths))
    whole, tenth = divmod(tenths, 10)
    return f"{whole},{tenth}\u00a0%" if language == "fr" else f"{whole}.{tenth}%"
