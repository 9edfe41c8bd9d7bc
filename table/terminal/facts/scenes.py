"""What happened to the game as a whole, as rows."""

from collections.abc import Iterator
from typing import assert_never

from engine.core.events import (
    ClockAdvanced,
    FactEstablished,
    GameStarted,
    Rested,
    SafetyAsked,
    SceneCut,
    SceneEntered,
    SceneEvent,
    StoryEnded,
)
from engine.story import EndingId, FactId
from table.terminal.facts.saying import Saying
from table.terminal.screen import Row


def rows(saying: Saying, event: SceneEvent) -> Iterator[Row]:
    """The rows of what happened to scenes, facts and clocks."""
    words, names = saying.words, saying.names
    match event:
        case ClockAdvanced():
            yield Row(names.clock() or event.clock, words("clock_moves", filled=event.filled, size=event.size))
        case FactEstablished():
            yield Row(words("fact"), _fact(saying, event.fact))
        case SceneEntered():
            yield saying.sentence("scene_entered", scene=names.scene(event.scene))
        case Rested():
            yield saying.sentence("rested", kind=names.term("rest", event.kind))
        case SceneCut():
            yield saying.sentence("scene_cut")
        case SafetyAsked():
            yield saying.sentence("safety", "", event.theme, what=names.term("safety", event.kind))
        case StoryEnded():
            yield Row(ending(saying, event.ending))
        case GameStarted():
            return  # It carries the whole story: no player sees it.
        case _:
            assert_never(event)


def _fact(saying: Saying, wanted: FactId) -> str:
    found = next((each for each in saying.names.content.scenario.facts if each.id == wanted), None)
    return wanted if found is None or found.text is None else found.text.to(saying.names.language)


def ending(saying: Saying, wanted: EndingId) -> str:
    """The title of an ending."""
    found = next((each for each in saying.names.content.scenario.endings if each.id == wanted), None)
    if found is None:
        return wanted
    title = found.title.to(saying.names.language)
    return saying.words("the_end", title=title, kind=saying.names.term("ending", found.kind))
