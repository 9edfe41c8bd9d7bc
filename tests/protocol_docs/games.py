"""Small games in which every command is accepted and every event happens: the page takes its examples from them."""

import json
from collections.abc import Callable
from typing import Any

from tests.client import Client, Failed, Json, inside, npc, pc

STORY: Json = {
    "id": "cellar",
    "start": "street",
    "refuge": "home",
    "scenes": [
        {"id": "street", "ways": [{"to": "cellar", "when": {"facts": ["door_open"]}}]},
        {"id": "cellar", "shelter": True},
        {"id": "home", "shelter": True, "ways": [{"to": "street"}]},
    ],
    "facts": [{"id": "door_open"}, {"id": "letter", "secret": True, "scenes": ["cellar"]}],
    "clocks": [{"id": "watch", "size": 6}],
    "endings": [
        {"id": "read", "kind": "won", "when": {"facts": ["letter"]}},
        {"id": "left", "kind": "left", "when": {}},
    ],
}
WORSE: Json = {"kind": "worse", "note": "the watch comes nearer"}
NOISE: Json = {"kind": "noise", "note": "a tile falls"}


class Examples:
    """A client that keeps, of what it sends and is answered, the shortest of each kind."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.commands: dict[str, Json] = {}
        self.events: dict[str, Json] = {}

    def new(self, *characters: Json, **how: Any) -> None:
        """Begin another game."""
        self._happened(self._client.new(*characters, **how)["events"])

    def do(self, type: str, good: bool = True, **fields: Any) -> None:
        """Do a command. Whatever dice it rolls come out well, or badly."""
        command = {"type": type, **fields}
        faces = self._faces(command, good)
        self._happened(self._client.ask("do", command=command, dice=faces)["events"])
        _keep(self.commands, type, {"command": command, "dice": faces} if faces else {"command": command})

    def check(self, actor: str, attribute: str = "FOR", good: bool = True, **terms: Any) -> None:
        """Announce a check, and roll it."""
        self.announce(actor, attribute, **terms)
        self.do("RollCheck", good)

    def announce(self, actor: str, attribute: str = "FOR", difficulty: int = 1, **terms: Any) -> None:
        """Put a check on the table."""
        self.do("AnnounceCheck", check=check(actor, attribute, difficulty, **terms))

    def _faces(self, command: Json, good: bool) -> list[int]:
        faces: list[int] = []
        while True:
            try:
                self._client.ask("try", command=command, dice=faces)
            except Failed as failed:
                if failed.code != "FACES_MISSING":
                    raise
                faces.append(int(failed.error["about"]["sides"]) if good else 1)
            else:
                return faces

    def _happened(self, events: list[Json]) -> None:
        for each in events:
            _keep(self.events, each["type"], each)


def _keep(found: dict[str, Json], kind: str, value: Json) -> None:
    if kind not in found or len(json.dumps(value)) < len(json.dumps(found[kind])):
        found[kind] = value


def check(actor: str, attribute: str, difficulty: int, **terms: Any) -> Json:
    """The terms of a check; against an adversary no complication is set."""
    made: Json = {
        "actor": actor,
        "attribute": attribute,
        "difficulty": difficulty,
        "stake": f"{actor} {attribute}",
        "action": "forces the lock",
        "risk": "being heard",
        "on_failure": WORSE,
    }
    if difficulty > 1:
        made["on_partial"] = NOISE
    if "target" in terms.get("aim", {}):
        made |= {"on_failure": None, "on_partial": None}
    return made | terms


def examples() -> Examples:
    """Play every game below."""
    with inside() as client:
        kept = Examples(client)
        for play in GAMES:
            play(kept)
        return kept


def an_evening(game: Examples) -> None:
    """Checks, rerolls, rest, and an ending."""
    lamp = {"id": "lamp", "resource": {"die": 6, "maximum": 8}}
    game.new(pc("ana", {"locks": "DEX"}, [lamp, {"id": "rope"}], DEX=3), pc("ben"), story=STORY)
    game.do("AskSafety", kind="avoid", theme="spiders")
    for each in ("ana", "ben"):
        game.do("MarkCharacter", character=each, event="shock", reason="a scream")
    game.announce("ana", "DEX", 2, stake="the lock")
    game.do("WithdrawCheck")
    game.announce("ana", "DEX", 2, stake="the lock", gain="door_open", items=["lamp"])
    game.do("AddAdvantage", advantage={"kind": "help", "reason": "Ben holds the lamp", "helper": "ben"})
    game.do("RollCheck", False)
    game.do("AcceptOutcome")
    game.check("ana", "DEX", good=False, stake="the hinges", gain="door_open")
    game.do("Reroll")
    game.do("GrantInspiration", character="ben", reason="he stayed behind")
    game.check("ben", "FOR", good=False, stake="the bars", on_failure={**NOISE, "clock": "watch"})
    game.do("Reroll", False, inspiration=True)
    lost = {"kind": "gear_lost", "note": "the rope burns", "item": "rope"}
    game.check("ana", "FOR", good=False, stake="the wall", on_failure=lost)
    both = [check(each, "CON", 1, stake="the cold water", on_failure=WORSE) for each in ("ana", "ben")]
    game.do("AnnounceEach", checks=both)
    game.do("RollCheck")
    game.do("RollCheck")
    game.do("EnterScene", scene="cellar")
    game.do("UseItem", character="ana", item="lamp", purpose="to read by")
    game.do("CutScene", False)
    for kind in ("pause", "scene", "long"):
        game.do("Rest", kind=kind)
    game.do("EnterScene", scene="street")
    game.do("EnterScene", scene="cellar")
    game.do("RuleWithoutRoll", actor="ana", action="reads", succeeds=True, why="it lies open", gain="letter")
    game.do("TakeAdvance", character="ana", kind="attribute", attribute="FOR")
    game.do("TakeAdvance", character="ben", kind="specialty", specialty={"id": "climbing", "attribute": "FOR"})


def hurt_and_healed(game: Examples) -> None:
    """Harm, care and gear."""
    focus = {"id": "focus", "ward": 2, "attribute": "INT"}
    game.new(pc("ana", items=[focus]), pc("ben"))
    game.do("GainItem", character="ben", item={"id": "vest", "protection": 1}, reason="bought")
    game.do("UseItem", character="ana", item="focus", purpose="a shield of light", patient="ben")
    game.do("Suffer", character="ben", damage=4, reason="a fall")
    game.do("DescribeWound", character="ben", wound="wound-1", note="a sprained ankle", lasting=True)
    game.check("ana", "INT", aim={"patient": "ben"})
    game.do("Rest", kind="scene", care=[{"patient": "ben", "supplies": "a medical kit", "healer": "ana"}])
    game.do("Rest", kind="long")
    game.do("Suffer", character="ben", damage=8, reason="the stairs")
    game.do("LetDie", character="ben", reason="nobody came")
    game.do("Suffer", character="ana", damage=2, reason="a stone")
    game.do("Rest", kind="long")
    for _ in range(6):
        game.do("MarkCharacter", character="ana", event="unspeakable", reason="what came up the stairs")
    game.do("LeaveStory")


def in_raw(game: Examples) -> None:
    """Resistance, breaking down, the way back."""
    game.new(pc("ana"), pc("ben"), variant="raw")
    for _ in range(2):
        game.do("MarkCharacter", False, character="ben", event="unspeakable", reason="what the tide brings in")
    game.do("DescribeBreakdown", character="ben", breakdown="screams")
    game.check("ana", "CHA", aim={"broken": "ben"})
    game.do("MarkCharacter", False, character="ana", event="horror", reason="what he said")
    game.do("Comfort", helper="ben", character="ana")


def calm_in_a_fight(game: Examples) -> None:
    """Raw: what takes a turn's action beside blows."""
    game.new(pc("ana"), pc("ben"), variant="raw")
    game.do("MarkCharacter", False, character="ana", event="shock", reason="a scream")
    game.do("BringAdversary", arrival=npc("thug", 1, 2, 1))
    game.do("StartConflict")
    game.do("Comfort", helper="ben", character="ana")
    game.do("EndTurn", setback={"kind": "other", "note": "the alarm rings"})
    both = [check(each, "CON", 1, stake="the cold water") for each in ("ana", "ben")]
    game.do("AnnounceEach", checks=both)


