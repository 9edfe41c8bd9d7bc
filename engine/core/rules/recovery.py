"""What time gives back (CORE ch. 3, Récupérer; ch. 4, Recharger)."""

from engine.core.events import Cause, Rested
from engine.core.rules import adventure, health, items, stress
from engine.core.rules.unfolding import Unfolding
from engine.core.state import CharacterId, RestKind

_RESOURCE_STEPS = {RestKind.PAUSE: 1, RestKind.SCENE: 2, RestKind.LONG: len(items.STEPS)}


def rest(unfolding: Unfolding, kind: RestKind) -> None:
    """Recover for a while, everybody together (CORE ch. 3, Récupérer).

    A night is spent in the story's refuge; the time that it takes moves the clocks.
    """
    story = unfolding.game.story
    if kind is RestKind.LONG and unfolding.game.progress.scene != story.refuge:
        adventure.enter(unfolding, story.refuge)
    unfolding.happen(Rested(kind))
    for character in unfolding.game.characters:
        _recover(unfolding, character.id, kind)
    adventure.let_time_pass(unfolding, kind)


def _recover(unfolding: Unfolding, who: CharacterId, kind: RestKind) -> None:
    if kind is not RestKind.PAUSE:
        health.gain_health(unfolding, who, 1, Cause.REST)
        health.heal_wounds_of_complications(unfolding, who)
    stress.calm(unfolding, who, 0 if kind is RestKind.LONG else unfolding.pc(who).stress - 1)
    for item in unfolding.pc(who).items:
        items.change_resource(unfolding, who, item.id, _RESOURCE_STEPS[kind], Cause.REST)
