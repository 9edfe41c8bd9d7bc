"""The keys about a check on the table: one letter or its word, in the interface's language."""

from engine.core.commands import AcceptOutcome, Command, Reroll, RollCheck, WithdrawCheck
from engine.core.legal import legal
from engine.core.rules.variants import reroll_stress
from engine.core.state import Game
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
    """The command that a line stands for, None when it is none of the keys."""
    typed = line.casefold()
    every = offered(game).items()
    return next((each for key, each in every if typed in (words(f"key_{key}"), *words(f"word_{key}").split("|"))), None)


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


def menu(game: Game, words: Words) -> str:
    """What can be done about the check on the table, on one line; empty when there is none."""
    if game.pending is None:
        return ""
    actor = game.character(game.pending.check.actor)
    assert actor is not None
    moved = {"before": actor.stress, "after": actor.stress + reroll_stress(game.variant)}
    said = [f"[{words(f'key_{key}')}] {words(f'menu_{key}', **moved)}" for key in offered(game)]
    if game.pending.roll is None:
        said.insert(-1, words("menu_advantage"))
    return "  ".join(said)
