"""What a line names decides what it may mean: nothing happens to a thing that was not meant, least of all at once."""

import pytest

from narrator.proposals import AskPlayer, GoTo, ProposeCheck, RuleWithoutRoll
from narrator.scenario import Language
from tests.narrator.test_low_tide_lines import SCENARIO, at, propose


def cases(table: str) -> list[tuple[str, str, str, str]]:
    rows = (row.split("|") for row in table.strip().splitlines())
    return [(a.strip(), b.strip(), c.strip(), d.strip()) for a, b, c, d in rows]


# The language, where it is said, the line, and what it must not become: a check, or a success that brings a fact.
NOT_HERE = """
fr | dry_dog | je donne une fusée à Zita |
fr | dry_dog | je prends le crocodile |
fr | dry_dog | je répare le grille-pain |
fr | dry_dog | je pirate le drone |
fr | dry_dog | je vole la vedette |
fr | dry_dog | je cherche une arme |
fr | dry_dog | je lis le journal |
fr | ropewalk | je grimpe à la grue |
fr | ropewalk | j'ouvre la porte d'acier |
fr | church | j'allume un cierge |
fr | customs | je prends le fusil |
fr | mole | je lis le carnet |
fr | quay | je sabote le drone de Kevin |
en | dry_dog | give Zita a flare |
en | dry_dog | take the crocodile |
en | dry_dog | I steal the boat |
en | dry_dog | unlock the safe |
en | dry_dog | read the newspaper |
en | dry_dog | look for a crowbar |
en | ropewalk | climb the crane |
en | church | light a candle |
en | customs | grab the shotgun |
en | quay | shut the Ponant Gate |
en | mole | play the piano |
"""


@pytest.mark.parametrize(("language", "scene", "line", "_"), cases(NOT_HERE))
def test_what_is_not_here_is_asked_about(language: Language, scene: str, line: str, _: str) -> None:
    answer = propose(line, at(scene), language)
    if isinstance(answer, AskPlayer):
        assert answer.suggestions
    else:
        assert isinstance(answer, RuleWithoutRoll), answer
        assert answer.gain is None
        assert "n'est" in answer.why or "Rien de tel" in answer.why or "not" in answer.why or "nothing" in answer.why


