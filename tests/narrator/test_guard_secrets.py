"""No secret passes: a canary from any hidden text is heard however it is said, and is silent once it is no secret."""

import dataclasses
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.changing import changed
from engine.core.commands import NewGame
from engine.core.decide import new_game
from engine.core.evolve import fold
from engine.core.foes import Adversary, AdversaryId, Looming
from engine.core.sheet import Variant
from engine.core.view import view
from engine.ruling import Accepted
from engine.story import EndingId, FactId
from narrator import prompting
from narrator.canaries import Planted, plant
from narrator.guard import Fault, Guard
from narrator.memory import Memory, Note, NoteKind
from narrator.port import Moment
from narrator.scenario import Language, Scenario

CHARACTERS = prompting.characters()
PLANTED = plant(prompting.scenario("low_tide"))


def moment(planted: Planted = PLANTED) -> Moment:
    begun = new_game(NewGame(Variant.BLOCKBUSTER, "1", planted.scenario.story(), (CHARACTERS[0].sheet(),)))
    assert isinstance(begun, Accepted)
    return Moment(view(fold(begun.events)), 1)


@cache
def guard(language: Language) -> Guard:
    return Guard(PLANTED.scenario, CHARACTERS, language)


NOW = moment()
HIDDEN = PLANTED.hidden(NOW.view, "fr") + PLANTED.hidden(NOW.view, "en")
IDS = tuple(each for each in PLANTED.hidden(NOW.view) if PLANTED.canaries[each].language is None)
PLAIN = {
    "fr": ["La porte tient bon, ", " dit-on au Chien sec."],
    "en": ["The gate holds, ", " they say at the Dry Dog."],
}

_BETWEEN = st.sampled_from(["", " ", "-", ".", "'", "\u200b", "\u00ad", "\u2060", "_", "·", ", ", "\n", "\u0301", "/"])
_CASE = st.sampled_from([str.upper, str.lower, str.title, str.swapcase, str])


@given(st.sampled_from(HIDDEN), st.sampled_from(["fr", "en"]), _CASE, st.data())
def test_a_canary_is_heard_in_any_case_spaced_or_split(
    canary: str, language: Language, case: type[str], data: st.DataObject
) -> None:
    said = "".join(each + data.draw(_BETWEEN) for each in case(canary))
    before, after = PLAIN[language]
    sentence = data.draw(st.sampled_from([said, f"{before}{said}{after}", f"{said} : {before}", f"{before}{said}"]))
    assert guard(language).watch((), NOW).fault(sentence) is not None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_canary_is_heard_as_a_secret_and_each_id_as_no_prose(language: Language) -> None:
    watch = guard(language).watch((), NOW)
    before, after = PLAIN[language]
    assert len(HIDDEN) > 250
    assert {watch.fault(f"{before}{each}{after}") for each in HIDDEN} == {Fault.SECRET}
    for each in IDS:
        fact = next((fact for fact in PLANTED.renamed.values() if fact.startswith(each.lower())), each)
        assert watch.fault(f"{before}{fact}{after}") is not None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_is_established_may_be_told(language: Language) -> None:
    secret = next(each for each in PLANTED.scenario.facts if each.secret)
    assert secret.text is not None
    known = dataclasses.replace(NOW.view, facts=(FactId(secret.id),))
    text = secret.text.to(language)
    assert guard(language).watch((), NOW).fault(text) is Fault.SECRET
    assert guard(language).watch((), dataclasses.replace(NOW, view=known)).fault(text) is None


@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_ending_is_a_secret_until_it_comes(language: Language) -> None:
    ending = PLANTED.scenario.endings[0]
    come = dataclasses.replace(NOW, view=dataclasses.replace(NOW.view, ending=EndingId(ending.id)))
    last = ending.text.to(language).rsplit(". ", 1)[-1]
    assert guard(language).watch((), NOW).fault(last) is Fault.SECRET
    assert guard(language).watch((), come).fault(last) is None


def test_what_a_player_typed_is_no_secret_any_more() -> None:
    line = "je demande si Hanna Pell est dans l'église"
    assert guard("fr").watch((), NOW).fault("Le nom de Pell fait taire la salle.") is Fault.SECRET
    assert guard("fr").watch((), NOW, line).fault("Le nom de Pell fait taire la salle.") is None


def remembering(*notes: Note) -> Moment:
    memory = Memory()
    for each in notes:
        memory.add(each)
    return dataclasses.replace(NOW, memory=memory)


_HIDDEN_TEXTS = st.sampled_from(
    [each.text for each in PLANTED.scenario.facts if each.secret and each.text is not None]
    + [each.text for each in PLANTED.scenario.endings]
)
_CANARY = st.sampled_from(HIDDEN).map(lambda canary: f"Le vent porte {canary} au loin.")
_SECRET = st.one_of(_CANARY, _HIDDEN_TEXTS.map(lambda text: text.fr), _HIDDEN_TEXTS.map(lambda text: text.en))


@given(st.lists(_SECRET, min_size=1, max_size=4), st.booleans(), st.sampled_from(["fr", "en"]), st.data())
def test_no_canon_of_a_model_makes_a_secret_less_of_one(
    canon: list[str], secret: bool, language: Language, data: st.DataObject
) -> None:
    said = data.draw(st.one_of(st.sampled_from(canon), _SECRET))
    knows = remembering(*(Note(NoteKind.CANON, each, 1, (each,), secret) for each in canon))
    before, after = (guard(language).watch((), now) for now in (NOW, knows))
    assert after.fault(said) == before.fault(said)
    assert after.canon_fault(said) is not None


