"""Lines of somebody who plays for the first time: questions, words to the program, changes of mind."""

from dataclasses import replace

import pytest

from engine.core.decide import decide
from engine.core.evolve import evolve
from engine.core.legal import legal
from engine.core.view import view
from engine.dice import GivenDice
from engine.ruling import Accepted
from engine.story import SceneId
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from narrator.proposals import AskPlayer, CloseScene, GoTo, Proposal, ProposeCheck, RuleWithoutRoll
from narrator.scenario import Language
from narrator.telling.voice import phrases
from tests.narrator.test_low_tide_lines import CAST, SCENARIO, at, propose


def asked(proposal: Proposal) -> AskPlayer:
    assert isinstance(proposal, AskPlayer), proposal
    return proposal


def asks(proposal: Proposal, key: str, language: Language) -> bool:
    """Whether that kind of question is put."""
    said = {"".join(each.split()) for each in phrases(language)[f"ask.{key}"]}
    return "".join(asked(proposal).question.split()) in said


WAYS: dict[Language, tuple[str, ...]] = {
    "fr": ("aller vers le Chien sec", "aller vers la Ville-Basse"),
    "en": ("go to the Dry Dog", "go to the Under"),
}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "où puis-je aller ?"),
        ("fr", "où est-ce que je peux aller ?"),
        ("fr", "quelles sont les sorties ?"),
        ("fr", "je peux aller où ?"),
        ("en", "where can I go?"),
        ("en", "where can I go"),
        ("en", "what are the exits?"),
    ],
)
def test_where_one_can_go_is_told(language: Language, line: str) -> None:
    assert asked(propose(line, at("quay"), language)).suggestions[:2] == WAYS[language]
    assert asked(propose(line, at("dry_dog"), language))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "pourquoi aller au quai ?"),
        ("fr", "est-ce que je peux aller au quai ?"),
        ("fr", "puis-je sortir ?"),
        ("en", "why would I go to the quay?"),
        ("en", "can I go to the quay?"),
        ("en", "can I leave"),
        ("fr", "est-ce que je peux prendre le passe de Joris ?"),
        ("en", "can I take Joris's pass?"),
        ("en", "could I read the mural?"),
    ],
)
def test_a_question_moves_nobody_and_does_nothing(language: Language, line: str) -> None:
    asked(propose(line, at("dry_dog"), language))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "qu'est-ce que j'ai sur moi"),
        ("fr", "qu'est-ce que j'ai sur moi ?"),
        ("fr", "inventaire"),
        ("en", "what am I carrying?"),
        ("en", "what do I have"),
        ("en", "inventory"),
    ],
)
def test_what_one_carries_is_told(language: Language, line: str) -> None:
    said = asked(propose(line, at("quay"), language)).question
    assert {"fr": "l'implant vocal", "en": "the voice implant"}[language] in said
    assert "/sheet" in said


def test_what_a_thing_is_for_is_a_look_at_it() -> None:
    for language, line in (("en", "what's the red lever for?"), ("fr", "à quoi sert le levier rouge ?")):
        ruled = propose(line, at("machines"), language)  # pyright: ignore[reportArgumentType]
        assert isinstance(ruled, RuleWithoutRoll), ruled
        assert ruled.gain is None


@pytest.mark.parametrize(
    ("language", "line", "command"),
    [
        ("fr", "quitter", "/quit"),
        ("fr", "Aide", "/help"),
        ("fr", "sauvegarder", "/help"),
        ("en", "quit", "/quit"),
        ("en", "help!", "/help"),
        ("en", "save", "/help"),
    ],
)
def test_a_word_to_the_program_names_the_command(language: Language, line: str, command: str) -> None:
    for scene in ("dry_dog", "quay"):
        assert command in asked(propose(line, at(scene), language)).question


@pytest.mark.parametrize(
    ("language", "line"),
    [("fr", "je rentre au bar"), ("fr", "retourner au Chien sec"), ("en", "I go back to the bar")],
)
def test_one_is_there_already(language: Language, line: str) -> None:
    assert asks(propose(line, at("dry_dog"), language), "already", language)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "laisse tomber"),
        ("fr", "non, attends"),
        ("fr", "non"),
        ("en", "nope, forget it"),
        ("en", "no wait"),
        ("en", "never mind"),
    ],
)
def test_a_change_of_mind_does_nothing(language: Language, line: str) -> None:
    assert asks(propose(line, at("quay"), language), "nothing", language)


