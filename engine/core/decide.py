"""Whether a command stands, and all that follows from it. Dice are rolled here and nowhere else."""

from typing import assert_never

from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AnnounceCheck,
    AnnounceEach,
    Command,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    GrantInspiration,
    LeaveStory,
    MarkCharacter,
    NewGame,
    Reroll,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    StartConflict,
    Suffer,
    WithdrawCheck,
)
from engine.core.events import (
    AdvantageAdded,
    BreakdownDescribed,
    Cause,
    CheckAnnounced,
    CheckWithdrawn,
    Event,
    GameStarted,
    InspirationGranted,
    SceneEntered,
)
from engine.core.rules import health, rolling, stakes, stress
from engine.core.rules.characters import ready
from engine.core.rules.checks import may_declare_coup, reroll_refusal
from engine.core.rules.scenes import between_checks
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Breakdown, Check, Game
from engine.dice import Dice, FaceRefused, GivenDice
from engine.ruling import Accepted, Code, Refused, refuse
from engine.story import faults


def new_game(command: NewGame) -> Accepted[Event] | Refused:
    """Begin a game: every PC at full Health and Stress 0 (CORE ch. 7). Refuses faulty stories and sheets."""
    fault = next(faults(command.story), None)
    if fault is not None:
        return refuse(Code.BAD_STORY, fault=fault)
    if not command.characters:
        return refuse(Code.NOBODY_TO_PLAY)
    characters = ready(command.characters, command.variant)
    if isinstance(characters, Refused):
        return characters
    started = GameStarted(command.variant, command.seed, command.story, characters)
    return Accepted((started, SceneEntered(command.story.start, first=True)))


def decide(game: Game, command: Command, dice: Dice) -> Accepted[Event] | Refused:
    """Decide a command in a game. A refusal changes nothing; given faces have to be just as many as dice fell."""
    if game.progress.ending is not None:
        return refuse(Code.STORY_IS_OVER)
    unfolding = Unfolding(game, dice)
    try:
        refusal = _carry_out(unfolding, command)
    except FaceRefused as missing:
        return missing.refusal
    if refusal is None and isinstance(dice, GivenDice) and dice.left:
        return refuse(Code.FACES_LEFT, count=dice.left)
    return refusal or Accepted(tuple(unfolding.events))


def _carry_out(unfolding: Unfolding, command: Command) -> Refused | None:
    match command:
        case AnnounceCheck():
            return _announce(unfolding, (command.check,))
        case AnnounceEach():
            return _announce_each(unfolding, command.checks)
        case AddAdvantage():
            return _add_advantage(unfolding, command)
        case WithdrawCheck():
            return _withdraw(unfolding)
        case RollCheck():
            return _roll(unfolding, command.coup)
        case Reroll():
            return _reroll(unfolding, command.inspiration)
        case AcceptOutcome():
            return _accept(unfolding)
        case GrantInspiration():
            return _grant_inspiration(unfolding, command)
        case MarkCharacter() | Suffer():
            return _strike(unfolding, command)
        case DescribeBreakdown():
            return _describe_breakdown(unfolding, command)
        case RuleWithoutRoll() | Rest() | EnterScene() | StartConflict() | EndConflict() | LeaveStory():
            return between_checks(unfolding, command)
        case _:
            assert_never(command)


def _announce(unfolding: Unfolding, checks: tuple[Check, ...]) -> Refused | None:
    game = unfolding.game
    if game.pending is not None:
        return refuse(Code.CHECK_IS_PENDING)
    for check in checks:
        refusal = stakes.refusal(game, check)
        if refusal is not None:
            return refusal
    unfolding.happen(CheckAnnounced(checks[0], checks[1:]))
    return None


def _announce_each(unfolding: Unfolding, checks: tuple[Check, ...]) -> Refused | None:
    actors = {check.actor for check in checks}
    one_stake = len({check.stake for check in checks}) == 1
    if len(checks) < 2 or len(actors) < len(checks) or not one_stake or any(each.together for each in checks):
        return refuse(Code.EACH_FOR_ONESELF)
    return _announce(unfolding, checks)


def _add_advantage(unfolding: Unfolding, command: AddAdvantage) -> Refused | None:
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    actor = unfolding.pc(check.actor)
    refusal = stakes.advantage_refusal(unfolding.game, actor, check.advantages, command.advantage)
    if refusal is None:
        unfolding.happen(AdvantageAdded(command.advantage))
    return refusal


def _withdraw(unfolding: Unfolding) -> Refused | None:
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    unfolding.happen(CheckWithdrawn(check.actor))
    return None


def _roll(unfolding: Unfolding, coup: bool) -> Refused | None:
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    # A check of "each for oneself" may have waited while its PC was put out of action.
    refusal = stakes.who_acts(unfolding.pc(check.actor))
    if refusal is None and coup and not may_declare_coup(unfolding.game, check):
        refusal = refuse(Code.COUP_NOT_READY, character=unfolding.pc(check.actor).name)
    if refusal is None:
        rolling.roll(unfolding, check, coup)
    return refusal


def _reroll(unfolding: Unfolding, inspiration: bool) -> Refused | None:
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


def _accept(unfolding: Unfolding) -> Refused | None:
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


def _grant_inspiration(unfolding: Unfolding, command: GrantInspiration) -> Refused | None:
    refusal = stakes.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.inspiration:
        return refuse(Code.HAS_INSPIRATION, character=who.name)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="inspiration")
    unfolding.happen(InspirationGranted(who.id, command.reason))
    return None


def _strike(unfolding: Unfolding, command: MarkCharacter | Suffer) -> Refused | None:
    refusal = stakes.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    if unfolding.game.pending is not None:
        return refuse(Code.CHECK_IS_PENDING)
    who = unfolding.pc(command.character)
    if who.health == 0:
        return refuse(Code.OUT_OF_ACTION, character=who.name)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    if isinstance(command, MarkCharacter):
        stress.mark(unfolding, command.character, command.event, command.reason)
    elif command.damage < 1:
        return refuse(Code.BAD_AMOUNT, what="damage")
    else:
        health.lose_health(unfolding, command.character, command.damage, Cause.DAMAGE, command.reason)
    return None


def _describe_breakdown(unfolding: Unfolding, command: DescribeBreakdown) -> Refused | None:
    refusal = stakes.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.breakdown is not Breakdown.UNTOLD or command.breakdown is Breakdown.UNTOLD:
        return refuse(Code.BREAKDOWN_NOT_OPEN, character=who.name)
    unfolding.happen(BreakdownDescribed(who.id, command.breakdown))
    return None
