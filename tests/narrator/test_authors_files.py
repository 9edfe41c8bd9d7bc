"""An author's own adventure: read when it is right; what is wrong is said where it is, in a sentence."""

import re
from pathlib import Path

import pytest

from narrator import prompting, scenario
from narrator.content_error import ContentError, keys
from tests.narrator.small_adventure import GUIDE, SMALL, spoilt


def written(folder: Path, text: str | bytes) -> Path:
    """An author's file with this in it."""
    file = folder / "mine.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return file


def said_of(folder: Path, text: str | bytes) -> str:
    """What the author is told of it."""
    with pytest.raises(ContentError) as refused:
        prompting.read_scenario(written(folder, text))
    return str(refused.value)


def test_the_guide_describes_every_key() -> None:
    every = keys(scenario)
    assert [
        key for key in every if f"`{key}`" not in GUIDE and f"{key}]]`" not in GUIDE and f"{key} = " not in GUIDE
    ] == []


def test_the_smallest_adventure_is_read(tmp_path: Path) -> None:
    assert prompting.read_scenario(written(tmp_path, SMALL)).id == "cellar_door"
    assert prompting.read_scenario(written(tmp_path, "\ufeff" + SMALL)).id == "cellar_door"
    assert prompting.read_scenario(written(tmp_path, SMALL.replace("\n", "\r\n"))).id == "cellar_door"


