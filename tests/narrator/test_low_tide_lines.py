"""Lines that people typed in the golden evenings, each of which was once understood amiss in the adventure itself."""

from dataclasses import replace

import pytest

from engine.core import events as happened
from engine.core.check import ComplicationKind
from engine.core.commands import NewGame
from engine.core.decide import decide, new_game
from engine.core.events import Cause
from engine.core.evolve import evolve, fold
from engine.core.legal import legal
from engine.core.sheet import Attribute, CharacterId, Variant, Wound, WoundId
from engine.core.state import Game
from engine.core.view import view
from engine.dice import GivenDice
from engine.ruling import Accepted
from engine.story import ClockId, FactId, SceneId
from narrator import prompting
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.proposals import (
    AskPlayer,
    GoTo,
    LeaveStory,
    Proposal,
    ProposeCheck,
    RuleOnAdvantage,
    RuleWithoutRoll,
)
from narrator.scenario import Language

SCENARIO = prompting.scenario("low_tide")
CAST = prompting.characters()


def at(scene: str, *facts: str, who: str = "salma") -> Game:
    """The adventure at a scene, with these facts established."""
    sheets = tuple(each.sheet() for each in CAST if each.id == who)
    begun = new_game(NewGame(Variant.RAW, "1", SCENARIO.story(), sheets))
    assert isinstance(begun, Accepted)
    game = fold(begun.events)
    known = tuple(FactId(each) for each in facts)
    return replace(game, progress=replace(game.progress, scene=SceneId(scene), facts=known))


def propose(text: str, now: Game, language: Language = "fr") -> Proposal:
    return OfflineNarrator(SCENARIO, CAST, language, "1").propose(text, Moment(view(now), 3, ()), legal(now))


def stake(proposal: Proposal) -> str:
    assert isinstance(proposal, ProposeCheck), proposal
    return proposal.stake


@pytest.mark.parametrize(
    ("language", "line", "now", "tried"),
    [
        ("en", "can I get Joris to give me his pass? I try to talk him out of it", at("dry_dog"), "talk_out_of_pass"),
        ("en", "buy Joris a round of rum", at("dry_dog"), "outdrink"),
        ("fr", "je gratte la suie de la fresque pour la lire", at("dry_dog"), "study"),
        ("en", "examine the wound on her neck", at("church"), "examine"),
        ("fr", "j'examine la nuque de la morte", at("church"), "examine"),
        ("en", "feel for the cobbles", at("causeway"), "feel"),
        ("en", "feel for the cobbles", at("causeway", "drone_down"), "feel_in_the_dark"),
        ("fr", "je cours sur les pavés", at("causeway", "drone_down"), "run_in_the_dark"),
    ],
)
def test_a_line_puts_the_right_check_on_the_table(language: Language, line: str, now: Game, tried: str) -> None:
    assert stake(propose(line, now, language)).rpartition(":")[2] == tried


def test_a_corpse_is_examined_without_bandages() -> None:
    check = propose("examine the wound on her neck", at("church"), "en")
    assert isinstance(check, ProposeCheck)
    assert (check.attribute, check.specialty, check.items) == (Attribute.INT, "medicine", ())


