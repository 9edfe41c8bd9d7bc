"""Checks: difficulty, pool, outcome, reroll (CORE ch. 2, Les jets)."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.choice import Choice
from engine.core.check import Against, Avoid, Check, Difficulty, Effort, Outcome
from engine.core.rules import attacks
from engine.core.rules.faces import SPECIALTY_DICE
from engine.core.rules.stress import coup_is_ready
from engine.core.rules.variants import MAX_STRESS, reroll_stress, stress_malus
from engine.core.sheet import Character
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse

BONUS_CAP = 3
"""The most that all bonuses together add (CORE ch. 2, Bonus et malus)."""
COUP_DICE = 3
"""What a Coup d'éclat adds, over the cap (CORE ch. 3, Le Stress)."""


class Source(Choice):
    """Where dice of a pool come from, or go."""

    ATTRIBUTE = "attribute"
    SPECIALTY = "specialty"
    ADVANTAGE = "advantage"
    CAP = "cap"
    DISADVANTAGE = "disadvantage"
    WOUND = "wound"
    STRESS = "stress"
    MINIMUM = "minimum"
    COUP = "coup"
    EFFECT = "effect"
    COVER = "cover"


@dataclass(frozen=True, slots=True)
class PoolLine:
    """One line of a pool: so many dice (negative when lost), from where, and what exactly."""

    source: Source
    dice: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class Pool:
    """A pool told line by line; the lines add up to `size`."""

    lines: tuple[PoolLine, ...]

    @property
    def size(self) -> int:
        """How many d6 are rolled, 1 or more."""
        return _dice(self.lines)


def _dice(lines: Sequence[PoolLine]) -> int:
    # A list, not a generator: a pool is added up several times in every roll.
    return sum([line.dice for line in lines])


def pool(game: Game, check: Check | Effort, coup: bool = False) -> Pool:
    """The dice of a check, and where each comes from (CORE ch. 2, Bonus et malus).

    max(1, attribute + min(3, bonuses) - penalties), then +3 for a Coup d'éclat (CORE ch. 3).
    """
    actor = game.character(check.actor)
    assert actor is not None
    lines = [PoolLine(Source.ATTRIBUTE, actor.attributes.of(check.attribute), check.attribute)]
    lines += _bonuses(game, check)
    lines += _penalties(game, actor, check)
    size = _dice(lines)
    if size < 1:
        lines.append(PoolLine(Source.MINIMUM, 1 - size))
    if coup:
        lines.append(PoolLine(Source.COUP, COUP_DICE))
    return Pool(tuple(lines))


def _bonuses(game: Game, check: Check | Effort) -> list[PoolLine]:
    lines = [PoolLine(Source.SPECIALTY, SPECIALTY_DICE, check.specialty)] if check.specialty is not None else []
    lines += [PoolLine(Source.ADVANTAGE, 1, each.reason) for each in check.advantages]
    aim = check.aim if isinstance(check, Check) else None
    if isinstance(aim, Against):
        lines += _in_the_fight(game, check, aim)
    # The cap bites before penalties: a die over it cannot make up for a wound.
    over = _dice(lines) - BONUS_CAP
    return [*lines, PoolLine(Source.CAP, -over)] if over > 0 else lines


def _in_the_fight(game: Game, check: Check | Effort, aim: Against) -> list[PoolLine]:
    lines = [PoolLine(Source.EFFECT, 1, aim.target)] if attacks.helped(game, aim) else []
    ally = game.ally(attacks.backing(game, aim))
    if ally is not None and all(each.ally != ally.id for each in check.advantages):
        lines.append(PoolLine(Source.ADVANTAGE, 1, ally.name))
    return lines


def _penalties(game: Game, actor: Character, check: Check | Effort) -> list[PoolLine]:
    lines: list[PoolLine] = []
    if check.disadvantage:
        lines.append(PoolLine(Source.DISADVANTAGE, -check.disadvantage, check.disadvantage_reason))
    aim = check.aim if isinstance(check, Check) else None
    if isinstance(aim, Against) and (cover := attacks.cover(game, aim)):
        lines.append(PoolLine(Source.COVER, -cover, aim.target))
    if check.hindering:
        notes = {wound.id: wound.note or wound.tier or "" for wound in actor.wounds}
        lines += [PoolLine(Source.WOUND, -1, notes.get(each, each)) for each in check.hindering]
    # CORE ch. 3, Résister: only the resistance ignores it, and that is rolled elsewhere.
    malus = stress_malus(game.variant, actor.stress)
    return [*lines, PoolLine(Source.STRESS, -malus)] if malus else lines


def difficulty(check: Check) -> Difficulty:
    """The successes that a check needs, one step up when it is harder (CORE ch. 2). RULING: never above Feat."""
    raised = check.harder.strip() and check.difficulty < Difficulty.FEAT
    return Difficulty(check.difficulty + (1 if raised else 0))


def outcome(successes: int, needed: Difficulty, coup: bool = False) -> Outcome:
    """How many successes come out against a difficulty (CORE ch. 2, Trois résultats).

    Standard has no partial. A Coup d'éclat cannot fail: a partial at worst, at Standard a success (CORE ch. 3).
    """
    if successes >= needed or (coup and needed is Difficulty.STANDARD):
        return Outcome.SUCCESS
    if coup or (successes >= 1 and successes == needed - 1):
        return Outcome.PARTIAL
    return Outcome.FAILURE


def reroll_refusal(game: Game, actor: Character, coup: bool, inspiration: bool) -> Refused | None:
    """Why a roll that fell short may not be rolled again, None when it may (CORE ch. 2, La relance)."""
    bar = _reroll_bar(game, actor, coup, inspiration)
    if bar is None:
        return None
    named = bar in (Code.OUT_OF_ACTION, Code.NO_INSPIRATION)
    return refuse(bar, character=actor.name) if named else refuse(bar)


def _reroll_bar(game: Game, actor: Character, coup: bool, inspiration: bool) -> Code | None:
    if game.in_conflict:
        return Code.REROLL_NOT_IN_CONFLICT
    if coup:
        return Code.REROLL_NEVER_COUP
    if actor.health == 0:
        return Code.OUT_OF_ACTION
    if inspiration:
        return None if actor.inspiration else Code.NO_INSPIRATION
    after = actor.stress + reroll_stress(game.variant)
    frozen = actor.stress == MAX_STRESS or not 0 <= after <= MAX_STRESS
    return Code.REROLL_NEEDS_STRESS if frozen else None


def may_reroll(game: Game, actor: Character, outcome: Outcome, coup: bool) -> bool:
    """Whether the player has anything to decide about a roll that fell (CORE ch. 2, La relance)."""
    if outcome is Outcome.SUCCESS:
        return False
    return any(_reroll_bar(game, actor, coup, inspiration) is None for inspiration in (False, True))


def may_declare_coup(game: Game, check: Check) -> bool:
    """Whether the announced check may be rolled in a Coup d'éclat (CORE ch. 3, Le Stress)."""
    actor = game.character(check.actor)
    return actor is not None and coup_is_ready(game.variant, actor) and not isinstance(check.aim, Avoid)


def ability(character: Character, check: Check) -> int:
    """How able a PC is, circumstances apart: attribute, +2 for the specialty (CORE ch. 2, Agir ensemble)."""
    held = character.specialty(check.specialty)
    skilled = held is not None and held.attribute is check.attribute
    return character.attributes.of(check.attribute) + (SPECIALTY_DICE if skilled else 0)
