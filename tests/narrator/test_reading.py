"""What players type, and what is understood: a line, its first action, and what it is about (">" before a way out).

A "?" after the action says that the words only may mean it; "-" that no action is said.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.sheet import CharacterId
from engine.core.view import view
from engine.story import FactId
from narrator.offline import OfflineNarrator
from narrator.reading import Reader, Reading
from narrator.reading.lexicon import lexicon, normalise, one_letter_apart, tokens
from narrator.scenario import Language
from tests.narrator.small_scenario import CHARACTERS, SCENARIO, game

FRENCH = """
crocheter la serrure | pick_lock | gate
je crochète la serrure | pick_lock | gate
Je crochete le cadenas avec mes crochets | pick_lock | gate
j'essaie de crocheter la grille | pick_lock | gate
tu crochètes la grille | pick_lock | gate
on crochete la grille | pick_lock | gate
crochette la grille | pick_lock | gate
J’ESSAIE D’OUVRIR LA GRILLE | pick_lock? | gate
je tente d'ouvrir la serrure en douce | pick_lock | gate
je veux déverrouiller la grille | pick_lock | gate
je force la grille | force | gate
forcer la grile | force | gate
je défonce la grille à coups de pied | force | gate
défoncez la grille | force | gate
donner un coup d'épaule dans la grille | force | gate
je vais arracher les barreaux | force | gate
je soulève la grille | lift | gate
pousser la grille | lift | gate
je regarde la grille | look | gate
regarder le puits | look | well
j'examine la margelle | look | well
observer le gardien | look | guard
jeter un œil au puits | look | well
je jette un coup d'oeil à la grille | look | gate
inspecte la serrure | look | gate
qu'est-ce que je vois ? | look |
où suis-je ? | look |
regarder autour de moi | look |
je fouille le puits | search | well
fouiler le puits | search | well
je cherche sous la mousse | search | well
chercher des indices | search |
je palpe la margelle | search | well
j'écoute à la grille | listen | gate
tendre l'oreille | listen |
je colle l'oreille contre la grille | listen | gate
je lis l'inscription | read |
je réfléchis | recall |
je me souviens de quelque chose ? | recall |
suivre les traces | track |
je remonte la piste | track |
je grimpe par-dessus la grille | climb | gate
escalader la grille | climb | gate
je descends dans le puits | climb | well
je saute par-dessus la grille | jump | gate
sauter dans le puits | jump | well
je me faufile derrière le gardien | sneak | guard
je m'avance sans bruit | sneak |
j'avance discrètement | sneak |
passer inaperçu | sneak |
je me cache derrière le puits | hide | well
se planquer | hide |
je me mets à couvert | hide |
je cours | run |
prendre la fuite | run |
je plonge dans le puits | dive | well
je nage | swim |
je tire sur le gardien | shoot | guard
je vise le gardien | shoot | guard
je jette une pierre sur le gardien | throw | guard
lancer un caillou dans le puits | throw | well
j'attaque le gardien | fight | guard
je frappe le garde | fight | guard
assommer Bastien | fight | guard
je donne un coup de poing au gardien | fight | guard
convaincre le gardien | persuade | guard
je négocie avec le gardien | persuade | guard
j'intimide le gardien | intimidate | guard
menacer le garde | intimidate | guard
je mens au gardien | deceive | guard
je fais diversion | deceive |
charmer le gardien | charm | guard
j'ordonne au gardien de partir | command | guard
je rassure le gardien | comfort | guard
soudoyer le gardien | pay | guard
je glisse un billet au gardien | pay | guard
je paie le garde | pay | guard
parler au gardien | talk | guard
je vais lui parler | talk |
je parle a Bastien | talk | guard
demander au gardien son nom | talk | guard
poser une question au gardien | talk | guard
je répare la grille | repair | gate
saboter la serrure | sabotage | gate
je pirate le réseau | hack |
actionner la poulie | operate |
j'allume ma lampe | operate |
soigner le gardien | heal | guard
je tiens bon | endure |
prendre la mousse | take | well
je ramasse un pavé | take |
je donne ma lampe au gardien | give | guard
attendre | wait |
je ne fais rien | wait |
je ne bouge pas | wait |
faire signe au gardien | signal | guard
je siffle | signal |
libérer le gardien | free | guard
suivre le gardien | follow | guard
je le suis | follow |
couper les barreaux | cut | gate
attacher le gardien | tie | guard
j'avance en équilibre sur la margelle | balance | well
aller à la ruelle | go | >inn
je vais dans la ruelle | go | >inn
vais à l'auberge | go | >inn
je descends à la cave | climb | >cellar
prendre l'escalier | take | >cellar
je sors | go |
je ne force pas la grille, je la crochète | pick_lock | gate
sans forcer, je crochète la serrure | pick_lock | gate
je n'attaque pas le gardien, je lui parle | talk | guard
la force du gardien | - | guard
"""

ENGLISH = """
pick the lock | pick_lock | gate
I pick the padlock | pick_lock | gate
I'll try to pick the gate's lock | pick_lock? | gate
try picking the lock | pick_lock | gate
unlock the gate | pick_lock | gate
I open the gate | pick_lock? | gate
opening the padlock | pick_lock? | gate
I force the gate | force | gate
FORCE THE GATE | force | gate
break down the gate | force | gate
I kick the gate in | force | gate
I smash the lock | force | gate
pry the bars apart | force | gate
I lift the gate | lift | gate
push the gate | lift | gate
look at the gate | look | gate
I examine the well | look | well
inspect the lock | look | gate
I take a look at the guard | look | guard
where am I? | look |
look around | look |
what do I see? | look |
examin the well | look | well
watch the guard | look | guard
search the well | search | well
I serach the well | search | well
I look for clues | search |
rummage in the moss | search | well
look under the moss | search | well
listen | listen |
I put my ear to the gate | listen | gate
listening at the gate | listen | gate
read the inscription | read |
I think about it | recall |
try to remember | recall |
follow the tracks | track |
I track him | track |
climb the gate | climb | gate
I'm climbing over the gate | climb | gate
climb down the well | climb | well
jump over the gate | jump | gate
I leap into the well | jump | well
sneak past the guard | sneak | guard
I move quietly | lift |
I creep behind the guard | sneak | guard
go quietly | sneak? |
without a sound I move on | sneak |
hide behind the well | hide | well
I take cover | hide |
run | run |
I make a run for it | run |
flee | run |
dive into the well | dive | well
swim | swim |
shoot the guard | shoot | guard
I aim at the guard | shoot | guard
throw a stone at the guard | throw | guard
I toss a pebble into the well | throw | well
attack the guard | fight | guard
I punch Bastien | fight | guard
knock the guard out | fight | guard
stab the watchman | fight | guard
persuade the guard | persuade | guard
I reason with the guard | persuade | guard
talk him into it | persuade |
intimidate the guard | intimidate | guard
threaten the watchman | intimidate | guard
I lie to the guard | deceive | guard
create a diversion | deceive |
I charm the guard | charm | guard
order the guard to leave | command | guard
calm the guard down | comfort | guard
bribe the guard | pay | guard
I slip the guard some money | pay | guard
pay the guard | pay | guard
talk to the guard | talk | guard
I'm going to talk to the guard | talk | guard
ask the guard about the cellar | talk | guard
tell the guard a joke | talk | guard
repair the gate | repair | gate
sabotage the lock | sabotage | gate
hack the network | hack |
turn on the lamp | operate |
I light my lamp | operate |
bandage the guard | heal | guard
I hold out | endure |
grit my teeth | endure |
take the moss | take | well
I grab a cobblestone | take |
pick up a stone | take |
give my lamp to the guard | give | guard
hand over the lamp | give |
wait | wait |
do nothing | wait |
I don't move | wait |
wave at the guard | signal | guard
whistle | signal |
free the guard | free | guard
follow the guard | follow | guard
cut the bars | cut | gate
tie up the guard | tie | guard
I balance on the rim | balance | well
go to the alley | go | >inn
I walk to the inn | go | >inn
head for the alley | go | >inn
down the stairs | - | >cellar
go down to the cellar | go | >cellar
I leave | go |
don't force the gate, pick the lock | pick_lock | gate
without forcing it I pick the lock | pick_lock | gate
I do not attack the guard, I talk to him | talk | guard
the force of the guard | - | guard
"""

MARA = CharacterId("mara")
YARD = view(game())
READERS: dict[Language, Reader] = {
    "fr": Reader(SCENARIO, CHARACTERS, "fr", lexicon("fr")),
    "en": Reader(SCENARIO, CHARACTERS, "en", lexicon("en")),
}


def cases(table: str) -> list[tuple[str, str, str]]:
    rows = (row.split("|") for row in table.strip().splitlines())
    return [(text.strip(), action.strip(), about.strip()) for text, action, about in rows]


def understood(reading: Reading) -> tuple[str, str]:
    """The first action ("?" when it is only likely, "-" when there is none), and what it is about."""
    action = reading.sure[0] if reading.sure else f"{reading.families[0]}?" if reading.families else "-"
    way = f">{reading.exits[0].to}" if reading.exits else ""
    return action, reading.features[0].id if reading.features else way


@pytest.mark.parametrize(("text", "action", "about"), cases(FRENCH))
def test_french_as_it_is_typed(text: str, action: str, about: str) -> None:
    assert understood(READERS["fr"].read(text, YARD, MARA)) == (action, about)


@pytest.mark.parametrize(("text", "action", "about"), cases(ENGLISH))
def test_english_as_it_is_typed(text: str, action: str, about: str) -> None:
    assert understood(READERS["en"].read(text, YARD, MARA)) == (action, about)


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("fr", "faire une pause", "pause"),
        ("fr", "je souffle quelques minutes", "pause"),
        ("fr", "je me repose", "scene"),
        ("fr", "se reposer une heure ou deux", "scene"),
        ("fr", "je dors", "long"),
        ("fr", "passer la nuit à l'auberge", "long"),
        ("en", "take a short break", "pause"),
        ("en", "catch my breath", "pause"),
        ("en", "rest for an hour", "scene"),
        ("en", "I rest", "scene"),
        ("en", "sleep until morning", "long"),
        ("en", "spend the night at the inn", "long"),
        ("fr", "je fouille le puits", None),
        ("en", "force the gate", None),
    ],
)
def test_a_pause_an_hour_and_a_night_are_told_apart(language: Language, text: str, rest: str | None) -> None:
    assert READERS[language].read(text, YARD, MARA).rest == rest


@pytest.mark.parametrize(
    ("language", "text", "denied"),
    [
        ("fr", "je ne force pas la grille", "force"),
        ("fr", "je force pas la grille", "force"),
        ("fr", "je n'attaque jamais le gardien", "fight"),
        ("en", "I don't force the gate", "force"),
        ("en", "I won’t attack the guard", "fight"),
        ("en", "never mind, I do not climb", "climb"),
    ],
)
def test_what_is_denied_is_not_done(language: Language, text: str, denied: str) -> None:
    reading = READERS[language].read(text, YARD, MARA)
    assert denied in reading.denied
    assert denied not in reading.families


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "que puis-je faire ?"), ("fr", "Quoi faire"), ("en", "what can I do?"), ("en", "What now?")],
)
def test_questions_about_play_are_known(language: Language, text: str) -> None:
    assert READERS[language].read(text, YARD, MARA).meta


def test_gear_and_people_are_named() -> None:
    reading = READERS["fr"].read("je crochète la serrure avec mes rossignols, Odile m'aide", YARD, MARA)
    assert [each.id for each in reading.items] == ["picks"]
    assert reading.people == (CharacterId("odile"),)


def test_a_longer_name_hides_the_shorter_one_in_it() -> None:
    reading = READERS["en"].read("look at the rusty gate", YARD, MARA)
    assert [each.id for each in reading.features] == ["gate"]


def test_what_is_not_there_is_absent() -> None:
    away = replace(YARD, facts=(FactId("guard_away"),))
    reading = READERS["fr"].read("parler au gardien", away, MARA)
    assert reading.features == ()
    assert [each.id for each in reading.absent] == ["guard"]


def test_folding_forgets_case_accents_and_ligatures() -> None:
    assert normalise("L’Œil Éteint") == "l'oeil eteint"
    assert tokens("J'essaie d’ouvrir — vite !") == ("j", "essaie", "d", "ouvrir", "vite")
    assert tokens("I don't") == ("i", "do", "not")


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("crocheter", "crochetter", True),
        ("crocheter", "crochete", True),
        ("serach", "search", True),
        ("search", "seatch", True),
        ("search", "starve", False),
        ("search", "sea", False),
    ],
)
def test_one_letter_is_mended_and_no_more(one: str, other: str, apart: bool) -> None:
    assert one_letter_apart(one, other) is apart
    assert one_letter_apart(other, one) is apart


@given(st.text(max_size=300), st.sampled_from(["fr", "en"]))
def test_any_text_can_be_read(text: str, language: Language) -> None:
    READERS[language].read(text, YARD, MARA)


def test_the_narrator_reads_in_both_languages() -> None:
    assert {OfflineNarrator(SCENARIO, CHARACTERS, each).language for each in ("fr", "en")} == {"fr", "en"}
