"""What a PC gains at a story's end (CORE ch. 7, Progression)."""

from engine.core.commands import TakeAdvance
from engine.core.rules.unfolding import Unfolding
from engine.core.state import Game
from engine.ruling import Refused


def take(unfolding: Unfolding, command: TakeAdvance) -> Refused | None:
    """One advance a player, never the same kind twice in a row (CORE ch. 7, Progression)."""
    return None


def domains(game: Game) -> tuple[()]:
    """The advances that may be taken (CORE ch. 7, Progression)."""
    return ()
