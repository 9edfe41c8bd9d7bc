"""The breach and its answers: strikes, attacks put together, who takes the blow (CORE ch. 5, La brèche)."""

from engine.core.commands import BringSetback, CatchIdle, Interpose, LetLand, Strike
from engine.core.events import AllyHurt, IdleCaught, Interposed, StrikeMade
from engine.core.foes import Adversary, AdversaryId
from engine.core.rules import adversaries, items, people, setbacks, turns
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import CharacterId
from engine.core.state import Breach, Game
from engine.ruling import Code, Refused, refuse
from engine.story import doubles


def strikers(game: Game) -> tuple[Adversary, ...]:
    """The NPCs with an attack left in this turn (CORE ch. 5, Les attaques des PNJ)."""
    return tuple(each for each in adversaries.standing(game) if adversaries.attacks_left(game, each))


def may_interpose(game: Game, breach: Breach) -> tuple[CharacterId, ...]:
    """The PCs who might take the strike, if they are in contact: able, and not yet acted (CORE ch. 5)."""
    return tuple(each for each in turns.still_to_act(game) if each != breach.character)


def strike(unfolding: Unfolding, command: Strike) -> Refused | None:
    """One NPC strikes in the breach: weapon, +1 a further attack, no roll (CORE ch. 5, Les attaques des PNJ)."""
    game = unfolding.game
    breach = game.breach
    if breach is None:
        return refuse(Code.NO_BREACH)
    fault = _strike_refusal(game, breach, command)
    if fault is not None:
        return fault
    adversary = unfolding.npc(command.adversary)
    damage = adversaries.weapon(adversary) + command.attacks - 1
    unfolding.happen(
        StrikeMade(adversary.id, breach.character, command.attacks, damage, command.in_contact, command.ally)
    )
    if not command.in_contact:
        _land(unfolding)
    return None


def _strike_refusal(game: Game, breach: Breach, command: Strike) -> Refused | None:
    fault = _spending_refusal(game, command.adversary, command.attacks)
    if fault is not None:
        return fault
    opener = game.character(breach.character)
    assert opener is not None
    if command.ally is None:
        fault = people.is_down(opener)
        if fault is not None:
            return fault
    elif game.ally(command.ally) is None:
        return refuse(Code.NO_SUCH_ALLY, *(each.id for each in game.allies), ally=command.ally)
    near = may_interpose(game, breach)
    wrong = next((each for each in command.in_contact if each not in near), None)
    if wrong is not None:
        return refuse(Code.CANNOT_INTERPOSE, *near, character=people.name(game, wrong))
    twice = doubles(command.in_contact)
    return refuse(Code.ALREADY_COUNTED, what=twice[0]) if twice else None


def _spending_refusal(game: Game, wanted: AdversaryId, attacks: int) -> Refused | None:
    """Why an NPC cannot spend so many attacks at once (CORE ch. 5, Les attaques des PNJ)."""
    adversary = next((each for each in adversaries.standing(game) if each.id == wanted), None)
    able = tuple(each.id for each in strikers(game))
    if adversary is None:
        return adversaries.refusal(game, wanted)
    if adversary.held_by is not None:
        return refuse(Code.IS_HELD_OFF, *able, adversary=adversary.profile.name)
    most = adversaries.most_together(game, adversary)
    if not 1 <= attacks <= most:
        others = tuple(each for each in able if each != wanted) if most == 0 else ()
        return refuse(Code.TOO_MANY_ATTACKS, *others, adversary=adversary.profile.name, most=most)
    return None


def set_back(unfolding: Unfolding, command: BringSetback) -> Refused | None:
    """The adversity advances otherwise in the breach; no attack is spent (CORE ch. 5, La brèche)."""
    if unfolding.game.breach is None:
        return refuse(Code.NO_BREACH)
    return setbacks.advance(unfolding, command.setback)


def interpose(unfolding: Unfolding, command: Interpose) -> Refused | None:
    """A PC in contact takes the strike whole, with their own Protection: their action of the turn (CORE ch. 5)."""
    blow = unfolding.game.blow
    if blow is None:
        return refuse(Code.NO_BLOW)
    if command.character not in blow.in_contact:
        name = people.name(unfolding.game, command.character)
        return refuse(Code.CANNOT_INTERPOSE, *blow.in_contact, character=name)
    unfolding.happen(Interposed(command.character))
    items.land(unfolding, command.character, blow.damage)
    return None


def let_land(unfolding: Unfolding, command: LetLand) -> Refused | None:
    """Nobody interposes: the strike lands where it was meant to (CORE ch. 5, Les attaques des PNJ)."""
    if unfolding.game.blow is None:
        return refuse(Code.NO_BLOW)
    _land(unfolding)
    return None


def _land(unfolding: Unfolding) -> None:
    blow = unfolding.game.blow
    assert blow is not None
    if blow.ally is not None:
        unfolding.happen(AllyHurt(blow.ally, blow.adversary))
    else:
        items.land(unfolding, blow.character, blow.damage)


def idle(game: Game) -> tuple[CharacterId, ...]:
    """The PCs whom an attack may catch: they keep out of the fight in this turn (CORE ch. 5, Ne pas combattre).

    RULING conflict.idle: whose action is still to come does not keep out of it yet.
    """
    conflict = game.conflict
    if conflict is None or conflict.turn == 0:
        return ()
    spared = (*conflict.fought, *conflict.caught, *turns.still_to_act(game))
    return tuple(each.id for each in people.standing(game) if each.id not in spared)


def catch_idle(unfolding: Unfolding, command: CatchIdle) -> Refused | None:
    """A PC who waits, or whom the fiction catches, takes one attack, without a breach (CORE ch. 5; GM's sheet)."""
    game = unfolding.game
    if game.conflict is None:
        return refuse(Code.NO_TURNS)
    fault = people.unknown(game, command.character) or _spending_refusal(game, command.adversary, 1)
    if fault is not None:
        return fault
    if command.character not in idle(game):
        return refuse(Code.NOT_IDLE, *idle(game), character=unfolding.pc(command.character).name)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    unfolding.happen(IdleCaught(command.adversary, command.character, command.reason))
    items.land(unfolding, command.character, adversaries.weapon(unfolding.npc(command.adversary)))
    return None
