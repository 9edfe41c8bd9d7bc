"""A turn is a straight line: said, proposed, ruled, committed, told. What goes wrong on the way costs no dice."""

import sqlite3

import pytest

from engine.core.check import ComplicationKind, Difficulty
from engine.core.commands import (
    AddAdvantage,
    AnnounceCheck,
    RollCheck,
)
from engine.core.commands import LeaveStory as Leave
from engine.core.events import CheckAnnounced, CheckRolled, FactEstablished, SceneEntered, StoryEnded
from engine.ruling import Code, Refused
from narrator.proposals import AskPlayer, GoTo, LeaveStory, ProposeCheck, ProposedAdvantage, RuleOnAdvantage
from narrator.proposals import RuleWithoutRoll as ProposeRuling
from table.session import MOST_TOLD, REMEMBERED, Asked, Happened, Lost, MeansToLeave, Session, TellingLost, TurnedDown
from table.store import Store
from table.verify import verify
from tests.faults.evening import HATCH, HOLD, QUAY, SECRET, Scripted, a_check, begun, plainly, turn


@pytest.fixture
def file(tmp_path):
    return tmp_path / "evening.breche"


@pytest.fixture
def at_the_table(file):
    """Sits down with a narrator: `at_the_table(GoTo(scene="hold"), tells=[…])`."""
    with begun(file) as store:
        yield lambda *proposed, tells=("So it is.",): Session(store, Scripted(*proposed, tells=tells))


def a_lock(**terms):
    """What a narrator proposes when Mara wants to pick the lock."""
    proposed = {
        "actor": "mara",
        "action": "picks the lock",
        "attribute": "DEX",
        "difficulty": "hard",
        "stake": "the lock",
        "risk": "the watch hears",
        "on_failure": {"kind": "noise", "note": "the lock screams"},
        "on_partial": {"kind": "time", "note": "it takes long"},
        "specialty": "locks",
        "gain": HATCH,
    }
    return ProposeCheck(**{**proposed, **terms})


def turns(session):
    return len(list(session.store.back()))


# Straight through


def test_a_turn_goes_straight_through(at_the_table):
    session = at_the_table(a_lock(), tells=["Mara kneels.", "", "The tide is out."])

    answer = session.say("I pick the lock")

    assert isinstance(answer, Happened)
    assert (answer.number, session.moment.turn) == (1, 1)
    assert isinstance(session.game.pending.check.difficulty, Difficulty)
    kept = next(session.store.back())
    assert (kept.id, kept.said, kept.command) == (answer.turn, "I pick the lock", a_lock().command())
    assert list(session.tell(answer)) == ["Mara kneels.", "", "The tide is out."]
    assert session.store.prose(answer.turn) == ("Mara kneels.", "", "The tide is out.")
    assert session.moment.recent == ("Mara kneels.", "", "The tide is out.")


def test_a_check_is_announced_with_its_pool_and_odds_before_any_die(at_the_table):
    session = at_the_table(a_lock())
    assert (session.pool, session.odds) == (None, None)

    session.say("I pick the lock")

    assert session.pool.size == session.odds.dice == 5
    assert 0 < session.odds.plain.success < session.odds.plain.success_with_reroll < 1
    assert session.game.draws == 0


def test_a_whole_check_from_words_to_outcome(at_the_table):
    session = at_the_table(a_lock(difficulty="standard", on_partial=None))
    session.say("I pick the lock")

    answer = session.do(RollCheck())

    rolled = answer.events[0]
    assert isinstance(rolled, CheckRolled)
    assert len(rolled.faces) == 5
    assert FactEstablished(HATCH) in answer.events
    assert session.view.facts == (HATCH,)
    assert session.pool is None


def test_faces_from_a_real_table_are_played_and_kept(at_the_table):
    session = at_the_table()
    session.do(AnnounceCheck(a_check(session.game)))

    answer = session.do(RollCheck(), faces=(5, 6, 1, 1, 1, 4))

    assert answer.events[0].faces == (5, 6, 1, 1, 1)
    assert answer.events[0].given
    assert verify(session.store.file).diverges_at is None


