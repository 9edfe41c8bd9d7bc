"""`breche odds`: exact odds for any pool, difficulty, variant and Stress, and for any attack."""

from collections.abc import Iterator
from dataclasses import dataclass

import click

from engine.core.check import Check, Difficulty, Pending, StakeId
from engine.core.odds import TABLE_DICE, Odds, check_odds
from engine.core.rules.checks import COUP_DICE
from engine.core.rules.checks import pool as dice_of
from engine.core.rules.variants import MAX_STRESS, six_gives_coup, stress_malus
from engine.core.sheet import Attribute, Attributes, Character, CharacterId, Variant
from engine.core.state import Game
from engine.story import Progress, SceneId, Story
from table.commands import attack_odds
from table.commands.grid import percent, show_grid
from table.commands.parts import Chosen, Desk, Leaf, Misuse, Whole, json_option, print_json
from table.lines import say
from table.words import Words

MAX_POOL = 60
_NUMBERS = {str(each.value): each for each in Difficulty}
_NAMES = {each.name.lower(): each for each in Difficulty}


@dataclass(frozen=True, slots=True)
class Line:
    """The odds of one pool against one difficulty. `dice` are rolled: the pool, less what Stress takes, with a Coup's.

    `reroll` says whether one is possible.
    """

    pool: int
    difficulty: Difficulty
    dice: int
    odds: Odds
    reroll: bool


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    params = [
        click.Option(
            ["--pool"], type=Whole(words, "odds.pool_wrong", 1, MAX_POOL), metavar="N", help=words("odds.pool")
        ),
        click.Option(
            ["--difficulty"],
            type=Chosen(words, "odds.difficulty_wrong", (*_NAMES, *_NUMBERS)),
            metavar="standard|hard|feat",
            help=words("odds.difficulty"),
        ),
        click.Option(
            ["--variant"],
            type=Chosen(words, "variant.wrong", tuple(Variant)),
            metavar="|".join(Variant),
            help=words("odds.variant"),
        ),
        click.Option(
            ["--stress"],
            type=Whole(words, "odds.stress_wrong", 0, MAX_STRESS),
            metavar=f"0-{MAX_STRESS}",
            help=words("odds.stress"),
        ),
        click.Option(["--coup"], is_flag=True, help=words("odds.coup")),
        *attack_odds.options(words),
        json_option(words),
    ]
    return Leaf(words, "odds", run, params)


def run(
    desk: Desk,
    pool: int | None,
    difficulty: str | None,
    variant: str | None,
    stress: int | None,
    coup: bool,
    as_json: bool,
    **of_attack: int | None,
) -> int:
    """Print the odds that were asked for."""
    setting = Variant(variant or Variant.BLOCKBUSTER)
    if coup and (setting is not Variant.BLOCKBUSTER or stress not in (None, MAX_STRESS)):
        raise Misuse(desk.words("odds.no_coup", stress=MAX_STRESS))
    attack = attack_odds.read(desk.words, of_attack, difficulty)
    if attack is not None:
        for each in () if as_json else _changes(desk.words, setting, stress, coup):
            say(each)
        return attack_odds.run(desk, attack, pool, stress_malus(setting, stress or 0), coup, as_json)
    pools = TABLE_DICE if pool is None else (pool,)
    wanted = tuple(Difficulty) if difficulty is None else (_difficulty(difficulty),)
    asked = MAX_STRESS if coup else stress
    lines = [line(dice, each, setting, asked, coup) for dice in pools for each in wanted]
    if as_json:
        objects = [as_object(each, stress is not None or coup) for each in lines]
        print_json(objects if pool is None or difficulty is None else objects[0])
        return 0
    notes = [*_of_reroll(desk.words, setting, stress, coup, lines[0]), *_changes(desk.words, setting, stress, coup)]
    if notes:
        say(" ".join(notes))
    if pool is None and difficulty is None:
        _show_sheet(desk, lines)
    else:
        _show_outcomes(desk, lines)
    return 0


