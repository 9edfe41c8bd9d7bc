"""The roll, the reroll, and what an outcome brings (CORE ch. 2, Déroulement d'un jet)."""

from engine.core.events import (
    Cause,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    ComplicationHappened,
    InspirationSpent,
)
from engine.core.rules import adventure, health, items, stress
from engine.core.rules.checks import difficulty, may_reroll, outcome, pool, successes
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import reroll_stress
from engine.core.state import CharacterId, Check, Complication, ComplicationKind, ItemId, Outcome, Roll


def roll(unfolding: Unfolding, check: Check, coup: bool) -> None:
    """Roll the pool, then each used item's Resource die, then prices (CORE ch. 2, Déroulement d'un jet; ch. 4).

    RULING: it settles at once when no reroll can follow, so that nobody is asked to accept what cannot change.
    """
    faces_draw = unfolding.game.draws
    faces = unfolding.throw(pool(unfolding.game, check, coup).size, 6)
    count = successes(faces)
    result = outcome(count, difficulty(check), coup)
    unfolding.happen(CheckRolled(check.actor, faces_draw, faces, count, result, coup, unfolding.dice.given))
    for item in items_used(check):
        items.roll_resource(unfolding, check.actor, item, Cause.USE)
    for item in items_used(check):
        items.pay_price(unfolding, check.actor, item)
    if coup:
        stress.set_to(unfolding, check.actor, stress.COUP_STRESS, Cause.COUP)
    if not may_reroll(unfolding.game, Roll(faces, count, result, coup), unfolding.pc(check.actor)):
        settle(unfolding)


def items_used(check: Check) -> tuple[ItemId, ...]:
    """The items of a check whose dice roll, each once (CORE ch. 4, Ressources).

    RULING: a tool that counts as an advantage is used, so its Resource die rolls too.
    """
    tools = (each.item for each in check.advantages if each.item is not None)
    return tuple(dict.fromkeys((*check.items, *tools)))


def reroll(unfolding: Unfolding, check: Check, inspiration: bool) -> None:
    """Roll the same pool again and read both rolls together (CORE ch. 2, La relance).

    No Resource die falls, and the price is paid whatever the dice say.
    """
    pending = unfolding.game.pending
    assert pending is not None
    assert pending.roll is not None
    first = pending.roll
    draw = unfolding.game.draws
    faces = unfolding.throw(len(first.faces), 6)
    total = first.successes + successes(faces)
    result = outcome(total, difficulty(check))
    if inspiration:
        unfolding.happen(InspirationSpent(check.actor))
    unfolding.happen(CheckRerolled(check.actor, draw, faces, total, result, unfolding.dice.given))
    if not inspiration:
        # After the dice: in Raw the Breakdown that this may bring follows the roll.
        stress.add(unfolding, check.actor, reroll_stress(unfolding.game.variant), Cause.REROLL)
    settle(unfolding)


def settle(unfolding: Unfolding) -> None:
    """The outcome stands: one complication unless it is a success, then the story moves (CORE ch. 2, Lire le total)."""
    pending = unfolding.game.pending
    assert pending is not None
    assert pending.roll is not None
    check, result = pending.check, pending.roll.outcome
    unfolding.happen(CheckSettled(check, result, pending.roll.successes))
    if result is not Outcome.SUCCESS:
        committed = check.on_partial if result is Outcome.PARTIAL else check.on_failure
        assert committed is not None
        complicate(unfolding, check.actor, committed)
    if check.gain is not None and result is not Outcome.FAILURE:
        adventure.establish(unfolding, check.gain)
    if check.clue is not None:
        adventure.establish(unfolding, check.clue)
    if result is Outcome.FAILURE:
        adventure.note_failure(unfolding)
    adventure.follow_up(unfolding)


def complicate(unfolding: Unfolding, who: CharacterId, complication: Complication) -> None:
    """The complication that was committed before the roll takes effect (CORE ch. 2; the GM's sheet, Complications)."""
    unfolding.happen(ComplicationHappened(who, complication))
    match complication.kind:
        case ComplicationKind.WOUND:
            health.give_wound(unfolding, who, complication.note)
        case ComplicationKind.RESOURCE_WORN:
            assert complication.item is not None
            assert complication.wear is not None
            items.wear(unfolding, who, complication.item, complication.wear)
        case ComplicationKind.GEAR_LOST:
            assert complication.item is not None
            items.lose(unfolding, who, complication.item)
        case _:
            pass  # The others live in the fiction; `evolve` keeps those that last as troubles of the scene.
    if complication.clock is not None:
        adventure.advance(unfolding, complication.clock)