@given(st.sampled_from(HIDDEN))
def test_no_canon_may_hold_a_secret(canary: str) -> None:
    watch = guard("fr").watch((), NOW)
    assert watch.canon_fault(f"La porte tient bon. Au Chien sec on dit {canary}.") is Fault.SECRET


@pytest.mark.parametrize("kind", [each for each in NoteKind if each is not NoteKind.CANON])
def test_what_a_player_pinned_and_what_the_program_noted_is_no_secret_any_more(kind: NoteKind) -> None:
    told, note = "Le nom de Pell fait taire la salle.", "Hanna Pell est dans l'église."
    assert guard("fr").watch((), NOW).fault(told) is Fault.SECRET
    assert guard("fr").watch((), remembering(Note(kind, note, 1))).fault(told) is None
    assert guard("fr").watch((), remembering(Note(kind, note, 1, secret=True))).fault(told) is Fault.SECRET


def test_notes_count_as_they_come_and_no_longer_where_play_went_back() -> None:
    told, note = "Le nom de Pell fait taire la salle.", Note(NoteKind.PIN, "Hanna Pell est dans l'église.", 1)
    asked, now = guard("fr"), remembering(Note(NoteKind.PIN, "La marée monte.", 1))
    assert asked.watch((), now).fault(told) is Fault.SECRET
    now.memory.add(note)
    assert asked.watch((), now).fault(told) is None
    assert asked.watch((), remembering(Note(NoteKind.PIN, "La marée monte.", 1))).fault(told) is Fault.SECRET
    now.memory.notes.remove(note)
    assert asked.watch((), now).fault(told) is Fault.SECRET


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_words_of_every_secret_are_caught_whole(language: Language) -> None:
    """Each secret fact and each ending as it is written, without its canary: nothing but its own words give it away."""
    plain = prompting.scenario("low_tide")
    watch = Guard(plain, CHARACTERS, language).watch((), moment(Planted(plain, {}, {})))
    for fact in plain.facts:
        if fact.secret and fact.text is not None:
            assert watch.fault(fact.text.to(language)[:390]) is not None, fact.id
    for ending in plain.endings:
        assert watch.fault(ending.text.to(language)[:390]) is not None, ending.id


@pytest.mark.parametrize("word", ["xylophone", "Ornithorynque", "kumquat", "PAMPLEMOUSSE", "marolente", "birds7f3a"])
def test_a_word_that_stands_nowhere_else_is_a_canary_too(word: str) -> None:
    adventure = prompting.scenario("low_tide").model_dump(by_alias=True)
    secret = next(each for each in adventure["fact"] if each["secret"])
    secret["text"]["fr"] += f" Le mot est {word}, dit-on."
    grown = Planted(Scenario.model_validate(adventure), {}, {})
    watch = Guard(grown.scenario, CHARACTERS, "fr").watch((), moment(grown))
    for said in (word, word.lower(), word.upper(), " ".join(word), "-".join(word)):
        assert watch.fault(f"Nadège souffle {said} au-dessus du zinc.") is not None


def in_play(language: Language) -> Moment:
    """The ogre of the belfry and the drowned miller's wife, come to the Dry Dog."""
    found = prompting.catalogue()
    ogre = next(each for each in found.adversaries if each.id == "bell_ogre")
    wife = next(each for each in found.calamities if each.id == "millers_wife").calamity(language)
    foe = Adversary(AdversaryId("ogre"), ogre.profile(language), 4, 4)
    begun = new_game(NewGame(Variant.BLOCKBUSTER, "1", PLANTED.scenario.story(), (CHARACTERS[0].sheet(),)))
    assert isinstance(begun, Accepted)
    return Moment(view(changed(fold(begun.events), adversaries=(foe,), calamities=(Looming(wife),))), 2)


UNDOES = {
    "fr": (
        "Passer derrière lui : la cloche l'assourdit.",
        "Le prix du pain se pose sur la meule, en monnaie.",
    ),
    "en": ("Go by behind it: the bell deafens it.", "The price of the bread belongs on the millstone, in coin."),
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_undoes_a_foe_or_a_calamity_is_found_out_and_not_told(language: Language) -> None:
    before = in_play(language)
    flaw, lever = UNDOES[language]
    assert [guard(language).watch((), before).fault(each) for each in (flaw, lever)] == [Fault.SECRET] * 2
    assert [guard(language).watch((), NOW).fault(each) for each in (flaw, lever)] == [None] * 2, (
        "nobody like that is here"
    )
    [ogre] = before.view.adversaries
    entry = next(each for each in prompting.catalogue().adversaries if each.id == "bell_ogre")
    known = dataclasses.replace(ogre, flaws=entry.profile(language).flaws)
    seen = dataclasses.replace(before, view=dataclasses.replace(before.view, adversaries=(known,)))
    assert guard(language).watch((), seen).fault(flaw) is None


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Corvane keeps its word, this once."),
        ("en", "The Saltings will never know."),
        ("en", "She shrugs. It is a low one, they say."),
        ("fr", "Corvane tient parole, cette fois."),
        ("fr", "Les Salines ne sauront rien."),
    ],
)
def test_a_short_sentence_of_an_ending_to_come_is_a_secret_as_it_stands(language: Language, sentence: str) -> None:
    watching = Guard(prompting.scenario("low_tide"), CHARACTERS, language)
    begun = moment()
    assert watching.watch((), begun).fault(sentence) is Fault.SECRET
    ended = dataclasses.replace(begun, view=dataclasses.replace(begun.view, ending=EndingId("bargain")))
    assert watching.watch((), ended).fault(sentence) is not Fault.SECRET