def two_pcs(game: Examples) -> None:
    """PC against PC."""
    game.new(pc("ana"), pc("ben"))
    contest = {
        "acts": {"actor": "ana", "attribute": "FOR", "action": "takes the letter", "strikes": True},
        "resists": {"actor": "ben", "attribute": "DEX", "action": "holds on"},
        "worse": "it tears",
    }
    game.do("AnnounceContest", contest=contest)
    game.do("RollContest")
    game.do("AnnounceContest", contest=contest)
    game.do("Yield", character="ben")


def a_fight(game: Examples) -> None:
    """A conflict with all that may happen in a turn."""
    game.new(pc("ana", FOR=4), pc("ben"))
    flawed = npc("guard", 2, 9, 2)
    flawed["profile"]["flaws"] = [{"id": "drunk", "when": "he has to see", "kind": "lower_threat", "value": 1}]
    game.do("BringAdversary", arrival=flawed)
    game.do("StartConflict", engager="ana")
    game.do("RevealFlaw", adversary="guard", flaw="drunk")
    game.do("CoverAdversary", adversary="guard", dice=1)
    game.do("TakeCover", character="ben", protection=1)
    game.check("ana", "FOR", difficulty=2, aim={"target": "guard", "effect": "disarmed"})
    game.check("ben", "FOR", good=False, difficulty=2, aim={"target": "guard"})
    setback = {"kind": "other", "note": "the alarm rings"}
    game.do("BringSetback", setback=setback)
    game.do("EndTurn")
    game.do("EndHold", adversary="guard", effect="disarmed")
    game.check("ana", "FOR", good=False, difficulty=2, aim={"target": "guard"})
    game.do("Strike", adversary="guard", in_contact=["ben"])
    game.do("Interpose", character="ben")
    game.do("EndTurn")
    game.do("Wait", character="ben")
    game.check("ana", "FOR", good=False, difficulty=2, aim={"target": "guard"})
    game.do("BringSetback", setback=setback)
    game.do("CatchIdle", adversary="guard", character="ben", reason="he stands at the window")
    game.do("EndTurn")
    game.check("ana", "FOR", good=False, difficulty=2, aim={"target": "guard"})
    game.do("Strike", adversary="guard", in_contact=["ben"])
    game.do("LetLand")
    game.do("EndTurn")
    game.do("EndConflict", how="truce")
    game.do("SendAway", adversary="guard", reason="he has had enough")


