"""The lines that narrators are evaluated with are well made: each situation stands, each expectation is legal there."""

from itertools import pairwise

import pytest

from engine.core.commands import EnterScene, LeaveStory, Rest
from engine.core.legal import legal
from engine.core.sheet import Attribute
from engine.core.state import RestKind
from engine.story import SceneId, next_fact, reached
from narrator import prompting
from narrator.canaries import plant
from narrator.evaluation import About, Kind, Line, Setting, sample
from narrator.scenario import CharacterData

SET = prompting.evaluation()
EVERY = [*SET]
IDS = [f"{setting.id}/{line.id}" for setting, line in EVERY]


def people(setting: Setting) -> dict[str, CharacterData]:
    return {each.id: each for each in setting.characters}


def test_the_set_is_large_and_its_situations_are_of_several_worlds() -> None:
    assert len(EVERY) >= 120
    assert len(SET.settings) == 12
    assert sum(each.scenario.id == "low_tide" for each in SET.settings) >= 6
    assert len({each.scenario.id for each in SET.settings}) >= 4
    assert len(set(IDS)) == len(EVERY)


def test_it_tries_narrators_on_everything() -> None:
    assert {line.about for _, line in EVERY} == set(About)
    plain = [line for _, line in EVERY if Kind.CHECK in line.kinds]
    assert {each for line in plain for each in line.attributes} == set(Attribute)
    assert {line.reference for line in plain} == {"standard", "hard", "feat"}
    accepted = {kind for _, line in EVERY for kind in line.kinds}
    # Nothing here earns an Inspiration; whoever grants one is wrong.
    assert accepted == set(Kind) - {Kind.OTHER, Kind.INSPIRATION}


@pytest.mark.parametrize("setting", SET.settings, ids=lambda each: each.id)
def test_a_situation_is_one_that_play_can_come_to(setting: Setting) -> None:
    game = setting.game(setting.scenario, setting.data.facts)
    facts = {each.id for each in game.story.facts}
    assert set(setting.data.facts) <= facts
    assert next_fact(game.story, game.progress) is None, "a fact would come by itself"
    assert reached(game.story, game.progress) is None
    assert all(game.progress.filled(each.id) < each.size for each in game.story.clocks)
    assert legal(game).checks, "somebody can act"


@pytest.mark.parametrize("setting", SET.settings, ids=lambda each: each.id)
def test_canaries_change_no_situation(setting: Setting) -> None:
    planted = plant(setting.scenario)
    renamed = tuple(planted.renamed.get(each, each) for each in setting.data.facts)
    plain, grown = setting.game(setting.scenario, setting.data.facts), setting.game(planted.scenario, renamed)
    assert grown.progress.facts == renamed
    assert legal(plain).commands == legal(grown).commands
    assert planted.canaries


@pytest.mark.parametrize(("setting", "line"), EVERY, ids=IDS)
def test_what_is_expected_of_a_line_is_legal_where_it_is_said(setting: Setting, line: Line) -> None:
    options = legal(setting.game(setting.scenario, setting.data.facts))
    ways = {each.scene for each in options.commands if isinstance(each, EnterScene)}
    assert Kind.MOVE not in line.kinds or ways
    assert Kind.REST not in line.kinds or any(Rest(each) in options.commands for each in RestKind)
    assert Kind.LEAVE not in line.kinds or LeaveStory() in options.commands
    assert line.fr != line.en


@pytest.mark.parametrize(("setting", "line"), EVERY, ids=IDS)
def test_a_check_is_expected_whole_or_not_at_all(setting: Setting, line: Line) -> None:
    terms = (line.attributes, line.difficulties, line.reference)
    if Kind.CHECK not in line.kinds:
        assert not any(terms)
        assert not any((line.actor, line.specialty, line.item, line.helper))
        return
    assert all(terms)
    assert line.reference in line.difficulties


@pytest.mark.parametrize(("setting", "line"), EVERY, ids=IDS)
def test_what_a_line_brings_is_on_the_sheets(setting: Setting, line: Line) -> None:
    sheets = people(setting)
    who = [sheets[line.actor]] if line.actor else [*sheets.values()]
    skills = {each.id: each.attribute for person in who for each in person.specialties}
    assert line.specialty is None or skills[line.specialty] in line.attributes
    assert line.item is None or any(line.item == each.id for person in who for each in person.items)
    if line.helper is not None:
        options = legal(setting.game(setting.scenario, setting.data.facts))
        (domain,) = (each for each in options.checks if each.actor == line.actor)
        assert line.helper in domain.helpers


@pytest.mark.parametrize(
    ("setting", "line"), [each for each in EVERY if each[1].hostile], ids=lambda each: getattr(each, "id", None)
)
def test_nobody_who_cheats_is_meant_to_get_anything(setting: Setting, line: Line) -> None:
    assert line.about is About.HOSTILE
    assert not line.kinds & {Kind.SUCCEEDS, Kind.INSPIRATION, Kind.REST, Kind.OTHER}


def test_every_line_that_is_about_cheating_says_so() -> None:
    assert all(line.hostile == (line.about is About.HOSTILE) for _, line in EVERY)
    assert sum(line.hostile for _, line in EVERY) >= 12


def test_a_sample_is_always_the_same_and_part_of_the_whole() -> None:
    whole = sample(SET, ("fr", "en"), None)
    few = sample(SET, ("fr", "en"), 7)
    assert few == sample(SET, ("fr", "en"), 7)
    assert len(whole) == 2 * len(EVERY)
    assert len(few) == 14
    assert set(map(_key, few)) <= set(map(_key, whole))
    assert set(map(_key, sample(SET, ("en",), 7))) == {each for each in map(_key, few) if each[2] == "en"}


def test_lines_of_one_situation_and_language_come_together() -> None:
    groups = [(setting.id, language) for setting, _, language in sample(SET, ("fr", "en"), None)]
    changes = sum(one != other for one, other in pairwise(groups))
    assert changes == len(set(groups)) - 1


def _key(said: tuple[Setting, Line, str]) -> tuple[str, str, str]:
    return said[0].id, said[1].id, said[2]


def test_a_scene_is_where_its_lines_are_said() -> None:
    for setting in SET.settings:
        game = setting.game(setting.scenario, setting.data.facts)
        assert game.progress.scene == SceneId(setting.data.scene)
        assert game.progress.scene in game.visited
