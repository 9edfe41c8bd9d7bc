"""`python -m tests.playthroughs.demo` plays the campaign of saves/demo/ again, where the format has changed."""

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.playthroughs.transcript import FOLDER, Evening, played, read

DEMO = FOLDER.parents[1] / "saves" / "demo" / "low_tide-salma.breche"
GOLDEN = FOLDER / "salma-high-and-dry.en.txt"


def recorded(folder: Path) -> Evening:
    """The evening that the demo is, played now."""
    return played(read(GOLDEN.read_text(encoding="utf-8")), folder)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        DEMO.parent.mkdir(exist_ok=True)
        DEMO.write_bytes(recorded(Path(folder)).save.read_bytes())
