"""First aid, medical care, comfort, bringing back from a Breakdown (CORE ch. 3, Regagner de la Santé; Réconfort)."""

from dataclasses import replace

from engine.core.check import BringBack, Check, Difficulty, Outcome, Treat
from engine.core.commands import Care, Comfort, DescribeWound, LetDie
from engine.core.events import (
    BreakdownEnded,
    CaredFor,
    Cause,
    CharacterDied,
    Comforted,
    StressChanged,
    Treated,
    WoundDescribed,
    WoundHealed,
)
from engine.core.rules import health, people, stress, turns
from engine.core.rules.items import is_empty
from engine.core.rules.unfolding import Unfolding
from engine.core.rules.variants import max_health
from engine.core.sheet import Attribute, Character, CharacterId, Item, Variant, WoundId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse
from engine.story import doubles

FIRST_AID = 1
"""Health that first aid gives back (CORE ch. 3, Soins et repos)."""
BROUGHT_BACK = 5
"""Where Stress stands after a Breakdown that an ally ended (CORE ch. 3, Rupture)."""
NIGHTS_TO_HEAL = 3
"""RULING health.lasting_wound: the nights of rest, after medical care, that a lasting wound takes to heal."""


def may_treat(game: Game, patient: Character, remedy: Item | None) -> Refused | None:
    """Why a patient cannot be treated: dead, whole, or given first aid in this scene already (CORE ch. 3).

    RULING health.first_aid: once attempted is once used; a healing item is bound by its Resource instead.
    """
    if patient.dead:
        return refuse(Code.DEAD, character=patient.name)
    if patient.health == max_health(game.variant):
        return refuse(Code.NOT_HURT, *hurt(game), character=patient.name)
    if remedy is None and patient.id in game.treated:
        return refuse(Code.ALREADY_TREATED, character=patient.name)
    return None


def hurt(game: Game) -> tuple[CharacterId, ...]:
    """The PCs, alive, who have lost Health (CORE ch. 3, La Santé)."""
    whole = max_health(game.variant)
    return tuple(each.id for each in game.characters if each.health < whole and not each.dead)


def remedies(actor: Character) -> tuple[Item, ...]:
    """What a PC can heal with by a roll (CORE ch. 4, Créer un objet)."""
    return tuple(each for each in actor.items if each.heals and not each.unaided and not is_empty(each))


def treat_refusal(game: Game, actor: Character, check: Check, aim: Treat) -> Refused | None:
    """Why first aid does not hold together: INT Standard, a patient who is hurt (CORE ch. 3, Soins et repos).

    A healing item that is bound to another attribute goes with that one (CORE ch. 4, Sorts, implants et pouvoirs).
    RULING health.first_aid: one may treat oneself.
    """
    refusal = people.unknown(game, aim.patient)
    patient = game.character(aim.patient)
    if patient is None:
        return refusal
    remedy = actor.item(aim.remedy)
    usable = remedies(actor)
    if aim.remedy is not None and remedy is None:
        return refuse(Code.NO_SUCH_ITEM, *(each.id for each in usable), character=actor.name, item=aim.remedy)
    if remedy is not None and is_empty(remedy):
        return refuse(Code.ITEM_IS_EMPTY, *(each.id for each in usable), item=remedy.id)
    if remedy is not None and remedy not in usable:
        return refuse(Code.NOT_A_REMEDY, *(each.id for each in usable), item=remedy.id)
    bound = None if remedy is None else remedy.used_with
    return may_treat(game, patient, remedy) or _terms(check, bound or Attribute.INT)


def bring_back_refusal(game: Game, check: Check, aim: BringBack) -> Refused | None:
    """Why nobody can be brought back so: CHA Standard, a PC in Breakdown (CORE ch. 3, Rupture)."""
    refusal = people.unknown(game, aim.broken)
    broken = game.character(aim.broken)
    if broken is None:
        return refusal
    if broken.breakdown is None:
        return refuse(Code.NOT_BROKEN, *broken_down(game), character=broken.name)
    return people.is_down(broken) or _terms(check, Attribute.CHA)


def broken_down(game: Game) -> tuple[CharacterId, ...]:
    """The PCs in Breakdown who can be brought back (CORE ch. 3, Rupture)."""
    return tuple(each.id for each in game.characters if each.breakdown is not None and each.health > 0)


def _terms(check: Check, attribute: Attribute) -> Refused | None:
    if check.attribute is attribute and check.difficulty is Difficulty.STANDARD and not check.harder:
        return None
    return refuse(Code.FIXED_TERMS, attribute, attribute=attribute)


def treated(unfolding: Unfolding, check: Check, aim: Treat, outcome: Outcome) -> None:
    """First aid gives 1 Health back, a healing item its own measure; any brings round (CORE ch. 3 and 4)."""
    remedy = unfolding.pc(check.actor).item(aim.remedy)
    unfolding.happen(Treated(check.actor, aim.patient, aim.remedy))
    if outcome is Outcome.SUCCESS:
        gain = FIRST_AID if remedy is None else remedy.heals
        health.gain_health(unfolding, aim.patient, gain, Cause.FIRST_AID if remedy is None else Cause.REMEDY)