def line(pool: int, difficulty: Difficulty, variant: Variant, stress: int | None, coup: bool) -> Line:
    """The odds of one pool, as the engine has them for a check in a game of that variant at that Stress."""
    # Without a Stress, one that costs no die and allows a reroll in both variants.
    roller = Character(CharacterId("roller"), "", Attributes(pool, 1, 1, 1, 1, 1), health=1, stress=stress or 0)
    check = Check(roller.id, Attribute.FOR, difficulty, StakeId("stake"), "", "", None)
    nowhere = SceneId("nowhere")
    story = Story("", nowhere, nowhere, (), ())
    game = Game(variant, "", story, Progress(nowhere), (roller,), pending=Pending(check))
    found = check_odds(game)
    assert found is not None
    if coup:
        assert found.coup is not None
        return Line(pool, difficulty, dice_of(game, check, coup=True).size, found.coup, False)
    return Line(pool, difficulty, found.dice, found.plain, stress is None or found.reroll_possible)


def as_object(line: Line, show_dice: bool) -> dict[str, int | float | None]:
    """A line for a program; the floats are the nearest to the exact fractions."""
    dice = {"dice": line.dice} if show_dice else {}
    return {
        "pool": line.pool,
        **dice,
        "difficulty": line.difficulty.value,
        "success": float(line.odds.success),
        "partial": float(line.odds.partial),
        "failure": float(line.odds.failure),
        "success_with_reroll": float(line.odds.success_with_reroll) if line.reroll else None,
    }


def _difficulty(said: str) -> Difficulty:
    return _NAMES.get(said) or _NUMBERS[said]


def _show_sheet(desk: Desk, lines: list[Line]) -> None:
    """The GM's sheet: each pool against each difficulty, without and with a reroll."""
    words = desk.words
    headings = [words("odds.dice"), *(words(f"odds.{each.name.lower()}") for each in Difficulty)]
    rows = [
        [str(pool), *(_without_and_with(words, each) for each in lines if each.pool == pool)]
        for pool in dict.fromkeys(each.pool for each in lines)
    ]
    if any(each.reroll for each in lines):
        say(words("odds.sheet"))
    show_grid(desk, headings, rows)


def _show_outcomes(desk: Desk, lines: list[Line]) -> None:
    """Every outcome of a few pools."""
    words = desk.words
    columns = ("dice", "against", "success", "partial", "failure", "again")
    rows = [
        [
            str(each.pool),
            words(f"odds.{each.difficulty.name.lower()}"),
            percent(words, each.odds.success),
            percent(words, each.odds.partial),
            percent(words, each.odds.failure),
            percent(words, each.odds.success_with_reroll) if each.reroll else words("odds.impossible"),
        ]
        for each in lines
    ]
    show_grid(desk, [words(f"odds.{each}") for each in columns], rows)


def _of_reroll(words: Words, variant: Variant, stress: int | None, coup: bool, first: Line) -> Iterator[str]:
    """When a reroll can be had: at this Stress, or at any."""
    if stress is not None and not coup:
        key = "odds.note_reroll" if first.reroll else "odds.note_no_reroll"
        yield words(key, variant=words(f"odds.{variant}"), stress=stress)
    elif first.reroll:
        yield words("odds.note_when")


def _changes(words: Words, variant: Variant, stress: int | None, coup: bool) -> Iterator[str]:
    """What Stress or a Coup d'éclat changes, a sentence each."""
    if coup:
        yield words("odds.note_coup", count=COUP_DICE)
    elif stress == MAX_STRESS and six_gives_coup(variant):
        yield words("odds.note_ready")
    if stress_malus(variant, stress or 0):
        yield words("odds.note_malus")


def _without_and_with(words: Words, line: Line) -> str:
    alone = percent(words, line.odds.success)
    return (
        words("odds.both", alone=alone, again=percent(words, line.odds.success_with_reroll)) if line.reroll else alone
    )
