"""Whether the terms of a check hold together, before they are announced (CORE ch. 2, Les jets)."""

from typing import assert_never

from engine.core.check import (
    Against,
    Attack,
    Avoid,
    BringBack,
    Check,
    Complication,
    ComplicationKind,
    Delay,
    Difficulty,
    Effort,
    Manoeuvre,
    Sway,
    Treat,
    UseLever,
)
from engine.core.rules import advantages, attacks, calamities, healing, items, people, turns
from engine.core.rules.advantages import bare, says
from engine.core.rules.adventure import attainable, untold
from engine.core.rules.checks import ability, difficulty
from engine.core.rules.items import is_empty, wearable
from engine.core.sheet import Attribute, Character, ItemId, SpecialtyId, WoundId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse
from engine.story import FactId, doubles, fact


def refusal(game: Game, check: Check) -> Refused | None:
    """Why a check may not be announced, None when it may: the first fault, with what would work (CORE ch. 2)."""
    actor = game.character(check.actor)
    if actor is None:
        return people.unknown(game, check.actor)
    return (
        people.cannot_act(actor)
        or turns.action_refusal(game, actor)
        or _tried(game, check)
        or _words(check)
        or _pool_refusal(game, actor, check)
        or _required(game, actor, check)
        or _together(game, actor, check)
        or _facts(game, check)
        or _aim(game, actor, check)
        or _complications(game, actor, check)
    )


def effort_refusal(game: Game, effort: Effort) -> Refused | None:
    """Why one side of PC against PC does not hold together (CORE ch. 5, Opposition entre PJ)."""
    actor = game.character(effort.actor)
    assert actor is not None
    fault = people.cannot_act(actor)
    if fault is None and not says(effort.action):
        return refuse(Code.REASON_MISSING, what="action")
    fault = fault or _pool_refusal(game, actor, effort)
    if fault is None and effort.weapon is not None:
        fault = attacks.weapon_refusal(actor, effort.weapon)
        if fault is None and not effort.strikes:
            return refuse(Code.WEAPON_STRIKES, item=effort.weapon)
    return fault


def _pool_refusal(game: Game, actor: Character, terms: Check | Effort) -> Refused | None:
    return (
        _specialty(actor, terms)
        or _gear(actor, terms)
        or _advantages(game, actor, terms)
        or disadvantage_refusal(actor, terms.disadvantage, terms.disadvantage_reason, terms.hindering)
    )


def _aim(game: Game, actor: Character, check: Check) -> Refused | None:
    aim = check.aim
    match aim:
        case None:
            return None
        case Avoid():
            return refuse(Code.AVOIDING_FOLLOWS)
        case Attack() | Manoeuvre() | Sway():
            return attacks.refusal(game, actor, check, aim)
        case Treat():
            return healing.treat_refusal(game, actor, check, aim)
        case BringBack():
            return healing.bring_back_refusal(game, check, aim)
        case UseLever() | Delay():
            return calamities.aim_refusal(game, aim)
        case _:
            assert_never(aim)


def _tried(game: Game, check: Check) -> Refused | None:
    # The same name in other letters is the same stake.
    if (game.in_conflict and isinstance(check.aim, Against)) or isinstance(check.aim, Treat | BringBack):
        return None
    closed = game.tried and bare(check.stake) in map(bare, game.tried)
    return refuse(Code.STAKE_IS_CLOSED) if closed else None


def _words(check: Check) -> Refused | None:
    for what, said in (("action", check.action), ("risk", check.risk), ("stake", check.stake)):
        if not says(said):
            return refuse(Code.REASON_MISSING, what=what)
    return None


def _required(game: Game, actor: Character, check: Check) -> Refused | None:
    if check.requires is not None and actor.specialty(check.requires) is None:
        skilled = (each.id for each in game.characters if each.specialty(check.requires) is not None)
        return refuse(Code.SPECIALTY_REQUIRED, *skilled, specialty=check.requires)
    return None


def _specialty(actor: Character, check: Check | Effort) -> Refused | None:
    return None if check.specialty is None else specialty_refusal(actor, check.specialty, check.attribute)


def specialty_refusal(actor: Character, wanted: SpecialtyId, attribute: Attribute) -> Refused | None:
    """Why a specialty does not go with an attribute on a sheet (CORE ch. 2, Caractéristiques et spécialités)."""
    held = actor.specialty(wanted)
    if held is None:
        on_sheet = (each.id for each in actor.specialties)
        return refuse(Code.NO_SUCH_SPECIALTY, *on_sheet, specialty=wanted, character=actor.name)
    if held.attribute is not attribute:
        return refuse(
            Code.WRONG_ATTRIBUTE,
            held.attribute,
            specialty=wanted,
            attribute=held.attribute,
            character=actor.name,
        )
    return None


def _gear(actor: Character, check: Check | Effort) -> Refused | None:
    for wanted in check.items:
        held = actor.item(wanted)
        if held is None or is_empty(held):
            usable = (each.id for each in actor.items if not is_empty(each))
            if held is None:
                return refuse(Code.NO_SUCH_ITEM, *usable, character=actor.name, item=wanted)
            return refuse(Code.ITEM_IS_EMPTY, *usable, item=wanted)
    # A tool, a weapon, a remedy that is not held is refused where it is named, among others of its kind.
    for wanted in items.used(check):
        held = actor.item(wanted)
        if held is not None and held.used_with not in (None, check.attribute):
            return refuse(Code.USED_WITH, held.used_with, item=wanted, attribute=held.used_with)
    twice = doubles(check.items)
    if twice:
        return refuse(Code.ALREADY_COUNTED, what=twice[0])
    return None


