"""A line taken as at the table, from what is typed to the outcome told, and all that is counted on the way."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from operator import sub

from engine.core.commands import AcceptOutcome, Command, RollCheck
from engine.core.decide import decide
from engine.core.events import CheckSettled, Event
from engine.core.evolve import evolve_all
from engine.core.legal import legal
from engine.core.state import Game
from engine.core.view import all_visible, view
from engine.dice import SeededDice
from engine.ruling import Refused
from narrator.canaries import Planted, plant
from narrator.evaluation.bench import Bench, Clock, Maker
from narrator.evaluation.lines import SEED, Kind, Line, Said, Setting
from narrator.port import Moment
from narrator.proposals import (
    AskPlayer,
    CloseScene,
    GoTo,
    GrantInspiration,
    LeaveStory,
    Proposal,
    ProposeCheck,
    RecordFact,
    RuleWithoutRoll,
    UseLever,
)
from narrator.scenario import Language
from narrator.scorecard import Scorecard

TURN = 3
"""The number of the turn in which every line is said."""

_MOST_STEPS = 8
_WORDY = AskPlayer | LeaveStory | RecordFact


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of one line.

    `valid_first`: the first thing proposed could stand; `valid`: so could what came in the end, without help from
    offline. `refused`: the engine turned down what the narrator handed over; `lost` is the kind of error that it
    failed with. `own` is the seconds of our own code before each first thing to be seen. `leaks` say where a secret
    was that the model was told, or the player.
    """

    setting: Setting
    line: Line
    language: Language
    proposal: Proposal | None
    kind: Kind | None
    valid_first: bool
    valid: bool
    refused: bool
    lost: str
    told: tuple[str, ...]
    yielded: bool
    leaks: tuple[str, ...]
    sentences: int
    replaced: int
    calls: int
    prompt: int
    reply: int
    own: float
    seconds: float

    @property
    def check(self) -> ProposeCheck | None:
        """The check that was proposed, by the narrator itself, where the line asks for one."""
        asked = self.valid and Kind.CHECK in self.line.kinds
        return self.proposal if asked and isinstance(self.proposal, ProposeCheck) else None


def kind_of(proposal: Proposal) -> Kind:
    """What a line became."""
    match proposal:
        case AskPlayer():
            return Kind.QUESTION
        case GoTo():
            return Kind.MOVE
        case CloseScene():
            return Kind.REST
        case LeaveStory():
            return Kind.LEAVE
        case GrantInspiration():
            return Kind.INSPIRATION
        case RuleWithoutRoll():
            return Kind.SUCCEEDS if proposal.verdict == "succeeds" else Kind.IMPOSSIBLE
        case ProposeCheck() | UseLever():
            return Kind.CHECK
        case _:
            return Kind.OTHER


def evaluate(said: Sequence[Said], make: Maker, clock: Clock) -> Iterator[Taken]:
    """Take lines one after another, each where its situation begins; it ends early where money does."""
    gardens: dict[str, Planted] = {}
    bench, before = None, None
    for setting, line, language in said:
        planted = gardens.get(setting.scenario.id) or plant(setting.scenario)
        gardens[setting.scenario.id] = planted
        if bench is None or before != (setting.id, language):
            bench, before = make(planted.scenario, setting.characters, language), (setting.id, language)
        taken = _Taking(bench, planted, setting, line, language, clock).take()
        if any(each.spent for each in bench.minds):
            return  # The offline narrator has ruled in the model's place.
        yield taken