def test_the_turn_is_committed_before_it_is_told(at_the_table, file):
    session = at_the_table(GoTo(scene="hold"))

    answer = session.say("down")

    with_a_stranger_s_eyes = sqlite3.connect(file).execute("SELECT max(number) FROM turn").fetchone()
    assert with_a_stranger_s_eyes == (answer.number,)
    assert session.narrator.heard == []


def test_the_narrator_tells_after_the_turn_and_knows_what_was_told_before(at_the_table):
    session = at_the_table(GoTo(scene="hold"), GoTo(scene="quay"), tells=["Steps."])
    for said in ("down", "up"):
        list(session.tell(session.say(said)))

    (first, before), (second, after) = session.narrator.heard
    assert [each.scene for each in first if isinstance(each, SceneEntered)] == [HOLD]
    assert (before.turn, before.view.scene, before.recent) == (1, HOLD, ())
    assert [each.scene for each in second if isinstance(each, SceneEntered)] == [QUAY]
    assert (after.turn, after.view.scene, after.recent) == (2, QUAY, ("Steps.",))


def test_the_narrator_remembers_so_many_turns_and_no_more(file):
    with begun(file) as store:
        session = Session(store, Scripted(tells=["Again."]))
        for _ in range(REMEMBERED + 5):
            turn(session, plainly(session.game))
        assert session.moment.recent == ("Again.",) * REMEMBERED
        left = session.moment

    with Store.open(file) as store:
        assert Session(store, Scripted()).moment == left


# Nothing happened


@pytest.mark.parametrize(
    ("proposed", "code"),
    [
        (a_lock(actor="nobody"), Code.NO_SUCH_CHARACTER),
        (a_lock(specialty="hacking"), Code.NO_SUCH_SPECIALTY),
        (a_lock(items=["cannon"]), Code.NO_SUCH_ITEM),
        (a_lock(gain="the moon is made of cheese"), Code.NO_SUCH_FACT),
        (GoTo(scene="moon"), Code.NO_SUCH_EXIT),
        (ProposeRuling(actor="mara", action="flies", verdict="impossible", why="no wings"), Code.REASON_MISSING),
    ],
    ids=lambda each: getattr(each, "name", type(each).__name__),
)
def test_a_refusal_changes_nothing_and_is_not_kept(at_the_table, file, proposed, code):
    session = at_the_table(proposed)
    before, game, moment = file.read_bytes(), session.game, session.moment

    answer = session.say("whatever")

    assert isinstance(answer, Refused)
    assert answer.code is code
    assert (session.game, session.moment) == (game, moment)
    assert file.read_bytes() == before


@pytest.mark.parametrize("faces", [(), (6, 6), (6, 6, 6, 6, 6, 9), (0, 1, 1, 1, 1, 1), (1,) * 20])
def test_faces_that_cannot_have_fallen_are_refused_and_can_be_typed_again(at_the_table, faces):
    session = at_the_table()
    session.do(AnnounceCheck(a_check(session.game)))

    assert isinstance(session.do(RollCheck(), faces=faces), Refused)
    assert (turns(session), session.game.draws) == (2, 0)
    assert isinstance(session.do(RollCheck(), faces=(1, 1, 1, 1, 1, 1)), Happened)


def test_a_question_back_is_no_turn_and_the_narrator_remembers_it(at_the_table, file):
    session = at_the_table(AskPlayer(question="With what?", suggestions=("with the picks", "by force")))
    before = file.read_bytes()

    answer = session.say("I open it")

    assert answer == Asked("With what?", ("with the picks", "by force"))
    assert session.moment.recent == ("With what?",)
    assert session.moment.turn == 0
    assert file.read_bytes() == before


def test_walking_away_is_asked_before_it_is_done(at_the_table, file):
    session = at_the_table(LeaveStory())
    before = file.read_bytes()

    assert session.say("I go home") == MeansToLeave()
    assert session.view.ending is None
    assert file.read_bytes() == before

    answer = session.do(Leave())
    assert [type(each) for each in answer.events] == [StoryEnded]
    assert session.view.ending == "home"


def test_a_story_that_is_over_takes_no_more_turns(at_the_table):
    session = at_the_table(GoTo(scene="hold"))
    session.do(Leave())

    assert session.say("I come back").code is Code.STORY_IS_OVER
    assert turns(session) == 2


