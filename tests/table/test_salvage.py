"""A torn file is salvaged as far as it is whole, or refused in so many words: never half of either."""

import pytest

from table.record import SaveDamaged
from table.salvage import salvage
from table.verify import verify
from tests.faults.evening import played

PAGE = 4096


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of a save of so many turns, several pages of them."""
    return played(tmp_path_factory.mktemp("whole") / "long.breche", 60).read_bytes()


@pytest.mark.parametrize("rest", [False, True], ids=["a page", "all from a page on"])
def test_wherever_a_file_is_torn_its_first_turns_are_saved_or_it_is_said_that_none_can(tmp_path, whole, rest):
    torn, copy = tmp_path / "torn.breche", tmp_path / "copy.breche"
    pages = len(whole) // PAGE
    saved, refused = [], []
    for page in range(1, pages):
        content = bytearray(whole)
        end = pages if rest else page + 1
        content[page * PAGE : end * PAGE] = bytes((end - page) * PAGE)
        torn.write_bytes(content)
        copy.unlink(missing_ok=True)
        try:
            salvaged = salvage(torn, copy)
        except SaveDamaged as error:
            refused.append(error.args[0])
            continue
        saved.append(salvaged.turns)
        assert verify(copy).turns == salvaged.turns
        assert verify(copy).diverges_at is None
    assert max(saved) > 30
    assert [each for each in refused if "new game" not in each and "settings" not in each] == []
