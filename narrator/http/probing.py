"""The dummy call that finds how a server is asked for a proposal: the first of an endpoint's modes that works."""

from collections.abc import Callable

from narrator.endpoint import Mode
from narrator.exchange import Ill, Message, Tool, Trouble
from narrator.http.asking import Terms
from narrator.http.hearing import Heard
from narrator.http.spoken import whole_object
from narrator.schemas import choice, closed

DUMMIES = (
    Tool("open_door", "Open a door.", closed({"side": choice(["left", "right"])})),
    Tool("wait", "Do nothing.", closed({})),
)
"""Two, so that there is a choice."""

QUESTION = (Message("system", "You call tools."), Message("user", "Open the left door."))

_ANSWERED = frozenset({Ill.EMPTY, Ill.CUT, Ill.DECLINED, Ill.FILTERED})
_TURNED_AWAY = frozenset({Ill.REQUEST, Ill.SERVER})


def find_mode(terms: Terms, ask: Callable[[], Heard]) -> bool:
    """Put `terms` in the first of the modes in which the dummy call comes back, in the last one where none does, and
    say whether one did; `ask` makes that call, on the terms as they stand. Raises Trouble where nothing can be asked
    at all."""
    terms.mode = terms.endpoint.takes.modes[0]
    while not _is_understood(terms, ask):
        if not terms.fall():
            return False
    return True


def _is_understood(terms: Terms, ask: Callable[[], Heard]) -> bool:
    """Raises Trouble where no other way would help, or none is left and the server itself will not have it."""
    names = [each.name for each in DUMMIES]
    try:
        heard = ask()
    except Trouble as trouble:
        is_last = terms.mode is terms.endpoint.takes.modes[-1]
        if trouble.ill in _ANSWERED or (trouble.ill in _TURNED_AWAY and not is_last):
            return False
        raise
    call = heard.call_made(names) if terms.mode is Mode.TOOL else heard.call(names)
    return call is not None and call.name in names and whole_object(call.arguments) is not None