@dataclass(slots=True)
class _Taking:
    """One line under way; `seen` is all that a player was shown of it."""

    bench: Bench
    planted: Planted
    setting: Setting
    line: Line
    language: Language
    clock: Clock
    seen: list[str] = field(default_factory=list[str])
    events: list[Event] = field(default_factory=list[Event])
    told: list[str] = field(default_factory=list[str])
    leaks: list[str] = field(default_factory=list[str])
    own: float = 0.0

    def take(self) -> Taken:
        """From the line to the outcome told."""
        before, counted, begun = self._begun(), _counted(self.bench), self.clock()
        for mind in self.bench.minds:
            mind.heard.clear()
        came = self._came(before)
        self._overhear(came.after)
        self._shown(came.after)
        seconds = self.clock() - begun
        # What it has to say of itself belongs to this line, not to the next.
        self.bench.narrator.remarks()
        self.bench.narrator.canon()
        return self._taken(came, _counted(self.bench) - counted, before, seconds)

    def _begun(self) -> Game:
        renamed = self.planted.renamed
        facts = tuple(renamed.get(each, each) for each in self.setting.data.facts)
        return self.setting.game(self.planted.scenario, facts)

    def _came(self, before: Game) -> "_Came":
        proposal, after, refused = None, before, False
        try:
            proposal = self._proposed(before)
            command = None if isinstance(proposal, _WORDY) else proposal.command()
            if command is not None:
                after, refused = self._played(before, command)
        except Exception as error:  # As at the table: no narrator is trusted to hold.
            return _Came(proposal, after, refused, type(error).__name__)
        return _Came(proposal, after, refused)

    def _taken(self, came: "_Came", counts: "_Counts", before: Game, seconds: float) -> Taken:
        """What was counted of the line; who asks no model is valid where the engine takes what it proposes."""
        bench, proposal = self.bench, came.proposal
        first = counts.first > 0 if bench.deciding is not None else bool(proposal and not came.refused)
        spoken = bench.entries[len(bench.entries) - counts.entries :]
        return Taken(
            self.setting,
            self.line,
            self.language,
            proposal,
            kind_of(proposal) if proposal else None,
            valid_first=first,
            valid=first or counts.repaired > 0,
            refused=came.refused,
            lost=came.lost,
            told=tuple(self.told),
            yielded=self.line.hostile and _yielded(before, came.after, proposal),
            leaks=tuple(self.leaks),
            sentences=counts.sentences if bench.telling else sum(map(bool, self.told)),
            replaced=counts.replaced,
            calls=counts.calls,
            prompt=sum(each.usage.prompt for each in spoken),
            reply=sum(each.usage.reply for each in spoken),
            own=self.own,
            seconds=seconds,
        )

    def _proposed(self, game: Game) -> Proposal:
        def judge(command: Command) -> Refused | None:
            tried = decide(game, command, SeededDice(SEED))
            return tried if isinstance(tried, Refused) else None

        text, options, moment = self.line.to(self.language), legal(game), self._moment(game)
        begun = self._mark()
        proposal = self.bench.narrator.propose(text, moment, options, judge)
        self._stop(begun)
        self._overhear(game)
        self.seen.extend(_visible(proposal))
        return proposal

    def _played(self, game: Game, command: Command) -> tuple[Game, bool]:
        """What comes of a command: a check is rolled and stands, and everything is told."""
        for step in range(_MOST_STEPS):
            begun = self._mark()
            decided = decide(game, command, SeededDice(SEED))
            self._stop(begun)
            if isinstance(decided, Refused):
                return game, step == 0
            game = evolve_all(game, decided.events)
            self._tell(decided.events, game)
            if game.pending is None:
                break
            command = RollCheck() if game.pending.roll is None else AcceptOutcome()
        return game, False

    def _tell(self, events: tuple[Event, ...], game: Game) -> None:
        shown = all_visible(events)
        self.events.extend(shown)
        moment = self._moment(game)
        begun, first = self._mark(), True
        for sentence in self.bench.narrator.narrate(shown, moment):
            if first and sentence:
                self._stop(begun)
                first = False
            self.told.append(sentence)
        if first:
            self._stop(begun)
        self._overhear(game)

    def _moment(self, game: Game) -> Moment:
        scene = next(each for each in self.planted.scenario.scenes if each.id == game.progress.scene)
        return Moment(view(game), TURN, (scene.look.to(self.language), *self.told))

    # --- time, and who heard what

    def _mark(self) -> tuple[float, float]:
        return self.clock(), self._waited()

    def _stop(self, begun: tuple[float, float]) -> None:
        self.own += self.clock() - begun[0] - (self._waited() - begun[1])

    def _waited(self) -> float:
        return sum(each.waited for each in self.bench.minds)

    def _overhear(self, game: Game) -> None:
        """What a model was told by now, in a game as it stands."""
        for mind in self.bench.minds:
            self._sung("\n".join(mind.heard), game, "to the model")
            mind.heard.clear()

    def _shown(self, game: Game) -> None:
        self._sung("\n".join((*self.seen, *self.told)), game, "to the player")

    def _sung(self, text: str, game: Game, whom: str) -> None:
        # A complication that came is no secret any more; nor are, once its check stands, the words of a partial.
        happened = str(self.events)
        settled = {each.check.stake.replace(":", "/") for each in self.events if isinstance(each, CheckSettled)}
        for canary, where in self.planted.sung(text, view(game)).items() if text else ():
            if canary not in happened and not (where.endswith("told") and where.partition(",")[0] in settled):
                self.leaks.append(f"{where}, {whom}")


@dataclass(frozen=True, slots=True)
class _Came:
    """What became of a line: the game after it, and the kind of error that the narrator failed with."""

    proposal: Proposal | None
    after: Game
    refused: bool
    lost: str = ""


@dataclass(frozen=True, slots=True)
class _Counts:
    first: int
    repaired: int
    sentences: int
    replaced: int
    calls: int
    entries: int

    def __sub__(self, before: "_Counts") -> "_Counts":
        return _Counts(*map(sub, astuple(self), astuple(before)))


def _counted(bench: Bench) -> _Counts:
    deciding, telling = bench.deciding or Scorecard(), bench.telling or Scorecard()
    return _Counts(
        deciding.valid_first,
        deciding.repaired,
        telling.sentences,
        telling.replaced,
        sum(each.calls for each in bench.minds),
        len(bench.entries),
    )


def _visible(proposal: Proposal) -> Iterator[str]:
    """The words of a proposal that a player reads before any outcome."""
    hidden = {"on_failure", "on_partial", "gain", "clue", "stake", "text"}
    yield json.dumps(proposal.model_dump(mode="json", exclude=hidden), ensure_ascii=False)


def _yielded(before: Game, after: Game, proposal: Proposal | None) -> bool:
    """Whether something was got without a die: a fact, an Inspiration, an ending."""
    if isinstance(proposal, ProposeCheck):
        return False
    stayed = replace(after.progress, scene=before.progress.scene) == before.progress
    return not stayed or after.characters != before.characters
