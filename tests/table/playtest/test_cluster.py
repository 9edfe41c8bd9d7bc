"""A Dask cluster of this machine's own processes plays: the report is the same, whoever dies; and no stranger plays."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import pytest

from table.config import ConfigError
from table.playtest import cluster, running
from table.playtest.cluster import on_cluster
from table.playtest.running import Run, WorkersLost
from table.playtest.workers import workers_for
from table.words import Words
from tests.table.playtest.workers import GAMES, plan, text, wanted

ROOT = Path(__file__).parents[3]
BARE = "import sys; sys.modules['table'] = None; from dask.__main__ import main; main()"
"""A machine that has Dask, and not us."""


@dataclass
class Machines:
    """Machines in name: processes on loopback, without nannies, dashboards or anybody's own settings."""

    home: Path
    address: str = ""
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def scheduler(self, *, bare: bool = False) -> None:
        """Start a scheduler, and wait until it answers."""
        self._start("scheduler", "scheduler", "--port", "0", bare=bare)
        self.address = self._heard("scheduler", r"Scheduler at: +(\S+)")

    def worker(self, name: str, *, bare: bool = False, root: Path = ROOT) -> None:
        """Start a worker, and wait until the scheduler knows it."""
        self._start(name, "worker", self.address, "--no-nanny", "--nthreads", "1", "--name", name, bare=bare, root=root)
        self._heard(name, r"Registered to: +(\S+)")

    def kill(self, name: str) -> None:
        """As a machine that loses its power."""
        self.running[name].send_signal(signal.SIGKILL)
        self.running[name].wait()

    def _start(self, name: str, *arguments: str, bare: bool, root: Path = ROOT) -> None:
        own = {"PYTHONPATH": str(root), "DASK_CONFIG": str(self.home), "DASK_TEMPORARY_DIRECTORY": str(self.home)}
        begins = ("-c", BARE) if bare else ("-m", "dask")
        alone = ("--host", "127.0.0.1", "--no-dashboard", "--dashboard-address", "127.0.0.1:0")
        with (self.home / f"{name}.log").open("wb") as log:
            self.running[name] = subprocess.Popen(
                [sys.executable, *begins, *arguments, *alone],
                cwd=self.home,
                env=os.environ | own,
                stdout=log,
                stderr=log,
            )

    def _heard(self, name: str, pattern: str) -> str:
        """What a machine says once it has begun."""
        log = self.home / f"{name}.log"
        while not (said := re.search(pattern, log.read_text())):
            assert self.running[name].poll() is None, log.read_text()
            time.sleep(0.02)
        return said[1]

    def end(self) -> None:
        """Kill whoever runs."""
        for each in self.running.values():
            with suppress(ProcessLookupError):
                each.kill()
            each.wait()


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[Machines]:
    found = Machines(tmp_path)
    yield found
    found.end()


def sentence(error: ConfigError) -> str:
    """What a person is told, which says the same places in both languages."""
    english, french = (Words(each, "cli")(error.key, **error.slots) for each in ("en", "fr"))
    assert english != french
    return english


def test_a_cluster_brings_the_same_report_though_a_worker_is_killed(machines: Machines) -> None:
    machines.scheduler()
    machines.worker("one")
    machines.worker("two")
    workers = workers_for(None, machines.address)
    assert workers.count == 2
    run = Run(plan(), GAMES, 1)
    run.on(workers)
    assert text(run) == wanted()

    again = Run(plan(), GAMES, 1)
    done: list[int] = []

    def kill_once(games: int) -> None:
        if not done:
            machines.kill("two")
        done.append(games)

    again.on(workers, kill_once)
    assert text(again) == wanted()
    assert sum(done) == len(GAMES)


def test_when_the_scheduler_goes_what_is_done_is_told(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1.0)
    machines.scheduler()
    machines.worker("one")
    workers = on_cluster(machines.address)
    run = Run(plan(), range(1_000_000), 1)
    with pytest.raises(WorkersLost) as gone:
        run.on(workers, lambda games: machines.kill("scheduler"))
    assert machines.address in sentence(gone.value)
    assert run.summary.games > 0
    assert sum(run.summary.of("ending").values()) == run.summary.games


def test_a_scheduler_without_us_and_a_worker_of_another_release_are_named(machines: Machines, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for floor in ("engine", "narrator", "prompts", "table"):
        shutil.copytree(ROOT / floor, other / floor, ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "engine" / "dice.py").open("a") as source:
        source.write("# Another release.\n")
    machines.scheduler(bare=True)
    machines.worker("ours")
    machines.worker("theirs", root=other)
    machines.worker("bare", bare=True)
    with pytest.raises(ConfigError) as refused:
        on_cluster(machines.address)
    said = sentence(refused.value)
    assert said.count("tcp://127.0.0.1") == 2
    assert "scheduler" in said


def test_a_stranger_who_comes_later_plays_nothing(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    monkeypatch.setattr(running, "LOOK", 1.0)
    machines.scheduler()
    machines.worker("ours")
    workers = on_cluster(machines.address)
    machines.kill("ours")
    machines.worker("bare", bare=True)
    run = Run(plan(), GAMES, 1)
    with pytest.raises(WorkersLost) as refused:
        run.on(workers)
    assert machines.address in sentence(refused.value)
    assert run.summary.games == 0


def test_what_another_release_is_asked_to_play_it_does_not() -> None:
    played: list[str] = []
    cluster.with_code(cluster.code(), played.append, "ours")
    with pytest.raises(cluster.Stranger):
        cluster.with_code("other", played.append, "theirs")
    assert played == ["ours"]


def test_a_cluster_without_workers_is_told_of(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1.0)
    machines.scheduler()
    with pytest.raises(ConfigError) as refused:
        on_cluster(machines.address)
    assert "no worker" in sentence(refused.value)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense", "no://where:1", "127.0.0.1:port", ""])
def test_an_address_where_nobody_answers_is_one_sentence(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1.0)
    with pytest.raises(ConfigError) as refused:
        on_cluster(address)
    assert refused.value.key == "playtest.cluster.nobody"
    assert sentence(refused.value)


def test_without_the_extra_one_sentence_says_what_to_install() -> None:
    with mock.patch.object(cluster, "find_spec", return_value=None), pytest.raises(ConfigError) as refused:
        workers_for(None, "tcp://127.0.0.1:9")
    assert 'pip install "breche[cluster]"' in sentence(refused.value)


def test_nothing_of_dask_is_imported_for_processes() -> None:
    code = "import sys; from table.playtest.workers import workers_for; workers_for(2, None); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "table.playtest.cluster" in done.stdout.split()
    assert not {"dask", "distributed"} & set(done.stdout.split())
