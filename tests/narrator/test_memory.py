"""What the narrator is reminded of: pins always, what has the words of the moment, and never more than the budget."""

import sqlite3

import pytest

from narrator.memory import LONGEST, MOST_EXCHANGES, Brief, Exchange, Memory, Note, NoteKind, cut, recalling, weight
from narrator.memory.recalling import MOST_WORDS, Index

PLENTY = 2_000


def remembering(*notes: Note) -> Memory:
    memory = Memory()
    for each in notes:
        memory.add(each)
    return memory


def pin(text: str, turn: int = 0, secret: bool = False) -> Note:
    return Note(NoteKind.PIN, text, turn, (), secret)


def canon(text: str, *tags: str, turn: int = 0, secret: bool = False) -> Note:
    return Note(NoteKind.CANON, text, turn, tags, secret)


def recap(text: str, turn: int = 0) -> Note:
    return Note(NoteKind.RECAP, text, turn)


@pytest.fixture(params=["fts5", "plain"])
def search(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the full-text search of SQLite, and on a Python whose SQLite was built without it."""
    if request.param == "plain":
        monkeypatch.setattr(recalling, "_TABLE", "CREATE VIRTUAL TABLE entry USING no_such_search (words)")
    return request.param


def test_an_empty_memory_has_nothing_to_say() -> None:
    assert Memory().brief("who is there?", PLENTY) == Brief()


# What comes up


@pytest.mark.usefixtures("search")
def test_canon_comes_up_with_its_words_and_stays_away_without_them() -> None:
    memory = remembering(canon("Vasseur the notary is bankrupt."), canon("The tide turns at four."))
    assert memory.brief("I ask about the notary", PLENTY).canon == ("Vasseur the notary is bankrupt.",)
    assert memory.brief("I climb the wall", PLENTY).canon == ()


@pytest.mark.usefixtures("search")
@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("L'évêque a béni les bateaux.", "je parle à l'eveque"),
        ("La sœur de Joris tient l'auberge.", "SOEUR"),
        ("Les contrebandiers passent par la grève.", "un contrebandier"),
        ("The smuggler sleeps in the crypt.", "smugglers?"),
        ("Zita n'a qu'une main.", "zita..."),
    ],
)
def test_case_accents_ligatures_and_plurals_hide_nothing(text: str, about: str) -> None:
    assert remembering(canon(text)).brief(about, PLENTY).canon == (text,)


@pytest.mark.usefixtures("search")
def test_tags_count_as_text() -> None:
    memory = remembering(canon("He limps.", "Joris"), canon("She sings.", "Zita"))
    assert memory.brief("Joris comes in", PLENTY).canon == ("He limps.",)


@pytest.mark.usefixtures("search")
def test_small_words_of_both_languages_bring_nothing_up() -> None:
    memory = remembering(
        canon("The wall is in the yard, and it was here."), canon("Il est dans la cour avec une lampe.")
    )
    assert memory.brief("it was the one that is here with all of them", PLENTY).canon == ()
    assert memory.brief("est-ce que la, le, avec une et dans les", PLENTY).canon == ()


@pytest.mark.usefixtures("search")
def test_what_has_more_of_the_words_fits_first_and_among_equals_the_latest() -> None:
    memory = remembering(
        canon("The bell is cracked.", turn=1),
        canon("The bell of the chapel is cracked.", turn=2),
        canon("The bell is cracked.", turn=3),
        canon("Nothing else."),
        canon("Nothing at all."),
        canon("Nothing more."),
        canon("Nothing."),
    )
    assert memory.brief("the bell in the chapel", PLENTY).canon == (
        "The bell of the chapel is cracked.",
        "The bell is cracked.",
    )
    assert Index.find(_indexed("a bell", "a chapel bell", "a bell", *["else"] * 4), "bell, chapel") == [1, 2, 0]


def _indexed(*texts: str) -> Index:
    index = Index()
    index.add(texts)
    return index


def test_a_word_of_the_players_line_that_means_something_to_the_search_is_a_word() -> None:
    memory = remembering(canon("NEAR the ford."), canon("Or: the colour of gold"), canon("Rank and file"))
    for about in ('NEAR("ford" rank, 2)', 'file" OR "gold', "rank : ford - gold *", "{a b} : ^ford + NOT AND"):
        assert memory.brief(about, PLENTY).canon


@pytest.mark.parametrize(
    "text",
    [
        '"',
        "''",
        "NEAR(",
        "*",
        "-",
        "^a",
        "words : x",
        "\0",
        "a\0b",
        "\ud800",
        "%s {x}",
        "';DROP TABLE entry;--",
        "\x1b[31m",
        "ß" * 90,
        "文字",
    ],
)
def test_hostile_text_is_text(text: str, search: str) -> None:
    memory = remembering(canon(text, text), pin(text), recap(text), canon("plain", text, secret=True))
    memory.heard(Exchange(1, text, (text, text)))
    assert memory.brief(text, PLENTY).tokens <= PLENTY
    assert memory.brief(f"plain {text}", PLENTY).hidden == ("plain",)


@pytest.mark.usefixtures("search")
def test_a_very_long_text_and_a_very_long_line_do_no_harm() -> None:
    long = "mot très long, " * 7_000
    memory = remembering(canon(long), pin(long), recap(long), canon("Joris."))
    memory.heard(Exchange(1, long, (long,)))
    said = memory.brief(long, PLENTY)
    assert said.tokens <= PLENTY
    assert all(len(each) <= LONGEST and each.endswith("…") for each in (*said.pins, *said.canon, *said.recap))
    assert said.lately[0].said.endswith("…")


def test_a_long_line_hides_no_name_that_stands_after_it() -> None:
    memory = remembering(canon("Joris is dead."), canon("The bell tolls."))
    line = " ".join(f"word{each}" for each in range(10 * MOST_WORDS))
    assert memory.brief(f"bell {line} Joris", PLENTY).canon == ("Joris is dead.", "The bell tolls.")


# Shares


def test_pins_are_there_whatever_is_asked() -> None:
    memory = remembering(pin("The key is silver."), pin("No spiders."))
    assert memory.brief("", PLENTY).pins == ("The key is silver.", "No spiders.")


def test_pins_that_pass_their_share_leave_the_oldest_out_but_not_those_that_come_up() -> None:
    memory = remembering(*(pin(f"Pin number {each}, of some length.", each) for each in range(100)))
    assert memory.brief("", 300).pins == tuple(f"Pin number {each}, of some length." for each in range(95, 100))
    came_up = remembering(pin("The crypt is flooded."), *(pin(f"Pin number {each}.", each) for each in range(100)))
    assert came_up.brief("I go down to the crypt", 300).pins[0] == "The crypt is flooded."


def test_what_the_pins_leave_goes_to_the_rest() -> None:
    many = [canon(f"The bell rang {each} times.") for each in range(100)]
    alone = len(remembering(*many).brief("bell", 300).canon)
    beside = len(remembering(*many, *(pin(f"Pin {each}, never forget.") for each in range(9))).brief("bell", 300).canon)
    assert alone > beside > 0


def test_fates_come_before_other_canon_and_do_not_take_all_of_its_room() -> None:
    memory = remembering(
        *(Note(NoteKind.FATE, f"Joris fell {each} times.", each) for each in range(100)),
        *(canon(f"Joris sang {each} songs, and then some more.") for each in range(100)),
    )
    said = memory.brief("Joris", 400).canon
    assert any("fell" in each for each in said)
    assert any("sang" in each for each in said)


def test_the_last_scene_is_recalled_before_those_that_come_up_and_those_before_earlier_ones() -> None:
    memory = remembering(
        *(recap(f"Scene {each}. {'The bell was cast. ' if each == 4 else ''}Then on.") for each in range(60))
    )
    said = memory.brief("the bell", 120).recap
    assert said[-1].startswith("Scene 59.")
    assert said[0].startswith("Scene 4.")
    assert len(said) < 60


def test_the_last_turns_come_whole_and_the_earliest_of_them_go_first() -> None:
    memory = Memory()
    for turn in range(30):
        memory.heard(Exchange(turn, f"line {turn}", ("Told.", "", f"And {turn} times told.")))
    assert len(memory.lately) == MOST_EXCHANGES
    lately = memory.brief("", 100).lately
    assert [each.turn for each in lately] == list(range(30 - len(lately), 30))
    assert 0 < len(lately) < MOST_EXCHANGES
    assert lately[-1] == Exchange(29, "line 29", ("Told.", "And 29 times told."))


def test_of_a_last_turn_that_is_too_long_the_end_is_told() -> None:
    memory = Memory()
    memory.heard(Exchange(1, "I look around", tuple(f"Sentence number {each} of many." for each in range(60))))
    (only,) = memory.brief("", 100).lately
    assert only.said == "I look around"
    assert only.told[-1] == "Sentence number 59 of many."
    assert len(only.told) < 60


def test_a_turn_told_again_takes_the_place_of_its_first_telling() -> None:
    memory = Memory()
    memory.heard(Exchange(1, "I wait", ("It rains.",)))
    memory.heard(Exchange(1, "I wait", ("It pours.",)))
    assert memory.lately == [Exchange(1, "I wait", ("It pours.",))]


def test_the_same_text_is_said_once() -> None:
    memory = remembering(canon("The bell is cracked."), canon("The bell is cracked."), pin("The bell is cracked."))
    said = memory.brief("bell", PLENTY)
    assert (said.pins, said.canon) == (("The bell is cracked.",), ())


# Secrets


def test_a_secret_stands_apart_whatever_kind_of_note_it_is() -> None:
    memory = remembering(
        canon("Vasseur pays the smugglers.", secret=True),
        pin("The notary is the killer.", secret=True),
        Note(NoteKind.FATE, "The notary is dead.", 4, (), secret=True),
        Note(NoteKind.RECAP, "The notary wept.", 4, (), secret=True),
        canon("Vasseur is a notary."),
    )
    said = memory.brief("Vasseur the notary", PLENTY)
    assert (said.pins, said.canon, said.recap) == ((), ("Vasseur is a notary.",), ())
    assert len(said.hidden) == 4


def test_a_secret_that_is_out_is_said_openly_too() -> None:
    memory = remembering(canon("The bell is false.", secret=True), canon("The bell is false."))
    said = memory.brief("bell", PLENTY)
    assert (said.canon, said.hidden) == (("The bell is false.",), ("The bell is false.",))


# Lengths


def test_a_text_takes_a_token_for_three_characters_and_one_for_its_line() -> None:
    assert [weight(each) for each in ("", "a", "abc", "abcd")] == [0, 2, 2, 3]


@pytest.mark.parametrize(
    ("text", "most", "short"),
    [
        ("one two three", 13, "one two three"),
        ("one two three", 12, "one two…"),
        ("one two three", 8, "one two…"),
        ("one two three", 7, "one…"),
        ("onetwothree", 5, "onet…"),
        ("one two", 1, ""),
        ("one two", 0, ""),
    ],
)
def test_a_text_is_cut_after_a_word(text: str, most: int, short: str) -> None:
    assert cut(text, most) == short


def test_memory_makes_no_database_before_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object, **__: object) -> None:
        raise AssertionError("opened")

    monkeypatch.setattr(sqlite3, "connect", none)
    memory = remembering(canon("Joris limps."))
    memory.heard(Exchange(1, "I wait", ("It rains.",)))
    with pytest.raises(AssertionError, match="opened"):
        memory.brief("Joris", PLENTY)
