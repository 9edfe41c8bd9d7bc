"""`legal` is complete and sound: `decide` accepts just what it offers."""

import random
from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import Command, NewGame
from engine.core.decide import decide, new_game
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.legal import Options, check_domain, legal
from engine.core.sheet import Variant
from engine.core.state import Game
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from tests.laws.asking import Asking
from tests.laws.odd import Odd
from tests.laws.offers import offered
from tests.laws.walks import NIGHT, Walk, walks
from tests.laws.world import CAST


def stands(game: Game, options: Options, command: Command) -> bool:
    """Whether `decide` accepts a command, which is whether it is offered."""
    answer = decide(game, command, SeededDice(game.seed))
    accepted = isinstance(answer, Accepted)
    said = answer.sentence if isinstance(answer, Refused) else "accepted"
    assert accepted == offered(game, options, command), f"{command!r}: {said}"
    return accepted


@given(walks())
def test_whatever_is_offered_is_accepted(walk: Walk) -> None:
    for step in walk.steps:
        assert offered(step.before, legal(step.before), step.command), step.command
        assert isinstance(step.answer, Accepted), f"{step.command!r}: {step.answer}"
    for game in walk.games:
        for command in legal(game).commands:
            assert isinstance(decide(game, command, SeededDice("any")), Accepted), f"{command!r} is listed"


@given(walks())
def test_what_one_may_do_is_what_is_offered_to_them_among_all(walk: Walk) -> None:
    for game in walk.games:
        offered_to = {each.actor: each for each in legal(game).checks}
        assert {each.id: check_domain(game, each.id) for each in game.characters if check_domain(game, each.id)} == (
            offered_to
        )


@given(walks(), st.data())
def test_whatever_is_accepted_was_offered(walk: Walk, data: st.DataObject) -> None:
    def pick(values):
        return data.draw(st.sampled_from(values))

    for step in walk.steps[-5:]:
        odd, options = Odd(pick, step.before), legal(step.before)
        before = repr(step.before)
        for command in (odd.near(step.command), odd.command()):
            stands(step.before, options, command)
        assert repr(step.before) == before


def chance(games: int, longest: int = 60) -> tuple[Counter[type], Counter[type], Counter[bool]]:
    """Games by chance: the commands and events of them, and how many odd commands were accepted and refused."""
    asked: Counter[type] = Counter()
    happened: Counter[type] = Counter()
    stood: Counter[bool] = Counter()
    for number in range(games):
        source = random.Random(number)
        asking = Asking(lambda values, source=source: values[source.randrange(len(values))])
        cast = CAST[: source.randint(1, 4)]
        begun = new_game(NewGame(source.choice(list(Variant)), f"seed {number}", NIGHT, cast))
        assert isinstance(begun, Accepted)
        game = fold(begun.events)
        happened.update(map(type, begun.events))
        for turn in range(longest):
            options = legal(game)
            command = asking.anything(game, options, turn)
            odd = Odd(asking.pick, game)
            stood[stands(game, options, odd.near(command))] += 1
            stood[stands(game, options, odd.command())] += 1
            answer = decide(game, command, SeededDice(game.seed))
            assert isinstance(answer, Accepted), f"game {number}, turn {turn}, {command!r}: {answer}"
            asked[type(command)] += 1
            happened.update(map(type, answer.events))
            game = evolve_all(game, answer.events)
            if game.progress.ending is not None and not legal(game).advances:
                break
    return asked, happened, stood


def test_games_by_chance_ask_everything_and_everything_happens() -> None:
    asked, happened, stood = chance(400)
    assert {each.__name__ for each in set(get_args(Command)) - set(asked)} <= {"LeaveStory"}
    assert {each.__name__ for each in set(get_args(Event)) - set(happened)} == set()
    # The law says nothing where all odd commands fall on one side.
    assert min(stood[True], stood[False]) > 1000


@pytest.mark.parametrize("field", ["checks", "standing", "idle", "uses", "sights", "ambushes"])
def test_the_law_can_fail(field: str) -> None:
    """With one domain left out of the options, something accepted is no longer offered."""
    source = random.Random(5)
    asking = Asking(lambda values: values[source.randrange(len(values))])
    missed = 0
    for number in range(150):
        begun = new_game(NewGame(Variant.RAW, f"seed {number}", NIGHT, CAST))
        assert isinstance(begun, Accepted)
        game = fold(begun.events)
        for turn in range(40):
            options = legal(game)
            command = asking.anything(game, options, turn)
            missed += not offered(game, replace(options, **{field: ()}), command)
            answer = decide(game, command, SeededDice(game.seed))
            assert isinstance(answer, Accepted)
            game = evolve_all(game, answer.events)
            if game.progress.ending is not None:
                break
        if missed:
            return
    assert missed
