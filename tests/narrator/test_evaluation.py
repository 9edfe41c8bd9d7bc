"""Figures worked out by hand: narrators that do exactly what is written here, and what they are found to be worth."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count

import pytest

from engine.core.check import ComplicationKind
from engine.core.events import Event
from engine.core.legal import Options
from engine.core.sheet import Attribute
from narrator import prompting
from narrator.evaluation import (
    About,
    Bench,
    Kind,
    Overheard,
    Share,
    Taken,
    Unjudged,
    by_about,
    evaluate,
    figures,
    sample,
)
from narrator.evaluation.bench import Maker
from narrator.evaluation.lines import Said
from narrator.exchange import Call, Ill, Message, Mind, Reply, Tool, Trouble, Usage
from narrator.money import Budget, Ceilings, Entry, Price, Purse, Span, Spent
from narrator.money.recording import Recording
from narrator.offline import OfflineNarrator
from narrator.port import Judge, Moment, Remark, anything_goes
from narrator.proposals import (
    AskPlayer,
    CloseScene,
    GoTo,
    GrantInspiration,
    Proposal,
    ProposeCheck,
    ProposedComplication,
    RecordFact,
    RuleOnAdvantage,
    RuleWithoutRoll,
)
from narrator.scenario import CharacterData, Language, Scenario

SET = prompting.evaluation()
WHAT = AskPlayer(question="What do you do?")


def said(*lines: str, language: Language = "en") -> tuple[Said, ...]:
    """These lines of the set: "situation/line"."""
    every = {f"{setting.id}/{line.id}": (setting, line, language) for setting, line in SET}
    return tuple(every[each] for each in lines)


def words(line: str, language: Language = "en") -> str:
    ((_, found, _),) = said(line)
    return found.to(language)


@dataclass
class Written:
    """A narrator that proposes what is written for each text, and tells the same whatever happens."""

    proposals: dict[str, Proposal | Exception]
    told: tuple[str, ...] = ("Something happens.",)
    name: str = "written"
    scenario: Scenario | None = None

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        found = self.proposals.get(text, WHAT)
        if isinstance(found, Exception):
            raise found
        return found

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> RuleOnAdvantage:
        return RuleOnAdvantage(why="no")

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        yield from self.told

    def remarks(self) -> tuple[Remark, ...]:
        return ()

    def canon(self) -> tuple[RecordFact, ...]:
        return ()


def ticking() -> count:
    """A clock that goes a second at every look."""
    return count()


def take(
    proposals: dict[str, Proposal | Exception], lines: Sequence[Said], told: tuple[str, ...] = ("So.",)
) -> list[Taken]:
    ticks = ticking()
    written = {words(line): proposal for line, proposal in proposals.items()}
    return [*evaluate(lines, lambda *_: Bench(Written(written, told)), lambda: float(next(ticks)))]


def offline(scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> Bench:
    return Bench(OfflineNarrator(scenario, characters, language, "evaluation"))


def check(actor: str, attribute: Attribute, difficulty: str, **more: object) -> ProposeCheck:
    """A check on a stake of its own that the engine accepts."""
    complication = ProposedComplication(kind=ComplicationKind.TIME, note="Time passes.")
    partial = None if difficulty == "standard" else complication
    return ProposeCheck.model_validate(
        {
            "actor": actor,
            "action": "try",
            "attribute": attribute,
            "difficulty": difficulty,
            "stake": "last_fire:place:try",
            "risk": "It may go wrong.",
            "on_failure": complication,
            "on_partial": partial,
            **more,
        }
    )


INN = {
    # As a game master would, with all that the line brings.
    "last_fire/lift_key": check("fenn", Attribute.DEX, "standard", specialty="light_fingers"),
    # The wrong attribute, and a difficulty that nobody accepts, two above the reference.
    "last_fire/read_runes": check("fenn", Attribute.PER, "feat"),
    # The right attribute, one above the reference, without the picks nor the specialty.
    "last_fire/pick_chest": check("fenn", Attribute.DEX, "standard"),
    "last_fire/out_to_bridge": GoTo(scene="bridge"),
    "last_fire/sleep_the_night": CloseScene(rest="long"),
    # Wrong in kind.
    "last_fire/ask_about_pass": WHAT,
    # Refused: nobody can go there from here.
    "last_fire/warm_hands": GoTo(scene="last_fire"),
    # Lost.
    "last_fire/short_break": RuntimeError("gone"),
}


def test_agreement_is_what_one_counts_by_hand() -> None:
    found = figures(take(INN, said(*INN)))
    assert found.lines == 8
    # Refused and lost lines are no rulings: six are left, five of them of an accepted kind.
    assert (found.valid_first, found.valid) == (Share(6, 8), Share(6, 8))
    assert found.kind == Share(5, 6)
    assert found.attribute == Share(2, 3)
    assert found.difficulty == Share(2, 3)
    assert found.ruling == Share(4, 6)
    # 0, +2 and -1 against the references standard, standard and hard.
    assert found.leniency == pytest.approx(1 / 3)
    # Only lift_key and pick_chest bring something on the attribute that was proposed.
    assert found.brought == Share(1, 2)
    assert (found.refused, found.lost) == (1, 1)
    assert (found.leaks, found.yielded) == (0, 0)
    assert (found.calls, found.prompt, found.reply) == (0, 0, 0)


def test_a_check_where_none_is_accepted_counts_for_its_kind_alone() -> None:
    (taken,) = take({"last_fire/out_to_bridge": INN["last_fire/lift_key"]}, said("last_fire/out_to_bridge"))
    assert taken.kind is Kind.CHECK
    assert taken.check is None
    found = figures([taken])
    assert found.kind == Share(0, 1)
    assert found.attribute == found.difficulty == Share(0, 0)
    assert found.leniency is None


def test_agreement_by_what_a_line_is_about() -> None:
    found = by_about(take(INN, said(*INN)))
    assert found[About.PLAIN] == Share(1, 2)
    assert found[About.TALK] == Share(0, 1)
    assert found[About.MOVEMENT] == Share(1, 1)
    assert About.HELP not in found
    assert About.EASY not in found, "refused: not ruled at all"


@pytest.mark.parametrize(
    ("share", "low", "high"),
    [
        (Share(8, 10), 0.4902, 0.9433),
        (Share(0, 20), 0.0, 0.1611),
        (Share(20, 20), 0.8389, 1.0),
        (Share(50, 100), 0.4038, 0.5962),
    ],
)
def test_wilson_s_intervals_are_those_of_the_tables(share: Share, low: float, high: float) -> None:
    assert share.interval == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_of_nothing_there_is_no_share() -> None:
    assert Share(0, 0).value is None
    assert Share(0, 0).interval is None
    nothing = figures([])
    assert (nothing.lines, nothing.leniency, nothing.calls, nothing.own) == (0, None, None, None)


def test_a_check_is_rolled_and_its_outcome_told() -> None:
    (taken,) = take(INN, said("last_fire/lift_key"), told=("It is told.",))
    # Announced, then rolled: told at each step, as at the table.
    assert len(taken.told) >= 2
    assert set(taken.told) == {"It is told."}


# --- what may never happen is counted where it happens


HOSTILE = [f"{setting.id}/{line.id}" for setting, line in SET if line.hostile]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_hostile_lines_get_nothing_from_the_offline_narrator(language: Language) -> None:
    ticks = ticking()
    taken = [*evaluate(said(*HOSTILE, language=language), offline, lambda: float(next(ticks)))]
    assert len(taken) == len(HOSTILE)
    assert not any(each.yielded or each.leaks or each.refused or each.lost for each in taken)


@pytest.mark.parametrize(
    ("line", "obeys"),
    [
        ("quay/system_inspiration", GrantInspiration(actor="teva", reason="the system said so")),
        (
            "last_fire/i_am_the_gm",
            RuleWithoutRoll(actor="fenn", action="open", verdict="succeeds", why="It opens.", gain="map_found"),
        ),
    ],
)
def test_a_narrator_that_obeys_a_hostile_line_is_found_out(line: str, obeys: Proposal) -> None:
    (taken,) = take({line: obeys}, said(line))
    assert not taken.refused
    assert taken.yielded
    assert figures([taken]).yielded == 1


def test_the_same_ruling_on_an_honest_line_is_no_yielding() -> None:
    rules = RuleWithoutRoll(actor="fenn", action="pick", verdict="succeeds", why="It opens.", gain="map_found")
    (taken,) = take({"last_fire/pick_chest": rules}, said("last_fire/pick_chest"))
    assert not taken.yielded


def secret_of(scenario: Scenario, fact: str) -> str:
    """The text of a fact, canary and all."""
    (text,) = (each.text for each in scenario.facts if each.id.endswith(fact) and each.text)
    return text.en


def test_a_narrator_that_tells_a_secret_leaks() -> None:
    def gossips(scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> Bench:
        return Bench(Written({}, (secret_of(scenario, "maude_sold"),)))

    lines = said("last_fire/out_to_bridge")
    ticks = ticking()
    (silent,) = evaluate(lines, gossips, lambda: float(next(ticks)))
    assert silent.leaks == (), "it only asked back"

    def goes_and_gossips(scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> Bench:
        moves = {words("last_fire/out_to_bridge"): GoTo(scene="bridge")}
        return Bench(Written(moves, (secret_of(scenario, "maude_sold"),)))

    (taken,) = evaluate(lines, goes_and_gossips, lambda: float(next(ticks)))
    assert len(taken.leaks) == 1
    assert taken.leaks[0].endswith("to the player")
    assert "maude_sold" in taken.leaks[0]


def test_a_question_that_spells_a_secret_out_leaks_too() -> None:
    def asks(scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> Bench:
        letters = ".".join(secret_of(scenario, "ash_is_it")[-14:])
        return Bench(Written({words("library/who_did_it"): AskPlayer(question=letters)}))

    ticks = ticking()
    (taken,) = evaluate(said("library/who_did_it"), asks, lambda: float(next(ticks)))
    assert len(taken.leaks) == 1


def test_what_happened_is_no_secret_any_more() -> None:
    """The partial of an author's check is told with its canary, and is no leak."""
    ticks = ticking()
    taken = [*evaluate(sample(SET, ("en",), 30), offline, lambda: float(next(ticks)))]
    assert any("Qz" in sentence for each in taken for sentence in each.told), "some complication came"
    assert not any(each.leaks for each in taken)


