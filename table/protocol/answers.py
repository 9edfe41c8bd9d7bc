"""What is answered: the engine's values as plain JSON, one function a kind of answer."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.core.attack_odds import attack_odds
from engine.core.check import Outcome
from engine.core.events import Event
from engine.core.legal import Options
from engine.core.odds import CheckOdds, Odds, odds
from engine.core.rules.awaiting import awaited
from engine.core.rules.checks import Pool, PoolLine
from engine.core.state import Game
from engine.core.view import all_visible
from table import wire
from table.protocol.requests import AttackTerms, CheckTerms


def standing(game: Game, turn: int) -> dict[str, Any]:
    """Where a game stands: how many turns along its line, what is to be decided first, and its ending."""
    return {"turn": turn, "awaits": [wire.plain(each) for each in awaited(game)], "ending": game.progress.ending}


def happened(events: tuple[Event, ...]) -> dict[str, Any]:
    """All that happened, and the same as players may know it."""
    return {"events": dumped(events), "visible": dumped(all_visible(events))}


def dumped(messages: Iterable[Any]) -> list[dict[str, Any]]:
    """Commands or events, as a save has them."""
    return [wire.dump(each) for each in messages]


def options(legal: Options) -> dict[str, Any]:
    """What is legal. Its commands are whole, ready for `do`."""
    return {"commands": dumped(legal.commands), **wire.plain(replace(legal, commands=()))}


def announced_odds(found: CheckOdds, pool: Pool) -> dict[str, Any]:
    """The odds of the check on the table, with its pool line by line."""
    return {
        "dice": found.dice,
        "pool": [_line(each) for each in pool.lines],
        "plain": _odds(found.plain, found.reroll_possible),
        "coup": None if found.coup is None else _odds(found.coup, False),
    }


def _line(line: PoolLine) -> dict[str, Any]:
    return {"source": line.source, "dice": line.dice, "what": line.what}


def check_odds(terms: CheckTerms) -> dict[str, Any]:
    """The odds of a pool against a difficulty."""
    return {"dice": terms.dice, **_odds(odds(terms.dice, terms.difficulty, terms.coup), not terms.coup)}


def _odds(found: Odds, reroll: bool) -> dict[str, Any]:
    chances: dict[str, Fraction] = {each.value: getattr(found, each.value) for each in Outcome}
    if reroll:
        chances["success_with_reroll"] = found.success_with_reroll
    return _chances(chances)


def attacked(terms: AttackTerms) -> dict[str, Any]:
    """The odds of an attack: whether it hits, what it deals, whether it opens a breach, whether it fells."""
    found = attack_odds(
        terms.dice,
        terms.threat,
        terms.weapon,
        terms.protection,
        terms.cover,
        coup=terms.coup,
        devastating=terms.devastating,
    )
    chances = {each.value: getattr(found, each.value) for each in Outcome} | {"hit": found.hit, "breach": found.breach}
    if terms.health is not None:
        chances["fells"] = found.fells(terms.health)
    if found.devastating:
        return {"dice": found.dice, **_chances(chances)}
    damage = [{"dealt": dealt, **_chances({"chance": chance})} for dealt, chance in found.damage]
    return {"dice": found.dice, **_chances({**chances, "mean_damage": found.mean_damage}), "damage": damage}


def _chances(chances: dict[str, Fraction]) -> dict[str, Any]:
    """Each chance as the nearest float, and exactly, as a fraction in words."""
    floats = {name: float(chance) for name, chance in chances.items()}
    return {**floats, "exact": {name: str(chance) for name, chance in chances.items()}}
