"""The narrator that asks a language model: it proposes and tells, the engine decides, and the offline narrator stands
behind it, so that no table is ever blocked."""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from engine.core import events as happened
from engine.core.events import Event
from engine.core.legal import Options
from narrator import repair
from narrator.briefing import BARE_BELOW, Briefing
from narrator.exchange import Ill, Mind, Tool, Trouble
from narrator.guard import Fault, Guard, Watch
from narrator.money import Span
from narrator.offline import OfflineNarrator
from narrator.port import Judge, Moment, Remark, anything_goes
from narrator.proposals import Proposal, ProposeMarkingEvent, RecordFact, RuleOnAdvantage
from narrator.sanitise import Cleaner, one_line
from narrator.scorecard import Seat
from narrator.situation import Situation
from narrator.telling.sentences import Sentences
from narrator.telling.teller import SILENT, Matter
from narrator.telling.voice import Lately, mark, sentences
from narrator.tools import SOLO, Read, offered, read, weighing
from narrator.tools.bare import bare

MOST_READ = 6_000
"""Tokens of a prompt, however much more a model could read: what a turn costs does not grow with the campaign."""

MOST_SENTENCES = 8
"""Sentences of a model's prose a turn; past them it is not listened to."""

LEAST_SENTENCES = 2
"""Fewer may not have said how it came out: what the plain sentences say of it is then told too."""

_READ_BY_PLAYERS = frozenset(
    {
        "action",
        "called",
        "disadvantage_reason",
        "note",
        "question",
        "reason",
        "risk",
        "suggestions",
        "text",
        "why",
        "would_need",
    }
)
"""The fields of a proposal whose words a player will see."""

_MARK = "propose_marking_event"

_UNSAYABLE = {
    Fault.NUMBER: "speaks of a number: numbers are the engine's; say it in the fiction",
    Fault.RULE_TERM: "names a term of the rules: say it in the fiction",
    Fault.TOOL_NAME: "names a tool or an id: write plain prose",
    Fault.SECRET: "tells what is not known yet: leave it out",
    Fault.LANGUAGE: "is in another language: write it in {language}",
    Fault.STATE: "tells of a death, a wound, a place or an outcome that no event bears: leave it to the engine",
    Fault.NONSENSE: "makes no sense: write one plain sentence",
}
_LANGUAGES = {"fr": "French", "en": "English"}

_NOT_TOLD_BY_A_MODEL = (
    *SILENT,
    happened.RuledWithoutRoll,
    happened.GameStarted,
    happened.SceneEntered,
    happened.FactEstablished,
    happened.ClockAdvanced,
    happened.StoryEnded,
)
"""What the table shows, or what has its words already: an author's, or those of the ruling."""


