"""What happened in conflicts and to foes, in plain facts for a model that will tell it."""

from collections.abc import Iterator
from typing import assert_never

from engine.core import events as happened
from engine.core.events import ConflictEvent, FoeEvent
from narrator.briefing.plainly import Plainly
from narrator.telling.grammar import Word


def of_a_conflict(plainly: Plainly, event: ConflictEvent) -> Iterator[str]:
    """What happened in a conflict."""
    match event:
        case happened.ConflictStarted():
            yield plainly.say("conflict.started")
        case happened.ConflictEnded():
            yield plainly.say("conflict.ended")
        case happened.BreachOpened():
            yield plainly.say("conflict.breach", event.character)
        case happened.StrikeMade():
            mark = plainly.who(event.character) if event.ally is None else plainly.foe(event.ally)
            hard = "strike_hard" if event.attacks > 1 else "strike"
            yield plainly.say(f"conflict.{hard}", foe=plainly.foe(event.adversary), other=mark)
        case happened.Interposed():
            yield plainly.say("conflict.interposed", event.character)
        case happened.SetbackHappened():
            yield plainly.say("conflict.setback", what=event.setback.note)
        case happened.Waited():
            yield plainly.say("conflict.waited", event.character)
        case happened.IdleCaught():
            foe = plainly.foe(event.adversary)
            yield plainly.say("conflict.caught", event.character, foe=foe, what=event.reason)
        case happened.AmbushStruck():
            yield plainly.say("conflict.ambush", event.character, foe=plainly.foe(event.adversary))
        case happened.AdversaryCovered():
            covered = "foe_cover" if event.dice else "foe_uncovered"
            yield plainly.say(f"conflict.{covered}", foe=plainly.foe(event.adversary))
        case happened.EffectTook() | happened.EffectEnded():
            key = "effect" if isinstance(event, happened.EffectTook) else "effect_over"
            effect = plainly.called.term("manoeuvre", event.effect)
            yield plainly.say(f"conflict.{key}", foe=plainly.foe(event.adversary), what=effect)
        case happened.TurnBegan():
            return
        case _:
            assert_never(event)


def of_a_foe(plainly: Plainly, event: FoeEvent) -> Iterator[str]:
    """What happened to an adversary, an ally or a calamity, or with a danger."""
    key, foe, words = _saying(plainly, event)
    seen_by = event.character if isinstance(event, happened.FirstSeen) else None
    yield plainly.say(f"foe.{key}", seen_by, **{"foe": plainly.foe(foe)} if foe else {}, **words)


def _saying(plainly: Plainly, event: FoeEvent) -> tuple[str, str, dict[str, str | Word]]:
    match event:
        case happened.AdversaryArrived():
            return "came", event.adversary.id, {}
        case happened.AdversaryHurt():
            return ("fled" if event.fled else "hit"), event.adversary, {}
        case happened.PhaseFell():
            return "phase", event.adversary, {}
        case happened.BossStruckAll():
            return "boss_blow", event.adversary, {}
        case happened.AdversaryOut():
            return "out", event.adversary, {}
        case happened.AdversaryLeft():
            return "left", event.adversary, {"what": event.reason}
        case happened.FlawRevealed():
            return "flaw", event.adversary, {"what": _flaw(plainly, event)}
        case happened.AllyCame():
            return "ally_came", event.ally.id, {}
        case happened.AllyLeft():
            return "left", event.ally, {"what": event.reason}
        case happened.AllyHeldOff():
            return "ally_holds", event.ally, {"other": plainly.foe(event.adversary)}
        case happened.AllyHurt():
            return "ally_hurt", event.ally, {"other": plainly.foe(event.adversary)}
        case happened.DangerFaced():
            return "danger", "", {"what": f"{plainly.danger(event.danger.id)} ({event.reason})"}
        case happened.FirstSeen():
            return "first_seen", event.of, {}
        case happened.CalamityCame():
            return "calamity", event.calamity.id, {}
        case happened.CalamityManifested():
            return "calamity_strikes", event.calamity, {}
        case happened.LeverUsed():
            return "lever", event.calamity, {}
        case happened.CalamityDelayed():
            return "delayed", event.calamity, {}
        case happened.CalamityGone():
            return ("lost", event.calamity, {"what": event.loss}) if event.loss else ("gone", event.calamity, {})
        case _:
            assert_never(event)


def _flaw(plainly: Plainly, event: happened.FlawRevealed) -> str:
    known = (flaw for each in plainly.view.adversaries if each.id == event.adversary for flaw in each.flaws)
    return next((each.when.rstrip(".") for each in known if each.id == event.flaw), "…")
