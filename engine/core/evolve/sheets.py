"""What the events of a PC's sheet make of a game (CORE ch. 3, 4 and 7)."""

from dataclasses import replace
from typing import assert_never

from engine.changing import changed
from engine.core.events import (
    AdvanceTaken,
    Afflicted,
    BlowLanded,
    BreakdownBegan,
    BreakdownDescribed,
    BreakdownEnded,
    CaredFor,
    CharacterDied,
    CharacterMarked,
    Comforted,
    CoupReady,
    CoverTaken,
    GearLost,
    HealthChanged,
    InspirationGranted,
    InspirationSpent,
    ItemGained,
    ItemUsed,
    PerilStruck,
    ResistanceRolled,
    ResourceChanged,
    ResourceRolled,
    SheetEvent,
    StressChanged,
    Treated,
    WardGiven,
    WoundDescribed,
    WoundHealed,
    WoundTaken,
)
from engine.core.evolve.turns import has_acted, loses_an_action
from engine.core.foes import Affliction
from engine.core.sheet import AdvanceKind, Breakdown, Character, CharacterId, Item, ItemId, Resource
from engine.core.state import Game
from engine.errors import BrokenLaw

_RESOURCE_STEP = 2
"""A Resource's dice are two sides apart (CORE ch. 4, Ressources)."""


def after(game: Game, event: SheetEvent) -> Game:
    """The game after one event of a sheet."""
    match event:
        case HealthChanged() | StressChanged():
            return _written(game, event.character, event)
        case ResourceRolled():
            draws = game.draws + 1
            if event.after == event.sides:
                return changed(game, draws=draws)
            return _written(game, event.character, event, draws=draws)
        case ResistanceRolled():
            return changed(game, draws=game.draws + len(event.faces))
        case WoundTaken():
            return _written(game, event.character, event, wounds_given=game.wounds_given + 1)
        case InspirationGranted():
            return _written(game, event.character, event, inspired=(*game.inspired, event.character))
        case BlowLanded():
            return game if game.conflict is None else changed(game, conflict=changed(game.conflict, blow=None))
        case PerilStruck():
            mark = (event.peril.source, event.character)
            once = event.peril.marks is None or mark in game.struck
            return game if once else changed(game, struck=(*game.struck, mark))
        case Treated():
            bare = event.remedy is None
            return changed(game, treated=(*game.treated, event.patient)) if bare else game
        case CaredFor():
            return _written(game, event.patient, event, cared=(*game.cared, event.patient))
        case Comforted():
            return has_acted(changed(game, comforted=(*game.comforted, event.character)), event.helper)
        case ItemUsed():
            lit = (event.character, event.item)
            keeps = event.till_scene_ends and lit not in game.lit
            return has_acted(changed(game, lit=(*game.lit, lit)) if keeps else game, event.character)
        case Afflicted():
            return loses_an_action(game, event.character) if event.affliction is Affliction.FROZEN else game
        case AdvanceTaken():
            return _written(game, event.character, event, advanced=(*game.advanced, event.character))
        case CharacterMarked() | CoupReady():
            return game
        case _:
            return _written(game, event.character, event)


_Written = (
    ResourceRolled
    | ResourceChanged
    | GearLost
    | HealthChanged
    | WoundTaken
    | WoundHealed
    | WoundDescribed
    | StressChanged
    | BreakdownBegan
    | BreakdownDescribed
    | BreakdownEnded
    | InspirationGranted
    | InspirationSpent
    | CaredFor
    | CharacterDied
    | ItemGained
    | CoverTaken
    | WardGiven
    | AdvanceTaken
)


def _written(game: Game, who: CharacterId, event: _Written, **besides: object) -> Game:
    """The game with that sheet written anew, and what changes besides."""
    found = game.character(who)
    if found is None:
        raise BrokenLaw(f"nobody here is called {who}")
    after = _sheet_after(found, event)
    characters = tuple([after if each.id == who else each for each in game.characters])
    return changed(game, characters=characters, **besides)


def _sheet_after(who: Character, event: _Written) -> Character:
    match event:
        case HealthChanged():
            return changed(who, health=event.after)
        case StressChanged():
            return changed(who, stress=event.after)
        case ResourceRolled() | ResourceChanged():
            return _with_die(who, event.item, event.after)
        case WoundTaken():
            return changed(who, wounds=(*who.wounds, event.wound))
        case WoundHealed():
            return changed(who, wounds=tuple(each for each in who.wounds if each.id != event.wound))
        case WoundDescribed():
            told = event.wound
            return changed(who, wounds=tuple(told if each.id == told.id else each for each in who.wounds))
        case CaredFor():
            return changed(who, wounds=tuple(replace(each, cared=each.lasting) for each in who.wounds))
        case GearLost():
            return changed(who, items=tuple(each for each in who.items if each.id != event.item))
        case ItemGained():
            return changed(who, items=(*who.items, event.item))
        case BreakdownBegan():
            return changed(who, breakdown=Breakdown.UNTOLD)
        case BreakdownDescribed():
            return changed(who, breakdown=event.breakdown)
        case BreakdownEnded():
            return changed(who, breakdown=None)
        case InspirationGranted() | InspirationSpent():
            return changed(who, inspiration=isinstance(event, InspirationGranted))
        case CharacterDied():
            return changed(who, dead=True)
        case CoverTaken():
            return changed(who, cover=event.protection)
        case WardGiven():
            # The highest counts: a weaker ward takes nothing from a stronger one.
            return changed(who, ward=max(who.ward, event.protection))
        case AdvanceTaken():
            return replace(_grown(who, event), last_advance=event.kind)
        case _:
            assert_never(event)


def _with_die(who: Character, item: ItemId, die: int) -> Character:
    return changed(
        who,
        items=tuple(
            changed(each, resource=Resource(die, each.resource.maximum))
            if each.id == item and each.resource is not None
            else each
            for each in who.items
        ),
    )


def _grown(who: Character, event: AdvanceTaken) -> Character:
    match event.kind:
        case AdvanceKind.SPECIALTY:
            assert event.specialty is not None
            return changed(who, specialties=(*who.specialties, event.specialty))
        case AdvanceKind.ATTRIBUTE:
            assert event.attribute is not None
            raised = {event.attribute.value: who.attributes.of(event.attribute) + 1}
            return changed(who, attributes=replace(who.attributes, **raised))
        case AdvanceKind.ITEM:
            items = (_fetish(each, event.use) if each.id == event.item else each for each in who.items)
            return changed(who, items=tuple(items))


def _fetish(item: Item, use: str) -> Item:
    if use:
        return replace(item, helps=True, uses=(*item.uses, use))
    assert item.resource is not None
    return replace(item, resource=replace(item.resource, maximum=item.resource.maximum + _RESOURCE_STEP))
