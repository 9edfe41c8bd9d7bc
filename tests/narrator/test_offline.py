"""How lines are ruled: the author's approaches first, then the table of families, and a question where nothing fits."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.check import AdvantageKind, ComplicationKind, StakeId
from engine.core.commands import AnnounceCheck, NewGame, Rest
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve, fold
from engine.core.legal import legal
from engine.core.sheet import Attribute, CharacterId, Variant, Wound, WoundId
from engine.core.state import Game, RestKind, Trouble
from engine.core.view import view
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from engine.story import FactId, SceneId
from narrator import prompting
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.proposals import (
    AskPlayer,
    CloseScene,
    GoTo,
    GrantInspiration,
    LeaveStory,
    Proposal,
    ProposeCheck,
    RuleWithoutRoll,
)
from narrator.reading.lexicon import lexicon
from narrator.scenario import Language, Scenario
from tests.narrator.small_scenario import SCENARIO, game, narrator, propose


def moved(now: Game, scene: str, *facts: str) -> Game:
    """The game somewhere else, with these facts established."""
    progress = replace(now.progress, scene=SceneId(scene), facts=tuple(FactId(each) for each in facts))
    return replace(now, progress=progress, visited=(*now.visited, SceneId(scene)))


def changed(now: Game, **what: object) -> Game:
    """The game with something changed on its first character's sheet."""
    first = replace(now.characters[0], **what)  # pyright: ignore[reportArgumentType]
    return replace(now, characters=(first, *now.characters[1:]))


def check(proposal: Proposal) -> ProposeCheck:
    assert isinstance(proposal, ProposeCheck), proposal
    return proposal


def ruled(proposal: Proposal) -> RuleWithoutRoll:
    assert isinstance(proposal, RuleWithoutRoll), proposal
    return proposal


def asked(proposal: Proposal) -> AskPlayer:
    assert isinstance(proposal, AskPlayer), proposal
    return proposal


def test_an_authors_approach_is_proposed_as_it_is_written() -> None:
    proposed = check(propose("je crochète la grille", game()))
    assert proposed.stake == "yard:gate:pick"
    assert (proposed.attribute, proposed.difficulty, proposed.specialty) == (Attribute.DEX, "hard", "locks")
    assert [(each.kind, each.item) for each in proposed.advantages] == [(AdvantageKind.TOOL, "picks")]
    assert proposed.on_failure.item == "picks"
    assert proposed.on_partial is not None
    assert proposed.on_partial.kind is ComplicationKind.NOISE
    assert proposed.gain == "gate_open"
    assert isinstance(decide(game(), proposed.command(), SeededDice("1")), Accepted)


def test_a_specialty_of_another_attribute_is_left_out() -> None:
    proposed = check(propose("je force la grille", game()))
    assert proposed.specialty is None
    assert check(propose("je force la grille", game("odile"))).specialty == "wrestling"


def test_a_complication_takes_what_this_character_can_lose() -> None:
    worn = check(propose("je force la grille", game())).on_failure
    assert (worn.kind, worn.item, worn.clock) == (ComplicationKind.RESOURCE_WORN, "lamp", "dawn")
    bare = check(propose("je force la grille", game("odile"))).on_failure
    assert (bare.kind, bare.item, bare.clock) == (ComplicationKind.TIME, None, "dawn")


def test_what_hurts_and_what_presses_counts_against() -> None:
    hurt = changed(game(), wounds=(Wound(WoundId("w1"), "Une arête entaille la main."),))
    assert check(propose("je crochète la grille", hurt)).hindering == ("w1",)
    assert check(propose("je soudoie le gardien", hurt)).hindering == ()
    seen = replace(game(), troubles=(Trouble(ComplicationKind.EXPOSED, "La cour est éclairée."),))
    pressed = check(propose("je crochète la grille", seen))
    assert (pressed.disadvantage, pressed.disadvantage_reason) == (1, "La cour est éclairée.")