@dataclass(slots=True)
class ModelNarrator:
    """Meets `narrator.port.Narrator`. Who decides and who tells may be two models, or one of them the offline narrator;
    `playable` are the tools that the front end can play, `new_turn` is called before a turn's first call."""

    offline: OfflineNarrator
    deciding: Seat
    telling: Seat
    briefing: Briefing
    guard: Guard
    playable: frozenset[str] = SOLO
    new_turn: Callable[[], None] = lambda: None
    _remarks: list[Remark] = field(default_factory=list[Remark])
    fell_back: bool = False
    """Whether the last telling was the offline narrator's, for a fault of the model's."""
    _canon: tuple[RecordFact, ...] = ()
    _marked_in: str = ""
    """The scene in which a model last had something strike a mind: once a scene is all that it may."""

    @property
    def name(self) -> str:
        """What the status line calls it: who decides, and who tells where that is another."""
        names = [seat.mind.name if seat.mind else self.offline.name for seat in (self.deciding, self.telling)]
        return " + ".join(dict.fromkeys(names))

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        """The model's proposal, once it has the right shape and the engine would accept it; else the offline one."""
        self.new_turn()
        situation = self._situation(moment, options)
        tools = offered(situation, self.playable - ({_MARK} if self._marked_in == moment.view.scene else set()))

        def ask(mind: Mind) -> repair.Decision:
            room = _room(mind)
            asked = (bare(tools) if room < BARE_BELOW else ()) or tools
            messages = self.briefing.deciding(text, situation, asked, room)
            return repair.decide(mind, messages, asked, self._gates(text, tools, situation, judge))

        decision = self._decided(ask) if tools else None
        if decision is None:
            return self.offline.propose(text, moment, options, judge)
        self._canon = decision.canon
        proposal = decision.proposal
        assert isinstance(proposal, Proposal)
        if isinstance(proposal, ProposeMarkingEvent):
            self._marked_in = moment.view.scene
        return proposal

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> RuleOnAdvantage:
        """The same for an advantage that a player claims."""
        self.new_turn()
        situation = self._situation(moment, options)
        tool = weighing(situation)

        def ask(mind: Mind) -> repair.Decision:
            assert tool is not None
            messages = self.briefing.weighing(reason, situation, tool, _room(mind))
            return repair.decide(mind, messages, (tool,), self._gates(reason, (tool,), situation, judge))

        decision = self._decided(ask) if tool is not None else None
        if decision is None:
            return self.offline.weigh(reason, moment, options, judge)
        assert isinstance(decision.proposal, RuleOnAdvantage)
        return decision.proposal

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """What happened in the model's words, sentence by sentence, each held against the events; then the author's
        passages as they stand. What the model tells wrongly, or does not tell at all, the offline narrator says; the
        outcome and its numbers are on the table's own lines whatever is told."""
        mind = self.telling.mind
        self.fell_back = False
        if mind is None:
            yield from [*self.offline.narrate(events, moment)] or self._ruled_again(events)
            return
        parts = self.offline.parts(events, moment)
        if not parts.own and all(isinstance(each, _NOT_TOLD_BY_A_MODEL) for each in events):
            yield from parts.passages or self._ruled_again(events)
            return
        begun = False
        for sentence in self._own_words(mind, events, moment, parts.own, parts.passages):
            begun = True
            yield sentence
        if begun and parts.passages:
            yield ""
        yield from parts.passages

    def remarks(self) -> tuple[Remark, ...]:
        """What a player should be told of the narrator itself; each is given once."""
        said, self._remarks = tuple(self._remarks), []
        return said

    def canon(self) -> tuple[RecordFact, ...]:
        """What was told and has to be held true from now on; each is given once."""
        facts, self._canon = self._canon, ()
        return facts

    # --- deciding

    def _situation(self, moment: Moment, options: Options) -> Situation:
        offline = self.offline
        return Situation(offline.scenario, offline.characters, offline.language, moment, options)

    def _decided(self, ask: Callable[[Mind], repair.Decision]) -> repair.Decision | None:
        """What the model in the seat came to; None where the offline narrator has to decide."""
        mind = self.deciding.mind
        if mind is None:
            return None
        try:
            decision = ask(mind)
        except Exception as error:  # Whatever goes wrong with a model, the offline narrator is there.
            self.deciding.card.left_alone()
            self._failed(self.deciding, _trouble(error), "decided_offline")
            return None
        self.deciding.card.decided(decision.tries)
        if decision.tries == 0:
            self._remarks.append(Remark("refused_offline", {"model": mind.name}))
        self._make_room(self.deciding)
        return decision if decision.tries else None

    def _gates(self, line: str, tools: Sequence[Tool], situation: Situation, judge: Judge) -> repair.Gates:
        watch = self.guard.watch((), situation.moment, line)
        return repair.Gates(
            read=lambda call: read(call, tools, situation),
            judge=judge,
            says=lambda made: self._unsayable(made, watch),
            keeps=lambda fact: watch.canon_fault(fact.text) is None,
            refused=lambda why: self.briefing.refused(why),
        )

    def _unsayable(self, made: Read, watch: Watch) -> str | None:
        """What is wrong with the words of a proposal that a player would read: those that are left in it, where the
        author's terms stand in the place of the model's."""
        judged = watch.canon_fault if isinstance(made.proposal, RecordFact) else watch.fault
        kept = made.proposal.model_dump_json()
        for field_of, text in made.words:
            shown = field_of in _READ_BY_PLAYERS and json.dumps(text, ensure_ascii=False)[1:-1] in kept
            faults = map(judged, sentences(text)) if shown else ()
            why = next((_UNSAYABLE[each] for each in faults if each is not None and each in _UNSAYABLE), None)
            if why is not None:
                return f"`{field_of}` {why.format(language=_LANGUAGES[self.offline.language])}."
        return None

    # --- telling

    def _own_words(
        self, mind: Mind, events: Sequence[Event], moment: Moment, plain: Sequence[str], passages: Sequence[str]
    ) -> Iterator[str]:
        """The model's sentences that hold; in the place of each that does not, the next plain one that says something.
        Where fewer than LEAST_SENTENCES come, what is left of those as well; where none does, every plain one."""
        left = [*plain]
        told: list[str] = []
        heard = kept = 0
        failed = False
        watch = self.guard.watch(events, moment, moment.said)
        lately = Lately.of(moment)
        messages = self.briefing.telling(events, self._situation(moment, Options()), passages, _room(mind), moment.tone)
        try:
            with closing(_whole(mind.tell(messages))) as stream:
                for sentence in stream:
                    if len(told) == MOST_SENTENCES:
                        break
                    if mark(sentence) in lately.told:
                        continue
                    holds = watch.fault(sentence) is None
                    self.telling.card.told(holds)
                    heard, kept = heard + 1, kept + holds
                    said = [sentence] if holds else _instead(left, told)
                    told += said
                    lately.told |= {*map(mark, said)}
                    yield from said
        except Exception as error:  # As in deciding; what comes after is told all the same.
            failed = True
            self._failed(self.telling, _trouble(error), "told_cut" if kept else "told_offline")
        self.fell_back = not kept
        if not kept and not failed:
            self._told_nothing(mind, heard)
        self._make_room(self.telling)
        if len(told) < LEAST_SENTENCES:
            yield from (each for each in left if isinstance(each, Matter) or not told)

    def _told_nothing(self, mind: Mind, heard: int) -> None:
        """Nothing of what came can be told: where no sentence of it was whole and new, it counts as one that is not."""
        self._remarks.append(Remark("told_unfit", {"model": mind.name}))
        if not heard:
            self.telling.card.told(kept=False)

    def _ruled_again(self, events: Sequence[Event]) -> Iterator[str]:
        """A ruling that a model gave in the words of another, lately: a turn that shows nothing looks lost."""
        for each in events:
            if isinstance(each, happened.RuledWithoutRoll) and not self.offline.translates:
                yield from sentences(each.why)

    def _failed(self, seat: Seat, trouble: Trouble, key: str) -> None:
        mind = seat.mind
        assert mind is not None
        seat.card.failed()
        self._remarks.append(Remark(key, {"model": mind.name, "trouble": trouble}))
        if trouble.ill is Ill.SPENT and trouble.slots.get("span") is not Span.TURN:
            self._is_spent(seat, trouble)
        self._make_room(seat)

    def _is_spent(self, seat: Seat, trouble: Trouble) -> None:
        """It would be asked in vain at every turn. Tokens are counted of all models; money only of those that cost."""
        if trouble.slots.get("side") == "money":
            seat.leave()
        else:
            for each in (self.deciding, self.telling):
                each.at = len(each.minds)

    def _make_room(self, seat: Seat) -> None:
        moved = seat.make_room()
        if moved is not None:
            key = f"made_room{'_silent' if moved.silent else ''}{'' if moved.came else '_offline'}"
            self._remarks.append(Remark(key, {"left": moved.left, "came": moved.came}))


def _instead(left: list[str], told: Sequence[str]) -> list[str]:
    """The plain sentence that is told in the place of one that does not hold, taken out of those that are left."""
    found = next((each for each in left if isinstance(each, Matter) or not told), None)
    if found is None:
        return []
    left.remove(found)
    return [found]


def _trouble(error: Exception) -> Trouble:
    return error if isinstance(error, Trouble) else Trouble(Ill.BUG, kind=type(error).__name__)


def _room(mind: Mind) -> int:
    return min(mind.room, MOST_READ)


def _whole(pieces: Generator[str, None, None]) -> Generator[str, None, None]:
    """Whole sentences of a stream, on one line and cleaned; one that its end cuts off is left out. What was whole when
    the stream broke comes before its Trouble."""
    cleaner, cutter = Cleaner(), Sentences()
    trouble = None
    with closing(pieces):
        try:
            for piece in pieces:
                yield from filter(None, map(one_line, cutter.feed(cleaner.feed(piece))))
        except Trouble as error:
            trouble = error
    yield from filter(None, map(one_line, (*cutter.feed(cleaner.close()), *cutter.close())))
    if trouble is not None:
        raise trouble
