"""Fights in a few words, for tests: who fights whom, who plays, and what came of it."""

from engine.core.commands import Command
from engine.core.sheet import Variant
from engine.core.state import Game
from table.playtest.encounter import Encounter, EncounterData, FighterData, FoeData, made
from table.playtest.fights import Fight, fight
from table.playtest.game import chunk_of
from table.playtest.plan import Mock, Plan
from table.playtest.summary import Summary


def fighter(id: str, pool: int = 4, **numbers: int) -> FighterData:
    """A PC by numbers."""
    return FighterData(id=id, pool=pool, **numbers)


def foe(id: str = "guard", threat: int = 1, health: int = 3, weapon: int = 2, **numbers: object) -> FoeData:
    """An adversary by numbers."""
    return FoeData(id=id, threat=threat, health=health, weapon=weapon, **numbers)


def encounter(*who: FighterData | FoeData, **more: object) -> Encounter:
    """A party and its adversaries."""
    pcs = tuple(each for each in who if isinstance(each, FighterData))
    foes = tuple(each for each in who if isinstance(each, FoeData))
    return made("here", EncounterData(pc=pcs, adversary=foes, **more))


STEADY = Mock()


def plan(
    what: Encounter, *players: str, variant: Variant = Variant.BLOCKBUSTER, seed: str = "1", narrator: Mock = STEADY
) -> Plan:
    """A playtest of it."""
    return Plan(what, variant, players or ("focused",), seed, narrator)


def fought(what: Encounter, *players: str, number: int = 0, **more: object) -> Fight:
    """One of its fights, played to the end."""
    one = fight(plan(what, *players, **more), number)
    list(one.results())
    return one


def summed(what: Plan, games: int) -> Summary:
    """What so many of its games come to."""
    return chunk_of(what, range(games))


def commands(one: Fight, kind: type[Command]) -> list[Command]:
    """Its commands of a kind."""
    return [command for command, _ in one.turns if isinstance(command, kind)]


def mean(summary: Summary, subject: str) -> float:
    """The mean of a subject that counts numbers."""
    return sum(number * count for number, count in summary.numbers(subject).items()) / summary.games


__all__ = ["Game", "commands", "encounter", "fighter", "foe", "fought", "mean", "plan", "summed"]
