"""Reports made up so that each figure can be worked out by hand, and the screen that they are shown on."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table.commands.parts import Desk
from table.config import Settings
from table.playtest.report import Report
from table.playtest.summary import Escape, Summary
from table.words import Language, Words

BOSS = {
    "id": "boss",
    "name": "boss",
    "standing": "boss",
    "threat": 2,
    "health": 0,
    "weapon": 3,
    "protection": 0,
    "members": 1,
    "cover": 0,
}


def summary(games: int, counts: Mapping[str, Mapping[str, int]], *escapes: Escape) -> Summary:
    made = Summary(games=games)
    for subject, counted in counts.items():
        for seen, times in counted.items():
            made.count(subject, seen, times)
    for each in escapes:
        made.escape(each)
    return made


def fight(weapon: int = 3, *escapes: Escape, **settings: Any) -> Report:
    """Ten fights of two PCs: eight won, two of four turns; `weapon` 4 is far worse in forty."""
    common = {
        "kind": "fight",
        "what": "champion",
        "party": {"vex": "Vex", "nora": "Nora"},
        "adversaries": [BOSS | {"weapon": weapon}],
        "variant": "blockbuster",
        "players": ["focused", "ahead"],
        "narrator": {"kind": "steady", "rate": 0.0, "file": ""},
        "language": "en",
        "seed": "7",
        "asked": ["champion", "--set", f"weapon={weapon}"],
    }
    mild = {
        "ending": {"won": 8, "lost": 2},
        "won": {"yes": 8, "no": 2},
        "turns": {"3": 6, "4": 2, "6": 2},
        "commands": {"30": 5, "40": 5},
        "down": {"0": 5, "1": 3, "2": 2},
        "hurt": {"4": 5, "6": 5},
        "health": {"1:16": 10, "2:10": 5, "2:12": 5, "3:4": 1, "3:8": 9, "4:2": 4},
        "stress": {"1:0": 10, "2:1": 10, "3:2": 5, "3:3": 5, "4:4": 4},
        "opened": {"vex": 15, "nora": 20},
        "struck": {"vex": 12, "nora": 18},
        "damage": {"vex": 20, "nora": 30},
        "breakdown": {"nora": 1},
        "check": {"success": 50, "partial": 30, "failure": 20, "coup": 5},
        "resource": {"armour:0": 4, "armour:6": 16},
    }
    harsh = mild | {
        "won": {"yes": 10, "no": 30},
        "ending": {"won": 10, "lost": 30},
        "turns": {"3": 24, "4": 8, "6": 8},
        "down": {"1": 10, "2": 30},
        "hurt": {"8": 20, "12": 20},
    }
    made = summary(10, mild, *escapes) if weapon == 3 else summary(40, harsh, *escapes)
    return Report(common | settings, made)


def adventure() -> Report:
    """A hundred evenings with a hostile narrator; two of them broke a law."""
    settings = {
        "kind": "adventure",
        "what": "low_tide",
        "party": {"akiko": "Akiko"},
        "variant": "raw",
        "players": ["cautious"],
        "narrator": {"kind": "hostile", "rate": 0.3, "file": ""},
        "language": "fr",
        "seed": "7",
        "asked": ["my tide.toml", "--party", "akiko"],
    }
    counts = {
        "ending": {"gates_shut": 60, "drowned": 40},
        "won": {"yes": 60, "no": 40},
        "turns": {str(turns): 5 for turns in range(21, 41)},
        "commands": {"60": 100},
        "down": {"0": 60, "1": 40},
        "dead": {"0": 90, "1": 10},
        "health": {f"{turn}:{8 - turn // 6}": 100 for turn in range(1, 42)},
        "stress": {f"{turn}:{turn // 10}": 100 for turn in range(1, 42)},
        "check": {"success": 300, "partial": 200, "failure": 500},
        "resource": {"oil_lantern:0": 25, "oil_lantern:4": 50, "oil_lantern:6": 25},
        "scene": {"the_old_lock_house_by_the_water": 70, "quay": 30},
        "narrator": {"taken_as_meant": 900, "refused": 300},
    }
    first = Escape(12, "there is no dead end", "a conflict in which <nothing> is awaited", "/saves/low_tide-12.breche")
    return Report(settings, summary(100, counts, first, Escape(40, "no exception", "KeyError('quay')")))


def nothing() -> Report:
    """A fight that was stopped before its first game ended."""
    return replace(fight(), summary=Summary())


def desk(language: Language, *, accessible: bool = False) -> Desk:
    settings = Settings(language, language, accessible=accessible, color=False, ascii=False, saves=Path("saves"))
    return Desk(Words(language, "cli"), settings, language_given=True)


def on_a_screen(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    """What is printed from now on is for a terminal of so many columns."""
    for module in ("table.lines", "table.commands.grid"):
        monkeypatch.setattr(f"{module}.room", lambda stream: columns)
