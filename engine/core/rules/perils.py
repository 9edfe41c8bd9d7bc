"""What strikes unless it is avoided: dangers, ambushes, boss blows, manifestations (CORE ch. 3, Dangers; ch. 5 and 6).

The roll that avoids is no action: it takes no turn and opens no breach.
"""

from engine.core.check import Avoid, Check, Complication, ComplicationKind, Difficulty, Outcome, StakeId
from engine.core.events import Afflicted, Cause, CharacterMarked, CheckAnnounced, CheckWithdrawn, PerilStruck
from engine.core.foes import Peril, PerilKind
from engine.core.rules import adventure, health, items, people, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import stress_of
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse

_REDUCED = (PerilKind.AMBUSH, PerilKind.BOSS_BLOW)
"""Protection counts against blows, not against dangers (CORE ch. 3, Dangers). RULING: nor against manifestations."""


def face(
    unfolding: Unfolding,
    peril: Peril,
    difficulty: int,
    exposed: tuple[CharacterId, ...],
    on_partial: Complication | None,
) -> None:
    """Each of those exposed has to avoid it, one after another (CORE ch. 3, Dangers).

    What is to be avoided already, since one action felled the phases of two bosses, comes first.
    """
    pending = unfolding.game.pending
    first = () if pending is None else (pending.check, *unfolding.game.waiting)
    new = (_avoiding(peril, Difficulty(difficulty), each, on_partial) for each in exposed)
    every = (*first, *new)
    if every:
        unfolding.happen(CheckAnnounced(every[0], every[1:]))


def _avoiding(peril: Peril, difficulty: Difficulty, who: CharacterId, on_partial: Complication | None) -> Check:
    return Check(
        actor=who,
        attribute=peril.attributes[0],
        difficulty=difficulty,
        stake=StakeId(f"avoid {peril.source}"),
        action="",
        risk="",
        on_failure=None,
        on_partial=on_partial,
        aim=Avoid(peril),
    )


def exposed_refusal(game: Game, exposed: tuple[CharacterId, ...]) -> Refused | None:
    """Why those cannot be exposed: nobody, somebody twice, or out of action (CORE ch. 3, Dangers)."""
    standing = tuple(each.id for each in people.standing(game))
    if not exposed or len(set(exposed)) < len(exposed) or any(each not in standing for each in exposed):
        return refuse(Code.NOBODY_EXPOSED, *standing)
    return None


def partial_refusal(game: Game, difficulty: int, on_partial: Complication | None) -> Refused | None:
    """Why a partial's complication is missing, superfluous or none for a roll that avoids (CORE ch. 3, Dangers)."""
    if difficulty == Difficulty.STANDARD:
        return None if on_partial is None else refuse(Code.STANDARD_HAS_NO_PARTIAL)
    if on_partial is None:
        return refuse(Code.STAKES_MISSING, what="a partial")
    fault = adventure.untold(game, on_partial.note, on_partial.clock, what="complication")
    if fault is not None:
        return fault
    # Whatever names one PC's gear cannot be set for several at once.
    if on_partial.kind is ComplicationKind.BREACH:
        return refuse(Code.BREACH_NEEDS_CONFLICT)
    if on_partial.item is not None or on_partial.kind in (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST):
        return refuse(Code.GEAR_IS_ONE_S_OWN)
    return None


def resolve(unfolding: Unfolding, who: CharacterId, peril: Peril, outcome: Outcome) -> None:
    """It strikes on a failure; a partial avoids it (CORE ch. 3, Dangers). Who is out by then rolls for nothing more."""
    if outcome is Outcome.FAILURE:
        _strike(unfolding, who, peril)
    while _is_spared(unfolding.game):
        assert unfolding.game.pending is not None
        unfolding.happen(CheckWithdrawn(unfolding.game.pending.check.actor))


def _is_spared(game: Game) -> bool:
    if game.pending is None or not isinstance(game.pending.check.aim, Avoid):
        return False
    return all(each.id != game.pending.check.actor for each in people.standing(game))


def _strike(unfolding: Unfolding, who: CharacterId, peril: Peril) -> None:
    """What was not avoided strikes: damage, Stress once a PC, an effect (CORE ch. 3, Dangers; ch. 6, Calamités).

    Its Stress is not resisted, since it was rolled for (CORE ch. 3, Résister).
    """
    counted = (peril.source, who) in unfolding.game.struck
    unfolding.happen(PerilStruck(who, peril))
    if peril.kind in _REDUCED:
        items.land(unfolding, who, peril.damage)
    elif peril.damage:
        health.lose_health(unfolding, who, peril.damage, Cause.DANGER, "")
    if peril.marks is not None and not counted:
        unfolding.happen(CharacterMarked(who, peril.marks, peril.source))
        stress.add(unfolding, who, stress_of(unfolding.game.variant, peril.marks), Cause.MARKING_EVENT)
    for each in peril.afflictions:
        unfolding.happen(Afflicted(who, each))
