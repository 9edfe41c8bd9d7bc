"""A check from its announcement to what it leaves, by keys and by words, in both languages."""

from dataclasses import replace

import pytest

from engine.core.check import Advantage, AdvantageKind, Check, Complication, ComplicationKind, Difficulty
from engine.core.commands import AnnounceCheck, GrantInspiration, MarkCharacter, RollCheck, Suffer, WithdrawCheck
from engine.core.sheet import Attribute
from engine.ruling import Code, refuse
from engine.story import MarkingEvent
from table.campaign import resume
from table.session import Session
from table.terminal import keys
from table.words import Words
from tests.scenes import given, hard
from tests.terminal.person import played, prepared

CHECK = Check(
    actor="akiko",
    attribute=Attribute.INT,
    difficulty=Difficulty.HARD,
    stake="a door",
    action="open the door",
    risk="It may creak.",
    on_failure=Complication(ComplicationKind.NOISE, "The hinges howl."),
    on_partial=Complication(ComplicationKind.EXPOSED, "The door stays ajar."),
    specialty="hacking",
    advantages=(Advantage(AdvantageKind.PREPARATION, "the plans"), Advantage(AdvantageKind.IDEA, "the dark")),
)
UNSPEAKABLE = MarkCharacter("akiko", MarkingEvent.UNSPEAKABLE, "what lies in the nave")
FAILED = (AnnounceCheck(CHECK), (RollCheck(), (1, 1, 2, 2, 3, 3, 4)))


def at(home, *lines, lang="en"):
    """What is said when these lines are typed at the prepared evening, on one line, stdout before stderr."""
    done = played(home, "\n".join(lines) + "\n", "--lang", lang, "--save", "evening")
    assert done.code == 0, done.err
    return " ".join(f"{done.out} {done.err}".split())


def test_the_pool_is_told_line_by_line_with_what_the_cap_lost_and_the_odds(tmp_path):
    prepared(tmp_path, AnnounceCheck(CHECK), variant="blockbuster")
    said = at(tmp_path)
    assert "Check: Hacking, Intelligence — Hard (2 successes needed)" in said
    lines = "+4 Intelligence +2 specialty: Hacking +1 advantage: the plans +1 advantage: the dark"
    assert f"{lines} −1 over the cap of +3, lost Pool 7 dice" in said
    # 7 dice, 2 needed, exactly: 1611, 448 + 128 of 2187.
    assert "Odds success 73.7%, partial 20.5%, failure 5.9% (no reroll: at 0, Stress cannot pay for one)" in said


def test_a_reroll_that_can_be_paid_is_in_the_odds(tmp_path):
    prepared(tmp_path, AnnounceCheck(CHECK))
    assert "failure 5.9% (with a reroll 97.3%)" in at(tmp_path)


@pytest.mark.parametrize("rolled", [False, True])
def test_the_player_s_own_line_goes_before_what_a_model_made_of_it(tmp_path, rolled):
    session = resume(prepared(tmp_path)).session
    with session.store:
        session.do(AnnounceCheck(replace(CHECK, action="You do it.")), said="I search the\nback room")
        if rolled:
            session.do(RollCheck(), said="r", faces=FAILED[1][1])
    assert "I search the back room You try You do it." in at(tmp_path).replace("You said ", "")
    assert "I search the back room You try You do it. The risk" in at(tmp_path, "/why").split("Odds")[-1]
    if rolled:
        assert "I search the back room You try You do it." in at(tmp_path, "a", "/why")


def test_what_the_player_said_is_not_said_twice(tmp_path):
    session = resume(prepared(tmp_path)).session
    with session.store:
        session.do(AnnounceCheck(CHECK), said="Open the door ")
    said = at(tmp_path, "/why")
    assert "You said" not in said
    assert "You try open the door" in said


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_line_that_is_no_key_is_told_of_help_and_the_way_out_once(tmp_path, lang):
    prepared(tmp_path, AnnounceCheck(CHECK), narration=lang)
    assert at(tmp_path, "go to the quay", "look at the crane", lang=lang).count("/help") == 1
    assert at(tmp_path, "", lang=lang).count("/help") == 0
    assert at(tmp_path, "go to the quay", "quit", "HELP", lang=lang).count("/quit") == 3


KEYS = [
    ("en", ("w", "withdraw", "no", "back", "W"), "You step back. Nothing happened."),
    ("fr", ("n", "renoncer", "non", "retour", "N"), "Vous renoncez. Rien ne s'est passé."),
    ("en", ("r", "roll", "Roll", "yes"), "successes, 2 needed"),
    ("fr", ("l", "lancer", "LANCER", "oui"), "succès, 2 requis"),
]


@pytest.mark.parametrize(("lang", "typed", "shown"), KEYS)
def test_a_key_and_its_words_do_the_same(tmp_path, lang, typed, shown):
    for number, each in enumerate(typed):
        home = tmp_path / str(number)
        prepared(home, AnnounceCheck(CHECK), narration=lang)
        assert shown in at(home, each, lang=lang).replace("success,", "successes,")


