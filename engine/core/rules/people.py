"""Who is here, who stands and who can act (CORE ch. 3, La Santé and Rupture)."""

from engine.core.sheet import Character, CharacterId
from engine.core.state import Game
from engine.ruling import Code, Refused, refuse


def unknown(game: Game, who: CharacterId) -> Refused | None:
    """Why a PC cannot be spoken of: nobody has that id (CORE ch. 7, Nom et concept)."""
    if game.character(who) is None:
        return refuse(Code.NO_SUCH_CHARACTER, *(each.id for each in game.characters), character=who)
    return None


def name(game: Game, who: CharacterId) -> str:
    """What a PC is called; the id where nobody has it (CORE ch. 7, Nom et concept)."""
    found = game.character(who)
    return who if found is None else found.name


def is_down(who: Character) -> Refused | None:
    """Why nothing more happens to a PC in numbers: dead, or out of action (CORE ch. 3, La Santé)."""
    if who.dead:
        return refuse(Code.DEAD, character=who.name)
    return refuse(Code.OUT_OF_ACTION, character=who.name) if who.health == 0 else None


def cannot_act(actor: Character) -> Refused | None:
    """Why a PC cannot act at all (CORE ch. 3, La Santé and Rupture)."""
    if actor.health > 0 and actor.breakdown is not None:
        return refuse(Code.IN_BREAKDOWN, character=actor.name)
    return is_down(actor)


def standing(game: Game) -> tuple[Character, ...]:
    """The PCs who are not out of action (CORE ch. 3, La Santé)."""
    return tuple(each for each in game.characters if each.health > 0)


def able(game: Game) -> tuple[Character, ...]:
    """The PCs who can act: neither out of action nor broken down (CORE ch. 3)."""
    return tuple(each for each in game.characters if each.health > 0 and each.breakdown is None)
