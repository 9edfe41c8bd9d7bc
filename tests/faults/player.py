"""A player with no screen, who plays on and on until somebody kills the process."""

import json
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path

from table.record import SaveMissing
from table.session import Session
from table.store import Store
from tests.faults.evening import Scripted, begun, plainly, turn


def play(file: Path, acknowledge: Connection) -> None:
    """Begin or go on, and say of each turn, once it is committed, its number and the words that were said."""
    try:
        store = Store.open(file)
    except SaveMissing:
        store = begun(file)
    with store:
        session = Session(store, Scripted(tells=["One.", "", "Two."]))
        for each in count():
            said = f"word {session.moment.turn}.{each}"
            happened = turn(session, plainly(session.game), said)
            acknowledge.send_bytes(json.dumps([happened.number, said]).encode())
