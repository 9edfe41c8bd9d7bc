"""What bots type: each policy's taste."""

from dataclasses import replace
from random import Random

from narrator import prompting
from narrator.ruling.suggesting import Ideas
from table.playtest.players import POLICIES
from table.playtest.players.lines import LEAST_CHANCE, TASTES, Page, anything, going_on, in_turn, with_care

HERO = replace(prompting.characters()[0].sheet(), health=5)
IDEAS = Ideas(
    rests=("take a short break",),
    ways=("go to the quay", "go to the mole"),
    hints=("search the wheel",),
    deeds=("climb the chain",),
    looks=("look at the motor",),
)


def page(**changed: object) -> Page:
    begun = Page(HERO, IDEAS, (), {}, {}, Random(1))
    return replace(begun, **changed)  # type: ignore[arg-type]


def test_every_taste_is_that_of_a_policy() -> None:
    assert {*TASTES} <= {*POLICIES}
    assert {*LEAST_CHANCE} <= {*POLICIES}


def test_whoever_plays_by_chance_types_each_line_once_before_any_twice() -> None:
    typed: dict[str, int] = {}
    for _ in IDEAS.every:
        line = anything(page(typed=typed))
        typed[line] = typed.get(line, 0) + 1
    assert typed == dict.fromkeys(IDEAS.every, 1)


def test_the_bold_try_what_is_new_and_go_on() -> None:
    assert going_on(page()) in ("search the wheel", "climb the chain")
    tried = {"search the wheel": 1, "climb the chain": 1}
    assert going_on(page(typed=tried)) in IDEAS.ways
    assert going_on(page(typed={**tried, "go to the quay": 1})) == "go to the mole"


def test_the_cautious_rest_when_hurt_and_not_otherwise() -> None:
    assert with_care(page(hero=replace(HERO, health=2))) == "take a short break"
    assert with_care(page(hero=replace(HERO, stress=5))) == "take a short break"
    assert with_care(page()) != "take a short break"
    assert with_care(page(hero=replace(HERO, health=2), typed={"take a short break": 1})) != "take a short break"


def test_the_cautious_come_back_to_the_best_of_what_they_shrank_from() -> None:
    typed = dict.fromkeys(IDEAS.every, 1)
    shrunk = {"search the wheel": 0.2, "climb the chain": 0.35, "swim": 0.39}
    assert with_care(page(typed=typed, shrunk_from=shrunk)) == "climb the chain"
    assert with_care(page(typed={**typed, "climb the chain": 2}, shrunk_from=shrunk)) == "search the wheel"


def test_the_others_take_what_is_suggested_first() -> None:
    assert in_turn(page(suggested=("talk to Idriss",))) == "talk to Idriss"
    assert in_turn(page(suggested=("talk to Idriss",), typed={"talk to Idriss": 1})) == "search the wheel"


def test_who_cannot_act_rests() -> None:
    only = page(ideas=Ideas(rests=("sleep at the refuge",)))
    assert {taste(only) for taste in (anything, going_on, with_care, in_turn)} == {"sleep at the refuge"}
