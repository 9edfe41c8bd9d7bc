"""The campaign that a checkout comes with is true, and is the evening that its golden tells."""

import shutil
from pathlib import Path

from table.store import Store
from table.verify import verify
from tests.playthroughs.demo import DEMO, recorded


def test_the_recorded_campaign_is_true_and_is_its_golden(tmp_path: Path) -> None:
    copy = Path(shutil.copy(DEMO, tmp_path / "demo.breche"))
    verdict = verify(copy)
    assert verdict.diverges_at is None
    assert verdict.turns > 20
    with Store.open(copy) as store:
        assert store.load() == recorded(tmp_path).game, "play it again: python -m tests.playthroughs.demo"
