"""What time gives back (CORE ch. 3, Récupérer; ch. 4, Recharger)."""

from engine.core.commands import Care
from engine.core.events import Cause, Rested
from engine.core.rules import adventure, healing, health, items, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.sheet import CharacterId
from engine.core.state import RestKind

_RESOURCE_STEPS = {RestKind.PAUSE: 1, RestKind.SCENE: 2, RestKind.LONG: len(items.STEPS)}


def rest(unfolding: Unfolding, kind: RestKind, care: tuple[Care, ...]) -> None:
    """Recover for a while, everybody together, some under medical care instead (CORE ch. 3, Récupérer).

    A night is spent in the story's refuge; the time that it takes moves the clocks.
    """
    story = unfolding.game.story
    if kind is RestKind.LONG and unfolding.game.progress.scene != story.refuge:
        adventure.enter(unfolding, story.refuge)
    if kind is not RestKind.PAUSE:
        items.burn_down(unfolding)
    unfolding.happen(Rested(kind))
    patients = {each.patient: each for each in care}
    for character in unfolding.game.characters:
        if not character.dead:
            _recover(unfolding, character.id, kind, patients.get(character.id))
    adventure.let_time_pass(unfolding, kind)


def _recover(unfolding: Unfolding, who: CharacterId, kind: RestKind, care: Care | None) -> None:
    if kind is not RestKind.PAUSE:
        if care is None:
            health.gain_health(unfolding, who, 1, Cause.REST)
        else:
            healing.care_for(unfolding, care)
        health.heal_wounds_of_complications(unfolding, who)
    if kind is RestKind.LONG:
        healing.sleep_on_wounds(unfolding, who)
    stress.calm(unfolding, who, 0 if kind is RestKind.LONG else unfolding.pc(who).stress - 1)
    for item in unfolding.pc(who).items:
        items.change_resource(unfolding, who, item.id, _RESOURCE_STEPS[kind], Cause.REST)
