"""What happened to sheets, as rows; where several PCs play, each says whose."""

from collections.abc import Iterator
from typing import assert_never

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
from engine.core.sheet import Breakdown
from table.terminal.facts.saying import Saying
from table.terminal.names import die
from table.terminal.screen import Row

_Healing = Treated | CaredFor | Comforted
_Striking = BlowLanded | CoverTaken | WardGiven | Afflicted | PerilStruck | CharacterDied
_Breaking = BreakdownBegan | BreakdownDescribed | BreakdownEnded
_Moving = ResourceRolled | ResourceChanged | StressChanged | HealthChanged | ResistanceRolled | CharacterMarked
_Holding = GearLost | ItemUsed | ItemGained | CoupReady | InspirationGranted | InspirationSpent | AdvanceTaken


def rows(saying: Saying, event: SheetEvent) -> Iterator[Row]:
    """The rows of what happened to one sheet, or between two PCs."""
    match event:
        case Treated() | CaredFor() | Comforted():
            yield _healed(saying, event)
        case BlowLanded() | CoverTaken() | WardGiven() | Afflicted() | PerilStruck() | CharacterDied():
            yield _struck(saying, event)
        case BreakdownBegan() | BreakdownDescribed() | BreakdownEnded():
            yield _broken(saying, event)
        case WoundTaken() if event.wound.tier is None:
            return  # The complication that gave it says what it is.
        case WoundTaken() | WoundDescribed() | WoundHealed():
            yield saying.of(event.character, _wound(saying, event))
        case (
            ResourceRolled()
            | ResourceChanged()
            | StressChanged()
            | HealthChanged()
            | ResistanceRolled()
            | CharacterMarked()
        ):
            yield saying.of(event.character, _moved(saying, event))
        case _:
            yield saying.of(event.character, _held(saying, event))


def _moved(saying: Saying, event: _Moving) -> Row:
    words, names, empty = saying.words, saying.names, saying.words("empty")
    match event:
        case ResourceRolled():
            if event.after == event.sides:
                moved = words("resource_holds", before=die(event.sides))
            else:
                key = "resource_falls_said" if saying.said else "resource_falls"
                moved = words(key, before=die(event.sides), after=die(event.after, empty))
            # A use may wear nothing, and a complication of the same roll still wear it: each says why.
            cause = names.term("cause", event.cause)
            told = words("resource_die", sides=event.sides, face=event.face, moved=moved, cause=cause)
            return Row(names.resource(event.item), told)
        case ResourceChanged():
            before, after = die(event.before, empty), die(event.after, empty)
            return saying.caused(names.resource(event.item), before, after, event.cause)
        case StressChanged():
            return saying.caused(names.word("stress"), event.before, event.after, event.cause)
        case HealthChanged():
            return saying.caused(names.word("health"), event.before, event.after, event.cause)
        case ResistanceRolled():
            held = words("resisted" if event.resisted else "not_resisted")
            return Row(words("resistance"), saying.faces(event.faces, held))
        case CharacterMarked():
            return Row(words("marked", event=names.term("event", event.event)))
        case _:
            assert_never(event)


def _held(saying: Saying, event: _Holding) -> Row:
    words, names = saying.words, saying.names
    match event:
        case GearLost():
            return Row(words("gear_lost"), names.item(event.item))
        case ItemUsed() if event.patient is not None:
            patient = names.character(event.patient)
            return Row(words("item_used_on", item=names.item(event.item), patient=patient), event.purpose)
        case ItemUsed():
            return Row(words("item_used", item=names.item(event.item)), event.purpose)
        case ItemGained():
            return Row(words("item_gained", item=names.item(event.item.id)), event.reason, "good")
        case CoupReady():
            return Row(words("coup_ready"), "", "good")
        case InspirationGranted():
            return Row(words("inspiration_granted"), "", "good")
        case InspirationSpent():
            return Row(words("inspiration_spent"))
        case AdvanceTaken():
            return Row(words("advanced", what=_advance(saying, event)), "", "good")
        case _:
            assert_never(event)


