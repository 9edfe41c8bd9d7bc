"""Adversaries in numbers: attacks, groups, minions, bosses and their phases (CORE ch. 6, Les adversaires)."""

from engine.core.check import Difficulty
from engine.core.events import AdversaryHurt, AdversaryOut, BossStruckAll, ConflictStarted, PhaseFell, TurnBegan
from engine.core.foes import Adversary, AdversaryId, Arrival, CalamityId, Manoeuvred, Peril, PerilKind, Standing
from engine.core.rules import items, people, perils
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Attribute, CharacterId
from engine.core.state import Game, Side
from engine.ruling import Code, Refused, refuse

GROUP_ATTACKS = 4
"""The most attacks a turn that a group has (CORE ch. 6, Groupes et sbires)."""
BOSS_PHASES = 3
"""How many phases a boss has (CORE ch. 6, Boss)."""
BOSS_BLOW = 3
"""Damage of the boss blow, before Protection (CORE ch. 6, Boss)."""
_OVER_PCS = {1: 4, 2: 2, 3: -1}
_SMALLEST_PHASE = 2


def standing(game: Game) -> tuple[Adversary, ...]:
    """The adversaries who are not out of action (CORE ch. 5, Fin du conflit)."""
    return tuple(each for each in game.adversaries if each.health > 0)


def refusal(game: Game, wanted: AdversaryId) -> Refused | None:
    """Why an adversary cannot be acted with or against: unknown, or out of action (CORE ch. 5, Fin du conflit).

    A calamity is none: it has neither Health, nor Threat, nor attacks (CORE ch. 6, Calamités).
    """
    found = game.adversary(wanted)
    if found is not None and found.health > 0:
        return None
    looming = game.calamity(CalamityId(wanted))
    if looming is not None:
        return refuse(Code.CALAMITY_IS_NOT_FOUGHT, calamity=looming.calamity.name)
    there = (each.id for each in standing(game))
    if found is None:
        return refuse(Code.NO_SUCH_ADVERSARY, *there, adversary=wanted)
    return refuse(Code.ADVERSARY_IS_OUT, *there, adversary=found.profile.name)


def phase_health(threat: int, pcs: int) -> int:
    """Health of each phase of a boss of Threat 1 to 3: PCs + 4, + 2 or - 1, 2 at least (CORE ch. 6, Boss)."""
    return max(_SMALLEST_PHASE, pcs + _OVER_PCS[threat])


def arrived(arrival: Arrival, pcs: int) -> Adversary:
    """An adversary as it comes into play before so many PCs (CORE ch. 6, Groupes et sbires; Boss)."""
    profile = arrival.profile
    match profile.standing:
        case Standing.BOSS:
            health = phase_health(profile.threat, pcs)
        case Standing.GROUP:
            health = profile.health * arrival.members
        case Standing.SINGLE:
            health = profile.health
    phase = 1 if profile.standing is Standing.BOSS else 0
    return Adversary(arrival.id, profile, health, health, phase, arrival.cover)


