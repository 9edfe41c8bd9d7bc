"""What happened in a conflict, as rows."""

from collections.abc import Iterator
from typing import assert_never

from engine.core.events import (
    AdversaryCovered,
    AmbushStruck,
    BreachOpened,
    ConflictEnded,
    ConflictEvent,
    ConflictStarted,
    EffectEnded,
    EffectTook,
    IdleCaught,
    Interposed,
    SetbackHappened,
    StrikeMade,
    TurnBegan,
    Waited,
)
from table.terminal.facts.saying import Saying
from table.terminal.names import capital
from table.terminal.screen import Row


def rows(saying: Saying, event: ConflictEvent) -> Iterator[Row]:
    """The rows of what happened in a conflict."""
    names, npc = saying.names, saying.cast.name
    match event:
        case ConflictStarted():
            yield saying.sentence("conflict_started")
        case TurnBegan():
            yield _turn(saying, event)
        case ConflictEnded():
            yield saying.sentence("conflict_ended", "good")
        case BreachOpened():
            yield saying.sentence("breach", "bad", of=saying.of_whom(event.target))
        case StrikeMade():
            yield from _strike(saying, event)
        case Interposed():
            yield saying.sentence("interposed", character=names.character(event.character))
        case SetbackHappened():
            yield Row(capital(names.term("setback", event.setback.kind)), event.setback.note, "bad")
        case Waited():
            yield saying.sentence("waited", character=names.character(event.character))
        case IdleCaught():
            who = {"of": saying.of_whom(event.adversary), "character": names.character(event.character)}
            yield saying.sentence("idle_caught", "bad", event.reason, **who)
        case AmbushStruck():
            who = {"of": saying.of_whom(event.adversary), "character": names.character(event.character)}
            yield saying.sentence("ambush_struck", "bad", **who)
        case AdversaryCovered():
            key = "foe_in_cover" if event.dice else "foe_out_of_cover"
            yield saying.sentence(key, adversary=npc(event.adversary), count=event.dice)
        case EffectTook() | EffectEnded():
            key = "effect" if isinstance(event, EffectTook) else "effect_over"
            yield saying.sentence(key, adversary=npc(event.adversary), effect=names.term("manoeuvre", event.effect))
        case _:
            assert_never(event)


def _turn(saying: Saying, event: TurnBegan) -> Row:
    if event.ambush is not None:
        return saying.sentence("ambush", side=saying.names.term("side", event.ambush))
    if event.engager is not None:
        return saying.sentence("turn_engaged", turn=event.turn, character=saying.names.character(event.engager))
    return saying.sentence("turn", turn=event.turn)


def _strike(saying: Saying, event: StrikeMade) -> Iterator[Row]:
    target = saying.names.character(event.character) if event.ally is None else saying.cast.name(event.ally)
    key = "strike" if event.attacks == 1 else "strikes_together"
    who = {"of": saying.of_whom(event.adversary), "target": target}
    yield saying.sentence(key, "bad", damage=event.damage, attacks=event.attacks, **who)
    if event.in_contact:
        yield saying.sentence("may_interpose", characters=saying.characters(event.in_contact))
