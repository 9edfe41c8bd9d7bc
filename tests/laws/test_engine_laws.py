"""The laws of the engine, on random games: what holds whatever is played and whatever falls."""

from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.check import Attack, Check, Manoeuvre, Outcome, Sway
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    BringSetback,
    ConflictEnd,
    EndConflict,
    LeaveStory,
    LetLand,
    Rest,
    RollCheck,
    RollContest,
    WithdrawCheck,
)
from engine.core.decide import Advanced, advance, decide
from engine.core.events import (
    AllyHurt,
    BreachOpened,
    CheckAnnounced,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    ComplicationHappened,
    ContestRolled,
    Event,
    FactEstablished,
    PerilStruck,
    ResistanceRolled,
    ResourceRolled,
    StoryEnded,
)
from engine.core.evolve import evolve, fold
from engine.core.foes import Setback, SetbackKind
from engine.core.legal import legal
from engine.core.rules.checks import pool
from engine.core.rules.variants import max_health
from engine.core.sheet import Breakdown, Variant
from engine.core.state import Game, RestKind
from engine.core.view import view, visible
from engine.dice import GivenDice, SeededDice
from engine.ruling import Accepted, Code, Refused
from tests.laws.walks import Walk, Worst, asking, every_plain_command, strings, walks

DICE = (CheckRolled, CheckRerolled, ResourceRolled, ResistanceRolled, ContestRolled)


def faces(event: Event) -> tuple[int, ...]:
    if isinstance(event, ResourceRolled):
        return (event.face,)
    if isinstance(event, ContestRolled):
        return (*event.acts, *event.resists)
    return event.faces if isinstance(event, CheckRolled | CheckRerolled | ResistanceRolled) else ()


def drawn(walk: Walk) -> list[Event]:
    return [event for event in walk.events if isinstance(event, DICE)]


@given(walks())
def test_whatever_is_legal_is_accepted(walk: Walk) -> None:
    refused = [(step.command, step.answer) for step in walk.steps if isinstance(step.answer, Refused)]
    assert refused == []
    for game in walk.games:
        for command in legal(game).commands:
            assert isinstance(decide(game, command, SeededDice("any")), Accepted), f"{command!r} is legal"


@given(walks(longest=8), st.data())
def test_every_check_of_a_domain_is_accepted(walk: Walk, data: st.DataObject) -> None:
    game = walk.games[-1]
    options = legal(game)
    for domain in options.checks:
        check = asking(data.draw).check(options, domain, 99)
        assert isinstance(decide(game, AnnounceCheck(check), GivenDice()), Accepted), check


@given(walks())
def test_what_is_not_legal_is_refused_and_changes_nothing(walk: Walk) -> None:
    for game in walk.games:
        before, listed = repr(game), legal(game).commands
        for command in every_plain_command(game):
            if command not in listed:
                answer = decide(game, command, SeededDice("any"))
                assert isinstance(answer, Refused), f"{command!r} is not legal and was accepted"
                assert isinstance(answer.code, Code)
                assert answer.sentence
        assert repr(game) == before


@given(walks())
def test_folded_events_are_the_live_game(walk: Walk) -> None:
    assert fold(walk.events) == walk.games[-1]
    for step in walk.steps:
        advanced = advance(step.before, step.command, SeededDice(walk.games[0].seed))
        assert advanced == Advanced(step.events, step.after)


@given(walks())
def test_to_decide_is_pure_and_repeatable(walk: Walk) -> None:
    for step in walk.steps:
        before = repr(step.before)
        again = decide(step.before, step.command, SeededDice(step.before.seed))
        assert again == step.answer
        assert repr(step.before) == before


@given(walks())
def test_faces_come_from_the_seed_each_number_once(walk: Walk) -> None:
    dice, following = SeededDice(walk.games[0].seed), 0
    for event in drawn(walk):
        assert event.draw == following
        assert not event.given
        sides = event.sides if isinstance(event, ResourceRolled) else 6
        assert faces(event) == tuple(dice.face(following + n, sides) for n in range(len(faces(event))))
        following += len(faces(event))
    assert walk.games[-1].draws == following


