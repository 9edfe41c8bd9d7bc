"""Counts what can come of a small fight: every command × every face, to a depth, as chess programs count positions."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.core.check import Attack, Check, Difficulty, Manoeuvre, StakeId
from engine.core.commands import (
    AcceptOutcome,
    AnnounceCheck,
    BringSetback,
    Command,
    DescribeBreakdown,
    EndConflict,
    EndTurn,
    Interpose,
    LetLand,
    Reroll,
    RollCheck,
    Strike,
    Wait,
    WithdrawCheck,
)
from engine.core.decide import decide
from engine.core.evolve import evolve_all
from engine.core.foes import Manoeuvred, Setback, SetbackKind
from engine.core.legal import CheckDomain, Options, legal
from engine.core.sheet import Attribute, Breakdown
from engine.core.state import Game
from engine.dice import GivenDice
from engine.ruling import Accepted, Code, Refused

WORSE = Setback(SetbackKind.OTHER, "it gets worse")
MOVES = (RollCheck, WithdrawCheck, Reroll, AcceptOutcome, Wait, EndTurn, Interpose, LetLand)


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
    """The moves of a fight: blows with each weapon and with bare hands, one manoeuvre, waiting, and every answer."""
    yield from (each for each in options.commands if isinstance(each, MOVES))
    yield from (each for each in options.commands if each == EndConflict())
    yield from (
        each
        for each in options.commands
        if isinstance(each, DescribeBreakdown) and each.breakdown in (Breakdown.FLIGHT, Breakdown.SCREAMS)
    )
    for domain in options.checks:
        yield from _blows(domain)
    if options.standoff:
        yield EndTurn(WORSE)
    if options.breach is not None:
        yield BringSetback(WORSE)
        if options.breach.opener is not None:
            for each in options.breach.strikes:
                for attacks in range(1, each.most + 1):
                    yield Strike(each.adversary, attacks)
                    if options.breach.in_contact:
                        yield Strike(each.adversary, attacks, options.breach.in_contact)


def _blows(domain: CheckDomain) -> Iterator[AnnounceCheck]:
    for target in domain.aims.targets:
        for weapon in (None, *(each.item for each in domain.aims.weapons)):
            yield AnnounceCheck(_acts(domain, Attack(target.adversary, weapon), target.threat))
        yield AnnounceCheck(_acts(domain, Manoeuvre(target.adversary, Manoeuvred.TOPPLED), target.threat))


def _acts(domain: CheckDomain, aim: Attack | Manoeuvre, threat: Difficulty) -> Check:
    return Check(
        actor=domain.actor,
        attribute=Attribute.FOR,
        difficulty=threat,
        stake=StakeId("win"),
        action="strikes",
        risk="a breach",
        on_failure=None,
        aim=aim,
    )
