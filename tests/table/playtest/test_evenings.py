"""Evenings without people: they end, they add up, and whatever breaks a law is caught."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.core.commands import AnnounceCheck, RollCheck, WithdrawCheck
from engine.core.events import Event
from engine.story import FactId
from narrator.offline import OfflineNarrator
from narrator.port import Moment
from table.campaign import resume
from table.playtest import evenings, watching
from table.playtest.adventure import adventure_of
from table.playtest.evenings import Evening, evening
from table.playtest.game import chunk_of, kept
from table.playtest.watching import LawBroken, check_resumed, check_told
from table.session import Session
from table.store import Store
from table.verify import verify
from tests.table.playtest.evenings import low_water

TWO = range(2)


def played(one: Evening) -> Counter[tuple[str, str]]:
    counted: Counter[tuple[str, str]] = Counter()
    for subject, seen, times in one.results():
        counted[subject, seen] += times
    return counted


def of(one: Evening) -> Session:
    assert one.session is not None
    return one.session


@pytest.mark.parametrize("policy", ["random", "bold", "cautious", "focused"])
def test_an_evening_comes_to_one_ending_and_breaks_no_law(policy: str, tmp_path: Path) -> None:
    plan = low_water(policy)
    summary = chunk_of(plan, TWO)
    endings = {*(str(each.id) for each in of_the_story(plan)), "left", "stalled"}
    assert (summary.games, summary.escaped) == (2, 0)
    assert summary.of("ending").total() == summary.of("won").total() == summary.of("scene").total() == 2
    assert {*summary.of("ending")} <= endings
    assert summary.of("check").total() > 0
    assert {*summary.over_time("health")} >= {*range(5)}


def of_the_story(plan: object) -> Sequence[object]:
    return adventure_of(plan).scenario.story().endings  # type: ignore[arg-type]


def test_a_game_is_the_same_whatever_was_played_before_it(tmp_path: Path) -> None:
    forth, back = (
        {number: played(evening(plan, number)) for number in order}
        for plan, order in ((low_water("random"), (3, 4)), (low_water("random"), (4, 3)))
    )
    assert forth == back
    assert forth[3] != forth[4]


def test_what_is_won_is_what_the_author_calls_so(tmp_path: Path) -> None:
    plan = low_water("cautious")
    won = {str(each.id) for each in of_the_story(plan) if each.kind.value in ("won", "costly")}  # type: ignore[attr-defined]
    for number in range(4):
        counted = played(evening(plan, number))
        ending = next(seen for subject, seen in counted if subject == "ending")
        assert counted["won", "yes" if ending in won else "no"] == 1


def test_a_kept_evening_is_a_save_like_any_other(tmp_path: Path) -> None:
    one = evening(low_water("bold"), 1)
    played(one)
    file = tmp_path / "kept.breche"
    one.keep(file)
    verdict = verify(file)
    assert verdict.diverges_at is None
    assert verdict.turns == of(one).number + 1
    again = resume(file)
    with again.session.store:
        assert again.session.game == of(one).game
        assert again.content.scenario.id == "low_tide"


def test_everybody_at_the_table_acts() -> None:
    one = evening(low_water("focused", party=("akiko", "teva", "salma")), 0)
    played(one)
    actors = {turn.command.check.actor for turn in of(one).store.back() if isinstance(turn.command, AnnounceCheck)}
    assert actors == {"akiko", "teva", "salma"}


def test_a_french_evening_is_typed_and_told_in_french() -> None:
    one = evening(low_water("focused", language="fr"), 0)
    played(one)
    opening = " ".join(of(one).store.prose(1))
    assert "Port-Lazare, vingt-deux heures" in opening
    assert any(turn.said.startswith("aller ") for turn in of(one).store.back())


def test_nobody_types_the_same_line_again_and_again() -> None:
    one = evening(low_water("random"), 0)
    played(one)
    said = [turn.said for turn in of(one).store.back() if turn.said]
    assert not any(len({*said[at : at + 3]}) == 1 for at in range(len(said) - 2))


def test_the_cautious_shrink_from_bad_odds_once() -> None:
    shrunk = rolled = 0
    for number in range(6):
        one = evening(low_water("cautious"), number)
        played(one)
        turns = [*of(one).store.back()][::-1]
        after = list(itertools.pairwise(turns))
        lines = [before.said for before, turn in after if isinstance(turn.command, WithdrawCheck)]
        assert len(lines) == len({*lines})
        shrunk += len(lines)
        rolled += sum(isinstance(turn.command, RollCheck) for turn in turns)
    assert 0 < shrunk < rolled


def test_players_who_find_no_end_go_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "MOST", 3)
    one = evening(low_water("bold"), 0)
    counted = played(one)
    assert (counted["ending", "left"], counted["turns", "3"], counted["won", "no"]) == (1, 1, 1)
    assert of(one).game.progress.ending is not None


def test_every_line_that_comes_to_mind_can_be_typed() -> None:
    one = evening(low_water(), 0)
    session = one._begun()
    ideas = one.offline.ideas(session.moment, session.options)
    assert ideas.ways
    assert ideas.hints
    assert ideas.deeds
    assert ideas.looks
    assert ideas.rests
    asked = one.offline.propose("…", session.moment, session.options)
    assert {*asked.suggestions} <= {*ideas.every}  # type: ignore[union-attr]


# --- whatever breaks a law


@dataclass
class Telltale:
    """A narrator that is honest but for one sentence."""

    offline: OfflineNarrator
    sentence: str

    def __getattr__(self, name: str) -> object:
        return getattr(self.offline, name)

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        yield self.sentence


def telling(monkeypatch: pytest.MonkeyPatch, sentence: str) -> None:
    def made(plan: object, number: int, adventure: object, offline: OfflineNarrator, tally: object) -> Telltale:
        return Telltale(offline, sentence)

    monkeypatch.setattr(evenings, "narrator_of", made)


def test_a_secret_told_too_soon_ends_the_game_and_keeps_its_save(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    telling(monkeypatch, "Hear: PELL was silenced. Hanna Pell was dead before the tide came!")
    plan = low_water()
    summary = chunk_of(plan, range(1))
    assert summary.games == 0
    assert summary.escapes[0].law == "no secret is told before its time"
    assert summary.escapes[0].what == "fact pell_struck"
    assert verify(Path(kept(plan, 0, tmp_path))).diverges_at is None


def test_a_narrator_that_breaks_down_ends_the_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    telling(monkeypatch, None)  # type: ignore[arg-type]
    summary = chunk_of(low_water(), range(1))
    assert [each.law for each in summary.escapes] == ["no narrator fails"]


def test_a_secret_is_one_until_it_is_established() -> None:
    one = evening(low_water(), 0)
    view, secrets = one._begun().view, one.adventure.secrets
    told = ["The bone is stove in behind the ear, and there is no water in the mouth."]
    with pytest.raises(LawBroken, match="pell_struck"):
        check_told(told, view, secrets)
    check_told(told, replace(view, facts=(*view.facts, FactId("pell_struck"))), secrets)
    check_told(["The bone is stove in."], view, secrets)


def test_a_game_that_does_not_resume_as_it_stands_is_caught() -> None:
    one = evening(low_water(), 0)
    session = one._begun()
    check_resumed(session, one.adventure.words)
    session.game = replace(session.game, draws=session.game.draws + 1)
    with pytest.raises(LawBroken, match="resumes"):
        check_resumed(session, one.adventure.words)


def test_one_game_in_so_many_is_resumed_and_worked_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(evenings, "check_resumed", lambda *_: asked.append("resumed"))
    monkeypatch.setattr(evenings, "check_verified", lambda *_: asked.append("verified"))
    played(evening(low_water("random"), 1))
    assert not asked
    for number in range(4):
        played(evening(low_water("random"), number * evenings.ONE_IN))
    assert asked.count("verified") == 4
    assert "resumed" in asked


def test_a_save_that_cannot_be_worked_out_again_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    one = evening(low_water(), 0)
    session = one._begun()
    watching.check_verified(session)
    session.number += 1
    with pytest.raises(LawBroken, match="worked out"):
        watching.check_verified(session)


def test_an_evening_that_never_began_keeps_no_save(tmp_path: Path) -> None:
    plan = low_water(party=())
    summary = chunk_of(plan, range(1))
    assert summary.escapes[0].law == "an adventure can be played"
    assert (kept(plan, 0, tmp_path), [*tmp_path.glob("*.breche")]) == ("", [])


def test_the_memory_of_a_store_has_no_words_and_its_copy_has(tmp_path: Path) -> None:
    one = evening(low_water(), 0)
    assert one._begun().store.header.content == ""
    one.keep(tmp_path / "kept.breche")
    with Store.open(tmp_path / "kept.breche") as store:
        assert store.header.content == one.adventure.words