@given(walks())
def test_the_same_faces_by_hand_bring_the_same(walk: Walk) -> None:
    for step in walk.steps:
        fell = tuple(face for event in step.events for face in faces(event))
        by_hand = decide(step.before, step.command, GivenDice(*fell))
        assert isinstance(by_hand, Accepted)
        assert all(event.given for event in by_hand.events if isinstance(event, DICE))
        seeded = tuple(replace(each, given=False) if isinstance(each, DICE) else each for each in by_hand.events)
        assert seeded == step.events


@given(walks())
def test_numbers_stay_in_their_ranges(walk: Walk) -> None:
    for game in walk.games:
        for who in game.characters:
            assert 0 <= who.stress <= 6
            assert 0 <= who.health <= max_health(game.variant)
            assert (who.breakdown is not None) == (game.variant is Variant.RAW and who.stress == 6)
            assert len({each.id for each in who.wounds}) == len(who.wounds)
            resources = [each.resource for each in who.items if each.resource is not None]
            assert all(each.die in (0, 4, 6, 8, 10, 12) and each.die <= each.maximum for each in resources)
        sizes = {each.id: each.size for each in game.story.clocks}
        assert all(0 < filled <= sizes[each] for each, filled in game.progress.clocks)


def expected_size(game: Game, check: Check) -> int:
    """The book's sum, written out again."""
    who = next(each for each in game.characters if each.id == check.actor)
    bonuses = (2 if check.specialty else 0) + len(check.advantages)
    named: tuple[str, ...] = ()
    if isinstance(check.aim, Attack | Manoeuvre | Sway):
        named = (check.aim.target, *(check.aim.also if isinstance(check.aim, Attack) else ()))
    foes = {each.id: each for each in game.adversaries}
    bonuses += bool(named) and bool(foes[named[0]].holds)
    malus = 1 if game.variant is Variant.RAW and who.stress >= 4 else 0
    cover = max((foes[each].cover for each in named), default=0)
    penalties = check.disadvantage + len(check.hindering) + malus + cover
    return max(1, getattr(who.attributes, check.attribute.name) + min(3, bonuses) - penalties)


@given(walks())
def test_a_pool_is_the_book_s_sum(walk: Walk) -> None:
    for step in walk.steps:
        pending = step.before.pending
        for event in step.events:
            if isinstance(event, CheckRolled):
                assert pending is not None
                assert len(event.faces) == expected_size(step.before, pending.check) + (3 if event.coup else 0)
            if isinstance(event, CheckRerolled):
                assert pending is not None
                assert pending.roll is not None
                assert len(event.faces) == len(pending.roll.faces)
    for game in walk.games:
        if game.pending is not None and game.pending.roll is None:
            check = game.pending.check
            plain, coup = pool(game, check), pool(game, check, coup=True)
            assert plain.size == expected_size(game, check) >= 1
            assert coup.size == plain.size + 3
            assert all(line.dice for line in plain.lines)


@given(walks())
def test_one_complication_a_check_and_none_on_a_success(walk: Walk) -> None:
    for step in walk.steps:
        settled = [each for each in step.events if isinstance(each, CheckSettled)]
        happened = [each.complication for each in step.events if isinstance(each, ComplicationHappened)]
        short = [each for each in settled if each.outcome is not Outcome.SUCCESS]
        partly = Outcome.PARTIAL
        brought = [each.check.on_partial if each.outcome is partly else each.check.on_failure for each in short]
        tied = any(isinstance(each, ContestRolled) and each.winner is None for each in step.events)
        assert happened[tied:] == [each for each in brought if each is not None]
        # Where nothing is committed it is a breach, or the ally who is hurt in it, or what was not avoided.
        otherwise = [each for each in step.events if isinstance(each, BreachOpened | AllyHurt | PerilStruck)]
        assert len(otherwise) == brought.count(None) or not settled


