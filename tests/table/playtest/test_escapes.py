"""What `make escapes` plays is what CI has to see: so many games, and a game that escapes is seen."""

from dataclasses import replace

from table.playtest.encounter import Encounter
from table.playtest.running import Run
from table.playtest.summary import Escape, Summary
from tests.table.playtest import __main__ as escapes
from tests.table.playtest.fighting import encounter, fighter, foe, plan


def test_ci_sees_two_hundred_games_an_adventure_and_two_thousand_hostile_fights():
    batches = [*escapes.few()]
    adventures = [(what, games) for what, games in batches if not isinstance(what.what, Encounter)]
    fights = [(what, games) for what, games in batches if isinstance(what.what, Encounter)]
    assert {(what.narrator.kind, games) for what, games in adventures} == {("hostile", 200)}
    assert sum(games for _, games in fights) == 2_000
    assert {(what.narrator.kind, what.narrator.rate) for what, _ in fights} == {("hostile", 0.3)}


def test_a_game_that_escapes_or_is_missing_is_seen(monkeypatch, capsys):
    duel = plan(encounter(fighter("vex"), foe()))
    said = Summary(games=2)
    said.escape(Escape(2, "there is no dead end", "a wall"))
    monkeypatch.setattr(Run, "on", lambda run, workers: said)
    assert escapes.main(iter([(duel, 3)])) == 1
    assert "a wall" in capsys.readouterr().out
    assert escapes.main(iter([(replace(duel, seed="2"), 4)])) == 2
