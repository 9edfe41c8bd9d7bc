"""Calamities: never fought, but delayed, diverted, sent back (CORE ch. 6, Calamités)."""

from engine.core.check import Delay, Outcome, UseLever
from engine.core.commands import BringCalamity, Manifest, ReachGoal, SeeFirst
from engine.core.events import (
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CalamityManifested,
    FirstSeen,
    LeverUsed,
)
from engine.core.evolve.foes import kind
from engine.core.foes import AdversaryId, CalamityId, LeverId, Looming, Manifestation, Peril, PerilKind, Scale
from engine.core.rules import people, perils, profiles, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse
from engine.story import MarkingEvent

DAMAGE = {Scale.LOCAL: 2, Scale.REGIONAL: 3, Scale.WORLD: 4}
"""Damage of a manifestation, by scale (CORE ch. 6, Calamités)."""
FIRST_SIGHT = {
    Scale.LOCAL: MarkingEvent.SHOCK,
    Scale.REGIONAL: MarkingEvent.HORROR,
    Scale.WORLD: MarkingEvent.UNSPEAKABLE,
}
"""What the first sight is, by scale (CORE ch. 6, Calamités)."""


def bring(unfolding: Unfolding, command: BringCalamity) -> Refused | None:
    """A calamity comes into the story, with its profile whole (CORE ch. 6, Calamités)."""
    calamity = command.calamity
    if unfolding.game.calamity(calamity.id) is not None:
        return refuse(Code.CALAMITY_IS_HERE, calamity=calamity.id)
    if unfolding.game.adversary(AdversaryId(calamity.id)) is not None:
        return refuse(Code.ADVERSARY_IS_HERE, adversary=calamity.id)
    refusal = profiles.calamity_refusal(calamity)
    if refusal is None:
        unfolding.happen(CalamityCame(calamity))
    return refusal


def see_first(unfolding: Unfolding, command: SeeFirst) -> Refused | None:
    """The first sight of a calamity, or of a creature that marks, once a PC (CORE ch. 3 and 6).

    RULING calamity.first_sight: in Raw it is resisted like any marking event. RULING stress.first_sight: a creature is
    seen first with the first of its profile, not with each one.
    """
    game = unfolding.game
    event = first_sight(game, command.of)
    if event is None:
        return refuse(Code.NOTHING_TO_SEE, *sights(game))
    refusal = perils.exposed_refusal(game, command.characters)
    if refusal is not None:
        return refusal
    fresh = unseen(game, command.of)
    seen = next((each for each in command.characters if each not in fresh), None)
    if seen is not None:
        return refuse(Code.ALREADY_SEEN, *fresh, character=unfolding.pc(seen).name)
    for each in command.characters:
        unfolding.happen(FirstSeen(command.of, each))
        stress.mark(unfolding, each, event, command.of)
    return None


def first_sight(game: Game, of: str) -> MarkingEvent | None:
    """What seeing something for the first time is: a calamity by its scale, a creature by its profile (CORE ch. 6)."""
    looming = game.calamity(CalamityId(of))
    if looming is not None:
        return FIRST_SIGHT[looming.calamity.scale]
    return next((each.profile.first_sight for each in game.adversaries if each.id == of), None)


def sights(game: Game) -> tuple[str, ...]:
    """What is here to be seen for the first time (CORE ch. 6, Calamités)."""
    there = (*(each.calamity.id for each in game.calamities), *(each.id for each in game.adversaries))
    return tuple(each for each in there if first_sight(game, each) is not None and unseen(game, each))


def unseen(game: Game, of: str) -> tuple[CharacterId, ...]:
    """The PCs who have not seen it, or another of its kind, yet (CORE ch. 6, Calamités)."""
    first = kind(game, of)
    return tuple(each.id for each in people.standing(game) if (first, each.id) not in game.seen)


def manifest(unfolding: Unfolding, command: Manifest) -> Refused | None:
    """A manifestation strikes, as a danger does, at the scale's damage (CORE ch. 6, Calamités).

    RULING calamity.manifestation: Protection does not reduce it; in a conflict each strikes once a turn at the most.
    """
    game = unfolding.game
    looming = game.calamity(command.calamity)
    if looming is None:
        return unknown(game, command.calamity)
    found = next((each for each in looming.calamity.manifestations if each.id == command.manifestation), None)
    left = manifestations(game, looming)
    if found is None:
        return refuse(Code.NO_SUCH_MANIFESTATION, *left, calamity=looming.calamity.name)
    if found.id not in left:
        return refuse(Code.ONCE_A_TURN, *left)
    refusal = perils.exposed_refusal(game, command.exposed) or perils.partial_refusal(
        game, found.difficulty, command.on_partial
    )
    if refusal is not None:
        return refusal
    unfolding.happen(CalamityManifested(looming.calamity.id, found.id, command.exposed))
    perils.face(unfolding, _peril(looming, found), found.difficulty, command.exposed, command.on_partial)
    return None


def _peril(looming: Looming, found: Manifestation) -> Peril:
    damage = DAMAGE[looming.calamity.scale] if found.harms else 0
    source = f"{looming.calamity.id}/{found.id}"
    return Peril(PerilKind.MANIFESTATION, source, damage, found.attributes, found.marks, found.afflictions)


def manifestations(game: Game, looming: Looming) -> tuple[str, ...]:
    """The manifestations that may strike now (CORE ch. 6, Calamités)."""
    struck = looming.manifested if game.conflict is not None else ()
    return tuple(each.id for each in looming.calamity.manifestations if each.id not in struck)


def unknown(game: Game, wanted: CalamityId) -> Refused | None:
    """Why a calamity cannot be spoken of (CORE ch. 6, Calamités)."""
    if game.calamity(wanted) is not None:
        return None
    return refuse(Code.NO_SUCH_CALAMITY, *(each.calamity.id for each in game.calamities), calamity=wanted)


def next_lever(looming: Looming) -> LeverId | None:
    """The lever whose turn it is; the book's bells are rung in their order (CORE ch. 6, Calamités)."""
    return next((each for each in looming.calamity.levers if each not in looming.used), None)


def aim_refusal(game: Game, aim: UseLever | Delay) -> Refused | None:
    """Why nothing can be done so about a calamity (CORE ch. 6, Calamités). What would work is a secret of the story."""
    looming = game.calamity(aim.calamity)
    if looming is None:
        return unknown(game, aim.calamity)
    if isinstance(aim, UseLever) and aim.lever != next_lever(looming):
        return refuse(Code.LEVER_IS_NOT_NEXT, calamity=looming.calamity.name)
    return None


def act(unfolding: Unfolding, aim: UseLever | Delay, outcome: Outcome) -> None:
    """A lever used brings its end nearer, the last one sends it back; a delay gains time (CORE ch. 6, Calamités)."""
    if outcome is Outcome.FAILURE:
        return
    if isinstance(aim, Delay):
        unfolding.happen(CalamityDelayed(aim.calamity))
        return
    unfolding.happen(LeverUsed(aim.calamity, aim.lever))
    looming = unfolding.game.calamity(aim.calamity)
    if looming is not None and next_lever(looming) is None:
        unfolding.happen(CalamityGone(aim.calamity))


def reach_goal(unfolding: Unfolding, command: ReachGoal) -> Refused | None:
    """It gets what it wants, and the story goes on with that loss (CORE ch. 6, Issue)."""
    refusal = unknown(unfolding.game, command.calamity)
    if refusal is None and not command.loss.strip():
        refusal = refuse(Code.REASON_MISSING, what="loss")
    if refusal is None:
        unfolding.happen(CalamityGone(command.calamity, command.loss))
    return refusal