@pytest.mark.parametrize(
    ("language", "line", "now", "gained"),
    [
        ("en", "how do I get in the customs house, Zita?", at("quay", "zita_helps"), "chute_known"),
        ("fr", "Zita, montre-moi l'entrée des douanes", at("quay", "zita_helps"), "chute_known"),
        ("en", "Zita, show me how to cross", at("quay", "zita_helps", "chute_known"), "causeway_known"),
        (
            "en",
            "I burn the order in front of the camera, as the voice wants",
            at("control", "order_found"),
            "deal_made",
        ),
    ],
)
def test_a_line_brings_about_what_it_asks_for(language: Language, line: str, now: Game, gained: str) -> None:
    ruled = propose(line, now, language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.gain == gained


@pytest.mark.parametrize("line", ["regarder autour de moi", "qu'est-ce qui se passe ici ?"])
def test_looking_about_shows_the_place(line: str) -> None:
    ruled = propose(line, at("dry_dog"))
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.why.startswith("Le bar est bas, chaud")


def test_a_thing_that_is_asked_about_is_looked_at() -> None:
    ruled = propose("what does the tide slate say?", at("dry_dog"), "en")
    assert isinstance(ruled, RuleWithoutRoll)
    assert ruled.why.startswith("In chalk: low water 22:02")


@pytest.mark.parametrize(
    ("language", "line"), [("fr", "je m'envole vers la lune"), ("en", "I fly over the water"), ("en", "I teleport")]
)
def test_nobody_flies(language: Language, line: str) -> None:
    ruled = propose(line, at("quay"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.verdict == "impossible"


def test_a_word_for_a_direction_is_no_way_to_a_place_that_is_not_there() -> None:
    asked = propose("go up to the control room", at("ropewalk"), "en")
    assert isinstance(asked, AskPlayer), asked
    assert propose("I climb up to the church belfry", at("ropewalk"), "en") == GoTo(scene="church")
    assert propose("go back up", at("ropewalk"), "en") == GoTo(scene="quay")
    assert propose("je remonte", at("strongroom")) == GoTo(scene="customs")


@pytest.mark.parametrize("line", ["lie to the guard: there's an emergency at the mole", "intimidate the guard"])
def test_somebody_who_is_not_there_is_not_mistaken_for_another(line: str) -> None:
    asked = propose(line, at("ropewalk", "causeway_known"), "en")
    assert isinstance(asked, AskPlayer), asked
    assert asked.question.startswith(("There is nobody like that", "Nobody like that"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nobody_is_told_to_take_a_person(language: Language) -> None:
    asked = propose({"fr": "bonsoir tout le monde", "en": "good evening everyone"}[language], at("dry_dog"), language)
    assert isinstance(asked, AskPlayer), asked
    assert not {"prendre Joris", "take Joris"} & set(asked.suggestions)
    assert len(asked.suggestions) == 3


def test_who_somebody_is_is_seen() -> None:
    ruled = propose("c'est qui, le type au fond ?", at("dry_dog"))
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.why.startswith("Joris a trente ans")


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ((), "Idriss est en bas"),
        (("idriss_free",), "Il est vivant"),
        (("order_found",), "Alors, c'est écrit"),
        (("order_found", "idriss_free", "gate_shut"), "Elle est fermée"),
    ],
)
def test_nadege_knows_how_far_things_are(facts: tuple[str, ...], said: str) -> None:
    ruled = propose("je parle à Nadège", at("dry_dog", *facts))
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert said in ruled.why


@pytest.mark.parametrize(
    ("language", "line", "now", "there"),
    [
        ("fr", "je démarre la vedette", at("quay", "launch_taken"), "mole"),
        ("fr", "je monte à bord", at("quay", "launch_taken"), "mole"),
        ("en", "board the launch", at("quay", "launch_taken"), "mole"),
        ("en", "take the launch to the mole", at("quay", "launch_taken"), "mole"),
        ("fr", "monter sur le môle", at("causeway", "crossed"), "mole"),
        ("en", "climb the steps", at("causeway", "crossed"), "mole"),
        ("fr", "entrer dans le poste", at("mole", "inside"), "gatehouse"),
        ("en", "go up to the control room", at("gatehouse", "control_open"), "control"),
    ],
)
def test_a_way_that_was_won_is_gone_by_its_plain_name(language: Language, line: str, now: Game, there: str) -> None:
    assert propose(line, now, language) == GoTo(scene=there)


@pytest.mark.parametrize("line", ["pull the lever", "break the glass", "look at the red lever"])
def test_the_red_lever_tells_what_it_does_before_it_is_pulled(line: str) -> None:
    ruled = propose(line, at("machines"), "en")
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.gain == "lever_known"
    pulled = propose("pull the lever", at("machines", "lever_known"), "en")
    assert isinstance(pulled, RuleWithoutRoll), pulled
    assert pulled.gain == "gate_dropped"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("je vole le passe de Joris", "déjà dans votre poche"),
        ("je lui paie un verre", "un dormeur"),
        ("boire avec Joris", "un dormeur"),
        ("parler à Joris", "sans ouvrir les yeux"),
    ],
)
def test_joris_gives_his_pass_once(line: str, said: str) -> None:
    ruled = propose(line, at("dry_dog", "pass"))
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert said in ruled.why


@pytest.mark.parametrize(
    ("line", "now", "said"),
    [
        ("read the order", at("customs", "order_found"), "in your pocket"),
        ("search the desk", at("customs", "order_found"), "in your pocket"),
        ("talk on the telephone", at("control", "gate_shut"), "dialling tone"),
        ("look at the console", at("control", "gate_shut"), "Ponant Gate is shut"),
        ("look at the gate", at("mole", "gate_shut"), "is shut"),
        ("look at the voice pipe", at("machines", "gate_shut"), "silent"),
        ("tell Okafor that Hanna is dead", at("gatehouse", "pell_found"), "told me she'd been moved"),
        ("talk to Okafor", at("gatehouse", "control_open"), "Not now"),
    ],
)
def test_people_and_things_know_what_has_happened(line: str, now: Game, said: str) -> None:
    ruled = propose(line, now, "en")
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert said in ruled.why


def test_the_order_is_handed_over_on_known_terms() -> None:
    offered = propose("je donne l'ordre à la voix", at("control", "order_found"))
    assert isinstance(offered, RuleWithoutRoll), offered
    assert offered.gain == "terms_known"
    given = propose("je donne l'ordre à la voix", at("control", "order_found", "terms_known"))
    assert isinstance(given, RuleWithoutRoll), given
    assert given.gain == "deal_made"


def test_idriss_is_seen_at_the_bar_before_his_phone() -> None:
    ruled = propose("regarder Idriss", at("dry_dog", "idriss_free"))
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.why.startswith("Idriss est assis")


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("fr", "parler à Nadège d'Idriss", "Trente ans"),
        ("fr", "demander à Nadège ce qu'elle sait de l'ordre", "en-tête"),
        ("en", "ask Nadège about Corvane", "bought the dykes"),
        ("en", "ask Nadège about the gate", "shut from the gatehouse"),
        ("en", "ask Nadège about herself", "My mother kept this bar"),
    ],
)
def test_nadege_answers_what_she_is_asked(language: Language, line: str, said: str) -> None:
    ruled = propose(line, at("dry_dog"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert said in ruled.why


def test_the_lock_swallows_the_tools_that_were_put_into_it() -> None:
    check = propose("je crochète la serrure de la grille avec mes outils", at("ropewalk", who="lucho"))
    assert isinstance(check, ProposeCheck)
    assert (check.on_failure.kind, check.on_failure.item) == (ComplicationKind.GEAR_LOST, "toolbelt")


def test_a_tool_is_named_with_its_use() -> None:
    check = propose("hack the lock of the gate", at("ropewalk", who="akiko"), "en")
    assert isinstance(check, ProposeCheck)
    assert [each.reason for each in check.advantages] == ["the hacking deck (getting into a network)"]


def weighed(reason: str, action: str, now: Game, language: Language) -> RuleOnAdvantage:
    """What a claim counts for, once the check of an action stands."""
    check = propose(action, now, language)
    assert isinstance(check, ProposeCheck)
    announced = decide(now, check.command(), GivenDice())
    assert isinstance(announced, Accepted)
    for event in announced.events:
        now = evolve(now, event)
    return OfflineNarrator(SCENARIO, CAST, language, "1").weigh(reason, Moment(view(now), 4, ()), legal(now))


def test_somebody_there_helps_by_what_they_do() -> None:
    search = "search the front"
    assert weighed("because Pim holds his lamp for me", search, at("ropewalk"), "en").advantage is not None
    assert weighed("because Pim", search, at("ropewalk"), "en").advantage is None


def test_a_tool_counts_for_what_is_done_not_for_what_one_might_have_done() -> None:
    claim = "with the voice implant"
    assert weighed(claim, "lie to the guard", at("customs"), "en").advantage is not None
    assert weighed(claim, "plead with the guard", at("customs"), "en").advantage is None


# --- telling

SALMA = CharacterId("salma")


def told(*events: happened.Event, language: Language = "en") -> list[str]:
    now = at("dry_dog")
    return list(OfflineNarrator(SCENARIO, CAST, language, "1").narrate(events, Moment(view(now), 3, ())))


def test_what_comes_out_stands_apart_from_the_passing_hour() -> None:
    said = told(happened.ClockAdvanced(ClockId("tide"), 1, 6), happened.FactEstablished(FactId("grille_open")))
    assert said[1:] == ["", "The gate of the customs house stands open."]


def test_whoever_breaks_down_has_not_held() -> None:
    held = happened.ResistanceRolled(SALMA, 1, (5,), True)
    alone, broken = told(held), told(held, happened.BreakdownBegan(SALMA))
    assert len(alone) == len(broken) == 1
    assert alone != broken


@pytest.mark.parametrize("line", ["j'abandonne l'aventure", "j'abandonne", "j'abandonne la mission"])
def test_one_may_walk_away_in_ones_own_words(line: str) -> None:
    assert isinstance(propose(line, at("ropewalk")), LeaveStory)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_price_is_paid_without_a_blow(language: Language) -> None:
    paid = happened.HealthChanged(SALMA, 7, 6, Cause.PRICE)
    hurt = happened.WoundTaken(SALMA, Wound(WoundId("w"), "the voice implant"))
    prices = {"fr": ("Cela a coûté", "Le prix", "Rien de cela"), "en": ("That came at a cost", "The price", "None of")}
    [only] = told(paid, hurt, language=language)
    assert only.startswith(prices[language])
