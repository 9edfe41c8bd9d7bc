"""Whole evenings, played again and held against the text that a referee has read."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from subprocess import run
from typing import get_args

import pytest

from engine.core.commands import Command, NewGame
from engine.core.events import Event
from engine.core.evolve import fold
from engine.core.sheet import Variant
from narrator import prompting
from table import wire
from table.record import Turn
from table.store import Store
from table.verify import verify
from tests.playthroughs.referee import refereed
from tests.playthroughs.transcript import FOLDER, Evening, Script, played, read, resumed
from tests.table.shell import Shell

REFEREED = sorted(FOLDER.glob("referee-*.txt"))
GOLDENS = sorted(set(FOLDER.glob("*.txt")) - set(REFEREED))
# On a pipe, to the last line: one in each language.
PIPED = [FOLDER / "salma-breaks-down.fr.txt", FOLDER / "akiko-page-of-ash.en.txt"]


def name(golden: Path) -> str:
    return golden.stem


def script(golden: Path) -> Script:
    return read(golden.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def evening_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Evening]:
    """An evening, played once for all that is asked of it."""
    return cache(lambda golden: played(script(golden), tmp_path_factory.mktemp(name(golden))))


def held_against(golden: Path, now: str, request: pytest.FixtureRequest) -> None:
    before = golden.read_text(encoding="utf-8")
    if request.config.getoption("bless"):
        golden.write_text(now, encoding="utf-8")
    assert now == before, "the game tells this evening otherwise: read the difference, then --bless it if it is right"


@pytest.mark.parametrize("golden", GOLDENS, ids=name)
def test_an_evening_goes_as_it_went(
    golden: Path, evening_of: Callable[[Path], Evening], request: pytest.FixtureRequest
) -> None:
    held_against(golden, evening_of(golden).text, request)


@pytest.mark.parametrize("golden", REFEREED, ids=name)
def test_a_referee_is_answered_as_before(golden: Path, request: pytest.FixtureRequest) -> None:
    held_against(golden, refereed(golden.read_text(encoding="utf-8")).text, request)


@pytest.mark.parametrize("golden", GOLDENS, ids=name)
def test_an_evening_s_save_is_true_and_goes_on_where_it_stood(
    golden: Path, evening_of: Callable[[Path], Evening]
) -> None:
    evening = evening_of(golden)
    verdict = verify(evening.save)
    assert (verdict.diverges_at, verdict.how) == (None, None)
    assert fold(event for turn in turns(evening.save) for event in turn.events) == evening.game
    with resumed(script(golden), evening) as opened:
        assert opened.campaign.session.game == evening.game
        assert verdict.turns > opened.campaign.session.number > 10


@pytest.mark.parametrize("golden", GOLDENS, ids=name)
def test_an_evening_comes_to_the_ending_that_it_is_for(golden: Path, evening_of: Callable[[Path], Evening]) -> None:
    game = evening_of(golden).game
    [ending] = (each for each in game.story.endings if each.id == game.progress.ending)
    assert ending.kind.value == script(golden).options["ending"]
    assert golden.stem.startswith(f"{script(golden).options['character']}-")
    assert golden.stem.endswith(f".{script(golden).options['language']}")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_language_has_every_kind_of_ending_and_both_variants(language: str) -> None:
    options = [script(each).options for each in GOLDENS if name(each).endswith(f".{language}")]
    assert {each["ending"] for each in options} == {"won", "costly", "lost", "left"}
    assert {each["variant"] for each in options} == {each.value for each in Variant}
    assert {each["character"] for each in options} == {each.id for each in prompting.characters()}


@pytest.mark.parametrize("golden", REFEREED, ids=name)
def test_what_a_referee_is_told_folds_to_the_game_as_it_stands(golden: Path) -> None:
    now = refereed(golden.read_text(encoding="utf-8"))
    assert fold(wire.read_events(wire.events_text(now.events))) == now.game


def test_every_command_is_used_and_every_event_happens(evening_of: Callable[[Path], Evening]) -> None:
    used: set[type] = set()
    happened: set[type] = set()
    for golden in GOLDENS:
        for turn in turns(evening_of(golden).save):
            used.add(type(turn.command))
            happened |= set(map(type, turn.events))
    for golden in REFEREED:
        now = refereed(golden.read_text(encoding="utf-8"))
        used |= set(map(type, now.accepted))
        happened |= set(map(type, now.events))
    missing = {NewGame, *get_args(Command), *get_args(Event)} - used - happened
    assert not missing, "no playthrough has " + ", ".join(sorted(each.__name__ for each in missing))


def turns(save: Path) -> tuple[Turn, ...]:
    """The turns along the line that a save holds, from the new game on."""
    with Store.open(save) as store:
        return tuple(store.back())[::-1]


@pytest.mark.parametrize("golden", PIPED, ids=name)
def test_a_pipe_gets_the_same_story(golden: Path, tmp_path: Path, evening_of: Callable[[Path], Evening]) -> None:
    evening = evening_of(golden)
    options = script(golden).options
    shell = Shell(tmp_path / "home")
    asked = [f"--{each}={options[each]}" for each in ("variant", "scenario", "character", "seed")]
    done = run(
        [
            sys.executable,
            "-c",
            "from table.cli import main; main()",
            "play",
            "--new",
            "--lang",
            options["language"],
            *asked,
        ],
        input="".join(f"{line}\n" for line in script(golden).lines),
        env=shell.environ(BRECHE_SAVES=str(shell.saves)),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout == evening.story
    [ending] = (
        each for each in prompting.scenario(options["scenario"]).endings if each.id == evening.game.progress.ending
    )
    assert ending.text.to("fr" if options["language"] == "fr" else "en") in done.stdout