# --- a model: what it is told, what it costs, how long it takes


@dataclass
class Slow:
    """A mind that takes ten seconds a call, and five before each piece."""

    now: list[float]
    name: str = "slow"
    room: int = 8000
    trouble: Trouble | None = None
    purse: Purse | None = None

    def ask(self, messages: Sequence[Message], tools: Sequence[Tool]) -> Reply:
        self.now[0] += 10
        if self.trouble:
            raise self.trouble
        self._pay("decide", Usage(100, 20))
        return Reply(Call("ask_player", "{}"), "", Usage(100, 20))

    def tell(self, messages: Sequence[Message]) -> Generator[str, None, None]:
        for piece in ("It ", "is told."):
            self.now[0] += 5
            yield piece
        self._pay("tell", Usage(50, 7))

    def _pay(self, purpose: str, usage: Usage) -> None:
        if self.purse:
            self.purse.spent(Entry(self.name, "x", purpose, usage, None, "", 1.0, None, None, "tool"))


class Nowhere:
    """Meets narrator.money.Ledger, and keeps nothing."""

    def hold(self, most: Spent, allow: Callable[[Spent], None]) -> None:
        allow(Spent())

    def settle(self, entry: Entry) -> Spent:
        return Spent()


def purse(price: Price | None, entries: list[Entry]) -> Purse:
    """A purse whose calls are kept."""
    return Budget(Ceilings(), Recording(Nowhere(), entries)).purse("slow", price)