@given(walks())
def test_no_secret_leaves_before_its_time(walk: Walk) -> None:
    game, told, happened = fold(walk.start), set(), set()
    announced: set[str] = set()
    secrets = {each.id for each in game.story.facts if each.secret}
    everything = [(event, None) for event in walk.start] + [(e, s) for s in walk.steps for e in s.events]
    for event, step in everything:
        if step is not None:
            game = evolve(game, event)
        if isinstance(event, FactEstablished):
            told.add(event.fact)
        if isinstance(event, ComplicationHappened):
            happened.add(event.complication.note)
        if isinstance(event, CheckAnnounced):
            checks = (event.check, *event.next_up)
            both = (each for check in checks for each in (check.on_partial, check.on_failure))
            announced |= {each.note for each in both if each is not None}
        hidden = (secrets - told) | (announced - happened)
        seen = [*strings(visible(event)), *strings(view(game))]
        leaked = {each for each in hidden if any(each in text for text in seen)}
        assert not leaked, f"{leaked} leaked with {event!r}"


@given(walks())
def test_nobody_but_a_pc_rolls(walk: Walk) -> None:
    cast = {each.id for each in walk.games[0].characters}
    for event in walk.events:
        named = {each.name for each in fields(event)}
        if named & {"draw", "face", "faces"}:
            assert isinstance(event, DICE)
            if isinstance(event, ContestRolled):
                assert event.winner is None or event.winner in cast
            else:
                assert (
                    event.character if isinstance(event, ResourceRolled | ResistanceRolled) else event.actor
                ) in cast


@given(walks(dice=Worst()))
def test_where_everything_fails_there_is_always_a_way_on(walk: Walk) -> None:
    for game in walk.games:
        if game.progress.ending is not None:
            assert legal(game).commands == ()
            continue
        options = legal(game)
        assert set(options.commands) - {LeaveStory()} or options.breach is not None or options.standoff
        assert can_act_again(game) or all(each.dead for each in game.characters)


def can_act_again(game: Game) -> bool:
    """Whether, the check settled, the conflict over and a night slept, somebody can try something or it has ended."""
    for _ in range(12):
        if game.progress.ending is not None or legal(game).checks:
            return True
        commands = legal(game).commands
        wanted = (
            AcceptOutcome(),
            WithdrawCheck(),
            RollCheck(),
            RollContest(),
            LetLand(),
            EndConflict(),
            EndConflict(ConflictEnd.CAPTURE),
            Rest(RestKind.LONG),
        )
        setback = BringSetback(Setback(SetbackKind.OTHER, "they close in"))
        command = next((each for each in wanted if each in commands), setback)
        answer = decide(game, command, Worst())
        assert isinstance(answer, Accepted)
        for event in answer.events:
            game = evolve(game, event)
    return False


@settings(max_examples=5)
@given(walks(longest=3), st.sampled_from(list(Breakdown)))
def test_the_law_of_the_way_on_can_fail(walk: Walk, manner: Breakdown) -> None:
    # A game where every PC has broken down in a conflict, which cannot be left: the helper has to see it through.
    game = walk.games[-1]
    broken = tuple(replace(each, breakdown=manner, stress=6) for each in game.characters)
    stuck = replace(game, characters=broken, in_conflict=True, pending=None, waiting=())
    assert game.progress.ending is not None or legal(stuck).checks == ()
    assert can_act_again(stuck)


@pytest.mark.parametrize("variant", list(Variant))
def test_walks_reach_what_the_laws_are_about(variant: Variant) -> None:
    """The laws would hold of games in which nothing happens: walks of this kind see every dice event and endings."""
    seen: set[type] = set()

    @settings(max_examples=150, database=None, derandomize=True)
    @given(walks(longest=40))
    def look(walk: Walk) -> None:
        if walk.games[0].variant is variant:
            seen.update(type(each) for each in walk.events)

    look()
    expected = {CheckRolled, CheckRerolled, ResourceRolled, ComplicationHappened, FactEstablished, StoryEnded}
    assert seen >= (expected | {ResistanceRolled} if variant is Variant.RAW else expected)