@pytest.mark.parametrize(
    ("language", "sleep", "yes", "no"), [("fr", "je dors", "oui", "non"), ("en", "I sleep", "y", "no")]
)
def test_the_cost_of_a_night_is_told_every_time_and_answered(language: Language, sleep: str, yes: str, no: str) -> None:
    now = at("dry_dog")
    narrator = OfflineNarrator(SCENARIO, CAST, language, "1")

    def say(text: str, turn: int, *recent: str) -> Proposal:
        return narrator.propose(text, Moment(view(now), turn, recent), legal(now))

    cost = asked(say(sleep, 3)).question
    assert say(yes, 3, cost) == CloseScene(rest="long")
    assert say(sleep, 3, cost) == CloseScene(rest="long")
    assert asks(say(no, 3, cost), "nothing", language)
    assert asked(say(sleep, 3, cost, "…")).question.endswith(cost[1:])
    again = asked(say(sleep, 7, cost)).question
    assert again != cost
    assert say(yes, 7, cost, again) == CloseScene(rest="long")
    asked(say(yes, 8, cost, again))
    asked(say(yes, 3))


@pytest.mark.parametrize(
    ("language", "line", "tried"),
    [
        ("fr", "payer un coup à Joris", {"outdrink", "talk_out_of_pass"}),
        ("fr", "je paie un coup de rhum à Joris", {"outdrink"}),
        ("fr", "j'offre un verre à Joris", {"outdrink"}),
        ("en", "buy Joris a shot of rum", {"outdrink"}),
        ("en", "stand Joris a drink", {"outdrink"}),
        ("fr", "faire les poches de Joris", {"lift_pass"}),
        ("fr", "je fais les poches à Joris", {"lift_pass"}),
        ("en", "pick Joris's pocket", {"lift_pass"}),
    ],
)
def test_a_drink_is_no_blow_and_a_pocket_is_picked(language: Language, line: str, tried: set[str]) -> None:
    check = propose(line, at("dry_dog"), language)
    assert isinstance(check, ProposeCheck), check
    assert check.stake.rpartition(":")[2] in tried


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "endormir le garde"),
        ("fr", "j'endors le garde"),
        ("en", "put the guard to sleep"),
        ("en", "I send the guard to sleep"),
    ],
)
def test_somebody_put_to_sleep_is_no_rest(language: Language, line: str) -> None:
    ruled = propose(line, at("customs"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.verdict == "impossible"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "attendre l'aube"),
        ("fr", "j'attends jusqu'à l'aube"),
        ("en", "wait till dawn"),
        ("en", "wait for the dawn"),
    ],
)
def test_a_wait_for_the_dawn_is_a_night(language: Language, line: str) -> None:
    warning = {"fr": "Dormir, c'est", "en": "To sleep is"}[language]
    assert asked(propose(line, at("quay"), language)).question.startswith(warning)


