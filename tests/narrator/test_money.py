"""No call goes past a ceiling, what is unknown stays unknown, and prices and providers are sound data."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.exchange import Ill, Message, Tool, Trouble, Usage
from narrator.money import FREE, Budget, Ceiling, Ceilings, Entry, Price, Span, Spent, Warned
from narrator.money.prices import known_prices
from narrator.money.providers import presets, split
from narrator.money.repeats import Unrepeating
from narrator.scripted import ScriptedMind

PRICE = Price(Decimal("2"), Decimal("10"), cached=Decimal("0.2"))
NO_LIMIT = Ceilings(Ceiling(), Ceiling(), Ceiling())


class Notebook:
    """A ledger in memory, with what another program spent today."""

    def __init__(self, before=Spent()):  # noqa: B008 (frozen)
        self.total = before
        self.held = None
        self.entries = []

    def hold(self, most, allow):
        allow(self.total)
        self.total += most
        self.held = most

    def settle(self, entry):
        self.total = Spent(self.total.tokens - self.held.tokens, self.total.money - self.held.money)
        self.entries.append(entry)
        self.total += Spent(entry.usage.prompt + entry.usage.reply, entry.cost or Decimal(0))
        return self.total


def entry(usage, ill=None):
    return Entry("large", "openai", "decide", usage, None, "", 1.5, 0.7, 7, "tool", ill)


def at_a_table(ceilings=NO_LIMIT, price=PRICE, before=Spent()):  # noqa: B008 (frozen)
    budget = Budget(ceilings, Notebook(before))
    return budget, budget.purse("openai:large", price)


def call(purse, prompt, reply, most=None):
    purse.may_spend(most or Usage(prompt, reply))
    purse.spent(entry(Usage(prompt, reply)))


def test_a_call_costs_what_its_tokens_cost_and_less_for_those_already_read():
    assert PRICE.of(Usage(1_000_000, 100_000)) == Decimal("3")
    assert PRICE.of(Usage(1_000_000, 0, cached=500_000)) == Decimal("1.1")
    assert replace(PRICE, cached=None).of(Usage(1_000_000, 0, cached=500_000)) == Decimal("2")


def test_a_server_that_counts_more_cached_tokens_than_there_are_pays_nobody_back():
    assert PRICE.of(Usage(100, 0, cached=1_000)) == 100 * Decimal("0.2") / 1_000_000


AMOUNT = st.integers(0, 100).map(lambda tenths: Decimal(tenths) / 10)


@given(
    st.builds(Price, AMOUNT, AMOUNT, st.none() | AMOUNT), st.integers(0, 9_000), st.integers(0, 900), st.floats(0, 1)
)
def test_no_call_costs_more_than_it_was_said_it_might(price, prompt, reply, share):
    assert price.of(Usage(prompt, reply, cached=int(prompt * share))) <= price.at_most(Usage(prompt, reply))


def refused(purse, most):
    try:
        purse.may_spend(most)
    except Trouble as trouble:
        return trouble.ill is Ill.SPENT
    return False


CALLS = st.tuples(st.integers(0, 4_000), st.integers(0, 900), st.floats(0, 1), st.integers(0, 5))
LIMIT = st.one_of(st.none(), st.integers(0, 40_000))
MONEY = st.one_of(st.none(), st.integers(0, 60).map(lambda cents: Decimal(cents) / 1_000))
CEILINGS = st.builds(Ceiling, LIMIT, MONEY)


def past(ceiling, spent):
    return any(
        each is not None and used > each
        for each, used in ((ceiling.tokens, spent.tokens), (ceiling.money, spent.money))
    )


@given(st.builds(Ceilings, CEILINGS, CEILINGS, CEILINGS), st.lists(CALLS, max_size=30), st.integers(0, 9_000))
def test_whatever_is_called_nothing_is_spent_past_a_ceiling_and_nothing_refused_that_fits(ceilings, calls, elsewhere):
    budget, purse = at_a_table(ceilings, before=Spent(min(elsewhere, ceilings.day.tokens or 0)))
    turn = session = Spent()
    for prompt, reply, share, fate in calls:
        if fate == 0:
            budget.new_turn()
            turn = Spent()
        most = Usage(prompt, reply)
        worst = Spent(prompt + reply, PRICE.at_most(most))
        spans = ((ceilings.turn, turn), (ceilings.session, session), (ceilings.day, budget.ledger.total))
        fits = not any(past(ceiling, spent + worst) for ceiling, spent in spans)
        assert refused(purse, most) is not (fits or worst == Spent())
        if not fits and worst != Spent():
            continue
        if fate == 1:  # Killed: it counts for all that it might have cost.
            turn, session = turn + worst, session + worst
            continue
        used = Usage(int(prompt * share), int(reply * share))
        purse.spent(entry(used, ill="late" if fate == 2 else None))
        cost = Spent(used.prompt + used.reply, PRICE.of(used))
        turn, session = turn + cost, session + cost
        assert not past(ceilings.day, budget.ledger.total) or worst == Spent()
        assert (budget.turn, budget.session) == (turn, session)
        assert not past(ceilings.turn, turn)
        assert not past(ceilings.session, session)


@pytest.mark.parametrize("span", Span)
def test_past_a_ceiling_the_trouble_says_which_how_much_and_of_how_much(span):
    ceilings = replace(NO_LIMIT, **{span.value: Ceiling(tokens=1_000)})
    _, purse = at_a_table(ceilings)
    call(purse, 600, 100)
    with pytest.raises(Trouble) as caught:
        purse.may_spend(Usage(300, 1))
    assert caught.value.ill is Ill.SPENT
    assert caught.value.slots == {"span": span, "side": "tokens", "spent": 700, "ceiling": 1_000, "currency": "USD"}
    assert caught.value.slots["span"] is span


def test_a_turn_is_counted_anew_and_a_session_is_not():
    budget, purse = at_a_table(Ceilings(Ceiling(1_000), Ceiling(1_500), Ceiling()))
    call(purse, 900, 0)
    budget.new_turn()
    call(purse, 500, 0)
    budget.new_turn()
    with pytest.raises(Trouble) as caught:
        purse.may_spend(Usage(200, 0))
    assert caught.value.slots["span"] is Span.SESSION


def test_two_models_at_one_table_share_what_may_be_spent():
    budget, decides = at_a_table(Ceilings(Ceiling(1_000), Ceiling(), Ceiling()))
    tells = budget.purse("ollama:small", FREE)
    call(decides, 700, 0)
    with pytest.raises(Trouble):
        tells.may_spend(Usage(400, 0))


def test_four_fifths_of_a_ceiling_are_announced_once():
    budget, purse = at_a_table(Ceilings(Ceiling(), Ceiling(), Ceiling(money=Decimal("0.01"))))
    call(purse, 3_900, 0)
    assert budget.warnings() == ()
    call(purse, 100, 0)
    assert budget.warnings() == (Warned(Span.DAY, "money", Decimal("0.008"), Decimal("0.01"), "USD"),)
    call(purse, 100, 0)
    budget.new_turn()
    call(purse, 100, 0)
    assert budget.warnings() == ()


def test_a_turns_ceiling_is_announced_in_each_turn_that_comes_near_it():
    budget, purse = at_a_table(Ceilings(Ceiling(1_000), Ceiling(), Ceiling()))
    for _ in range(2):
        budget.new_turn()
        call(purse, 800, 0)
        call(purse, 50, 0)
        assert [(each.span, each.spent) for each in budget.warnings()] == [(Span.TURN, 800)]


def test_what_others_spent_today_counts():
    _, purse = at_a_table(Ceilings(Ceiling(), Ceiling(), Ceiling(1_000)), before=Spent(900))
    with pytest.raises(Trouble) as caught:
        purse.may_spend(Usage(101, 0))
    assert caught.value.slots["span"] is Span.DAY


def test_what_a_call_cost_stands_in_its_entry_and_unknown_stays_unknown():
    budget, purse = at_a_table()
    call(purse, 1_000, 100)
    call(budget.purse("custom:mine", None), 1_000, 100)
    assert [(each.cost, each.currency) for each in budget.ledger.entries] == [(Decimal("0.003"), "USD"), (None, "")]
    assert budget.session == Spent(2_200, Decimal("0.003"))


@pytest.mark.parametrize("price", [None, replace(PRICE, currency="EUR")])
def test_under_a_ceiling_of_money_a_model_without_a_price_in_it_is_not_called(price):
    _, purse = at_a_table(Ceilings(day=Ceiling(money=Decimal(1))), price)
    with pytest.raises(Trouble) as caught:
        purse.may_spend(Usage(1, 1))
    assert (caught.value.ill, caught.value.slots) == (Ill.UNPRICED, {"model": "openai:large", "currency": "USD"})


def test_what_is_free_goes_on_when_all_money_is_spent():
    budget, purse = at_a_table(Ceilings(Ceiling(), Ceiling(money=Decimal("0.002")), Ceiling()))
    call(purse, 1_000, 0)
    with pytest.raises(Trouble):
        purse.may_spend(Usage(1, 0))
    call(budget.purse("ollama:small", replace(FREE, currency="EUR")), 1_000, 0)
    assert budget.session.tokens == 2_000
    budget.settle(replace(entry(Usage(1_000, 0)), cost=Decimal(1), currency="USD"))
    call(budget.purse("ollama:small", FREE), 1_000, 0)
    assert budget.session.tokens == 4_000, "a server that took more than was set aside stops nobody who is free"


def test_by_default_tokens_have_a_ceiling_and_money_has_none():
    ours = Ceilings()
    assert [each.tokens for each in (ours.turn, ours.session, ours.day)] == [60_000, 1_000_000, 3_000_000]
    assert not ours.of_money


def test_the_same_question_is_put_twice_within_a_turn_and_not_a_third_time():
    budget, _ = at_a_table()
    tool = Tool("wait", "Do nothing.", {"type": "object"})
    answered = ScriptedMind(answers=["no"] * 5, tellings=[["Rain."]] * 5)
    mind = Unrepeating(answered, budget)
    question = [Message("user", "I open the door")]
    mind.ask(question, [tool])
    mind.ask(question, [tool])
    mind.ask([*question, Message("user", "It is locked.")], [tool])
    with pytest.raises(Trouble, match="repeated"):
        mind.ask(question, [tool])
    assert list(mind.tell(question)) == ["Rain."]  # Told is not asked.
    budget.new_turn()
    mind.ask(question, [tool])
    assert len(answered.asked) == 5
    assert (mind.name, mind.room) == (answered.name, answered.room)


def test_a_telling_is_stopped_the_third_time_too():
    budget, _ = at_a_table()
    mind = Unrepeating(ScriptedMind(tellings=[["Rain."]] * 5), budget)
    told = [list(mind.tell([Message("user", "Tell it.")])) for _ in range(2)]
    assert told == [["Rain."]] * 2
    with pytest.raises(Trouble, match="repeated"):
        next(mind.tell([Message("user", "Tell it.")]))


def test_every_price_is_of_a_provider_that_is_here_dated_and_has_a_public_source():
    assert len(known_prices()) >= 6
    for (provider, model), listed in known_prices().items():
        assert provider in presets(), model
        assert listed.source.startswith("https://"), model
        assert listed.date.year >= 2026, model
        assert 0 < listed.price.prompt <= listed.price.reply, model
        assert listed.price.cached is None or listed.price.cached < listed.price.prompt, model


@pytest.mark.parametrize("name", presets())
def test_every_provider_says_what_it_cannot_do_and_where_that_stands(name):
    preset = presets()[name]
    assert preset.note
    assert preset.free is not preset.needs_key
    assert preset.base_url.startswith("http://" if preset.free else "https://")
    assert preset.key or not preset.needs_key


@pytest.mark.parametrize(
    ("address", "provider", "model"),
    [
        ("ollama:qwen2.5:7b", "ollama", "qwen2.5:7b"),
        ("openrouter:mistralai/mistral-small", "openrouter", "mistralai/mistral-small"),
        ("gpt-6-sol", "", "gpt-6-sol"),
        ("openai:", "openai", ""),
    ],
)
def test_an_address_is_parted_at_its_first_colon(address, provider, model):
    assert split(address) == (provider, model)
