"""Counts what can come of a small fight: every command × every face, to a depth, as chess programs count positions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from engine.core.check import Aim, Attack, BringBack, Check, Difficulty, Manoeuvre, StakeId, Sway, Treat
from engine.core.commands import (
    AnnounceCheck,
    BringSetback,
    Comfort,
    Command,
    DescribeBreakdown,
    EndConflict,
    EndTurn,
    Interpose,
    LetLand,
    RollCheck,
    Strike,
    UseItem,
    Wait,
    WithdrawCheck,
)
from engine.core.decide import decide
from engine.core.evolve import evolve_all
from engine.core.foes import Manoeuvred, Setback, SetbackKind
from engine.core.legal import BreachDomain, CheckDomain, Options, legal
from engine.core.sheet import Attribute
from engine.core.state import Game
from engine.dice import GivenDice
from engine.ruling import Accepted, Code, Refused
from tests.scenes import NOISE

WORSE = Setback(SetbackKind.OTHER, "it gets worse")
MOVES = (RollCheck, WithdrawCheck, Wait, EndTurn, Interpose, LetLand, Comfort, DescribeBreakdown)


@dataclass
class Count:
    """What was counted: positions by depth, commands by kind, events by kind."""

    positions: Counter[int] = field(default_factory=Counter)
    commands: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)


def perft(game: Game, depth: int) -> Count:
    """Every line of play to that depth."""
    count = Count()
    _down(game, depth, 1, count)
    return count


def _down(game: Game, left: int, ply: int, count: Count) -> None:
    if left == 0:
        return
    for command in moves(legal(game)):
        for answer in answers(game, command):
            count.positions[ply] += 1
            count.commands[type(command).__name__] += 1
            count.events.update(type(each).__name__ for each in answer.events)
            _down(evolve_all(game, answer.events), left - 1, ply + 1, count)


def answers(game: Game, command: Command, faces: tuple[int, ...] = ()) -> Iterator[Accepted]:
    """What comes of a command, once for each way in which its dice may fall."""
    answer = decide(game, command, GivenDice(*faces))
    if isinstance(answer, Accepted):
        yield answer
        return
    assert isinstance(answer, Refused)
    assert answer.code is Code.FACES_MISSING, f"{command!r}: {answer.sentence}"
    sides = int(dict(answer.about)["sides"])
    for face in range(1, sides + 1):
        yield from answers(game, command, (*faces, face))


def moves(options: Options) -> Iterator[Command]:
    """Every move of a fight, in plain terms: whatever is listed, every aim at every target with every weapon and flaw,
    items used, first aid, and every answer to a breach.

    What a GM may bring in besides, others, cover, dangers, is no move of the duel, nor are dice for and against.
    """
    yield from (each for each in options.commands if isinstance(each, MOVES) or each == EndConflict())
    for domain in options.checks:
        yield from _actions(domain)
    for use in options.uses:
        for patient in use.patients or (None,):
            yield UseItem(use.character, use.item, "to live", patient)
    if options.standoff:
        yield EndTurn(WORSE)
    if options.breach is not None:
        yield BringSetback(WORSE)
        yield from _strikes(options.breach)


def _strikes(breach: BreachDomain) -> Iterator[Strike]:
    near = breach.in_contact
    crowds = [crowd for size in range(len(near) + 1) for crowd in combinations(near, size)]
    for each in breach.strikes if breach.opener is not None else ():
        for attacks in range(1, each.most + 1):
            yield from (Strike(each.adversary, attacks, crowd) for crowd in crowds)


def _actions(domain: CheckDomain) -> Iterator[AnnounceCheck]:
    for target in domain.aims.targets:
        id = target.adversary
        for flaw, threat in ((None, target.threat), *target.flaws):
            for weapon in (None, *(each.item for each in domain.aims.weapons)):
                yield _acts(domain, Attack(id, weapon, flaw=flaw), threat)
            for effect in Manoeuvred:
                yield _acts(domain, Manoeuvre(id, effect, flaw), threat)
            yield _acts(domain, Sway(id, "talks", flaw), threat)
    for patient in domain.aims.patients:
        yield _acts(domain, Treat(patient), Difficulty.STANDARD)
    for broken in domain.aims.broken:
        yield _acts(domain, BringBack(broken), Difficulty.STANDARD)


_BY = {Treat: Attribute.INT, BringBack: Attribute.CHA}


def _acts(domain: CheckDomain, aim: Aim, needed: Difficulty) -> AnnounceCheck:
    hurts = isinstance(aim, Attack | Manoeuvre | Sway)
    return AnnounceCheck(
        Check(
            actor=domain.actor,
            attribute=_BY.get(type(aim), Attribute.FOR),
            difficulty=needed,
            stake=StakeId("win"),
            action="acts",
            risk="a breach",
            on_failure=None if hurts else NOISE,
            aim=aim,
        )
    )