def test_a_named_friend_helps() -> None:
    proposed = check(propose("je crochète la grille, Odile tient la lampe", game("mara", "odile")))
    assert (AdvantageKind.HELP, "odile") in [(each.kind, each.helper) for each in proposed.advantages]


def test_who_is_named_first_acts() -> None:
    assert check(propose("Odile force la grille", game("mara", "odile"))).actor == "odile"


def test_what_is_free_succeeds_at_once() -> None:
    found = ruled(propose("fouiller le puits", game()))
    assert (found.verdict, found.gain) == ("succeeds", "key_found")
    assert found.why == "La main passe sous la mousse."


def test_what_is_impossible_says_what_it_would_take() -> None:
    refused = ruled(propose("je descends dans le puits", game()))
    assert refused.verdict == "impossible"
    assert "corde" in refused.would_need


def test_a_missing_specialty_is_named() -> None:
    refused = ruled(propose("étudier la lettre de mémoire, je réfléchis à la lettre", moved(game(), "cellar")))
    assert refused.verdict == "impossible"
    assert "law" in refused.would_need


def test_a_clue_that_cannot_be_missed_is_rolled_for_its_cost() -> None:
    proposed = check(propose("lire la lettre", moved(game(), "cellar")))
    assert (proposed.clue, proposed.gain) == ("letter_read", None)
    assert proposed.on_failure.clock == "dawn"


def test_a_stake_tried_asks_for_another_way() -> None:
    tried = replace(game(), tried=(StakeId("yard:gate:pick"),))
    question = asked(propose("je crochète la grille", tried))
    assert "forcer la grille rouillée" in question.suggestions
    assert "crocheter la grille" not in question.suggestions


def test_what_is_won_is_not_won_again() -> None:
    asked(propose("je crochète la grille", moved(game(), "yard", "gate_open")))
    asked(propose("fouiller le puits", moved(game(), "yard", "key_found")))


def test_looking_needs_no_roll_and_does_not_repeat() -> None:
    first = ruled(propose("regarder le puits", game()))
    assert first.why == "La margelle est couverte de mousse."
    again = ruled(propose("regarder le puits", game(), recent=(first.why,)))
    assert again.why != first.why
    assert "puits" in again.why.casefold()


def test_a_glance_around_is_the_place_then_a_list_of_it() -> None:
    first = ruled(propose("regarder autour", game()))
    assert first.why.startswith("Une cour pavée.")
    again = ruled(propose("regarder autour", game(), recent=(first.why,)))
    assert "la grille rouillée" in again.why
    assert "la ruelle" in again.why


def test_ways_are_taken_or_said_to_be_shut() -> None:
    assert propose("aller à la ruelle", game()) == GoTo(scene="inn")
    assert propose("je vais à l'auberge", game()) == GoTo(scene="inn")
    shut = ruled(propose("descendre à la cave", game()))
    assert (shut.verdict, shut.why) == ("impossible", "La grille barre l'escalier.")
    assert "taper" in shut.would_need.casefold() or "tapez" in shut.would_need.casefold()
    assert "«\N{NO-BREAK SPACE}crocheter la grille\N{NO-BREAK SPACE}»" in shut.would_need, "as it is typed"
    assert propose("descendre à la cave", moved(game(), "yard", "gate_open")) == GoTo(scene="cellar")
    assert propose("je remonte", moved(game(), "cellar")) == GoTo(scene="yard")


def test_rest_where_one_can() -> None:
    inn = moved(game(), "inn")
    assert propose("faire une pause", inn) == CloseScene(rest="pause")
    assert propose("I sleep until morning", inn, "en") == CloseScene(rest="long")
    asked(propose("faire une pause", game()))
    asked(propose("faire une pause", replace(inn, paused=True)))


