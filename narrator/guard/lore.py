"""Which of an adventure's texts players can know at a moment, and which they must not know yet."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass

from engine.core.check import StakeId
from engine.core.view import View
from narrator.catalogue import Catalogue
from narrator.port import Moment
from narrator.reading import holds
from narrator.reading.approaches import stake
from narrator.scenario import Approach, CharacterData, Language, Noun, Scenario, Scene, Text

Written = Text | Noun


@dataclass(slots=True)
class Lore:
    """An adventure's texts at one moment; of hidden ones, `deep` are secrets in whatever words, `shallow` in their own.

    What is `ahead` is not known yet, and no secret.
    """

    visible: list[Written] = field(default_factory=list[Written])
    deep: list[Written] = field(default_factory=list[Written])
    shallow: list[Written] = field(default_factory=list[Written])
    ahead: list[Written] = field(default_factory=list[Written])


def lore(scenario: Scenario, catalogue: Catalogue, language: Language, view: View) -> Lore:
    """The texts as they stand for players who see that view."""
    found = Lore([scenario.title, scenario.pitch, scenario.opening])
    clock = scenario.clock
    if clock is not None:
        filled = next((each.filled for each in view.clocks if each.id == clock.id), 0)
        found.visible += [clock.name, *clock.steps[:filled]]
        found.visible += [each for each in (clock.long_rest_warning, clock.last_rest_warning) if each]
        found.shallow += clock.steps[filled:]
    for fact in scenario.facts:
        if fact.text is not None:
            side = found.visible if fact.id in view.facts else found.deep if fact.secret else found.shallow
            side.append(fact.text)
    for ending in scenario.endings:
        (found.visible if ending.id == view.ending else found.deep).extend((ending.title, ending.text))
    secrets = frozenset(each.id for each in scenario.facts if each.secret and each.id not in view.facts)
    for scene in scenario.scenes:
        _scene(found, scene, view, secrets)
    _others(found, catalogue, language, view)
    return found


def _scene(found: Lore, scene: Scene, view: View, secrets: frozenset[str]) -> None:
    seen = scene.id == view.scene or scene.id in view.visited
    side = found.visible if seen else found.ahead
    side += [scene.name, scene.look, *scene.again, *scene.hints, *(each.name for each in scene.exits)]
    side += [each.blocked for each in scene.exits if each.blocked]
    for feature in scene.features:
        veiled = bool(secrets & set(feature.when.facts))
        here = seen and holds(feature.when, view)
        (found.shallow if veiled else found.visible if here else found.ahead).extend((feature.name, feature.look))
        for approach in feature.approaches:
            tried = StakeId(stake(scene, feature, approach.id)) in view.tried
            _approach(found, approach, here, tried, veiled or bool(secrets & set(approach.when.facts)), view, secrets)


def _approach(
    found: Lore, approach: Approach, here: bool, tried: bool, veiled: bool, view: View, secrets: frozenset[str]
) -> None:
    if not tried:
        for each in (approach.partial, approach.failure):
            found.shallow += [text for text in (each.note, each.told) if text] if each else []
    learnt = [each for each in (approach.gain, approach.clue) if each]
    told = [*approach.success, *(each for each in (approach.risk, approach.impossible) if each)]
    if veiled or secrets & set(learnt):
        found.shallow += told
    elif here and (approach.free or tried or any(each in view.facts for each in learnt)):
        found.visible += told
    elif here:
        found.visible += told[len(approach.success) :]
        found.ahead += approach.success
    else:
        found.ahead += told


def _others(found: Lore, catalogue: Catalogue, language: Language, view: View) -> None:
    """What stands against the PCs: how it looks is seen, what undoes it is found out."""
    for face in view.adversaries:
        known = {each.when for each in face.flaws}
        for entry in (each for each in catalogue.adversaries if each.name.to(language) == face.name):
            found.visible += [entry.name, entry.look, *entry.traits]
            found.deep += [each.when for each in entry.flaws if each.when.to(language) not in known]
    for looming in view.calamities:
        for entry in (each for each in catalogue.calamities if each.id == looming.id):
            found.visible += [entry.name, entry.look]
            found.deep += [entry.goal, *([entry.useless] if entry.useless else [])]
            found.deep += [each.text for each in entry.levers if each.id not in looming.used]
            found.deep += [each.trigger for each in entry.manifestations]


def sheet_texts(characters: Iterable[CharacterData]) -> Iterator[Written]:
    """All that the ready-made characters' sheets say."""
    for each in characters:
        yield from (each.concept, each.description, each.trait, each.weakness, each.motivation)
        yield from (specialty.name for specialty in each.specialties)
        for item in each.items:
            yield item.name
            yield from (text for text in (item.permits, item.helps) if text)
            if item.resource is not None:
                yield item.resource.name


def told(moment: Moment) -> Iterator[str]:
    """What was said at the table of late, and what a player sees of people and things in play."""
    view = moment.view
    yield from moment.recent
    for exchange in moment.memory.lately:
        yield exchange.said
        yield from exchange.told
    yield from (each.note for each in view.troubles)
    for sheet in view.characters:
        yield sheet.name
        yield from (each.note for each in sheet.wounds)
        yield from strings(sheet.identity)
    for face in view.adversaries:
        yield from (face.name, *face.traits, *(each.when for each in face.flaws))
    yield from (each.name for each in (*view.allies, *view.calamities))
    yield from strings(view.pending)
    yield from strings(view.contest)


def strings(value: object) -> Iterator[str]:
    """The texts in an event or a part of a view; not the ids, which are names for programs."""
    if isinstance(value, str):
        if " " in value or value[:1].isupper():
            yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from strings(getattr(value, each.name))
    elif isinstance(value, tuple):
        for each in value:  # pyright: ignore[reportUnknownVariableType]
            yield from strings(each)  # pyright: ignore[reportUnknownArgumentType]
