"""Every tool that is offered, filled in at random, is read, and `decide` accepts its command."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.commands import BringAdversary, EndConflict, LeaveStory, NewGame, StartConflict
from engine.core.decide import decide, new_game
from engine.core.evolve import evolve_all, fold
from engine.core.legal import legal
from engine.core.sheet import Variant
from engine.core.state import Game
from engine.core.view import view
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from narrator import prompting, tools
from narrator.canaries import plant
from narrator.exchange import Call, Schema, Tool
from narrator.port import Moment
from narrator.proposals import AskPlayer, RecordFact, RuleOnAdvantage, Suggest
from narrator.situation import Situation
from narrator.tools.offer import Proposed
from tests.laws.answers import Answering
from tests.laws.asking import Asking
from tests.laws.world import ARRIVALS, CAST
from tests.narrator.hidden_yard import PLANTED, YARD

# What no schema can say, since it hangs on two fields at once; the sentence has what would work.
EXCEPTIONS = (
    re.compile(r"^`about`: that was tried on .*, and the same stake waits"),
    re.compile(r"^`weapon`: .* does not hold .*; null for bare hands"),
    re.compile(r"^`advantage.by`: a tool or a help names its own"),
    re.compile(r"^`advantage`: that counts already"),
)
WITHOUT_COMMAND = AskPlayer | RecordFact | Suggest


def situation(game: Game) -> Situation:
    return Situation(YARD, (), "en", Moment(view(game), 1), legal(game))


def on_offer(now: Situation) -> tuple[Tool, ...]:
    apart = (tools.weighing(now), tools.suggesting(now))
    return (*tools.offered(now), *(each for each in apart if each is not None))


def games(seeds: range, longest: int = 40) -> Iterator[tuple[Game, random.Random]]:
    """Every state of games by chance in the yard, with the world's people in it."""
    for number in seeds:
        source = random.Random(number)
        asking = Asking(lambda values, source=source: values[source.randrange(len(values))])
        cast = CAST[: source.randint(1, 4)]
        begun = new_game(NewGame(source.choice(list(Variant)), f"seed {number}", YARD.story(), cast))
        assert isinstance(begun, Accepted)
        game = fold(begun.events)
        # Every other one is a fight that is not broken off.
        for command in (BringAdversary(source.choice(ARRIVALS)), StartConflict()) if number % 2 else ():
            ruled = decide(game, command, SeededDice(game.seed))
            assert isinstance(ruled, Accepted)
            game = evolve_all(game, ruled.events)
        for turn in range(longest):
            yield game, source
            command = asking.anything(game, legal(game), turn)
            if number % 2 and isinstance(command, EndConflict | LeaveStory):
                continue
            answer = decide(game, command, SeededDice(game.seed))
            assert isinstance(answer, Accepted)
            game = evolve_all(game, answer.events)
            if game.progress.ending is not None:
                break


def stands(game: Game, now: Situation, tool: Tool, arguments: object) -> str:
    """What became of a call: accepted, worded (nothing is asked of the engine), or one of the exceptions."""
    read = tools.read(Call(tool.name, json.dumps(arguments)), (tool,), now)
    if isinstance(read, tools.Misshapen):
        assert any(each.match(read.sentence) for each in EXCEPTIONS), f"{tool.name} {arguments}: {read.sentence}"
        return "exception"
    proposal: Proposed = read.proposal
    if isinstance(proposal, WITHOUT_COMMAND):
        return "worded"
    command = proposal.command()
    if command is None:
        assert isinstance(proposal, RuleOnAdvantage)
        return "worded"
    answer = decide(game, command, SeededDice(game.seed))
    refused = answer.sentence if isinstance(answer, Refused) else ""
    assert isinstance(answer, Accepted), f"{tool.name} {json.dumps(arguments)}\n{command!r}: {refused}"
    return "accepted"


def test_whatever_is_offered_can_be_played() -> None:
    asked: Counter[str] = Counter()
    came: Counter[str] = Counter()
    for game, source in games(range(20)):
        now = situation(game)
        answering = Answering(lambda values, source=source: values[source.randrange(len(values))])
        for tool in on_offer(now):
            came[stands(game, now, tool, answering.fill(tool.schema))] += 1
            asked[tool.name] += 1
    assert tools.EVERY | {"rule_on_advantage", "suggest"} == set(asked)
    assert came["exception"] < came["accepted"] / 20


@given(st.integers(0, 30), st.data())
def test_a_tool_is_playable_however_it_is_filled_in(number: int, data: st.DataObject) -> None:
    states = list(games(range(number, number + 1), longest=15))
    game, _ = data.draw(st.sampled_from(states))
    now = situation(game)
    tool = data.draw(st.sampled_from(on_offer(now)))
    answering = Answering(lambda values: data.draw(st.sampled_from(values)))
    stands(game, now, tool, answering.fill(tool.schema))


