"""What happened to adversaries, allies and calamities, and the dangers faced, as rows."""

from collections.abc import Iterator
from typing import assert_never

from engine.core.events import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryLeft,
    AdversaryOut,
    AllyCame,
    AllyHeldOff,
    AllyHurt,
    AllyLeft,
    BossStruckAll,
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CalamityManifested,
    DangerFaced,
    FirstSeen,
    FlawRevealed,
    FoeEvent,
    LeverUsed,
    PhaseFell,
)
from engine.core.foes import Adversary, Standing
from engine.core.rules.adversaries import members, weapon
from table.terminal.facts.saying import Saying
from table.terminal.screen import Row


def rows(saying: Saying, event: FoeEvent) -> Iterator[Row]:
    """The rows of what happened to who and what stands against the PCs, or beside them."""
    match event:
        case DangerFaced():
            yield saying.sentence("danger", "bad", event.reason, danger=saying.names.danger(event.danger.id))
        case FirstSeen():
            who, what = saying.names.character(event.character), saying.cast.name(event.of)
            yield saying.sentence("first_seen", character=who, what=what)
        case AllyCame():
            yield saying.sentence("ally_came", "good", ally=event.ally.name)
        case AllyLeft():
            yield saying.sentence("ally_left", "", event.reason, of=saying.of_whom(event.ally))
        case AllyHeldOff():
            adversary = saying.cast.name(event.adversary)
            yield saying.sentence("ally_holds", "good", adversary=adversary, of=saying.of_whom(event.ally))
        case AllyHurt():
            ally = saying.cast.name(event.ally)
            yield saying.sentence("ally_hurt", "bad", ally=ally, of=saying.of_whom(event.adversary))
        case CalamityCame() | CalamityManifested() | LeverUsed() | CalamityDelayed() | CalamityGone():
            yield _calamity(saying, event)
        case _:
            yield _adversary(saying, event)


_OfAnAdversary = (
    AdversaryArrived | AdversaryHurt | PhaseFell | BossStruckAll | AdversaryOut | AdversaryLeft | FlawRevealed
)
_OfACalamity = CalamityCame | CalamityManifested | LeverUsed | CalamityDelayed | CalamityGone


def _adversary(saying: Saying, event: _OfAnAdversary) -> Row:
    if isinstance(event, AdversaryArrived):
        arrived = event.adversary
        return saying.sentence("foe_arrives", "bad", numbers(saying, arrived), adversary=arrived.profile.name)
    name = saying.cast.name(event.adversary)
    match event:
        case AdversaryHurt():
            health = saying.changed(saying.names.word("health"), event.before, event.after)
            return saying.sentence("foe_health", "good", adversary=name, health=health)
        case PhaseFell():
            return saying.sentence("phase_fell", "good", adversary=name, phase=event.phase)
        case BossStruckAll():
            return saying.sentence("boss_blow", "bad", of=saying.of_whom(event.adversary))
        case AdversaryOut():
            return saying.sentence("foe_out", "good", adversary=name)
        case AdversaryLeft():
            return saying.sentence("foe_left", "", event.reason, of=saying.of_whom(event.adversary))
        case FlawRevealed():
            known = None if saying.before is None else saying.before.adversary(event.adversary)
            flaw = None if known is None else known.flaw(event.flaw)
            return saying.sentence("flaw", "good", event.flaw if flaw is None else flaw.when, adversary=name)
        case _:
            assert_never(event)


def _calamity(saying: Saying, event: _OfACalamity) -> Row:
    if isinstance(event, CalamityCame):
        scale = saying.names.term("scale", event.calamity.scale)
        return saying.sentence("calamity", "bad", calamity=event.calamity.name, scale=scale)
    name = saying.cast.name(event.calamity)
    match event:
        case CalamityManifested():
            struck = saying.characters(event.exposed)
            return saying.sentence("calamity_strikes", "bad", of=saying.of_whom(event.calamity), characters=struck)
        case LeverUsed():
            return saying.sentence("lever", "good", calamity=name)
        case CalamityDelayed():
            return saying.sentence("calamity_delayed", "good", calamity=name)
        case CalamityGone() if event.loss:
            return saying.sentence("calamity_won", "bad", event.loss, calamity=name)
        case CalamityGone():
            return saying.sentence("calamity_over", "good", calamity=name)
        case _:
            assert_never(event)


def numbers(saying: Saying, adversary: Adversary) -> str:
    """An adversary in numbers, as it stands."""
    profile = adversary.profile
    plain = saying.words(
        "foe_numbers",
        threat=profile.threat,
        health=adversary.health,
        weapon=weapon(adversary),
        protection=profile.protection,
    )
    match profile.standing:
        case Standing.SINGLE:
            return plain
        case Standing.GROUP:
            return saying.words("foe_members", numbers=plain, members=members(adversary))
        case Standing.BOSS:
            return saying.words("foe_phase", numbers=plain, phase=adversary.phase)
