"""How fast the engine is: commands a second through `decide` and `evolve`, and a whole boss fight."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from statistics import median, quantiles
from time import perf_counter

from engine.core.check import Attack, Avoid, Check, Difficulty, StakeId
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    BringAdversary,
    BringSetback,
    Command,
    EndConflict,
    EndTurn,
    Interpose,
    LetLand,
    NewGame,
    RollCheck,
    StartConflict,
    Strike,
)
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve_all, fold
from engine.core.foes import AdversaryId, Setback, SetbackKind, Standing
from engine.core.rules import breaches, turns
from engine.core.sheet import Attribute, ItemId, SpecialtyId, Variant
from engine.core.state import Game
from engine.dice import SeededDice
from engine.ruling import Accepted
from tests.scenes import arrival, hard, hero, item, story

AXE, ARMOUR = item("axe", weapon=3), item("armour", 8, protection=2)
PISTOL, COAT = item("pistol", 8, weapon=2), item("coat", protection=1)
PARTY = (
    hero("vex", DEX=4, specialties={"shooting": "DEX"}, items=[item("rifle", 8, weapon=3)]),
    hero(
        "korr", FOR=4, specialties={"fighting": "FOR"}, items=[item("axe", weapon=3), item("armour", 8, protection=2)]
    ),
    hero("nora", FOR=3, items=[item("sword", weapon=2), item("vest", protection=1)]),
    hero(
        "yuki", DEX=3, specialties={"shooting": "DEX"}, items=[item("pistol", 8, weapon=2), item("coat", protection=1)]
    ),
)
BLOWS = {
    "vex": (Attribute.DEX, "shooting", "rifle"),
    "korr": (Attribute.FOR, "fighting", "axe"),
    "nora": (Attribute.FOR, None, "sword"),
    "yuki": (Attribute.DEX, "shooting", "pistol"),
}
CAPTAIN = AdversaryId("captain")
ADVANCES = Setback(SetbackKind.OTHER, "the deck burns")


def begun(seed: str) -> Game:
    """A game of the four, before anybody fights."""
    answer = new_game(NewGame(Variant.BLOCKBUSTER, seed, story(), PARTY))
    assert isinstance(answer, Accepted)
    return fold(answer.events)


def after(game: Game, command: Command, dice: SeededDice) -> Game:
    """The game after a command that stands."""
    answer = decide(game, command, dice)
    assert isinstance(answer, Accepted), f"{command!r}: {answer}"
    return evolve_all(game, answer.events)


def next_command(game: Game) -> Command | None:
    """What is played next in the boss fight: every choice is a command; None once it is over."""
    conflict = game.conflict
    if not game.in_conflict:
        return StartConflict() if game.adversaries else None
    if game.pending is not None:
        coup = game.pending.check.aim is not None and not isinstance(game.pending.check.aim, Avoid)
        actor = game.character(game.pending.check.actor)
        return RollCheck(coup=coup and actor is not None and actor.stress == 6)
    assert conflict is not None
    if conflict.blow is not None:
        stronger = [each for each in conflict.blow.in_contact if each == "korr"]
        return Interpose(stronger[0]) if stronger else LetLand()
    if conflict.breach is not None:
        strikers = breaches.strikers(game)
        opener = game.character(conflict.breach.character)
        if not strikers or opener is None or opener.health == 0:
            return BringSetback(ADVANCES)
        return Strike(strikers[0].id, 1, breaches.may_interpose(game, conflict.breach))
    if all(each.health == 0 for each in game.adversaries):
        return EndConflict()
    waiting = turns.still_to_act(game)
    if not waiting:
        standing = any(each.health for each in game.characters)
        return EndTurn(ADVANCES if turns.is_standoff(game) else None) if standing else None
    return AnnounceCheck(blow(waiting[0]))


def blow(who: str) -> Check:
    """A PC's usual blow at the captain."""
    attribute, skill, weapon = BLOWS[who]
    return Check(
        actor=who,  # type: ignore[arg-type]
        attribute=attribute,
        difficulty=Difficulty.HARD,
        stake=StakeId("bring it down"),
        action="strikes",
        risk="a breach",
        on_failure=None,
        specialty=None if skill is None else SpecialtyId(skill),
        aim=Attack(CAPTAIN, ItemId(weapon)),
    )