def out_of_the_fight(game: Examples) -> None:
    """Turns in which nobody acts against the adversaries, and a fight that is decided."""
    game.new(pc("ana", items=[{"id": "lamp", "resource": {"die": 6, "maximum": 8}}], FOR=4), pc("ben"))
    game.do("BringAdversary", arrival=npc("thug", 1, 2, 1))
    game.do("StartConflict")
    contest = {
        "acts": {"actor": "ana", "attribute": "FOR", "action": "takes the key"},
        "resists": {"actor": "ben", "attribute": "DEX", "action": "holds on"},
        "worse": "it falls",
    }
    game.do("AnnounceContest", contest=contest)
    game.do("RollContest")
    game.do("Wait", character="ben")
    game.do("EndTurn", setback={"kind": "other", "note": "the alarm rings"})
    game.do("UseItem", character="ana", item="lamp", purpose="to blind him")
    game.do("EndTurn", setback={"kind": "other", "note": "the alarm rings again"})
    game.check("ana", "FOR", aim={"target": "thug"})
    game.do("EndConflict")


def with_allies(game: Examples) -> None:
    """NPCs on the PCs' side."""
    game.new(pc("ana"), pc("ben"))
    game.do("BringAlly", ally={"id": "rosa", "name": "Rosa"})
    for each in ("thug", "brute"):
        game.do("BringAdversary", arrival=npc(each, 1, 3, 1))
    game.do("StartConflict")
    game.do("HoldOff", ally="rosa", adversary="thug")
    game.check("ana", "FOR", good=False, aim={"target": "brute"})
    game.do("Strike", adversary="brute", ally="rosa", in_contact=["ben"])
    game.do("LetLand")
    game.do("LetAllyWin", ally="rosa", adversary="thug")
    game.do("PartWithAlly", ally="rosa", reason="she is hurt")


def an_ambush(game: Examples) -> None:
    """What strikes before turn 1, and a danger."""
    game.new(pc("ana", {"vigilance": "PER"}))
    for each in ("guard", "lookout"):
        game.do("BringAdversary", arrival=npc(each, 1, 4, 2))
    game.do("StartConflict", ambush="npcs")
    game.do("SendAway", adversary="lookout", reason="he runs to warn the others")
    game.do("StrikeFromAmbush", adversary="guard", target="ana")
    game.do("AmendCheck", attribute="PER", specialty="vigilance")
    game.do("RollCheck", False)
    game.new(pc("ana"))
    fire = {"id": "fire", "attributes": ["DEX"], "difficulty": 1, "damage": 2}
    game.do("FaceDanger", danger=fire, exposed=["ana"], reason="the stairs burn")
    game.do("AddAdvantage", advantage={"kind": "idea", "reason": "she wets her coat"})
    game.do("RollCheck")


def a_boss(game: Examples) -> None:
    """A phase that falls, and the blow that comes then."""
    game.new(pc("ana", items=[{"id": "axe", "weapon": 4}], FOR=4))
    game.do("BringAdversary", arrival=npc("captain", 1, 0, 2, "boss"))
    game.do("StartConflict")
    game.check("ana", "FOR", aim={"target": "captain", "weapon": "axe"})


def a_calamity(game: Examples) -> None:
    """What cannot be fought."""
    roar = {"id": "roar", "trigger": "it wakes", "attributes": ["CON"], "difficulty": 1, "afflictions": ["thrown_down"]}
    calamity = {
        "id": "deep_one",
        "name": "the Deep One",
        "scale": "local",
        "goal": "the harbour",
        "manifestations": [roar],
        "levers": ["bell"],
    }
    game.new(pc("ana"))
    game.do("BringCalamity", calamity=calamity)
    game.do("SeeFirst", of="deep_one", characters=["ana"])
    game.do("Manifest", calamity="deep_one", manifestation="roar", exposed=["ana"])
    game.do("RollCheck", False)
    game.do("AcceptOutcome")
    game.check("ana", "INT", stake="the sluice", aim={"calamity": "deep_one"})
    game.check("ana", "INT", stake="the bell", aim={"calamity": "deep_one", "lever": "bell"})
    game.new(pc("ana"))
    game.do("BringCalamity", calamity=calamity)
    game.do("ReachGoal", calamity="deep_one", loss="the harbour is gone")


GAMES: tuple[Callable[[Examples], None], ...] = (
    an_evening,
    hurt_and_healed,
    in_raw,
    calm_in_a_fight,
    two_pcs,
    a_fight,
    out_of_the_fight,
    with_allies,
    an_ambush,
    a_boss,
    a_calamity,
)