def members(adversary: Adversary) -> int:
    """How many members of a group stand, 1 for any other that stands (CORE ch. 6, Groupes et sbires)."""
    if adversary.profile.standing is not Standing.GROUP:
        return 1 if adversary.health else 0
    return -(-adversary.health // adversary.profile.health)


def attacks(adversary: Adversary, facing: int) -> int:
    """Attacks a turn: Threat; of a group Threat a standing member, 4 at the most; of a boss one a PC (CORE ch. 6).

    RULING boss.attacks: the PCs `facing` it are those who stood when the turn began.
    """
    if adversary.health == 0:
        return 0
    match adversary.profile.standing:
        case Standing.BOSS:
            return facing
        case Standing.GROUP:
            return min(GROUP_ATTACKS, adversary.profile.threat * members(adversary))
        case Standing.SINGLE:
            return adversary.profile.threat


def attacks_left(game: Game, adversary: Adversary) -> int:
    """The attacks that an NPC may still spend in this turn, none while an ally holds it off (CORE ch. 5 and 6)."""
    if game.conflict is None or adversary.held_by is not None:
        return 0
    return max(0, attacks(adversary, game.conflict.facing) - adversary.spent)


def most_together(game: Game, adversary: Adversary) -> int:
    """How many attacks one strike may put together: Threat at the most (CORE ch. 5, Les attaques des PNJ)."""
    return min(adversary.profile.threat, attacks_left(game, adversary))


def has(adversary: Adversary, effect: Manoeuvred) -> bool:
    """Whether a manoeuvre's effect lasts on an NPC (CORE ch. 5, Manœuvres)."""
    return any(each.effect is effect for each in adversary.holds)


def weapon(adversary: Adversary) -> int:
    """Damage of one attack; 1 while disarmed (CORE ch. 5; RULING manoeuvre)."""
    armed = not has(adversary, Manoeuvred.DISARMED)
    return adversary.profile.weapon if armed else min(items.BARE_HANDS, adversary.profile.weapon)


def begin_turn(unfolding: Unfolding, turn: int, ambush: Side | None = None, engager: CharacterId | None = None) -> None:
    """A turn begins: attacks are whole again, who was toppled is up (CORE ch. 5, Les attaques des PNJ; Manœuvres)."""
    unfolding.happen(TurnBegan(turn, len(people.standing(unfolding.game)), ambush, engager))


def hurt(unfolding: Unfolding, wanted: AdversaryId, damage: int) -> None:
    """Take `damage` off an NPC, Protection already counted; what is over is lost (CORE ch. 5 and 6).

    A boss loses the rest of its phase at the most.
    """
    adversary = unfolding.npc(wanted)
    after = max(0, adversary.health - damage)
    if after == adversary.health:
        return
    unfolding.happen(AdversaryHurt(wanted, adversary.health, after))
    if after == 0:
        fell(unfolding, wanted, blows=True)


def fell(unfolding: Unfolding, wanted: AdversaryId, blows: bool) -> None:
    """Put an NPC or a whole group out of action; of a boss one phase alone falls (CORE ch. 4, 5 and 6).

    Where blows fell its first or second phase, the boss blow follows; a flaw brings none (CORE ch. 6, Boss).
    """
    boss = unfolding.npc(wanted)
    if boss.phase in (0, BOSS_PHASES):
        unfolding.happen(AdversaryOut(wanted))
        return
    unfolding.happen(PhaseFell(wanted, boss.phase, blows))
    if blows:
        _strike_all(unfolding, wanted)


def _strike_all(unfolding: Unfolding, boss: AdversaryId) -> None:
    # RULING boss.blow: a boss that strikes back before the conflict begins it, so no roll against it is rolled again.
    if not unfolding.game.in_conflict:
        unfolding.happen(ConflictStarted())
        begin_turn(unfolding, 1)
    unfolding.happen(BossStruckAll(boss))
    peril = Peril(PerilKind.BOSS_BLOW, boss, BOSS_BLOW, (Attribute.DEX,))
    present = tuple(each.id for each in people.standing(unfolding.game))
    perils.face(unfolding, peril, Difficulty.STANDARD, present, None)


def rout(unfolding: Unfolding, wanted: AdversaryId, fleeing: int) -> None:
    """So many members of a group flee, by a flaw; anybody else flees whole, a boss loses a phase (CORE ch. 6).

    RULING npc.flaw: the member who is hurt is among the first to flee; attacks go with those who do.
    """
    adversary = unfolding.npc(wanted)
    stay = members(adversary) - fleeing
    if adversary.profile.standing is not Standing.GROUP or stay <= 0:
        fell(unfolding, wanted, blows=False)
        return
    after = min(adversary.health, stay * adversary.profile.health)
    unfolding.happen(AdversaryHurt(wanted, adversary.health, after, fleeing))