def boss_fight(seed: str) -> int:
    """Four PCs against a boss of Threat 2 and weapon 3, from its arrival to the end; how many commands it took."""
    game, dice, played = begun(seed), SeededDice(seed), 1
    game = after(game, BringAdversary(arrival("captain", 2, 0, 3, standing=Standing.BOSS)), dice)
    while (command := next_command(game)) is not None:
        game = after(game, command, dice)
        played += 1
        if isinstance(command, EndConflict):
            break
    return played


def mixed(seed: str) -> Iterator[tuple[Game, Command]]:
    """The commands of a checks-and-fight evening, each with the game that it meets."""
    game, dice = begun(seed), SeededDice(seed)
    for number in range(6):
        check = replace(hard(("vex", "korr", "nora", "yuki")[number % 4], "DEX"), stake=StakeId(f"try {number}"))
        for command in (AnnounceCheck(check), RollCheck(), AcceptOutcome()):
            if isinstance(command, AcceptOutcome) and game.pending is None:
                continue
            yield game, command
            game = after(game, command, dice)
    command = BringAdversary(arrival("captain", 2, 0, 3, standing=Standing.BOSS))
    while command is not None:
        yield game, command
        game = after(game, command, dice)
        command = None if isinstance(command, EndConflict) else next_command(game)


def rates(seeds: int = 40, rounds: int = 7) -> list[float]:
    """Commands through `decide` and `evolve`, a second, in each of several rounds over the same evenings."""
    evenings = [(SeededDice(str(seed)), list(mixed(str(seed)))) for seed in range(seeds)]
    count = sum(len(each) for _, each in evenings)
    return [count / _seconds(lambda: _all_of(evenings)) for _ in range(rounds)]


def _all_of(evenings: list[tuple[SeededDice, list[tuple[Game, Command]]]]) -> None:
    for dice, evening in evenings:
        for game, command in evening:
            answer = decide(game, command, dice)
            assert isinstance(answer, Accepted)
            evolve_all(game, answer.events)


def fights(count: int = 300) -> list[float]:
    """Milliseconds of whole boss fights, each with dice of its own."""
    return [1000 * _seconds(lambda number=number: boss_fight(f"fight {number}")) for number in range(count)]


def thrown(face: Callable[[int], int], dice: int = 100_000) -> float:
    """Dice a second from a source of d6."""
    return dice / _seconds(lambda: [face(each) for each in range(dice)])


def _seconds(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def show() -> None:
    """A table of its own: rates, and the fight's milliseconds, on one core."""
    every, taken = rates(), fights()
    own, seeded = random.Random(1), SeededDice("bench")
    lengths = [boss_fight(f"fight {number}") for number in range(50)]
    print("\n| What | Median | Least good | Aim |\n| --- | ---: | ---: | ---: |")
    print(f"| commands through `decide` and `evolve` | {median(every):,.0f} a second | {min(every):,.0f} | 30,000 |")
    what = f"a four-PC boss fight, whole ({min(lengths)} to {max(lengths)} commands)"
    print(f"| {what} | {median(taken):.2f} ms | {quantiles(taken, n=20)[-1]:.2f} ms (95 %) | 3 ms |")
    print(f"| d6 from a seed and a number | {thrown(lambda each: seeded.face(each, 6)):,.0f} a second | | |")
    print(f"| d6 from Python's `random.randint` | {thrown(lambda each: own.randint(1, 6)):,.0f} a second | | |")


if __name__ == "__main__":
    show()
