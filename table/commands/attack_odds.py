"""The part of `breche odds` that is about an attack: what it goes against, and what comes of it."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction

import click

from engine.core.attack_odds import MAX_COVER, AttackOdds, attack_odds
from engine.core.check import Difficulty
from engine.core.odds import TABLE_DICE
from table.commands.grid import percent, show_grid
from table.commands.parts import Desk, Misuse, Whole, print_json
from table.lines import say
from table.words import Words

MAX_DAMAGE, MAX_HEALTH = 20, 200
_BOUNDS = {
    "threat": (min(Difficulty), max(Difficulty)),
    "weapon": (1, MAX_DAMAGE),
    "protection": (0, MAX_DAMAGE),
    "cover": (0, MAX_COVER),
    "health": (1, MAX_HEALTH),
}
"""The options of an attack, each with its least and its most."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A blow at an NPC, all but its pool. `health` is what the NPC has left, None where nobody asked."""

    threat: int
    weapon: int
    protection: int
    cover: int
    health: int | None


def options(words: Words) -> list[click.Option]:
    """The options that only an attack has."""
    return [
        click.Option(
            [f"--{name}"],
            type=Whole(words, f"odds.{name}_wrong", low, high),
            metavar=f"{low}-{high}",
            help=words(f"odds.{name}"),
        )
        for name, (low, high) in _BOUNDS.items()
    ]


def read(words: Words, said: Mapping[str, int | None], difficulty: str | None) -> Attack | None:
    """The attack that the options describe, None when they describe none. Raises Misuse."""
    threat, weapon = said["threat"], said["weapon"]
    if threat is None:
        for name, value in said.items():
            if value is not None:
                raise Misuse(words("odds.threat_missing", option=f"--{name}"))
        return None
    if difficulty is not None:
        raise Misuse(words("odds.threat_alone"))
    if weapon is None:
        raise Misuse(words("odds.weapon_missing"))
    return Attack(threat, weapon, said["protection"] or 0, said["cover"] or 0, said["health"])


def run(desk: Desk, attack: Attack, pool: int | None, malus: int, coup: bool, as_json: bool) -> int:
    """Print the odds of an attack with this pool, or with each usual one; Stress takes `malus` dice of it."""
    pools = TABLE_DICE if pool is None else (pool,)
    found = {
        dice: attack_odds(
            max(1, dice - malus), attack.threat, attack.weapon, attack.protection, attack.cover, coup=coup
        )
        for dice in pools
    }
    if as_json:
        objects = [as_object(dice, attack, odds) for dice, odds in found.items()]
        print_json(objects if pool is None else objects[0])
        return 0
    if pool is None:
        _show_pools(desk, attack, found)
    else:
        _say(desk.words, attack, found[pool])
    return 0


def as_object(pool: int, attack: Attack, odds: AttackOdds) -> dict[str, object]:
    """An attack for a program: the floats are the nearest to the exact fractions, which stand beside them as text.

    What nobody asked for is null, and so is the damage of a Devastating attack.
    """
    chances = {
        "hit": odds.hit,
        "success": odds.success,
        "partial": odds.partial,
        "failure": odds.failure,
        "breach": odds.breach,
        "mean_damage": None if odds.devastating else odds.mean_damage,
        "fells": None if attack.health is None else odds.fells(attack.health),
    }

    def told(as_told: Callable[[Fraction], float | str]) -> dict[str, object]:
        told = {name: None if chance is None else as_told(chance) for name, chance in chances.items()}
        return {**told, "damage": None if odds.devastating else [[dealt, as_told(each)] for dealt, each in odds.damage]}

    return {
        "pool": pool,
        "dice": odds.dice,
        **asdict(attack),
        "devastating": odds.devastating,
        **told(float),
        "exact": told(str),
    }


def _say(words: Words, attack: Attack, odds: AttackOdds) -> None:
    """One attack in whole sentences."""
    hit, success, partial, failure, breach = (
        percent(words, each) for each in (odds.hit, odds.success, odds.partial, odds.failure, odds.breach)
    )
    say(words("odds.attack", count=odds.dice, threat=attack.threat))
    say(words("odds.attack_hits", hit=hit, success=success, partial=partial, failure=failure))
    say(words("odds.attack_opens", breach=breach))
    if odds.devastating:
        say(words("odds.attack_devastating"))
    else:
        say(words("odds.attack_deals", mean=_mean(words, odds)))
        say(words("odds.attack_spread", spread=_spread(words, odds)))
    if attack.health is not None:
        say(words("odds.attack_fells", health=attack.health, fells=percent(words, odds.fells(attack.health))))


def _show_pools(desk: Desk, attack: Attack, found: Mapping[int, AttackOdds]) -> None:
    """The same attack with several pools."""
    words = desk.words
    devastating = any(each.devastating for each in found.values())
    headings = ["dice", "hit", "breach"]
    headings += [] if devastating else ["mean"]
    headings += [] if attack.health is None else ["fells"]
    rows: list[list[str]] = []
    for pool, odds in found.items():
        row = [str(pool), percent(words, odds.hit), percent(words, odds.breach)]
        row += [] if devastating else [_mean(words, odds)]
        row += [] if attack.health is None else [percent(words, odds.fells(attack.health))]
        rows.append(row)
    if devastating:
        say(words("odds.attack_devastating"))
    show_grid(desk, [words(f"odds.{each}") for each in headings], rows)


def _spread(words: Words, odds: AttackOdds) -> str:
    """Each damage that can come out, with its chance."""
    told = (words("odds.dealt", dealt=dealt, chance=percent(words, chance)) for dealt, chance in odds.damage)
    return ", ".join(told)


def _mean(words: Words, odds: AttackOdds) -> str:
    """The mean damage, to a hundredth."""
    return f"{float(odds.mean_damage):.2f}".replace(".", words("odds.decimal"))
