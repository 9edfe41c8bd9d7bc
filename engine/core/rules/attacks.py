"""Acting against an adversary: striking, manoeuvres, area weapons, flaws (CORE ch. 5, Agir contre un PNJ)."""

from engine.core.check import Against, Attack, Check, Manoeuvre, Outcome, Roll, Sway
from engine.core.events import AllyHurt, BreachOpened, EffectTook, FlawRevealed
from engine.core.foes import Adversary, AdversaryId, AllyId, Flaw, FlawKind
from engine.core.rules import adversaries, items
from engine.core.rules.items import is_empty
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Character, Item, ItemId
from engine.core.state import Game, Side
from engine.ruling import Code, Refused, refuse


def threat(game: Game, aim: Against) -> int:
    """Successes that an action against NPCs needs: the highest Threat of its targets (CORE ch. 5, Armes de zone).

    A flaw lowers it for that action alone (CORE ch. 6, Menace, traits et failles).
    """
    return max(_threat_of(adversary, aim) for adversary in targets(game, aim))


def _threat_of(adversary: Adversary, aim: Against) -> int:
    flaw = _flaw(adversary, aim)
    if flaw is None or flaw.kind is not FlawKind.LOWER_THREAT:
        return adversary.profile.threat
    return flaw.value


def _flaw(adversary: Adversary, aim: Against) -> Flaw | None:
    return adversary.flaw(aim.flaw) if adversary.id == aim.target else None


def targets(game: Game, aim: Against) -> tuple[Adversary, ...]:
    """Who is aimed at, each once (CORE ch. 5, Armes de zone)."""
    first = game.adversary(aim.target)
    if not isinstance(aim, Attack) or not aim.also:
        return () if first is None else (first,)
    found = [game.adversary(each) for each in dict.fromkeys((aim.target, *aim.also))]
    return tuple([each for each in found if each is not None])


def cover(game: Game, aim: Against) -> int:
    """Dice lost to the targets' cover (CORE ch. 5, Couvert). RULING area: the deepest, as the Threat is the highest."""
    return max((each.cover for each in targets(game, aim)), default=0)


def helped(game: Game, aim: Against) -> bool:
    """Whether an effect that lasts on the target gives +1d6 (CORE ch. 5, Manœuvres).

    RULING manoeuvre: one die in all, however many effects last.
    """
    adversary = game.adversary(aim.target)
    return adversary is not None and bool(adversary.holds)


def backing(game: Game, aim: Against) -> AllyId | None:
    """The ally whom a PC backs, acting against nobody but those held off: it is worth +1d6 (CORE ch. 6, Alliés).

    RULING ally.hold: it counts without being asked for, once with that ally's help where it is announced too.
    """
    held = tuple(each.held_by for each in targets(game, aim))
    return held[0] if held and None not in held else None


def opens_breach(game: Game, check: Check) -> bool:
    """Whether falling short opens a breach: against an NPC, in a conflict, but from the PCs' ambush (CORE ch. 5)."""
    conflict = game.conflict
    return conflict is not None and isinstance(check.aim, Against) and conflict.ambush is not Side.PCS


def most_targets(game: Game, item: Item) -> int:
    """How many targets an area weapon may be aimed at, members counted one by one (CORE ch. 5, Armes de zone)."""
    there = sum(adversaries.members(each) for each in adversaries.standing(game))
    return min(item.most_targets, there) if item.most_targets else there


def refusal(game: Game, actor: Character, check: Check, aim: Against) -> Refused | None:
    """Why an action against an NPC does not hold together (CORE ch. 5, Agir contre un PNJ)."""
    fault = _target_refusal(game, aim)
    if fault is None and isinstance(aim, Attack):
        fault = _reach_refusal(game, actor, aim)
    if fault is not None:
        return fault
    needed = threat(game, aim)
    if check.harder:
        return refuse(Code.THREAT_IS_NOT_RAISED)
    if check.difficulty != needed:
        name = targets(game, aim)[0].profile.name
        return refuse(Code.AGAINST_ITS_THREAT, str(needed), adversary=name, threat=needed)
    if isinstance(aim, Sway) and not aim.way.strip():
        return refuse(Code.REASON_MISSING, what="way")
    return None


def _target_refusal(game: Game, aim: Against) -> Refused | None:
    fault = adversaries.refusal(game, aim.target)
    if fault is not None or aim.flaw is None:
        return fault
    adversary = game.adversary(aim.target)
    assert adversary is not None
    if adversary.flaw(aim.flaw) is None:
        return refuse(Code.NO_SUCH_FLAW, *adversary.known, adversary=adversary.profile.name)
    return None


def weapons(actor: Character) -> tuple[Item, ...]:
    """What a PC can strike with, beside bare hands (CORE ch. 4, Équipement)."""
    return tuple(each for each in actor.items if _is_weapon(each) and not is_empty(each))


def _is_weapon(item: Item) -> bool:
    return item.weapon > 0 or item.devastating


