"""What a PC gains at a story's end (CORE ch. 7, Progression)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import assert_never

from engine.core.commands import TakeAdvance
from engine.core.events import AdvanceTaken
from engine.core.rules import people
from engine.core.rules.characters import LEAST_FOR_A_SPECIALTY, MOST
from engine.core.rules.items import STEPS
from engine.core.rules.limits import refused, worded
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import AdvanceKind, Attribute, Character, CharacterId, Item, ItemId
from engine.core.state import Game
from engine.ruling import Code, Fault, FaultCode, Refused, fault


@dataclass(frozen=True, slots=True)
class AdvanceDomain:
    """The advance that a PC may take, of one of `kinds`: a specialty that is not on the sheet, on one of
    `specialty_on`; one of `attributes` raised; for one of `items` a precise use that it does not have; or for one of
    `resources` a maximum one step up. What goes with a kind that is not there is empty."""

    character: CharacterId
    kinds: tuple[AdvanceKind, ...]
    specialty_on: tuple[Attribute, ...]
    attributes: tuple[Attribute, ...]
    items: tuple[ItemId, ...]
    resources: tuple[ItemId, ...]


def take(unfolding: Unfolding, command: TakeAdvance) -> Refused | None:
    """One advance a PC, at the story's end, never the same kind twice in a row (CORE ch. 7, Progression)."""
    refusal = _refusal(unfolding.game, command)
    if refusal is None:
        gained = (command.kind, command.specialty, command.attribute, command.item, command.use)
        unfolding.happen(AdvanceTaken(command.character, *gained))
    return refusal


def _refusal(game: Game, command: TakeAdvance) -> Refused | None:
    refusal = people.unknown(game, command.character)
    if refusal is not None:
        return refusal
    who = game.character(command.character)
    assert who is not None
    if game.progress.ending is None:
        return Refused(Code.STORY_GOES_ON)
    about = (("character", who.name),)
    if who.dead:
        return Refused(Code.DEAD, about)
    if who.id in game.advanced:
        return Refused(Code.ADVANCE_IS_TAKEN, about, tuple(each.character for each in domains(game)))
    if command.kind is who.last_advance:
        return Refused(Code.SAME_ADVANCE, would_work=_domain(who).kinds)
    return refused(Code.BAD_ADVANCE, tuple(_faults(who, command)), character=who.name)


def domains(game: Game) -> tuple[AdvanceDomain, ...]:
    """The advances that may be taken: none before the end, none for the dead (CORE ch. 7, Progression)."""
    if game.progress.ending is None:
        return ()
    found = (_domain(each) for each in game.characters if not each.dead and each.id not in game.advanced)
    return tuple(each for each in found if each.kinds)


def _domain(who: Character) -> AdvanceDomain:
    last = who.last_advance
    bearing = () if last is AdvanceKind.SPECIALTY else _bearing(who)
    rising = () if last is AdvanceKind.ATTRIBUTE else _rising(who)
    held, lasting = ((), ()) if last is AdvanceKind.ITEM else (tuple(each.id for each in who.items), _lasting(who))
    choices = {AdvanceKind.SPECIALTY: bearing, AdvanceKind.ATTRIBUTE: rising, AdvanceKind.ITEM: held}
    return AdvanceDomain(who.id, tuple(kind for kind in choices if choices[kind]), bearing, rising, held, lasting)


def _bearing(who: Character) -> tuple[Attribute, ...]:
    return tuple(each for each in Attribute if who.attributes.of(each) >= LEAST_FOR_A_SPECIALTY)


def _rising(who: Character) -> tuple[Attribute, ...]:
    return tuple(each for each in Attribute if who.attributes.of(each) < MOST)


def _lasting(who: Character) -> tuple[ItemId, ...]:
    return tuple(each.id for each in who.items if each.resource is not None and each.resource.maximum < STEPS[-1])


def _faults(who: Character, command: TakeAdvance) -> Iterator[Fault]:
    yield from _of_other_kinds(command)
    match command.kind:
        case AdvanceKind.SPECIALTY:
            yield from _of_a_specialty(who, command)
        case AdvanceKind.ATTRIBUTE:
            yield from _of_an_attribute(who, command.attribute)
        case AdvanceKind.ITEM:
            yield from _of_a_fetish(who, command)
        case _:
            assert_never(command.kind)


def _of_other_kinds(command: TakeAdvance) -> Iterator[Fault]:
    for field, value, kind in (
        ("specialty", command.specialty, AdvanceKind.SPECIALTY),
        ("attribute", command.attribute, AdvanceKind.ATTRIBUTE),
        ("item", command.item, AdvanceKind.ITEM),
        ("use", command.use or None, AdvanceKind.ITEM),
    ):
        if value is not None and kind is not command.kind:
            yield fault(field, FaultCode.GOES_WITH, needed=f"kind: {kind}")


def _of_a_specialty(who: Character, command: TakeAdvance) -> Iterator[Fault]:
    gained = command.specialty
    if gained is None:
        yield fault("specialty", FaultCode.MISSING, options=_options(_bearing(who)))
        return
    yield from worded("specialty.id", gained.id)
    if who.specialty(gained.id) is not None:
        yield fault("specialty.id", FaultCode.DOUBLED, value=gained.id)
    if gained.attribute not in _bearing(who):
        score = who.attributes.of(gained.attribute)
        yield fault("specialty.attribute", FaultCode.WEAK_SPECIALTY, value=gained.attribute, score=score)


def _of_an_attribute(who: Character, raised: Attribute | None) -> Iterator[Fault]:
    options = _options(_rising(who))
    if raised is None:
        yield fault("attribute", FaultCode.MISSING, options=options)
    elif raised not in _rising(who):
        yield fault("attribute", FaultCode.AT_THE_TOP, value=raised, options=options)


def _of_a_fetish(who: Character, command: TakeAdvance) -> Iterator[Fault]:
    held = who.item(command.item)
    options = _options(each.id for each in who.items)
    if command.item is None:
        yield fault("item", FaultCode.MISSING, options=options)
    elif held is None:
        yield fault("item", FaultCode.UNKNOWN, value=command.item, options=options)
    if command.use:
        yield from worded("use", command.use)
        if held is not None and command.use in held.uses:
            yield fault("use", FaultCode.DOUBLED, value=command.use)
    elif held is not None:
        yield from _of_a_maximum(who, held)


def _of_a_maximum(who: Character, held: Item) -> Iterator[Fault]:
    options = _options(_lasting(who))
    if held.resource is None:
        yield fault("item", FaultCode.NO_RESOURCE, value=held.id, options=options)
    elif held.id not in _lasting(who):
        yield fault("item", FaultCode.AT_THE_TOP, value=held.id, options=options)


def _options(ids: Iterator[str] | tuple[str, ...]) -> str:
    return ", ".join(ids) or "-"
