"""A report: what was played and what it came to, as it is written to a file and read again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from table.config import ConfigError
from table.playtest.encounter import Encounter
from table.playtest.plan import Plan
from table.playtest.summary import Summary

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Report:
    """`settings` say all that the summary depends on, in plain values: two reports with the same settings are the same
    byte for byte."""

    settings: Mapping[str, Any]
    summary: Summary

    @classmethod
    def of(cls, plan: Plan, summary: Summary) -> Self:
        """The report of a plan."""
        return cls(settings(plan), summary)

    def text(self) -> str:
        """The report as JSON."""
        data = {"format": FORMAT, "settings": dict(self.settings), "summary": self.summary.as_data()}
        return json.dumps(data, ensure_ascii=False, indent=1)

    @classmethod
    def read(cls, file: Path) -> Self:
        """The report in a file. Raises ConfigError for anything else, and OSError."""
        try:
            data = json.loads(file.read_text(encoding="utf-8"))
            if data["format"] != FORMAT:
                raise ConfigError("playtest.report_format", file=file, format=data["format"], known=FORMAT)
            return cls(dict(data["settings"]), Summary.from_data(data["summary"]))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ConfigError("playtest.no_report", file=file) from error


def settings(plan: Plan) -> dict[str, Any]:
    """What a plan plays: `kind` is "fight" or "adventure"; `party` has the PCs' names by id."""
    what = plan.what
    if isinstance(what, Encounter):
        party = {each.id: each.name for each in what.characters}
        foes = [
            {
                "id": each.id,
                "name": each.profile.name,
                "standing": each.profile.standing.value,
                "threat": each.profile.threat,
                "health": each.profile.health,
                "weapon": each.profile.weapon,
                "protection": each.profile.protection,
                "members": each.members,
                "cover": each.cover,
            }
            for each in what.arrivals
        ]
        played = {"kind": "fight", "what": what.name, "party": party, "adversaries": foes}
    else:
        party = {each.id: each.name for each in what.characters}
        played = {"kind": "adventure", "what": what.scenario.id, "party": party}
    return {
        **played,
        "variant": plan.variant.value,
        "players": list(plan.players),
        "narrator": asdict(plan.narrator),
        "language": plan.language,
        "seed": plan.seed,
        "asked": list(plan.asked or (plan.name,)),
    }
