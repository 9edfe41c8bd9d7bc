"""Whether an NPC, an item, a danger, a calamity has numbers that the book knows (CORE ch. 3, 4 and 6)."""

from engine.core.foes import Arrival, Calamity, Danger
from engine.core.sheet import Item
from engine.ruling import Refused


def arrival_refusal(arrival: Arrival) -> Refused | None:
    """Why an adversary cannot come into play (CORE ch. 6, Les adversaires)."""
    return None


def item_refusal(item: Item) -> Refused | None:
    """Why an item is none of the book's (CORE ch. 4, Créer un objet)."""
    return None


def danger_refusal(danger: Danger) -> Refused | None:
    """Why a danger is none of the book's (CORE ch. 3, Dangers)."""
    return None


def calamity_refusal(calamity: Calamity) -> Refused | None:
    """Why a calamity is none of the book's (CORE ch. 6, Calamités)."""
    return None
