"""What fights and evenings count alike, in the subjects of `table.playtest.summary`."""

from collections import Counter

from engine.core import events as happened
from engine.core.events import Event
from engine.core.state import Game

Counts = Counter[tuple[str, str]]
"""What was seen of a subject, and how often."""


def count_event(counts: Counts, event: Event) -> None:
    """How checks came out, Health lost, Breakdowns."""
    match event:
        case happened.CheckSettled():
            counts["check", event.outcome.value] += 1
        case happened.CheckRolled() if event.coup:
            counts["check", "coup"] += 1
        case happened.BreakdownBegan():
            counts["breakdown", event.character] += 1
        case happened.HealthChanged() if event.after < event.before:
            counts["damage", event.character] += event.before - event.after
        case _:
            pass


def count_moment(counts: Counts, moment: int, game: Game) -> None:
    """Health and Stress of the party at a turn or an action."""
    counts["health", f"{moment}:{sum(each.health for each in game.characters)}"] += 1
    counts["stress", f"{moment}:{sum(each.stress for each in game.characters)}"] += 1


def count_resources(counts: Counts, game: Game) -> None:
    """What is left of Resources at the end."""
    for each in game.characters:
        for item in each.items:
            if item.resource is not None:
                counts["resource", f"{item.id}:{item.resource.die}"] += 1
