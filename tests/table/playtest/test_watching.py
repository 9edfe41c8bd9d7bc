"""The laws of a playtest: whatever breaks one is caught, and named by it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core.evolve import evolve_all, fold
from engine.core.rules.variants import MAX_STRESS, max_health
from engine.core.sheet import Resource, Variant
from engine.core.state import Game
from engine.ruling import Code, refuse
from narrator.ruling.suggesting import Ideas
from table.playtest.fights import Turn
from table.playtest.watching import LawBroken, check_again, check_answer, check_state, check_way_on
from table.session import Asked, Lost
from tests.table.playtest.fighting import encounter, fighter, foe, fought

FOUGHT = fought(encounter(fighter("vex", armour_die=6), foe()))


def after(turns: Sequence[Turn]) -> Game:
    game = fold(FOUGHT.started)
    for _, events in turns:
        game = evolve_all(game, events)
    return game


END, MIDST = after(FOUGHT.turns), after(FOUGHT.turns[:-1])


def with_vex(**changes: object) -> Game:
    return replace(MIDST, characters=(replace(MIDST.characters[0], **changes),))


def with_armour_of(die: int) -> Game:
    worn = (replace(each, resource=Resource(die, 6) if each.resource else None) for each in MIDST.characters[0].items)
    return with_vex(items=tuple(worn))


@pytest.mark.parametrize(
    ("stands", "law"),
    [
        (with_vex(health=-1), "Health and Stress"),
        (with_vex(health=max_health(Variant.BLOCKBUSTER) + 1), "Health and Stress"),
        (with_vex(stress=-1), "Health and Stress"),
        (with_vex(stress=MAX_STRESS + 1), "Health and Stress"),
        (with_armour_of(8), "a Resource"),
        (with_armour_of(-2), "a Resource"),
        (replace(MIDST, adversaries=(replace(MIDST.adversaries[0], health=99),)), "an adversary's Health"),
        (replace(MIDST, adversaries=(replace(MIDST.adversaries[0], health=-1),)), "an adversary's Health"),
        (replace(MIDST, draws=MIDST.draws - 1), "a die that fell"),
    ],
)
def test_a_state_out_of_its_bounds_is_caught(stands, law):
    check_state(MIDST, MIDST)
    with pytest.raises(LawBroken) as broken:
        check_state(MIDST, stands)
    assert broken.value.law.startswith(law)


def test_a_game_that_is_not_what_its_text_says_is_caught():
    check_again(FOUGHT.begun, FOUGHT.started, FOUGHT.turns, END)
    with pytest.raises(LawBroken, match="folded events are the game"):
        check_again(FOUGHT.begun, FOUGHT.started, FOUGHT.turns, replace(END, draws=END.draws + 1))
    *others, (command, events) = FOUGHT.turns
    with pytest.raises(LawBroken, match="resumes from any turn"):
        check_again(FOUGHT.begun, FOUGHT.started, [*others, (command, events[:-1])], END)
    with pytest.raises(LawBroken, match="resumes from any turn"):
        check_again(FOUGHT.begun, FOUGHT.started, FOUGHT.turns[1:], END)


def test_a_game_in_which_nothing_can_be_done_is_a_dead_end():
    check_way_on(END, Ideas(), may_leave=True)
    check_way_on(END, Ideas(looks=("look around",)), may_leave=False)
    with pytest.raises(LawBroken, match="dead end"):
        check_way_on(END, Ideas(), may_leave=False)


def test_a_narrator_that_proposes_what_is_refused_or_falls_over_is_caught():
    check_answer("go on", Asked("Where to?", ()))
    with pytest.raises(LawBroken, match="no illegal proposal"):
        check_answer("go on", refuse(Code.NO_BREACH))
    with pytest.raises(LawBroken, match="no narrator fails"):
        check_answer("go on", Lost("ZeroDivisionError"))
