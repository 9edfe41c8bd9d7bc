"""Adversaries who come, go, and show their flaws (CORE ch. 6, Les adversaires)."""

from engine.core.commands import BringAdversary, RevealFlaw, SendAway
from engine.core.events import AdversaryArrived, AdversaryLeft, FlawRevealed
from engine.core.foes import Arrival, CalamityId
from engine.core.rules import adversaries, profiles
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def bring(unfolding: Unfolding, command: BringAdversary) -> Refused | None:
    """An adversary comes in; where a conflict had none in numbers, its turns begin (CORE ch. 5 and 6)."""
    fault = refusal(unfolding.game, (command.arrival,))
    if fault is None:
        come(unfolding, command.arrival)
    return fault


def refusal(game: Game, arrivals: tuple[Arrival, ...]) -> Refused | None:
    """Why they cannot come: an id that is taken, or numbers that the book does not have (CORE ch. 6)."""
    taken = {each.id for each in game.adversaries}
    for each in arrivals:
        # A calamity is seen, and aimed at in vain, under its id: no adversary shares it.
        if game.calamity(CalamityId(each.id)) is not None:
            return refuse(Code.CALAMITY_IS_HERE, calamity=each.id)
        if each.id in taken:
            return refuse(Code.ADVERSARY_IS_HERE, adversary=each.id)
        taken.add(each.id)
    return profiles.arrival_refusal(*arrivals)


def come(unfolding: Unfolding, arrival: Arrival) -> None:
    """They are here (CORE ch. 6). A boss's phases are fixed by the number of PCs in the game."""
    living = sum(not each.dead for each in unfolding.game.characters)
    unfolding.happen(AdversaryArrived(adversaries.arrived(arrival, living)))
    if unfolding.game.in_conflict and unfolding.game.conflict is None:
        adversaries.begin_turn(unfolding, 1)


def send_away(unfolding: Unfolding, command: SendAway) -> Refused | None:
    """An adversary is gone by the fiction (CORE ch. 5, Fin du conflit)."""
    if unfolding.game.adversary(command.adversary) is None:
        return adversaries.refusal(unfolding.game, command.adversary)
    if not command.reason.strip():
        return refuse(Code.REASON_MISSING, what="reason")
    unfolding.happen(AdversaryLeft(command.adversary, command.reason))
    return None


def reveal(unfolding: Unfolding, command: RevealFlaw) -> Refused | None:
    """The players come to know a flaw (CORE ch. 6, Menace, traits et failles)."""
    game = unfolding.game
    adversary = game.adversary(command.adversary)
    if adversary is None:
        return adversaries.refusal(game, command.adversary)
    hidden = tuple(each.id for each in adversary.profile.flaws if each.id not in adversary.known)
    if adversary.flaw(command.flaw) is None:
        return refuse(Code.NO_SUCH_FLAW, *hidden, adversary=adversary.profile.name)
    if command.flaw not in hidden:
        return refuse(Code.KNOWN_FLAW, *hidden, adversary=adversary.profile.name)
    unfolding.happen(FlawRevealed(adversary.id, command.flaw))
    return None
