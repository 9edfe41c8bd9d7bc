"""The roll, the reroll, and what an outcome brings (CORE ch. 2, Déroulement d'un jet)."""

from typing import assert_never

from engine.core.check import (
    Aim,
    Attack,
    Avoid,
    BringBack,
    Check,
    Complication,
    ComplicationKind,
    Delay,
    Manoeuvre,
    Outcome,
    Roll,
    Sway,
    Treat,
    UseLever,
)
from engine.core.events import (
    Cause,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    ComplicationHappened,
    InspirationSpent,
)
from engine.core.rules import adventure, attacks, calamities, healing, health, items, perils, stress
from engine.core.rules.checks import difficulty, may_reroll, outcome, pool
from engine.core.rules.faces import successes
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import reroll_stress
from engine.core.sheet import CharacterId


def roll(unfolding: Unfolding, check: Check, coup: bool) -> None:
    """Roll the pool, then each used item's Resource die, then prices (CORE ch. 2, Déroulement d'un jet; ch. 4).

    RULING: it settles at once when no reroll can follow, so that nobody is asked to accept what cannot change.
    """
    faces_draw = unfolding.game.draws
    faces = unfolding.throw(pool(unfolding.game, check, coup).size, 6)
    count = successes(faces)
    result = outcome(count, difficulty(check), coup)
    unfolding.happen(CheckRolled(check.actor, faces_draw, faces, count, result, coup, unfolding.dice.given))
    used = items.used(check)
    for item in used:
        items.roll_resource(unfolding, check.actor, item, Cause.USE)
    for item in used:
        items.pay_price(unfolding, check.actor, item)
    if coup:
        stress.set_to(unfolding, check.actor, stress.COUP_STRESS, Cause.COUP)
    if not may_reroll(unfolding.game, unfolding.pc(check.actor), result, coup):
        settle(unfolding)


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
    """The outcome stands: what the action was for, one complication unless it is a success, then the story moves.

    (CORE ch. 2, Lire le total; ch. 5, Agir contre un PNJ.)
    """
    pending = unfolding.game.pending
    assert pending is not None
    assert pending.roll is not None
    check, roll = pending.check, pending.roll
    unfolding.happen(CheckSettled(check, roll.outcome, roll.successes))
    if check.aim is not None:
        # Before the complication: a weapon that a partial takes away has struck.
        _attain(unfolding, check, check.aim, roll)
    if roll.outcome is not Outcome.SUCCESS:
        committed = check.on_partial if roll.outcome is Outcome.PARTIAL else check.on_failure
        if committed is not None:
            complicate(unfolding, check.actor, committed)
    if check.gain is not None and roll.outcome is not Outcome.FAILURE:
        adventure.establish(unfolding, check.gain)
    if check.clue is not None:
        adventure.establish(unfolding, check.clue)
    if roll.outcome is Outcome.FAILURE and not isinstance(check.aim, Avoid):
        adventure.note_failure(unfolding)
    adventure.follow_up(unfolding)


def _attain(unfolding: Unfolding, check: Check, aim: Aim, roll: Roll) -> None:
    match aim:
        case Attack() | Manoeuvre() | Sway():
            attacks.resolve(unfolding, check, aim, roll)
        case Avoid():
            perils.resolve(unfolding, check.actor, aim.peril, roll.outcome)
        case Treat():
            healing.treated(unfolding, check, aim, roll.outcome)
        case BringBack():
            healing.brought_back(unfolding, aim, roll.outcome)
        case UseLever() | Delay():
            calamities.act(unfolding, aim, roll.outcome)
        case _:
            assert_never(aim)


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
