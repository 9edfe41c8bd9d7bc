"""The offline narrator's own prose holds: every phrase filled in, every author's text, every evening played again."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from engine.changing import changed
from engine.core.events import BreakdownDescribed, Event, RuledWithoutRoll
from engine.core.evolve import evolve_all, fold
from engine.core.sheet import Breakdown, CharacterId
from engine.core.state import Game
from engine.core.view import all_visible, view
from narrator.guard import Fault
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.scenario import Language, Text
from narrator.telling.grammar import Word, fill, slots, typography, word
from narrator.telling.sentences import sentences
from narrator.telling.voice import phrases
from tests.narrator.test_guard import CHARACTERS, SCENARIO, guard, moment, tried
from tests.playthroughs.test_playthroughs import GOLDENS, evening_of, name, script, turns
from tests.playthroughs.transcript import Evening

_ = evening_of  # A fixture that is borrowed.


def standing(language: Language) -> Moment:
    """Everybody up, nobody against them."""
    before = moment(language)
    sheets = tuple(changed(each, health=each.health or 8) for each in before.view.characters)
    return dataclasses.replace(before, view=dataclasses.replace(before.view, characters=sheets, adversaries=()))


Told = tuple[str, Event]


def filled(language: Language) -> Iterator[Told]:
    """Each phrase, with names of several genders, numbers and kinds in its slots."""
    features = [each for scene in SCENARIO.scenes for each in scene.features]
    things = [word(each.name, language) for each in features[::9]]
    gear = [word(each.name, language) for who in CHARACTERS for each in who.items]
    at = 0
    for path, table in phrases(language).items():
        for template in table if path.split(".")[0] in ("outcome", "ruling", "complication", "event", "you") else ():
            at += 1
            words = {each: Word("…") for each in slots(template)}
            words |= dict.fromkeys(("thing", "person", "object"), things[at % len(things)])
            words |= {"gear": gear[at % len(gear)], "who": Word("Akiko Tanabe")}
            words |= {"place": word(SCENARIO.scenes[at % 3].name, language), "skill": Word("x")}
            manner = path.rpartition(".")[2]
            broken = manner in {each.value for each in Breakdown}
            about = BreakdownDescribed(CharacterId("akiko"), Breakdown(manner)) if broken else tried(language)
            yield typography(fill(template, words), language), about


def written(language: Language) -> Iterator[Told]:
    """Each of the adventure's texts."""

    def texts(value: object) -> Iterator[str]:
        if isinstance(value, Text):
            yield value.to(language)
        elif isinstance(value, tuple):
            for each in value:
                yield from texts(each)
        elif dataclasses.is_dataclass(value) or hasattr(value, "model_fields_set"):
            for key, each in vars(value).items():
                if key not in ("hints", "title", "words"):
                    yield from texts(each)

    yield from ((text, tried(language)) for text in texts(SCENARIO))


def faults(language: Language, texts: Sequence[Told]) -> list[tuple[Fault, str]]:
    """What the guard has against these texts, each in the turn that tells it."""
    found: list[tuple[Fault, str]] = []
    for text, about in texts:
        told = RuledWithoutRoll(CharacterId("akiko"), "", succeeds=True, why=text)
        watch = guard(language).watch((told, about), standing(language))
        found += [(fault, each) for each in sentences(text) if (fault := watch.fault(each)) is not None]
    return found


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_phrase_holds(language: Language) -> None:
    texts = [*filled(language)]
    assert len(texts) > 300
    assert faults(language, texts) == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_text_of_the_adventure_holds_where_it_is_told(language: Language) -> None:
    texts = [*written(language)]
    assert len(texts) > 300
    assert faults(language, texts) == []


@pytest.mark.parametrize("golden", GOLDENS, ids=name)
def test_every_evening_holds(golden: Path, evening_of: Callable[[Path], Evening]) -> None:
    options = script(golden).options
    language: Language = "fr" if options["language"] == "fr" else "en"
    narrator = OfflineNarrator(SCENARIO, CHARACTERS, language, options["seed"])
    recent: list[str] = []
    game: Game | None = None
    held = 0
    for number, turn in enumerate(turns(evening_of(golden).save)):
        game = fold(turn.events) if game is None else evolve_all(game, turn.events)
        now = Moment(view(game), number, tuple(recent[-60:]))
        seen = all_visible(turn.events)
        watch = guard(language).watch(seen, now)
        for sentence in narrator.narrate(seen, now):
            assert watch.fault(sentence) is None, sentence
            held += bool(sentence)
            recent.append(sentence)
    assert held > 20