def weapon_refusal(actor: Character, wanted: ItemId) -> Refused | None:
    """Why a PC cannot strike with an item: not held, empty, no weapon (CORE ch. 4, Équipement)."""
    held = actor.item(wanted)
    if held is not None and _is_weapon(held) and not is_empty(held):
        return None
    usable = tuple(each.id for each in weapons(actor))
    if held is None:
        return refuse(Code.NO_SUCH_ITEM, *usable, character=actor.name, item=wanted)
    return refuse(Code.ITEM_IS_EMPTY if is_empty(held) else Code.NOT_A_WEAPON, *usable, item=held.id)


def _reach_refusal(game: Game, actor: Character, aim: Attack) -> Refused | None:
    fault = None if aim.weapon is None else weapon_refusal(actor, aim.weapon)
    if fault is not None or not aim.also:
        return fault
    held = actor.item(aim.weapon)
    if held is None or not held.area:
        areas = (each.id for each in weapons(actor) if each.area)
        return refuse(Code.ONE_TARGET, *areas)
    return _area_refusal(game, held, aim)


def _area_refusal(game: Game, held: Item, aim: Attack) -> Refused | None:
    named = (aim.target, *aim.also)
    for each in aim.also:
        fault = adversaries.refusal(game, each)
        if fault is not None:
            return fault
    most = most_targets(game, held)
    crowded = any(named.count(each.id) > adversaries.members(each) for each in targets(game, aim))
    if len(named) > most or crowded:
        return refuse(Code.TOO_MANY_TARGETS, item=held.id, most=most)
    return None


def resolve(unfolding: Unfolding, check: Check, aim: Against, roll: Roll) -> None:
    """What the action does, then the breach where it fell short (CORE ch. 5, Agir contre un PNJ and La brèche)."""
    before = unfolding.npc(aim.target)
    opens = roll.outcome is not Outcome.SUCCESS and opens_breach(unfolding.game, check)
    backed = backing(unfolding.game, aim) if opens else None
    if roll.outcome is not Outcome.FAILURE:
        match aim:
            case Attack():
                _hit(unfolding, check, aim, roll)
            case Manoeuvre():
                turn = 0 if unfolding.game.conflict is None else unfolding.game.conflict.turn
                unfolding.happen(EffectTook(aim.target, aim.effect, turn))
            case Sway():
                pass
        # Nothing fells more than one phase of a boss: what the blow felled, the flaw does not (CORE ch. 6, Boss).
        # RULING npc.flaw: a partial does not make anybody flee or fall, which takes an action that succeeds.
        if roll.outcome is Outcome.SUCCESS and unfolding.npc(aim.target).phase == before.phase:
            _play_flaw(unfolding, aim)
    if not opens:
        return
    if backed is not None and unfolding.npc(aim.target).health:
        # Whom an ally holds off strikes the ally, who holds (CORE ch. 6, Alliés); once out, it strikes nobody.
        unfolding.happen(AllyHurt(backed, aim.target))
    else:
        unfolding.happen(BreachOpened(check.actor, aim.target))


def show_flaw(unfolding: Unfolding, aim: Against) -> None:
    """RULING npc.flaw: an action announced against a hidden flaw shows it, as its difficulty does (CORE ch. 6)."""
    adversary = unfolding.npc(aim.target)
    if aim.flaw is not None and aim.flaw not in adversary.known:
        unfolding.happen(FlawRevealed(adversary.id, aim.flaw))


def _play_flaw(unfolding: Unfolding, aim: Against) -> None:
    adversary = unfolding.npc(aim.target)
    flaw = adversary.flaw(aim.flaw)
    if flaw is None or adversary.health == 0:
        return
    if flaw.kind is FlawKind.ROUT:
        adversaries.rout(unfolding, adversary.id, flaw.value)
    elif flaw.kind is FlawKind.FELL:
        adversaries.fell(unfolding, adversary.id, blows=False)


def _hit(unfolding: Unfolding, check: Check, aim: Attack, roll: Roll) -> None:
    held = unfolding.pc(check.actor).item(aim.weapon)
    # A partial falls short of it, so that it deals the weapon alone.
    over = max(0, roll.successes - check.difficulty)
    hits = (aim.target,)
    if held is not None and held.area:
        hits, over = (aim.target, *aim.also)[: 1 + over], 0
    damage = items.damage(held) + over
    devastating = roll.coup or (held is not None and held.devastating)
    for each in dict.fromkeys(hits):
        if devastating:
            adversaries.fell(unfolding, each, blows=True)
        else:
            _hurt(unfolding, each, aim, damage, hits.count(each))


def _hurt(unfolding: Unfolding, target: AdversaryId, aim: Attack, damage: int, members: int) -> None:
    adversary = unfolding.npc(target)
    flaw = _flaw(adversary, aim)
    bare = flaw is not None and flaw.kind is FlawKind.BARE
    dealt = max(0, damage - (0 if bare else adversary.profile.protection))
    # RULING area: what members take comes off the group's Health, each member's blow whole. Any other is named once.
    adversaries.hurt(unfolding, target, dealt * members)
