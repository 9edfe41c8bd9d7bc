"""The rules of the game, and nothing else: no clock, no file, no network, no randomness of its own."""

from engine.dice import Dice, GivenDice, SeededDice
from engine.errors import BrokenLaw, EngineError
from engine.ruling import Accepted, Code, Refused

__all__ = ["Accepted", "BrokenLaw", "Code", "Dice", "EngineError", "GivenDice", "Refused", "SeededDice"]