FORCE = r"scene\[0\]\.feature\[0\]\.approach\[0\]"
READ = r"scene\[0\]\.feature\[1\]\.approach\[0\]"
POCKET = r"scene\[0\]\.feature\[1\]\.approach\[1\]"
EAT = r"scene\[0\]\.feature\[1\]\.approach\[2\]"
PARTIAL = 'partial = { kind = "noise", note = { fr = "Elle grince.", en = "It creaks." } }\n'
SPOILT = {
    # TOML
    "no equals sign": ("format = 1", "format 1", r"not TOML: .*line 2, column 8"),
    "a number without end": ("format = 1", "format = " + "1" * 5000, r"this is not TOML"),
    "lists without end": ("format = 1", "format = " + "[" * 5000, r"too deep"),
    # Shape
    "an unknown key": (
        "hints =",
        "hint =",
        r"scene\[0\]\.hint \(landing\): there is no such key; did you mean 'hints'\?",
    ),
    "a missing key": (
        'look = { fr = "Du bois.", en = "Wood." }',
        "",
        r"scene\[0\]\.feature\[0\]\.look \(landing/door\): this key is missing",
    ),
    "one language": (
        '{ fr = "Du bois.", en = "Wood." }',
        '{ fr = "Du bois." }',
        r"feature\[0\]\.look\.en \(landing/door\): this key is missing",
    ),
    "a number for a text": ('en = "Wood."', "en = 3", r"look\.en \(landing/door\): expected a text in quotes"),
    "a text for yes": (
        "free = true",
        'free = "true"',
        r"free \(landing/note/pocket\): expected true or false, without quotes",
    ),
    "a text for a list": (
        'actions = ["force"]',
        'actions = "force"',
        r"actions \(landing/door/force\): expected a list",
    ),
    "an empty text": ('en = "Wood."', 'en = " "', r"look\.en \(landing/door\): expected a text, found an empty one"),
    "an empty list": (
        'actions = ["force"]',
        "actions = []",
        r"actions \(landing/door/force\): expected 1 or more, found 0",
    ),
    "one hint": (
        ', { fr = "lire le mot", en = "read the note" }',
        "",
        r"hints \(landing\): expected 2 or more, found 1",
    ),
    "a long text": ('en = "Wood."', f'en = "{"w" * 2001}"', r"too long: 2000 characters at the most"),
    "a bad id": (
        'id = "door"',
        'id = "The Door"',
        r"expected small letters, digits and _, a letter first \(found 'The Door'\)",
    ),
    "an unknown attribute": (
        '"FOR"',
        '"STR"',
        FORCE + r"\.attribute \(landing/door/force\): expected .*'FOR'.* found 'STR'",
    ),
    "an unknown difficulty": (
        '"hard"',
        '"tough"',
        FORCE + r"\.difficulty .*: expected 'standard', 'hard' or 'feat', found 'tough'",
    ),
    "another format": ("format = 1", "format = 2", r"format: expected 1, found 2"),
    "a bad gender": (
        'gender = "f" }\nlook',
        'gender = "n" }\nlook',
        r"name\.gender \(landing/door\): expected 'm' or 'f', found 'n'",
    ),
    "a table for a list of tables": (
        "[[scene.exit]]",
        "[scene.exit]",
        r"scene\[0\]\.exit \(landing\): expected a list",
    ),
    # Ids
    "a way nowhere": ('to = "cellar"', 'to = "attic"', r"way to 'attic', which does not exist"),
    "a start nowhere": ('start = "landing"', 'start = "attic"', r"start names the scene 'attic'"),
    "a way on no fact": (
        'gender = "f" }\nwhen = { facts = ["door_open"] }',
        'gender = "f" }\nwhen = { facts = ["door"] }',
        r"asks for the fact 'door', which does not exist",
    ),
    "a gain of no fact": (
        'gain = "door_open"',
        'gain = "door"',
        FORCE + r" \(landing/door/force\)\.gain: there is no fact 'door'",
    ),
    "a feature on no fact": (
        'id = "door"\n',
        'id = "door"\nwhen = { without = ["nothing"] }\n',
        r"feature\[0\] \(landing/door\)\.when\.without: there is no fact 'nothing'",
    ),
    "an approach on no clock": (
        'id = "eat"',
        'id = "eat"\nwhen = { clock = "moon" }',
        EAT + r" .*\.when\.clock: there is no clock 'moon'",
    ),
    "an approach in no scene": (
        'id = "eat"',
        'id = "eat"\nwhen = { scene = "attic" }',
        EAT + r" .*\.when\.scene: there is no scene 'attic'",
    ),
    "no such action": (
        'actions = ["force"]',
        'actions = ["frobnicate"]',
        FORCE + r" .*actions\[0\]: there is no action 'frobnicate'",
    ),
    "an action that the program rules": (
        'actions = ["force"]',
        'actions = ["go"]',
        r"there is no action 'go' that an approach can answer to",
    ),
    "no such character": (
        '["akiko"]',
        '["akido"]',
        r"characters\[0\]: there is no character 'akido'; there are: akiko, ",
    ),
    "a scene twice": ('id = "cellar"\n', 'id = "landing"\n', r"scene 'landing' stands twice"),
    "a feature twice": ('id = "note"', 'id = "door"', r"scene\[0\] \(landing\): the feature 'door' stands twice"),
    "an approach twice": ('id = "pocket"', 'id = "read"', r"\(landing/note\): the approach 'read' stands twice"),
    # Rulings
    "nothing at all": ("free = true", "", POCKET + r" .*: an approach is exactly one of .*; this one is none of them"),
    "free and a check": ('gain = "door_open"', 'free = true\ngain = "door_open"', r"this one is check and free"),
    "free and impossible": ('id = "eat"', 'id = "eat"\nfree = true', r"this one is free and impossible"),
    "half a check": ('risk = { fr = "Du bruit.", en = "Noise." }', "", FORCE + r" .*\.risk is missing"),
    "hard without a partial": (PARTIAL, "", FORCE + r" .*\.partial is missing: a hard check needs one"),
    "standard with a partial": (
        '"standard"',
        '"standard"\n' + PARTIAL.rstrip(),
        READ + r" .*\.partial: a standard check has no partial",
    ),
    "free with a partial": (
        "free = true",
        "free = true\n" + PARTIAL.rstrip(),
        POCKET + r" .*\.partial belongs to a check alone",
    ),
    "an impossible gain": (
        'id = "eat"',
        'id = "eat"\ngain = "door_open"',
        EAT + r" .*\.gain: an impossible approach brings nothing",
    ),
    "a gain that comes by itself": (
        'gain = "door_open"',
        'gain = "alone"',
        r"\.gain: the fact 'alone' comes by its own `when`",
    ),
    "a clue that can be missed": (
        'clue = "note_read"',
        'clue = "door_open"',
        READ + r" .*\.clue: the fact 'door_open' is not essential",
    ),
    "a roll for what none can miss": (
        'gain = "door_open"',
        'gain = "note_read"',
        r"\.gain: the fact 'note_read' is essential, and nobody rolls for it",
    ),
    "a clue that is the gain": (
        'clue = "note_read"',
        'clue = "note_read"\ngain = "note_read"',
        r"gain and clue name the same fact",
    ),
    "a gain too early": (
        'id = "note_read"',
        'id = "note_read"\nonly_when = { facts = ["door_open"] }',
        READ + r" .*\.when: 'note_read' waits for 'door_open'",
    ),
    "a long risk": (
        'en = "Noise."',
        f'en = "{"n" * 301}"',
        FORCE + r" .*\.risk\.en has 301 characters; 300 at the most",
    ),
    # Complications
    "incomplete failure": (
        'kind = "wound"',
        'kind = "incomplete"',
        FORCE + r" .*\.failure\.kind: 'incomplete' is for a partial",
    ),
    "a breach": ('kind = "wound"', 'kind = "breach"', r"\.failure\.kind: a breach belongs to a conflict"),
    "wear left out": ('wear = "roll", ', "", READ + r" .*\.failure\.wear is missing"),
    "wear of a wound": (
        'kind = "wound"',
        'kind = "wound", wear = "step"',
        r"\.failure\.wear belongs to 'resource_worn' only",
    ),
    "an item of a wound": (
        'kind = "wound"',
        'kind = "wound", item = "rope"',
        r"\.failure\.item belongs to 'resource_worn' and 'gear_lost' only",
    ),
    # Endings
    "two ways to leave": (
        'kind = "won"',
        'kind = "left"',
        r"ending: 2 are of kind 'left' \(gone, in\); exactly one is expected",
    ),
    "no way to leave": ('kind = "left"', 'kind = "lost"', r"no ending of kind 'left'"),
    "an ending at once": ('when = { scene = "cellar" }', "", r"ending\[0\] \(in\)\.when is missing"),
    # Characters
    "an escape": (
        'en = "Wood."',
        'en = "Wo\\u001b[2Jod."',
        r"scene\[0\]\.feature\[0\]\.look\.en: the text holds the control character U\+001B",
    ),
    "text turned round": ('en = "Wood."', 'en = "Wo\\u202eod."', r"U\+202E; take it out"),
    "a key in disguise": (
        "format = 1",
        'format = 1\n"a\\u200bb" = 1',
        r"the name of a key: the text holds the control character U\+200B",
    ),
}


