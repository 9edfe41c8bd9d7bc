"""Whether a command stands, and all that follows from it. Dice are rolled here and nowhere else."""

from typing import assert_never

from engine.core.check import Against, Avoid, Check
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AmendCheck,
    AnnounceCheck,
    AnnounceContest,
    AnnounceEach,
    AskSafety,
    BringAdversary,
    BringAlly,
    BringCalamity,
    BringSetback,
    CatchIdle,
    CheckCommand,
    Comfort,
    Command,
    ConflictCommand,
    ContestCommand,
    CoverAdversary,
    CutScene,
    DescribeBreakdown,
    DescribeWound,
    EndConflict,
    EndHold,
    EndTurn,
    EnterScene,
    FaceDanger,
    FoeCommand,
    GainItem,
    GrantInspiration,
    HoldOff,
    Interpose,
    LeaveStory,
    LetAllyWin,
    LetDie,
    LetLand,
    Manifest,
    MarkCharacter,
    NewGame,
    PartWithAlly,
    ReachGoal,
    Reroll,
    Rest,
    RevealFlaw,
    RollCheck,
    RollContest,
    RuleWithoutRoll,
    SceneCommand,
    SeeFirst,
    SendAway,
    SheetCommand,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Suffer,
    TakeAdvance,
    TakeCover,
    UseItem,
    Wait,
    WithdrawCheck,
    Yield,
)
from engine.core.events import (
    AdvantageAdded,
    BreakdownDescribed,
    Cause,
    CheckAmended,
    CheckAnnounced,
    CheckWithdrawn,
    Event,
    GameStarted,
    InspirationGranted,
    SceneEntered,
)
from engine.core.rules import (
    advances,
    advantages,
    adventure,
    allies,
    arrivals,
    attacks,
    breaches,
    calamities,
    contests,
    dangers,
    gear,
    healing,
    health,
    people,
    rolling,
    scenes,
    stakes,
    stress,
    turns,
)
from engine.core.rules.awaiting import held_up
from engine.core.rules.characters import ready
from engine.core.rules.checks import may_declare_coup, reroll_refusal
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import Breakdown
from engine.core.state import Game
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
    if game.progress.ending is not None and not isinstance(command, TakeAdvance | AskSafety):
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
    refusal = held_up(unfolding.game, command)
    if refusal is not None:
        return refusal
    if isinstance(command, CheckCommand):
        return _about_a_check(unfolding, command)
    if isinstance(command, ConflictCommand):
        refusal = _in_conflict(unfolding, command)
    elif isinstance(command, FoeCommand):
        refusal = _about_foes(unfolding, command)
    elif isinstance(command, SheetCommand):
        refusal = _on_a_sheet(unfolding, command)
    elif isinstance(command, ContestCommand):
        refusal = _between_pcs(unfolding, command)
    else:
        refusal = _in_the_story(unfolding, command)
    if refusal is None:
        adventure.follow_up(unfolding)
    return refusal


def _about_a_check(unfolding: Unfolding, command: CheckCommand) -> Refused | None:
    match command:
        case AnnounceCheck():
            return _announce(unfolding, (command.check,))
        case RollCheck():
            return _roll(unfolding, command.coup)
        case AnnounceEach():
            return _announce_each(unfolding, command.checks)
        case AddAdvantage():
            return _add_advantage(unfolding, command)
        case AmendCheck():
            return _amend(unfolding, command)
        case WithdrawCheck():
            return _withdraw(unfolding)
        case Reroll():
            return _reroll(unfolding, command.inspiration)
        case AcceptOutcome():
            return _accept(unfolding)
        case _:
            assert_never(command)


def _between_pcs(unfolding: Unfolding, command: ContestCommand) -> Refused | None:
    match command:
        case AnnounceContest():
            return contests.announce(unfolding, command)
        case RollContest():
            return contests.roll(unfolding, command.coups)
        case Yield():
            return contests.give_in(unfolding, command)
        case _:
            assert_never(command)


def _in_conflict(unfolding: Unfolding, command: ConflictCommand) -> Refused | None:
    match command:
        case Strike():
            return breaches.strike(unfolding, command)
        case BringSetback():
            return breaches.set_back(unfolding, command)
        case Interpose():
            return breaches.interpose(unfolding, command)
        case LetLand():
            return breaches.let_land(unfolding, command)
        case CatchIdle():
            return breaches.catch_idle(unfolding, command)
        case EndTurn():
            return turns.end_turn(unfolding, command)
        case Wait():
            return turns.wait(unfolding, command)
        case StartConflict():
            return turns.start(unfolding, command)
        case StrikeFromAmbush():
            return turns.strike_from_ambush(unfolding, command)
        case EndConflict():
            return turns.end(unfolding, command)
        case CoverAdversary():
            return turns.cover(unfolding, command)
        case EndHold():
            return turns.end_hold(unfolding, command)
        case _:
            assert_never(command)


