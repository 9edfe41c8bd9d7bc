"""A campaign made elsewhere may wait for what this terminal cannot play yet: it says so, and nobody is stuck."""

import pytest

from engine.core.check import Attack, Check, Complication, ComplicationKind, Contest, Difficulty, Effort, StakeId
from engine.core.commands import (
    AnnounceCheck,
    AnnounceContest,
    BringAdversary,
    BringCalamity,
    Command,
    EndConflict,
    FaceDanger,
    Manifest,
    RollCheck,
    SendAway,
    StartConflict,
    Strike,
)
from engine.core.foes import (
    AdversaryId,
    Affliction,
    Arrival,
    Calamity,
    CalamityId,
    LeverId,
    Manifestation,
    ManifestationId,
    Profile,
    ProfileId,
    Scale,
)
from engine.core.rules.dangers import DANGERS
from engine.core.sheet import Attribute, CharacterId
from table.verify import verify
from table.words import LANGUAGES, Words
from tests.terminal.person import Person, played, prepared

AKIKO, TEVA = CharacterId("akiko"), CharacterId("teva")
GUARD = AdversaryId("guard")
ARRIVES = BringAdversary(Arrival(GUARD, Profile(ProfileId("guard"), "le garde", 2, 4, 2)))
BLOW = AnnounceCheck(
    Check(
        AKIKO,
        Attribute.INT,
        Difficulty.HARD,
        StakeId("the guard"),
        "strike the guard",
        "He hits back.",
        None,
        aim=Attack(GUARD),
    )
)
FIRE = FaceDanger(
    next(each for each in DANGERS if each.id == "fire"),
    (AKIKO, TEVA),
    "the curtains",
    Complication(ComplicationKind.TIME, "A long way round."),
)
Before = tuple[Command | tuple[Command, tuple[int, ...]], ...]
FIGHT: Before = (ARRIVES, StartConflict())
MISSED: Before = (*FIGHT, BLOW, (RollCheck(), (1, 2, 3, 4)))
CONTEST = AnnounceContest(
    Contest(Effort(AKIKO, Attribute.INT, "opens it"), Effort(TEVA, Attribute.INT, "keeps it shut"), "the door breaks")
)
WAITS: dict[str, Before] = {
    "waits_contest": (CONTEST,),
    "waits_breach": MISSED,
    "waits_blow": (*MISSED, Strike(GUARD, in_contact=(TEVA,))),
    "waits_turn": FIGHT,
}


def flat(text: str) -> str:
    return " ".join(text.split(" ")).replace("\n", " ")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", WAITS)
def test_what_cannot_be_played_here_is_said_in_one_sentence_and_everything_else_works(tmp_path, key, lang):
    file = prepared(tmp_path, *WAITS[key], beside=("teva",))
    turns = verify(file).turns
    sentence = Words(lang, "play")(key)
    lines = "look around\n\n+ the light behind me\n/log\n/why\n/sheet\n/help\n/quit\n"
    done = played(tmp_path, lines, "--lang", lang, "--save", "evening")
    assert done.code == 0
    # On coming back, and for each line that is none of the table's own.
    assert flat(done.err).count(sentence) == 4
    assert verify(file).turns == turns, "nothing was played"


@pytest.mark.parametrize("key", WAITS)
def test_undo_goes_back_to_what_can_be_played(tmp_path, key):
    file = prepared(tmp_path, *WAITS[key], beside=("teva",))
    back = "/undo\n" * len(WAITS[key])
    done = played(tmp_path, f"{back}look at the mural\n", "--lang", "en", "--save", "evening")
    assert done.code == 0
    assert verify(file).diverges_at is None
    assert "The Under before the water" in done.out


def test_a_person_at_a_terminal_sees_it_and_leaves(tmp_path):
    prepared(tmp_path, *MISSED)
    with Person(tmp_path, "--lang", "en", "--save", "evening") as person:
        came = person.answered()
        assert "A breach waits for the GM's answer" in came
        assert "conflict, turn 1" in came
        assert "A breach waits for the GM's answer" in person.say("I run")
        person.say("/quit")
        assert person.leaves() == 0


def test_the_blow_on_the_table_can_be_rolled_here_and_its_breach_is_told(tmp_path):
    prepared(tmp_path, *FIGHT, BLOW, beside=("teva",))
    done = played(tmp_path, "r\n", "--lang", "en", "--save", "evening")
    assert "Against" not in done.err
    assert "no reroll in a conflict" in done.out
    assert "Breach: a strike of le garde may come." in done.out
    assert "A breach waits for the GM's answer" in done.err


def test_each_of_those_exposed_rolls_to_avoid_a_danger(tmp_path):
    file = prepared(tmp_path, FIRE, beside=("teva",))
    done = played(tmp_path, "w\nr\na\nr\na\n/log\n/why\n", "--lang", "en", "--save", "evening")
    assert done.code == 0
    # Nobody steps back from a fire.
    assert "[w]" not in done.err
    assert "[r] roll  [+ reason] add an advantage" in done.err
    assert "Akiko Tanabe — Check: Constitution — Hard" in done.out
    assert "Teva Lacombe — Check: Constitution — Hard" in done.out
    assert "To avoid  " in done.out
    assert "damage 3, Shock" in done.out
    assert verify(file).diverges_at is None


def test_a_manifestation_is_avoided_too(tmp_path):
    wave = Manifestation(ManifestationId("wave"), "bells", (Attribute.DEX,), 1, afflictions=(Affliction.THROWN_DOWN,))
    tide = Calamity(CalamityId("deep"), "la grande marée", Scale.WORLD, "the quay", (wave,), (LeverId("bells"),))
    file = prepared(tmp_path, BringCalamity(tide), Manifest(tide.id, wave.id, (AKIKO,)))
    done = played(tmp_path, "r\na\n/why\n", "--lang", "fr", "--save", "evening")
    assert "Manifestation (la grande marée)" in done.out
    assert "4 de dégâts, à terre" in done.out
    assert verify(file).diverges_at is None


def test_a_roll_against_somebody_who_has_gone_can_be_looked_back_at(tmp_path):
    gone = (SendAway(GUARD, "the bell calls him"), EndConflict())
    prepared(tmp_path, *FIGHT, BLOW, (RollCheck(), (5, 6, 6, 6)), *gone, beside=("teva",))
    done = played(tmp_path, "/why\n/log\n/sheet\nlook at the mural\n", "--lang", "en", "--save", "evening")
    assert done.code == 0
    assert "strike the guard" in done.out
    assert "Le garde, Health 4 → 1" in done.out
    assert "Departure of le garde" in done.out
    assert "The Under before the water" in done.out
