"""What may be done while no check is on the table: rulings without a roll, ways, rest, conflicts begun and ended.

CORE ch. 2, Quand demander un jet; ch. 3, Récupérer; ch. 5, Les conflits; scenes themselves are the scenario's.
"""

from engine.core.commands import EndConflict, EnterScene, LeaveStory, Rest, RuleWithoutRoll, StartConflict
from engine.core.events import ConflictEnded, ConflictStarted, RuledWithoutRoll, StoryEnded
from engine.core.rules import adventure, health, stakes
from engine.core.rules.recovery import rest
from engine.core.rules.unfolding import Unfolding
from engine.core.state import RestKind
from engine.ruling import Code, Refused, refuse
from engine.story import EndingKind, open_ways, scene

BetweenChecks = RuleWithoutRoll | Rest | EnterScene | StartConflict | EndConflict | LeaveStory


def between_checks(unfolding: Unfolding, command: BetweenChecks) -> Refused | None:
    """Do it, and let what has come of it come (CORE ch. 2, 3 and 5); refused while a check is on the table."""
    if unfolding.game.pending is not None:
        return refuse(Code.CHECK_IS_PENDING)
    match command:
        case RuleWithoutRoll():
            refusal = _rule_without_roll(unfolding, command)
        case Rest():
            refusal = _rest(unfolding, command.kind)
        case EnterScene():
            refusal = _enter(unfolding, command)
        case StartConflict() | EndConflict():
            refusal = _conflict(unfolding, isinstance(command, StartConflict))
        case LeaveStory():
            refusal = _leave(unfolding)
    if refusal is None:
        adventure.follow_up(unfolding)
    return refusal


def _rule_without_roll(unfolding: Unfolding, command: RuleWithoutRoll) -> Refused | None:
    refusal = stakes.unknown(unfolding.game, command.actor) or stakes.who_acts(unfolding.pc(command.actor))
    if refusal is not None:
        return refusal
    for what, said in (("action", command.action), ("why", command.why)):
        if not said.strip():
            return refuse(Code.REASON_MISSING, what=what)
    if not command.succeeds and (not command.would_need.strip() or command.gain is not None):
        return refuse(Code.REASON_MISSING, what="would_need")
    refusal = stakes.fact_refusal(unfolding.game, command.gain)
    if refusal is not None:
        return refusal
    unfolding.happen(RuledWithoutRoll(command.actor, command.action, command.succeeds, command.why, command.would_need))
    if command.gain is not None:
        adventure.establish(unfolding, command.gain)
    return None


def _rest(unfolding: Unfolding, kind: RestKind) -> Refused | None:
    game = unfolding.game
    if game.in_conflict:
        return refuse(Code.NOT_IN_A_CONFLICT)
    # RULING: a night is always possible, in the refuge, so that nobody is ever stuck out of action or broken down.
    if kind is not RestKind.LONG and not scene(game.story, game.progress.scene).shelter:
        return refuse(Code.NO_SHELTER, RestKind.LONG)
    if kind is RestKind.PAUSE and game.paused:
        return refuse(Code.ONE_PAUSE, RestKind.SCENE, RestKind.LONG)
    rest(unfolding, kind)
    return None


def _enter(unfolding: Unfolding, command: EnterScene) -> Refused | None:
    game = unfolding.game
    if game.in_conflict:
        return refuse(Code.NOT_IN_A_CONFLICT)
    ways, here = open_ways(game.story, game.progress), scene(game.story, game.progress.scene)
    if command.scene not in ways:
        code = Code.EXIT_IS_CLOSED if any(way.to == command.scene for way in here.ways) else Code.NO_SUCH_EXIT
        return refuse(code, *ways, scene=command.scene)
    adventure.enter(unfolding, command.scene)
    return None


def _conflict(unfolding: Unfolding, starts: bool) -> Refused | None:
    if starts == unfolding.game.in_conflict:
        return refuse(Code.ALREADY_IN_CONFLICT if starts else Code.NOT_IN_CONFLICT)
    unfolding.happen(ConflictStarted() if starts else ConflictEnded())
    if not starts:
        for character in unfolding.game.characters:
            health.rise_after_conflict(unfolding, character.id)
    return None


def _leave(unfolding: Unfolding) -> Refused | None:
    left = next(each for each in unfolding.game.story.endings if each.kind is EndingKind.LEFT)
    unfolding.happen(StoryEnded(left.id))
    return None
