"""What answers each decision, whose it is and what waits for it: told here, and held to the games by a test."""

from dataclasses import dataclass

from engine.core.rules.awaiting import Decision, Seat


@dataclass(frozen=True)
class Answered:
    """A decision as a client meets it: when it comes, whose it is, and the commands that answer it."""

    seat: Seat
    when: str
    commands: tuple[str, ...]
    holds: bool = False
    """Whether everything else is refused until it is taken."""


ANYTIME = ("GrantInspiration", "DescribeBreakdown", "DescribeWound", "AskSafety")
"""What nothing holds up."""

DECISIONS = {
    Decision.ROLL: Answered(
        Seat.PLAYER,
        "A check is on the table; its dice have not fallen.",
        ("RollCheck", "AddAdvantage", "WithdrawCheck"),
        holds=True,
    ),
    Decision.AVOID: Answered(
        Seat.PLAYER,
        "Something strikes, and the PC rolls to avoid it; the roll cannot be withdrawn.",
        ("RollCheck", "AmendCheck", "AddAdvantage"),
        holds=True,
    ),
    Decision.REROLL: Answered(
        Seat.PLAYER, "The dice fell short, and a reroll can be paid for.", ("Reroll", "AcceptOutcome"), holds=True
    ),
    Decision.CONTEST: Answered(Seat.PLAYER, "Two PCs oppose each other.", ("RollContest", "Yield"), holds=True),
    Decision.BREACH: Answered(
        Seat.GM, "An action against an adversary fell short.", ("Strike", "BringSetback"), holds=True
    ),
    Decision.INTERPOSE: Answered(
        Seat.PLAYER,
        "A strike is coming, and one of `characters` may take it instead; LetLand where none of them does.",
        ("Interpose", "LetLand"),
        holds=True,
    ),
    Decision.BREAKDOWN: Answered(
        Seat.PLAYER, "A PC has broken down, and nobody has said how; it comes last of all.", ("DescribeBreakdown",)
    ),
    Decision.AMBUSH: Answered(
        Seat.GM, "NPCs in ambush strike, each once, before turn 1.", ("StrikeFromAmbush", "SendAway")
    ),
    Decision.ACT: Answered(
        Seat.PLAYER,
        "`characters` have their actions of the turn, in any order. Once somebody has acted against the adversaries, "
        "the GM may end the turn before the others have acted.",
        ("AnnounceCheck", "AnnounceEach", "AnnounceContest", "UseItem", "Comfort", "Wait", "EndTurn"),
    ),
    Decision.SETBACK: Answered(
        Seat.GM,
        "Nobody acted against the adversaries in this turn: it ends with a `setback`, which is not left out.",
        ("EndTurn",),
    ),
    Decision.TURN: Answered(Seat.GM, "Everybody has acted, and the turn can end.", ("EndTurn",)),
    Decision.END: Answered(
        Seat.GM,
        "The conflict can end: no adversary stands who is not held off; or no PC does, and then `how` says it.",
        ("EndConflict",),
    ),
}


_LEAD = """
## What is awaited

`awaits` is what the game waits for, the first before all others. Where a decision holds everything up, any other
command is refused until it is taken; where it does not, it says whose move it is, and whatever [legal](#op-legal)
offers goes as well. Nothing holds up {anytime}.

In free play nothing is awaited between two rolls. Nor is anything once the story has ended: then
[TakeAdvance](#takeadvance) and [AskSafety](#asksafety) alone are accepted, though `legal` still names `clocks`, and
`view` shows `ways`.

| decision | seat | when | answered by | holds all else up |
| --- | --- | --- | --- | --- |
"""


def told() -> str:
    """The section of the page."""
    lines = [
        f"| `{decision}` | {each.seat} | {each.when} | {_links(each.commands)} | {'yes' if each.holds else 'no'} |"
        for decision, each in DECISIONS.items()
    ]
    return "\n".join([_LEAD.strip().format(anytime=_links(ANYTIME)), *lines, ""])


def _links(commands: tuple[str, ...]) -> str:
    return ", ".join(f"[{each}](#{each.lower()})" for each in commands)
