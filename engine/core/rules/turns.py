"""The turns of a conflict: who may act, who strikes first, when it ends (CORE ch. 5, Les conflits)."""

from engine.core.commands import (
    ConflictEnd,
    CoverAdversary,
    EndConflict,
    EndHold,
    EndTurn,
    StartConflict,
    StrikeFromAmbush,
    Wait,
)
from engine.core.events import (
    AdversaryCovered,
    AmbushStruck,
    ConflictEnded,
    ConflictStarted,
    EffectEnded,
    Waited,
)
from engine.core.foes import AdversaryId, Peril, PerilKind
from engine.core.rules import adversaries, health, people, perils, setbacks
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Attribute, Character, CharacterId
from engine.core.state import Conflict, Game, Side
from engine.ruling import Code, Refused, refuse
from engine.story import doubles


def action_refusal(game: Game, actor: Character) -> Refused | None:
    """Why a PC has no action now: had it, is ambushed, or another engaged (CORE ch. 5, Les conflits)."""
    conflict = game.conflict
    if conflict is None:
        return None
    if conflict.ambush is Side.NPCS:
        return refuse(Code.AMBUSHED)
    if actor.id in conflict.acted:
        return refuse(Code.HAS_ACTED, *still_to_act(game), character=actor.name)
    first = _goes_first(game, conflict)
    if first is not None and first.id != actor.id:
        return refuse(Code.ENGAGER_ACTS_FIRST, first.id, character=first.name)
    return None


def with_an_action(game: Game) -> tuple[Character, ...]:
    """The PCs who may act now: able, and nothing of `action_refusal` in the way (CORE ch. 5, Les conflits)."""
    conflict, able = game.conflict, people.able(game)
    if conflict is None:
        return able
    if conflict.ambush is Side.NPCS:
        return ()
    first = _goes_first(game, conflict)
    return tuple([each for each in able if each.id not in conflict.acted and first in (None, each)])


def _goes_first(game: Game, conflict: Conflict) -> Character | None:
    """Who engaged, while their action is still to come and they can take it (CORE ch. 5, Les conflits)."""
    engager = None if conflict.engager in conflict.acted else game.character(conflict.engager)
    return engager if engager is not None and people.cannot_act(engager) is None else None


def still_to_act(game: Game) -> tuple[CharacterId, ...]:
    """The PCs whose action of the turn is still to come (CORE ch. 5, Les conflits)."""
    acted = game.conflict.acted if game.conflict is not None else ()
    return tuple(each.id for each in people.able(game) if each.id not in acted)


def start(unfolding: Unfolding, command: StartConflict) -> Refused | None:
    """A conflict begins; an ambush comes before turn 1 (CORE ch. 5, Les conflits and Embuscade)."""
    game = unfolding.game
    if game.in_conflict:
        return refuse(Code.ALREADY_IN_CONFLICT)
    fights = bool(adversaries.standing(game))
    if command.engager is not None:
        refusal = people.unknown(game, command.engager) or people.cannot_act(unfolding.pc(command.engager))
        if refusal is not None:
            return refusal
    if (command.ambush is not None or command.engager is not None) and not fights:
        return refuse(Code.NOBODY_TO_FIGHT)
    unfolding.happen(ConflictStarted(command.engager, command.ambush))
    if fights:
        adversaries.begin_turn(unfolding, 1 if command.ambush is None else 0, command.ambush, command.engager)
    return None


def strike_from_ambush(unfolding: Unfolding, command: StrikeFromAmbush) -> Refused | None:
    """An NPC spends its one attack of the ambush; the PC rolls PER against its Threat (CORE ch. 5, Embuscade)."""
    game = unfolding.game
    refusal = adversaries.refusal(game, command.adversary) or people.unknown(game, command.target)
    if refusal is not None:
        return refusal
    adversary, target = unfolding.npc(command.adversary), unfolding.pc(command.target)
    waiting = ambushers(game)
    if adversary.id not in waiting:
        return refuse(Code.NOT_IN_AMBUSH, *waiting, adversary=adversary.profile.name)
    refusal = people.is_down(target) or perils.partial_refusal(game, adversary.profile.threat, command.on_partial)
    if refusal is not None:
        return refusal
    unfolding.happen(AmbushStruck(adversary.id, target.id))
    peril = Peril(PerilKind.AMBUSH, adversary.id, adversaries.weapon(adversary), (Attribute.PER,))
    perils.face(unfolding, peril, adversary.profile.threat, (target.id,), command.on_partial)
    return None


