"""What a model is offered, and what its answers become once the program has filled in its part."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.core.check import AdvantageKind, ComplicationKind, Wear
from engine.core.commands import AnnounceCheck, EnterScene, GrantInspiration, LeaveStory
from engine.core.sheet import Attribute, CharacterId
from engine.core.state import Game
from engine.core.view import view
from engine.story import SceneId
from narrator import prompting, tools
from narrator.exchange import Call
from narrator.proposals import (
    AskPlayer,
    CloseScene,
    GoTo,
    ProposeCheck,
    ProposedAdvantage,
    RecordFact,
    RuleOnAdvantage,
    RuleWithoutRoll,
    Suggest,
)
from narrator.schemas import union
from narrator.situation import Situation
from narrator.tools.offer import Proposed
from tests.narrator import briefing_scenes
from tests.narrator.hidden_yard import GUARD_AWAY, KEY, after, begun, in_a_fight, settled, situation
from tests.narrator.tool_pages import page

PAGES = Path(__file__).parent / "tools"

CHECK: dict[str, Any] = {
    "actor": "mara",
    "action": "je pousse la grille",
    "about": "gate",
    "approach": "other",
    "attribute": "FOR",
    "specialty": None,
    "advantages": [],
    "disadvantage": 0,
    "disadvantage_reason": None,
    "items": [],
    "difficulty": "standard",
    "risk": "Le bruit peut attirer quelqu'un.",
    "on_failure": {"kind": "noise", "note": "La grille grince.", "item": None},
    "on_partial": None,
    "canon": [],
}
RULING: dict[str, Any] = {
    "actor": "mara",
    "action": "je regarde autour de moi",
    "approach": "other",
    "verdict": "succeeds",
    "why": "La cour est vide.",
    "would_need": None,
    "canon": [],
}


def answered(now: Situation, name: str, arguments: Any) -> tools.Read | tools.Misshapen:
    apart = (tools.weighing(now), tools.suggesting(now))
    every = (*tools.offered(now), *(each for each in apart if each is not None))
    return tools.read(Call(name, json.dumps(arguments)), every, now)


def proposed(now: Situation, name: str, arguments: Any) -> Proposed:
    read = answered(now, name, arguments)
    assert isinstance(read, tools.Read), read
    return read.proposal


def refused(now: Situation, name: str, arguments: Any) -> str:
    read = answered(now, name, arguments)
    assert isinstance(read, tools.Misshapen), read
    return read.sentence


def check(now: Situation, **changed: Any) -> ProposeCheck:
    made = proposed(now, "propose_check", CHECK | changed)
    assert isinstance(made, ProposeCheck)
    return made


def enum(now: Situation, tool: str, field: str) -> list[str]:
    made = next(each for each in tools.offered(now) if each.name == tool)
    schema = made.schema["properties"][field]
    return (schema.get("anyOf") or [schema.get("items", schema)])[0]["enum"]


@pytest.fixture
def yard() -> Situation:
    return situation(begun())


@pytest.mark.parametrize(
    ("name", "game", "playable"),
    [("yard", begun("mara", "odile"), tools.SOLO), ("fight", in_a_fight(), tools.EVERY)],
)
def test_the_tools_are_those_of_their_page(
    name: str, game: Game, playable: frozenset[str], request: pytest.FixtureRequest
) -> None:
    golden = PAGES / f"{name}.txt"
    now = page(tools.offered(situation(game), playable))
    before = golden.read_text(encoding="utf-8") if golden.exists() else ""
    if request.config.getoption("bless"):
        golden.write_text(now, encoding="utf-8")
    assert now == before, "the tools are others now: read the difference, then --bless it if it is right"


# --- what is offered when


def test_only_what_is_legal_is_offered(yard: Situation) -> None:
    assert {each.name for each in tools.offered(yard, tools.SOLO)} == tools.SOLO
    assert enum(yard, "go_to", "scene") == ["inn"], "the gate is shut"
    assert enum(yard, "close_scene", "rest") == ["long"], "there is no shelter in the yard"


def test_a_front_end_is_given_what_it_can_play(yard: Situation) -> None:
    assert [each.name for each in tools.offered(yard, frozenset({"go_to", "use_lever"}))] == ["go_to"]


def test_while_a_check_is_on_the_table_there_is_little_to_propose(yard: Situation) -> None:
    announced = situation(after(begun(), check(yard).command()))
    assert {each.name for each in tools.offered(announced, tools.SOLO)} == {"ask_player", "grant_inspiration"}
    assert tools.weighing(yard) is None
    assert tools.weighing(announced) is not None


def test_what_one_pc_alone_has_no_use_for_is_in_no_schema(yard: Situation) -> None:
    fields = tools.offered(yard)[0].schema["properties"]
    assert "together" not in fields
    assert "hindering" not in fields, "Mara has no wound"


def test_every_tool_says_what_was_told_lately(yard: Situation) -> None:
    assert all("canon" in each.schema["required"] for each in tools.offered(yard))


def test_a_union_names_each_tool_once(yard: Situation) -> None:
    every = tools.offered(yard, tools.SOLO)
    made = union(every)["properties"]["proposal"]["anyOf"]
    assert [each["properties"]["tool"]["enum"] for each in made] == [[each.name] for each in every]
    assert all(each["required"] == ["tool", "arguments"] and not each["additionalProperties"] for each in made)


# --- checks


def test_a_check_of_the_player_s_own_has_a_stake_that_the_program_names(yard: Situation) -> None:
    made = check(yard)
    assert (made.stake, made.gain, made.clue, made.on_partial) == ("yard:gate:FOR", None, None, None)
    assert check(yard, about="place").stake == "yard:place:FOR"


def test_the_same_stake_waits_whatever_it_is_called() -> None:
    now = begun()
    tried = situation(settled(now, check(situation(now)), 1, 1))
    assert tried.view.tried == ("yard:gate:FOR",)
    said = refused(tried, "propose_check", CHECK | {"action": "je la secoue bien plus fort"})
    assert said.startswith("`about`: that was tried on gate, and the same stake waits until the situation changes.")
    assert "another attribute (DEX, CON, INT, PER, CHA)" in said
    assert check(tried, attribute="INT").stake == "yard:gate:INT"


def test_the_author_s_terms_stand(yard: Situation) -> None:
    made = check(
        yard,
        approach="gate:pick",
        attribute="CHA",
        difficulty="standard",
        risk="Rien du tout.",
        advantages=[{"kind": "tool", "reason": "Les crochets.", "by": "picks"}],
    )
    assert (made.attribute, made.difficulty, made.stake, made.gain) == (
        Attribute.DEX,
        "hard",
        "yard:gate:pick",
        "gate_open",
    )
    assert made.risk == "Le bruit peut attirer quelqu'un."
    assert made.on_partial is not None
    assert (made.on_failure.kind, made.on_failure.item) == (ComplicationKind.GEAR_LOST, "picks")
    assert made.specialty == "locks", "the author says that it applies"
    assert made.advantages == (ProposedAdvantage(kind=AdvantageKind.TOOL, reason="Les crochets.", item="picks"),)
    assert made.action == "je pousse la grille"


def test_what_the_author_gives_freely_is_ruled_without_a_roll(yard: Situation) -> None:
    made = proposed(yard, "propose_check", CHECK | {"approach": "guard:chat"})
    assert isinstance(made, RuleWithoutRoll)
    assert (made.verdict, made.gain) == ("succeeds", None)
    assert made.why == "«\xa0Froid, ce soir\xa0», dit le gardien."


def test_what_the_author_says_cannot_be_is_impossible(yard: Situation) -> None:
    for tool, arguments in (("propose_check", CHECK), ("rule_without_roll", RULING)):
        made = proposed(yard, tool, arguments | {"approach": "well:climb"})
        assert isinstance(made, RuleWithoutRoll)
        assert (made.verdict, made.would_need) == ("impossible", "Il faudrait une corde pour descendre dans le puits.")


def test_what_asks_for_a_specialty_is_impossible_without_it() -> None:
    now = begun()
    opened = settled(now, check(situation(now), approach="gate:force"), 6, 6)
    cellar = situation(after(opened, EnterScene(SceneId("cellar"))))
    made = proposed(cellar, "propose_check", CHECK | {"about": "letter", "approach": "letter:copy"})
    assert isinstance(made, RuleWithoutRoll)
    assert made.verdict == "impossible"
    assert made.would_need


def test_the_attribute_is_the_ruling_and_what_does_not_go_with_it_does_not_count(yard: Situation) -> None:
    assert check(yard, attribute="DEX", specialty="locks").specialty == "locks"
    assert check(yard, attribute="INT", specialty="locks").specialty is None


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ({"kind": "tool", "reason": "La lampe.", "by": "lamp"}, 1),
        ({"kind": "tool", "reason": "Un pied-de-biche.", "by": None}, 0),
        ({"kind": "help", "reason": "Odile tient la grille.", "by": "odile"}, 1),
        ({"kind": "help", "reason": "On m'aide.", "by": "lamp"}, 0),
        ({"kind": "idea", "reason": "La rouille a mangé les gonds.", "by": "lamp"}, 1),
    ],
)
def test_an_advantage_names_what_it_is(given: dict[str, Any], counted: int) -> None:
    pair = situation(begun("mara", "odile"))
    assert len(check(pair, advantages=[given, given]).advantages) == counted


def test_a_disadvantage_has_its_reason_or_does_not_count(yard: Situation) -> None:
    assert check(yard, disadvantage=2).disadvantage == 0
    assert check(yard, disadvantage=2, disadvantage_reason="Il pleut.").disadvantage == 2


def test_a_partial_without_a_price_of_its_own_brings_the_failure_s(yard: Situation) -> None:
    made = check(yard, difficulty="hard")
    assert made.on_partial == made.on_failure


def test_what_is_worn_is_what_this_pc_holds(yard: Situation) -> None:
    worn = check(yard, on_failure={"kind": "resource_worn", "note": "L'huile baisse.", "item": None}).on_failure
    assert (worn.item, worn.wear) == ("lamp", Wear.ROLL)


def test_the_most_able_rolls_for_all() -> None:
    pair = situation(begun("mara", "odile"))
    assert check(pair, together=True).actor == "odile"
    assert check(pair, together=True, attribute="DEX").actor == "mara"
    assert check(pair, together=False).actor == "mara"


# --- without a roll


def test_a_ruling_has_no_fact_to_give(yard: Situation) -> None:
    assert set(tools.offered(yard)[1].schema["properties"]) == {*RULING}
    assert enum(yard, "rule_without_roll", "approach") == ["well:climb", "guard:chat", "other"]
    made = proposed(yard, "rule_without_roll", RULING | {"gain": "gate_open", "fact": GUARD_AWAY})
    assert isinstance(made, RuleWithoutRoll)
    assert made.gain is None


def test_an_impossible_thing_always_has_what_would_make_it_possible(yard: Situation) -> None:
    made = proposed(yard, "rule_without_roll", RULING | {"verdict": "impossible"})
    assert isinstance(made, RuleWithoutRoll)
    assert made.would_need


def test_a_secret_comes_out_by_what_its_author_foresaw_and_never_what_is_rolled_for(yard: Situation) -> None:
    assert enum(yard, "reveal", "approach") == ["well:search"]
    made = proposed(yard, "reveal", {"actor": "mara", "action": "je fouille la mousse", "approach": "well:search"})
    assert isinstance(made, RuleWithoutRoll)
    assert made.gain == KEY
    known = situation(after(begun(), made.command()))
    assert "reveal" not in {each.name for each in tools.offered(known)}


# --- the rest of the story


def test_a_way_is_taken_by_its_id_or_by_its_name(yard: Situation) -> None:
    for said in ("inn", "INN", "l'auberge", "Auberge", "la ruelle"):
        assert proposed(yard, "go_to", {"scene": said}) == GoTo(scene="inn")


def test_before_a_night_its_cost_is_told_once() -> None:
    now = briefing_scenes.situation(briefing_scenes.begun(), "fr")
    asked = proposed(now, "close_scene", {"rest": "long"})
    assert isinstance(asked, AskPlayer)
    clock = prompting.scenario("low_tide").clock
    assert clock is not None
    assert clock.long_rest_warning is not None
    assert asked.question.split()[:4] == clock.long_rest_warning.fr.split()[:4]
    warned = replace(now, moment=replace(now.moment, recent=(asked.question,)))
    assert proposed(warned, "close_scene", {"rest": "long"}) == CloseScene(rest="long")


def test_an_inspiration_is_for_whoever_holds_none() -> None:
    once = situation(after(begun("mara", "odile"), GrantInspiration(CharacterId("mara"), "une dette avouée")))
    assert enum(once, "grant_inspiration", "actor") == ["odile"]


def test_a_fact_that_a_player_tells_is_open(yard: Situation) -> None:
    told = {"text": "Le gardien boite.", "tags": ["gardien"], "secret": True}
    assert proposed(yard, "record_fact", told) == RecordFact(text="Le gardien boite.", tags=("gardien",))
    (fact,) = (each for each in tools.offered(yard) if each.name == "record_fact")
    assert set(fact.schema["properties"]) == {"text", "tags", "canon"}


# --- for the game master's desk


def test_what_is_suggested_to_a_game_master_is_nothing_that_a_line_may_become(yard: Situation) -> None:
    tool = tools.suggesting(yard)
    assert tool is not None
    assert tool.name == "suggest"
    assert tool.name not in tools.EVERY | {each.name for each in tools.offered(yard)}
    assert tools.offered(yard, frozenset({tool.name})) == ()
    over = replace(yard, moment=replace(yard.moment, view=view(after(begun(), LeaveStory()))))
    assert tools.suggesting(over) is None


def test_three_suggestions_are_three(yard: Situation) -> None:
    one = {"kind": "time", "note": "L'aube approche."}
    assert isinstance(proposed(yard, "suggest", {"complications": [one] * 4}), Suggest)
    assert refused(yard, "suggest", {"complications": [one]}) == "`complications` names too few: give 3."


# --- canon


def test_only_what_a_line_becomes_brings_canon(yard: Situation) -> None:
    """Of the ruling on a claim, and of suggestions, nobody keeps any."""
    announced = situation(after(begun(), check(yard).command()))
    good = {"text": "Le gardien s'appelle Bastien.", "tags": [], "secret": False}
    no = {"why": "Rien de tel ici.", "advantage": None, "canon": [good]}
    for tool in (tools.weighing(announced), tools.suggesting(yard)):
        assert tool is not None
        assert "canon" not in tool.schema["properties"]
    read = answered(announced, "rule_on_advantage", no)
    assert isinstance(read, tools.Read)
    assert read.canon == ()


def test_canon_rides_along_and_never_spoils_a_call(yard: Situation) -> None:
    good = {"text": "Le gardien s'appelle Bastien.", "tags": ["gardien"], "secret": False}
    read = answered(yard, "ask_player", {"question": "Quoi ?", "suggestions": [], "canon": [good, {"text": ""}, 7]})
    assert isinstance(read, tools.Read)
    assert read.canon == (RecordFact(text="Le gardien s'appelle Bastien.", tags=("gardien",)),)
    for canon in (None, "none", {"text": 3}, [[[]]], [good] * 9):
        read = answered(yard, "ask_player", {"question": "Quoi ?", "canon": canon})
        assert isinstance(read, tools.Read)
        assert len(read.canon) <= 3


# --- an advantage that a player claims


def test_a_claimed_advantage_counts_or_does_not() -> None:
    now = begun()
    announced = after(now, check(situation(now)).command())
    claimed = situation(announced)
    counts = {"why": "La lampe montre la serrure.", "advantage": {"kind": "tool", "reason": "La lampe.", "by": "lamp"}}
    made = proposed(claimed, "rule_on_advantage", counts)
    assert isinstance(made, RuleOnAdvantage)
    assert made.advantage is not None
    assert made.advantage.item == "lamp"
    idea = counts | {"advantage": {"kind": "idea", "reason": "La pluie couvre le bruit.", "by": None}}
    granted = proposed(claimed, "rule_on_advantage", idea)
    assert isinstance(granted, RuleOnAdvantage)
    command = granted.command()
    assert command is not None
    twice = situation(after(announced, command))
    assert refused(twice, "rule_on_advantage", idea) == (
        "`advantage`: that counts already, and nothing counts twice; make it null, and say so in `why`."
    )
    no = proposed(claimed, "rule_on_advantage", {"why": "Rien de tel ici.", "advantage": None})
    assert isinstance(no, RuleOnAdvantage)
    assert no.command() is None
    vague = {"why": "Oui.", "advantage": {"kind": "tool", "reason": "Un outil.", "by": None}}
    assert refused(claimed, "rule_on_advantage", vague) == (
        "`advantage.by`: a tool or a help names its own, one of picks, lamp; or make `advantage` null."
    )


def test_a_command_is_made_of_the_check(yard: Situation) -> None:
    command = check(yard).command()
    assert isinstance(command, AnnounceCheck)
    assert command.check.actor == "mara"