def test_a_key_of_the_other_language_or_of_another_moment_explains_instead(tmp_path):
    prepared(tmp_path, AnnounceCheck(CHECK))
    waits = "The check is waiting: [r] roll [+ reason] add an advantage [w] withdraw"
    for typed in ("l", "a", "i", "c", "go to the quay"):
        assert waits in at(tmp_path, typed)
    prepared(tmp_path / "rolled", *FAILED)
    assert "The check is waiting: [r] reroll (Stress 0 → 1) [a] accept" in at(tmp_path / "rolled", "w")


def test_an_advantage_is_weighed_and_shown_in_the_new_pool(tmp_path):
    prepared(tmp_path)
    said = at(tmp_path, "take Joris's pass", "+ ", "+ because he is drunk", "+ the room is dark", "r")
    assert "That gives no die. " in said
    assert "Odds" in said
    counted = said.count("That counts:")
    assert said.count("Pool 5 dice") == 1
    assert said.count("Pool 6 dice") == counted


def test_a_failure_may_be_rolled_again_for_stress(tmp_path):
    prepared(tmp_path, *FAILED)
    said = at(tmp_path, "r")
    assert "[r] reroll (Stress 0 → 1) [a] accept" in said
    assert "Dice again" in said
    assert "Stress 0 → 1 (reroll)" in said


def test_in_blockbuster_a_reroll_lowers_stress(tmp_path):
    prepared(tmp_path, UNSPEAKABLE, *FAILED, variant="blockbuster")
    said = at(tmp_path, "r")
    assert "[r] reroll (Stress 2 → 1) [a] accept" in said
    assert "Stress 2 → 1 (reroll)" in said


def test_the_inspiration_rolls_again_and_leaves_stress(tmp_path):
    prepared(tmp_path, GrantInspiration("akiko", "She could not resist the unbreakable lock."), *FAILED)
    said = at(tmp_path, "/sheet", "i", "/sheet")
    assert "[i] reroll with the Inspiration" in said
    assert "The Inspiration is spent." in said
    assert "Stress 0 → 1 (reroll)" not in said
    assert "Inspiration held" in said
    assert "Inspiration none" in said.partition("The Inspiration is spent.")[2]


def test_accepting_brings_the_complication_that_was_committed(tmp_path):
    prepared(tmp_path, *FAILED)
    said = at(tmp_path, "a", "/why", "/log")
    assert "Complication noise" in said
    assert "The hinges howl." in said
    assert "open the door The risk It may creak. +4 Intelligence — one die a point" in said
    assert "Difficulty Hard: it takes 2; each 5 or 6 counts (CORE ch. 2, difficulty)" in said
    assert "−1 over the cap of +3, lost — bonuses never add more than 3 dice together" in said
    log = said.partition("Seed 7")[2]
    for number in ("Pool 7 dice", "success 73.7%", "Dice 1 1 2 2 3 3 4 — 0 successes, 2 needed: failure", "noise"):
        assert number in log


def test_a_coup_declared_is_over_the_cap(tmp_path):
    prepared(tmp_path, UNSPEAKABLE, UNSPEAKABLE, UNSPEAKABLE, AnnounceCheck(CHECK), variant="blockbuster")
    said = at(tmp_path, "c", "/log")
    assert "in a Coup d'éclat: success" in said
    assert "[c] roll in a Coup d'éclat" in said
    assert "A Coup d'éclat is ready: on a check, c declares it." in said.partition("Seed 7")[2]
    assert "Stress 6 → 3 (Coup d'éclat)" in said or "Stress 6 → 0 (Coup d'éclat)" in said


def test_a_reroll_to_stress_six_in_raw_is_a_breakdown_that_the_player_describes(tmp_path):
    marks = ((UNSPEAKABLE, (1, 1)), (replace(UNSPEAKABLE, event=MarkingEvent.HORROR), (1, 1)))
    failed = (AnnounceCheck(CHECK), (RollCheck(), (1, 1, 2, 2, 3, 3)))
    prepared(tmp_path, *marks, *failed)
    said = at(tmp_path, "/why", "r", "nothing", "2", "/log")
    assert "−1 Stress of 4 or more — Raw: one die less on every roll from Stress 4 (CORE ch. 3)" in said
    assert "Stress 5 → 6 (reroll)" in said
    assert "How? 1 flight, 2 paralysis, 3 violence, 4 screams, 5 collapse" in said
    assert "Breakdown: paralysis." in said
    assert "Resistance (CON) 1 1 — not held" in said.partition("Seed 7")[2]
    # The pool in the log is the one that stood on the table, not the one of now.
    assert "Pool 6 dice" in said.partition("Seed 7")[2]


def test_why_tells_a_ruling_without_a_roll_and_that_there_was_none_yet(tmp_path):
    prepared(tmp_path)
    said = at(tmp_path, "/why", "look at the mural", "/why")
    assert "Nothing has been ruled yet: say what your character does." in said
    assert "An action without uncertainty is not rolled (CORE ch. 2, when to ask for a roll)." in said