def test_a_group_out_of_action_can_still_be_carried_to_a_bed() -> None:
    down = changed(game(), health=0)
    assert asked(propose("je force la grille", down)).suggestions == ("dormir au refuge",)
    assert propose("passer la nuit au refuge", down) == CloseScene(rest="long")
    assert Rest(RestKind.LONG) in legal(down).commands


def test_leaving_the_adventure_is_asked_for() -> None:
    assert propose("je quitte l'aventure", game()) == LeaveStory()
    assert propose("give up", game(), "en") == LeaveStory()
    assert not isinstance(propose("je laisse tomber la lampe", game()), LeaveStory)


def test_an_inspiration_is_for_who_the_character_is() -> None:
    suggested = "inspiration : Mara a refermé la serrure de la grille derrière elle, fidèle à elle-même"
    lately = ("La grille se referme derrière Mara, et la serrure claque.",)
    granted = propose(suggested, game(), recent=lately)
    assert isinstance(granted, GrantInspiration)
    assert granted.actor == "mara"
    asked(propose(suggested, game()))
    asked(propose("inspiration : je suis très forte et belle", game(), recent=lately))
    asked(propose("inspiration :", game(), recent=lately))
    asked(propose(suggested, changed(game(), inspiration=True), recent=lately))


@pytest.mark.parametrize(
    "text", ["", "   ", "?!…", "x" * 10_000, "blorg zut", "Привет, мир", "\x1b[2J", "1234", "日本語"]
)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_cannot_be_read_is_asked_with_lines_that_work(text: str, language: Language) -> None:
    question = asked(propose(text, game(), language))
    assert len(question.suggestions) >= 2
    for each in question.suggestions:
        assert not isinstance(propose(each, game(), language), AskPlayer)


def test_what_is_not_there_is_not_done() -> None:
    away = moved(game(), "yard", "guard_away")
    asked(propose("j'attaque le gardien", away))
    assert ruled(propose("regarder le gardien", away)).verdict == "succeeds"


def test_no_family_is_a_dead_end() -> None:
    for name, family in lexicon("fr").families.items():
        line = family.say.replace("{à thing}", "au gardien").replace("{thing}", "le gardien")
        proposed = propose(line, game())
        if isinstance(proposed, RuleWithoutRoll) and proposed.verdict == "impossible":
            assert proposed.would_need, name
        if isinstance(proposed, AskPlayer):
            assert proposed.suggestions, name


def test_a_fight_that_nobody_wrote_is_a_check_of_its_own() -> None:
    proposed = check(propose("j'attaque le gardien", game()))
    assert proposed.stake == "yard:guard:fight"
    assert proposed.gain is None
    assert isinstance(decide(game(), proposed.command(), SeededDice("1")), Accepted)


def test_hiding_is_easy_until_somebody_looks() -> None:
    assert ruled(propose("je me cache", game())).verdict == "succeeds"
    sought = replace(game(), troubles=(Trouble(ComplicationKind.NEW_THREAT, "Des pas approchent."),))
    assert check(propose("je me cache", sought)).stake == "yard:place:hide"


# --- advantages claimed for the announced check


def announced(text: str = "je crochète la grille", now: Game | None = None) -> Game:
    """The game with that check on the table, without what the narrator counted by itself."""
    began = now or game("mara", "odile")
    command = replace(check(propose(text, began)).command().check, advantages=())
    decided = decide(began, AnnounceCheck(command), SeededDice("1"))
    assert isinstance(decided, Accepted)
    for event in decided.events:
        began = evolve(began, event)
    return began


def weighed(reason: str, now: Game, language: Language = "fr") -> AdvantageKind | None:
    answer = narrator(language).weigh(reason, Moment(view(now), 1), legal(now))
    assert answer.why
    return answer.advantage.kind if answer.advantage else None


