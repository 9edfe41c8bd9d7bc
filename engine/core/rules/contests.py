"""PC against PC: no Threat, no breach, no reroll (CORE ch. 5, Opposition entre PJ)."""

from engine.core.check import Complication, ComplicationKind, Contest, Effort
from engine.core.commands import AnnounceContest, Yield
from engine.core.events import Cause, ComplicationHappened, ContestAnnounced, ContestRolled, ContestYielded
from engine.core.rules import items, people, stakes, stress, turns
from engine.core.rules.checks import pool
from engine.core.rules.faces import successes
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse
from engine.story import doubles


def announce(unfolding: Unfolding, command: AnnounceContest) -> Refused | None:
    """Two PCs oppose each other and neither yields: both efforts are on the table (CORE ch. 5)."""
    game, contest = unfolding.game, command.contest
    acts, resists = contest.acts, contest.resists
    refusal = people.unknown(game, acts.actor) or people.unknown(game, resists.actor)
    if refusal is not None:
        return refusal
    if acts.actor == resists.actor:
        return refuse(Code.TWO_PCS, *(each.id for each in people.able(game)))
    refusal = turns.action_refusal(game, unfolding.pc(acts.actor))
    for effort in (acts, resists):
        refusal = refusal or stakes.effort_refusal(game, effort)
    refusal = refusal or _hands_refusal(game, acts, resists)
    if refusal is None and not contest.worse.strip():
        refusal = refuse(Code.REASON_MISSING, what="what a tie brings")
    if refusal is None:
        unfolding.happen(ContestAnnounced(contest))
    return refusal


def _hands_refusal(game: Game, acts: Effort, resists: Effort) -> Refused | None:
    """Nobody helps against oneself, nor both sides."""
    two = (acts.actor, resists.actor)
    counted: list[CharacterId] = [*two]
    for side in (acts, resists):
        for helper in (each.helper for each in side.advantages if each.helper is not None):
            if helper in counted:
                others = (each.id for each in people.able(game) if each.id not in counted)
                name, helped = people.name(game, helper), people.name(game, side.actor)
                return refuse(Code.HELPER_CANNOT_HELP, *others, helper=name, character=helped)
            counted.append(helper)
    return None


def give_in(unfolding: Unfolding, command: Yield) -> Refused | None:
    """One of the two yields before the dice (CORE ch. 5, Opposition entre PJ)."""
    contest = unfolding.game.contest
    if contest is None:
        return refuse(Code.NO_CONTEST)
    refusal = _outsider(unfolding, contest, command.character)
    if refusal is None:
        unfolding.happen(ContestYielded(command.character))
    return refusal


def _outsider(unfolding: Unfolding, contest: Contest, who: CharacterId) -> Refused | None:
    two = (contest.acts.actor, contest.resists.actor)
    if who in two:
        return None
    return refuse(Code.NOT_IN_THE_CONTEST, *two, character=people.name(unfolding.game, who))


def roll(unfolding: Unfolding, coups: tuple[CharacterId, ...]) -> Refused | None:
    """Both roll; most successes win, a tie is nobody's and the situation worsens (CORE ch. 5, Opposition entre PJ).

    A blow that wins deals weapon - Protection, the margin adds nothing; nobody dies of it by dice. RULING pvp: a Coup
    d'éclat adds its dice at its price, and no more: without a difficulty nothing fails, and it fells NPCs alone.
    """
    contest = unfolding.game.contest
    if contest is None:
        return refuse(Code.NO_CONTEST)
    if len(set(coups)) < len(coups):
        return refuse(Code.ALREADY_COUNTED, what=doubles(coups)[0])
    for who in coups:
        refusal = _outsider(unfolding, contest, who)
        if refusal is None and not stress.coup_is_ready(unfolding.game.variant, unfolding.pc(who)):
            refusal = refuse(Code.COUP_NOT_READY, character=unfolding.pc(who).name)
        if refusal is not None:
            return refusal
    winner = _throw(unfolding, contest, coups)
    if winner is None:
        worse = Complication(ComplicationKind.WORSE, contest.worse)
        unfolding.happen(ComplicationHappened(contest.acts.actor, worse))
    elif winner == contest.acts.actor:
        _strike(unfolding, contest.acts, contest.resists)
    else:
        _strike(unfolding, contest.resists, contest.acts)
    return None


def _throw(unfolding: Unfolding, contest: Contest, coups: tuple[CharacterId, ...]) -> CharacterId | None:
    game = unfolding.game
    both = (contest.acts, contest.resists)
    first, second = (pool(game, each, each.actor in coups).size for each in both)
    faces = unfolding.throw(first + second, 6)
    acts, resists = faces[:first], faces[first:]
    winner = _winner(contest, acts, resists)
    unfolding.happen(ContestRolled(game.draws, acts, resists, winner, unfolding.dice.given, coups))
    for effort in both:
        used = items.used(effort)
        for item in used:
            items.roll_resource(unfolding, effort.actor, item, Cause.USE)
        for item in used:
            items.pay_price(unfolding, effort.actor, item)
        if effort.actor in coups:
            stress.set_to(unfolding, effort.actor, stress.COUP_STRESS, Cause.COUP)
    return winner


def _winner(contest: Contest, acts: tuple[int, ...], resists: tuple[int, ...]) -> CharacterId | None:
    one, other = successes(acts), successes(resists)
    if one > other:
        return contest.acts.actor
    return contest.resists.actor if other > one else None


def _strike(unfolding: Unfolding, won: Effort, lost: Effort) -> None:
    if not won.strikes or unfolding.pc(lost.actor).health == 0:
        return
    items.land(unfolding, lost.actor, items.damage(unfolding.pc(won.actor).item(won.weapon)))
