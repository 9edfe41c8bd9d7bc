"""What befalls a PC by the GM's word: Inspiration, marking events, damage; how a Breakdown looks (CORE ch. 2 and 3)."""

from engine.core.commands import DescribeBreakdown, GrantInspiration, MarkCharacter, Suffer
from engine.core.events import BreakdownDescribed, Cause, InspirationGranted
from engine.core.rules import health, people, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Breakdown
from engine.ruling import Code, Refused, refuse


def grant_inspiration(unfolding: Unfolding, command: GrantInspiration) -> Refused | None:
    """The GM grants the Inspiration: one a character at the most (CORE ch. 2, L'Inspiration)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.dead:
        return refuse(Code.DEAD, character=who.name)
    if who.inspiration:
        return refuse(Code.HAS_INSPIRATION, character=who.name)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="inspiration")
    unfolding.happen(InspirationGranted(who.id, command.reason))
    return None


def strike(unfolding: Unfolding, command: MarkCharacter | Suffer) -> Refused | None:
    """The GM says that a marking event strikes a PC, or that they take damage (CORE ch. 3)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    refusal = people.is_down(who)
    if refusal is not None:
        return refusal
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    if isinstance(command, MarkCharacter):
        stress.mark(unfolding, command.character, command.event, command.reason, command.cost)
    elif command.damage < 1:
        return refuse(Code.BAD_AMOUNT, what="damage")
    else:
        health.lose_health(unfolding, command.character, command.damage, Cause.DAMAGE, command.reason)
    return None


def describe_breakdown(unfolding: Unfolding, command: DescribeBreakdown) -> Refused | None:
    """The player says how their PC breaks down (CORE ch. 3, Rupture)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    untold = who.breakdown is Breakdown.UNTOLD
    ways = tuple(each for each in Breakdown if untold and each is not Breakdown.UNTOLD)
    if command.breakdown not in ways:
        return refuse(Code.BREAKDOWN_NOT_OPEN, *ways, character=who.name)
    unfolding.happen(BreakdownDescribed(who.id, command.breakdown))
    return None