def test_leaving_the_story_is_asked_first(tmp_path):
    prepared(tmp_path)
    asks = "leave the adventure"
    said = at(tmp_path, asks, "no", asks, "look at the mural", asks, "yes", "look")
    assert said.count("Leave the adventure for good? It ends here. (yes / no)") == 3
    assert said.count("You stay.") == 2
    assert "Ropewalk Street" in said
    assert "The end — The Last Tram. The adventure is left unfinished." in said
    assert said.count("The story is over. /undo goes back one turn") == 2


def test_an_item_rolls_its_die_with_the_check(tmp_path):
    tool = Advantage(AdvantageKind.TOOL, "the deck", item="deck")
    prepared(tmp_path, AnnounceCheck(replace(CHECK, advantages=(tool,))))
    assert "The Memory die rolls too (d8)." in at(tmp_path)
    home = tmp_path / "fell"
    prepared(home, AnnounceCheck(replace(CHECK, advantages=(tool,))), (RollCheck(), (1, 1, 1, 1, 1, 1, 1, 1)))
    log = at(home, "/log", "/sheet")
    assert "Memory d8 shows 1: d8 → d6" in log
    assert "Memory d6 (max d8)" in log
    said = " ".join(played(home, "/log\n", "--lang", "en", "--save", "evening", "--accessible").out.split())
    assert "Memory: d8 shows 1: it goes from d8 to d6" in said


ABOUT = [
    ("take Joris's pass", "", "en", "en"),
    ("take his pass while he snores", "About Joris", "en", "en"),
    ("prendre le passe du pilote ivre", "Concerne Joris", "fr", "fr"),
    ("prendre le passe de Joris", "", "en", "fr"),
]


@pytest.mark.parametrize(("typed", "shown", "lang", "narration"), ABOUT)
def test_what_a_check_is_about_shows_before_the_roll_unless_it_was_named(tmp_path, typed, shown, lang, narration):
    stake = replace(CHECK, stake="dry_dog:joris:pass", action=typed)
    prepared(tmp_path, AnnounceCheck(stake), narration=narration)
    said = at(tmp_path, lang=lang)
    tried = {"en": "You try", "fr": "Vous tentez"}[lang]
    risk = {"en": "The risk", "fr": "Le risque"}[lang]
    assert " ".join(f"{tried} {typed} {shown} {risk}".split()) in said


def test_a_check_on_nothing_of_the_scenario_is_about_nothing(tmp_path):
    prepared(tmp_path, AnnounceCheck(CHECK))
    assert "You try open the door The risk" in at(tmp_path)


WOUNDED = [
    ("en", "New wound", "Wounds", "wounded", "wound: "),
    ("fr", "Nouvelle blessure", "Blessures", "blessé", "blessure : "),
]


@pytest.mark.parametrize(("lang", "new", "wounds", "tier", "hinders"), WOUNDED)
def test_a_wound_that_nobody_named_is_called_by_its_tier(tmp_path, lang, new, wounds, tier, hinders):
    # What her implant costs takes Salma from 7 Health to 6, and so a tier down.
    implant = Advantage(AdvantageKind.TOOL, "the implant", item="throat_implant")
    lies = replace(CHECK, actor="salma", specialty=None, advantages=(implant,))
    priced = (Suffer("salma", 1, "a fall"), AnnounceCheck(lies), (RollCheck(), (6, 6, 6, 6)))
    again = AnnounceCheck(replace(lies, stake="a wall", hindering=("wound-1",)))
    prepared(tmp_path, *priced, again, variant="blockbuster", narration=lang, hero="salma")
    said = at(tmp_path, "/sheet", "/log", lang=lang)
    assert f"{new} {tier}" in said
    assert f"{wounds} {tier}" in said
    assert f"−1 {hinders}{tier}" in said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Akiko Tanabe is out of action. A long rest in the refuge mends that: type “sleep”."),
        ("fr", "Akiko Tanabe est hors de combat. Un long repos au refuge y remédie : tapez « dormir »."),
    ],
)
def test_a_refusal_that_a_night_ends_says_what_to_type(tmp_path, monkeypatch, lang, said):
    prepared(tmp_path, narration=lang)
    monkeypatch.setattr(Session, "say", lambda self, text: refuse(Code.OUT_OF_ACTION, character="akiko"))
    assert said in at(tmp_path, "go to the quay", lang=lang)


@pytest.mark.parametrize(
    ("lang", "line", "rolled"),
    [
        ("en", "ok, roll it", True),
        ("en", "Do it!", True),
        ("en", "I roll the dice", True),
        ("fr", "ok je lance", True),
        ("fr", "allez, on lance", True),
        ("en", "no wait, withdraw", False),
        ("en", "never mind", False),
        ("fr", "non, attends", False),
        ("fr", "laisse tomber", False),
        ("en", "roll the barrel down the stairs", None),
        ("en", "go to the quay", None),
        ("en", "no, ok", None),
        ("fr", "je lance la corde", None),
    ],
)
def test_a_key_is_understood_among_small_words_and_nothing_else_is_a_key(lang, line, rolled):
    """Whatever might be another action leaves the check where it is: a die does not come back."""
    game = given().announced(hard()).game
    command = keys.pressed(game, Words(lang, "play"), line)
    assert command == {True: RollCheck(), False: WithdrawCheck(), None: None}[rolled]