def _about_foes(unfolding: Unfolding, command: FoeCommand) -> Refused | None:
    match command:
        case BringAdversary():
            return arrivals.bring(unfolding, command)
        case SendAway():
            return arrivals.send_away(unfolding, command)
        case RevealFlaw():
            return arrivals.reveal(unfolding, command)
        case BringAlly():
            return allies.bring(unfolding, command)
        case PartWithAlly():
            return allies.part(unfolding, command)
        case HoldOff():
            return allies.hold_off(unfolding, command)
        case LetAllyWin():
            return allies.win(unfolding, command)
        case SeeFirst():
            return calamities.see_first(unfolding, command)
        case FaceDanger():
            return dangers.face(unfolding, command)
        case BringCalamity():
            return calamities.bring(unfolding, command)
        case Manifest():
            return calamities.manifest(unfolding, command)
        case ReachGoal():
            return calamities.reach_goal(unfolding, command)
        case _:
            assert_never(command)


def _on_a_sheet(unfolding: Unfolding, command: SheetCommand) -> Refused | None:
    match command:
        case GrantInspiration():
            return _grant_inspiration(unfolding, command)
        case MarkCharacter() | Suffer():
            return _strike(unfolding, command)
        case DescribeBreakdown():
            return _describe_breakdown(unfolding, command)
        case DescribeWound():
            return healing.describe_wound(unfolding, command)
        case Comfort():
            return healing.comfort(unfolding, command)
        case LetDie():
            return healing.let_die(unfolding, command)
        case UseItem():
            return gear.use(unfolding, command)
        case GainItem():
            return gear.gain(unfolding, command)
        case TakeCover():
            return gear.take_cover(unfolding, command)
        case TakeAdvance():
            return advances.take(unfolding, command)
        case _:
            assert_never(command)


def _in_the_story(unfolding: Unfolding, command: SceneCommand) -> Refused | None:
    match command:
        case RuleWithoutRoll():
            return scenes.rule_without_roll(unfolding, command)
        case Rest():
            return scenes.take_rest(unfolding, command)
        case EnterScene():
            return scenes.enter(unfolding, command)
        case CutScene():
            return scenes.cut(unfolding, command)
        case LeaveStory():
            return scenes.leave(unfolding, command)
        case AskSafety():
            return scenes.ask_safety(unfolding, command)
        case _:
            assert_never(command)


def _announce(unfolding: Unfolding, checks: tuple[Check, ...]) -> Refused | None:
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


def _announce_each(unfolding: Unfolding, checks: tuple[Check, ...]) -> Refused | None:
    actors = {check.actor for check in checks}
    one_stake = len({check.stake for check in checks}) == 1
    if len(checks) < 2 or len(actors) < len(checks) or not one_stake or any(each.together for each in checks):
        return refuse(Code.EACH_FOR_ONESELF)
    if any(each.aim is not None for each in checks):
        return refuse(Code.EACH_HAS_NO_AIM)
    return _announce(unfolding, checks)


def _add_advantage(unfolding: Unfolding, command: AddAdvantage) -> Refused | None:
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    actor = unfolding.pc(check.actor)
    refusal = advantages.refusal(unfolding.game, actor, check, check.advantages, command.advantage)
    if refusal is None:
        unfolding.happen(AdvantageAdded(command.advantage))
    return refusal


def _amend(unfolding: Unfolding, command: AmendCheck) -> Refused | None:
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


def _withdraw(unfolding: Unfolding) -> Refused | None:
    check = _announced(unfolding.game)
    if isinstance(check, Refused):
        return check
    if isinstance(check.aim, Avoid):
        return refuse(Code.CANNOT_STEP_BACK)
    unfolding.happen(CheckWithdrawn(check.actor))
    return None


def _roll(unfolding: Unfolding, coup: bool) -> Refused | None:
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
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.dead:
        return refuse(Code.DEAD, character=who.name)
    if who.inspiration:
        return refuse(Code.HAS_INSPIRATION, character=who.name)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="inspiration")
    unfolding.happen(InspirationGranted(who.id, command.reason))
    return None


def _strike(unfolding: Unfolding, command: MarkCharacter | Suffer) -> Refused | None:
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    refusal = people.is_down(who)
    if refusal is not None:
        return refusal
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    if isinstance(command, MarkCharacter):
        stress.mark(unfolding, command.character, command.event, command.reason, command.cost)
    elif command.damage < 1:
        return refuse(Code.BAD_AMOUNT, what="damage")
    else:
        health.lose_health(unfolding, command.character, command.damage, Cause.DAMAGE, command.reason)
    return None


def _describe_breakdown(unfolding: Unfolding, command: DescribeBreakdown) -> Refused | None:
    refusal = people.unknown(unfolding.game, command.character)
    if refusal is not None:
        return refusal
    who = unfolding.pc(command.character)
    if who.breakdown is not Breakdown.UNTOLD or command.breakdown is Breakdown.UNTOLD:
        return refuse(Code.BREAKDOWN_NOT_OPEN, character=who.name)
    unfolding.happen(BreakdownDescribed(who.id, command.breakdown))
    return None
