"""Makes the old save of the present version: `python -m tests.old_saves.make`.

Run it once for each version of the format, when that version is released, and never again: the file shows what players
of that version hold. It has every kind of thing that a save can have: snapshot, given dice, a fork, prose.
"""

import random
from pathlib import Path

from engine.core.commands import AnnounceCheck, RollCheck
from engine.core.sheet import Variant
from table.record import VERSION
from table.session import Happened, Session
from table.store import Header, Store
from tests.faults.evening import Scripted, a_check, a_game, anything, begun, turn

FOLDER = Path(__file__).parent
HEADER = Header("evening", '{"scenes": "un quai, une cale, une auberge"}', "fr")


def make(file: Path) -> None:
    """An evening in Raw: some sixty turns, some taken back, and a last check with a real table's dice."""
    chance = random.Random(1)
    with begun(file, a_game("marée basse", Variant.RAW), HEADER) as store:
        session = Session(store, Scripted(tells=["La marée descend.", "", "« Qui va là ? »"]))
        turn(session, AnnounceCheck(a_check(session.game)), "je crochète la serrure")
        fell = session.do(RollCheck(), faces=(5, 2, 1, 6, 3, 4))
        assert isinstance(fell, Happened), fell
        for number in range(58):
            turn(session, anything(session.game, chance.choice), f"mot {number}")
        while session.undo().kept_as is None:
            pass
        for number in range(4):
            turn(session, anything(session.game, chance.choice), f"autre mot {number}")


if __name__ == "__main__":
    target = FOLDER / f"v{VERSION}.breche"
    make(target)
    with Store.open(target) as made:
        print(f"{target.name}: {made.load()}")
