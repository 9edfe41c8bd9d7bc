"""A report: what was played and what it came to, as it is written to a file and read again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Self, cast

from pydantic import Field

from engine.core.foes import Standing
from engine.core.sheet import Variant
from narrator.sanitise import one_line
from narrator.scenario import Data, Language
from table.config import ConfigError
from table.playtest.encounter import Encounter
from table.playtest.plan import Plan
from table.playtest.summary import Summary

FORMAT = 1


class _FoeData(Data):
    id: str
    name: str
    standing: Standing
    threat: int
    health: int
    weapon: int
    protection: int
    members: int
    cover: int


class _MockData(Data):
    kind: Literal["steady", "scripted", "hostile", "model"]
    rate: float = Field(ge=0, le=1)
    file: str
    url: str = ""


class _SettingsData(Data):
    """What `settings` makes, for reports that others wrote."""

    kind: Literal["fight", "adventure"]
    what: str
    party: dict[str, str] = Field(min_length=1)
    adversaries: tuple[_FoeData, ...] = ()
    variant: Variant
    players: tuple[str, ...]
    narrator: _MockData
    language: Language
    seed: str
    asked: tuple[str, ...]


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
            # Bytes: some shells write what a program prints in UTF-16.
            data = json.loads(file.read_bytes())
            if (found := int(data["format"])) != FORMAT:
                raise ConfigError("playtest.report_format", file=file, format=found, known=FORMAT)
            settings = _cleaned(data["settings"])
            _SettingsData.model_validate(settings)
            return cls(settings, Summary.from_data(data["summary"]))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
            raise ConfigError("playtest.no_report", file=file) from error


def _cleaned(value: Any) -> Any:
    """The same without anything that a terminal obeys: a report may be somebody else's."""
    match value:
        case str():
            return one_line(value)
        case dict():
            return {one_line(name): _cleaned(each) for name, each in cast(dict[str, Any], value).items()}
        case list():
            return [_cleaned(each) for each in cast(list[Any], value)]
        case _:
            return value


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
