"""The worked examples of the book that a table can already play whole; what goes in is read from docs/rules."""

import tomllib
from pathlib import Path

import pytest

from engine.core.check import ComplicationKind, Outcome
from engine.core.commands import AcceptOutcome, MarkCharacter, Reroll, Rest, RollCheck, Suffer
from engine.core.events import (
    Cause,
    CheckSettled,
    ComplicationHappened,
    CoupReady,
    ResourceRolled,
    StressChanged,
    WoundTaken,
)
from engine.core.sheet import Attribute, ItemId, Tier, Variant
from engine.core.state import RestKind
from engine.story import MarkingEvent
from tests.scenes import begun, bring, conflict, given, hard, hero, item, like, rerolled, rolled, story, tool, worn

RULES = Path(__file__).parents[2] / "docs" / "rules"
EXAMPLES = {each["id"]: each for each in tomllib.loads((RULES / "examples.toml").read_text("utf-8"))["example"]}
ALARM = bring(ComplicationKind.NEW_THREAT, note="a silent alarm")


def test_akiko_enters_the_network() -> None:
    example = EXAMPLES["akiko-network"]
    akiko = hero("akiko", INT=4, specialties={"hacking": "INT"}, stress=1)
    entry = hard("akiko", specialty="hacking", on_partial=ALARM)
    fell = given(akiko).rolled(entry, *example["dice"]).then(rolled(Outcome.PARTIAL, 1, dice=6))
    accepted = fell.when(AcceptOutcome()).then(like(CheckSettled, outcome=Outcome.PARTIAL), ComplicationHappened)
    assert [each.note for each in accepted.game.troubles] == ["a silent alarm"]
    fell.when(Reroll(), dice=(6, 1, 1, 1, 1, 1)).among(rerolled(Outcome.SUCCESS, 2)).never(ComplicationHappened)


def test_walt_reads_the_tracks_again() -> None:
    example = EXAMPLES["walt-reroll"]
    walt = hero("walt", PER=3, specialties={"tracking": "PER"}, stress=4)
    fell = given(walt).rolled(hard("walt", "PER", specialty="tracking"), *example["dice"])
    fell.then(rolled(Outcome.PARTIAL, 1, dice=5))
    again = fell.when(Reroll(), dice=example["reroll"])
    again.then(
        rerolled(Outcome.SUCCESS, 3, dice=5),
        StressChanged(walt.id, 4, 3, Cause.REROLL),
        like(CheckSettled, outcome=Outcome.SUCCESS, successes=3),
    ).leaves("walt", stress=3)


def test_hugo_breaks_his_paperclip() -> None:
    assert "hugo-paperclip" in EXAMPLES
    hugo = hero("hugo", DEX=4, stress=2, items=[item("paperclip")])
    broken = bring(ComplicationKind.GEAR_LOST, item=ItemId("paperclip"))
    fell = given(hugo).rolled(hard("hugo", "DEX", on_failure=broken), 1, 2, 3, 4)
    fell.then(rolled(Outcome.FAILURE, 0, dice=4))
    again = fell.when(Reroll(), dice=(4, 3, 2, 1)).among(rerolled(Outcome.FAILURE, 0, dice=4))
    assert sum(isinstance(each, ComplicationHappened) for each in (*fell.events, *again.events)) == 1
    again.leaves("hugo", stress=1, items=())


def test_gideon_in_the_blast() -> None:
    assert "gideon-blast" in EXAMPLES
    gideon = hero("gideon")
    after = given(gideon).when(Suffer(gideon.id, 5, "the blast")).among(WoundTaken, WoundTaken)
    after.leaves("gideon", health=3, stress=1)
    assert [each.tier for each in after.sheet("gideon").wounds] == [Tier.WOUNDED, Tier.BADLY_WOUNDED]
    ankle, _ = after.sheet("gideon").wounds
    run = hard("gideon", "DEX", hindering=(ankle.id,))
    after.announced(run).when(RollCheck(), dice=(1,)).among(rolled(Outcome.FAILURE, dice=1))
    after.announced(hard("gideon", "CHA")).when(RollCheck(), dice=(1, 1)).among(rolled(Outcome.FAILURE, dice=2))


def test_lucrece_in_the_manor() -> None:
    assert "lucrece-manor" in EXAMPLES
    lucrece = hero("lucrece", DEX=3, stress=4)
    shocked = given(lucrece).when(MarkCharacter(lucrece.id, MarkingEvent.SHOCK, "her guide's corpse"))
    shocked.leaves("lucrece", stress=5).never(CoupReady)
    ready = shocked.when(MarkCharacter(lucrece.id, MarkingEvent.HORROR, "a gaunt shape")).among(CoupReady(lucrece.id))
    ready.leaves("lucrece", stress=6)
    din = bring(ComplicationKind.NOISE, note="the gate rings through the house")
    after = ready.rolled(hard("lucrece", "DEX", on_partial=din), 1, 2, 3, 4, 4, 4, coup=True)
    after.then(
        rolled(Outcome.PARTIAL, 0, dice=6),
        StressChanged(lucrece.id, 6, 3, Cause.COUP),
        like(CheckSettled, outcome=Outcome.PARTIAL),
        ComplicationHappened(lucrece.id, din),
    )


def test_sylwen_gathers_her_arrows() -> None:
    assert "sylwen-arrows" in EXAMPLES
    sylwen = hero("sylwen", DEX=3, items=[item("longbow", 8, weapon=2)])
    shot = hard("sylwen", "DEX", items=(ItemId("longbow"),), on_partial=worn("longbow"))
    after = conflict(sylwen, story=story(start="cellar")).rolled(shot, 6, 6, 1, 2)
    after.among(like(ResourceRolled, sides=8, face=2, after=6))
    assert after.die("longbow", "sylwen") == 6
    calm = given(after.sheet("sylwen"), story=story(start="cellar")).when(Rest(RestKind.SCENE))
    assert calm.die("longbow", "sylwen") == 8


@pytest.mark.parametrize(("variant", "health"), [(Variant.BLOCKBUSTER, 8), (Variant.RAW, 6)])
def test_akiko_s_sheet(variant: Variant, health: int) -> None:
    assert "akiko-sheet" in EXAMPLES
    deck, jacket, credits = item("deck", 8, helps=True), item("jacket", protection=1), item("credits", 8, 10)
    skills = {"hacking": "INT", "stealth": "DEX", "vigilance": "PER"}
    numbers = {"INT": 4, "DEX": 3, "PER": 3, "CON": 2, "CHA": 2, "FOR": 1}
    akiko = hero("akiko", specialties=skills, items=[deck, jacket, credits], **numbers)
    stage = begun(akiko, variant=variant).leaves("akiko", health=health, stress=0)
    assert {each.name: akiko.attributes.of(each) for each in Attribute} == numbers
    # 4, +2 for the specialty, +1 for the deck in a network, whose Memory rolls with it.
    hack = hard("akiko", specialty="hacking", advantages=(tool("deck"),))
    stage.rolled(hack, 6, 6, 1, 1, 1, 1, 1, 8).among(rolled(Outcome.SUCCESS, dice=7), like(ResourceRolled, sides=8))
