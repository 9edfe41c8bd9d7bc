"""What checks may be announced, amended, rolled now (CORE ch. 2, 3, 5 and 6)."""

from dataclasses import replace

from engine.core.check import Attack, Avoid, Difficulty, Pending
from engine.core.commands import AcceptOutcome, Command, Reroll, RollCheck, RollContest, WithdrawCheck, Yield
from engine.core.foes import Adversary
from engine.core.legal.domains import AimDomain, AmendDomain, CheckDomain, TargetDomain, WeaponDomain
from engine.core.rules import adversaries, attacks, calamities, healing, people, turns
from engine.core.rules.checks import may_declare_coup, reroll_refusal
from engine.core.rules.items import gives_a_die, is_empty, wearable
from engine.core.rules.stakes import losable
from engine.core.rules.stress import coup_is_ready
from engine.core.sheet import Character, CharacterId
from engine.core.state import Game, Side


def about_the_check(game: Game, pending: Pending) -> tuple[Command, ...]:
    """What may be done with the check on the table."""
    check = pending.check
    actor = game.character(check.actor)
    assert actor is not None
    if pending.roll is not None:
        again = (each for each in (False, True) if reroll_refusal(game, actor, pending.roll.coup, each) is None)
        return (*map(Reroll, again), AcceptOutcome())
    if isinstance(check.aim, Avoid):
        return (RollCheck(),)
    rolls = [RollCheck()] if people.cannot_act(actor) is None else []
    if rolls and may_declare_coup(game, check):
        rolls.append(RollCheck(coup=True))
    return (*rolls, WithdrawCheck())


def about_the_contest(game: Game) -> tuple[Command, ...]:
    """What may be done while two PCs oppose each other."""
    if game.contest is None:
        return ()
    two = (game.contest.acts.actor, game.contest.resists.actor)
    ready = tuple(each.id for each in game.characters if each.id in two and coup_is_ready(game.variant, each))
    coups = ((), *((each,) for each in ready), *((ready,) if len(ready) > 1 else ()))
    return (*map(RollContest, coups), *map(Yield, two))


def check_domain(game: Game, who: CharacterId) -> CheckDomain | None:
    """The one of the `checks` of `legal` that is for that PC, by itself; None where there is none."""
    actor = next((each for each in turns.with_an_action(game) if each.id == who), None)
    held_up = game.pending or game.contest or game.blow or game.breach or game.progress.ending
    return None if actor is None or held_up else _domain(game, actor)


def efforts(game: Game) -> tuple[CheckDomain, ...]:
    """A domain for each PC who can resist another: all who are able, their action had or not."""
    return tuple([_domain(game, each) for each in people.able(game)])


def domains(game: Game, efforts: tuple[CheckDomain, ...]) -> tuple[CheckDomain, ...]:
    """Those of them who may act now."""
    acting = {each.id for each in turns.with_an_action(game)}
    return tuple([each for each in efforts if each.actor in acting])


def advantages(game: Game, pending: Pending) -> CheckDomain | None:
    """What may still be added to the announced check; None once it is rolled."""
    actor = game.character(pending.check.actor)
    if pending.roll is not None or actor is None:
        return None
    domain, check = _domain(game, actor), pending.check
    counted, bound = check.advantages, dict(domain.bound)
    tools, helpers = {each.item for each in counted}, {each.helper for each in counted}
    allies = {each.ally for each in counted}
    return replace(
        domain,
        tools=tuple(
            each for each in domain.tools if each not in tools and bound.get(each, check.attribute) is check.attribute
        ),
        helpers=tuple(each for each in domain.helpers if each not in helpers),
        allies=tuple(each for each in domain.allies if each not in allies),
    )


def amendment(game: Game, pending: Pending) -> AmendDomain | None:
    """How the roll that avoids may be shaped; None for any other check."""
    check = pending.check
    actor = game.character(check.actor)
    if pending.roll is not None or not isinstance(check.aim, Avoid) or actor is None:
        return None
    possible = check.aim.peril.attributes
    return AmendDomain(
        attributes=possible,
        specialties=tuple(each for each in actor.specialties if each.attribute in possible),
        wounds=tuple(each.id for each in actor.wounds),
    )


def _domain(game: Game, actor: Character) -> CheckDomain:
    usable = tuple(each for each in actor.items if not is_empty(each))
    return CheckDomain(
        actor=actor.id,
        attributes=actor.attributes,
        specialties=actor.specialties,
        items=tuple(each.id for each in usable),
        tools=tuple(each.id for each in usable if gives_a_die(each)),
        helpers=tuple(each.id for each in people.able(game) if each.id != actor.id),
        allies=tuple(each.id for each in game.allies),
        wounds=tuple(each.id for each in actor.wounds),
        wearable=wearable(actor),
        losable=losable(actor),
        bound=tuple((each.id, each.used_with) for each in usable if each.used_with is not None),
        tried=game.tried,
        aims=_aims(game, actor),
    )


def _aims(game: Game, actor: Character) -> AimDomain:
    levers = ((each.calamity.id, calamities.next_lever(each)) for each in game.calamities)
    hurt = healing.hurt(game)
    remedies = tuple(each.id for each in healing.remedies(actor))
    return AimDomain(
        targets=tuple(_target(game, each) for each in adversaries.standing(game)),
        weapons=tuple(
            WeaponDomain(each.id, each.used_with, attacks.most_targets(game, each) if each.area else 1)
            for each in attacks.weapons(actor)
        ),
        patients=tuple(each for each in hurt if each not in game.treated),
        with_remedy=hurt if remedies else (),
        remedies=remedies,
        broken=healing.broken_down(game),
        calamities=tuple(each.calamity.id for each in game.calamities),
        levers=tuple((calamity, lever) for calamity, lever in levers if lever is not None),
        breach=game.conflict is not None and game.conflict.ambush is not Side.PCS,
    )


def _target(game: Game, adversary: Adversary) -> TargetDomain:
    flaws = adversary.profile.flaws
    return TargetDomain(
        adversary.id,
        Difficulty(adversary.profile.threat),
        adversaries.members(adversary),
        tuple((each.id, Difficulty(attacks.threat(game, Attack(adversary.id, flaw=each.id)))) for each in flaws),
    )