def ambushers(game: Game) -> tuple[AdversaryId, ...]:
    """The NPCs that have still to strike from ambush, each once, a group or a boss too (CORE ch. 5, Embuscade)."""
    if game.conflict is None or game.conflict.ambush is not Side.NPCS or not people.standing(game):
        return ()
    return tuple(each.id for each in adversaries.standing(game) if each.spent == 0 and each.held_by is None)


def wait(unfolding: Unfolding, command: Wait) -> Refused | None:
    """A PC lets their action go by (CORE ch. 5, Ne pas combattre)."""
    game = unfolding.game
    if game.conflict is None:
        return refuse(Code.NO_TURNS)
    refusal = people.unknown(game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    refusal = people.cannot_act(who) or action_refusal(game, who)
    if refusal is None:
        unfolding.happen(Waited(command.character))
    return refusal


def is_standoff(game: Game) -> bool:
    """Whether nobody has acted against adversaries who could strike, in this turn (CORE ch. 5, Ne pas combattre)."""
    conflict = game.conflict
    if conflict is None or conflict.turn == 0 or conflict.fought:
        return False
    return any(each.held_by is None for each in adversaries.standing(game))


def end_turn(unfolding: Unfolding, command: EndTurn) -> Refused | None:
    """The turn is over and unused attacks are lost; in a standoff the adversity advances (CORE ch. 5)."""
    conflict = unfolding.game.conflict
    if conflict is None:
        return refuse(Code.NO_TURNS)
    hidden = ambushers(unfolding.game)
    if hidden:
        return refuse(Code.AMBUSH_GOES_ON, *hidden)
    standoff = is_standoff(unfolding.game)
    if standoff and command.setback is None:
        return refuse(Code.STANDOFF)
    if not standoff and command.setback is not None:
        return refuse(Code.NO_STANDOFF)
    if command.setback is not None:
        refusal = setbacks.advance(unfolding, command.setback)
        if refusal is not None:
            return refusal
    # RULING conflict.turn: first means once, so who engaged from ambush and acted there does not lead turn 1 as well.
    leads = conflict.turn == 0 and conflict.engager not in conflict.acted
    adversaries.begin_turn(unfolding, conflict.turn + 1, engager=conflict.engager if leads else None)
    return None


def end(unfolding: Unfolding, command: EndConflict) -> Refused | None:
    """The conflict is over: nobody can strike back, or the fiction ends it; then the variant's recovery (CORE ch. 3).

    Who is left behind, captured, buried or abandoned, stays out of action (CORE ch. 3, Fin de conflit).
    """
    game = unfolding.game
    if not game.in_conflict:
        return refuse(Code.NOT_IN_CONFLICT)
    stands = any(each.held_by is None for each in adversaries.standing(game))
    if stands and command.how is None:
        return refuse(Code.ADVERSARIES_STAND, *ConflictEnd)
    down = tuple(each.id for each in game.characters if each.health == 0 and not each.dead)
    lost = next((each for each in command.left_behind if each not in down), None)
    if lost is not None:
        return refuse(Code.NOT_LEFT_BEHIND, *down, character=people.name(game, lost))
    if len(set(command.left_behind)) < len(command.left_behind):
        return refuse(Code.ALREADY_COUNTED, what=people.name(game, CharacterId(doubles(command.left_behind)[0])))
    unfolding.happen(ConflictEnded())
    for character in game.characters:
        if character.id not in command.left_behind and not character.dead:
            health.rise_after_conflict(unfolding, character.id)
    return None


def cover(unfolding: Unfolding, command: CoverAdversary) -> Refused | None:
    """An NPC is in cover: 1 to 3 dice less for who attacks it, and no Protection (CORE ch. 5, Couvert)."""
    refusal = adversaries.refusal(unfolding.game, command.adversary)
    if refusal is not None:
        return refusal
    if not 0 <= command.dice <= 3:
        return refuse(Code.BAD_COVER, "0", "1", "2", "3")
    unfolding.happen(AdversaryCovered(command.adversary, command.dice))
    return None


def end_hold(unfolding: Unfolding, command: EndHold) -> Refused | None:
    """An effect on an NPC is over: its weapon is picked up again, it sees again (CORE ch. 5, Manœuvres)."""
    refusal = adversaries.refusal(unfolding.game, command.adversary)
    if refusal is not None:
        return refusal
    adversary = unfolding.npc(command.adversary)
    held = tuple(each.effect for each in adversary.holds)
    if command.effect not in held:
        return refuse(Code.NO_SUCH_EFFECT, *held, adversary=adversary.profile.name, effect=command.effect)
    unfolding.happen(EffectEnded(adversary.id, command.effect))
    return None