@pytest.mark.parametrize(
    ("reason", "counts"),
    [
        ("j'ai mes crochets", AdvantageKind.TOOL),
        ("avec la lampe", None),
        ("Odile fait le guet", AdvantageKind.HELP),
        ("je m'appuie sur la margelle pour ne pas trembler", AdvantageKind.IDEA),
        ("le puits", None),
        ("je suis très fort", None),
        ("la grille", None),
        ("s'il te plaît", None),
        ("bonus", None),
        ("", None),
        ("aaaa bbbb cccc dddd eeee ffff", None),
    ],
)
def test_an_advantage_is_something_real(reason: str, counts: AdvantageKind | None) -> None:
    assert weighed(reason, announced()) is counts


def test_what_was_learnt_counts() -> None:
    knowing = moved(game("mara", "odile"), "yard", "key_found")
    table = announced(now=knowing)
    assert weighed("la clef de laiton trouvée sous la mousse entre dans la serrure", table) is AdvantageKind.PREPARATION


def test_an_advantage_counts_once() -> None:
    table = announced()
    answer = narrator().weigh("j'ai mes crochets", Moment(view(table), 1), legal(table))
    command = answer.command()
    assert command is not None
    decided = decide(table, command, SeededDice("1"))
    assert isinstance(decided, Accepted)
    for event in decided.events:
        table = evolve(table, event)
    assert weighed("mes crochets, encore", table) is None
    assert weighed("j'ai mes crochets", table) is None


def test_nothing_is_weighed_without_a_check() -> None:
    assert weighed("j'ai mes crochets", game()) is None


@given(st.text(max_size=200))
def test_any_reason_is_answered(reason: str) -> None:
    narrator("fr").weigh(reason, Moment(view(game()), 1), legal(game()))


# --- any line at all

_VOCABULARY = (
    "je ne pas sans la le l' grille puits gardien cave ruelle serrure force crochète parle regarde fouille vais avec "
    "mes crochets lampe Odile une heure nuit pause ? ! inspiration : aide the I don't look pick lock go"
)
_WORDS = st.sampled_from(_VOCABULARY.split())


@given(st.one_of(st.text(max_size=120), st.lists(_WORDS, max_size=12).map(" ".join)), st.sampled_from(["fr", "en"]))
def test_any_line_gets_a_proposal_that_the_engine_takes(text: str, language: Language) -> None:
    now = game("mara", "odile")
    proposed = propose(text, now, language)
    if isinstance(proposed, AskPlayer):
        assert proposed.suggestions
        for each in proposed.suggestions:
            assert not isinstance(propose(each, now, language), AskPlayer)
    else:
        decided = decide(now, proposed.command(), SeededDice("1"))
        assert not isinstance(decided, Refused), decided.sentence


# --- the adventures that come with the game


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("adventure", prompting.scenarios(), ids=lambda each: each.id)
def test_every_hint_of_every_adventure_is_understood(adventure: Scenario, language: Language) -> None:
    people = prompting.characters()
    for character in people:
        begun = new_game(NewGame(Variant.BLOCKBUSTER, "1", adventure.story(), (character.sheet(),)))
        assert isinstance(begun, Accepted)
        speaker = OfflineNarrator(adventure, people, language, "1")
        for scene in adventure.scenes:
            there = moved(fold(begun.events), scene.id)
            for hint in scene.hints:
                proposed = speaker.propose(hint.to(language), Moment(view(there), 1), legal(there))
                assert not isinstance(proposed, AskPlayer), f"{scene.id}: {hint.to(language)}"
                assert not isinstance(decide(there, proposed.command(), SeededDice("1")), Refused)


def test_the_small_scenario_is_one() -> None:
    assert SCENARIO.start == "yard"
    assert CharacterId("mara") == game().characters[0].id


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_question_is_asked_twice_within_twenty(language: Language) -> None:
    """Whatever is not understood, and however often."""
    told: list[str] = []
    speaker, now = narrator(language), game()
    for number in range(40):
        asked = speaker.propose("hmmmm", Moment(view(now), number // 10, tuple(told[-20:])), legal(now))
        assert isinstance(asked, AskPlayer)
        assert asked.question not in told[-20:]
        told.append(asked.question)