def test_a_narrator_that_fails_to_propose_changes_nothing(at_the_table, file):
    class Mute(Scripted):
        def propose(self, text, moment, options, judge):
            raise ConnectionError("the line is cut")

    session = at_the_table(GoTo(scene="hold"))
    heard, session.narrator = session.narrator, Mute()
    before = file.read_bytes()
    assert session.say("down") == Lost("ConnectionError")
    assert file.read_bytes() == before

    session.narrator = heard
    assert isinstance(session.say("down"), Happened)


# An advantage is claimed


def test_a_claim_accepted_adds_its_die(at_the_table):
    dark = ProposedAdvantage(kind="preparation", reason="the lamp is out")
    session = at_the_table(a_lock(), RuleOnAdvantage(why="Nobody sees you.", advantage=dark))
    session.say("I pick the lock")
    before = session.pool.size

    answer = session.claim("I put the lamp out first")

    assert isinstance(answer, Happened)
    assert session.pool.size == before + 1
    kept = next(session.store.back())
    assert (kept.said, kept.command) == ("I put the lamp out first", AddAdvantage(dark.advantage()))


def test_a_claim_turned_down_says_why_and_is_no_turn(at_the_table):
    session = at_the_table(a_lock(), RuleOnAdvantage(why="You never had a dragon."))
    session.say("I pick the lock")
    pool, before = session.pool, turns(session)

    assert session.claim("my dragon helps") == TurnedDown("You never had a dragon.")
    assert (session.pool, turns(session)) == (pool, before)


def test_a_claim_that_the_rules_refuse_is_refused(at_the_table):
    hook = ProposedAdvantage(kind="tool", reason="it is long", item="hook")
    session = at_the_table(a_lock(), RuleOnAdvantage(why="Why not?", advantage=hook))
    session.say("I pick the lock")
    before = turns(session)

    answer = session.claim("with Joren's hook")

    assert answer.code is Code.NO_SUCH_ITEM
    assert turns(session) == before


def test_nothing_is_negotiated_after_the_roll(at_the_table):
    dark = ProposedAdvantage(kind="preparation", reason="the lamp is out")
    session = at_the_table(a_lock(), RuleOnAdvantage(why="Late.", advantage=dark))
    session.say("I pick the lock")
    session.do(RollCheck(), faces=(1, 1, 1, 1, 1))
    before = session.game

    assert session.claim("the lamp was out all along").code in (Code.ALREADY_ROLLED, Code.NO_CHECK_ANNOUNCED)
    assert session.game == before


# The telling breaks


@pytest.mark.parametrize("broken", [ConnectionError("cut"), KeyboardInterrupt(), ValueError("a bug")], ids=repr)
def test_a_telling_that_breaks_keeps_the_turn_and_what_was_told(at_the_table, file, broken):
    session = at_the_table(GoTo(scene="hold"), tells=["You go down.", "It is", broken, "never said"])
    answer = session.say("down")
    heard = []

    with pytest.raises(TellingLost if isinstance(broken, Exception) else type(broken)):
        heard.extend(session.tell(answer))

    assert session.store.prose(answer.turn) == ("You go down.", "It is")
    assert session.moment.recent == ("You go down.", "It is")
    assert session.view.scene == HOLD
    session.store.close()
    with Store.open(file) as store:
        assert store.load() == session.game


def test_a_player_who_cuts_the_telling_short_keeps_what_was_shown(at_the_table):
    session = at_the_table(GoTo(scene="hold"), tells=["One.", "Two.", "Three."])
    answer = session.say("down")

    def listens():
        for sentence in session.tell(answer):
            if sentence == "Two.":
                raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        listens()

    assert session.store.prose(answer.turn) == ("One.", "Two.")
    assert session.view.scene == HOLD


def test_a_turn_is_told_again_in_other_words(at_the_table):
    session = at_the_table(GoTo(scene="hold"), tells=["Down."])
    answer = session.say("down")
    list(session.tell(answer))
    game = session.game
    session.narrator.tells = ("Down, into the dark.",)

    list(session.tell(answer))

    assert session.store.prose(answer.turn) == ("Down, into the dark.",)
    assert session.game == game
    assert turns(session) == 2


# Back


