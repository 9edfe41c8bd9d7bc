"""Leaving and coming back: every turn is saved, play goes on where it stood, and nobody else plays meanwhile."""

import pytest

from engine.core.check import Check, Complication, ComplicationKind, Difficulty
from engine.core.commands import AnnounceCheck, DescribeBreakdown, LeaveStory, MarkCharacter, RollCheck
from engine.core.sheet import Attribute, Breakdown
from engine.story import MarkingEvent
from tests.terminal.person import Person, played, prepared

CHECK = Check(
    actor="akiko",
    attribute=Attribute.INT,
    difficulty=Difficulty.STANDARD,
    stake="a door",
    action="open the door",
    risk="It may creak.",
    on_failure=Complication(ComplicationKind.NOISE, "The hinges howl."),
    specialty="hacking",
)
HORROR = MarkCharacter("akiko", MarkingEvent.UNSPEAKABLE, "what lies in the nave")
ENGLISH = ("--lang", "en", "--save", "evening")


def test_a_campaign_goes_on_from_the_list_where_it_stood(tmp_path):
    with Person(tmp_path, "--lang", "en", "--character", "lucho", "--variant", "raw") as lucho:
        lucho.answered()
        lucho.say("look at the mural")
        lucho.say("/quit")
        assert lucho.leaves() == 0
    with Person(tmp_path, "--lang", "en") as again:
        listed = again.answered()
        assert "Go on, or begin anew? 1. Low Water — low_tide-lucho 2. A new adventure" in listed
        came = again.say("")
        assert "You are back in low_tide-lucho.breche, at turn 1." in came
        assert "Previously Port-Lazare, ten in the evening" in came
        assert "The Under before the water" in came
        assert "turn 1" in came


WAITING = [
    ((AnnounceCheck(CHECK),), ("It may creak.", "Odds success", "[r] roll")),
    ((AnnounceCheck(CHECK), (RollCheck(), (1, 1, 2, 2, 3, 4))), ("Dice 1 1 2 2 3 4", "[r] reroll", "[a] accept")),
    (((HORROR, (1, 1)), (HORROR, (1, 1))), ("Akiko Tanabe breaks down. How?", "1 flight")),
    (
        ((HORROR, (1, 1)), (HORROR, (1, 1)), DescribeBreakdown("akiko", Breakdown.FLIGHT)),
        ("You are back in evening.breche, at turn 3.",),
    ),
    ((LeaveStory(),), ("The story is over. /undo goes back one turn",)),
]


@pytest.mark.parametrize(("before", "shown"), WAITING)
def test_whatever_waits_is_shown_again(tmp_path, before, shown):
    prepared(tmp_path, *before)
    done = played(tmp_path, "", *ENGLISH)
    said = " ".join((done.out + done.err).split())
    for each in shown:
        assert each in said
    with Person(tmp_path, *ENGLISH) as person:
        came = person.answered()
        for each in shown:
            assert each in came


def test_a_broken_character_is_told_what_ends_it(tmp_path):
    prepared(tmp_path, (HORROR, (1, 1)), (HORROR, (1, 1)))
    done = played(tmp_path, "\ndance\n1\nlook at the mural\nsleep\nlook at the mural\n", *ENGLISH)
    # Nothing is none of the ways, and neither is "dance".
    assert done.err.count("Akiko Tanabe breaks down. How?") == 2
    assert "Breakdown: flight." in done.out
    assert "type “sleep”" in done.out
    assert "Akiko Tanabe is back." in done.out


def test_undo_takes_a_decision_back_and_keeps_dice_that_fell(tmp_path):
    asked = ("--lang", "en", "--seed", "3", "--variant", "raw", "--character", "akiko", "--save", "evening")
    done = played(tmp_path, "take Joris's pass\n/undo\n/undo\ntake Joris's pass\nr\n/undo\nr\n", *asked)
    assert "Taken back: “take Joris's pass”." in done.err
    assert "There is nothing to take back: this is the beginning." in done.err
    assert "Taken back: “roll”. The dice stay as they fell" in done.err
    assert "is kept aside in the save" in done.err
    first, again = (line for line in done.out.splitlines() if line.startswith("  Dice"))
    assert first == again


def test_open_elsewhere_is_exit_6_and_names_the_save(tmp_path):
    with Person(tmp_path, "--lang", "fr", "--character", "akiko", "--variant", "raw", "--save", "soir") as first:
        first.answered()
        done = played(tmp_path, "regarder\n", "--lang", "fr", "--save", "soir")
        assert done.code == 6
        assert done.out == ""
        assert (
            done.err == "«\u00a0soir\u00a0» est jouée ailleurs. Fermez-la là-bas, ou jouez-en une autre (--save NOM).\n"
        )
        first.say("regarder")
        first.press("Ctrl-D")
        assert first.leaves() == 0
    assert played(tmp_path, "", "--lang", "fr", "--save", "soir").code == 0


SLOW = """
import sys, time
from narrator.offline import OfflineNarrator
from table.cli import main
def slowly(self, events, moment):
    for sentence in quickly(self, events, moment):
        yield sentence
        if sentence == "The cord slides out of the loop.":
            time.sleep(600)
quickly, OfflineNarrator.narrate = OfflineNarrator.narrate, slowly
main(["play", *sys.argv[1:]])
"""
SPOKEN = "The cord slides out of the loop."


def test_ctrl_c_while_the_narrator_speaks_keeps_what_came_and_the_turn(tmp_path):
    prepared(tmp_path)
    with Person(tmp_path, *ENGLISH, code=SLOW) as person:
        person.answered()
        person.say("take Joris's pass")
        person.type("r").press("Enter").sees(SPOKEN).press("Ctrl-C")
        came = person.answered()
        assert "(stopped; the turn stands)" in came
        assert "turn 2" in came
        person.say("/quit")
        assert person.leaves() == 0
    lines = person.text.splitlines()
    assert f"{SPOKEN}^C" in lines  # The terminal itself shows the key.
    assert "(stopped; the turn stands)" in lines
    again = played(tmp_path, "", *ENGLISH)
    assert "at turn 2" in again.err
    assert SPOKEN in again.out
    assert "Joris orders a fifth glass" not in again.out
