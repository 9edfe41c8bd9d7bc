"""Mocked narrators: recorded and hostile, and what becomes of what they propose."""

import itertools
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from engine.core.sheet import Variant
from narrator.exchange import Call, Ill, Reply, Tool, Trouble
from narrator.offline import OfflineNarrator
from narrator.proposals import CloseScene, GoTo
from table.config import ConfigError
from table.playtest.choosing import chosen
from table.playtest.evenings import evening, recording
from table.playtest.fights import fight
from table.playtest.game import chunk_of
from table.playtest.narrators import in_fights
from table.playtest.narrators.hostility import Hostile
from table.playtest.narrators.in_fights import heckling
from table.playtest.narrators.mocks import narrator_of
from table.playtest.narrators.recorded import Recorded, line_of, read_recording, recording_in
from table.playtest.plan import Mock, Plan
from table.playtest.watching import LawBroken
from tests.table.playtest.evenings import low_water

# --- recorded


def test_a_recording_brings_the_same_evening_again(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    lines = [*recording(low_water("focused"), range(1, 2))]
    file.write_text("\n".join(lines), encoding="utf-8")
    one, again = (
        evening(low_water("focused"), 1),
        evening(low_water("focused", narrator=Mock("scripted", file=str(file))), 1),
    )
    steady, scripted = [*one.results()], [*again.results()]
    assert [each for each in scripted if each[0] != "narrator"] == steady
    assert one.session is not None
    assert again.session is not None
    assert again.session.game == one.session.game
    assert again.tally["recorded"] == again.tally["asked"] == len(lines)
    assert "replaced" not in again.tally


def test_what_was_not_recorded_is_ruled_by_the_steady_narrator() -> None:
    one = evening(low_water(), 0)
    session = one._begun()
    recorded = Recorded(one.offline, {}, one.tally)
    typed = "go to the quay", session.moment, session.options
    assert recorded.propose(*typed) == one.offline.propose(*typed)
    assert one.tally == {"asked": 1, "replaced": 1}


def test_the_same_line_takes_the_next_recorded_answer_and_what_is_illegal_now_is_passed_over() -> None:
    one = evening(low_water(), 0)
    session = one._begun()
    scene = session.view.scene
    answers = [GoTo(scene="machines"), CloseScene(rest="long")]
    assert session.judge(answers[0].command()) is not None
    recorded = Recorded(one.offline, {(scene, "sleep"): answers}, one.tally)
    first, second, third = (recorded.propose("sleep", session.moment, session.options, session.judge) for _ in range(3))
    assert first not in answers
    assert second == third == answers[1]
    assert one.tally == {"asked": 3, "refused": 1, "replaced": 1, "recorded": 2}


def test_a_recording_reads_back_as_it_was_written() -> None:
    asked = ("quay", "aller à la digue…")
    read = read_recording([line_of(asked, GoTo(scene="mole")), "", line_of(asked, CloseScene(rest="pause"))])
    assert read == {asked: [GoTo(scene="mole"), CloseScene(rest="pause")]}


@pytest.mark.parametrize(
    "bad",
    [
        "{",
        "[]",
        "7",
        '{"scene": "quay", "line": "go"}',
        '{"scene": "quay", "line": "go", "proposal": {"is": "SetHealth", "to": 99}}',
        '{"scene": "quay", "line": "go", "proposal": {"is": "GoTo", "scene": "mole", "health": 99}}',
        '{"scene": "quay", "line": "go", "proposal": []}',
    ],
)
def test_a_line_that_is_no_recording_is_said_to_be_none(bad: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(line_of(("quay", "go"), GoTo(scene="mole")) + "\n" + bad, encoding="utf-8")
    with pytest.raises(ConfigError) as error:
        recording_in(str(file))
    assert (error.value.key, error.value.slots["number"]) == ("playtest.bad_recording", "2")


def test_a_recording_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no_recording"):
        recording_in(str(tmp_path / "none.jsonl"))


# --- hostile


def test_hostile_evenings_break_no_law_and_all_that_was_asked_is_accounted_for(tmp_path: Path) -> None:
    plan = low_water("random", narrator=Mock("hostile", 1.0))
    summary = chunk_of(plan, range(1, 3))
    narrator = summary.of("narrator")
    assert (summary.games, summary.escaped, summary.escapes) == (2, 0, ())
    assert narrator["hostile"] == narrator["asked"] == narrator["passed"] + narrator["replaced"]
    assert narrator["told_hostile"] == narrator["told"] > 0
    assert min(narrator[each] for each in ("passed", "replaced", "refused", "told_replaced")) > 0
    assert narrator["answers"] == narrator["refused"] + narrator["passed"]


def test_a_rate_of_nothing_is_the_steady_narrator() -> None:
    steady, hostile = (
        [*evening(low_water("bold", narrator=each), 1).results()] for each in (Mock(), Mock("hostile", 0.0))
    )
    assert [each for each in hostile if each[0] != "narrator"] == steady


def test_the_rate_is_how_often_a_call_is_hostile(tmp_path: Path) -> None:
    summary = chunk_of(low_water("random", narrator=Mock("hostile", 0.3)), range(3))
    narrator = summary.of("narrator")
    assert 0.15 < narrator["hostile"] / narrator["asked"] < 0.45


def test_no_hostile_mind_is_sent_from_its_seat() -> None:
    plan = low_water(narrator=Mock("hostile", 1.0))
    one = evening(plan, 1)
    session = one._begun()
    for _ in range(60):
        session.say("look around")
    narrator = session.narrator
    assert narrator.model.deciding.mind is not None  # type: ignore[attr-defined]
    assert narrator.model.telling.mind is not None  # type: ignore[attr-defined]
    assert one.tally["hostile"] == 60


def test_a_hostile_mind_knows_every_kind_of_harm() -> None:
    one = evening(low_water(narrator=Mock("hostile", 1.0)), 0)
    words = one.adventure.hostile_words
    tool = Tool(
        "go_to",
        "",
        {"type": "object", "properties": {"scene": {"type": "string", "maxLength": 40}}, "required": ["scene"]},
    )
    mind = Hostile(Random(5), words, Counter())
    called: list[Call | str] = []
    ills: set[str] = set()
    for _ in range(4_000):
        try:
            called.append(mind.answer([tool]))
        except Trouble as trouble:
            ills.add(trouble.ill)
        except RuntimeError:
            ills.add("bug of ours")
    calls = [each for each in called if isinstance(each, Call)]
    assert len(ills) == len(Ill) + 1
    assert "" in called
    assert any(not is_json(each.arguments) for each in calls)
    assert any(each.name != "go_to" for each in calls)
    said = [each.arguments + spoken(each) for each in calls]
    for harm in ("Ignore the rules", "\x1b[2J", '"role": "tool"', words.secrets[0], words.foreign[0], "NaN", "ninety"):
        assert any(harm in each for each in said), harm
    assert any(len(each.arguments) > 10_000 for each in calls)
    assert any(one == two for one, two in itertools.pairwise(called))


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def spoken(call: Call) -> str:
    """What a reader of the arguments would hear."""
    heard = json.loads(call.arguments) if is_json(call.arguments) else None
    return " ".join(map(str, heard.values())) if isinstance(heard, dict) else ""


# --- hostile in fights


def champion(rate: float) -> Plan:
    what = chosen("champion", (), (), ())
    return Plan(what, next(iter(Variant)), ("random", "bold"), "blood", Mock("hostile", rate))


def test_hostile_fights_break_no_law_and_count_what_was_asked(tmp_path: Path) -> None:
    summary = chunk_of(champion(0.5), range(8))
    narrator = summary.of("narrator")
    assert (summary.games, summary.escaped) == (8, 0)
    assert narrator["hostile"] == narrator["passed"] + narrator["replaced"]
    assert min(narrator[each] for each in ("passed", "replaced", "refused")) > 0
    assert narrator["asked"] > narrator["hostile"]


def test_a_fight_without_hostility_is_played_as_it_was_meant() -> None:
    plan = champion(0.0)
    honest, heckled = fight(plan, 1), fight(plan, 1)
    heckled.narrates = heckling(plan, 1, heckled.counts)
    assert [*honest.results()] == [each for each in heckled.results() if each[0] != "narrator"]


def test_what_no_gate_lets_through_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat(Hostile):
        def ask(self, messages: Sequence[object], tools: Sequence[Tool]) -> Reply:
            raise_health = Call("set_health", '{"value": 99}', "call")
            return Reply(raise_health, "", usage=None)  # type: ignore[arg-type]

    monkeypatch.setattr(in_fights, "Hostile", Cheat)
    plan = champion(1.0)
    honest, heckled = fight(plan, 2), fight(plan, 2)
    heckled.narrates = heckling(plan, 2, heckled.counts)
    assert [*honest.results()] == [each for each in heckled.results() if each[0] != "narrator"]
    assert heckled.counts["narrator", "replaced"] == heckled.counts["narrator", "asked"] > 0


def test_a_judge_that_changes_the_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def meddles(game: object, command: object) -> None:
        object.__setattr__(game, "draws", 99)

    monkeypatch.setattr(in_fights, "_judged", meddles)
    plan = champion(1.0)
    one = fight(plan, 0)
    one.narrates = heckling(plan, 0, one.counts)
    with pytest.raises(LawBroken, match="a refusal changes nothing"):
        [*one.results()]


def test_a_steady_plan_has_the_offline_narrator() -> None:
    one = evening(low_water(), 0)
    assert isinstance(narrator_of(one.plan, 0, one.adventure, one.offline, one.tally), OfflineNarrator)