@pytest.mark.parametrize(("right", "wrong", "sentence"), SPOILT.values(), ids=SPOILT)
def test_what_is_wrong_is_said_where_it_is(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    said = said_of(tmp_path, spoilt(right, wrong))
    assert said.startswith("mine.toml: ")
    assert re.search(sentence, said), said


def test_a_clock_that_is_not_there_cannot_move(tmp_path: Path) -> None:
    clockless = re.sub(r"\[clock\].*?\n\n", "", SMALL, flags=re.DOTALL)
    moved = clockless.replace('kind = "wound"', 'kind = "wound", clock = true')
    assert "failure.clock: this adventure has no clock" in said_of(tmp_path, moved)


def test_a_file_in_another_encoding_is_told_so(tmp_path: Path) -> None:
    assert "it is not UTF-8 (byte 0xE9 in line 2)" in said_of(tmp_path, "format = 1\n# été\n".encode("latin-1"))


def test_a_file_without_end_is_not_read(tmp_path: Path) -> None:
    assert "too large: 1,000,000 bytes at the most" in said_of(tmp_path, b"# " + b"x" * prompting.LARGEST_FILE)


def test_a_file_that_is_not_there_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"nowhere\.toml: it cannot be read \(No such file or directory\)"):
        prompting.read_scenario(tmp_path / "nowhere.toml")


def test_many_faults_are_cut_short(tmp_path: Path) -> None:
    said = said_of(tmp_path, SMALL + '\n[[fact]]\nid = "door_open"\n' + "".join(f"x{n} = 1\n" for n in range(40)))
    assert len(said.splitlines()) == 21
    assert "20 more faults like these" in said
