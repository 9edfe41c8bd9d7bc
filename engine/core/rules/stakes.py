"""Whether the terms of a check hold together, before they are announced (CORE ch. 2, Les jets)."""

from engine.core.rules.adventure import attainable
from engine.core.rules.checks import ability, able, difficulty
from engine.core.rules.items import is_empty, wearable
from engine.core.state import (
    Advantage,
    AdvantageKind,
    Character,
    CharacterId,
    Check,
    Complication,
    ComplicationKind,
    Difficulty,
    Game,
    ItemId,
)
from engine.ruling import Code, Refused, refuse
from engine.story import FactId, clock, fact


def refusal(game: Game, check: Check) -> Refused | None:
    """Why a check may not be announced, None when it may: the first fault, with what would work (CORE ch. 2)."""
    actor = game.character(check.actor)
    if actor is None:
        return refuse(Code.NO_SUCH_CHARACTER, *(each.id for each in game.characters), character=check.actor)
    return (
        who_acts(actor)
        or _tried(game, check)
        or _words(check)
        or _specialty(game, actor, check)
        or _gear(actor, check)
        or _advantages(game, actor, check)
        or _disadvantage(actor, check)
        or _together(game, actor, check)
        or _facts(game, check)
        or _complications(game, actor, check)
    )


def unknown(game: Game, who: CharacterId) -> Refused | None:
    """Why a PC cannot be spoken of: nobody has that id (CORE ch. 7, Nom et concept)."""
    if game.character(who) is None:
        return refuse(Code.NO_SUCH_CHARACTER, *(each.id for each in game.characters), character=who)
    return None


def who_acts(actor: Character) -> Refused | None:
    """Why a PC cannot act at all (CORE ch. 3, La Santé and Rupture)."""
    if actor.health == 0:
        return refuse(Code.OUT_OF_ACTION, character=actor.name)
    if actor.breakdown is not None:
        return refuse(Code.IN_BREAKDOWN, character=actor.name)
    return None


def _tried(game: Game, check: Check) -> Refused | None:
    # The same name in other letters is the same stake.
    closed = _bare(check.stake) in map(_bare, game.tried)
    return refuse(Code.STAKE_IS_CLOSED) if closed else None


def _bare(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalnum())


def _words(check: Check) -> Refused | None:
    for what, said in (("action", check.action), ("risk", check.risk), ("stake", check.stake)):
        if not _bare(said):
            return refuse(Code.REASON_MISSING, what=what)
    return None


def _specialty(game: Game, actor: Character, check: Check) -> Refused | None:
    if check.requires is not None and actor.specialty(check.requires) is None:
        skilled = (each.id for each in game.characters if each.specialty(check.requires) is not None)
        return refuse(Code.SPECIALTY_REQUIRED, *skilled, specialty=check.requires)
    if check.specialty is None:
        return None
    held = actor.specialty(check.specialty)
    if held is None:
        on_sheet = (each.id for each in actor.specialties)
        return refuse(Code.NO_SUCH_SPECIALTY, *on_sheet, specialty=check.specialty, character=actor.name)
    if held.attribute is not check.attribute:
        return refuse(
            Code.WRONG_ATTRIBUTE,
            held.attribute,
            specialty=check.specialty,
            attribute=held.attribute,
            character=actor.name,
        )
    return None


def _gear(actor: Character, check: Check) -> Refused | None:
    for wanted in check.items:
        held = actor.item(wanted)
        if held is None:
            return refuse(Code.NO_SUCH_ITEM, *(each.id for each in actor.items), character=actor.name, item=wanted)
        if is_empty(held):
            return refuse(Code.ITEM_IS_EMPTY, item=wanted)
    if len(set(check.items)) < len(check.items):
        return refuse(Code.ALREADY_COUNTED, what=", ".join(check.items))
    return None


def _advantages(game: Game, actor: Character, check: Check) -> Refused | None:
    for place, each in enumerate(check.advantages):
        fault = advantage_refusal(game, actor, check.advantages[:place], each)
        if fault is not None:
            return fault
    return None