def _advance(saying: Saying, event: AdvanceTaken) -> str:
    names = saying.names
    gained = (
        None if event.specialty is None else names.specialty(event.specialty.id),
        None if event.attribute is None else names.term("attribute", event.attribute),
        None if event.item is None else names.item(event.item),
    )
    precisely = ", ".join(each for each in (*gained, event.use) if each)
    kind = names.term("advance", event.kind)
    return f"{kind} ({precisely})" if precisely else kind


def _wound(saying: Saying, event: WoundTaken | WoundDescribed | WoundHealed) -> Row:
    words = saying.words
    match event:
        case WoundTaken():
            return Row(words("wound_taken"), saying.names.wound(event.wound))
        case WoundHealed():
            return Row(words("wound_healed"))
        case WoundDescribed():
            wound = event.wound
            lasts = "wound_forever" if wound.forever else "wound_lasting" if wound.lasting else "wound_described"
            nights = words("wound_nights", count=wound.nights) if wound.nights else ""
            return Row(words(lasts, wound=saying.names.wound(wound)), nights)
        case _:
            assert_never(event)


def _healed(saying: Saying, event: _Healing) -> Row:
    name = saying.names.character
    match event:
        case Treated() if event.remedy is not None:
            item = saying.names.item(event.remedy)
            return saying.sentence("remedy", healer=name(event.healer), patient=name(event.patient), item=item)
        case Treated():
            return saying.sentence("first_aid", healer=name(event.healer), patient=name(event.patient))
        case CaredFor() if event.healer is not None:
            return saying.sentence("care_by", healer=name(event.healer), patient=name(event.patient))
        case CaredFor():
            return saying.sentence("care", patient=name(event.patient))
        case Comforted():
            return saying.sentence("comforted", "good", helper=name(event.helper), character=name(event.character))
        case _:
            assert_never(event)


def _struck(saying: Saying, event: _Striking) -> Row:
    who = saying.names.character(event.character)
    match event:
        case BlowLanded():
            return _blow(saying, event, who)
        case CoverTaken():
            key = "in_cover" if event.protection else "out_of_cover"
            return saying.sentence(key, character=who, protection=event.protection)
        case WardGiven():
            return saying.sentence("warded", "good", character=who, protection=event.protection)
        case Afflicted():
            what = saying.names.term("affliction", event.affliction)
            return saying.sentence("afflicted", "bad", character=who, affliction=what)
        case PerilStruck():
            return saying.sentence("peril_strikes", "bad", character=who, peril=saying.peril(event.peril))
        case CharacterDied():
            return saying.sentence("died", "bad", event.reason, character=who)
        case _:
            assert_never(event)


def _blow(saying: Saying, event: BlowLanded, who: str) -> Row:
    slots = {"character": who, "damage": event.damage, "protection": event.protection}
    if not event.protection:
        return saying.sentence("blow", "bad", **slots)
    slots["left"] = max(0, event.damage - event.protection)
    if event.item is None:
        return saying.sentence("blow_kept", "bad", **slots)
    return saying.sentence("blow_kept_by", "bad", **slots, item=saying.names.item(event.item))


def _broken(saying: Saying, event: _Breaking) -> Row:
    who = saying.names.character(event.character)
    match event:
        case BreakdownBegan():
            return Row(breakdown_question(saying, who), "", "bad")
        case BreakdownDescribed():
            how = saying.names.term("breakdown", event.breakdown)
            return saying.sentence("breakdown_described", how=how, character=who, sleep=saying.sleep)
        case BreakdownEnded():
            return saying.sentence("breakdown_ended", character=who)
        case _:
            assert_never(event)


def breakdown_question(saying: Saying, who: str) -> str:
    """The question put to the player whose PC breaks down."""
    choices = ", ".join(
        saying.words("breakdown_choice", number=number, name=saying.names.term("breakdown", each))
        for number, each in enumerate(breakdown_choices(), 1)
    )
    return saying.words("breakdown_began", character=who, choices=choices)


def breakdown_choices() -> tuple[Breakdown, ...]:
    """How one may break down, in the order in which they are offered."""
    return tuple(each for each in Breakdown if each is not Breakdown.UNTOLD)
