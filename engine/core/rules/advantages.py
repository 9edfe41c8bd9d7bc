"""What counts as an advantage: a reason, a tool, a helping hand, each once (CORE ch. 2, Bonus et malus)."""

from collections.abc import Collection

from engine.core.check import Advantage, AdvantageKind, Check, Effort
from engine.core.rules import people
from engine.core.rules.items import gives_a_die, is_empty
from engine.core.sheet import Character
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def says(text: str) -> bool:
    """Whether words say anything: one letter or digit at least (CORE ch. 2, Quand demander un jet)."""
    # Most words begin with a letter.
    return text[:1].isalnum() or any(each.isalnum() for each in text)


def bare(text: str) -> str:
    """Words without case, spaces and signs: other letters are no other stake (CORE ch. 2, Quand demander un jet)."""
    return "".join(each for each in text.casefold() if each.isalnum())


Key = tuple[str | None, ...]


def key(advantage: Advantage) -> Key:
    """What makes an advantage the one that it is: its tool, its helper, or else its reason (CORE ch. 2)."""
    named = (advantage.item, advantage.helper, advantage.ally)
    return (bare(advantage.reason),) if named == (None, None, None) else named


def refusal(
    game: Game, actor: Character, terms: Check | Effort, counted: Collection[Key], new: Advantage
) -> Refused | None:
    """Why an advantage does not count for a roll, beside those that do (CORE ch. 2, Bonus et malus)."""
    if not says(new.reason):
        return refuse(Code.REASON_MISSING, what="advantage")
    named = tuple(each for each in (new.item, new.helper, new.ally) if each is not None)
    if len(named) > 1:
        return refuse(Code.ONE_ADVANTAGE, *named)
    if key(new) in counted:
        return refuse(Code.ALREADY_COUNTED, what=named[0] if named else new.reason)
    if new.ally is not None:
        fault = _ally(game, actor, new)
        if fault is not None:
            return fault
    if new.helper is not None:
        helpers = tuple(each.id for each in people.able(game) if each.id != actor.id)
        name = people.name(game, new.helper)
        if new.helper not in helpers:
            return refuse(Code.HELPER_CANNOT_HELP, *helpers, helper=name, character=actor.name)
        if new.kind is not AdvantageKind.HELP:
            return refuse(Code.HELPER_CANNOT_HELP, AdvantageKind.HELP, helper=name, character=actor.name)
    return _tool(actor, terms, new) if new.item is not None or new.kind is AdvantageKind.TOOL else None


def _ally(game: Game, actor: Character, new: Advantage) -> Refused | None:
    ally = game.ally(new.ally)
    if ally is None:
        return refuse(Code.NO_SUCH_ALLY, *(each.id for each in game.allies), ally=new.ally)
    if new.kind is not AdvantageKind.HELP:
        return refuse(Code.HELPER_CANNOT_HELP, AdvantageKind.HELP, helper=ally.name, character=actor.name)
    return None


def _tool(actor: Character, terms: Check | Effort, new: Advantage) -> Refused | None:
    usable = tuple(each.id for each in actor.items if gives_a_die(each) and not is_empty(each))
    if new.item is None:
        return refuse(Code.ITEM_UNNAMED, *usable, character=actor.name)
    held = actor.item(new.item)
    if held is None:
        return refuse(Code.NO_SUCH_ITEM, *usable, character=actor.name, item=new.item)
    if is_empty(held):
        return refuse(Code.ITEM_IS_EMPTY, *usable, item=held.id)
    if not gives_a_die(held):
        return refuse(Code.ITEM_DOES_NOT_HELP, *usable, item=held.id)
    if new.kind is not AdvantageKind.TOOL:
        return refuse(Code.ITEM_DOES_NOT_HELP, AdvantageKind.TOOL, item=held.id)
    if held.used_with not in (None, terms.attribute):
        return refuse(Code.USED_WITH, held.used_with, item=held.id, attribute=held.used_with)
    return None
