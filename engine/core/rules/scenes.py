"""Rulings without a roll, ways, rest, scenes cut, and what anyone may ask for.

CORE ch. 2, Quand demander un jet; ch. 3, Récupérer; ch. 8, Le rythme; scenes themselves are the scenario's.
"""

from engine.core.commands import AskSafety, CutScene, EnterScene, LeaveStory, Rest, RuleWithoutRoll
from engine.core.events import RuledWithoutRoll, SafetyAsked, SceneCut, StoryEnded
from engine.core.rules import adventure, healing, items, people, stakes, turns
from engine.core.rules.recovery import rest
from engine.core.rules.unfolding import Unfolding
from engine.core.state import RestKind, SafetyKind
from engine.ruling import Code, Refused, refuse
from engine.story import EndingKind, open_ways, scene


def rule_without_roll(unfolding: Unfolding, command: RuleWithoutRoll) -> Refused | None:
    """An action without uncertainty ends as the GM rules (CORE ch. 2, Quand demander un jet)."""
    refusal = people.unknown(unfolding.game, command.actor)
    if refusal is not None:
        return refusal
    actor = unfolding.pc(command.actor)
    refusal = people.cannot_act(actor) or turns.action_refusal(unfolding.game, actor)
    if refusal is not None:
        return refusal
    for what, said in (("action", command.action), ("why", command.why)):
        if not said.strip():
            return refuse(Code.REASON_MISSING, what=what)
    if not command.succeeds and not command.would_need.strip():
        return refuse(Code.REASON_MISSING, what="what it would take")
    if not command.succeeds and command.gain is not None:
        return refuse(Code.NOTHING_GAINED)
    refusal = stakes.fact_refusal(unfolding.game, command.gain)
    if refusal is not None:
        return refusal
    unfolding.happen(RuledWithoutRoll(command.actor, command.action, command.succeeds, command.why, command.would_need))
    if command.gain is not None:
        adventure.establish(unfolding, command.gain)
    return None


def take_rest(unfolding: Unfolding, command: Rest) -> Refused | None:
    """Recover for a while: a pause and a scene need shelter, a night the refuge (CORE ch. 3, Récupérer)."""
    kind = command.kind
    game = unfolding.game
    if game.in_conflict:
        return refuse(Code.NOT_IN_A_CONFLICT)
    # RULING: a night is always possible, in the refuge, so that nobody is ever stuck out of action or broken down.
    if kind is not RestKind.LONG and not scene(game.story, game.progress.scene).shelter:
        return refuse(Code.NO_SHELTER, RestKind.LONG)
    if kind is RestKind.PAUSE and game.paused:
        return refuse(Code.ONE_PAUSE, RestKind.SCENE, RestKind.LONG)
    if command.care and kind is RestKind.PAUSE:
        return refuse(Code.CARE_TAKES_A_SCENE, RestKind.SCENE, RestKind.LONG)
    refusal = healing.care_refusal(game, command.care)
    if refusal is None:
        rest(unfolding, kind, command.care)
    return refusal


def enter(unfolding: Unfolding, command: EnterScene) -> Refused | None:
    """Play moves on by a way that is open (the engine's side of a scenario)."""
    game = unfolding.game
    if game.in_conflict:
        return refuse(Code.NOT_IN_A_CONFLICT)
    ways, here = open_ways(game.story, game.progress), scene(game.story, game.progress.scene)
    if command.scene not in ways:
        code = Code.EXIT_IS_CLOSED if any(way.to == command.scene for way in here.ways) else Code.NO_SUCH_EXIT
        return refuse(code, *ways, scene=command.scene)
    adventure.enter(unfolding, command.scene)
    return None


def cut(unfolding: Unfolding, command: CutScene) -> Refused | None:
    """The GM cuts to another scene, in the same place: once a scene begins anew (CORE ch. 8, Le rythme)."""
    if unfolding.game.in_conflict:
        return refuse(Code.NOT_IN_A_CONFLICT)
    items.burn_down(unfolding)
    unfolding.happen(SceneCut())
    return None


def ask_safety(unfolding: Unfolding, command: AskSafety) -> Refused | None:
    """Anyone may ask, at any moment, without a reason; a theme to avoid is named (CORE ch. 8, Le rythme)."""
    if command.kind is SafetyKind.AVOID and not command.theme.strip():
        return refuse(Code.REASON_MISSING, what="theme")
    unfolding.happen(SafetyAsked(command.kind, command.theme))
    return None


def leave(unfolding: Unfolding, command: LeaveStory) -> Refused | None:
    """The players walk away (the engine's side of a scenario)."""
    left = next(each for each in unfolding.game.story.endings if each.kind is EndingKind.LEFT)
    unfolding.happen(StoryEnded(left.id))
    return None
