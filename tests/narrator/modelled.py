"""The yard with models at the table: what they were written to answer, and a session to play it in."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.core.sheet import Variant
from narrator.briefing import Briefing
from narrator.exchange import Call, Mind
from narrator.guard import Guard
from narrator.model import ModelNarrator
from narrator.scenario import Language
from narrator.scorecard import Seat
from table import campaign
from table.campaign import Campaign, Content, Setup, offline
from tests.narrator.small_scenario import CHARACTERS, SCENARIO

CONTENT = Content(scenario=SCENARIO, characters=CHARACTERS[:1])


def seated(
    decide: Sequence[Mind], tell: Sequence[Mind], content: Content = CONTENT, language: Language = "en"
) -> ModelNarrator:
    """The narrator of a campaign, with these models in the two seats."""
    return ModelNarrator(
        offline(content, language, "1"),
        Seat(decide),
        Seat(tell),
        Briefing(content.scenario, content.characters, language),
        Guard(content.scenario, content.characters, language),
    )


def begun(file: Path, narrator: ModelNarrator, content: Content = CONTENT, seed: int = 1) -> Campaign:
    """A campaign in English in which only the opening was told."""
    setup = Setup(content, Variant.BLOCKBUSTER, narrator.offline.language, seed)

    def narrates(*_: object, **__: object) -> ModelNarrator:
        return narrator

    new, opening = campaign.begin(file, setup, narrates)
    list(new.session.tell(opening))
    return new


def call(name: str, **arguments: Any) -> Call:
    """A call as a model makes it."""
    return Call(name, json.dumps(arguments), "call00001")


def ruling(why: str = "The lamp swings on its hook.", **more: Any) -> Call:
    """That something succeeds without a roll."""
    filled = {
        "actor": "mara",
        "action": "looks at the lamp",
        "approach": "other",
        "verdict": "succeeds",
        "why": why,
        "would_need": None,
    }
    return call("rule_without_roll", **{**filled, **more})


def check(**more: Any) -> Call:
    """That Mara rolls to climb the gate, Standard: nothing that the author foresaw."""
    terms = {
        "actor": "mara",
        "action": "climbs the gate",
        "about": "gate",
        "approach": "other",
        "attribute": "DEX",
        "difficulty": "standard",
        "risk": "The spikes are sharp.",
        "on_failure": {"kind": "noise", "note": "The gate rattles from end to end.", "item": None, "wear": None},
        "on_partial": None,
        "specialty": None,
        "advantages": [],
        "disadvantage": 0,
        "disadvantage_reason": None,
        "items": [],
    }
    return call("propose_check", **{**terms, **more})