def advantage_refusal(game: Game, actor: Character, counted: tuple[Advantage, ...], new: Advantage) -> Refused | None:
    """Why an advantage does not count beside those that do (CORE ch. 2, Bonus et malus)."""
    if not _bare(new.reason):
        return refuse(Code.REASON_MISSING, what="advantage")
    if any(_same(each, new) for each in counted):
        return refuse(Code.ALREADY_COUNTED, what=new.item or new.helper or new.reason)
    if new.helper is not None:
        helpers = tuple(each.id for each in able(game) if each.id != actor.id)
        if new.kind is not AdvantageKind.HELP or new.helper not in helpers:
            return refuse(Code.HELPER_CANNOT_HELP, *helpers, helper=new.helper, character=actor.name)
    return _tool(actor, new) if new.item is not None or new.kind is AdvantageKind.TOOL else None


def _same(one: Advantage, other: Advantage) -> bool:
    named = (one.item, one.helper) != (None, None)
    return (one.item, one.helper) == (other.item, other.helper) if named else _bare(one.reason) == _bare(other.reason)


def _tool(actor: Character, new: Advantage) -> Refused | None:
    held = actor.item(new.item)
    usable = tuple(each.id for each in actor.items if each.helps and not is_empty(each))
    if held is None:
        return refuse(Code.NO_SUCH_ITEM, *usable, character=actor.name, item=new.item or "")
    if is_empty(held):
        return refuse(Code.ITEM_IS_EMPTY, *usable, item=held.id)
    if not held.helps or new.kind is not AdvantageKind.TOOL:
        return refuse(Code.ITEM_DOES_NOT_HELP, *usable, item=held.id)
    return None


def _disadvantage(actor: Character, check: Check) -> Refused | None:
    if not 0 <= check.disadvantage <= 3:
        return refuse(Code.BAD_DISADVANTAGE, "0", "1", "2", "3")
    if check.disadvantage and not check.disadvantage_reason.strip():
        return refuse(Code.REASON_MISSING, what="disadvantage")
    wounds = tuple(each.id for each in actor.wounds)
    if any(each not in wounds for each in check.hindering) or len(set(check.hindering)) < len(check.hindering):
        return refuse(Code.NO_SUCH_WOUND, *wounds, character=actor.name)
    return None


def _together(game: Game, actor: Character, check: Check) -> Refused | None:
    if not check.together:
        return None
    # Whoever can act counts, whether they help or not: the best of the group rolls.
    best = max(ability(each, check) for each in able(game))
    if ability(actor, check) < best:
        return refuse(Code.MOST_ABLE_ROLLS, *(each.id for each in able(game) if ability(each, check) == best))
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
    if check.on_failure is None or (needs_partial and check.on_partial is None):
        return refuse(Code.STAKES_MISSING)
    if not needs_partial and check.on_partial is not None:
        return refuse(Code.STANDARD_HAS_NO_PARTIAL)
    if check.on_failure.kind is ComplicationKind.INCOMPLETE:
        return refuse(Code.INCOMPLETE_NEEDS_PARTIAL)
    for each in (check.on_failure, check.on_partial):
        fault = each and _complication(game, actor, check, each)
        if fault:
            return fault
    return None


def _complication(game: Game, actor: Character, check: Check, each: Complication) -> Refused | None:
    if not each.note.strip():
        return refuse(Code.REASON_MISSING, what="complication")
    if each.clock is not None and clock(game.story, each.clock) is None:
        return refuse(Code.NO_SUCH_CLOCK, *(found.id for found in game.story.clocks), clock=each.clock)
    match each.kind:
        case ComplicationKind.RESOURCE_WORN:
            if each.item not in wearable(actor) or each.wear is None:
                return refuse(Code.NOTHING_TO_WEAR, *wearable(actor), character=actor.name)
        case ComplicationKind.GEAR_LOST:
            return _losable(actor, each)
        case ComplicationKind.BREACH:
            if check.against is None or not game.in_conflict:
                return refuse(Code.BREACH_NEEDS_CONFLICT)
        case _:
            pass
    return None


def losable(actor: Character) -> tuple[ItemId, ...]:
    """The items that a complication can take away: not an innate power (CORE ch. 4, Sorts, implants et pouvoirs)."""
    return tuple(each.id for each in actor.items if not each.innate)


def _losable(actor: Character, each: Complication) -> Refused | None:
    held = actor.item(each.item)
    if held is None:
        return refuse(Code.NO_SUCH_ITEM, *losable(actor), character=actor.name, item=each.item or "")
    return refuse(Code.CANNOT_BE_LOST, *losable(actor), item=held.id) if held.innate else None
