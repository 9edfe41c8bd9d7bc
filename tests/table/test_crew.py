"""Who sits at the table, and what is known of the cost of it."""

from contextlib import closing
from dataclasses import replace

import pytest

from narrator.endpoint import Endpoint
from narrator.money import Ceilings
from table.crew import Crew
from table.models import Choice, Model


@pytest.mark.parametrize("stays", [True, False])
def test_a_cost_that_is_unknown_stays_so_when_its_model_has_left(tmp_path, monkeypatch, stays):
    monkeypatch.setenv("BRECHE_STATE", str(tmp_path))
    model = Model("here:small", Endpoint("here", "http://127.0.0.1:9/v1", "small"), None)
    with closing(Crew(Choice((model,), (model,), None, Ceilings()))) as crew:
        crew._chat(model)
        assert crew.choice is not None
        crew.choice = crew.choice if stays else replace(crew.choice, decide=(), tell=())
        assert crew.tally is not None
        assert crew.tally.unpriced
