"""The keys about a check on the table: one letter or its word, in the interface's language."""

import re

from engine.core.commands import AcceptOutcome, Command, Reroll, RollCheck, WithdrawCheck
from engine.core.legal import legal
from engine.core.rules.variants import reroll_stress
from engine.core.state import Game
from table.record import Turn
from table.words import Words

_NAMED: dict[Command, str] = {
    RollCheck(): "roll",
    RollCheck(coup=True): "coup",
    WithdrawCheck(): "withdraw",
    Reroll(): "reroll",
    Reroll(inspiration=True): "inspiration",
    AcceptOutcome(): "accept",
}


def offered(game: Game) -> dict[str, Command]:
    """What can be done about the check now, by the name of its key."""
    return {_NAMED[each]: each for each in legal(game).commands if each in _NAMED}


def pressed(game: Game, words: Words, line: str) -> Command | None:
    """The command that a line stands for, None when it is none of the keys, or might be more than one.

    A key, its word, or its word among fillers ("ok, I roll"): a line with anything else in it says something else.
    """
    typed = _plain(line)
    found = {each for key, each in offered(game).items() if typed == words(f"key_{key}") or _says(typed, words, key)}
    return found.pop() if len(found) == 1 else None


def _says(typed: str, words: Words, key: str) -> bool:
    meant = sorted(map(_plain, words(f"word_{key}").split("|")), key=len, reverse=True)
    left = typed
    for each in meant:
        left = re.sub(rf"(?<!\w){re.escape(each)}(?!\w)", " ", left)
    return left != typed and set(left.split()) <= set(_plain(words("word_filler").replace("|", " ")).split())


def _plain(text: str) -> str:
    """Words alone, in lower case."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def claimed(game: Game, words: Words, line: str) -> str:
    """The advantage that a line claims for the announced check; empty when it claims none.

    Only "+" or a word such as "with" claims: any other line may be another action, and must not become a die.
    """
    if game.pending is None or game.pending.roll is not None:
        return ""
    if line.startswith("+"):
        return line[1:].strip()
    starts = words("word_claim").split("|")
    return line if any(line.casefold().startswith(f"{each} ") for each in starts) else ""


def menu(game: Game, words: Words, said: bool) -> str:
    """What can be done about the check on the table, on one line; empty when there is none. `said`: as a sentence."""
    if game.pending is None:
        return ""
    actor = game.character(game.pending.check.actor)
    assert actor is not None
    moved = {"before": actor.stress, "after": actor.stress + reroll_stress(game.variant)}
    form = "_said" if said else ""
    named = {
        key: (words(f"key_{key}"), words(f"menu_{key}{form if key == 'reroll' else ''}", **moved))
        for key in offered(game)
    }
    pairs = list(named.values())
    if game.pending.roll is None:
        # Stepping back comes last, where one may.
        at = len(pairs) - ("withdraw" in named)
        pairs.insert(at, (words("menu_advantage_key"), words("menu_advantage")))
    keys = [words(f"menu_key{form}", key=key, what=what) for key, what in pairs]
    return words("menu_said", keys=", ".join(keys)) if said else "  ".join(keys)


def typed(words: Words, turn: Turn) -> str:
    """What a player did in a turn: the word of the key that they pressed, or their own words."""
    key = _NAMED.get(turn.command) if isinstance(turn.command, Command) else None
    return words(f"word_{key}").split("|")[0] if key else turn.said
