"""A whole campaign told again: another language, another narrator, and not a number moves."""

import json
import re

import pytest

from engine.core.commands import RollCheck
from narrator.scripted import ScriptedMind
from narrator.telling.translating import Translator
from narrator.telling.voice import Lately, Voice, phrases
from table.campaign import resume
from table.retelling import retold
from tests.narrator.modelled import begun, check, seated
from tests.narrator.small_scenario import CHARACTERS, SCENARIO
from tests.playthroughs.test_playthroughs import GOLDENS, script
from tests.playthroughs.transcript import played
from tests.table.shell import Shell

EVENINGS = [each for each in GOLDENS if each.stem in ("salma-high-and-dry.en", "akiko-high-and-dry.fr")]
FRENCH = re.compile(r"\b(?:les|des|une|dans|vous|est|sur|avec|pas)\b")
ENGLISH = re.compile(r"\b(?:the|of|and|with|you|is|not|from)\b")


@pytest.fixture(scope="module", params=EVENINGS, ids=lambda each: each.stem)
def evening(request, tmp_path_factory):
    golden = script(request.param)
    return golden.options["language"], played(golden, tmp_path_factory.mktemp("evening")).save


def test_an_evening_is_told_whole_in_the_other_language_and_in_no_other(evening):
    language, save = evening
    other = "en" if language == "fr" else "fr"
    before = save.read_bytes()
    campaign = resume(save)
    with campaign.session.store as store:
        told = [*retold(store, campaign.narrator(other))]
        turns = [each.id for each in store.back() if any(store.prose(each.id))]
    assert save.read_bytes() == before
    assert [each.turn.id for each in told] == turns[::-1]
    astray = FRENCH if other == "en" else ENGLISH
    assert [each for one in told for each in one.sentences if astray.search(each)] == []


def test_an_evening_told_again_in_its_own_language_is_told_as_it_was(evening):
    language, save = evening
    campaign = resume(save)
    with campaign.session.store as store:
        again = {each.turn.id: each.sentences for each in retold(store, campaign.narrator(language))}
        told = {each.id: store.prose(each.id) for each in store.back()}
    assert again == {turn: prose for turn, prose in told.items() if any(prose)}


def test_a_turn_is_told_by_what_was_known_then_and_by_nothing_that_comes_after(tmp_path, evening):
    _, save = evening
    mind = ScriptedMind((), [lambda _: ("Nothing stirs.",)] * 200)
    campaign = resume(save)
    narrator = seated((), [mind], campaign.content, campaign.narration)
    with campaign.session.store as store:
        last = {each.text for each in store.notes()} and max(each.turn for each in store.notes())
        late = [each.text for each in store.notes() if each.turn == last]
        [*retold(store, narrator)]
    first = "".join(each.text for each in mind.asked[0][0])
    assert late
    assert not any(each in first for each in late)


# The command


def test_the_command_prints_the_story_with_the_player_s_own_lines(evening, tmp_path):
    language, save = evening
    other = "en" if language == "fr" else "fr"
    done = Shell(tmp_path).run("retell", str(save), "--language", other)
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.count("\n> ") > 10


def test_a_transcript_has_the_player_s_own_line_whatever_a_model_made_of_it(tmp_path):
    save = tmp_path / "yard.breche"
    session = begun(save, seated([ScriptedMind([check(action="You do it.")])], ())).session
    with session.store:
        session.say("I climb over the gate")
        happened = session.do(RollCheck(), said="r", faces=(6,) * session.pool.size)
        list(session.tell(happened))
        heard = session.memory.lately[-1]
        session.reload()
        assert session.memory.lately[-1] == heard
    assert heard.said == "I climb over the gate"
    done = Shell(tmp_path).run("retell", save)
    assert "\n> I climb over the gate\n" in done.stdout
    assert "You do it." not in done.stdout


def test_a_campaign_that_is_played_meanwhile_is_told_as_it_stands(tmp_path):
    save = tmp_path / "yard.breche"
    session = begun(save, seated((), ())).session
    with session.store:
        list(session.tell(session.say("I look at the lamp")))
        before = save.read_bytes()
        done = Shell(tmp_path).run("retell", save)
    assert (done.returncode, done.stderr) == (0, "")
    assert "> I look at the lamp\n" in done.stdout
    assert save.read_bytes() == before


def test_the_command_s_json_has_an_object_a_turn(evening, tmp_path):
    _, save = evening
    done = Shell(tmp_path).run("retell", str(save), "--json")
    turns = [json.loads(each) for each in done.stdout.splitlines()]
    assert turns[0]["turn"] == 0
    assert all(set(each) == {"turn", "said", "prose"} and each["prose"] for each in turns)


@pytest.mark.parametrize(
    ("options", "code"),
    [(("nowhere",), 2), (("nowhere", "--language", "de"), 2), (("nowhere", "--model", "nobody:x"), 3)],
)
def test_what_cannot_be_told_is_refused_in_one_sentence(tmp_path, options, code):
    done = Shell(tmp_path).run("retell", *options)
    assert done.returncode == code
    assert len(done.stderr.strip().splitlines()) == 1


# Words found again


@pytest.mark.parametrize(("language", "other"), [("fr", "en"), ("en", "fr")])
def test_what_an_author_wrote_is_found_in_the_other_language(language, other):
    translator = Translator(SCENARIO, CHARACTERS, Voice(other, "1"))
    look = SCENARIO.scenes[0].look
    assert translator.said(look.to(language), Lately(1)) == look.to(other)


def test_a_phrase_of_a_table_is_said_anew_with_the_names_that_were_in_it():
    voice = Voice("fr", "1")
    translator = Translator(SCENARIO, CHARACTERS, voice)
    for template in phrases("en")["ruling.place_list"]:
        line = template.replace("{things}", "the well, the guard").replace("{exits}", "the cellar")
        said = translator.said(line, Lately(1))
        assert said is not None
        assert "le puits, le gardien" in said
        assert "la cave" in said


@pytest.mark.parametrize("text", ["", "…", "Nobody ever wrote this.", "{thing}", "the well"])
def test_what_nobody_wrote_is_not_made_up(text):
    assert Translator(SCENARIO, CHARACTERS, Voice("fr", "1")).said(text, Lately(1)) is None


@pytest.mark.parametrize("ways", ["parler au gardien, fouiller le puits", "me faufiler près du gardien"])
def test_a_list_of_things_that_one_could_type_is_no_list_of_names(ways):
    translator = Translator(SCENARIO, CHARACTERS, Voice("en", "1"))
    for template in phrases("fr")["ruling.would_need"]:
        assert translator.said(template.replace("{ways}", ways), Lately(1)) is None