@pytest.mark.parametrize(
    ("language", "line", "said"),
    [
        ("fr", "je fouille la salle", "À portée"),
        ("fr", "fouiller la pièce", "À portée"),
        ("fr", "chercher partout", "À portée"),
        ("en", "search the room", "Within reach"),
        ("en", "search the bar", "Within reach"),
        ("en", "look around the room", "The bar is low"),
    ],
)
def test_a_place_is_searched_as_a_whole(language: Language, line: str, said: str) -> None:
    ruled = propose(line, at("dry_dog"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.why.startswith(said)
    assert ruled.gain is None


def test_a_list_of_what_is_here_names_no_way_that_is_not_seen_yet() -> None:
    ruled = propose("search the street", at("ropewalk"), "en")
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert "coal chute" not in ruled.why
    assert ruled.why.count("the causeway") == 1


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "je demande à Joris où est Idriss"),
        ("en", "ask Joris who locked Idriss up"),
        ("en", "Joris, who are you?"),
    ],
)
def test_a_question_to_somebody_is_no_eavesdropping(language: Language, line: str) -> None:
    ruled = propose(line, at("dry_dog"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert "Joris" in ruled.why
    listened = propose({"fr": "j'écoute Joris", "en": "listen to Joris"}[language], at("dry_dog"), language)
    assert isinstance(listened, ProposeCheck)


@pytest.mark.parametrize("line", ["la page", "l'ordre", "l'ordre ?"])
def test_a_name_alone_accepts_no_bargain(line: str) -> None:
    assert isinstance(propose(line, at("control", "order_found")), AskPlayer)
    agreed = propose("j'accepte", at("control", "order_found"))
    assert isinstance(agreed, RuleWithoutRoll)
    assert agreed.gain == "deal_made"


@pytest.mark.parametrize(
    ("language", "line"),
    [("fr", "je donne un bonbon à Joris"), ("en", "give Joris a flare"), ("en", "take Joris's wig")],
)
def test_what_changes_hands_is_what_was_said(language: Language, line: str) -> None:
    assert not isinstance(propose(line, at("dry_dog"), language), ProposeCheck)
    rum = propose(
        {"fr": "je paie un verre à Joris", "en": "buy Joris a glass of rum"}[language], at("dry_dog"), language
    )
    assert isinstance(rum, ProposeCheck)
    assert rum.stake == "dry_dog:joris:outdrink"


# --- what the texts name is there

NAMED = {
    "dry_dog": {
        "fr": "téléphone, message, argent, caisse, zinc, comptoir, verrou, poêle, linge, fresque, émetteur, ardoise",
        "en": "phone, message, money, till, counter, bolt, stove, laundry, mural, transmitter, slate",
    },
    "quay": {
        "fr": "bassin, flaque, projecteur, échelle, fillette, bottes, coquille, caisson, vedette, vase",
        "en": "basin, pool, floodlight, girl, boots, locker, launch, mud",
    },
    "ropewalk": {
        "fr": "moules, façade, coquilles, grille, fenêtre, caniveaux, balcon",
        "en": "mussels, front, shells, gate, window, gutters, balcony",
    },
    "church": {
        "fr": "crabes, bancs, corde, mallette, chaire, tribune, orgue",
        "en": "crabs, pews, rope, case, pulpit, loft",
    },
    "customs": {
        "fr": "lampe, garde, bureau, radio, classeur, tableau",
        "en": "lamp, guard, desk, radio, cabinet, board",
    },
    "strongroom": {"fr": "veilleuse, eau, bouche, trappe, plafond", "en": "night light, water, hatch, ceiling, drain"},
    "causeway": {"fr": "réverbère, chaîne, borne, courant, drone", "en": "lamp post, chain, post, current, drone"},
    "mole": {"fr": "grue, lecteur, gardes, tuyau, Ponant", "en": "crane, reader, guards, pipe, Ponant Gate"},
    "gatehouse": {"fr": "poêle, photo, tasse, panneau, gaine", "en": "heater, photograph, cup, panel, duct"},
    "control": {"fr": "écrans, pupitre, micro, téléphone", "en": "screens, console, microphone, telephone"},
    "machines": {
        "fr": "engrenages, moteur, volant, chaîne, puits, levier",
        "en": "gears, motor, wheel, chain, shaft, lever",
    },
}


@pytest.mark.parametrize("scene", [each.id for each in SCENARIO.scenes])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_what_a_place_names_can_be_looked_at(scene: str, language: Language) -> None:
    for thing in NAMED[scene][language].split(", "):
        if (scene, thing) in (("quay", "échelle"), ("quay", "coquille")):
            continue  # A way down, and what the girl is at.
        line = f"regarder {thing}" if language == "fr" else f"look at the {thing}"
        ruled = propose(line, at(scene), language)
        assert isinstance(ruled, RuleWithoutRoll), line
        looks = [
            each.look.to(language)[:12] for place in SCENARIO.scenes for each in place.features if place.id == scene
        ]
        assert ruled.why[:12].replace("\xa0", " ") in [each.replace("\xa0", " ") for each in looks], (line, ruled.why)


def test_the_message_is_heard_and_the_money_taken() -> None:
    heard = propose("pick up the phone", at("dry_dog"), "en")
    assert isinstance(heard, RuleWithoutRoll)
    assert "the gate won't shut tonight" in heard.why
    same = propose("j'écoute le message", at("dry_dog"))
    assert isinstance(same, RuleWithoutRoll)
    assert "la porte ne fermera pas" in same.why
    taken = propose("je prends l'argent de la caisse", at("dry_dog"))
    assert isinstance(taken, RuleWithoutRoll)
    assert taken.verdict == "succeeds"


# --- violence, wonders, and what is said to the program


@pytest.mark.parametrize(
    ("language", "scene", "line"),
    [
        ("fr", "dry_dog", "je fracasse la tête de Joris"),
        ("fr", "quay", "je tue Zita"),
        ("fr", "ropewalk", "j'égorge Pim"),
        ("fr", "strongroom", "je noie Idriss"),
        ("fr", "control", "je poignarde Roche"),
        ("fr", "mole", "je tire sur les gardes"),
        ("en", "dry_dog", "I kill Nadège"),
        ("en", "dry_dog", "smash Joris's head in"),
        ("en", "quay", "I strangle the kid"),
        ("en", "customs", "I slit the guard's throat"),
        ("en", "gatehouse", "shoot Okafor in the head"),
    ],
)
def test_violence_is_answered_with_what_would_work(language: Language, scene: str, line: str) -> None:
    people = [each for place in SCENARIO.scenes if place.id == scene for each in place.features if each.person]
    written = {
        each.impossible.to(language).replace("\xa0", " ")
        for person in people
        for each in person.approaches
        if "fight" in each.actions and each.impossible
    }
    ruled = propose(line, at(scene, "flares"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert (ruled.verdict, ruled.gain) == ("impossible", None)
    assert ruled.would_need.replace("\xa0", " ") in written


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("fr", "je vole dans les airs"),
        ("fr", "je me téléporte"),
        ("fr", "je deviens invisible"),
        ("fr", "je passe à travers le mur"),
        ("fr", "je lance un sort"),
        ("en", "I become invisible"),
        ("en", "I teleport"),
        ("en", "I cast a spell"),
        ("en", "I walk through the wall"),
    ],
)
def test_wonders_do_not_happen(language: Language, line: str) -> None:
    ruled = propose(line, at("dry_dog"), language)
    assert isinstance(ruled, RuleWithoutRoll), ruled
    assert ruled.verdict == "impossible"
    assert "Nadège" in ruled.would_need


@pytest.mark.parametrize(
    ("language", "line", "word"),
    [
        ("fr", "quelle heure est-il ?", "soirée|tôt"),
        ("fr", "sauvegarde la partie", "gard"),
        ("fr", "qui es-tu ?", "voix|narration"),
        ("fr", "qui suis-je ?", "voix|narration"),
        ("en", "what time is it", "early|evening"),
        ("en", "save the game", "sav"),
        ("en", "who are you", "voice|narration"),
        ("en", "undo that", "/help"),
    ],
)
def test_what_is_said_to_the_program_has_its_own_answer(language: Language, line: str, word: str) -> None:
    asked = propose(line, at("dry_dog"), language)
    assert isinstance(asked, AskPlayer), asked
    assert any(each in asked.question for each in word.split("|"))
    assert asked.suggestions


# --- going out


@pytest.mark.parametrize(
    ("language", "scene", "line", "to"),
    [
        ("en", "customs", "Leave the customs house", "ropewalk"),
        ("en", "dry_dog", "leave the bar", "quay"),
        ("en", "dry_dog", "I go out by the door", "quay"),
        ("en", "ropewalk", "leave for the church", "church"),
        ("fr", "customs", "je sors", "ropewalk"),
        ("fr", "strongroom", "je sors de la cave", "customs"),
        ("fr", "church", "je quitte l'église", "ropewalk"),
        ("fr", "dry_dog", "je sors par la porte", "quay"),
        ("en", "ropewalk", "leave the church", ""),
        ("en", "mole", "leave", ""),
        ("fr", "ropewalk", "je quitte la rue", "quay"),
    ],
)
def test_one_leaves_where_one_way_leads_out(language: Language, scene: str, line: str, to: str) -> None:
    answer = propose(line, at(scene, "crossed", "launch_taken"), language)
    if to:
        assert answer == GoTo(scene=to)
    else:
        assert isinstance(answer, AskPlayer), answer


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("scene", [each.id for each in SCENARIO.scenes])
def test_no_two_suggestions_do_the_same(scene: str, language: Language) -> None:
    for line in ("blorg", "?", {"fr": "aller quelque part", "en": "go somewhere"}[language]):
        asked = propose(line, at(scene), language)
        if not isinstance(asked, AskPlayer):
            assert isinstance(asked, GoTo)  # There is one way only.
            continue
        done = [propose(each, at(scene), language) for each in asked.suggestions]
        keys = [getattr(each, "stake", None) or getattr(each, "scene", None) or str(each) for each in done]
        assert len(set(keys)) == len(keys), asked.suggestions
