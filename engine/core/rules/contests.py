"""PC against PC: no Threat, no breach, no reroll (CORE ch. 5, Opposition entre PJ)."""

from engine.core.check import Contest, Effort
from engine.core.commands import AnnounceContest, RollContest, Yield
from engine.core.events import Cause, ContestAnnounced, ContestRolled, ContestYielded
from engine.core.rules import adversaries, items, people, stakes, turns
from engine.core.rules.checks import pool, successes
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


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
    if refusal is None and not contest.worse.strip():
        refusal = refuse(Code.REASON_MISSING, what="worse")
    if refusal is None:
        unfolding.happen(ContestAnnounced(contest))
    return refusal


def give_in(unfolding: Unfolding, command: Yield) -> Refused | None:
    """One of the two yields before the dice (CORE ch. 5, Opposition entre PJ)."""
    contest = unfolding.game.contest
    if contest is None:
        return refuse(Code.NO_CONTEST)
    two = (contest.acts.actor, contest.resists.actor)
    if command.character not in two:
        name = people.name(unfolding.game, command.character)
        return refuse(Code.NOT_IN_THE_CONTEST, *two, character=name)
    unfolding.happen(ContestYielded(command.character))
    return None


def roll(unfolding: Unfolding, command: RollContest) -> Refused | None:
    """Both roll; most successes win, a tie is nobody's (CORE ch. 5, Opposition entre PJ).

    A blow that wins deals weapon - Protection, the margin adds nothing; nobody dies of it by dice.
    """
    contest = unfolding.game.contest
    if contest is None:
        return refuse(Code.NO_CONTEST)
    _throw(unfolding, contest)
    return None


def _throw(unfolding: Unfolding, contest: Contest) -> None:
    game = unfolding.game
    draw = game.draws
    first = pool(game, contest.acts).size
    faces = unfolding.throw(first + pool(game, contest.resists).size, 6)
    acts, resists = faces[:first], faces[first:]
    winner = _winner(contest, acts, resists)
    unfolding.happen(ContestRolled(draw, acts, resists, winner, unfolding.dice.given))
    for effort in (contest.acts, contest.resists):
        used = items.used(effort)
        for item in used:
            items.roll_resource(unfolding, effort.actor, item, Cause.USE)
        for item in used:
            items.pay_price(unfolding, effort.actor, item)
    if winner is not None:
        won, lost = contest.acts, contest.resists
        if winner == lost.actor:
            won, lost = lost, won
        _strike(unfolding, game, won, lost)


def _winner(contest: Contest, acts: tuple[int, ...], resists: tuple[int, ...]) -> CharacterId | None:
    one, other = successes(acts), successes(resists)
    if one == other:
        return None
    return contest.acts.actor if one > other else contest.resists.actor


def _strike(unfolding: Unfolding, game: Game, won: Effort, lost: Effort) -> None:
    loser = unfolding.pc(lost.actor)
    if not won.strikes or loser.health == 0:
        return
    winner = game.character(won.actor)
    held = winner.item(won.weapon) if winner is not None else None
    items.land(unfolding, loser.id, adversaries.BARE_HANDS if held is None else held.weapon)
