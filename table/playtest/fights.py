"""One fight from its first blow to its end: the players' bots, the game master of `opposing`, the real engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from random import Random

from engine.core import events as happened
from engine.core.commands import (
    AddAdvantage,
    BringAdversary,
    Command,
    EndConflict,
    LetLand,
    NewGame,
    StartConflict,
    Wait,
)
from engine.core.decide import new_game
from engine.core.events import Event
from engine.core.evolve import evolve_all, fold
from engine.core.rules.awaiting import Awaited, Decision, awaited
from engine.core.rules.awaiting import Seat as Whose
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.ruling import Refused
from table.playtest.counting import Counts, count_event, count_moment, count_resources
from table.playtest.encounter import GROUND, Encounter
from table.playtest.opposing import oppose
from table.playtest.plan import Plan
from table.playtest.players import POLICIES
from table.playtest.seat import Policy, Seat
from table.playtest.summary import Count
from table.playtest.watching import LawBroken, accepted, check_again
from table.store import Header, Store

MOST_TURNS = 40
"""Turns after which nobody will win any more: a game that is then broken off counts as stalled."""

MOST_STEPS = 4_000
"""Steps of a fight of a few; one of a hundred has as many more."""

_FEW = 8

ONE_IN = 50
"""Every so many games one is played again from its text; all others are held to the laws of each step alone."""

_HELPERS = frozenset({POLICIES["supportive"]})
"""Who may lend a hand: the others are not asked."""

Turn = tuple[Command, tuple[Event, ...]]
Narrates = Callable[[Game, Decision, Command], Command]
"""What is proposed in the place of the command that somebody means to play: the same, where the narrator is honest."""


@dataclass
class Fight:
    """A fight as it is played."""

    encounter: Encounter
    begun: NewGame
    players: dict[CharacterId, Policy]
    luck: Random
    again: bool
    narrates: Narrates | None = None
    started: tuple[Event, ...] = ()
    turns: list[Turn] = field(default_factory=list[Turn])
    counts: Counts = field(default_factory=Counts)
    _helped: set[CharacterId] = field(default_factory=set[CharacterId])

    def results(self) -> Iterator[Count]:
        """Play it to its end; what it came to. Raises LawBroken."""
        game = self._play()
        if self.again:
            check_again(self.begun, self.started, self.turns, game)
        count_resources(self.counts, game)
        for (subject, seen), times in self.counts.items():
            yield subject, seen, times
        hurt = sum(times for (subject, _), times in self.counts.items() if subject == "damage")
        yield "hurt", str(hurt), 1
        yield "commands", str(len(self.turns)), 1

    def keep(self, file: Path) -> None:
        """Write what was played of it into a new save. Raises SaveError."""
        game = fold(self.started)
        with Store.create(file, Header(GROUND.id, "", "en"), self.begun, self.started) as store:
            for command, events in self.turns:
                game = evolve_all(game, events)
                store.append(game, "", command, None, events)

    def _play(self) -> Game:
        started = new_game(self.begun)
        if isinstance(started, Refused):
            raise LawBroken("an encounter can be played", started.sentence)
        self.started = started.events
        game = fold(self.started)
        for arrival in self.encounter.arrivals:
            game = self._after(game, BringAdversary(arrival))
        game = self._after(game, StartConflict(ambush=self.encounter.ambush))
        steps = MOST_STEPS * ceil(len(game.characters + game.adversaries) / _FEW)
        for _ in range(steps):
            if game.conflict is None:
                return game
            if game.conflict.turn > MOST_TURNS:
                self._ended(game, "stalled")
                return game
            game = self._step(game)
        raise LawBroken("there is no dead end", f"{steps} steps without an end")

    def _step(self, game: Game) -> Game:
        decisions = awaited(game)
        if not decisions:
            raise LawBroken("there is no dead end", "a conflict in which nothing is awaited")
        # How somebody breaks down may be told at any time: a player does not wait.
        first = decisions[-1] if decisions[-1].decision is Decision.BREAKDOWN else decisions[0]
        if first.seat is Whose.GM:
            return self._after(game, self._proposed(game, first.decision, oppose(game, first.decision)))
        if first.decision is Decision.ROLL:
            game = self._helps(game, first)
        return self._after(game, self._proposed(game, first.decision, self._chosen(game, first)))

    def _chosen(self, game: Game, waits: Awaited) -> Command:
        """What the players do: who may act in the order of the party, whoever steps between before the others."""
        if waits.decision is Decision.INTERPOSE:
            asked = (self._asked(game, waits, each) for each in waits.characters)
            return next((each for each in asked if each is not None), LetLand())
        who = waits.characters[0]
        if waits.decision is Decision.ACT and who in self._helped:
            self._helped.discard(who)
            return Wait(who)
        return self._asked(game, waits, who) or Wait(who)

    def _asked(self, game: Game, waits: Awaited, who: CharacterId) -> Command | None:
        return self.players[who](Seat(game, waits, who, self.encounter.skills, self.luck))

    def _helps(self, game: Game, waits: Awaited) -> Game:
        """Those who give their own action of the turn for a die of the roll on the table."""
        conflict = game.conflict
        assert conflict is not None
        for who, policy in self.players.items():
            if who in waits.characters or who in conflict.acted or who in self._helped or policy not in _HELPERS:
                continue
            command = self._asked(game, waits, who)
            if isinstance(command, AddAdvantage):
                game = self._after(game, command)
                self._helped.add(who)
        return game

    def _proposed(self, game: Game, decision: Decision, command: Command) -> Command:
        return command if self.narrates is None else self.narrates(game, decision, command)

    def _after(self, game: Game, command: Command) -> Game:
        events, after = accepted(game, command)
        self.turns.append((command, events))
        for event in events:
            self._seen(event, after)
        if isinstance(command, EndConflict):
            self._ended(game, "won" if command.how is None else "lost")
        return after

    def _ended(self, game: Game, how: str) -> None:
        """Count how it stands as the fight ends: before anybody recovers from it."""
        assert game.conflict is not None
        self.counts["ending", how] += 1
        self.counts["won", "yes" if how == "won" else "no"] += 1
        self.counts["turns", str(game.conflict.turn)] += 1
        self.counts["down", str(sum(each.health == 0 for each in game.characters))] += 1
        count_moment(self.counts, game.conflict.turn + 1, game)

    def _seen(self, event: Event, game: Game) -> None:
        counts = self.counts
        match event:
            case happened.TurnBegan():
                self._helped.clear()
                count_moment(counts, event.turn, game)
            case happened.BreachOpened():
                counts["opened", event.character] += 1
            case happened.BlowLanded():
                counts["struck", event.character] += 1
            case happened.Interposed():
                counts["interposed", event.character] += 1
            case _:
                count_event(counts, event)


def fight(plan: Plan, number: int) -> Fight:
    """A fight of a plan, ready to be played."""
    assert isinstance(plan.what, Encounter)
    cast = plan.what.characters
    policies = [POLICIES[plan.players[place % len(plan.players)]] for place in range(len(cast))]
    return Fight(
        encounter=plan.what,
        begun=NewGame(plan.variant, plan.seed_of(number), GROUND, cast),
        players={each.id: policy for each, policy in zip(cast, policies, strict=True)},
        luck=plan.luck_of(number),
        again=number % ONE_IN == 0,
    )
