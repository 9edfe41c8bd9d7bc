"""What holds of the repository itself: READMEs that are twins, locks without addresses, nothing that points outside."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_a_clone_stands_alone() -> None:
    outside = re.compile(r"\.\./shared|/work/")
    files = [
        file for file in tracked() if file.suffix in {".py", ".toml", ".md", ".lock", ""} and file != Path(__file__)
    ]
    texts = {file: file.read_text(encoding="utf-8", errors="replace") for file in files}
    assert [file for file, text in texts.items() if outside.search(text)] == []


def test_the_two_readmes_have_the_same_sections_and_commands() -> None:
    english, french = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.fr.md"))
    headings = [re.findall(r"^#+", text, re.MULTILINE) for text in (english, french)]
    assert headings[0] == headings[1]
    found = (re.findall(r"`((?:make|breche|/)[^`]*)`", text) for text in (english, french))
    # What stands for a name is in capitals, and in the reader's language.
    commands = [{re.sub(r"\b[A-Z]+\b", "…", each) for each in every} for every in found]
    assert commands[0], "the READMEs name their commands"
    assert commands[0] == commands[1]


def test_the_locks_hold_every_requirement_at_one_version_without_any_address() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {re.split(r"[<>=\[ ]", each)[0].lower().replace("_", "-") for each in project["project"]["dependencies"]}
    for name in ("requirements.lock", "requirements-dev.lock"):
        lock = (ROOT / name).read_text(encoding="utf-8")
        pinned = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))
        assert wanted <= pinned
        assert "://" not in lock


def test_the_local_model_is_one_server_and_one_set_of_weights_hashes_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lock = (ROOT / "requirements-local.lock").read_text(encoding="utf-8")
    pinned = set(re.findall(r"^([a-z0-9-]+==[0-9.]+) ", lock, re.MULTILINE))
    assert pinned == set(project["dependency-groups"]["local"])
    assert set(project["project"]["optional-dependencies"]["local"]) < pinned
    assert "://" not in lock


@pytest.mark.parametrize("ledger", ["core", "graded", "examples"])
def test_the_ledgers_are_here_and_read(ledger: str) -> None:
    text = (ROOT / "docs" / "rules" / f"{ledger}.toml").read_text(encoding="utf-8")
    assert len(tomllib.loads(text)) >= 1
