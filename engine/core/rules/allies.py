"""NPC allies: they help, or hold ordinary adversaries off, and decide nothing (CORE ch. 6, Alliés)."""

from engine.core.commands import BringAlly, HoldOff, LetAllyWin, PartWithAlly
from engine.core.events import AdversaryOut, AllyCame, AllyHeldOff, AllyLeft
from engine.core.foes import AdversaryId, AllyId, Standing
from engine.core.rules import adversaries
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def bring(unfolding: Unfolding, command: BringAlly) -> Refused | None:
    """An NPC comes along (CORE ch. 6, Alliés)."""
    ally = command.ally
    if unfolding.game.ally(ally.id) is not None:
        return refuse(Code.ALLY_IS_HERE, ally=ally.id)
    if not ally.name.strip():
        return refuse(Code.REASON_MISSING, what="name")
    unfolding.happen(AllyCame(ally))
    return None


def part(unfolding: Unfolding, command: PartWithAlly) -> Refused | None:
    """An ally goes; whom they held off is free (CORE ch. 6, Alliés)."""
    refusal = unknown(unfolding.game, command.ally)
    if refusal is None and not command.reason.strip():
        refusal = refuse(Code.REASON_MISSING, what="reason")
    if refusal is None:
        unfolding.happen(AllyLeft(command.ally, command.reason))
    return refusal


def unknown(game: Game, wanted: AllyId) -> Refused | None:
    """Why an ally cannot be spoken of (CORE ch. 6, Alliés)."""
    if game.ally(wanted) is not None:
        return None
    return refuse(Code.NO_SUCH_ALLY, *(each.id for each in game.allies), ally=wanted)


def ordinary(game: Game) -> tuple[AdversaryId, ...]:
    """The adversaries whom an ally could hold off: standing, free, no boss (CORE ch. 6, Alliés)."""
    return tuple(
        each.id
        for each in adversaries.standing(game)
        if each.profile.standing is not Standing.BOSS and each.held_by is None
    )


def hold_off(unfolding: Unfolding, command: HoldOff) -> Refused | None:
    """An ally holds an ordinary adversary off: it strikes no PC (CORE ch. 6, Alliés)."""
    game = unfolding.game
    refusal = unknown(game, command.ally) or adversaries.refusal(game, command.adversary)
    if refusal is not None:
        return refusal
    adversary = unfolding.npc(command.adversary)
    if adversary.profile.standing is Standing.BOSS:
        return refuse(Code.BOSS_IS_NOT_HELD, *ordinary(game))
    if adversary.held_by is not None:
        return refuse(Code.IS_HELD_OFF, *ordinary(game), adversary=adversary.profile.name)
    unfolding.happen(AllyHeldOff(command.ally, adversary.id))
    return None


def win(unfolding: Unfolding, command: LetAllyWin) -> Refused | None:
    """An ally beats whom they hold off (CORE ch. 6, Alliés)."""
    game = unfolding.game
    refusal = unknown(game, command.ally) or adversaries.refusal(game, command.adversary)
    if refusal is not None:
        return refusal
    adversary = unfolding.npc(command.adversary)
    if adversary.held_by != command.ally:
        held = (each.id for each in game.adversaries if each.held_by == command.ally)
        ally = game.ally(command.ally)
        assert ally is not None
        return refuse(Code.NOT_HELD, *held, ally=ally.name, adversary=adversary.profile.name)
    unfolding.happen(AdversaryOut(adversary.id))
    return None
