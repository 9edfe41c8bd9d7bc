"""The worked examples of the book, played by a client that knows JSON alone (docs/rules/examples.toml)."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client import Client, Failed, engine, inside, kinds, npc, only, pc

RULES = Path(__file__).parents[2] / "docs" / "rules"
EXAMPLES = {each["id"]: each for each in tomllib.loads((RULES / "examples.toml").read_text("utf-8"))["example"]}


@pytest.fixture
def client() -> Iterator[Client]:
    with inside() as opened:
        yield opened


def marked(client: Client, who: str, *events: str) -> None:
    for event in events:
        client.do("MarkCharacter", character=who, event=event, reason="what was seen")


def rolled(client: Client, *faces: int, **how: bool) -> list[dict]:
    return client.do("RollCheck", dice=faces, **how)


def fight(client: Client, *foes: dict, engager: str | None = None) -> None:
    for each in foes:
        client.do("BringAdversary", arrival=each)
    client.do("StartConflict", engager=engager)


def test_every_example_of_the_book_is_played_here() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    assert [each for each in EXAMPLES if f'EXAMPLES["{each}"]' not in here] == []


def test_akiko_enters_the_network() -> None:
    with engine() as client:
        client.new(pc("akiko", {"hacking": "INT"}, INT=4))
        client.announce("akiko", "INT", 2, specialty="hacking")
        odds = client.ask("odds")["odds"]
        assert odds["dice"] == 6
        fell = only(rolled(client, *EXAMPLES["akiko-network"]["dice"]), "CheckRolled")
        # At Stress 0 nothing can pay for a reroll: the roll stands.
        assert (fell["successes"], fell["outcome"]) == (1, "partial")
        assert client.ask("view")["view"]["troubles"] == [{"kind": "noise", "note": "it is heard"}]


def test_walt_reads_the_tracks_again(client: Client) -> None:
    example = EXAMPLES["walt-reroll"]
    client.new(pc("walt", {"tracking": "PER"}, PER=3))
    marked(client, "walt", *["shock"] * 4)
    assert client.pc("walt")["stress"] == 4
    client.announce("walt", "PER", 2, specialty="tracking")
    assert only(rolled(client, *example["dice"]), "CheckRolled")["outcome"] == "partial"
    [awaited] = client.ask("view")["view"]["awaits"]
    assert awaited == {"decision": "reroll", "seat": "player", "characters": ["walt"]}
    again = client.do("Reroll", dice=example["reroll"])
    assert kinds(again) == ["CheckRerolled", "StressChanged", "CheckSettled"]
    assert (again[0]["successes"], again[0]["outcome"], client.pc("walt")["stress"]) == (3, "success", 3)


def test_hugo_breaks_his_paperclip(client: Client) -> None:
    assert EXAMPLES["hugo-paperclip"]
    client.new(pc("hugo", items=[{"id": "paperclip"}], DEX=4))
    marked(client, "hugo", "shock", "shock")
    lost = {"kind": "gear_lost", "note": "the paperclip breaks", "item": "paperclip"}
    client.announce("hugo", "DEX", 2, on_failure=lost)
    first, again = rolled(client, 1, 2, 3, 4), client.do("Reroll", dice=[4, 3, 2, 1])
    assert (kinds(first) + kinds(again)).count("ComplicationHappened") == 1
    assert client.pc("hugo").get("items", []) == []
    assert client.pc("hugo")["stress"] == 1


def test_gideon_in_the_blast(client: Client) -> None:
    assert EXAMPLES["gideon-blast"]
    client.new(pc("gideon"))
    client.do("Suffer", character="gideon", damage=5, reason="the blast")
    gideon = client.pc("gideon")
    assert (gideon["health"], gideon["stress"]) == (3, 1)
    assert [each["tier"] for each in gideon["wounds"]] == ["wounded", "badly_wounded"]


def test_lucrece_in_the_manor(client: Client) -> None:
    assert EXAMPLES["lucrece-manor"]
    client.new(pc("lucrece", DEX=3))
    marked(client, "lucrece", *["shock"] * 4)
    marked(client, "lucrece", "shock")
    assert client.pc("lucrece")["stress"] == 5
    ready = client.do("MarkCharacter", character="lucrece", event="horror", reason="a gaunt shape")
    assert kinds(ready)[-1] == "CoupReady"
    client.announce("lucrece", "DEX", 2)
    fell = rolled(client, 1, 2, 3, 4, 4, 4, coup=True)
    assert only(fell, "CheckRolled")["outcome"] == "partial"
    assert client.pc("lucrece")["stress"] == 3


def test_sylwen_gathers_her_arrows(client: Client) -> None:
    assert EXAMPLES["sylwen-arrows"]
    bow = {"id": "longbow", "weapon": 2, "resource": {"die": 8, "maximum": 8}}
    client.new(pc("sylwen", items=[bow], DEX=3))
    fight(client, npc("wolf", 2, 4, 1))
    client.announce("sylwen", "DEX", 2, aim={"target": "wolf", "weapon": "longbow"})
    worn = only(rolled(client, 6, 6, 1, 2), "ResourceRolled")
    assert (worn["sides"], worn["face"], worn["after"]) == (8, 2, 6)
    client.do("EndConflict", how="flight")
    rest = only(client.do("Rest", kind="scene"), "ResourceChanged")
    assert (rest["before"], rest["after"]) == (6, 8)


def test_aldric_and_the_crossbowman(client: Client) -> None:
    assert EXAMPLES["aldric-crossbow"]
    gear = [{"id": "leather", "protection": 1}, {"id": "pavise", "protection": 2}, {"id": "sword", "weapon": 3}]
    client.new(pc("aldric", {"fencing": "FOR"}, gear, FOR=3))
    fight(client, npc("bowman", 2, 4, 3), engager="aldric")
    blow = {"specialty": "fencing", "aim": {"target": "bowman", "weapon": "sword"}}
    client.announce("aldric", "FOR", 2, **blow)
    first = rolled(client, 5, 1, 2, 3, 4)
    assert kinds(first) == ["CheckRolled", "CheckSettled", "AdversaryHurt", "BreachOpened"]
    assert client.foe("bowman")["health"] == 1
    landed = only(client.do("Strike", adversary="bowman"), "BlowLanded")
    assert (landed["damage"], landed["protection"], landed["item"]) == (3, 2, "pavise")
    aldric = client.pc("aldric")
    assert (aldric["health"], aldric["stress"], aldric.get("wounds", [])) == (7, 1, [])
    client.do("EndTurn")
    client.announce("aldric", "FOR", 2, **blow)
    second = rolled(client, 5, 5, 6, 1, 1)
    assert "AdversaryOut" in kinds(second)
    assert "BreachOpened" not in kinds(second)


def test_tavish_at_the_saloon(client: Client) -> None:
    assert EXAMPLES["tavish-saloon"]
    client.new(pc("tavish", FOR=3))
    fight(client, npc("outlaw", 2, 4, 2))
    client.announce("tavish", "FOR", 2, aim={"target": "outlaw"})
    assert only(rolled(client, 5, 1, 1), "AdversaryHurt")["after"] == 3
    [awaited] = client.ask("view")["view"]["awaits"]
    assert (awaited["decision"], awaited["seat"]) == ("breach", "gm")
    arrivals = [npc("one", 1, 2, 1), npc("two", 1, 2, 1)]
    setback = {"kind": "reinforcements", "note": "he calls his friends", "arrivals": arrivals}
    called = client.do("BringSetback", setback=setback)
    assert kinds(called) == ["SetbackHappened", "AdversaryArrived", "AdversaryArrived"]
    assert client.foe("outlaw")["attacks"] == 2


def test_three_attacks_put_together(client: Client) -> None:
    assert EXAMPLES["concentrated-three"]
    client.new(pc("hero"))
    fight(client, npc("champion", 3, 6, 4))
    client.announce("hero", "FOR", 3, aim={"target": "champion"})
    rolled(client, 1, 1)
    assert only(client.do("Strike", adversary="champion", attacks=3), "StrikeMade")["damage"] == 6
    assert client.foe("champion")["attacks"] == 0


def test_behind_a_car(client: Client) -> None:
    assert EXAMPLES["cover-behind-car"]
    client.new(pc("hero", items=[{"id": "vest", "protection": 1}]))
    fight(client, npc("guard", 2, 4, 2))
    client.do("TakeCover", character="hero", protection=2)
    client.announce("hero", "FOR", 2, aim={"target": "guard"})
    rolled(client, 1, 1)
    assert only(client.do("Strike", adversary="guard"), "BlowLanded")["protection"] == 2
    assert client.pc("hero")["health"] == 8


def test_two_soldiers_make_a_squad(client: Client) -> None:
    assert EXAMPLES["two-soldiers"]
    client.new(pc("hero", items=[{"id": "axe", "weapon": 4}], FOR=4))
    fight(client, npc("squad", 2, 5, 2, "group", 2), npc("three", 2, 5, 2, "group", 3))
    squad, three = client.foe("squad"), client.foe("three")
    assert (squad["health"], squad["members"], squad["attacks"]) == (10, 2, 4)
    assert (three["health"], three["members"], three["attacks"]) == (15, 3, 4)
    client.announce("hero", "FOR", 2, aim={"target": "squad", "weapon": "axe"})
    rolled(client, 6, 6, 6, 1)
    squad = client.foe("squad")
    assert (squad["health"], squad["members"], squad["attacks"]) == (5, 1, 2)


def test_six_goblins_and_a_sword(client: Client) -> None:
    assert EXAMPLES["six-goblins"]
    client.new(pc("hero", items=[{"id": "sword", "weapon": 3}]))
    fight(client, npc("goblins", 1, 1, 1, "group", 6))
    goblins = client.foe("goblins")
    assert (goblins["health"], goblins["attacks"]) == (6, 4)
    client.announce("hero", "FOR", 1, aim={"target": "goblins", "weapon": "sword"})
    rolled(client, 6, 1)
    goblins = client.foe("goblins")
    assert (goblins["members"], goblins["attacks"]) == (3, 3)


def test_four_against_the_pirate_captain(client: Client) -> None:
    assert EXAMPLES["pirate-captain"]
    armour = {"id": "armour", "protection": 2, "resource": {"die": 8, "maximum": 8}}
    client.new(
        pc("vex", {"shooting": "DEX"}, [{"id": "rifle", "weapon": 3}], DEX=4),
        pc("korr", items=[{"id": "pistol", "weapon": 3}, armour], DEX=3),
        pc("nora"),
        pc("yuki"),
    )
    fight(client, npc("captain", 2, 0, 3, "boss"), engager="vex")
    captain = client.foe("captain")
    assert (captain["phase"], captain["health"], captain["attacks"]) == (1, 6, 4)
    client.announce("vex", "DEX", 2, specialty="shooting", aim={"target": "captain", "weapon": "rifle"})
    assert only(rolled(client, 6, 6, 5, 5, 1, 1), "AdversaryHurt")["after"] == 1
    client.announce("korr", "DEX", 2, aim={"target": "captain", "weapon": "pistol"})
    felled = kinds(rolled(client, 6, 5, 6))
    assert felled[2:] == ["AdversaryHurt", "PhaseFell", "BossStruckAll", "CheckAnnounced"]
    for who, faces in (("vex", (6, 1, 1, 1)), ("korr", (1, 2, 4, 8)), ("nora", (5, 1)), ("yuki", (1, 6))):
        [awaited] = client.ask("view")["view"]["awaits"]
        assert (awaited["decision"], awaited["characters"]) == ("avoid", [who])
        rolled(client, *faces)
    assert [client.pc(each)["health"] for each in ("vex", "korr", "nora", "yuki")] == [8, 7, 8, 8]
    captain = client.foe("captain")
    assert (captain["phase"], captain["health"]) == (2, 6)
    client.announce("nora", "FOR", 2, aim={"target": "captain"})


def test_the_deep_one_and_the_three_bells(client: Client) -> None:
    assert EXAMPLES["deep-one-bells"]
    roar = {
        "id": "roar",
        "trigger": "it raises its head",
        "attributes": ["CON"],
        "difficulty": 1,
        "harms": False,
        "afflictions": ["thrown_down", "disarmed"],
        "marks": "horror",
    }
    swell = {"id": "swell", "trigger": "on the quays", "attributes": ["DEX"], "difficulty": 2}
    calamity = {
        "id": "deep_one",
        "name": "the Deep One",
        "scale": "regional",
        "goal": "the harbour",
        "manifestations": [swell, roar],
        "levers": ["first_bell", "second_bell", "third_bell"],
        "useless": "weapons",
    }
    client.new(pc("hero"))
    client.do("BringCalamity", calamity=calamity)
    assert client.ask("view")["view"]["calamities"][0].get("goal") is None
    seen = client.do("SeeFirst", of="deep_one", characters=["hero"])
    assert only(seen, "CharacterMarked")["event"] == "horror"
    with pytest.raises(Failed) as again:
        client.do("SeeFirst", of="deep_one", characters=["hero"])
    assert again.value.code == "ALREADY_SEEN"
    client.do("Manifest", calamity="deep_one", manifestation="roar", exposed=["hero"])
    assert "Afflicted" not in kinds(rolled(client, 5, 1))
    partly = {"kind": "noise", "note": "the hull rings"}
    client.do("Manifest", calamity="deep_one", manifestation="swell", exposed=["hero"], on_partial=partly)
    swept = [*rolled(client, 1, 1), *client.do("AcceptOutcome")]
    assert only(swept, "HealthChanged")["after"] == 5
    for bell in ("first_bell", "second_bell", "third_bell"):
        aim = {"calamity": "deep_one", "lever": bell}
        worse = {"kind": "worse", "note": "the rope slips"}
        noise = {"kind": "noise", "note": "it turns its head"}
        client.announce("hero", "INT", 2, stake=bell, aim=aim, on_failure=worse, on_partial=noise)
        rung = rolled(client, 6, 6)
        client.do("CutScene")
    assert kinds(rung)[-2:] == ["LeverUsed", "CalamityGone"]


@pytest.mark.parametrize(("variant", "health"), [("blockbuster", 8), ("raw", 6)])
def test_akiko_s_sheet(client: Client, variant: str, health: int) -> None:
    assert EXAMPLES["akiko-sheet"]
    deck = {"id": "deck", "helps": True, "resource": {"die": 8, "maximum": 8}}
    credits = {"id": "credits", "lone": True, "resource": {"die": 8, "maximum": 10}}
    skills = {"hacking": "INT", "stealth": "DEX", "vigilance": "PER"}
    numbers = {"INT": 4, "DEX": 3, "PER": 3, "CON": 2, "CHA": 2, "FOR": 1}
    words = ("concept", "description", "trait", "weakness", "motivation")
    akiko = pc("akiko", skills, [deck, {"id": "jacket", "protection": 1}, credits], **numbers)
    akiko["identity"] = {each: f"her {each}" for each in words}
    assert client.ask("check", creation=akiko)["faults"] == []
    client.new(akiko, variant=variant)
    sheet = client.pc("akiko")
    assert (sheet["health"], sheet.get("stress", 0)) == (health, 0)
