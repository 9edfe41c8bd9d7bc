"""What a partial or a failure brings, an author's or one that goes with the action: nothing that would be refused."""

from collections.abc import Sequence

from engine.core.check import ComplicationKind, Wear
from narrator.proposals import ProposedComplication
from narrator.ruling.here import Here
from narrator.scenario import Complication, ItemData
from narrator.telling.voice import line


def told_risk(here: Here, failure: ProposedComplication, partial: ProposedComplication | None) -> str:
    """What a check risks, where nobody has put it into words: the kinds of its complications."""
    kinds = dict.fromkeys(each.kind for each in (failure, partial) if each)
    risks = [here.voice.say(f"risk.{each.value}", here.lately) for each in kinds]
    both = risks[0] if len(risks) == 1 else here.voice.phrase("risk.join", one=risks[0], other=risks[1])
    return line(here.voice.phrase("risk.line", risks=both))


def authored_complication(here: Here, authored: Complication, used: Sequence[ItemData]) -> ProposedComplication:
    """The author's complication, its item one that this character can wear out or lose."""
    clock = here.clock if authored.clock else None
    note = line(here.voice.authored(authored.note))
    if authored.kind in (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST):
        item = item_for(here, authored.kind, authored.item, used)
        if item is None:
            return _complication(here, ComplicationKind.TIME, None, "instead", clock=clock)
        if authored.item is not None and item.id != authored.item:
            return _complication(here, authored.kind, item, "instead", authored.wear, clock)
        wear = (authored.wear or Wear.ROLL) if authored.kind is ComplicationKind.RESOURCE_WORN else None
        return ProposedComplication(kind=authored.kind, note=note, item=item.id, wear=wear, clock=clock)
    return ProposedComplication(kind=authored.kind, note=note, clock=clock)


def generic_complication(
    here: Here, kinds: Sequence[ComplicationKind], used: Sequence[ItemData], when: str
) -> ProposedComplication:
    """A complication that goes with the action, of a kind that can happen to this character."""
    for at in here.voice.order(len(kinds), here.lately, f"complication|{when}"):
        kind = kinds[at]
        if kind not in (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST):
            return _complication(here, kind, None, when)
        item = item_for(here, kind, None, used)
        if item is not None:
            return _complication(here, kind, item, when)
    return _complication(here, ComplicationKind.TIME, None, when)


def _complication(
    here: Here,
    kind: ComplicationKind,
    item: ItemData | None,
    when: str,
    wear: Wear | None = None,
    clock: str | None = None,
) -> ProposedComplication:
    worn = kind is ComplicationKind.RESOURCE_WORN
    note = here.voice.say(f"complication.{kind.value}", here.lately, here.words(gear=item))
    return ProposedComplication(
        kind=kind,
        note=line(note),
        item=item.id if item else None,
        wear=(wear or Wear.ROLL) if worn else None,
        clock=clock,
    )


def item_for(here: Here, kind: ComplicationKind, wanted: str | None, used: Sequence[ItemData]) -> ItemData | None:
    """The item wanted, else one of those used, else any that this character can wear out or lose."""
    allowed = here.domain.wearable if kind is ComplicationKind.RESOURCE_WORN else here.domain.losable
    candidates = (here.item(wanted), *used, *here.items())
    return next((each for each in candidates if each is not None and each.id in allowed), None)
