"""What is wrong with a call to a model, as a sentence in the interface's language that says what would work."""

from decimal import Decimal
from typing import Any

from narrator.exchange import Ill, Trouble
from table.amounts import count, money
from table.words import Language, Words

_IN_DETAIL = {
    Ill.NO_KEY: ("variable", "no_key_for"),
    Ill.BUSY: ("seconds", "busy_for"),
    Ill.NO_MODEL: ("message", "no_model_said"),
    Ill.SERVER: ("message", "server_said"),
    Ill.REQUEST: ("message", "request_said"),
}
"""What says more where it is known: the slot, and the text that has a place for it."""


def told(language: Language, trouble: Trouble) -> str:
    """The sentence. What a server said stands in it as it came, cleaned and short; a key never does."""
    words = Words(language, "model")
    if trouble.ill is Ill.SPENT:
        return _spent(language, words, trouble)
    slot, detailed = _IN_DETAIL.get(trouble.ill, ("", ""))
    key = detailed if slot and trouble.slots.get(slot) else trouble.ill.value
    return words(key, **{"provider": "", "model": "", "status": "", **trouble.slots})


def amount(language: Language, side: str, spent: int | Decimal, currency: str) -> str:
    """So many tokens, or so much money."""
    if side == "money":
        return money(language, Decimal(spent), currency)
    return Words(language, "model")("tokens", shown=count(language, int(spent)))


def _spent(language: Language, words: Words, trouble: Trouble) -> str:
    slots: dict[str, Any] = dict(trouble.slots)
    spent, ceiling = (amount(language, slots["side"], slots[each], slots["currency"]) for each in ("spent", "ceiling"))
    span = str(slots["span"])
    return words("spent", span=words(f"span.{span}"), spent=spent, ceiling=ceiling, key=f"{span}_{slots['side']}")
