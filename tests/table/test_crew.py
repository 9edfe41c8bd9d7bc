"""Who sits at the table, and what is known of the cost of it."""

from contextlib import closing
from dataclasses import replace

import pytest

from narrator.endpoint import Endpoint
from narrator.money import Ceilings
from table.crew import Crew
from table.measuring import MODEL_SEED, Measured
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


@pytest.mark.parametrize(("chosen", "asked"), [(None, MODEL_SEED), (7, 7)])
def test_a_model_is_measured_with_one_seed_its_player_s_where_there_is_one(tmp_path, monkeypatch, chosen, asked):
    monkeypatch.setenv("BRECHE_STATE", str(tmp_path))
    model = Model("here:small", Endpoint("here", "http://127.0.0.1:9/v1", "small"), None)
    with closing(Measured(Choice((model,), (), chosen, Ceilings()))) as measured:
        assert measured.choice is not None
        assert measured.choice.seed == asked