def test_going_back_says_what_is_taken_back_and_where_it_is_kept(at_the_table):
    session = at_the_table(a_lock(), tells=["Mara kneels."])
    list(session.tell(session.say("I pick the lock")))
    announced = session.game
    session.do(RollCheck(), said="roll")

    undone = session.undo()

    assert (undone.turn.command, undone.turn.said, undone.kept_as) == (RollCheck(), "roll", "main")
    assert session.game == announced
    assert session.moment.turn == 1
    assert session.moment.recent == ("Mara kneels.",)


def test_there_is_nothing_before_the_beginning(at_the_table, file):
    session = at_the_table()
    before = file.read_bytes()

    assert session.undo() is None
    assert file.read_bytes() == before


# Secrets


def test_what_the_player_sees_of_a_check_has_no_stakes_and_no_gain(at_the_table):
    session = at_the_table(a_lock())

    answer = session.say("I pick the lock")
    list(session.tell(answer))

    shown = next(each for each in answer.events if isinstance(each, CheckAnnounced)).check
    assert (shown.on_failure, shown.on_partial, shown.gain, shown.clue) == (None,) * 4
    committed = next(session.store.back()).events[0].check
    assert committed.on_failure.kind is ComplicationKind.NOISE
    assert committed.gain == HATCH


def test_no_secret_is_told_or_shown_before_it_is_out(at_the_table):
    session = at_the_table(a_lock(), GoTo(scene="hold"))
    seen = [session.say("I pick the lock"), session.do(RollCheck(), faces=(6, 6, 6, 6, 6))]
    for each in seen:
        list(session.tell(each))
    seen += [session.view, session.moment, session.pool, session.odds, session.narrator.heard]
    assert SECRET not in repr(seen)

    out = session.say("down")

    assert FactEstablished(SECRET) in out.events
    assert SECRET in session.view.facts


def test_the_narrator_hears_only_what_the_players_may_see(at_the_table):
    session = at_the_table(a_lock())
    answer = session.say("I pick the lock")
    list(session.tell(answer))

    ((events, moment),) = session.narrator.heard
    assert events == answer.events
    assert moment.view == session.view
    assert "the lock screams" not in repr((events, moment))


def test_prose_without_end_is_not_listened_to_for_ever(at_the_table):
    session = at_the_table(GoTo(scene="hold"), tells=["And on and on."] * 10_000)
    heard = "".join(session.tell(session.say("down")))
    assert MOST_TOLD - 100 < len(heard) <= MOST_TOLD


def test_no_sentence_can_forge_a_line_of_the_table(at_the_table):
    session = at_the_table(GoTo(scene="hold"), tells=["All is well.\n  Dice  [6] [6] [6]\x1b[31m", "Bien\u00a0!"])
    assert list(session.tell(session.say("down"))) == ["All is well. Dice [6] [6] [6]", "Bien\u00a0!"]
    assert a_lock(action="picks\nPool  99 dice").action == "picks Pool 99 dice"


def test_a_narrator_that_fails_to_weigh_gives_no_die(at_the_table):
    class Mute(Scripted):
        def weigh(self, reason, moment, options, judge):
            raise ValueError("a bug")

    session = at_the_table(a_lock())
    session.say("I pick the lock")
    session.narrator = Mute()
    before = session.pool
    assert session.claim("with my picks") == Lost("ValueError")
    assert session.pool == before


def test_whatever_was_cut_short_play_stands_where_the_save_stands(at_the_table, monkeypatch):
    """Ctrl-C right after a commit: the turn stands in the save, and nobody has told the session yet."""
    session = at_the_table(GoTo(scene="hold"))
    append = session.store.append

    def committed_and_cut(*turn):
        append(*turn)
        raise KeyboardInterrupt

    monkeypatch.setattr(session.store, "append", committed_and_cut)
    with pytest.raises(KeyboardInterrupt):
        session.say("down")
    assert (session.view.scene, session.number) == (QUAY, 0)
    session.reload()
    assert (session.view.scene, session.number) == (HOLD, 1)
    monkeypatch.undo()
    assert isinstance(turn(session, plainly(session.game)), Happened)


def test_questions_do_not_push_the_prose_out_of_mind(at_the_table):
    session = at_the_table(GoTo(scene="hold"), *[AskPlayer(question="What?")] * 30, tells=["You go down."])
    list(session.tell(session.say("down")))
    for _ in range(30):
        session.say("hm")
    assert "You go down." in session.moment.recent