def parts(schema: Schema) -> Iterator[Schema]:
    """A schema and all schemas in it."""
    yield schema
    for each in (*schema.get("anyOf", ()), *schema.get("properties", {}).values()):
        yield from parts(each)
    if "items" in schema:
        yield from parts(schema["items"])


KEYS = {
    "object": {"type", "properties", "required", "additionalProperties", "description"},
    "array": {"type", "items", "maxItems", "minItems", "description"},
    "string": {"type", "enum", "maxLength", "description"},
    "integer": {"type", "enum", "description"},
    "boolean": {"type", "description"},
    "null": {"type"},
}


def test_every_schema_stays_in_the_subset_that_every_server_takes() -> None:
    for game, _ in games(range(6)):
        for tool in on_offer(situation(game)):
            assert tool.schema["type"] == "object"
            for each in parts(tool.schema):
                if "anyOf" in each:
                    assert set(each) <= {"anyOf", "description"}
                    continue
                assert set(each) <= KEYS[each["type"]], f"{tool.name}: {each}"
                match each["type"]:
                    case "object":
                        assert each["additionalProperties"] is False
                        assert each["required"] == list(each["properties"])
                    case "string":
                        assert ("enum" in each) is not ("maxLength" in each)
                        assert each.get("enum", ["one"]), "an enum is never empty"
                    case "array":
                        assert each["maxItems"] <= 12


def test_no_schema_has_a_number_but_the_dice_of_a_disadvantage() -> None:
    for game, _ in games(range(6)):
        for tool in on_offer(situation(game)):
            numbers = {name: each for name, each in tool.schema["properties"].items() if each.get("type") == "integer"}
            assert set(numbers) <= {"disadvantage"}
            assert all(each.get("type") != "number" for each in parts(tool.schema))


def sent(now: Situation) -> str:
    """All that a model gets of the tools."""
    return json.dumps([(each.name, each.purpose, each.schema) for each in on_offer(now)], ensure_ascii=False)


def test_no_tool_speaks_of_what_is_hidden() -> None:
    for game, _ in games(range(6)):
        assert PLANTED.sung(sent(situation(game)), view(game)) == {}


def test_no_tool_of_low_water_speaks_of_what_is_hidden_in_any_scene() -> None:
    planted = plant(prompting.scenario("low_tide"))
    cast = prompting.characters()[:2]
    begun = new_game(NewGame(Variant.RAW, "1", planted.scenario.story(), tuple(each.sheet() for each in cast)))
    assert isinstance(begun, Accepted)
    game = fold(begun.events)
    for scene in game.story.scenes:
        there = replace(game, progress=replace(game.progress, scene=scene.id))
        now = Situation(planted.scenario, cast, "fr", Moment(view(there), 1), legal(there))
        assert planted.sung(sent(now), now.view) == {}, scene.id


_ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["mara", "other"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["actor", "arguments", "tool", "name", "canon", "on_failure", "kind", ""]), inner
        )
        | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(st.sampled_from([*sorted(tools.EVERY), "", "nonsense", "functions.go_to"]), st.text() | _ANYTHING, st.booleans())
def test_reading_raises_nothing_whatever_is_sent(name: str, sent: object, as_text: bool) -> None:
    game = next(games(range(3, 4)))[0]
    now = situation(game)
    arguments = json.dumps(sent) if as_text else sent
    read = tools.read(Call(name, arguments), tools.offered(now), now)  # type: ignore[arg-type]
    assert isinstance(read, tools.Read | tools.Misshapen)
    if isinstance(read, tools.Misshapen):
        assert len(read.sentence) < 1500
        assert read.sentence.isprintable()


@given(st.integers(0, 200), st.data())
def test_a_call_cut_short_is_misshapen_and_never_half_read(number: int, data: st.DataObject) -> None:
    game, source = next(games(range(number, number + 1)))
    now = situation(game)
    answering = Answering(lambda values: values[source.randrange(len(values))])
    tool = data.draw(st.sampled_from(tools.offered(now)))
    whole = json.dumps(answering.fill(tool.schema))
    cut = whole[: data.draw(st.integers(1, len(whole) - 1))]
    read = tools.read(Call(tool.name, cut), tools.offered(now), now)
    assert isinstance(read, tools.Misshapen)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, " " * 1_000_000, "`" * 100_000, "9" * 10_000])
def test_what_would_choke_a_reader_does_not(deep: str) -> None:
    now = situation(next(games(range(1)))[0])
    read = tools.read(Call("propose_check", deep), tools.offered(now), now)
    assert isinstance(read, tools.Misshapen)
