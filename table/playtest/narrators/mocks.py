"""Makes the narrator that a plan wants: the offline one, recorded proposals, a hostile mind behind gates, a model."""

from collections import Counter
from collections.abc import Iterable
from random import Random

from narrator.model import ModelNarrator
from narrator.offline import OfflineNarrator
from narrator.port import Narrator
from narrator.scorecard import Seat
from narrator.tools import SOLO
from table.playtest.adventure import Adventure
from table.playtest.narrators.heckled import Heckled, Unmoved
from table.playtest.narrators.hostility import Hostile
from table.playtest.narrators.recorded import Recorded, recording_in
from table.playtest.plan import Plan

Tally = Counter[str]
"""What became of what was asked of a narrator; `table.playtest.summary` counts it under "narrator"."""


def asked_of(narrator: Narrator) -> Iterable[tuple[str, int]]:
    """What became of what a real model was asked."""
    if not isinstance(narrator, ModelNarrator):
        return ()
    from table.playtest.narrators.modelled import counted

    return counted(narrator).items()


def narrator_of(plan: Plan, number: int, adventure: Adventure, offline: OfflineNarrator, tally: Tally) -> Narrator:
    """The narrator of one game, as the plan wants it, before the offline one; what becomes of its proposals is counted
    in the tally. Raises ConfigError where a recording cannot be read."""
    match plan.narrator.kind:
        case "scripted":
            return Recorded(offline, recording_in(plan.narrator.file), tally)
        case "hostile":
            luck = Random(f"{plan.seed_of(number)}/narrator")
            mind = Hostile(luck, adventure.hostile_words, tally)
            model = ModelNarrator(
                offline,
                Seat([mind], Unmoved()),
                Seat([mind], Unmoved()),
                adventure.briefing,
                adventure.guard,
                playable=SOLO,
            )
            return Heckled(offline, model, plan.narrator.rate, luck, tally)
        case "model":
            # Whoever asks none does not wait for what one needs.
            from table.playtest.narrators.modelled import modelled

            return modelled(plan.narrator, adventure, plan.seed_of(number))
        case _:
            return offline
