"""One adventure from its opening to an ending: bots type, a narrator rules and tells, the real engine decides."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine.core.commands import Command, LeaveStory, Wait, WithdrawCheck
from engine.core.decide import new_game
from engine.core.rules.awaiting import Awaited, Decision, awaited
from engine.core.rules.awaiting import Seat as Whose
from engine.core.sheet import CharacterId
from engine.core.state import Game
from engine.core.view import all_visible
from engine.ruling import Refused
from engine.story import EndingKind
from narrator.offline import OfflineNarrator
from narrator.ruling.suggesting import Ideas
from table.playtest.adventure import Adventure, adventure_of
from table.playtest.counting import Counts, count_event, count_moment, count_resources
from table.playtest.narrators.mocks import Tally, asked_of, narrator_of
from table.playtest.narrators.recorded import Writing
from table.playtest.opposing import oppose
from table.playtest.plan import Plan
from table.playtest.players import POLICIES
from table.playtest.players.lines import LEAST_CHANCE, TASTES, Page, in_turn
from table.playtest.seat import Seat
from table.playtest.summary import Count
from table.playtest.watching import (
    LawBroken,
    check_answer,
    check_resumed,
    check_state,
    check_told,
    check_verified,
    check_way_on,
)
from table.record import SaveMissing
from table.session import Asked, Happened, Noted, Session, TellingLost
from table.store import Store

MOST = 200
"""Lines after which the players go home."""

ONE_IN = 20
"""Every so many games one is resumed from a copy on the way, and its save worked out again at the end."""

_SHOWN = 60
"""Actions over which Health and Stress are counted."""
_MOST_DECISIONS = 40
"""Decisions that one line may bring; more are a circle."""
_MOST_ASKED = 5
"""Questions in a row after which a suggestion is no better than anything else."""

_WON = (EndingKind.WON, EndingKind.COSTLY)


@dataclass
class Evening:
    """An evening as it is played. `players` are the names of the PCs' policies; `offline` has the ideas of what could
    be typed, whoever narrates."""

    plan: Plan
    number: int
    adventure: Adventure
    players: dict[CharacterId, str]
    luck: Random
    offline: OfflineNarrator
    counts: Counts = field(default_factory=Counts)
    tally: Tally = field(default_factory=Tally)
    session: Session | None = None
    writes: Writing | None = None
    _typed: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    """How often each line was typed, by scene."""
    _shrunk_from: dict[str, float] = field(default_factory=dict[str, float])
    _suggested: tuple[str, ...] = ()
    _line: str = ""

    def results(self) -> Iterator[Count]:
        """Play it to its end; what it came to. Raises LawBroken."""
        session = self._begun()
        resumed_at = self.luck.randrange(_SHOWN) if self.number % ONE_IN == 0 else None
        actions = 0
        while session.game.progress.ending is None and actions < MOST:
            self._over_time(actions, session.game)
            if actions == resumed_at:
                check_resumed(session, self.adventure.words)
            if not self._act(session):
                break
            actions += 1
        self._end(session, actions)
        if resumed_at is not None:
            check_verified(session)
        for (subject, seen), times in self.counts.items():
            yield subject, seen, times
        for what, times in (*self.tally.items(), *asked_of(session.narrator)):
            yield "narrator", what, times

    def keep(self, file: Path) -> None:
        """Write what was played of it into a new save. Raises SaveError."""
        if self.session is None:
            raise SaveMissing(file)
        self.session.store.copied_to(file, self.adventure.words).close()

    # --- from the opening to the end

    def _begun(self) -> Session:
        adventure, command = self.adventure, self.adventure.begun(self.plan, self.number)
        started = new_game(command)
        if isinstance(started, Refused):
            raise LawBroken("an adventure can be played", started.sentence)
        narrator = self.writes or narrator_of(self.plan, self.number, adventure, self.offline, self.tally)
        store = Store.in_memory(adventure.header, command, started.events)
        self.session = session = Session(store, narrator, adventure.chronicle)
        self._tell(session, Happened(next(store.back()).id, 0, all_visible(started.events)))
        return session

    def _end(self, session: Session, actions: int) -> None:
        game, counts = session.game, self.counts
        if game.progress.ending is None:
            left = session.do(LeaveStory())
            how = "stalled" if isinstance(left, Refused) else "left"
        else:
            how = str(game.progress.ending)
        kinds = {each.id: each.kind for each in game.story.endings}
        won = game.progress.ending is not None and kinds[game.progress.ending] in _WON
        self._over_time(actions, game)
        counts["ending", how] += 1
        counts["won", "yes" if won else "no"] += 1
        counts["turns", str(actions)] += 1
        counts["commands", str(session.number)] += 1
        counts["down", str(sum(each.health == 0 for each in game.characters))] += 1
        counts["dead", str(sum(each.dead for each in game.characters))] += 1
        counts["scene", game.progress.scene] += 1
        count_resources(counts, game)

    # --- one line, and what it brings

    def _act(self, session: Session) -> bool:
        """Type a line and decide what it leaves to decide; False where nothing can be typed any more."""
        options = session.options
        ideas = self.offline.ideas(session.moment, options)
        check_way_on(session.game, ideas, LeaveStory() in options.commands)
        if not ideas.every:
            return False
        able = [each.actor for each in options.checks]
        typed = self._typed.setdefault(session.game.progress.scene, Counter())
        who = able[typed.total() % len(able)] if able else session.game.characters[0].id
        line = self._chosen(session.game, ideas, who, typed)
        typed[line] += 1
        self._line = line
        self._say(session, line if len(able) < 2 or who == able[0] else f"{self._name(session.game, who)}, {line}")
        return True

    def _chosen(self, game: Game, ideas: Ideas, who: CharacterId, typed: Counter[str]) -> str:
        hero = next(each for each in game.characters if each.id == who)
        # What was asked again and again may be a circle of suggestions.
        suggested = self._suggested if typed[self._line] < _MOST_ASKED else ()
        page = Page(hero, ideas, suggested, typed, self._shrunk_from, self.luck)
        return TASTES.get(self.players[who], in_turn)(page)

    def _say(self, session: Session, line: str) -> None:
        before = session.game
        answer = session.say(line)
        check_answer(line, answer)
        self._suggested = answer.suggestions if isinstance(answer, Asked) else ()
        match answer:
            case Happened():
                check_state(before, session.game)
                self._tell(session, answer)
                self._decide(session)
            case Asked():
                self._shown(session, (answer.question, *answer.suggestions))
            case Noted():
                self._shown(session, (answer.fact,))
            case _:
                pass  # Whoever seems to walk away stays: it was not meant.

    def _decide(self, session: Session) -> None:
        """Take every decision that a line left to be taken."""
        for _ in range(_MOST_DECISIONS):
            decisions = awaited(session.game)
            if not decisions:
                return
            told = decisions[-1].decision is Decision.BREAKDOWN
            self._do(session, self._decided(session, decisions[-1] if told else decisions[0]))
        raise LawBroken("there is no dead end", f"{self._line!r} leads round in a circle")

    def _decided(self, session: Session, waits: Awaited) -> Command:
        if waits.seat is Whose.GM:
            return oppose(session.game, waits.decision)
        who = waits.characters[0]
        if waits.decision is Decision.ROLL and self._shrinks(session, who):
            return WithdrawCheck()
        return POLICIES[self.players[who]](Seat(session.game, waits, who, {}, self.luck)) or Wait(who)

    def _shrinks(self, session: Session, who: CharacterId) -> bool:
        """Whether the odds of an announced check are too bad for whose it is; nobody shrinks from it twice."""
        least, odds = LEAST_CHANCE.get(self.players[who]), session.odds
        if least is None or odds is None or self._line in self._shrunk_from:
            return False
        chance = float(odds.plain.success + odds.plain.partial)
        if chance >= least:
            return False
        self._shrunk_from[self._line] = chance
        return True

    def _do(self, session: Session, command: Command) -> None:
        before = session.game
        answer = session.do(command)
        if isinstance(answer, Refused):
            raise LawBroken("what is legal is accepted", f"{command!r}: {answer.sentence}")
        check_state(before, session.game)
        self._tell(session, answer)

    def _tell(self, session: Session, turn: Happened) -> None:
        """Let a turn be told, and count what happened in it."""
        try:
            with closing(session.tell(turn)) as telling:
                self._shown(session, tuple(telling))
        except TellingLost as lost:
            raise LawBroken("no narrator fails", f"turn {turn.number}: {lost}") from lost
        for event in turn.events:
            count_event(self.counts, event)

    def _shown(self, session: Session, texts: tuple[str, ...]) -> None:
        check_told(texts, session.view, self.adventure.secrets)

    def _over_time(self, actions: int, game: Game) -> None:
        if actions <= _SHOWN:
            count_moment(self.counts, actions, game)

    @staticmethod
    def _name(game: Game, who: CharacterId) -> str:
        return next(each.name for each in game.characters if each.id == who).split()[0]


def evening(plan: Plan, number: int) -> Evening:
    """An evening of a plan, ready to be played."""
    adventure = adventure_of(plan)
    players = {
        CharacterId(each.id): plan.players[place % len(plan.players)] for place, each in enumerate(adventure.characters)
    }
    return Evening(plan, number, adventure, players, plan.luck_of(number), adventure.offline(plan.seed_of(number)))


def recording(plan: Plan, games: range) -> Iterator[str]:
    """The lines of a recording: all that the steady narrator proposes in these games. Raises LawBroken."""
    for number in games:
        one = evening(plan, number)
        one.writes = written = Writing(one.offline, {}, one.tally)
        for _ in one.results():
            pass
        yield from written.lines