def _advantages(game: Game, actor: Character, check: Check | Effort) -> Refused | None:
    counted: set[advantages.Key] = set()
    for each in check.advantages:
        fault = advantages.refusal(game, actor, check, counted, each)
        if fault is not None:
            return fault
        counted.add(advantages.key(each))
    return None


def disadvantage_refusal(actor: Character, dice: int, reason: str, hindering: tuple[WoundId, ...]) -> Refused | None:
    """Why what hinders does not count: 0 to 3 dice with their reason, wounds of the sheet, once each (CORE ch. 2)."""
    if not 0 <= dice <= 3:
        return refuse(Code.BAD_DISADVANTAGE, "0", "1", "2", "3")
    if dice and not reason.strip():
        return refuse(Code.REASON_MISSING, what="disadvantage")
    if not hindering:
        return None
    wounds = tuple(each.id for each in actor.wounds)
    if any(each not in wounds for each in hindering):
        return refuse(Code.NO_SUCH_WOUND, *wounds, character=actor.name)
    twice = doubles(hindering)
    return refuse(Code.ALREADY_COUNTED, what=twice[0]) if twice else None


def _together(game: Game, actor: Character, check: Check) -> Refused | None:
    if not check.together:
        return None
    # Whoever can act now counts, whether they help or not: the best of the group rolls.
    free = tuple(each for each in people.able(game) if turns.action_refusal(game, each) is None)
    best = max(ability(each, check) for each in free)
    if ability(actor, check) < best:
        return refuse(Code.MOST_ABLE_ROLLS, *(each.id for each in free if ability(each, check) == best))
    return None


def _facts(game: Game, check: Check) -> Refused | None:
    refusal = fact_refusal(game, check.gain) or fact_refusal(game, check.clue)
    if refusal is not None:
        return refusal
    gained, clue = fact(game.story, check.gain), fact(game.story, check.clue)
    if gained is not None and gained.essential:
        return refuse(Code.CLUE_IS_ESSENTIAL)
    if clue is not None and not clue.essential:
        return refuse(Code.CLUE_CAN_BE_MISSED)
    return None


def fact_refusal(game: Game, wanted: FactId | None) -> Refused | None:
    """Why a fact cannot be established now (the engine's side of a scenario), None when it can or none is wanted."""
    if wanted is None or wanted in attainable(game):
        return None
    code = Code.NO_SUCH_FACT if fact(game.story, wanted) is None else Code.FACT_IS_NOT_READY
    # What would work is not said: it would name what the players must not know.
    return refuse(code, fact=wanted)


def _complications(game: Game, actor: Character, check: Check) -> Refused | None:
    needs_partial = difficulty(check) is not Difficulty.STANDARD
    if attacks.opens_breach(game, check):
        # The breach is what falling short brings, and the GM answers it after the roll: one complication, not two.
        both = (check.on_failure, check.on_partial)
        enough = all(each is None or each.kind is ComplicationKind.BREACH for each in both)
        return None if enough else refuse(Code.BREACH_IS_ENOUGH)
    if check.on_failure is None:
        return refuse(Code.STAKES_MISSING, what="a failure")
    if needs_partial and check.on_partial is None:
        return refuse(Code.STAKES_MISSING, what="a partial")
    if not needs_partial and check.on_partial is not None:
        return refuse(Code.STANDARD_HAS_NO_PARTIAL)
    if check.on_failure.kind is ComplicationKind.INCOMPLETE:
        return refuse(Code.INCOMPLETE_NEEDS_PARTIAL)
    for each in (check.on_failure, check.on_partial):
        fault = each and _complication(game, actor, each)
        if fault:
            return fault
    return None


def _complication(game: Game, actor: Character, each: Complication) -> Refused | None:
    fault = untold(game, each.note, each.clock, what="complication")
    if fault is not None:
        return fault
    match each.kind:
        case ComplicationKind.RESOURCE_WORN:
            if each.item not in wearable(actor) or each.wear is None:
                return refuse(Code.NOTHING_TO_WEAR, *wearable(actor), character=actor.name)
        case ComplicationKind.GEAR_LOST:
            return _losable(actor, each)
        case ComplicationKind.BREACH:
            return refuse(Code.BREACH_NEEDS_CONFLICT)
        case _:
            pass
    return None


def losable(actor: Character) -> tuple[ItemId, ...]:
    """The items that a complication can take away: not an innate power (CORE ch. 4, Sorts, implants et pouvoirs)."""
    return tuple(each.id for each in actor.items if not each.innate)


def _losable(actor: Character, each: Complication) -> Refused | None:
    if each.item is None:
        return refuse(Code.ITEM_UNNAMED, *losable(actor), character=actor.name)
    held = actor.item(each.item)
    if held is None:
        return refuse(Code.NO_SUCH_ITEM, *losable(actor), character=actor.name, item=each.item)
    return refuse(Code.CANNOT_BE_LOST, *losable(actor), item=held.id) if held.innate else None
