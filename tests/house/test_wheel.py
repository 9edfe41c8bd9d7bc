"""What pip users get: the wheel alone, from any folder, with everything that it needs inside."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_a_wheel_carries_code_texts_and_licences_and_no_tests(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    assert tops - {each for each in tops if each.endswith(".dist-info")} == {"engine", "narrator", "table", "prompts"}
    assert "prompts/scenarios/low_tide.toml" in names
    assert "prompts/fr/phrases.toml" in names
    assert "table/messages/fr/play.toml" in names
    assert "table/playtest/reports/page.css" in names
    assert any(name.endswith("licenses/NOTICE") for name in names)


def test_a_wheel_plays_from_any_folder(wheel: Path, tmp_path: Path) -> None:
    installed, elsewhere = tmp_path / "installed", tmp_path / "elsewhere"
    ZipFile(wheel).extractall(installed)
    elsewhere.mkdir()
    # The environment's own editable install must not be what plays: the wheel's folder comes first, and is checked.
    code = "import sys, table.cli; assert table.cli.__file__.startswith(sys.argv.pop(1)); table.cli.main()"
    environ = os.environ | {
        "PYTHONPATH": str(installed),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "HOME": str(tmp_path),
    }
    environ.pop("BRECHE_SAVES", None)
    played = subprocess.run(
        [sys.executable, "-c", code, str(installed), "play", "--lang", "fr", "--seed", "7", "--character", "akiko"],
        cwd=elsewhere,
        env=environ,
        input="lire la fresque\nl\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "Jet : Intelligence" in played.stdout.replace("\u00a0", " ")
    assert list((tmp_path / "data").rglob("*.breche")), "outside a checkout, saves are where the platform keeps data"
    assert not list(elsewhere.iterdir())
