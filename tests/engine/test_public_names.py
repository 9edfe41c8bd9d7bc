"""What the engine promises to those who import it, and how it is written inside."""

import dataclasses
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import engine
import engine.core.check
import engine.core.commands
import engine.core.events
import engine.core.foes
import engine.core.legal
import engine.core.odds
import engine.core.rules
import engine.core.sheet
import engine.core.state
import engine.core.view
import engine.ruling
import engine.story
from engine.core.foes import Adversary
from engine.core.sheet import Character, Item
from engine.core.state import Conflict, Game

COPIED = (Game, Conflict, Character, Item, Adversary)
"""Without slots: every event copies them, and a dict is copied at once (engine.changing)."""
SOURCES = ("CORE ch.", "RULING", "GM's sheet", "the engine's side")
RULES = [
    importlib.import_module(f"engine.core.rules.{each.name}")
    for each in pkgutil.iter_modules(engine.core.rules.__path__)
]
VALUES = (
    engine.core.check,
    engine.core.commands,
    engine.core.events,
    engine.core.foes,
    engine.core.legal,
    engine.core.odds,
    engine.core.sheet,
    engine.core.state,
    engine.core.view,
    engine.ruling,
    engine.story,
)


def modules(module: ModuleType) -> list[ModuleType]:
    """A module, and those inside it where it is a package."""
    inside = pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}.")
    return [module, *(importlib.import_module(each.name) for each in inside)]


def own(module: ModuleType, kind) -> list:
    """What is written in a module or a package, and not only imported there."""
    return [
        each
        for part in modules(module)
        for _, each in inspect.getmembers(part, kind)
        if each.__module__ == part.__name__
    ]


def test_the_engine_s_names() -> None:
    assert engine.__all__ == [
        "Accepted",
        "BrokenLaw",
        "Code",
        "Dice",
        "EngineError",
        "GivenDice",
        "Refused",
        "SeededDice",
    ]
    assert all(hasattr(engine, each) for each in engine.__all__)


@pytest.mark.parametrize("module", RULES, ids=lambda each: each.__name__.rpartition(".")[2])
def test_every_rule_says_where_it_comes_from(module: ModuleType) -> None:
    rules = [each for each in own(module, inspect.isfunction) if not each.__name__.startswith("_")]
    silent = [each.__name__ for each in rules if not any(source in (each.__doc__ or "") for source in SOURCES)]
    assert not silent, f"{module.__name__}: {', '.join(silent)} cite neither the book nor a ruling"
    assert any(source in (module.__doc__ or "") for source in SOURCES) or not rules


@pytest.mark.parametrize("module", VALUES, ids=lambda each: each.__name__)
def test_messages_and_states_are_frozen_slotted_dataclasses_with_a_meaning(module: ModuleType) -> None:
    values = [each for each in own(module, inspect.isclass) if dataclasses.is_dataclass(each)]
    assert values
    for each in values:
        assert each.__dataclass_params__.frozen, f"{each.__name__} is not frozen"
        assert ("__slots__" in vars(each)) is not (each in COPIED), f"{each.__name__} has no slots"
        # A dataclass without a docstring gets its signature for one.
        assert not (each.__doc__ or f"{each.__name__}(").startswith(f"{each.__name__}("), f"{each.__name__}: no meaning"


@pytest.mark.parametrize(
    ("package", "union", "others"),
    [
        # A new game is asked for before there is a game; care is a part of a rest.
        (engine.core.commands, engine.core.commands.Command, {"NewGame", "Care"}),
        (engine.core.events, engine.core.events.Event, set()),
    ],
    ids=["Command", "Event"],
)
def test_the_unions_hold_every_message(package: ModuleType, union, others: set[str]) -> None:
    messages = {each for each in own(package, inspect.isclass) if dataclasses.is_dataclass(each)}
    assert {each.__name__ for each in messages - set(union.__args__)} == others
    assert set(union.__args__) <= messages


@pytest.mark.parametrize("package", [engine.core.commands, engine.core.events], ids=lambda each: each.__name__)
def test_a_package_of_messages_names_all_of_them(package: ModuleType) -> None:
    parts = {each.__name__ for each in own(package, inspect.isclass)}
    assert parts <= set(package.__all__)
    assert list(package.__all__) == sorted(package.__all__)
