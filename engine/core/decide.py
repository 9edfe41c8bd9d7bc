"""Whether a command stands, and all that follows from it. Dice are rolled here and nowhere else."""

from dataclasses import dataclass
from typing import assert_never

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
    Event,
    GameStarted,
    SceneEntered,
)
from engine.core.rules import (
    advances,
    adventure,
    allies,
    arrivals,
    breaches,
    calamities,
    checking,
    contests,
    dangers,
    gear,
    healing,
    ordeals,
    scenes,
    turns,
)
from engine.core.rules.awaiting import held_up
from engine.core.rules.characters import ready
from engine.core.rules.unfolding import Unfolding
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


@dataclass(frozen=True, slots=True)
class Advanced:
    """A command stands: the events that follow from it, and the game with them folded in."""

    events: tuple[Event, ...]
    game: Game


def decide(game: Game, command: Command, dice: Dice) -> Accepted[Event] | Refused:
    """Decide a command in a game. A refusal changes nothing; given faces have to be just as many as dice fell."""
    decided = advance(game, command, dice)
    return decided if isinstance(decided, Refused) else Accepted(decided.events)


def advance(game: Game, command: Command, dice: Dice) -> Advanced | Refused:
    """`decide`, for whoever plays on from it: the rules have folded each event already, to see what follows."""
    if game.progress.ending is not None and not isinstance(command, TakeAdvance | AskSafety):
        return refuse(Code.STORY_IS_OVER)
    unfolding = Unfolding(game, dice)
    try:
        refusal = _carry_out(unfolding, command)
    except FaceRefused as missing:
        return missing.refusal
    if refusal is None and isinstance(dice, GivenDice) and dice.left:
        return refuse(Code.FACES_LEFT, count=dice.left)
    return refusal or Advanced(tuple(unfolding.events), unfolding.game)


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
            return checking.announce(unfolding, (command.check,))
        case RollCheck():
            return checking.roll(unfolding, command.coup)
        case AnnounceEach():
            return checking.announce_each(unfolding, command.checks)
        case AddAdvantage():
            return checking.add_advantage(unfolding, command)
        case AmendCheck():
            return checking.amend(unfolding, command)
        case WithdrawCheck():
            return checking.withdraw(unfolding)
        case Reroll():
            return checking.reroll(unfolding, command.inspiration)
        case AcceptOutcome():
            return checking.accept(unfolding)
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
            return ordeals.grant_inspiration(unfolding, command)
        case MarkCharacter() | Suffer():
            return ordeals.strike(unfolding, command)
        case DescribeBreakdown():
            return ordeals.describe_breakdown(unfolding, command)
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
