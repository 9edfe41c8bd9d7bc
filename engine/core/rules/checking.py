"""The check on the table: announced, shaped, withdrawn, rolled, rolled again, accepted (CORE ch. 2, Les jets)."""

from engine.core.check import Against, Avoid, Check
from engine.core.commands import AddAdvantage, AmendCheck
from engine.core.events import AdvantageAdded, CheckAmended, CheckAnnounced, CheckWithdrawn
from engine.core.rules import advantages, attacks, people, rolling, stakes
from engine.core.rules.checks import may_declare_coup, reroll_refusal
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def announce(unfolding: Unfolding, checks: tuple[Check, ...]) -> Refused | None:
    """Put checks on the table, their stakes committed; a flaw played on is shown (CORE ch. 2, Déroulement d'un jet)."""
    game = unfolding.game
    for check in checks:
        refusal = stakes.refusal(game, check)
        if refusal is not None:
            return refusal
    for check in checks:
        if isinstance(check.aim, Against):
            attacks.show_flaw(unfolding, check.aim)
    unfolding.happen(CheckAnnounced(checks[0], checks[1:]))
    return None


def announce_each(unfolding: Unfolding, checks: tuple[Check, ...]) -> Refused | None:
    """Each risks for oneself: two PCs or more, one check each, on one stake (CORE ch. 2, Agir ensemble)."""
    actors = {check.actor for check in checks}
    one_stake = len({check.stake for check in checks}) == 1
    if len(checks) < 2 or len(actors) < len(checks) or not one_stake or any(each.together for each in checks):
        return refuse(Code.EACH_FOR_ONESELF)
    if any(each.aim is not None for each in checks):
        return refuse(Code.EACH_HAS_NO_AIM)
    return announce(unfolding, checks)


def add_advantage(unfolding: Unfolding, command: AddAdvantage) -> Refused | None:
    """One more advantage counts for the announced check (CORE ch. 2, Bonus et malus)."""
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    actor = unfolding.pc(check.actor)
    counted = set(map(advantages.key, check.advantages))
    refusal = advantages.refusal(unfolding.game, actor, check, counted, command.advantage)
    if refusal is None:
        unfolding.happen(AdvantageAdded(command.advantage))
    return refusal


def amend(unfolding: Unfolding, command: AmendCheck) -> Refused | None:
    """Shape a roll that avoids: one of its attributes, a specialty, what hinders (CORE ch. 3, Dangers)."""
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    if not isinstance(check.aim, Avoid):
        return refuse(Code.NOT_AVOIDING)
    possible = check.aim.peril.attributes
    if command.attribute not in possible:
        return refuse(Code.AVOIDED_WITH, *possible, attribute=", ".join(possible))
    actor = unfolding.pc(check.actor)
    refusal = stakes.disadvantage_refusal(actor, command.disadvantage, command.disadvantage_reason, command.hindering)
    if command.specialty is not None:
        refusal = refusal or stakes.specialty_refusal(actor, command.specialty, command.attribute)
    if refusal is None:
        unfolding.happen(
            CheckAmended(
                command.attribute,
                command.specialty,
                command.hindering,
                command.disadvantage,
                command.disadvantage_reason,
            )
        )
    return refusal


def withdraw(unfolding: Unfolding) -> Refused | None:
    """Step back before the roll, at no cost; what strikes cannot be stepped back from (CORE ch. 2)."""
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    if isinstance(check.aim, Avoid):
        return refuse(Code.CANNOT_STEP_BACK)
    unfolding.happen(CheckWithdrawn(check.actor))
    return None


def roll(unfolding: Unfolding, coup: bool) -> Refused | None:
    """Roll the announced check; a Coup d'éclat is declared on an action alone (CORE ch. 2 and 3)."""
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    actor = unfolding.pc(check.actor)
    # A check of "each for oneself" may have waited while its PC was put out of action. Avoiding is no action.
    avoids = isinstance(check.aim, Avoid)
    refusal = people.is_down(actor) if avoids else people.cannot_act(actor)
    if refusal is None and coup and avoids:
        refusal = refuse(Code.COUP_IS_AN_ACTION)
    if refusal is None and coup and not may_declare_coup(unfolding.game, check):
        refusal = refuse(Code.COUP_NOT_READY, character=actor.name)
    if refusal is None:
        rolling.roll(unfolding, check, coup)
    return refusal


def reroll(unfolding: Unfolding, inspiration: bool) -> Refused | None:
    """Roll the same pool again, for Stress or the Inspiration (CORE ch. 2, La relance)."""
    game = unfolding.game
    # A roll that no reroll can follow has settled by itself: the player who asks is told why, not that there is none.
    at_stake = game.pending or game.settled
    if at_stake is None:
        return refuse(Code.NO_CHECK_ANNOUNCED)
    if at_stake.roll is None:
        return refuse(Code.NOT_ROLLED_YET)
    refusal = reroll_refusal(game, unfolding.pc(at_stake.check.actor), at_stake.roll.coup, inspiration)
    if refusal is None and game.pending is None:
        refusal = refuse(Code.NO_CHECK_ANNOUNCED)
    if refusal is None:
        rolling.reroll(unfolding, at_stake.check, inspiration)
    return refusal


def accept(unfolding: Unfolding) -> Refused | None:
    """Let the outcome stand (CORE ch. 2, Lire le total)."""
    check = _rolled(unfolding.game)
    if isinstance(check, Refused):
        return check
    rolling.settle(unfolding)
    return None


def _announced(game: Game) -> Check | Refused:
    if game.pending is None:
        return refuse(Code.NO_CHECK_ANNOUNCED)
    return game.pending.check if game.pending.roll is None else refuse(Code.ALREADY_ROLLED)


def _rolled(game: Game) -> Check | Refused:
    if game.pending is None:
        return refuse(Code.NO_CHECK_ANNOUNCED)
    return game.pending.check if game.pending.roll is not None else refuse(Code.NOT_ROLLED_YET)
