"""Measures what docs/performance.md promises, and prints it as a Markdown table: `python -m tests.bench`."""

import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import pexpect

from engine.core.commands import AnnounceCheck, Command, EnterScene, RuleWithoutRoll, WithdrawCheck
from engine.core.sheet import Variant
from narrator import prompting
from narrator.proposals import ProposeCheck
from table import campaign
from table.campaign import Content
from table.session import Session
from table.store import Header, Store
from tests.bench import engine, odds, playtests
from tests.faults.evening import Scripted, begun, plainly, turn

BRECHE = str(Path(sys.executable).with_name("breche"))
STARTS, LOADS, COPIES, TURNS = 31, 31, 15, 20
PROPOSED = ProposeCheck(
    actor="mara",
    action="picks the lock",
    attribute="DEX",
    difficulty="hard",
    stake="the lock",
    risk="the watch hears",
    on_failure={"kind": "noise", "note": "the lock screams"},  # pyright: ignore[reportArgumentType]
    on_partial={"kind": "time", "note": "it takes long", "clock": "tide"},  # pyright: ignore[reportArgumentType]
    specialty="locks",
).model_dump_json()


def taken(work: Callable[[], object]) -> float:
    """Milliseconds."""
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000


def home(folder: Path) -> dict[str, str]:
    """An environment of somebody who starts for the first time, whatever the machine's own settings are."""
    places = {each: str(folder) for each in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    return {**os.environ, **places, "TERM": "xterm-256color", "LANG": "C.UTF-8"}


def show_help(env: dict[str, str]) -> None:
    """`breche --help`, from start to end."""
    subprocess.run([BRECHE, "--help"], env=env, stdout=subprocess.DEVNULL, check=True)


def reach_the_menu(env: dict[str, str]) -> float:
    """`breche play` on a terminal, from start until its first question can be answered."""
    began = time.perf_counter()
    playing = pexpect.spawn(BRECHE, ["play"], env=env, timeout=20)
    playing.expect("Your choice|Votre choix")
    reached = (time.perf_counter() - began) * 1000
    playing.close(force=True)
    return reached


def proposed(command: Command) -> Command:
    """The command as it comes from a narrator: a check arrives as JSON and is validated."""
    return ProposeCheck.model_validate_json(PROPOSED).command() if isinstance(command, AnnounceCheck) else command


def one_turn(session: Session) -> float:
    """Validate, decide, commit the facts, commit the prose: all of a turn that is neither player nor narrator."""
    wanted = plainly(session.game)
    return taken(lambda: turn(session, proposed(wanted), "I pick the lock"))


def own_times(saves: tuple[Path, ...], folder: Path) -> list[list[float]]:
    """Turns played on copies of each save, by turns, so that whatever else the machine does weighs on all alike."""
    times: list[list[float]] = [[] for _ in saves]
    for number in range(COPIES):
        for save, its_own in zip(saves, times, strict=True):
            with Store.open(Path(copy(save, folder / f"{number} of {save.name}"))) as store:
                session = Session(store, Scripted(tells=["The lock gives.", "", "It is dark below."]))
                its_own += [one_turn(session) for _ in range(TURNS)]
    return times


def load(save: Path) -> None:
    """All that happens between choosing a save and the next prompt."""
    campaign.resume(save).session.store.close()


def played(file: Path, turns: int) -> Path:
    """A save with the adventure's own content in it, so that it is as large as a real one."""
    scenario, hero = prompting.scenarios()[0], prompting.characters()[0]
    content = Content(scenario=scenario, characters=(hero,)).model_dump_json(by_alias=True, exclude_defaults=True)
    with begun(file, header=Header(scenario.id, content, "en")) as store:
        session = Session(store, Scripted(tells=["The lock gives.", "", "It is dark below."]))
        for _ in range(turns):
            turn(session, plainly(session.game), "I pick the lock")
    return file


def campaigned(file: Path, turns: int) -> Path:
    """A campaign of the adventure that comes with the game, so many turns long: checks weighed, walks, rulings."""
    scenario, hero = prompting.scenarios()[0], prompting.characters()[0]
    content = Content(scenario=scenario, characters=(hero,))
    begun, _ = campaign.begin(file, campaign.Setup(content, Variant.BLOCKBUSTER, "en", 1))
    session = begun.session
    session.narrator = Scripted(tells=["The quay is wet.", "", "A lamp swings."])
    who = session.game.characters[0].id
    weighed = ProposeCheck.model_validate_json(PROPOSED).model_copy(
        update={"actor": who, "specialty": None, "on_partial": None, "difficulty": "standard"}
    )
    with session.store:
        for number in range(turns):
            steps: tuple[Command, ...] = (
                weighed.command(),
                WithdrawCheck(),
                EnterScene(session.view.ways[0]),
                RuleWithoutRoll(who, "looks around", True, "nothing stands in the way"),
            )
            turn(session, steps[number % len(steps)], "I look around")
    return file


def row(what: str, times: list[float], aim: str) -> str:
    """One line of the table."""
    return f"| {what} | {median(times):.1f} ms | {quantiles(times, n=20)[-1]:.1f} ms | {len(times)} | {aim} |"


def main() -> None:
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}\n")
    print("| What | Median | 95 % under | Runs | Aim |\n| --- | ---: | ---: | ---: | --- |")
    with TemporaryDirectory() as name:
        folder = Path(name)
        env = home(folder)
        show_help(env)  # Once unmeasured, so that files are read and compiled.
        print(row("`breche --help`", [taken(lambda: show_help(env)) for _ in range(STARTS)], "150 ms"), flush=True)
        print(row("`breche play` to its first question", [reach_the_menu(env) for _ in range(STARTS)], "400 ms"))
        early, late = played(folder / "early.breche", 10), played(folder / "late.breche", 1000)
        at_10, at_1000 = own_times((early, late), folder)
        print(row("a turn's own time, from turn 10", at_10, "5 ms"))
        print(row("a turn's own time, from turn 1,000", at_1000, "5 ms, and no more than at turn 10"))
        long = campaigned(folder / "long.breche", 1000)
        print(row("load of a 1,000-turn save", [taken(lambda: load(long)) for _ in range(LOADS)], "100 ms"))
    engine.show()
    odds.show()
    playtests.show()


if __name__ == "__main__":
    main()