@pytest.mark.parametrize(
    ("language", "line", "seen"),
    [
        ("en", "watch the launch", "Six metres"),
        ("en", "I watch the launch", "Six metres"),
        ("en", "watch the watchman", "A heavy man"),
        ("fr", "surveiller la vedette", "Six mètres"),
    ],
)
def test_a_verb_is_nobodys_name(language: Language, line: str, seen: str) -> None:
    ruled = propose(line, at("quay"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.why.startswith(seen)


@pytest.mark.parametrize(
    ("language", "line", "scene"),
    [
        ("en", "ask the old man", "quay"),
        ("fr", "demander au vieil homme", "quay"),
        ("en", "talk to Pim", "quay"),
        ("fr", "parler à Pim", "dry_dog"),
        ("en", "I show the pass to the watchman", "dry_dog"),
        ("en", "hand the money to Zita", "dry_dog"),
        ("fr", "donner l'argent à Zita", "dry_dog"),
        ("en", "throw a rope across to the launch", "dry_dog"),
        ("fr", "je lance une corde vers la vedette", "ropewalk"),
    ],
)
def test_who_and_what_is_elsewhere_is_not_here(language: Language, line: str, scene: str) -> None:
    said = propose(line, at(scene), language)
    assert asks(said, "absent_person", language) or asks(said, "absent", language)


@pytest.mark.parametrize(
    ("language", "line"),
    [("en", "go to the Dry Dog"), ("fr", "je retourne au Chien sec"), ("fr", "je rentre au bar")],
)
def test_a_journey_begins_with_its_first_step(language: Language, line: str) -> None:
    now = at("church")
    way = {"fr": "la rue des Cordiers", "en": "Ropewalk Street"}[language]
    assert way in asked(propose(line, now, language)).question
    known = replace(now, visited=tuple(SceneId(each) for each in ("dry_dog", "quay", "ropewalk", "church")))
    assert propose(line, known, language) == GoTo(scene="ropewalk")


@pytest.mark.parametrize(("language", "line"), [("en", "go to the mole"), ("fr", "aller au môle")])
def test_no_journey_by_a_way_that_is_shut(language: Language, line: str) -> None:
    assert asks(propose(line, at("dry_dog"), language), "where", language)


@pytest.mark.parametrize(
    ("language", "who", "scene", "action", "claim", "counts"),
    [
        ("en", "teva", "quay", "pick the padlock of the locker", "with the crowbar", True),
        ("fr", "teva", "quay", "crocheter le cadenas du caisson", "avec le pied-de-biche", True),
        ("en", "lucho", "quay", "sneak aboard the launch", "with my rope, to climb aboard", True),
        ("fr", "lucho", "quay", "se glisser à bord de la vedette", "avec la corde, pour grimper à bord", True),
        ("en", "lucho", "quay", "sneak aboard the launch", "with my rope", False),
        (
            "en",
            "salma",
            "dry_dog",
            "persuade Joris to give me his pass",
            "voice implant, in the voice of his chief",
            True,
        ),
        ("fr", "salma", "dry_dog", "convaincre Joris", "avec l'implant vocal, je parle comme sa cheffe", True),
        ("en", "salma", "dry_dog", "persuade Joris to give me his pass", "with the voice implant", False),
    ],
)
def test_an_item_counts_for_its_own_use(
    language: Language, who: str, scene: str, action: str, claim: str, counts: bool
) -> None:
    now = at(scene, who=who)
    check = propose(action, now, language)
    assert isinstance(check, ProposeCheck), check
    announced = decide(now, check.command(), GivenDice())
    assert isinstance(announced, Accepted), announced
    for event in announced.events:
        now = evolve(now, event)
    weighed = OfflineNarrator(SCENARIO, CAST, language, "1").weigh(claim, Moment(view(now), 4, ()), legal(now))
    assert (weighed.advantage is not None) is counts, weighed.why


@pytest.mark.parametrize(("language", "line"), [("en", "drink with Joris"), ("fr", "boire avec Joris")])
def test_a_specialty_needs_its_own_action(language: Language, line: str) -> None:
    check = propose(line, at("dry_dog", who="teva"), language)
    assert isinstance(check, ProposeCheck), check
    assert check.specialty is None


@pytest.mark.parametrize(
    ("language", "line", "waits"),
    [
        ("en", "take the money, go to the quay", "go to the quay"),
        ("en", "talk to Nadège then read the mural", "read the mural"),
        ("fr", "parler à Nadège puis lire la fresque", "lire la fresque"),
        ("fr", "je prends l'argent et je vais au quai", "je vais au quai"),
    ],
)
def test_of_two_actions_the_second_waits_and_is_told_so(language: Language, line: str, waits: str) -> None:
    ruled = propose(line, at("dry_dog"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert waits in ruled.why


@pytest.mark.parametrize(
    ("language", "line", "parts"),
    [
        ("en", "read the mural, then talk to Joris", ("read the mural", "talk to Joris")),
        ("fr", "lire la fresque puis parler à Joris", ("lire la fresque", "parler à Joris")),
        ("en", "go to the quay and read the mural", ("go to the quay", "read the mural")),
    ],
)
def test_of_two_actions_that_cannot_both_be_begun_one_is_asked(
    language: Language, line: str, parts: tuple[str, ...]
) -> None:
    question = asked(propose(line, at("dry_dog"), language))
    assert question.suggestions == parts
    assert parts[0] in question.question


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "go out, climb down, and head for the church"),
        ("fr", "je sors, je descends et je vais à l'église"),
    ],
)
def test_of_a_chain_of_steps_the_first_is_taken(language: Language, line: str) -> None:
    assert propose(line, at("dry_dog"), language) == GoTo(scene="quay")


@pytest.mark.parametrize(
    ("language", "line", "gift"),
    [("en", "give something to Zita", "give something"), ("fr", "donner quelque chose à Zita", "donner quelque chose")],
)
def test_no_gift_is_suggested_that_has_no_name(language: Language, line: str, gift: str) -> None:
    for facts in ((), ("flares",)):
        for said in (line, "?!a", {"fr": "que puis-je faire ?", "en": "what can I do?"}[language]):
            proposal = propose(said, at("quay", *facts), language)
            if isinstance(proposal, AskPlayer):
                assert not any(each.startswith(gift) for each in proposal.suggestions)
            elif isinstance(proposal, RuleWithoutRoll):
                assert gift not in proposal.would_need


@pytest.mark.parametrize(
    ("language", "line", "talk"),
    [("en", "what can I do?", "talk to Nadège"), ("fr", "que puis-je faire ?", "parler à Nadège")],
)
def test_what_was_told_out_is_not_suggested(language: Language, line: str, talk: str) -> None:
    now = at("dry_dog")
    assert talk in asked(propose(line, now, language)).suggestions
    narrator = OfflineNarrator(SCENARIO, CAST, language, "1")
    told = tuple(
        text.to(language)
        for scene in SCENARIO.scenes
        for feature in scene.features
        for way in feature.approaches
        for text in way.success
    )
    later = narrator.propose(line, Moment(view(now), 9, told), legal(now))
    assert talk not in asked(later).suggestions
