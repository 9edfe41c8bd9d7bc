"""What the engine promises to those who import it, and how it is written inside."""

import dataclasses
import importlib
import inspect
import pkgutil
from types import ModuleType

import pytest

import engine
import engine.core.commands
import engine.core.events
import engine.core.legal
import engine.core.odds
import engine.core.rules
import engine.core.state
import engine.core.view
import engine.ruling
import engine.story

SOURCES = ("CORE ch.", "RULING", "GM's sheet", "the engine's side")
RULES = [
    importlib.import_module(f"engine.core.rules.{each.name}")
    for each in pkgutil.iter_modules(engine.core.rules.__path__)
]
VALUES = (
    engine.core.commands,
    engine.core.events,
    engine.core.legal,
    engine.core.odds,
    engine.core.state,
    engine.core.view,
    engine.ruling,
    engine.story,
)


def own(module: ModuleType, kind) -> list:
    return [each for _, each in inspect.getmembers(module, kind) if each.__module__ == module.__name__]


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
        assert "__slots__" in vars(each), f"{each.__name__} has no slots"
        # A dataclass without a docstring gets its signature for one.
        assert not (each.__doc__ or f"{each.__name__}(").startswith(f"{each.__name__}("), f"{each.__name__}: no meaning"


@pytest.mark.parametrize("union", [engine.core.commands.Command, engine.core.events.Event], ids=["Command", "Event"])
def test_the_unions_hold_every_message(union) -> None:
    module = inspect.getmodule(union.__args__[0])
    assert module is not None
    messages = {each for each in own(module, inspect.isclass) if dataclasses.is_dataclass(each)}
    assert messages - set(union.__args__) <= {engine.core.commands.NewGame}  # asked before there is a game