def brought_back(unfolding: Unfolding, aim: BringBack, outcome: Outcome) -> None:
    """Success brings Stress to 5 and ends the Breakdown (CORE ch. 3, Rupture)."""
    if outcome is Outcome.SUCCESS:
        unfolding.happen(BreakdownEnded(aim.broken))
        before = unfolding.pc(aim.broken).stress
        unfolding.happen(StressChanged(aim.broken, before, BROUGHT_BACK, Cause.BROUGHT_BACK))


def comfort(unfolding: Unfolding, command: Comfort) -> Refused | None:
    """Raw: -1 Stress without a roll, once a PC a scene; a PC in Breakdown is brought back first (CORE ch. 3)."""
    game = unfolding.game
    refusal = people.unknown(game, command.helper) or people.unknown(game, command.character)
    if refusal is not None:
        return refusal
    helper, who = unfolding.pc(command.helper), unfolding.pc(command.character)
    if game.variant is not Variant.RAW:
        return refuse(Code.ONLY_IN_RAW)
    if helper.id == who.id:
        others = (each.id for each in people.able(game) if each.id != who.id)
        return refuse(Code.HELPER_CANNOT_HELP, *others, helper=helper.name, character=who.name)
    refusal = people.cannot_act(helper) or people.cannot_act(who) or turns.action_refusal(game, helper)
    refusal = refusal or comfort_refusal(game, who)
    if refusal is None:
        unfolding.happen(Comforted(helper.id, who.id))
        stress.set_to(unfolding, who.id, who.stress - 1, Cause.COMFORT)
    return refusal


def comfort_refusal(game: Game, who: Character) -> Refused | None:
    """Why a PC cannot be comforted, where the story is raw (CORE ch. 3, Réconfort)."""
    if who.id in game.comforted:
        return refuse(Code.ALREADY_COMFORTED, character=who.name)
    return refuse(Code.NOTHING_TO_COMFORT, character=who.name) if who.stress == 0 else None


def care_refusal(game: Game, care: tuple[Care, ...]) -> Refused | None:
    """Why medical care cannot be given: supplies, hands able to heal, once between two conflicts (CORE ch. 3).

    RULING health.medical_care: the limit is a patient's.
    """
    for each in care:
        refusal = people.unknown(game, each.patient)
        patient = game.character(each.patient)
        if patient is None:
            return refusal
        if patient.dead:
            return refuse(Code.DEAD, character=patient.name)
        if patient.id in game.cared:
            return refuse(Code.ALREADY_CARED, character=patient.name)
        if not each.supplies.strip():
            return refuse(Code.REASON_MISSING, what="supplies")
        if each.healer is not None:
            healer = game.character(each.healer)
            refusal = people.unknown(game, each.healer) if healer is None else people.cannot_act(healer)
            if refusal is not None:
                return refusal
    twice = doubles(each.patient for each in care)
    return refuse(Code.ALREADY_COUNTED, what=twice[0]) if twice else None


def care_for(unfolding: Unfolding, care: Care) -> None:
    """Health to its maximum, without a roll; lasting wounds begin to heal (CORE ch. 3, Soins et repos; Blessures)."""
    unfolding.happen(CaredFor(care.patient, care.healer))
    whole = max_health(unfolding.game.variant)
    health.gain_health(unfolding, care.patient, whole, Cause.MEDICAL_CARE)


def sleep_on_wounds(unfolding: Unfolding, who: CharacterId) -> None:
    """A night heals on a lasting wound that had care, and in the end it goes (CORE ch. 3, Blessures)."""
    for wound in unfolding.pc(who).wounds:
        if not wound.lasting or not wound.cared or wound.forever:
            continue
        if wound.nights + 1 >= NIGHTS_TO_HEAL:
            unfolding.happen(WoundHealed(who, wound.id))
        else:
            unfolding.happen(WoundDescribed(who, replace(wound, nights=wound.nights + 1)))


def describe_wound(unfolding: Unfolding, command: DescribeWound) -> Refused | None:
    """The GM says what a wound is, and may call it lasting, or there for ever (CORE ch. 3, Blessures)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    wound = who.wound(WoundId(command.wound))
    if wound is None:
        return refuse(Code.NO_SUCH_WOUND, *(each.id for each in who.wounds), character=who.name)
    if not command.note.strip():
        return refuse(Code.REASON_MISSING, what="wound")
    lasting = command.lasting or command.forever
    told = replace(wound, note=command.note, lasting=lasting, forever=command.forever)
    unfolding.happen(WoundDescribed(who.id, told))
    health.let_wounds_go(unfolding, who.id)  # One that is called lasting no more may have outlived its tier.
    return None


def let_die(unfolding: Unfolding, command: LetDie) -> Refused | None:
    """A PC out of action who suffers further may die: the table's decision, never a die's (CORE ch. 3, La Santé)."""
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.dead:
        return refuse(Code.DEAD, character=who.name)
    if who.health > 0:
        dying = (each.id for each in unfolding.game.characters if each.health == 0 and not each.dead)
        return refuse(Code.NOT_DYING, *dying, character=who.name)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    unfolding.happen(CharacterDied(who.id, command.reason))
    return None