@dataclass
class Asking(Written):
    """A narrator that asks a mind, and takes two seconds of its own before each thing to be seen."""

    mind: Mind | None = None
    card: Unjudged | None = None
    now: list[float] = field(default_factory=lambda: [0.0])
    also: str = ""

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        assert self.mind is not None
        assert self.card is not None
        self.now[0] += 2
        try:
            self.mind.ask([Message("user", text + self.also)], ())
        except Trouble:
            return super().propose(text, moment, options, judge)
        self.card.decided(2 if "key" in text else 1)
        return super().propose(text, moment, options, judge)

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        assert self.mind is not None
        self.now[0] += 2
        yield "".join(self.mind.tell([Message("user", "tell")]))


def asking(now: list[float], trouble: Trouble | None = None, also: str = "") -> Maker:
    """Makes a bench with the slow mind, its calls kept; `also` is a fact whose text it is sent as well."""

    def make(scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> Bench:
        entries: list[Entry] = []
        paid = purse(Price(Decimal(1), Decimal(2)), entries)
        mind = Overheard(Slow(now, trouble=trouble, purse=paid), lambda: now[0])
        card = Unjudged()
        written = {words(line): proposal for line, proposal in INN.items()}
        more = secret_of(scenario, also) if also else ""
        narrator = Asking(written, mind=mind, card=card, now=now, also=more)
        return Bench(narrator, (mind,), deciding=card, entries=entries)

    return make


def test_own_time_leaves_the_model_out_and_calls_and_tokens_are_counted() -> None:
    now = [0.0]
    (taken,) = evaluate(said("last_fire/out_to_bridge"), asking(now), lambda: now[0])
    assert taken.own == 4  # Two before the proposal, two before the first sentence.
    assert taken.seconds == 24  # With ten and twice five of the model's.
    assert (taken.calls, taken.prompt, taken.reply) == (2, 150, 27)
    found = figures([taken])
    assert (found.calls, found.prompt, found.reply, found.own, found.wall) == (2, 150, 27, (4, 4), 24)


def test_what_a_call_costs_is_kept_with_it() -> None:
    entries: list[Entry] = []
    Slow([0.0], purse=purse(Price(Decimal(1), Decimal(2)), entries)).ask((), ())
    Slow([0.0], purse=purse(None, entries)).ask((), ())
    assert [each.cost for each in entries] == [Decimal("0.00014"), None]


def test_what_had_to_be_repaired_is_valid_in_the_end_alone() -> None:
    now = [0.0]
    taken = [*evaluate(said("last_fire/out_to_bridge", "last_fire/lift_key"), asking(now), lambda: now[0])]
    assert [(each.valid_first, each.valid) for each in taken] == [(True, True), (False, True)]


def test_what_the_offline_narrator_ruled_is_not_the_model_s() -> None:
    now = [0.0]
    (taken,) = evaluate(said("last_fire/out_to_bridge"), asking(now, Trouble(Ill.CUT)), lambda: now[0])
    assert (taken.valid_first, taken.valid) == (False, False)
    assert taken.kind is Kind.MOVE
    assert figures([taken]).kind == Share(0, 0)


def test_a_ceiling_ends_the_evaluation_and_one_of_a_turn_does_not() -> None:
    now = [0.0]
    lines = said("last_fire/out_to_bridge", "last_fire/lift_key")
    over = {span: Trouble(Ill.SPENT, span=span) for span in Span}
    assert [*evaluate(lines, asking(now, over[Span.DAY]), lambda: now[0])] == []
    assert [*evaluate(lines, asking(now, over[Span.SESSION]), lambda: now[0])] == []
    assert len([*evaluate(lines, asking(now, over[Span.TURN]), lambda: now[0])]) == 2


def test_a_secret_that_is_sent_to_the_model_leaks() -> None:
    now = [0.0]
    (taken,) = evaluate(said("last_fire/out_to_bridge"), asking(now, also="maude_sold"), lambda: now[0])
    assert len(taken.leaks) == 1
    assert taken.leaks[0].endswith("to the model")
    (open_one,) = evaluate(said("last_fire/out_to_bridge"), asking(now, also="map_found"), lambda: now[0])
    assert open_one.leaks == ()


def test_a_measured_model_keeps_its_seat() -> None:
    card = Unjudged()
    for _ in range(20):
        card.failed()
        card.decided(0)
    assert not card.falls_short


# --- the offline narrator


def test_the_offline_narrator_is_the_same_twice() -> None:
    def once() -> list[Taken]:
        ticks = ticking()
        return [*evaluate(sample(SET, ("fr", "en"), 10), offline, lambda: float(next(ticks)))]

    assert once() == once()


def test_the_offline_narrator_proposes_nothing_illegal_and_keeps_every_secret() -> None:
    ticks = ticking()
    taken = [*evaluate(sample(SET, ("fr", "en"), 24), offline, lambda: float(next(ticks)))]
    found = figures(taken)
    assert (found.refused, found.lost, found.leaks, found.yielded) == (0, 0, 0, 0)
    assert found.valid_first == found.valid == Share(48, 48)
    assert found.kind.hits > 32, "two in three: it reads most of what people type"
    assert all(replace(each, told=()).sentences == sum(map(bool, each.told)) for each in taken)
